// SPDX-License-Identifier: BSL-1.0
// Where a function of flatMap or process puts its rows.
#pragma once
#include <concepts>
#include <utility>

namespace rivulet {

/// Hands rows on to the next step, at once. Valid during the call of the user's function only.
///
///     stream.flatMap([](const Line& line, Collector<Word>& out) { for (auto& w : words(line)) out.collect(Word{w}); });
template <class Out>
class Collector {
public:
    /// Rows to `emitter`, any emitter of Out.
    template <class Emitter>
    explicit Collector(Emitter& destination) : target_(&destination) {
        if constexpr (std::copy_constructible<Out>) copy_ = &pushCopy<Emitter>;
        move_ = &pushMoved<Emitter>;
    }
    Collector(const Collector&) = delete;
    Collector& operator=(const Collector&) = delete;

    void collect(const Out& row) {
        constexpr bool copyable = std::is_copy_constructible_v<Out>;
        static_assert(copyable, "rivulet: rows of a move-only type would have to be copied here; collect(std::move(row))");
        copy_(target_, row);
    }
    void collect(Out&& row) { move_(target_, std::move(row)); }

private:
    template <class Emitter> static void pushCopy(void* emitter, const Out& row) { static_cast<Emitter*>(emitter)->push(row); }
    template <class Emitter> static void pushMoved(void* emitter, Out&& row) { static_cast<Emitter*>(emitter)->push(std::move(row)); }
    void* target_;
    void (*copy_)(void*, const Out&){};
    void (*move_)(void*, Out&&){};
};

}  // namespace rivulet
