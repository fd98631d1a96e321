// SPDX-License-Identifier: BSL-1.0
// The relations of a plan -> queries: which SELECT, FROM, WHERE, GROUP BY binds to these nodes again.
#pragma once
#include <initializer_list>
#include <string_view>

#include <rivulet/plan/syntax/storage.hpp>
#include <rivulet/plan/to_syntax.hpp>

namespace rivulet::plan {

/// Writes a plan as queries. Each query is the outermost nodes that one SELECT can stand for; the next is in its FROM.
struct QuerySyntax : SyntaxFromPlan {
    const PlanView& p;
    sql::Query* queries;
    sql::Relation* relations;
    ColumnName* names;
    std::string_view* aliases;      // in use where the text is, innermost last
    char* digits;
    short queryCount{}, relationCount{}, nameCount{}, digitCount{};
    int aliasCount{}, firstAlias{}; // those before firstAlias cannot be seen
    int nextAlias{};
    List sunk{};                    // conditions that a join below took from WHERE

    constexpr QuerySyntax(const PlanView& plan, SyntaxStorage& s)
        : SyntaxFromPlan{.exprs = plan.exprs, .nodes = s.nodes.data()}, p(plan), queries(s.queries.data()), relations(s.relations.data()), names(s.names.data()),
          aliases(s.aliases.data()), digits(s.digits.data()) {}

    constexpr short add(const sql::Syntax& s) { return SyntaxFromPlan::add(s); }
    constexpr short add(sql::Query q) {
        q.height = heightOver({q.left, q.right}, {q.from});
        queries[queryCount] = q;
        return queryCount++;
    }
    constexpr short add(sql::Relation r) {
        r.height = heightOver({r.query}, {r.left, r.right});
        relations[relationCount] = r;
        return relationCount++;
    }
    // One more than what is highest of these; -1 stands for none.
    constexpr short heightOver(std::initializer_list<short> queriesBelow, std::initializer_list<short> relationsBelow) const {
        short height = 0;
        for (const short q : queriesBelow)
            if (q >= 0 && queries[q].height > height) height = queries[q].height;
        for (const short r : relationsBelow)
            if (r >= 0 && relations[r].height > height) height = relations[r].height;
        return static_cast<short>(height + 1);
    }

    // ---- names --------------------------------------------------------------------------------------------------

    constexpr const Node& node(short i) const { return p.nodes[i]; }
    // The node whose name stands for this one, -1 if there is none. A source with watermarks, or normalised, has the name of the source.
    constexpr short named(short i) const {
        while (node(i).view.empty() && (node(i).kind == NodeKind::normalize || node(i).kind == NodeKind::watermark)) i = node(i).left;
        return !node(i).view.empty() || node(i).kind == NodeKind::scan ? i : static_cast<short>(-1);
    }
    // Whether it is written as what it does, not as a name.
    constexpr bool is(short i, NodeKind kind) const { return node(i).kind == kind && named(i) < 0; }
    constexpr bool isJoined(short i) const { return isJoin(node(i).kind) && named(i) < 0; }
    constexpr bool isSemiJoin(short i) const { return isJoined(i) && (node(i).join == JoinKind::semi || node(i).join == JoinKind::anti); }
    constexpr bool isGroups(short i) const { return is(i, NodeKind::aggregate) || is(i, NodeKind::windowAggregate); }
    constexpr std::string_view nameOf(short i) const { return node(i).view.empty() ? streamName(node(i).source) : node(i).view; }

    // `own` if nothing else in sight has that name.
    constexpr std::string_view alias(std::string_view own) {
        bool free = !own.empty();
        for (int i = firstAlias; i < aliasCount; ++i) free = free && aliases[i] != own;
        while (!free) {
            own = detail::aliasNames[nextAlias++ % detail::NumberedNames::most];  // t3
            free = true;
            for (short i = 0; i < p.nodeCount; ++i) free = free && node(i).view != own;
        }
        return aliases[aliasCount++] = own;
    }
    // Two columns of one name cannot both be read in a query around: the second gets another one there.
    constexpr std::string_view outputName(short of, short i) const {
        const std::string_view name = p.column(of, i).name;
        for (short k = 0; k < i; ++k)
            if (p.column(of, k).name == name) return slotName(i);
        return name;
    }
    constexpr ColumnName* columnNames(std::string_view qualifier, short of, short count) {
        ColumnName* const first = names + nameCount;
        for (short i = 0; i < count; ++i) names[nameCount++] = {.qualifier = qualifier, .name = named(of) < 0 ? outputName(of, i) : p.column(of, i).name};
        return first;
    }
    constexpr ColumnName* both(const ColumnName* left, short leftCount, const ColumnName* right, short rightCount) {
        ColumnName* const first = names + nameCount;
        for (short i = 0; i < leftCount; ++i) names[nameCount++] = left[i];
        for (short i = 0; i < rightCount; ++i) names[nameCount++] = right[i];
        return first;
    }

    // ---- syntax/query.hpp -----------------------------------------------------------------------------------------

    constexpr short query(short i);

    // ---- syntax/from.hpp ------------------------------------------------------------------------------------------

    struct Read {
        short relation{-1};
        const ColumnName* columns{};
        std::string_view alias{};
    };
    constexpr Read relation(short i, bool shared, bool sinks);
    constexpr short inner(short i);
    constexpr Read join(short i, bool sinks);
    constexpr Read unnest(short i);

    // ---- syntax/match.hpp -----------------------------------------------------------------------------------------

    constexpr short match(short i);
    constexpr short pattern(const Expr& variable);

    // ---- syntax/window.hpp ----------------------------------------------------------------------------------------

    constexpr sql::Relation windowFunction(short i);
    constexpr short groupWindowOf(short groups) const;
    constexpr short groupWindowCall(short window, const ColumnName* columns, std::string_view name);
    constexpr const ColumnName* groupWindowNames(short arguments, short window, const ColumnName* columns);
    constexpr short interval(long long millis);

    // ---- syntax/where.hpp -----------------------------------------------------------------------------------------

    /// FROM and WHERE of a SELECT, and how what it reads is written.
    struct Source {
        short from{-1}, where{-1};
        const ColumnName* columns{};
        bool whole{true};           // * stands for the columns of the node
    };
    constexpr Source source(short i, bool qualified = false);
    constexpr short exists(short i, const ColumnName* outer);
    constexpr short constantIn(short i);
    constexpr bool sinksAgain(short e) const;
    constexpr bool isRepeatable(short e) const;
    constexpr void addConjuncts(List& to, short s);

    // ---- syntax/top_n.hpp -----------------------------------------------------------------------------------------

    constexpr bool isPlaces(short i) const;
    constexpr bool readsColumn(short e, short column) const;
    constexpr bool losesPlace(short project) const;
    constexpr short outputOf(short project, short column) const;
    constexpr short number(long long value);
    constexpr std::string_view freeName(short of) const;
    constexpr Source places(short i, bool shared, std::string_view& alias);

    // ---- syntax/over.hpp ------------------------------------------------------------------------------------------

    constexpr void overs(sql::Query& q, short i);
    constexpr sql::FrameUnit frameUnit(const Node& n) const;
    constexpr short bounds(const Node& n);
    constexpr short bound(bool bounded, long long value, sql::Bound unbounded, bool isRows, const SqlType& by);

    // ---- syntax/select.hpp ----------------------------------------------------------------------------------------

    constexpr const ColumnName* select(sql::Query& q, short i, short visible);
    constexpr bool joinsValue(short i) const;
    constexpr Source sourceWithValues(short project, bool qualified);
    constexpr Source subquery(short i, bool qualified) {
        const Read r = relation(i, qualified, false);
        return {.from = r.relation, .columns = r.columns};
    }
    constexpr bool readsInOrder(short e, short first, short& next) const;
    constexpr void selectItems(List& items, short i, ColumnName* outputs, short visible);
    constexpr short item(short e, const ColumnName* columns, std::string_view name, int place);
    constexpr void starOrColumns(List& items, short i, const Source& s);

    // ---- syntax/group_by.hpp --------------------------------------------------------------------------------------

    constexpr const ColumnName* argumentNames(short i, const ColumnName* columns);
    constexpr const ColumnName* grouped(sql::Query& q, short i);
    constexpr short groupsOf(short i) const;
    constexpr bool groupsInPlace(short i, bool hides) const;
    constexpr bool asksForSet(short e) const;
    constexpr const ColumnName* groupedInPlace(sql::Query& q, short i, short visible);
    constexpr short groupingSets(const Node& expand, const ColumnName* keys);

    // ---- syntax/set_operations.hpp --------------------------------------------------------------------------------

    struct SetOperation { short node{-1}; sql::QueryKind kind{}; bool all{}; };
    constexpr SetOperation setOperation(short i) const;
    constexpr bool isDistinct(short i) const;
    constexpr bool compares(short i) const;
    constexpr bool onlyCasts(const Node& n) const;
    constexpr short side(short i) const { return is(i, NodeKind::project) && onlyCasts(node(i)) ? node(i).left : i; }

    // ---- syntax/order_by.hpp --------------------------------------------------------------------------------------

    // The first rows of all: ORDER BY and LIMIT.
    constexpr bool isFirstRows(short i) const { return is(i, NodeKind::rank) && node(i).keyCount == 0 && !node(i).ranked; }
    constexpr bool sortsAll(short i) const { return is(i, NodeKind::sort) || is(i, NodeKind::temporalSort); }
    constexpr bool sorts(short i) const { return sortsAll(i) || (isFirstRows(i) && node(i).itemCount > 0); }
    constexpr bool sortsByColumns(const Node& n) const;
    constexpr void orderBy(sql::Query& q, short sort, const ColumnName* columns);
    constexpr bool hidesKeys(short i) const;
    constexpr bool isKeyOf(const Node& sort, short column) const;
    constexpr std::string_view hiddenName(short i, short column) const;
};

}  // namespace rivulet::plan

// The steps, which call each other.
#include <rivulet/plan/syntax/from.hpp>
#include <rivulet/plan/syntax/group_by.hpp>
#include <rivulet/plan/syntax/match.hpp>
#include <rivulet/plan/syntax/order_by.hpp>
#include <rivulet/plan/syntax/over.hpp>
#include <rivulet/plan/syntax/query.hpp>
#include <rivulet/plan/syntax/select.hpp>
#include <rivulet/plan/syntax/set_operations.hpp>
#include <rivulet/plan/syntax/top_n.hpp>
#include <rivulet/plan/syntax/where.hpp>
#include <rivulet/plan/syntax/window.hpp>
