// SPDX-License-Identifier: BSL-1.0
// Why a C++ type has no SQL type.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/core/error.hpp>

namespace rivulet {

template <class T> struct SqlTraits;

/// Whether a T only refers to its text or elements: it can be read, but not be kept in a row that outlives the call.
template <class T> inline constexpr bool isView = std::is_pointer_v<T> || std::is_reference_v<T>;
template <class C, class Tr> inline constexpr bool isView<std::basic_string_view<C, Tr>> = true;
template <class T, std::size_t N> inline constexpr bool isView<std::span<T, N>> = true;
template <class T> inline constexpr bool isView<std::optional<T>> = isView<T>;
template <class T, class A> inline constexpr bool isView<std::vector<T, A>> = isView<T>;
template <class T, std::size_t N> inline constexpr bool isView<std::array<T, N>> = isView<T>;
template <class K, class V, class C, class A> inline constexpr bool isView<std::map<K, V, C, A>> = isView<K> || isView<V>;

namespace detail {

template <class T> inline constexpr bool isCharacterType =
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> || std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

template <class T> struct EnumInteger {
    // only an enumeration with a fixed underlying type can be initialised from an integer
    template <class E> static constexpr bool isFixed = requires { E{0}; };
    using Underlying = std::underlying_type_t<T>;
    static constexpr std::size_t size = !isFixed<T> && sizeof(T) <= 4 ? 4 : std::is_signed_v<Underlying> ? sizeof(T) : 2 * sizeof(T);
    using Type = std::conditional_t<size == 1, std::int8_t, std::conditional_t<size == 2, std::int16_t,
                 std::conditional_t<size == 4, std::int32_t, std::int64_t>>>;
};

template <class T> constexpr ErrorCode whyUnmapped() {
    if constexpr (std::is_reference_v<T>) return ErrorCode::referenceMember;
    else if constexpr (std::is_array_v<T>) return ErrorCode::cArrayMember;
    else if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::is_null_pointer_v<T>) return ErrorCode::pointerMember;
    else if constexpr (isCharacterType<T>) return ErrorCode::unsignedMember;
    else if constexpr (std::is_integral_v<T>) return std::is_unsigned_v<T> ? ErrorCode::unsignedMember : ErrorCode::opaqueMember;
    else if constexpr (std::is_union_v<T>) return ErrorCode::unionType_;
    else if constexpr (isView<T>) return ErrorCode::viewMember;
    else return ErrorCode::opaqueMember;
}

// Enumerations are mapped but for those of 64 unsigned bits, whose numbers no SQL type has.
template <class T> constexpr ErrorCode enumError() {
    return EnumInteger<T>::size > 8 ? ErrorCode::unsignedMember : ErrorCode::none;
}

template <class T> struct MappingError {
    static constexpr ErrorCode value = [] {
        if constexpr (std::is_same_v<T, std::byte>) return ErrorCode::opaqueMember;  // an enumeration, but no number
        else if constexpr (std::is_enum_v<T>) return enumError<T>();
        else if constexpr (requires { sizeof(SqlTraits<T>); }) return ErrorCode::none;
        else return whyUnmapped<T>();
    }();
};
constexpr ErrorCode firstError(ErrorCode a, ErrorCode b) { return a != ErrorCode::none ? a : b; }

template <class T> struct MappingError<const T> : MappingError<T> {};
template <class T> struct MappingError<std::optional<T>> : MappingError<T> {};
template <class T> struct MappingError<std::optional<std::optional<T>>> { static constexpr ErrorCode value = ErrorCode::nestedOptional; };
template <class T, class A> struct MappingError<std::vector<T, A>> : MappingError<T> {};
template <class A> struct MappingError<std::vector<std::byte, A>> { static constexpr ErrorCode value = ErrorCode::none; };
template <class T, std::size_t N> struct MappingError<std::array<T, N>> : MappingError<T> {};
template <class K, class V, class C, class A> struct MappingError<std::map<K, V, C, A>> {
    static constexpr ErrorCode value = firstError(MappingError<K>::value, MappingError<V>::value);
};
template <class T, class D> struct MappingError<std::unique_ptr<T, D>> { static constexpr ErrorCode value = ErrorCode::pointerMember; };
template <class T> struct MappingError<std::shared_ptr<T>> { static constexpr ErrorCode value = ErrorCode::pointerMember; };

}  // namespace detail

/// `none`, or why T cannot be a column: unsignedMember (also char), pointerMember, viewMember, nestedOptional, opaqueMember, ...
/// It looks into optionals and containers; the members of a nested struct are the schema's business. string_view is mapped,
/// see `isView`.
template <class T> inline constexpr ErrorCode mappingError = detail::MappingError<T>::value;

/// T has a SQL type: `SqlTraits<T>` is usable.
template <class T> concept SqlMapped = mappingError<T> == ErrorCode::none;

}  // namespace rivulet
