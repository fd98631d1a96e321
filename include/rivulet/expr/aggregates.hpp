// SPDX-License-Identifier: BSL-1.0
// Aggregate functions: one struct each, with its typing and its accumulator.
//
// An aggregate's struct has, beside `info` (with `aggregate` set), `template <class R, bool Retracts, class... A> Accumulator`, a
// copyable value that begins as the aggregate over no rows. R is the C++ type of the plan's result: std::optional<V> where it is
// nullable, else V. A are the argument types as they may be kept (std::string, std::optional<std::int32_t>). Retracts: the input takes
// rows back. Its members:
//
//     void add(const auto&... views);       // a row's arguments as they come: bare or optional, text as a view; NULLs included
//     void retract(const auto&... views);   // only with Retracts
//     void merge(const Accumulator& later); // as if the rows of `later` came after those of this one
//     void unmerge(const Accumulator& earlier);  // the rows of `earlier` were the first of those that were merged; only where nothing is lost by it
//     auto result() const;                  // something that an R can be made of; it may refer into the accumulator
//     std::size_t bytes() const;            // memory held outside of it, roughly; where there is any
//
// Where the result is nested, `template <class... A> using Result` is its C++ type V.
#pragma once
#include <rivulet/expr/aggregates/best_row.hpp>
#include <rivulet/expr/aggregates/bits.hpp>
#include <rivulet/expr/aggregates/count.hpp>
#include <rivulet/expr/aggregates/covariance.hpp>
#include <rivulet/expr/aggregates/distinct.hpp>
#include <rivulet/expr/aggregates/extreme.hpp>
#include <rivulet/expr/aggregates/first_last.hpp>
#include <rivulet/expr/aggregates/json.hpp>
#include <rivulet/expr/aggregates/list.hpp>
#include <rivulet/expr/aggregates/ordered.hpp>
#include <rivulet/expr/aggregates/percentile.hpp>
#include <rivulet/expr/aggregates/sum.hpp>
#include <rivulet/expr/aggregates/variance.hpp>
