// SPDX-License-Identifier: BSL-1.0
// How a function meets values that may be missing: null in, null out; and the three-valued logic of conditions.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/core/exception.hpp>

namespace rivulet {

namespace detail {
template <class T> struct BareOf { using type = T; static constexpr bool isOptional = false; };
template <class T> struct BareOf<std::optional<T>> { using type = T; static constexpr bool isOptional = true; };
}  // namespace detail

template <class T> concept Optional = detail::BareOf<std::remove_cvref_t<T>>::isOptional;
/// The type without its std::optional: what a strict function computes.
template <class T> using Bare = typename detail::BareOf<std::remove_cvref_t<T>>::type;

template <class T> constexpr bool present(const T&) { return true; }
template <class T> constexpr bool present(const std::optional<T>& v) { return v.has_value(); }
constexpr bool present(std::nullopt_t) { return false; }

/// The value itself, text as a view of it; only of a present value.
template <class T> constexpr const T& bare(const T& v) { return v; }
template <class T> constexpr const T& bare(const std::optional<T>& v) { return *v; }
constexpr std::string_view bare(const std::string& v) { return v; }
constexpr std::string_view bare(const std::optional<std::string>& v) { return *v; }

namespace detail {

// Out of line: the throw is cold, and its text is built only then.
[[noreturn]] inline void throwMissing(std::string_view function) {
    throw DataError("the result is NULL where the column is NOT NULL, in " + std::string(function));
}
[[noreturn]] inline void throwDivisionByZero() { throw DataError("division by zero"); }
[[noreturn]] inline void throwTooLong(std::string_view function) { throw DataError("the text gets too long, in " + std::string(function)); }

}  // namespace detail

/// Calls strict function F. R is the plan's C++ type: std::optional<V> where its result is nullable, else V. NULL for
/// any missing argument; a missing result where the plan says NOT NULL (DECIMAL overflow) throws DataError.
///
///     applyStrict<functions::Plus, std::optional<std::int32_t>>(std::optional<std::int32_t>{}, 1)   // NULL
template <class F, class R, class... A>
constexpr R applyStrict(const A&... arguments) {
    using V = Bare<R>;
    if constexpr ((Optional<A> || ...)) {
        static_assert(Optional<R>, "a strict function of a nullable argument has a nullable result");
        if (!(present(arguments) && ...)) return std::nullopt;
    }
    if constexpr (Optional<R>) return F::template call<V>(bare(arguments)...);
    else if constexpr (Optional<decltype(F::template call<V>(bare(arguments)...))>) {
        auto result = F::template call<V>(bare(arguments)...);
        if (!result) detail::throwMissing(F::info.name);
        return *std::move(result);
    } else return F::template call<V>(bare(arguments)...);
}

/// A value of the same meaning as V: numbers by static_cast, text as view or owned. Used where several arguments
/// share one result (COALESCE, CASE, GREATEST); wider changes are casts of the plan.
template <class V, class T>
constexpr V convertTo(const T& v) {
    if constexpr (std::is_same_v<V, T>) return v;
    else if constexpr (std::is_arithmetic_v<V> && std::is_arithmetic_v<T>) return static_cast<V>(v);
    else return V(v);
}

/// The same for a value that may be missing, into a result type that may be.
template <class R, class T>
constexpr R passOn(const T& v) {
    if constexpr (std::is_same_v<T, std::nullopt_t>) return std::nullopt;
    else if constexpr (Optional<T>) {
        if (!v) {
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing("a chosen argument");
        }
        return convertTo<Bare<R>>(*v);
    } else return convertTo<Bare<R>>(v);
}

/// TRUE, FALSE and UNKNOWN are std::optional<bool>; a condition holds if it is TRUE.
constexpr bool isTrue(bool v) { return v; }
constexpr bool isTrue(const std::optional<bool>& v) { return v.has_value() && *v; }
constexpr bool isTrue(std::nullopt_t) { return false; }
constexpr bool isFalse(bool v) { return !v; }
constexpr bool isFalse(const std::optional<bool>& v) { return v.has_value() && !*v; }
constexpr bool isFalse(std::nullopt_t) { return false; }
constexpr bool negated(bool v) { return !v; }
constexpr std::optional<bool> negated(const std::optional<bool>& v) { return v ? std::optional<bool>(!*v) : v; }

}  // namespace rivulet
