// SPDX-License-Identifier: BSL-1.0
// A table on its way out under a declared Schema. Columns that are written, physical ones and metadata that is not virtual,
// meet the table's columns by position; computed and virtual columns are of no use here. Metadata does not become a field.
#pragma once
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/schema/resolve.hpp>
#include <rivulet/schema/schema.hpp>
#include <rivulet/table/result_row.hpp>
#include <rivulet/table/schema_tag.hpp>
#include <rivulet/table/sink_tag.hpp>

namespace rivulet::detail {

/// The written columns of a schema, in its order, or why there are none.
template <int N>
struct SinkSchema {
    Column columns[static_cast<std::size_t>(N) + 1]{};
    int count{}, fieldCount{};
    int key[PrimaryKey::most]{};  // places among `columns`
    int keyCount{};
    Error error{};
    std::string_view errorText{};

    /// The place of the I-th column that becomes a field.
    constexpr int field(int i) const {
        int c = 0;
        while (columns[c].kind == ColumnKind::metadata || i-- > 0) ++c;
        return c;
    }
};

/// Physical columns that are not declared are those of the table. Where the schema says nothing but one metadata column and the
/// table ends in a timestamp, that is what is written there: so the schema that read a stream writes it as well.
template <int N, class Typing>
constexpr SinkSchema<N> resolveSink(const SchemaDescription& declared, const plan::Column* columns, int count, const Typing& typing) {
    SinkSchema<N> sink;
    Column physical[static_cast<std::size_t>(N) + 1]{};
    const int given = count;
    int physicalCount = 0, written = 0;
    for (int i = 0; i < declared.columnCount; ++i) {
        const Column& c = declared.columns[i].column;
        if (c.isPhysical()) physical[physicalCount++] = c;
        written += c.kind == ColumnKind::metadata && !c.isVirtual;
    }
    if (physicalCount == 0) {
        if (written == 1 && count > 0 && columns[count - 1].type.isTimestamp()) --count;
        for (int i = 0; i < count; ++i) physical[physicalCount++] = Column{.name = columns[i].name, .type = columns[i].type};
    }
    const ResolvedSchema<N> schema = resolveSchema<N>(declared, physical, physicalCount, typing, {.streaming = false});
    sink.error = schema.error;
    sink.errorText = schema.errorText;
    for (int i = 0; i < schema.columnCount() && !sink.error; ++i) {
        const Column& c = schema.column(i);
        if (c.kind == ColumnKind::computed || c.isVirtual) continue;
        for (int k = 0; k < schema.primaryKey.count; ++k)
            if (schema.primaryKey.columns[k] == c.name) sink.key[sink.keyCount++] = sink.count;
        if (c.type.root >= TypeRoot::array && (sink.count >= given || !sameType(c.type, columns[sink.count].type))) {  // nobody says which C++ type it is
            sink.error = {.code = ErrorCode::sinkType, .subject = c.name};
            nameType(sink.error.expectedText, c.type);
            if (sink.count < given) nameType(sink.error.foundText, columns[sink.count].type);
        }
        sink.fieldCount += c.isPhysical();
        sink.columns[sink.count++] = c;
    }
    return sink;
}
template <class Tag, class S> inline constexpr auto sinkSchemaOf = nullptr;
template <class Tag, class... Parts>
inline constexpr auto sinkSchemaOf<Tag, Schema<Parts...>> =
    resolveSink<relationOf<Tag>.count + Schema<Parts...>::columnCount>(Schema<Parts...>::description(), relationOf<Tag>.columns, relationOf<Tag>.count, PartTyping<Tag, Parts...>{});

/// The C++ type of written column C: by its SQL type, or, where that does not spell it out, what computes the table's column.
template <class Tag, class S, int C>
consteval auto sinkFieldType() {
    constexpr Column c = sinkSchemaOf<Tag, S>.columns[C];
    if constexpr (c.type.root < TypeRoot::array) {
        using V = CppType<c.type.root, c.type.precision, c.type.scale>;
        return std::type_identity<std::conditional_t<c.type.nullable, std::optional<V>, V>>{};
    } else {
        using V = typename decltype(columnType<Tag, C>())::type;
        return std::type_identity<std::conditional_t<c.type.nullable && !isOptional<V>, std::optional<V>, V>>{};
    }
}
template <class Tag, class S>
consteval auto sinkRow() {
    constexpr auto& sink = sinkSchemaOf<Tag, S>;
    if constexpr (sink.error.code != ErrorCode::none) return std::type_identity<Row<>>{};
    else return []<std::size_t... I>(std::index_sequence<I...>) {
        return std::type_identity<Row<Field<fixedName<sink.columns[sink.field(static_cast<int>(I))].name.size()>(sink.columns[sink.field(static_cast<int>(I))].name),
                                            typename decltype(sinkFieldType<Tag, S, sink.field(static_cast<int>(I))>())::type>...>>{};
    }(std::make_index_sequence<static_cast<std::size_t>(sink.fieldCount)>{});
}
/// `Row<Field<"name", type>, ..>` of the fields that a schema writes.
template <class Tag, class S> using SinkRow = typename decltype(sinkRow<Tag, S>())::type;

/// The columns as a schema declares them.
template <class In, class S, unsigned char Kinds>
struct IntoSchemaStep {
    using Types = typename UserTypes<SinkRow<In, S>>::type;
    static constexpr plan::ChangelogMode sinkMode{Kinds};
    static constexpr short apply(plan::FieldBinder& b, short input, short) {
        const auto& sink = sinkSchemaOf<In, S>;
        if (sink.error) {
            b.plan.fail(sink.error);
            return -1;
        }
        const bool upserts = areUpserts(Kinds);
        return b.into(input, sink.columns, sink.count, upserts ? sink.key : nullptr, upserts ? sink.keyCount : 0, upserts);
    }
};
template <class Tag, class S, unsigned char Kinds> using SchemaSinkTag = ShortTag<StepTag<IntoSchemaStep<Tag, S, Kinds>, Tag, Expressions<>>>;

template <class Tag, class S, unsigned char Kinds>
struct SinkUnderSchema {
    using Target = SinkRow<Tag, S>;
    using Element = Target;
    using Sink = SchemaSinkTag<Tag, S, Kinds>;
};

/// The verdict on a schema for a table, with the text that its errors point into.
template <class Tag, class S>
struct SinkSchemaHolder {
    static constexpr Error error = sinkSchemaOf<Tag, S>.error;
    static constexpr std::string_view sql = sinkSchemaOf<Tag, S>.errorText;
};

}  // namespace rivulet::detail
