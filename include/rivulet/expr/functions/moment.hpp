// SPDX-License-Identifier: BSL-1.0
// Functions of the moment in which a row is processed. What evaluates them is the run of a query: lift/run_context.hpp.
#pragma once
#include <string_view>

#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// CURRENT_WATERMARK(rowtime): the watermark before the row, as a TIMESTAMP(3) or TIMESTAMP_LTZ(3) like its argument, which the binder wants to be a row time.
/// NULL before the first one and in batch.
///
///     SELECT * FROM events WHERE ts <= CURRENT_WATERMARK(ts)   -- the late rows
struct CurrentWatermark {
    static constexpr void typing(Typing& t) {
        if (t.type(0).root == TypeRoot::timestamp) t.result = sqltype::timestamp(3).orNull(true);
        else if (t.type(0).root == TypeRoot::timestampLtz) t.result = sqltype::timestampLtz(3).orNull(true);
        else t.refuse(0, wanted);
    }
    static constexpr std::string_view wanted = "the column of a WATERMARK";
    static constexpr FunctionInfo info{.name = "CURRENT_WATERMARK", .minArguments = 1, .maxArguments = 1, .strict = false, .deterministic = false, .typing = &typing};
};

/// PROCTIME(): when the row is processed, by the environment's clock; TIMESTAMP_LTZ(3) NOT NULL. A column of it is the table's processing time.
struct ProcessingTime {
    static constexpr void typing(Typing& t) { t.result = sqltype::timestampLtz(3); }
    static constexpr FunctionInfo info{.name = "PROCTIME", .minArguments = 0, .maxArguments = 0, .deterministic = false, .typing = &typing};
};

}  // namespace rivulet::functions
