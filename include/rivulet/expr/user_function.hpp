// SPDX-License-Identifier: BSL-1.0
// User functions: what a callable takes and gives, read from its one call operator.
#pragma once
#include <cstddef>
#include <type_traits>

#include <rivulet/core/error.hpp>
#include <rivulet/core/pack.hpp>
#include <rivulet/types/mapping_error.hpp>
#include <rivulet/types/sql_traits.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet {

namespace detail {

template <class R, class... A> struct Callable {
    using Result = R;
    using Arguments = Pack<std::type_identity<A>...>;
    static constexpr int count = static_cast<int>(sizeof...(A));

    // Of the arguments the first that has no SQL type, or none.
    static constexpr ErrorCode argumentError() {
        ErrorCode code = ErrorCode::none;
        ((code == ErrorCode::none ? void(code = parameterError<A>()) : void()), ...);
        return code;
    }

private:
    template <class T> static constexpr ErrorCode parameterError() {
        if constexpr (std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>>) return ErrorCode::referenceMember;
        else return mappingError<std::remove_cvref_t<T>>;
    }
};
struct NotCallable {};

template <class F> struct CallOperator { using type = NotCallable; };
template <class R, class... A> struct CallOperator<R (*)(A...)> { using type = Callable<R, A...>; };
template <class R, class... A> struct CallOperator<R (*)(A...) noexcept> { using type = Callable<R, A...>; };
template <class C, class R, class... A> struct CallOperator<R (C::*)(A...) const> { using type = Callable<R, A...>; };
template <class C, class R, class... A> struct CallOperator<R (C::*)(A...) const noexcept> { using type = Callable<R, A...>; };
template <class C, class R, class... A> struct CallOperator<R (C::*)(A...) const&> { using type = Callable<R, A...>; };
template <class C, class R, class... A> struct CallOperator<R (C::*)(A...) const& noexcept> { using type = Callable<R, A...>; };

template <class F> constexpr auto callableOf() {
    if constexpr (requires { &F::operator(); }) return std::type_identity<typename CallOperator<decltype(&F::operator())>::type>{};
    else return std::type_identity<typename CallOperator<std::decay_t<F>>::type>{};
}
template <class F> using CallableOf = typename decltype(callableOf<F>())::type;

template <class... T> struct SqlTypesOf;
template <class... A> struct SqlTypesOf<Pack<std::type_identity<A>...>> {
    static constexpr SqlType at[sizeof...(A) + 1]{SqlTraits<std::remove_cvref_t<A>>::type...};
};

}  // namespace detail

/// Why F cannot be called from a query: it is overloaded or generic, its call operator is not const (a query may call it in
/// any order), or an argument or the result has no SQL type. A result must own its text. `code` none if it can.
template <class F>
inline constexpr Error userFunctionError = [] {
    Error e;
    using C = detail::CallableOf<F>;
    if constexpr (std::is_same_v<C, detail::NotCallable>) {
        e.code = ErrorCode::notCallable;
        e.expected = "one const operator() or a function";
    } else if constexpr (std::is_void_v<typename C::Result>) {
        e.code = ErrorCode::notCallable;
        e.expected = "a result";
    } else {
        e.code = C::argumentError();
        if (e.code != ErrorCode::none) e.found = "an argument type";
        else {
            using R = std::remove_cvref_t<typename C::Result>;
            e.code = mappingError<R>;
            if (e.code == ErrorCode::none && isView<R>) e.code = ErrorCode::viewMember;
            if (e.code != ErrorCode::none) e.found = "the result type";
        }
    }
    return e;
}();

/// What a user function takes and gives, of a lambda, a function pointer or an object with one const call operator that is
/// no template. Arguments may be by value or const reference, text as std::string_view; std::optional takes and gives NULL.
///
///     constexpr auto half = [](std::int32_t n) { return n / 2.0; };
///     UserSignature<decltype(half)>::count      // 1
///     UserSignature<decltype(half)>::result     // DOUBLE NOT NULL
///
/// Only where `userFunctionError<F>` is none.
template <class F>
struct UserSignature {
    using Result = std::remove_cvref_t<typename detail::CallableOf<F>::Result>;
    /// The I-th parameter without const and reference.
    template <int I> using Argument = std::remove_cvref_t<typename detail::PackElement<I, typename detail::CallableOf<F>::Arguments>::type>;

    static constexpr int count = detail::CallableOf<F>::count;
    static constexpr SqlType result = SqlTraits<Result>::type;
    static constexpr const SqlType* arguments = detail::SqlTypesOf<typename detail::CallableOf<F>::Arguments>::at;
};

}  // namespace rivulet
