#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints, for CSV files, what tests/connector/file.cpp expects of them, as Python's own csv module reads them:
records, fields, and the 64-bit FNV-1a of all fields, each followed by byte 0x1F, each record by 0x1E.

    python3 tests/data/checksums.py examples/data/*.csv tests/data/*.csv
"""
import csv
import sys

for path in sys.argv[1:]:
    records = fields = 0
    h = 0xCBF29CE484222325
    with open(path, newline="", encoding="utf-8") as file:
        for record in csv.reader(file, strict=True):
            if not record:
                continue
            records += 1
            fields += len(record)
            for b in b"".join(f.encode() + b"\x1f" for f in record) + b"\x1e":
                h = (h ^ b) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    print(f'{{"{path}", {records}, {fields}, 0x{h:016x}u}},')
