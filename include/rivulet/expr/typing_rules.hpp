// SPDX-License-Identifier: BSL-1.0
// Typing rules that several functions share. A rule is an ordinary function: it reads the argument types, asks for
// implicit casts, and sets the result or names the argument that does not fit.
#pragma once
#include <string_view>

#include <rivulet/expr/function.hpp>
#include <rivulet/types/common_type.hpp>

namespace rivulet::rules {

/// What kind of value a type is, for messages.
constexpr std::string_view kindName(const SqlType& t) {
    if (t.isNumeric()) return "a number";
    if (t.isCharacter()) return "text";
    if (t.isBinary()) return "BYTES";
    switch (t.root) {
        case TypeRoot::boolean: return "BOOLEAN";
        case TypeRoot::date: return "DATE";
        case TypeRoot::time: return "TIME";
        case TypeRoot::timestamp: case TypeRoot::timestampLtz: return "a timestamp";
        case TypeRoot::intervalYearMonth: case TypeRoot::intervalDayTime: return "an interval";
        case TypeRoot::array: return "an array";
        case TypeRoot::multiset: return "a multiset";
        case TypeRoot::map: return "a map";
        case TypeRoot::row: case TypeRoot::structured: return "a row";
        default: return "a comparable value";
    }
}

// An argument's type after the casts asked for so far.
constexpr SqlType effective(const Typing& t, int i) {
    const ArgumentType& a = t.arguments[i];
    return a.castTo.root == TypeRoot::unknown ? a.type : a.castTo;
}

/// What one letter of a pattern accepts: T text, I integer, E exact number, N number, B boolean, Y bytes, D date, time
/// or timestamp, A array, M map. Lower case: the argument must not be the NULL literal.
constexpr bool accepts(char letter, const SqlType& t) {
    switch (letter) {
        case 'T': return t.isCharacter();
        case 'I': return t.isInteger();
        case 'E': return t.isExact();
        case 'N': return t.isNumeric();
        case 'B': return t.root == TypeRoot::boolean;
        case 'Y': return t.isBinary();
        case 'D': return t.root == TypeRoot::date || t.root == TypeRoot::time || t.isTimestamp();
        case 'A': return t.root == TypeRoot::array;
        case 'M': return t.root == TypeRoot::map;
        default: return false;
    }
}
constexpr std::string_view wanted(char letter) {
    switch (letter) {
        case 'T': return "text";
        case 'I': return "an integer";
        case 'E': return "an exact number";
        case 'N': return "a number";
        case 'B': return "BOOLEAN";
        case 'Y': return "BYTES";
        case 'D': return "a date or time";
        case 'A': return "an array";
        case 'M': return "a map";
        default: return "another type";
    }
}
// The type that a NULL literal takes where the letter stands.
constexpr SqlType typeOfNull(char letter) {
    switch (letter) {
        case 'T': return sqltype::string;
        case 'I': case 'E': return sqltype::integer;
        case 'N': return sqltype::double_;
        case 'B': return sqltype::boolean;
        case 'Y': return sqltype::bytes;
        case 'D': return sqltype::timestamp(3);
        default: return {};
    }
}

/// Checks the arguments against a pattern, one letter each; the last letter stands for all further arguments. A NULL
/// literal is cast to the letter's own type.
constexpr bool arguments(Typing& t, std::string_view pattern) {
    for (int i = 0; i < t.count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const char letter = pattern[k < pattern.size() ? k : pattern.size() - 1];
        if (t.isNull(i) && typeOfNull(letter).root != TypeRoot::unknown) t.coerce(i, typeOfNull(letter));
        else if (!accepts(letter, t.type(i))) { t.refuse(i, wanted(letter)); return false; }
    }
    return true;
}

/// The arguments as in `arguments`, and the result, nullable if an argument is: the rule of most functions.
constexpr void call(Typing& t, std::string_view pattern, const SqlType& result) {
    if (arguments(t, pattern)) t.result = result.orNull(t.anyNullable());
}

// ---- common types ---------------------------------------------------------------------------------------------------

/// The type that holds both: of FLOAT and DOUBLE the first, as Flink's operators have it; unknown if there is none.
constexpr SqlType leastRestrictive(const SqlType& a, const SqlType& b) {
    if (a.isApproximate() && b.isApproximate()) return a.orNull(b.nullable);
    return commonType(a, b);
}

/// The type of AVG(x), and of its kin: x's own, a DECIMAL(p, s) as DECIMAL(38, max(6, s)).
constexpr SqlType averageOf(const SqlType& t) {
    return t.root == TypeRoot::decimal ? sqltype::decimal(38, t.scale > 6 ? t.scale : 6).orNull(t.nullable) : t;
}

/// Refuses an argument whose values cannot be told apart: RAW, alone or inside.
constexpr bool hasRaw(const SqlType& t) {
    if (t.root == TypeRoot::raw) return true;
    for (int i = 0; i < t.fieldCount(); ++i)
        if (hasRaw(t.field(i).type)) return true;
    return false;
}
constexpr void distinguishable(Typing& t, int i) {
    if (hasRaw(t.type(i))) t.refuse(i, "a comparable value");
}

/// Whether C++ orders the values of a type, as the keys of a map must be.
constexpr bool isOrdered(const SqlType& t) {
    if (t.root == TypeRoot::raw || t.root == TypeRoot::row || t.root == TypeRoot::structured) return false;
    for (int i = 0; i < t.fieldCount(); ++i)
        if (!isOrdered(t.field(i).type)) return false;
    return true;
}
inline constexpr std::string_view orderedKey = "keys that are no rows";

/// Asks for a cast of argument i where its C++ value could not become one of type `to` by itself: numbers of plain C++
/// types and texts convert in the function.
constexpr void fit(Typing& t, int i, const SqlType& to) {
    const SqlType& from = t.type(i);
    if (from.isCharacter() && to.isCharacter()) return;
    const bool plain = (from.isInteger() || from.isApproximate()) && (to.isInteger() || to.isApproximate());
    if (!plain) t.coerce(i, to);
}

/// The common type of arguments first, first + step, ..; the arguments are fitted to it. Refuses where there is none.
constexpr SqlType common(Typing& t, int first, int step = 1) {
    SqlType type{};
    for (int i = first; i < t.count; i += step) {
        if (t.isNull(i)) continue;
        const SqlType next = type.root == TypeRoot::unknown ? t.type(i) : leastRestrictive(type, t.type(i));
        if (next.root == TypeRoot::unknown) { t.refuse(i, kindName(type)); return {}; }
        type = next;
    }
    if (type.root == TypeRoot::unknown) { t.refuse(first, "a value with a type, such as CAST(NULL AS INT)"); return {}; }
    bool nullable = false;
    for (int i = first; i < t.count; i += step) {
        fit(t, i, type);
        nullable = nullable || t.type(i).nullable;
    }
    return type.withNullable(nullable);
}

// ---- comparisons ----------------------------------------------------------------------------------------------------

// Arrays, maps, multisets and rows of as many fields whose parts compare one by one, as they are.
constexpr bool partsCompare(const SqlType& a, const SqlType& b) {
    if (detail::isRowLike(a) ? !detail::isRowLike(b) : a.root != b.root) return false;
    if (!a.isNested() || a.fieldCount() != b.fieldCount()) return false;
    for (int i = 0; i < a.fieldCount(); ++i) {
        const SqlType &x = a.field(i).type, &y = b.field(i).type;
        const bool values = (x.isNumeric() && y.isNumeric()) || (x.isCharacter() && y.isCharacter()) || (sameType(x, y) && !x.isNested() && x.root != TypeRoot::raw);
        if (!values && !partsCompare(x, y)) return false;
    }
    return true;
}
// Whether a row of the type can have a NULL in it that leaves open whether it is equal to another. (Arrays and maps with one are not.)
constexpr bool hasNullInside(const SqlType& t) {
    for (int i = 0; detail::isRowLike(t) && i < t.fieldCount(); ++i)
        if (t.field(i).type.nullable || hasNullInside(t.field(i).type)) return true;
    return false;
}

/// Whether arguments i and j compare, with the casts that takes. Numbers compare with numbers, texts with texts, texts
/// with dates and times (a column that does not read as one is NULL); numbers with texts do not (Flink).
constexpr bool comparable(Typing& t, int i, int j, bool ordered) {
    const SqlType a = effective(t, i), b = effective(t, j);
    const auto moment = [](const SqlType& x) { return x.root >= TypeRoot::date && x.root <= TypeRoot::timestampLtz; };
    if (a.root == TypeRoot::null || b.root == TypeRoot::null) {
        const SqlType& known = a.root == TypeRoot::null ? b : a;
        const SqlType type = known.root == TypeRoot::null ? sqltype::boolean : known;
        if (a.root == TypeRoot::null) t.coerce(i, type);
        if (b.root == TypeRoot::null) t.coerce(j, type);
        return true;
    }
    if ((a.isNumeric() && b.isNumeric()) || (a.isCharacter() && b.isCharacter()) || (a.isBinary() && b.isBinary())) return true;
    if (a.isCharacter() != b.isCharacter() && (moment(a) || moment(b))) {
        const int text = a.isCharacter() ? i : j;
        const bool literal = t.arguments[text].isText;
        t.arguments[text].castTo = (a.isCharacter() ? b : a).withNullable(t.type(text).nullable || !literal);
        t.arguments[text].tryCast = !literal;
        return true;
    }
    if (moment(a) && moment(b) && (a.root == TypeRoot::time) == (b.root == TypeRoot::time)) {
        if (a.root == b.root) return true;  // of any precision
        SqlType wider = a.root > b.root ? a : b;  // DATE to TIMESTAMP to TIMESTAMP_LTZ
        if (a.isTimestamp() && b.isTimestamp()) wider.precision = a.precision > b.precision ? a.precision : b.precision;
        t.coerce(i, wider);
        t.coerce(j, wider);
        return true;
    }
    if (a.root == b.root && (a.root == TypeRoot::boolean || a.isInterval())) return true;
    if (!ordered && partsCompare(a, b)) return true;
    t.refuse(j, kindName(a));
    return false;
}

constexpr void equality(Typing& t) {
    if (comparable(t, 0, 1, false)) t.result = sqltype::boolean.orNull(t.anyNullable() || hasNullInside(t.type(0)) || hasNullInside(t.type(1)));
}
constexpr void order(Typing& t) {
    if (comparable(t, 0, 1, true)) t.result = sqltype::boolean.orNull(t.anyNullable());
}
constexpr void distinctness(Typing& t) {
    if (comparable(t, 0, 1, false)) t.result = sqltype::boolean;
}
constexpr void between(Typing& t) {
    if (comparable(t, 0, 1, true) && comparable(t, 0, 2, true)) t.result = sqltype::boolean.orNull(t.anyNullable());
}
constexpr void membership(Typing& t) {
    for (int i = 1; i < t.count; ++i)
        if (!comparable(t, 0, i, false)) return;
    bool nullable = t.anyNullable();
    for (int i = 0; i < t.count; ++i) nullable = nullable || hasNullInside(t.type(i));
    t.result = sqltype::boolean.orNull(nullable);
}

// ---- logic ----------------------------------------------------------------------------------------------------------

constexpr void logic(Typing& t) { call(t, "B", sqltype::boolean); }
constexpr void isTruth(Typing& t) {
    if (arguments(t, "B")) t.result = sqltype::boolean;
}
constexpr void isNull(Typing& t) {
    if (t.isNull(0)) t.coerce(0, sqltype::boolean);
    t.result = sqltype::boolean;
}

}  // namespace rivulet::rules
