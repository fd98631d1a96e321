// SPDX-License-Identifier: BSL-1.0
// The watermark of a step with several inputs.
#pragma once
#include <cstddef>

#include <rivulet/core/list.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// The watermark of several inputs: the least of those that are not idle, or the greatest if all are. It never falls: an input that comes back
/// from idleness with an older watermark holds it where it is. An input that has ended is not waited for, and the end comes when all have
/// ended. A watermark costs a comparison unless it comes from the input that holds the others back.
class InputWatermarks {
public:
    explicit InputWatermarks(std::size_t inputCount) : inputs_(inputCount), running_(inputCount) {}

    /// The common watermark; noWatermark until each input that is not idle has brought one.
    Millis combined() const { return combined_; }
    /// Whether all inputs that have not ended are idle.
    bool idle() const { return running_ != 0 && idle_ == running_; }

    /// A watermark of one input; whether the common one rose.
    bool watermark(std::size_t input, Millis mark) {
        Input& i = inputs_[input];
        if (mark <= i.watermark) return false;
        const bool held = i.watermark <= combined_;
        i.watermark = mark;
        if (mark == lastWatermark) {
            if (i.idle) --idle_;
            --running_;
            return rose();
        }
        return held && !i.idle && rose();
    }
    /// An input becomes idle or active; whether the common watermark rose.
    bool idle(std::size_t input, bool isIdle) {
        Input& i = inputs_[input];
        if (i.idle == isIdle || i.watermark == lastWatermark) return false;
        i.idle = isIdle;
        if (isIdle) ++idle_;
        else --idle_;
        return rose();
    }

private:
    struct Input {
        Millis watermark{noWatermark};
        bool idle{};
    };
    bool rose() {
        Millis least = lastWatermark, greatest = noWatermark;
        for (const Input& i : inputs_) {
            if (i.watermark == lastWatermark) continue;
            if (!i.idle && i.watermark < least) least = i.watermark;
            if (i.watermark > greatest) greatest = i.watermark;
        }
        const Millis now = idle() ? greatest : least;
        if (now <= combined_) return false;
        combined_ = now;
        return true;
    }
    detail::List<Input> inputs_;
    std::size_t running_, idle_{};
    Millis combined_{noWatermark};
};

}  // namespace rivulet
