// SPDX-License-Identifier: BSL-1.0
// SQL types as values.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>

namespace rivulet {

/// The families of SQL types. STRING is varchar of unbounded length, BYTES is varbinary of unbounded length.
enum class TypeRoot : unsigned char {
    unknown,  // no type: an expression that was refused
    null,     // the untyped NULL literal
    boolean, tinyint, smallint, integer, bigint, float_, double_, decimal,
    char_, varchar, binary, varbinary,
    date, time, timestamp, timestampLtz, intervalYearMonth, intervalDayTime,
    array, multiset, map, row, structured, raw
};

struct SqlType;
struct TypeField;

/// What does not fit into a SqlType by value. It has static storage; SqlType points to it.
/// array, multiset: one field "element". map: "key", "value". row, structured: their fields. raw, structured: className.
struct TypeDetail {
    std::string_view className{};
    const TypeField* fields{};
    int fieldCount{};
};

/// A column's or expression's type. `nullable` is part of it, as in Flink.
struct SqlType {
    static constexpr int unbounded = 2147483647;

    TypeRoot root{};
    bool nullable{};
    int precision{};  // char_, varchar, binary, varbinary: length; decimal: digits; time, timestamps: digits of the fraction
    int scale{};      // decimal
    const TypeDetail* detail{};

    /// Same type; `orNull(n)` is also nullable if n.
    constexpr SqlType orNull(bool n) const { SqlType t = *this; t.nullable = nullable || n; return t; }
    constexpr SqlType withNullable(bool n) const { SqlType t = *this; t.nullable = n; return t; }

    constexpr bool isInteger() const { return root >= TypeRoot::tinyint && root <= TypeRoot::bigint; }
    constexpr bool isApproximate() const { return root == TypeRoot::float_ || root == TypeRoot::double_; }
    constexpr bool isExact() const { return isInteger() || root == TypeRoot::decimal; }
    constexpr bool isNumeric() const { return root >= TypeRoot::tinyint && root <= TypeRoot::decimal; }
    constexpr bool isCharacter() const { return root == TypeRoot::char_ || root == TypeRoot::varchar; }
    constexpr bool isBinary() const { return root == TypeRoot::binary || root == TypeRoot::varbinary; }
    constexpr bool isTimestamp() const { return root == TypeRoot::timestamp || root == TypeRoot::timestampLtz; }
    constexpr bool isInterval() const { return root == TypeRoot::intervalYearMonth || root == TypeRoot::intervalDayTime; }
    constexpr bool isTemporal() const { return root >= TypeRoot::date && root <= TypeRoot::intervalDayTime; }
    constexpr bool hasDetail() const { return root >= TypeRoot::array; }
    constexpr bool isNested() const { return root >= TypeRoot::array && root <= TypeRoot::structured; }

    constexpr const TypeField& field(int i) const;
    constexpr int fieldCount() const { return isNested() ? detail->fieldCount : 0; }

    /// Deep equality, nullability included.
    friend constexpr bool operator==(const SqlType& a, const SqlType& b);
};

struct TypeField {
    std::string_view name{};
    SqlType type{};
    friend constexpr bool operator==(const TypeField& a, const TypeField& b) { return a.name == b.name && a.type == b.type; }
};

constexpr const TypeField& SqlType::field(int i) const { return detail->fields[i]; }

constexpr bool operator==(const SqlType& a, const SqlType& b) {
    if (a.root != b.root || a.nullable != b.nullable || a.precision != b.precision || a.scale != b.scale) return false;
    // Asked by root, and by what the details say: with sanitizers GCC 12 finds the address of a constant, and a comparison of two, not constant.
    if (!a.hasDetail()) return true;
    if (a.detail->className != b.detail->className || a.detail->fieldCount != b.detail->fieldCount) return false;
    if (a.root == TypeRoot::raw) return true;
    for (int i = 0; i < a.detail->fieldCount; ++i)
        if (!(a.detail->fields[i] == b.detail->fields[i])) return false;
    return true;
}

/// Equal but for nullability at the top.
constexpr bool sameType(const SqlType& a, const SqlType& b) { return a.withNullable(false) == b.withNullable(false); }

/// The types by name, NOT NULL; add `.orNull(true)` for the nullable one.
namespace sqltype {
inline constexpr SqlType null{TypeRoot::null, true, 0, 0, nullptr};
inline constexpr SqlType boolean{TypeRoot::boolean, false, 0, 0, nullptr};
inline constexpr SqlType tinyint{TypeRoot::tinyint, false, 0, 0, nullptr};
inline constexpr SqlType smallint{TypeRoot::smallint, false, 0, 0, nullptr};
inline constexpr SqlType integer{TypeRoot::integer, false, 0, 0, nullptr};
inline constexpr SqlType bigint{TypeRoot::bigint, false, 0, 0, nullptr};
inline constexpr SqlType float_{TypeRoot::float_, false, 0, 0, nullptr};
inline constexpr SqlType double_{TypeRoot::double_, false, 0, 0, nullptr};
constexpr SqlType decimal(int p, int s) { return {TypeRoot::decimal, false, p, s, nullptr}; }
constexpr SqlType char_(int n) { return {TypeRoot::char_, false, n, 0, nullptr}; }
constexpr SqlType varchar(int n) { return {TypeRoot::varchar, false, n, 0, nullptr}; }
inline constexpr SqlType string{TypeRoot::varchar, false, SqlType::unbounded, 0, nullptr};
constexpr SqlType binary(int n) { return {TypeRoot::binary, false, n, 0, nullptr}; }
constexpr SqlType varbinary(int n) { return {TypeRoot::varbinary, false, n, 0, nullptr}; }
inline constexpr SqlType bytes{TypeRoot::varbinary, false, SqlType::unbounded, 0, nullptr};
inline constexpr SqlType date{TypeRoot::date, false, 0, 0, nullptr};
constexpr SqlType time(int p) { return {TypeRoot::time, false, p, 0, nullptr}; }
constexpr SqlType timestamp(int p) { return {TypeRoot::timestamp, false, p, 0, nullptr}; }
constexpr SqlType timestampLtz(int p) { return {TypeRoot::timestampLtz, false, p, 0, nullptr}; }
inline constexpr SqlType intervalYearMonth{TypeRoot::intervalYearMonth, false, 0, 0, nullptr};
inline constexpr SqlType intervalDayTime{TypeRoot::intervalDayTime, false, 0, 0, nullptr};
}  // namespace sqltype

namespace detail {

/// The type's name without nullability, as Flink prints it: `DECIMAL(10, 2)`, ARRAY<INT NOT NULL>, ROW<`a` INT>.
constexpr void writeTypeName(TextWriter& w, const SqlType& t);

/// The type as printSchema shows it: with ` NOT NULL` where it is not nullable.
constexpr void writeType(TextWriter& w, const SqlType& t) {
    writeTypeName(w, t);
    if (!t.nullable) w << " NOT NULL";
}

/// A name in backticks, those inside it doubled.
constexpr void writeQuoted(TextWriter& w, std::string_view name) {
    w.put('`');
    for (const char c : name) {
        if (c == '`') w.put(c);
        w.put(c);
    }
    w.put('`');
}

constexpr void writeTypeName(TextWriter& w, const SqlType& t) {
    constexpr std::string_view names[] = {"?", "NULL", "BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL",
                                          "CHAR", "VARCHAR", "BINARY", "VARBINARY", "DATE", "TIME", "TIMESTAMP", "TIMESTAMP_LTZ",
                                          "INTERVAL YEAR(4) TO MONTH", "INTERVAL DAY(9) TO SECOND(9)", "ARRAY", "MULTISET", "MAP", "ROW", "STRUCTURED", "RAW"};
    static_assert(sizeof names / sizeof *names == static_cast<std::size_t>(TypeRoot::raw) + 1, "a name for each root");
    const auto fields = [&](bool named) {
        for (int i = 0; i < t.fieldCount(); ++i) {
            if (i) w << ", ";
            if (named) { writeQuoted(w, t.field(i).name); w << " "; }
            writeType(w, t.field(i).type);
        }
    };
    switch (t.root) {
        case TypeRoot::varchar:
            if (t.precision == SqlType::unbounded) { w << "STRING"; return; }
            break;
        case TypeRoot::varbinary:
            if (t.precision == SqlType::unbounded) { w << "BYTES"; return; }
            break;
        case TypeRoot::array: case TypeRoot::multiset: case TypeRoot::map: w << names[static_cast<int>(t.root)] << "<"; fields(false); w << ">"; return;
        case TypeRoot::row: w << "ROW<"; fields(true); w << ">"; return;
        case TypeRoot::structured:
            w << "STRUCTURED<'" << t.detail->className << "'";
            if (t.fieldCount()) w << ", ";
            fields(true);
            w << ">";
            return;
        case TypeRoot::raw: w << "RAW('" << t.detail->className << "', '...')"; return;
        default: break;
    }
    w << names[static_cast<int>(t.root)];
    switch (t.root) {
        case TypeRoot::decimal: w << "("; w.number(t.precision) << ", "; w.number(t.scale) << ")"; return;
        case TypeRoot::char_: case TypeRoot::varchar: case TypeRoot::binary: case TypeRoot::varbinary:
        case TypeRoot::time: case TypeRoot::timestamp: case TypeRoot::timestampLtz: w << "("; w.number(t.precision) << ")"; return;
        default: return;
    }
}

}  // namespace detail
}  // namespace rivulet
