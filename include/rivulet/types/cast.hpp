// SPDX-License-Identifier: BSL-1.0
// CAST and TRY_CAST of values. Which casts there are: cast_rules.hpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/core/exception.hpp>
#include <rivulet/types/cast_rules.hpp>
#include <rivulet/types/cast_temporal.hpp>
#include <rivulet/types/sql_text.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {

/// The target of a cast, as a tag. Pass 0 for parameters that the root does not use.
template <TypeRoot Root, int P = 0, int S = 0>
struct CastTo {
    using Value = CppType<Root, P, S>;
    static constexpr SqlType type{Root, false, P, S, nullptr};
};

namespace detail {

[[noreturn]] inline void castFailed(const SqlType& to, std::string_view value) {
    TextWriter count;
    writeTypeName(count, to);
    std::string name(count.size, '\0');
    TextWriter w{name.data()};
    writeTypeName(w, to);
    throw DataError("cannot cast to " + name, value);
}

// CHAR(n) cuts and pads to n characters, VARCHAR(n) only cuts.
constexpr void fitText(std::string& text, const SqlType& to) {
    if (to.precision == SqlType::unbounded) return;
    const auto n = static_cast<std::size_t>(to.precision);
    if (text.size() > n) text.resize(prefixSize(text, n));
    if (to.root == TypeRoot::char_)
        if (const std::size_t have = characterCount(text); have < n) text.append(n - have, ' ');
}

// BINARY(n) likewise, with zero bytes.
inline void fitBytes(Bytes& bytes, const SqlType& to) {
    const auto n = static_cast<std::size_t>(to.precision);
    if (to.root == TypeRoot::binary || bytes.size() > n) bytes.resize(n);
}

// The length of a value that shall become a `to` without loss: DataError where it is another.
[[noreturn, gnu::cold]] inline void lengthDiffers(bool longer, const SqlType& to, std::string_view value, std::string_view column) {
    TextWriter count;
    writeTypeName(count, to);
    std::string name(count.size, '\0');
    TextWriter w{name.data()};
    writeTypeName(w, to);
    throw DataError(longer ? "longer than " + name + "; only a CAST to it cuts" : "shorter than " + name + "; VAR" + name + " takes it, and a CAST pads", value, column);
}
template <Fit How, class V>
constexpr void checkLength(const V& value, const SqlType& to, std::string_view column = {}) {
    if (How == Fit::cut || !(to.isCharacter() || to.isBinary()) || to.precision == SqlType::unbounded) return;
    if constexpr (TextLike<V> || std::is_same_v<V, Bytes>) {
        const auto n = static_cast<std::size_t>(to.precision);
        std::size_t length = value.size();
        if constexpr (TextLike<V>)
            if (length > n || (How == Fit::exact && to.root == TypeRoot::char_)) length = characterCount(std::string_view(value));
        const bool tooShort = How == Fit::exact && length < n && (to.root == TypeRoot::char_ || to.root == TypeRoot::binary);
        if (length <= n && !tooShort) return;
        std::string text;
        if constexpr (TextLike<V>) text = std::string_view(value);
        else
            for (const std::byte b : value) text.append({"0123456789abcdef"[std::to_integer<int>(b) >> 4], "0123456789abcdef"[std::to_integer<int>(b) & 15]});
        lengthDiffers(length > n, to, text, column);
    }
}

template <class From> constexpr SqlType castSource() {
    if constexpr (TextLike<From>) return sqltype::string;
    else return SqlTraits<From>::type;
}

template <class To, class From>
constexpr CastOutcome castInto(const From& v, typename To::Value& out) {
    constexpr TypeRoot root = To::type.root;
    if constexpr (To::type.isCharacter()) {
        out.clear();
        if constexpr (TextLike<From>) out.append(std::string_view(v));
        else appendSqlText(out, v);
        fitText(out, To::type);
        return CastOutcome::done;
    } else if constexpr (To::type.isBinary()) {
        if constexpr (TextLike<From>) {
            const std::string_view text(v);
            out.clear();
            out.reserve(text.size());
            for (const char c : text) out.push_back(static_cast<std::byte>(c));
        } else out = v;
        fitBytes(out, To::type);
        return CastOutcome::done;
    } else if constexpr (To::type.isTemporal()) return castTemporal(v, out);
    else if constexpr (root == TypeRoot::boolean || To::type.isNumeric()) return castNumber(v, out);
}

}  // namespace detail

/// CAST of a value that is not null: `castValue(CastTo<TypeRoot::integer>{}, std::string_view(" 12 "))` is 12.
/// Returns the target's CppType; where a number may not fit a DECIMAL (`castMayGiveNull`) an optional of it, as Flink gives
/// NULL there. Text that is no such value, NaN as DECIMAL: DataError naming the value. Integers drop high bits, floating point saturates,
/// decimals round half up, timestamps are cut toward the past, text is cut (CHAR also padded) by characters. Nested values
/// cast to text only; see `castAs` for arrays and maps. Constant evaluation works where no floating point is text.
template <TypeRoot Root, int P, int S, class From>
constexpr auto castValue(CastTo<Root, P, S>, const From& v) {
    using To = CastTo<Root, P, S>;
    constexpr SqlType from = detail::castSource<From>();
    static_assert(castKind(from, To::type) != CastKind::none, "rivulet: no such cast");
    typename To::Value out{};
    const detail::CastOutcome outcome = detail::castInto<To>(v, out);
    if (outcome == detail::CastOutcome::failed) {
        std::string text;
        appendSqlText(text, v);
        detail::castFailed(To::type, text);
    }
    if constexpr (castMayGiveNull(from, To::type))
        return outcome == detail::CastOutcome::done ? std::optional<typename To::Value>(std::move(out)) : std::nullopt;
    else return out;
}

/// TRY_CAST: like `castValue`, but always an optional, and empty where `castValue` throws.
template <TypeRoot Root, int P, int S, class From>
constexpr auto tryCastValue(CastTo<Root, P, S>, const From& v) {
    using To = CastTo<Root, P, S>;
    static_assert(castKind(detail::castSource<From>(), To::type) != CastKind::none, "rivulet: no such cast");
    typename To::Value out{};
    return detail::castInto<To>(v, out) == detail::CastOutcome::done ? std::optional<typename To::Value>(std::move(out)) : std::nullopt;
}

namespace detail {

template <class T> inline constexpr bool isArray = false;
template <class T, class A> inline constexpr bool isArray<std::vector<T, A>> = !std::is_same_v<T, std::byte>;
template <class T, std::size_t N> inline constexpr bool isArray<std::array<T, N>> = true;
template <class T> concept MapLike = requires { typename T::key_type; typename T::mapped_type; };

}  // namespace detail

/// CAST by C++ types, into optionals and containers: `castAs<std::vector<std::string>>(std::vector{1, 2})`.
/// DataError where a null or a DECIMAL that does not fit would have to go into something that cannot be null. `How` is what a length means.
template <class To, Fit How = Fit::cut, class From>
To castAs(const From& v) {
    if constexpr (std::is_same_v<To, From>) return v;
    else if constexpr (detail::isOptional<From>) {
        if constexpr (detail::isOptional<To>) return v ? castAs<To, How>(*v) : To{};
        else {
            if (!v) throw DataError("null where a value is needed", "NULL");
            return castAs<To, How>(*v);
        }
    } else if constexpr (detail::isArray<To>) {
        To out{};
        if constexpr (requires { out.push_back(out.front()); })
            for (const auto& e : v) out.push_back(castAs<typename To::value_type, How>(e));
        else {
            if (v.size() != out.size()) throw DataError("an array of another size", std::to_string(v.size()));
            std::size_t i = 0;
            for (const auto& e : v) out[i++] = castAs<typename To::value_type, How>(e);
        }
        return out;
    } else if constexpr (detail::MapLike<To>) {
        To out{};
        for (const auto& [key, value] : v) out.emplace(castAs<typename To::key_type, How>(key), castAs<typename To::mapped_type, How>(value));
        return out;
    } else if constexpr (detail::isOptional<To>) {
        using Inner = typename To::value_type;
        if constexpr (std::is_same_v<Inner, From> || detail::isArray<Inner> || detail::MapLike<Inner>) return To(castAs<Inner, How>(v));
        else {
            constexpr SqlType t = SqlTraits<Inner>::type;
            detail::checkLength<How>(SqlTraits<From>::toValue(v), t);
            return SqlTraits<To>::fromValue(castValue(CastTo<t.root, t.precision, t.scale>{}, SqlTraits<From>::toValue(v)));
        }
    } else {
        constexpr SqlType t = SqlTraits<To>::type;
        detail::checkLength<How>(SqlTraits<From>::toValue(v), t);
        auto result = castValue(CastTo<t.root, t.precision, t.scale>{}, SqlTraits<From>::toValue(v));
        if constexpr (detail::isOptional<decltype(result)>) {
            if (!result) {
                std::string text;
                appendSqlText(text, v);
                detail::castFailed(t, text);
            }
            return SqlTraits<To>::fromValue(*std::move(result));
        } else return SqlTraits<To>::fromValue(std::move(result));
    }
}

}  // namespace rivulet
