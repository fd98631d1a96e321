// SPDX-License-Identifier: BSL-1.0
// Files as sources and sinks: real data against what Python reads, files larger than the chunk, complete or not there.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/connector/file.hpp>
#include <rivulet/stream/environment.hpp>

using namespace rivulet;
namespace fs = std::filesystem;

namespace {

const std::string root = RIVULET_SOURCE_DIR;

// A folder of its own for each test, gone afterwards.
struct Folder {
    fs::path path;
    Folder() {
        std::string name = (fs::temp_directory_path() / "rivulet-test-XXXXXX").string();
        if (!mkdtemp(name.data())) throw IllegalState("no temporary folder");
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    std::string operator/(const char* name) const { return (path / name).string(); }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& e : fs::directory_iterator(path)) all.push_back(e.path().filename().string());
        std::sort(all.begin(), all.end());
        return all;
    }
};

std::string slurp(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
std::string spill(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

template <class S>
auto drain(S& source) {
    std::vector<typename S::Element> rows;
    source.open();
    for (;;) {
        const auto polled = source.poll(batchRows);
        if (polled.state == Polled<typename S::Element>::State::end) break;
        CHECK(polled.batch.rows.size() <= batchRows);
        for (const auto& row : polled.batch.rows) rows.push_back(row);
    }
    source.close();
    return rows;
}

struct Strike {
    std::string airport, aircraft, damage;
    Date date{};
    std::string airline, state, phase, size, species, timeOfDay;
    std::int32_t costOther{}, costRepair{}, costTotal{};
    std::optional<std::int16_t> speed;
    friend bool operator==(const Strike&, const Strike&) = default;
};

struct Airport { std::string iata, name, city, state, country; double latitude, longitude; };
struct Weather { Date date; double precipitation; Decimal<4, 1> temp_max, temp_min; float wind; std::string weather; };
struct Employment { Date month; std::int32_t nonfarm; Decimal<8, 1> wholesale_trade; std::int16_t nonfarm_change; };

}  // namespace

template <>
struct rivulet::Members<Strike> {
    static constexpr auto changes = memberChanges(
        rename<"airport", "Airport Name">, rename<"aircraft", "Aircraft Make Model">, rename<"damage", "Effect Amount of damage">, rename<"date", "Flight Date">,
        rename<"airline", "Aircraft Airline Operator">, rename<"state", "Origin State">, rename<"phase", "Phase of flight">, rename<"size", "Wildlife Size">,
        rename<"species", "Wildlife Species">, rename<"timeOfDay", "Time of day">, rename<"costOther", "Cost Other">, rename<"costRepair", "Cost Repair">,
        rename<"costTotal", "Cost Total $">, rename<"speed", "Speed IAS in knots">);
};

// Made by: python3 tests/data/checksums.py examples/data/*.csv tests/data/*.csv
TEST_CASE("real files are cut into the fields that Python's csv module finds") {
    struct File { const char* path; std::uint64_t records, fields, checksum; };
    const File files[] = {
        {"examples/data/airports.csv", 3377, 23639, 0x341f7baef23ee1fbu},
        {"examples/data/birdstrikes.csv", 10001, 140014, 0x45589c5a85313634u},
        {"examples/data/flights-20k.csv", 20001, 100005, 0xb0870e1d49e77a98u},
        {"tests/data/seattle-weather.csv", 1462, 8772, 0x6d21b5f08550761eu},
        {"tests/data/us-employment.csv", 121, 2904, 0xf284ac0312f50d34u},
    };
    for (const File& f : files) {
        CAPTURE(f.path);
        for (const std::size_t chunk : {std::size_t{7}, std::size_t{4096}, CsvScanner::defaultChunk}) {
            detail::InputFile file(root + "/" + f.path);
            file.open();
            CsvScanner scanner({}, chunk);
            std::uint64_t records = 0, fields = 0, h = 0xCBF29CE484222325u;
            const auto mix = [&h](char c) { h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3u; };
            for (CsvStep step; (step = scanner.next()) != CsvStep::end;) {
                if (step == CsvStep::needBytes) {
                    const std::size_t n = file.read(scanner.room());
                    if (n) scanner.added(n); else scanner.finish();
                    continue;
                }
                REQUIRE(scanner.flaw() == CsvFlaw::none);
                if (scanner.text().empty()) continue;
                ++records;
                fields += scanner.fields();
                for (std::size_t i = 0; i < scanner.fields(); ++i) {
                    for (const char c : scanner.field(i).text) mix(c);
                    mix('\x1f');
                }
                mix('\x1e');
            }
            CHECK(records == f.records);
            CHECK(fields == f.fields);
            CHECK(h == f.checksum);
        }
    }
}

// The numbers: python3 -c "import csv; r = list(csv.DictReader(open('examples/data/birdstrikes.csv', newline='')));
// print(len(r), sum(int(x['Cost Total $']) for x in r), sum(x['Speed IAS in knots'] == '' for x in r), sum(int(x['Speed IAS in knots'] or 0) for x in r),
// min(x['Flight Date'] for x in r), max(x['Flight Date'] for x in r), len(set(x['Wildlife Species'] for x in r)))"
TEST_CASE("bird strikes") {
    CsvSource<Strike> source(root + "/examples/data/birdstrikes.csv");
    for (int run = 0; run < 2; ++run) {  // a source is read again from its start
        const std::vector<Strike> rows = drain(source);
        REQUIRE(rows.size() == 10000);
        CHECK(rows[0] == Strike{"BARKSDALE AIR FORCE BASE ARPT", "T-38A", "None", Date(1990, 1, 8), "MILITARY", "Louisiana", "Climb", "Large", "Turkey vulture", "Day", 0, 0, 0, std::int16_t{300}});
        std::int64_t cost = 0, speed = 0;
        int noSpeed = 0;
        Date first = rows[0].date, last = first;
        std::vector<std::string> species;
        for (const Strike& s : rows) {
            cost += s.costTotal;
            speed += s.speed.value_or(0);
            noSpeed += !s.speed;
            first = std::min(first, s.date);
            last = std::max(last, s.date);
            species.push_back(s.species);
        }
        std::sort(species.begin(), species.end());
        species.erase(std::unique(species.begin(), species.end()), species.end());
        CHECK(cost == 40545276);
        CHECK(noSpeed == 2836);
        CHECK(speed == 1099926);
        CHECK(first == Date("1990-01-08"));
        CHECK(last == Date("2002-07-25"));
        CHECK(species.size() == 37);
        CHECK(source.counts().read == 10000);
        CHECK(source.counts().kept == 10000);
        CHECK(source.counts().rejected == 0);
    }
}

TEST_CASE("other real files, with quoted commas, decimals and columns that nobody reads") {
    CsvSource<Airport> airports(root + "/examples/data/airports.csv");
    const std::vector<Airport> a = drain(airports);
    CHECK(a.size() == 3376);
    CHECK(std::count_if(a.begin(), a.end(), [](const Airport& x) { return x.name.find(',') != std::string::npos; }) == 7);
    double latitude = 0;
    for (const Airport& x : a) latitude += x.latitude;
    CHECK(latitude == doctest::Approx(135163.3037597697).epsilon(1e-12));

    CsvSource<Weather> weather(root + "/tests/data/seattle-weather.csv");
    const std::vector<Weather> w = drain(weather);
    CHECK(w.size() == 1461);
    CHECK(w.back().date == Date("2015-12-31"));
    CHECK(w.back().temp_min == Decimal<4, 1>("-2.1"));
    double rain = 0;
    for (const Weather& x : w) rain += x.precipitation;
    CHECK(rain == doctest::Approx(4426.0).epsilon(1e-12));

    CsvSource<Employment> employment(root + "/tests/data/us-employment.csv");
    Decimal<20, 1> trade;
    std::int64_t change = 0;
    for (const Employment& x : drain(employment)) {
        trade = Decimal<20, 1>::fromUnscaled(trade.unscaled() + x.wholesale_trade.unscaled());
        change += x.nonfarm_change;
    }
    CHECK(trade == Decimal<20, 1>("690132.0"));
    CHECK(change == 7925);
}

TEST_CASE("a file goes through a stream into a file, and comes back equal") {
    const Folder folder;
    const StreamExecutionEnvironment env;
    auto strikes = fromCsvFile<Strike>(env, root + "/examples/data/birdstrikes.csv");
    strikes.filter([](const Strike& s) { return s.costTotal > 1000; }).addSink(CsvSink<Strike>(folder / "costly.csv")).name("costly");
    strikes.addSink(CsvSink<Strike>(folder / "all.csv", CsvOptions{}.delimiter(';'))).name("all");
    const JobExecutionResult result = env.execute();
    CHECK(result.rowsWritten("costly") == 172);  // Python: sum(int(x['Cost Total $']) > 1000 for x in r)
    CHECK(result.rowsWritten("all") == 10000);
    CHECK(result.counter("read") == 10000);
    CHECK(result.counter("kept") == 10000);
    CHECK(result.counter("rejected") == 0);
    CHECK(folder.names() == std::vector<std::string>{"all.csv", "costly.csv"});

    CsvSource<Strike> original(root + "/examples/data/birdstrikes.csv"), copy(folder / "all.csv", CsvOptions{}.delimiter(';').chunkBytes(1000));
    CHECK(drain(original) == drain(copy));
    CsvSource<Strike> costly(folder / "costly.csv");
    CHECK(drain(costly).size() == 172);
}

TEST_CASE("malformed lines: fail, skip, collect") {
    const Folder folder;
    const std::string path = spill(folder / "in.csv", "id,name\n1,a\nzwei,b\n3,c,d\n4,e\n");
    struct Row2 { int id; std::string name; };
    const StreamExecutionEnvironment env;
    const auto count = [&](const CsvOptions& options) {
        auto stream = fromCsvFile<Row2>(env, path, options);
        return stream.map([](const Row2& r) { return r.id; }).executeAndCollect();
    };
    try {
        count({});
        CHECK(false);
    } catch (const CsvError& e) {
        CHECK(e.what() == path + ": line 3: column 'id': not a whole number: 'zwei' in: zwei,b");
        CHECK(e.source() == path);
        CHECK(e.line() == 3);
        CHECK(e.column() == "id");
        CHECK(e.value() == "zwei");
        CHECK(e.text() == "zwei,b");
    }
    CHECK(count(CsvOptions{}.skipRejected()) == std::vector<int>{1, 4});
    CHECK(env.lastResult().counter("rejected") == 2);
    CHECK(env.lastResult().counter("kept") == 2);
    std::vector<CsvRejected> rejected;
    CHECK(count(CsvOptions{}.collectRejected(rejected)) == std::vector<int>{1, 4});
    REQUIRE(rejected.size() == 2);
    CHECK(rejected[1].line == 4);
    CHECK(rejected[1].text == "3,c,d");
    CHECK(rejected[1].problem == "has 3 fields, expected 2");
}

TEST_CASE("files that cannot be read or written") {
    const Folder folder;
    CsvSource<int> none(folder / "none.csv");
    CHECK_THROWS_WITH_AS(none.open(), (folder / "none.csv: cannot open the file: No such file or directory").c_str(), DataError);
    CsvSource<int> directory(folder.path.string());
    directory.open();
    CHECK_THROWS_WITH_AS(directory.poll(1), (folder.path.string() + ": cannot read the file: Is a directory").c_str(), DataError);
    CsvSink<int> nowhere(folder / "no/such/folder.csv");
    CHECK_THROWS_WITH_AS(nowhere.open(), (folder / "no/such/folder.csv: cannot write the file: No such file or directory").c_str(), DataError);
    if (fs::exists("/dev/full")) {  // a device that is always full; written directly
        CsvSink<int> full("/dev/full");
        full.open();
        full.write(1);
        CHECK_THROWS_WITH_AS(full.finish(), "/dev/full: cannot write the file: No space left on device", DataError);
        CHECK(fs::is_character_file("/dev/full"));
    }
}

TEST_CASE("a file that is not complete does not get its name") {
    const Folder folder;
    const std::string path = spill(folder / "out.csv", "what was there\n");
    {
        CsvSink<int> sink(path);
        sink.open();
        for (int i = 0; i < 100000; ++i) sink.write(i);
        CHECK(folder.names() == std::vector<std::string>{"out.csv", "out.csv.part"});
    }
    CHECK(folder.names() == std::vector<std::string>{"out.csv"});
    CHECK(slurp(path) == "what was there\n");

    const StreamExecutionEnvironment env;
    env.fromSequence(1, 10).map([](std::int64_t i) { if (i == 7) throw IllegalState("seven"); return i; }).addSink(CsvSink<std::int64_t>(path));
    CHECK_THROWS_AS(env.execute(), JobError);
    CHECK(folder.names() == std::vector<std::string>{"out.csv"});
    CHECK(slurp(path) == "what was there\n");

    CsvSink<int> sink(path, CsvOptions{}.noHeader());
    for (int run = 0; run < 2; ++run) {
        sink.open();
        sink.write(5 + run);
        sink.finish();
        CHECK(slurp(path) == (run == 0 ? "what was there\n" : "5\n"));  // others may still fail
        sink.commit();
        CHECK(slurp(path) == std::to_string(5 + run) + "\n");
    }
    // no row at all is a complete file, too
    env.fromCollection(std::vector<int>{}).addSink(CsvSink<int>(path));
    env.execute();
    CHECK(slurp(path) == "f0\n");
    CHECK(folder.names() == std::vector<std::string>{"out.csv"});
}

TEST_CASE("files get their names when all sinks of a job have finished, and one path has one writer") {
    const Folder folder;
    const std::string path = spill(folder / "out.csv", "what was there\n");
    const StreamExecutionEnvironment env;
    auto numbers = env.fromElements(1, 2);
    struct Failing {
        void write(int) {}
        void finish() { throw IllegalState("no room"); }
    };
    numbers.addSink(CsvSink<int>(path));
    numbers.addSink(Failing{}).name("other");
    CHECK_THROWS_WITH_AS(env.execute(), "other: no room", JobError);
    CHECK(slurp(path) == "what was there\n");

    numbers.addSink(CsvSink<int>(path));
    numbers.addSink(CsvSink<int>(path));
    CHECK_THROWS_WITH_AS(env.execute(), (path + ": another sink is writing this file").c_str(), DataError);
    CHECK(slurp(path) == "what was there\n");

    spill(folder / "out.csv.part", "left behind by a crash, and longer than the new file");
    numbers.addSink(CsvSink<int>(path));
    env.execute();
    CHECK(slurp(path) == "f0\n1\n2\n");
    CHECK(folder.names() == std::vector<std::string>{"out.csv"});
}

TEST_CASE("a link stays a link, and a file keeps its permissions") {
    const Folder folder;
    spill(folder / "target.csv", "old\n");
    fs::permissions(folder / "target.csv", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("target.csv", folder / "link.csv");
    CsvSink<int> sink(folder / "link.csv", CsvOptions{}.noHeader());
    sink.open();
    sink.write(1);
    sink.finish();
    sink.commit();
    CHECK(fs::is_symlink(folder / "link.csv"));
    CHECK(slurp(folder / "target.csv") == "1\n");
    CHECK(fs::status(folder / "target.csv").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a row that cannot be written names the file") {
    const Folder folder;
    CsvSink<std::string> sink(folder / "out.csv", CsvOptions{}.noHeader().quote('\0'));
    sink.open();
    CHECK_THROWS_WITH_AS(sink.write("a,b"), (folder / "out.csv: cannot be written as CSV without quotes: 'a,b'").c_str(), DataError);
}

TEST_CASE("lines of text, for every chunk size") {
    const Folder folder;
    struct Case { std::string_view text; std::vector<std::string> lines; };
    using namespace std::string_view_literals;
    const Case cases[] = {
        {"", {}}, {"\n", {""}}, {"a", {"a"}}, {"a\n", {"a"}}, {"a\r\nb\r\n\r\nc\rd", {"a", "b", "", "c\rd"}}, {"\n\nlong enough for several chunks\nx\n", {"", "", "long enough for several chunks", "x"}},
        {"a\0b\n"sv, {std::string("a\0b", 3)}},
    };
    for (const Case& c : cases)
        for (const std::size_t chunk : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{65536}}) {
            TextFileSource source(spill(folder / "lines.txt", c.text), 1000, chunk);
            CHECK(drain(source) == c.lines);
            CHECK(drain(source) == c.lines);
        }
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, std::size_t{65536}}) {
        TextFileSource source(spill(folder / "lines.txt", "1234567890\n12345678901\n"), 10, chunk);
        CHECK_THROWS_WITH_AS(drain(source), (folder / "lines.txt: row 2: a line of more than 10 bytes").c_str(), DataError);
    }
    const StreamExecutionEnvironment env;
    auto lines = fromTextFile(env, root + "/examples/data/birdstrikes.csv");
    CHECK(lines.executeAndCollect().size() == 10001);
}

TEST_CASE("rows that cannot be assigned, and single values") {
    const Folder folder;
    const std::string path = spill(folder / "in.csv", "a,b\n1,x\n2,y\n");
    struct Fixed { const int a; const std::string b; };
    CsvSource<Fixed> fixed(path);
    const std::vector<Fixed> rows = drain(fixed);
    REQUIRE(rows.size() == 2);
    CHECK(rows[1].b == "y");

    CsvSource<bool> flags(spill(folder / "flags.csv", "f0\ntrue\nFALSE\n"));
    CHECK(drain(flags) == std::vector<bool>{true, false});
}
