// SPDX-License-Identifier: BSL-1.0
// Values that an accumulator keeps: copied from a row's views into memory that it reuses, and looked at without a copy.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/total_order.hpp>

namespace rivulet::detail {

/// `kept = view`: text into the memory that is there.
template <class T, class V>
constexpr void keep(T& kept, const V& view) {
    if constexpr (std::is_assignable_v<T&, const V&>) kept = view;
    else kept = T(view);
}
template <class T, class V>
constexpr void keep(std::optional<T>& kept, const V& view) {
    if (kept) keep(*kept, bare(view));
    else kept.emplace(bare(view));
}

/// A kept value as a row shows it: text as a view of it.
template <class T> constexpr const T& asView(const T& v) { return v; }
constexpr std::string_view asView(const std::string& v) { return v; }
constexpr std::optional<std::string_view> asView(const std::optional<std::string>& v) { return v ? std::optional<std::string_view>(*v) : std::nullopt; }

/// Heap bytes behind a value, or behind a copy of a view, roughly.
template <class T>
std::size_t heldBytes(const T& v) {
    if constexpr (Optional<T>) return v ? heldBytes(*v) : 0;
    else if constexpr (std::is_same_v<T, std::string>) return v.capacity() > 15 ? v.capacity() + 1 : 0;
    else if constexpr (std::is_same_v<T, std::string_view>) return v.size() > 15 ? v.size() + 1 : 0;
    else if constexpr (requires { v.capacity(); v[0]; }) return v.capacity() * sizeof(typename T::value_type);
    else return 0;
}
template <class Map> std::size_t nodeBytes(const Map& m) { return m.size() * (sizeof(typename Map::value_type) + 32); }

/// Values in their order, and how often each is there; fewer than never for one that was taken back before it came. A node per value.
template <class T>
class SortedCounts {
    std::map<T, std::int64_t, TotalOrder> of_;
    std::size_t held_{};

public:
    /// How often the value is there, now that it came (n = 1) or went (n = -1), or that many came at once.
    template <class V> std::int64_t change(const V& view, std::int64_t n) {
        const auto at = of_.lower_bound(view);
        if (at == of_.end() || totalOrder(at->first, view) != 0) {
            if (n == 0) return 0;
            held_ += heldBytes(of_.emplace_hint(at, T(view), n)->first);
            return n;
        }
        const std::int64_t count = at->second += n;
        if (count == 0) {
            held_ -= heldBytes(at->first);
            of_.erase(at);
        }
        return count;
    }
    const std::map<T, std::int64_t, TotalOrder>& of() const { return of_; }
    std::size_t bytes() const { return nodeBytes(of_) + held_; }
};

/// A value and whether there is one yet, as R has it: in a group of rows that are never NULL there always is.
/// `result()` is the value by reference; DataError where it is missing and R cannot say so.
template <class R>
class KeptValue {
public:
    using Value = Bare<R>;
    constexpr bool present() const { return value_.has_value(); }
    constexpr const Value& value() const { return *value_; }
    template <class V> constexpr void set(const V& view) { keep(value_, view); }
    constexpr void reset() { value_.reset(); }
    constexpr const R& result(std::string_view function) const {
        if constexpr (Optional<R>) return value_;
        else {
            if (!value_) throwMissing(function);
            return *value_;
        }
    }
    std::size_t bytes() const { return heldBytes(value_); }

private:
    std::optional<Value> value_;
};

/// A byte each, because a std::vector<bool> has no elements to point to.
struct KeptBool {
    bool value{};
    constexpr KeptBool() = default;
    constexpr KeptBool(bool v) : value(v) {}
    constexpr operator bool() const { return value; }
};
template <class T> using Listed = std::conditional_t<std::is_same_v<T, bool>, KeptBool, T>;

/// Whether a value was seen: not asked where there always is one, else a flag, else how many where they can be taken back.
enum class Seen : unsigned char { always, flag, count };
template <class R, bool Retracts>
inline constexpr Seen seenFor = !Optional<R> ? Seen::always : Retracts ? Seen::count : Seen::flag;

template <Seen How> struct SeenState;
template <> struct SeenState<Seen::always> {
    static constexpr bool any() { return true; }
    static constexpr void more() {}
    static constexpr bool less() { return false; }
    static constexpr bool join(SeenState) { return false; }
    static constexpr void part(SeenState) {}
};
template <> struct SeenState<Seen::flag> {
    bool seen{};
    constexpr bool any() const { return seen; }
    constexpr void more() { seen = true; }
    constexpr bool join(SeenState later) { seen |= later.seen; return false; }
};
template <> struct SeenState<Seen::count> {
    std::int64_t n{};
    constexpr bool any() const { return n != 0; }
    constexpr void more() { ++n; }
    constexpr bool less() { return --n == 0; }  // whether none is left
    constexpr bool join(SeenState later) { return (n += later.n) == 0; }
    constexpr void part(SeenState earlier) { n -= earlier.n; }
};

}  // namespace rivulet::detail
