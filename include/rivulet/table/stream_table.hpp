// SPDX-License-Identifier: BSL-1.0
// Which table a call of fromDataStream makes: a stream's columns as they are, chosen, renamed, or declared.
#pragma once
#include <type_traits>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/schema/schema.hpp>
#include <rivulet/table/expression.hpp>
#include <rivulet/table/schema_tag.hpp>
#include <rivulet/table/source_tag.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet {

/// Names for the fields of a row in their order, for `fromDataStream(stream, byPosition<"a", "b">)`; without names, for
/// `toDataStream<T>(table, byPosition<>)`.
template <FixedString... Names> struct ByPosition {};
template <FixedString... Names> inline constexpr ByPosition<Names...> byPosition{};

namespace detail {

/// A DataStream, or what is one: a keyed stream.
template <class S>
concept StreamOfRows = requires(const S& s) { typename S::Element; typename S::OriginType; s.share(); };

/// `How` is what stands beside the stream in the call; Kinds, bits of plan::ChangelogMode, what its rows may be.
template <class T, class F, unsigned char Kinds, class... How> struct StreamTable;
template <class T, class F, unsigned char Kinds>
struct StreamTable<T, F, Kinds> {
    using Tag = ShortTag<StreamTag<T, F, Kinds>>;
    static typename Tag::Context context(const typename Tag::Context& stream) { return stream; }
};
template <class T, class F, unsigned char Kinds, class... Parts>
struct StreamTable<T, F, Kinds, Schema<Parts...>> {
    using Tag = ShortTag<SchemaTag<T, F, Schema<Parts...>, Kinds>>;
    static typename Tag::Context context(const typename Tag::Context& stream, const Schema<Parts...>&) { return stream; }
};
template <class T, class F, unsigned char Kinds, FixedString... Names>
struct StreamTable<T, F, Kinds, ByPosition<Names...>> {
    using Input = ShortTag<StreamTag<T, F, Kinds>>;
    using Tag = ShortTag<StepTag<PositionStep, Input, Expressions<NewName<Names>...>>>;
    static typename Tag::Context context(const typename Input::Context& stream, ByPosition<Names...>) { return Tag::contextOf(stream, {}); }
};
template <class E> inline constexpr bool asksRowtime = false;
template <FixedString Name> inline constexpr bool asksRowtime<TimeField<Name, TimeAttribute::rowtime>> = true;
template <class E, FixedString Name> inline constexpr bool asksRowtime<Named<E, Name>> = asksRowtime<E>;
template <class T, class F, unsigned char Kinds, Expression... E> requires (sizeof...(E) > 0)
struct StreamTable<T, F, Kinds, E...> {
    using Input = ShortTag<StreamTag<T, F, Kinds, (asksRowtime<E> || ...)>>;
    using Tag = ShortTag<StepTag<FieldsStep<listMatchingOf<T>>, Input, Expressions<E...>>>;
    static typename Tag::Context context(const typename Input::Context& stream, const E&... e) { return Tag::contextOf(stream, expressions(e...)); }
};

template <class... How> inline constexpr bool standsBesideStream = sizeof...(How) == 0 || (Expression<How> && ...);
template <class... Parts> inline constexpr bool standsBesideStream<Schema<Parts...>> = true;
template <FixedString... Names> inline constexpr bool standsBesideStream<ByPosition<Names...>> = true;

}  // namespace detail
}  // namespace rivulet
