// SPDX-License-Identifier: BSL-1.0
// + - * / % of decimals: Flink's result types, exact intermediate results, one rounding (half up), no value on overflow.
#pragma once
#include <optional>

#include <rivulet/types/decimal.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet {

enum class DecimalOp : unsigned char { add, subtract, multiply, divide, modulo };

/// An integer type's place among the decimals: INT is DECIMAL(10, 0). Other types come back unchanged.
constexpr SqlType asDecimal(const SqlType& t) {
    switch (t.root) {
        case TypeRoot::tinyint: return sqltype::decimal(3, 0).orNull(t.nullable);
        case TypeRoot::smallint: return sqltype::decimal(5, 0).orNull(t.nullable);
        case TypeRoot::integer: return sqltype::decimal(10, 0).orNull(t.nullable);
        case TypeRoot::bigint: return sqltype::decimal(19, 0).orNull(t.nullable);
        default: return t;
    }
}

/// The type of `a op b` where both are decimals or integers (Flink 2.3; beyond 38 digits the scale gives way, but keeps 6).
/// Nullable if an argument is; that an overflow gives no value does not show in the type, as in Flink.
constexpr SqlType decimalResult(DecimalOp op, const SqlType& left, const SqlType& right) {
    const SqlType a = asDecimal(left), b = asDecimal(right);
    const auto larger = [](int x, int y) { return x > y ? x : y; };
    const auto smaller = [](int x, int y) { return x < y ? x : y; };
    const int wholeA = a.precision - a.scale, wholeB = b.precision - b.scale;
    int precision = 0, scale = larger(a.scale, b.scale);
    switch (op) {
        case DecimalOp::add: case DecimalOp::subtract: precision = scale + larger(wholeA, wholeB) + 1; break;
        case DecimalOp::multiply: scale = a.scale + b.scale; precision = a.precision + b.precision + 1; break;
        case DecimalOp::divide: scale = larger(6, a.scale + b.precision + 1); precision = wholeA + b.scale + scale; break;
        case DecimalOp::modulo: precision = smaller(wholeA, wholeB) + scale; break;
    }
    if (precision > 38) {
        scale = larger(38 - (precision - scale), smaller(scale, 6));
        precision = 38;
    }
    return sqltype::decimal(precision, scale).orNull(a.nullable || b.nullable);
}

namespace detail {

// |v| is wide, of scale `from`; rounded to scale `to`. False beyond `precision` digits.
constexpr bool fitWide(Wide v, bool negative, int from, int to, int precision, Int128& out) {
    if (to < from) v = divideHalfUp(v, from - to);
    else if (to > from) {
        bool overflow = false;
        v = multiply(v, powerOfTen(to - from), overflow);
        if (overflow) return false;
    }
    if (!v.fits128() || v.low >= powerOfTen(precision)) return false;
    out = negative ? -static_cast<Int128>(v.low) : static_cast<Int128>(v.low);
    return true;
}

constexpr bool addDecimals(Int128 a, int scaleA, Int128 b, int scaleB, int precision, int scale, Int128& out) {
    if (scaleA == scale && scaleB == scale) {
        const UInt128 x = magnitude(a), y = magnitude(b);  // below 1e38 each, so the sum fits without a sign
        const UInt128 sum = (a < 0) == (b < 0) ? x + y : x < y ? y - x : x - y;
        if (sum >= powerOfTen(precision)) return false;
        const bool negative = (a < 0) == (b < 0) ? a < 0 : (x < y ? b < 0 : a < 0);
        out = negative ? -static_cast<Int128>(sum) : static_cast<Int128>(sum);
        return true;
    }
    const int common = scaleA > scaleB ? scaleA : scaleB;
    const Wide x = multiply(magnitude(a), powerOfTen(common - scaleA)), y = multiply(magnitude(b), powerOfTen(common - scaleB));
    if ((a < 0) == (b < 0)) return fitWide(plus(x, y), a < 0, common, scale, precision, out);
    return x < y ? fitWide(minus(y, x), b < 0, common, scale, precision, out) : fitWide(minus(x, y), a < 0, common, scale, precision, out);
}

constexpr bool multiplyDecimals(Int128 a, int scaleA, Int128 b, int scaleB, int precision, int scale, Int128& out) {
    return fitWide(multiply(magnitude(a), magnitude(b)), (a < 0) != (b < 0), scaleA + scaleB, scale, precision, out);
}

constexpr bool divideDecimals(Int128 a, int scaleA, Int128 b, int scaleB, int precision, int scale, Int128& out) {
    const bool negative = (a < 0) != (b < 0);
    const UInt128 divisor = magnitude(b);
    Wide numerator{0, magnitude(a)};
    const int up = scale - scaleA + scaleB;
    bool overflow = false;  // then the quotient, too, has more than 38 digits
    for (int left = up; left > 0 && !overflow; left -= 38) numerator = multiply(numerator, powerOfTen(left > 38 ? 38 : left), overflow);
    if (overflow) return false;
    const WideQuotient q = divide(numerator, divisor);
    if (up < 0) return fitWide(q.quotient, negative, -up, 0, precision, out);  // cutting first changes no half
    Wide v = q.quotient;
    if (q.remainder >= divisor - q.remainder) v = plus(v, {0, 1});
    return fitWide(v, negative, 0, 0, precision, out);
}

constexpr bool moduloDecimals(Int128 a, int scaleA, Int128 b, int scaleB, int precision, int scale, Int128& out) {
    const int common = scaleA > scaleB ? scaleA : scaleB;
    const Wide y = multiply(magnitude(b), powerOfTen(common - scaleB));
    const int up = common - scaleA;
    if (!y.fits128()) {  // b is larger than any a of its scale, or of the same order: subtract at most a few times
        Wide x = multiply(magnitude(a), powerOfTen(up));
        while (!(x < y)) x = minus(x, y);
        return fitWide(x, a < 0, common, scale, precision, out);
    }
    return fitWide({0, divide(multiply(magnitude(a), powerOfTen(up)), y.low).remainder}, a < 0, common, scale, precision, out);
}

template <DecimalOp Op, class R, int P1, int S1, int P2, int S2>
struct DecimalResultOf { using Type = R; };
template <DecimalOp Op, int P1, int S1, int P2, int S2>
struct DecimalResultOf<Op, void, P1, S1, P2, S2> {
    static constexpr SqlType type = decimalResult(Op, sqltype::decimal(P1, S1), sqltype::decimal(P2, S2));
    using Type = Decimal<type.precision, type.scale>;
};

template <DecimalOp Op, class R, int P1, int S1, int P2, int S2>
constexpr auto decimalOperation(const Decimal<P1, S1>& a, const Decimal<P2, S2>& b) {
    using Out = typename DecimalResultOf<Op, R, P1, S1, P2, S2>::Type;
    constexpr int p = Out::precision, s = Out::scale;
    if constexpr (Op == DecimalOp::divide || Op == DecimalOp::modulo)
        if (b.isZero()) throw DataError("division by zero");
    if constexpr (Op == DecimalOp::multiply && P1 + P2 <= p && S1 + S2 == s) return std::optional<Out>(Out::fromUnscaled(a.unscaled() * b.unscaled()));  // every product fits
    Int128 v{};
    bool ok = false;
    if constexpr (Op == DecimalOp::add) ok = addDecimals(a.unscaled(), S1, b.unscaled(), S2, p, s, v);
    else if constexpr (Op == DecimalOp::subtract) ok = addDecimals(a.unscaled(), S1, -b.unscaled(), S2, p, s, v);
    else if constexpr (Op == DecimalOp::multiply) ok = multiplyDecimals(a.unscaled(), S1, b.unscaled(), S2, p, s, v);
    else if constexpr (Op == DecimalOp::divide) ok = divideDecimals(a.unscaled(), S1, b.unscaled(), S2, p, s, v);
    else ok = moduloDecimals(a.unscaled(), S1, b.unscaled(), S2, p, s, v);
    return ok ? std::optional<Out>(Out::fromUnscaled(v)) : std::nullopt;
}

}  // namespace detail

/// `decimalAdd(a, b)` has Flink's result type, `decimalAdd<Decimal<12, 2>>(a, b)` the one given. Half up to its scale;
/// no value where it does not fit (Flink: NULL). Division and modulo by zero throw DataError.
template <class R = void, int P1, int S1, int P2, int S2>
constexpr auto decimalAdd(const Decimal<P1, S1>& a, const Decimal<P2, S2>& b) { return detail::decimalOperation<DecimalOp::add, R>(a, b); }
template <class R = void, int P1, int S1, int P2, int S2>
constexpr auto decimalSubtract(const Decimal<P1, S1>& a, const Decimal<P2, S2>& b) { return detail::decimalOperation<DecimalOp::subtract, R>(a, b); }
template <class R = void, int P1, int S1, int P2, int S2>
constexpr auto decimalMultiply(const Decimal<P1, S1>& a, const Decimal<P2, S2>& b) { return detail::decimalOperation<DecimalOp::multiply, R>(a, b); }
template <class R = void, int P1, int S1, int P2, int S2>
constexpr auto decimalDivide(const Decimal<P1, S1>& a, const Decimal<P2, S2>& b) { return detail::decimalOperation<DecimalOp::divide, R>(a, b); }
/// The remainder has the dividend's sign.
template <class R = void, int P1, int S1, int P2, int S2>
constexpr auto decimalModulo(const Decimal<P1, S1>& a, const Decimal<P2, S2>& b) { return detail::decimalOperation<DecimalOp::modulo, R>(a, b); }

}  // namespace rivulet
