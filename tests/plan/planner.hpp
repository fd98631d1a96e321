// SPDX-License-Identifier: BSL-1.0
// The tables that the tests of the planner at run time know.
#pragma once
#include <doctest/doctest.h>

#include <string>

#include <rivulet/plan/run_time.hpp>

inline rivulet::plan::RuntimePlanner testPlanner() {
    using rivulet::ErrorCode;
    rivulet::plan::RuntimePlanner p;
    REQUIRE(p.table("clicks", {{"user", "STRING NOT NULL"}, {"n", "INT NOT NULL"}, {"bytes", "BIGINT"}, {"price", "DOUBLE"}}).code == ErrorCode::none);
    REQUIRE(p.table("orders", {{"id", "BIGINT NOT NULL"}, {"amount", "DECIMAL(10, 2) NOT NULL"}, {"address", "ROW<city STRING NOT NULL, zip INT> NOT NULL"},
                               {"tags", "ARRAY<STRING NOT NULL>"}, {"scores", "MAP<STRING NOT NULL, INT>"}, {"day", "DATE NOT NULL"}, {"at", "TIMESTAMP(3)"},
                               {"open", "BOOLEAN"}, {"code", "CHAR(3) NOT NULL"}, {"clicks", "ROW<n BIGINT> NOT NULL"}}).code == ErrorCode::none);
    REQUIRE(p.function("twice", "INT NOT NULL", {"INT NOT NULL"}).code == ErrorCode::none);
    REQUIRE(p.function("lengthOf", "INT", {"STRING"}).code == ErrorCode::none);
    REQUIRE(p.view("late", p.plan("SELECT user AS who, n * 2 AS m FROM clicks WHERE bytes > 5")).code == ErrorCode::none);
    REQUIRE(p.view("two", p.plan("SELECT n FROM clicks UNION ALL SELECT id FROM orders")).code == ErrorCode::none);
    return p;
}
