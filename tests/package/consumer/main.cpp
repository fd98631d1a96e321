// SPDX-License-Identifier: BSL-1.0
// A program of somebody who has the library by find_package, add_subdirectory or FetchContent.
#include <cstdio>

#include <rivulet/rivulet.hpp>

struct Event {
    int user;
    int amount;
};

static_assert(rivulet::columnsOf<Event>.count == 2);

int main() {
    rivulet::StreamExecutionEnvironment env;
    auto tenv = rivulet::StreamTableEnvironment::create(env);
    const auto rows = tenv.fromDataStream(env.fromElements(Event{1, 2}, Event{3, 4})).where(rivulet::col<"user"> > 1).execute().collect();
    if (rows.size() != 1) return 1;
    std::puts("built with rivulet");
}
