// SPDX-License-Identifier: BSL-1.0
// The C++ type in which rivulet holds a value of a SQL type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include <rivulet/types/decimal.hpp>
#include <rivulet/types/sql_type.hpp>
#include <rivulet/types/temporal.hpp>
#include <rivulet/types/text.hpp>

namespace rivulet {

namespace detail {

template <TypeRoot Root, int P, int S> struct CppTypeOf;  // nested types and RAW: the user's own C++ type
template <int P, int S> struct CppTypeOf<TypeRoot::boolean, P, S> { using Type = bool; };
template <int P, int S> struct CppTypeOf<TypeRoot::tinyint, P, S> { using Type = std::int8_t; };
template <int P, int S> struct CppTypeOf<TypeRoot::smallint, P, S> { using Type = std::int16_t; };
template <int P, int S> struct CppTypeOf<TypeRoot::integer, P, S> { using Type = std::int32_t; };
template <int P, int S> struct CppTypeOf<TypeRoot::bigint, P, S> { using Type = std::int64_t; };
template <int P, int S> struct CppTypeOf<TypeRoot::float_, P, S> { using Type = float; };
template <int P, int S> struct CppTypeOf<TypeRoot::double_, P, S> { using Type = double; };
template <int P, int S> struct CppTypeOf<TypeRoot::decimal, P, S> { using Type = Decimal<P, S>; };
template <int P, int S> struct CppTypeOf<TypeRoot::char_, P, S> { using Type = std::string; };
template <int P, int S> struct CppTypeOf<TypeRoot::varchar, P, S> { using Type = std::string; };
template <int P, int S> struct CppTypeOf<TypeRoot::binary, P, S> { using Type = Bytes; };
template <int P, int S> struct CppTypeOf<TypeRoot::varbinary, P, S> { using Type = Bytes; };
template <int P, int S> struct CppTypeOf<TypeRoot::date, P, S> { using Type = Date; };
template <int P, int S> struct CppTypeOf<TypeRoot::time, P, S> { using Type = Time<P>; };
template <int P, int S> struct CppTypeOf<TypeRoot::timestamp, P, S> { using Type = Timestamp<P>; };
template <int P, int S> struct CppTypeOf<TypeRoot::timestampLtz, P, S> { using Type = TimestampLtz<P>; };
template <int P, int S> struct CppTypeOf<TypeRoot::intervalYearMonth, P, S> { using Type = IntervalYearMonth; };
template <int P, int S> struct CppTypeOf<TypeRoot::intervalDayTime, P, S> { using Type = IntervalDayTime; };

}  // namespace detail

/// `CppType<TypeRoot::decimal, 10, 2>` is Decimal<10, 2>, `CppType<TypeRoot::varchar>` std::string. A nullable value is an
/// std::optional of it. Pass 0 for parameters that the root does not use, so that equal types are one type.
template <TypeRoot Root, int P = 0, int S = 0>
using CppType = typename detail::CppTypeOf<Root, P, S>::Type;

}  // namespace rivulet
