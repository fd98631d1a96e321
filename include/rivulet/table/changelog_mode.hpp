// SPDX-License-Identifier: BSL-1.0
// Which kinds of change a stream of rows carries, as an argument whose type says it.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/plan/column.hpp>

namespace rivulet {

namespace detail {

/// The bit of a kind in plan::ChangelogMode.
constexpr unsigned char bitOf(RowKind kind) { return static_cast<unsigned char>(1u << static_cast<unsigned>(kind)); }

/// A changelog mode as an empty type. Deletions may carry nothing but the key in KeyOnlyDeletes.
template <unsigned char Bits, bool KeyOnlyDeletes = false>
struct ChangelogKinds {
    static constexpr unsigned char bits = Bits;
    static constexpr bool contains(RowKind kind) { return (Bits & bitOf(kind)) != 0; }
    static constexpr auto characters = staticText<[](TextWriter& w) {
        constexpr std::string_view names[] = {"INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"};
        static_assert(sizeof names / sizeof *names == static_cast<std::size_t>(RowKind::delete_) + 1, "a name for each kind");
        w.put('[');
        bool first = true;
        for (unsigned kind = 0; kind < 4; ++kind) {
            if (!(Bits >> kind & 1)) continue;
            if (!first) w << ", ";
            first = false;
            if (kind == 3 && KeyOnlyDeletes) w.put('~');
            w << names[kind];
        }
        w.put(']');
    }>();
    /// As Flink prints it: `[INSERT, UPDATE_AFTER, ~DELETE]`.
    static constexpr std::string_view text() { return characters.view(); }
    template <unsigned char Others, bool Keys>
    friend constexpr bool operator==(ChangelogKinds, ChangelogKinds<Others, Keys>) { return Bits == Others && KeyOnlyDeletes == Keys; }
};

}  // namespace detail

/// Which kinds of change travel in a stream: what `fromChangelogStream` is told and `toChangelogStream` is asked for. Each mode
/// is a type of its own, so that a query and its target are held against each other while compiling.
///
///     tenv.fromChangelogStream(rows, Schema().primaryKey<"id">(), ChangelogMode::upsert());
struct ChangelogMode {
    /// Inserts alone.
    static consteval detail::ChangelogKinds<plan::ChangelogMode::insert> insertOnly() { return {}; }
    /// Inserts, updates without the row before, and deletions, all told apart by a primary key. A deletion may carry nothing but the key.
    static consteval auto upsert() {
        return detail::ChangelogKinds<plan::ChangelogMode::insert | plan::ChangelogMode::updateAfter | plan::ChangelogMode::delete_, true>{};
    }
    /// Every kind.
    static consteval detail::ChangelogKinds<plan::ChangelogMode::all> all() { return {}; }
    /// These kinds: `ChangelogMode::of<RowKind::insert, RowKind::delete_>()`. At least one.
    template <RowKind... Kinds> static consteval auto of() {
        static_assert(sizeof...(Kinds) > 0, "rivulet: ChangelogMode: at least one kind of row should be contained in a changelog");
        return detail::ChangelogKinds<(0 | ... | detail::bitOf(Kinds))>{};
    }
};

}  // namespace rivulet
