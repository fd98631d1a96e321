// SPDX-License-Identifier: BSL-1.0
// An error value becomes a type whose arguments are the facts, so that one static_assert prints all of it.
// GCC prints text arguments whole; Clang cuts one after about 32 characters: hence several short facts.
#pragma once
#include <cstddef>
#include <string_view>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/core/facts.hpp>

namespace rivulet {

/// One fact of a mistake, as the compiler prints it.
template <std::size_t N>
struct Fact {
    char chars[N + 1]{};
    constexpr explicit Fact(std::string_view s) {
        for (std::size_t i = 0; i < N; ++i) chars[i] = s[i];
        chars[N] = 0;  // written, not left to the initialiser: Clang prints {71, 82, ..} for 8, 16 or 32 characters otherwise
    }
    constexpr bool operator==(const Fact&) const = default;
};

namespace detail {

template <Fact... Facts>
struct Refusal {
    static constexpr bool isAccepted = false;
#if defined(__clang__)
    static constexpr bool accepted = sizeof...(Facts) > 1000;  // false, but dependent
#endif
    // GCC's error line for a false condition has only the sentence; for a missing member it has the whole type, with
    // every fact. So on GCC `accepted` does not exist.
};

}  // namespace detail

/// The verdict on something that is right.
struct Accepted {
    static constexpr bool isAccepted = true;
    static consteval void report() {}
};

/// The verdict on a mistake. `report()` is the error message. Written out, not made by a macro: GCC would add
/// "in expansion of macro" lines to every message.
template <ErrorCode Code, Fact... Facts> struct Refused;
template <Fact... F> struct Refused<ErrorCode::syntax, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: syntax error in SQL"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownTable, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown table"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownWindow, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown window"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown column"); }
};
template <Fact... F> struct Refused<ErrorCode::ambiguousColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: ambiguous column"); }
};
template <Fact... F> struct Refused<ErrorCode::duplicateColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: two columns have the same name"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownFunction, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown function"); }
};
template <Fact... F> struct Refused<ErrorCode::argumentCount, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: wrong number of arguments"); }
};
template <Fact... F> struct Refused<ErrorCode::typeMismatch, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: types do not fit"); }
};
template <Fact... F> struct Refused<ErrorCode::invalidCast, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: no such cast"); }
};
template <Fact... F> struct Refused<ErrorCode::outOfRange, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: literal out of range"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownType, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown SQL type"); }
};
template <Fact... F> struct Refused<ErrorCode::notSupported, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: not supported"); }
};
template <Fact... F> struct Refused<ErrorCode::misplacedAggregate, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: aggregate not allowed here"); }
};
template <Fact... F> struct Refused<ErrorCode::tooDeep, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: expression nested too deeply"); }
};
template <Fact... F> struct Refused<ErrorCode::tooLarge, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: query too large"); }
};
template <Fact... F> struct Refused<ErrorCode::columnCount, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: different number of columns"); }
};
template <Fact... F> struct Refused<ErrorCode::unionType, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: columns of a set operation have no common type"); }
};
template <Fact... F> struct Refused<ErrorCode::nameCount, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: wrong number of new column names"); }
};
template <Fact... F> struct Refused<ErrorCode::viewExists, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a view with this name exists already"); }
};
template <Fact... F> struct Refused<ErrorCode::functionExists, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a function with this name exists already"); }
};
template <Fact... F> struct Refused<ErrorCode::notCallable, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a user function needs one call operator with plain argument types"); }
};
template <Fact... F> struct Refused<ErrorCode::baseClass, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a struct with a base class has no columns unless the base is empty; adapt it with BOOST_HANA_ADAPT_STRUCT, or repeat the members"); }
};
template <Fact... F> struct Refused<ErrorCode::cArrayMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a C array member has no column; use std::array"); }
};
template <Fact... F> struct Refused<ErrorCode::referenceMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a reference member has no column; hold the value"); }
};
template <Fact... F> struct Refused<ErrorCode::unionType_, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a union has no columns"); }
};
template <Fact... F> struct Refused<ErrorCode::pointerMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a pointer member has no column; hold the value or wrap it in Raw"); }
};
template <Fact... F> struct Refused<ErrorCode::bitFieldMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a bit-field member has no column; use a whole integer"); }
};
template <Fact... F> struct Refused<ErrorCode::packedMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a packed struct has members that no reference can name; leave out the packing, or copy the members into a plain struct"); }
};
template <Fact... F> struct Refused<ErrorCode::tooManyMembers, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: too many members"); }
};
template <Fact... F> struct Refused<ErrorCode::notAggregate, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: not an aggregate (private member, constructor or virtual function); adapt it with BOOST_HANA_ADAPT_STRUCT"); }
};
template <Fact... F> struct Refused<ErrorCode::noMembers, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a type without members has no columns"); }
};
template <Fact... F> struct Refused<ErrorCode::viewMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a member that only refers to its text or elements cannot be kept in a row; own the value"); }
};
template <Fact... F> struct Refused<ErrorCode::opaqueMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a member type without SQL type; wrap it in rivulet::Raw"); }
};
template <Fact... F> struct Refused<ErrorCode::unsignedMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: an unsigned or character member has no SQL type; use a signed integer or std::string"); }
};
template <Fact... F> struct Refused<ErrorCode::nestedOptional, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: an optional of an optional has no SQL type"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownMember, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the change names a member that the struct does not have"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownField, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the declared column is not a field of the stream's type"); }
};
template <Fact... F> struct Refused<ErrorCode::declaredType, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the declared type cannot hold the field"); }
};
template <Fact... F> struct Refused<ErrorCode::computedColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a computed column may read physical and metadata columns only"); }
};
template <Fact... F> struct Refused<ErrorCode::twoWatermarks, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: more than one watermark"); }
};
template <Fact... F> struct Refused<ErrorCode::watermarkColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the watermark's column does not exist"); }
};
template <Fact... F> struct Refused<ErrorCode::watermarkType, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a watermark needs a TIMESTAMP or TIMESTAMP_LTZ column of at most 3 fraction digits"); }
};
template <Fact... F> struct Refused<ErrorCode::watermarkExpression, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the watermark expression must have the type of its column"); }
};
template <Fact... F> struct Refused<ErrorCode::watermarkOnProctime, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: no watermark on a processing-time column"); }
};
template <Fact... F> struct Refused<ErrorCode::keyColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the primary key's column does not exist"); }
};
template <Fact... F> struct Refused<ErrorCode::keyNotPhysical, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a primary key column must be physical"); }
};
template <Fact... F> struct Refused<ErrorCode::keyNullable, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a primary key column must be NOT NULL"); }
};
template <Fact... F> struct Refused<ErrorCode::keyDuplicate, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a column stands twice in the primary key"); }
};
template <Fact... F> struct Refused<ErrorCode::twoKeys, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: more than one primary key"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownMetadata, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown metadata key"); }
};
template <Fact... F> struct Refused<ErrorCode::metadataType, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a metadata column needs a type that its key can be cast to"); }
};
template <Fact... F> struct Refused<ErrorCode::nestedRowtime, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a time attribute cannot be a nested field"); }
};
template <Fact... F> struct Refused<ErrorCode::noTimestamps, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: this stream carries no timestamps"); }
};
template <Fact... F> struct Refused<ErrorCode::rowtimeField, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a rowtime can only stand in place of a timestamp or a BIGINT"); }
};
template <Fact... F> struct Refused<ErrorCode::proctimeField, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a proctime cannot stand in place of a field; put it behind all fields under a new name"); }
};
template <Fact... F> struct Refused<ErrorCode::timeTwice, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a table has one rowtime and one proctime at most"); }
};
template <Fact... F> struct Refused<ErrorCode::missingColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the target has a field that the table has no column for"); }
};
template <Fact... F> struct Refused<ErrorCode::unusedColumn, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the table has a column that the target has no field for"); }
};
template <Fact... F> struct Refused<ErrorCode::fieldCount, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: table and target have different numbers of columns"); }
};
template <Fact... F> struct Refused<ErrorCode::sinkType, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the column does not fit the field; cast it"); }
};
template <Fact... F> struct Refused<ErrorCode::nullIntoNotNull, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a nullable column cannot land in a field that cannot be null"); }
};
template <Fact... F> struct Refused<ErrorCode::ambiguousField, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: several columns match the field when case is ignored"); }
};
template <Fact... F> struct Refused<ErrorCode::mixedNames, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: some names are fields and some are not: neither by name nor by position"); }
};
template <Fact... F> struct Refused<ErrorCode::tooManyNames, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: more names than fields"); }
};
template <Fact... F> struct Refused<ErrorCode::notAField, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: not a field reference or an alias of one"); }
};
template <Fact... F> struct Refused<ErrorCode::updatesIntoAppend, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the target doesn't support consuming the changes of this query"); }
};
template <Fact... F> struct Refused<ErrorCode::twoRowtimes, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: more than one rowtime column reaches the stream; cast all but one"); }
};
template <Fact... F> struct Refused<ErrorCode::metadataKeyTwice, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: two columns read the same metadata key; compute one from the other"); }
};
template <Fact... F> struct Refused<ErrorCode::upsertWithoutKey, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a changelog with UPDATE_AFTER but no UPDATE_BEFORE needs a primary key"); }
};
template <Fact... F> struct Refused<ErrorCode::beforeWithoutAfter, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a changelog that contains UPDATE_BEFORE must contain UPDATE_AFTER"); }
};
template <Fact... F> struct Refused<ErrorCode::changesInBatch, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a table of a batch environment is made from inserts only"); }
};
template <Fact... F> struct Refused<ErrorCode::notGrouped, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: column is not being grouped"); }
};
template <Fact... F> struct Refused<ErrorCode::duplicateAlias, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: two tables have the same name"); }
};
template <Fact... F> struct Refused<ErrorCode::notSelected, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: ORDER BY of a SELECT DISTINCT may read only what is selected"); }
};
template <Fact... F> struct Refused<ErrorCode::sortInStreaming, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: Sort on a non-time-attribute field is not supported in streaming; say how many rows with LIMIT"); }
};
template <Fact... F> struct Refused<ErrorCode::changesIntoOperator, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: updates and deletes are not supported here"); }
};
template <Fact... F> struct Refused<ErrorCode::notVersioned, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: FOR SYSTEM_TIME AS OF a row time needs a versioned table: one with a primary key and a row time"); }
};
template <Fact... F> struct Refused<ErrorCode::temporalKey, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a temporal join's condition must contain the whole primary key of the versioned table"); }
};
template <Fact... F> struct Refused<ErrorCode::asOfTime, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: FOR SYSTEM_TIME AS OF needs a time attribute of the left table"); }
};
template <Fact... F> struct Refused<ErrorCode::temporalJoin, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: this temporal join is not supported"); }
};
template <Fact... F> struct Refused<ErrorCode::notATableFunction, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a table function needs one eval(.., Collector<Row>&) const that gives nothing"); }
};
template <Fact... F> struct Refused<ErrorCode::notTimeAttribute, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a window needs a time attribute"); }
};
template <Fact... F> struct Refused<ErrorCode::windowLengths, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: these lengths of time make no windows"); }
};
template <Fact... F> struct Refused<ErrorCode::windowArguments, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: wrong arguments of a window function"); }
};
template <Fact... F> struct Refused<ErrorCode::unknownVariable, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: unknown pattern variable"); }
};
template <Fact... F> struct Refused<ErrorCode::emptyMatch, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a pattern that can match no row at all is not supported; one variable at least must need a row"); }
};
template <Fact... F> struct Refused<ErrorCode::greedyLast, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: a greedy quantifier is not allowed as the last element of a pattern"); }
};
template <Fact... F> struct Refused<ErrorCode::orderByTime, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: MATCH_RECOGNIZE needs rows in order of time, ascending"); }
};
template <Fact... F> struct Refused<ErrorCode::notAnAggregateFunction, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: an aggregate function needs accumulate(..), result() and, for inputs that change, retract(..)"); }
};
template <Fact... F> struct Refused<ErrorCode::upsertSinkKey, F...> : detail::Refusal<F...> {
    static consteval void report() { static_assert(Refused::accepted, "rivulet: the primary key differs from the upsert key of the query"); }
};

namespace detail {

// `Holder::error` is a static constexpr Error and `Holder::sql` the text it points into; only their contents reach
// the verdict's name.
template <class Holder>
consteval auto verdictOf() {
    if constexpr (Holder::error.code == ErrorCode::none) return Accepted{};
    else {
        constexpr Facts facts = factsOf(Holder::error, Holder::sql);
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return Refused<Holder::error.code, Fact<facts.sizes[I]>{facts.fact(I)}...>{};
        }(std::make_index_sequence<facts.count>{});
    }
}

}  // namespace detail

/// Accepted or Refused<...>: `VerdictOn<Holder>::report()` in the function that the user calls (each function between
/// is three lines of every message), and `::isAccepted` to stop instantiation there.
template <class Holder> using VerdictOn = decltype(detail::verdictOf<Holder>());

}  // namespace rivulet
