// SPDX-License-Identifier: BSL-1.0
// What happens in Nexmark's auction house. Columns are those of Flink's suite, `eventTime` its dateTime.
#pragma once
#include <cstdint>
#include <string>

#include <rivulet/types/timestamp.hpp>

namespace nexmark {

/// Somebody new, who may sell and bid.
struct Person {
    std::int64_t id;
    std::string name, emailAddress, creditCard, city, state;
    rivulet::Timestamp<3> eventTime;
    std::string extra;
    bool operator==(const Person&) const = default;
};

/// Something for sale, until `expires`. Prices are in cents.
struct Auction {
    std::int64_t id;
    std::string itemName, description;
    std::int64_t initialBid, reserve;
    rivulet::Timestamp<3> eventTime, expires;
    std::int64_t seller, category;
    std::string extra;
    bool operator==(const Auction&) const = default;
};

/// An offer for an auction, which may come before the auction does.
struct Bid {
    std::int64_t auction, bidder, price;
    std::string channel, url;
    rivulet::Timestamp<3> eventTime;
    std::string extra;
    bool operator==(const Bid&) const = default;
};

}  // namespace nexmark
