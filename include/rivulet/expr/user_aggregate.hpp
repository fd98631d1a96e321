// SPDX-License-Identifier: BSL-1.0
// User aggregates: a struct with accumulate(..), result(), where the input takes rows back, retract(..), and where windows share rows, merge(..).
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/core/pack.hpp>
#include <rivulet/expr/user_function.hpp>
#include <rivulet/types/mapping_error.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {

namespace detail {

// A member function that changes the state, and one that only reads it.
template <class M> struct ChangingMember { using type = NotCallable; };
template <class T, class... A> struct ChangingMember<void (T::*)(A...)> { using type = Callable<void, A...>; };
template <class T, class... A> struct ChangingMember<void (T::*)(A...) noexcept> { using type = Callable<void, A...>; };
template <class M> struct ReadingMember { using type = NotCallable; };
template <class T, class R> struct ReadingMember<R (T::*)() const> { using type = Callable<R>; };
template <class T, class R> struct ReadingMember<R (T::*)() const noexcept> { using type = Callable<R>; };

template <class T> consteval auto accumulateOf() {
    if constexpr (requires { &T::accumulate; }) return std::type_identity<typename ChangingMember<decltype(&T::accumulate)>::type>{};
    else return std::type_identity<NotCallable>{};
}
template <class T> consteval auto retractOf() {
    if constexpr (requires { &T::retract; }) return std::type_identity<typename ChangingMember<decltype(&T::retract)>::type>{};
    else return std::type_identity<NotCallable>{};
}
template <class T> consteval auto resultOf() {
    if constexpr (requires { &T::result; }) return std::type_identity<typename ReadingMember<decltype(&T::result)>::type>{};
    else return std::type_identity<NotCallable>{};
}
/// Whether T has `void merge(const T&)`, and nothing else of that name.
template <class T> concept MergesOwn = requires { static_cast<void (T::*)(const T&)>(&T::merge); };
template <class T> using AccumulateOf = typename decltype(accumulateOf<T>())::type;
template <class T> using RetractOf = typename decltype(retractOf<T>())::type;
template <class T> using ResultOf = typename decltype(resultOf<T>())::type;

}  // namespace detail

/// Whether T is meant as an aggregate rather than a scalar function.
template <class T> concept AggregateLike = requires { &T::accumulate; } || requires { &T::result; };

/// Why T is no aggregate of a query: it cannot be made empty and copied, a member function is missing, a template, overloaded or not of
/// the form (accumulate and retract take the same arguments and give nothing, result() is const), or an argument or the result has no SQL
/// type. A result must own its text. `code` none if it is one.
template <class T>
inline constexpr Error userAggregateError = [] {
    Error e{.code = ErrorCode::notAnAggregateFunction};
    using Accumulate = detail::AccumulateOf<T>;
    using Result = detail::ResultOf<T>;
    if constexpr (!std::is_class_v<T> || !std::is_default_constructible_v<T> || !std::is_copy_constructible_v<T> || !std::is_copy_assignable_v<T>) {
        e.expected = "a struct that can be made empty and copied";
    } else if constexpr (std::is_same_v<Accumulate, detail::NotCallable>) {
        e.expected = "one void accumulate(..)";
    } else if constexpr (std::is_same_v<Result, detail::NotCallable>) {
        e.expected = "one result() const";
    } else if constexpr (std::is_void_v<typename Result::Result>) {
        e.expected = "one result() const that gives something";
    } else if constexpr (requires { &T::retract; } && !std::is_same_v<detail::RetractOf<T>, Accumulate>) {
        e.expected = "one void retract(..) with the arguments of accumulate";
    } else if constexpr (requires { &T::merge; } && !detail::MergesOwn<T>) {
        e.expected = "one void merge(const T&)";
    } else {
        e.code = Accumulate::argumentError();
        if (e.code != ErrorCode::none) e.found = "an argument type";
        else {
            using R = std::remove_cvref_t<typename Result::Result>;
            e.code = mappingError<R>;
            if (e.code == ErrorCode::none && isView<R>) e.code = ErrorCode::viewMember;
            if (e.code != ErrorCode::none) e.found = "the result type";
        }
    }
    return e;
}();

/// What a user aggregate takes and gives:
///
///     struct Range {
///         std::int32_t least = INT32_MAX, most = INT32_MIN;
///         void accumulate(std::int32_t v) { least = std::min(least, v); most = std::max(most, v); }
///         std::optional<std::int32_t> result() const { return most < least ? std::nullopt : std::optional(most - least); }
///     };
///     UserAggregate<Range>::hasRetract       // false: an input that takes rows back is refused
///     UserAggregate<Range>::hasMerge         // false: refused over HOP, CUMULATE and SESSION windows, which put it together from parts
///
/// `merge(later)` makes this one what it would be had the rows of `later` come after its own.
/// Arguments and result as of user functions; `result()` of an empty one is the value over no rows. Only where
/// `userAggregateError<T>` is none.
template <class T>
struct UserAggregate {
    using Result = std::remove_cvref_t<typename detail::ResultOf<T>::Result>;
    /// The I-th parameter without const and reference.
    template <int I> using Argument = std::remove_cvref_t<typename detail::PackElement<I, typename detail::AccumulateOf<T>::Arguments>::type>;

    static constexpr int count = detail::AccumulateOf<T>::count;
    static constexpr bool hasRetract = !std::is_same_v<detail::RetractOf<T>, detail::NotCallable>;
    static constexpr bool hasMerge = detail::MergesOwn<T>;
    static constexpr SqlType result = SqlTraits<Result>::type;
    static constexpr const SqlType* arguments = detail::SqlTypesOf<typename detail::AccumulateOf<T>::Arguments>::at;
};

namespace detail {

/// A user aggregate as an accumulator; see aggregates.hpp. What it throws passes through.
template <class T>
class UserAccumulator {
    T state_{};

    template <std::size_t... I, class... V>
    void take(std::index_sequence<I...>, const V&... view) { state_.accumulate(SqlTraits<typename UserAggregate<T>::template Argument<static_cast<int>(I)>>::fromValue(view)...); }
    template <std::size_t... I, class... V>
    void giveBack(std::index_sequence<I...>, const V&... view) { state_.retract(SqlTraits<typename UserAggregate<T>::template Argument<static_cast<int>(I)>>::fromValue(view)...); }

public:
    template <class... V> void add(const V&... view) { take(std::index_sequence_for<V...>{}, view...); }
    template <class... V> void retract(const V&... view) requires(UserAggregate<T>::hasRetract) { giveBack(std::index_sequence_for<V...>{}, view...); }
    void merge(const UserAccumulator& later) requires(UserAggregate<T>::hasMerge) { state_.merge(later.state_); }
    typename SqlTraits<typename UserAggregate<T>::Result>::Value result() const {
        const typename UserAggregate<T>::Result value = state_.result();
        return SqlTraits<typename UserAggregate<T>::Result>::toValue(value);
    }
};

}  // namespace detail
}  // namespace rivulet
