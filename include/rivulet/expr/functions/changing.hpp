// SPDX-License-Identifier: BSL-1.0
// Functions without arguments of the data: the time now, and chance. Computed anew for each row.
#pragma once
#include <cstdint>
#include <ctime>
#include <string>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/civil.hpp>
#include <rivulet/types/cpp_type.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet {
namespace detail {

/// Milliseconds since 1970 in UTC.
inline std::int64_t wallMillis() {
    std::timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// 64 bits by chance, not for secrets: SplitMix64, begun by each thread at another place.
inline std::uint64_t chance() {
    static thread_local std::uint64_t state = [] {
        std::timespec now{};
        clock_gettime(CLOCK_REALTIME, &now);
        static thread_local char here{};
        return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'007u ^ static_cast<std::uint64_t>(now.tv_nsec) << 20 ^ reinterpret_cast<std::uintptr_t>(&here);
    }();
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

}  // namespace detail

namespace functions {

/// CURRENT_DATE, CURRENT_TIME and LOCALTIME (TIME(0)), CURRENT_TIMESTAMP, NOW() and CURRENT_ROW_TIMESTAMP() (TIMESTAMP_LTZ(3)), LOCALTIMESTAMP
/// (TIMESTAMP(3)): the clock's; dates and times of day in the session's zone.
struct CurrentDate {
    static constexpr void typing(Typing& t) { t.result = sqltype::date; }
    static constexpr FunctionInfo info{.name = "CURRENT_DATE", .minArguments = 0, .maxArguments = 0, .spelling = Spelling::special, .deterministic = false, .typing = &typing};
    template <class V> static V call() { return V::fromEpochDay(detail::floorDivide(detail::sessionLocal(detail::wallMillis()), detail::millisPerDay)); }
};
struct CurrentTime {
    static constexpr void typing(Typing& t) { t.result = sqltype::time(0); }
    static constexpr FunctionInfo info{.name = "CURRENT_TIME", .alias = "LOCALTIME", .minArguments = 0, .maxArguments = 0, .spelling = Spelling::special, .deterministic = false,
                                       .typing = &typing};
    template <class V> static V call() { return V::fromNanoOfDay(detail::floorModulo(detail::sessionLocal(detail::wallMillis()), detail::millisPerDay) / 1000 * 1'000'000'000); }
};
struct CurrentTimestamp {
    static constexpr void typing(Typing& t) { t.result = sqltype::timestampLtz(3); }
    static constexpr FunctionInfo info{.name = "CURRENT_TIMESTAMP", .minArguments = 0, .maxArguments = 0, .spelling = Spelling::special, .deterministic = false, .typing = &typing};
    template <class V> static V call() { return V::fromMillis(detail::wallMillis()); }
};
struct Now {
    static constexpr FunctionInfo info{.name = "NOW", .minArguments = 0, .maxArguments = 0, .deterministic = false, .typing = &CurrentTimestamp::typing};
    template <class V> static V call() { return CurrentTimestamp::call<V>(); }
};
struct CurrentRowTimestamp {
    static constexpr FunctionInfo info{.name = "CURRENT_ROW_TIMESTAMP", .minArguments = 0, .maxArguments = 0, .deterministic = false, .typing = &CurrentTimestamp::typing};
    template <class V> static V call() { return CurrentTimestamp::call<V>(); }
};
struct LocalTimestamp {
    static constexpr void typing(Typing& t) { t.result = sqltype::timestamp(3); }
    static constexpr FunctionInfo info{.name = "LOCALTIMESTAMP", .minArguments = 0, .maxArguments = 0, .spelling = Spelling::special, .deterministic = false, .typing = &typing};
    template <class V> static V call() { return V::fromMillis(detail::sessionLocal(detail::wallMillis())); }
};

/// RAND(): a DOUBLE from 0 on, below 1. RAND_INTEGER(bound): an INT from 0 on, below the bound; DataError for one below 1. UUID(): a version 4
/// UUID as CHAR(36).
struct Rand {
    static constexpr void typing(Typing& t) { t.result = sqltype::double_; }
    static constexpr FunctionInfo info{.name = "RAND", .minArguments = 0, .maxArguments = 0, .deterministic = false, .typing = &typing};
    template <class V> static V call() { return static_cast<V>(detail::chance() >> 11) * 0x1p-53; }
};
struct RandInteger {
    static constexpr void typing(Typing& t) { rules::call(t, "I", sqltype::integer); }
    static constexpr FunctionInfo info{.name = "RAND_INTEGER", .minArguments = 1, .maxArguments = 1, .deterministic = false, .typing = &typing};
    template <class V> static V call(std::int64_t bound) {
        if (bound < 1) throw DataError("the bound of RAND_INTEGER must be positive", std::to_string(bound));
        const std::uint64_t below = static_cast<std::uint64_t>(bound < 2147483647 ? bound : 2147483647);
        return static_cast<V>((detail::chance() >> 32) * below >> 32);
    }
};
struct Uuid {
    static constexpr void typing(Typing& t) { t.result = sqltype::char_(36); }
    static constexpr FunctionInfo info{.name = "UUID", .minArguments = 0, .maxArguments = 0, .deterministic = false, .typing = &typing};
    template <class V> static V call() {
        const std::uint64_t high = (detail::chance() & ~std::uint64_t{0xF000}) | 0x4000, low = (detail::chance() >> 2) | std::uint64_t{1} << 63;
        V out;
        for (int i = 0; i < 32; ++i) {
            if (i == 8 || i == 12 || i == 16 || i == 20) out += '-';
            out += "0123456789abcdef"[(i < 16 ? high >> (60 - 4 * i) : low >> (60 - 4 * (i - 16))) & 15];
        }
        return out;
    }
};

}  // namespace functions
}  // namespace rivulet
