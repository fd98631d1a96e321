// SPDX-License-Identifier: BSL-1.0
// Arrays and maps: element access, CARDINALITY, ELEMENT.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <rivulet/expr/compare.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/mapping_error.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::functions {

namespace shared {

template <class T> concept MapLike = requires { typename T::mapped_type; typename T::key_type; };

// What a container holds, without optional, as the plan's canonical type.
template <class E> struct CanonicalOf { using type = E; };
template <SqlMapped E> struct CanonicalOf<E> { using type = typename SqlTraits<E>::Value; };
template <class A> struct ElementOf { using type = typename CanonicalOf<Bare<typename A::value_type>>::type; };
template <MapLike A> struct ElementOf<A> { using type = typename CanonicalOf<Bare<typename A::mapped_type>>::type; };

// An element as V, or nothing where it is NULL.
template <class V, class E>
constexpr std::optional<V> elementAs(const E& element) {
    if (!present(element)) return std::nullopt;
    if constexpr (SqlMapped<E>) {
        decltype(auto) value = SqlTraits<E>::toValue(element);
        return convertTo<V>(bare(value));
    } else return convertTo<V>(bare(element));
}

}  // namespace shared

/// a[i] counts from 1, NULL outside; m['k'] is NULL for an absent key. A literal index below 1 is refused.
struct Item {
    static constexpr void typing(Typing& t) {
        const SqlType a = t.type(0), i = t.type(1);
        if (a.root == TypeRoot::array) {
            if (t.isNull(1)) t.coerce(1, sqltype::integer);
            else if (!i.isInteger() || (t.arguments[1].isLiteral && t.arguments[1].integer < 1)) return t.refuse(1, "an index from 1 on");
            t.result = a.field(0).type.orNull(true);
        } else if (a.root == TypeRoot::map) {
            const SqlType key = a.field(0).type;
            const bool fits = (key.isCharacter() && i.isCharacter()) || (key.isInteger() && i.isInteger()) || sameType(key, i);
            if (t.isNull(1)) t.coerce(1, key);
            else if (!fits) return t.refuse(1, key.isCharacter() ? "text" : key.isInteger() ? "an integer" : "a key of the map's type");
            t.result = a.field(1).type.orNull(true);
        } else t.refuse(0, "an array or a map");
    }
    static constexpr FunctionInfo info{.name = "ITEM", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::special, .slices = true, .typing = &typing};
    template <class A, class I> using Result = typename shared::ElementOf<Bare<A>>::type;
    template <class V, class A, class I> static constexpr std::optional<V> call(const A& a, const I& i) {
        if constexpr (shared::MapLike<A>) {
            using Key = typename A::key_type;
            if constexpr (std::is_integral_v<Key> && std::is_integral_v<I>) {
                if (static_cast<I>(static_cast<Key>(i)) != i) return std::nullopt;  // no such key can be there
                const auto found = a.find(static_cast<Key>(i));
                return found == a.end() ? std::nullopt : shared::elementAs<V>(found->second);
            } else {
                const auto found = a.find(Key(i));
                return found == a.end() ? std::nullopt : shared::elementAs<V>(found->second);
            }
        } else {
            if (i < 1 || static_cast<std::uint64_t>(i) > a.size()) return std::nullopt;
            return shared::elementAs<V>(a[static_cast<std::size_t>(i) - 1]);
        }
    }
};

/// CARDINALITY(array or map): the number of its elements; INT.
struct Cardinality {
    static constexpr void typing(Typing& t) {
        if (t.type(0).root != TypeRoot::array && t.type(0).root != TypeRoot::map) return t.refuse(0, "an array or a map");
        t.result = sqltype::integer.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "CARDINALITY", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V, class A> static constexpr V call(const A& a) { return static_cast<V>(a.size()); }
};

/// ELEMENT(array): its only element, NULL if it is empty; DataError for more than one.
struct Element {
    static constexpr void typing(Typing& t) {
        if (t.type(0).root != TypeRoot::array) return t.refuse(0, "an array");
        t.result = t.type(0).field(0).type.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "ELEMENT", .minArguments = 1, .maxArguments = 1, .slices = true, .typing = &typing};
    template <class A> using Result = typename shared::ElementOf<Bare<A>>::type;
    template <class V, class A> static constexpr std::optional<V> call(const A& a) {
        if (a.size() > 1) throw DataError("ELEMENT of an array with more than one element");
        if (a.size() == 0) return std::nullopt;
        return shared::elementAs<V>(a[0]);
    }
};

}  // namespace rivulet::functions
