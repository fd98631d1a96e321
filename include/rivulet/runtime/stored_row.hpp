// SPDX-License-Identifier: BSL-1.0
// Rows that are kept: columns by number, owned; views of them; and when two rows are one to SQL.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/pack.hpp>
#include <rivulet/runtime/key.hpp>

namespace rivulet {

/// The type of a column that nobody reads: it takes no room in a row, is equal to itself, and is never written.
struct Absent {
    friend constexpr bool operator==(Absent, Absent) { return true; }
};

namespace detail {

// A value as rows show it: text as a view.
template <class T> constexpr const T& shown(const T& v) { return v; }
constexpr std::string_view shown(const std::string& v) { return v; }
constexpr std::optional<std::string_view> shown(const std::optional<std::string>& v) { return v ? std::optional<std::string_view>(*v) : std::nullopt; }
template <class T> using Shown = decltype(shown(std::declval<const T&>()));

// Columns that a RowView holds itself; of others it has the address.
template <class T> inline constexpr bool shownByValue = !std::is_reference_v<Shown<T>> || (std::is_trivially_copyable_v<T> && sizeof(T) <= 16);

template <std::size_t I, class T>
struct StoredColumn {
    T value{};
    constexpr StoredColumn() = default;
    template <class Row> constexpr StoredColumn(std::in_place_t, const Row& row) : value(row.template at<static_cast<int>(I)>()) {}
    template <class Row>
    constexpr void assign(const Row& row) {
        using From = decltype(row.template at<static_cast<int>(I)>());
        if constexpr (std::is_same_v<T, std::optional<std::string>>) {  // the string keeps its capacity
            decltype(auto) from = row.template at<static_cast<int>(I)>();
            if constexpr (std::is_convertible_v<From, std::string_view>) set(from);
            else if (from) set(*from);
            else value.reset();
        } else if constexpr (std::is_assignable_v<T&, From>) value = row.template at<static_cast<int>(I)>();
        else value = T(row.template at<static_cast<int>(I)>());
    }

private:
    constexpr void set(std::string_view text) {
        if (value) value->assign(text);
        else value.emplace(text);
    }
};
// What has no default (in a Raw) is made from a row, and then assigned.
template <std::size_t I, class T> requires(!std::is_default_constructible_v<T>)
struct StoredColumn<I, T> {
    T value;
    template <class Row> constexpr StoredColumn(std::in_place_t, const Row& row) : value(row.template at<static_cast<int>(I)>()) {}
    template <class Row> constexpr void assign(const Row& row) { value = T(row.template at<static_cast<int>(I)>()); }
};
template <std::size_t I>
struct StoredColumn<I, Absent> {
    constexpr StoredColumn() = default;
    template <class Row> constexpr StoredColumn(std::in_place_t, const Row&) {}
    template <class Row> constexpr void assign(const Row&) {}
};
template <std::size_t I, class T> constexpr Shown<T> storedAt(const StoredColumn<I, T>& column) { return shown(column.value); }
template <std::size_t I> constexpr Absent storedAt(const StoredColumn<I, Absent>&) { return {}; }

template <std::size_t I, class T> constexpr const T& keptAt(const StoredColumn<I, T>& column) { return column.value; }
template <std::size_t I> constexpr Absent keptAt(const StoredColumn<I, Absent>&) { return {}; }

template <class I, class... T> struct StoredColumns;
template <std::size_t... I, class... T>
struct StoredColumns<std::index_sequence<I...>, T...> : StoredColumn<I, T>... {
    constexpr StoredColumns() = default;
    template <class Row> constexpr StoredColumns(std::in_place_t tag, const Row& row) : StoredColumn<I, T>(tag, row)... {}
    template <class Row> constexpr void assignAll(const Row& row) { (StoredColumn<I, T>::assign(row), ...); }
};
// A row of no columns is made from any row.
template <>
struct StoredColumns<std::index_sequence<>> {
    constexpr StoredColumns() = default;
    template <class Row> constexpr StoredColumns(std::in_place_t, const Row&) {}
    template <class Row> constexpr void assignAll(const Row&) {}
};

template <std::size_t I, class T, bool ByValue = shownByValue<T>>
struct ViewColumn {
    std::remove_cvref_t<Shown<T>> value;
    template <class Row> constexpr explicit ViewColumn(const Row& row) : value(row.template at<static_cast<int>(I)>()) {}
};
template <std::size_t I, class T>
struct ViewColumn<I, T, false> {
    const T* value;
    template <class Row>
    constexpr explicit ViewColumn(const Row& row) : value(&row.template at<static_cast<int>(I)>()) {}
};
template <std::size_t I>
struct ViewColumn<I, Absent, true> {
    template <class Row> constexpr explicit ViewColumn(const Row&) {}
};
template <std::size_t I, class T> constexpr auto viewAt(const ViewColumn<I, T, true>& column) { return column.value; }
template <std::size_t I, class T> constexpr const T& viewAt(const ViewColumn<I, T, false>& column) { return *column.value; }
template <std::size_t I> constexpr Absent viewAt(const ViewColumn<I, Absent, true>&) { return {}; }

template <class I, class... T> struct ViewColumns;
template <std::size_t... I, class... T>
struct ViewColumns<std::index_sequence<I...>, T...> : ViewColumn<I, T>... {
    template <class Row> constexpr explicit ViewColumns(const Row& row) : ViewColumn<I, T>(row)... {}
};
template <>
struct ViewColumns<std::index_sequence<>> {
    template <class Row> constexpr explicit ViewColumns(const Row&) {}
};

}  // namespace detail

/// Values as a row, each kept as it was given: a reference, or the value of a temporary. Made by `rowOf`.
template <class... U>
struct ValueRow {
    std::tuple<U...> values;
    template <int I> constexpr decltype(auto) at() const { return detail::shown(std::get<static_cast<std::size_t>(I)>(values)); }
};
///     auto results() const { return rowOf(count.result(), longest.result()); }   // a const std::string& stays a reference
template <class... U> constexpr ValueRow<U...> rowOf(U&&... values) { return {std::tuple<U...>(std::forward<U>(values)...)}; }

/// Values of several columns by view, as `at<I>()` of a StoredRow<T...> shows them: text as std::string_view, small values themselves, large ones
/// by address. Cheap to copy; valid as long as the row that it was made from and unchanged.
template <class... T>
struct RowView : detail::ViewColumns<std::index_sequence_for<T...>, T...> {
    template <class Row>
    constexpr explicit RowView(const Row& row) : detail::ViewColumns<std::index_sequence_for<T...>, T...>(row) {}
    template <int I> constexpr decltype(auto) at() const { return detail::viewAt<static_cast<std::size_t>(I)>(*this); }
};

/// A row that owns its columns; T are value types (std::string, std::optional<std::int32_t>, ..) or Absent. State is made of these.
///
///     using Person = StoredRow<std::string, Absent, std::optional<std::int32_t>>;
///     auto ann = Person::of("Ann", Absent{}, 7);
///     ann.at<0>();                               // std::string_view
///     auto again = Person::from(anyRow);         // anything with at<0>() and at<2>(); column 1 is not asked for
template <class... T>
struct StoredRow : detail::StoredColumns<std::index_sequence_for<T...>, T...> {
    using View = RowView<T...>;
    template <int I> using Column = typename detail::PackElement<I, detail::Pack<std::type_identity<T>...>>::type;
    static constexpr int columns = static_cast<int>(sizeof...(T));

    constexpr StoredRow() = default;
    /// Copies the columns of any row.
    template <class Row> requires (!std::is_base_of_v<StoredRow, Row>)
    constexpr explicit StoredRow(const Row& row) : Columns(std::in_place, row) {}
    template <class Row> static constexpr StoredRow from(const Row& row) { return StoredRow(row); }
    static constexpr StoredRow of(const T&... values) { return StoredRow(rowOf(values...)); }

    /// Takes over the values of any row; texts keep their capacity.
    template <class Row> constexpr void assign(const Row& row) { Columns::assignAll(row); }

    /// Column I: text as std::string_view or std::optional<std::string_view>, everything else by reference.
    template <int I> constexpr decltype(auto) at() const { return detail::storedAt<static_cast<std::size_t>(I)>(*this); }
    /// Column I as it is kept.
    template <int I> constexpr decltype(auto) stored() const { return detail::keptAt<static_cast<std::size_t>(I)>(*this); }
    constexpr View view() const { return View(*this); }

private:
    using Columns = detail::StoredColumns<std::index_sequence_for<T...>, T...>;
};

namespace detail {

// A column's hash; a nullable column that has a value hashes as one that cannot be NULL.
template <class T>
constexpr std::size_t columnHash(const T& v) {
    if constexpr (isOptionalKey<T>) return v ? columnHash(*v) : 0x517CC1B7u;
    else if constexpr (std::is_same_v<T, Absent> || keyForm<T>() == KeyForm::none) return 0;  // RAW: equality decides
    else return GroupHash{}(v);
}
// Columns are one: NULL and NULL, NaN and NaN; texts of any type; 0.0 and -0.0 are not.
template <class A, class B>
constexpr bool columnsEqual(const A& a, const B& b) {
    if constexpr (isOptionalKey<A>) {
        if constexpr (isOptionalKey<B>) return a ? b && columnsEqual(*a, *b) : !b;
        else return a && columnsEqual(*a, b);
    } else if constexpr (isOptionalKey<B>) return b && columnsEqual(a, *b);
    else return GroupEqual{}(a, b);
}
// Flink's comparison of results: NaN is not NaN. The two zeros are two results: whoever keeps rows by their bits has to hear of the change.
template <class A, class B>
constexpr bool resultsEqual(const A& a, const B& b) {
    if constexpr (isOptionalKey<A> && isOptionalKey<B>) return a ? b && resultsEqual(*a, *b) : !b;
    else if constexpr (std::is_floating_point_v<A> && std::is_floating_point_v<B>) return a == b && GroupEqual{}(a, b);
    else return columnsEqual(a, b);
}

template <class Row, class Columns> struct RowRules;
template <class... T, std::size_t... I>
struct RowRules<StoredRow<T...>, std::index_sequence<I...>> {
    template <class R> static constexpr std::size_t hash(const R& row) {
        std::size_t h = 0;
        ((h = I == 0 ? hashOf<I, T>(row) : mixHash(h + hashOf<I, T>(row))), ...);
        return h;
    }
    template <class A, class B> static constexpr bool equal(const A& a, const B& b) { return (equalAt<I, T>(a, b) && ...); }
    template <class A, class B> static constexpr bool unchanged(const A& a, const B& b) { return (unchangedAt<I, T>(a, b) && ...); }

private:
    template <std::size_t C, class V, class R> static constexpr std::size_t hashOf([[maybe_unused]] const R& row) {
        if constexpr (std::is_same_v<V, Absent>) return 0;
        else return columnHash(row.template at<static_cast<int>(C)>());
    }
    template <std::size_t C, class V, class A, class B> static constexpr bool equalAt([[maybe_unused]] const A& a, [[maybe_unused]] const B& b) {
        if constexpr (std::is_same_v<V, Absent>) return true;
        else return columnsEqual(a.template at<static_cast<int>(C)>(), b.template at<static_cast<int>(C)>());
    }
    template <std::size_t C, class V, class A, class B> static constexpr bool unchangedAt([[maybe_unused]] const A& a, [[maybe_unused]] const B& b) {
        if constexpr (std::is_same_v<V, Absent>) return true;
        else return resultsEqual(a.template at<static_cast<int>(C)>(), b.template at<static_cast<int>(C)>());
    }
};
template <class Row> using RulesOf = RowRules<Row, std::make_index_sequence<static_cast<std::size_t>(Row::columns)>>;

}  // namespace detail

/// Some columns of a row, as a row: column J is column `C[J]` of it.
template <class Row, int... C>
struct RowPart {
    const Row& row;
    template <int J> constexpr decltype(auto) at() const {
        constexpr int column[] = {C...};
        return row.template at<column[J]>();
    }
};
template <int... C, class Row> constexpr RowPart<Row, C...> partOf(const Row& row) { return {row}; }

/// The StoredRow of these columns of Row, a StoredRow or what keeps its columns otherwise.
template <class Row, int... C> using StoredPart = StoredRow<typename Row::template Column<C>...>;

/// Hash and equality of Row (a StoredRow) and of any row with the same columns, as SQL groups: NULL is NULL, NaN is NaN, 0.0 is not -0.0.
template <class Row>
struct RowHash {
    template <class R> constexpr std::size_t operator()(const R& row) const { return detail::RulesOf<Row>::hash(row); }
};
template <class Row>
struct RowEqual {
    template <class A, class B> constexpr bool operator()(const A& a, const B& b) const { return detail::RulesOf<Row>::equal(a, b); }
};
/// Whether an updated row need not be sent again: Flink's comparison, in which NaN is not NaN; but 0.0 is not -0.0.
template <class Row, class A, class B>
constexpr bool unchanged(const A& a, const B& b) { return detail::RulesOf<Row>::unchanged(a, b); }

}  // namespace rivulet
