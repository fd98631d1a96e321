// SPDX-License-Identifier: BSL-1.0
// Table API expressions: types that write the same syntax nodes as the SQL parser, and carry the C++ values used in them.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/fixed_string.hpp>
#include <rivulet/core/pack.hpp>
#include <rivulet/schema/column.hpp>
#include <rivulet/sql/syntax.hpp>
#include <rivulet/types/mapping_error.hpp>
#include <rivulet/types/sql_traits.hpp>
#include <rivulet/types/type_name.hpp>
#include <rivulet/types/type_text.hpp>

namespace rivulet {

namespace operators {
struct Operand {};
}  // namespace operators

namespace detail {

struct SyntaxWriter {
    sql::Syntax* nodes;
    short count{};
    short parameter{};    // the next C++ value's number
    short windows{-1};    // the windows that `over` may name
    constexpr short add(const sql::Syntax& s) {
        nodes[count] = s;
        return count++;
    }
};

}  // namespace detail

/// Anything that `select`, `where` and their kin take: made by `col`, `lit`, operators and the functions below. Plain
/// C++ values beside an expression become parameters: their type is in the plan, their value travels with the table.
template <class E>
concept Expression = requires { E::syntaxCount; E::parameterCount; };

namespace detail {
template <class... E> inline constexpr bool areExpressions = (Expression<E> && ...);  // a bool: a concept would explain itself at length

/// What `window` takes (table/over_window.hpp, table/group_window.hpp).
template <class W> inline constexpr bool isOverWindow = false;
template <class W> inline constexpr bool isGroupWindow = false;
template <class W> inline constexpr bool isWindow = isOverWindow<W> || isGroupWindow<W>;
}  // namespace detail

namespace detail {

template <Expression E, FixedString Name> struct Named;
template <Expression E, FixedString... Names> struct NamedRows;
template <FixedString Function, Expression... E> struct Call;
template <Expression E, class Target, bool Try> struct Cast;
template <class T> struct Parameter;

// What an operand becomes; asked for without a function, whose body would be compiled for the question.
template <class T> struct OperandOf { using type = Parameter<T>; };
template <Expression T> struct OperandOf<T> { using type = T; };
template <class T> requires (!Expression<T> && !std::is_same_v<T, std::nullptr_t> && std::is_convertible_v<const T&, std::string_view>) struct OperandOf<T> { using type = Parameter<std::string>; };
template <class T> using AsExpression = typename OperandOf<T>::type;

template <class T> constexpr AsExpression<T> asExpression(const T& v) {
    if constexpr (Expression<T>) return v;
    else if constexpr (std::is_same_v<AsExpression<T>, Parameter<std::string>>) {
        if constexpr (std::is_pointer_v<T>)
            if (!v) throw IllegalState("a null pointer is no text; NULL is nullOf<std::string>");
        return AsExpression<T>{std::string(std::string_view(v))};
    }
    else return AsExpression<T>{v};
}

/// Several expressions: their values are those of each in turn, asked for by number.
template <class... E>
struct Expressions {
    static constexpr int syntaxCount = (0 + ... + E::syntaxCount), parameterCount = (0 + ... + E::parameterCount);
    Pack<E...> each;

    static constexpr short write(SyntaxWriter& w) {
        short first = -1, last = -1;
        [[maybe_unused]] const auto link = [&](short at) {
            if (first < 0) first = at;
            else w.nodes[last].next = at;
            last = at;
        };
        (link(E::write(w)), ...);
        return first;
    }
    template <int I, int K = 0> constexpr const auto& parameter() const {
        constexpr int mine = std::remove_cvref_t<decltype(get<K>(each))>::parameterCount;
        if constexpr (I < mine) return get<K>(each).template parameter<I>();
        else return this->template parameter<I - mine, K + 1>();
    }
};
template <class... T> constexpr auto expressions(const T&... v) { return Expressions<AsExpression<T>...>{{{{asExpression(v)}...}}}; }

template <FixedString Function, class... T> constexpr auto callOf(const T&... v) {
    using Made = Call<Function, AsExpression<T>...>;
    if constexpr (Made::parameterCount == 0 && requires { Made{}; }) return Made{};  // nothing to carry, hence no code for it
    else return Made{{}, expressions(v...)};
}

/// What a target type is in a cast: a C++ type, or SQL text. A type of root `unknown` is refused where the expression is bound.
template <class T> struct TypeOf {  // `name` is set where there is no type
    static constexpr SqlType type = [] {
        if constexpr (SqlMapped<T>) return SqlTraits<T>::type;
        else return SqlType{};
    }();
    static constexpr std::string_view name = SqlMapped<T> ? std::string_view() : typeName<T>();
};
// What says NULL in C++ is no value to compare with.
template <> struct TypeOf<std::nullptr_t> {
    static constexpr SqlType type{};
    static constexpr std::string_view name = "nullptr: use isNull()";
};
template <> struct TypeOf<std::nullopt_t> {
    static constexpr SqlType type{};
    static constexpr std::string_view name = "nullopt: use isNull(), nullOf";
};
template <FixedString Name> struct TypeNamed {
    static constexpr SqlType type = [] {
        std::size_t end = 0;
        const SqlType t = parseType(Name.view(), end);
        return end == Name.view().size() ? t : SqlType{};
    }();
    static constexpr std::string_view name = type.root == TypeRoot::unknown ? Name.view() : std::string_view();
};

/// The methods that every expression has, with Flink's names.
template <class Self>
struct Verbs : operators::Operand {
    /// Names an output column: `col<"user">.as<"who">()`.
    template <FixedString Name> constexpr auto as() const { return Named<Self, Name>{self()}; }
    template <class Text> constexpr auto as(const Text&) const {
        static_assert(std::is_void_v<Text>, "rivulet: as: the name stands in angle brackets: .as<\"name\">()");
        return self();
    }

    /// CAST to the type of a C++ type or to a type in SQL text: `cast<double>()`, `cast<"DECIMAL(10, 2)">()`.
    template <class T> constexpr auto cast() const { return Cast<Self, TypeOf<T>, false>{{}, self()}; }
    template <FixedString Type> constexpr auto cast() const { return Cast<Self, TypeNamed<Type>, false>{{}, self()}; }
    /// TRY_CAST: null where CAST would fail.
    template <class T> constexpr auto tryCast() const { return Cast<Self, TypeOf<T>, true>{{}, self()}; }
    template <FixedString Type> constexpr auto tryCast() const { return Cast<Self, TypeNamed<Type>, true>{{}, self()}; }

    /// A field of a structured column: `col<"address">.get<"city">()`, the same as `col<"address.city">`; its name, where it gets no other, is `address$city` (Flink), not `city`.
    template <FixedString Field> constexpr auto get() const;
    /// All fields of a structured column, as columns of a select: `col<"address">.flatten()` gives `address$street`, `address$city` (Flink).
    constexpr auto flatten() const;

    constexpr auto isNull() const { return callOf<"IS NULL">(self()); }
    constexpr auto isNotNull() const { return callOf<"IS NOT NULL">(self()); }
    constexpr auto isTrue() const { return callOf<"IS TRUE">(self()); }
    constexpr auto isNotTrue() const { return callOf<"IS NOT TRUE">(self()); }
    constexpr auto isFalse() const { return callOf<"IS FALSE">(self()); }
    constexpr auto isNotFalse() const { return callOf<"IS NOT FALSE">(self()); }
    /// The value, or a DataError where it is null: the explicit way into a field that cannot be null.
    constexpr auto orThrow() const { return callOf<"OR_THROW">(self()); }
    template <class T> constexpr auto ifNull(const T& other) const { return callOf<"IFNULL">(self(), other); }
    template <class T> constexpr auto isDistinctFrom(const T& v) const { return callOf<"IS DISTINCT FROM">(self(), v); }
    template <class T> constexpr auto isNotDistinctFrom(const T& v) const { return callOf<"IS NOT DISTINCT FROM">(self(), v); }
    template <class A, class B> constexpr auto between(const A& a, const B& b) const { return callOf<"BETWEEN">(self(), a, b); }
    template <class A, class B> constexpr auto notBetween(const A& a, const B& b) const { return callOf<"NOT BETWEEN">(self(), a, b); }
    template <class... T> constexpr auto in(const T&... v) const { return callOf<"IN">(self(), v...); }
    template <class T> constexpr auto like(const T& pattern) const { return callOf<"LIKE">(self(), pattern); }

    constexpr auto upperCase() const { return callOf<"UPPER">(self()); }
    constexpr auto lowerCase() const { return callOf<"LOWER">(self()); }
    constexpr auto initCap() const { return callOf<"INITCAP">(self()); }
    constexpr auto charLength() const { return callOf<"CHAR_LENGTH">(self()); }
    constexpr auto trim() const { return callOf<"TRIM">(self()); }
    constexpr auto ltrim() const { return callOf<"LTRIM">(self()); }
    constexpr auto rtrim() const { return callOf<"RTRIM">(self()); }
    template <class A> constexpr auto substring(const A& from) const { return callOf<"SUBSTRING">(self(), from); }
    template <class A, class B> constexpr auto substring(const A& from, const B& length) const { return callOf<"SUBSTRING">(self(), from, length); }
    template <class A, class B> constexpr auto replace(const A& what, const B& by) const { return callOf<"REPLACE">(self(), what, by); }
    template <class A> constexpr auto startsWith(const A& v) const { return callOf<"STARTSWITH">(self(), v); }
    template <class A> constexpr auto endsWith(const A& v) const { return callOf<"ENDSWITH">(self(), v); }

    constexpr auto abs() const { return callOf<"ABS">(self()); }
    constexpr auto ceil() const { return callOf<"CEIL">(self()); }
    constexpr auto floor() const { return callOf<"FLOOR">(self()); }
    constexpr auto sqrt() const { return callOf<"SQRT">(self()); }
    constexpr auto sign() const { return callOf<"SIGN">(self()); }
    template <class A> constexpr auto round(const A& digits) const { return callOf<"ROUND">(self(), digits); }
    template <class A> constexpr auto power(const A& exponent) const { return callOf<"POWER">(self(), exponent); }
    /// An element of an array (from 1) or of a map (by key).
    template <class A> constexpr auto at(const A& index) const { return callOf<"ITEM">(self(), index); }
    constexpr auto cardinality() const { return callOf<"CARDINALITY">(self()); }

    // Over a group of rows (table/aggregate.hpp); `.distinct()` and `.filter(condition)` of the result say over which of them.
    constexpr auto count() const;  ///< how many values there are; rows are counted by the function count()
    constexpr auto sum() const;
    constexpr auto sum0() const;  ///< 0 over no value, where sum is NULL
    constexpr auto avg() const;
    constexpr auto min() const;
    constexpr auto max() const;
    constexpr auto stddevPop() const;
    constexpr auto stddevSamp() const;
    constexpr auto varPop() const;
    constexpr auto varSamp() const;
    constexpr auto firstValue() const;
    constexpr auto lastValue() const;
    constexpr auto collect() const;  ///< a multiset
    constexpr auto arrayAgg() const;
    template <class... S> constexpr auto listAgg(const S&... separator) const;  ///< text, separated by a comma or by what is given
    /// Over the rows of a window that `window` named: `col<"n">.sum().over(col<"w">)` (table/over_window.hpp).
    template <class Name> constexpr auto over(const Name& window) const;
    /// A sort key: `table.orderBy(col<"n">.desc())`. NULL counts as the smallest value; `.nullsFirst()` and `.nullsLast()` say otherwise.
    constexpr auto asc() const;
    constexpr auto desc() const;

private:
    constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

/// A plain C++ value. A function argument is no constant, so the plan knows only its type.
template <class T>
struct Parameter : Verbs<Parameter<T>> {
    T value;
    constexpr explicit Parameter(T v) : value(std::move(v)) {}
    static constexpr int syntaxCount = 1, parameterCount = 1;
    static constexpr short write(SyntaxWriter& w) {
        return w.add({.kind = sql::SyntaxKind::parameter, .parameter = w.parameter++, .text = TypeOf<T>::name, .type = TypeOf<T>::type});
    }
    template <int> constexpr const T& parameter() const { return value; }
};

/// A time attribute in a list of fields, and of a window: `x.rowtime()`, `x.proctime()`.
template <FixedString Name, TimeAttribute Time>
struct TimeField : Verbs<TimeField<Name, Time>> {
    static constexpr int syntaxCount = 2, parameterCount = 0;
    static constexpr short write(SyntaxWriter& w) {
        const short name = w.add({.kind = sql::SyntaxKind::name, .text = Name.view()});
        return w.add({.kind = sql::SyntaxKind::call, .first = name, .text = Time == TimeAttribute::rowtime ? "ROWTIME" : "PROCTIME"});
    }
};

template <FixedString Name>
struct ColumnName : Verbs<ColumnName<Name>> {
    /// In the list of fields of fromDataStream: the record's timestamp under this name, TIMESTAMP(3), the table's event time with the stream's watermarks;
    /// in place of the field of that name (a timestamp or a BIGINT), or behind the fields.
    /// Of the name of a window of groups (table/group_window.hpp): its last millisecond, a time attribute.
    constexpr TimeField<Name, TimeAttribute::rowtime> rowtime() const { return {}; }
    /// .. the processing time under a new name; of a window: a time attribute of processing time.
    constexpr TimeField<Name, TimeAttribute::proctime> proctime() const { return {}; }
    /// Of the name of a window of groups: its begin, and its end, which is not in it.
    constexpr auto start() const { return callOf<"start()">(*this); }
    constexpr auto end() const { return callOf<"end()">(*this); }

    /// One `=` too few.
    template <class V> constexpr auto operator=(const V& other) const {
        static_assert(std::is_void_v<V>, "rivulet: = assigns; a comparison is ==, as in col<\"user\"> == \"ann\"");
        return *this == other;
    }

    static constexpr std::string_view name = Name.view();
    static constexpr int dots = [] {
        int n = 0;
        for (const char c : Name.view()) n += c == '.';
        return n;
    }();
    static constexpr int syntaxCount = dots > 1 ? dots : 1, parameterCount = 0;
    // "a.b.c": the first two parts are a name with a qualifier, as the parser has it; each further part is a field.
    static constexpr short write(SyntaxWriter& w) {
        std::string_view rest = Name.view();
        const std::size_t dot = placeOf(rest, '.');
        if (dot == rest.size()) return w.add({.kind = sql::SyntaxKind::name, .text = rest});
        const std::string_view first = rest.substr(0, dot);
        rest = rest.substr(dot + 1);
        short at = w.add({.kind = sql::SyntaxKind::name, .text = rest.substr(0, placeOf(rest, '.')), .qualifier = first});
        while (placeOf(rest, '.') < rest.size()) {
            rest = rest.substr(placeOf(rest, '.') + 1);
            at = w.add({.kind = sql::SyntaxKind::field, .first = at, .text = rest.substr(0, placeOf(rest, '.'))});
        }
        return at;
    }
};

template <class T>
inline constexpr bool isLiteral = std::is_integral_v<T> && !std::is_same_v<T, char> && !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char8_t> &&
                                  !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>;

/// The value of `lit`: an integer, a truth value, or text.
template <class T>
struct LiteralValue {
    static_assert(isLiteral<T>, "rivulet: lit takes an integer, true, false or text; a number with a fraction is lit<\"0.5\", \"DECIMAL\">, or 0.5 as a C++ value");
    T value;
    consteval LiteralValue(T v) : value(v) {}
};
template <std::size_t N>
struct LiteralValue<FixedString<N>> {
    FixedString<N> value;
    consteval LiteralValue(const char (&text)[N]) : value(text) {}
};
template <std::size_t N> LiteralValue(const char (&)[N]) -> LiteralValue<FixedString<N>>;
template <class T> LiteralValue(T) -> LiteralValue<T>;

template <class T> inline constexpr bool isText = false;
template <std::size_t N> inline constexpr bool isText<FixedString<N>> = true;

template <class T> inline constexpr bool isWholeNumber = !isText<T> && !std::is_same_v<T, bool>;

/// `-1.50`, as SQL writes it but with the sign.
constexpr bool isDecimalText(std::string_view s) {
    int points = 0, digits = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '-' && i == 0) continue;
        if (s[i] == '.') ++points;
        else if (s[i] >= '0' && s[i] <= '9') ++digits;
        else return false;
    }
    return digits > 0 && points <= 1;
}

/// Lengths of time from a whole number, with Flink's names: `lit<10>.minutes()` is INTERVAL '10' MINUTE (table/interval.hpp).
template <class Self, bool IsWholeNumber>
struct Lengths {};
template <class Self>
struct Lengths<Self, true> {
    constexpr auto years() const;
    constexpr auto quarters() const;
    constexpr auto months() const;
    constexpr auto weeks() const;
    constexpr auto days() const;
    constexpr auto hours() const;
    constexpr auto minutes() const;
    constexpr auto seconds() const;
    constexpr auto millis() const;
    constexpr auto year() const { return years(); }
    constexpr auto quarter() const { return quarters(); }
    constexpr auto month() const { return months(); }
    constexpr auto week() const { return weeks(); }
    constexpr auto day() const { return days(); }
    constexpr auto hour() const { return hours(); }
    constexpr auto minute() const { return minutes(); }
    constexpr auto second() const { return seconds(); }
    constexpr auto milli() const { return millis(); }
};

template <LiteralValue V, FixedString Type>
struct Literal : Verbs<Literal<V, Type>>, Lengths<Literal<V, Type>, isWholeNumber<std::remove_const_t<decltype(V.value)>>> {
    static constexpr auto value = V.value;
    using Value = std::remove_const_t<decltype(value)>;
    static constexpr bool isDecimal = Type.view() == "DECIMAL";
    static constexpr bool negative = [] {
        if constexpr (isText<Value>) return isDecimal && !value.view().empty() && value.view()[0] == '-';
        else return value < decltype(value){};
    }();
    // DATE '..' and the like; any other type is a CAST of the text.
    static constexpr bool isCast = [] {
        if constexpr (Type.view().empty() || isDecimal) return false;
        else return !TypeNamed<Type>::type.isTemporal();
    }();
    static constexpr int syntaxCount = negative || isCast ? 2 : 1, parameterCount = 0;

    static constexpr auto text = staticText<[](TextWriter& w) {
        if constexpr (isText<Value>) {
            w << value.view().substr(negative ? 1 : 0);
        } else {
            auto v = static_cast<unsigned long long>(value);
            if (negative) v = 0ull - v;
            char digits[20]{};
            int n = 0;
            do digits[n++] = static_cast<char>('0' + v % 10); while (v /= 10);
            while (n) w.put(digits[--n]);
        }
    }>();
    static constexpr short write(SyntaxWriter& w) {
        using sql::SyntaxKind;
        if constexpr (isText<Value>) {
            if constexpr (Type.view().empty()) return w.add({.kind = SyntaxKind::string, .text = text.view()});
            else if constexpr (isDecimal) {
                static_assert(isDecimalText(value.view()), "rivulet: a DECIMAL literal has digits, and at most a sign and a point");
                return signedNumber(w, SyntaxKind::decimal);
            } else if constexpr (isCast) {
                const short at = w.add({.kind = SyntaxKind::string, .text = text.view()});
                return w.add({.kind = SyntaxKind::cast, .first = at, .text = TypeNamed<Type>::name, .type = TypeNamed<Type>::type});
            } else return w.add({.kind = SyntaxKind::typed, .text = text.view(), .qualifier = TypeNamed<Type>::name, .type = TypeNamed<Type>::type.withNullable(false)});
        } else if constexpr (std::is_same_v<Value, bool>) {
            return w.add({.kind = SyntaxKind::boolean, .text = value ? "TRUE" : "FALSE"});
        } else return signedNumber(w, SyntaxKind::integer);
    }

private:
    static constexpr short signedNumber(SyntaxWriter& w, sql::SyntaxKind kind) {
        const short at = w.add({.kind = kind, .text = text.view()});
        return negative ? w.add({.kind = sql::SyntaxKind::call, .first = at, .text = "NEGATE"}) : at;
    }
};

/// A name that is to be, in `as`.
template <FixedString Name>
struct NewName {
    static constexpr int syntaxCount = 1, parameterCount = 0;
    static constexpr short write(SyntaxWriter& w) { return w.add({.kind = sql::SyntaxKind::name, .text = Name.view()}); }
};

struct NullLiteral : Verbs<NullLiteral> {
    static constexpr int syntaxCount = 1, parameterCount = 0;
    static constexpr short write(SyntaxWriter& w) { return w.add({.kind = sql::SyntaxKind::null, .text = "NULL"}); }
};

/// A column by steps into it, as Flink names what has no other name: `from$town`. Empty of what is no column.
template <class E> inline constexpr FixedString<1> pathOf{};
template <FixedString Name> requires(ColumnName<Name>::dots == 0) inline constexpr auto pathOf<ColumnName<Name>> = Name;
template <std::size_t N, std::size_t M>
consteval auto stepInto(const FixedString<N>& path, const FixedString<M>& field) {
    if constexpr (N == 1) return path;
    else {
        FixedString<N + M> all{};
        path.view().copy(all.chars, N - 1);
        all.chars[N - 1] = '$';
        field.view().copy(all.chars + N, M - 1);
        return all;
    }
}
template <Expression E, FixedString Name> struct FieldOf;
template <Expression E, FixedString Name> inline constexpr auto pathOf<FieldOf<E, Name>> = stepInto(pathOf<E>, Name);

template <Expression E, FixedString Name>
struct FieldOf : Verbs<FieldOf<E, Name>> {
    E of;
    constexpr explicit FieldOf(const E& e) : of(e) {}
    static constexpr int syntaxCount = E::syntaxCount + 1, parameterCount = E::parameterCount;
    static constexpr short write(SyntaxWriter& w) {
        short at = E::write(w);
        // A field of a plain column is written as the parser writes `a.b`.
        if (w.nodes[at].kind == sql::SyntaxKind::name && w.nodes[at].qualifier.empty()) {
            w.nodes[at].qualifier = w.nodes[at].text;
            w.nodes[at].text = Name.view();
        } else at = w.add({.kind = sql::SyntaxKind::field, .first = at, .text = Name.view()});
        w.nodes[at].alias = pathOf<FieldOf>.view();
        return at;
    }
    template <int I> constexpr const auto& parameter() const { return of.template parameter<I>(); }
};
template <class Self> template <FixedString Field> constexpr auto Verbs<Self>::get() const { return FieldOf<Self, Field>{self()}; }

/// All fields of a row as columns.
template <Expression E>
struct Flattened {
    static constexpr int syntaxCount = E::syntaxCount + 1, parameterCount = E::parameterCount;
    E of;
    static constexpr short write(SyntaxWriter& w) {
        const short row = E::write(w);
        return w.add({.kind = sql::SyntaxKind::star, .filter = row, .text = pathOf<E>.view()});
    }
    template <FixedString Name> constexpr auto as() const {
        static_assert(Name.view().empty(), "rivulet: flatten gives several columns, which have names already; get<\"field\">().as<\"name\">() names one of them");
        return *this;
    }
    template <int I> constexpr const auto& parameter() const { return of.template parameter<I>(); }
};
template <class Self> constexpr auto Verbs<Self>::flatten() const { return Flattened<Self>{self()}; }

/// An expression with a name for its output column.
template <Expression E, FixedString Name>
struct Named {
    static constexpr int syntaxCount = E::syntaxCount, parameterCount = E::parameterCount;
    E of;
    static constexpr short write(SyntaxWriter& w) {
        const short at = E::write(w);
        w.nodes[at].alias = Name.view();
        return at;
    }
    template <int I> constexpr const auto& parameter() const { return of.template parameter<I>(); }
};

/// A call of a table function with names for the columns of its rows (table/lateral.hpp).
template <Expression E, FixedString... Names>
struct NamedRows { E of; };

template <Expression E, class Target, bool Try>
struct Cast : Verbs<Cast<E, Target, Try>> {
    static constexpr int syntaxCount = E::syntaxCount + 1, parameterCount = E::parameterCount;
    E of;
    static constexpr short write(SyntaxWriter& w) {
        const short at = E::write(w);
        return w.add({.kind = sql::SyntaxKind::cast, .isTry = Try, .first = at, .text = Target::name, .type = Target::type});
    }
    template <int I> constexpr const auto& parameter() const { return of.template parameter<I>(); }
};

/// A function of the catalogue, or of the environment, applied to expressions.
template <FixedString Function, Expression... E>
struct Call : Verbs<Call<Function, E...>> {
    static constexpr int syntaxCount = 1 + Expressions<E...>::syntaxCount, parameterCount = Expressions<E...>::parameterCount;
    Expressions<E...> arguments;
    /// Names an output column, or the columns of a table function's rows: `call<"split">(col<"text">).as<"word", "length">()`.
    template <FixedString Name, FixedString... More> constexpr auto as() const {
        if constexpr (sizeof...(More) == 0) return Named<Call, Name>{*this};
        else return NamedRows<Call, Name, More...>{*this};
    }
    static constexpr short write(SyntaxWriter& w) {
        const short first = Expressions<E...>::write(w);
        constexpr std::string_view name = Function.view();
        if (name == "CASE") return w.add({.kind = sql::SyntaxKind::case_, .first = first});
        if (name == "AND" || name == "OR") return w.add({.kind = sql::SyntaxKind::call, .first = chain(w, first), .text = name});
        return w.add({.kind = sql::SyntaxKind::call, .first = first, .text = name});
    }
    template <int I> constexpr const auto& parameter() const { return arguments.template parameter<I>(); }

private:
    // AND and OR never have a call of the same name as an operand: chains are flat, as the parser makes them.
    static constexpr short chain(SyntaxWriter& w, short first) {
        short head = -1, last = -1;
        for (short operand = first; operand >= 0;) {
            const short next = w.nodes[operand].next;
            const bool same = w.nodes[operand].kind == sql::SyntaxKind::call && w.nodes[operand].text == Function.view();
            const short begin = same ? w.nodes[operand].first : operand;
            if (last < 0) head = begin;
            else w.nodes[last].next = begin;
            last = begin;
            while (same && w.nodes[last].next >= 0) last = w.nodes[last].next;
            operand = next;
        }
        w.nodes[last].next = -1;
        return head;
    }
};

}  // namespace detail

/// A column by name; `"a.b"` reaches into a structured column.
template <FixedString Name> inline constexpr detail::ColumnName<Name> col{};

/// A literal that the plan knows by value: `lit<3>`, `lit<true>`, `lit<"x">`; with a type in SQL text
/// `lit<"1.50", "DECIMAL">`, `lit<"2024-02-29", "DATE">`; of any other type it is a CAST of the text.
template <detail::LiteralValue V, FixedString Type = ""> inline constexpr detail::Literal<V, Type> lit{};

/// NULL of the type of a C++ type: `nullOf<int>`.
template <class T> inline constexpr detail::Cast<detail::NullLiteral, detail::TypeOf<T>, false> nullOf{};

/// The same as the methods `as` and `cast`. In templates and generic lambdas g++ wants `col<"a">.template as<"b">()`; these need no such word.
template <FixedString Name, Expression E> requires(!detail::isWindow<E>) constexpr auto as(const E& e) { return detail::Named<E, Name>{e}; }
template <FixedString First, FixedString Second, FixedString... More, FixedString Function, class... E> constexpr auto as(const detail::Call<Function, E...>& c) {
    return detail::NamedRows<detail::Call<Function, E...>, First, Second, More...>{c};
}
template <FixedString Name, class W> requires detail::isWindow<W> constexpr auto as(const W& window) { return window.template as<Name>(); }
template <class T, Expression E> constexpr auto cast(const E& e) { return detail::Cast<E, detail::TypeOf<T>, false>{{}, e}; }
template <FixedString Type, Expression E> constexpr auto cast(const E& e) { return detail::Cast<E, detail::TypeNamed<Type>, false>{{}, e}; }

/// Any function by its SQL name: `call<"SPLIT_INDEX">(col<"s">, ",", 0)`. Also the environment's own functions.
template <FixedString Function, class... T> constexpr auto call(const T&... arguments) { return detail::callOf<Function>(arguments...); }

template <class... T> constexpr auto coalesce(const T&... v) { return detail::callOf<"COALESCE">(v...); }
/// CURRENT_WATERMARK: `table.where(col<"ts"> <= currentWatermark(col<"ts">))` are the late rows.
template <Expression E> constexpr auto currentWatermark(const E& rowtime) { return detail::callOf<"CURRENT_WATERMARK">(rowtime); }
template <class... T> constexpr auto concat(const T&... v) { return detail::callOf<"CONCAT">(v...); }
template <class C, class A, class B> constexpr auto ifThenElse(const C& condition, const A& a, const B& b) {
    return detail::callOf<"CASE">(condition, a, b);
}
/// CASE as a chain of conditions and values; the last argument, if their number is odd, is ELSE.
template <class... T> constexpr auto caseWhen(const T&... v) { return detail::callOf<"CASE">(v...); }

// Found by argument-dependent lookup, as every expression has its base Operand here: `rivulet::col<"n"> > 1` needs no using.
namespace operators {

template <class L, class R> concept OneIsExpression = Expression<L> || Expression<R>;

template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator+(const L& l, const R& r) { return detail::callOf<"+">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator-(const L& l, const R& r) { return detail::callOf<"-">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator*(const L& l, const R& r) { return detail::callOf<"*">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator/(const L& l, const R& r) { return detail::callOf<"/">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator%(const L& l, const R& r) { return detail::callOf<"%">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator==(const L& l, const R& r) { return detail::callOf<"=">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator!=(const L& l, const R& r) { return detail::callOf<"<>">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator<(const L& l, const R& r) { return detail::callOf<"<">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator<=(const L& l, const R& r) { return detail::callOf<"<=">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator>(const L& l, const R& r) { return detail::callOf<">">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator>=(const L& l, const R& r) { return detail::callOf<">=">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator&&(const L& l, const R& r) { return detail::callOf<"AND">(l, r); }
template <class L, class R> requires OneIsExpression<L, R> constexpr auto operator||(const L& l, const R& r) { return detail::callOf<"OR">(l, r); }
template <Expression E> constexpr auto operator!(const E& e) { return detail::callOf<"NOT">(e); }
template <Expression E> constexpr auto operator-(const E& e) { return detail::callOf<"NEGATE">(e); }

}  // namespace operators
}  // namespace rivulet
