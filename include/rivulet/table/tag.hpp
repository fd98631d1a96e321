// SPDX-License-Identifier: BSL-1.0
// Tags: the empty types that stand for tables. A tag spelled in full repeats every name and every character of SQL in each
// symbol of the query, so tables are named by a hash of their content, and a friend function that the tag's maker defines
// leads back to the full tag. The types of the rows are part of the short name too: types of unnamed namespaces and of
// functions keep their tables apart in different translation units.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/verdict.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/plan/sink.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/table/expression.hpp>
#include <rivulet/types/cpp_type.hpp>

namespace rivulet {
namespace detail {

/// FNV-1a of texts, and of numbers in one step each, for names of tags; nothing that needs cryptographic strength. Every step
/// of every query is hashed while compiling, so few operations count. (Two tags of one hash would be an error of the compiler.)
struct Hash {
    static constexpr unsigned long long prime = 1099511628211ull;
    unsigned long long value{14695981039346656037ull};
    constexpr Hash& add(unsigned long long v) {
        value = (value ^ v) * 0x9E3779B97F4A7C15ull;
        value ^= value >> 29;
        return *this;
    }
    constexpr Hash& add(std::string_view s) {
        const char* p = s.data();
        std::size_t n = s.size();
        for (; n >= 4; n -= 4, p += 4)
            value = ((((value ^ byte(p[0])) * prime ^ byte(p[1])) * prime ^ byte(p[2])) * prime ^ byte(p[3])) * prime;
        for (; n; --n, ++p) value = (value ^ byte(*p)) * prime;
        return add(s.size());
    }
    static constexpr unsigned long long byte(char c) { return static_cast<unsigned char>(c); }
    /// Up to four small numbers, in one step.
    template <class... Small> constexpr Hash& addSmall(Small... small) {
        unsigned long long all = 0;
        ((all = all << 16 | static_cast<unsigned short>(small)), ...);
        return add(all);
    }
    constexpr Hash& add(const SqlType& t) {
        addSmall(t.root, t.nullable, t.scale).add(static_cast<unsigned long long>(t.precision));
        if (t.hasDetail()) {
            add(t.detail->className);
            for (int i = 0; i < t.fieldCount() && t.root != TypeRoot::raw; ++i) add(t.field(i).name).add(t.field(i).type);
        }
        return *this;
    }
    constexpr Hash& add(const sql::Syntax& s) {
        addSmall(s.kind, s.isTry << 3 | s.distinct << 2 | s.descending << 1, s.unit, s.unitTo).addSmall(s.first, s.next, s.parameter, s.filter);
        if (!s.text.empty()) add(s.text);
        if (!s.qualifier.empty()) add(s.qualifier).addSmall(1);
        if (!s.alias.empty()) add(s.alias).addSmall(2);
        if (s.nulls != sql::NullsOrder::standard) addSmall(3, s.nulls);
        if (s.over >= 0 || s.kind == sql::SyntaxKind::window || s.kind == sql::SyntaxKind::bound) addSmall(4, s.over, s.order, s.bounds).addSmall(s.frame, s.bound);
        return s.type.root == TypeRoot::unknown ? *this : add(s.type);
    }
};

template <class T> consteval auto spelling() { return __PRETTY_FUNCTION__; }

/// Expressions by the nodes they write, and by their C++ types: `lit<1>` and `lit<1L>` write the same, but are different
/// types. (The types alone are not enough, because Clang cuts long texts in the spelling of a type.)
template <class Items>
consteval unsigned long long hashItems() {
    sql::Syntax nodes[static_cast<std::size_t>(Items::syntaxCount) + 1]{};
    SyntaxWriter w{nodes};
    Items::write(w);
    Hash h;
    if constexpr (Items::syntaxCount > 0) h.add(spelling<Items>());
    for (short i = 0; i < w.count; ++i) h.add(nodes[i]);
    return h.value;
}

template <class... T> struct TypeList {};
template <class A, class B> struct Joined;
template <class... A, class... B> struct Joined<TypeList<A...>, TypeList<B...>> {
    template <class T> static constexpr bool known = (std::is_same_v<T, A> || ...);
    template <class List, class... Rest> struct Add { using type = List; };
    template <class... L, class T, class... Rest> struct Add<TypeList<L...>, T, Rest...>
        : Add<std::conditional_t<(std::is_same_v<T, L> || ...), TypeList<L...>, TypeList<L..., T>>, Rest...> {};
    using type = typename Add<TypeList<A...>, B...>::type;
};
template <class A, class B> using JoinedTypes = typename Joined<A, B>::type;

/// Where the types of a list stand in a joined one. Clang spells local types of different functions alike, so a hash of
/// what was joined has to say which was which.
template <class... T, class... All>
consteval unsigned long long placesIn(TypeList<T...>, TypeList<All...>) {
    Hash h;
    [[maybe_unused]] const auto place = [&]<class One>(std::type_identity<One>) {
        int at = 0;
        (void)((std::is_same_v<One, All> || (++at, false)) || ...);
        h.addSmall(at);
    };
    (place(std::type_identity<T>{}), ...);
    return h.value;
}

/// The types in T that another translation unit can mean something else by: a user's. Queries over Rows of SQL's own types need none
/// of them in their names, which keeps messages short.
template <class T>
consteval auto userTypes() {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) return std::type_identity<TypeList<>>{};
    else if constexpr (requires { SqlTraits<T>::type; }) {
        constexpr SqlType t = SqlTraits<T>::type;
        if constexpr (t.root < TypeRoot::array && t.root != TypeRoot::unknown && t.root != TypeRoot::null) {
            if constexpr (std::is_same_v<T, CppType<t.root, t.precision, t.scale>>) return std::type_identity<TypeList<>>{};
            else return std::type_identity<TypeList<T>>{};
        } else return std::type_identity<TypeList<T>>{};
    } else return std::type_identity<TypeList<T>>{};
}
template <class T> struct UserTypes { using type = typename decltype(userTypes<T>())::type; };
template <class T> struct UserTypes<std::optional<T>> : UserTypes<T> {};
template <class T> struct UserTypes<std::vector<T>> : UserTypes<T> {};
template <class List, class... T> struct UserTypesOf { using type = List; };
template <class List, class First, class... Rest>
struct UserTypesOf<List, First, Rest...> : UserTypesOf<JoinedTypes<List, typename UserTypes<First>::type>, Rest...> {};
template <class A, class B> struct UserTypes<std::pair<A, B>> : UserTypesOf<TypeList<>, A, B> {};
template <class... T> struct UserTypes<std::tuple<T...>> : UserTypesOf<TypeList<>, T...> {};
template <FixedString Name, class T> struct UserTypes<Field<Name, T>> : UserTypes<T> {};
template <class... F> struct UserTypes<Row<F...>> : UserTypesOf<TypeList<>, F...> {};

/// A row type in a hash: how it is spelled, and the names of a Row's fields, as Clang cuts long ones in the spelling of a type.
template <class T>
constexpr Hash& addRowType(Hash& h) {
    h.add(spelling<T>());
    if constexpr (Reflection<T>::shape == Shape::row)
        for (int i = 0; i < T::count; ++i) h.add(T::name(i));
    return h;
}

template <class List, class Items>
consteval auto withValues() {
    if constexpr (Items::parameterCount == 0) return std::type_identity<List>{};
    else return []<std::size_t... I>(std::index_sequence<I...>) {
        return std::type_identity<typename UserTypesOf<List, std::remove_cvref_t<decltype(std::declval<const Items&>().template parameter<static_cast<int>(I)>())>...>::type>{};
    }(std::make_index_sequence<static_cast<std::size_t>(Items::parameterCount)>{});
}
/// The types of List and those of the C++ values in expressions.
template <class List, class Items> using WithValues = typename decltype(withValues<List, Items>())::type;

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <unsigned long long Hash, class... Types> struct TagSlot { friend constexpr auto tagIn(TagSlot<Hash, Types...>); };
template <class Slot, class Full> struct FillTag {
    friend constexpr auto tagIn(Slot) { return static_cast<Full*>(nullptr); }
    using type = Slot;
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// A table's name among types: a hash of what it is, and the row types it reads.
template <unsigned long long Hash, class... Types> struct Query : std::remove_pointer_t<decltype(tagIn(TagSlot<Hash, Types...>{}))> {};

template <class Full, class Types> struct ShortTagOf;
template <class Full, class... T> struct ShortTagOf<Full, TypeList<T...>> {
    using Slot = typename FillTag<TagSlot<Full::hash, T...>, Full>::type;
    template <unsigned long long H, class... U> static Query<H, U...> named(TagSlot<H, U...>);
    using type = decltype(named(Slot{}));
};
template <class Full> using ShortTag = typename ShortTagOf<Full, typename Full::Types>::type;

/// What a step on a table needs to know of it: its columns, the kinds of its rows, what tells them apart.
template <int N>
struct Relation {
    plan::Column columns[static_cast<std::size_t>(N) + 1]{};
    int count{};
    plan::ChangelogMode mode{};
    bool wantsMade{};  // see plan::PlanBuilder
    plan::Keys keys{};
    Error error{};

    /// The table as a scan, for a draft of the step alone.
    constexpr short draft(plan::RelationBinder& b) const {
        const short at = b.scan(0, {}, columns, count);
        if (at < 0) return -1;
        b.plan.writeNodes[at].mode = mode;
        b.plan.writeNodes[at].keys = keys;
        return at;
    }
};

template <int N>
consteval Relation<N> relationFrom(const plan::PlanView& p, const Error& error) {
    Relation<N> r;
    r.error = error;
    if (p.root < 0) return r;
    r.count = N;
    r.mode = p.nodes[p.root].mode;
    r.keys = p.nodes[p.root].keys;
    for (int i = 0; i < N; ++i) r.columns[i] = p.column(i);
    return r;
}

/// The mistake of a plan that calls a function whose engine was not included.
template <class Tag>
constexpr Error missingEngine(const plan::PlanView& p) {
    constexpr bool regex = requires { sizeof(RegexEngine<Tag>); }, zones = requires { sizeof(ZoneEngine<Tag>); };
    for (short i = 0; i < p.exprCount && !(regex && zones); ++i) {
        if (p.exprs[i].kind != plan::ExprKind::call) continue;
        const FunctionInfo& f = functionInfo(p.exprs[i].function);
        if (!f.engine.empty() && !(f.engine == functions::shared::regexHeader ? regex : zones))
            return {.code = ErrorCode::notSupported, .subject = f.name, .expected = f.engine};
    }
    return {};
}

template <class Tag> consteval auto makeRelation();
template <class Tag> inline constexpr auto relationOf = makeRelation<Tag>();

/// A step is bound against its inputs' columns alone; the whole plan is built once, where a stream or result asks for it.
/// One evaluation gives the columns: a draft that is itself a constant would cost more than binding.
template <class Tag, int Factor>
constexpr auto bindStep(const plan::Made& made) {
    constexpr int n = Tag::draftSize(), most = Factor * n;
    Relation<most> r;
    plan::Plan<Factor * (2 * n + 8), Factor * Tag::draftNodes, Factor * 2 * (n + 8), Factor * 2 * (n + 8)> draft{};
    ArgumentType scratch[static_cast<std::size_t>(n) + 9]{};
    plan::PlanBuilder b = draft.builder(scratch, n + 8);
    b.made = made;
    b.batch = Tag::catalogue.batch;
    plan::FieldBinder binder{{{b, nullptr, Tag::catalogue, false}}};
    b.root = Tag::draft(binder);
    r.error = b.error ? b.error : missingEngine<Tag>(b);
    r.wantsMade = b.wantsMade;
    if (r.error || b.root < 0) return r;
    const plan::Node& top = b.nodes[b.root];
    if (top.columnCount > most) {
        r.error.code = ErrorCode::tooLarge;
        return r;
    }
    r.count = top.columnCount;
    r.mode = top.mode;
    r.keys = top.keys;
    for (int i = 0; i < r.count; ++i) r.columns[i] = b.columns[top.firstColumn + i];
    return r;
}
/// Types and names that a step makes, where they stay.
template <class Tag, int Factor>
struct StepMakes {
    static constexpr int nameRoom = 512 * Factor;
    TypePool pool{};
    char names[static_cast<std::size_t>(nameRoom)]{};
    constexpr StepMakes() { bindStep<Tag, Factor>({.types = {.pool = &pool, .hasPool = true}, .writeNames = names, .nameRoom = nameRoom}); }
    StepMakes(const StepMakes&) = delete;
};
template <class Tag, int Factor> inline constexpr StepMakes<Tag, Factor> stepMakes{};

template <class Tag, int Factor>
consteval auto bindStepWithMade() {
    constexpr auto r = bindStep<Tag, Factor>({});
    if constexpr (!r.wantsMade) return r;
    else return bindStep<Tag, Factor>({.types = {.known = &stepMakes<Tag, Factor>.pool, .hasKnown = true}, .names = {stepMakes<Tag, Factor>.names, static_cast<std::size_t>(StepMakes<Tag, Factor>::nameRoom)}});
}
template <class Tag, int Factor = 1>
consteval auto relationOfStep() {
    constexpr auto r = bindStepWithMade<Tag, Factor>();
    if constexpr (r.error.code == ErrorCode::tooLarge && Factor < 64) return relationOfStep<Tag, Factor * 4>();
    else return r;
}
template <class Tag>
consteval auto makeRelation() {
    if constexpr (Tag::isStep) return relationOfStep<Tag>();
    else if constexpr (requires { Tag::relation(); }) return Tag::relation();
    else return relationFrom<planOf<Tag>.view().width()>(planOf<Tag>.view(), planOf<Tag>.error ? planOf<Tag>.error : missingEngine<Tag>(planOf<Tag>.view()));
}

/// What a verdict on a step, or on a whole query, is made of.
template <class Tag>
struct TableHolder {
    static constexpr Error error = relationOf<Tag>.error;
    static constexpr std::string_view sql = [] {
        if constexpr (requires { Tag::errorText(); }) return Tag::errorText();
        else return Tag::sql;
    }();
};

}  // namespace detail
}  // namespace rivulet
