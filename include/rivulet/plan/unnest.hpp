// SPDX-License-Identifier: BSL-1.0
// FROM .. UNNEST(..): the columns that the elements of a collection become.
#pragma once
#include <string_view>

#include <rivulet/plan/query.hpp>

namespace rivulet::plan {

/// How UNNEST turns elements into columns: a row spreads its fields, a map has KEY and VALUE, anything else is one column.
struct UnnestedColumns {
    SqlType element{};       // of one column; of a row, which gives its fields
    bool spreads{}, isMap{};

    static constexpr UnnestedColumns of(const SqlType& collection) {
        if (collection.root == TypeRoot::map) return {collection, false, true};
        const SqlType element = collection.field(0).type;
        return {element, element.root == TypeRoot::row || element.root == TypeRoot::structured, false};
    }
    static constexpr bool isCollection(const SqlType& t) { return t.root == TypeRoot::array || t.root == TypeRoot::map || t.root == TypeRoot::multiset; }

    constexpr int count() const { return isMap ? 2 : spreads ? element.fieldCount() : 1; }
    /// Column i: named as Flink names it where nothing else does.
    constexpr Column column(int i) const {
        if (isMap) return {.name = i == 0 ? std::string_view("KEY") : std::string_view("VALUE"), .type = element.field(i).type};
        if (spreads) return {.name = element.field(i).name, .type = element.field(i).type.orNull(element.nullable)};
        return {.name = anonymousName(0, true), .type = element};
    }
};

/// `left` with the parts of each element of r's argument, which may read left's columns; `scope` then names those, too. LEFT JOIN keeps
/// a row of left without elements, or without one for which the condition holds, padded.
/// - An alias without column list names the column, if it is only one (Calcite).
/// - Refused: what is no array, map or multiset (typeMismatch); several of them, RIGHT and FULL JOIN, NATURAL and USING (notSupported); a
///   list of another length (nameCount).
constexpr short QueryBinder::unnested(const sql::Relation& r, short left, JoinKind kind, short on, Scope& scope) {
    const Syntax& s = syntax[r.arguments];
    const auto refuse = [&](std::string_view what) {
        plan.fail({.code = ErrorCode::notSupported, .position = r.position, .subject = what});
        return static_cast<short>(-1);
    };
    if (s.next >= 0) return refuse("UNNEST of several collections");
    if (kind == JoinKind::right || kind == JoinKind::full) return refuse(kind == JoinKind::right ? "RIGHT JOIN UNNEST" : "FULL JOIN UNNEST");
    const short width = plan.nodes[left].columnCount;
    if (width == 0) scope = Scope::over(left, 0);
    scope.node = left;
    const short of = bind(scope, r.arguments);
    if (of < 0) return -1;
    const SqlType type = plan.exprs[of].type;
    if (!UnnestedColumns::isCollection(type)) return refuseType(s, "UNNEST", "an array, a map or a multiset", type);
    const UnnestedColumns parts = UnnestedColumns::of(type);
    const int count = parts.count() + r.ordinality;
    int named = 0;
    for (short c = r.columns; c >= 0; c = syntax[c].next) ++named;
    if (r.columns >= 0 && named != count) {
        Error e = errorAt(ErrorCode::nameCount, syntax[r.columns], r.alias);
        writeCount(e.expectedText, "", count);
        writeCount(e.foundText, "", named);
        plan.fail(e);
        return -1;
    }
    Node n{.kind = NodeKind::unnest, .left = left, .firstColumn = plan.columnCount, .columnCount = static_cast<short>(width + count), .ordinality = r.ordinality};
    for (int i = 0; i < width; ++i) plan.add(Column{plan.column(left, i)});
    short name = r.columns;
    for (int i = 0; i < count; ++i) {
        Column c = i < parts.count() ? parts.column(i) : Column{.name = "ORDINALITY", .type = sqltype::integer};
        if (name >= 0) {
            c.name = syntax[name].text;
            name = syntax[name].next;
        } else if (count == 1 && !r.alias.empty()) {
            c.name = r.alias;
        }
        plan.add(c);
    }
    const short at = put(n);
    if (at < 0) return -1;
    Scope right;
    nameRelation(right, at, r.alias);
    this->parts[right.firstPart].count = static_cast<short>(count);
    if (width > 0) addParts(scope, right, width);
    else scope = right;
    scope.node = at;
    const short condition = on < 0 ? static_cast<short>(-1) : this->condition(scope, on, "ON");
    if (plan.error) return -1;
    Node& made = plan.writeNodes[at];
    made.firstItem = plan.itemCount;
    plan.addItem(of);
    if (kind == JoinKind::left && condition >= 0 && !isTrue(condition)) plan.addItem(condition);
    made.itemCount = static_cast<short>(plan.itemCount - made.firstItem);
    made.join = kind;
    for (int i = 0; i < count && kind == JoinKind::left && !plan.error; ++i) plan.writeColumns[made.firstColumn + width + i].type.nullable = true;
    if (plan.error) return -1;
    if (kind == JoinKind::left || condition < 0 || isTrue(condition)) return at;
    scope.node = filterBy(at, condition);
    return scope.node;
}

}  // namespace rivulet::plan
