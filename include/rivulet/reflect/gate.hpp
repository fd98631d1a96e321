// SPDX-License-Identifier: BSL-1.0
// Our own check in front of Boost.PFR: what an aggregate may not hold, as an error value that names struct and member.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/reflect/access.hpp>
#include <rivulet/reflect/count.hpp>
#include <rivulet/reflect/declared.hpp>
#include <rivulet/reflect/type_name.hpp>

namespace rivulet::detail {

/// The members' declared types; `N` is exact and T has no anonymous unions, nor bases with members.
template <class T, int N> using DeclaredMembers = decltype(declared(std::declval<T&>(), Count<N>{}));

template <class Members> struct FirstMember;
template <bool A, bool B, class... M>
struct FirstMember<Declared<A, B, M...>> {
    static consteval int first(const bool (&is)[sizeof...(M) + 1]) {
        for (int i = 0; i < static_cast<int>(sizeof...(M)); ++i)
            if (is[i]) return i;
        return -1;
    }
    static constexpr int reference = first({std::is_reference_v<M>..., false});
    static constexpr int array = first({std::is_array_v<M>..., false});
};
// What packing has moved: GCC lets no reference name it; elsewhere it shows in an alignment less than a member's.
template <class T, class Members> inline constexpr bool isPacked = false;
template <class T, bool A, bool B, class... M>
inline constexpr bool isPacked<T, Declared<A, B, M...>> = !B || ((alignof(T) < alignof(M)) || ...);

// ---- texts ---------------------------------------------------------------------------------------------------------

inline constexpr auto mostMembersText = staticText<[](TextWriter& w) { w << "at most "; w.number(mostMembers); }>();
/// `Order.tags`
template <class T, int I, int N> inline constexpr auto memberPath = staticText<[](TextWriter& w) { w << className<T>() << "." << spelledName<T, I, N>(); }>();
/// `Order, member 2`: for members whose address cannot be taken. Members count from 1.
template <class T, int I> inline constexpr auto memberPlace = staticText<[](TextWriter& w) { w << className<T>() << ", member "; w.number(I + 1); }>();

// ---- bases ----------------------------------------------------------------------------------------------------------

template <class T, class Probe, std::size_t... Before, std::size_t... After>
constexpr bool bracesTakeAt(std::index_sequence<Before...>, std::index_sequence<After...>) {
    return requires { T{AnyMemberAt<Before>{}..., std::declval<Probe>(), AnyMemberAt<After>{}...}; };
}
// Part At is a base; N parts are known, or nothing after At can be given.
template <class T, int N, int At, bool Empty>
consteval bool isBaseAt() {
    if constexpr (At >= N) return false;
    else {
        constexpr auto before = std::make_index_sequence<static_cast<std::size_t>(At)>{};
        constexpr auto rest = std::make_index_sequence<static_cast<std::size_t>(N - At - 1)>{};
        constexpr std::index_sequence<> none{};
        using Base = AnyBase<T, Empty>;
        return (bracesTakeAt<T, Base>(before, rest) && !bracesTakeAt<T, NoMember>(before, rest)) || (bracesTakeAt<T, Base>(before, none) && !bracesTakeAt<T, NoMember>(before, none));
    }
}
template <class T, int At = 0>
consteval int countEmptyBases() {
    if constexpr (isBaseAt<T, partCount<T>, At, true>()) return countEmptyBases<T, At + 1>();
    else return At;
}
/// How many empty bases T begins with: they hold nothing, and nothing is read of them.
template <class T> inline constexpr int baseCount = countEmptyBases<T>();
template <class T> inline constexpr int memberCount = partCount<T> - baseCount<T>;

// ---- C arrays: where, and how many members there are in truth -------------------------------------------------------

template <class T, std::size_t... Before, std::size_t... After>
constexpr bool takesEmptyAt(std::index_sequence<Before...>, std::index_sequence<After...>) {
    return requires { T{AnyMemberAt<Before>{}..., {}, AnyMemberAt<After>{}...}; };
}
template <class T, int Before, int After>
inline constexpr bool takesEmpty = takesEmptyAt<T>(std::make_index_sequence<static_cast<std::size_t>(Before)>{}, std::make_index_sequence<static_cast<std::size_t>(After)>{});

inline constexpr int mostFlat = 1024;
// Braces without inner braces run on into the elements of arrays: the number of initialisers they take in all.
template <class T, int Low, int High>
consteval int flatCount() {
    constexpr int middle = (Low + High) / 2;
    if constexpr (middle == Low) return Low;
    else if constexpr (takesFlat<T, middle>) return flatCount<T, middle, High>();
    else return flatCount<T, Low, middle>();
}
// An empty pair of braces fills a whole array: fewer initialisers than before fit after it.
template <class T, int At, int Low, int High>
consteval int takenAfterEmpty() {
    constexpr int middle = (Low + High) / 2;
    if constexpr (middle == Low) return Low;
    else if constexpr (takesEmpty<T, At, middle>) return takenAfterEmpty<T, At, middle, High>();
    else return takenAfterEmpty<T, At, Low, middle>();
}
struct ArrayWalk { int members{}; int firstArray{-1}; };
template <class T, int Flat, int At, int Member, int FirstArray>
consteval ArrayWalk walkArrays() {
    if constexpr (At >= Flat) return {Member, FirstArray};
    else if constexpr (takesEmpty<T, At, Flat - At - 1> || !takesEmpty<T, At, 0>) return walkArrays<T, Flat, At + 1, Member + 1, FirstArray>();
    else {
        constexpr int after = takenAfterEmpty<T, At, 0, Flat - At - 1>();
        return walkArrays<T, Flat, Flat - after, Member + 1, FirstArray < 0 ? Member : FirstArray>();
    }
}

template <class T>
consteval Error arrayError() {
    if constexpr (takesFlat<T, mostFlat> || baseCount<T> > 0) return {.code = ErrorCode::cArrayMember, .subject = className<T>()};
    else {
        constexpr int flat = flatCount<T, memberCount<T> + 1, mostFlat>();
        constexpr ArrayWalk walk = walkArrays<T, flat, 0, 0, -1>();
        if constexpr (walk.firstArray < 0 && flat <= mostMembers) return {.code = ErrorCode::cArrayMember, .subject = memberPath<T, FirstMember<DeclaredMembers<T, flat>>::array, flat>.view()};
        else if constexpr (walk.firstArray < 0 || walk.members > mostMembers) return {.code = ErrorCode::cArrayMember, .subject = className<T>()};
        else return {.code = ErrorCode::cArrayMember, .subject = memberPath<T, walk.firstArray, walk.members>.view()};
    }
}

// ---- unions ---------------------------------------------------------------------------------------------------------

// Members that take anything at all, such as std::any, take NoMember too.
template <class T, class Probe, std::size_t... Before, std::size_t... After>
constexpr bool takesAt(std::index_sequence<Before...>, std::index_sequence<After...>) {
    if constexpr (sizeof...(Before) + sizeof...(After) == 0) return requires { T{std::declval<Probe>()}; };
    else return requires { T(AnyMemberAt<Before>{}..., std::declval<Probe>(), AnyMemberAt<After>{}...); };
}
template <class T, int N, int At>
consteval bool isUnionAt() {
    constexpr auto before = std::make_index_sequence<static_cast<std::size_t>(At)>{};
    constexpr auto after = std::make_index_sequence<static_cast<std::size_t>(N - At - 1)>{};
    return takesAt<T, AnyUnion>(before, after) && !takesAt<T, NoMember>(before, after);
}
template <std::size_t> using NotUnionAt = NotUnion;
template <class T, std::size_t... I>
constexpr bool hasUnion(std::index_sequence<I...>) {
    if constexpr (sizeof...(I) == 1) return isUnionAt<T, 1, 0>();
    else return !requires { T(NotUnionAt<I>{}...); };
}
template <class T, int N, int At = 0>
consteval std::string_view unionPlace() {
    if constexpr (At == N) return className<T>();
    else if constexpr (isUnionAt<T, N, At>()) return memberPlace<T, At - baseCount<T>>.view();
    else return unionPlace<T, N, At + 1>();
}

// ---- the gate -------------------------------------------------------------------------------------------------------

/// What keeps an aggregate's members from being read; no error if they can be.
template <class T>
consteval Error gateError() {
    if constexpr (std::is_union_v<T>) return {.code = ErrorCode::unionType_, .subject = className<T>()};
    else if constexpr (!std::is_aggregate_v<T>) return {.code = ErrorCode::notAggregate, .subject = className<T>()};
    else {
        constexpr int parts = partCount<T>, n = memberCount<T>;
        if constexpr (n == 0 && std::is_empty_v<T>) return {.code = ErrorCode::noMembers, .subject = className<T>()};
        else if constexpr (parts > mostMembers) return {.code = ErrorCode::tooManyMembers, .subject = className<T>(), .expected = mostMembersText.view()};
        else if constexpr (parts == 0) {
            // Something precedes a member without default constructor that parentheses cannot initialise: an array, as far as we know.
            return {.code = ErrorCode::cArrayMember, .subject = className<T>()};
        }
        else if constexpr (isBaseAt<T, parts, baseCount<T>, false>()) return {.code = ErrorCode::baseClass, .subject = className<T>()};
        else if constexpr (takesFlat<T, parts + 1>) return arrayError<T>();
        else if constexpr (hasUnion<T>(std::make_index_sequence<static_cast<std::size_t>(parts)>{})) return {.code = ErrorCode::unionType_, .subject = unionPlace<T, parts>()};
        else {
            using Members = DeclaredMembers<T, n>;
            using First = FirstMember<Members>;
            if constexpr (First::reference >= 0) return {.code = ErrorCode::referenceMember, .subject = memberPlace<T, First::reference>.view()};
            else if constexpr (!Members::allAddressable) return {.code = ErrorCode::bitFieldMember, .subject = className<T>()};
            else if constexpr (isPacked<T, Members>) return {.code = ErrorCode::packedMember, .subject = className<T>()};
            else if constexpr (First::array >= 0) return {.code = ErrorCode::cArrayMember, .subject = memberPath<T, First::array, n>.view()};
            else return {};
        }
    }
}

}  // namespace rivulet::detail
