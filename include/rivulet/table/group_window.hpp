// SPDX-License-Identifier: BSL-1.0
// Windows of groups in the Table API: tumbling, sliding and session windows.
#pragma once
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/table/interval.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet {

namespace detail {

/// What SQL calls a window and what is known of it.
struct WindowWords { std::string_view window, start, end, rowtime, proctime; };
inline constexpr WindowWords tumbleWords{"TUMBLE", "TUMBLE_START", "TUMBLE_END", "TUMBLE_ROWTIME", "TUMBLE_PROCTIME"};
inline constexpr WindowWords slideWords{"HOP", "HOP_START", "HOP_END", "HOP_ROWTIME", "HOP_PROCTIME"};
inline constexpr WindowWords sessionWords{"SESSION", "SESSION_START", "SESSION_END", "SESSION_ROWTIME", "SESSION_PROCTIME"};

/// The call of the window as GROUP BY has it in SQL; its arguments are the time, then the lengths.
template <const WindowWords& Words, class Arguments, FixedString Name>
struct GroupWindow {
    static constexpr bool isGroupWindow = true;
    static constexpr const WindowWords& words = Words;
    static constexpr std::string_view name = Name.view();
    using AsColumn = ColumnName<Name>;
    static constexpr int syntaxCount = 1 + Arguments::syntaxCount, parameterCount = Arguments::parameterCount;
    Arguments arguments;

    /// The name that groupBy and select know the window by.
    template <FixedString As> constexpr auto as() const { return GroupWindow<Words, Arguments, As>{arguments}; }

    static constexpr short write(SyntaxWriter& w) {
        const short first = Arguments::write(w);
        return w.add({.kind = sql::SyntaxKind::call, .first = first, .text = Words.window});
    }
    template <int I> constexpr const auto& parameter() const { return arguments.template parameter<I>(); }
};
template <class W> requires requires { W::isGroupWindow; } inline constexpr bool isGroupWindow<W> = true;

/// Lengths of windows, which still want the time they are measured in.
template <const WindowWords& Words, class... Length>
struct WindowLengths {
    Expressions<Length...> lengths;
    /// The time attribute: `on(col<"ts">)`.
    template <class T> constexpr auto on(const T& time) const {
        static_assert(areExpressions<T>, "rivulet: on(..) takes the column of a time attribute: on(col<\"ts\">)");
        return GroupWindow<Words, Expressions<AsExpression<T>, Length...>, "">{[&]<std::size_t... I>(std::index_sequence<I...>) {
            return expressions(time, get<static_cast<int>(I)>(lengths.each)...);
        }(std::index_sequence_for<Length...>{})};
    }
};

/// The window, keys and items as lists, in which the window's name is what GROUP BY of SQL says for it.
template <class Window, class Keys, class Items>
struct WindowedLists {
    static constexpr int syntaxCount = 1 + Window::syntaxCount + Keys::syntaxCount + Items::syntaxCount;
    static constexpr int parameterCount = Window::parameterCount + Keys::parameterCount + Items::parameterCount;
    Window window;
    Keys keys;
    Items items;
    static constexpr short write(SyntaxWriter& w) {
        const short call = Window::write(w), below = Keys::write(w), after = Items::write(w);
        for (short i = static_cast<short>(call + 1); i < w.count; ++i) {
            sql::Syntax& s = w.nodes[i];
            if (isName(s)) {
                s.kind = sql::SyntaxKind::call;
                s.text = Window::words.window;
                s.first = w.nodes[call].first;
                s.qualifier = {};
            } else if (const std::string_view known = wordOf(s); !known.empty() && w.nodes[s.first].first == w.nodes[call].first) {
                s.text = known;  // its argument, which comes before it, was the name
                s.first = w.nodes[call].first;
            }
        }
        return w.add({.kind = sql::SyntaxKind::call, .first = below, .next = after});
    }
    template <int I> constexpr const auto& parameter() const {
        if constexpr (I < Window::parameterCount) return window.template parameter<I>();
        else if constexpr (I < Window::parameterCount + Keys::parameterCount) return keys.template parameter<I - Window::parameterCount>();
        else return items.template parameter<I - Window::parameterCount - Keys::parameterCount>();
    }

private:
    static constexpr bool isName(const sql::Syntax& s) { return s.kind == sql::SyntaxKind::name && s.qualifier.empty() && s.text == Window::name; }
    static constexpr std::string_view wordOf(const sql::Syntax& s) {
        if (s.kind != sql::SyntaxKind::call || s.first < 0) return {};
        return s.text == "start()" ? Window::words.start : s.text == "end()" ? Window::words.end : s.text == "ROWTIME" ? Window::words.rowtime :
               s.text == "PROCTIME" ? Window::words.proctime : std::string_view();
    }
};

template <class Window>
struct WindowedSelectStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short lists) {
        if (b.find(input, Window::name) >= 0) {
            b.plan.fail({.code = ErrorCode::duplicateColumn, .subject = Window::name, .expected = "another name of the window"});
            return -1;
        }
        return GroupedSelectStep::apply(b, input, lists);
    }
};

/// A length of a window as an expression. What is none, such as a std::chrono duration, becomes a second, so that it is one mistake.
template <class Length>
constexpr auto lengthOf(const Length& length) {
    static_assert(areExpressions<Length>, "rivulet: a window has a length of time that the plan knows, lit<10>.minutes(); windows of a number of rows are not supported");
    if constexpr (areExpressions<Length>) return asExpression(length);
    else return lit<1>.seconds();
}
template <class Length> using AsLength = decltype(lengthOf(std::declval<const Length&>()));

}  // namespace detail

/// Windows of groups, as Flink's Table API says them, for `table.window(..)`:
/// windows of one length, one behind the other: `Tumble::over(lit<10>.minutes()).on(col<"ts">).as<"w">()`.
struct Tumble {
    template <class Size> static constexpr auto over(const Size& size) {
        return detail::WindowLengths<detail::tumbleWords, detail::AsLength<Size>>{detail::expressions(detail::lengthOf(size))};
    }
};
/// Windows that begin every so often and overlap: `Slide::over(lit<10>.minutes()).every(lit<1>.minutes()).on(col<"ts">).as<"w">()`.
struct Slide {
    template <class Size>
    struct Sized {
        Size size;
        template <class Step> constexpr auto every(const Step& step) const {
            return detail::WindowLengths<detail::slideWords, detail::AsLength<Step>, Size>{detail::expressions(detail::lengthOf(step), size)};
        }
    };
    template <class Size> static constexpr auto over(const Size& size) {
        return Sized<detail::AsLength<Size>>{detail::lengthOf(size)};
    }
};
/// Rows that are less than a gap apart: `Session::withGap(lit<5>.seconds()).on(col<"ts">).as<"w">()`.
struct Session {
    template <class Gap> static constexpr auto withGap(const Gap& gap) {
        return detail::WindowLengths<detail::sessionWords, detail::AsLength<Gap>>{detail::expressions(detail::lengthOf(gap))};
    }
};

}  // namespace rivulet
