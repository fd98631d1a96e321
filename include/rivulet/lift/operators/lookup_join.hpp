// SPDX-License-Identifier: BSL-1.0
// Rows with the rows that a user's table function makes of them.
#pragma once
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/expr/user_table_function.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/operator.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct LookupOf {
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    static constexpr int call = physicalOf<Tag>.items[op.firstItem], function = physicalOf<Tag>.exprs[call].function, width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr int arguments = lifted::argumentCount<Tag, call>();
    static constexpr bool padded = op.join == plan::JoinKind::left;
    using Function = std::remove_cvref_t<decltype(std::declval<const typename Tag::Context&>().template function<function>().call)>;
    using Element = typename UserTableFunction<Function>::Element;
    template <class Row> using Core = PairRow<Row, ElementRow<Element, padded>, width>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::lookupJoin> { using Type = typename LookupOf<Tag, O>::template Core<KeptRow<Tag, O>>; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::lookupJoin> {
    static constexpr bool keeps = true;
    using L = LookupOf<Tag, O>;
    using Element = typename L::Element;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}

    /// All rows that the function makes of one are there before the first goes on: what fails further down is not the function's failure.
    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        made_.rows.clear();
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            using A = lifted::Arguments<Tag, L::call, L::arguments>;
            call(context.template function<L::function>(), SqlTraits<typename UserTableFunction<typename L::Function>::template Argument<static_cast<int>(I)>>::fromValue(
                                                               Lifted<Tag, A::indexes.at[I]>::of(row, context))...);
        }(std::make_index_sequence<static_cast<std::size_t>(L::arguments)>{});
        bool any = false;
        for (const Made& made : made_.rows) any |= pass(kind, typename L::template Core<Row>{row, {&made.row}}, true, context, down);
        if constexpr (L::padded)
            if (!any) pass(kind, typename L::template Core<Row>{row, {nullptr}}, false, context, down);
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}

private:
    struct Made {
        Element row;
    };
    struct Rows {
        std::vector<Made> rows;
        void push(const Element& row) { rows.push_back({row}); }
        void push(Element&& row) { rows.push_back({std::move(row)}); }
    };
    template <class Named, class... A>
    void call(const Named& f, A&&... arguments) {
        typename UserTableFunction<typename L::Function>::Collector collector(made_);
        try {
            f.call.eval(std::forward<A>(arguments)..., collector);
        } catch (...) {
            failIn(std::string(f.name));
        }
    }
    template <class Core, class Down>
    static bool pass(RowKind kind, const Core& core, bool isMade, [[maybe_unused]] const typename Tag::Context& context, Down& down) {
        if constexpr (L::op.condition >= 0)
            if (isMade && !isTrue(Lifted<Tag, L::op.condition>::of(core, context))) return false;
        down(kind, core);
        return true;
    }
    Rows made_;
};

}  // namespace rivulet::detail
