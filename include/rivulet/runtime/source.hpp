// SPDX-License-Identifier: BSL-1.0
// What a source of rows has to do.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/runtime/batch.hpp>

namespace rivulet {

/// A number that a source reports when its job ends, such as `rejected` lines.
struct Counter {
    std::string name;
    std::uint64_t value{};
};

/// What one `poll` brought.
template <class T>
struct Polled {
    enum class State : unsigned char { some, idle, end };
    State state{State::end};
    Batch<T> batch{};

    /// These rows; they must stay where they are until the next `poll` or `close`.
    static Polled rows(std::span<detail::BatchRow<T>> r) { return {State::some, {r, {}, {}}}; }
    /// Rows with timestamps (a time for each row, or none at all) and marks between them; all must stay where they are likewise.
    static Polled rows(std::span<detail::BatchRow<T>> r, std::span<const Millis> times, std::span<const Mark> marks = {}) { return {State::some, {r, times, marks}}; }
    /// Nothing now, perhaps later.
    static Polled idle() { return {State::idle, {}}; }
    /// Nothing any more.
    static Polled end() { return {State::end, {}}; }
};

namespace detail {

// Sources of any type, for whoever only owns them.
struct AnySource {
    virtual ~AnySource() = default;

protected:
    AnySource() = default;
    AnySource(const AnySource&) = default;
    AnySource(AnySource&&) = default;
    AnySource& operator=(const AnySource&) = default;
    AnySource& operator=(AnySource&&) = default;
};

}  // namespace detail

/// A source of rows. One job at a time: `open`, then `poll` until it says `end` (or the job ends early), then `close`.
/// The next job calls `open` again and gets the same rows from the start. What `open` and `poll` throw ends the job
/// under the source's name; `close` is called for every `open` that returned and must not throw.
///
/// A source that knows the timestamps of its rows or its watermarks brings them with the rows; at its end the watermark that
/// releases everything is sent by itself.
///
/// Rows that can be copied are handed out to be looked at, from wherever they lie (a collection hands out parts of itself).
/// Rows of a move-only type are given away: a second `open` of a source that cannot make them again must throw IllegalState.
template <class T>
class Source : public detail::AnySource {
public:
    using Element = T;

    virtual void open() {}
    /// At most `most` rows, without waiting for more than a moment. Several sources of a job take turns.
    virtual Polled<T> poll(std::size_t most) = 0;
    virtual void close() noexcept {}
    /// What the job's result is to say about this source besides its rows.
    virtual void report(std::vector<Counter>&) const {}

protected:  // sources may be movable values; a slice of one makes no sense
    Source() = default;
    Source(const Source&) = default;
    Source(Source&&) = default;
    Source& operator=(const Source&) = default;
    Source& operator=(Source&&) = default;
};

}  // namespace rivulet
