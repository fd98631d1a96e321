// SPDX-License-Identifier: BSL-1.0
// One field of text <-> one SQL value in its canonical C++ type. Answers instead of throwing: malformed fields may be many.
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include <rivulet/core/text.hpp>
#include <rivulet/types/base64.hpp>
#include <rivulet/types/date_time.hpp>
#include <rivulet/types/decimal.hpp>
#include <rivulet/types/interval.hpp>
#include <rivulet/types/number_text.hpp>
#include <rivulet/types/temporal_text.hpp>
#include <rivulet/types/timestamp.hpp>

namespace rivulet::detail {

// The forms read and written (CAST(value AS STRING) but for BYTES; read more strictly than CAST would: nothing that the
// text says is dropped or rounded, so blanks around a number, a DATE with a time of day, a fraction finer than the type, or
// digits beyond a DECIMAL's scale are refused; FLOAT and DOUBLE take the nearest value).
//
//   BOOLEAN       TRUE, FALSE in any case; read also t, f, yes, no, y, n, 1, 0
//   integers      [+-]digits
//   FLOAT, DOUBLE 1.5, 1e7, Infinity, NaN
//   DECIMAL(p,s)  [+-]digits[.digits][e[+-]digits]
//   DATE          2024-02-29
//   TIME(p)       13:05:00.0, 13:05:00.123; read also 13:05
//   TIMESTAMP(p)  2024-02-29 13:05:00.123; read also with T, without seconds or time of day
//   TIMESTAMP_LTZ as TIMESTAMP, in UTC; read also with Z or an offset
//   INTERVAL      +1-02; +1 12:00:00.000
//   BYTES         base64, as in Flink's CSV format

/// Empty: the text was read into `out`. Otherwise what is wrong with it.
using CsvProblem = std::string_view;

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool sameIgnoringCase(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

inline CsvProblem readCsv(std::string_view text, bool& out) {
    for (const std::string_view yes : {"true", "1", "t", "yes", "y"})
        if (sameIgnoringCase(text, yes)) { out = true; return {}; }
    for (const std::string_view no : {"false", "0", "f", "no", "n"})
        if (sameIgnoringCase(text, no)) { out = false; return {}; }
    return "not a BOOLEAN";
}

template <class N> requires(std::is_integral_v<N> && !std::is_same_v<N, bool>)
CsvProblem readCsv(std::string_view text, N& out) {
    const char* first = text.data();
    const char* const last = first + text.size();
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++first;
    const auto [end, error] = std::from_chars(first, last, out);
    if (error == std::errc{} && end == last) return {};
    if (error == std::errc::result_out_of_range && end == last)
        return sizeof(N) == 1 ? "out of range for TINYINT" : sizeof(N) == 2 ? "out of range for SMALLINT" : sizeof(N) == 4 ? "out of range for INT" : "out of range for BIGINT";
    return "not a whole number";
}

template <class F> requires(std::is_floating_point_v<F>)
CsvProblem readCsv(std::string_view text, F& out) {
    constexpr CsvProblem tooLarge = sizeof(F) == 4 ? "out of range for FLOAT" : "out of range for DOUBLE";
#if defined(__cpp_lib_to_chars)  // the straight way; parseFloating looks at every character first
    const char* first = text.data();
    const char* const last = first + text.size();
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++first;
    const auto [end, error] = std::from_chars(first, last, out);
    if (error == std::errc{} && end == last) return {};
    if (error != std::errc::result_out_of_range || end != last) return "not a number";
#endif
    const char c = text.empty() ? ' ' : lower(text.back());
    if (static_cast<unsigned char>(text.empty() ? ' ' : text[0]) <= ' ' || static_cast<unsigned char>(c) <= ' ' || c == 'd' || c == 'f' || !parseFloating(text, out))
        return "not a number";
    if (__builtin_isinf(out) && c != 'y') return tooLarge;
    return {};
}

template <int P, int S>
CsvProblem readCsv(std::string_view text, Decimal<P, S>& out) {
    const ParsedDecimal d = parseDecimal(text, S);
    if (!d.isNumber) return "not a number";
    if (!d.fits(P)) return "too large for the DECIMAL";
    if (!d.isExact) return "more decimal places than the DECIMAL has";
    out = Decimal<P, S>::fromUnscaled(d.unscaled);
    return {};
}

constexpr bool hasBlankEnds(std::string_view text) { return text.empty() || text.front() == ' ' || text.back() == ' '; }

// Whether the fraction at the end of a time has only zeros after `digits` of them; a zone may follow.
constexpr bool fractionFits(std::string_view text, int digits) {
    const std::size_t point = text.rfind('.');
    if (point == text.npos) return true;
    std::size_t i = point + 1;
    for (int n = 0; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i, ++n)
        if (n >= digits && text[i] != '0') return false;
    return true;
}
// Year, month and day, and no year of two digits: `24-01-05` would be read as a day of the year 24.
constexpr bool isWholeDate(std::string_view text) {
    if (text.size() == 10 && text[4] == '-' && text[7] == '-') return true;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    const std::size_t year = text.find('-');
    return year != text.npos && year >= 4 && text.find('-', year + 1) != text.npos;
}
constexpr std::string_view tooFine = "more digits of a second than the type holds";

inline CsvProblem readCsv(std::string_view text, Date& out) {
    constexpr CsvProblem notDate = "not a DATE such as 2024-02-29";
    std::int64_t days = 0;
    for (const char c : text)  // no time of day, no blanks
        if ((c < '0' || c > '9') && c != '-' && c != '+') return notDate;
    if (!isWholeDate(text) || !parseDate(text, days)) return notDate;
    out = Date::fromEpochDay(days);
    return {};
}
template <int P>
CsvProblem readCsv(std::string_view text, Time<P>& out) {
    std::int64_t nanos = 0;
    if (hasBlankEnds(text) || text.find(':') == text.npos || !parseTime(text, nanos)) return "not a TIME such as 13:05:00";
    if (!fractionFits(text, P)) return tooFine;
    out = Time<P>::fromNanoOfDay(nanos);
    return {};
}
template <class T>
CsvProblem readCsvTimestamp(std::string_view text, bool zone, T& out, CsvProblem problem) {
    std::int64_t days = 0, nanos = 0;
    if (hasBlankEnds(text) || !isWholeDate(text.substr(0, text.find_first_of(" T"))) || !parseTimestamp(text, zone, days, nanos)) return problem;
    if (!fractionFits(text, T::precision)) return tooFine;
    out = T::fromInstant(Instant::of(days, nanos));
    return {};
}
template <int P>
CsvProblem readCsv(std::string_view text, Timestamp<P>& out) {
    return readCsvTimestamp(text, false, out, "not a TIMESTAMP such as 2024-02-29 13:05:00");
}
template <int P>
CsvProblem readCsv(std::string_view text, TimestampLtz<P>& out) {
    return readCsvTimestamp(text, true, out, "not a TIMESTAMP_LTZ such as 2024-02-29T13:05:00Z");
}
inline CsvProblem readCsv(std::string_view text, IntervalYearMonth& out) {
    const auto v = parseYearMonth(text, TimeUnit::year, TimeUnit::month);
    if (!v) return "not an INTERVAL YEAR TO MONTH such as +1-02";
    out = *v;
    return {};
}
inline CsvProblem readCsv(std::string_view text, IntervalDayTime& out) {
    const auto v = parseDayTime(text, TimeUnit::day, TimeUnit::second);
    if (!v) return "not an INTERVAL DAY TO SECOND such as +1 12:00:00";
    if (!fractionFits(text, 3)) return tooFine;
    out = *v;
    return {};
}
inline CsvProblem readCsv(std::string_view text, std::vector<std::byte>& out) {
    return parseBase64(text, out) ? CsvProblem{} : CsvProblem("not base64");
}

inline void writeCsv(std::string& out, bool v) { out += v ? "TRUE" : "FALSE"; }
template <class N> requires(std::is_integral_v<N> && !std::is_same_v<N, bool>)
void writeCsv(std::string& out, N v) {
    char text[24];
    out.append(text, static_cast<std::size_t>(std::to_chars(text, text + sizeof text, v).ptr - text));
}
template <class F> requires(std::is_floating_point_v<F>)
void writeCsv(std::string& out, F v) {
    char text[64];
    TextWriter w{text};
    writeFloating(w, v);
    out.append(text, w.size);
}
template <int P, int S>
void writeCsv(std::string& out, const Decimal<P, S>& v) {
    char text[64];
    TextWriter w{text};
    writePlainDecimal(w, v.unscaled(), S);
    out.append(text, w.size);
}
template <class V> requires requires(TextWriter& w, const V& v) { writeSql(w, v); }
void writeCsv(std::string& out, const V& v) {
    char text[80];
    TextWriter w{text};
    writeSql(w, v);
    out.append(text, w.size);
}
inline void writeCsv(std::string& out, const std::vector<std::byte>& v) { appendBase64(out, v); }

}  // namespace rivulet::detail
