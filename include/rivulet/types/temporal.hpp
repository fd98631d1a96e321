// SPDX-License-Identifier: BSL-1.0
// Dates, times, timestamps and intervals.
#pragma once
#include <rivulet/types/date_time.hpp>
#include <rivulet/types/interval.hpp>
#include <rivulet/types/temporal_text.hpp>
#include <rivulet/types/timestamp.hpp>
