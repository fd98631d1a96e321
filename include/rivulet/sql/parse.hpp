// SPDX-License-Identifier: BSL-1.0
// SQL text -> syntax tree, in the compiler; for text that arrives at run time see parse_text.hpp.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/sql/lexer.hpp>
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql {

/// Room for a tree: enough for any text with these tokens, or exactly what a parsed one took.
struct SyntaxSize { int nodes{}, queries{}, relations{}; };

/// No token makes more than one node, but for ANY and ALL, only some words make a query, and relations stand behind FROM, JOIN, and the commas
/// of FROM; a limit may make a query of a query.
constexpr SyntaxSize roomFor(const TokenView& tokens) {
    SyntaxSize room{tokens.count, 1, 1};
    unsigned long long inFrom = 0;  // for each of the parentheses around, whether it is in FROM
    int depth = 0;
    for (int i = 0; i < tokens.count; ++i) {
        const Token& t = tokens.tokens[i];
        if (t.symbol == Symbol::open) inFrom &= ~(1ull << (++depth & 63));
        else if (t.symbol == Symbol::close) --depth;
        else if (t.symbol == Symbol::comma && (inFrom >> (depth & 63) & 1)) room.relations += 2;
        switch (t.keyword) {
            case Keyword::from: inFrom |= 1ull << (depth & 63); ++room.relations; break;
            case Keyword::join: room.relations += 2; break;
            case Keyword::matchRecognize: ++room.relations; break;
            case Keyword::as:  // a table of WITH
                if (i + 1 < tokens.count && tokens.tokens[i + 1].symbol == Symbol::open) ++room.relations;
                break;
            case Keyword::any: case Keyword::some: case Keyword::all:  // see Parser::quantified
                if (i + 1 < tokens.count && tokens.tokens[i + 1].symbol == Symbol::open) {
                    int within = 1, end = i + 2;
                    for (; end < tokens.count && within > 0; ++end) within += (tokens.tokens[end].symbol == Symbol::open) - (tokens.tokens[end].symbol == Symbol::close);
                    room.nodes += 32 + end - i;
                    room.queries += 4;
                    room.relations += 4;
                }
                break;
            case Keyword::where: case Keyword::group: inFrom &= ~(1ull << (depth & 63)); break;
            case Keyword::select: inFrom &= ~(1ull << (depth & 63)); ++room.queries; break;
            case Keyword::values: case Keyword::union_: case Keyword::intersect: case Keyword::except: ++room.queries; break;
            case Keyword::table: case Keyword::with: case Keyword::order: case Keyword::limit: case Keyword::offset: case Keyword::fetch:
                ++room.queries;
                ++room.relations;
                break;
            default: break;
        }
    }
    return room;
}

struct ParseResult {
    SyntaxSize size{};
    short root{-1};
    Error error{};
};

/// Parses into storage of the caller. On an error `root` is -1 and the nodes are not to be read.
/// Grammar: queries as Flink has them. What Flink has beyond what rivulet does is refused by name
/// (`ErrorCode::notSupported`, subject "QUALIFY" and the like).
/// Nesting deeper than 60, and trees higher than 200 (a sum of more terms), are `tooDeep`, as are more than about 200
/// queries in UNION or tables in FROM; AND, OR, lists and select items may be of any length. `castTypes`: what
/// readNestedTypes() found.
constexpr ParseResult parseInto(const TokenView& tokens, Syntax* nodes, Query* queries, Relation* relations, SyntaxSize room,
                                const CastType* castTypes = nullptr, int castTypeCount = 0) {
    constexpr int most = 32767;
    detail::Parser p{.in = tokens, .nodes = nodes, .queries = queries, .relations = relations, .nodeRoom = room.nodes < most ? room.nodes : most,
                     .queryRoom = room.queries < most ? room.queries : most, .relationRoom = room.relations < most ? room.relations : most,
                     .castTypes = castTypes, .castTypeCount = castTypeCount};
    const short root = p.statement();
    return {{p.nodeCount, p.queryCount, p.relationCount}, p.failed ? static_cast<short>(-1) : root, p.error};
}

/// A tree held by value.
template <int N, int Q, int R>
struct SyntaxTree {
    Syntax nodes[static_cast<std::size_t>(N)]{};
    Query queries[static_cast<std::size_t>(Q)]{};
    Relation relations[static_cast<std::size_t>(R)]{};
    SyntaxSize size{};
    short root{-1};
    Error error{};
    constexpr SyntaxView view(std::string_view sql) const { return {nodes, queries, relations, root, sql, error}; }
};

template <int N, int Q, int R>
constexpr SyntaxTree<N, Q, R> parseTree(const TokenView& tokens, const CastType* castTypes = nullptr, int castTypeCount = 0) {
    SyntaxTree<N, Q, R> tree{};
    const ParseResult r = parseInto(tokens, tree.nodes, tree.queries, tree.relations, {N, Q, R}, castTypes, castTypeCount);
    tree.size = r.size;
    tree.root = r.root;
    tree.error = r.error;
    return tree;
}

/// `Text` is any type with `static constexpr std::string_view sql` of static storage. Each phase is a variable of its
/// own and so has the compiler's whole evaluation budget; nothing is evaluated that nobody asks for.
template <class Text> inline constexpr LexSize lexSizeOf = lex(Text::sql);

namespace detail {

template <class Text>
constexpr auto lexTokens() {
    Tokens<lexSizeOf<Text>.tokens, lexSizeOf<Text>.characters> t;
    lex(Text::sql, t.tokens, t.characters);
    return t;
}

template <int N, int Q, int R, int M, int P, int S>
constexpr SyntaxTree<N, Q, R> exactCopy(const SyntaxTree<M, P, S>& from) {
    SyntaxTree<N, Q, R> to;
    for (int i = 0; i < from.size.nodes; ++i) to.nodes[i] = from.nodes[i];
    for (int i = 0; i < from.size.queries; ++i) to.queries[i] = from.queries[i];
    for (int i = 0; i < from.size.relations; ++i) to.relations[i] = from.relations[i];
    to.size = from.size;
    to.root = from.root;
    to.error = from.error;
    return to;
}

}  // namespace detail

template <class Text> inline constexpr auto tokensOf = detail::lexTokens<Text>();

namespace detail {
template <class Text> inline constexpr SyntaxSize roomOf = roomFor(tokensOf<Text>.view(Text::sql));
template <class Text> inline constexpr int nestedTypeCount = countNestedTypes(tokensOf<Text>.view(Text::sql));
template <class Text> inline constexpr NestedTypes<nestedTypeCount<Text>> nestedTypesOf{tokensOf<Text>.view(Text::sql)};
template <class Text>
inline constexpr auto draftOf = parseTree<roomOf<Text>.nodes, roomOf<Text>.queries, roomOf<Text>.relations>(tokensOf<Text>.view(Text::sql), nestedTypesOf<Text>.types,
                                                                                                          nestedTypesOf<Text>.count);
}  // namespace detail

/// The tree of `Text::sql`, in exactly the room it needs, or its error.
template <class Text>
inline constexpr auto syntaxOf = detail::exactCopy<detail::draftOf<Text>.size.nodes + 1, detail::draftOf<Text>.size.queries + 1, detail::draftOf<Text>.size.relations + 1>(
    detail::draftOf<Text>);

}  // namespace rivulet::sql
