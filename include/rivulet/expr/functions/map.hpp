// SPDX-License-Identifier: BSL-1.0
// Functions of maps. Their elements come in the order of the keys.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/element.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/reflect/row.hpp>

namespace rivulet::functions {

namespace shared {

constexpr bool isMap(Typing& t, int i) {
    if (t.type(i).root == TypeRoot::map) return true;
    t.refuse(i, "a map");
    return false;
}

}  // namespace shared

/// MAP_KEYS(map), MAP_VALUES(map): arrays of the keys and of the values.
struct MapKeys {
    static constexpr void typing(Typing& t) {
        if (shared::isMap(t, 0)) t.make(t.types.array(t.type(0).field(0).type), t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "MAP_KEYS", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class A> using Result = std::vector<typename Bare<A>::key_type>;
    template <class V, class A> static constexpr V call(const A& map) {
        V out;
        out.reserve(map.size());
        for (const auto& [key, value] : map) out.push_back(key);
        return out;
    }
};
struct MapValues {
    static constexpr void typing(Typing& t) {
        if (shared::isMap(t, 0)) t.make(t.types.array(t.type(0).field(1).type), t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "MAP_VALUES", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class A> using Result = std::vector<typename Bare<A>::mapped_type>;
    template <class V, class A> static constexpr V call(const A& map) {
        V out;
        out.reserve(map.size());
        for (const auto& [key, value] : map) out.push_back(value);
        return out;
    }
};

/// MAP_ENTRIES(map): an array of rows `key`, `value`.
struct MapEntries {
    static constexpr void typing(Typing& t) {
        if (!shared::isMap(t, 0)) return;
        const TypeField fields[2]{{"key", t.type(0).field(0).type}, {"value", t.type(0).field(1).type}};
        const SqlType row = t.types.nested(TypeRoot::row, fields, 2);
        t.make(row.root == TypeRoot::unknown ? row : t.types.array(row.orNull(true)), t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "MAP_ENTRIES", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class A> using Entry = Row<Field<"key", typename Bare<A>::key_type>, Field<"value", typename Bare<A>::mapped_type>>;
    template <class A> using Result = std::vector<std::optional<Entry<A>>>;
    template <class V, class A> static constexpr V call(const A& map) {
        V out;
        out.reserve(map.size());
        for (const auto& [key, value] : map) out.emplace_back(Entry<A>(RowKind::insert, key, value));
        return out;
    }
};

/// MAP_FROM_ARRAYS(keys, values): the map from each key to the value at its place; of equal keys the last counts. DataError if the arrays
/// are not of one size.
struct MapFromArrays {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "A")) return;
        if (!rules::isOrdered(t.type(0).field(0).type)) return t.refuse(0, rules::orderedKey);
        t.make(t.types.map(t.type(0).field(0).type, t.type(1).field(0).type), t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "MAP_FROM_ARRAYS", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class A, class B> using Result = std::map<typename Bare<A>::value_type, typename Bare<B>::value_type>;
    template <class V, class A, class B> static constexpr V call(const A& keys, const B& values) {
        if (keys.size() != values.size())
            throw DataError("MAP_FROM_ARRAYS of arrays of unlike size", std::to_string(keys.size()) + " keys, " + std::to_string(values.size()) + " values");
        V out;
        auto value = values.begin();
        for (const typename A::value_type& key : keys) out.insert_or_assign(key, *value++);
        return out;
    }
};

/// MAP_FROM_ENTRIES(array of rows of two fields): the map from the first to the second; of equal keys the last counts. NULL if a row is.
struct MapFromEntries {
    static constexpr void typing(Typing& t) {
        const bool fits = t.type(0).root == TypeRoot::array && detail::isRowLike(t.type(0).field(0).type) && t.type(0).field(0).type.fieldCount() == 2;
        if (!fits) return t.refuse(0, "an array of rows of two fields");
        const SqlType row = t.type(0).field(0).type;
        if (!rules::isOrdered(row.field(0).type)) return t.refuse(0, rules::orderedKey);
        t.make(t.types.map(row.field(0).type, row.field(1).type), t.anyNullable() || row.nullable);
    }
    static constexpr FunctionInfo info{.name = "MAP_FROM_ENTRIES", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class A> using Entry = Bare<typename Bare<A>::value_type>;
    template <class A> using Result = std::map<std::remove_cvref_t<typename Reflection<Entry<A>>::template Type<0>>, std::remove_cvref_t<typename Reflection<Entry<A>>::template Type<1>>>;
    template <class V, class A> static constexpr std::optional<V> call(const A& entries) {
        V out;
        for (const auto& entry : entries) {
            if (!present(entry)) return std::nullopt;
            out.insert_or_assign(Reflection<Entry<A>>::template get<0>(bare(entry)), Reflection<Entry<A>>::template get<1>(bare(entry)));
        }
        return out;
    }
};

/// MAP_UNION(a, b, ..): all entries; of equal keys the last counts.
struct MapUnion {
    static constexpr void typing(Typing& t) {
        for (int i = 0; i < t.count; ++i)
            if (!shared::isMap(t, i)) return;
        const SqlType type = rules::common(t, 0);
        if (t.refused < 0) t.result = type.withNullable(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "MAP_UNION", .minArguments = 1, .maxArguments = -1, .typing = &typing};
    template <class A, class... B> using Result = std::map<typename Bare<A>::key_type, typename Bare<A>::mapped_type>;
    template <class V, class... A> static constexpr V call(const A&... map) {
        V out;
        const auto take = [&out](const auto& of) {
            for (const auto& [key, value] : of) out.insert_or_assign(detail::elementFrom<typename V::key_type>(key), detail::elementFrom<typename V::mapped_type>(value));
        };
        (take(map), ...);
        return out;
    }
};

/// STR_TO_MAP(text[, separator of entries[, separator of key and value]]): `a=1,b=2`, if nothing else is said. An entry without the
/// second separator is a key of NULL; empty entries at the end are none. The separators are literals, and no regular expressions as in Flink.
struct StrToMap {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "T")) return;
        for (int i = 1; i < t.count; ++i) {
            if (!t.arguments[i].isText || t.arguments[i].text.empty()) return t.refuse(i, "a text literal");
            for (const char c : t.arguments[i].text)
                if (std::string_view(".|()[]{}^$*+?\\").find(c) != std::string_view::npos) return t.refuse(i, "a text without signs of regular expressions");
        }
        t.result = SqlTraits<std::map<std::string, std::optional<std::string>>>::type.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "STR_TO_MAP", .minArguments = 1, .maxArguments = 3, .typing = &typing};
    template <class... A> using Result = std::map<std::string, std::optional<std::string>>;
    template <class V> static constexpr V call(std::string_view text, std::string_view entries = ",", std::string_view inEntry = "=") {
        V out;
        while (text.size() >= entries.size() && text.substr(text.size() - entries.size()) == entries) text.remove_suffix(entries.size());
        if (text.empty()) return out;
        for (std::size_t from = 0; from != std::string_view::npos;) {
            const std::size_t end = text.find(entries, from);
            const std::string_view entry = text.substr(from, end == std::string_view::npos ? end : end - from);
            const std::size_t split = entry.find(inEntry);
            std::optional<std::string>& value = out[std::string(entry.substr(0, split))];
            if (split == std::string_view::npos) value.reset();
            else value = entry.substr(split + inEntry.size());
            from = end == std::string_view::npos ? end : end + entries.size();
        }
        return out;
    }
};

}  // namespace rivulet::functions
