// SPDX-License-Identifier: BSL-1.0
// Elements of collections.
#pragma once
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/lift/operators/state.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct UnnestOf {
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    static constexpr int item = physicalOf<Tag>.items[op.firstItem], width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr TypeRoot root = physicalOf<Tag>.exprs[item].type.root;
    static constexpr bool padded = op.join == plan::JoinKind::left;
    static consteval int parts() {
        const SqlType t = physicalOf<Tag>.exprs[item].type;
        if (t.root == TypeRoot::map) return 2;
        const SqlType element = t.field(0).type;
        return element.root == TypeRoot::row || element.root == TypeRoot::structured ? element.fieldCount() : 1;
    }
    template <class Row> using Collection = Bare<decltype(Lifted<Tag, item>::of(std::declval<const Row&>(), std::declval<const typename Tag::Context&>()))>;
    template <class Row> using Element = std::conditional_t<root == TypeRoot::multiset, typename KeyOfMap<Collection<Row>>::Type, typename Collection<Row>::value_type>;
    template <class Row> using Pair = PairRow<Row, ElementRow<Element<Row>, padded>, width>;
    using Place = std::conditional_t<padded, std::optional<std::int32_t>, std::int32_t>;
    template <class Row> using Core = std::conditional_t<op.ordinality, PlacedRow<Pair<Row>, width + parts(), Place>, Pair<Row>>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::unnest> { using Type = typename UnnestOf<Tag, O>::template Core<KeptRow<Tag, O>>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::unnest> {
    static constexpr bool keeps = true;
    using U = UnnestOf<Tag, O>;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        using Element = typename U::template Element<Row>;
        bool any = false;
        std::int32_t place = 0;
        const auto give = [&](const Element* element, typename U::Place at) {
            const ElementRow<Element, U::padded> part{element};
            const typename U::template Pair<Row> pair{row, part};
            if constexpr (U::op.ordinality) pass(kind, typename U::template Core<Row>{pair, at}, element != nullptr, any, context, down);
            else {
                (void)at;
                pass(kind, pair, element != nullptr, any, context, down);
            }
        };
        decltype(auto) collection = Lifted<Tag, U::item>::of(row, context);
        if (present(collection)) {
            if constexpr (U::root == TypeRoot::multiset) {
                for (const auto& [element, count] : bare(collection))
                    for (std::int32_t i = 0; i < count; ++i) give(&element, ++place);
            } else {
                for (const Element& element : bare(collection)) give(&element, ++place);  // a copy only of std::vector<bool>'s proxies
            }
        }
        if constexpr (U::padded)
            if (!any) give(nullptr, std::nullopt);
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}

private:
    template <class Core, class Down>
    static void pass(RowKind kind, const Core& core, bool isElement, bool& any, [[maybe_unused]] const typename Tag::Context& context, Down& down) {
        if constexpr (U::op.condition >= 0)
            if (isElement && !isTrue(Lifted<Tag, U::op.condition>::of(core, context))) return;
        any = true;
        down(kind, core);
    }
};

}  // namespace rivulet::detail
