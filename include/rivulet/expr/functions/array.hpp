// SPDX-License-Identifier: BSL-1.0
// Functions of arrays. Results keep the order of their argument; the elements of a set are those that differ, NULL being one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/expr/compare.hpp>
#include <rivulet/expr/element.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

// An array, and a value for its elements.
constexpr bool arrayAndElement(Typing& t) {
    if (t.type(0).root != TypeRoot::array) { t.refuse(0, "an array"); return false; }
    rules::distinguishable(t, 0);
    if (t.refused >= 0) return false;
    const SqlType element = t.type(0).field(0).type;
    if (t.isNull(1) || implicitCast(t.type(1), element)) {
        if (!(t.type(1).isCharacter() && element.isCharacter())) t.coerce(1, element);
        return true;
    }
    t.refuse(1, rules::kindName(element));
    return false;
}
// Arrays whose elements have a common type, to which they are cast.
constexpr void arraysOfOneType(Typing& t) {
    for (int i = 0; i < t.count; ++i)
        if (t.type(i).root != TypeRoot::array) return t.refuse(i, "an array");
    const SqlType type = rules::common(t, 0);
    if (t.refused < 0) t.result = type.withNullable(t.anyNullable());
}
constexpr void setsOfOneType(Typing& t) {
    arraysOfOneType(t);
    for (int i = 0; t.refused < 0 && i < t.count; ++i) rules::distinguishable(t, i);
}
constexpr void sameArray(Typing& t) {
    if (t.type(0).root != TypeRoot::array) return t.refuse(0, "an array");
    t.result = t.type(0).withNullable(t.anyNullable());
}
constexpr void sameSet(Typing& t) {
    sameArray(t);
    if (t.refused < 0) rules::distinguishable(t, 0);
}

template <class A, class... Rest> using ArrayResult = std::vector<typename Bare<A>::value_type>;

/// The elements that were seen, as values of the result's element type.
template <class E>
class SeenElements {
    std::map<E, bool, detail::TotalOrder> seen_;

public:
    /// Whether it is new.
    bool insert(const E& e) { return seen_.emplace(e, true).second; }
    bool contains(const E& e) const { return seen_.find(e) != seen_.end(); }
};

template <class E> constexpr bool matches(const E& element, const auto& needle) {
    if (!present(element) || !present(needle)) return !present(element) && !present(needle);
    return detail::sameElement(detail::elementValue(element), bare(needle));
}

}  // namespace shared

/// ARRAY_CONTAINS(array, value): whether an element equals it; a NULL is found if there is one. NULL for a NULL array only.
struct ArrayContains {
    static constexpr void typing(Typing& t) {
        if (shared::arrayAndElement(t)) t.result = sqltype::boolean.orNull(t.type(0).nullable);
    }
    static constexpr FunctionInfo info{.name = "ARRAY_CONTAINS", .minArguments = 2, .maxArguments = 2, .strict = false, .typing = &typing};
    template <class R, class A, class V> static constexpr R call(const A& array, const V& value) {
        if constexpr (Optional<A>) {
            if (!array) return std::nullopt;
        }
        for (const typename Bare<A>::value_type& e : bare(array))
            if (shared::matches(e, value)) return true;
        return false;
    }
};

/// ARRAY_POSITION(array, value): the place from 1 of the first element that equals it, 0 if there is none.
struct ArrayPosition {
    static constexpr void typing(Typing& t) {
        if (shared::arrayAndElement(t)) t.result = sqltype::integer.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "ARRAY_POSITION", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V, class A, class X> static constexpr V call(const A& array, const X& value) {
        std::int32_t place = 1;
        for (const typename A::value_type& e : array) {
            if (shared::matches(e, value)) return place;
            ++place;
        }
        return 0;
    }
};

/// ARRAY_REMOVE(array, value): without the elements that equal it; a NULL takes the NULLs away. NULL for a NULL array only.
struct ArrayRemove {
    static constexpr void typing(Typing& t) {
        if (shared::arrayAndElement(t)) t.result = t.type(0);
    }
    static constexpr FunctionInfo info{.name = "ARRAY_REMOVE", .minArguments = 2, .maxArguments = 2, .strict = false, .typing = &typing};
    template <class A, class V> using Result = shared::ArrayResult<A>;
    template <class R, class A, class V> static constexpr R call(const A& array, const V& value) {
        if constexpr (Optional<A>) {
            if (!array) return std::nullopt;
        }
        Bare<R> out;
        for (const typename Bare<A>::value_type& e : bare(array))
            if (!shared::matches(e, value)) out.push_back(e);
        return out;
    }
};

/// ARRAY_APPEND(array, value), ARRAY_PREPEND(array, value): with the value at the end or at the beginning; a NULL too. NULL for a NULL
/// array only.
struct ArrayAppend {
    static constexpr void typing(Typing& t) {
        if (shared::arrayAndElement(t)) t.make(t.types.array(t.type(0).field(0).type.orNull(t.type(1).nullable)), t.type(0).nullable);
    }
    static constexpr FunctionInfo info{.name = "ARRAY_APPEND", .minArguments = 2, .maxArguments = 2, .strict = false, .typing = &typing};
    template <class A, class V> struct ResultOf {
        using E = typename Bare<A>::value_type;
        using Type = std::vector<std::conditional_t<Optional<V> && !Optional<E>, std::optional<E>, E>>;
    };
    template <class A, class V> using Result = typename ResultOf<A, V>::Type;
    template <class R, class A, class V> static constexpr R call(const A& array, const V& value) { return with<R, true>(array, value); }

    template <class R, bool AtEnd, class A, class V> static constexpr R with(const A& array, const V& value) {
        if constexpr (Optional<A>) {
            if (!array) return std::nullopt;
        }
        using E = typename Bare<R>::value_type;
        Bare<R> out;
        out.reserve(bare(array).size() + 1);
        if constexpr (!AtEnd) out.push_back(detail::elementFrom<E>(value));
        for (const typename Bare<A>::value_type& e : bare(array)) out.push_back(E(e));
        if constexpr (AtEnd) out.push_back(detail::elementFrom<E>(value));
        return out;
    }
};
struct ArrayPrepend {
    static constexpr FunctionInfo info{.name = "ARRAY_PREPEND", .minArguments = 2, .maxArguments = 2, .strict = false, .typing = &ArrayAppend::typing};
    template <class A, class V> using Result = ArrayAppend::Result<A, V>;
    template <class R, class A, class V> static constexpr R call(const A& array, const V& value) { return ArrayAppend::with<R, false>(array, value); }
};

/// ARRAY_DISTINCT(array): each element once.
struct ArrayDistinct {
    static constexpr FunctionInfo info{.name = "ARRAY_DISTINCT", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameSet};
    template <class A> using Result = shared::ArrayResult<A>;
    template <class V, class A> static constexpr V call(const A& array) {
        V out;
        shared::SeenElements<typename V::value_type> seen;
        for (const typename V::value_type& e : array)
            if (seen.insert(e)) out.push_back(e);
        return out;
    }
};

/// ARRAY_UNION(a, b): the elements of both, each once. ARRAY_EXCEPT: those of a that are not in b. ARRAY_INTERSECT: those in both.
struct ArrayUnion {
    static constexpr FunctionInfo info{.name = "ARRAY_UNION", .minArguments = 2, .maxArguments = 2, .typing = &shared::setsOfOneType};
    template <class A, class B> using Result = shared::ArrayResult<A>;
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) {
        using E = typename V::value_type;
        V out;
        shared::SeenElements<E> seen;
        const auto take = [&](const E& e) { if (seen.insert(e)) out.push_back(e); };
        for (const E& e : a) take(e);
        for (const typename B::value_type& e : b) take(detail::elementFrom<E>(e));
        return out;
    }
};
struct ArrayExcept {
    static constexpr FunctionInfo info{.name = "ARRAY_EXCEPT", .minArguments = 2, .maxArguments = 2, .typing = &shared::setsOfOneType};
    template <class A, class B> using Result = shared::ArrayResult<A>;
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) { return filtered<V, false>(a, b); }

    template <class V, bool Wanted, class A, class B> static constexpr V filtered(const A& a, const B& b) {
        using E = typename V::value_type;
        V out;
        shared::SeenElements<E> other, seen;
        for (const typename B::value_type& e : b) other.insert(detail::elementFrom<E>(e));
        for (const E& e : a)
            if (other.contains(e) == Wanted && seen.insert(e)) out.push_back(e);
        return out;
    }
};
struct ArrayIntersect {
    static constexpr FunctionInfo info{.name = "ARRAY_INTERSECT", .minArguments = 2, .maxArguments = 2, .typing = &shared::setsOfOneType};
    template <class A, class B> using Result = shared::ArrayResult<A>;
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) { return ArrayExcept::filtered<V, true>(a, b); }
};

/// ARRAY_CONCAT(a, b, ..): one after the other.
struct ArrayConcat {
    static constexpr FunctionInfo info{.name = "ARRAY_CONCAT", .minArguments = 1, .maxArguments = -1, .typing = &shared::arraysOfOneType};
    template <class A, class... B> using Result = shared::ArrayResult<A>;
    template <class V, class... A> static constexpr V call(const A&... array) {
        V out;
        out.reserve((array.size() + ...));
        const auto append = [&out]<class B>(const B& all) {
            for (const typename B::value_type& e : all) out.push_back(detail::elementFrom<typename V::value_type>(e));
        };
        (append(array), ...);
        return out;
    }
};

/// ARRAY_REVERSE(array): from the end to the beginning.
struct ArrayReverse {
    static constexpr FunctionInfo info{.name = "ARRAY_REVERSE", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameArray};
    template <class A> using Result = shared::ArrayResult<A>;
    template <class V, class A> static constexpr V call(const A& array) { return V(array.rbegin(), array.rend()); }
};

/// ARRAY_SLICE(array, first[, last]): the elements from place `first` to place `last`, from 1; negative places count from the end, -1
/// being the last. Places outside are those of the ends; empty if there is nothing between.
struct ArraySlice {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "AI")) t.result = t.type(0).withNullable(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "ARRAY_SLICE", .minArguments = 2, .maxArguments = 3, .typing = &typing};
    template <class A, class... I> using Result = shared::ArrayResult<A>;
    template <class V, class A> static constexpr V call(const A& array, std::int64_t first) { return call<V>(array, first, -1); }
    template <class V, class A> static constexpr V call(const A& array, std::int64_t first, std::int64_t last) {
        const auto size = static_cast<std::int64_t>(array.size());
        if (first < 0) first = first < -size ? 1 : first + size + 1;
        if (first < 1) first = 1;
        if (last < 0) last += size + 1;
        if (last == 0) last = 1;  // as in Flink
        if (last > size) last = size;
        if (last < first) return V();
        return V(array.begin() + static_cast<std::ptrdiff_t>(first - 1), array.begin() + static_cast<std::ptrdiff_t>(last));
    }
};

/// ARRAY_SORT(array[, ascending[, nulls first]]): ascending with NULLs first, or descending with NULLs last, if nothing else is said.
struct ArraySort {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "AB")) shared::sameSet(t);
    }
    static constexpr FunctionInfo info{.name = "ARRAY_SORT", .minArguments = 1, .maxArguments = 3, .typing = &typing};
    template <class A, class... B> using Result = shared::ArrayResult<A>;
    template <class V, class A> static constexpr V call(const A& array) { return call<V>(array, true, true); }
    template <class V, class A> static constexpr V call(const A& array, bool ascending) { return call<V>(array, ascending, ascending); }
    template <class V, class A> static constexpr V call(const A& array, bool ascending, bool nullsFirst) {
        using E = typename V::value_type;
        V out;
        out.reserve(array.size());
        std::map<E, std::size_t, detail::TotalOrder> counts;
        std::size_t nulls = 0;
        for (const E& e : array) {
            if (present(e)) ++counts[e];
            else ++nulls;
        }
        const auto put = [&out](const E& e, std::size_t n) { for (; n > 0; --n) out.push_back(e); };
        if (nullsFirst && nulls) put(E(), nulls);
        if (ascending) for (auto at = counts.begin(); at != counts.end(); ++at) put(at->first, at->second);
        else for (auto at = counts.rbegin(); at != counts.rend(); ++at) put(at->first, at->second);
        if (!nullsFirst && nulls) put(E(), nulls);
        return out;
    }
};

namespace shared {

constexpr void extremeElement(Typing& t) {
    if (t.type(0).root != TypeRoot::array) return t.refuse(0, "an array");
    const SqlType element = t.type(0).field(0).type;
    if (element.isNested() || element.root == TypeRoot::raw) return t.refuse(0, "an array of comparable values");
    t.result = element.orNull(true);
}
template <class V, bool Most, class A> constexpr std::optional<V> extremeIn(const A& array) {
    using E = typename A::value_type;
    const std::size_t none = array.size();
    std::size_t best = none;
    for (std::size_t i = 0; i < array.size(); ++i) {
        const E& e = array[i];
        if (!present(e)) continue;
        if (best == none) best = i;
        else if (const E& b = array[best]; detail::isBeyond<Most>(detail::elementValue(e), detail::elementValue(b))) best = i;
    }
    if (best == none) return std::nullopt;
    return V(detail::elementValue(static_cast<const E&>(array[best])));
}

}  // namespace shared

/// ARRAY_MAX(array), ARRAY_MIN(array): the greatest or least element; NULLs are skipped; NULL if there is none.
struct ArrayMax {
    static constexpr FunctionInfo info{.name = "ARRAY_MAX", .minArguments = 1, .maxArguments = 1, .slices = true, .typing = &shared::extremeElement};
    template <class V, class A> static constexpr std::optional<V> call(const A& array) { return shared::extremeIn<V, true>(array); }
};
struct ArrayMin {
    static constexpr FunctionInfo info{.name = "ARRAY_MIN", .minArguments = 1, .maxArguments = 1, .slices = true, .typing = &shared::extremeElement};
    template <class V, class A> static constexpr std::optional<V> call(const A& array) { return shared::extremeIn<V, false>(array); }
};

/// ARRAY_JOIN(array of texts, separator[, text for NULLs]): the texts with the separator between them; NULLs are left out if there is no
/// text for them.
struct ArrayJoin {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "AT")) return;
        if (!t.type(0).field(0).type.isCharacter()) return t.refuse(0, "an array of texts");
        t.result = sqltype::string.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "ARRAY_JOIN", .minArguments = 2, .maxArguments = 3, .typing = &typing};
    template <class V, class A> static constexpr V call(const A& array, std::string_view separator) { return joined<V>(array, separator, nullptr); }
    template <class V, class A> static constexpr V call(const A& array, std::string_view separator, std::string_view null) { return joined<V>(array, separator, &null); }

private:
    template <class V, class A> static constexpr V joined(const A& array, std::string_view separator, const std::string_view* null) {
        V out;
        bool any = false;
        for (const typename A::value_type& e : array) {
            if (!present(e) && !null) continue;
            if (any) out.append(separator);
            any = true;
            out.append(present(e) ? std::string_view(detail::elementValue(e)) : *null);
        }
        return out;
    }
};

/// SPLIT(text, separator): the pieces, empty ones too; of an empty separator the characters. ARRAY<STRING>.
struct Split {
    static constexpr void typing(Typing& t) { rules::call(t, "T", SqlTraits<std::vector<std::optional<std::string>>>::type); }
    static constexpr FunctionInfo info{.name = "SPLIT", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class A, class B> using Result = std::vector<std::optional<std::string>>;
    template <class V> static constexpr V call(std::string_view text, std::string_view separator) {
        V out;
        if (separator.empty()) {
            for (std::size_t size = 0; !text.empty(); text.remove_prefix(size)) {
                size = detail::characterSize(text);
                out.emplace_back(text.substr(0, size));
            }
            return out;
        }
        std::size_t from = 0;
        for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator, from)) {
            out.emplace_back(text.substr(from, at - from));
            from = at + separator.size();
        }
        out.emplace_back(text.substr(from));
        return out;
    }
};

}  // namespace rivulet::functions
