// SPDX-License-Identifier: BSL-1.0
// All operators; each is in a file of its own.
#pragma once
#include <rivulet/lift/operators/aggregate.hpp>
#include <rivulet/lift/operators/deduplicate.hpp>
#include <rivulet/lift/operators/expand.hpp>
#include <rivulet/lift/operators/hash_join.hpp>
#include <rivulet/lift/operators/interval_join.hpp>
#include <rivulet/lift/operators/join.hpp>
#include <rivulet/lift/operators/lookup_join.hpp>
#include <rivulet/lift/operators/match.hpp>
#include <rivulet/lift/operators/normalize.hpp>
#include <rivulet/lift/operators/over.hpp>
#include <rivulet/lift/operators/rank.hpp>
#include <rivulet/lift/operators/reused.hpp>
#include <rivulet/lift/operators/set_operation.hpp>
#include <rivulet/lift/operators/sort.hpp>
#include <rivulet/lift/operators/stateless.hpp>
#include <rivulet/lift/operators/temporal_join.hpp>
#include <rivulet/lift/operators/temporal_sort.hpp>
#include <rivulet/lift/operators/unnest.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/lift/operators/window.hpp>
#include <rivulet/lift/operators/window_aggregate.hpp>
#include <rivulet/lift/operators/window_join.hpp>
#include <rivulet/lift/operators/window_rank.hpp>
