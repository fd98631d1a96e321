// SPDX-License-Identifier: BSL-1.0
// What stands in FROM as SQL text.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/sql/printer.hpp>

namespace rivulet::sql::detail {

constexpr void SyntaxPrinter::tableArgument(const Syntax& s) {
    if (isWholeTable(queries[s.query])) {
        w << "TABLE ";
        name(relations[queries[s.query].from].name);
    } else {
        w.put('(');
        query(s.query);
        w.put(')');
    }
    if (s.first < 0) return;
    w << " PARTITION BY (";
    arguments(s.first, ", ");
    w.put(')');
}
// SELECT * FROM t, without anything else?
constexpr bool SyntaxPrinter::isWholeTable(const Query& q) const {
    if (q.kind != QueryKind::select || q.distinct || q.with >= 0 || q.from < 0 || q.where >= 0 || q.hasGroup || q.having >= 0 || q.windows >= 0 || q.qualify >= 0 || q.order >= 0 || q.limit >= 0 || q.offset > 0)
        return false;
    const Syntax& item = nodes[q.items];
    const Relation& r = relations[q.from];
    return item.kind == SyntaxKind::star && item.first < 0 && item.qualifier.empty() && item.next < 0 && r.kind == RelationKind::table && r.alias == r.name && r.columns < 0 && r.asOf < 0;
}
constexpr void SyntaxPrinter::columnNames(short a) {
    w << " (";
    arguments(a, ", ");
    w.put(')');
}
constexpr void SyntaxPrinter::relation(short i) {
    const Relation& r = relations[i];
    switch (r.kind) {
        case RelationKind::join: join(r); return;
        case RelationKind::table:
            name(r.name);
            if (r.asOf >= 0) { w << " FOR SYSTEM_TIME AS OF "; expression(r.asOf); }
            break;
        case RelationKind::function:
            w << (r.lateral ? "LATERAL TABLE(" : "TABLE(");
            functionName(r.name);
            w.put('(');
            arguments(r.arguments, ", ");
            w << "))";
            break;
        case RelationKind::match:
            relation(r.left);
            match(r.match);
            break;
        case RelationKind::query:
            w << (r.lateral ? "LATERAL (" : "(");
            query(r.query);
            w.put(')');
            break;
        case RelationKind::unnest:
            w << "UNNEST(";
            arguments(r.arguments, ", ");
            w << (r.ordinality ? ") WITH ORDINALITY" : ")");
            break;
    }
    if (r.alias.empty() || (r.kind == RelationKind::table && r.alias == r.name && r.columns < 0)) return;
    w << " AS ";
    name(r.alias);
    if (r.columns >= 0) columnNames(r.columns);
}
// JOIN groups to the left.
constexpr void SyntaxPrinter::join(const Relation& r) {
    constexpr std::string_view words[] = {" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN "};
    static_assert(sizeof words / sizeof *words == static_cast<std::size_t>(JoinKind::full) + 1, "a word for each join that is written; semi and anti come from IN and EXISTS");
    relation(r.left);
    const bool cross = r.join == JoinKind::inner && !r.natural && r.condition < 0 && r.using_ < 0;
    if (r.natural) w << " NATURAL";
    w << (cross ? std::string_view(" CROSS JOIN ") : words[static_cast<int>(r.join)]);
    const bool parentheses = relations[r.right].kind == RelationKind::join;
    if (parentheses) w.put('(');
    relation(r.right);
    if (parentheses) w.put(')');
    if (r.condition >= 0) { w << " ON "; expression(r.condition); }
    if (r.using_ >= 0) { w << " USING"; columnNames(r.using_); }
}

}  // namespace rivulet::sql::detail
