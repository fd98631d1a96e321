// SPDX-License-Identifier: BSL-1.0
// Reads queries and says what the planner makes of each, with the functions that the compiler runs: so that one that is refused
// is known before anything is compiled. Input: strings as `length:bytes`. Output: a line of JSON for each query.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/plan/run_time.hpp>
#include <rivulet/plan/sink.hpp>

#include "values.hpp"

namespace {

bool read(std::string& text) {
    std::size_t size = 0;
    if (std::scanf("%zu:", &size) != 1) return false;
    text.resize(size);
    return std::fread(text.data(), 1, size, stdin) == size;
}
std::string next() {
    std::string text;
    read(text);
    return text;
}

struct Answer {
    rivulet::Error error{};
    std::string message, sql;
    void take(const rivulet::plan::RuntimePlan& p) {
        if (error) return;
        error = p.error();
        message = p.message();
        sql = p.sql();
    }
    void take(const rivulet::Error& e) {
        if (error || !e) return;
        error = e;
        message = rivulet::plan::runtime::text([&](rivulet::detail::TextWriter& w) { rivulet::detail::writeError(w, e, {}); });
    }
};

std::vector<std::string> nextList() {
    std::vector<std::string> list;
    for (std::string s = next(); !s.empty(); s = next()) list.push_back(std::move(s));
    return list;
}

rivulet::plan::ChangelogMode modeOf(std::string_view name) {
    using rivulet::plan::ChangelogMode;
    if (name == "upsert") return {ChangelogMode::insert | ChangelogMode::updateAfter | ChangelogMode::delete_};
    return name == "all" ? ChangelogMode{ChangelogMode::all} : ChangelogMode{};
}

// A table's rows are a stream; what is computed is a query over it.
void readTable(rivulet::plan::RuntimePlanner& planner, Answer& answer) {
    const std::string name = next(), projection = next(), rowtime = next();
    rivulet::plan::RuntimeTable options;
    options.mode = modeOf(next());
    options.primaryKey = nextList();
    std::vector<rivulet::plan::RuntimeColumn> columns;
    for (std::string column = next(); !column.empty(); column = next()) columns.push_back({column, next()});
    const bool direct = projection.empty();
    if (direct) options.rowtime = rowtime;
    answer.take(planner.table(direct ? name : "rows of " + name, std::move(columns), options));
    if (direct || answer.error) return;
    const rivulet::plan::RuntimePlan plan = planner.plan(projection);
    answer.take(plan);
    if (!answer.error) answer.take(planner.view(name, plan, rowtime));
}

// Why a target that takes these kinds of change, and tells rows apart by `key`, does not take the plan's rows.
rivulet::Error sinkError(const rivulet::plan::PlanView& plan, rivulet::plan::ChangelogMode taken, const std::vector<std::string>& key) {
    rivulet::plan::PlanBuilder p{};
    static_cast<rivulet::plan::PlanView&>(p) = plan;
    rivulet::plan::FieldBinder binder{{{p, nullptr, {}, false}}};
    std::vector<rivulet::Column> columns(static_cast<std::size_t>(plan.width()));
    std::vector<int> places;
    for (int i = 0; i < plan.width(); ++i) columns[static_cast<std::size_t>(i)].name = plan.column(i).name;
    for (const std::string& name : key) {
        int place = 0;
        while (place < plan.width() && plan.column(place).name != name) ++place;
        if (place == plan.width()) return {.code = rivulet::ErrorCode::keyColumn, .subject = name};
        places.push_back(place);
    }
    if (!binder.refuseChanges(plan.root, taken) && !places.empty()) binder.refuseKey(plan.root, columns.data(), places.data(), static_cast<int>(places.size()));
    return p.error;
}

// Whether one row that arrives can give several whose order Flink leaves open: they come from a join's other side, from a ranking, or a
// watermark released them.
bool givesSeveral(const rivulet::plan::PlanView& plan) {
    using rivulet::plan::NodeKind;
    for (short i = 0; i < plan.nodeCount; ++i)
        if (const NodeKind kind = plan.nodes[i].kind; kind == NodeKind::join || kind == NodeKind::rank || kind >= NodeKind::watermark) return true;
    return false;
}

}  // namespace

int main() {
    for (std::string name; read(name);) {
        rivulet::plan::RuntimePlanner planner(next() == "batch");
        Answer answer;
        std::vector<rivulet::plan::RuntimePlan> views;
        std::string what = next();
        for (; what == "table" || what == "view"; what = next()) {
            if (what == "table") {
                readTable(planner, answer);
                continue;
            }
            const std::string view = next();
            views.push_back(planner.plan(next()));
            answer.take(views.back());
            if (!answer.error) answer.take(planner.view(view, views.back()));
        }
        const std::vector<std::string> key = nextList();
        const rivulet::plan::RuntimePlan plan = planner.plan(next());
        answer.take(plan);
        if (!answer.error && what != "changelog") answer.take(sinkError(plan.view(), modeOf(what), key));
        if (!answer.error) answer.take(rivulet::plan::runtime::physical(plan.view()).error);
        std::string line = "{\"case\": ";
        conformance::writeText(line, name);
        if (answer.error) {
            line += ", \"refused\": ";
            conformance::writeText(line, answer.message);
            line += ", \"subject\": ";
            conformance::writeText(line, answer.error.subject);
            if (answer.error.position >= 0 && answer.sql == plan.sql()) line += ", \"position\": " + std::to_string(answer.error.position);
        } else if (givesSeveral(plan.view())) {
            line += ", \"several\": true";
        }
        line += "}\n";
        std::fwrite(line.data(), 1, line.size(), stdout);
    }
}
