// SPDX-License-Identifier: BSL-1.0
// A folder for files that nobody wants later.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace nexmark {

/// Made empty, gone with all its files at the end.
struct TemporaryFolder {
    std::string path = (std::filesystem::temp_directory_path() / "rivulet-nexmark-XXXXXX").string();
    TemporaryFolder() {
        if (!mkdtemp(path.data())) throw std::runtime_error("cannot make the folder " + path);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

}  // namespace nexmark
