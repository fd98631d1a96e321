// SPDX-License-Identifier: BSL-1.0
// Rows as expressions see them: columns by number, as canonical values. All are named by value types, none by a query.
#pragma once
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/core/pack.hpp>
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::detail {

/// A row of a stream.
template <class T>
struct StreamRow {
    const T& value;
    template <int I> constexpr decltype(auto) at() const {
        using Field = std::remove_cvref_t<typename Reflection<T>::template Type<I>>;
        return SqlTraits<Field>::toValue(Reflection<T>::template get<I>(value));
    }
};

/// The same with the record's timestamp as the column behind the others.
template <class T, class Time>
struct StampedRow {
    const T& value;
    Time time;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (I == Reflection<T>::count) return (time);
        else return StreamRow<T>{value}.template at<I>();
    }
};

/// The one row of a SELECT without FROM.
struct NoColumns {};

/// The outputs of an operator as the row of its consumer; each is computed where it is read.
template <class Row, class Context, class... Outputs>
struct OutputRow {
    const Row& row;
    const Context& context;
    template <int I> constexpr decltype(auto) at() const { return PackElement<I, Pack<Outputs...>>::of(row, context); }
};

/// The outputs of an operator, each computed once. T is a reference where the value stands in the row that it came from.
template <int I, class T> struct CapturedColumn { T value; };
template <class Indexes, class... T> struct CapturedColumns;
template <std::size_t... I, class... T>
struct CapturedColumns<std::index_sequence<I...>, T...> : CapturedColumn<static_cast<int>(I), T>... {};
template <int I, class T> constexpr const std::remove_reference_t<T>& capturedColumn(const CapturedColumn<I, T>& c) { return c.value; }
template <class... T>
struct CapturedRow {
    CapturedColumns<std::index_sequence_for<T...>, T...> columns;
    template <int I> constexpr const auto& at() const { return capturedColumn<I>(columns); }
};

/// Some columns of a row, in another order.
template <class Row, int... Columns>
struct ChosenColumns {
    const Row& row;
    template <int I> constexpr decltype(auto) at() const {
        constexpr int columns[] = {Columns..., -1};
        return row.template at<columns[I]>();
    }
};

/// Two rows side by side, the first of `Width` columns.
template <class Left, class Right, int Width>
struct PairRow {
    const Left& left;
    const Right& right;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (I < Width) return left.template at<I>();
        else return right.template at<I - Width>();
    }
};

/// A kept row and the key that it is kept under: column I is part `Part[I]` of the key, or the row's where that is -1.
template <class Key, class Row, int... Part>
struct KeyedRow {
    const Key& key;
    const Row& row;
    template <int I> constexpr decltype(auto) at() const {
        constexpr int part[] = {Part..., -1};
        if constexpr (part[I] >= 0) return key.template at<part[I]>();
        else return row.template at<I>();
    }
};

/// A kept row that may be missing: then all of its columns are NULL. Whole is its KeyedRow.
template <class Key, class Row, class Whole>
struct PaddedRow {
    const Key& key;
    const Row* row;
    template <int I> constexpr auto at() const {
        using T = std::remove_cvref_t<decltype(std::declval<const Whole&>().template at<I>())>;
        using Result = std::conditional_t<Optional<T>, T, std::optional<T>>;
        return row ? Result(Whole{key, *row}.template at<I>()) : Result();
    }
};

template <class T> inline constexpr bool isEntry = false;
template <class K, class V> inline constexpr bool isEntry<std::pair<const K, V>> = true;

/// The parts of an element of a collection: the fields of a row or struct, key and value of a map's entry, else the element itself. Without
/// an element (`Padded`) all parts are NULL, as all fields of one that is NULL are.
template <class Element, bool Padded>
struct ElementRow {
    const Element* element;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (!Padded) return part<I>(*element);
        else {
            using T = std::remove_cvref_t<decltype(part<I>(*element))>;
            using Result = std::conditional_t<Optional<T>, T, std::optional<T>>;
            return element ? Result(part<I>(*element)) : Result();
        }
    }

private:
    template <int I, class T> static constexpr decltype(auto) part(const T& e) {
        if constexpr (Optional<T>) {
            using P = std::remove_cvref_t<decltype(part<I>(*e))>;
            using Result = std::conditional_t<Optional<P>, P, std::optional<P>>;
            return e ? Result(part<I>(*e)) : Result();
        } else if constexpr (isEntry<T>) {
            if constexpr (I == 0) return SqlTraits<std::remove_cv_t<typename T::first_type>>::toValue(e.first);
            else return SqlTraits<typename T::second_type>::toValue(e.second);
        } else if constexpr (SqlTraits<T>::type.root == TypeRoot::row || SqlTraits<T>::type.root == TypeRoot::structured) {
            return SqlTraits<std::remove_cvref_t<typename Reflection<T>::template Type<I>>>::toValue(Reflection<T>::template get<I>(e));
        } else return SqlTraits<T>::toValue(e);
    }
};
template <class C> struct KeyOfMap { using Type = typename C::value_type; };
template <class C> requires requires { typename C::mapped_type; } struct KeyOfMap<C> { using Type = typename C::key_type; };

/// A row and its place, the column behind the others.
template <class Row, int Width, class Place = std::int64_t>
struct PlacedRow {
    const Row& row;
    Place place;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (I < Width) return row.template at<I>();
        else return (place);
    }
};

/// A row of a grouping set: of the first `Keys` columns those of a set bit are NULL, as may be those in LeftOut; behind all columns the bits.
template <class Row, int Keys, int Width, std::int64_t LeftOut>
struct GroupingSetRow {
    const Row& row;
    std::int64_t bits;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (I == Width) return (bits);
        else if constexpr (I >= Keys || !(LeftOut >> I & 1)) return row.template at<I>();
        else {
            using T = std::remove_cvref_t<decltype(row.template at<I>())>;
            using Result = std::conditional_t<Optional<T>, T, std::optional<T>>;
            return (bits >> I & 1) ? Result() : Result(row.template at<I>());
        }
    }
};

/// A row with one more value that is read more than once. It is computed when it is first read: not before, because
/// what guards it (a filter, a CASE) may be there to keep it from failing.
template <class Row, class Context, int Index, class Definition>
class SlotRow {
public:
    constexpr SlotRow(const Row& row, const Context& context) : row_(row), context_(context) {}
    template <int I> constexpr decltype(auto) at() const { return row_.template at<I>(); }
    template <int I> constexpr const auto& slot() const {
        if constexpr (I < Index) return row_.template slot<I>();
        else {
            if (!memo_) memo_.emplace(Definition::of(row_, context_));
            return *memo_;
        }
    }

private:
    using Value = std::remove_cvref_t<decltype(Definition::of(std::declval<const Row&>(), std::declval<const Context&>()))>;
    const Row& row_;
    const Context& context_;
    mutable std::optional<Value> memo_;
};

}  // namespace rivulet::detail
