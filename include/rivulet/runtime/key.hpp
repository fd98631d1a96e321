// SPDX-License-Identifier: BSL-1.0
// Hash and equality of keys: what groups rows.
#pragma once
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text_hash.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/runtime/owning.hpp>

namespace rivulet {

namespace detail {

constexpr std::size_t mixHash(std::size_t x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15u;
    return x ^ (x >> 29);
}

enum class KeyForm : unsigned char { none, number, floating, text, optional, elements, entries, parts, value, standard, fields };

template <class T> inline constexpr bool isOptionalKey = false;
template <class T> inline constexpr bool isOptionalKey<std::optional<T>> = true;
template <class T> inline constexpr bool isElementsKey = false;
template <class T, class A> inline constexpr bool isElementsKey<std::vector<T, A>> = true;
template <class T, std::size_t N> inline constexpr bool isElementsKey<std::array<T, N>> = true;
template <class T> inline constexpr bool isPartsKey = false;
template <class... T> inline constexpr bool isPartsKey<std::tuple<T...>> = true;
template <class A, class B> inline constexpr bool isPartsKey<std::pair<A, B>> = true;

template <class T>
consteval KeyForm keyForm() {
    if constexpr (std::is_void_v<T>) return KeyForm::none;
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) return KeyForm::number;
    else if constexpr (std::is_floating_point_v<T>) return KeyForm::floating;
    else if constexpr (std::is_pointer_v<T> || std::is_reference_v<T>) return KeyForm::none;
    else if constexpr (requires(const T& v) { { hash_value(v) } -> std::convertible_to<std::size_t>; }) return KeyForm::value;
    else if constexpr (std::is_convertible_v<const T&, std::string_view>) return KeyForm::text;
    else if constexpr (isOptionalKey<T>) return KeyForm::optional;
    else if constexpr (isElementsKey<T>) return KeyForm::elements;
    else if constexpr (requires { typename T::key_type; typename T::mapped_type; }) return KeyForm::entries;
    else if constexpr (isPartsKey<T>) return KeyForm::parts;
    else if constexpr (requires(const T& v) { { std::hash<T>{}(v) } -> std::convertible_to<std::size_t>; }) return KeyForm::standard;
    else if constexpr (std::is_aggregate_v<T> && reflectionError<T>.code == ErrorCode::none) return KeyForm::fields;
    else return KeyForm::none;
}

// The bits of SQL's two floating types; others have none that can be compared.
template <class T> inline constexpr bool hasBits = std::is_same_v<T, float> || std::is_same_v<T, double>;
constexpr auto bitsOf(float v) { return std::bit_cast<std::uint32_t>(v); }
constexpr auto bitsOf(double v) { return std::bit_cast<std::uint64_t>(v); }

// ByBits: 0.0 and -0.0 are two keys.
template <bool ByBits>
struct HashOf {
    template <class T>
    constexpr std::size_t operator()(const T& key) const {
        using detail::KeyForm, detail::mixHash, detail::hashText;
        constexpr KeyForm form = detail::keyForm<T>();
        if constexpr (form == KeyForm::number) return mixHash(static_cast<std::size_t>(key));
        else if constexpr (form == KeyForm::floating) {  // all NaN are one key
            if (key != key) return 0x7FF8;
            if constexpr (ByBits && hasBits<T>) return mixHash(static_cast<std::size_t>(bitsOf(key)));
            else return mixHash(std::hash<T>{}(key == 0 ? T{} : key));
        } else if constexpr (form == KeyForm::text) return hashText(std::string_view(key));
        else if constexpr (form == KeyForm::optional) return key ? mixHash((*this)(*key) + 1) : 0x517CC1B7u;
        else if constexpr (form == KeyForm::elements) {
            std::size_t h = key.size();
            for (const auto& e : key) h = mixHash(h + (*this)(e));
            return h;
        } else if constexpr (form == KeyForm::entries) {  // in any order
            std::size_t h = key.size();
            for (const auto& [k, v] : key) h += mixHash((*this)(k) * 31 + (*this)(v));
            return h;
        } else if constexpr (form == KeyForm::parts) {
            return parts(key, std::make_index_sequence<std::tuple_size_v<T>>{});
        } else if constexpr (form == KeyForm::value) return mixHash(static_cast<std::size_t>(hash_value(key)));
        else if constexpr (form == KeyForm::standard) return mixHash(std::hash<T>{}(key));
        else if constexpr (form == KeyForm::fields) {
            return fields(key, std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{});
        } else static_assert(form != KeyForm::none, "rivulet: a key of this type cannot be hashed; give it hash_value(key) or std::hash");
    }

private:
    template <class T, std::size_t... I>
    constexpr std::size_t parts(const T& key, std::index_sequence<I...>) const {
        std::size_t h = 0;
        ((h = detail::mixHash(h + (*this)(std::get<I>(key)))), ...);
        return h;
    }
    template <class T, std::size_t... I>
    constexpr std::size_t fields(const T& key, std::index_sequence<I...>) const {
        std::size_t h = 0;
        ((h = detail::mixHash(h + (*this)(Reflection<T>::template get<static_cast<int>(I)>(key)))), ...);
        return h;
    }
};

template <bool ByBits>
struct EqualOf {
    template <class A, class B>
    constexpr bool operator()(const A& a, const B& b) const {
        using detail::KeyForm;
        if constexpr (!std::is_same_v<A, B>) return a == b;
        else {
            constexpr KeyForm form = detail::keyForm<A>();
            if constexpr (form == KeyForm::floating) {
                if (a != a) return b != b;
                if constexpr (ByBits && hasBits<A>) return bitsOf(a) == bitsOf(b);
                else return a == b;
            }
            else if constexpr (form == KeyForm::optional) return a.has_value() == b.has_value() && (!a || (*this)(*a, *b));
            else if constexpr (form == KeyForm::elements) {
                if (a.size() != b.size()) return false;
                for (std::size_t i = 0; i < a.size(); ++i)
                    if (!(*this)(a[i], b[i])) return false;
                return true;
            } else if constexpr (form == KeyForm::entries) {
                if (a.size() != b.size()) return false;
                for (const auto& [k, v] : a) {
                    const auto found = b.find(k);
                    if (found == b.end() || !(*this)(v, found->second)) return false;
                }
                return true;
            } else if constexpr (form == KeyForm::parts) return parts(a, b, std::make_index_sequence<std::tuple_size_v<A>>{});
            else if constexpr (form == KeyForm::fields) return fields(a, b, std::make_index_sequence<static_cast<std::size_t>(Reflection<A>::count)>{});
            else {
                static_assert(std::equality_comparable<A>, "rivulet: values of this type cannot be told apart, as a table that is updated must; give it operator==");
                return a == b;
            }
        }
    }

private:
    template <class T, std::size_t... I>
    constexpr bool parts(const T& a, const T& b, std::index_sequence<I...>) const {
        return ((*this)(std::get<I>(a), std::get<I>(b)) && ...);
    }
    template <class T, std::size_t... I>
    constexpr bool fields(const T& a, const T& b, std::index_sequence<I...>) const {
        return ((*this)(Reflection<T>::template get<static_cast<int>(I)>(a), Reflection<T>::template get<static_cast<int>(I)>(b)) && ...);
    }
};

}  // namespace detail

/// Hash of a key: numbers, enums, text, optional, vector, array, map, pair, tuple, rivulet's own types, plain structs field by field, and
/// whatever has `hash_value(key)` or std::hash. Equal keys of different text types (std::string, string_view) have equal hashes.
struct KeyHash : detail::HashOf<false> {};

/// Equality of keys, as KeyHash sees them: `==`, but NaN equals NaN; structs without `==` field by field.
struct KeyEqual : detail::EqualOf<false> {};

/// Hash and equality of SQL's keys: as KeyHash and KeyEqual, but 0.0 and -0.0 are two keys (Flink compares bits). A column of a row that may be
/// NULL is the row's matter (`stored_row.hpp`).
struct GroupHash : detail::HashOf<true> {};
struct GroupEqual : detail::EqualOf<true> {};

namespace detail {

template <class T> consteval bool isKey();
template <class T> struct KeyParts : std::bool_constant<keyForm<T>() != KeyForm::none> {};
template <class T> struct KeyParts<std::optional<T>> : std::bool_constant<isKey<T>()> {};
template <class T, class A> struct KeyParts<std::vector<T, A>> : std::bool_constant<isKey<T>()> {};
template <class T, std::size_t N> struct KeyParts<std::array<T, N>> : std::bool_constant<isKey<T>()> {};
template <class A, class B> struct KeyParts<std::pair<A, B>> : std::bool_constant<isKey<A>() && isKey<B>()> {};
template <class... T> struct KeyParts<std::tuple<T...>> : std::bool_constant<(isKey<T>() && ...)> {};
template <class T>
consteval bool isKey() {
    if constexpr (keyForm<T>() == KeyForm::fields)
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return (isKey<typename Reflection<T>::template Type<static_cast<int>(I)>>() && ...);
        }(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{});
    else if constexpr (keyForm<T>() == KeyForm::entries) return isKey<typename T::key_type>() && isKey<typename T::mapped_type>();
    else if constexpr (keyForm<T>() == KeyForm::value || keyForm<T>() == KeyForm::standard) return std::equality_comparable<T>;
    else return KeyParts<T>::value;
}

}  // namespace detail

/// Types that KeyHash and KeyEqual know.
template <class T> concept HashableKey = detail::isKey<T>();

}  // namespace rivulet
