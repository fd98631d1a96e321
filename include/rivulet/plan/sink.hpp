// SPDX-License-Identifier: BSL-1.0
// How a table's columns meet the fields of a C++ type, in both directions. Every refusal is an error value.
#pragma once
#include <string_view>

#include <rivulet/plan/operator_name.hpp>
#include <rivulet/plan/relations.hpp>

namespace rivulet::plan {

/// How the fields of a type are found: a struct's by name, where none fits also without case; a tuple's by position, as it has no
/// names; a plain value is one field.
enum class Matching : unsigned char { byName, byExactName, byPosition, atomic };

struct FieldBinder : RelationBinder {
    // ---- stream -> table: a list of names ---------------------------------------------------------------------------

    /// Flink's `fromDataStream(stream, $("a"), ...)`. Structs: by name. Tuples: by name if one of the names is a field or
    /// has an alias, else by position, the rest dropped. A plain value: one new name. A rowtime or proctime has a name of its own.
    constexpr short fields(short input, short items, Matching matching, bool newNames = false) {
        int count = 0, known = 0, aliases = 0;
        short unknown = -1;
        for (short i = items; i >= 0; i = syntax[i].next) {
            const Syntax& s = syntax[timeOf(i) == TimeAttribute::none ? i : syntax[i].first];
            if (s.kind != SyntaxKind::name || !s.qualifier.empty() || s.text == "*") return refuseReference(s);
            if (timeOf(i) != TimeAttribute::none) continue;
            ++count;
            if (find(input, s.text) >= 0) ++known;
            else if (unknown < 0) unknown = i;
            aliases += !s.alias.empty();
        }
        const bool named = !newNames && (matching == Matching::byName || known > 0 || aliases > 0 || count == 0);
        if (named && unknown >= 0) return refuseField(input, syntax[unknown], matching == Matching::byName || known == 0 ? ErrorCode::unknownColumn : ErrorCode::mixedNames);
        FieldList list{input, stampIn(input), plan.nodes[input].columnCount};
        list.width = static_cast<short>(list.width - (list.stamp >= 0));
        const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
        const Projection p = beginProjection(input);
        short place = 0;
        for (short i = items; i >= 0 && !plan.error; i = syntax[i].next) {
            const Syntax& s = syntax[i];
            if (timeOf(i) != TimeAttribute::none) {
                const short at = named ? find(input, syntax[s.first].text) : place < list.width ? place : static_cast<short>(-1);
                if (!addTime(list, p, i, at)) return -1;
                place = static_cast<short>(place + (!named && at >= 0));
            } else if (!named && place >= list.width) return tooMany(input, items, list.width);
            else {
                addOutput(p, column(scope, named ? find(input, s.text) : place), s.alias.empty() ? s.text : s.alias);
                ++place;
            }
        }
        const short projected = endProjection(p);
        return list.rowtime < 0 || projected < 0 ? projected : watermark(projected, list.rowtime, -1);
    }
    struct FieldList {
        short input{}, stamp{}, width{};   // the place of the record's timestamp, and the number of fields
        short rowtime{-1}, proctime{-1};   // places among the outputs
    };
    /// `x.rowtime()` and `x.proctime()` in a list of fields.
    constexpr TimeAttribute timeOf(short item) const {
        const Syntax& s = syntax[item];
        if (s.kind != SyntaxKind::call || s.first < 0) return TimeAttribute::none;
        return s.text == "ROWTIME" ? TimeAttribute::rowtime : s.text == "PROCTIME" ? TimeAttribute::proctime : TimeAttribute::none;
    }
    static constexpr std::string_view stampName = "$timestamp";
    constexpr short stampIn(short input) const {
        const short last = static_cast<short>(plan.nodes[input].columnCount - 1);
        return plan.column(input, last).name == stampName ? last : static_cast<short>(-1);
    }
    // A time attribute, in place of field `at`, or, with -1, of none.
    constexpr bool addTime(FieldList& list, const Projection& p, short item, short at) {
        const TimeAttribute time = timeOf(item);
        const Syntax& name = syntax[syntax[item].first];  // the field's; an alias is what the attribute is called
        const auto refuse = [&](ErrorCode code) { return plan.fail(errorAt(code, name, name.text)); };
        short& there = time == TimeAttribute::rowtime ? list.rowtime : list.proctime;
        if (there >= 0) return refuse(ErrorCode::timeTwice);
        there = static_cast<short>(plan.itemCount - p.firstItem);
        short e = -1;
        if (time == TimeAttribute::rowtime) {
            if (at >= 0 && !plan.column(list.input, at).type.isTimestamp() && plan.column(list.input, at).type.root != TypeRoot::bigint) return refuse(ErrorCode::rowtimeField);
            e = implicitCast(column(Scope::over(list.input, plan.nodes[list.input].columnCount), list.stamp), sqltype::timestamp(3).orNull(true));
        } else {
            if (at >= 0) return refuse(ErrorCode::proctimeField);
            e = plan.add(Expr{.kind = ExprKind::call, .function = indexOf<functions::ProcessingTime>, .type = sqltype::timestampLtz(3).orNull(true)});
        }
        if (!addOutput(p, e, syntax[item].alias.empty() ? name.text : syntax[item].alias)) return false;
        plan.writeColumns[plan.columnCount - 1].time = time;
        return true;
    }
    /// New names for the first fields; the others are dropped.
    constexpr short byPosition(short input, short names) { return fields(input, names, Matching::byPosition, true); }
    constexpr short tooMany(short input, short items, int width) {
        int count = 0;
        for (short i = items; i >= 0; i = syntax[i].next) ++count;
        short extra = items;
        for (int i = 0; i < width; ++i) extra = syntax[extra].next;
        Error e = errorAt(ErrorCode::tooManyNames, syntax[extra], syntax[extra].text);
        writeCount(e.expectedText, "at most ", width);
        writeCount(e.foundText, "", count);
        for (int i = 0; i < width; ++i) e.know(plan.column(input, i).name);
        plan.fail(e);
        return -1;
    }
    constexpr short refuseField(short input, const Syntax& s, ErrorCode code) {
        Error e = errorAt(code, s, s.text);
        detail::Nearest nearest(s.text);
        for (int i = 0; i < plan.nodes[input].columnCount; ++i) {
            nearest.offer(plan.column(input, i).name);
            e.know(plan.column(input, i).name);
        }
        e.nearest = nearest.best;
        plan.fail(e);
        return -1;
    }

    // ---- table -> stream ----------------------------------------------------------------------------------------------

    /// A projection whose outputs are exactly the fields, in their order and types.
    constexpr short into(short input, const Column* fields, int count, Matching matching) {
        if (refuseTwoRowtimes(input)) return -1;
        const short width = plan.nodes[input].columnCount;
        const bool named = matching == Matching::byName || matching == Matching::byExactName, exact = matching == Matching::byExactName;
        if (!named && width != count) return refuseFieldCount(input, fields, count);
        const Scope scope = Scope::over(input, width);
        const Projection p = beginProjection(input);
        for (short f = 0; f < count; ++f) {
            const short from = named ? columnFor(input, fields[f], fields, count, exact) : f;
            if (from < 0) return -1;
            const short value = fit(input, from, column(scope, from), fields[f]);
            if (value < 0) return -1;
            addOutput(p, value, fields[f].name);
        }
        if (width != count && refuseUnused(input, fields, count, exact)) return -1;
        addTimestamp(p, rowtimeOf(input));
        return endProjection(p);
    }

    /// The same by position for the written columns of a schema; metadata are checked, but no fields. A key must be the one by
    /// which the table tells its rows apart; `upserts` need one, written or not.
    constexpr short into(short input, const rivulet::Column* columns, int count, const int* key, int keyCount, bool upserts = false) {
        if (refuseTwoRowtimes(input)) return -1;
        const short width = plan.nodes[input].columnCount;
        Column fields[ColumnSet::most]{};
        if (count > ColumnSet::most) {
            plan.fail({.code = ErrorCode::tooLarge});
            return -1;
        }
        for (int i = 0; i < count; ++i) fields[i] = {.name = columns[i].name, .type = columns[i].type};
        if (width != count) return refuseFieldCount(input, fields, count);
        if (keyCount > 0 && refuseKey(input, columns, key, keyCount)) return -1;
        if (upserts && !plan.nodes[input].mode.insertOnly() && plan.nodes[input].keys.count == 0) {
            plan.fail({.code = ErrorCode::upsertWithoutKey, .subject = "UPDATE_AFTER", .expected = "a table that a key tells apart (GROUP BY, ROW_NUMBER() = 1), or -U too"});
            return -1;
        }
        const Scope scope = Scope::over(input, width);
        const Projection p = beginProjection(input);
        for (short c = 0; c < count; ++c) {
            const short value = fit(input, c, column(scope, c), fields[c]);
            if (value < 0) return -1;
            if (columns[c].isPhysical()) addOutput(p, value, columns[c].name);
        }
        short time = rowtimeOf(input);
        for (short c = 0; c < count; ++c)
            if (columns[c].kind == ColumnKind::metadata && columns[c].key() == "rowtime") time = c;
        addTimestamp(p, time);
        return endProjection(p);
    }
    /// The timestamp of the rows of a stream: the row time of the table, behind the fields.
    constexpr short rowtimeOf(short input) const {
        for (short c = 0; c < plan.nodes[input].columnCount; ++c)
            if (plan.column(input, c).attribute() == TimeAttribute::rowtime) return c;
        return -1;
    }
    constexpr void addTimestamp(const Projection& p, short time) {
        if (time >= 0 && !plan.batch) addOutput(p, column(Scope::over(p.input, plan.nodes[p.input].columnCount), time), "$timestamp");
    }
    constexpr bool refuseKey(short input, const rivulet::Column* columns, const int* key, int keyCount) {
        const Node& n = plan.nodes[input];
        if (n.mode.insertOnly()) return false;
        ColumnSet wanted{};
        for (int k = 0; k < keyCount; ++k) wanted.add(key[k]);
        for (int i = 0; i < n.keys.count; ++i)
            if (n.keys.sets[i] == wanted) return false;
        Error e{.code = ErrorCode::upsertSinkKey, .subject = columns[key[0]].name};
        for (int c = 0; c < n.columnCount && n.keys.count > 0; ++c) {
            if (!n.keys.sets[0].has(c)) continue;
            if (e.expectedText.size > 0) e.expectedText.append(", ");
            e.expectedText.append(plan.column(input, c).name);
        }
        plan.fail(e);
        return true;
    }

    /// Whether a target that takes these kinds of change cannot take the rows of `input`: the error names the operator that makes
    /// the others, by Flink's name. Rows before an update are not made where nobody takes them.
    constexpr bool refuseChanges(short input, ChangelogMode taken) {
        const auto refusedOf = [&](short node) {
            const unsigned bits = plan.nodes[node].mode.bits & ~taken.bits;
            return taken.bits & ChangelogMode::updateAfter ? bits & ~unsigned{ChangelogMode::updateBefore} : bits;
        };
        const unsigned refused = refusedOf(input);
        if (!refused) return false;
        short maker = input;
        for (bool forwards = true; forwards;) {
            const Node& n = plan.nodes[maker];
            forwards = n.kind == NodeKind::filter || n.kind == NodeKind::project || n.kind == NodeKind::unionAll;
            if (forwards) maker = n.kind == NodeKind::unionAll && !refusedOf(n.left) ? n.right : n.left;
        }
        const bool updates = (refused & ~unsigned{ChangelogMode::delete_}) != 0, deletes = (refused & ChangelogMode::delete_) != 0;
        const Node& n = plan.nodes[maker];
        const bool forgetsWindow = n.kind == NodeKind::aggregate && isWindowed(plan.nodes[n.left]);  // its groups would come once, when a window is over
        const bool session = forgetsWindow && plan.nodes[n.left].windowing.kind == WindowKind::session;
        plan.fail({.code = ErrorCode::updatesIntoAppend, .subject = operatorName(n),
                   .expected = session         ? "GROUP BY the window and SESSION's PARTITION BY" :
                               forgetsWindow ? "window_start and window_end in GROUP BY, or toChangelogStream" : "toChangelogStream",
                   .found = updates && deletes ? "update and delete changes" : deletes ? "delete changes" : "update changes"});
        return true;
    }
    constexpr bool refuseTwoRowtimes(short input) {
        short first = -1;
        for (short i = 0; i < plan.nodes[input].columnCount; ++i) {
            if (plan.column(input, i).attribute() != TimeAttribute::rowtime) continue;
            if (first >= 0) {
                Error e{};
                e.code = ErrorCode::twoRowtimes;
                e.subject = plan.column(input, i).name;
                e.expected = "CAST(.. AS TIMESTAMP(3))";
                e.know(plan.column(input, first).name);
                e.know(plan.column(input, i).name);
                plan.fail(e);
                return true;
            }
            first = i;
        }
        return false;
    }
    constexpr short refuseFieldCount(short input, const Column* fields, int count) {
        const int width = plan.nodes[input].columnCount;
        Error e{};
        e.code = ErrorCode::fieldCount;
        e.subject = width > count ? plan.column(input, count).name : fields[width].name;
        writeCount(e.expectedText, "columns: ", count);
        writeCount(e.foundText, "columns: ", width);
        for (int i = 0; i < width; ++i) e.know(plan.column(input, i).name);
        plan.fail(e);
        return -1;
    }

    // Exact name first; then without case, if just one column matches and no other field has exactly that name.
    constexpr short columnFor(short input, const Column& field, const Column* fields, int count, bool exact) {
        if (const short same = find(input, field.name); same >= 0) return same;
        short found = -1;
        Error e{};
        for (short i = 0; i < plan.nodes[input].columnCount && !exact; ++i) {
            const std::string_view name = plan.column(input, i).name;
            bool taken = false;
            for (int f = 0; f < count; ++f) taken = taken || fields[f].name == name;
            if (taken || !detail::equalsIgnoringCase(name, field.name)) continue;
            e.know(name);
            if (found >= 0) e.code = ErrorCode::ambiguousField;
            found = i;
        }
        if (e.code == ErrorCode::none && found >= 0) return found;
        e.subject = field.name;
        if (found < 0) {
            e.code = ErrorCode::missingColumn;
            detail::Nearest nearest(field.name);
            for (int i = 0; i < plan.nodes[input].columnCount; ++i) {
                nearest.offer(plan.column(input, i).name);
                e.know(plan.column(input, i).name);
            }
            e.nearest = nearest.best;
        }
        plan.fail(e);
        return -1;
    }
    constexpr bool refuseUnused(short input, const Column* fields, int count, bool exact) {
        for (short i = 0; i < plan.nodes[input].columnCount; ++i) {
            const std::string_view name = plan.column(input, i).name;
            bool used = false;
            for (int f = 0; f < count; ++f) used = used || columnFor(input, fields[f], fields, count, exact) == i;
            if (used) continue;
            Error e{};
            e.code = ErrorCode::unusedColumn;
            e.subject = name;
            e.expected = "select the columns first";
            for (int f = 0; f < count; ++f) e.know(fields[f].name);
            plan.fail(e);
            return true;
        }
        return false;
    }

    // Fields inside a column meet by position, so their names must agree; those of tuples and of rows without names are none.
    static constexpr bool nestedNamesMeet(const SqlType& from, const SqlType& to) {
        if (!from.isNested() || from.root == TypeRoot::raw || from.fieldCount() != to.fieldCount()) return true;
        bool named = detail::isRowLike(from) && detail::isRowLike(to);
        for (int i = 0; named && i < from.fieldCount(); ++i) named = !isPositionName(from.field(i).name, i) && !isPositionName(to.field(i).name, i);
        for (int i = 0; i < from.fieldCount(); ++i)
            if ((named && !detail::equalsIgnoringCase(from.field(i).name, to.field(i).name)) || !nestedNamesMeet(from.field(i).type, to.field(i).type)) return false;
        return true;
    }
    static constexpr bool isPositionName(std::string_view name, int i) {
        int n = 0;
        for (std::size_t k = 1; k < name.size() && k < 6 && name[k] >= '0' && name[k] <= '9'; ++k) n = n * 10 + (name[k] - '0');
        return name.size() > 1 && name[0] == 'f' && n == i;
    }

    constexpr short fit(short input, short from, short value, const Column& field) {
        if (value < 0) return -1;
        const Column have = plan.column(input, from);
        Error e{};
        e.subject = have.name;
        if (!sinkCast(have.type, field.type) || !nestedNamesMeet(have.type, field.type)) {
            e.code = ErrorCode::sinkType;
            nameType(e.expectedText, field.type);
            nameType(e.foundText, have.type);
            plan.fail(e);
            return -1;
        }
        if (have.type.nullable && !field.type.nullable) {
            if (!have.knownNotNull) {
                e.code = ErrorCode::nullIntoNotNull;
                e.expected = "optional/COALESCE/orThrow";
                plan.fail(e);
                return -1;
            }
            constexpr short orThrow = findFunction("OR_THROW");
            value = plan.add(Expr{.kind = ExprKind::call, .function = orThrow, .first = value, .type = have.type.withNullable(false), .text = have.name});
        }
        if (value >= 0 && !sameType(have.type, field.type)) value = castInto(value, field.type.withNullable(plan.exprs[value].type.nullable), Fit::pad, have.name);
        return value;
    }
};

}  // namespace rivulet::plan
