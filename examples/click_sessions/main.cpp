// SPDX-License-Identifier: BSL-1.0
// Visits to a shop: clicks of one user that are at most half an hour apart are a session, however long it is. By SQL over event time, in whatever order
// the clicks come within five minutes.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

struct Click {
    std::string user;
    std::string page;
    Timestamp<3> at;
};

struct Visit {
    std::string user;
    Timestamp<3> start, last;
    std::int64_t clicks;
    bool bought;
};

namespace {

constexpr auto clickSchema = Schema().watermark<"at", "at - INTERVAL '5' MINUTE">();

constexpr FixedString sessions = R"(
    SELECT user, MIN(at) AS start, MAX(at) AS `last`, COUNT(*) AS clicks, COUNT(*) FILTER (WHERE page = '/thanks') > 0 AS bought
    FROM TABLE(SESSION(TABLE clicks PARTITION BY user, DESCRIPTOR(at), INTERVAL '30' MINUTE))
    GROUP BY user, window_start, window_end)";

Click click(const char* user, const char* page, const char* time) { return {user, page, Timestamp<3>(std::string("2024-05-01 ") + time)}; }

std::string clock(Timestamp<3> t) {
    std::string text;
    appendText(text, t.time());
    return text;
}

void run() {
    StreamExecutionEnvironment env;
    auto clicks = env.fromElements(
        click("ann", "/", "09:00"), click("bob", "/", "09:02"), click("ann", "/shoes", "09:10"),
        click("ann", "/cart", "09:38"), click("ann", "/shoes/7", "09:36"),  // two minutes behind: in time
        click("bob", "/hats", "09:40"),                                     // 38 minutes after his first click: another session
        click("ann", "/thanks", "09:41"), click("cem", "/", "10:20"),
        click("bob", "/coats", "09:42"),                                    // too late: his session was over at 10:10, and the watermark is 10:15
        click("cem", "/hats", "10:49"), click("ann", "/", "11:30"));

    auto db = StreamTableEnvironment::create(env).createTemporaryView<"clicks">(clicks, clickSchema);
    db.toDataStream<Visit>(db.sqlQuery<sessions>()).addSink([](const Visit& v) {
        std::printf("%s: %s to %s, clicks: %lld%s\n", v.user.c_str(), clock(v.start).c_str(), clock(v.last).c_str(), static_cast<long long>(v.clicks), v.bought ? ", bought" : "");
    });
    const JobExecutionResult result = env.execute("sessions");
    std::printf("clicks that came too late: %llu\n", static_cast<unsigned long long>(result.lateRows()));
}

}  // namespace

int main() {
    try {
        run();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
