// SPDX-License-Identifier: BSL-1.0
// BIT_AND, BIT_OR, BIT_XOR, BOOL_AND, BOOL_OR: digit by digit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void bitsOf(Typing& t) {
    if (rules::arguments(t, "I")) t.result = rules::effective(t, 0);
}
constexpr void truthsOf(Typing& t) {
    if (rules::arguments(t, "B")) t.result = rules::effective(t, 0);
}

/// How often a value came, and of each of its bits (BOOLEAN has one) how often it was set: all that AND, OR and XOR ask for, and what is taken back leaves nothing.
template <class V>
class BitCounts {
    using U = std::make_unsigned_t<std::conditional_t<std::is_same_v<V, bool>, std::uint8_t, V>>;
    static constexpr std::size_t bits = std::is_same_v<V, bool> ? 1 : sizeof(V) * 8;
    std::int64_t values_{}, set_[bits]{};

public:
    constexpr void change(V v, std::int64_t n) {
        values_ += n;
        for (std::size_t i = 0; i < bits; ++i) set_[i] += static_cast<U>(v) >> i & 1 ? n : 0;
    }
    constexpr void join(const BitCounts& other, std::int64_t sign) {
        values_ += sign * other.values_;
        for (std::size_t i = 0; i < bits; ++i) set_[i] += sign * other.set_[i];
    }
    constexpr std::int64_t values() const { return values_; }
    /// The bits of which `keep(how often set, how many values)` is true.
    template <class F> constexpr V bitsWhere(F keep) const {
        U all = 0;
        for (std::size_t i = 0; i < bits; ++i) all = static_cast<U>(all | static_cast<U>(static_cast<U>(keep(set_[i], values_)) << i));
        return static_cast<V>(all);
    }
};

/// Op: `static V combine(V, V)` over rows that only come, `static bool keeps(how often set, how many values)`.
template <class Op, class R, bool Retracts>
class Bits {
    using V = Bare<R>;
    std::optional<V> all_;

public:
    constexpr void add(const auto& view) {
        if (present(view)) all_ = all_ ? Op::template combine<V>(*all_, bare(view)) : bare(view);
    }
    constexpr void merge(const Bits& later) { add(later.all_); }
    constexpr R result() const {
        if constexpr (Optional<R>) return all_;
        else {
            if (!all_) detail::throwMissing(Op::name);
            return *all_;
        }
    }
};
template <class Op, class R>
class Bits<Op, R, true> {
    BitCounts<Bare<R>> counts_;

public:
    constexpr void add(const auto& view) { if (present(view)) counts_.change(bare(view), 1); }
    constexpr void retract(const auto& view) { if (present(view)) counts_.change(bare(view), -1); }
    constexpr void merge(const Bits& later) { counts_.join(later.counts_, 1); }
    constexpr void unmerge(const Bits& earlier) { counts_.join(earlier.counts_, -1); }
    constexpr R result() const {
        if (counts_.values() <= 0) {
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing(Op::name);
        }
        return counts_.bitsWhere([](std::int64_t set, std::int64_t values) { return Op::keeps(set, values); });
    }
};

struct AllSet {
    static constexpr std::string_view name = "BIT_AND";
    template <class V> static constexpr V combine(V a, V b) { return static_cast<V>(a & b); }
    static constexpr bool keeps(std::int64_t set, std::int64_t values) { return set >= values; }
};
struct AnySet {
    static constexpr std::string_view name = "BIT_OR";
    template <class V> static constexpr V combine(V a, V b) { return static_cast<V>(a | b); }
    static constexpr bool keeps(std::int64_t set, std::int64_t) { return set > 0; }
};
struct OddSet {
    static constexpr std::string_view name = "BIT_XOR";
    template <class V> static constexpr V combine(V a, V b) { return static_cast<V>(a ^ b); }
    static constexpr bool keeps(std::int64_t set, std::int64_t) { return set % 2 != 0; }
};

}  // namespace shared

/// BIT_AND(I), BIT_OR(I), BIT_XOR(I): of integers, bit by bit, of their type. NULLs are skipped; NULL over nothing. An extension: Flink has none.
struct BitAnd {
    static constexpr FunctionInfo info{.name = "BIT_AND", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::bitsOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Bits<shared::AllSet, R, Retracts>;
};
struct BitOr {
    static constexpr FunctionInfo info{.name = "BIT_OR", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::bitsOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Bits<shared::AnySet, R, Retracts>;
};
struct BitXor {
    static constexpr FunctionInfo info{.name = "BIT_XOR", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::bitsOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Bits<shared::OddSet, R, Retracts>;
};

/// BOOL_AND(B), EVERY(B): whether all are true; BOOL_OR(B): whether any is. NULLs are skipped; NULL over nothing. An extension: Flink has none.
struct BoolAnd {
    static constexpr FunctionInfo info{.name = "BOOL_AND", .alias = "EVERY", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::truthsOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Bits<shared::AllSet, R, Retracts>;
};
struct BoolOr {
    static constexpr FunctionInfo info{.name = "BOOL_OR", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::truthsOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Bits<shared::AnySet, R, Retracts>;
};

}  // namespace rivulet::functions
