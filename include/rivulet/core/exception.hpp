// SPDX-License-Identifier: BSL-1.0
// What is thrown: wrong data, and a job that ended in an error.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rivulet {

/// The base of everything rivulet throws on purpose.
class Exception : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value that cannot be what it must be: names source, row, column and value, as far as they are known.
/// `source` may be a file name or an operator's name; `row` counts from 1, 0 is unknown.
class DataError : public Exception {
public:
    explicit DataError(const std::string& problem, std::string_view value = {}, std::string_view column = {},
                       std::string_view source = {}, std::uint64_t row = 0)
        : Exception(compose(problem, value, column, source, row)),
          problem_(problem), value_(value), column_(column), source_(source), row_(row) {}

    const std::string& problem() const noexcept { return problem_; }
    const std::string& value() const noexcept { return value_; }
    const std::string& column() const noexcept { return column_; }
    const std::string& source() const noexcept { return source_; }
    std::uint64_t row() const noexcept { return row_; }

    /// The same error with the facts that only the outer code knows; known ones stay.
    DataError at(std::string_view column, std::string_view source = {}, std::uint64_t row = 0) const {
        return DataError(problem_, value_, column_.empty() ? column : std::string_view(column_),
                         source_.empty() ? source : std::string_view(source_), row_ ? row_ : row);
    }

private:
    static std::string compose(const std::string& problem, std::string_view value, std::string_view column,
                               std::string_view source, std::uint64_t row) {
        std::string s;
        if (!source.empty()) s.append(source).append(": ");
        if (row) s.append("row ").append(std::to_string(row)).append(": ");
        if (!column.empty()) s.append("column '").append(column).append("': ");
        s += problem;
        if (!value.empty()) s.append(": '").append(value).append("'");
        return s;
    }
    std::string problem_, value_, column_, source_;
    std::uint64_t row_{};
};

/// A job that ended because a step of it threw. `what()` begins with the operator's name.
class JobError : public Exception {
public:
    JobError(std::string_view operatorName, std::string_view problem)
        : Exception(std::string(operatorName) + ": " + std::string(problem)), operator_(operatorName) {}
    const std::string& operatorName() const noexcept { return operator_; }

private:
    std::string operator_;
};

/// A call that makes no sense now, such as executing an environment without sinks.
class IllegalState : public Exception {
public:
    using Exception::Exception;
};

}  // namespace rivulet
