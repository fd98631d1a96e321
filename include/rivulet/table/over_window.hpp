// SPDX-License-Identifier: BSL-1.0
// Windows of OVER in the Table API: which rows around each row an aggregate looks at.
#pragma once
#include <string_view>
#include <type_traits>

#include <rivulet/core/text.hpp>
#include <rivulet/table/aggregate.hpp>
#include <rivulet/table/interval.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet {

namespace detail {

/// An end of a frame that is no distance.
template <sql::FrameUnit Unit, bool Unbounded> struct Edge {};

/// An end of a frame as it is written; `Distance` from the row, where it is one.
template <sql::FrameUnit Unit, sql::Bound Where, class Distance = Absent>
struct FrameEnd {
    static constexpr sql::FrameUnit unit = Unit;
    static constexpr sql::Bound where = Where;
    static constexpr int syntaxCount = 1 + Distance::syntaxCount, parameterCount = Distance::parameterCount;
    Distance distance{};
    static constexpr short write(SyntaxWriter& w) {
        const short of = Distance::write(w);
        return w.add({.kind = sql::SyntaxKind::bound, .bound = Where, .first = of});
    }
    template <int I> constexpr const auto& parameter() const { return distance.template parameter<I>(); }
};

template <bool Preceding, class T>
constexpr auto frameEnd(const T& length) {
    using sql::Bound;
    using Value = AsExpression<T>;
    return FrameEnd<sql::FrameUnit::range, Preceding ? Bound::preceding : Bound::following, Value>{asExpression(length)};
}
template <bool Preceding, long long N>
constexpr auto frameEnd(const RowInterval<N>&) {
    return FrameEnd<sql::FrameUnit::rows, Preceding ? sql::Bound::preceding : sql::Bound::following, Literal<N, "">>{};
}
template <bool Preceding, sql::FrameUnit Unit, bool Unbounded>
constexpr auto frameEnd(const Edge<Unit, Unbounded>&) {
    using sql::Bound;
    return FrameEnd<Unit, !Unbounded ? Bound::currentRow : Preceding ? Bound::unboundedPreceding : Bound::unboundedFollowing>{};
}

/// A window and the name that `over` knows it by.
template <class Window, FixedString Name>
struct NamedWindow {
    static constexpr bool hasName = true;
    static constexpr int syntaxCount = Window::syntaxCount, parameterCount = Window::parameterCount;
    Window window;
    static constexpr short write(SyntaxWriter& w) {
        const short at = Window::write(w);
        w.nodes[at].alias = Name.view();
        return at;
    }
    template <int I> constexpr const auto& parameter() const { return window.template parameter<I>(); }
};

/// A window as it is said so far; `From` and `To` are Absent where nothing is said of the frame.
template <class Keys, class Order, class From = Absent, class To = Absent>
struct OverWindow {
    static constexpr bool hasName = false, hasFrame = !std::is_same_v<From, Absent>;
    static constexpr int syntaxCount = 1 + Keys::syntaxCount + Order::syntaxCount + From::syntaxCount + To::syntaxCount;
    static constexpr int parameterCount = Keys::parameterCount + Order::parameterCount + From::parameterCount + To::parameterCount;
    Keys keys;
    Order order;
    From from;
    To to;

    /// Where the frame begins; it ends with the current row where `following` says nothing else. Without it: all rows up to the current one's ORDER BY.
    template <class T> constexpr auto preceding(const T& length) const {
        static_assert(!hasFrame, "rivulet: a window has one preceding(..), and following(..) comes behind it");
        using Begin = decltype(frameEnd<true>(length));
        using End = FrameEnd<Begin::unit, sql::Bound::currentRow>;
        return OverWindow<Keys, Order, Begin, End>{keys, order, frameEnd<true>(length), {}};
    }
    /// Where the frame ends.
    template <class T> constexpr auto following(const T& length) const {
        constexpr bool behindPreceding = hasFrame;
        static_assert(behindPreceding, "rivulet: following(..) comes behind preceding(..)");
        using End = decltype(frameEnd<false>(length));
        if constexpr (hasFrame) {
            static_assert(From::unit == End::unit, "rivulet: preceding(..) and following(..) count the same: rows, or a range of the ORDER BY");
            static_assert(From::where <= End::where, "rivulet: a window's following(..) is not before its preceding(..)");
        }
        return OverWindow<Keys, Order, From, End>{keys, order, from, frameEnd<false>(length)};
    }
    /// The name that `over` knows the window by.
    template <FixedString Name> constexpr auto as() const { return NamedWindow<OverWindow, Name>{*this}; }

    static constexpr short write(SyntaxWriter& w) {
        sql::Syntax s{.kind = sql::SyntaxKind::window};
        s.first = Keys::write(w);
        s.order = Order::write(w);
        if constexpr (hasFrame) {
            s.frame = From::unit;
            s.bounds = From::write(w);
            w.nodes[s.bounds].next = To::write(w);
        }
        return w.add(s);
    }
    template <int I> constexpr const auto& parameter() const {
        constexpr int afterKeys = Keys::parameterCount, afterOrder = afterKeys + Order::parameterCount, afterFrom = afterOrder + From::parameterCount;
        if constexpr (I < afterKeys) return keys.template parameter<I>();
        else if constexpr (I < afterOrder) return order.template parameter<I - afterKeys>();
        else if constexpr (I < afterFrom) return from.template parameter<I - afterOrder>();
        else return to.template parameter<I - afterFrom>();
    }
};
template <class Keys, class Order, class From, class To> inline constexpr bool isOverWindow<OverWindow<Keys, Order, From, To>> = true;
template <class W, FixedString Name> inline constexpr bool isOverWindow<NamedWindow<W, Name>> = true;

/// An aggregate over the rows of a window.
template <class E, FixedString Name>
struct OverCall : Verbs<OverCall<E, Name>> {
    static constexpr int syntaxCount = E::syntaxCount + 1, parameterCount = E::parameterCount;
    E of;
    static constexpr short write(SyntaxWriter& w) {
        const short at = E::write(w);
        short named = w.windows;
        while (named >= 0 && w.nodes[named].alias != Name.view()) named = w.nodes[named].next;
        w.nodes[at].over = w.add({.kind = sql::SyntaxKind::window, .over = named, .text = Name.view()});
        return at;
    }
    template <int I> constexpr const auto& parameter() const { return of.template parameter<I>(); }
};
template <class T> inline constexpr bool isColumnName = false;
template <FixedString Name> inline constexpr bool isColumnName<ColumnName<Name>> = true;
template <class T> inline constexpr bool isCall = false;
template <FixedString Function, class... E> inline constexpr bool isCall<Call<Function, E...>> = true;
template <FixedString Function, bool Distinct, class Filter, class... E> inline constexpr bool isCall<Aggregate<Function, Distinct, Filter, E...>> = true;

template <class Self> template <class Name> constexpr auto Verbs<Self>::over(const Name&) const {
    static_assert(isCall<Self>, "rivulet: over(..) stands behind an aggregate: col<\"n\">.sum().over(col<\"w\">)");
    static_assert(isColumnName<Name>, "rivulet: over(..) takes the name of a window: col<\"n\">.sum().over(col<\"w\">)");
    if constexpr (isCall<Self> && isColumnName<Name>) return overNamed(self(), Name{});
    else return self();
}
template <class E, FixedString Name> constexpr auto overNamed(const E& e, const ColumnName<Name>&) { return OverCall<E, Name>{{}, e}; }

/// The windows, then the items that name them.
template <class Windows, class Items>
struct WindowsAndItems : TwoLists<Windows, Items> {
    static constexpr short write(SyntaxWriter& w) {
        const short windows = Windows::write(w);
        w.windows = windows;
        const short items = Items::write(w);
        w.windows = -1;
        return w.add({.kind = sql::SyntaxKind::call, .first = windows, .next = items});
    }
};

struct OverSelectStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short lists) {
        const short windows = b.syntax[lists].first, items = b.syntax[lists].next;
        plan::Scope scope = scopeOver(b, input);
        if (!allAreNamed(b, windows, lists) || !b.addOvers(scope, {items}) || !b.checkPlaces()) return -1;  // no condition makes a Top-N of places here
        return b.select(scope, scope.node, items);
    }
    /// Whether `over` names one of the windows everywhere; the syntax of a step ends with its lists.
    static constexpr bool allAreNamed(plan::FieldBinder& b, short windows, short end) {
        for (short i = 0; i < end; ++i) {
            const sql::Syntax& s = b.syntax[i];
            if (s.kind != sql::SyntaxKind::window || s.text.empty() || s.over >= 0) continue;
            Error e{.code = ErrorCode::unknownWindow, .subject = s.text};
            Nearest nearest(s.text);
            for (short w = windows; w >= 0; w = b.syntax[w].next) {
                nearest.offer(b.syntax[w].alias);
                e.know(b.syntax[w].alias);
            }
            e.nearest = nearest.best;
            return b.plan.fail(e);
        }
        return true;
    }
};

}  // namespace detail

/// Ends of a frame: all rows before or after; and the current row, with `currentRange` those that are equal to it in the ORDER BY.
inline constexpr detail::Edge<sql::FrameUnit::rows, true> unboundedRow{};
inline constexpr detail::Edge<sql::FrameUnit::range, true> unboundedRange{};
inline constexpr detail::Edge<sql::FrameUnit::rows, false> currentRow{};
inline constexpr detail::Edge<sql::FrameUnit::range, false> currentRange{};

/// A window of OVER, as Flink's Table API says it:
/// `Over::partitionBy(col<"user">).orderBy(col<"ts">).preceding(lit<10>.minutes()).as<"w">()` for `table.window(..)`.
/// `preceding` and `following` take a length of time or another distance of the ORDER BY, `rowInterval<2>`, or an end of a frame as above.
struct Over {
    template <class Keys>
    struct Partitioned {
        Keys keys;
        template <class... E> constexpr auto orderBy(const E&... order) const {
            static_assert(sizeof...(E) > 0 && detail::areExpressions<E...>, "rivulet: orderBy takes expressions: a column is col<\"name\">");
            return detail::OverWindow<Keys, detail::Expressions<detail::AsExpression<E>...>>{keys, detail::expressions(order...), {}, {}};
        }
    };
    template <class... E> static constexpr auto partitionBy(const E&... keys) {
        static_assert(detail::areExpressions<E...>, "rivulet: partitionBy takes expressions: a column is col<\"name\">");
        return Partitioned<detail::Expressions<detail::AsExpression<E>...>>{detail::expressions(keys...)};
    }
    template <class... E> static constexpr auto orderBy(const E&... order) { return partitionBy().orderBy(order...); }
};

}  // namespace rivulet
