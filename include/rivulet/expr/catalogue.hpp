// SPDX-License-Identifier: BSL-1.0
// All built-in functions: by index, by name, by type. A new function is one more entry of the list.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/core/text.hpp>
#include <rivulet/expr/aggregates.hpp>
#include <rivulet/expr/functions/arithmetic.hpp>
#include <rivulet/expr/functions/array.hpp>
#include <rivulet/expr/functions/changing.hpp>
#include <rivulet/expr/functions/collection.hpp>
#include <rivulet/expr/functions/comparison.hpp>
#include <rivulet/expr/functions/conditional.hpp>
#include <rivulet/expr/functions/construct.hpp>
#include <rivulet/expr/functions/conversion.hpp>
#include <rivulet/expr/functions/grouping.hpp>
#include <rivulet/expr/functions/json.hpp>
#include <rivulet/expr/functions/logic.hpp>
#include <rivulet/expr/functions/map.hpp>
#include <rivulet/expr/functions/math.hpp>
#include <rivulet/expr/functions/moment.hpp>
#include <rivulet/expr/functions/over.hpp>
#include <rivulet/expr/functions/regex.hpp>
#include <rivulet/expr/functions/string.hpp>
#include <rivulet/expr/functions/string_code.hpp>
#include <rivulet/expr/functions/string_digest.hpp>
#include <rivulet/expr/functions/string_encoding.hpp>
#include <rivulet/expr/functions/string_kind.hpp>
#include <rivulet/expr/functions/string_search.hpp>
#include <rivulet/expr/functions/string_trim.hpp>
#include <rivulet/expr/functions/temporal.hpp>
#include <rivulet/expr/functions/temporal_text.hpp>
#include <rivulet/expr/functions/url.hpp>
#include <rivulet/expr/functions/zone.hpp>

namespace rivulet {

namespace detail {

template <short I, class F> struct Indexed { using type = F; };

template <class Indexes, class... F> struct IndexedList;
template <std::size_t... I, class... F>
struct IndexedList<std::index_sequence<I...>, F...> : Indexed<static_cast<short>(I), F>... {};

template <short I, class F> constexpr Indexed<I, F> functionAt(const Indexed<I, F>*);
template <class F, short I> constexpr std::integral_constant<short, I> indexOfFunction(const Indexed<I, F>*);

}  // namespace detail

/// A list of functions; found by index or by type without recursion.
template <class... F>
struct FunctionList : detail::IndexedList<std::index_sequence_for<F...>, F...> {
    static constexpr short count = static_cast<short>(sizeof...(F));
    static constexpr const FunctionInfo* infos[sizeof...(F)] = {&F::info...};
};

using Functions = FunctionList<
    functions::And, functions::Or, functions::Not, functions::IsNull, functions::IsNotNull, functions::IsTrue, functions::IsNotTrue, functions::IsFalse,
    functions::IsNotFalse, functions::IsUnknown, functions::IsNotUnknown,
    functions::Equal, functions::NotEqual, functions::Less, functions::LessEqual, functions::Greater, functions::GreaterEqual, functions::IsDistinctFrom,
    functions::IsNotDistinctFrom, functions::Between, functions::NotBetween, functions::BetweenSymmetric, functions::NotBetweenSymmetric, functions::In,
    functions::NotIn, functions::Like, functions::NotLike,
    functions::Plus, functions::Minus, functions::Times, functions::Divide, functions::Modulo, functions::Negate,
    functions::Case, functions::If, functions::Coalesce, functions::IfNull, functions::NullIf, functions::OrThrow, functions::Greatest, functions::Least,
    functions::Cast, functions::TryCast,
    functions::Concatenation, functions::Concat, functions::ConcatWs, functions::Upper, functions::Lower, functions::InitCap, functions::CharLength,
    functions::Substring, functions::Left, functions::Right, functions::Trim, functions::BTrim, functions::LTrim, functions::RTrim, functions::LPad,
    functions::RPad, functions::Replace, functions::Repeat, functions::Reverse, functions::Position, functions::Locate, functions::InStr,
    functions::StartsWith, functions::EndsWith, functions::Ascii, functions::Chr, functions::Overlay, functions::SplitIndex, functions::Hex, functions::Bin,
    functions::Encode, functions::Decode, functions::ToBase64, functions::FromBase64, functions::Md5, functions::Sha1, functions::Sha224,
    functions::Sha256, functions::Sha384, functions::Sha512, functions::Sha2,
    functions::Abs, functions::Sign, functions::Floor, functions::Ceil, functions::Round, functions::Truncate, functions::Sqrt, functions::Power,
    functions::Exp, functions::Ln, functions::Log10, functions::Log2, functions::Log, functions::Sin, functions::Cos, functions::Tan, functions::Cot,
    functions::Asin, functions::Acos, functions::Atan, functions::Atan2, functions::Sinh, functions::Cosh, functions::Tanh, functions::Degrees,
    functions::Radians, functions::Pi, functions::Euler,
    functions::Extract, functions::Year, functions::Quarter, functions::Month, functions::Week, functions::DayOfYear, functions::DayOfMonth,
    functions::DayOfWeek, functions::Hour, functions::Minute, functions::Second, functions::TimestampAdd, functions::TimestampDiff, functions::MinusDate, functions::Overlaps, functions::ToDate,
    functions::ToTimestamp, functions::ToTimestampLtz, functions::DateFormat, functions::FromUnixtime, functions::UnixTimestamp, functions::ConvertTz,
    functions::Item, functions::Cardinality, functions::Element, functions::Array, functions::Map, functions::MakeRow,
    functions::ArrayContains, functions::ArrayPosition, functions::ArrayRemove, functions::ArrayAppend, functions::ArrayPrepend,
    functions::ArrayDistinct, functions::ArrayUnion, functions::ArrayExcept, functions::ArrayIntersect, functions::ArrayConcat, functions::ArrayReverse,
    functions::ArraySlice, functions::ArraySort, functions::ArrayMax, functions::ArrayMin, functions::ArrayJoin, functions::Split,
    functions::IsAlpha, functions::IsDigit, functions::IsDecimal, functions::Translate, functions::Elt, functions::Unhex, functions::UrlEncode,
    functions::UrlDecode, functions::ParseUrl, functions::CurrentDate, functions::CurrentTime, functions::CurrentTimestamp, functions::Now, functions::CurrentRowTimestamp,
    functions::LocalTimestamp, functions::CurrentWatermark, functions::ProcessingTime, functions::Rand, functions::RandInteger, functions::Uuid,
    functions::JsonString, functions::JsonQuote, functions::Regexp, functions::RegexpExtract, functions::RegexpExtractAll, functions::RegexpReplace, functions::RegexpCount, functions::RegexpInStr,
    functions::RegexpSubstr, functions::SimilarTo, functions::NotSimilarTo,
    functions::MapKeys, functions::MapValues, functions::MapEntries, functions::MapFromArrays, functions::MapFromEntries, functions::MapUnion, functions::StrToMap,
    functions::Grouping, functions::GroupingId, functions::GroupId,
    functions::Count, functions::Sum, functions::Sum0, functions::Avg, functions::Min, functions::Max, functions::VarPop, functions::VarSamp,
    functions::StddevPop, functions::StddevSamp, functions::FirstValue, functions::LastValue, functions::SingleValue, functions::ListAgg,
    functions::ArrayAgg, functions::Collect, functions::JsonObjectAgg, functions::JsonArrayAgg, functions::ApproxCountDistinct,
    functions::BitAnd, functions::BitOr, functions::BitXor, functions::BoolAnd, functions::BoolOr, functions::CovarPop, functions::CovarSamp, functions::Corr,
    functions::RegrSlope, functions::RegrIntercept, functions::RegrR2, functions::RegrCount, functions::ArgMax, functions::ArgMin, functions::Percentile,
    functions::PercentileCont, functions::PercentileDisc, functions::Median,
    functions::RowNumber, functions::Rank, functions::DenseRank, functions::PercentRank, functions::CumeDist, functions::Ntile, functions::Lag, functions::Lead>;

inline constexpr short functionCount = Functions::count;

/// The struct of function number I: `FunctionAt<f>::template call<V>(..)`.
template <short I> using FunctionAt = typename decltype(detail::functionAt<I>(static_cast<const Functions*>(nullptr)))::type;

/// The number of function F: `indexOf<functions::And>`.
template <class F> inline constexpr short indexOf = decltype(detail::indexOfFunction<F>(static_cast<const Functions*>(nullptr)))::value;

constexpr const FunctionInfo& functionInfo(short index) { return *Functions::infos[index]; }

/// Whether the function tells grouping sets apart: its arguments are not those that are written.
constexpr bool isGroupingFunction(short index) {
    return index == indexOf<functions::Grouping> || index == indexOf<functions::GroupingId> || index == indexOf<functions::GroupId>;
}

namespace detail {

// Names of the same first and last character and size share a chain; most words find it empty.
struct FunctionTable {
    static constexpr int slots = 512, most = 2 * functionCount;
    short head[slots]{}, next[most + 1]{};  // entry 1 + index is the name, functionCount more the alias; 0 ends a chain

    static constexpr std::string_view nameOf(int entry) {
        const FunctionInfo& f = functionInfo(static_cast<short>((entry - 1) % functionCount));
        return entry <= functionCount ? f.name : f.alias;
    }
    static constexpr int slot(std::string_view name) {
        return (upper(name.front()) * 13 + upper(name.back()) * 67 + static_cast<int>(name.size()) * 5) & (slots - 1);
    }
    constexpr FunctionTable() {
        for (int i = 1; i <= most; ++i) {
            if (nameOf(i).empty()) continue;
            const int at = slot(nameOf(i));
            next[i] = head[at];
            head[at] = static_cast<short>(i);
        }
    }
};
inline constexpr FunctionTable functionTable{};

}  // namespace detail

/// The number of the function of this name or alias, case ignored; -1 if there is none.
constexpr short findFunction(std::string_view name) {
    if (name.empty()) return -1;
    for (int i = detail::functionTable.head[detail::FunctionTable::slot(name)]; i; i = detail::functionTable.next[i])
        if (detail::equalsIgnoringCase(detail::FunctionTable::nameOf(i), name)) return static_cast<short>((i - 1) % functionCount);
    return -1;
}

/// The callable function whose name is nearest to what was written, or nothing that is near enough. For error messages.
constexpr std::string_view nearestFunction(std::string_view name) {
    detail::Nearest nearest(name);
    for (short f = 0; f < functionCount; ++f) {
        const FunctionInfo& info = functionInfo(f);
        const auto isWord = [](std::string_view n) { return !n.empty() && n[0] >= 'A' && n[0] <= 'Z' && detail::placeOf(n, ' ') == n.size(); };
        if (isWord(info.name) && (info.spelling == Spelling::call || info.spelling == Spelling::special)) nearest.offer(info.name);
        if (isWord(info.alias)) nearest.offer(info.alias);
    }
    return nearest.best;
}

}  // namespace rivulet
