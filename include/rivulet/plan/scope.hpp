// SPDX-License-Identifier: BSL-1.0
// Which names may be used at some place, and what they mean there.
#pragma once
#include <string_view>

#include <rivulet/plan/buffer.hpp>

namespace rivulet::plan {

/// The columns of a node, in parts: a relation of FROM each. Where USING merged columns, further parts say which columns a name
/// without qualifier and a `*` mean, and in which order.
struct Scope {
    struct Part {
        std::string_view alias{};
        short first{}, count{};
        bool qualified{true};  // `alias.x` and `alias.*` look here
        bool plain{true};      // `x` and `*` look here
        short other{-1};       // of a column merged by USING: the one that gives the value where `first` is NULL
    };

    short node{-1};
    Part only{};                         // the one part, or
    short firstPart{-1}, partCount{1};   // those in the binder's list

    static constexpr Scope over(short node, short columns, std::string_view alias = {}) {
        Scope s;
        s.node = node;
        s.only = {alias, 0, columns};
        return s;
    }
};

/// The queries around a subquery, the nearest first: names that mean nothing in it are theirs.
struct Around {
    const Scope* scope{};
    const Around* outer{};
    short id{};
};

}  // namespace rivulet::plan
