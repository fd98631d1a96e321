// SPDX-License-Identifier: BSL-1.0
// A sink that appends rows to a vector of the caller's. DataStream::executeAndCollect() is the short form for one stream; this one
// collects several streams in one job.
#pragma once
#include <type_traits>
#include <utility>
#include <vector>

namespace rivulet {

/// For addSink: `stream.addSink(CollectSink(rows))`. The vector must live until `execute` has returned.
template <class T>
class CollectSink {
public:
    using Element = T;
    explicit CollectSink(std::vector<T>& target) : rows_(&target) {}
    void write(const T& row) requires std::is_copy_constructible_v<T> { rows_->push_back(row); }
    void write(T&& row) { rows_->push_back(std::move(row)); }

private:
    std::vector<T>* rows_;
};

}  // namespace rivulet
