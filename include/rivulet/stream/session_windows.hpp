// SPDX-License-Identifier: BSL-1.0
// The session windows of all keys of a step; what Contents are, and what add() and advance() do, says aligned_windows.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/time_queue.hpp>
#include <rivulet/stream/numbered_keys.hpp>
#include <rivulet/stream/window_assigners.hpp>

namespace rivulet::detail {

/// Session windows: rows of a key that are at most a gap apart; each row says what its gap is.
template <class K, class Contents>
class SessionWindows {
    using Accumulator = typename Contents::Accumulator;

public:
    SessionWindows(const SessionShape& given, Millis allowedLateness) : gap_(given.gap), lateness_(allowedLateness) {}

    std::size_t size() const { return keys_.size(); }
    Millis due() const { return dues_.empty() ? lastWatermark : dues_.time(); }

    template <class Q, class T, class Emit>
    bool add(Contents& contents, const Q& key, Millis time, const T& row, Millis watermark, Emit emit) {
        return add(contents, key, time, row, watermark, emit, gap_);
    }
    template <class Q, class T, class Emit>
    bool add(Contents& contents, const Q& key, Millis time, const T& row, Millis watermark, Emit emit, Millis gap) {
        const std::uint32_t number = keys_.findOrAdd(key);
        std::vector<Session>& sessions = keys_[number].at;
        TimeWindow window{time, time + gap};
        std::size_t into = sessions.size();  // those that it joins become one, in the place of the first
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            const Session& s = sessions[i];
            if (s.window.start > time + gap || s.window.end < time) continue;
            if (s.window.start < window.start) window.start = s.window.start;
            if (s.window.end > window.end) window.end = s.window.end;
            if (into == sessions.size()) into = i;
        }
        if (saturatedSum(window.maxTimestamp(), lateness_) <= watermark) {
            if (sessions.empty()) keys_.remove(number);
            return true;
        }
        if (into == sessions.size()) sessions.push_back({window, lastWatermark, false, contents.begin(row)});
        else {
            for (std::size_t i = into + 1; i < sessions.size();) {
                Session& s = sessions[i];
                if (s.window.start > time + gap || s.window.end < time) { ++i; continue; }
                contents.merge(sessions[into].rows, s.rows);
                if (s.due < sessions[into].due) sessions[into].due = s.due;
                sessions.erase(sessions.begin() + static_cast<std::ptrdiff_t>(i));
            }
            contents.add(sessions[into].rows, row);
            sessions[into].window = window;
        }
        Session& session = sessions[into];
        session.hasFired = window.maxTimestamp() <= watermark;
        schedule(session, number);
        if (session.hasFired) emit(keys_.key(number), window, std::as_const(session.rows));
        return false;
    }
    template <class Emit>
    void advance(Contents& contents, Millis watermark, Emit emit) {
        static_cast<void>(contents);
        while (dues_.isDue(watermark)) {
            const Millis moment = dues_.time();
            const std::uint32_t number = dues_.pop();
            std::vector<Session>& sessions = keys_[number].at;
            for (std::size_t i = 0; i < sessions.size();) {
                Session& s = sessions[i];
                if (s.due != moment) { ++i; continue; }
                s.due = lastWatermark;
                if (!s.hasFired && s.window.maxTimestamp() <= moment) {
                    s.hasFired = true;
                    emit(keys_.key(number), s.window, std::as_const(s.rows));
                }
                if (s.hasFired && goneAt(s) <= moment) {
                    sessions.erase(sessions.begin() + static_cast<std::ptrdiff_t>(i));
                    if (sessions.empty()) keys_.remove(number);
                    continue;
                }
                schedule(s, number);
                ++i;
            }
        }
    }

private:
    struct Session {
        TimeWindow window;
        Millis due;  // not after it has to be looked at: a session that grows is looked at in vain, and then put off
        bool hasFired;
        Accumulator rows;
    };
    struct Sessions {
        std::vector<Session> at{};
    };
    Millis goneAt(const Session& s) const { return saturatedSum(s.window.maxTimestamp(), lateness_); }
    void schedule(Session& s, std::uint32_t number) {
        const Millis due = s.hasFired ? goneAt(s) : s.window.maxTimestamp();
        if (due >= s.due) return;
        s.due = due;
        dues_.push(due, number);
    }

    Millis gap_, lateness_;
    NumberedKeys<K, Sessions> keys_;
    TimeQueue<std::uint32_t> dues_;
};

}  // namespace rivulet::detail
