// SPDX-License-Identifier: BSL-1.0
// Tags of streams: the columns of a row type, and the kinds of change that its rows may have.
#pragma once
#include <memory>
#include <string_view>

#include <rivulet/plan/sink.hpp>
#include <rivulet/runtime/origin.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/schema/resolve.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/table/functions.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

/// The columns of T as a plan has them.
template <class T>
struct FieldColumns {
    plan::Column at[static_cast<std::size_t>(Reflection<T>::count) + 1]{};
};
template <class T>
inline constexpr FieldColumns<T> fieldColumns = [] {
    FieldColumns<T> columns{};
    for (int i = 0; i < Reflection<T>::count; ++i) columns.at[i] = {.name = columnsOf<T>[static_cast<std::size_t>(i)].name, .type = columnsOf<T>[static_cast<std::size_t>(i)].type};
    return columns;
}();

/// How the fields of T are found when it is a target.
template <class T>
inline constexpr plan::Matching matchingOf = Reflection<T>::shape == Shape::atomic  ? plan::Matching::atomic
                                             : Reflection<T>::shape == Shape::tuple ? plan::Matching::byPosition
                                                                                    : plan::Matching::byName;

/// How a list of fields picks from T. A row without names is like a tuple here.
template <class T> inline constexpr plan::Matching listMatchingOf = matchingOf<T>;
template <class... F> inline constexpr plan::Matching listMatchingOf<Row<F...>> = (requires { F::fixedName; } || ...) ? plan::Matching::byName : plan::Matching::byPosition;

/// Upserts: an update comes without the row before it.
constexpr bool areUpserts(unsigned char kinds) { return (kinds & plan::ChangelogMode::updateAfter) && !(kinds & plan::ChangelogMode::updateBefore); }

/// Why rows of these kinds are no table.
constexpr Error changelogError(unsigned char kinds, bool hasKey, bool batch) {
    using Mode = plan::ChangelogMode;
    if (batch && kinds != Mode::insert) return {.code = ErrorCode::changesInBatch, .subject = "fromChangelogStream", .expected = "insertOnly()"};
    if ((kinds & Mode::updateBefore) && !(kinds & Mode::updateAfter)) return {.code = ErrorCode::beforeWithoutAfter, .subject = "UPDATE_BEFORE"};
    if (areUpserts(kinds) && !hasKey) return {.code = ErrorCode::upsertWithoutKey, .subject = "UPDATE_AFTER", .expected = "Schema().primaryKey<..>()"};
    return {};
}

/// The columns of a stream whose rows may be of these kinds; `key` tells the rows apart. Upserts are still to be normalised.
constexpr short scanChanges(plan::RelationBinder& b, const plan::Column* columns, int count, unsigned char kinds, const plan::ColumnSet& key = {}) {
    if (const Error e = changelogError(kinds, !key.empty(), b.catalogue.batch)) {
        b.plan.fail(e);
        return -1;
    }
    return b.scan(0, {}, columns, count, {kinds}, key);
}

/// The columns of a stream with the record's timestamp behind them.
template <class T>
constexpr short scanStamped(plan::RelationBinder& b, std::string_view name, unsigned char kinds, const plan::ColumnSet& key = {}) {
    plan::Column columns[static_cast<std::size_t>(Reflection<T>::count) + 1]{};
    for (int c = 0; c < Reflection<T>::count; ++c) columns[c] = fieldColumns<T>.at[c];
    columns[Reflection<T>::count] = {.name = name, .type = streamMetadata[0].type};
    const short scan = scanChanges(b, columns, Reflection<T>::count + 1, kinds, key);
    if (scan >= 0) b.plan.writeNodes[scan].stamped = true;
    return scan;
}

/// Rows of one stream of T, seen by an environment with the functions of F. What they may be is a bit each of plan::ChangelogMode. `Stamped`: with
/// the record's timestamp as the last column.
template <class T, class F, unsigned char Kinds = plan::ChangelogMode::insert, bool Stamped = false>
struct StreamTag {
    using Types = JoinedTypes<typename UserTypes<T>::type, typename F::Types>;
    static constexpr bool isStep = false;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash = addRowType<T>(Hash{}.add("stream")).addSmall(Kinds, Stamped).add(F::hash).value;
    static constexpr const plan::Catalogue& catalogue = F::catalogue;
    static constexpr int sourceCount = 1, parameterCount = 0, functionCount = F::count;
    template <int> using Source = T;

    struct Context {
        ChannelOrigin<T> stream;
        F functions;
        template <int> constexpr const ChannelOrigin<T>& source() const { return stream; }
        template <int I> constexpr const auto& function() const { return functions.template function<I>(); }
    };

    template <int> static consteval plan::Room room() { return {0, 1, Reflection<T>::count + Stamped, 0, 0}; }
    static constexpr short build(plan::PlanBuilder& p) {
        if (rowError<T>) {
            p.fail(rowError<T>);
            return -1;
        }
        plan::RelationBinder b{{p, nullptr, catalogue, false}};
        if constexpr (Stamped) return scanStamped<T>(b, plan::FieldBinder::stampName, Kinds);
        else return b.normalized(scanChanges(b, fieldColumns<T>.at, Reflection<T>::count, Kinds));
    }
};

}  // namespace rivulet::detail
