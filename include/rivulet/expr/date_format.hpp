// SPDX-License-Identifier: BSL-1.0
// Dates and times by a pattern of letters, as Java's DateTimeFormatter has them in English: writing and reading.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <rivulet/expr/temporal.hpp>

namespace rivulet::detail {

/// A piece of a pattern: `count` times the letter, or, without a letter, text as it is.
struct PatternPart {
    char letter{};
    int count{};
    std::string_view text{};
};

/// A pattern from its begin to its end, piece by piece.
struct PatternReader {
    std::string_view rest{};
    bool bad{};  // a letter that is none, or a quote that is not closed

    static constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    /// How often a letter may stand; 0 for a letter that is none. Text fields (M, E, a) tell their forms by it.
    static constexpr int most(char letter) {
        switch (letter) {
            case 'y': case 'u': case 'Y': return 15;
            case 'M': case 'L': case 'E': return 4;
            case 'd': case 'H': case 'h': case 'K': case 'k': case 'm': case 's': case 'w': return 2;
            case 'D': return 3;
            case 'S': return 9;
            case 'Q': return 2;
            case 'a': return 1;
            default: return 0;
        }
    }
    constexpr bool next(PatternPart& part) {
        if (rest.empty() || bad) return false;
        const char c = rest.front();
        part = {};
        if (isLetter(c)) {
            std::size_t n = 1;
            while (n < rest.size() && rest[n] == c) ++n;
            part.letter = c;
            part.count = static_cast<int>(n);
            bad = part.count > most(c);
            rest.remove_prefix(n);
            return !bad;
        }
        if (c == '\'') {
            if (rest.size() > 1 && rest[1] == '\'') {  // a quote itself
                part.text = rest.substr(0, 1);
                rest.remove_prefix(2);
                return true;
            }
            const std::size_t end = rest.find('\'', 1);
            bad = end == std::string_view::npos;
            if (bad) return false;
            const bool goesOn = end + 1 < rest.size() && rest[end + 1] == '\'';  // '' inside: this quote is text, the next one begins the rest
            part.text = rest.substr(1, goesOn ? end : end - 1);
            rest.remove_prefix(end + 1);
            return true;
        }
        if (c == '{' || c == '}' || c == '#' || c == '[' || c == ']') {
            bad = true;
            return false;
        }
        part.text = rest.substr(0, 1);
        rest.remove_prefix(1);
        return true;
    }
};

constexpr bool isPattern(std::string_view pattern) {
    PatternReader reader{pattern};
    for (PatternPart part; reader.next(part);) {}
    return !reader.bad;
}

inline constexpr std::string_view monthNames[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
inline constexpr std::string_view dayNames[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

template <class S>
constexpr void appendNumber(S& out, std::int64_t v, int digits) {
    char text[24]{};
    int n = 0;
    if (v < 0) out.push_back('-');
    auto rest = v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
    do { text[n++] = static_cast<char>('0' + rest % 10); rest /= 10; } while (rest);
    while (n < digits) text[n++] = '0';
    while (n > 0) out.push_back(text[--n]);
}

template <class S>
constexpr void appendYear(S& out, std::int64_t year, int count) {
    if (count == 2) return appendNumber(out, floorModulo(year, 100), 2);
    if (count >= 4 && count < 10 && year >= smallPowerOfTen(count)) out.push_back('+');
    appendNumber(out, year, count);
}

/// Appends the moment in the form of a pattern that isPattern() accepts. Weeks (w, Y) begin on Sunday, and the first one
/// holds 1 January: the English of the United States, as in Flink.
template <class S>
constexpr void appendFormatted(S& out, Instant moment, std::string_view pattern) {
    const std::int64_t day = moment.epochDay(), nanos = moment.nanoOfDay();
    const std::int64_t hour = timeField(MomentField::hour, nanos), saturday = day + 6 - isoDayOfWeek(day) % 7;
    const Civil date = civilFromDays(day);
    PatternReader reader{pattern};
    for (PatternPart p; reader.next(p);) {
        const auto name = [&](std::string_view whole) { out.append(p.count == 4 ? whole : whole.substr(0, 3)); };
        switch (p.letter) {
            case '\0': out.append(p.text); break;
            case 'y': appendYear(out, date.year > 0 ? date.year : 1 - date.year, p.count); break;
            case 'u': appendYear(out, date.year, p.count); break;
            case 'Y': appendYear(out, civilFromDays(saturday).year, p.count); break;
            case 'Q': appendNumber(out, (date.month + 2) / 3, p.count); break;
            case 'M': case 'L':
                if (p.count < 3) appendNumber(out, date.month, p.count);
                else name(monthNames[date.month - 1]);
                break;
            case 'w': appendNumber(out, (dateField(MomentField::dayOfYear, saturday) - 1) / 7 + 1, p.count); break;
            case 'E': name(dayNames[isoDayOfWeek(day) - 1]); break;
            case 'd': appendNumber(out, date.day, p.count); break;
            case 'D': appendNumber(out, dateField(MomentField::dayOfYear, day), p.count); break;
            case 'a': out.append(std::string_view(hour < 12 ? "AM" : "PM")); break;
            case 'H': appendNumber(out, hour, p.count); break;
            case 'k': appendNumber(out, hour == 0 ? 24 : hour, p.count); break;
            case 'K': appendNumber(out, hour % 12, p.count); break;
            case 'h': appendNumber(out, hour % 12 == 0 ? 12 : hour % 12, p.count); break;
            case 'm': appendNumber(out, timeField(MomentField::minute, nanos), p.count); break;
            case 's': appendNumber(out, timeField(MomentField::second, nanos), p.count); break;
            default: appendNumber(out, nanos % nanosPerSecond / smallPowerOfTen(9 - p.count), p.count); break;  // S
        }
    }
}

// ---- the same text for many rows -------------------------------------------------------------------------------------

/// For how long a moment's text stays the same: the unit, in milliseconds, of the finest field in the pattern; 0 for fractions of a second.
constexpr std::int64_t unitOf(std::string_view pattern) {
    std::int64_t unit = millisPerDay;
    PatternReader reader{pattern};
    for (PatternPart p; reader.next(p);) {
        const std::int64_t field = p.letter == 'S' ? 0
                                   : p.letter == 's' ? 1000
                                   : p.letter == 'm' ? 60'000
                                   : p.letter == 'H' || p.letter == 'h' || p.letter == 'K' || p.letter == 'k' || p.letter == 'a' ? 3'600'000
                                                                                                                               : millisPerDay;
        if (field < unit) unit = field;
    }
    return unit;
}

/// The text that a pattern gave last. Rows that follow each other are mostly of one day or minute, and writing it anew costs more than grouping by it.
class LastFormatted {
public:
    /// The one to ask for this pattern: each thread keeps a few.
    static LastFormatted& of(std::string_view pattern) {
        static constinit thread_local LastFormatted all[4];
        return all[(pattern.size() + (pattern.empty() ? 0 : static_cast<unsigned char>(pattern.front()))) % 4];
    }
    bool knows(std::int64_t millis, std::string_view pattern) const {
        return static_cast<std::uint64_t>(millis) - from_ < unit_ && pattern == std::string_view(pattern_, patternSize_);
    }
    std::string_view text() const { return {text_, textSize_}; }

    /// `text` is what isPattern() and appendFormatted() made of this moment. What does not fit is not kept.
    void keep(std::int64_t millis, std::string_view pattern, std::string_view text) {
        const std::int64_t unit = unitOf(pattern);
        if (unit == 0 || pattern.size() > sizeof pattern_ || text.size() > sizeof text_) return;
        from_ = static_cast<std::uint64_t>(millis) - static_cast<std::uint64_t>(floorModulo(millis, unit));
        unit_ = static_cast<std::uint64_t>(unit);
        patternSize_ = pattern.copy(pattern_, sizeof pattern_);
        textSize_ = text.copy(text_, sizeof text_);
    }

private:
    std::uint64_t from_{}, unit_{};  // modulo 2^64, so that any moment will do
    std::size_t patternSize_{}, textSize_{};
    char pattern_[24]{}, text_[40]{};
};

/// How text is read by a pattern: numbers of exactly as many digits as letters (one letter: any; yyyy: four or more) up to
/// the end of the text, or, leniently, of any number of digits where no other number follows, and what comes behind is ignored.
struct PatternText {
    std::string_view text{};
    bool lenient{};

    std::int64_t year{1970}, month{1}, day{1}, hour{0}, half{-1}, minute{0}, second{0}, nanos{0}, dayOfYear{0};

    constexpr bool take(std::string_view piece) {
        if (text.substr(0, piece.size()) != piece) return false;
        text.remove_prefix(piece.size());
        return true;
    }
    constexpr bool number(const PatternPart& p, bool followed, std::int64_t& v) {
        const bool loose = !followed && (lenient || p.count == 1 || (p.count >= 4 && p.letter != 'S'));
        const int least = loose && (lenient || p.count == 1) ? 1 : p.count, limit = loose ? 9 : p.count;
        int n = 0;
        for (v = 0; n < limit && !text.empty() && text.front() >= '0' && text.front() <= '9'; ++n) {
            v = v * 10 + (text.front() - '0');
            text.remove_prefix(1);
        }
        if (p.letter == 'S' && n <= 9) v *= smallPowerOfTen(9 - n);
        return n >= least;
    }
    constexpr bool name(const std::string_view* names, int count, bool whole, std::int64_t& v) {
        for (int i = 0; i < count; ++i) {
            const std::string_view piece = whole ? names[i] : names[i].substr(0, 3);
            if (!equalsIgnoringCase(text.substr(0, piece.size()), piece)) continue;
            text.remove_prefix(piece.size());
            v = i + 1;
            return true;
        }
        return false;
    }
    constexpr bool field(const PatternPart& p, bool followed) {
        std::int64_t ignored = 0;
        switch (p.letter) {
            case '\0': return take(p.text);
            case 'y': case 'u':
                if (!number(p, followed, year)) return false;
                if (p.count == 2 && year < 100) year += 2000;
                return true;
            case 'M': case 'L': return p.count < 3 ? number(p, followed, month) : name(monthNames, 12, p.count == 4, month);
            case 'E': return name(dayNames, 7, p.count == 4, ignored);
            case 'd': return number(p, followed, day);
            case 'D': return number(p, followed, dayOfYear);
            case 'a':
                if (!equalsIgnoringCase(text.substr(0, 2), "AM") && !equalsIgnoringCase(text.substr(0, 2), "PM")) return false;
                half = upper(text.front()) == 'P';
                text.remove_prefix(2);
                return true;
            case 'H': return number(p, followed, hour);
            case 'k':
                if (!number(p, followed, hour)) return false;
                hour %= 24;
                return true;
            case 'h': case 'K':
                if (!number(p, followed, hour) || hour > 12) return false;
                hour %= 12;
                return true;
            case 'm': return number(p, followed, minute);
            case 's': return number(p, followed, second);
            case 'S': return number(p, followed, nanos);
            default: return number(p, followed, ignored);
        }
    }
    constexpr bool read(std::string_view pattern, Instant& out) {
        PatternReader reader{pattern};
        for (PatternPart p; reader.next(p);) {
            const char after = reader.rest.empty() ? '\0' : reader.rest.front();
            if (!field(p, PatternReader::isLetter(after) && after != 'a' && after != 'E')) return false;
        }
        if (reader.bad || (!lenient && !text.empty())) return false;
        if (half == 1) hour += 12;
        if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
        if (const std::int64_t last = daysInMonth(year, static_cast<int>(month)); day > last) {
            if (lenient || day > 31) return false;
            day = last;
        }
        std::int64_t days = daysFromCivil(year, static_cast<int>(month), static_cast<int>(day));
        if (dayOfYear) days = daysFromCivil(year, 1, 1) + dayOfYear - 1;
        if (days < -100'000'000'000 || days > 100'000'000'000) return false;  // no timestamp has it
        out = Instant::of(days, ((hour * 60 + minute) * 60 + second) * nanosPerSecond + nanos);
        return true;
    }
};

/// The moment that the text is by the pattern; false if it is none. Of a day up to the 31st that the month does not have it is the month's last
/// one, or, leniently, none.
constexpr bool readFormatted(std::string_view text, std::string_view pattern, bool lenient, Instant& out) {
    return PatternText{.text = text, .lenient = lenient}.read(pattern, out);
}

[[noreturn]] inline void throwBadPattern(std::string_view pattern) { throw DataError("not a pattern such as yyyy-MM-dd HH:mm:ss", pattern); }

}  // namespace rivulet::detail
