// SPDX-License-Identifier: BSL-1.0
// Any bytes as CSV: the scanner finds the same records whatever the chunks; the reader counts every record once, and what
// it read comes back equal from what the writer makes of it. The first two bytes choose the dialect and the chunk size.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <rivulet/format/csv.hpp>

using namespace rivulet;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

// Everything that the scanner says, in one text.
std::string scan(std::string_view text, const CsvDialect& dialect, std::size_t chunk) {
    CsvScanner scanner(dialect, chunk);
    std::string out;
    for (;;) {
        const CsvStep step = scanner.next();
        if (step == CsvStep::needBytes) {
            const auto to = scanner.room();
            require(to.size() == chunk);
            const std::size_t n = text.copy(to.data(), to.size());
            text.remove_prefix(n);
            if (n) scanner.added(n); else scanner.finish();
            continue;
        }
        out += static_cast<char>('0' + static_cast<int>(step));
        if (step != CsvStep::record) return out;
        out += std::to_string(scanner.line()) + static_cast<char>('0' + static_cast<int>(scanner.flaw()));
        if (scanner.flaw() != CsvFlaw::none) out += std::to_string(scanner.flawLine());
        out += scanner.text();
        for (std::size_t i = 0; i < scanner.fields(); ++i) {
            const CsvField f = scanner.field(i);
            out += f.quoted ? '\x01' : '\x02';
            out += f.text;
            require(scanner.field(i).text == f.text);
        }
    }
}

using Line = std::tuple<std::optional<std::string>, std::optional<std::int32_t>, std::optional<double>, std::optional<Timestamp<3>>, std::optional<Bytes>>;

template <class T>
void readAndWrite(std::string_view text, CsvOptions options) {
    CsvReader<T> reader("fuzz", options);
    std::vector<T> rows;
    try {
        reader.readText(text, rows);
    } catch (const CsvError& e) {
        require(*e.what() != '\0');
        return;
    }
    const CsvCounts& c = reader.counts();
    require(c.read == c.kept + c.rejected && c.kept == rows.size());
    std::string written;
    try {
        CsvWriter<T> writer(options);
        writer.header(written);
        for (const T& row : rows) writer.row(written, row);
    } catch (const DataError&) {
        return;  // no quotes in this dialect
    }
    std::vector<T> again;
    CsvReader<T>("fuzz", options.failOnRejected()).readText(written, again);
    std::string twice;
    CsvWriter<T> writer(options);
    writer.header(twice);
    for (const T& row : again) writer.row(twice, row);
    require(written == twice && rows.size() == again.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const unsigned choice = data[0], chunk = data[1] % 80u + 1u;
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);

    CsvOptions options;
    if (choice & 1) options.delimiter(';');
    if (choice & 2) options.quote(choice & 4 ? '\'' : '\0');
    if (choice & 8) options.comment('#');
    if (choice & 16) options.bareQuotes();
    if (choice & 32) options.maxRecordBytes(40);
    if (choice & 64) options.nullLiteral("N");
    const std::string expected = scan(text, options.dialect(), text.size() + 1);
    require(scan(text, options.dialect(), chunk) == expected);
    require(scan(text, options.dialect(), 1) == expected);

    options.noHeader().skipRejected().chunkBytes(chunk);
    if (choice & 32) options.maxRecordBytes(std::size_t{16} << 20);
    readAndWrite<Line>(text, options);
    readAndWrite<std::optional<std::string>>(text, options);
    return 0;
}
