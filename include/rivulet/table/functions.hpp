// SPDX-License-Identifier: BSL-1.0
// The user functions of an environment.
#pragma once
#include <string_view>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/core/pack.hpp>
#include <rivulet/expr/user_function.hpp>
#include <rivulet/plan/catalogue.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

template <FixedString Name, class F>
struct NamedFunction {
    F call;
    using Signature = UserSignature<F>;
    static constexpr std::string_view name = Name.view();
};

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
    static constexpr Entries entries{{plan::UserFunction{N::name, N::Signature::result, N::Signature::arguments, static_cast<short>(N::Signature::count)}..., {}}};
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
    static constexpr std::string_view sql{};
    static constexpr Error error = [] {
        Error e = userFunctionError<G>;
        if (!e && (F::catalogue.findFunction(Name.view()) >= 0 || findFunction(Name.view()) >= 0)) e.code = ErrorCode::functionExists;
        if (e && e.subject.empty()) e.subject = Name.view();
        return e;
    }();
};

}  // namespace rivulet::detail
