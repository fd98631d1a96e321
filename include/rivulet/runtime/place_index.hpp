// SPDX-License-Identifier: BSL-1.0
// Where something lies in an array, by its hash.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/core/list.hpp>

namespace rivulet::detail {

// Places in an array by hash: open addressing, linear, without marks for what was erased. Knows nothing of what lies at the places.
class PlaceIndex {
public:
    static constexpr std::uint32_t none = 0xFFFFFFFFu;
    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

    template <class IsIt>
    std::uint32_t find(std::size_t hash, const IsIt& isIt) const {
        if (used_ == 0) return none;
        for (std::size_t at = hash & mask(); slots_[at].place != none; at = (at + 1) & mask())
            if (slots_[at].hash == static_cast<std::uint32_t>(hash) && isIt(slots_[at].place)) return slots_[at].place;
        return none;
    }
    void add(std::size_t hash, std::uint32_t place) {
        if ((++used_) * 4 > slots_.size() * 3) grow();
        put({static_cast<std::uint32_t>(hash), place});
    }
    /// Forgets all places. The memory stays, if it was not far too much.
    void clear() {
        if (slots_.size() > 64 && used_ < slots_.size() / 16) slots_ = List<Slot>();
        else
            for (Slot& s : slots_) s.place = none;
        used_ = 0;
    }
    void move(std::size_t hash, std::uint32_t from, std::uint32_t to) { slots_[slotOf(hash, from)].place = to; }
    void erase(std::size_t hash, std::uint32_t place) {
        std::size_t hole = slotOf(hash, place);
        --used_;
        for (std::size_t at = (hole + 1) & mask(); slots_[at].place != none; at = (at + 1) & mask()) {
            // It may move up unless its home lies behind the hole.
            if (((at - slots_[at].hash) & mask()) >= ((at - hole) & mask())) {
                slots_[hole] = slots_[at];
                hole = at;
            }
        }
        slots_[hole].place = none;
    }

private:
    struct Slot {
        std::uint32_t hash{}, place{none};
    };
    std::size_t mask() const { return slots_.size() - 1; }
    std::size_t slotOf(std::size_t hash, std::uint32_t place) const {
        std::size_t at = hash & mask();
        while (slots_[at].place != place) at = (at + 1) & mask();
        return at;
    }
    void put(Slot slot) {
        std::size_t at = slot.hash & mask();
        while (slots_[at].place != none) at = (at + 1) & mask();
        slots_[at] = slot;
    }
    void grow() {
        List<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& s : old)
            if (s.place != none) put(s);
    }
    List<Slot> slots_;
    std::size_t used_{};
};

}  // namespace rivulet::detail
