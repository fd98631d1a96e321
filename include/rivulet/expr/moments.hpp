// SPDX-License-Identifier: BSL-1.0
// Sums of numbers and of their products, of which variances, covariances and regressions are made.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include <rivulet/expr/exact_sum.hpp>

namespace rivulet::detail {

/// n * products - x * y, where `products` is the sum of the products of n pairs, x and y the sums of their parts: n * n times their covariance. As exact as
/// its result can be, so that values that are equal have no variance at all.
inline double centered(std::int64_t n, const ExactSum<4>& products, const ExactSum<>& x, const ExactSum<>& y) {
    const double count = static_cast<double>(n);
    if (Rounded p{}, a{}, b{}; products.asPair(p) && x.asPair(a) && y.asPair(b)) {
        Rounded plus = multiplyExactly(p.value, count), minus = multiplyExactly(a.value, b.value);
        plus.error += p.error * count;
        minus.error += a.value * b.error + a.error * b.value;
        const Rounded difference = addExactly(plus.value, -minus.value);
        const double result = difference.value + (difference.error + (plus.error - minus.error));
        if (magnitude(result) > 0x1p-30 * magnitude(plus.value)) return result;  // else most digits have cancelled
    }
    const Expansion ofProducts = products.finite(), ofX = x.finite(), ofY = y.finite();
    Expansion all;
    for (const double p : ofProducts.parts()) all.add(multiplyExactly(p, count));
    for (const double a : ofX.parts())
        for (const double b : ofY.parts()) all.add(multiplyExactly(-a, b));
    return all.rounded();
}

/// Of n pairs of numbers x and y the sums that the variances and the covariance are made of. `Pairs` false: y is x.
template <bool Pairs>
class Sums;

template <>
class Sums<false> {
    ExactSum<> x_;
    ExactSum<4> xx_;

public:
    void add(double x, double) {
        x_.add(x);
        xx_.add(multiplyExactly(x, x));
    }
    void subtract(double x, double) {
        x_.subtract(x);
        xx_.subtract(multiplyExactly(x, x));
    }
    /// `f(mine, the other's, how many factors it has)` of each sum.
    template <class F> void with(const Sums& other, F f) {
        f(x_, other.x_, 1);
        f(xx_, other.xx_, 2);
    }
    bool isZero() const { return xx_.isZero(); }
    double xx(std::int64_t n) const { return centered(n, xx_, x_, x_); }
    std::size_t bytes() const { return x_.bytes() + xx_.bytes(); }
};
template <>
class Sums<true> {
    ExactSum<> x_, y_;
    ExactSum<4> xx_, xy_, yy_;

public:
    void add(double x, double y) {
        x_.add(x);
        y_.add(y);
        xx_.add(multiplyExactly(x, x));
        xy_.add(multiplyExactly(x, y));
        yy_.add(multiplyExactly(y, y));
    }
    void subtract(double x, double y) {
        x_.subtract(x);
        y_.subtract(y);
        xx_.subtract(multiplyExactly(x, x));
        xy_.subtract(multiplyExactly(x, y));
        yy_.subtract(multiplyExactly(y, y));
    }
    template <class F> void with(const Sums& other, F f) {
        f(x_, other.x_, 1);
        f(y_, other.y_, 1);
        f(xx_, other.xx_, 2);
        f(xy_, other.xy_, 2);
        f(yy_, other.yy_, 2);
    }
    bool isZero() const { return xx_.isZero() && yy_.isZero(); }
    double x() const { return x_.result(); }
    double y() const { return y_.result(); }
    double xx(std::int64_t n) const { return centered(n, xx_, x_, x_); }
    double xy(std::int64_t n) const { return centered(n, xy_, x_, y_); }
    double yy(std::int64_t n) const { return centered(n, yy_, y_, y_); }
    std::size_t bytes() const { return x_.bytes() + y_.bytes() + xx_.bytes() + xy_.bytes() + yy_.bytes(); }
};

/// Sums of pairs that come and go. Infinities and NaN are counted; pairs with a number beyond 2^450, whose square could leave the doubles, are summed apart,
/// over a scale.
template <bool Pairs>
class Moments {
public:
    void add(double x, double y) {
        ++count_;
        if (ordinary(x, y)) [[likely]] sums_.add(x, y);
        else if (Rest& rest = rest_.make(); finite(x, y)) rest.sums.add(x / scale, y / scale);
        else ++rest.notFinite;
    }
    void subtract(double x, double y) {
        --count_;
        if (ordinary(x, y)) [[likely]] return sums_.subtract(x, y);
        Rest& rest = rest_.make();
        if (finite(x, y)) rest.sums.subtract(x / scale, y / scale);
        else --rest.notFinite;
        if (rest.nothing()) rest_.reset();
    }
    void merge(const Moments& later) {
        count_ += later.count_;
        join(later, 1, [](auto& mine, const auto& other, int) { mine.merge(other); });
    }
    void unmerge(const Moments& earlier) {
        count_ -= earlier.count_;
        join(earlier, -1, [](auto& mine, const auto& other, int) { mine.unmerge(other); });
    }
    void clear() { *this = Moments(); }
    std::int64_t count() const { return count_; }
    bool anyNotFinite() const { return rest_ && rest_->notFinite > 0; }
    /// `f(sums, scale)`: the sums of all pairs, each number divided by the scale; not asked where one is not finite.
    template <class F> auto withSums(F f) const {
        if (!rest_) [[likely]] return f(sums_, 1.0);
        Sums<Pairs> all = rest_->sums;
        all.with(sums_, [](auto& mine, const auto& other, int factors) {
            const Expansion ordinary = other.finite();
            for (const double part : ordinary.parts()) mine.add(factors == 1 ? part / scale : part / scale / scale);
        });
        return f(all, scale);
    }
    std::size_t bytes() const { return sums_.bytes() + rest_.bytes(); }

private:
    static constexpr double scale = 0x1p600;
    struct Rest {
        Sums<Pairs> sums{};
        std::int64_t notFinite{};
        bool nothing() const { return notFinite == 0 && sums.isZero(); }
        std::size_t bytes() const { return sums.bytes(); }
    };
    static bool ordinary(double x, double y) { return magnitude(x) < 0x1p450 && (!Pairs || magnitude(y) < 0x1p450); }
    static bool finite(double x, double y) { return magnitude(x) <= std::numeric_limits<double>::max() && (!Pairs || magnitude(y) <= std::numeric_limits<double>::max()); }

    template <class F> void join(const Moments& other, int sign, F f) {
        sums_.with(other.sums_, f);
        if (!other.rest_) [[likely]] return;
        Rest& rest = rest_.make();
        rest.sums.with(other.rest_->sums, f);
        rest.notFinite += sign * other.rest_->notFinite;
        if (rest.nothing()) rest_.reset();
    }

    std::int64_t count_{};
    Sums<Pairs> sums_;
    Seldom<Rest> rest_;
};

}  // namespace rivulet::detail
