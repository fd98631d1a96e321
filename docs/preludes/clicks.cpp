// SPDX-License-Identifier: BSL-1.0
// What the blocks of the guide stand in.
#include <chrono>
#include <map>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

struct Address { std::string city; std::string zip; };
struct Event { std::string user; std::string url; std::int64_t timeMillis; std::optional<std::int32_t> bytes; Address from; };
struct Visit { std::string who; std::string url; };
struct Size { std::string url; std::int32_t bytes; };

[[maybe_unused]] static void guide() {
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    auto source = env.fromElements(Event{"Alice", "./home", 1000, 512, {"Ulm", "89073"}}, Event{"Bob", "./cart", 2000, std::nullopt, {"Bonn", "53111"}});
    auto db = tenv.createTemporaryView<"events">(source);
    auto events = tenv.fromDataStream(source);
    static_cast<void>(db);
    static_cast<void>(events);
    // the block
}
