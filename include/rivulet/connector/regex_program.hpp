// SPDX-License-Identifier: BSL-1.0
// A regular expression as the small steps of a matching machine: the part of RE2's syntax that an automaton over ASCII can do.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace rivulet::detail {

/// Characters up to 127, and whether all others belong to them.
struct RegexSet {
    std::uint64_t low{}, high{};
    bool others{};

    constexpr void add(unsigned char c) { (c < 64 ? low : high) |= std::uint64_t{1} << (c & 63); }
    constexpr void add(unsigned char first, unsigned char last) {
        for (unsigned c = first; c <= last; ++c) add(static_cast<unsigned char>(c));
    }
    constexpr void add(const RegexSet& s) { low |= s.low, high |= s.high, others |= s.others; }
    constexpr void invert() { low = ~low, high = ~high, others = !others; }
    constexpr bool has(unsigned c) const { return c > 127 ? others : (c < 64 ? low : high) >> (c & 63) & 1; }
    static constexpr RegexSet of(unsigned char c) { RegexSet s; s.add(c); return s; }
};

struct RegexStep {
    enum Kind : unsigned char { take, fork, save, begin, end, match };
    Kind kind{};
    int next{};         // fork: what is preferred
    int other{};        // fork: what else; save: which place; take: which set
};

/// The steps of a pattern: places 2g and 2g + 1 are where group g begins and ends, group 0 being the whole match.
struct RegexProgram {
    static constexpr int most = 400;  // steps; more are not worth an automaton

    std::vector<RegexStep> steps;
    std::vector<RegexSet> sets;
    int start{}, groups{};

    int add(RegexStep s) {
        steps.push_back(s);
        return static_cast<int>(steps.size()) - 1;
    }
};

/// Reads a pattern that RE2 takes. False where it has what no automaton here does: flags, names, word boundaries, characters beyond ASCII, a repetition
/// of what may be empty.
class RegexReader {
public:
    explicit RegexReader(std::string_view pattern) : text_(pattern) {}

    bool read(RegexProgram& program) {
        const int whole = alternatives();
        if (bad_ || at_ != text_.size()) return false;
        program.sets = std::move(sets_);
        program.groups = groups_;
        // From the end to the front, so that each step knows what comes next.
        const int match = program.add({RegexStep::match});
        const int last = program.add({RegexStep::save, match, 1});
        program.start = program.add({RegexStep::save, write(program, whole, last), 0});
        return !bad_;
    }

private:
    struct Part {
        enum Kind : unsigned char { empty, set, sequence, choice, group, repeat, begin, end };
        Kind kind{};
        int first{-1}, second{-1};  // parts; set: its number in first; group: its number in second
        int least{}, most{};        // repeat; most -1: without bound
        bool greedy{true};
        bool nullable{};
    };

    int add(Part p) {
        parts_.push_back(p);
        return static_cast<int>(parts_.size()) - 1;
    }
    int fail() {
        bad_ = true;
        return add({Part::empty});
    }
    bool ends() const { return at_ == text_.size(); }
    char peek() const { return text_[at_]; }
    bool eat(char c) {
        if (ends() || peek() != c) return false;
        ++at_;
        return true;
    }
    bool nullable(int part) const { return parts_[static_cast<std::size_t>(part)].nullable; }

    int alternatives() {
        if (++depth_ > 50) return fail();
        int all = sequence();
        while (!bad_ && eat('|')) {
            const int other = sequence();
            all = add({.kind = Part::choice, .first = all, .second = other, .nullable = nullable(all) || nullable(other)});
        }
        --depth_;
        return all;
    }
    int sequence() {
        int all = add({.kind = Part::empty, .nullable = true});
        while (!bad_ && !ends() && peek() != '|' && peek() != ')') {
            const int next = repeated();
            all = add({.kind = Part::sequence, .first = all, .second = next, .nullable = nullable(all) && nullable(next)});
        }
        return all;
    }
    int repeated() {
        const int part = single();
        if (bad_ || ends()) return part;
        Part r{.kind = Part::repeat, .first = part};
        switch (peek()) {
            case '*': r.least = 0, r.most = -1; break;
            case '+': r.least = 1, r.most = -1; break;
            case '?': r.least = 0, r.most = 1; break;
            case '{': return bounds(r) ? lazy(r) : fail();
            default: return part;
        }
        ++at_;
        return lazy(r);
    }
    int lazy(Part r) {
        if (eat('?')) r.greedy = false;
        if (nullable(r.first) && r.most != 1) return fail();
        r.nullable = r.least == 0 || nullable(r.first);
        return add(r);
    }
    bool number(int& n) {
        n = 0;
        const std::size_t from = at_;
        while (!ends() && peek() >= '0' && peek() <= '9' && n < 100) n = n * 10 + (text_[at_++] - '0');
        return at_ != from;
    }
    bool bounds(Part& r) {
        eat('{');
        if (!number(r.least)) return false;
        r.most = r.least;
        if (eat(',') && !number(r.most)) r.most = -1;
        return eat('}') && r.most != 0 && r.least < 100 && r.most < 100;
    }
    int single() {
        const char c = text_[at_++];
        switch (c) {
            case '(': return group();
            case '[': return bracket();
            case '.': {
                RegexSet all = RegexSet::of('\n');
                all.invert();
                return taking(all);
            }
            case '^': return hasEnd_ ? fail() : add({.kind = Part::begin, .nullable = true});  // behind an end only an empty text begins
            case '$': hasEnd_ = true; return add({.kind = Part::end, .nullable = true});
            case '\\': {
                RegexSet set;
                return escape(set) ? taking(set) : fail();
            }
            case '*': case '+': case '?': case '{': return fail();
            default: return static_cast<unsigned char>(c) > 127 ? fail() : taking(RegexSet::of(static_cast<unsigned char>(c)));
        }
    }
    int taking(const RegexSet& s) {
        sets_.push_back(s);
        return add({.kind = Part::set, .first = static_cast<int>(sets_.size()) - 1});
    }
    int group() {
        int number = -1;
        if (eat('?')) {
            if (!eat(':')) return fail();
        } else number = ++groups_;
        const int inside = alternatives();
        if (!eat(')')) return fail();
        return number < 0 ? inside : add({.kind = Part::group, .first = inside, .second = number, .nullable = nullable(inside)});
    }
    // What stands behind a backslash.
    bool escape(RegexSet& set) {
        if (ends()) return false;
        const char c = text_[at_++];
        const char lower = static_cast<char>(c | 32);
        if (lower == 'd' || lower == 'w' || lower == 's') {
            if (lower != 's') set.add('0', '9');
            if (lower == 'w') set.add('a', 'z'), set.add('A', 'Z'), set.add('_');
            if (lower == 's') for (const char space : {'\t', '\n', '\f', '\r', ' '}) set.add(static_cast<unsigned char>(space));
            if (c != lower) set.invert();
            return true;
        }
        switch (c) {
            case 't': set.add('\t'); return true;
            case 'n': set.add('\n'); return true;
            case 'r': set.add('\r'); return true;
            case 'f': set.add('\f'); return true;
            case 'v': set.add('\v'); return true;
            case 'a': set.add('\a'); return true;
            default: break;
        }
        const bool isWord = (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (isWord || static_cast<unsigned char>(c) > 127) return false;
        set.add(static_cast<unsigned char>(c));
        return true;
    }
    int bracket() {
        RegexSet all;
        const bool inverted = eat('^');
        for (bool first = true; first || !eat(']'); first = false) {
            RegexSet one;
            if (!member(one)) return fail();
            if (isSingle_ && at_ + 1 < text_.size() && peek() == '-' && text_[at_ + 1] != ']') {
                const unsigned char from = last_;
                ++at_;
                if (!member(one) || !isSingle_ || last_ < from) return fail();
                one.add(from, last_);
            }
            all.add(one);
        }
        if (inverted) all.invert();
        return taking(all);
    }
    // A character or a class within brackets.
    bool member(RegexSet& set) {
        if (ends()) return false;
        const char c = text_[at_++];
        if (static_cast<unsigned char>(c) > 127 || (c == '[' && !ends() && peek() == ':')) return false;
        isSingle_ = true;
        last_ = static_cast<unsigned char>(c);
        if (c != '\\') {
            set.add(last_);
            return true;
        }
        if (!escape(set)) return false;
        isSingle_ = !set.others && __builtin_popcountll(set.low) + __builtin_popcountll(set.high) == 1;
        for (unsigned char k = 0; k < 128; ++k) if (set.has(k)) last_ = k;
        return true;
    }

    // The steps of a part in front of step `next`; the first of them.
    int write(RegexProgram& p, int part, int next) {
        if (p.steps.size() > RegexProgram::most) bad_ = true;
        if (bad_) return next;
        const Part here = parts_[static_cast<std::size_t>(part)];
        switch (here.kind) {
            case Part::empty: return next;
            case Part::set: return p.add({RegexStep::take, next, here.first});
            case Part::sequence: return write(p, here.first, write(p, here.second, next));
            case Part::choice: {
                const int second = write(p, here.second, next), first = write(p, here.first, next);
                return p.add({RegexStep::fork, first, second});
            }
            case Part::group: {
                const int behind = p.add({RegexStep::save, next, 2 * here.second + 1});
                return p.add({RegexStep::save, write(p, here.first, behind), 2 * here.second});
            }
            case Part::begin: return p.add({RegexStep::begin, next});
            case Part::end: return p.add({RegexStep::end, next});
            case Part::repeat: break;
        }
        const auto maybe = [&](int more, int less) { return here.greedy ? RegexStep{RegexStep::fork, more, less} : RegexStep{RegexStep::fork, less, more}; };
        int from = next;
        if (here.most < 0) {
            const int again = p.add({RegexStep::fork});
            from = write(p, here.first, again);
            p.steps[static_cast<std::size_t>(again)] = maybe(from, next);
            if (here.least == 0) from = again;
        } else {
            for (int i = here.least; i < here.most; ++i) from = p.add(maybe(write(p, here.first, from), next));
        }
        for (int i = here.most < 0 ? 1 : 0; i < here.least; ++i) from = write(p, here.first, from);
        return from;
    }

    std::string_view text_;
    std::size_t at_{};
    int depth_{}, groups_{};
    bool bad_{}, isSingle_{}, hasEnd_{};
    unsigned char last_{};
    std::vector<Part> parts_;
    std::vector<RegexSet> sets_;
};

}  // namespace rivulet::detail
