// SPDX-License-Identifier: BSL-1.0
// Steps that keep something for each key.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/runtime/state_map.hpp>
#include <rivulet/stream/steps.hpp>

namespace rivulet {

/// What a function of process() may ask about the row's surroundings.
template <class K>
class KeyContext {
public:
    explicit KeyContext(const K& ofCall) : key_(&ofCall) {}
    const K& currentKey() const { return *key_; }

private:
    const K* key_;
};

namespace detail {

// How a row finds its key. The key may be a reference into the row.
template <class G>
struct KeyOf {
    std::shared_ptr<Operator> step;
    G function;
    template <class T> decltype(auto) operator()(const T& row) { return detail::guarded(*step, function, row); }
};

template <class T, class K, class G, class F>
struct Reduce {
    template <class> using Out = T;
    static constexpr bool fills = false;
    std::shared_ptr<Operator> step;
    KeyOf<G> keyOf;
    F update;  // (T& sofar, const T& row)
    StateMap<K, T> states{};
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        const auto [entry, isNew] = states.tryEmplace(keyOf(std::as_const(row)), std::forward<Row>(row));
        if (!isNew) detail::guarded(*step, update, entry->value, std::as_const(row));
        next.push(std::as_const(entry->value));
    }
};

// A user's reduce function: two rows to one.
template <class F>
struct Reducing {
    F function;
    template <class T> void operator()(T& sofar, const T& row) { sofar = function(std::as_const(sofar), row); }
};
// On the JVM integers wrap around.
template <class M>
struct Summing {
    static constexpr std::string_view kind = "sum";
    M member;
    template <class T> void operator()(T& sofar, const T& row) const {
        using V = std::remove_cvref_t<decltype(sofar.*member)>;
        if constexpr (std::is_integral_v<V>)
            sofar.*member = static_cast<V>(static_cast<std::uint64_t>(sofar.*member) + static_cast<std::uint64_t>(row.*member));
        else sofar.*member = static_cast<V>(sofar.*member + row.*member);
    }
};
template <class M, bool Greatest, bool WholeRow>
struct Choosing {
    static constexpr std::string_view kind = WholeRow ? (Greatest ? "maxBy" : "minBy") : Greatest ? "max" : "min";
    M member;
    template <class T> void operator()(T& sofar, const T& row) const {
        const bool better = Greatest ? sofar.*member < row.*member : row.*member < sofar.*member;
        if (!better) return;
        if constexpr (WholeRow) sofar = row;
        else sofar.*member = row.*member;
    }
};

template <class M> using Min = Choosing<M, false, false>;
template <class M> using Max = Choosing<M, true, false>;
template <class M> using MinBy = Choosing<M, false, true>;
template <class M> using MaxBy = Choosing<M, true, true>;

// A struct with processElement, as a function.
template <class P>
struct ElementFunction {
    P object;
    template <class... A> requires requires(P& p, A&&... a) { p.processElement(std::forward<A>(a)...); }
    void operator()(A&&... arguments) { object.processElement(std::forward<A>(arguments)...); }
};
template <class P>
constexpr auto elementFunction(P p) {
    if constexpr (requires { &P::processElement; }) return ElementFunction<P>{std::move(p)};
    else return p;
}

// The State of a function of process(): declared, or its second parameter.
template <class F>
consteval auto stateOfFunction() {
    if constexpr (requires { typename F::State; }) return std::type_identity<typename F::State>{};
    else return std::type_identity<std::remove_cvref_t<typename decltype(secondOf(parametersOf<F>()))::type>>{};
}
template <class State, class F>
consteval auto givenOrStateOf() {
    if constexpr (std::is_void_v<State>) return stateOfFunction<F>();
    else return std::type_identity<State>{};
}
// Whether what a function of process() does to its State stays: it does not if the State is passed by value.
template <class F> inline constexpr bool keepsState = !std::is_object_v<typename decltype(secondOf(parametersOf<F>()))::type>;
template <class S> inline constexpr bool isCollector = false;
template <class Out> inline constexpr bool isCollector<Collector<Out>> = true;
template <class State, class F> using givenOrState = typename decltype(givenOrStateOf<State, F>())::type;

template <class F, class T, class S, class K, class Out>
inline constexpr bool takesContext = takesRow<F, T, S&, const KeyContext<K>&, Collector<Out>&>;
template <class F, class T, class S, class K, class Out>
inline constexpr bool processes = takesContext<F, T, S, K, Out> || takesRow<F, T, S&, Collector<Out>&>;

template <class K, class S, class Out, class F, class Row, class Next>
void process(const Operator& step, F& function, typename StateMap<K, S>::Entry& entry, Row&& row, Next& next) {
    Collector<Out> out(next);
    if constexpr (takesContext<F, std::remove_cvref_t<Row>, S, K, Out>) {
        const KeyContext<K> context(entry.key);
        detail::callWith(step, function, std::forward<Row>(row), entry.value, context, out);
    } else detail::callWith(step, function, std::forward<Row>(row), entry.value, out);
}

template <class Made, class K, class S, class G, class F>
struct Process {
    template <class> using Out = Made;
    static constexpr bool fills = false;
    std::shared_ptr<Operator> step;
    KeyOf<G> keyOf;
    F function;
    StateMap<K, S> states{};
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        auto& entry = *states.tryEmplace(keyOf(std::as_const(row))).first;
        detail::process<K, S, Made>(*step, function, entry, std::forward<Row>(row), next);
    }
};

// Two inputs with keys of one type, and one state a key for both.
template <class Made, class K, class S, class G, class H, class F, class P>
struct CoProcess {
    template <class> using Out = Made;
    std::shared_ptr<Operator> step;
    KeyOf<G> firstKey;
    KeyOf<H> secondKey;
    F first;
    P second;
    StateMap<K, S> states{};
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        if constexpr (Input == 0) {
            auto& entry = *states.tryEmplace(firstKey(std::as_const(row))).first;
            detail::process<K, S, Made>(*step, first, entry, std::forward<Row>(row), next);
        } else {
            auto& entry = *states.tryEmplace(secondKey(std::as_const(row))).first;
            detail::process<K, S, Made>(*step, second, entry, std::forward<Row>(row), next);
        }
    }
};

}  // namespace detail

}  // namespace rivulet
