// SPDX-License-Identifier: BSL-1.0
// SQL types from text: `DECIMAL(10, 2) NOT NULL`, `ARRAY<STRING>`.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/types/sql_type.hpp>
#include <rivulet/types/type_pool.hpp>

namespace rivulet {

/// A type and where it ends in the text; or what is wrong and where.
struct ParsedType {
    SqlType type{};
    std::size_t end{};
    Error error{};
};

namespace detail {

struct TypeParser {
    std::string_view text{};
    std::size_t at{};
    TypePool* pool{};
    bool pooled{};  // not `pool == nullptr`: with sanitizers GCC 12 finds the address of a constant not constant
    Error error{};

    constexpr ParsedType parse() {
        ParsedType result;
        result.type = type(0);
        result.end = at;
        result.error = error;
        return result;
    }
    constexpr void blanks() {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r')) ++at;
    }
    static constexpr bool isWordChar(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
    constexpr std::string_view peekWord() {
        blanks();
        std::size_t n = at;
        while (n < text.size() && isWordChar(text[n])) ++n;
        return text.substr(at, n - at);
    }
    constexpr bool word(std::string_view w) {
        const std::string_view next = peekWord();
        if (!equalsIgnoringCase(next, w)) return false;
        at += next.size();
        return true;
    }
    constexpr bool symbol(char c) {
        blanks();
        if (at == text.size() || text[at] != c) return false;
        ++at;
        return true;
    }
    constexpr SqlType fail(ErrorCode code, std::string_view subject, std::string_view expected = {}) {
        if (!error) {
            error.code = code;
            error.position = static_cast<int>(at);
            error.subject = subject;
            error.expected = expected;
        }
        return {};
    }
    constexpr bool integer(int& out) {
        const std::string_view digits = peekWord();
        long long v = 0;
        if (digits.empty() || digits.size() > 10) return false;
        for (const char c : digits) {
            if (c < '0' || c > '9') return false;
            v = v * 10 + (c - '0');
        }
        if (v > 2147483647) return false;
        out = static_cast<int>(v);
        at += digits.size();
        return true;
    }
    // `(n)` or nothing; what is outside of least..most is an error
    constexpr bool parameter(int& out, int least, int most, std::string_view range) {
        if (!symbol('(')) return true;
        const std::size_t start = (blanks(), at);
        if (!integer(out)) { fail(ErrorCode::syntax, peekWord(), "a number"); return false; }
        if (out < least || out > most) {
            const std::string_view number = text.substr(start, at - start);
            at = start;
            fail(ErrorCode::outOfRange, number, range);
            return false;
        }
        if (!symbol(')')) { fail(ErrorCode::syntax, peekWord(), ")"); return false; }
        return true;
    }
    // Without a length CHAR and BINARY have one character or byte, VARCHAR and VARBINARY have no limit.
    constexpr SqlType sized(TypeRoot root) {
        int n = root == TypeRoot::varchar || root == TypeRoot::varbinary ? SqlType::unbounded : 1;
        if (!parameter(n, 1, 2147483647, "a length of 1 to 2147483647")) return {};
        return {root, true, n, 0, nullptr};
    }
    constexpr SqlType decimal() {
        int p = 10, s = 0;
        if (symbol('(')) {
            blanks();
            const std::size_t start = at;
            if (!integer(p)) return fail(ErrorCode::syntax, peekWord(), "a number");
            if (p < 1 || p > 38) { at = start; return fail(ErrorCode::outOfRange, peekWord(), "a precision of 1 to 38"); }
            if (symbol(',')) {
                blanks();
                const std::size_t second = at;
                if (!integer(s)) return fail(ErrorCode::syntax, peekWord(), "a number");
                if (s > p) { at = second; return fail(ErrorCode::outOfRange, peekWord(), "a scale of 0 to the precision"); }
            }
            if (!symbol(')')) return fail(ErrorCode::syntax, peekWord(), ")");
        }
        return sqltype::decimal(p, s).orNull(true);
    }
    // WITH/WITHOUT [LOCAL] TIME ZONE; sets local
    constexpr bool zone(bool& local) {
        local = false;
        if (word("WITHOUT")) {
            if (!word("TIME") || !word("ZONE")) { fail(ErrorCode::syntax, peekWord(), "TIME ZONE"); return false; }
        } else if (const std::size_t start = (blanks(), at); word("WITH")) {
            if (!word("LOCAL")) {
                at = start;
                fail(ErrorCode::notSupported, "WITH TIME ZONE", "WITH LOCAL TIME ZONE");
                return false;
            }
            if (!word("TIME") || !word("ZONE")) { fail(ErrorCode::syntax, peekWord(), "TIME ZONE"); return false; }
            local = true;
        }
        return true;
    }
    constexpr SqlType time(bool isTimestamp, int precision) {
        bool local = false;
        if (!parameter(precision, 0, 9, "a precision of 0 to 9") || !zone(local)) return {};
        if (local && !isTimestamp) return fail(ErrorCode::notSupported, "TIME WITH LOCAL TIME ZONE");
        return {!isTimestamp ? TypeRoot::time : local ? TypeRoot::timestampLtz : TypeRoot::timestamp, true, precision, 0, nullptr};
    }
    // INTERVAL unit[(p)] [TO unit[(p)]]; rivulet has one type for months and one for milliseconds, whatever the fields
    constexpr SqlType interval() {
        constexpr std::string_view units[] = {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"};
        const auto unit = [&]() -> int {
            for (int i = 0; i < 6; ++i)
                if (word(units[i])) {
                    int ignored = 0;
                    return parameter(ignored, 0, 9, "a precision of 0 to 9") ? i : -1;
                }
            fail(ErrorCode::syntax, peekWord(), "YEAR, MONTH, DAY, HOUR, MINUTE or SECOND");
            return -1;
        };
        const int from = unit();
        if (from < 0) return {};
        if (word("TO")) {
            blanks();
            const std::size_t start = at;
            const int to = unit();
            if (to < 0) return {};
            if (to <= from || (from < 2) != (to < 2)) { at = start; return fail(ErrorCode::syntax, peekWord(), "a finer unit of the same kind"); }
        }
        return (from < 2 ? sqltype::intervalYearMonth : sqltype::intervalDayTime).orNull(true);
    }
    constexpr SqlType nested(TypeRoot root, std::string_view name, int depth) {
        if (!pooled) return fail(ErrorCode::notSupported, name, "a type without fields");
        const char close = symbol('<') ? '>' : root == TypeRoot::row && symbol('(') ? ')' : '\0';
        if (!close) return fail(ErrorCode::syntax, peekWord(), "<");
        TypeField found[TypePool::mostFields]{};
        int count = 0;
        if (!symbol(close)) {
            do {
                if (count == TypePool::mostFields) return fail(ErrorCode::tooLarge, name);
                TypeField& f = found[count++];
                if (root == TypeRoot::row) {
                    if (symbol('`')) {
                        const std::size_t first = at;
                        while (at < text.size() && text[at] != '`') ++at;
                        f.name = text.substr(first, at - first);
                        if (!symbol('`') || symbol('`')) return fail(ErrorCode::syntax, f.name, "a name without backticks in it");
                    } else {
                        f.name = peekWord();
                        at += f.name.size();
                    }
                    if (f.name.empty()) return fail(ErrorCode::syntax, text.substr(at, 1), "a field name");
                } else f.name = root != TypeRoot::map ? "element" : count == 1 ? "key" : "value";
                f.type = type(depth + 1);
                if (error) return {};
                if (root == TypeRoot::row && symbol('\'')) {  // a comment, not kept
                    while (at < text.size() && text[at] != '\'') ++at;
                    if (!symbol('\'')) return fail(ErrorCode::syntax, {}, "'");
                }
            } while (symbol(','));
            if (!symbol(close)) return fail(ErrorCode::syntax, peekWord(), close == '>' ? ">" : ")");
        }
        if (root != TypeRoot::row && count != (root == TypeRoot::map ? 2 : 1)) return fail(ErrorCode::syntax, name, root == TypeRoot::map ? "two types" : "one type");
        if (!pool->hasRoom(count)) return fail(ErrorCode::tooLarge, name);
        return {root, true, 0, 0, &pool->add(found, count)};
    }

    constexpr SqlType bare(int depth) {
        const std::string_view name = peekWord();
        const std::size_t start = at;
        at += name.size();
        const auto is = [&](std::string_view w) { return equalsIgnoringCase(name, w); };
        if (is("BOOLEAN")) return sqltype::boolean.orNull(true);
        if (is("TINYINT")) return sqltype::tinyint.orNull(true);
        if (is("SMALLINT")) return sqltype::smallint.orNull(true);
        if (is("INT") || is("INTEGER")) return sqltype::integer.orNull(true);
        if (is("BIGINT")) return sqltype::bigint.orNull(true);
        if (is("FLOAT")) return sqltype::float_.orNull(true);
        if (is("DOUBLE")) { word("PRECISION"); return sqltype::double_.orNull(true); }
        if (is("DECIMAL") || is("DEC") || is("NUMERIC")) return decimal();
        if (is("STRING")) return sqltype::string.orNull(true);
        if (is("CHAR") || is("CHARACTER")) return sized(word("VARYING") ? TypeRoot::varchar : TypeRoot::char_);
        if (is("VARCHAR")) return sized(TypeRoot::varchar);
        if (is("BYTES")) return sqltype::bytes.orNull(true);
        if (is("BINARY")) return sized(word("VARYING") ? TypeRoot::varbinary : TypeRoot::binary);
        if (is("VARBINARY")) return sized(TypeRoot::varbinary);
        if (is("DATE")) return sqltype::date.orNull(true);
        if (is("TIME")) return time(false, 0);
        if (is("TIMESTAMP")) return time(true, 6);
        if (is("TIMESTAMP_LTZ")) {
            int p = 6;
            return parameter(p, 0, 9, "a precision of 0 to 9") ? sqltype::timestampLtz(p).orNull(true) : SqlType{};
        }
        if (is("INTERVAL")) return interval();
        if (depth > 16) return fail(ErrorCode::tooDeep, name);
        if (is("ARRAY")) return nested(TypeRoot::array, name, depth);
        if (is("MULTISET")) return nested(TypeRoot::multiset, name, depth);
        if (is("MAP")) return nested(TypeRoot::map, name, depth);
        if (is("ROW")) return nested(TypeRoot::row, name, depth);
        at = start;
        if (is("RAW") || is("STRUCTURED") || is("TIMESTAMP_TZ")) return fail(ErrorCode::notSupported, name, "a type that can be written");
        if (name.empty()) return fail(ErrorCode::syntax, text.substr(at < text.size() ? at : text.size(), 1), "a type");
        Nearest nearest(name);
        for (const std::string_view known : {"BOOLEAN", "TINYINT", "SMALLINT", "INT", "INTEGER", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL", "STRING", "CHAR",
                                             "VARCHAR", "BYTES", "BINARY", "VARBINARY", "DATE", "TIME", "TIMESTAMP", "TIMESTAMP_LTZ", "INTERVAL",
                                             "ARRAY", "MULTISET", "MAP", "ROW"})
            nearest.offer(known);
        fail(ErrorCode::unknownType, name);
        error.nearest = nearest.best;
        return {};
    }

    // with NOT NULL, and the postfix ARRAY and MULTISET of the SQL standard
    constexpr SqlType type(int depth) {
        SqlType t = bare(depth);
        for (;;) {
            if (error) return {};
            blanks();
            const std::size_t start = at;
            if (word("NOT")) {
                if (word("NULL")) t.nullable = false;
                else { at = start; return t; }  // NOT belongs to what follows
            } else word("NULL");
            const TypeRoot root = word("ARRAY") ? TypeRoot::array : word("MULTISET") ? TypeRoot::multiset : TypeRoot::unknown;
            if (root == TypeRoot::unknown) return t;
            const std::string_view name = root == TypeRoot::array ? "ARRAY" : "MULTISET";
            if (!pooled) return fail(ErrorCode::notSupported, name, "a type without fields");
            if (!pool->hasRoom(1)) return fail(ErrorCode::tooLarge, name);
            const TypeField f{"element", t};
            t = {root, true, 0, 0, &pool->add(&f, 1)};
        }
    }
};

}  // namespace detail

/// Reads one type at the beginning of the text, in any case and in every spelling that Flink has (INTEGER, DEC, DOUBLE
/// PRECISION, TIMESTAMP(3) WITH LOCAL TIME ZONE, INTERVAL DAY TO SECOND, ..). Nullable unless NOT NULL follows.
/// VARCHAR and VARBINARY without a length are STRING and BYTES, as in Flink's SQL; CHAR and BINARY have the length 1.
/// ARRAY<..>, MULTISET<..>, MAP<..> and ROW<..> need a pool; without one they are refused. `end` is behind the type.
///
///     parseType("DECIMAL(10, 2) NOT NULL").type == sqltype::decimal(10, 2)
constexpr ParsedType parseType(std::string_view text, TypePool* pool) { return detail::TypeParser{text, 0, pool, true, {}}.parse(); }
constexpr ParsedType parseType(std::string_view text) { return detail::TypeParser{text, 0, nullptr, false, {}}.parse(); }

/// The same; root `unknown` for a mistake, and `end` where it is.
constexpr SqlType parseType(std::string_view text, std::size_t& end) {
    const ParsedType p = parseType(text);
    end = p.end;
    return p.type;
}

}  // namespace rivulet
