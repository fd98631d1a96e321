// SPDX-License-Identifier: BSL-1.0
// The binder of SQL queries: what it knows, and its steps.
#pragma once
#include <string_view>

#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

struct WindowFunction;  // windows.hpp

struct QueryBinder : RelationBinder {
    const sql::Query* queries{};
    const sql::Relation* relations{};

    /// The tables of a WITH that can be seen: from `first` up to `end`, then those of queries around it.
    struct With { short first{-1}, end{-1}; const With* outer{}; const Around* around{}; };
    const With* with{};

    // ---- query.hpp ------------------------------------------------------------------------------------------------

    constexpr short query(short index, bool top);
    constexpr short sorted(const sql::Query& q, short at, bool top);
    constexpr bool checkedOrder(const Scope& outputs, short order);
    constexpr short select(const sql::Query& q, bool top);
    constexpr short values(const sql::Query& q, bool top);

    static constexpr bool isSetOperation(const sql::Query& q) { return q.kind != sql::QueryKind::select && q.kind != sql::QueryKind::values; }
    constexpr bool refuseNames(short first) {
        for (short t = first; t >= 0; t = relations[t].next)
            for (short u = relations[t].next; u >= 0; u = relations[u].next)
                if (relations[t].name == relations[u].name)
                    return plan.fail({.code = ErrorCode::duplicateAlias, .position = relations[u].position, .subject = relations[u].name, .expected = "another name"});
        return true;
    }
    /// Without the columns that only ORDER BY read.
    constexpr short firstColumns(short at, short count) {
        if (plan.nodes[at].columnCount == count) return at;
        const Scope scope = Scope::over(at, plan.nodes[at].columnCount);
        const Projection p = beginProjection(at);
        for (short c = 0; c < count; ++c) addOutput(p, column(scope, c), plan.column(at, c).name);
        return endProjection(p, true);
    }

    constexpr bool widen(SqlType& type, const SqlType& by, int column, const Syntax& s) {
        const SqlType both = commonType(type, by);
        if (both.root == TypeRoot::unknown) {
            Error e = errorAt(ErrorCode::unionType, s, anonymousName(column, true));
            nameType(e.expectedText, type);
            nameType(e.foundText, by);
            return plan.fail(e);
        }
        type = both;
        return true;
    }

    /// Whether a subquery stands in the expression, or an OVER call.
    constexpr bool holdsQuery(short at) const {
        const Syntax& s = syntax[at];
        if (s.query >= 0 || s.over >= 0) return true;
        if (s.kind == SyntaxKind::same) return false;
        if (s.filter >= 0 && holdsQuery(s.filter)) return true;
        for (short a = s.first; a >= 0; a = syntax[a].next)
            if (holdsQuery(a)) return true;
        return false;
    }

    constexpr bool callsAggregate(const Syntax& s) const {
        if (s.kind != SyntaxKind::call || s.over >= 0) return false;
        const short user = catalogue.findFunction(s.text), f = user < 0 ? findFunction(s.text) : static_cast<short>(-1);
        return user >= 0 ? catalogue.functions[user].aggregate : f >= 0 && functionInfo(f).aggregate;
    }
    constexpr bool holdsAggregate(short at) const {
        const Syntax& s = syntax[at];
        if (callsAggregate(s)) return true;
        if (s.kind != SyntaxKind::same)
            for (short a = s.first; a >= 0; a = syntax[a].next)
                if (holdsAggregate(a)) return true;
        return false;
    }
    constexpr bool isGrouped(const sql::Query& q) const {
        if (q.hasGroup || q.having >= 0) return true;
        for (const short list : {q.items, q.order})
            for (short i = list; i >= 0; i = syntax[i].next)
                if (holdsAggregate(i)) return true;
        return false;
    }
    constexpr bool holdsOver(short at) const {
        const Syntax& s = syntax[at];
        if (s.over >= 0) return true;
        if (s.kind == SyntaxKind::same) return false;
        for (const short list : {s.first, s.filter})
            for (short a = list; a >= 0; a = syntax[a].next)
                if (holdsOver(a)) return true;
        return false;
    }

    // ---- from.hpp -------------------------------------------------------------------------------------------------

    constexpr short from(short relation, Scope& scope);
    constexpr short relationOf(const sql::Relation& r, Scope& scope);
    /// Whether its rows are made of those of what is at its left.
    constexpr bool makesRows(const sql::Relation& r) const {
        return r.kind == sql::RelationKind::unnest || (r.kind == sql::RelationKind::function && catalogue.findFunction(r.name) >= 0);
    }
    constexpr void nameRelation(Scope& scope, short at, std::string_view alias);
    constexpr short table(const sql::Relation& r);
    constexpr short renamed(short at, short names);
    constexpr short joinWith(const sql::Relation& r, short left, Scope& scope);
    constexpr void addParts(Scope& scope, const Scope& right, short width, bool last = false);
    constexpr bool refuseAliases(const Scope& left, const Scope& right, int position);
    constexpr short temporal(const sql::Relation& r, Scope& scope);                              // temporal.hpp
    constexpr short timeOfVersions(short right, const sql::Relation& r, const Column& asOf);
    constexpr bool dropsVersions(short node) const;
    constexpr ColumnSet equatedColumns(short join) const;
    static constexpr void wantEquality(Error& e, const sql::Relation& other, std::string_view column);
    constexpr bool isLookup(const sql::Relation& r) const;
    constexpr short lookedUp(const sql::Relation& r, Scope& scope);
    constexpr short equalTo(short condition, short column, short width) const;
    constexpr short copied(short e);
    constexpr short refuseTemporal(ErrorCode code, int position, std::string_view subject, std::string_view expected) {
        plan.fail({.code = code, .position = position, .subject = subject, .expected = expected});
        return -1;
    }
    constexpr short merged(const sql::Relation& r, short left, short right, const Scope& leftNames, const Scope& rightNames, Scope& scope);

    // ---- match.hpp ------------------------------------------------------------------------------------------------

    constexpr short matches(const sql::Relation& r, short input, const Scope& of);
    constexpr short refuseMatch(ErrorCode code, const Syntax& s, std::string_view subject, std::string_view expected = {});
    constexpr short matchOrder(const sql::MatchClauses& c, const Scope& of, detail::Stack<short>& items, Node& n);
    constexpr short pattern(short at, detail::Stack<short>& items);
    constexpr short patternVariable(short at, int firstVariable, detail::Stack<short>& items);
    constexpr short variableNamed(std::string_view name, const detail::Stack<short>& items, const Node& n) const;
    constexpr short unknownVariable(const Syntax& s, const detail::Stack<short>& items, const Node& n);
    constexpr bool conditions(const sql::MatchClauses& c, const Scope& of, MatchNames& names);
    constexpr short measures(const sql::MatchClauses& c, const Scope& of, MatchNames& names, Node n);

    // ---- windows.hpp ------------------------------------------------------------------------------------------------------

    /// The table in the arguments of a window function, with the columns that say which windows its rows are in.
    constexpr short windowed(const sql::Relation& r, WindowKind kind);
    constexpr bool windowArguments(const sql::Relation& r, const WindowFunction& form, const Syntax& call, short* given);
    constexpr short refuseWindow(const Syntax& at, const WindowFunction& form, std::string_view wants = {});

    // ---- subqueries.hpp; UNNEST in from.hpp -------------------------------------------------------------------------------

    /// The rows of `input` that a WHERE keeps; `scope` may come back over another node with the same columns in front.
    constexpr short where(Scope& scope, short input, const sql::Query& q);
    constexpr short joinedWhere(short left, short right, short on, Scope& scope);
    /// `input` with a column for each subquery and OVER call in what is selected, see `computed`.
    constexpr short prepared(Scope& scope, short input, const sql::Query& q);
    constexpr short qualified(Scope& scope, const sql::Query& q);
    /// The rows that `scope` names with the elements of a collection in each; it then names those, too.
    constexpr short unnested(const sql::Relation& r, JoinKind kind, short on, Scope& scope);
    /// A join whose right side may read columns of what is there, which `scope` names and then names with those of both.
    constexpr short lateral(const sql::Relation& r, Scope& scope);
};

}  // namespace rivulet::plan
