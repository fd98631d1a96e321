// SPDX-License-Identifier: BSL-1.0
// Everything that needs no library beyond Boost headers. Connectors with libraries of their own, Boost.Hana, std::chrono
// and std::unordered_map have headers of their own.
#pragma once
#include <rivulet/core/verdict.hpp>  // first, so that errors are reported one include level below this header
#include <rivulet/reflect/row.hpp>

#include <rivulet/connector/file.hpp>
#include <rivulet/format/csv.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/table/environment.hpp>
#include <rivulet/table/expression.hpp>
#include <rivulet/table/table.hpp>
