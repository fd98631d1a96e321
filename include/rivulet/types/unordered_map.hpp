// SPDX-License-Identifier: BSL-1.0
// std::unordered_map as MAP<K, V>. A header of its own, so that only those who use it pay for the include.
#pragma once
#include <unordered_map>

#include <rivulet/types/sql_text.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {

template <class K, class V, class H, class E, class A>
inline constexpr bool isView<std::unordered_map<K, V, H, E, A>> = isView<K> || isView<V>;
template <class K, class V, class H, class E, class A>
struct detail::MappingError<std::unordered_map<K, V, H, E, A>> : detail::MappingError<std::map<K, V>> {};

/// Prints in the order of its buckets.
template <class K, class V, class H, class E, class A>
struct SqlTraits<std::unordered_map<K, V, H, E, A>> : detail::SameTraits<std::unordered_map<K, V, H, E, A>> {
    static constexpr SqlType type{TypeRoot::map, false, 0, 0, &detail::MapTypeDetail<K, V>::detail};
};
template <class K, class V, class H, class E, class A>
struct TextOf<std::unordered_map<K, V, H, E, A>> {
    static void append(std::string& out, const std::unordered_map<K, V, H, E, A>& v) {
        detail::appendList(out, v, '{', '}', [&out](const auto& e) {
            TextOf<K>::append(out, e.first);
            out += '=';
            TextOf<V>::append(out, e.second);
        });
    }
};
template <class K, class V, class H, class E, class A>
struct SqlTextOf<std::unordered_map<K, V, H, E, A>> {
    static void append(std::string& out, const std::unordered_map<K, V, H, E, A>& v) {
        detail::appendList(out, v, '{', '}', [&out](const auto& e) {
            SqlTextOf<K>::append(out, e.first);
            out += '=';
            SqlTextOf<V>::append(out, e.second);
        });
    }
};

}  // namespace rivulet
