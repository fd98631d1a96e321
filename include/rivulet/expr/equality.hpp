// SPDX-License-Identifier: BSL-1.0
// Whether two values are the same, in three-valued logic for `=` and in two-valued for IS DISTINCT FROM: also of arrays, maps and rows, with NULLs in them.
#pragma once
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/expr/compare.hpp>
#include <rivulet/expr/element.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/derive.hpp>

namespace rivulet::detail {

template <class T> concept RowValue = !std::is_arithmetic_v<T> && requires { SqlTraits<T>::isComposite; };
template <class T> concept MapValue = requires { typename T::key_type; typename T::mapped_type; };
template <class T> concept ArrayValue = ElementSequence<T> && !MapValue<T> && !std::is_same_v<typename T::value_type, std::byte>;

/// Arrays, maps, multisets and rows: equal if all that is in them is.
template <class T> inline constexpr bool hasParts = RowValue<T> || MapValue<T> || ArrayValue<T>;

template <class A, class B> constexpr bool distinctParts(const A& a, const B& b);

/// Takes the parts of two values pair by pair until `take` says false; false if they have not the same parts at all.
template <class A, class B, class Take>
constexpr bool partsMeet(const A& a, const B& b, Take take) {
    if constexpr (RowValue<A>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            (void)(take(Reflection<A>::template get<static_cast<int>(I)>(a), Reflection<B>::template get<static_cast<int>(I)>(b)) && ...);
            return true;
        }(std::make_index_sequence<static_cast<std::size_t>(Reflection<A>::count)>{});
    } else {
        if (a.size() != b.size()) return false;
        if constexpr (MapValue<A>) {
            const auto find = [&](const auto& key) {
                if constexpr (std::is_same_v<typename A::key_type, typename B::key_type>) return b.find(key);
                else {
                    auto at = b.begin();
                    while (at != b.end() && distinctParts(key, at->first)) ++at;
                    return at;
                }
            };
            for (const auto& [key, value] : a) {
                const auto other = find(key);
                if (other == b.end()) return false;
                if (!take(value, other->second)) break;
            }
        } else {
            auto other = b.begin();
            for (const typename A::value_type& element : a) {
                const typename B::value_type& against = *other;
                if (!take(element, against)) break;
                ++other;
            }
        }
        return true;
    }
}

/// a IS DISTINCT FROM b: NULL is NULL, however deep.
template <class A, class B>
constexpr bool distinctParts(const A& a, const B& b) {
    if (!present(a) || !present(b)) return present(a) != present(b);
    if constexpr (hasParts<Bare<A>>) {
        bool same = true;
        return !partsMeet(bare(a), bare(b), [&](const auto& x, const auto& y) { return same = !distinctParts(x, y); }) || !same;
    } else if constexpr (std::is_same_v<A, std::nullopt_t> || std::is_same_v<B, std::nullopt_t>) return false;
    else return !equalValues(elementValue(a), elementValue(b));
}

/// a = b: of rows FALSE where something in them differs, else UNKNOWN where something is NULL; arrays and maps with a NULL are not equal, even one to
/// itself (Flink). A bool where nothing can be NULL.
template <class A, class B>
constexpr auto equal3(const A& a, const B& b) {
    if constexpr (hasParts<Bare<A>> && !RowValue<Bare<A>>) {
        const auto same = [&] {
            bool all = true;
            return partsMeet(bare(a), bare(b), [&all](const auto& x, const auto& y) { return all = isTrue(equal3(x, y)); }) && all;
        };
        if constexpr (Optional<A> || Optional<B>) return present(a) && present(b) ? std::optional<bool>(same()) : std::nullopt;
        else return same();
    } else if constexpr (hasParts<Bare<A>>) {
        if (!present(a) || !present(b)) return std::optional<bool>();
        std::optional<bool> all = true;
        const bool meet = partsMeet(bare(a), bare(b), [&](const auto& x, const auto& y) {
            const std::optional<bool> equal = equal3(x, y);
            if (isFalse(equal)) all = false;
            else if (!equal && all) all.reset();
            return !isFalse(equal);
        });
        return meet ? all : std::optional<bool>(false);
    } else if constexpr (Optional<A> || Optional<B>) return present(a) && present(b) ? std::optional<bool>(equalValues(elementValue(a), elementValue(b))) : std::nullopt;
    else return equalValues(elementValue(a), elementValue(b));
}

/// Whether a value that is there has a NULL in it, however deep: it equals nothing then.
template <class T>
constexpr bool hasNullInside(const T& value) {
    if constexpr (Optional<T>) return !value || hasNullInside(*value);
    else if constexpr (RowValue<T>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (hasNullInside(Reflection<T>::template get<static_cast<int>(I)>(value)) || ... || false);
        }(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{});
    } else if constexpr (MapValue<T>) {
        for (const auto& entry : value)
            if (hasNullInside(entry.second)) return true;
        return false;
    } else if constexpr (ArrayValue<T>) {
        for (const typename T::value_type& element : value)
            if (hasNullInside(element)) return true;
        return false;
    } else return false;
}

}  // namespace rivulet::detail
