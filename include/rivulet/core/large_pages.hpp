// SPDX-License-Identifier: BSL-1.0
// Memory that is read at random: fewer and larger pages spare it most of its page faults and address look-ups.
#pragma once
#include <cstddef>
#include <cstdint>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace rivulet::detail {

/// Asks for large pages where `bytes` of fresh memory lie, if they are many. Only a hint: nothing depends on it.
inline void preferLargePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t page = 4096, worth = std::size_t{4} << 20;
    if (bytes < worth) return;
    const std::size_t skipped = (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
    static_cast<void>(madvise(static_cast<char*>(memory) + skipped, (bytes - skipped) / page * page, MADV_HUGEPAGE));
#endif
}

}  // namespace rivulet::detail
