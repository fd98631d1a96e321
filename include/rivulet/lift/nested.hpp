// SPDX-License-Identifier: BSL-1.0
// Nested values into the field types of a target: elements and fields widened like columns, rows and structs into each other.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/types/cast.hpp>

namespace rivulet::detail {

template <class T> inline constexpr bool isNestedType = SqlTraits<T>::type.root >= TypeRoot::array && SqlTraits<T>::type.root != TypeRoot::raw;

/// The plan has checked that each part fits; `How` is what the length of a text in it means.
template <class To, Fit How, class From>
To nestedInto(const From& v) {
    if constexpr (std::is_same_v<To, From>) return v;
    else if constexpr (isOptional<From>) {
        if constexpr (isOptional<To>) return v ? To(nestedInto<typename To::value_type, How>(*v)) : To{};
        else {
            if (!v) throw DataError("null where a value is needed", "NULL");
            return nestedInto<To>(*v);
        }
    } else if constexpr (isOptional<To>) return To(nestedInto<typename To::value_type, How>(v));
    else if constexpr (requires { SqlTraits<To>::isComposite; }) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return Reflection<To>::make(nestedInto<std::remove_cvref_t<typename Reflection<To>::template Type<static_cast<int>(I)>>, How>(
                Reflection<From>::template get<static_cast<int>(I)>(v))...);
        }(FieldIndexes<To>{});
    } else if constexpr (isArray<To>) {
        To out{};
        if constexpr (requires { out.push_back(nestedInto<typename To::value_type, How>(*v.begin())); })
            for (const auto& e : v) out.push_back(nestedInto<typename To::value_type, How>(e));
        else {
            if (v.size() != out.size()) throw DataError("an array of another size", std::to_string(v.size()));
            std::size_t i = 0;
            for (const auto& e : v) out[i++] = nestedInto<typename To::value_type, How>(e);
        }
        return out;
    } else if constexpr (MapLike<To>) {
        To out{};
        for (const auto& [key, value] : v) out.emplace(nestedInto<typename To::key_type, How>(key), nestedInto<typename To::mapped_type, How>(value));
        return out;
    } else return castAs<To, How>(v);
}

/// A computed column's value into a field.
template <class Field, class V>
void assignField(Field& field, V&& value) {
    using Bare = std::remove_cvref_t<V>;
    if constexpr (isNestedType<Field> && !std::is_same_v<typename BareOf<Field>::type, typename BareOf<Bare>::type>) field = nestedInto<Field, Fit::pad>(value);
    else SqlTraits<Field>::assign(field, std::forward<V>(value));
}
template <class Field, class V>
Field fieldFrom(V&& value) {
    using Bare = std::remove_cvref_t<V>;
    if constexpr (isNestedType<Field> && !std::is_same_v<typename BareOf<Field>::type, typename BareOf<Bare>::type>) return nestedInto<Field, Fit::pad>(value);
    else return SqlTraits<Field>::fromValue(std::forward<V>(value));
}

}  // namespace rivulet::detail
