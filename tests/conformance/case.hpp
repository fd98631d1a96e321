// SPDX-License-Identifier: BSL-1.0
// One recorded conversion: what a program of ours gives against what Flink answered, part by part.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/rivulet.hpp>

namespace conformance {

struct Recorded { std::string_view name, part, text; };
extern const Recorded recorded[];
extern const std::size_t recordedCount;

/// Class names without packages and namespaces: `STRUCTURED<'D$City'` and `RAW('app::City'` are `'City'` on both sides.
inline std::string withShortNames(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        out += text[i++];
        if (!(out.ends_with("STRUCTURED<'") || out.ends_with("RAW('"))) continue;
        const std::size_t end = text.find('\'', i);
        const std::size_t from = text.substr(0, end).find_last_of("$.:'");
        out += text.substr(from + 1, end - from - 1);
        i = end;
    }
    return out;
}
template <class T> std::string textOf(const T& value) {
    std::string text;
    rivulet::appendText(text, value);
    return text;
}
/// Every row as a line of row text.
template <class Rows> std::vector<std::string> linesOf(const Rows& rows, std::string_view prefix = {}) {
    std::vector<std::string> lines;
    for (const auto& row : rows) lines.push_back(std::string(prefix) + textOf(row));
    return lines;
}

class Case {
public:
    explicit Case(std::string_view name) : name_(name) {
        for (std::size_t i = 0; i < recordedCount; ++i)
            if (recorded[i].name == name) open_.insert(recorded[i].part);
        REQUIRE_MESSAGE(!open_.empty(), "nothing is recorded of ", name_);
    }
    /// Every recorded part has been asked for.
    void finish() const {
        for (const std::string_view part : open_) FAIL_CHECK("not compared: ", part);
    }

    /// The text of a recorded part.
    std::string_view text(std::string_view part) {
        for (std::size_t i = 0; i < recordedCount; ++i)
            if (recorded[i].name == name_ && recorded[i].part == part) {
                open_.erase(part);
                return recorded[i].text;
            }
        FAIL_CHECK("not recorded: ", part);
        return {};
    }
    template <class Table> void schema(const Table& table, std::string_view part = "printSchema") { CHECK(withShortNames(table.schemaText()) == withShortNames(text(part))); }
    /// The columns of the table that goes out.
    template <class Table> void query(const Table& table) { schema(table, "query"); }
    void rows(const std::vector<std::string>& lines) { CHECK(joined(lines) == text("rows")); }
    template <class T, class O> void rows(const rivulet::DataStream<T, O>& stream) { rows(linesOf(stream.executeAndCollect())); }
    template <class Tag> void rows(const rivulet::Table<Tag>& table) { rows(linesOf(table.execute().collect())); }
    /// The same where the order is open.
    void rowsInAnyOrder(std::vector<std::string> lines) {
        std::vector<std::string> expected;
        for (std::string_view rest = text("rows"); !rest.empty(); rest = rest.substr(rest.find('\n') + 1)) expected.emplace_back(rest.substr(0, rest.find('\n')));
        std::sort(lines.begin(), lines.end());
        std::sort(expected.begin(), expected.end());
        CHECK(joined(lines) == joined(expected));
    }
    void printed(std::string_view output) { CHECK(output == text("print")); }
    /// Flink refuses, and so do we; both name `subject`, or Flink says it in other words.
    void refused(const rivulet::Error& error, rivulet::ErrorCode code, std::string_view subject, std::string_view flinkSays = {}) {
        CHECK(rivulet::sentence(error.code) == rivulet::sentence(code));
        CHECK(error.subject == subject);
        const std::string_view message = text("error"), said = flinkSays.empty() ? subject : flinkSays;
        CHECK_MESSAGE(message.find(said) != message.npos, "Flink says: ", message);
    }
    /// The job fails in both; ours names all of `names`.
    template <class E, class F> void fails(F run, std::initializer_list<std::string_view> names) {
        (void)text("error");
        std::string what;
        CHECK_THROWS_AS([&] {
            try { run(); }
            catch (const std::exception& e) { what = e.what(); throw; }
        }(), E);
        for (const std::string_view name : names) CHECK_MESSAGE(what.find(name) != what.npos, what, " does not say ", name);
    }
    /// A part that is other here on purpose; docs/differences.md says why (coverage.py looks).
    void differs(std::string_view part) { (void)text(part); }

private:
    static std::string joined(const std::vector<std::string>& lines) {
        std::string all;
        for (const std::string& line : lines) all.append(line) += '\n';
        return all;
    }
    std::string_view name_;
    std::set<std::string_view> open_;
};

}  // namespace conformance

/// A recorded case by its name; the body calls methods of `c`, which must compare all that was recorded.
#define CONFORMANCE(scenario)                          \
    static void scenario(conformance::Case& c);        \
    TEST_CASE(#scenario) {                             \
        conformance::Case c(#scenario);                \
        scenario(c);                                   \
        c.finish();                                    \
    }                                                  \
    static void scenario(conformance::Case& c)
