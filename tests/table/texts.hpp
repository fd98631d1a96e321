// SPDX-License-Identifier: BSL-1.0
// Rows of tables and streams as texts, for tests.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

namespace test {

using Texts = std::vector<std::string>;

template <class T>
std::string textOf(const T& value) {
    std::string s;
    rivulet::appendText(s, value);
    return s;
}
template <class Rows>
Texts textsOf(const Rows& rows) {
    Texts texts;
    for (const auto& row : rows) texts.push_back(textOf(row));
    return texts;
}
/// The table's rows, from a job of their own.
template <class Table> Texts rowsOf(const Table& table) { return textsOf(table.execute().collect()); }

/// The same where the order is open: of a union.
template <class Table>
Texts sortedRowsOf(const Table& table) {
    Texts texts = rowsOf(table);
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// An environment of streams, and one of tables without views.
struct Environment {
    rivulet::StreamExecutionEnvironment env;
    decltype(rivulet::StreamTableEnvironment::create(env)) tenv = rivulet::StreamTableEnvironment::create(env);
};

/// What the exception says that `f` throws, or nothing.
template <class E, class F>
std::string thrownBy(F&& f) {
    try {
        f();
    } catch (const E& e) {
        return e.what();
    }
    return {};
}

}  // namespace test
