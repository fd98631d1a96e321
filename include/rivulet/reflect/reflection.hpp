// SPDX-License-Identifier: BSL-1.0
// The one answer to "what fields has T".
#pragma once
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/reflect/gate.hpp>
#include <rivulet/reflect/members.hpp>
#include <rivulet/reflect/shape.hpp>

namespace rivulet {
namespace detail {

template <class Members> struct DeclaredType;
template <bool A, bool B, class... M>
struct DeclaredType<Declared<A, B, M...>> {
    template <int I> using At = std::remove_cv_t<std::tuple_element_t<static_cast<std::size_t>(I), std::tuple<M...>>>;
};

// All members of a plain struct, before renaming and hiding.
template <class T>
struct AggregateAccess {
    static constexpr Shape shape = Shape::aggregate;
    static constexpr Error error = gateError<T>();
    static constexpr int count = error.code == ErrorCode::none ? memberCount<T> : 0;
    template <int I> static consteval std::string_view name() { return memberName<T, I, count>(); }
    template <int I> using Type = typename DeclaredType<DeclaredMembers<T, count>>::template At<I>;
    template <int I, class Self> static constexpr auto& get(Self& value) { return memberOf<I, count>(value); }
    template <class... A> static constexpr T make(A&&... values) {
        if constexpr (baseCount<T> == 0) return T{std::forward<A>(values)...};
        else return made(std::make_index_sequence<static_cast<std::size_t>(baseCount<T>)>{}, std::forward<A>(values)...);
    }

private:
    struct Nothing { template <class U> constexpr operator U() const { return U{}; } };
    template <std::size_t> static constexpr Nothing emptyBase{};
    template <std::size_t... B, class... A> static constexpr T made(std::index_sequence<B...>, A&&... values) { return T{emptyBase<B>..., std::forward<A>(values)...}; }
};
template <class T>
struct AtomicAccess {
    static constexpr Shape shape = Shape::atomic;
    static constexpr int count = 1;
    template <int> static consteval std::string_view name() { return positionNames[0]; }
    template <int> using Type = T;
    template <int, class Self> static constexpr auto& get(Self& value) { return value; }
    template <class A> static constexpr T make(A&& value) { return T(std::forward<A>(value)); }
};
template <class T>
consteval auto accessOf() {
    constexpr Shape shape = shapeOf<T>();
    if constexpr (shape == Shape::aggregate) return std::type_identity<AggregateAccess<T>>{};
    else if constexpr (shape == Shape::atomic) return std::type_identity<AtomicAccess<T>>{};
    else return std::type_identity<Adaptation<T>>{};
}
template <class T> using Access = typename decltype(accessOf<T>())::type;

/// Which members are fields, and under which names.
template <int N>
struct FieldMap {
    static constexpr std::size_t room = N > 0 ? static_cast<std::size_t>(N) : 1;
    std::string_view names[room]{};
    int member[room]{};
    int count{};
    Error error{};
};

// Only a few hundred characters of names are compared, so the plain double loop is cheaper than sorting.
constexpr std::string_view firstDuplicate(const std::string_view* names, int count) {
    for (int i = 1; i < count; ++i)
        for (int j = 0; j < i; ++j)
            if (names[i].size() == names[j].size() && names[i] == names[j]) return names[i];
    return {};
}

template <int N>
constexpr FieldMap<N> fieldMap(const std::string_view* all, const MemberChange* changes, int changeCount, std::string_view type) {
    FieldMap<N> map;
    for (int c = 0; c < changeCount; ++c) {
        bool known = false;
        for (int i = 0; i < N; ++i) known = known || all[i] == changes[c].member;
        if (known) continue;
        Nearest nearest{changes[c].member};
        map.error = {.code = ErrorCode::unknownMember, .subject = changes[c].member, .found = type};
        for (int i = 0; i < N; ++i) { nearest.offer(all[i]); map.error.know(all[i]); }
        map.error.nearest = nearest.best;
        return map;
    }
    for (int i = 0; i < N; ++i) {
        std::string_view name = all[i];
        bool hidden = false;
        for (int c = 0; c < changeCount; ++c) {
            if (changes[c].member != all[i]) continue;
            hidden = hidden || changes[c].hidden;
            if (!changes[c].hidden) name = changes[c].name;
        }
        if (hidden) continue;
        map.names[map.count] = name;
        map.member[map.count++] = i;
    }
    if (map.count == 0) map.error = {.code = ErrorCode::noMembers, .subject = type};
    else if (const std::string_view twice = firstDuplicate(map.names, map.count); !twice.empty())
        map.error = {.code = ErrorCode::duplicateColumn, .subject = twice, .found = type};
    return map;
}

template <class T, std::size_t... I>
consteval auto fieldMapOf(std::index_sequence<I...>) {
    constexpr int n = static_cast<int>(sizeof...(I));
    const std::string_view all[sizeof...(I) + 1]{Access<T>::template name<static_cast<int>(I)>()...};
    if constexpr (requires { Members<T>::changes; }) return fieldMap<n>(all, Members<T>::changes.changes, Members<T>::changes.count, className<T>());
    else return fieldMap<n>(all, nullptr, 0, {});
}
template <class T> inline constexpr auto fieldsOf = fieldMapOf<T>(std::make_index_sequence<static_cast<std::size_t>(Access<T>::count)>{});

template <class T>
consteval Error reflectionErrorOf() {
    if constexpr (requires { Access<T>::error; }) {
        if (Access<T>::error) return Access<T>::error;
    }
    if constexpr (Access<T>::count > mostMembers) return {.code = ErrorCode::tooManyMembers, .subject = className<T>(), .expected = mostMembersText.view()};
    else if constexpr (Access<T>::count == 0) return {.code = ErrorCode::noMembers, .subject = className<T>()};
    else return fieldsOf<T>.error;
}

}  // namespace detail

/// Why T's fields cannot be read; no error if they can. Says nothing of SQL: see rowError in schema/derive.hpp.
template <class T> inline constexpr Error reflectionError = detail::reflectionErrorOf<T>();

/// The fields of T, in the order of declaration, after renaming and hiding by Members<T>. T is a plain struct (up to 100
/// members; its bases are empty, and each counts as one), std::tuple, std::pair, Row, an adapted class (reflect/hana.hpp), or any other type: one field `f0`.
/// Where reflectionError<T> is an error, there are no fields.
///
///     struct User { std::string name; int score; };
///     static_assert(Reflection<User>::names[1] == "score");
template <class T>
struct Reflection {
private:
    using Access = detail::Access<T>;
    static constexpr int all = Access::count;

public:
    static constexpr Shape shape = Access::shape;
    static constexpr int count = detail::fieldsOf<T>.count;
    /// `count` names; one empty name where there are no fields.
    static constexpr const std::string_view (&names)[detail::FieldMap<all>::room] = detail::fieldsOf<T>.names;

    /// The field's type, without const.
    template <int I> using Type = typename Access::template Type<detail::fieldsOf<T>.member[static_cast<std::size_t>(I)]>;

    /// The field itself, const if the value or the member is; what the getter returns of a class adapted by getters.
    template <int I> static constexpr decltype(auto) get(T& value) { return Access::template get<detail::fieldsOf<T>.member[static_cast<std::size_t>(I)]>(value); }
    template <int I> static constexpr decltype(auto) get(const T& value) { return Access::template get<detail::fieldsOf<T>.member[static_cast<std::size_t>(I)]>(value); }

    /// `f(field0, field1, ..)`.
    template <class F> static constexpr decltype(auto) apply(F&& f, T& value) { return applyTo(std::forward<F>(f), value, indexes()); }
    template <class F> static constexpr decltype(auto) apply(F&& f, const T& value) { return applyTo(std::forward<F>(f), value, indexes()); }

    /// A value from one argument a field, in order, of exactly the fields' types (nothing is narrowed). Hidden members
    /// have their default values.
    template <class... A>
    static constexpr T make(A&&... values) {
        static_assert(static_cast<int>(sizeof...(A)) == count, "rivulet: one value a field");
        if constexpr (count == all) return Access::make(std::forward<A>(values)...);
        else return makeAround(std::make_index_sequence<static_cast<std::size_t>(all)>{}, std::forward<A>(values)...);
    }

private:
    static constexpr auto indexes() { return std::make_index_sequence<static_cast<std::size_t>(count)>{}; }
    template <class F, class Self, std::size_t... I>
    static constexpr decltype(auto) applyTo(F&& f, Self& value, std::index_sequence<I...>) { return std::forward<F>(f)(get<static_cast<int>(I)>(value)...); }

    static constexpr int fieldOfMember(int member) {
        for (int i = 0; i < count; ++i)
            if (detail::fieldsOf<T>.member[i] == member) return i;
        return -1;
    }
    // A hidden member takes its value from T{}, so that `int cache = 7;` stays 7.
    template <int M, class Values, class Defaults>
    static constexpr decltype(auto) memberValue(Values& values, Defaults& defaults) {
        constexpr int field = fieldOfMember(M);
        if constexpr (field >= 0) return std::get<static_cast<std::size_t>(field)>(std::move(values));
        else if constexpr (std::is_same_v<Defaults, T>) return std::move(Access::template get<M>(defaults));
        else return typename Access::template Type<M>{};
    }
    template <std::size_t... M, class... A>
    static constexpr T makeAround(std::index_sequence<M...>, A&&... values) {
        auto given = std::forward_as_tuple(std::forward<A>(values)...);
        if constexpr (requires { T{}; }) {
            T defaults{};
            return Access::make(memberValue<static_cast<int>(M)>(given, defaults)...);
        } else {
            char none{};
            return Access::make(memberValue<static_cast<int>(M)>(given, none)...);
        }
    }
};

}  // namespace rivulet
