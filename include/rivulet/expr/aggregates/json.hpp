// SPDX-License-Identifier: BSL-1.0
// JSON_OBJECTAGG and JSON_ARRAYAGG.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/arrival_list.hpp>
#include <rivulet/expr/json_text.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr bool jsonValue(Typing& t, int i) {
    if (t.isNull(i)) t.coerce(i, sqltype::string);
    else if (!detail::isJsonType(t.type(i))) { t.refuse(i, "a value that JSON has"); return false; }
    return true;
}

}  // namespace shared

/// JSON_OBJECTAGG([KEY] key VALUE value [NULL | ABSENT ON NULL]) as JSON_OBJECTAGG(key, value, absent): an object as text, VARCHAR(2000) NOT
/// NULL, its keys in order; a NULL value is null, or left out if absent. DataError for a key that is NULL or comes twice.
struct JsonObjectAgg {
    static constexpr void typing(Typing& t) {
        if (!t.type(0).isCharacter()) return t.refuse(0, "text");
        if (!shared::jsonValue(t, 1)) return;
        if (t.count > 2 && t.type(2).root != TypeRoot::boolean) return t.refuse(2, "BOOLEAN");
        t.result = sqltype::varchar(2000);
    }
    static constexpr FunctionInfo info{.name = "JSON_OBJECTAGG", .minArguments = 2, .maxArguments = 3, .aggregate = true, .ofNothing = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        std::map<std::string, std::string> fields_;
        std::size_t held_{};

    public:
        void add(const auto& key, const auto& value, bool absent = false) {
            if (!present(key)) throw DataError("a key of JSON_OBJECTAGG is NULL");
            if (absent && !present(value)) return;
            std::string text;
            detail::appendJson(text, value);
            put(std::string(bare(key)), std::move(text));
        }
        void retract(const auto& key, const auto& value, bool absent = false) {
            if (!present(key) || (absent && !present(value))) return;
            const auto at = fields_.find(std::string(bare(key)));
            if (at == fields_.end()) return;
            held_ -= at->first.size() + at->second.size();
            fields_.erase(at);
        }
        void merge(const Accumulator& later) {
            for (const auto& [key, text] : later.fields_) put(key, text);
        }
        std::string result() const {
            std::string text;
            detail::appendJsonObject(text, fields_);
            return text;
        }
        std::size_t bytes() const { return detail::nodeBytes(fields_) + held_; }

    private:
        void put(const std::string& key, std::string text) {
            const auto [at, isNew] = fields_.emplace(key, std::move(text));
            if (!isNew) throw DataError("a key of JSON_OBJECTAGG comes twice", key);
            held_ += at->first.size() + at->second.size();
        }
    };
};

/// JSON_ARRAYAGG(value [NULL | ABSENT ON NULL]) as JSON_ARRAYAGG(value, absent): an array as text, VARCHAR(2000) NOT NULL, in the order in
/// which the values came; a NULL is left out, or null if not absent. A value that is taken back is the first that equals it.
struct JsonArrayAgg {
    static constexpr void typing(Typing& t) {
        if (!shared::jsonValue(t, 0)) return;
        if (t.count > 1 && t.type(1).root != TypeRoot::boolean) return t.refuse(1, "BOOLEAN");
        t.result = sqltype::varchar(2000);
    }
    static constexpr FunctionInfo info{.name = "JSON_ARRAYAGG", .minArguments = 1, .maxArguments = 2, .aggregate = true, .ofNothing = true, .ofOrder = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        std::string text_{"["};

    public:
        void add(const auto& value, bool absent = true) {
            if (absent && !present(value)) return;
            if (text_.size() > 1) text_ += ',';
            detail::appendJson(text_, value);
        }
        void merge(const Accumulator& later) {
            if (text_.size() > 1 && later.text_.size() > 1) text_ += ',';
            text_.append(later.text_, 1);
        }
        std::string result() const { return text_ + ']'; }
        std::size_t bytes() const { return detail::heldBytes(text_); }
    };

    template <class R, class... A>
    class Accumulator<R, true, A...> {
        detail::ArrivalList<std::string> values_;

        static std::string written(const auto& value) {
            std::string text;
            detail::appendJson(text, value);
            return text;
        }

    public:
        void add(const auto& value, bool absent = true) { if (!absent || present(value)) values_.add(written(value)); }
        void retract(const auto& value, bool absent = true) { if (!absent || present(value)) values_.removeFirst(written(value)); }
        void merge(const Accumulator& later) { values_.add(later.values_); }
        std::string result() const {
            std::string text(1, '[');
            for (const std::string& value : values_) {
                if (text.size() > 1) text += ',';
                text += value;
            }
            return text + ']';
        }
        std::size_t bytes() const { return values_.bytes(); }
    };
};

}  // namespace rivulet::functions
