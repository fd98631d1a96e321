// SPDX-License-Identifier: BSL-1.0
// A node that puts rows into windows, for SQL and the Table API.
#pragma once
#include <string_view>

#include <rivulet/plan/relation_binder.hpp>
#include <rivulet/plan/window_functions.hpp>

namespace rivulet::plan {

/// `input` with the columns window_start, window_end and window_time of the windows that the rows are in by column `time`; `at` is where an error points.
/// Sessions are apart by the columns that stand as items from `firstKey` on.
/// - Refused: a column that is no time attribute (batch: no TIMESTAMP or TIMESTAMP_LTZ), lengths that make no windows, sessions in batch, a column of
///   the input that has one of those names.
constexpr short RelationBinder::window(short input, Windowing w, const Syntax& at, short firstKey, short keyCount) {
    const Column time = plan.column(input, w.time);
    if (!isWindowTime(time, at) || !areWindowLengths(w, at)) return -1;
    if (plan.batch && w.kind == WindowKind::session) {
        Error e = errorAt(ErrorCode::notSupported, at, "SESSION windows");
        e.expected = "streaming mode";
        plan.fail(e);
        return -1;
    }
    w.zoned = time.type.root == TypeRoot::timestampLtz;
    w.byProcessingTime = time.attribute() == TimeAttribute::proctime;
    Node n{.kind = NodeKind::window, .left = input, .firstItem = firstKey, .itemCount = keyCount, .firstColumn = plan.columnCount, .keyCount = keyCount, .windowing = w};
    for (short c = 0; c < plan.nodes[input].columnCount; ++c) plan.add(Column{plan.column(input, c)});
    SqlType timeType = time.type.withNullable(w.grouped && time.type.nullable);  // as Flink has them
    timeType.precision = 3;
    const TimeAttribute attribute = w.byProcessingTime ? TimeAttribute::proctime : plan.batch ? TimeAttribute::none : TimeAttribute::rowtime;
    const Column made[] = {{.name = "window_start", .type = sqltype::timestamp(3)}, {.name = "window_end", .type = sqltype::timestamp(3)},
                           {.name = "window_time", .type = timeType, .time = attribute}};
    for (const Column& c : made) {
        if (find(input, c.name) >= 0) {
            Error e = errorAt(ErrorCode::duplicateColumn, at, c.name);
            e.expected = "another name for it below, with AS";
            plan.fail(e);
            return -1;
        }
        plan.add(c);
    }
    n.columnCount = static_cast<short>(plan.columnCount - n.firstColumn);
    return put(n);
}
constexpr bool RelationBinder::isWindowTime(const Column& c, const Syntax& at) {
    if (plan.batch ? c.type.isTimestamp() : c.attribute() == TimeAttribute::rowtime || c.attribute() == TimeAttribute::proctime) return true;
    Error e = errorAt(ErrorCode::notTimeAttribute, at, c.name);
    if (c.time == TimeAttribute::shiftedRowtime) {
        e.found = "a row time plus an interval";
        e.expected = "the row time as it is";
    } else if (c.onlyShown) {
        e.found = "a row time behind a regular join, or of a row of a match: in no order of time";
        e.expected = "a window below the join, an interval join, or MATCH_ROWTIME()";
    } else {
        nameType(e.foundText, c.type);
        e.expected = plan.batch ? "a TIMESTAMP or TIMESTAMP_LTZ" : c.type.isTimestamp() ? "a watermark in its schema"
                                                                                        : c.type.isInteger() ? "TO_TIMESTAMP_LTZ(.., 3) as a column with a watermark in the schema"
                                                                                                               : "a TIMESTAMP with a watermark in the schema";
    }
    return plan.fail(e);
}
constexpr bool RelationBinder::areWindowLengths(const Windowing& w, const Syntax& at) {
    const auto refuse = [&](std::string_view wants, std::string_view label, long long found) {
        Error e = errorAt(ErrorCode::windowLengths, at, windowFunction(w.kind).name);
        e.expected = wants;
        writeCount(e.foundText, label, found);
        e.foundText.append(" ms");
        return plan.fail(e);
    };
    if (w.size <= 0) return refuse(w.kind == WindowKind::session ? "a gap of more than nothing" : "a size of more than nothing", "", w.size);
    if (w.size > mostLength || w.step > mostLength) return refuse("a length that times can have", "", w.size > mostLength ? w.size : w.step);
    if ((w.kind == WindowKind::hop || w.kind == WindowKind::cumulate) && w.step <= 0) return refuse(w.kind == WindowKind::hop ? "a slide of more than nothing" : "a step of more than nothing", "", w.step);
    if (w.kind == WindowKind::cumulate && w.size % w.step != 0) return refuse("a size of whole steps", "a step of ", w.step);
    if (w.offset <= -w.size || w.offset >= w.size) return refuse("an offset below the size", "an offset of ", w.offset);
    return true;
}

}  // namespace rivulet::plan
