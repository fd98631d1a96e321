// SPDX-License-Identifier: BSL-1.0
// Tags of streams with a declared Schema: the schema resolved against the row type, and the projection that it stands for.
#pragma once
#include <string_view>
#include <type_traits>

#include <rivulet/plan/sink.hpp>
#include <rivulet/schema/resolve.hpp>
#include <rivulet/schema/schema.hpp>
#include <rivulet/sql/parse.hpp>
#include <rivulet/sql/print_syntax.hpp>
#include <rivulet/table/source_tag.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

/// An expression object is printed as SQL. (Flink prints calls of its Table API, `times(score, 2)`.)
template <class E>
struct PrintedExpression {
    static constexpr auto characters = staticText<[](TextWriter& w) {
        sql::Syntax nodes[static_cast<std::size_t>(E::syntaxCount) + 1]{};
        SyntaxWriter writer{nodes};
        const short at = E::write(writer);
        sql::writeExpression(w, nodes, at);
    }>();
};
template <Expression E> inline constexpr std::string_view expressionText<E> = PrintedExpression<E>::characters.view();

/// The SQL text of a schema's part as a query that the parser knows.
template <class Part>
struct PartSql {
    static constexpr std::string_view prefix = "SELECT ";
    static constexpr std::string_view expression = [] {
        if constexpr (requires { Part::value(0).text; }) return Part::value(0).text;
        else return Part::value(0).column.expression;
    }();
    static constexpr auto characters = staticText<[](TextWriter& w) { w << prefix << expression; }>();
    static constexpr std::string_view sql = characters.view();
};

/// Binds the expression of a computed column or watermark, SQL text or expression object.
template <class Part>
constexpr short bindPart(plan::FieldBinder& b, const plan::Scope& scope) {
    if constexpr (requires { typename Part::Expression; }) {
        using E = typename Part::Expression;
        sql::Syntax nodes[static_cast<std::size_t>(E::syntaxCount) + 1]{};
        SyntaxWriter w{nodes};
        b.syntax = nodes;
        const short at = b.bind(scope, E::write(w));
        b.syntax = nullptr;
        return at;
    } else {
        const auto& tree = sql::syntaxOf<PartSql<Part>>;
        if (tree.error) {
            b.plan.fail(tree.error);
            return -1;
        }
        const sql::Query& q = tree.queries[tree.root];
        const bool onlyItems = q.kind == sql::QueryKind::select && q.with < 0 && q.from < 0 && q.where < 0 && !q.hasGroup && q.having < 0 && q.qualify < 0 && q.order < 0 && !q.distinct &&
                               q.limit < 0 && q.offset == 0;
        if (!onlyItems || tree.nodes[q.items].next >= 0 || !tree.nodes[q.items].alias.empty()) {
            b.plan.fail({.code = ErrorCode::syntax, .subject = PartSql<Part>::expression, .expected = "one expression"});
            return -1;
        }
        b.syntax = tree.nodes;
        const short at = b.bind(scope, q.items);
        b.syntax = nullptr;
        return at;
    }
}
template <class Part>
consteval int partSize() {
    if constexpr (requires { typename Part::Expression; }) return Part::Expression::syntaxCount;
    else return sql::syntaxOf<PartSql<Part>>.size.nodes;
}

template <class Part> concept ExpressionPart = Part::kind == PartKind::watermark || requires { typename Part::Expression; } ||
    (Part::kind == PartKind::column && Part::value(0).column.kind == ColumnKind::computed);

/// Answers what type an expression of the schema has.
template <class F, class... Parts>
struct PartTyping {
    constexpr ExpressionType operator()(const ExpressionAsk& ask) const {
        ExpressionType answer;
        int part = 0;
        (answerFor<Parts>(ask, part++, answer), ...);
        return answer;
    }
    template <class Part>
    static constexpr void answerFor(const ExpressionAsk& ask, int part, ExpressionType& answer) {
        if constexpr (ExpressionPart<Part>) {
            const bool mine = ask.part >= 0 ? ask.part == part : ask.text == PartSql<Part>::expression;
            if (!mine || answer.error || answer.type.root != TypeRoot::unknown) return;
            if constexpr (requires { typename Part::Expression; }) {
                if (Part::Expression::parameterCount > 0) {  // a schema is known to the compiler whole
                    answer.error = {.code = ErrorCode::notSupported, .subject = "a C++ value in a schema", .expected = "lit<..>"};
                    return;
                }
            }
            constexpr int n = partSize<Part>();
            plan::Plan<2 * n + 8, 2, 128, 2> draft{};
            ArgumentType scratch[static_cast<std::size_t>(n) + 1]{};
            plan::PlanBuilder b = draft.builder(scratch, n);
            plan::FieldBinder binder{{{b, nullptr, F::catalogue, !requires { typename Part::Expression; }}}};
            const short scan = scanOf(binder, ask.columns, ask.count);
            const short at = bindPart<Part>(binder, plan::Scope::over(scan, static_cast<short>(ask.count)));
            answer.error = b.error;
            if (answer.error.position >= 0) answer.error.position -= static_cast<int>(PartSql<Part>::prefix.size());
            if (at < 0 || b.error) return;
            answer.type = b.exprs[at].type;
            if (b.exprs[at].kind == plan::ExprKind::column) answer.time = ask.columns[b.exprs[at].index].time;
            else if (plan::isProcessingTime(b.exprs[at])) answer.time = TimeAttribute::proctime;
        }
    }
    static constexpr short scanOf(plan::RelationBinder& b, const Column* columns, int count) {
        plan::Column plain[128]{};
        for (int i = 0; i < count && i < 128; ++i) plain[i] = {.name = columns[i].name, .type = columns[i].type, .time = columns[i].time};
        return b.scan(0, {}, plain, count);
    }
};

template <class... Parts>
consteval unsigned long long hashSchema() {
    Hash h;
    h.add(spelling<Schema<Parts...>>());
    const SchemaDescription d = Schema<Parts...>::description();
    for (int i = 0; i < d.columnCount; ++i) {
        const Column& c = d.columns[i].column;
        h.add(c.name).add(c.type).add(static_cast<unsigned long long>(c.kind) * 2 + c.isVirtual).add(c.expression).add(c.metadataKey);
    }
    for (int i = 0; i < d.watermarkCount; ++i) h.add(d.watermarks[i].column).add(d.watermarks[i].text);
    for (int i = 0; i < d.keyCount; ++i) {
        h.add(d.keys[i].name);
        for (int k = 0; k < d.keys[i].count; ++k) h.add(d.keys[i].columns[k]);
    }
    [[maybe_unused]] const auto expression = [&]<class Part>(std::type_identity<Part>) {
        if constexpr (requires { typename Part::Expression; }) h.add(hashItems<Expressions<typename Part::Expression>>());
    };
    (expression(std::type_identity<Parts>{}), ...);
    return h.value;
}

/// Rows of a stream of T, of these kinds, under a declared schema.
template <class T, class F, class S, unsigned char Kinds = plan::ChangelogMode::insert> struct SchemaTag;
template <class T, class F, class... Parts, unsigned char Kinds>
struct SchemaTag<T, F, Schema<Parts...>, Kinds> {
    using Types = JoinedTypes<typename UserTypes<T>::type, typename F::Types>;
    using Declared = Schema<Parts...>;
    static constexpr bool isStep = false;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash = addRowType<T>(Hash{}.add("schema")).addSmall(Kinds).add(F::hash).add(hashSchema<Parts...>()).value;
    static constexpr const plan::Catalogue& catalogue = F::catalogue;
    static constexpr int sourceCount = 1, parameterCount = 0, functionCount = F::count;
    template <int> using Source = T;
    using Context = typename StreamTag<T, F>::Context;

    static consteval auto resolution() {
        return resolveSchema<Reflection<T>::count + Declared::columnCount>(Declared::description(), columnsOf<T>.begin(), columnsOf<T>.count, PartTyping<F, Parts...>{},
                                                                                       ResolveOptions{.streaming = !catalogue.batch});
    }
    /// Whether a column is the record's timestamp: `rowtime` is the only metadata of a stream.
    static constexpr bool readsTimestamps = [] {
        const SchemaDescription d = Declared::description();
        for (int i = 0; i < d.columnCount; ++i)
            if (d.columns[i].column.kind == ColumnKind::metadata) return true;
        return false;
    }();
    template <int> static consteval plan::Room room() {
        constexpr int n = 8 + Reflection<T>::count + Declared::columnCount, e = (0 + ... + expressionSize<Parts>());
        return {6 * n + 2 * e, 5, 4 * n, 4 * n, e + 8};
    }
    template <class Part> static consteval int expressionSize() {
        if constexpr (ExpressionPart<Part>) return partSize<Part>();
        else return 0;
    }
    static consteval auto relation();
    static consteval std::string_view errorText();
    static constexpr short build(plan::PlanBuilder& p);
    static constexpr short watermarked(plan::FieldBinder& b, short input);
};

template <class Tag> inline constexpr auto resolvedSchema = Tag::resolution();

template <class T, class F, class... Parts, unsigned char Kinds>
consteval auto SchemaTag<T, F, Schema<Parts...>, Kinds>::relation() {
    constexpr auto& schema = resolvedSchema<SchemaTag>;
    Relation<schema.columnCount()> r;
    r.error = schema.error;
    if (!r.error) r.error = changelogError(Kinds, schema.primaryKey.count > 0, catalogue.batch);
    if (r.error) return r;
    r.mode = {areUpserts(Kinds) ? plan::ChangelogMode::all : Kinds};
    plan::ColumnSet key{};
    bool visible = schema.primaryKey.count > 0;
    for (int k = 0; k < schema.primaryKey.count && visible; ++k) {
        const int at = schema.find(schema.primaryKey.columns[k]);
        visible = at >= 0;
        if (visible) key.add(at);
    }
    if (visible) r.keys.add(key);
    r.count = schema.columnCount();
    for (int i = 0; i < r.count; ++i) r.columns[i] = {.name = schema.column(i).name, .type = schema.column(i).type, .time = schema.column(i).time};
    return r;
}

template <class T, class F, class... Parts, unsigned char Kinds>
consteval std::string_view SchemaTag<T, F, Schema<Parts...>, Kinds>::errorText() { return resolvedSchema<SchemaTag>.errorText; }

template <class T, class F, class... Parts, unsigned char Kinds>
constexpr short SchemaTag<T, F, Schema<Parts...>, Kinds>::build(plan::PlanBuilder& p) {
    const auto& schema = resolvedSchema<SchemaTag>;
    if (schema.error) {
        p.fail(schema.error);
        return -1;
    }
    plan::FieldBinder b{{{p, nullptr, catalogue, false}}};
    plan::ColumnSet key{};
    for (int k = 0; k < schema.primaryKey.count; ++k)
        for (int c = 0; c < Reflection<T>::count; ++c)
            if (fieldColumns<T>.at[c].name == schema.primaryKey.columns[k]) key.add(c);
    short scan = -1;
    if constexpr (readsTimestamps) scan = scanStamped<T>(b, "rowtime", Kinds, key);
    else scan = scanChanges(b, fieldColumns<T>.at, Reflection<T>::count, Kinds, key);
    if (scan < 0) return -1;
    const bool timed = static_cast<bool>(schema.watermark);
    if (!timed) scan = b.normalized(scan);
    const plan::Scope scope = plan::Scope::over(scan, static_cast<short>(Reflection<T>::count));
    const auto projection = b.beginProjection(scan);
    const bool hides = timed && schema.projected;  // the watermark may read what the table does not show
    const int count = hides ? schema.allCount : schema.columnCount();
    for (int i = 0; i < count && !p.error; ++i) {
        const Column& c = hides ? schema.all[i] : schema.column(i);
        short e = -1;
        if (c.isPhysical()) {
            e = b.column(scope, b.find(scan, c.name));
            if (e >= 0 && !sameType(p.exprs[e].type, c.type)) e = b.castInto(e, c.type, Fit::exact, c.name);
            else if (e >= 0) p.writeExprs[e].type = c.type;
        } else if (c.kind == ColumnKind::metadata) {
            e = b.column(plan::Scope::over(scan, Reflection<T>::count + 1), Reflection<T>::count);
            if (e >= 0 && !sameType(p.exprs[e].type, c.type)) e = b.implicitCast(e, c.type);
            else if (e >= 0) p.writeExprs[e].type = c.type;
        } else {
            [[maybe_unused]] const auto bind = [&]<class Part>(std::type_identity<Part>) {
                if constexpr (Part::kind == PartKind::column && ExpressionPart<Part>)
                    if (Part::value(0).column.name == c.name) e = bindPart<Part>(b, scope);
            };
            (bind(std::type_identity<Parts>{}), ...);
        }
        if (!b.addOutput(projection, e, c.name)) return -1;
        p.writeColumns[p.columnCount - 1].time = c.time;
    }
    const short projected = b.endProjection(projection);
    if (!timed || projected < 0) return projected;
    const short marked = watermarked(b, projected);
    if (!hides || marked < 0) return b.normalized(marked);
    const auto shown = b.beginProjection(marked);
    const plan::Scope all = plan::Scope::over(marked, static_cast<short>(count));
    for (int i = 0; i < schema.columnCount(); ++i)
        if (!b.addOutput(shown, b.column(all, static_cast<short>(schema.visible[i])), schema.column(i).name)) return -1;
    return b.normalized(b.endProjection(shown));
}

/// The watermark of the schema over its columns.
template <class T, class F, class... Parts, unsigned char Kinds>
constexpr short SchemaTag<T, F, Schema<Parts...>, Kinds>::watermarked(plan::FieldBinder& b, short input) {
    const Watermark& w = resolvedSchema<SchemaTag>.watermark;
    short expression = -1;
    const plan::Scope scope = plan::Scope::over(input, b.plan.nodes[input].columnCount);
    [[maybe_unused]] const auto bind = [&]<class Part>(std::type_identity<Part>) {
        if constexpr (Part::kind == PartKind::watermark)
            if (!isSourceWatermark(PartSql<Part>::expression)) expression = bindPart<Part>(b, scope);
    };
    (bind(std::type_identity<Parts>{}), ...);
    const short time = b.find(input, w.column);
    return b.plan.error ? static_cast<short>(-1) : b.watermark(input, time, expression);
}

}  // namespace rivulet::detail
