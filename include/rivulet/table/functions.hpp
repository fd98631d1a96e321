// SPDX-License-Identifier: BSL-1.0
// The user functions of an environment.
#pragma once
#include <string_view>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/core/pack.hpp>
#include <rivulet/expr/user_aggregate.hpp>
#include <rivulet/expr/user_function.hpp>
#include <rivulet/expr/user_table_function.hpp>
#include <rivulet/plan/catalogue.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

template <FixedString Name, class F>
struct NamedFunction {
    F call;
    static constexpr std::string_view name = Name.view();
};

template <class N>
consteval plan::UserFunction userFunctionOf() {
    using F = std::remove_cvref_t<decltype(N::call)>;
    if constexpr (AggregateLike<F>) {
        using A = UserAggregate<F>;
        return {N::name, A::result, A::arguments, static_cast<short>(A::count), true, A::hasRetract, A::hasMerge};
    } else if constexpr (TableFunctionLike<F>) {
        using T = UserTableFunction<F>;
        return {.name = N::name, .result = T::result, .arguments = T::arguments, .argumentCount = static_cast<short>(T::count), .table = true};
    } else {
        using S = UserSignature<F>;
        return {N::name, S::result, S::arguments, static_cast<short>(S::count)};
    }
}

/// Batch: of a batch environment.
template <bool Batch, class... N>
struct FunctionPack {
    Pack<N...> functions{};

    using Types = typename Joined<TypeList<>, TypeList<decltype(N::call)...>>::type;
    static constexpr int count = static_cast<int>(sizeof...(N));
    static constexpr unsigned long long hash = [] {
        Hash h;
        h.addSmall(Batch);
        (h.add(N::name).add(spelling<decltype(N::call)>()).add(placesIn(TypeList<decltype(N::call)>{}, Types{})), ...);
        return h.value;
    }();
    struct Entries { plan::UserFunction at[sizeof...(N) + 1]; };
    static constexpr Entries entries{{userFunctionOf<N>()..., {}}};
    static constexpr plan::Catalogue catalogue{nullptr, entries.at, 0, static_cast<short>(count), Batch};

    /// The callable and its name.
    template <int I> constexpr const auto& function() const { return get<I>(functions); }
    template <class F> using With = FunctionPack<Batch, N..., F>;
    template <class F> constexpr With<F> with(F f) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return With<F>{{{{get<static_cast<int>(I)>(functions)}..., {std::move(f)}}}};
        }(std::index_sequence_for<N...>{});
    }
};

/// Refusal of a function that cannot be called from a query, or of its name.
template <class F, FixedString Name, class G>
struct FunctionHolder {
    static consteval Error functionError() {
        if constexpr (AggregateLike<G>) return userAggregateError<G>;
        else if constexpr (TableFunctionLike<G>) return userTableFunctionError<G>;
        else return userFunctionError<G>;
    }
    static constexpr std::string_view sql{};
    static constexpr Error error = [] {
        Error e = functionError();
        if (!e && (F::catalogue.findFunction(Name.view()) >= 0 || findFunction(Name.view()) >= 0)) e.code = ErrorCode::functionExists;
        if (e && e.subject.empty()) e.subject = Name.view();
        return e;
    }();
};

}  // namespace rivulet::detail
