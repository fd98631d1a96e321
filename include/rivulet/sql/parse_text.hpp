// SPDX-License-Identifier: BSL-1.0
// SQL text that arrives at run time, parsed by the functions that run in the compiler. For tests, fuzzers and tools.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/sql/parse.hpp>

namespace rivulet::sql {

/// A text that arrives at run time: text, tokens and tree, held together. Movable; views into it stay valid.
class ParsedText {
public:
    explicit ParsedText(std::string sql) : parts_(std::make_unique<Parts>()) {
        Parts& p = *parts_;
        p.sql = std::move(sql);
        const LexSize size = lex(p.sql);
        p.tokens.resize(static_cast<std::size_t>(size.tokens));
        p.characters.resize(static_cast<std::size_t>(size.characters) + 1);
        lex(p.sql, p.tokens.data(), p.characters.data());
        const SyntaxSize room = roomFor(tokens());
        p.nodes.resize(static_cast<std::size_t>(room.nodes));
        p.queries.resize(static_cast<std::size_t>(room.queries));
        p.relations.resize(static_cast<std::size_t>(room.relations));
        p.castTypes.resize(static_cast<std::size_t>(detail::countNestedTypes(tokens())));
        const int castTypeCount = detail::readNestedTypes(tokens(), p.castTypes.data(), p.pool);
        p.result = parseInto(tokens(), p.nodes.data(), p.queries.data(), p.relations.data(), room, p.castTypes.data(), castTypeCount);
    }

    std::string_view sql() const { return parts_->sql; }
    const Error& error() const { return parts_->result.error; }
    explicit operator bool() const { return !error(); }
    TokenView tokens() const { return {parts_->tokens.data(), parts_->characters.data(), static_cast<int>(parts_->tokens.size()), parts_->sql}; }
    SyntaxView view() const { return {parts_->nodes.data(), parts_->queries.data(), parts_->relations.data(), parts_->result.root, parts_->sql, parts_->result.error}; }
    SyntaxSize size() const { return parts_->result.size; }

private:
    struct Parts {
        std::string sql;
        std::vector<Token> tokens;
        std::vector<char> characters;
        std::vector<Syntax> nodes;
        std::vector<Query> queries;
        std::vector<Relation> relations;
        std::vector<CastType> castTypes;
        TypePool pool;
        ParseResult result;
    };
    std::unique_ptr<Parts> parts_;
};

/// Parses a text that arrives at run time. Example: `auto p = parse("SELECT a FROM t"); if (!p) show(p.error());`
inline ParsedText parse(std::string sql) { return ParsedText(std::move(sql)); }

}  // namespace rivulet::sql
