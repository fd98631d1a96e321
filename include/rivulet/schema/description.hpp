// SPDX-License-Identifier: BSL-1.0
// A schema as it was declared, before it meets a stream's columns.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/schema/column.hpp>

namespace rivulet {

/// A declared column. `column.type` is set for physical and metadata columns; that of a computed one is found later.
struct DeclaredColumn {
    Column column{};
    int expression{-1};              // computed by an expression object: its number among the schema's parts; -1 for SQL text
    Error error{};                   // a type text or C++ type that is none
    std::string_view errorText{};    // what error.position points into
};

struct DeclaredWatermark {
    std::string_view column{};
    std::string_view text{};
    int expression{-1};
};

struct DeclaredKey {
    std::string_view name{};         // empty: PK_<column>_<column>
    const std::string_view* columns{};
    int count{};
};

/// What a schema says, wherever it is stored: ordinary functions read this, at compile time and at run time.
struct SchemaDescription {
    const DeclaredColumn* columns{};
    int columnCount{};
    const DeclaredWatermark* watermarks{};
    int watermarkCount{};
    const DeclaredKey* keys{};
    int keyCount{};

    constexpr bool declaresPhysical() const {
        for (int i = 0; i < columnCount; ++i)
            if (columns[i].column.isPhysical()) return true;
        return false;
    }
};

}  // namespace rivulet
