// SPDX-License-Identifier: BSL-1.0
// Dates and times as text: as rows print them (java.time) and as CAST to STRING gives them.
#pragma once
#include <cstdint>

#include <rivulet/core/text.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet::detail {

// Four digits at least; java.time signs years beyond 9999.
constexpr void writeDate(TextWriter& w, std::int64_t days, bool signBeyond9999) {
    const Civil c = civilFromDays(days);
    if (c.year < 0) w.put('-');
    else if (c.year > 9999 && signBeyond9999) w.put('+');
    writePadded(w, c.year < 0 ? -c.year : c.year, 4);
    w.put('-');
    writePadded(w, c.month, 2);
    w.put('-');
    writePadded(w, c.day, 2);
}

constexpr void writeClock(TextWriter& w, std::int64_t secondOfDay) {
    writePadded(w, secondOfDay / 3600, 2);
    w.put(':');
    writePadded(w, secondOfDay / 60 % 60, 2);
    w.put(':');
    writePadded(w, secondOfDay % 60, 2);
}

// 3, 6 or 9 digits, whichever suffice
constexpr void writeFraction(TextWriter& w, std::int64_t nano) {
    if (nano == 0) return;
    w.put('.');
    if (nano % 1'000'000 == 0) writePadded(w, nano / 1'000'000, 3);
    else if (nano % 1000 == 0) writePadded(w, nano / 1000, 6);
    else writePadded(w, nano, 9);
}

// exactly p digits
constexpr void writeFraction(TextWriter& w, std::int64_t nano, int p) {
    if (p == 0) return;
    w.put('.');
    writePadded(w, nano / smallPowerOfTen(9 - p), p);
}

// java.time.LocalTime.toString leaves out seconds that are zero
constexpr void writeLocalTime(TextWriter& w, std::int64_t nanoOfDay) {
    const std::int64_t second = nanoOfDay / nanosPerSecond, nano = nanoOfDay % nanosPerSecond;
    if (second % 60 == 0 && nano == 0) {
        writePadded(w, second / 3600, 2);
        w.put(':');
        writePadded(w, second / 60 % 60, 2);
        return;
    }
    writeClock(w, second);
    writeFraction(w, nano);
}

constexpr void writeRow(TextWriter& w, Date d) { writeDate(w, d.epochDay(), true); }
template <int P> constexpr void writeRow(TextWriter& w, Time<P> t) { writeLocalTime(w, t.nanoOfDay()); }
template <int P> constexpr void writeRow(TextWriter& w, const Timestamp<P>& t) {
    writeDate(w, t.instant().epochDay(), true);
    w.put('T');
    writeLocalTime(w, t.instant().nanoOfDay());
}
// java.time.Instant.toString keeps the seconds
template <int P> constexpr void writeRow(TextWriter& w, const TimestampLtz<P>& t) {
    writeDate(w, t.instant().epochDay(), true);
    w.put('T');
    writeClock(w, t.instant().nanoOfDay() / nanosPerSecond);
    writeFraction(w, t.instant().nanoOfDay() % nanosPerSecond);
    w.put('Z');
}

constexpr void writeSql(TextWriter& w, Date d) { writeDate(w, d.epochDay(), false); }
template <int P> constexpr void writeSql(TextWriter& w, Time<P> t) {
    writeClock(w, t.nanoOfDay() / nanosPerSecond);
    int digits = P;  // unlike timestamps, Flink leaves out zeros at the end, but not the last digit
    for (std::int64_t nano = t.nanoOfDay() % nanosPerSecond / smallPowerOfTen(9 - P); digits > 1 && nano % 10 == 0; nano /= 10) --digits;
    writeFraction(w, t.nanoOfDay() % nanosPerSecond, digits);
}
constexpr void writeSqlTimestamp(TextWriter& w, Instant i, int p) {
    writeDate(w, i.epochDay(), false);
    w.put(' ');
    writeClock(w, i.nanoOfDay() / nanosPerSecond);
    writeFraction(w, i.nanoOfDay() % nanosPerSecond, p);
}
template <int P> constexpr void writeSql(TextWriter& w, const Timestamp<P>& t) { writeSqlTimestamp(w, t.instant(), P); }
template <int P> constexpr void writeSql(TextWriter& w, const TimestampLtz<P>& t) { writeSqlTimestamp(w, localOf(t.instant()), P); }

}  // namespace rivulet::detail
