// SPDX-License-Identifier: BSL-1.0
// The watermarks between the operators of a pipeline.
#pragma once
#include <cstddef>
#include <utility>

#include <rivulet/lift/kept.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet::detail {

/// What each operator has handed on, and each consumer got: the least of what feeds it. Inputs that are idle do not count. Place -1 is the sink.
template <class Tag>
class Watermarks {
    static constexpr int count = physicalOf<Tag>.opCount;
    static constexpr std::size_t place(int o) { return static_cast<std::size_t>(o < 0 ? count : o); }

public:
    Millis given(int o) const { return places_[place(o)].given; }
    Millis got(int o) const { return places_[place(o)].got; }

    /// Operator O hands on a watermark; whether its consumer gets one of it.
    template <int O>
    bool give(Millis w) {
        Place& p = places_[place(O)];
        if (w <= p.given) return false;
        p.given = w;
        return !p.idle && raise<physicalOp<Tag, O>.consumer>();
    }
    /// Operator O has become idle or active; whether its consumer gets a watermark of it.
    template <int O>
    bool setIdle(bool idle) {
        places_[place(O)].idle = idle;
        return raise<physicalOp<Tag, O>.consumer>();
    }
    /// Whether all that feed it are idle.
    template <int Consumer>
    bool isIdle() const {
        for (int o = Consumer + 1; o < count; ++o)
            if (physicalOf<Tag>.ops[o].consumer == Consumer && !places_[place(o)].idle) return false;
        return true;
    }

private:
    struct Place {
        Millis given{noWatermark}, got{noWatermark};
        bool idle{};
    };
    template <int Consumer>
    bool raise() {
        Millis least = lastWatermark;
        bool any = false;
        for (int o = Consumer + 1; o < count; ++o) {  // who feeds an operator stands behind it
            if (physicalOf<Tag>.ops[o].consumer != Consumer || places_[place(o)].idle) continue;
            any = true;
            if (places_[place(o)].given < least) least = places_[place(o)].given;
        }
        Place& p = places_[place(Consumer)];
        if (!any || least <= p.got) return false;
        p.got = least;
        return true;
    }
    Place places_[static_cast<std::size_t>(count) + 1];
};

}  // namespace rivulet::detail
