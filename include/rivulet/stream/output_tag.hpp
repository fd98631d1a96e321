// SPDX-License-Identifier: BSL-1.0
// Side outputs: further streams that a step may fill beside its own.
#pragma once
#include <concepts>
#include <memory>
#include <string>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/origin.hpp>
#include <rivulet/runtime/owning.hpp>

namespace rivulet {

/// Names a side output of rows of T. The step's function says `context.output(tag, row)`, and the step's stream `getSideOutput(tag)`; both
/// know it by name and type.
template <class T>
class OutputTag {
    static_assert(detail::owns<T> && std::copy_constructible<T>, "rivulet: OutputTag: rows of a side output are kept: a type that can be copied and owns what it holds (no string_view, span, pointer)");

public:
    using Element = T;
    explicit OutputTag(std::string named) : id_(std::move(named)) {
        if (id_.empty()) throw IllegalState("an OutputTag needs a name");
    }
    const std::string& id() const { return id_; }

private:
    std::string id_;
};

namespace detail {

// Tells types apart at run time, without RTTI.
template <class T> inline constexpr char typeKey{};

template <class T>
struct SideEmitter final : AnySide {
    SideEmitter(Channel<T>& target, Job& owner) : emitter(target, owner) {}
    void watermark(Millis mark) override { emitter.watermark(mark); }
    void idle(bool isIdle) override { emitter.idle(isIdle); }
    void endBatch() override { emitter.endBatch(); }
    void finish() override { emitter.finish(); }
    ChannelEmitter<T> emitter;
};

// The side outputs of one step in a job: those that somebody reads.
class SideOutputs {
public:
    void open(Job& job, const Operator& step) {
        sides_ = &job.sides();
        step_ = &step;
    }
    template <class T>
    void output(const OutputTag<T>& tag, const T& row) const {
        for (AnySide* s = sides_->first; s; s = s->next)
            if (s->step == step_ && s->type == &typeKey<T> && s->tag == tag.id()) static_cast<SideEmitter<T>&>(*s).emitter.push(row);
    }
    void watermark(Millis mark) const { each([mark](AnySide& s) { s.watermark(mark); }); }
    void idle(bool isIdle) const { each([isIdle](AnySide& s) { s.idle(isIdle); }); }
    void endBatch() const { endBatchFrom(sides_->first); }
    void finish() const { each([](AnySide& s) { s.finish(); }); }

private:
    void endBatchFrom(AnySide* s) const {
        while (s && s->step != step_) s = s->next;
        if (s) detail::bothOf([&] { s->endBatch(); }, [&] { endBatchFrom(s->next); });
    }
    template <class F>
    void each(F f) const {
        for (AnySide* s = sides_->first; s; s = s->next)
            if (s->step == step_) f(*s);
    }
    const OwnedList<AnySide>* sides_{};
    const Operator* step_{};
};

// A body that has side outputs: they get what the main output gets. (Its watermark() and idle() tell them themselves.)
struct WithSides {
    SideOutputs sides{};
    void endBatch() const { sides.endBatch(); }
    void finish() const { sides.finish(); }
    template <class Next>
    void idle(bool isIdle, Next& next) const {
        next.idle(isIdle);
        sides.idle(isIdle);
    }
};
// The boundary behind a side output: connects the main one, whose step fills it.
template <class T, class Main>
struct SidePoint final : Point<T> {
    SidePoint(std::shared_ptr<const Point<Main>> of, Operator* filledBy, std::string named)
        : Point<T>(of->environment), main(std::move(of)), filler(filledBy), tag(std::move(named)) {}
    void connect(Job& job, Channel<T>& channel) const override {
        auto* const side = new SideEmitter<T>(channel, job);
        side->step = filler;
        side->type = &typeKey<T>;
        side->tag = tag;
        job.sides().add(side);
        job.channel(main);
    }
    std::shared_ptr<const Point<Main>> main;
    Operator* filler;
    std::string tag;
};

}  // namespace detail

}  // namespace rivulet
