// SPDX-License-Identifier: BSL-1.0
// The type in CAST(x AS type).
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet::sql::detail {

// Reads the type that begins at `begin`; `end` is where it ends.
constexpr bool castType(std::string_view sql, int begin, SqlType& type, int& end) {
    struct Row { std::string_view name; SqlType type; int digits; };
    constexpr Row rows[] = {{"BOOLEAN", sqltype::boolean, 0}, {"TINYINT", sqltype::tinyint, 0}, {"SMALLINT", sqltype::smallint, 0}, {"INTEGER", sqltype::integer, 0}, {"INT", sqltype::integer, 0},
        {"BIGINT", sqltype::bigint, 0}, {"FLOAT", sqltype::float_, 0}, {"DOUBLE", sqltype::double_, 0}, {"DECIMAL", sqltype::decimal(10, 0), 2}, {"STRING", sqltype::string, 0},
        {"BYTES", sqltype::bytes, 0}, {"VARCHAR", sqltype::string, 1}, {"CHAR", sqltype::char_(1), 1}, {"DATE", sqltype::date, 0}, {"TIMESTAMP_LTZ", sqltype::timestampLtz(6), 1}, {"TIMESTAMP", sqltype::timestamp(6), 1}, {"TIME", sqltype::time(0), 1}};
    const std::string_view rest = sql.substr(static_cast<std::size_t>(begin));
    for (const Row& r : rows) {
        if (!rivulet::detail::equalsIgnoringCase(rest.substr(0, r.name.size()), r.name)) continue;
        std::size_t p = r.name.size();
        type = r.type;
        if (r.digits && p < rest.size() && rest[p] == '(') {
            int n[2]{}, k = 0;
            for (++p; p < rest.size() && rest[p] != ')'; ++p) {
                if (rest[p] == ',') { if (++k >= r.digits) return false; }
                else if (rest[p] >= '0' && rest[p] <= '9' && n[k] < 100000) n[k] = n[k] * 10 + (rest[p] - '0');
                else if (rest[p] != ' ') return false;
            }
            if (p >= rest.size()) return false;
            ++p;
            type.precision = n[0];
            type.scale = n[1];
        }
        end = begin + static_cast<int>(p);
        return true;
    }
    return false;
}

}  // namespace rivulet::sql::detail
