// SPDX-License-Identifier: BSL-1.0
// The type that values of two types share: CASE, COALESCE, UNION, and comparisons.
#pragma once
#include <rivulet/types/cast_rules.hpp>

namespace rivulet {

namespace detail {
constexpr int largerOf(int a, int b) { return a > b ? a : b; }
constexpr int smallerOf(int a, int b) { return a < b ? a : b; }

constexpr SqlType commonNumber(const SqlType& a, const SqlType& b) {
    if (a.isApproximate() || b.isApproximate()) {
        if (a.root == TypeRoot::double_ || b.root == TypeRoot::double_) return sqltype::double_;
        return a.root == TypeRoot::decimal || b.root == TypeRoot::decimal ? sqltype::double_ : sqltype::float_;
    }
    if (a.isInteger() && b.isInteger()) return a.root > b.root ? a : b;
    const SqlType x = asDecimal(a), y = asDecimal(b);
    const int whole = smallerOf(38, largerOf(x.precision - x.scale, y.precision - y.scale));
    const int scale = smallerOf(38 - whole, largerOf(x.scale, y.scale));
    return sqltype::decimal(whole + scale, scale);
}
}  // namespace detail

/// The common type of CASE branches, COALESCE arguments and UNION columns; root `unknown` if there is none. Nullable if
/// one of the two is. Integers with decimals give the decimal that holds both (INT with DECIMAL(6, 2) is DECIMAL(12, 2)),
/// CHARs of unlike length a VARCHAR, timestamps the finer precision; TIMESTAMP with TIMESTAMP_LTZ and text with numbers
/// have none. Of two nested types one must hold the other. FLOAT with DOUBLE is DOUBLE (Flink: FLOAT).
constexpr SqlType commonType(const SqlType& a, const SqlType& b) {
    const bool nullable = a.nullable || b.nullable;
    if (a.root == TypeRoot::null) return b.orNull(true);
    if (b.root == TypeRoot::null) return a.orNull(true);
    if (sameType(a, b)) return a.orNull(nullable);
    SqlType t;
    if (a.isNumeric() && b.isNumeric()) t = detail::commonNumber(a, b);
    else if (a.isCharacter() && b.isCharacter()) t = sqltype::varchar(detail::largerOf(a.precision, b.precision));
    else if (a.isBinary() && b.isBinary()) t = sqltype::varbinary(detail::largerOf(a.precision, b.precision));
    else if (a.root == b.root && (a.root == TypeRoot::time || a.isTimestamp())) {
        t = a;
        t.precision = detail::largerOf(a.precision, b.precision);
    }
    else if (a.root == TypeRoot::date && b.root == TypeRoot::timestamp) t = b;
    else if (a.root == TypeRoot::timestamp && b.root == TypeRoot::date) t = a;
    else if (a.isNested() && a.root == b.root && a.fieldCount() == b.fieldCount()) {
        if (implicitCast(a, b)) t = b;
        else if (implicitCast(b, a)) t = a;
    }
    if (t.root == TypeRoot::unknown) return t;
    return t.withNullable(nullable);
}

/// The type in which two values are compared; root `unknown` if they are not comparable. Beyond `commonType`: text with a
/// date or time is read as one, TIMESTAMP and TIMESTAMP_LTZ meet in the session zone. Text with numbers is refused.
constexpr SqlType comparisonType(const SqlType& a, const SqlType& b) {
    const bool nullable = a.nullable || b.nullable;
    if (a.root == TypeRoot::raw || b.root == TypeRoot::raw) return {};
    if (a.isCharacter() && b.isTemporal() && !b.isInterval()) return b.orNull(nullable);
    if (b.isCharacter() && a.isTemporal() && !a.isInterval()) return a.orNull(nullable);
    if (a.isTimestamp() && b.isTimestamp() && a.root != b.root)
        return sqltype::timestampLtz(detail::largerOf(a.precision, b.precision)).orNull(nullable);
    if ((a.root == TypeRoot::date && b.root == TypeRoot::timestampLtz) || (b.root == TypeRoot::date && a.root == TypeRoot::timestampLtz))
        return (a.root == TypeRoot::date ? b : a).withNullable(nullable);
    return commonType(a, b);
}

}  // namespace rivulet
