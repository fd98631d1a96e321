// SPDX-License-Identifier: BSL-1.0
// The bounded table beside q13's stream: 10,000 numbers and their texts, in a CSV file.
#pragma once
#include <cstdint>
#include <string>

#include <rivulet/connector/file.hpp>
#include <rivulet/rivulet.hpp>

namespace nexmark {

struct SideInput {
    std::int64_t key;
    std::string value;
};

inline void writeSideInput(const std::string& path) {
    rivulet::StreamExecutionEnvironment env;
    env.fromGenerator([](std::int64_t i) { return SideInput{i, std::to_string(i)}; }, 10'000).addSink(rivulet::CsvSink<SideInput>(path, rivulet::CsvOptions{}.noHeader()));
    env.execute();
}

/// `views` with `side_input`, read from the file.
template <class Views>
auto withSideInput(const Views& views, const rivulet::StreamExecutionEnvironment& env, const std::string& path) {
    return views.template createTemporaryView<"side_input">(rivulet::fromCsvFile<SideInput>(env, path, rivulet::CsvOptions{}.noHeader()), rivulet::Schema().primaryKey<"key">());
}

}  // namespace nexmark
