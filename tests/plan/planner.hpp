// SPDX-License-Identifier: BSL-1.0
// What the tests of the planner at run time share: tables, and plans as texts.
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

/// The logical part of explain().
inline std::string logicalOf(const rivulet::plan::RuntimePlan& p) {
    return rivulet::plan::runtime::text([&](rivulet::detail::TextWriter& w) { rivulet::plan::writeExplain(w, p.view()); });
}
/// The steps of a plan, a line each, without columns, modes and keys.
inline std::string stepsOf(const rivulet::plan::RuntimePlan& p) {
    const std::string all = logicalOf(p);
    std::string steps;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = all.find('\n', at), mode = all.find(" [", at);
        steps += all.substr(at, (mode < end ? mode : end) - at) + "\n";
        at = end + 1;
    }
    return steps;
}

/// `id INT, name STRING`
inline std::string columnTexts(const rivulet::plan::PlanView& p) {
    return rivulet::plan::runtime::text([&](rivulet::detail::TextWriter& w) {
        for (int i = 0; i < p.width(); ++i) {
            if (i) w << ", ";
            w << p.column(i).name << " ";
            rivulet::detail::writeType(w, p.column(i).type);
        }
    });
}
