// SPDX-License-Identifier: BSL-1.0
// CSV: RFC 4180 text <-> rows of any reflected type.
#pragma once
#include <rivulet/core/verdict.hpp>  // first, so that messages from it show a short chain of includes
#include <rivulet/format/csv_options.hpp>
#include <rivulet/format/csv_reader.hpp>
#include <rivulet/format/csv_scanner.hpp>
#include <rivulet/format/csv_writer.hpp>
