// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries 0 to 23 as SQL over the views person, auction and bid, by Flink's suite (github.com/nexmark/nexmark).
#pragma once
#include <rivulet/core/fixed_string.hpp>

namespace nexmark {

/// The bids as they are.
inline constexpr rivulet::FixedString q0 = "SELECT auction, bidder, price, eventTime, extra FROM bid";

/// Prices in euros.
inline constexpr rivulet::FixedString q1 = "SELECT auction, bidder, 0.908 * price AS price, eventTime, extra FROM bid";

/// Bids for some auctions.
inline constexpr rivulet::FixedString q2 = "SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0";

/// Who sells things of category 10 in Oregon, Idaho and California.
inline constexpr rivulet::FixedString q3 = R"(
    SELECT P.name, P.city, P.state, A.id
    FROM auction A JOIN person P ON A.seller = P.id
    WHERE A.category = 10 AND (P.state = 'OR' OR P.state = 'ID' OR P.state = 'CA'))";

/// What auctions of each category end with, on average.
inline constexpr rivulet::FixedString q4 = R"(
    SELECT category, AVG(fin)
    FROM (SELECT MAX(B.price) AS fin, A.category
          FROM auction A JOIN bid B ON A.id = B.auction
          WHERE B.eventTime BETWEEN A.eventTime AND A.expires
          GROUP BY A.id, A.category)
    GROUP BY category)";

/// The auctions with most bids in ten seconds, every two seconds.
inline constexpr rivulet::FixedString q5 = R"(
    SELECT A.auction, A.num
    FROM (SELECT auction, COUNT(*) AS num, window_start AS ws, window_end AS we
          FROM TABLE(HOP(TABLE bid, DESCRIPTOR(eventTime), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
          GROUP BY auction, window_start, window_end) A
    JOIN (SELECT MAX(num) AS mx, ws, we
          FROM (SELECT COUNT(*) AS num, window_start AS ws, window_end AS we
                FROM TABLE(HOP(TABLE bid, DESCRIPTOR(eventTime), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
                GROUP BY auction, window_start, window_end)
          GROUP BY ws, we) M
    ON A.ws = M.ws AND A.we = M.we AND A.num >= M.mx)";

/// What a seller's last auctions, eleven at most, ended with on average; in batch mode. As a stream neither we nor Flink run it: an OVER
/// aggregate cannot take back the bid that was the highest until now. averageOfLast (average_of_last.hpp) does, over the changes of `q6Winning`.
inline constexpr rivulet::FixedString q6 = R"(
    SELECT Q.seller, AVG(Q.price) OVER (PARTITION BY Q.seller ORDER BY Q.eventTime, Q.id ROWS BETWEEN 10 PRECEDING AND CURRENT ROW)
    FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id, seller ORDER BY price DESC, eventTime) AS rn
          FROM (SELECT A.id, A.seller, B.price, B.eventTime
                FROM auction A JOIN bid B ON A.id = B.auction
                WHERE B.eventTime BETWEEN A.eventTime AND A.expires)) Q
    WHERE rn <= 1)";
inline constexpr rivulet::FixedString q6Winning = R"(
    SELECT id, seller, price, eventTime
    FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id, seller ORDER BY price DESC, eventTime) AS rn
          FROM (SELECT A.id, A.seller, B.price, B.eventTime
                FROM auction A JOIN bid B ON A.id = B.auction
                WHERE B.eventTime BETWEEN A.eventTime AND A.expires))
    WHERE rn <= 1)";

/// The highest bids of every ten seconds. (Times are compared with both ends, so a bid at the end of a window may come for it too.)
inline constexpr rivulet::FixedString q7 = R"(
    SELECT B.auction, B.price, B.bidder, B.eventTime
    FROM bid B
    JOIN (SELECT MAX(price) AS mx, window_end AS we
          FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(eventTime), INTERVAL '10' SECOND))
          GROUP BY window_start, window_end) M
    ON B.price = M.mx
    WHERE B.eventTime BETWEEN M.we - INTERVAL '10' SECOND AND M.we)";

/// Persons who sell something within the ten seconds in which they came.
inline constexpr rivulet::FixedString q8 = R"(
    SELECT P.id, P.name, P.ws
    FROM (SELECT id, name, window_start AS ws, window_end AS we
          FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(eventTime), INTERVAL '10' SECOND))
          GROUP BY id, name, window_start, window_end) P
    JOIN (SELECT seller, window_start AS ws, window_end AS we
          FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(eventTime), INTERVAL '10' SECOND))
          GROUP BY seller, window_start, window_end) A
    ON P.id = A.seller AND P.ws = A.ws AND P.we = A.we)";

/// The winning bid of each auction.
inline constexpr rivulet::FixedString q9 = R"(
    SELECT *
    FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY price DESC, bidTime ASC) AS rn
          FROM (SELECT A.*, B.auction, B.bidder, B.price, B.eventTime AS bidTime
                FROM auction A JOIN bid B ON A.id = B.auction
                WHERE B.eventTime BETWEEN A.eventTime AND A.expires))
    WHERE rn <= 1)";

/// All bids with the day and the minute by which a sink divides them into files (bid_log.hpp).
inline constexpr rivulet::FixedString q10 =
    "SELECT auction, bidder, price, eventTime, extra, DATE_FORMAT(eventTime, 'yyyy-MM-dd') AS dt, DATE_FORMAT(eventTime, 'HH:mm') AS hm FROM bid";

/// How many bids a bidder makes before a pause of ten seconds.
inline constexpr rivulet::FixedString q11 = R"(
    SELECT bidder, COUNT(*), window_start, window_end
    FROM TABLE(SESSION(TABLE bid PARTITION BY bidder, DESCRIPTOR(eventTime), INTERVAL '10' SECOND))
    GROUP BY bidder, window_start, window_end)";

/// How many bids a bidder makes every ten seconds; Flink's suite asks by processing time.
inline constexpr rivulet::FixedString q12 = R"(
    SELECT bidder, COUNT(*), window_start, window_end
    FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(eventTime), INTERVAL '10' SECOND))
    GROUP BY bidder, window_start, window_end)";

/// The bids with what a bounded table `side_input` (key BIGINT, value STRING) has for them. It does not change, so a plain join does for Flink's lookup join.
inline constexpr rivulet::FixedString q13 = R"(
    SELECT B.auction, B.bidder, B.price, B.eventTime, S.`value`
    FROM bid B JOIN side_input S ON MOD(B.auction, 10000) = S.key)";

/// Dear bids, the part of the day, and a function of the user's.
inline constexpr rivulet::FixedString q14 = R"(
    SELECT auction, bidder, 0.908 * price AS price,
           CASE WHEN HOUR(eventTime) >= 8 AND HOUR(eventTime) <= 18 THEN 'dayTime'
                WHEN HOUR(eventTime) <= 6 OR HOUR(eventTime) >= 20 THEN 'nightTime'
                ELSE 'otherTime' END AS bidTimeType,
           eventTime, extra, count_char(extra, 'c') AS c_counts
    FROM bid
    WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000)";

/// Bids, bidders and auctions a day, by how dear they are.
inline constexpr rivulet::FixedString q15 = R"(
    SELECT DATE_FORMAT(eventTime, 'yyyy-MM-dd') AS dd,
           COUNT(*) AS t,
           COUNT(*) FILTER (WHERE price < 10000) AS r1,
           COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS r2,
           COUNT(*) FILTER (WHERE price >= 1000000) AS r3,
           COUNT(DISTINCT bidder),
           COUNT(DISTINCT bidder) FILTER (WHERE price < 10000),
           COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000),
           COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000),
           COUNT(DISTINCT auction),
           COUNT(DISTINCT auction) FILTER (WHERE price < 10000),
           COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000),
           COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000)
    FROM bid
    GROUP BY DATE_FORMAT(eventTime, 'yyyy-MM-dd'))";

/// The same for each channel.
inline constexpr rivulet::FixedString q16 = R"(
    SELECT channel, DATE_FORMAT(eventTime, 'yyyy-MM-dd') AS dd,
           MAX(DATE_FORMAT(eventTime, 'HH:mm')),
           COUNT(*) AS t,
           COUNT(*) FILTER (WHERE price < 10000) AS r1,
           COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS r2,
           COUNT(*) FILTER (WHERE price >= 1000000) AS r3,
           COUNT(DISTINCT bidder),
           COUNT(DISTINCT bidder) FILTER (WHERE price < 10000),
           COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000),
           COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000),
           COUNT(DISTINCT auction),
           COUNT(DISTINCT auction) FILTER (WHERE price < 10000),
           COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000),
           COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000)
    FROM bid
    GROUP BY channel, DATE_FORMAT(eventTime, 'yyyy-MM-dd'))";

/// Statistics of each auction and day.
inline constexpr rivulet::FixedString q17 = R"(
    SELECT auction, DATE_FORMAT(eventTime, 'yyyy-MM-dd') AS dd,
           COUNT(*) AS t,
           COUNT(*) FILTER (WHERE price < 10000) AS r1,
           COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS r2,
           COUNT(*) FILTER (WHERE price >= 1000000) AS r3,
           MIN(price), MAX(price), AVG(price), SUM(price)
    FROM bid
    GROUP BY auction, DATE_FORMAT(eventTime, 'yyyy-MM-dd'))";

/// Each bidder's last bid for an auction.
inline constexpr rivulet::FixedString q18 = R"(
    SELECT auction, bidder, price, channel, url, eventTime, extra
    FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY eventTime DESC) AS rn FROM bid)
    WHERE rn <= 1)";

/// The ten highest bids for an auction, with their places.
inline constexpr rivulet::FixedString q19 = R"(
    SELECT *
    FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC) AS rn FROM bid)
    WHERE rn <= 10)";

/// The bids for things of category 10 with their auctions.
inline constexpr rivulet::FixedString q20 = R"(
    SELECT B.auction, B.bidder, B.price, B.channel, B.url, B.eventTime, B.extra,
           A.itemName, A.description, A.initialBid, A.reserve, A.expires, A.seller, A.category
    FROM bid B JOIN auction A ON B.auction = A.id
    WHERE A.category = 10)";

/// The number of the channel, from its name or its address.
inline constexpr rivulet::FixedString q21 = R"(
    SELECT auction, bidder, price, channel,
           CASE WHEN LOWER(channel) = 'apple' THEN '0'
                WHEN LOWER(channel) = 'google' THEN '1'
                WHEN LOWER(channel) = 'facebook' THEN '2'
                WHEN LOWER(channel) = 'baidu' THEN '3'
                ELSE REGEXP_EXTRACT(url, '(&|^)channel_id=([^&]*)', 2) END AS channel_id
    FROM bid
    WHERE REGEXP_EXTRACT(url, '(&|^)channel_id=([^&]*)', 2) IS NOT NULL OR LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu'))";

/// The folders of the address.
inline constexpr rivulet::FixedString q22 =
    "SELECT auction, bidder, price, channel, SPLIT_INDEX(url, '/', 3) AS d1, SPLIT_INDEX(url, '/', 4) AS d2, SPLIT_INDEX(url, '/', 5) AS d3 FROM bid";

/// Bids of people who sell things themselves, with who they are and what they sell.
inline constexpr rivulet::FixedString q23 = R"(
    SELECT B.bidder, B.price, B.channel, B.url, B.extra AS bidExtra,
           P.id AS personId, P.name, P.emailAddress, P.creditCard, P.city, P.state, P.extra AS personExtra,
           A.itemName, A.description, A.initialBid, A.reserve, A.eventTime AS auctionTime, A.expires, A.seller, A.category, A.extra AS auctionExtra
    FROM bid B JOIN person P ON P.id = B.bidder JOIN auction A ON A.seller = B.bidder)";

}  // namespace nexmark
