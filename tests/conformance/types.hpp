// SPDX-License-Identifier: BSL-1.0
// The classes of the recorded programs as structs. What Java can hold as null (String, boxed numbers, dates and times) is an
// optional; members stand in the order of the recorded columns.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <conformance/case.hpp>
#include <rivulet/rivulet.hpp>

namespace conformance {

template <class T> using Nullable = std::optional<T>;
using Text = Nullable<std::string>;
using Int = Nullable<std::int32_t>;
using Long = Nullable<std::int64_t>;
using Moment = Nullable<rivulet::TimestampLtz<9>>;

struct User { Text name{}; Int score{}; Moment event_time{}; };
struct UserM { Moment event_time{}; Text name{}; Int score{}; };
struct City { Text town{}; std::int32_t people{}; };
struct Trip { std::int64_t id{}; Nullable<City> from{}, to{}; };
struct Dated { Nullable<rivulet::Date> d{}; Nullable<rivulet::Time<9>> t{}; Nullable<rivulet::Timestamp<9>> ts{}; };
struct Click { Text user{}, url{}; Long timeMillis{}; };

inline rivulet::TimestampLtz<9> at(std::int64_t millis) { return rivulet::TimestampLtz<9>::fromMillis(millis); }

/// The users of the documentation's example.
inline rivulet::DataStream<User> users(const rivulet::StreamExecutionEnvironment& env) {
    return env.fromElements(User{"Alice", 4, at(1000)}, User{"Bob", 6, at(1001)}, User{"Alice", 10, at(1002)});
}

/// Derived columns, and the rows there and back.
template <class T>
void derived(Case& c, std::vector<T> input) {
    rivulet::StreamExecutionEnvironment env;
    auto tenv = rivulet::StreamTableEnvironment::create(env);
    auto table = tenv.fromDataStream(env.fromCollection(std::move(input)));
    c.schema(table);
    c.rows(tenv.toDataStream(table));
}

/// What a step of the Table API, or a conversion, is refused for.
template <class Tag> inline constexpr const rivulet::Error& errorOf = rivulet::detail::relationOf<Tag>.error;

using NoFunctions = rivulet::detail::FunctionPack<false>;
template <class T> using StreamTag = rivulet::detail::ShortTag<rivulet::detail::StreamTag<T, NoFunctions>>;
/// fromDataStream(stream of T, expressions...)
template <class T, class... E>
using FieldsTag = rivulet::detail::ShortTag<rivulet::detail::StepTag<rivulet::detail::FieldsStep<rivulet::detail::listMatchingOf<T>>, StreamTag<T>, rivulet::detail::Expressions<E...>>>;
template <class T, class... E> constexpr rivulet::Error fieldsError(E...) { return errorOf<FieldsTag<T, E...>>; }
/// fromDataStream(stream of T, schema)
template <class T, class S> using SchemaTag = rivulet::detail::ShortTag<rivulet::detail::SchemaTag<T, NoFunctions, S>>;
template <class T, class S> constexpr rivulet::Error schemaError(S) { return errorOf<SchemaTag<T, S>>; }
/// table.as<Names...>()
template <rivulet::FixedString... Names, class Tag> constexpr rivulet::Error asError(const rivulet::Table<Tag>&) {
    return errorOf<rivulet::detail::ShortTag<rivulet::detail::StepTag<rivulet::detail::AsStep, Tag, rivulet::detail::Expressions<rivulet::detail::NewName<Names>...>>>>;
}
/// toDataStream<T>(table)
template <class T, class Tag> constexpr rivulet::Error intoError(const rivulet::Table<Tag>&) {
    return rivulet::detail::IntoHolder<rivulet::detail::SinkInto<T, Tag, rivulet::plan::ChangelogMode::insert>>::error;
}

}  // namespace conformance
