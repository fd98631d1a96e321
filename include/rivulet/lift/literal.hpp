// SPDX-License-Identifier: BSL-1.0
// Literals of a plan as constants. Their text is converted while compiling; text itself becomes part of the type, so
// that equal literals of different queries share code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/lift/double_literal.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/types/cast.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::detail::lifted {

template <class T, T V>
struct Constant {
    template <class R, class C> static constexpr T of(const R&, const C&) { return V; }
};
template <StaticText Text>
struct Characters {
    template <class R, class C> static constexpr std::string_view of(const R&, const C&) { return Text.view(); }
};
template <TypeRoot Root, int P, int S>
constexpr auto literalValue(std::string_view text, bool negative) {
    if constexpr (Root == TypeRoot::double_) return negative ? -nearestDouble(text) : nearestDouble(text);
    else if constexpr (Root == TypeRoot::decimal) return negative ? -Decimal<P, S>(text) : Decimal<P, S>(text);
    else return castValue(CastTo<Root, P, S>{}, text);
}

/// Any other type, from its text as CAST reads it: DOUBLE, DECIMAL, dates, times.
template <TypeRoot Root, int P, int S, bool Negative, StaticText Text>
struct Converted {
    using Type = CppType<Root, P, S>;
    static constexpr Type value = literalValue<Root, P, S>(Text.view(), Negative);
    template <class R, class C> static constexpr const Type& of(const R&, const C&) { return value; }
};

/// X'1F': the bytes that the hexadecimal digits spell.
template <StaticText Digits>
struct Octets {
    template <class R, class C> static const Bytes& of(const R&, const C&) {
        static const Bytes bytes = [] {
            constexpr auto digit = [](char c) { return c <= '9' ? c - '0' : (c & 15) + 9; };
            Bytes b;
            for (std::size_t i = 0; i + 1 < Digits.view().size(); i += 2)
                b.push_back(static_cast<std::byte>(digit(Digits.view()[i]) << 4 | digit(Digits.view()[i + 1])));
            return b;
        }();
        return bytes;
    }
};
template <class T, auto Value>
struct Interval {
    static constexpr T value{Value};
    template <class R, class C> static constexpr const T& of(const R&, const C&) { return value; }
};

template <class Tag, int E>
consteval auto textOf() {
    return staticText<[](TextWriter& w) { w << physicalOf<Tag>.exprs[E].text; }>();
}

template <class Tag, int E>
consteval auto literalOf() {
    constexpr SqlType t = physicalOf<Tag>.exprs[E].type;
    if constexpr (t.root == TypeRoot::boolean) return Constant<bool, physicalOf<Tag>.exprs[E].integer != 0>{};
    else if constexpr (t.root == TypeRoot::integer) return Constant<std::int32_t, static_cast<std::int32_t>(physicalOf<Tag>.exprs[E].integer)>{};
    else if constexpr (t.root == TypeRoot::bigint) return Constant<std::int64_t, static_cast<std::int64_t>(physicalOf<Tag>.exprs[E].integer)>{};
    else if constexpr (t.isCharacter()) return Characters<textOf<Tag, E>()>{};
    else if constexpr (t.isBinary()) return Octets<textOf<Tag, E>()>{};
    else if constexpr (t.root == TypeRoot::intervalYearMonth) return Interval<IntervalYearMonth, static_cast<std::int32_t>(physicalOf<Tag>.exprs[E].integer)>{};
    else if constexpr (t.root == TypeRoot::intervalDayTime) return Interval<IntervalDayTime, static_cast<std::int64_t>(physicalOf<Tag>.exprs[E].integer)>{};
    else return Converted<t.root, t.precision, t.scale, physicalOf<Tag>.exprs[E].index == 1, textOf<Tag, E>()>{};
}

}  // namespace rivulet::detail::lifted
