// SPDX-License-Identifier: BSL-1.0
// A stream's columns and a declared schema become the table's schema, or the reason why not. Ordinary code over values.
#pragma once
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/schema/description.hpp>
#include <rivulet/schema/resolved.hpp>
#include <rivulet/types/cast_rules.hpp>

namespace rivulet {

/// A computed column or watermark whose type is wanted: SQL text, or the expression object of a schema's part.
struct ExpressionAsk {
    std::string_view text{};
    int part{-1};
    const Column* columns{};  // what it may read
    int count{};
};
/// The answer. An error's position points into the text.
struct ExpressionType {
    SqlType type{};
    TimeAttribute time{};     // PROCTIME() gives proctime
    Error error{};
};

/// A key that metadata columns of a source can have.
struct MetadataKey {
    std::string_view name{};
    SqlType type{};
};
/// Streams have the record's timestamp.
inline constexpr MetadataKey streamMetadata[] = {{"rowtime", sqltype::timestampLtz(3)}};

struct ResolveOptions {
    bool streaming{true};          // a batch table has no *ROWTIME* columns
    bool hasTimestamps{true};      // false: the stream is known to carry none
    bool believeNotNull{false};    // Flink's rule: a nullable field may be declared NOT NULL, or be in the key, and is checked row by row
    const MetadataKey* metadata{streamMetadata};
    int metadataCount{1};
};

namespace detail {

/// A type's name without its parameters, of static storage.
constexpr std::string_view rootName(const SqlType& t) {
    constexpr std::string_view names[] = {"?", "NULL", "BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL", "CHAR", "VARCHAR", "BINARY",
                                          "VARBINARY", "DATE", "TIME", "TIMESTAMP", "TIMESTAMP_LTZ", "INTERVAL", "INTERVAL", "ARRAY", "MULTISET", "MAP", "ROW", "STRUCTURED", "RAW"};
    static_assert(sizeof names / sizeof *names == static_cast<std::size_t>(TypeRoot::raw) + 1, "a name for each root");
    if (t.root == TypeRoot::varchar && t.precision == SqlType::unbounded) return "STRING";
    if (t.root == TypeRoot::varbinary && t.precision == SqlType::unbounded) return "BYTES";
    return names[static_cast<int>(t.root)];
}

/// The whole type where it fits into an error, else its name.
constexpr void nameType(ShortText& out, const SqlType& t) {
    TextWriter size;
    writeType(size, t);
    if (size.size > ShortText::room) return out.append(rootName(t));
    TextWriter w{out.chars};
    writeType(w, t);
    out.size = static_cast<unsigned char>(w.size);
}

/// Whether a field may be declared so: the same kind of value, of another length, precision or greater width. Flink asks
/// nothing here and fails in the running job.
constexpr bool declarableAs(const SqlType& from, const SqlType& to) {
    if (from.isInteger()) return to.isInteger() && from.root <= to.root;
    if (from.isApproximate()) return to.isApproximate() && from.root <= to.root;
    if (from.isCharacter()) return to.isCharacter();
    if (from.isBinary()) return to.isBinary();
    if (isRowLike(from) ? !isRowLike(to) : from.root != to.root) return false;
    if (from.root == TypeRoot::raw) return sameType(from, to);
    return castFields(from, to, [](const SqlType& f, const SqlType& t) { return (t.nullable || !f.nullable) && declarableAs(f, t); });
}

// `SOURCE_WATERMARK()`, however it is spaced.
constexpr bool isSourceWatermark(std::string_view text) {
    constexpr std::string_view name = "SOURCE_WATERMARK()";
    std::size_t at = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') continue;
        if (at == name.size() || upper(c) != name[at]) return false;
        ++at;
    }
    return at == name.size();
}

template <int N, class Typing>
struct SchemaResolver {
    const SchemaDescription& declared;
    const Column* derived;
    int derivedCount;
    const Typing& typing;
    const ResolveOptions& options;
    ResolvedSchema<N> schema{};
    int readable{};  // columns that computed ones may read: they come first in schema.all

    constexpr Error& fail(ErrorCode code, std::string_view subject) {
        schema.error = Error{.code = code, .subject = subject};
        return schema.error;
    }
    constexpr void failWith(const Error& e, std::string_view text) {
        schema.error = e;
        schema.errorText = text;
    }
    constexpr void knowColumns(Error& e) const {
        Nearest nearest{e.subject};
        for (int i = 0; i < schema.allCount; ++i) {
            nearest.offer(schema.all[i].name);
            e.know(schema.all[i].name);
        }
        e.nearest = nearest.best;
    }
    constexpr int place(std::string_view name) const {
        for (int i = 0; i < schema.allCount; ++i)
            if (schema.all[i].name == name) return i;
        return -1;
    }
    constexpr bool isComputed(std::string_view name) const {
        for (int i = 0; i < declared.columnCount; ++i)
            if (declared.columns[i].column.kind == ColumnKind::computed && declared.columns[i].column.name == name) return true;
        return false;
    }
    constexpr bool add(const Column& c, int part = -1) {
        if (schema.allCount == N) {
            fail(ErrorCode::tooLarge, c.name);
            return false;
        }
        schema.add(c, part);
        return true;
    }

    // ---- physical columns: the stream's own, with the types that are declared ---------------------------------------
    constexpr bool physical() {
        for (int i = 0; i < derivedCount; ++i)
            if (!add(derived[i])) return false;
        for (int i = 0; i < declared.columnCount; ++i) {
            const DeclaredColumn& d = declared.columns[i];
            if (d.error) {
                failWith(d.error, d.errorText);
                return false;
            }
            if (!d.column.isPhysical()) continue;
            const int at = place(d.column.name);
            if (at < 0) {
                knowColumns(fail(ErrorCode::unknownField, d.column.name));
                return false;
            }
            for (int k = 0; k < i; ++k)
                if (declared.columns[k].column.name == d.column.name) {
                    fail(ErrorCode::duplicateColumn, d.column.name);
                    return false;
                }
            SqlType& type = schema.all[at].type;
            const bool losesNull = type.nullable && !d.column.type.nullable && !options.believeNotNull;
            if (losesNull || !declarableAs(type, d.column.type)) {
                Error& e = fail(ErrorCode::declaredType, d.column.name);
                nameType(e.expectedText, losesNull ? d.column.type.withNullable(true) : type);
                nameType(e.foundText, d.column.type);
                return false;
            }
            type = d.column.type;
        }
        return true;
    }

    // ---- columns beside the row -------------------------------------------------------------------------------------
    constexpr bool metadata() {
        for (int i = 0; i < declared.columnCount; ++i) {
            const Column& c = declared.columns[i].column;
            if (c.kind != ColumnKind::metadata) continue;
            int key = 0;
            while (key < options.metadataCount && options.metadata[key].name != c.key()) ++key;
            if (key == options.metadataCount) {
                Error& e = fail(ErrorCode::unknownMetadata, c.key());
                Nearest nearest{c.key()};
                for (int k = 0; k < options.metadataCount; ++k) { nearest.offer(options.metadata[k].name); e.know(options.metadata[k].name); }
                e.nearest = nearest.best;
                return false;
            }
            const SqlType& from = options.metadata[key].type;
            if (castKind(from, c.type) == CastKind::none || (from.nullable && !c.type.nullable)) {
                Error& e = fail(ErrorCode::metadataType, c.name);
                nameType(e.expectedText, from);
                nameType(e.foundText, c.type);
                return false;
            }
            for (int k = 0; k < i; ++k)
                if (declared.columns[k].column.kind == ColumnKind::metadata && declared.columns[k].column.key() == c.key()) {
                    Error& e = fail(ErrorCode::metadataKeyTwice, c.key());
                    e.know(declared.columns[k].column.name);
                    e.know(c.name);
                    return false;
                }
            if (!options.hasTimestamps && c.key() == "rowtime") {
                fail(ErrorCode::noTimestamps, c.name);
                return false;
            }
            if (!unused(c.name) || !add(c)) return false;
        }
        readable = schema.allCount;
        return true;
    }
    constexpr bool unused(std::string_view name) {
        if (place(name) < 0) return true;
        fail(ErrorCode::duplicateColumn, name);
        return false;
    }

    // ---- computed columns read the columns above, not each other ------------------------------------------------------
    constexpr bool computed() {
        for (int i = 0; i < declared.columnCount; ++i) {
            const DeclaredColumn& d = declared.columns[i];
            if (d.column.kind != ColumnKind::computed) continue;
            if (!unused(d.column.name)) return false;
            if (isSourceWatermark(d.column.expression)) {
                fail(ErrorCode::notSupported, "SOURCE_WATERMARK()").expected = "a watermark";
                return false;
            }
            const ExpressionType t = typing(ExpressionAsk{d.column.expression, d.expression, schema.all, readable});
            if (t.error) {
                failWith(t.error, d.column.expression);
                if (t.error.code == ErrorCode::unknownColumn && isComputed(t.error.subject)) schema.error.code = ErrorCode::computedColumn;
                return false;
            }
            Column c = d.column;
            c.type = t.type;
            c.time = t.time;
            if (!add(c, d.expression)) return false;
        }
        return true;
    }

    // ---- event time ---------------------------------------------------------------------------------------------------
    constexpr bool watermark() {
        if (declared.watermarkCount == 0) return true;
        if (declared.watermarkCount > 1) {
            fail(ErrorCode::twoWatermarks, declared.watermarks[1].column);
            return false;
        }
        const DeclaredWatermark& w = declared.watermarks[0];
        const int at = place(w.column);
        if (at < 0) {
            const bool nested = placeOf(w.column, '.') < w.column.size();
            knowColumns(fail(nested ? ErrorCode::nestedRowtime : ErrorCode::watermarkColumn, w.column));
            return false;
        }
        Column& c = schema.all[at];
        if (c.time == TimeAttribute::proctime) {
            fail(ErrorCode::watermarkOnProctime, c.name);
            return false;
        }
        if (!canBeTime(c.type)) {
            Error& e = fail(ErrorCode::watermarkType, c.name);
            e.expected = c.type.isInteger() ? std::string_view("TO_TIMESTAMP_LTZ(.., 3)") : c.type.root == TypeRoot::timestamp ? std::string_view("CAST(.. AS TIMESTAMP(3))")
                                                                                                                            : std::string_view("CAST(.. AS TIMESTAMP_LTZ(3))");
            nameType(e.foundText, c.type);
            return false;
        }
        SqlType type = c.type;
        if (isSourceWatermark(w.text)) {
            if (!options.hasTimestamps) {
                fail(ErrorCode::noTimestamps, c.name);
                return false;
            }
        } else {
            const ExpressionType t = typing(ExpressionAsk{w.text, w.expression, schema.all, schema.allCount});
            if (t.error) {
                failWith(t.error, w.text);
                return false;
            }
            if (t.type.root != c.type.root || !canBeTime(t.type)) {
                Error& e = fail(ErrorCode::watermarkExpression, c.name);
                nameType(e.expectedText, c.type);
                nameType(e.foundText, t.type);
                return false;
            }
            type = t.type;
        }
        schema.watermark = {c.name, w.text, type, w.expression};
        if (options.streaming) c.time = TimeAttribute::rowtime;
        return true;
    }
    static constexpr bool canBeTime(const SqlType& t) { return t.isTimestamp() && t.precision <= 3; }

    // ---- primary key ----------------------------------------------------------------------------------------------------
    constexpr bool key() {
        if (declared.keyCount == 0) return true;
        if (declared.keyCount > 1) {
            fail(ErrorCode::twoKeys, declared.keys[1].columns[0]);
            return false;
        }
        const DeclaredKey& k = declared.keys[0];
        if (k.count > PrimaryKey::most) {
            fail(ErrorCode::tooLarge, k.columns[PrimaryKey::most]);
            return false;
        }
        for (int i = 0; i < k.count; ++i) {
            const std::string_view name = k.columns[i];
            const int at = place(name);
            if (at < 0) {
                knowColumns(fail(ErrorCode::keyColumn, name));
                return false;
            }
            Column& c = schema.all[at];
            if (schema.primaryKey.has(name)) { fail(ErrorCode::keyDuplicate, name); return false; }
            if (!c.isPhysical()) { fail(ErrorCode::keyNotPhysical, name); return false; }
            if (c.type.nullable) {
                if (!options.believeNotNull || declared.declaresPhysical()) {
                    // a stream's type says so where its column is declared; a query's column has to be made so
                    fail(ErrorCode::keyNullable, name).expected = options.believeNotNull || declared.declaresPhysical() ? "NOT NULL behind its type" : "OR_THROW(..) or orThrow()";
                    return false;
                }
                c.type.nullable = false;
            }
            schema.primaryKey.columns[schema.primaryKey.count++] = name;
        }
        schema.primaryKey.name = k.name;
        return true;
    }

    // ---- a projection, where the declared columns are not just the stream's followed by the others -----------------------
    constexpr void project() {
        if (!declared.declaresPhysical()) return;
        bool same = declared.columnCount == schema.allCount;
        for (int i = 0; i < declared.columnCount; ++i) same = same && schema.all[i].name == declared.columns[i].column.name;
        if (same) return;
        schema.projected = true;
        schema.visibleCount = declared.columnCount;
        for (int i = 0; i < declared.columnCount; ++i) schema.visible[i] = place(declared.columns[i].column.name);
    }

    constexpr ResolvedSchema<N> resolve() {
        if (physical() && metadata() && computed() && watermark() && key()) project();
        return schema;
    }
};

}  // namespace detail

/// What the table's columns are. `typing(ExpressionAsk)` gives the ExpressionType of a computed column or watermark. N is at
/// least the number of the stream's columns and the computed and metadata ones. Mistakes come back in `error`:
/// unknownField, declaredType, duplicateColumn, unknownMetadata, metadataType, metadataKeyTwice, noTimestamps,
/// computedColumn, twoWatermarks, watermarkColumn, nestedRowtime, watermarkOnProctime, watermarkType, watermarkExpression,
/// twoKeys, keyColumn, keyNotPhysical, keyNullable, keyDuplicate, and whatever a type's text or an expression has.
template <int N, class Typing>
constexpr ResolvedSchema<N> resolveSchema(const SchemaDescription& declared, const Column* derived, int derivedCount, const Typing& typing,
                                          const ResolveOptions& options = {}) {
    return detail::SchemaResolver<N, Typing>{declared, derived, derivedCount, typing, options}.resolve();
}

}  // namespace rivulet
