// SPDX-License-Identifier: BSL-1.0
// Rows that are kept and have several texts.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/core/pack.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/text_block.hpp>

namespace rivulet {

namespace detail {

template <class T> inline constexpr bool isKeptText = std::is_same_v<T, std::string> || std::is_same_v<T, std::optional<std::string>>;
template <class... T> inline constexpr std::size_t textsAmong = (std::size_t{isKeptText<T>} + ... + 0);

/// Which columns are texts, and which text a column is.
template <class... T>
struct TextColumns {
    int column[textsAmong<T...> + 1]{};
    std::size_t text[sizeof...(T)]{};
    constexpr TextColumns() {
        constexpr bool is[] = {isKeptText<T>...};
        std::size_t n = 0;
        for (std::size_t i = 0; i < sizeof...(T); ++i) {
            text[i] = n;
            if (is[i]) column[n++] = static_cast<int>(i);
        }
    }
};
template <class... T> inline constexpr TextColumns<T...> textColumns{};

}  // namespace detail

/// As StoredRow, but its texts lie together: one allocation a row, however many texts it has and however short they are. Rows that move, as those in order
/// do, move few bytes. Worth it from two texts on; a key, which is compared more than it moves, is a StoredRow.
template <class... T>
class PackedRow {
    using Texts = detail::TextBlock<detail::textsAmong<T...>>;
    using TextNumbers = std::make_index_sequence<detail::textsAmong<T...>>;

public:
    using View = RowView<T...>;
    template <int I> using Column = typename detail::PackElement<I, detail::Pack<std::type_identity<T>...>>::type;
    static constexpr int columns = static_cast<int>(sizeof...(T));

    PackedRow() = default;
    template <class Row> requires(!std::is_base_of_v<PackedRow, Row>)
    explicit PackedRow(const Row& row) : others_(row), texts_(made(row, TextNumbers{})) {}
    template <class Row> static PackedRow from(const Row& row) { return PackedRow(row); }
    static PackedRow of(const T&... values) { return PackedRow(rowOf(values...)); }

    /// Takes over the values of another row; memory for texts that is large enough is kept.
    template <class Row> void assign(const Row& row) {
        others_.assign(row);
        assignTexts(row, TextNumbers{});
    }
    template <int I> decltype(auto) at() const {
        using C = Column<I>;
        if constexpr (std::is_same_v<C, std::string>) return texts_.text(detail::textColumns<T...>.text[I]);
        else if constexpr (detail::isKeptText<C>) return texts_.maybe(detail::textColumns<T...>.text[I]);
        else return others_.template at<I>();
    }
    /// What it holds outside of itself.
    std::size_t bytes() const { return heapBytes(others_) + texts_.bytes(); }
    View view() const { return View(*this); }

private:
    // In one expression: a column that is computed lives as long.
    template <class Row, std::size_t... K> static Texts made(const Row& row, std::index_sequence<K...>) {
        return Texts({detail::textPart(row.template at<detail::textColumns<T...>.column[K]>())...});
    }
    template <class Row, std::size_t... K> void assignTexts(const Row& row, std::index_sequence<K...>) {
        texts_.assign({detail::textPart(row.template at<detail::textColumns<T...>.column[K]>())...});
    }
    [[no_unique_address]] StoredRow<std::conditional_t<detail::isKeptText<T>, Absent, T>...> others_{};
    Texts texts_{};
};

namespace detail {

template <class... T, std::size_t... I>
struct RowRules<PackedRow<T...>, std::index_sequence<I...>> : RowRules<StoredRow<T...>, std::index_sequence<I...>> {};

template <std::size_t Texts, class... T> struct RowToKeepOf { using Type = StoredRow<T...>; };
template <std::size_t Texts, class... T> requires(Texts > 1) struct RowToKeepOf<Texts, T...> { using Type = PackedRow<T...>; };

}  // namespace detail

/// A row of these columns as state keeps it.
template <class... T> using RowToKeep = typename detail::RowToKeepOf<detail::textsAmong<T...>, T...>::Type;

}  // namespace rivulet
