// SPDX-License-Identifier: BSL-1.0
// Replaces operator new by one that counts. For one file of a program.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace bench {

inline std::size_t allocations = 0;  // so far
inline std::size_t liveBytes = 0;    // allocated and not freed, as large as the allocator made them

}  // namespace bench

// Not inlined: GCC would see malloc meet delete.
[[gnu::noinline]] void* operator new(std::size_t n) {
    void* const p = std::malloc(n);
    if (!p) throw std::bad_alloc();
    ++bench::allocations;
    bench::liveBytes += malloc_usable_size(p);
    return p;
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
    if (p) bench::liveBytes -= malloc_usable_size(p);
    std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
