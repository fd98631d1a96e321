// SPDX-License-Identifier: BSL-1.0
// LISTAGG, ARRAY_AGG, COLLECT: all values of a group.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/arrival_list.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// LISTAGG(text[, separator]): the texts in the order in which they came, with the separator, a literal, between them (a comma if none
/// is given). STRING. NULLs are skipped; NULL over nothing. A text that is taken back is the first that equals it.
struct ListAgg {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "T")) return;
        if (t.count == 2 && !t.arguments[1].isText) return t.refuse(1, "a text literal");
        t.result = sqltype::string.orNull(rules::effective(t, 0).nullable);
    }
    static constexpr FunctionInfo info{.name = "LISTAGG", .minArguments = 1, .maxArguments = 2, .aggregate = true, .ofOrder = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        std::optional<std::string> text_;
        std::string separator_;  // for merging

    public:
        void add(const auto& view, std::string_view separator = ",") {
            if (!present(view)) return;
            if (text_) text_->append(separator).append(bare(view));
            else {
                text_.emplace(bare(view));
                separator_ = separator;
            }
        }
        void merge(const Accumulator& later) {
            if (later.text_) add(later.text_, later.separator_);
        }
        const R& result() const {
            if constexpr (Optional<R>) return text_;
            else {
                if (!text_) detail::throwMissing(info.name);
                return *text_;
            }
        }
        std::size_t bytes() const { return detail::heldBytes(text_) + detail::heldBytes(separator_); }
    };

    template <class R, class... A>
    class Accumulator<R, true, A...> {
        detail::ArrivalList<std::string> texts_;
        std::string separator_{","};

    public:
        void add(const auto& view, std::string_view separator = ",") {
            if (!present(view)) return;
            if (texts_.empty()) separator_ = separator;
            texts_.add(bare(view));
        }
        void retract(const auto& view, std::string_view = ",") { if (present(view)) texts_.removeFirst(bare(view)); }
        void merge(const Accumulator& later) {
            if (texts_.empty()) separator_ = later.separator_;
            texts_.add(later.texts_);
        }
        R result() const {
            if (texts_.empty()) {
                if constexpr (Optional<R>) return std::nullopt;
                else detail::throwMissing(info.name);
            }
            std::size_t size = 0;
            for (const std::string& text : texts_) size += separator_.size() + text.size();
            std::string all;
            all.reserve(size);
            for (const std::string& text : texts_) {
                if (&text != &texts_.front()) all += separator_;
                all += text;
            }
            return all;
        }
        std::size_t bytes() const { return texts_.bytes(); }
    };
};

/// ARRAY_AGG(x): all x in the order in which they came, NULLs included. ARRAY of x's type; NULL over nothing. A value that is taken
/// back is the first that equals it.
struct ArrayAgg {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
        t.make(t.types.array(t.type(0)), t.type(0).nullable);
    }
    static constexpr FunctionInfo info{.name = "ARRAY_AGG", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofOrder = true, .typing = &typing};
    template <class A> using Result = std::vector<A>;

    template <class R, bool Retracts, class A>
    class Accumulator {
        R values_{};
        std::size_t held_{};

    public:
        void add(const auto& view) {
            if constexpr (Optional<R>) {
                if (!values_) values_.emplace();
                values_->emplace_back(view);
            } else values_.emplace_back(view);
            held_ += detail::heldBytes(view);
        }
        void merge(const Accumulator& later) {
            if constexpr (!Optional<R>) append(values_, later.values_);
            else if (later.values_) append(values_ ? *values_ : values_.emplace(), *later.values_);
            held_ += later.held_;
        }
        const R& result() const { return values_; }
        std::size_t bytes() const { return detail::heldBytes(values_) + held_; }

    private:
        static void append(Bare<R>& to, const Bare<R>& more) { to.insert(to.end(), more.begin(), more.end()); }
    };

    template <class R, class A>
    class Accumulator<R, true, A> {
        detail::ArrivalList<detail::Listed<A>> values_;

    public:
        void add(const auto& view) { values_.add(view); }
        void retract(const auto& view) { values_.removeFirst(view); }
        void merge(const Accumulator& later) { values_.add(later.values_); }
        R result() const {
            if constexpr (Optional<R>) {
                if (values_.empty()) return std::nullopt;
            }
            return Bare<R>(values_.begin(), values_.end());
        }
        std::size_t bytes() const { return values_.bytes(); }
    };
};

/// COLLECT(x): the values and how often each came, NULLs skipped. MULTISET of x's type, NOT NULL; empty over nothing. In C++ a
/// std::map from the value to its count.
struct Collect {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
        rules::distinguishable(t, 0);
        if (t.refused < 0) t.make(t.types.multiset(t.type(0)), false);
    }
    static constexpr FunctionInfo info{.name = "COLLECT", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofNothing = true, .typing = &typing};
    template <class A> using Result = Multiset<A>;

    template <class R, bool Retracts, class A>
    class Accumulator {
        R values_;

    public:
        void add(const auto& view) { if (present(view)) ++values_[Bare<A>(bare(view))]; }
        void merge(const Accumulator& later) {
            for (const auto& [value, n] : later.values_) values_[value] += n;
        }
        const R& result() const { return values_; }
        std::size_t bytes() const { return detail::nodeBytes(values_); }
    };

    template <class R, class A>
    class Accumulator<R, true, A> {
        using Value = Bare<A>;
        R values_, owed_;  // owed: taken back before they came

        // Takes up to n of them; how many it could not.
        static std::int32_t takeFrom(R& values, const Value& v, std::int32_t n) {
            const auto at = values.find(v);
            if (at == values.end()) return n;
            const std::int32_t left = n > at->second ? n - at->second : 0;
            if ((at->second -= n - left) == 0) values.erase(at);
            return left;
        }
        static void move(R& from, R& to, const Value& v, std::int32_t n) {
            const std::int32_t left = from.empty() ? n : takeFrom(from, v, n);
            if (left != 0) to[v] += left;
        }

    public:
        void add(const auto& view) {
            if (!present(view)) return;
            move(owed_, values_, Value(bare(view)), 1);
        }
        void retract(const auto& view) {
            if (!present(view)) return;
            move(values_, owed_, Value(bare(view)), 1);
        }
        void merge(const Accumulator& later) {
            for (const auto& [value, n] : later.values_) move(owed_, values_, value, n);
            for (const auto& [value, n] : later.owed_) move(values_, owed_, value, n);
        }
        const R& result() const { return values_; }
        std::size_t bytes() const { return detail::nodeBytes(values_); }
    };
};

}  // namespace rivulet::functions
