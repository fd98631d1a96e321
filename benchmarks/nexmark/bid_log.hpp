// SPDX-License-Identifier: BSL-1.0
// q10's rows and the sink that divides them into CSV files, one for each minute.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <sys/stat.h>

#include <rivulet/connector/file.hpp>

namespace nexmark {

/// What q10 answers.
struct BidOfMinute {
    std::int64_t auction, bidder, price;
    rivulet::Timestamp<3> eventTime;
    std::string extra;
    std::optional<std::string> dt, hm;
};
/// What is written of it: the rest is in the file's path.
struct LoggedBid {
    std::int64_t auction, bidder, price;
    rivulet::Timestamp<3> eventTime;
    std::string extra;
    bool operator==(const LoggedBid&) const = default;
};

/// Writes into `<folder>/dt=<dt>/hm=<hm>/bids.csv`; the folder exists. All files get their names when the job has ended well, until then they are open.
class BidLog {
public:
    using Element = BidOfMinute;
    explicit BidLog(std::string folder) : folder_(std::move(folder)) {}

    void open() { files_.clear(); }
    void write(const BidOfMinute& row) {
        if (!file_ || row.dt != day_ || row.hm != minute_) {  // rows come by time, more or less
            file_ = &file(row.dt, row.hm);
            day_ = row.dt;
            minute_ = row.hm;
        }
        line_.auction = row.auction;
        line_.bidder = row.bidder;
        line_.price = row.price;
        line_.eventTime = row.eventTime;
        line_.extra = row.extra;
        file_->write(line_);
    }
    void finish() {
        for (auto& [path, file] : files_) file.finish();
    }
    void commit() {
        for (auto& [path, file] : files_) file.commit();
        file_ = nullptr;
    }

private:
    using Part = std::optional<std::string>;
    static std::string folderOf(const char* column, const Part& value) { return std::string(column) + value.value_or("__DEFAULT_PARTITION__"); }  // Flink's name for NULL
    rivulet::CsvSink<LoggedBid>& file(const Part& day, const Part& minute) {
        std::string path = folder_ + folderOf("/dt=", day);
        mkdir(path.c_str(), 0777);  // it may be there; if it cannot be made, opening the file says so
        path += folderOf("/hm=", minute);
        mkdir(path.c_str(), 0777);
        path += "/bids.csv";
        const auto [at, isNew] = files_.try_emplace(path, path);
        if (isNew) at->second.open();
        return at->second;
    }

    std::string folder_;
    std::map<std::string, rivulet::CsvSink<LoggedBid>> files_{};
    rivulet::CsvSink<LoggedBid>* file_{};  // the one of the row before
    Part day_{}, minute_{};
    LoggedBid line_{};
};

}  // namespace nexmark
