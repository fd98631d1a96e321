// SPDX-License-Identifier: BSL-1.0
// A schema as text, exactly as Flink's printSchema writes it.
#pragma once
#include <string>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/schema/resolved.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet {
namespace detail {

constexpr void writeColumn(TextWriter& w, const Column& c, bool projected) {
    writeQuoted(w, c.name);
    w << " ";
    writeType(w, c.type);
    if (c.time != TimeAttribute::none) w << (c.time == TimeAttribute::proctime ? " *PROCTIME*" : " *ROWTIME*");
    if (projected) return;
    if (c.kind == ColumnKind::computed) w << " AS " << c.expression;
    if (c.kind == ColumnKind::metadata) {
        w << " METADATA";
        if (!c.metadataKey.empty()) w << " FROM '" << c.metadataKey << "'";
        if (c.isVirtual) w << " VIRTUAL";
    }
}

constexpr void writeKey(TextWriter& w, const PrimaryKey& key) {
    w << "CONSTRAINT `";
    if (!key.name.empty()) w << key.name;
    else {
        w << "PK";
        for (int i = 0; i < key.count; ++i) w << "_" << key.columns[i];
    }
    w << "` PRIMARY KEY (";
    for (int i = 0; i < key.count; ++i) {
        if (i) w << ", ";
        writeQuoted(w, key.columns[i]);
    }
    w << ") NOT ENFORCED";
}

template <int N>
constexpr void writeSchema(TextWriter& w, const ResolvedSchema<N>& s) {
    bool first = true;
    const auto line = [&] {
        w << (first ? "(\n  " : ",\n  ");
        first = false;
    };
    for (int i = 0; i < s.columnCount(); ++i) {
        line();
        writeColumn(w, s.column(i), s.projected);
    }
    if (!s.projected && s.watermark) {
        line();
        w << "WATERMARK FOR ";
        writeQuoted(w, s.watermark.column);
        w << ": ";
        writeType(w, s.watermark.type);
        w << " AS " << s.watermark.expression;
    }
    if (!s.projected && s.primaryKey) {
        line();
        writeKey(w, s.primaryKey);
    }
    w << (first ? "(\n\n)\n" : "\n)\n");
}

}  // namespace detail

/// The text of printSchema: a line a column, watermark and key last, each line indented by two spaces.
template <int N>
std::string printSchema(const ResolvedSchema<N>& schema) {
    detail::TextWriter counter;
    detail::writeSchema(counter, schema);
    std::string text(counter.size, '\0');
    detail::TextWriter w{text.data()};
    detail::writeSchema(w, schema);
    return text;
}

/// The same at compile time; `Resolved` is a constexpr variable of static storage.
template <const auto& Resolved>
inline constexpr auto schemaText = detail::staticText<[](detail::TextWriter& w) { detail::writeSchema(w, Resolved); }>();

}  // namespace rivulet
