// SPDX-License-Identifier: BSL-1.0
// Memory for objects that are made later: std::allocator and std::construct_at cost a program some 40 instantiations for each type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>

namespace rivulet::detail {

template <class T> inline constexpr bool isOverAligned = alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__;

/// Memory for `count` objects of T, to be given back with giveRoom.
template <class T>
T* takeRoom(std::size_t count) {
    if (count > PTRDIFF_MAX / sizeof(T)) throw std::bad_array_new_length();
    if constexpr (isOverAligned<T>) return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{alignof(T)}));
    else return static_cast<T*>(::operator new(count * sizeof(T)));
}
template <class T>
void giveRoom(T* room) noexcept {
    if constexpr (isOverAligned<T>) ::operator delete(room, std::align_val_t{alignof(T)});
    else ::operator delete(room);
}

}  // namespace rivulet::detail
