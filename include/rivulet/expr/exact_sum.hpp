// SPDX-License-Identifier: BSL-1.0
// Sums of floating-point numbers without rounding: what comes and goes again leaves nothing, and no order changes them.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <rivulet/expr/seldom.hpp>

namespace rivulet::detail {

constexpr double magnitude(double v) { return __builtin_fabs(v); }

/// The rounded result of an operation and exactly what the rounding took away: value + error is the true one.
struct Rounded {
    double value, error;
};
constexpr Rounded addExactly(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
// The upper 26 bits of the number: products of halves have no more digits than a double.
constexpr double upperHalf(double v) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(v) & ~std::uint64_t{0x7FFFFFF}); }
constexpr Rounded multiplyExactly(double a, double b) {
    const double product = a * b, a1 = upperHalf(a), b1 = upperHalf(b), a2 = a - a1, b2 = b - b1;
    return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

/// Numbers that no two of which have digits in common, the smallest first; together they are a sum without rounding (Shewchuk 1997).
class Expansion {
    std::vector<double> parts_;

public:
    bool empty() const { return parts_.empty(); }
    const std::vector<double>& parts() const& { return parts_; }
    void clear() { parts_.clear(); }
    void add(double v) {
        std::size_t kept = 0;
        for (const double part : parts_) {
            const Rounded sum = addExactly(v, part);
            if (sum.error != 0) parts_[kept++] = sum.error;
            v = sum.value;
        }
        parts_.resize(kept);
        if (v != 0) parts_.push_back(v);
    }
    void add(Rounded v) {
        add(v.error);
        add(v.value);
    }
    /// The nearest double, of two the even one.
    double rounded() const {
        std::size_t i = parts_.size();
        if (i == 0) return 0;
        Rounded sum{parts_[--i], 0};
        while (i > 0 && sum.error == 0) sum = addExactly(sum.value, parts_[--i]);
        if (i > 0 && (sum.error < 0) == (parts_[i - 1] < 0)) {  // in the middle between two, were it not for what is below
            const double twice = sum.error * 2, next = sum.value + twice;
            if (next - sum.value == twice) sum.value = next;
        }
        return sum.value;
    }
    std::size_t bytes() const { return parts_.capacity() * sizeof(double); }
};

/// The sum of doubles that come and go. `result()` is the exact sum, rounded once: 1e16, 1, -1e16 is 1, and so is what is left when -1e16 is taken out again
/// instead. Infinities and NaN are counted, so that they leave with the last one. Only the sign of a zero may differ with what was there before.
/// `Parts` numbers hold all digits of most sums: two of values, four of products. What they cannot hold, and values beyond 2^900, whose sum could leave the
/// doubles, are kept apart.
template <int Parts = 2>
class ExactSum {
public:
    void add(double v) {
        if (!(magnitude(v) < large)) [[unlikely]] return change(v, 1);
        put(v);
    }
    void subtract(double v) {
        if (!(magnitude(v) < large)) [[unlikely]] return change(v, -1);
        put(-v);
    }
    /// An exact product: its error is a small part of the value.
    void add(Rounded v) {
        put(v.value);
        putLow(v.error);
    }
    void subtract(Rounded v) { add(Rounded{-v.value, -v.error}); }
    void merge(const ExactSum& other) { join(other, 1); }
    void unmerge(const ExactSum& other) { join(other, -1); }
    void clear() {
        *this = ExactSum();
    }
    bool isZero() const { return !rest_ && finite().empty(); }
    double result() const {
        if (Parts == 2 && !rest_) [[likely]] return parts_[1] == 0 ? parts_[0] : parts_[0] + parts_[1];
        if (!rest_) return finite().rounded();
        if (rest_->notNumbers > 0 || (rest_->infinite[0] > 0 && rest_->infinite[1] > 0)) return std::numeric_limits<double>::quiet_NaN();
        if (rest_->infinite[0] > 0) return std::numeric_limits<double>::infinity();
        if (rest_->infinite[1] > 0) return -std::numeric_limits<double>::infinity();
        const Expansion ordinary = finite();
        if (rest_->large.empty()) return ordinary.rounded();
        Expansion all = rest_->large;
        for (const double part : ordinary.parts()) all.add(part / scale);
        return all.rounded() * scale;
    }
    /// The sum as two numbers, the second of which is what is missing from the first; false where most digits of the parts have cancelled, or are kept apart.
    bool asPair(Rounded& sum) const {
        if (rest_) return false;
        double below = 0;
        sum = {parts_[Parts - 1], 0};
        for (int i = Parts - 1; i-- > 0;) {
            below += sum.error;
            sum = addExactly(parts_[i], sum.value);
        }
        if (magnitude(below) > 0x1p-50 * magnitude(sum.value)) return false;
        sum.error += below;
        return true;
    }
    /// The whole sum, where nothing was beyond 2^900.
    Expansion finite() const {
        Expansion all;
        if (rest_) all = rest_->small;
        for (int i = Parts; i-- > 0;) all.add(parts_[i]);
        return all;
    }
    std::size_t bytes() const { return rest_.bytes(); }

private:
    static constexpr double large = 0x1p900, scale = 0x1p200;
    struct Rest {
        Expansion small, large;  // large: over the scale
        std::int64_t notNumbers{}, infinite[2]{};
        bool nothing() const { return small.empty() && large.empty() && notNumbers == 0 && infinite[0] == 0 && infinite[1] == 0; }
        std::size_t bytes() const { return small.bytes() + large.bytes(); }
    };

    void put(double v) {
        const Rounded sum = addExactly(parts_[0], v);
        parts_[0] = sum.value;
        putLow(sum.error);
    }
    void putLow(double v) {
        const Rounded sum = addExactly(parts_[1], v);
        parts_[1] = sum.value;
        if (sum.error != 0) [[unlikely]] putBelow<2>(sum.error);
    }
    template <int Part> void putBelow(double v) {
        if constexpr (Part == Parts) spill(v);
        else {
            const Rounded sum = addExactly(parts_[Part], v);
            parts_[Part] = sum.value;
            if (sum.error != 0) putBelow<Part + 1>(sum.error);
        }
    }
    [[gnu::noinline]] void spill(double v) {
        Rest& rest = rest_.make();
        rest.small.add(v);
        if (rest.nothing()) rest_.reset();
    }
    [[gnu::noinline]] void change(double v, int by) {
        Rest& rest = rest_.make();
        if (v != v) rest.notNumbers += by;
        else if (magnitude(v) > std::numeric_limits<double>::max()) rest.infinite[v < 0] += by;
        else rest.large.add(v / scale * by);
        if (rest.nothing()) rest_.reset();
    }
    void join(const ExactSum& other, int sign) {
        put(sign * other.parts_[0]);
        putLow(sign * other.parts_[1]);
        for (int i = 2; i < Parts; ++i) putLow(sign * other.parts_[i]);
        if (!other.rest_) [[likely]] return;
        Rest& rest = rest_.make();
        for (const double part : other.rest_->small.parts()) rest.small.add(sign * part);
        for (const double part : other.rest_->large.parts()) rest.large.add(sign * part);
        rest.notNumbers += sign * other.rest_->notNumbers;
        for (const int i : {0, 1}) rest.infinite[i] += sign * other.rest_->infinite[i];
        if (rest.nothing()) rest_.reset();
    }

    double parts_[static_cast<std::size_t>(Parts)]{-0.0};  // leaves the first value as it is, -0.0 too
    Seldom<Rest> rest_;
};

}  // namespace rivulet::detail
