// SPDX-License-Identifier: BSL-1.0
// Functions that need the rules of time zones by name. They are a library that not every program links: <rivulet/connector/zones.hpp>.
#pragma once
#include <optional>
#include <string_view>
#include <type_traits>

#include <rivulet/expr/date_format.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet {

/// Defined by <rivulet/connector/zones.hpp>, for any `Dependent`:
///
///     static const TimeZone& find(std::string_view name, int argument);   // argument: 0 or 1, for what is kept; DataError for an unknown one
template <class Dependent> struct ZoneEngine;

namespace functions {

namespace shared {

struct NoZoneEngine {
    static const TimeZone& find(std::string_view, int);
};
template <class V> consteval auto zoneEngine() {
    if constexpr (requires { sizeof(ZoneEngine<V>); }) return std::type_identity<ZoneEngine<V>>{};
    else {
        static_assert(sizeof(V) == 0, "rivulet: CONVERT_TZ needs #include <rivulet/connector/zones.hpp> and the CMake target rivulet::zones");
        return std::type_identity<NoZoneEngine>{};
    }
}

}  // namespace shared

/// CONVERT_TZ(text, from, to): a timestamp `yyyy-MM-dd HH:mm:ss` of one zone as the clocks of another show it; NULL where the text is none.
struct ConvertTz {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "TTT")) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "CONVERT_TZ", .minArguments = 3, .maxArguments = 3, .engine = "connector/zones.hpp", .typing = &typing};
    template <class V> static std::optional<V> call(std::string_view text, std::string_view from, std::string_view to) {
        using Engine = typename decltype(shared::zoneEngine<V>())::type;
        detail::Instant moment;
        if (!detail::readFormatted(text, "yyyy-MM-dd HH:mm:ss", true, moment)) return std::nullopt;
        moment.millis = Engine::find(to, 1).toLocal(Engine::find(from, 0).toUtc(moment.millis));
        V out;
        detail::appendFormatted(out, moment, "yyyy-MM-dd HH:mm:ss");
        return out;
    }
};

}  // namespace functions

}  // namespace rivulet
