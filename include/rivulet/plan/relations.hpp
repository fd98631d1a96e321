// SPDX-License-Identifier: BSL-1.0
// All relational steps.
#pragma once
#include <rivulet/plan/grouping.hpp>
#include <rivulet/plan/joins.hpp>
#include <rivulet/plan/ordering.hpp>
#include <rivulet/plan/relation_binder.hpp>
#include <rivulet/plan/set_operations.hpp>
