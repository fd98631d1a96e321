// SPDX-License-Identifier: BSL-1.0
// A bound expression becomes a small type that no longer names the query: `n > 3` over column 2 is the same type in
// every query, so its code is instantiated once. `of(row, context)` computes it; the context holds what is known only at
// run time: C++ values and user functions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/user_function.hpp>
#include <rivulet/lift/literal.hpp>
#include <rivulet/lift/lookup.hpp>
#include <rivulet/lift/nested.hpp>
#include <rivulet/lift/row.hpp>
#include <rivulet/lift/run_context.hpp>
#include <rivulet/lift/spelled.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/runtime/operator.hpp>
#include <rivulet/types/cast.hpp>
#include <rivulet/types/sql_traits.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet::detail::lifted {

template <class V> [[noreturn]] void throwDoesNotFit(int precision, int scale, const V& value) {
    std::string text;
    appendText(text, value);
    throw DataError("the number does not fit into DECIMAL(" + std::to_string(precision) + ", " + std::to_string(scale) + ")", text);
}

template <int I>
struct Field {
    template <class R, class C> static constexpr decltype(auto) of(const R& row, const C&) { return row.template at<I>(); }
};
template <int I>
struct Slot {
    template <class R, class C> static constexpr const auto& of(const R& row, const C&) { return row.template slot<I>(); }
};
struct Null {
    template <class R, class C> static constexpr std::nullopt_t of(const R&, const C&) { return std::nullopt; }
};
template <int I>
struct Parameter {
    template <class R, class C> static constexpr decltype(auto) of(const R&, const C& context) {
        const auto& value = context.template parameter<I>();
        return SqlTraits<std::remove_cvref_t<decltype(value)>>::toValue(value);
    }
};

/// What a call of a user function or a member gives, as a canonical value that owns itself.
template <class T> constexpr auto owned(T&& v) {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (std::is_same_v<Plain, typename SqlTraits<Plain>::Value>) return Plain(std::forward<T>(v));
    else return typename SqlTraits<Plain>::Value(SqlTraits<Plain>::toValue(v));
}

/// A user function. What it throws ends the job under the function's name.
template <int F, class... X>
struct UserCall {
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        const auto& f = context.template function<F>();
        using Signature = UserSignature<std::remove_cvref_t<decltype(f.call)>>;
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return called(f, SqlTraits<std::remove_cvref_t<typename Signature::template Argument<static_cast<int>(I)>>>::fromValue(X::of(row, context))...);
        }(std::index_sequence_for<X...>{});
    }

private:
    // The arguments are computed outside of the handler: their errors are not the function's.
    template <class Named, class... A> static constexpr auto called(const Named& f, A&&... arguments) {
        if constexpr (noexcept(f.call(std::forward<A>(arguments)...))) return owned(f.call(std::forward<A>(arguments)...));
        else {
            try {
                return owned(f.call(std::forward<A>(arguments)...));
            } catch (...) {
                failIn(std::string(f.name));
            }
        }
    }
};

/// Field I of a nested struct, tuple or row.
template <int I, class X>
struct Member {
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        decltype(auto) whole = X::of(row, context);
        using Whole = std::remove_cvref_t<decltype(bare(whole))>;
        const auto get = [](const Whole& w) { return owned(Reflection<Whole>::template get<I>(w)); };
        if constexpr (!Optional<decltype(whole)>) return get(whole);
        else {
            using V = decltype(get(*whole));
            using Result = std::conditional_t<Optional<V>, V, std::optional<V>>;
            return whole ? Result(get(*whole)) : Result();
        }
    }
};

/// The C++ type of a result whose type the plan does not spell out (nested and RAW): that of the first argument with one.
template <class First, class... Rest> struct FirstNested { using type = Bare<First>; };
template <class... Rest> requires(sizeof...(Rest) > 0) struct FirstNested<std::nullopt_t, Rest...> : FirstNested<std::remove_cvref_t<Rest>...> {};
template <class First, class Second, class... Rest> requires std::is_same_v<Bare<First>, bool>
struct FirstNested<First, Second, Rest...> : FirstNested<std::remove_cvref_t<Second>, std::remove_cvref_t<Rest>...> {};  // CASE, IF: conditions come first

/// An argument of a lazy function. It is no lambda, whose name would repeat all arguments for each of them.
template <class X, class R, class C>
struct Deferred {
    const R& row;
    const C& context;
    constexpr decltype(auto) operator()() const { return X::of(row, context); }
};

/// How a function is called: a result of type Root(P, S), nullable or not.
template <class F, TypeRoot Root, int P, int S, bool Nullable, class... X>
struct Apply {
    template <class... V> static constexpr auto result() {
        if constexpr (requires { typename F::template Result<std::remove_cvref_t<V>...>; }) return std::type_identity<typename F::template Result<std::remove_cvref_t<V>...>>{};
        else if constexpr (Root >= TypeRoot::array) return std::type_identity<typename FirstNested<std::remove_cvref_t<V>...>::type>{};
        else return std::type_identity<CppType<Root, P, S>>{};
    }
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        using V = typename decltype(result<decltype(X::of(row, context))...>())::type;
        using Result = std::conditional_t<Nullable, std::optional<V>, V>;
        if constexpr (F::info.lazy) return F::template call<Result>(Deferred<X, R, C>{row, context}...);
        else if constexpr (F::info.strict) return applyStrict<F, Result>(X::of(row, context)...);
        else return F::template call<Result>(X::of(row, context)...);
    }
};

/// An error of a column that is read; who knows the column that is written names that.
struct ReadError final : DataError {
    using DataError::DataError;
};
/// What fails by the value of one column.
template <FixedString Column, class X>
struct InColumn {
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        try {
            return X::of(row, context);
        } catch (const DataError& e) { throw ReadError(e.problem(), e.value(), Column.view(), e.source(), e.row()); }
    }
};

template <TypeRoot Root, int P, int S, bool Nullable, bool Try, class X>
struct Cast {
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        if constexpr (Root >= TypeRoot::array) return X::of(row, context);  // the same C++ type
        else {
            using V = CppType<Root, P, S>;
            using Result = std::conditional_t<Nullable, std::optional<V>, V>;
            using From = std::remove_cvref_t<decltype(X::of(row, context))>;
            if constexpr (std::is_same_v<From, std::nullopt_t>) return Result();
            else {
                decltype(auto) value = X::of(row, context);
                if constexpr (Optional<From>) {
                    if (!value) return Result();
                }
                if constexpr (Try) return Result(tryCastValue(CastTo<Root, P, S>{}, bare(value)));
                else {
                    auto cast = castValue(CastTo<Root, P, S>{}, bare(value));
                    if constexpr (Optional<decltype(cast)> && !Nullable) {
                        if (!cast) throwDoesNotFit(P, S, bare(value));
                        return Result(*std::move(cast));
                    } else return Result(std::move(cast));
                }
            }
        }
    }
};

/// Text or bytes into a column of a declared type or a field, of which nothing is cut.
template <TypeRoot Root, int P, bool Nullable, Fit How, FixedString Column, class X>
struct Store {
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        using V = CppType<Root, P>;
        using Result = std::conditional_t<Nullable, std::optional<V>, V>;
        decltype(auto) value = X::of(row, context);
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::nullopt_t>) return Result();
        else {
            if constexpr (Optional<decltype(value)>) {
                if (!value) return Result();
            }
            checkLength<How>(bare(value), CastTo<Root, P>::type, Column.view());
            return Result(castValue(CastTo<Root, P>{}, bare(value)));
        }
    }
};

/// A cast to an array, map or row, part by part.
template <class To, bool Nullable, bool Try, Fit How, FixedString Column, class X>
struct NestedCast {
    template <class R, class C> static constexpr auto of(const R& row, const C& context) {
        using From = std::remove_cvref_t<decltype(X::of(row, context))>;
        using Result = std::conditional_t<Nullable, std::optional<To>, To>;
        if constexpr (std::is_same_v<From, std::nullopt_t>) return Result();
        else if constexpr (sameType(SqlTraits<Bare<From>>::type, SqlTraits<To>::type)) return X::of(row, context);
        else {
            decltype(auto) value = X::of(row, context);
            if constexpr (Optional<From>) {
                if (!value) return Result();
            }
            if constexpr (Try) {
                try {
                    return Result(nestedInto<To, Fit::cut>(bare(value)));
                } catch (const DataError&) { return Result(); }
            } else if constexpr (How == Fit::cut) return Result(nestedInto<To, Fit::cut>(bare(value)));
            else {
                try {
                    return Result(nestedInto<To, How>(bare(value)));
                } catch (const DataError& e) { throw e.at(Column.view()); }
            }
        }
    }
};

// ---- from the plan's node to the type ---------------------------------------------------------------------------------

template <class Tag, int E, int Count>
struct Arguments {  // an array and one expansion: no recursion along a long AND
    struct Indexes { int at[static_cast<std::size_t>(Count) + 1]{}; };
    static constexpr Indexes indexes = [] {
        Indexes x{};
        int n = 0;
        for (short a = physicalOf<Tag>.exprs[E].first; a >= 0; a = physicalOf<Tag>.exprs[a].next) x.at[n++] = a;
        return x;
    }();
};
template <class Tag, int E>
consteval int argumentCount() {
    int n = 0;
    for (short a = physicalOf<Tag>.exprs[E].first; a >= 0; a = physicalOf<Tag>.exprs[a].next) ++n;
    return n;
}

/// What a node is, in one value: one constant evaluation per node.
struct Shape {
    plan::ExprKind kind;
    TypeRoot root;
    bool nullable, isTry;
    Fit fit;
    int precision, scale;
    short function, index, first;
};
template <class Tag, int E>
inline constexpr Shape shapeOfExpr = [] {
    const plan::Expr& e = physicalOf<Tag>.exprs[E];
    return Shape{e.kind, e.type.root, e.type.nullable, e.isTry, e.fit, e.type.precision, e.type.scale, e.function, e.index, e.first};
}();

/// The text of a node, as a template argument.
template <class Tag, int E>
consteval auto textOfExpr() {
    constexpr std::size_t size = physicalOf<Tag>.exprs[E].text.size();
    FixedString<size + 1> text;
    for (std::size_t i = 0; i < size; ++i) text.chars[i] = physicalOf<Tag>.exprs[E].text[i];
    return text;
}

/// What is over the rows of a match; defined in match.hpp.
template <class Tag, int E> struct MatchExpression;

template <class Tag, int E> consteval auto lift();

/// A call, argument by argument.
template <class Tag, int E>
consteval auto liftCall() {
    constexpr int count = argumentCount<Tag, E>();
    using A = Arguments<Tag, E, count>;
    return []<std::size_t... I>(std::index_sequence<I...>) {
        // GCC 12 loses a local constexpr reference inside a lambda.
        if constexpr (shapeOfExpr<Tag, E>.kind == plan::ExprKind::userCall) return UserCall<shapeOfExpr<Tag, E>.function, decltype(lift<Tag, A::indexes.at[I]>())...>{};
        else return Apply<FunctionAt<shapeOfExpr<Tag, E>.function>, shapeOfExpr<Tag, E>.root, shapeOfExpr<Tag, E>.precision, shapeOfExpr<Tag, E>.scale,
                          shapeOfExpr<Tag, E>.nullable, decltype(lift<Tag, A::indexes.at[I]>())...>{};
    }(std::make_index_sequence<static_cast<std::size_t>(count)>{});
}
/// The same, made only where somebody asks for the type.
template <class Tag, int E> struct GeneralCall { using Type = decltype(liftCall<Tag, E>()); };
template <class Tag, int E>
consteval auto liftOrNull() {
    if constexpr (E < 0) return Null{};
    else return lift<Tag, E>();
}

template <class Tag, int E>
consteval auto lift() {
    using plan::ExprKind;
    constexpr const Shape& s = shapeOfExpr<Tag, E>;
    if constexpr (s.kind == ExprKind::column) return Field<s.index>{};
    else if constexpr (s.kind == ExprKind::slot) return Slot<s.index>{};
    else if constexpr (s.kind == ExprKind::parameter) return Parameter<s.index>{};
    else if constexpr (s.kind == ExprKind::literal) {
        if constexpr (s.root == TypeRoot::null) return Null{};
        else return literalOf<Tag, E>();
    } else if constexpr (s.kind == ExprKind::matched || s.kind == ExprKind::matchTime || s.kind == ExprKind::matchSum || s.kind == ExprKind::aggregate)
        return typename MatchExpression<Tag, E>::Type{};
    else if constexpr (s.kind == ExprKind::field) return Member<s.index, decltype(lift<Tag, s.first>())>{};
    else if constexpr (s.kind == ExprKind::cast && s.root >= TypeRoot::array && canBeSpelled(CastTarget<Tag, E>::type))
        return NestedCast<typename decltype(spelledBare<CastTarget<Tag, E>>())::type, s.nullable, s.isTry, s.fit, textOfExpr<Tag, E>(), decltype(lift<Tag, s.first>())>{};
    else if constexpr (s.kind == ExprKind::cast && s.fit != Fit::cut && s.root >= TypeRoot::char_ && s.root <= TypeRoot::varbinary)
        return Store<s.root, s.precision, s.nullable, s.fit, textOfExpr<Tag, E>(), decltype(lift<Tag, s.first>())>{};
    else if constexpr (s.kind == ExprKind::call && s.function == indexOf<functions::CurrentWatermark>) return CurrentWatermark<shapeOfExpr<Tag, E>.root>{};
    else if constexpr (s.kind == ExprKind::call && s.function == indexOf<functions::ProcessingTime>) return ProcessingTime{};
    else if constexpr (s.kind == ExprKind::cast) return Cast<s.root, s.precision, s.scale, s.nullable, s.isTry, decltype(lift<Tag, s.first>())>{};
    else if constexpr (s.kind == ExprKind::call && (s.function == indexOf<functions::In> || s.function == indexOf<functions::NotIn>) && isListOfConstants<Tag, E>())
        return InTable<Tag, E, s.function == indexOf<functions::NotIn>, s.nullable, decltype(lift<Tag, s.first>()), GeneralCall<Tag, E>>{};
    else if constexpr (s.kind == ExprKind::call && s.function == indexOf<functions::Case> && isCaseOfConstants<Tag, E>())
        return CaseTable<Tag, E, s.root, s.precision, s.scale, s.nullable, decltype(lift<Tag, caseForm<Tag, E>.operand>()), decltype(liftOrNull<Tag, caseForm<Tag, E>.otherwise>()), GeneralCall<Tag, E>>{};
    else if constexpr (s.kind == ExprKind::call && s.function == indexOf<functions::OrThrow> && !physicalOf<Tag>.exprs[E].text.empty())
        return InColumn<textOfExpr<Tag, E>(), decltype(liftCall<Tag, E>())>{};
    else return liftCall<Tag, E>();
}

}  // namespace rivulet::detail::lifted

namespace rivulet::detail {

/// The type that computes expression E of the tag's physical plan.
template <class Tag, int E> using Lifted = decltype(lifted::lift<Tag, E>());

}  // namespace rivulet::detail
