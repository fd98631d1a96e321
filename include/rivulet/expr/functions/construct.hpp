// SPDX-License-Identifier: BSL-1.0
// ARRAY[..], MAP[..] and ROW(..).
#pragma once
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <rivulet/core/numbered_names.hpp>
#include <rivulet/expr/element.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/reflect/row.hpp>

namespace rivulet::functions {

namespace shared {

// Arguments first, first + step, .. become elements of one type.
constexpr SqlType elements(Typing& t, int first, int step) {
    const SqlType type = rules::common(t, first, step);
    for (int i = first; t.refused < 0 && i < t.count; i += step)
        if (!(t.type(i).isCharacter() && type.isCharacter())) t.coerce(i, type);
    return type;
}

}  // namespace shared

/// ARRAY[a, b, ..]: elements of the common type; nullable elements if one is nullable. NOT NULL.
struct Array {
    static constexpr void typing(Typing& t) {
        const SqlType element = shared::elements(t, 0, 1);
        if (t.refused < 0) t.make(t.types.array(element), false);
    }
    static constexpr FunctionInfo info{.name = "ARRAY", .minArguments = 1, .maxArguments = -1, .spelling = Spelling::special, .strict = false, .typing = &typing};
    template <class... A> using Result = std::vector<typename detail::ElementOfAll<A...>::Type>;
    template <class R, class... A> static constexpr R call(const A&... value) {
        R array;
        array.reserve(sizeof...(A));
        (array.push_back(detail::elementFrom<typename R::value_type>(value)), ...);
        return array;
    }
};

/// MAP[key, value, key, value, ..]: keys of one type, values of one. Of equal keys the last counts. NOT NULL.
struct Map {
    static constexpr void typing(Typing& t) {
        if (t.count % 2 != 0) return t.refuse(t.count - 1, "a value for each key");
        const SqlType key = shared::elements(t, 0, 2);
        if (t.refused >= 0) return;
        if (!rules::isOrdered(key)) return t.refuse(0, rules::orderedKey);
        const SqlType value = shared::elements(t, 1, 2);
        if (t.refused < 0) t.make(t.types.map(key, value), false);
    }
    static constexpr FunctionInfo info{.name = "MAP", .minArguments = 2, .maxArguments = -1, .spelling = Spelling::special, .strict = false, .typing = &typing};

    template <class Keys, class... A> struct ResultOf;
    template <std::size_t... I, class... A>
    struct ResultOf<std::index_sequence<I...>, A...> {
        template <std::size_t J> using At = std::tuple_element_t<J, std::tuple<A...>>;
        using Type = std::map<typename detail::ElementOfAll<At<2 * I>...>::Type, typename detail::ElementOfAll<At<2 * I + 1>...>::Type>;
    };
    template <class... A> using Result = typename ResultOf<std::make_index_sequence<sizeof...(A) / 2>, A...>::Type;
    template <class R, class... A> static constexpr R call(const A&... value) {
        R map;
        const std::tuple<const A&...> values(value...);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (map.insert_or_assign(detail::elementFrom<typename R::key_type>(std::get<2 * I>(values)), detail::elementFrom<typename R::mapped_type>(std::get<2 * I + 1>(values))), ...);
        }(std::make_index_sequence<sizeof...(A) / 2>{});
        return map;
    }
};

/// ROW(a, b, ..) and (a, b, ..): fields `EXPR$0`, `EXPR$1`, .. of the values' types. NOT NULL.
struct MakeRow {
    static constexpr void typing(Typing& t) {
        TypeField fields[TypePool::mostFields]{};
        if (t.count > TypePool::mostFields) return t.refuse(TypePool::mostFields, "at most 64 fields");
        for (int i = 0; i < t.count; ++i) {
            if (t.isNull(i)) return t.refuse(i, "a value with a type, such as CAST(NULL AS INT)");
            fields[i] = {anonymousName(i, true), t.type(i)};
        }
        t.make(t.types.nested(TypeRoot::row, fields, t.count), false);
    }
    static constexpr FunctionInfo info{.name = "ROW", .minArguments = 1, .maxArguments = -1, .spelling = Spelling::special, .strict = false, .typing = &typing};
    template <class... A> using Result = rivulet::Row<detail::OwnElementOf<A>...>;
    template <class R, class... A> static constexpr R call(const A&... value) { return R(RowKind::insert, detail::OwnElementOf<A>(value)...); }
};

}  // namespace rivulet::functions
