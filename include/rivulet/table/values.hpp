// SPDX-License-Identifier: BSL-1.0
// Rows written down in the program: `tenv.fromValues(row(1, "ABC"), row(2LL, "ABCDE"))`.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/plan/sink.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/schema/resolve.hpp>
#include <rivulet/types/cast.hpp>
#include <rivulet/types/common_type.hpp>

namespace rivulet {
namespace detail {

/// Text of a literal: CHAR(N), its length in bytes, as the compiler knows only that.
template <std::size_t N>
class LiteralText {
public:
    LiteralText() = default;
    explicit LiteralText(const char (&text)[N + 1]) : text_(text, N) {}
    explicit LiteralText(std::string text) : text_(std::move(text)) {}
    std::string_view view() const { return text_; }

private:
    std::string text_;
};

template <class A> struct ValueOf { using Type = std::remove_cvref_t<A>; };
template <std::size_t N> struct ValueOf<const char (&)[N]> { using Type = LiteralText<N - 1>; };
template <std::size_t N> struct ValueOf<char (&)[N]> { using Type = std::string; };
template <class A> requires std::is_same_v<std::decay_t<A>, const char*> && (!std::is_array_v<std::remove_reference_t<A>>)
struct ValueOf<A> { using Type = std::string; };
template <class A> requires std::is_same_v<std::remove_cvref_t<A>, std::string_view>
struct ValueOf<A> { using Type = std::string; };

}  // namespace detail

template <std::size_t N> struct SqlTraits<detail::LiteralText<N>> {
    static constexpr SqlType type = sqltype::char_(static_cast<int>(N));
    using Value = std::string;
    static std::string_view toValue(const detail::LiteralText<N>& v) { return v.view(); }
    template <class V> static detail::LiteralText<N> fromValue(V&& v) { return detail::LiteralText<N>(std::string(std::forward<V>(v))); }
};

/// A row for `fromValues`; as std::tuple, but text literals keep their length: `row(1, "ABC")`. `std::nullopt` is NULL.
template <class... A>
std::tuple<typename detail::ValueOf<A&&>::Type...> row(A&&... values) {
    return std::tuple<typename detail::ValueOf<A&&>::Type...>(typename detail::ValueOf<A&&>::Type(std::forward<A>(values))...);
}

namespace detail {

template <class R> struct ValueRow {
    using Type = R;
    static const R& of(const R& r) { return r; }
};
template <std::size_t N> struct ValueRow<char[N]> {
    using Type = std::tuple<LiteralText<N - 1>>;
    static Type of(const char (&text)[N]) { return row(text); }
};
template <class R> requires std::is_same_v<R, const char*> || std::is_same_v<R, std::string_view>
struct ValueRow<R> {
    using Type = std::string;
    static Type of(const R& text) { return std::string(text); }
};

template <class T> inline constexpr SqlType valueType = SqlTraits<T>::type;
template <> inline constexpr SqlType valueType<std::nullopt_t> = SqlType{TypeRoot::null, true, 0, 0, nullptr};
template <class R, int I> using ValueField = std::remove_cvref_t<typename Reflection<R>::template Type<I>>;

template <class T> consteval Error literalError() {
    if constexpr (std::is_same_v<T, std::nullopt_t>) return {};
    else return valueError<T>();
}
template <class R> consteval Error valueRowError() {
    if constexpr (shapeOf<R>() == Shape::tuple) {
        return []<std::size_t... I>(std::index_sequence<I...>) {
            Error first;
            const auto keep = [&](Error e, std::string_view type) {
                if (first || !e) return;
                first = e;
                if (first.subject.empty()) first.subject = type;
            };
            (keep(literalError<ValueField<R, static_cast<int>(I)>>(), typeName<ValueField<R, static_cast<int>(I)>>()), ...);
            return first;
        }(FieldIndexes<R>{});
    } else return rowError<R>;
}

/// The common type of column I.
template <int I, class... R>
consteval SqlType columnTypeOfValues() {
    SqlType t{TypeRoot::null, true, 0, 0, nullptr};
    bool none = false, first = true;
    const auto join = [&](const SqlType& next) {
        if (!none) t = first ? next : commonType(t, next);
        first = false;
        none = none || t.root == TypeRoot::unknown;
    };
    (join(valueType<ValueField<R, I>>), ...);
    return t;
}

// The first of the types that is the common one already, for nested types and RAW.
template <class... T> struct NestedOf { using Type = void; };
template <class First, class... T> struct NestedOf<First, T...> : NestedOf<T...> {};
template <class First, class... T> requires (valueType<First>.root >= TypeRoot::array) struct NestedOf<First, T...> { using Type = First; };

template <bool Nullable, class T> using MaybeNull = std::conditional_t<Nullable && !isOptional<T>, std::optional<T>, T>;

/// The C++ type of column I.
template <int I, class First, class... R>
consteval auto columnOfValues() {
    constexpr SqlType t = columnTypeOfValues<I, First, R...>();
    using F = ValueField<First, I>;
    if constexpr ((std::is_same_v<F, ValueField<R, I>> && ...) && !std::is_same_v<F, std::nullopt_t>) return std::type_identity<F>{};
    else if constexpr (t.root == TypeRoot::null) return std::type_identity<std::optional<bool>>{};
    else if constexpr (t.root >= TypeRoot::array) return std::type_identity<MaybeNull<t.nullable, typename NestedOf<F, ValueField<R, I>...>::Type>>{};
    else if constexpr (t.root == TypeRoot::char_) return std::type_identity<MaybeNull<t.nullable, LiteralText<static_cast<std::size_t>(t.precision)>>>{};
    else if constexpr (t.root == TypeRoot::varchar && t.precision != SqlType::unbounded && t.precision > 0)
        return std::type_identity<MaybeNull<t.nullable, Varchar<t.precision>>>{};
    else return std::type_identity<MaybeNull<t.nullable, CppType<t.root, t.precision, t.scale>>>{};
}

template <class Row, class... R> struct RowOfValues { using Type = Row; };
template <class First, class... R>
struct RowOfValues<void, First, R...> {
    static consteval auto make() {
        if constexpr (((std::is_same_v<First, R>) && ...) && shapeOf<First>() != Shape::tuple) return std::type_identity<First>{};
        else return []<std::size_t... I>(std::index_sequence<I...>) {
            return std::type_identity<std::tuple<typename decltype(columnOfValues<static_cast<int>(I), First, R...>())::type...>>{};
        }(FieldIndexes<First>{});
    }
    using Type = typename decltype(make())::type;
};

template <class To, class From>
To valueAs(const From& v) {
    if constexpr (std::is_same_v<From, std::nullopt_t>) return To{};
    else if constexpr (std::is_same_v<To, From> || std::is_same_v<To, std::optional<From>>) return v;
    else return castAs<To, Fit::pad>(v);
}
template <class Row, class R>
Row rowOfValues(const R& r, [[maybe_unused]] std::size_t number) {
    if constexpr (std::is_same_v<Row, R>) return r;
    else return [&]<std::size_t... I>(std::index_sequence<I...>) {
        [[maybe_unused]] int column = 0;
        [[maybe_unused]] const auto field = [&]<int K>(std::integral_constant<int, K>) {
            column = K;
            return valueAs<ValueField<Row, K>>(Reflection<R>::template get<K>(r));
        };
        try {
            return Reflection<Row>::make(field(std::integral_constant<int, static_cast<int>(I)>{})...);
        } catch (const DataError& e) { throw e.at(Reflection<Row>::names[column], "fromValues", number); }
    }(FieldIndexes<Row>{});
}

constexpr Error typesDiffer(ErrorCode code, std::string_view column, const SqlType& expected, const SqlType& found) {
    Error e{.code = code, .subject = column};
    nameType(e.expectedText, expected);
    nameType(e.foundText, found);
    return e;
}

/// Why these rows are no table: another number of values, a column without a common type, a value that does not fit.
template <class Row, class... R>
struct ValuesHolder {
    static constexpr std::string_view sql{};

    template <class First, class... Rest> static consteval int width() { return Reflection<First>::count; }
    template <int I> static consteval Error columnError() {
        Error found;
        if constexpr (std::is_void_v<Row>) {
            if constexpr (columnTypeOfValues<I, R...>().root == TypeRoot::unknown) {
                SqlType t{};
                const auto join = [&](const SqlType& next) {
                    if (found) return;
                    const SqlType both = t.root == TypeRoot::unknown ? next : commonType(t, next);
                    if (both.root == TypeRoot::unknown) found = typesDiffer(ErrorCode::unionType, positionNames[I], t, next);
                    t = both;
                };
                (join(valueType<ValueField<R, I>>), ...);
            }
        } else {
            constexpr SqlType to = valueType<ValueField<Row, I>>;
            const auto fit = [&](const SqlType& from) {
                if (found) return;
                if (!sinkCast(from, to)) found = typesDiffer(ErrorCode::sinkType, Reflection<Row>::names[I], to, from);
                else if (from.nullable && !to.nullable) found = typesDiffer(ErrorCode::nullIntoNotNull, Reflection<Row>::names[I], to, from);
            };
            (fit(valueType<ValueField<R, I>>), ...);
        }
        return found;
    }
    template <std::size_t... I> static consteval Error columnErrors(std::index_sequence<I...>) {
        Error first;
        ((first = first ? first : columnError<static_cast<int>(I)>()), ...);
        return first;
    }
    static consteval Error find() {
        Error found;
        ((found = found ? found : valueRowError<R>()), ...);
        if (found) return found;
        if constexpr (((valueRowError<R>().code == ErrorCode::none) && ...)) {
            constexpr int widths[]{[] { if constexpr (std::is_void_v<Row>) return width<R...>(); else return Reflection<Row>::count; }(), Reflection<R>::count...};
            for (const int w : widths)
                if (w != widths[0]) {
                    found.code = ErrorCode::columnCount;
                    plan::RelationBinder::writeCount(found.expectedText, "values: ", widths[0]);
                    plan::RelationBinder::writeCount(found.foundText, "values: ", w);
                    return found;
                }
            if constexpr (((Reflection<R>::count == widths[0]) && ...)) return columnErrors(std::make_index_sequence<static_cast<std::size_t>(widths[0])>{});
        }
        return found;
    }
    static constexpr Error error = find();
};

}  // namespace detail
}  // namespace rivulet
