// SPDX-License-Identifier: BSL-1.0
// A regular expression as a deterministic automaton that also says where its groups are: a step for each character, whatever the pattern. Its
// states are lists of what a backtracking matcher would still try, in that order; what a transition does to the places of groups is worked out when
// it is made (Laurikari's tagged automata).
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/connector/regex_program.hpp>

namespace rivulet::detail {

class RegexAutomaton {
public:
    enum class Found : unsigned char { no, yes, unknown };  // unknown: the text has characters beyond ASCII where they matter

    /// Null where the pattern needs what RegexReader does not read, or more than `mostStates` states.
    static std::unique_ptr<const RegexAutomaton> of(std::string_view pattern) {
        RegexProgram program;
        if (!RegexReader(pattern).read(program) || program.groups >= mostGroups) return nullptr;
        std::unique_ptr<RegexAutomaton> a(new RegexAutomaton(std::move(program)));
        if (!a->build()) return nullptr;
        a->giveBack();
        return a;
    }

    /// As RE2's Match without anchors: the first match at or after `from`, and its first `count` groups.
    Found find(std::string_view text, std::size_t from, std::string_view* group, int count) const {
        std::size_t places[mostPlaces];
        for (int i = 0; i < placeCount_; ++i) places[i] = nowhere;
        const char* const data = text.data();
        const std::size_t size = text.size(), width = width_;
        const State* const states = states_.data();
        const Transition* const transitions = transitions_.data();
        std::size_t at = from;
        std::uint32_t state = from == 0 ? startOfText_ : startWithin_;
        while (at < size) {
            const State& here = states[state];
            if (here.skips) {
                at = skip(here, data, at, size);
                if (at == size) break;
            }
            const Transition t = transitions[state * width + classes_[static_cast<unsigned char>(data[at])]];
            if (t.state == unknown) return Found::unknown;
            if (t.moves) run(t.moves, places, at);
            if (t.state == dead) return result(text, places, group, count);
            state = t.state;
            ++at;
        }
        if (states_[state].end) run(states_[state].end, places, at);
        return result(text, places, group, count);
    }

private:
    static constexpr int mostGroups = 12, mostPlaces = 160;
    static constexpr std::size_t mostStates = 300, nowhere = static_cast<std::size_t>(-1);
    static constexpr std::uint16_t dead = 0xFFFF, unknown = 0xFFFE;
    static constexpr int here_ = -2, unset_ = -1;  // sources of a place, beside other places

    struct Transition {
        std::uint16_t state{dead}, moves{};
    };
    struct State {
        std::uint16_t end{};  // moves at the end of the text
        bool skips{};         // all characters but one lead back here and change nothing
        bool othersLeave{};   // characters beyond ASCII do not
        char leaves{};        // that one; `othersLeave` alone: any of those
        bool anyLeaves{};     // whether there is one
    };
    struct Move {
        std::uint8_t to{}, from{};  // from: a place, or `now`
    };
    static constexpr std::uint8_t now = 255;

    // What is tried: a step, places that are where it begins, and where the others are kept.
    struct Thread {
        int step{};
        std::uint32_t pending{};
        std::vector<int> places;
        bool operator==(const Thread&) const = default;
    };
    struct Key {
        std::vector<Thread> threads{};
        bool searches{};  // a match may still begin further on
        bool operator==(const Key&) const = default;
        std::size_t hash() const {
            std::size_t h = searches;
            const auto mix = [&h](std::size_t v) { h = (h ^ v) * 0x9E3779B97F4A7C15u; };
            for (const Thread& t : threads) {
                mix(static_cast<std::size_t>(t.step)), mix(t.pending);
                for (const int p : t.places) mix(static_cast<std::size_t>(p));
            }
            return h;
        }
    };

    explicit RegexAutomaton(RegexProgram&& program) : program_(std::move(program)), tags_(2 * (program_.groups + 1)), placeCount_(tags_ + 1) {}

    // Characters that no set of the pattern tells apart are one class; those beyond ASCII are the last one.
    void classify() {
        std::vector<std::vector<bool>> known;
        for (unsigned c = 0; c < 128; ++c) {
            std::vector<bool> in;
            for (const RegexSet& s : program_.sets) in.push_back(s.has(c));
            const auto at = std::find(known.begin(), known.end(), in);
            classes_[c] = static_cast<std::uint8_t>(at - known.begin());
            if (at == known.end()) known.push_back(std::move(in)), samples_.push_back(static_cast<unsigned char>(c));
        }
        for (unsigned c = 128; c < 256; ++c) classes_[c] = static_cast<std::uint8_t>(known.size());
        samples_.push_back(128);
        width_ = samples_.size();
    }

    // Goes on from a step over all that take no character; what comes first is preferred.
    void follow(Key& key, int step, std::uint32_t pending, const std::vector<int>& places, bool beginning, bool ending) {
        if (seen_[static_cast<std::size_t>(step)] || matched_) return;
        seen_[static_cast<std::size_t>(step)] = true;
        const RegexStep& s = program_.steps[static_cast<std::size_t>(step)];
        switch (s.kind) {
            case RegexStep::fork:
                follow(key, s.next, pending, places, beginning, ending);
                return follow(key, s.other, pending, places, beginning, ending);
            case RegexStep::save: return follow(key, s.next, pending | std::uint32_t{1} << s.other, places, beginning, ending);
            case RegexStep::begin: if (beginning) follow(key, s.next, pending, places, beginning, ending); return;
            case RegexStep::end:
                if (ending) return follow(key, s.next, pending, places, beginning, ending);
                break;
            case RegexStep::match: matched_ = true; break;
            case RegexStep::take: break;
        }
        Thread t{step, pending, places};
        for (int tag = 0; tag < tags_; ++tag) if (pending >> tag & 1) t.places[static_cast<std::size_t>(tag)] = unset_;
        key.threads.push_back(std::move(t));
    }
    void anew() {
        seen_.assign(program_.steps.size(), false);
        matched_ = false;
    }
    // A match may begin here, if nothing else does better.
    void search(Key& key, bool beginning) {
        if (matched_) key.searches = false;
        else follow(key, program_.start, 0, std::vector<int>(static_cast<std::size_t>(tags_), unset_), beginning, false);
        if (matched_) key.searches = false;
    }
    const Thread* accepting(const Key& key) const {
        const bool accepts = !key.threads.empty() && program_.steps[static_cast<std::size_t>(key.threads.back().step)].kind == RegexStep::match;
        return accepts ? &key.threads.back() : nullptr;
    }
    // Where the groups of a thread are, in terms of places now.
    std::vector<int> resolved(const Thread& t) const {
        std::vector<int> places = t.places;
        for (int tag = 0; tag < tags_; ++tag) if (t.pending >> tag & 1) places[static_cast<std::size_t>(tag)] = here_;
        return places;
    }

    bool build() {
        classify();
        for (const bool beginning : {true, false}) {
            Key start{.searches = true};
            anew();
            search(start, beginning);
            std::vector<int> sources;
            renumber(start, sources);
            (beginning ? startOfText_ : startWithin_) = stateOf(std::move(start));
        }
        for (std::size_t s = 0; s < keys_.size(); ++s) {
            for (std::size_t c = 0; c < width_; ++c) {
                const Transition t = transition(s, samples_[c]);
                if (failed_) return false;
                transitions_.push_back(t);
            }
            atEnd(s);
            accelerate(s);
        }
        return !failed_;
    }

    Transition transition(std::size_t s, unsigned c) {
        const Key here = keys_[s];
        Key next{.searches = here.searches};
        anew();
        for (const Thread& t : here.threads) {
            const RegexStep& step = program_.steps[static_cast<std::size_t>(t.step)];
            if (step.kind != RegexStep::take || matched_) continue;
            const RegexSet& set = program_.sets[static_cast<std::size_t>(step.other)];
            if (c > 127 && set.others) return {unknown, 0};  // a character is several bytes there
            if (set.has(c)) follow(next, step.next, 0, resolved(t), false, false);
        }
        if (next.searches) search(next, false);
        std::vector<int> sources;
        renumber(next, sources);
        std::vector<std::pair<int, int>> moves;
        // A match that nothing better follows is noted where it is left.
        if (const Thread* const match = accepting(here); match && !accepting(next)) note(resolved(*match), moves);
        for (std::size_t i = 0; i < sources.size(); ++i) moves.emplace_back(tags_ + static_cast<int>(i), sources[i]);
        if (next.threads.empty() && !next.searches) return {dead, written(moves)};
        return {stateOf(std::move(next)), written(moves)};
    }
    void note(const std::vector<int>& places, std::vector<std::pair<int, int>>& moves) const {
        for (int tag = 0; tag < tags_; ++tag) moves.emplace_back(tag, places[static_cast<std::size_t>(tag)]);
    }
    void atEnd(std::size_t s) {
        const Key here = keys_[s];
        Key last;
        anew();
        for (const Thread& t : here.threads) {
            const RegexStep& step = program_.steps[static_cast<std::size_t>(t.step)];
            if (step.kind == RegexStep::match) last.threads.push_back(t), matched_ = true;
            else if (step.kind == RegexStep::end) follow(last, step.next, t.pending, t.places, false, true);
            if (matched_) break;
        }
        if (!matched_) return;
        std::vector<std::pair<int, int>> moves;
        note(resolved(last.threads.back()), moves);
        states_[s].end = written(moves);
    }

    // Places in the order in which the threads name them, so that states that differ in nothing else are one. sources: what each of them is now.
    void renumber(Key& key, std::vector<int>& sources) const {
        for (Thread& t : key.threads)
            for (int& place : t.places) {
                if (place == unset_) continue;
                const auto at = std::find(sources.begin(), sources.end(), place);
                const int number = static_cast<int>(at - sources.begin());
                if (at == sources.end()) sources.push_back(place);
                place = tags_ + number;
            }
    }
    std::uint16_t stateOf(Key&& key) {
        const std::size_t hash = key.hash();
        for (std::size_t i = 0; i < keys_.size(); ++i)
            if (hashes_[i] == hash && keys_[i] == key) return static_cast<std::uint16_t>(i);
        if (keys_.size() == mostStates) {
            failed_ = true;
            return dead;
        }
        keys_.push_back(std::move(key));
        hashes_.push_back(hash);
        states_.emplace_back();
        return static_cast<std::uint16_t>(keys_.size() - 1);
    }

    // Moves that happen at once as moves one after the other: a place is written when nobody reads it any more. The number of the list, 0: none.
    std::uint16_t written(std::vector<std::pair<int, int>> moves) {
        std::vector<Move> list;
        const auto put = [&](int to, int from) {
            placeCount_ = std::max(placeCount_, to + 1);
            list.push_back({static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(from)});
        };
        std::erase_if(moves, [](const auto& m) { return m.first == m.second; });
        for (bool progress = true; progress && !moves.empty();) {
            progress = false;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const auto [to, from] = moves[i];
                if (std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return m != moves[i] && m.second == to; })) continue;
                if (from == unset_) put(to, unsetPlace);
                else put(to, from == here_ ? now : from);
                moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(i));
                progress = true;
                break;
            }
            if (progress || moves.empty()) continue;
            // A circle: what its first place is about to lose is kept aside.
            const int lost = moves.front().first;
            list.push_back({static_cast<std::uint8_t>(aside), static_cast<std::uint8_t>(lost)});
            for (auto& m : moves) if (m.second == lost) m.second = aside;
            progress = true;
        }
        if (list.empty()) return 0;
        if (placeCount_ > aside || list.size() > 255 || lists_.size() > 60'000) failed_ = true;
        const auto at = static_cast<std::uint16_t>(lists_.size());
        lists_.push_back({static_cast<std::uint8_t>(list.size()), 0});
        lists_.insert(lists_.end(), list.begin(), list.end());
        return at;
    }
    void run(std::uint16_t moves, std::size_t* places, std::size_t at) const {
        const Move* m = &lists_[moves];
        for (int n = (m++)->to; n > 0; --n, ++m) places[m->to] = m->from == now ? at : m->from == unsetPlace ? nowhere : places[m->from];
    }

    void accelerate(std::size_t s) {
        State& here = states_[s];
        int leaving = 0;
        for (unsigned c = 0; c < 128; ++c) {
            const Transition t = transitions_[s * width_ + classes_[c]];
            if (t.state == s && t.moves == 0) continue;
            ++leaving;
            here.leaves = static_cast<char>(c);
        }
        const Transition others = transitions_[s * width_ + classes_[128]];
        here.skips = leaving <= 1;
        here.anyLeaves = leaving == 1;
        here.othersLeave = others.state != s || others.moves != 0;
    }
    // The next character that leads on, eight bytes at a time.
    static std::size_t skip(const State& here, const char* data, std::size_t at, std::size_t size) {
        constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
        const std::uint64_t wanted = ones * static_cast<unsigned char>(here.leaves), mask = here.othersLeave ? highs : 0;
        if constexpr (std::endian::native == std::endian::little) {
            for (; at + 8 <= size; at += 8) {
                std::uint64_t word;
                std::memcpy(&word, data + at, 8);
                const std::uint64_t different = word ^ wanted;
                const std::uint64_t hit = (here.anyLeaves ? (different - ones) & ~different & highs : 0) | (word & mask);
                if (hit) return at + static_cast<std::size_t>(std::countr_zero(hit)) / 8;
            }
        }
        while (at < size && !(here.anyLeaves && data[at] == here.leaves) && !(here.othersLeave && (data[at] & 0x80))) ++at;
        return at;
    }

    Found result(std::string_view text, const std::size_t* places, std::string_view* group, int count) const {
        if (places[1] == nowhere) return Found::no;
        for (int g = 0; g < count; ++g) {
            const bool took = g <= program_.groups && places[2 * g] != nowhere && places[2 * g + 1] != nowhere;
            group[g] = took ? text.substr(places[2 * g], places[2 * g + 1] - places[2 * g]) : std::string_view();
        }
        return Found::yes;
    }
    void giveBack() {
        keys_ = {};
        hashes_ = {};
        samples_ = {};
        seen_ = {};
    }

    static constexpr std::uint8_t unsetPlace = 254;
    static constexpr int aside = mostPlaces - 1;

    RegexProgram program_;
    int tags_, placeCount_;
    std::uint16_t startOfText_{}, startWithin_{};
    std::size_t width_{};
    std::uint8_t classes_[256]{};
    std::vector<State> states_;
    std::vector<Transition> transitions_;
    std::vector<Move> lists_{1};  // each list begins with its length
    // While it is built.
    std::vector<Key> keys_;
    std::vector<std::size_t> hashes_;
    std::vector<unsigned> samples_;
    std::vector<bool> seen_;
    bool matched_{}, failed_{};
};

}  // namespace rivulet::detail
