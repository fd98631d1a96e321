// SPDX-License-Identifier: BSL-1.0
// Renaming and hiding members, without touching the struct.
#pragma once
#include <string_view>

#include <rivulet/core/fixed_string.hpp>

namespace rivulet {

/// One change of how a member is seen.
struct MemberChange {
    std::string_view member{};
    std::string_view name{};
    bool hidden{};
};

template <int N>
struct MemberChanges {
    MemberChange changes[static_cast<unsigned>(N)];
    static constexpr int count = N;
};

/// The member `Member` is a column called `Name`.
template <FixedString Member, FixedString Name>
inline constexpr MemberChange rename{Member.view(), Name.view(), false};

/// The member `Member` is no column. A row made by rivulet has its default value there.
template <FixedString Member>
inline constexpr MemberChange hide{Member.view(), {}, true};

template <class... C>
constexpr MemberChanges<static_cast<int>(sizeof...(C))> memberChanges(const C&... changes) { return {{changes...}}; }

/// How a type's members are seen; specialise it to change names or to hide members. A change of a member that does not
/// exist is refused where the type is used. Rule of our own (Flink has annotations for it).
///
///     template <> struct rivulet::Members<Order> {
///         static constexpr auto changes = memberChanges(rename<"orderId", "order_id">, hide<"cache">);
///     };
template <class T> struct Members {};

}  // namespace rivulet
