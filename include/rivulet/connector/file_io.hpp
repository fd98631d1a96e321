// SPDX-License-Identifier: BSL-1.0
// A file that is read in chunks, and a file that appears under its name only when it is complete.
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <rivulet/core/exception.hpp>

namespace rivulet::detail {

[[noreturn, gnu::cold]] inline void fileProblem(const char* what, int error, const std::string& path) {
    throw DataError(std::string(what) + ": " + std::strerror(error), {}, {}, path);
}

/// Owns an open file. (A std::unique_ptr with a deleter of its own costs every user's compiler more than these lines.)
class FileHandle {
public:
    FileHandle() = default;
    FileHandle(FileHandle&& o) noexcept : file_(o.release()) {}
    FileHandle& operator=(FileHandle&&) = delete;
    ~FileHandle() { reset(); }
    explicit operator bool() const { return file_ != nullptr; }
    std::FILE* get() const { return file_; }
    std::FILE* release() noexcept { return std::exchange(file_, nullptr); }
    void reset(std::FILE* f = nullptr) noexcept {
        if (std::FILE* const before = std::exchange(file_, f)) std::fclose(before);
    }

private:
    std::FILE* file_{};
};

/// Reads a file from the start; its own buffer is the caller's.
class InputFile {
public:
    explicit InputFile(std::string path) : path_(std::move(path)) {}
    const std::string& path() const { return path_; }

    void open() {
        file_.reset(std::fopen(path_.c_str(), "rb"));
        if (!file_) fileProblem("cannot open the file", errno, path_);
        std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    }
    /// 0 at the end of the file only.
    std::size_t read(std::span<char> to) {
        const std::size_t n = std::fread(to.data(), 1, to.size(), file_.get());
        if (n < to.size() && std::ferror(file_.get())) fileProblem("cannot read the file", errno, path_);
        return n;
    }
    void close() noexcept { file_.reset(); }

private:
    std::string path_;
    FileHandle file_{};
};

/// Writes `<path>.part`; finish() closes it, commit() gives it its name. Without commit() it is removed and what was at
/// `path` stays. While it is open nobody else can open the same path so. A path that is there and no regular file (a pipe, a
/// terminal) is written directly.
class OutputFile {
public:
    explicit OutputFile(std::string path) : path_(std::move(path)) {}
    OutputFile(OutputFile&& o) noexcept
        : path_(std::move(o.path_)), target_(std::move(o.target_)), part_(std::exchange(o.part_, {})), file_(std::move(o.file_)) {}
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile() { abandon(); }
    const std::string& path() const { return path_; }
    bool isOpen() const { return static_cast<bool>(file_); }
    /// Whether what is written is seen at once.
    bool isDirect() const { return part_.empty(); }

    void open() {
        abandon();
        struct stat there{};
        const bool exists = ::stat(path_.c_str(), &there) == 0;
        if (exists && !S_ISREG(there.st_mode)) {
            file_.reset(std::fopen(path_.c_str(), "wb"));
        } else {
            target_ = exists ? resolved() : path_;
            openPart(target_ + ".part");
            if (file_ && exists) ::chmod(part_.c_str(), there.st_mode & 07777);
        }
        if (!file_) fileProblem("cannot write the file", errno, path_);
        std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    }
    void write(std::string_view bytes) {
        if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fileProblem("cannot write the file", errno, path_);
    }
    /// Everything is written.
    void finish() {
        std::fflush(file_.get());
        if (std::ferror(file_.get()) != 0) fileProblem("cannot write the file", errno, path_);
        if (part_.empty() && std::fclose(file_.release()) != 0) fileProblem("cannot write the file", errno, path_);
    }
    /// The file appears under its name.
    void commit() {
        if (part_.empty()) return;
        const std::string part = std::exchange(part_, {});
        if (std::rename(part.c_str(), target_.c_str()) != 0) {
            const int error = errno;
            std::remove(part.c_str());
            file_.reset();
            fileProblem("cannot rename the finished file", error, path_);
        }
        if (std::fclose(file_.release()) != 0) fileProblem("cannot close the file", errno, path_);
    }
    void abandon() noexcept {
        file_.reset();
        if (!part_.empty()) std::remove(part_.c_str());
        part_.clear();
    }

private:
    // The lock tells a part that somebody is writing from one that a crash left behind.
    void openPart(std::string part) {
        const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) return;
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            ::close(descriptor);
            throw DataError("another sink is writing this file", {}, {}, path_);
        }
        if (::ftruncate(descriptor, 0) != 0) {
            const int error = errno;
            ::close(descriptor);
            fileProblem("cannot write the file", error, path_);
        }
        file_.reset(::fdopen(descriptor, "wb"));
        part_ = std::move(part);
    }
    // A link stays a link: what it points to is replaced.
    std::string resolved() const {
        struct Real {
            char* path;
            ~Real() { std::free(path); }
        } const real{::realpath(path_.c_str(), nullptr)};
        return real.path ? std::string(real.path) : path_;
    }

    std::string path_, target_{}, part_{};
    FileHandle file_{};
};

}  // namespace rivulet::detail
