// SPDX-License-Identifier: BSL-1.0
// Joins over time in plans: which conditions bound the time of an interval join, what a temporal join asks for, rows of table functions.
#include "planner.hpp"

#include <string>
#include <vector>

using namespace rivulet;

namespace {

plan::RuntimePlanner tables(bool batch = false) {
    using Mode = plan::ChangelogMode;
    const Mode upsert{batch ? Mode::insert : static_cast<unsigned char>(Mode::insert | Mode::updateAfter | Mode::delete_)}, all{batch ? Mode::insert : Mode::all};
    plan::RuntimePlanner p(batch);
    const std::vector<plan::RuntimeColumn> asks = {{"ask", "INT"}, {"k", "STRING"}, {"at_", "TIMESTAMP(3)"}, {"until", "TIMESTAMP(3)"}};
    REQUIRE(!p.table("Asks", asks, {.rowtime = "at_"}));
    REQUIRE(!p.table("Replies", {{"rep", "INT"}, {"k", "STRING"}, {"rt", "TIMESTAMP(3)"}}, {.rowtime = "rt"}));
    REQUIRE(!p.table("Changing", asks, {.mode = all, .rowtime = "at_"}));
    REQUIRE(!p.table("Parts", {{"k", "STRING"}, {"name", "STRING"}}));
    REQUIRE(!p.table("Fx", {{"cur", "STRING NOT NULL"}, {"at_", "TIMESTAMP(3)"}, {"rate", "INT"}}, {.primaryKey = {"cur"}, .mode = upsert, .rowtime = "at_"}));
    REQUIRE(!p.table("Two", {{"a", "STRING NOT NULL"}, {"b", "INT NOT NULL"}, {"vt", "TIMESTAMP(3)"}}, {.primaryKey = {"a", "b"}, .mode = upsert, .rowtime = "vt"}));
    REQUIRE(!p.table("Zoned", {{"k", "STRING NOT NULL"}, {"vt", "TIMESTAMP_LTZ(3)"}}, {.primaryKey = {"k"}, .mode = upsert, .rowtime = "vt"}));
    REQUIRE(!p.table("Timeless", {{"k", "STRING NOT NULL"}, {"v", "INT"}}, {.primaryKey = {"k"}, .mode = upsert}));
    REQUIRE(!p.tableFunction("wordsOf", "ROW<word STRING NOT NULL, len INT>", {"STRING"}));
    REQUIRE(!p.tableFunction("upTo", "INT NOT NULL", {"INT NOT NULL"}));
    REQUIRE(!p.function("twice", "INT", {"INT"}));
    REQUIRE(!p.view("Named", p.plan("SELECT a.at_ AS at_, p.name AS name, a.k AS k FROM Asks a JOIN Parts p ON a.k = p.k")));
    return p;
}

// The first node of a kind of join, -1 if there is none.
short joinIn(const plan::PlanView& p) {
    for (short i = 0; i < p.nodeCount; ++i)
        if (plan::isJoin(p.nodes[i].kind) && p.nodes[i].view.empty()) return i;
    return -1;
}
// What is not the same after the plan was printed and read again.
std::string mistakeIn(const plan::RuntimePlanner& planner, const plan::RuntimePlan& p) {
    if (!p) return p.message();
    const std::string printed = p.toSql();
    const plan::RuntimePlan again = planner.plan(printed);
    if (!again) return printed + "\n" + again.message();
    if (!(again.view() == p.view())) return printed + "\n" + p.explain() + "\n" + again.explain();
    return plan::runtime::physical(p.view()).error ? "no physical plan" : std::string();
}

struct Bound {
    const char* condition;
    plan::NodeKind kind;
    long long lower{}, upper{};
};

}  // namespace

TEST_CASE("conditions that bound the times of both sides make an interval join") {
    using enum plan::NodeKind;
    const plan::RuntimePlanner p = tables();
    const Bound bounds[] = {
        {"r.rt BETWEEN a.at_ - INTERVAL '2' SECOND AND a.at_ + INTERVAL '5' SECOND", intervalJoin, -2000, 5000},
        {"a.at_ BETWEEN r.rt - INTERVAL '5' SECOND AND r.rt + INTERVAL '2' SECOND", intervalJoin, -2000, 5000},
        {"r.rt >= a.at_ AND r.rt < a.at_ + INTERVAL '1' MINUTE", intervalJoin, 0, 59'999},
        {"a.at_ <= r.rt AND a.at_ + INTERVAL '1' MINUTE > r.rt", intervalJoin, 0, 59'999},
        {"r.rt - INTERVAL '1' SECOND > a.at_ AND r.rt - (INTERVAL '1' HOUR + INTERVAL '30' MINUTE) <= a.at_", intervalJoin, 1001, 5'400'000},
        {"r.rt > a.at_ - 2 * INTERVAL '10' SECOND AND a.at_ >= r.rt - INTERVAL '1.5' SECOND * 2", intervalJoin, -19'999, 3000},
        {"INTERVAL '1' SECOND + r.rt >= a.at_ AND r.rt <= a.at_ + (- INTERVAL '1' SECOND)", intervalJoin, -1000, -1000},
        {"a.at_ = r.rt", intervalJoin, 0, 0},
        {"r.rt = a.at_ + INTERVAL '1' DAY", intervalJoin, 86'400'000, 86'400'000},
        {"r.rt BETWEEN a.at_ + INTERVAL '5' SECOND AND a.at_ - INTERVAL '5' SECOND", intervalJoin, 5000, -5000},
        {"r.rt BETWEEN a.at_ AND a.until AND r.rt <= a.at_ + INTERVAL '1' HOUR", intervalJoin, 0, 3'600'000},
        {"r.rt >= a.at_", join},
        {"r.rt BETWEEN a.at_ AND a.until", join},
        {"r.rt >= a.at_ AND r.rt <= a.at_ + INTERVAL '1' HOUR AND r.rt <= a.at_ + INTERVAL '2' HOUR", join},
        {"r.rt >= a.at_ AND r.rt <= a.at_ + INTERVAL '1' MONTH", join},
        {"r.rt >= a.at_ OR r.rt <= a.at_ + INTERVAL '1' HOUR", join},
        {"CAST(r.rt AS TIMESTAMP(3)) BETWEEN a.at_ AND a.at_ + INTERVAL '1' HOUR", join},
        {"r.rt BETWEEN a.until AND a.until + INTERVAL '1' HOUR", join},
        {"r.rt NOT BETWEEN a.at_ AND a.at_ + INTERVAL '1' HOUR", join},
        {"r.rt <> a.at_ AND r.rt <= a.at_ + INTERVAL '1' HOUR", join},
    };
    for (const Bound& b : bounds)
        for (const bool keyed : {false, true})
            for (const std::string& text : {"FROM Asks a JOIN Replies r ON " + std::string(keyed ? "a.k = r.k AND " : "") + b.condition,
                                            "FROM Asks a, Replies r WHERE " + std::string(b.condition) + (keyed ? " AND a.k = r.k" : ""),
                                            "FROM Asks a FULL JOIN Replies r ON " + std::string(b.condition) + (keyed ? " AND a.k = r.k AND r.rep < a.ask" : "")}) {
                CAPTURE(text);
                const plan::RuntimePlan q = p.plan("SELECT a.ask, r.rep " + text);
                CHECK(mistakeIn(p, q) == "");
                const short at = joinIn(q.view());
                REQUIRE(at >= 0);
                const plan::Node& n = q.view().nodes[at];
                CHECK(n.kind == b.kind);
                CHECK(n.bounds.lower == b.lower);
                CHECK(n.bounds.upper == b.upper);
                if (b.kind == intervalJoin) CHECK(n.mode.insertOnly());
            }
}

TEST_CASE("what comes out of joins over time: keys, kinds, time attributes") {
    using enum TimeAttribute;
    const plan::RuntimePlanner p = tables();
    const auto times = [&](const char* from) {
        const plan::RuntimePlan q = p.plan(std::string("SELECT * FROM ") + from);
        CAPTURE(q.message());
        REQUIRE(q);
        CHECK(mistakeIn(p, q) == "");
        std::string text;
        for (int i = 0; i < q.view().width(); ++i)
            if (const plan::Column& c = q.view().column(i); c.time != none)
                text += (text.empty() ? "" : ", ") + std::string(c.name) + (c.attribute() == none ? " shown" : "") + (c.type.nullable ? "" : " not null");
        return text;
    };
    CHECK(times("Asks a LEFT JOIN Replies r ON r.rt BETWEEN a.at_ AND a.at_ + INTERVAL '1' HOUR") == "at_, rt");
    CHECK(times("Asks a JOIN Replies r ON a.k = r.k") == "at_ shown, rt shown");
    CHECK(times("Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON f.cur = a.k") == "at_, at_0 shown");
    CHECK(times("(SELECT name, at_ AS moved FROM Named) n") == "moved shown");
    CHECK(times("Asks a, Replies r, Parts p WHERE a.k = p.k AND r.rt >= a.at_ AND r.rt <= a.at_ + INTERVAL '1' HOUR") == "at_ shown, rt shown");
    CHECK(times("Asks a, Replies r, Replies s WHERE s.rt >= r.rt AND s.rt <= r.rt + INTERVAL '1' HOUR AND r.rt >= a.at_ AND r.rt <= a.at_ + INTERVAL '1' HOUR") == "at_, rt, rt0");

    // A time that a regular join has seen bounds nothing.
    const plan::RuntimePlan q = p.plan("SELECT n.name, r.rep FROM Named n JOIN Replies r ON n.k = r.k AND r.rt BETWEEN n.at_ AND n.at_ + INTERVAL '1' HOUR");
    CHECK(mistakeIn(p, q) == "");
    CHECK(q.view().nodes[joinIn(q.view())].kind == plan::NodeKind::join);
    // In batch, where nothing is waited for, there are regular joins only.
    const plan::RuntimePlanner batch = tables(true);
    const plan::RuntimePlan b = batch.plan("SELECT a.ask, r.rep FROM Asks a JOIN Replies r ON r.rt BETWEEN a.at_ AND a.at_ + INTERVAL '1' HOUR");
    CHECK(mistakeIn(batch, b) == "");
    CHECK(b.view().nodes[joinIn(b.view())].kind == plan::NodeKind::join);
    const plan::RuntimePlan all = batch.plan("SELECT l.ask FROM (SELECT ask, PROCTIME() AS p FROM Asks) AS l LEFT JOIN Timeless FOR SYSTEM_TIME AS OF l.p AS t ON TRUE");
    CHECK(mistakeIn(batch, all) == "");

    const plan::RuntimePlan changes = p.plan("SELECT c.ask, f.rate FROM Changing c LEFT JOIN Fx FOR SYSTEM_TIME AS OF c.at_ AS f ON c.k = f.cur AND f.rate > 2");
    CHECK(mistakeIn(p, changes) == "");
    CHECK(changes.view().nodes[changes.view().root].mode.bits == plan::ChangelogMode::all);
    const plan::RuntimePlan appended = p.plan("SELECT a.ask, f.rate FROM Asks a LEFT JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur WHERE a.ask > 1 AND f.rate IS NULL");
    CHECK(mistakeIn(p, appended) == "");
    CHECK(appended.view().nodes[appended.view().root].mode.insertOnly());
    CHECK(mistakeIn(p, p.plan("SELECT t.* FROM Asks a JOIN Two FOR SYSTEM_TIME AS OF a.at_ AS t ON t.b = a.ask + 1 AND a.k = t.a AND t.vt > a.until")) == "");
}

TEST_CASE("equal windows of one form make a window join") {
    using enum plan::NodeKind;
    const plan::RuntimePlanner p = tables();
    const auto windows = [](const std::string& table, const std::string& time, const std::string& form = "TUMBLE", const std::string& size = "INTERVAL '10' SECOND") {
        return "TABLE(" + form + "(TABLE " + table + ", DESCRIPTOR(" + time + "), " + size + "))";
    };
    const std::string asks = windows("Asks", "at_"), replies = windows("Replies", "rt"), both = " ON l.window_start = r.window_start AND r.window_end = l.window_end";
    const std::string hop = "INTERVAL '5' SECOND, INTERVAL '10' SECOND";
    const auto groups = [](const std::string& of, const std::string& name) {
        return "(SELECT k, window_start AS ws, window_end AS we, COUNT(*) AS n FROM " + of + " GROUP BY k, window_start, window_end) AS " + name;
    };
    struct Shape {
        std::string from;
        plan::NodeKind kind;
        short keys;
    };
    const Shape shapes[] = {
        {asks + " l JOIN " + replies + " r" + both, windowJoin, 0},
        {asks + " l FULL JOIN " + replies + " r" + both + " AND l.k = r.k AND l.ask < r.rep", windowJoin, 1},
        {asks + " l, " + replies + " r WHERE l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end", windowJoin, 1},
        {groups(asks, "l") + " LEFT JOIN " + groups(replies, "r") + " ON l.ws = r.ws AND l.we = r.we AND l.k = r.k", windowJoin, 1},
        {asks + " l WHERE EXISTS (SELECT * FROM " + replies + " r WHERE l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end)", windowJoin, 1},
        {asks + " l WHERE NOT EXISTS (SELECT * FROM " + replies + " r WHERE l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end)", windowJoin, 1},
        {windows("Asks", "at_", "SESSION") + " l JOIN " + windows("Replies", "rt", "SESSION") + " r" + both, windowJoin, 1},  // the start is a key
        {windows("Asks", "at_", "HOP", hop) + " l JOIN " + windows("Replies", "rt", "HOP", hop) + " r" + both, windowJoin, 0},
        {asks + " l JOIN " + replies + " r ON l.window_start = r.window_start", join, 1},
        {asks + " l JOIN " + replies + " r ON l.window_start = r.window_start AND l.window_end = r.window_start", join, 2},
        {asks + " l JOIN " + windows("Replies", "rt", "TUMBLE", "INTERVAL '20' SECOND") + " r" + both, join, 2},
        {windows("Asks", "at_", "HOP", hop) + " l JOIN " + replies + " r" + both, join, 2},
        {asks + " l JOIN Replies r ON l.window_start = r.rt AND l.window_end = r.rt", join, 2},
    };
    for (const Shape& s : shapes) {
        CAPTURE(s.from);
        const plan::RuntimePlan q = p.plan("SELECT l.k FROM " + s.from);
        CHECK(mistakeIn(p, q) == "");
        const short at = joinIn(q.view());
        REQUIRE(at >= 0);
        CHECK(q.view().nodes[at].kind == s.kind);
        if (s.kind == windowJoin) CHECK(q.view().nodes[at].mode.insertOnly());
        const auto physical = plan::runtime::physical(q.view());
        for (int o = 0; o < physical.view.opCount; ++o)
            if (physical.view.ops[o].kind == s.kind) CHECK(physical.view.ops[o].keyCount == s.keys);
    }
    // What is joined is still in windows: of the side that is never padded.
    CHECK(mistakeIn(p, p.plan("SELECT ws, COUNT(*) AS n FROM (SELECT r.window_start AS ws, r.window_end AS we FROM " + asks + " l RIGHT JOIN " + replies + " r" + both + ") GROUP BY ws, we")) == "");
    const auto groupedBy = [&](const std::string& side, const std::string& kind) {
        const plan::RuntimePlan q = p.plan("SELECT ws, COUNT(*) AS n FROM (SELECT " + side + ".window_start AS ws, " + side + ".window_end AS we FROM " + asks + " l " + kind + " JOIN " + replies + " r" + both + ") GROUP BY ws, we");
        REQUIRE(q);
        return q.view().nodes[q.view().nodes[q.view().root].left].kind;
    };
    CHECK(groupedBy("l", "LEFT") == windowAggregate);
    CHECK(groupedBy("r", "RIGHT") == windowAggregate);
    CHECK(groupedBy("r", "LEFT") == aggregate);
    CHECK(groupedBy("l", "FULL") == aggregate);

    const plan::RuntimePlan changing = p.plan("SELECT l.k FROM " + windows("Changing", "at_") + " l JOIN " + replies + " r" + both);
    CHECK(changing.error().code == ErrorCode::changesIntoOperator);
    CHECK(changing.error().subject == "WindowJoin");
    const plan::RuntimePlan text = p.plan("SELECT l.k FROM " + asks + " l JOIN " + replies + " r" + both + " AND l.k = r.k");
    CHECK(text.explain().find("WindowJoin(INNER ON ") != std::string::npos);
    CHECK(text.explain().find("WindowJoin(INNER k = k)") != std::string::npos);
}

namespace {
// Which rows the join of a plan keeps, as explain says it of both sides.
std::string keptBy(const plan::RuntimePlan& p) {
    if (!p) return p.message();
    const std::string all = p.explain();
    const std::size_t from = all.find(" keeps ", all.find("Join(")) + 7;
    std::string tree = all.substr(from, all.find(" -> ", from) - from), operators;
    for (const char* side : {"  left: ", "  right: "}) {
        const std::size_t line = all.find(side), end = all.find('\n', line), at = all.find("; while ", line);
        operators += at < end ? all.substr(at + 2, end - at - 2) + "|" : "all|";
    }
    return tree + " / " + operators;
}

}  // namespace

TEST_CASE("a regular join forgets rows that no row behind the watermark of the other side meets") {
    const std::string windows = "(SELECT k, window_start AS ws, window_end AS we, window_time AS wt, MAX(rep) AS most FROM TABLE(TUMBLE(TABLE Replies, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end, window_time) w";
    const std::string asks = "SELECT a.ask FROM Asks a ", all = "all rows of both sides / all|all|";
    const std::pair<std::string, std::string> cases[] = {
        // The end of a window that comes is more than a millisecond after the watermark before.
        {asks + "JOIN " + windows + " ON a.k = w.k WHERE a.at_ BETWEEN w.we - INTERVAL '10' SECOND AND w.we", "rows of l while at_ > watermark - 9999 ms, all rows of r / while at_ > watermark - 9999 ms|all|"},
        {asks + "JOIN " + windows + " ON a.k = w.k AND w.we - INTERVAL '10' SECOND <= a.at_", "rows of l while at_ > watermark - 9999 ms, all rows of r / while at_ > watermark - 9999 ms|all|"},
        {asks + "JOIN " + windows + " ON a.k = w.k AND a.until + INTERVAL '1' SECOND > w.wt", "rows of l while until > watermark - 1000 ms, all rows of r / while until > watermark - 1000 ms|all|"},
        {asks + "JOIN " + windows + " ON a.k = w.k AND a.at_ >= w.ws", "rows of l while at_ > watermark - 9999 ms, all rows of r / while at_ > watermark - 9999 ms|all|"},
        {asks + "JOIN " + windows + " ON a.until = w.wt", "rows of l while until > watermark, all rows of r / while until > watermark|all|"},
        // The nearer of several bounds counts.
        {asks + "JOIN " + windows + " ON a.k = w.k AND a.at_ >= w.ws AND a.at_ >= w.wt", "rows of l while at_ > watermark, all rows of r / while at_ > watermark|all|"},
        {asks + "LEFT JOIN " + windows + " ON a.k = w.k AND a.at_ >= w.wt", "rows of l while at_ > watermark, all rows of r / while at_ > watermark|all|"},
        {"SELECT a.ask FROM " + windows + " RIGHT JOIN Asks a ON a.k = w.k AND a.at_ >= w.wt", "all rows of l, rows of r while at_ > watermark / all|while at_ > watermark|"},
        {"SELECT a.ask FROM Asks a WHERE EXISTS (SELECT 1 FROM " + windows + " WHERE a.k = w.k AND a.at_ >= w.wt)", "rows of l while at_ > watermark, all rows of r / while at_ > watermark|all|"},
        {asks + "JOIN (SELECT k, we + INTERVAL '1' MINUTE AS later FROM " + windows + " WHERE most > 3) w ON a.k = w.k AND a.at_ >= w.later - INTERVAL '10' SECOND", "rows of l while at_ > watermark + 50001 ms, all rows of r / while at_ > watermark + 50001 ms|all|"},
        // Both sides come of windows.
        {"SELECT v.most FROM " + windows + " JOIN (SELECT * FROM " + windows + ") v ON w.we = v.we AND w.k = v.k", "rows of l while we > watermark + 1 ms, rows of r while we > watermark + 1 ms / while we > watermark + 1 ms|while we > watermark + 1 ms|"},
        // No bound, or the other way round; rows without windows may be late.
        {asks + "JOIN " + windows + " ON a.k = w.k AND a.at_ <= w.we", all},
        {asks + "JOIN " + windows + " ON a.k = w.k AND (a.at_ >= w.we OR a.ask = 1)", all},
        {asks + "JOIN Replies r ON a.k = r.k AND a.at_ >= r.rt", all},
        {asks + "JOIN (SELECT DISTINCT rt FROM Replies) r ON a.at_ >= r.rt", all},
        // Windows that are told anew as rows come, that are not over by the watermark, and rows that are taken back.
        {asks + "JOIN (SELECT window_end AS we, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE Replies, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_end) w ON a.at_ >= w.we", all},
        {asks + "JOIN (SELECT window_end AS we, k FROM TABLE(TUMBLE(TABLE Replies, DESCRIPTOR(rt), INTERVAL '10' SECOND))) w ON a.k = w.k AND a.at_ >= w.we", all},
        {asks + "JOIN (SELECT window_end AS we, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE Clocked, DESCRIPTOR(pt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end) w ON a.at_ >= w.we", all},
        {"SELECT a.ask FROM Changing a JOIN " + windows + " ON a.k = w.k AND a.at_ >= w.we", all},
        {asks + "JOIN (SELECT * FROM " + windows + " UNION ALL SELECT * FROM " + windows + ") w ON a.k = w.k AND a.at_ >= w.we", all},
        {asks + "JOIN (SELECT k, window_end AS we, window_start AS ws FROM TABLE(SESSION(TABLE Replies PARTITION BY k, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end) w ON a.k = w.k AND a.at_ >= w.ws", all},
        // The one order of a key spares the join its replies: it stays, or these would.
        {"SELECT o.id FROM Orders o JOIN (SELECT rep, window_end AS we FROM TABLE(TUMBLE(TABLE Replies, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY rep, window_start, window_end) w ON o.id = w.rep AND o.open_ >= w.we", all},
    };
    plan::RuntimePlanner p = tables(), batch = tables(true);
    for (plan::RuntimePlanner* planner : {&p, &batch}) {
        REQUIRE(!planner->view("Clocked", planner->plan("SELECT rep, PROCTIME() AS pt FROM Replies")));
        REQUIRE(!planner->table("Orders", {{"id", "INT NOT NULL"}, {"open_", "TIMESTAMP(3)"}}, {.primaryKey = {"id"}}));
    }
    for (const auto& [query, kept] : cases) {
        CAPTURE(query);
        CHECK(keptBy(p.plan(query)) == kept);
        CHECK(mistakeIn(p, p.plan(query)) == "");
    }
    CHECK(keptBy(batch.plan(cases[0].first)) == all);
}

TEST_CASE("joins over time in explain") {
    const plan::RuntimePlanner p = tables();
    CHECK(p.plan("SELECT a.ask, r.rep FROM Asks a LEFT JOIN Replies r ON a.k = r.k AND r.rt BETWEEN a.at_ AND a.at_ + INTERVAL '5' SECOND").explain() ==
          R"(Project(ask, rep) [I] -> ask INT, rep INT
  IntervalJoin(LEFT ON l.k = r.k AND rt BETWEEN at_ AND at_ + INTERVAL '5' SECOND, rt - at_ from 0 to 5000 ms) [I] keeps rows of both sides that may still meet others -> ask INT, k STRING, at_ TIMESTAMP(3) *ROWTIME*, until TIMESTAMP(3), rep INT, k STRING, rt TIMESTAMP(3) *ROWTIME*
    Watermark(at_: of the stream) = view Asks [I]
      Scan(Asks) [I] -> ask INT, k STRING, at_ TIMESTAMP(3) *ROWTIME*, until TIMESTAMP(3)
    Watermark(rt: of the stream) = view Replies [I]
      Scan(Replies) [I] -> rep INT, k STRING, rt TIMESTAMP(3) *ROWTIME*

#0 IntervalJoin(LEFT k = k, right - left from 0 to 5000 ms) -> result
  left: ask, k, at_
  right: rep, k, rt
  emit ask, rep
#1 Watermark -> #0 left
  takes ask, k, at_
  emit ask, k, at_
#2 Scan(Asks) -> #1
  emit ask, k, at_
#3 Watermark -> #0 right
  takes rep, k, rt
  emit rep, k, rt
#4 Scan(Replies) -> #3
  emit rep, k, rt
)");
    const std::string temporal = p.plan("SELECT a.ask, f.rate FROM Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur").explain();
    CHECK(temporal.find("TemporalJoin(INNER ON k = cur, as of at_) [I] keeps left rows until their time, and the versions that may be asked for") != std::string::npos);
    CHECK(temporal.find("TemporalJoin(INNER k = cur)") != std::string::npos);
    CHECK(temporal.find("Normalize(BY cur) without") == std::string::npos);  // upserts say all that a version needs
    CHECK(p.plan("SELECT word FROM Parts, LATERAL TABLE(wordsOf(name)) AS w").explain().find("LookupJoin(wordsOf(name))") != std::string::npos);
}

TEST_CASE("rows of a table function stand beside those of the row they are made of") {
    const plan::RuntimePlanner p = tables();
    const char* queries[] = {
        "SELECT k, word, len FROM Parts, LATERAL TABLE(wordsOf(name))",
        "SELECT p.k, w.a, w.b FROM Parts p CROSS JOIN LATERAL TABLE(wordsOf(p.name)) AS w (a, b) WHERE w.b > 2",
        "SELECT * FROM Parts p LEFT JOIN LATERAL TABLE(wordsOf(p.name)) AS w ON TRUE",
        "SELECT * FROM Parts p LEFT JOIN LATERAL TABLE(wordsOf(p.name)) AS w ON w.len > 2",
        "SELECT n FROM TABLE(upTo(3)) AS n",
        "SELECT a.ask, n FROM Asks a, LATERAL TABLE(upTo(COALESCE(a.ask, 0))) AS n, LATERAL TABLE(wordsOf(a.k)) AS s",
        "SELECT k, word FROM Changing, LATERAL TABLE(wordsOf(k)) AS w",
    };
    for (const char* q : queries) {
        CAPTURE(q);
        CHECK(mistakeIn(p, p.plan(q)) == "");
    }
    // The same, asked as a table of what there is now: its arguments are what the first columns of its rows are equal to.
    const char* now = "(SELECT *, PROCTIME() AS pt FROM Parts) p";
    const char* lookups[][2] = {
        {" JOIN wordsOf FOR SYSTEM_TIME AS OF p.pt AS w ON p.name = w.word", ", LATERAL TABLE(wordsOf(p.name)) AS w WHERE p.name = w.word"},
        {" LEFT JOIN wordsOf FOR SYSTEM_TIME AS OF p.pt AS w ON w.len > 2 AND w.word = p.k || 'x'", " LEFT JOIN LATERAL TABLE(wordsOf(p.k || 'x')) AS w ON w.len > 2 AND w.word = p.k || 'x'"},
        {" JOIN upTo FOR SYSTEM_TIME AS OF p.pt AS n ON n.n = 3", ", LATERAL TABLE(upTo(3)) AS n WHERE n.n = 3"},
    };
    for (const auto& l : lookups) {
        CAPTURE(l[0]);
        const plan::RuntimePlan q = p.plan(std::string("SELECT p.k FROM ") + now + l[0]);
        CHECK(mistakeIn(p, q) == "");
        CHECK(q.view() == p.plan(std::string("SELECT p.k FROM ") + now + l[1]).view());
    }
    const plan::RuntimePlan left = p.plan("SELECT w.word, w.len, n FROM Parts p LEFT JOIN LATERAL TABLE(wordsOf(p.name)) AS w ON TRUE, LATERAL TABLE(upTo(2)) AS n");
    REQUIRE(left);
    CHECK(left.view().column(0).type == sqltype::string.orNull(true));
    CHECK(left.view().column(2).type == sqltype::integer);
    CHECK(left.view().column(2).name == "n");
}

TEST_CASE("refusals of joins over time") {
    const plan::RuntimePlanner p = tables(), batch = tables(true);
    using enum ErrorCode;
    struct Wrong {
        const char* from;
        ErrorCode code;
        const char* subject;
    };
    const Wrong wrongs[] = {
        {"Changing a JOIN Replies r ON r.rt BETWEEN a.at_ AND a.at_ + INTERVAL '1' HOUR", changesIntoOperator, "IntervalJoin"},
        {"Replies r, Changing a WHERE r.rt = a.at_", changesIntoOperator, "IntervalJoin"},
        {"Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.until AS f ON a.k = f.cur", asOfTime, "until"},
        {"Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.at_ + INTERVAL '1' HOUR AS f ON a.k = f.cur", asOfTime, "FOR SYSTEM_TIME AS OF"},
        {"Named a JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur", asOfTime, "at_"},
        {"Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.nope AS f ON a.k = f.cur", unknownColumn, "nope"},
        {"Asks a RIGHT JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur", temporalJoin, "FOR SYSTEM_TIME AS OF"},
        {"Asks a FULL JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur", temporalJoin, "FOR SYSTEM_TIME AS OF"},
        {"Asks a NATURAL JOIN Timeless FOR SYSTEM_TIME AS OF a.at_ AS f", temporalJoin, "FOR SYSTEM_TIME AS OF"},
        {"Asks a JOIN Timeless FOR SYSTEM_TIME AS OF a.at_ AS f USING (k)", temporalJoin, "FOR SYSTEM_TIME AS OF"},
        {"Asks a JOIN Replies FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.k", notVersioned, "Replies"},
        {"Asks a JOIN Timeless FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.k", notVersioned, "Timeless"},
        {"Asks a JOIN Zoned FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.k", typeMismatch, "vt"},
        {"Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k < f.cur", temporalKey, "Fx"},
        {"Asks a JOIN Two FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.a", temporalKey, "Two"},
        {"Asks a, Fx FOR SYSTEM_TIME AS OF a.at_ AS f", temporalKey, "Fx"},
        {"Asks a JOIN Nope FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur", unknownTable, "Nope"},
        {"Fx FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00' AS f", temporalJoin, "FOR SYSTEM_TIME AS OF"},
        {"Parts p, LATERAL TABLE(wordsOf(p.name, 1)) AS w", argumentCount, "wordsOf"},
        {"Parts p, LATERAL TABLE(wordsOf(1)) AS w", typeMismatch, "wordsOf"},
        {"Asks a, LATERAL TABLE(upTo(a.ask)) AS w", nullIntoNotNull, "upTo"},
        {"Parts p, LATERAL TABLE(wordsOf(p.name)) AS w (a)", nameCount, "w"},
        {"Parts p, LATERAL TABLE(twice(1)) AS w", notATableFunction, "twice"},
        {"Parts p, LATERAL TABLE(wordOf(p.name)) AS w", unknownFunction, "wordOf"},
        {"Parts p RIGHT JOIN LATERAL TABLE(wordsOf(p.name)) AS w ON TRUE", notSupported, "a table function in RIGHT and FULL JOIN"},
        {"Parts p, LATERAL TABLE(wordsOf(p.name)) AS p", duplicateAlias, "p"},
        {"Asks a JOIN wordsOf FOR SYSTEM_TIME AS OF a.at_ AS w ON a.k = w.word", notVersioned, "wordsOf"},
        {"(SELECT *, PROCTIME() AS pt FROM Parts) p JOIN wordsOf FOR SYSTEM_TIME AS OF p.pt AS w ON p.name < w.word", temporalKey, "wordsOf"},
        {"(SELECT *, PROCTIME() AS pt FROM Asks) a JOIN upTo FOR SYSTEM_TIME AS OF a.pt AS n ON a.ask = n.n", nullIntoNotNull, "upTo"},
        {"(SELECT *, PROCTIME() AS pt FROM Asks) a JOIN twice FOR SYSTEM_TIME AS OF a.pt AS n ON a.ask = n.n", unknownTable, "twice"},
        {"Parts p WHERE wordsOf(p.name) IS NULL", notSupported, "wordsOf"},
    };
    for (const Wrong& w : wrongs) {
        CAPTURE(w.from);
        const plan::RuntimePlan q = p.plan(std::string("SELECT * FROM ") + w.from);
        CAPTURE(q.message());
        CHECK(q.error().code == w.code);
        CHECK(q.error().subject == w.subject);
        CHECK(q.error().position >= 0);
    }
    CHECK(p.plan("SELECT * FROM Asks a JOIN Two FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.a").message().find("wants f.") != std::string::npos);
    CHECK(p.plan("SELECT * FROM (SELECT *, PROCTIME() AS pt FROM Parts) p JOIN wordsOf FOR SYSTEM_TIME AS OF p.pt AS w ON p.name < w.word").message().find("wants w.word = ..") != std::string::npos);
    const plan::RuntimePlan q = batch.plan("SELECT * FROM Asks a JOIN Fx FOR SYSTEM_TIME AS OF a.at_ AS f ON a.k = f.cur");
    CHECK(q.error().code == temporalJoin);
}
