// SPDX-License-Identifier: BSL-1.0
// The views of an environment, as a type: what a query over them can read, numbered through all of them.
#pragma once
#include <memory>
#include <string_view>
#include <utility>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/core/pack.hpp>
#include <rivulet/plan/catalogue.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/table/functions.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

template <FixedString Name, class T>
struct NamedView {
    using Tag = T;
    static constexpr std::string_view name = Name.view();
    typename T::Context context;
};

/// Where each view's sources, values and functions begin among those of all views.
template <int N>
struct Bases {
    int at[static_cast<std::size_t>(N) + 1]{};
    constexpr int viewOf(int i) const {
        int v = 0;
        while (at[v + 1] <= i) ++v;
        return v;
    }
};

template <class F, class... V>
struct Views {
    static constexpr int count = static_cast<int>(sizeof...(V));
    using Functions = F;
    template <class G> using WithFunction = Views<typename F::template With<G>, V...>;
    template <class W> using WithView = Views<F, V..., W>;
    static consteval int after(int dropped, int i) { return i < dropped ? i : i + 1; }
    template <int Dropped, std::size_t... I> static Views<F, PackElement<after(Dropped, static_cast<int>(I)), Pack<V...>>...> without(std::index_sequence<I...>);
    using Fewer = std::make_index_sequence<sizeof...(V) == 0 ? 0 : sizeof...(V) - 1>;
    template <int Dropped> using Without = decltype(without<Dropped>(Fewer{}));
    template <class List, class... U> struct AllTypes { using type = List; };
    template <class List, class First, class... U> struct AllTypes<List, First, U...> : AllTypes<JoinedTypes<List, typename First::Tag::Types>, U...> {};
    using Types = typename AllTypes<typename F::Types, V...>::type;

    static constexpr unsigned long long hash = [] {
        Hash h;
        h.add(F::hash);
        (h.add(V::name).add(V::Tag::hash).add(placesIn(typename V::Tag::Types{}, Types{})), ...);
        return h.value;
    }();

    static consteval Bases<count> bases(int first, const int (&sizes)[sizeof...(V) + 1]) {
        Bases<count> b{};
        b.at[0] = first;
        for (int v = 0; v < count; ++v) b.at[v + 1] = b.at[v] + sizes[v];
        return b;
    }
    static constexpr int sourceSizes[sizeof...(V) + 1]{V::Tag::sourceCount..., 0};
    static constexpr int parameterSizes[sizeof...(V) + 1]{V::Tag::parameterCount..., 0};
    static constexpr int functionSizes[sizeof...(V) + 1]{V::Tag::functionCount..., 0};
    static constexpr Bases<count> sourceBases = bases(0, sourceSizes), parameterBases = bases(0, parameterSizes), functionBases = bases(F::count, functionSizes);
    static constexpr int sourceCount = sourceBases.at[count], parameterCount = parameterBases.at[count], functionCount = functionBases.at[count];

    template <int I> using View = PackElement<I, Pack<V...>>;
    template <int I> using Source = typename View<sourceBases.viewOf(I)>::Tag::template Source<I - sourceBases.at[sourceBases.viewOf(I)]>;

    struct Entries { plan::View at[sizeof...(V) + 1]; };
    template <std::size_t... I> static consteval Entries entriesOf(std::index_sequence<I...>) {
        return {{plan::View{V::name, planOf<typename V::Tag>.view(), static_cast<short>(sourceBases.at[I]), static_cast<short>(parameterBases.at[I]),
                            static_cast<short>(functionBases.at[I])}..., {}}};
    }
    static constexpr Entries entries = entriesOf(std::index_sequence_for<V...>{});
    static constexpr plan::Catalogue catalogue{entries.at, F::entries.at, static_cast<short>(count), static_cast<short>(F::count), F::catalogue.batch};

    struct Context {
        F functions{};
        Pack<V...> views{};
        std::shared_ptr<EnvironmentCore> environment{};

        template <int I> constexpr const auto& source() const {
            constexpr int v = sourceBases.viewOf(I);
            return get<v>(views).context.template source<I - sourceBases.at[v]>();
        }
        template <int I> constexpr const auto& parameter() const {
            constexpr int v = parameterBases.viewOf(I);
            return get<v>(views).context.template parameter<I - parameterBases.at[v]>();
        }
        template <int I> constexpr const auto& function() const {
            if constexpr (I < F::count) return functions.template function<I>();
            else {
                constexpr int v = functionBases.viewOf(I);
                return get<v>(views).context.template function<I - functionBases.at[v]>();
            }
        }
    };

    template <int Dropped> static typename Without<Dropped>::Context drop(const Context& context) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return typename Without<Dropped>::Context{context.functions, {{{get<after(Dropped, static_cast<int>(I))>(context.views)}...}}, context.environment};
        }(Fewer{});
    }
    template <class Next, class W> static typename Next::Context append(const Context& context, W view) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return typename Next::Context{context.functions, {{{get<static_cast<int>(I)>(context.views)}..., {std::move(view)}}}, context.environment};
        }(std::index_sequence_for<V...>{});
    }
};

/// Refusal of a name that cannot be a view's.
template <class Env, FixedString Name, bool Wanted>
struct ViewNameHolder {
    static constexpr std::string_view sql{};
    static constexpr Error error = [] {
        Error e{};
        const bool known = Env::catalogue.findView(Name.view()) >= 0;
        if (known == Wanted) return e;
        e.code = Wanted ? ErrorCode::unknownTable : ErrorCode::viewExists;
        e.subject = Name.view();
        Nearest nearest(Name.view());
        for (int v = 0; v < Env::catalogue.viewCount; ++v) {
            if (Wanted) nearest.offer(Env::catalogue.views[v].name);
            e.know(Env::catalogue.views[v].name);
        }
        e.nearest = nearest.best;
        return e;
    }();
};

/// A whole view, as the start of a Table API chain.
template <class Env, FixedString Name>
struct ViewTag {
    using Types = typename Env::Types;
    static constexpr bool isStep = false;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash = Hash{}.add("view").add(Env::hash).add(Name.view()).value;
    static constexpr const plan::Catalogue& catalogue = Env::catalogue;
    static constexpr int sourceCount = Env::sourceCount, parameterCount = Env::parameterCount, functionCount = Env::functionCount;
    template <int I> using Source = typename Env::template Source<I>;
    using Context = typename Env::Context;

    template <int> static consteval plan::Room room() {
        const plan::PlanView& p = catalogue.views[catalogue.findView(Name.view())].plan;
        return {p.exprCount, p.nodeCount, p.columnCount, p.itemCount, 0};
    }
    static constexpr short build(plan::PlanBuilder& p) {
        plan::RelationBinder b{{p, nullptr, catalogue, false}};
        return b.view(Name.view(), -1);
    }
};

}  // namespace rivulet::detail
