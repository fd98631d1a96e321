// SPDX-License-Identifier: BSL-1.0
// PERCENTILE, PERCENTILE_CONT, PERCENTILE_DISC, MEDIAN.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/aggregates/extreme.hpp>
#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/ranked_values.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/cast.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet::functions {

namespace shared {

inline double percentageOf(double share, std::string_view function) {
    if (share >= 0 && share <= 1) return share;
    std::string text;
    appendText(text, share);
    throw DataError("the percentage of " + std::string(function) + " is not between 0 and 1", text);
}
/// The value at a share of the way from the first to the last; between two by their distances.
inline double percentileOf(const detail::RankedValues<double>& values, double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto before = static_cast<std::int64_t>(place);
    const double from = values.at(before), part = place - static_cast<double>(before);
    if (part == 0) return from;
    const double to = values.at(before + 1);
    return from == to ? from : from * (1 - part) + to * part;
}
constexpr bool isFraction(Typing& t, int i) {
    if (t.type(i).isNumeric() && !t.type(i).nullable) return true;
    t.refuse(i, "a number from 0 to 1");
    return false;
}
constexpr bool isDirection(Typing& t, int i) {
    if (t.type(i).root == TypeRoot::boolean && !t.type(i).nullable) return true;
    t.refuse(i, "TRUE or FALSE");
    return false;
}

}  // namespace shared

/// PERCENTILE(N, percentage[, frequency]): the value at that share of the way through the values in their order, between two of them by their distances. DOUBLE;
/// of an ARRAY of percentages an ARRAY<DOUBLE>. The frequency is how often a value counts, 1 if it is not said; what is not above 0 does not. NULLs are skipped;
/// NULL over nothing. The percentage is the same in all rows: any of them is taken (Flink); DataError for one that is not from 0 to 1. Over rows that go as over those
/// that stay a row costs a logarithm.
struct Percentile {
    static constexpr void typing(Typing& t) {
        if (!t.isNull(0) && !t.type(0).isNumeric()) return t.refuse(0, "a number");
        if (t.isNull(0)) t.coerce(0, sqltype::double_);
        if (t.count > 2 && !t.type(2).isInteger()) return t.refuse(2, "an integer");
        const bool nullable = rules::effective(t, 0).nullable || (t.count > 2 && t.type(2).nullable);
        if (t.type(1).root == TypeRoot::array && t.type(1).field(0).type.isNumeric() && !t.type(1).field(0).type.nullable && !t.type(1).nullable)
            return t.make(t.types.array(sqltype::double_), nullable);
        if (shared::isFraction(t, 1)) t.result = sqltype::double_.orNull(nullable);
    }
    static constexpr FunctionInfo info{.name = "PERCENTILE", .minArguments = 2, .maxArguments = 3, .aggregate = true, .typing = &typing};
    template <class A, class P, class... Frequency> using Result = std::conditional_t<detail::isArray<Bare<P>>, std::vector<double>, double>;

    template <class R, bool Retracts, class... A>
    class Accumulator {
        static constexpr bool several = !std::is_same_v<Bare<R>, double>;
        detail::RankedValues<double> values_;
        std::conditional_t<several, std::vector<double>, double> shares_{};
        bool known_{};

        void take(const auto& view, const auto& percentage, std::int64_t n) {
            if (!present(view)) return;
            if (!known_) {
                if constexpr (several)
                    for (const auto& share : percentage) shares_.push_back(shared::percentageOf(detail::number<double>(share), info.name));
                else shares_ = shared::percentageOf(detail::number<double>(percentage), info.name);
                known_ = true;
            }
            values_.change(detail::number<double>(bare(view)), n);
        }
        static std::int64_t timesOf(const auto& frequency) { return present(frequency) && bare(frequency) > 0 ? static_cast<std::int64_t>(bare(frequency)) : 0; }

    public:
        void add(const auto& view, const auto& percentage) { take(view, percentage, 1); }
        void add(const auto& view, const auto& percentage, const auto& frequency) { take(view, percentage, timesOf(frequency)); }
        void retract(const auto& view, const auto& percentage) { take(view, percentage, -1); }
        void retract(const auto& view, const auto& percentage, const auto& frequency) { take(view, percentage, -timesOf(frequency)); }
        void merge(const Accumulator& later) {
            values_.merge(later.values_);
            if (known_ || !later.known_) return;
            shares_ = later.shares_;
            known_ = true;
        }
        R result() const {
            if (values_.size() == 0) {
                if constexpr (Optional<R>) return std::nullopt;
                else detail::throwMissing(info.name);
            }
            if constexpr (several) {
                std::vector<double> all;
                for (const double share : shares_) all.push_back(shared::percentileOf(values_, share));
                return all;
            } else return shared::percentileOf(values_, shares_);
        }
        std::size_t bytes() const { return values_.bytes(); }
    };
};

/// MEDIAN(N): the value in the middle, of an even number the mean of the two there: PERCENTILE(N, 0.5). DOUBLE. An extension: Flink has none.
struct Median {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "N")) t.result = sqltype::double_.orNull(rules::effective(t, 0).nullable);
    }
    static constexpr FunctionInfo info{.name = "MEDIAN", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        detail::RankedValues<double> values_;

    public:
        void add(const auto& view) { if (present(view)) values_.change(detail::number<double>(bare(view)), 1); }
        void retract(const auto& view) { if (present(view)) values_.change(detail::number<double>(bare(view)), -1); }
        void merge(const Accumulator& later) { values_.merge(later.values_); }
        R result() const {
            if (values_.size() > 0) return shared::percentileOf(values_, 0.5);
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing(info.name);
        }
        std::size_t bytes() const { return values_.bytes(); }
    };
};

/// PERCENTILE_CONT(percentage) WITHIN GROUP (ORDER BY N [DESC]) as PERCENTILE_CONT(percentage, N, descending): as PERCENTILE, from the end if descending. DOUBLE. An
/// extension of Flink's SQL, in which PERCENTILE stands for it.
struct PercentileCont {
    static constexpr void typing(Typing& t) {
        if (!shared::isFraction(t, 0) || !shared::isDirection(t, 2)) return;
        if (t.isNull(1)) t.coerce(1, sqltype::double_);
        else if (!t.type(1).isNumeric()) return t.refuse(1, "a number");
        t.result = sqltype::double_.orNull(rules::effective(t, 1).nullable);
    }
    static constexpr FunctionInfo info{.name = "PERCENTILE_CONT", .minArguments = 3, .maxArguments = 3, .aggregate = true, .withinGroup = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        using Inner = Percentile::Accumulator<R, Retracts, A...>;
        Inner inner_;

    public:
        void add(const auto& percentage, const auto& view, bool descending) { inner_.add(view, from(percentage, descending)); }
        void retract(const auto& percentage, const auto& view, bool descending) { inner_.retract(view, from(percentage, descending)); }
        void merge(const Accumulator& later) { inner_.merge(later.inner_); }
        R result() const { return inner_.result(); }
        std::size_t bytes() const { return inner_.bytes(); }

    private:
        static double from(const auto& percentage, bool descending) {
            const double share = detail::number<double>(percentage);
            return descending ? 1 - share : share;
        }
    };
};

/// PERCENTILE_DISC(percentage) WITHIN GROUP (ORDER BY x [DESC]) as PERCENTILE_DISC(percentage, x, descending): the first x, in this order, up to which at least that share
/// of the values is. Of x's type, as MAX. An extension: Flink has none.
struct PercentileDisc {
    static constexpr void typing(Typing& t) {
        if (!shared::isFraction(t, 0) || !shared::isDirection(t, 2)) return;
        Typing order{.arguments = t.arguments + 1, .count = 1};
        shared::extremeOf(order);
        if (order.refused >= 0) return t.refuse(1, order.expected);
        t.result = order.result;
    }
    static constexpr FunctionInfo info{.name = "PERCENTILE_DISC", .minArguments = 3, .maxArguments = 3, .aggregate = true, .withinGroup = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        detail::RankedValues<Bare<R>> values_;
        double share_{};
        bool known_{}, descending_{};

        void take(const auto& percentage, const auto& view, bool descending, std::int64_t n) {
            if (!present(view)) return;
            if (!known_) share_ = shared::percentageOf(detail::number<double>(percentage), info.name);
            known_ = true;
            descending_ = descending;
            values_.change(bare(view), n);
        }

    public:
        void add(const auto& percentage, const auto& view, bool descending) { take(percentage, view, descending, 1); }
        void retract(const auto& percentage, const auto& view, bool descending) { take(percentage, view, descending, -1); }
        void merge(const Accumulator& later) {
            values_.merge(later.values_);
            if (known_ || !later.known_) return;
            share_ = later.share_;
            descending_ = later.descending_;
            known_ = true;
        }
        auto result() const {
            using View = std::remove_cvref_t<decltype(detail::asView(std::declval<const Bare<R>&>()))>;
            const std::int64_t n = values_.size();
            if constexpr (Optional<R>) {
                if (n == 0) return std::optional<View>();
                return std::optional<View>(View(values_.at(place(n))));
            } else {
                if (n == 0) detail::throwMissing(info.name);
                return View(values_.at(place(n)));
            }
        }
        std::size_t bytes() const { return values_.bytes(); }

    private:
        std::int64_t place(std::int64_t n) const {
            auto at = static_cast<std::int64_t>(share_ * static_cast<double>(n));
            if (static_cast<double>(at) == share_ * static_cast<double>(n) && at > 0) --at;
            return descending_ ? n - 1 - at : at;
        }
    };
};

}  // namespace rivulet::functions
