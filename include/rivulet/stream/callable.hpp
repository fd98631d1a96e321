// SPDX-License-Identifier: BSL-1.0
// User functions: members as functions, how a row is handed over, what a Collector parameter says.
#pragma once
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/runtime/operator.hpp>

namespace rivulet {

template <class Out> class Collector;

namespace detail {

// &Event::user as a function of an Event.
template <class M>
struct MemberFunctor {
    M member;
    template <class T> requires std::is_invocable_v<const M&, T>
    constexpr decltype(auto) operator()(T&& row) const {
        if constexpr (std::is_member_function_pointer_v<M>) return (std::forward<T>(row).*member)();
        else return (std::forward<T>(row).*member);
    }
};
template <class F>
constexpr auto functor(F f) {
    if constexpr (std::is_member_pointer_v<F>) return MemberFunctor<F>{f};
    else return f;
}
template <class F> using Functor = decltype(detail::functor(std::declval<F>()));

// A row is handed to a user function as it is if the function takes it so; a row to look at is copied for a function that
// wants to have it (T&&).
template <class F, class T, class... More>
inline constexpr bool takesRow = std::is_invocable_v<F&, const T&, More...> || std::is_invocable_v<F&, T, More...>;

template <class F, class T, class... More>
constexpr decltype(auto) callWith(const Operator& step, F& f, const T& row, More&&... more) {
    if constexpr (std::is_invocable_v<F&, const T&, More...>) return detail::guarded(step, f, row, std::forward<More>(more)...);
    else {
        static_assert(std::copy_constructible<T>, "rivulet: the function takes the row (T&&), but rows of this type cannot be copied here; take const T&");
        return detail::guarded(step, f, T(row), std::forward<More>(more)...);
    }
}
template <class F, class T, class... More>
    requires(!std::is_lvalue_reference_v<T> && !std::is_const_v<T>)
constexpr decltype(auto) callWith(const Operator& step, F& f, T&& row, More&&... more) {
    if constexpr (std::is_invocable_v<F&, T, More...>) return detail::guarded(step, f, std::move(row), std::forward<More>(more)...);
    else return detail::guarded(step, f, std::as_const(row), std::forward<More>(more)...);
}
template <class F, class T, class... More>
struct RowResult {
    static auto of() {
        if constexpr (std::is_invocable_v<F&, const T&, More...>) return std::type_identity<std::invoke_result_t<F&, const T&, More...>>{};
        else if constexpr (std::is_invocable_v<F&, T, More...>) return std::type_identity<std::invoke_result_t<F&, T, More...>>{};
        else return std::type_identity<void>{};
    }
    using type = typename decltype(of())::type;
};
template <class F, class T, class... More> using rowResult = typename RowResult<F, T, More...>::type;

// What a refused function should have been, for a static_assert: the compiler prints the signature with the stream's own types. A result that may be of any type
// is AnyResult.
template <bool Fits, class Signature> inline constexpr bool wants = Fits;
struct AnyResult;

// The parameters of a function whose call operator is not a template.
template <class... A> struct Parameters {
    static constexpr std::size_t count = sizeof...(A);
};
template <class M> struct ParametersOf { using type = Parameters<>; };
template <class R, class... A> struct ParametersOf<R (*)(A...)> { using type = Parameters<A...>; };
template <class R, class... A> struct ParametersOf<R (*)(A...) noexcept> { using type = Parameters<A...>; };
template <class R, class C, class... A> struct ParametersOf<R (C::*)(A...)> { using type = Parameters<A...>; };
template <class R, class C, class... A> struct ParametersOf<R (C::*)(A...) const> { using type = Parameters<A...>; };
template <class R, class C, class... A> struct ParametersOf<R (C::*)(A...) noexcept> { using type = Parameters<A...>; };
template <class R, class C, class... A> struct ParametersOf<R (C::*)(A...) const noexcept> { using type = Parameters<A...>; };
template <class F>
consteval auto parametersOf() {
    if constexpr (std::is_pointer_v<F>) return typename ParametersOf<F>::type{};
    else if constexpr (requires { &F::operator(); }) return typename ParametersOf<decltype(&F::operator())>::type{};
    else if constexpr (requires { &F::processElement; }) return typename ParametersOf<decltype(&F::processElement)>::type{};
    else if constexpr (requires { &F::processElement1; }) return typename ParametersOf<decltype(&F::processElement1)>::type{};
    else return Parameters<>{};
}
template <class A> struct CollectedBy { using type = void; };
template <class Out> struct CollectedBy<Collector<Out>&> { using type = Out; };
template <class... A>
consteval auto lastOf(Parameters<A...>) {
    if constexpr (sizeof...(A) == 0) return std::type_identity<void>{};
    else return std::type_identity<std::tuple_element_t<sizeof...(A) - 1, std::tuple<A...>>>{};
}
template <class A, class B, class... More> consteval auto secondOf(Parameters<A, B, More...>) { return std::type_identity<B>{}; }
template <class... A> consteval auto secondOf(Parameters<A...>) { return std::type_identity<void>{}; }

// Out of a last parameter Collector<Out>&; void if there is none or the function is a template.
template <class F> using collectedBy = typename CollectedBy<typename decltype(lastOf(parametersOf<F>()))::type>::type;

}  // namespace detail

}  // namespace rivulet
