// SPDX-License-Identifier: BSL-1.0
// Any text cast to each type: CAST and TRY_CAST agree, and what was read, written and read again is the same value and the same text.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/types/cast.hpp>

using namespace rivulet;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

template <TypeRoot Root, int P = 0, int S = 0>
void readAndWrite(std::string_view text) {
    using To = CastTo<Root, P, S>;
    const auto value = tryCastValue(To{}, text);
    bool threw = false;
    try {
        const auto same = castValue(To{}, text);
        if constexpr (std::is_same_v<decltype(same), const typename To::Value>) require(value.has_value());
        else require(same.has_value() == value.has_value());
    } catch (const DataError& e) {
        threw = true;
        require(*e.what() != '\0');
    }
    require(!threw || !value);
    if (!value) return;
    std::string written;
    appendSqlText(written, *value);
    const auto again = tryCastValue(To{}, std::string_view(written));
    require(again.has_value());
    if constexpr (std::is_floating_point_v<typename To::Value>) require(std::isnan(*value) ? std::isnan(*again) : *again == *value);
    else require(*again == *value);
    std::string twice;
    appendSqlText(twice, *again);
    require(written == twice);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    using enum TypeRoot;
    readAndWrite<boolean>(text);
    readAndWrite<tinyint>(text);
    readAndWrite<smallint>(text);
    readAndWrite<integer>(text);
    readAndWrite<bigint>(text);
    readAndWrite<float_>(text);
    readAndWrite<double_>(text);
    readAndWrite<decimal, 5, 2>(text);
    readAndWrite<decimal, 38, 0>(text);
    readAndWrite<decimal, 38, 38>(text);
    readAndWrite<date>(text);
    readAndWrite<time, 0>(text);
    readAndWrite<time, 3>(text);
    readAndWrite<timestamp, 0>(text);
    readAndWrite<timestamp, 3>(text);
    readAndWrite<timestamp, 9>(text);
    readAndWrite<char_, 3>(text);
    readAndWrite<varchar, 3>(text);
    return 0;
}
