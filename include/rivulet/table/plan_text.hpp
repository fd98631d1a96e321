// SPDX-License-Identifier: BSL-1.0
// A table's plan as text, made while compiling; only where somebody asks for it.
#pragma once
#include <rivulet/core/text.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/plan/explain.hpp>
#include <rivulet/plan/to_sql.hpp>

namespace rivulet::detail {

template <class Tag>
inline constexpr auto explainText = staticText<[](TextWriter& w) {
    plan::writeExplain(w, planOf<Tag>.view());
    w.put('\n');
    plan::writeExplain(w, planOf<Tag>.view(), physicalOf<Tag>.view());
}>();

template <class Tag> inline constexpr auto sqlText = staticText<[](TextWriter& w) { plan::writeSql(w, planOf<Tag>.view()); }>();

}  // namespace rivulet::detail
