// SPDX-License-Identifier: BSL-1.0
// A typed row without a struct: fields by name or position, and a kind of change.
#pragma once
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/core/fixed_string.hpp>
#include <rivulet/core/row_kind.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/core/verdict.hpp>
#include <rivulet/reflect/shape.hpp>

namespace rivulet {

/// A named field of a Row.
template <FixedString Name, class T>
struct Field {
    static constexpr auto fixedName = Name;
    static constexpr std::string_view name = Name.view();
    using Type = T;
};

namespace detail {

template <class F, int I>
struct RowField {
    static constexpr std::string_view name = positionNames[I];
    using Type = F;
};
template <FixedString Name, class T, int I> struct RowField<Field<Name, T>, I> : Field<Name, T> {};

template <int I, class T>
struct RowLeaf {
    T value{};
};
// A Raw field need not have a default; then the row has none.
template <int I, class T> requires(!std::is_default_constructible_v<T>)
struct RowLeaf<I, T> {
    T value;
};
template <int I, class T> constexpr T& leafOf(RowLeaf<I, T>& leaf) { return leaf.value; }
template <int I, class T> constexpr const T& leafOf(const RowLeaf<I, T>& leaf) { return leaf.value; }

template <class Indexes, class... F> struct RowBase;
template <std::size_t... I, class... F>
struct RowBase<std::index_sequence<I...>, F...> : RowLeaf<static_cast<int>(I), typename RowField<F, static_cast<int>(I)>::Type>... {
    static constexpr std::string_view names[sizeof...(F) + 1]{RowField<F, static_cast<int>(I)>::name...};
    constexpr RowBase() = default;
    template <class... A>
    constexpr explicit RowBase(std::in_place_t, A&&... values)
        : RowLeaf<static_cast<int>(I), typename RowField<F, static_cast<int>(I)>::Type>{std::forward<A>(values)}... {}
    static constexpr bool equal(const RowBase& a, const RowBase& b) { return ((leafOf<static_cast<int>(I)>(a) == leafOf<static_cast<int>(I)>(b)) && ...); }
};

// Whether values are one for each of these types. The list is a function type, as nobody else needs a list here.
template <class List, class... A> inline constexpr bool fitEach = false;
template <class... T, class... A> requires (sizeof...(T) == sizeof...(A)) inline constexpr bool fitEach<void(T...), A...> = (std::is_convertible_v<A, T> && ...);

// What get gives where there is no field.
template <int I, int Count> struct NoFieldAt { ~NoFieldAt() { static_assert(Count > I && I >= 0, "rivulet: no field at this position"); } };

template <FixedString Name, class Row>
struct RowFieldAsked {
    static consteval Error find() {
        Nearest nearest{Name.view()};
        Error e{.code = ErrorCode::unknownColumn, .subject = Name.view()};
        for (int i = 0; i < Row::count; ++i) {
            if (Row::name(i) == Name.view()) return {};
            nearest.offer(Row::name(i));
            e.know(Row::name(i));
        }
        e.nearest = nearest.best;
        return e;
    }
    static constexpr Error error = find();
    static constexpr std::string_view sql{};
    static consteval int index() {
        for (int i = 0; i < Row::count; ++i)
            if (Row::name(i) == Name.view()) return i;
        return 0;
    }
};

}  // namespace detail

/// A row of fields, `Row<Field<"name", std::string>, Field<"score", std::optional<int>>>`, or without names (f0, f1, ..)
/// `Row<int, std::string>`. Two rows are equal if kind and all fields are. Prints as `+I[Alice, 4]`, as Flink's Row does.
///
///     Row<Field<"name", std::string>, Field<"score", int>> row{"Alice", 4};
///     row.get<"score">() += 1;
///     row.kind = RowKind::updateAfter;
template <class... F>
class Row : private detail::RowBase<std::index_sequence_for<F...>, F...> {
    using Base = detail::RowBase<std::index_sequence_for<F...>, F...>;

public:
    static constexpr int count = static_cast<int>(sizeof...(F));
    template <int I> using Type = typename detail::RowField<std::tuple_element_t<static_cast<std::size_t>(I), std::tuple<F...>>, I>::Type;
    static constexpr std::string_view name(int i) { return Base::names[i]; }

    RowKind kind{RowKind::insert};

    constexpr Row() = default;
    /// One value a field.
    template <class... A>
        requires (sizeof...(A) == sizeof...(F) && sizeof...(A) > 0 && (std::is_convertible_v<A&&, typename detail::RowField<F, 0>::Type> && ...))
    constexpr explicit(sizeof...(A) == 1) Row(A&&... values) : Base(std::in_place, static_cast<typename detail::RowField<F, 0>::Type>(std::forward<A>(values))...) {}
    template <class... A>
        requires (sizeof...(A) == sizeof...(F) && (std::is_convertible_v<A&&, typename detail::RowField<F, 0>::Type> && ...))
    constexpr explicit Row(RowKind k, A&&... values)
        : Base(std::in_place, static_cast<typename detail::RowField<F, 0>::Type>(std::forward<A>(values))...), kind(k) {}

    template <class... A>
        requires (sizeof...(A) > 0 && !(std::is_base_of_v<Row, std::remove_cvref_t<A>> && ...) && !detail::fitEach<void(typename detail::RowField<F, 0>::Type...), A...> &&
                  !detail::fitEach<void(RowKind, typename detail::RowField<F, 0>::Type...), A...>)
    explicit Row(A&&...) = delete;  // rivulet: a Row is made of one value a field, each convertible to the field's type; a RowKind may stand before them

    /// The field at a position (from 0) or of a name; a name that is no field is refused.
    template <int I> requires (I >= 0 && I < count) constexpr auto& get() { return detail::leafOf<I>(*this); }
    template <int I> requires (I >= 0 && I < count) constexpr const auto& get() const { return detail::leafOf<I>(*this); }
    template <int I> requires (I < 0 || I >= count) detail::NoFieldAt<I, count> get() const { return {}; }
    template <FixedString Name> constexpr auto& get() {
        VerdictOn<detail::RowFieldAsked<Name, Row>>::report();
        return detail::leafOf<detail::RowFieldAsked<Name, Row>::index()>(*this);
    }
    template <FixedString Name> constexpr const auto& get() const {
        VerdictOn<detail::RowFieldAsked<Name, Row>>::report();
        return detail::leafOf<detail::RowFieldAsked<Name, Row>::index()>(*this);
    }

    friend constexpr bool operator==(const Row& a, const Row& b) { return a.kind == b.kind && Base::equal(a, b); }
};

namespace detail {

template <class... F>
struct Adaptation<Row<F...>> {
    static constexpr Shape shape = Shape::row;
    static constexpr int count = static_cast<int>(sizeof...(F));
    template <int I> static consteval std::string_view name() { return Row<F...>::name(I); }
    template <int I> using Type = typename Row<F...>::template Type<I>;
    template <int I, class Self> static constexpr auto& get(Self& value) { return value.template get<I>(); }
    template <class... A> static constexpr Row<F...> make(A&&... values) { return Row<F...>(RowKind::insert, std::forward<A>(values)...); }
};

}  // namespace detail
}  // namespace rivulet

/// `auto& [name, score] = row;`
template <class... F> struct std::tuple_size<rivulet::Row<F...>> : std::integral_constant<std::size_t, sizeof...(F)> {};
template <std::size_t I, class... F> struct std::tuple_element<I, rivulet::Row<F...>> { using type = typename rivulet::Row<F...>::template Type<static_cast<int>(I)>; };
