// SPDX-License-Identifier: BSL-1.0
// The views that Nexmark's queries are about.
#pragma once
#include <rivulet/rivulet.hpp>

#include "events.hpp"

namespace nexmark {

/// Events may come four seconds late. Persons and auctions have ids of their own.
inline constexpr auto eventSchema = rivulet::Schema().watermark<"eventTime", "eventTime - INTERVAL '4' SECOND">();
inline constexpr auto keyedSchema = eventSchema.primaryKey<"id">();

/// How often a character is in a text: count_char(extra, 'c').
inline constexpr auto countChar = [](std::string_view text, std::string_view character) {
    std::int64_t n = 0;
    for (const char c : text) n += c == character[0];
    return n;
};

/// `tenv` with the views person, auction and bid, and the function count_char.
template <class Environment>
auto withViews(const Environment& tenv, const rivulet::DataStream<Person>& persons, const rivulet::DataStream<Auction>& auctions, const rivulet::DataStream<Bid>& bids) {
    return tenv.template createTemporaryView<"person">(persons, keyedSchema)
        .template createTemporaryView<"auction">(auctions, keyedSchema)
        .template createTemporaryView<"bid">(bids, eventSchema)
        .template createTemporaryFunction<"count_char">(countChar);
}

}  // namespace nexmark
