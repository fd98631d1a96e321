// SPDX-License-Identifier: BSL-1.0
// RefusedTable: what a refused step of a table gives. Mistakes derive from it; their destructors are the messages, as those of RefusedStream.
#pragma once
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/core/verdict.hpp>
#include <rivulet/plan/plan.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/stream/refused_stream.hpp>
#include <rivulet/table/group_window.hpp>
#include <rivulet/table/lateral.hpp>
#include <rivulet/table/over_window.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet {

template <class Tag> class Table;

/// Takes every further step, so that one mistake is one message.
struct RefusedTable {
    struct Result {
        template <class... A> void print(A&&...) const {}
        template <class... A> RefusedStream::Rows collect(A&&...) const { return {}; }
    };
    template <class... E> constexpr RefusedTable select(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable where(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable filter(const E&...) const { return {}; }
    template <FixedString...> constexpr RefusedTable as() const { return {}; }
    template <class... E> constexpr RefusedTable addColumns(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable addOrReplaceColumns(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable renameColumns(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable dropColumns(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable groupBy(const E&...) const { return {}; }
    constexpr RefusedTable distinct() const { return {}; }
    template <class... W> constexpr RefusedTable window(const W&...) const { return {}; }
    template <class... E> constexpr RefusedTable join(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable leftOuterJoin(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable rightOuterJoin(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable fullOuterJoin(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable joinLateral(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable leftOuterJoinLateral(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable unionAll(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable union_(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable intersect(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable intersectAll(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable minus(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable minusAll(const E&...) const { return {}; }
    template <class... E> constexpr RefusedTable orderBy(const E&...) const { return {}; }
    template <long long> constexpr RefusedTable offset() const { return {}; }
    template <long long> constexpr RefusedTable fetch() const { return {}; }
    template <long long, long long = 0> constexpr RefusedTable limit() const { return {}; }
    Result execute() const { return {}; }
    constexpr RefusedTable context() const { return {}; }
    constexpr RefusedTable environment() const { return {}; }
    static constexpr plan::PlanView plan() { return {}; }
    static constexpr int columnCount() { return 0; }
    static constexpr plan::Column column(int) { return {}; }
    static constexpr std::string_view schemaText() { return {}; }
    static constexpr std::string_view explain() { return {}; }
    static constexpr std::string_view toSql() { return {}; }
    static void printSchema() {}
};

namespace detail {

template <class V> struct NoTable : RefusedTable { constexpr ~NoTable() { V::report(); } };
template <class V> struct NoResult : RefusedTable::Result { ~NoResult() { V::report(); } };
template <class R> inline constexpr bool isRefusedBy = std::is_base_of_v<RefusedTable, R> || std::is_base_of_v<RefusedTable::Result, R>;

template <class V> struct NoStream : RefusedStream { ~NoStream() { V::report(); } };

// What a step returns: the table that Next stands for, or the mistake.
template <class Mistake, bool Fits, class Next>
consteval auto tableAnswer() {
    if constexpr (!Fits) return std::type_identity<Mistake>{};
    else {
        using Verdict = VerdictOn<TableHolder<Next>>;
        if constexpr (Verdict::isAccepted) return std::type_identity<Table<Next>>{};
        else return std::type_identity<NoTable<Verdict>>{};
    }
}
template <class Mistake, bool Fits, class Next> using TableAnswer = typename decltype(tableAnswer<Mistake, Fits, Next>())::type;

template <class T> inline constexpr bool isTable = std::is_base_of_v<RefusedTable, T>;
template <class Tag> inline constexpr bool isTable<Table<Tag>> = true;
template <class... A> inline constexpr bool oneTable = false;
template <class A> inline constexpr bool oneTable<A> = isTable<A>;
// A table, and at least so many and at most one condition.
template <int Least, class... A> inline constexpr bool tableAnd = false;
template <int Least, class A> inline constexpr bool tableAnd<Least, A> = isTable<A> && Least == 0;
template <int Least, class A, class E> inline constexpr bool tableAnd<Least, A, E> = isTable<A>;
template <class... A> inline constexpr bool callsLateral = false;
template <class F> inline constexpr bool callsLateral<F> = isLateralCall<F>;
template <class F, class C> inline constexpr bool callsLateral<F, C> = isLateralCall<F> && areExpressions<C>;
template <class... E> inline constexpr bool takesExpressions = sizeof...(E) > 0 && areExpressions<E...>;

template <class = void> struct SelectTakes : RefusedTable { constexpr ~SelectTakes() { static_assert(never<SelectTakes>, "rivulet: select takes expressions: a column is col<\"name\">, a constant lit<..>"); } };
template <class = void> struct AddColumnsTakes : RefusedTable { constexpr ~AddColumnsTakes() { static_assert(never<AddColumnsTakes>, "rivulet: addColumns takes expressions: a column is col<\"name\">, a constant lit<..>"); } };
template <class = void> struct AddOrReplaceColumnsTakes : RefusedTable { constexpr ~AddOrReplaceColumnsTakes() { static_assert(never<AddOrReplaceColumnsTakes>, "rivulet: addOrReplaceColumns takes expressions: a column is col<\"name\">, a constant lit<..>"); } };
template <class = void> struct RenameColumnsTakes : RefusedTable { constexpr ~RenameColumnsTakes() { static_assert(never<RenameColumnsTakes>, "rivulet: renameColumns takes expressions: a column is col<\"name\">, a constant lit<..>"); } };
template <class = void> struct DropColumnsTakes : RefusedTable { constexpr ~DropColumnsTakes() { static_assert(never<DropColumnsTakes>, "rivulet: dropColumns takes expressions: a column is col<\"name\">, a constant lit<..>"); } };
template <class = void> struct WhereTakes : RefusedTable { constexpr ~WhereTakes() { static_assert(never<WhereTakes>, "rivulet: where takes one condition, such as col<\"n\"> > 1; several are put together with &&"); } };
template <class = void> struct FilterTakes : RefusedTable { constexpr ~FilterTakes() { static_assert(never<FilterTakes>, "rivulet: filter takes one condition, such as col<\"n\"> > 1; several are put together with &&"); } };
template <class = void> struct GroupByTakes : RefusedTable { constexpr ~GroupByTakes() { static_assert(never<GroupByTakes>, "rivulet: groupBy takes expressions: a column is col<\"name\">, a constant lit<..>"); } };
template <class = void> struct WindowTakes : RefusedTable { constexpr ~WindowTakes() { static_assert(never<WindowTakes>, "rivulet: window takes one of Tumble, Slide and Session with its on(..), or windows of Over; TumblingEventTimeWindows and the like are for streams"); } };
template <class = void> struct OverHasName : RefusedTable { constexpr ~OverHasName() { static_assert(never<OverHasName>, "rivulet: a window has a name: Over::orderBy(col<\"ts\">).as<\"w\">()"); } };
template <class = void> struct WindowHasName : RefusedTable { constexpr ~WindowHasName() { static_assert(never<WindowHasName>, "rivulet: a window has a name: Tumble::over(lit<10>.minutes()).on(col<\"ts\">).as<\"w\">()"); } };
template <class... W>
consteval auto windowMistake() {
    if constexpr (sizeof...(W) == 0) return std::type_identity<WindowTakes<>>{};
    else if constexpr ((isOverWindow<W> && ...)) {
        if constexpr ((W::hasName && ...)) return std::type_identity<RefusedTable>{};
        else return std::type_identity<OverHasName<>>{};
    } else if constexpr (sizeof...(W) == 1 && (isGroupWindow<W> && ...)) {
        if constexpr ((!W::name.empty() && ...)) return std::type_identity<RefusedTable>{};
        else return std::type_identity<WindowHasName<>>{};
    } else return std::type_identity<WindowTakes<>>{};
}
template <class... W> using WindowMistakeOf = typename decltype(windowMistake<W...>())::type;
template <class = void> struct JoinTakes : RefusedTable { constexpr ~JoinTakes() { static_assert(never<JoinTakes>, "rivulet: join takes a table and perhaps a condition: orders.join(users, col<\"user\"> == col<\"id\">)"); } };
template <class = void> struct LeftOuterJoinTakes : RefusedTable { constexpr ~LeftOuterJoinTakes() { static_assert(never<LeftOuterJoinTakes>, "rivulet: leftOuterJoin takes a table and a condition: orders.leftOuterJoin(users, col<\"user\"> == col<\"id\">)"); } };
template <class = void> struct RightOuterJoinTakes : RefusedTable { constexpr ~RightOuterJoinTakes() { static_assert(never<RightOuterJoinTakes>, "rivulet: rightOuterJoin takes a table and a condition: orders.rightOuterJoin(users, col<\"user\"> == col<\"id\">)"); } };
template <class = void> struct FullOuterJoinTakes : RefusedTable { constexpr ~FullOuterJoinTakes() { static_assert(never<FullOuterJoinTakes>, "rivulet: fullOuterJoin takes a table and a condition: orders.fullOuterJoin(users, col<\"user\"> == col<\"id\">)"); } };
template <class = void> struct JoinLateralTakes : RefusedTable { constexpr ~JoinLateralTakes() { static_assert(never<JoinLateralTakes>, "rivulet: joinLateral takes a call of a table function, call<\"f\">(..), and perhaps a condition"); } };
template <class = void> struct LeftOuterJoinLateralTakes : RefusedTable { constexpr ~LeftOuterJoinLateralTakes() { static_assert(never<LeftOuterJoinLateralTakes>, "rivulet: leftOuterJoinLateral takes a call of a table function, call<\"f\">(..), and perhaps a condition"); } };
template <class = void> struct UnionAllTakes : RefusedTable { constexpr ~UnionAllTakes() { static_assert(never<UnionAllTakes>, "rivulet: unionAll takes one table"); } };
template <class = void> struct UnionTakes : RefusedTable { constexpr ~UnionTakes() { static_assert(never<UnionTakes>, "rivulet: union_ takes one table"); } };
template <class = void> struct IntersectTakes : RefusedTable { constexpr ~IntersectTakes() { static_assert(never<IntersectTakes>, "rivulet: intersect takes one table"); } };
template <class = void> struct IntersectAllTakes : RefusedTable { constexpr ~IntersectAllTakes() { static_assert(never<IntersectAllTakes>, "rivulet: intersectAll takes one table"); } };
template <class = void> struct MinusTakes : RefusedTable { constexpr ~MinusTakes() { static_assert(never<MinusTakes>, "rivulet: minus takes one table"); } };
template <class = void> struct MinusAllTakes : RefusedTable { constexpr ~MinusAllTakes() { static_assert(never<MinusAllTakes>, "rivulet: minusAll takes one table"); } };
template <class = void> struct OrderByTakes : RefusedTable { constexpr ~OrderByTakes() { static_assert(never<OrderByTakes>, "rivulet: orderBy takes expressions, such as col<\"name\">.desc()"); } };
template <class = void> struct OffsetTakes : RefusedTable { constexpr ~OffsetTakes() { static_assert(never<OffsetTakes>, "rivulet: offset takes a number of at least 0"); } };
template <class = void> struct FetchTakes : RefusedTable { constexpr ~FetchTakes() { static_assert(never<FetchTakes>, "rivulet: fetch takes a number of at least 0"); } };
template <class = void> struct LimitTakes : RefusedTable { constexpr ~LimitTakes() { static_assert(never<LimitTakes>, "rivulet: limit takes a count and an offset of at least 0"); } };
template <class = void> struct GroupedSelectTakes : RefusedTable { constexpr ~GroupedSelectTakes() { static_assert(never<GroupedSelectTakes>, "rivulet: select takes expressions: a column is col<\"name\">, an aggregate col<\"name\">.sum()"); } };
template <class = void> struct OverSelectTakes : RefusedTable { constexpr ~OverSelectTakes() { static_assert(never<OverSelectTakes>, "rivulet: select takes expressions: a column is col<\"name\">, an aggregate col<\"name\">.sum().over(col<\"w\">)"); } };
template <class = void> struct WindowGroupByTakes : RefusedTable { constexpr ~WindowGroupByTakes() { static_assert(never<WindowGroupByTakes>, "rivulet: groupBy takes expressions: a column is col<\"name\">, the window its name"); } };
template <class = void> struct GroupByTakesWindow : RefusedTable { constexpr ~GroupByTakesWindow() { static_assert(never<GroupByTakesWindow>, "rivulet: groupBy behind window(..) takes the window by its name, once: groupBy(col<\"w\">, ..)"); } };

// ---- conversions ----------------------------------------------------------------------------------------------------------------

template <class = void> struct NotBesideStream : RefusedTable { constexpr ~NotBesideStream() { static_assert(never<NotBesideStream>, "rivulet: beside the stream stand expressions, byPosition<..>, or one Schema"); } };
template <class = void> struct FromTakesStream : RefusedTable { constexpr ~FromTakesStream() { static_assert(never<FromTakesStream>, "rivulet: fromDataStream: takes a DataStream, and beside it expressions, byPosition<..>, or one Schema"); } };
template <class = void> struct ChangesAreRows : RefusedTable { constexpr ~ChangesAreRows() { static_assert(never<ChangesAreRows>, "rivulet: fromChangelogStream takes a stream of rivulet::Row, whose kind tells what changed"); } };
template <class = void> struct ChangesTakeStream : RefusedTable { constexpr ~ChangesTakeStream() { static_assert(never<ChangesTakeStream>, "rivulet: fromChangelogStream: takes a stream of rivulet::Row, and perhaps a Schema and a ChangelogMode"); } };
template <class = void> struct ValuesNeedRows : RefusedTable { constexpr ~ValuesNeedRows() { static_assert(never<ValuesNeedRows>, "rivulet: fromValues needs at least one row; a table without rows is fromValues<T>()"); } };
template <class = void> struct FromNameInBrackets : RefusedTable { constexpr ~FromNameInBrackets() { static_assert(never<FromNameInBrackets>, "rivulet: from: the name of a view stands in angle brackets: from<\"name\">()"); } };
template <class = void> struct QueryInBrackets : RefusedTable { constexpr ~QueryInBrackets() { static_assert(never<QueryInBrackets>, "rivulet: sqlQuery: the text is read while compiling and stands in angle brackets: sqlQuery<\"SELECT ..\">()"); } };
template <class = void> struct DataStreamTakes : RefusedStream { ~DataStreamTakes() { static_assert(never<DataStreamTakes>, "rivulet: toDataStream: takes one table, and perhaps byPosition<>"); } };
template <class = void> struct AppendStreamTakes : RefusedStream { ~AppendStreamTakes() { static_assert(never<AppendStreamTakes>, "rivulet: toAppendStream: takes one table"); } };
template <class = void> struct RetractStreamTakes : RefusedStream { ~RetractStreamTakes() { static_assert(never<RetractStreamTakes>, "rivulet: toRetractStream: takes one table"); } };
template <class = void> struct ChangelogTakesNoType : RefusedStream { ~ChangelogTakesNoType() { static_assert(never<ChangelogTakesNoType>, "rivulet: toChangelogStream gives a Row for each change; toDataStream<T> is for tables without changes, toRetractStream<T> for pairs of a flag and a T"); } };
template <class = void> struct ChangelogTakes : RefusedStream { ~ChangelogTakes() { static_assert(never<ChangelogTakes>, "rivulet: toChangelogStream: takes a table, and perhaps a Schema and a ChangelogMode"); } };

}  // namespace detail

}  // namespace rivulet
