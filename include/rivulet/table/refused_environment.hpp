// SPDX-License-Identifier: BSL-1.0
// RefusedEnvironment: what a view on a refused table gives, and other mistakes with names.
#pragma once
#include <rivulet/core/fixed_string.hpp>
#include <rivulet/core/verdict.hpp>
#include <rivulet/stream/refused_stream.hpp>
#include <rivulet/table/refused_table.hpp>
#include <rivulet/table/result.hpp>

namespace rivulet {

/// Takes everything, so that one mistake is one message.
struct RefusedEnvironment {
    template <class... A> RefusedTable fromDataStream(const A&...) const { return {}; }
    template <class... A> RefusedTable fromChangelogStream(const A&...) const { return {}; }
    template <class T = void, class... A> RefusedTable fromValues(const A&...) const { return {}; }
    template <FixedString, class... A> RefusedEnvironment createTemporaryView(const A&...) const { return {}; }
    template <class... A> RefusedEnvironment createTemporaryView(const A&...) const { return {}; }
    template <FixedString> RefusedEnvironment dropTemporaryView() const { return {}; }
    template <class... A> RefusedEnvironment dropTemporaryView(const A&...) const { return {}; }
    template <FixedString, class... A> RefusedEnvironment createTemporaryFunction(const A&...) const { return {}; }
    template <class... A> RefusedEnvironment createTemporaryFunction(const A&...) const { return {}; }
    template <FixedString> RefusedTable from() const { return {}; }
    template <class... A> RefusedTable from(const A&...) const { return {}; }
    template <FixedString> RefusedTable sqlQuery() const { return {}; }
    template <class... A> RefusedTable sqlQuery(const A&...) const { return {}; }
    template <class T = void, class... A> RefusedStream toDataStream(const A&...) const { return {}; }
    template <class... A> RefusedStream toChangelogStream(const A&...) const { return {}; }
    template <class T = void, class... A> RefusedStream toAppendStream(const A&...) const { return {}; }
    template <class T = void, class... A> RefusedStream toRetractStream(const A&...) const { return {}; }
    StatementSet createStatementSet() const { return StatementSet(nullptr); }
    template <class... A> void setIdleStateRetention(const A&...) const {}
    template <class... A> void setLocalTimeZone(const A&...) const {}
    template <class... A> void setOperatorMemoryLimit(const A&...) const {}
};

namespace detail {

template <class V> struct NoViews : RefusedEnvironment { ~NoViews() { V::report(); } };
/// With the mistake of a table.
template <class Mistake> struct RefusedEnvironmentOf : RefusedEnvironment { Mistake table{}; };

template <class = void> struct ViewTakesRows : RefusedEnvironment { ~ViewTakesRows() { static_assert(never<ViewTakesRows>, "rivulet: createTemporaryView: takes a table, or a stream and what fromDataStream takes beside it"); } };
template <class = void> struct ViewNameInBrackets : RefusedEnvironment { ~ViewNameInBrackets() { static_assert(never<ViewNameInBrackets>, "rivulet: createTemporaryView: the name stands in angle brackets: auto db = tenv.createTemporaryView<\"name\">(stream or table, ..)"); } };
template <class = void> struct DroppedNameInBrackets : RefusedEnvironment { ~DroppedNameInBrackets() { static_assert(never<DroppedNameInBrackets>, "rivulet: dropTemporaryView: the name stands in angle brackets: auto fewer = db.dropTemporaryView<\"name\">()"); } };
template <class = void> struct FunctionNameInBrackets : RefusedEnvironment { ~FunctionNameInBrackets() { static_assert(never<FunctionNameInBrackets>, "rivulet: createTemporaryFunction: the name stands in angle brackets: auto db = tenv.createTemporaryFunction<\"name\">(function)"); } };

}  // namespace detail

}  // namespace rivulet
