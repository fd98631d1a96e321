// SPDX-License-Identifier: BSL-1.0
// The smallest program that needs the library's include path, C++20 and Boost's headers.
#include <cstdio>

#include <boost/pfr/core.hpp>
#include <rivulet/core/error.hpp>

struct Event {
    int user;
    int amount;
};

static_assert(boost::pfr::tuple_size_v<Event> == 2);
static_assert(rivulet::Error{}.code == rivulet::ErrorCode::none);

int main() { std::puts("built with rivulet"); }
