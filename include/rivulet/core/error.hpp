// SPDX-License-Identifier: BSL-1.0
// A mistake as a value. Planner, schema and conversions return it; verdict.hpp lifts it into one static_assert.
#pragma once
#include <cstddef>
#include <string_view>

namespace rivulet {

/// What is wrong. `sentence` gives the words.
enum class ErrorCode : unsigned char {
    none,
    syntax, unknownTable, unknownWindow, unknownColumn, ambiguousColumn, duplicateColumn, unknownFunction, argumentCount, typeMismatch,
    invalidCast, outOfRange, unknownType, notSupported, misplacedAggregate, tooDeep, tooLarge, columnCount,
    unionType, nameCount, viewExists, functionExists, notCallable, baseClass, cArrayMember, referenceMember, unionType_,
    pointerMember, bitFieldMember, packedMember, tooManyMembers, notAggregate, noMembers, viewMember, opaqueMember, unsignedMember,
    nestedOptional, unknownMember, unknownField, declaredType, computedColumn, twoWatermarks, watermarkColumn, watermarkType,
    watermarkExpression, watermarkOnProctime, keyColumn, keyNotPhysical, keyNullable, keyDuplicate, twoKeys, unknownMetadata,
    metadataType, nestedRowtime, noTimestamps, missingColumn, unusedColumn, fieldCount, sinkType, nullIntoNotNull,
    ambiguousField, mixedNames, tooManyNames, notAField, updatesIntoAppend, twoRowtimes, metadataKeyTwice,
    upsertWithoutKey, beforeWithoutAfter, changesInBatch, upsertSinkKey, sortInStreaming, notGrouped, duplicateAlias, notSelected, notAnAggregateFunction,
    changesIntoOperator, notVersioned, temporalKey, asOfTime, temporalJoin, notATableFunction,
    notTimeAttribute, windowLengths, windowArguments,
    unknownVariable, emptyMatch, greedyLast, orderByTime,
    rowtimeField, proctimeField, timeTwice
};

/// The mistake in words; the same text stands in the compile error and in a run-time message.
constexpr std::string_view sentence(ErrorCode code) {
    switch (code) {
        case ErrorCode::none: return "no error";
        case ErrorCode::syntax: return "syntax error in SQL";
        case ErrorCode::unknownTable: return "unknown table";
        case ErrorCode::unknownWindow: return "unknown window";
        case ErrorCode::unknownColumn: return "unknown column";
        case ErrorCode::ambiguousColumn: return "ambiguous column";
        case ErrorCode::duplicateColumn: return "two columns have the same name";
        case ErrorCode::unknownFunction: return "unknown function";
        case ErrorCode::argumentCount: return "wrong number of arguments";
        case ErrorCode::typeMismatch: return "types do not fit";
        case ErrorCode::invalidCast: return "no such cast";
        case ErrorCode::outOfRange: return "literal out of range";
        case ErrorCode::unknownType: return "unknown SQL type";
        case ErrorCode::notSupported: return "not supported";
        case ErrorCode::misplacedAggregate: return "aggregate not allowed here";
        case ErrorCode::tooDeep: return "expression nested too deeply";
        case ErrorCode::tooLarge: return "query too large";
        case ErrorCode::columnCount: return "different number of columns";
        case ErrorCode::unionType: return "columns of a set operation have no common type";
        case ErrorCode::nameCount: return "wrong number of new column names";
        case ErrorCode::viewExists: return "a view with this name exists already";
        case ErrorCode::functionExists: return "a function with this name exists already";
        case ErrorCode::notCallable: return "a user function needs one call operator with plain argument types";
        case ErrorCode::baseClass: return "a struct with a base class has no columns unless the base is empty; adapt it with BOOST_HANA_ADAPT_STRUCT, or repeat the members";
        case ErrorCode::cArrayMember: return "a C array member has no column; use std::array";
        case ErrorCode::referenceMember: return "a reference member has no column; hold the value";
        case ErrorCode::unionType_: return "a union has no columns";
        case ErrorCode::pointerMember: return "a pointer member has no column; hold the value or wrap it in Raw";
        case ErrorCode::bitFieldMember: return "a bit-field member has no column; use a whole integer";
        case ErrorCode::packedMember: return "a packed struct has members that no reference can name; leave out the packing, or copy the members into a plain struct";
        case ErrorCode::tooManyMembers: return "too many members";
        case ErrorCode::notAggregate: return "not an aggregate (private member, constructor or virtual function); adapt it with BOOST_HANA_ADAPT_STRUCT";
        case ErrorCode::noMembers: return "a type without members has no columns";
        case ErrorCode::viewMember: return "a member that only refers to its text or elements cannot be kept in a row; own the value";
        case ErrorCode::opaqueMember: return "a member type without SQL type; wrap it in rivulet::Raw";
        case ErrorCode::unsignedMember: return "an unsigned or character member has no SQL type; use a signed integer or std::string";
        case ErrorCode::nestedOptional: return "an optional of an optional has no SQL type";
        case ErrorCode::unknownMember: return "the change names a member that the struct does not have";
        case ErrorCode::unknownField: return "the declared column is not a field of the stream's type";
        case ErrorCode::declaredType: return "the declared type cannot hold the field";
        case ErrorCode::computedColumn: return "a computed column may read physical and metadata columns only";
        case ErrorCode::twoWatermarks: return "more than one watermark";
        case ErrorCode::watermarkColumn: return "the watermark's column does not exist";
        case ErrorCode::watermarkType: return "a watermark needs a TIMESTAMP or TIMESTAMP_LTZ column of at most 3 fraction digits";
        case ErrorCode::watermarkExpression: return "the watermark expression must have the type of its column";
        case ErrorCode::watermarkOnProctime: return "no watermark on a processing-time column";
        case ErrorCode::keyColumn: return "the primary key's column does not exist";
        case ErrorCode::keyNotPhysical: return "a primary key column must be physical";
        case ErrorCode::keyNullable: return "a primary key column must be NOT NULL";
        case ErrorCode::keyDuplicate: return "a column stands twice in the primary key";
        case ErrorCode::twoKeys: return "more than one primary key";
        case ErrorCode::unknownMetadata: return "unknown metadata key";
        case ErrorCode::metadataType: return "a metadata column needs a type that its key can be cast to";
        case ErrorCode::nestedRowtime: return "a time attribute cannot be a nested field";
        case ErrorCode::noTimestamps: return "this stream carries no timestamps";
        case ErrorCode::missingColumn: return "the target has a field that the table has no column for";
        case ErrorCode::unusedColumn: return "the table has a column that the target has no field for";
        case ErrorCode::fieldCount: return "table and target have different numbers of columns";
        case ErrorCode::sinkType: return "the column does not fit the field; cast it";
        case ErrorCode::nullIntoNotNull: return "a nullable column cannot land in a field that cannot be null";
        case ErrorCode::ambiguousField: return "several columns match the field when case is ignored";
        case ErrorCode::mixedNames: return "some names are fields and some are not: neither by name nor by position";
        case ErrorCode::tooManyNames: return "more names than fields";
        case ErrorCode::notAField: return "not a field reference or an alias of one";
        case ErrorCode::updatesIntoAppend: return "the target doesn't support consuming the changes of this query";
        case ErrorCode::twoRowtimes: return "more than one rowtime column reaches the stream; cast all but one";
        case ErrorCode::rowtimeField: return "a rowtime can only stand in place of a timestamp or a BIGINT";
        case ErrorCode::proctimeField: return "a proctime cannot stand in place of a field; put it behind all fields under a new name";
        case ErrorCode::timeTwice: return "a table has one rowtime and one proctime at most";
        case ErrorCode::upsertWithoutKey: return "a changelog with UPDATE_AFTER but no UPDATE_BEFORE needs a primary key";
        case ErrorCode::beforeWithoutAfter: return "a changelog that contains UPDATE_BEFORE must contain UPDATE_AFTER";
        case ErrorCode::changesInBatch: return "a table of a batch environment is made from inserts only";
        case ErrorCode::notAnAggregateFunction: return "an aggregate function needs accumulate(..), result() and, for inputs that change, retract(..)";
        case ErrorCode::changesIntoOperator: return "updates and deletes are not supported here";
        case ErrorCode::notVersioned: return "FOR SYSTEM_TIME AS OF a row time needs a versioned table: one with a primary key and a row time";
        case ErrorCode::temporalKey: return "a temporal join's condition must contain the whole primary key of the versioned table";
        case ErrorCode::asOfTime: return "FOR SYSTEM_TIME AS OF needs a time attribute of the left table";
        case ErrorCode::temporalJoin: return "this temporal join is not supported";
        case ErrorCode::notATableFunction: return "a table function needs one eval(.., Collector<Row>&) const that gives nothing";
        case ErrorCode::unknownVariable: return "unknown pattern variable";
        case ErrorCode::emptyMatch: return "a pattern that can match no row at all is not supported; one variable at least must need a row";
        case ErrorCode::greedyLast: return "a greedy quantifier is not allowed as the last element of a pattern";
        case ErrorCode::notTimeAttribute: return "a window needs a time attribute";
        case ErrorCode::windowLengths: return "these lengths of time make no windows";
        case ErrorCode::windowArguments: return "wrong arguments of a window function";
        case ErrorCode::orderByTime: return "MATCH_RECOGNIZE needs rows in order of time, ascending";
        case ErrorCode::notGrouped: return "column is not being grouped";
        case ErrorCode::duplicateAlias: return "two tables have the same name";
        case ErrorCode::notSelected: return "ORDER BY of a SELECT DISTINCT may read only what is selected";
        case ErrorCode::sortInStreaming: return "Sort on a non-time-attribute field is not supported in streaming; say how many rows with LIMIT";
        case ErrorCode::upsertSinkKey: return "the primary key differs from the upsert key of the query";
        case ErrorCode::metadataKeyTwice: return "two columns read the same metadata key; compute one from the other";
    }
    return "?";
}

/// A short text that is made, not found: the name of a type. Held by value.
struct ShortText {
    static constexpr std::size_t room = 40;
    char chars[room]{};
    unsigned char size{};
    constexpr std::string_view view() const { return {chars, size}; }
    constexpr void append(std::string_view s) {
        for (const char c : s)
            if (size < room) chars[size++] = c;
    }
};

/// All texts are of static storage (SQL text, field names, catalogues), so an error can be a constexpr variable.
struct Error {
    static constexpr int mostKnown = 16;

    ErrorCode code{};
    int position{-1};             // offset in the SQL text; -1 when there is none
    std::string_view subject{};   // what was written
    std::string_view nearest{};   // the name that was probably meant
    std::string_view expected{};  // what would have been right, or the way out
    std::string_view found{};     // what there is instead
    ShortText expectedText{}, foundText{};  // the same where the text had to be made
    std::string_view known[mostKnown]{};  // the names there are
    int knownCount{};

    constexpr explicit operator bool() const { return code != ErrorCode::none; }
    constexpr void know(std::string_view name) { if (knownCount < mostKnown) known[knownCount++] = name; }

    /// Same mistake about the same thing at the same place; the names there are do not count.
    friend constexpr bool operator==(const Error& a, const Error& b) {
        return a.code == b.code && a.position == b.position && a.subject == b.subject && a.nearest == b.nearest &&
               a.expected == b.expected && a.found == b.found;
    }
};

}  // namespace rivulet
