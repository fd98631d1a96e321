// SPDX-License-Identifier: BSL-1.0
// Syntax trees as SQL text.
#pragma once
#include <rivulet/core/text.hpp>
#include <rivulet/sql/printer.hpp>
#include <rivulet/sql/syntax.hpp>

namespace rivulet::sql {

/// The query as SQL text, in one line. Parses to the same tree, unless it holds parameters of the Table API (`?0`).
/// With every name in backticks it is text for Flink too, which reserves more words.
constexpr void writeSyntax(rivulet::detail::TextWriter& w, const SyntaxView& syntax, bool everyNameQuoted = false) {
    detail::SyntaxPrinter{w, syntax.nodes, syntax.queries, syntax.relations, everyNameQuoted}.query(syntax.root);
}

/// One expression of a tree as SQL text, without its alias.
constexpr void writeExpression(rivulet::detail::TextWriter& w, const SyntaxView& syntax, short expression) {
    detail::SyntaxPrinter{w, syntax.nodes, syntax.queries, syntax.relations}.expression(expression);
}
/// Likewise for one that holds no query.
constexpr void writeExpression(rivulet::detail::TextWriter& w, const Syntax* nodes, short expression) {
    detail::SyntaxPrinter{w, nodes, nullptr, nullptr}.expression(expression);
}

}  // namespace rivulet::sql
