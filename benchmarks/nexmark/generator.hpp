// SPDX-License-Identifier: BSL-1.0
// Nexmark's events by the rules of Flink's suite (github.com/nexmark/nexmark), the same on every machine.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events.hpp"

namespace nexmark {

/// Of each 50 events the first is a person, three are auctions, 46 are bids.
inline constexpr std::int64_t eventsPerRound = 50, auctionsPerRound = 3, bidsPerRound = 46;

namespace detail {

/// SplitMix64.
class Random {
public:
    explicit Random(std::uint64_t start) : state_(start) {}
    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }
    /// 0 .. n - 1, by multiplication instead of a remainder.
    std::int64_t below(std::int64_t n) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<Wide>(bits()) * static_cast<std::uint64_t>(n) >> 64));
    }
    bool oneIn(std::int64_t n) { return below(n) == 0; }
    /// 1 to 1,000,000 dollars in cents, small ones more often.
    std::int64_t price() { return std::llround(std::pow(10.0, static_cast<double>(bits() >> 11) * 0x1.0p-53 * 6.0) * 100.0); }
    std::string_view oneOf(const auto& list) { return list[static_cast<std::size_t>(below(static_cast<std::int64_t>(list.size())))]; }

private:
    std::uint64_t state_;
};

}  // namespace detail

/// Event n, of kind n % 50 (0 a person, 1 to 3 an auction, the rest bids), depends on n and on `eventsPerSecond` alone: its random numbers start with n.
/// What all events share (a megabyte of letters, 10,000 channels with their addresses) starts with 7. Ids start with 1000, categories with 10, and
/// event 0 happens at 2015-07-15T00:00; time is in order. Proportions, hot sellers, bidders, auctions and channels, lives of auctions, and sizes are Flink's
/// defaults. Unlike there a bidder's id is a person's (its suite adds 1000 twice), and texts are letters without blanks.
///
///     const nexmark::Generator generator(100'000);
///     nexmark::Person first = generator.person(0);
class Generator {
public:
    explicit Generator(double eventsPerSecond) : microseconds_(1e6 / eventsPerSecond), letters_(std::size_t{1} << 20, ' ') {
        detail::Random random(7);
        for (char& c : letters_) c = letter(random);
        for (std::string& address : hotAddresses_) address = randomAddress(random);
        channels_.reserve(channelCount);
        for (std::uint32_t i = 0; i < channelCount; ++i) {
            std::string address = randomAddress(random);
            if (!random.oneIn(10)) address += "&channel_id=" + std::to_string(magnitude(reversed(i)));
            channels_.push_back({"channel-" + std::to_string(i), std::move(address)});
        }
    }

    rivulet::Timestamp<3> time(std::int64_t event) const { return rivulet::Timestamp<3>::fromMillis(millis(event)); }

    Person person(std::int64_t event) const {
        detail::Random random = start(event);
        Person p;
        p.id = newestPerson(event) + firstId;
        p.eventTime = time(event);
        p.name = text(random, 10);
        p.emailAddress = text(random, 14);
        p.creditCard = text(random, 19);
        p.city = random.oneOf(cities);
        p.state = random.oneOf(states);
        p.extra = extra(random, 60, 200);
        return p;
    }
    Auction auction(std::int64_t event) const {
        detail::Random random = start(event);
        Auction a;
        a.seller = firstId + (random.oneIn(4) ? activePerson(event, random) : newestPerson(event) / hotBlock * hotBlock);
        a.category = 10 + random.below(5);
        a.initialBid = random.price();
        // On average until the hundred auctions that come next have come.
        const std::int64_t now = millis(event), horizon = millis(event + activeAuctions * eventsPerRound / auctionsPerRound) - now;
        const std::int64_t length = 1 + random.below(std::max<std::int64_t>(horizon * 2, 1));
        a.id = newestAuction(event) + firstId;
        a.reserve = a.initialBid + random.price();
        a.eventTime = time(event);
        a.expires = rivulet::Timestamp<3>::fromMillis(now + length);
        a.itemName = text(random, 3 + random.below(17));
        a.description = text(random, 3 + random.below(97));
        a.extra = extra(random, 110, 500);
        return a;
    }
    Bid bid(std::int64_t event) const {
        detail::Random random = start(event);
        const std::int64_t newest = newestAuction(event);
        Bid b;
        if (random.oneIn(2)) {
            const std::int64_t oldest = std::max<std::int64_t>(newest - activeAuctions, 0);
            b.auction = firstId + oldest + random.below(newest - oldest + 1 + lead);
        } else b.auction = firstId + newest / hotBlock * hotBlock;
        // The second person of the block, so that hot bidders are not hot sellers.
        b.bidder = firstId + (random.oneIn(4) ? activePerson(event, random) : newestPerson(event) / hotBlock * hotBlock + 1);
        b.price = random.price();
        if (random.oneIn(2)) {
            const Channel& channel = channels_[static_cast<std::size_t>(random.below(channelCount))];
            b.channel = channel.name;
            b.url = channel.address;
        } else {
            const auto hot = static_cast<std::size_t>(random.below(4));
            b.channel = hotChannels[hot];
            b.url = hotAddresses_[hot];
        }
        b.eventTime = time(event);
        b.extra = extra(random, 32, 100);
        return b;
    }

private:
    struct Channel {
        std::string name, address;
    };
    static constexpr std::int64_t firstId = 1000, hotBlock = 100, activePersons = 1000, activeAuctions = 100, lead = 10;
    static constexpr std::uint32_t channelCount = 10'000;
    static constexpr std::array<std::string_view, 4> hotChannels{"Google", "Facebook", "Baidu", "Apple"};
    static constexpr std::array<std::string_view, 6> states{"AZ", "CA", "ID", "OR", "WA", "WY"};
    static constexpr std::array<std::string_view, 10> cities{"Phoenix", "Los Angeles", "San Francisco", "Boise", "Portland", "Bend", "Redmond", "Seattle", "Kent", "Cheyenne"};

    static detail::Random start(std::int64_t event) { return detail::Random(static_cast<std::uint64_t>(event)); }
    static char letter(detail::Random& random) { return static_cast<char>('a' + random.below(26)); }
    static std::string randomAddress(detail::Random& random) {
        std::string address = "https://www.nexmark.com/";
        for (int folder = 0; folder < 3; ++folder) {
            for (std::int64_t n = 3 + random.below(2); n > 0; --n) address += random.oneIn(13) ? '_' : letter(random);
            address += '/';
        }
        return address + "item.htm?query=1";
    }
    static constexpr std::uint32_t reversed(std::uint32_t bits) {
        std::uint32_t r = 0;
        for (int i = 0; i < 32; ++i, bits >>= 1) r = r << 1 | (bits & 1u);
        return r;
    }
    // Of the number whose 32 bits these are in two's complement.
    static constexpr std::uint32_t magnitude(std::uint32_t bits) { return bits >> 31 ? 0u - bits : bits; }

    std::int64_t millis(std::int64_t event) const { return 1'436'918'400'000 + static_cast<std::int64_t>(static_cast<double>(event) * microseconds_) / 1000; }
    // Persons and auctions are counted from 0; the one that an event makes is there already.
    static std::int64_t newestPerson(std::int64_t event) { return event / eventsPerRound; }
    static std::int64_t newestAuction(std::int64_t event) {
        const std::int64_t inRound = event % eventsPerRound;
        return event / eventsPerRound * auctionsPerRound + (inRound <= auctionsPerRound ? inRound : auctionsPerRound) - 1;
    }
    // One of the newest, or of those still to come.
    static std::int64_t activePerson(std::int64_t event, detail::Random& random) {
        const std::int64_t all = newestPerson(event) + 1, active = std::min(all, activePersons);
        return all - active + random.below(active + lead);
    }
    std::string text(detail::Random& random, std::int64_t size) const {
        return letters_.substr(static_cast<std::size_t>(random.below(static_cast<std::int64_t>(letters_.size()) - size)), static_cast<std::size_t>(size));
    }
    // So much that an event of `used` bytes has `wanted` bytes, give or take a fifth of the rest.
    std::string extra(detail::Random& random, std::int64_t used, std::int64_t wanted) const {
        const std::int64_t rest = wanted - used, spread = std::lround(static_cast<double>(rest) * 0.2);
        return text(random, rest - spread + random.below(2 * spread));
    }

    double microseconds_;
    std::string letters_;
    std::array<std::string, 4> hotAddresses_{};
    std::vector<Channel> channels_{};
};

/// The first events of a generator, each kind by itself, as they follow each other.
struct Events {
    std::vector<Person> persons{};
    std::vector<Auction> auctions{};
    std::vector<Bid> bids{};

    Events() = default;
    /// `rounds` times 50 of them.
    Events(const Generator& generator, std::int64_t rounds) {
        persons.reserve(static_cast<std::size_t>(rounds));
        auctions.reserve(static_cast<std::size_t>(rounds * auctionsPerRound));
        bids.reserve(static_cast<std::size_t>(rounds * bidsPerRound));
        for (std::int64_t event = 0; event < rounds * eventsPerRound; ++event) {
            const std::int64_t inRound = event % eventsPerRound;
            if (inRound == 0) persons.push_back(generator.person(event));
            else if (inRound <= auctionsPerRound) auctions.push_back(generator.auction(event));
            else bids.push_back(generator.bid(event));
        }
    }
    std::size_t size() const { return persons.size() + auctions.size() + bids.size(); }
};

}  // namespace nexmark
