// SPDX-License-Identifier: BSL-1.0
// Which C++ types are rows of CSV, and how their members are read and written.
#pragma once
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/verdict.hpp>
#include <rivulet/format/csv_value.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::detail {

inline void appendName(std::string& list, std::string_view name) {
    if (!list.empty()) list += ", ";
    list += name;
}

// ---- what may be a column ----

constexpr bool isCsvRoot(TypeRoot r) { return r >= TypeRoot::boolean && r <= TypeRoot::intervalDayTime; }

template <class M, bool Reading>
constexpr ErrorCode csvMemberError() {
    if constexpr (!SqlMapped<M>) return shapeOf<M>() == Shape::atomic ? mappingError<M> : ErrorCode::notSupported;
    else if constexpr (!isLeaf<M>) return ErrorCode::notSupported;
    else if constexpr (isView<M>) return Reading ? ErrorCode::viewMember : ErrorCode::none;
    else if constexpr (!isCsvRoot(SqlTraits<M>::type.root)) return ErrorCode::notSupported;
    else return Reading && !std::default_initializable<M> ? ErrorCode::notSupported : ErrorCode::none;
}

template <class T, bool Reading, std::size_t... I>
constexpr Error csvRowError(std::index_sequence<I...>) {
    const ErrorCode codes[]{csvMemberError<typename Reflection<T>::template Type<static_cast<int>(I)>, Reading>()...};
    for (std::size_t i = 0; i < sizeof...(I); ++i) {
        if (codes[i] == ErrorCode::none) continue;
        Error e{.code = codes[i], .subject = Reflection<T>::names[i]};
        if (codes[i] == ErrorCode::viewMember) e.expected = "std::string";
        if (codes[i] == ErrorCode::notSupported) e.expected = "one value a CSV column";
        return e;
    }
    return {};
}
template <class T, bool Reading>
constexpr Error csvError() {
    if constexpr (reflectionError<T>.code != ErrorCode::none) return reflectionError<T>;
    else return csvRowError<T, Reading>(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{});
}

// For VerdictOn. A row that is read owns its text: the reader's buffer is used again for the next chunk.
template <class T> struct CsvReadable { static constexpr Error error = csvError<T, true>(); static constexpr std::string_view sql{}; };
template <class T> struct CsvWritable { static constexpr Error error = csvError<T, false>(); static constexpr std::string_view sql{}; };

// ---- one member ----

template <class M>
struct CsvMember {
    using Traits = SqlTraits<M>;
    using Value = typename Traits::Value;
    static constexpr SqlType type = Traits::type;
    static constexpr bool isNullable = false;
    static constexpr bool isText = type.isCharacter();

    static bool isNull(const M&) { return false; }
    static const M& value(const M& m) { return m; }

    /// `words` holds the problem where it is not a constant.
    static CsvProblem read(std::string_view text, M& out, std::string& words) {
        if constexpr (std::is_same_v<M, std::string>) {
            out.assign(text);
            return {};
        } else if constexpr (!isText && std::is_same_v<M, Value>) {
            return readCsv(text, out);
        } else {
            try {
                if constexpr (isText) Traits::assign(out, text);
                else {
                    Value v{};
                    if (const CsvProblem p = readCsv(text, v); !p.empty()) return p;
                    Traits::assign(out, std::move(v));
                }
                return {};
            } catch (const DataError& e) {
                return words = e.problem();
            }
        }
    }
    static CsvProblem readNull(M&) { return "NULL where the field cannot be null; std::optional can"; }
};

template <class M>
struct CsvMember<std::optional<M>> {
    static constexpr bool isNullable = true;
    static constexpr bool isText = CsvMember<M>::isText;

    static bool isNull(const std::optional<M>& m) { return !m.has_value(); }
    static const M& value(const std::optional<M>& m) { return *m; }

    static CsvProblem read(std::string_view text, std::optional<M>& out, std::string& words) {
        if (!out) out.emplace();
        return CsvMember<M>::read(text, *out, words);
    }
    static CsvProblem readNull(std::optional<M>& out) {
        out.reset();
        return {};
    }
};

// ---- all members ----

template <class T>
struct CsvColumns {
    using R = Reflection<T>;
    static constexpr int count = R::count;
    using Sequence = std::make_index_sequence<static_cast<std::size_t>(count)>;
    template <std::size_t I> using Type = typename R::template Type<static_cast<int>(I)>;
    template <std::size_t I> using Member = CsvMember<Type<I>>;
    template <std::size_t I> static constexpr auto& get(T& row) { return R::template get<static_cast<int>(I)>(row); }
    template <std::size_t I> static constexpr const auto& get(const T& row) { return R::template get<static_cast<int>(I)>(row); }

    static constexpr std::string_view name(std::size_t i) { return R::names[i]; }
    static bool has(std::string_view wanted) {
        for (std::size_t i = 0; i < Sequence::size(); ++i)
            if (R::names[i] == wanted) return true;
        return false;
    }
    static std::string list() {
        std::string s;
        for (std::size_t i = 0; i < Sequence::size(); ++i) appendName(s, R::names[i]);
        return s;
    }

    // Rows that can be made empty and assigned are used over and over; others are made from their values.
    template <std::size_t... I>
    static consteval bool assignable(std::index_sequence<I...>) {
        if constexpr (std::default_initializable<T>) return (!std::is_const_v<std::remove_reference_t<decltype(get<I>(std::declval<T&>()))>> && ...);
        else return false;
    }
    static constexpr bool inPlace = assignable(Sequence{});

    template <class S> struct Tuple;
    template <std::size_t... I> struct Tuple<std::index_sequence<I...>> { using Type = std::tuple<CsvColumns::Type<I>...>; };
    template <std::size_t... I>
    static T make(typename Tuple<std::index_sequence<I...>>::Type&& values, std::index_sequence<I...>) {
        return R::make(std::get<I>(std::move(values))...);
    }
};

}  // namespace rivulet::detail
