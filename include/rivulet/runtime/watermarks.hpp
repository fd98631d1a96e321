// SPDX-License-Identifier: BSL-1.0
// The watermark of a step with several inputs.
#pragma once
#include <cstddef>
#include <vector>

#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// The watermark of several inputs: the least of those that are not idle. It never falls: an input that comes back from idleness with an
/// older watermark holds it where it is. Flink's rule for operators with several inputs. A watermark costs a comparison unless it comes
/// from the input that holds the others back.
class InputWatermarks {
public:
    explicit InputWatermarks(std::size_t inputCount) : inputs_(inputCount) {}

    /// The common watermark; noWatermark until each input that is not idle has brought one.
    Millis combined() const { return combined_; }
    /// Whether all inputs are idle.
    bool idle() const { return idle_ == inputs_.size(); }

    /// A watermark of one input; whether the common one rose.
    bool watermark(std::size_t input, Millis mark) {
        Input& i = inputs_[input];
        if (mark <= i.watermark) return false;
        const bool held = i.watermark <= combined_;
        i.watermark = mark;
        if (i.idle && mark == lastWatermark) wake(i);  // an input that has ended is not waited for
        return held && !i.idle && rose();
    }
    /// An input becomes idle or active; whether the common watermark rose.
    bool idle(std::size_t input, bool isIdle) {
        Input& i = inputs_[input];
        if (i.idle == isIdle) return false;
        if (!isIdle) wake(i);
        else {
            i.idle = true;
            ++idle_;
        }
        return rose();
    }

private:
    struct Input {
        Millis watermark{noWatermark};
        bool idle{};
    };
    void wake(Input& i) {
        i.idle = false;
        --idle_;
    }
    bool rose() {
        if (idle()) return false;
        Millis least = lastWatermark;
        for (const Input& i : inputs_)
            if (!i.idle && i.watermark < least) least = i.watermark;
        if (least <= combined_) return false;
        combined_ = least;
        return true;
    }
    std::vector<Input> inputs_;
    std::size_t idle_{};
    Millis combined_{noWatermark};
};

}  // namespace rivulet
