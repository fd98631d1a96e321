// SPDX-License-Identifier: BSL-1.0
// Reads queries and says what the planner makes of each, with the functions that the compiler runs: so that one that is refused
// is known before anything is compiled. Input: strings as `length:bytes`. Output: a line of JSON for each query.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/plan/run_time.hpp>

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

// A table's rows are a stream; what is computed is a query over it.
void readTable(rivulet::plan::RuntimePlanner& planner, Answer& answer) {
    const std::string name = next(), projection = next();
    for (std::string k = next(); !k.empty();) k = next();
    std::vector<rivulet::plan::RuntimeColumn> columns;
    for (std::string column = next(); !column.empty(); column = next()) columns.push_back({column, next()});
    const bool direct = projection.empty();
    answer.take(planner.table(direct ? name : "rows of " + name, std::move(columns)));
    if (direct || answer.error) return;
    const rivulet::plan::RuntimePlan plan = planner.plan(projection);
    answer.take(plan);
    if (!answer.error) answer.take(planner.view(name, plan));
}

}  // namespace

int main() {
    for (std::string name; read(name);) {
        rivulet::plan::RuntimePlanner planner;
        Answer answer;
        std::vector<rivulet::plan::RuntimePlan> views;
        next();
        std::string what;
        for (what = next();; what = next()) {
            if (what == "table") readTable(planner, answer);
            else if (what == "view") {
                const std::string view = next();
                views.push_back(planner.plan(next()));
                answer.take(views.back());
                if (!answer.error) answer.take(planner.view(view, views.back()));
            } else break;
        }
        for (std::string k = next(); !k.empty();) k = next();
        const rivulet::plan::RuntimePlan plan = planner.plan(next());
        answer.take(plan);
        if (!answer.error) answer.take(rivulet::plan::runtime::physical(plan.view()).error);
        std::string line = "{\"case\": ";
        conformance::writeText(line, name);
        if (answer.error) {
            line += ", \"refused\": ";
            conformance::writeText(line, answer.message);
            line += ", \"subject\": ";
            conformance::writeText(line, answer.error.subject);
            line += ", \"unsupported\": ";
            line += answer.error.code == rivulet::ErrorCode::notSupported ? "true" : "false";
            if (answer.error.position >= 0 && answer.sql == plan.sql()) line += ", \"position\": " + std::to_string(answer.error.position);
        }
        line += "}\n";
        std::fwrite(line.data(), 1, line.size(), stdout);
    }
}
