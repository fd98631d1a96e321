// SPDX-License-Identifier: BSL-1.0
// What a real Flink derives from streams of plain values: one column f0.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

#include <cmath>
#include <limits>

using namespace rivulet;
using namespace conformance;

namespace atomic_types {

struct BigInteger { std::string digits{}; };

}  // namespace atomic_types

using namespace atomic_types;

template <> struct rivulet::TextOf<BigInteger> { static void append(std::string& out, const BigInteger& v) { out += v.digits; } };

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

CONFORMANCE(atomic_Integer) { derived<std::int32_t>(c, {1, -2}); }
CONFORMANCE(atomic_Long) { derived<std::int64_t>(c, {5}); }
CONFORMANCE(atomic_Short) { derived<std::int16_t>(c, {3}); }
CONFORMANCE(atomic_Byte) { derived<std::int8_t>(c, {-1}); }
CONFORMANCE(atomic_Double) {
    derived<double>(c, {12.0, 0.1, 1.0e7, 1.0e-4, -0.0, std::nan(""), std::numeric_limits<double>::infinity(), 1.0 / 3, 123456789.125, 1.0e21});
}
CONFORMANCE(atomic_Float) { derived<float>(c, {0.1f, 1.0e10f, 16777216.0f, std::numeric_limits<float>::max()}); }
CONFORMANCE(atomic_Boolean) { derived<bool>(c, {true, false}); }
CONFORMANCE(atomic_BigDecimal) {
    using D = Decimal<38, 18>;
    derived<Nullable<D>>(c, {D("1.5"), D("0"), D("1E-7"), D("12345678901234567890.5"), D("1E+3"), castAs<D>(Decimal<38, 19>("0.1234567890123456789"))});
}
CONFORMANCE(atomic_BigInteger) { derived<Nullable<Raw<BigInteger>>>(c, {Raw<BigInteger>{{"2"}}}); }
CONFORMANCE(atomic_Instant) { derived<Moment>(c, {at(0), at(1001), TimestampLtz<9>("1970-01-01T00:00:01.123456789Z"), at(-1)}); }
CONFORMANCE(atomic_LocalDate) { derived<Nullable<Date>>(c, {Date(2024, 2, 29), Date(1, 1, 1)}); }
CONFORMANCE(atomic_LocalTime) {
    auto table = tenv.fromDataStream(env.fromCollection(std::vector<Nullable<Time<9>>>{Time<9>(1, 2), Time<9>("01:02:03.5"), Time<9>("01:02:03.000123456")}));
    c.schema(table);
    c.differs("rows");  // a TIME(9) has nanoseconds here
    CHECK(linesOf(tenv.toDataStream(table).executeAndCollect()) == std::vector<std::string>{"+I[01:02]", "+I[01:02:03.500]", "+I[01:02:03.000123456]"});
}
CONFORMANCE(atomic_sql_Date) { derived<Nullable<Date>>(c, {Date(2024, 1, 1)}); }
CONFORMANCE(atomic_sql_Time) { derived<Nullable<Time<0>>>(c, {Time<0>(1, 2, 3)}); }
CONFORMANCE(atomic_bytes) { derived<Bytes>(c, {Bytes{std::byte{1}, std::byte{0xfe}}, Bytes{}}); }
CONFORMANCE(atomic_int_array) { derived<std::vector<int>>(c, {{1, 2}}); }
CONFORMANCE(atomic_double_array) { derived<Nullable<std::vector<double>>>(c, {std::vector{1.0, 0.5}}); }
CONFORMANCE(atomic_nested_array) {
    using Inner = Nullable<std::vector<Int>>;
    derived<std::vector<Inner>>(c, {{std::vector<Int>{1}, std::vector<Int>{2, 3}}});
}
CONFORMANCE(atomic_List_String) { derived<std::vector<Text>>(c, {{"a", "b"}, {}}); }
CONFORMANCE(atomic_Map_Integer_String) { derived<std::map<int, Text>>(c, {{{1, "x"}}}); }
CONFORMANCE(atomic_Duration) {
    auto table = tenv.fromDataStream(env.fromElements(IntervalDayTime{36 * 3'600'000}));
    c.differs("printSchema");
    CHECK(table.schemaText() == "(\n  `f0` INTERVAL DAY(9) TO SECOND(9) NOT NULL\n)\n");
    c.rows(tenv.toDataStream(table));
}

}  // namespace
