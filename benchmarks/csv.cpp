// SPDX-License-Identifier: BSL-1.0
// CSV files to structs: rivulet against counting the newlines of the same file with memchr (what no reader can beat), and
// against fast-cpp-csv-parser (libfccp-dev), the packaged header-only reader, where it is installed. All read the files through
// the page cache; one process, one thread, one after the other, medians of seven, in processor time (user and system).
//
// Two files of about 200 MB: `bids`, 184 bytes a row, seven columns, no quotes; `strikes`, the real bird strikes repeated, 122
// bytes a row, 14 columns. Our reader besides checks quoting, NULL and every value; fast-cpp-csv-parser takes no line
// breaks inside quotes, no NULL, and here leaves dates and timestamps as text.
//
//     bench_csv [megabytes]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/connector/file.hpp>

#include "counting_new.hpp"
#include "measure.hpp"

#if __has_include(<libfccp/csv.h>)
#define CSV_IO_NO_THREAD
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#endif
#include <libfccp/csv.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#define RIVULET_HAS_FCCP 1
#else
#define RIVULET_HAS_FCCP 0
#endif

using namespace rivulet;

namespace {

struct Bid {
    std::int64_t auction{}, bidder{}, price{};
    std::string channel, url;
    std::int64_t dateTime{};
    std::string extra;
};
struct Strike {
    std::string airport, aircraft, damage;
    Date date{};
    std::string airline, state, phase, size, species, timeOfDay;
    std::int32_t costOther{}, costRepair{}, costTotal{};
    std::optional<std::int32_t> speed;
};
struct SpeciesCost {
    std::string species;
    std::int32_t cost{};
};

template <class F>
double median(F run) {
    std::vector<double> milliseconds;
    for (int i = 0; i < 7; ++i) milliseconds.push_back(bench::timed(run));
    return bench::median(std::move(milliseconds)) / 1000;
}

void require(bool ok, const char* what) {
    if (ok) return;
    std::fprintf(stderr, "bench_csv: %s\n", what);
    std::exit(1);
}

std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

std::string bids(std::size_t bytes, std::size_t& rows) {
    std::string csv = "auction,bidder,price,channel,url,dateTime,extra\n";
    for (rows = 0; csv.size() < bytes; ++rows) {
        const std::uint64_t r = mix(rows);
        const auto number = [&csv](std::uint64_t v) { csv += std::to_string(v) += ','; };
        number(1000 + r % 300);
        number(1000 + (r >> 9) % 1000);
        number(100 + (r >> 20) % 100'000'000);
        csv += "channel-";
        number((r >> 33) % 10'000);
        csv += "https://www.nexmark.com/abo/_eoci/cid/item.htm?query=1&channel_id=";
        number(r >> 32);
        number(1'436'918'400'000u + rows / 10);
        for (std::size_t k = 0; k < 60; ++k) csv += static_cast<char>('a' + mix(rows * 64 + k) % 26);
        csv += '\n';
    }
    return csv;
}

std::string repeated(const std::string& path, std::size_t bytes, std::size_t& rows) {
    detail::InputFile file(path);
    file.open();
    std::string text(std::filesystem::file_size(path), '\0');
    file.read(text);
    if (text.back() != '\n') text += '\n';
    const std::size_t header = text.find('\n') + 1;
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
    std::string all = text.substr(0, header);
    for (rows = 0; all.size() < bytes; rows += lines) all.append(text, header);
    return all;
}

struct Data {
    std::string path;
    std::size_t bytes, rows;
    double newlines;  // seconds
    double perSecond(double seconds) const { return static_cast<double>(bytes) / seconds / 1e6; }
};

void line(const char* what, double mbPerSecond, const std::string& against, double ratio) {
    std::printf("%s | %.0f MB/s | %s | %.2f | -\n", what, mbPerSecond, against.c_str(), ratio);
    std::fflush(stdout);
}

Data prepare(const std::filesystem::path& folder, const char* name, const std::string& text, std::size_t rows) {
    Data d{(folder / name).string(), text.size(), rows, 0};
    {
        detail::OutputFile out(d.path);
        out.open();
        out.write(text);
        out.finish();
        out.commit();
    }
    std::vector<char> buffer(CsvScanner::defaultChunk);
    d.newlines = median([&] {
        detail::InputFile file(d.path);
        file.open();
        std::size_t lines = 0;
        while (const std::size_t n = file.read(buffer)) {
            const char* p = buffer.data();
            const char* const end = p + n;
            while ((p = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p))))) { ++p; ++lines; }
        }
        require(lines == rows + 1, "wrong number of lines");
    });
    return d;
}

// Seconds for the whole file; also counts allocations once the slots have grown.
template <class T>
double ours(const Data& d, const char* what, const CsvOptions& options = {}) {
    CsvSource<T> source(d.path, options);
    std::size_t steady = 0;
    const double seconds = median([&] {
        std::size_t rows = 0;
        source.open();
        const std::size_t before = bench::allocations;
        for (;;) {
            const auto polled = source.poll(batchRows);
            if (polled.state == Polled<T>::State::end) break;
            rows += polled.batch.rows.size();
        }
        steady = bench::allocations - before;
        source.close();
        require(rows == d.rows && source.counts().rejected == 0, "rows were lost");
    });
    line(what, d.perSecond(seconds), "newlines alone " + std::to_string(static_cast<int>(d.perSecond(d.newlines))) + " MB/s", seconds / d.newlines);
    std::printf("%s, allocations | %.6f a row | 0 | - | -\n", what, static_cast<double>(steady) / static_cast<double>(d.rows));
    return seconds;
}

#if RIVULET_HAS_FCCP
void against(const char* what, const Data& d, double theirs, double mine) {
    line(what, d.perSecond(mine), "fast-cpp-csv-parser " + std::to_string(static_cast<int>(d.perSecond(theirs))) + " MB/s", mine / theirs);
}
#endif

void measure(const std::filesystem::path& folder, std::size_t bytes) {
    std::size_t rows = 0;
    std::string text = bids(bytes, rows);
    const Data bidFile = prepare(folder, "bids.csv", text, rows);
    text = repeated(std::string(RIVULET_SOURCE_DIR) + "/examples/data/birdstrikes.csv", bytes, rows);
    const Data strikeFile = prepare(folder, "strikes.csv", text, rows);
    text = {};

    const double bid = ours<Bid>(bidFile, "csv to structs: bids, 7 columns");
    const CsvOptions byPosition = CsvOptions{}.byPosition();
    const double strike = ours<Strike>(strikeFile, "csv to structs: strikes, 14 columns", byPosition);
    ours<SpeciesCost>(strikeFile, "csv to structs: strikes, 2 of 14 columns", CsvOptions{}.column("Wildlife Species", "species").column("Cost Total $", "cost"));

#if RIVULET_HAS_FCCP
    using Quoted = io::double_quote_escape<',', '"'>;
    const double theirBid = median([&] {
        io::CSVReader<7, io::trim_chars<>, Quoted> in(bidFile.path);
        in.read_header(io::ignore_no_column, "auction", "bidder", "price", "channel", "url", "dateTime", "extra");
        std::vector<Bid> batch(batchRows);
        std::size_t n = 0;
        for (Bid* b = batch.data(); in.read_row(b->auction, b->bidder, b->price, b->channel, b->url, b->dateTime, b->extra); b = &batch[++n % batchRows]) {}
        require(n == bidFile.rows, "fast-cpp-csv-parser lost rows");
    });
    against("csv to structs: bids, 7 columns", bidFile, theirBid, bid);
    struct Text { std::string date, speed; Strike s; };
    const double theirStrike = median([&] {
        io::CSVReader<14, io::trim_chars<>, Quoted> in(strikeFile.path);
        in.next_line();
        std::vector<Text> batch(batchRows);
        std::size_t n = 0;
        for (Text* t = batch.data(); in.read_row(t->s.airport, t->s.aircraft, t->s.damage, t->date, t->s.airline, t->s.state, t->s.phase, t->s.size, t->s.species,
                                                 t->s.timeOfDay, t->s.costOther, t->s.costRepair, t->s.costTotal, t->speed); t = &batch[++n % batchRows]) {}
        require(n == strikeFile.rows, "fast-cpp-csv-parser lost rows");
    });
    against("csv to structs: strikes, 14 columns", strikeFile, theirStrike, strike);
#else
    std::printf("csv to structs | - | fast-cpp-csv-parser is not installed (libfccp-dev) | - | -\n");
#endif

    std::vector<Bid> some;
    CsvSource<Bid> source(bidFile.path);
    source.open();
    while (some.size() < 100'000 && some.size() < bidFile.rows)
        for (const Bid& b : source.poll(batchRows).batch.rows) some.push_back(b);
    source.close();
    std::size_t written = 0;
    const double writing = median([&] {
        std::string out;
        CsvWriter<Bid> writer;
        written = 0;
        for (const Bid& b : some) {
            writer.row(out, b);
            if (out.size() > CsvScanner::defaultChunk) { written += out.size(); out.clear(); }
        }
        written += out.size();
    });
    std::printf("structs to csv: bids, in memory | %.0f MB/s | - | - | -\n", static_cast<double>(written) / writing / 1e6);
}

}  // namespace

int main(int count, char** arguments) {
    const long megabytes = count > 1 ? std::strtol(arguments[1], nullptr, 10) : 200;
    require(megabytes > 0, "usage: bench_csv [megabytes]");
    std::string name = (std::filesystem::temp_directory_path() / "rivulet-bench-XXXXXX").string();
    require(mkdtemp(name.data()) != nullptr, "no temporary folder");
    struct Folder {
        std::filesystem::path path;
        ~Folder() { std::filesystem::remove_all(path); }
    } folder{name};
    measure(folder.path, static_cast<std::size_t>(megabytes) * 1'000'000);
}
