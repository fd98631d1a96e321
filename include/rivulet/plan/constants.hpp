// SPDX-License-Identifier: BSL-1.0
// Literals that stand in long lists: the elements of IN, the branches of CASE x WHEN .., the rows of VALUES.
#pragma once
#include <string_view>

#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// Shorter lists stay code, which needs no table at run time.
inline constexpr int fewestConstants = 17;

/// What a literal is written as; `moment` are DATE, TIME and TIMESTAMP, and texts that are read as such.
enum class ConstantKind : unsigned char { none, null, boolean, integer, decimal, approximate, text, moment };

/// A literal of a plan, perhaps under the cast that a typing rule put around it.
struct ListedConstant {
    ConstantKind kind{};
    TypeRoot root{};       // of a moment
    bool negative{};
    bool cast{};           // a text that is cut or padded
    short precision{};     // of a moment
    short whole{}, scale{};  // of an exact number: digits before and behind its point
    long long integer{};
    std::string_view text{};
};

/// What a list of them holds.
struct ConstantKinds {
    bool every{true};      // all of it are literals
    bool null{}, boolean{}, integer{}, decimal{}, approximate{}, text{}, moment{}, cast{};
    TypeRoot root{};       // of the moments, which are all of one type
    short precision{};     // and their precision
    short whole{}, scale{};  // the most digits of a number before and behind its point
    constexpr bool operator==(const ConstantKinds&) const = default;
    constexpr void add(const ListedConstant& c) {
        switch (c.kind) {
            case ConstantKind::none: every = false; break;
            case ConstantKind::null: null = true; break;
            case ConstantKind::boolean: boolean = true; break;
            case ConstantKind::integer: case ConstantKind::decimal:
                (c.kind == ConstantKind::integer ? integer : decimal) = true;
                if (c.whole > whole) whole = c.whole;
                if (c.scale > scale) scale = c.scale;
                break;
            case ConstantKind::approximate: approximate = true; break;
            case ConstantKind::text: text = true; cast = cast || c.cast; break;
            case ConstantKind::moment:
                if (moment && (root != c.root || precision != c.precision)) every = false;
                moment = true;
                root = c.root;
                precision = c.precision;
                break;
        }
        if (boolean + text + moment + (integer || decimal || approximate) > 1) every = false;
    }
};

constexpr ConstantKind kindOfLiteral(const SqlType& t) {
    switch (t.root) {
        case TypeRoot::null: return ConstantKind::null;
        case TypeRoot::boolean: return ConstantKind::boolean;
        case TypeRoot::integer: case TypeRoot::bigint: return ConstantKind::integer;
        case TypeRoot::decimal: return ConstantKind::decimal;
        case TypeRoot::double_: return ConstantKind::approximate;
        case TypeRoot::char_: case TypeRoot::varchar: return ConstantKind::text;
        case TypeRoot::date: case TypeRoot::time: case TypeRoot::timestamp: return ConstantKind::moment;
        default: return ConstantKind::none;
    }
}
/// Expression e as a constant, or one of kind `none`. What depends on the session (TIMESTAMP_LTZ) is none.
constexpr ListedConstant constantOf(const Expr* exprs, short e) {
    const Expr& outer = exprs[e];
    const bool cast = outer.kind == ExprKind::cast;
    if (cast && (!outer.implicit || outer.isTry || outer.first < 0)) return {};
    const Expr& x = exprs[cast ? outer.first : e];
    if (x.kind != ExprKind::literal) return {};
    ListedConstant c{.kind = kindOfLiteral(x.type), .root = outer.type.root, .negative = x.index == 1 && !x.type.isInterval(), .precision = static_cast<short>(outer.type.precision), .integer = x.integer, .text = x.text};
    if (c.kind == ConstantKind::integer) c.whole = 19;
    if (c.kind == ConstantKind::decimal) {
        c.whole = static_cast<short>(x.type.precision - x.type.scale);
        c.scale = static_cast<short>(x.type.scale);
    }
    if (!cast || c.kind == ConstantKind::null) return c;
    const SqlType& to = outer.type;
    const bool numbers = (c.kind == ConstantKind::integer || c.kind == ConstantKind::decimal) && (to.root == TypeRoot::decimal || to.root == TypeRoot::double_ || (c.kind == ConstantKind::integer && to.isNumeric()));
    if (c.kind == ConstantKind::text && to.isCharacter()) c.cast = true;
    else if (c.kind == ConstantKind::text && kindOfLiteral(to) == ConstantKind::moment) c.kind = ConstantKind::moment;
    else if (!numbers && !(c.kind == ConstantKind::moment && x.type.root == to.root)) c.kind = ConstantKind::none;
    return c;
}

/// Whether constants of these kinds become values of Root(P, S) so.
constexpr bool canBecome(const ConstantKinds& k, TypeRoot root) {
    if (!k.every) return false;
    switch (root) {
        case TypeRoot::boolean: return !k.integer && !k.decimal && !k.approximate && !k.text && !k.moment;
        case TypeRoot::tinyint: case TypeRoot::smallint: case TypeRoot::integer: case TypeRoot::bigint: return !k.boolean && !k.decimal && !k.approximate && !k.text && !k.moment;
        case TypeRoot::decimal: return !k.boolean && !k.approximate && !k.text && !k.moment;
        case TypeRoot::float_: return !k.boolean && !k.decimal && !k.text && !k.moment;
        case TypeRoot::double_: return !k.boolean && !k.text && !k.moment;
        case TypeRoot::char_: case TypeRoot::varchar: return !k.boolean && !k.integer && !k.decimal && !k.approximate && !k.moment;
        case TypeRoot::date: case TypeRoot::time: case TypeRoot::timestamp: return k.moment && k.root == root;
        default: return false;
    }
}

}  // namespace rivulet::plan
