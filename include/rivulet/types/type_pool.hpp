// SPDX-License-Identifier: BSL-1.0
// Where the parts of nested types live: a SqlType refers to its fields by address.
#pragma once
#include <string_view>

#include <rivulet/types/sql_type.hpp>

namespace rivulet {

/// Room for the fields of types that are read from text or made by expressions. The types point into it: it must not move, and must
/// be of static storage where a type shall be a constant.
struct TypePool {
    static constexpr int mostFields = 64, mostDetails = 32;
    TypeField fields[mostFields]{};
    TypeDetail details[mostDetails]{};
    int fieldCount{}, detailCount{};
    constexpr void clear() { fieldCount = detailCount = 0; }
    constexpr bool hasRoom(int newFields) const { return detailCount < mostDetails && fieldCount + newFields <= mostFields; }

    /// Only where there is room.
    constexpr const TypeDetail& add(const TypeField* of, int count) {
        TypeDetail& d = details[detailCount++];
        d.fields = fields + fieldCount;
        d.fieldCount = count;
        for (int i = 0; i < count; ++i) fields[fieldCount++] = of[i];
        return d;
    }
    /// Those fields if they are there: their detail, else null and `found` false.
    constexpr const TypeDetail* find(const TypeField* of, int count, bool& found) const {
        for (int i = 0; i < detailCount; ++i) {
            if (details[i].fieldCount != count) continue;
            int same = 0;
            while (same < count && details[i].fields[same] == of[same]) ++same;
            found = same == count;
            if (found) return &details[i];
        }
        found = false;
        return nullptr;
    }
};

/// Makes the nested types of expressions: ARRAY[1, 2], ROW(a, b), COLLECT(x). A constant plan needs them in static storage, but
/// only binding it says which they are: so it is bound once to fill a pool, and again with that pool as the `known` one.
struct TypeMaker {
    TypePool* pool{};
    const TypePool* known{};
    bool hasPool{}, hasKnown{};  // asked for instead of null, see SqlType's ==

    /// NOT NULL; root `unknown` if there is no room.
    constexpr SqlType nested(TypeRoot root, const TypeField* fields, int count) const {
        bool found = false;
        if (hasKnown)
            if (const TypeDetail* const d = known->find(fields, count, found); found) return {root, false, 0, 0, d};
        if (!hasPool) return {};
        if (const TypeDetail* const d = pool->find(fields, count, found); found) return {root, false, 0, 0, d};
        if (!pool->hasRoom(count)) return {};
        return {root, false, 0, 0, &pool->add(fields, count)};
    }
    constexpr SqlType array(const SqlType& element) const {
        const TypeField f{"element", element};
        return nested(TypeRoot::array, &f, 1);
    }
    constexpr SqlType multiset(const SqlType& element) const {
        const TypeField f{"element", element};
        return nested(TypeRoot::multiset, &f, 1);
    }
    constexpr SqlType map(const SqlType& key, const SqlType& value) const {
        const TypeField f[2]{{"key", key}, {"value", value}};
        return nested(TypeRoot::map, f, 2);
    }
};

}  // namespace rivulet
