// SPDX-License-Identifier: BSL-1.0
// URL_ENCODE, URL_DECODE, PARSE_URL.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// URL_ENCODE(text): as application/x-www-form-urlencoded in UTF-8; a blank is +.
struct UrlEncode {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::string.orNull(true)); }
    static constexpr FunctionInfo info{.name = "URL_ENCODE", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static constexpr V call(std::string_view text) {
        V out;
        for (const char c : text) {
            const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '*' || c == '_';
            if (plain) out += c;
            else if (c == ' ') out += '+';
            else {
                const auto byte = static_cast<unsigned char>(c);
                out += '%';
                out += "0123456789ABCDEF"[byte >> 4];
                out += "0123456789ABCDEF"[byte & 15];
            }
        }
        return out;
    }
};

/// URL_DECODE(text): the other way; NULL for a % without two hexadecimal digits. Bytes that are no UTF-8 become U+FFFD.
struct UrlDecode {
    static constexpr FunctionInfo info{.name = "URL_DECODE", .minArguments = 1, .maxArguments = 1, .typing = &UrlEncode::typing};
    template <class V> static constexpr std::optional<V> call(std::string_view text) {
        const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1; };
        V out, bytes;  // bytes: of the % that stand beside each other
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '%' && !bytes.empty()) {
                detail::appendDecoded(out, bytes);
                bytes.clear();
            }
            if (text[i] == '+') out += ' ';
            else if (text[i] != '%') out += text[i];
            else {
                const int high = i + 2 < text.size() ? digit(text[i + 1]) : -1, low = i + 2 < text.size() ? digit(text[i + 2]) : -1;
                if (high < 0 || low < 0) return std::nullopt;
                bytes += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
                i += 2;
            }
        }
        detail::appendDecoded(out, bytes);
        return out;
    }
};

/// PARSE_URL(url, part[, key]): a part of a URL, HOST, PATH, QUERY, REF, PROTOCOL, AUTHORITY, FILE or USERINFO; with a key the value of that
/// parameter in QUERY. NULL for a part that is not there, another name, and a text that is no URL of a protocol that Java knows.
struct ParseUrl {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::string.orNull(true)); }
    static constexpr FunctionInfo info{.name = "PARSE_URL", .minArguments = 2, .maxArguments = 3, .slices = true, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::string_view url, std::string_view part) {
        const std::optional<std::string_view> found = partOf(url, part);
        return found ? std::optional<V>(V(*found)) : std::nullopt;
    }
    template <class V> static constexpr std::optional<V> call(std::string_view url, std::string_view part, std::string_view key) {
        const std::optional<std::string_view> query = part == "QUERY" ? partOf(url, part) : std::nullopt;
        if (!query) return std::nullopt;
        for (std::string_view rest = *query;;) {
            const std::size_t end = rest.find('&');
            const std::string_view one = rest.substr(0, end);
            if (one.size() > key.size() && one.substr(0, key.size()) == key && one[key.size()] == '=') return V(one.substr(key.size() + 1));
            if (end == std::string_view::npos) return std::nullopt;
            rest.remove_prefix(end + 1);
        }
    }

private:
    static constexpr std::optional<std::string_view> partOf(std::string_view url, std::string_view part) {
        constexpr std::size_t none = std::string_view::npos;
        const std::size_t colon = url.find(':');
        const std::string_view protocol = url.substr(0, colon == none ? 0 : colon);
        bool known = false;
        for (const std::string_view p : {"http", "https", "ftp", "file", "jar", "mailto"}) known = known || p == protocol;
        if (!known) return std::nullopt;
        if (part == "PROTOCOL") return protocol;
        std::string_view rest = url.substr(colon + 1);
        const std::size_t hash = rest.find('#');
        if (part == "REF") return hash == none ? std::nullopt : std::optional(rest.substr(hash + 1));
        rest = rest.substr(0, hash);
        std::string_view authority = rest.substr(0, 0);
        const bool hasAuthority = rest.substr(0, 2) == "//";
        if (hasAuthority) {
            rest.remove_prefix(2);
            authority = rest.substr(0, rest.find_first_of("/?"));
            rest.remove_prefix(authority.size());
        }
        const std::size_t question = rest.find('?'), at = authority.rfind('@');
        if (part == "AUTHORITY") return hasAuthority ? std::optional(authority) : std::nullopt;
        if (part == "USERINFO") return at == none ? std::nullopt : std::optional(authority.substr(0, at));
        if (part == "HOST") {
            std::string_view host = at == none ? authority : authority.substr(at + 1);
            if (host.substr(0, 1) == "[") return host.substr(0, host.find(']') + 1);
            return host.substr(0, host.find(':'));
        }
        if (part == "PATH") return rest.substr(0, question);
        if (part == "FILE") return rest;
        if (part == "QUERY" && question != none) return rest.substr(question + 1);
        return std::nullopt;
    }
};

}  // namespace rivulet::functions
