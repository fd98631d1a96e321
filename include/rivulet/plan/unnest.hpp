// SPDX-License-Identifier: BSL-1.0
// FROM .. UNNEST(..): the columns that the elements of a collection become.
#pragma once
#include <string_view>

#include <rivulet/plan/relations.hpp>

namespace rivulet::plan {

/// How UNNEST turns elements into columns: a row spreads its fields, a map has KEY and VALUE, anything else is one column.
struct UnnestedColumns {
    SqlType element{};       // of one column; of a row, which gives its fields
    bool spreads{}, isMap{};

    static constexpr UnnestedColumns of(const SqlType& collection) {
        if (collection.root == TypeRoot::map) return {collection, false, true};
        return ofElement(collection.field(0).type);
    }
    static constexpr UnnestedColumns ofElement(const SqlType& element) { return {element, element.root == TypeRoot::row || element.root == TypeRoot::structured, false}; }
    static constexpr bool isCollection(const SqlType& t) { return t.root == TypeRoot::array || t.root == TypeRoot::map || t.root == TypeRoot::multiset; }

    constexpr int count() const { return isMap ? 2 : spreads ? element.fieldCount() : 1; }
    /// Column i: named as Flink names it where nothing else does.
    constexpr Column column(int i) const {
        if (isMap) return {.name = i == 0 ? std::string_view("KEY") : std::string_view("VALUE"), .type = element.field(i).type};
        if (spreads) return {.name = element.field(i).name, .type = element.field(i).type.orNull(element.nullable)};
        return {.name = anonymousName(0, true), .type = element};
    }
};

/// The node `n` with an item: left's columns, then the parts of an element and perhaps its place, which r's alias and column list name.
template <class B>
constexpr short besideParts(B& b, const Scope& left, const sql::Relation& r, Node n, short item, const UnnestedColumns& parts) {
    auto& plan = b.plan;
    const int count = parts.count() + n.ordinality;
    int named = 0;
    for (short c = r.columns; c >= 0; c = b.syntax[c].next) ++named;
    if (r.columns >= 0 && named != count) {
        Error e = b.errorAt(ErrorCode::nameCount, b.syntax[r.columns], r.alias);
        b.writeCount(e.expectedText, "", count);
        b.writeCount(e.foundText, "", named);
        plan.fail(e);
        return -1;
    }
    const short input = left.node, width = plan.nodes[input].columnCount;
    n.left = input;
    n.firstItem = plan.itemCount;
    n.itemCount = 1;
    n.firstColumn = plan.columnCount;
    n.columnCount = static_cast<short>(width + count);
    plan.addItem(item);
    for (int i = 0; i < width; ++i) plan.add(Column{plan.column(input, i)});
    short name = r.columns;
    for (int i = 0; i < count; ++i) {
        Column c = i < parts.count() ? parts.column(i) : Column{.name = "ORDINALITY", .type = sqltype::integer};
        if (name >= 0) c.name = b.syntax[name].text, name = b.syntax[name].next;
        else if (count == 1 && !r.alias.empty()) c.name = r.alias;
        if (n.join == JoinKind::left) c.type.nullable = true;
        plan.add(c);
    }
    if (plan.error) return -1;
    n.mode = modeOf(plan, n, plan.batch);
    n.keys = keysOf(plan, n);
    return plan.add(n);
}

/// `left` with the parts of each element of r's argument, which may read left's columns. Gives the node; its columns are left's, then
/// one or more that r's alias and column list name. LEFT JOIN keeps a row of left without elements, padded.
/// - An alias without column list names the column, if it is only one (Calcite).
/// - Refused: what is no array, map or multiset (typeMismatch); several of them (notSupported); a list of another length (nameCount).
template <class B>
constexpr short unnest(B& b, const Scope& left, const sql::Relation& r, JoinKind join) {
    auto& plan = b.plan;
    const sql::Syntax& s = b.syntax[r.arguments];
    if (s.next >= 0) {
        plan.fail(b.errorAt(ErrorCode::notSupported, b.syntax[s.next], "UNNEST of several collections"));
        return -1;
    }
    const short of = b.bind(left, r.arguments);
    if (of < 0) return -1;
    const SqlType type = plan.exprs[of].type;
    if (!UnnestedColumns::isCollection(type)) return b.refuseType(s, "UNNEST", "an array, a map or a multiset", type);
    return besideParts(b, left, r, {.kind = NodeKind::unnest, .join = join, .ordinality = r.ordinality}, of, UnnestedColumns::of(type));
}

/// What unnest or tableFunction gave, where `p`, the condition of ON, holds.
template <class B>
constexpr short partsOn(B& b, short at, JoinKind join, short p) {
    if (join == JoinKind::inner) return b.filterBy(at, p);
    if (b.plan.exprs[p].kind == ExprKind::literal && b.plan.exprs[p].integer == 1) return at;  // ON TRUE
    b.plan.addItem(p);
    ++b.plan.writeNodes[at].itemCount;
    return at;
}

}  // namespace rivulet::plan
