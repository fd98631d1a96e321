// SPDX-License-Identifier: BSL-1.0
// The declared types of an aggregate's members: Boost.PFR hands out references, which hide a member that is itself a
// reference, and cannot hand out a bit-field at all.
#pragma once

namespace rivulet::detail {

/// How many members: chooses the overload.
template <int N> struct Count {};

/// `allAddressable` is false if a member is a bit-field, `allBindable` if no reference may name one that is packed. Types are exactly as declared: const, references, C arrays.
template <bool Addressable, bool Bindable, class... M>
struct Declared {
    static constexpr bool allAddressable = Addressable;
    static constexpr bool allBindable = Bindable;
    static constexpr int count = static_cast<int>(sizeof...(M));
};

template <class T> Declared<true, true> declared(T&, Count<0>);
template <class M> void bindable(M&);

// declared(T&, Count<N>) for N = 1..100: structured bindings name every member. N is 10 * tens + units, units = 1..10.
// Written with macros because 100 overloads with up to 100 names would be 120 kB of text; each is used unevaluated only.
#define RIVULET_NAME(n) m##n
#define RIVULET_TYPE(n) decltype(m##n)
#define RIVULET_ADDRESS(n) &m##n
#define RIVULET_BIND(n) ::rivulet::detail::bindable(m##n)
#define RIVULET_UNITS_1(X, t) X(t##0)
#define RIVULET_UNITS_2(X, t) X(t##0), X(t##1)
#define RIVULET_UNITS_3(X, t) X(t##0), X(t##1), X(t##2)
#define RIVULET_UNITS_4(X, t) X(t##0), X(t##1), X(t##2), X(t##3)
#define RIVULET_UNITS_5(X, t) X(t##0), X(t##1), X(t##2), X(t##3), X(t##4)
#define RIVULET_UNITS_6(X, t) X(t##0), X(t##1), X(t##2), X(t##3), X(t##4), X(t##5)
#define RIVULET_UNITS_7(X, t) X(t##0), X(t##1), X(t##2), X(t##3), X(t##4), X(t##5), X(t##6)
#define RIVULET_UNITS_8(X, t) X(t##0), X(t##1), X(t##2), X(t##3), X(t##4), X(t##5), X(t##6), X(t##7)
#define RIVULET_UNITS_9(X, t) X(t##0), X(t##1), X(t##2), X(t##3), X(t##4), X(t##5), X(t##6), X(t##7), X(t##8)
#define RIVULET_UNITS_10(X, t) X(t##0), X(t##1), X(t##2), X(t##3), X(t##4), X(t##5), X(t##6), X(t##7), X(t##8), X(t##9)
#define RIVULET_TENS_0(X)
#define RIVULET_TENS_1(X) RIVULET_UNITS_10(X, 0),
#define RIVULET_TENS_2(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1),
#define RIVULET_TENS_3(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2),
#define RIVULET_TENS_4(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2), RIVULET_UNITS_10(X, 3),
#define RIVULET_TENS_5(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2), RIVULET_UNITS_10(X, 3), RIVULET_UNITS_10(X, 4),
#define RIVULET_TENS_6(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2), RIVULET_UNITS_10(X, 3), RIVULET_UNITS_10(X, 4), RIVULET_UNITS_10(X, 5),
#define RIVULET_TENS_7(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2), RIVULET_UNITS_10(X, 3), RIVULET_UNITS_10(X, 4), RIVULET_UNITS_10(X, 5), RIVULET_UNITS_10(X, 6),
#define RIVULET_TENS_8(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2), RIVULET_UNITS_10(X, 3), RIVULET_UNITS_10(X, 4), RIVULET_UNITS_10(X, 5), RIVULET_UNITS_10(X, 6), RIVULET_UNITS_10(X, 7),
#define RIVULET_TENS_9(X) RIVULET_UNITS_10(X, 0), RIVULET_UNITS_10(X, 1), RIVULET_UNITS_10(X, 2), RIVULET_UNITS_10(X, 3), RIVULET_UNITS_10(X, 4), RIVULET_UNITS_10(X, 5), RIVULET_UNITS_10(X, 6), RIVULET_UNITS_10(X, 7), RIVULET_UNITS_10(X, 8),
#define RIVULET_ALL(X, t, u) RIVULET_TENS_##t(X) RIVULET_UNITS_##u(X, t)
#define RIVULET_DECLARED(t, u)                                                                                          \
    template <class T> auto declared(T& v, Count<10 * t + u>) {                                                         \
        auto& [RIVULET_ALL(RIVULET_NAME, t, u)] = v;                                                                    \
        return Declared<requires { (RIVULET_ALL(RIVULET_ADDRESS, t, u)); },                                             \
                        requires { (RIVULET_ALL(RIVULET_BIND, t, u)); }, RIVULET_ALL(RIVULET_TYPE, t, u)>{};             \
    }
#define RIVULET_DECADE(t)                                                                                               \
    RIVULET_DECLARED(t, 1) RIVULET_DECLARED(t, 2) RIVULET_DECLARED(t, 3) RIVULET_DECLARED(t, 4) RIVULET_DECLARED(t, 5)   \
    RIVULET_DECLARED(t, 6) RIVULET_DECLARED(t, 7) RIVULET_DECLARED(t, 8) RIVULET_DECLARED(t, 9) RIVULET_DECLARED(t, 10)
RIVULET_DECADE(0)
RIVULET_DECADE(1)
RIVULET_DECADE(2)
RIVULET_DECADE(3)
RIVULET_DECADE(4)
RIVULET_DECADE(5)
RIVULET_DECADE(6)
RIVULET_DECADE(7)
RIVULET_DECADE(8)
RIVULET_DECADE(9)

#undef RIVULET_ADDRESS
#undef RIVULET_ALL
#undef RIVULET_BIND
#undef RIVULET_DECADE
#undef RIVULET_DECLARED
#undef RIVULET_NAME
#undef RIVULET_TENS_0
#undef RIVULET_TENS_1
#undef RIVULET_TENS_2
#undef RIVULET_TENS_3
#undef RIVULET_TENS_4
#undef RIVULET_TENS_5
#undef RIVULET_TENS_6
#undef RIVULET_TENS_7
#undef RIVULET_TENS_8
#undef RIVULET_TENS_9
#undef RIVULET_TYPE
#undef RIVULET_UNITS_1
#undef RIVULET_UNITS_10
#undef RIVULET_UNITS_2
#undef RIVULET_UNITS_3
#undef RIVULET_UNITS_4
#undef RIVULET_UNITS_5
#undef RIVULET_UNITS_6
#undef RIVULET_UNITS_7
#undef RIVULET_UNITS_8
#undef RIVULET_UNITS_9

}  // namespace rivulet::detail
