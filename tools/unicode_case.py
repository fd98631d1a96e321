#!/usr/bin/env python3
"""Writes include/rivulet/expr/unicode_case_data.hpp: upper and lower case of all Unicode characters, as ranges.

    tools/unicode_case.py > include/rivulet/expr/unicode_case_data.hpp
"""
import unicodedata


def ranges(convert):
    """(first, last, step, delta) for characters that map to one character."""
    pairs = [(c, ord(convert(chr(c))) - c) for c in range(0x80, 0x110000)
             if not 0xD800 <= c < 0xE000 and len(convert(chr(c))) == 1 and convert(chr(c)) != chr(c)]
    out = []
    for c, delta in pairs:
        if out:
            first, last, step, d = out[-1]
            gap = c - last
            if d == delta and gap in (1, 2) and (first == last or gap == step):
                out[-1] = (first, c, gap, d)
                continue
        out.append((c, c, 1, delta))
    return out


def specials(convert):
    """(code, up to three codes) for characters that map to several."""
    return [(c, [ord(x) for x in convert(chr(c))] + [0] * (3 - len(convert(chr(c)))))
            for c in range(0x80, 0x110000) if not 0xD800 <= c < 0xE000 and len(convert(chr(c))) > 1]


def lower(s):
    return "\u03c3" if s == "\u03a3" else s.lower()  # the final sigma is a matter of context



def table(name, rows):
    lines, line = [], "   "
    for r in rows:
        text = " {" + ", ".join(r) + "},"
        if len(line) + len(text) > 138:
            lines.append(line)
            line = "   "
        line += text
    lines.append(line)
    return f"inline constexpr {name}[] = {{\n" + "\n".join(lines).rstrip(",") + "};\n"


def main():
    hexa = lambda v: f"0x{v:X}"
    print("// SPDX-License-Identifier: BSL-1.0")
    print(f"// Upper and lower case of Unicode {unicodedata.unidata_version}, beyond ASCII. Made by tools/unicode_case.py; do not edit.")
    print("#pragma once\n#include <cstdint>\n\nnamespace rivulet::detail {\n")
    print("// Every `step`th character from first to last plus delta is its counterpart.")
    print("struct CaseRange { std::uint32_t first, last; std::int32_t step, delta; };")
    print("// A character with a counterpart of several characters; 0 is none.")
    print("struct CaseSpecial { std::uint32_t code, to[3]; };\n")
    for name, convert in (("upper", str.upper), ("lower", lower)):
        print(table(f"CaseRange {name}Ranges", [(hexa(a), hexa(b), str(s), str(d)) for a, b, s, d in ranges(convert)]))
        rows = [(hexa(c), "{" + ", ".join(hexa(x) for x in to) + "}") for c, to in specials(convert)]
        print(table(f"CaseSpecial {name}Specials", rows))
    print("}  // namespace rivulet::detail")


if __name__ == "__main__":
    main()
