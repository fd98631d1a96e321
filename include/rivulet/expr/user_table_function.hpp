// SPDX-License-Identifier: BSL-1.0
// User table functions: a struct whose eval(..) makes any number of rows of its arguments.
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

// What eval(..) takes: values, then where its rows go.
struct NoCollector { using Element = void; };
template <class C> struct CollectorParameter { using type = NoCollector; };
template <template <class> class C, class Row> struct CollectorParameter<C<Row>&> {
    struct type {
        using Collector = C<Row>;
        using Element = Row;
    };
};
template <class Places, class... A> struct EvalOf;
template <std::size_t... I, class... A>
struct EvalOf<std::index_sequence<I...>, A...> {
    using All = Pack<std::type_identity<A>...>;
    using To = typename CollectorParameter<typename PackElement<static_cast<int>(sizeof...(I)), All>::type>::type;
    using Values = Callable<void, typename PackElement<static_cast<int>(I), All>::type...>;
};
template <class M> struct EvalMember { using type = NotCallable; };
template <class T, class... A> requires(sizeof...(A) > 0) struct EvalMember<void (T::*)(A...) const> { using type = EvalOf<std::make_index_sequence<sizeof...(A) - 1>, A...>; };
template <class T, class... A> requires(sizeof...(A) > 0) struct EvalMember<void (T::*)(A...) const noexcept> { using type = EvalOf<std::make_index_sequence<sizeof...(A) - 1>, A...>; };

template <class T> consteval auto evalOf() {
    if constexpr (requires { &T::eval; }) return std::type_identity<typename EvalMember<decltype(&T::eval)>::type>{};
    else return std::type_identity<NotCallable>{};
}
template <class T> using Eval = typename decltype(evalOf<T>())::type;

}  // namespace detail

/// Whether T is meant as a table function rather than a scalar one.
template <class T> concept TableFunctionLike = requires { &T::eval; };

/// Why T is no table function of a query: eval is a template, overloaded or not const, gives something, does not end with a Collector<Row>&, or an argument or
/// the rows have no SQL type. Rows must own their text. `code` none if it is one.
template <class T>
inline constexpr Error userTableFunctionError = [] {
    Error e{.code = ErrorCode::notATableFunction, .expected = "one void eval(.., Collector<Row>&) const"};
    using E = detail::Eval<T>;
    if constexpr (!std::is_same_v<E, detail::NotCallable>) {
        using Row = typename E::To::Element;
        if constexpr (!std::is_void_v<Row>) {
            e.expected = {};
            e.code = E::Values::argumentError();
            if (e.code != ErrorCode::none) e.found = "an argument type";
            else {
                e.code = mappingError<Row>;
                if (e.code == ErrorCode::none && isView<Row>) e.code = ErrorCode::viewMember;
                if (e.code != ErrorCode::none) e.found = "the type of the rows";
            }
        }
    }
    return e;
}();

/// What a table function takes and gives:
///
///     struct WordsOf {
///         void eval(std::string_view text, Collector<Word>& out) const { for (auto& w : words(text)) out.collect(Word{w}); }
///     };
///     auto db = tenv.createTemporaryFunction<"wordsOf">(WordsOf{});
///     db.sqlQuery<"SELECT l.id, w.word FROM Lines l, LATERAL TABLE(wordsOf(l.text)) AS w">();
///
/// Rows are structs, tuples or Rows, whose fields are columns, or plain values: one column. Arguments are as of user functions. A function that looks something
/// up elsewhere (a service, a database) is one of these. Only where `userTableFunctionError<T>` is none.
template <class T>
struct UserTableFunction {
    using Element = typename detail::Eval<T>::To::Element;
    using Collector = typename detail::Eval<T>::To::Collector;
    /// The I-th parameter without const and reference.
    template <int I> using Argument = std::remove_cvref_t<typename detail::PackElement<I, typename detail::Eval<T>::Values::Arguments>::type>;

    static constexpr int count = detail::Eval<T>::Values::count;
    static constexpr SqlType result = SqlTraits<Element>::type;
    static constexpr const SqlType* arguments = detail::SqlTypesOf<typename detail::Eval<T>::Values::Arguments>::at;
};

}  // namespace rivulet
