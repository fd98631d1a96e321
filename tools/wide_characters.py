#!/usr/bin/env python3
"""Writes include/rivulet/table/wide_characters.hpp: the characters that take two columns of a terminal, as ranges.

    tools/wide_characters.py > include/rivulet/table/wide_characters.hpp
"""
import unicodedata


# Wide also where nothing is assigned yet (EastAsianWidth.txt).
IDEOGRAPHS = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]


def is_wide(c):
    if unicodedata.category(chr(c)) == "Cn":  # unicodedata calls all of these wide
        return any(a <= c <= b for a, b in IDEOGRAPHS)
    return unicodedata.east_asian_width(chr(c)) in "WF"


def ranges():
    out = []
    for c in range(0x1100, 0x110000):
        if not is_wide(c):
            continue
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def lines(items, width=132):
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > width:
            yield line
            line = "   "
        line += " " + item + ","
    yield line


print(f"""// SPDX-License-Identifier: BSL-1.0
// Characters that take two columns of a terminal (East Asian Width W and F of Unicode {unicodedata.unidata_version}). Made by tools/wide_characters.py; do not edit.
#pragma once

namespace rivulet::detail {{

struct CharacterRange {{ char32_t first, last; }};

inline constexpr CharacterRange wideCharacters[] = {{""")
print("\n".join(lines([f"{{0x{a:X}, 0x{b:X}}}" for a, b in ranges()])).rstrip(","))
print("""};

}  // namespace rivulet::detail""")
