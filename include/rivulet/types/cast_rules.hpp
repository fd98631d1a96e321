// SPDX-License-Identifier: BSL-1.0
// Which casts there are, as values: CAST, the implicit ones of expressions, and those on the way into a sink.
#pragma once
#include <rivulet/types/decimal_arithmetic.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet {

/// none: refused. explicit_: CAST only. implicit: the planner may put it in, no value is lost.
enum class CastKind : unsigned char { none, explicit_, implicit };

/// What becomes of text or bytes of another length than the type's. cut: what CAST says: longer is cut, shorter is padded in CHAR and BINARY. pad: into a
/// sink: shorter is padded, longer is an error. exact: a declared column, whose values stay what they are: longer is an error, in CHAR and BINARY shorter as well.
enum class Fit : unsigned char { cut, pad, exact };

namespace detail {

template <class Rule>
constexpr bool castFields(const SqlType& from, const SqlType& to, Rule rule) {
    if (from.fieldCount() != to.fieldCount()) return false;
    for (int i = 0; i < from.fieldCount(); ++i)
        if (!rule(from.field(i).type, to.field(i).type)) return false;
    return true;
}

constexpr bool isRowLike(const SqlType& t) { return t.root == TypeRoot::row || t.root == TypeRoot::structured; }

// Nested types part by part. A multiset is a map from its elements to their counts; there are none for NULL.
template <class Rule>
constexpr bool castNested(const SqlType& from, const SqlType& to, Rule rule) {
    if (from.root == TypeRoot::multiset && to.root == TypeRoot::map) return rule(from.field(0).type.withNullable(false), to.field(0).type) && rule(sqltype::integer, to.field(1).type);
    return (from.root == to.root || (isRowLike(from) && isRowLike(to))) && castFields(from, to, rule);
}

}  // namespace detail

/// Casts that lose nothing: the planner puts them in by itself where types differ. Nullability at the top is not looked
/// at (a plan knows more about it); inside nested types a nullable element does not become NOT NULL.
constexpr bool implicitCast(const SqlType& from, const SqlType& to) {
    if (from.root == TypeRoot::null || sameType(from, to)) return true;
    switch (to.root) {
        case TypeRoot::varchar: return from.isCharacter() && from.precision <= to.precision;
        case TypeRoot::varbinary: return from.isBinary() && from.precision <= to.precision;
        case TypeRoot::smallint: case TypeRoot::integer: case TypeRoot::bigint: return from.isInteger() && from.root < to.root;
        case TypeRoot::decimal: {
            if (!from.isExact()) return false;
            const SqlType d = asDecimal(from);
            return d.scale <= to.scale && d.precision - d.scale <= to.precision - to.scale;
        }
        case TypeRoot::float_: return from.isExact();  // approximate from here on
        case TypeRoot::double_: return from.isNumeric();
        case TypeRoot::time: return from.root == TypeRoot::time && from.precision <= to.precision;
        case TypeRoot::timestamp: return from.root == TypeRoot::date || (from.root == TypeRoot::timestamp && from.precision <= to.precision);
        case TypeRoot::timestampLtz: return from.root == TypeRoot::timestampLtz && from.precision <= to.precision;
        case TypeRoot::array: case TypeRoot::multiset: case TypeRoot::map: case TypeRoot::row: case TypeRoot::structured:
            return detail::castNested(from, to, [](const SqlType& f, const SqlType& t) { return (t.nullable || !f.nullable) && implicitCast(f, t); });
        default: return false;
    }
}

/// What toDataStream and other sinks convert without being asked (Flink's supportsImplicitCast, flink-semantics 2.6):
/// widening, any number into DECIMAL, timestamps of any precision, text of any length into VARCHAR (an error where it is longer; Flink cuts).
/// Nullability at the top is the sink's own check.
constexpr bool sinkCast(const SqlType& from, const SqlType& to) {
    if (from.root == TypeRoot::null || sameType(from, to)) return true;
    switch (to.root) {
        case TypeRoot::char_: return from.root == TypeRoot::char_;
        case TypeRoot::varchar: return from.isCharacter();
        case TypeRoot::binary: return from.root == TypeRoot::binary;
        case TypeRoot::varbinary: return from.isBinary();
        case TypeRoot::smallint: case TypeRoot::integer: case TypeRoot::bigint: return from.isInteger() && from.root < to.root;
        case TypeRoot::decimal: case TypeRoot::double_: return from.isNumeric();
        case TypeRoot::float_: return from.isExact();
        case TypeRoot::date: return from.root == TypeRoot::timestamp;
        case TypeRoot::time: return from.root == TypeRoot::time || from.root == TypeRoot::timestamp;
        case TypeRoot::timestamp: case TypeRoot::timestampLtz: return from.isTimestamp();
        case TypeRoot::array: case TypeRoot::multiset: case TypeRoot::map: case TypeRoot::row: case TypeRoot::structured:
            return detail::castNested(from, to, [](const SqlType& f, const SqlType& t) { return (t.nullable || !f.nullable) && sinkCast(f, t); });
        default: return false;
    }
}

/// The whole matrix of CAST (Flink 2.3). A number is no time: TIMESTAMP from BIGINT needs a function that names the unit,
/// and an interval is no number. Text becomes an interval where Flink has no such cast.
constexpr CastKind castKind(const SqlType& from, const SqlType& to) {
    if (to.root == TypeRoot::unknown || to.root == TypeRoot::null || from.root == TypeRoot::unknown) return CastKind::none;
    if (implicitCast(from, to)) return CastKind::implicit;
    const auto kind = [](bool allowed) { return allowed ? CastKind::explicit_ : CastKind::none; };
    switch (to.root) {
        case TypeRoot::char_: case TypeRoot::varchar: return CastKind::explicit_;
        case TypeRoot::binary: case TypeRoot::varbinary: return kind(from.isCharacter() || from.isBinary());
        case TypeRoot::boolean: return kind(from.isCharacter() || from.isNumeric());
        case TypeRoot::tinyint: case TypeRoot::smallint: case TypeRoot::integer: case TypeRoot::bigint:
        case TypeRoot::decimal: case TypeRoot::float_: case TypeRoot::double_:
            return kind(from.isCharacter() || from.isNumeric() || from.root == TypeRoot::boolean);
        case TypeRoot::date: return kind(from.isCharacter() || from.isTimestamp());
        case TypeRoot::time: return kind(from.isCharacter() || from.root == TypeRoot::time || from.isTimestamp());
        case TypeRoot::timestamp: case TypeRoot::timestampLtz:
            return kind(from.isCharacter() || from.root == TypeRoot::date || from.root == TypeRoot::time || from.isTimestamp());
        case TypeRoot::intervalYearMonth: case TypeRoot::intervalDayTime: return kind(from.isCharacter());
        case TypeRoot::array: case TypeRoot::multiset: case TypeRoot::map: case TypeRoot::row: case TypeRoot::structured:
            return kind(detail::castNested(from, to, [](const SqlType& f, const SqlType& t) { return (t.nullable || !f.nullable) && castKind(f, t) != CastKind::none; }));
        default: return CastKind::none;
    }
}

/// Whether CAST can give no value for a value that there is: a number that does not fit a DECIMAL (Flink: NULL).
/// `castValue` then returns an optional.
constexpr bool castMayGiveNull(const SqlType& from, const SqlType& to) {
    if (to.root != TypeRoot::decimal || !(from.isNumeric() || from.root == TypeRoot::boolean)) return false;
    if (from.root == TypeRoot::boolean) return to.precision == to.scale;
    if (from.isApproximate()) return true;
    const SqlType d = asDecimal(from);
    const int whole = d.precision - d.scale, room = to.precision - to.scale;
    return whole > room || (whole == room && d.scale > to.scale);  // 9.99 rounded to one digit is 10.0
}

}  // namespace rivulet
