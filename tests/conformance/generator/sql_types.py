# SPDX-License-Identifier: BSL-1.0
"""SQL types of case files: read from text, written as C++ types and values, and their values brought to one form."""
import re
from dataclasses import dataclass, field
from decimal import Decimal


class Unsupported(Exception):
    """A case that cannot be written in C++; the text says why."""


@dataclass
class SqlType:
    root: str
    parameters: list = field(default_factory=list)
    fields: list = field(default_factory=list)  # (name, SqlType)
    nullable: bool = True


WORDS = {"INTEGER": "INT", "DEC": "DECIMAL", "NUMERIC": "DECIMAL", "CHARACTER": "CHAR", "BOOL": "BOOLEAN"}
DEFAULTS = {"DECIMAL": [10, 0], "CHAR": [1], "VARCHAR": [2147483647], "BINARY": [1], "VARBINARY": [2147483647], "TIME": [0], "TIMESTAMP": [6], "TIMESTAMP_LTZ": [6]}


class Reader:
    def __init__(self, text):
        self.text, self.tokens, self.at = text, re.findall(r"`(?:[^`]|``)*`|'(?:[^']|'')*'|\w[\w$]*|[^\s\w]", text), 0

    def next(self, *words):
        got = [t.upper() for t in self.tokens[self.at:self.at + len(words)]]
        if got != list(words):
            return False
        self.at += len(words)
        return True

    def expect(self, word):
        if not self.next(word):
            raise Unsupported(f"type {self.text}: expected {word}")

    def take(self):
        if self.at == len(self.tokens):
            raise Unsupported(f"type {self.text} is cut off")
        self.at += 1
        return self.tokens[self.at - 1]

    def name(self):
        word = self.take()
        return word[1:-1].replace("``", "`") if word[0] == "`" else word

    def type(self):
        root = self.take().upper()
        root = WORDS.get(root, root)
        if root in ("CHAR", "BINARY") and self.next("VARYING"):
            root = "VAR" + root
        if root == "DOUBLE":
            self.next("PRECISION")
        t = SqlType(root, list(DEFAULTS.get(root, [])))
        if root == "INTERVAL":
            unit = self.take().upper()
            t.root = "INTERVAL MONTH" if unit in ("YEAR", "MONTH") else "INTERVAL DAY"
            while self.at < len(self.tokens) and self.tokens[self.at].upper() not in ("NOT", "NULL", ",", ">", "ARRAY", "MULTISET", "*"):
                self.at += 1
        elif root in ("ROW", "STRUCTURED"):
            close = ">" if self.next("<") else ")"
            if close == ")":
                self.expect("(")
            if root == "STRUCTURED":
                self.take()
                self.next(",")
            while not self.next(close):
                name = self.name()
                t.fields.append((name, self.type()))
                if self.at < len(self.tokens) and self.tokens[self.at][0] == "'":
                    self.at += 1
                self.next(",")
        elif root in ("ARRAY", "MULTISET", "MAP"):
            self.expect("<")
            t.fields.append(("element" if root != "MAP" else "key", self.type()))
            if root == "MAP":
                self.expect(",")
                t.fields.append(("value", self.type()))
            self.expect(">")
        elif self.next("("):
            t.parameters = []
            while not self.next(")"):
                word = self.take()
                if word != ",":
                    t.parameters.append(int(word))
        if t.root == "DECIMAL" and len(t.parameters) == 1:
            t.parameters.append(0)
        if t.root == "TIMESTAMP" and self.next("WITH", "LOCAL", "TIME", "ZONE"):
            t.root = "TIMESTAMP_LTZ"
        elif self.next("WITHOUT", "TIME", "ZONE"):
            pass
        if self.next("*", "ROWTIME", "*") or self.next("*", "PROCTIME", "*"):
            pass
        self.suffix(t)
        while self.next("ARRAY") or self.next("MULTISET"):
            t = SqlType(self.tokens[self.at - 1].upper(), fields=[("element", t)])
            self.suffix(t)
        return t

    def suffix(self, t):
        if self.next("NOT", "NULL"):
            t.nullable = False
        else:
            self.next("NULL")


def read_type(text):
    reader = Reader(text)
    t = reader.type()
    if reader.at != len(reader.tokens):
        raise Unsupported(f"type {text}: {' '.join(reader.tokens[reader.at:])}")
    return t


# ---- C++ ------------------------------------------------------------------------------------------------------------

PLAIN = {"BOOLEAN": "bool", "TINYINT": "std::int8_t", "SMALLINT": "std::int16_t", "INT": "std::int32_t", "BIGINT": "std::int64_t", "FLOAT": "float",
         "DOUBLE": "double", "STRING": "std::string", "BYTES": "Bytes", "DATE": "Date", "INTERVAL MONTH": "IntervalYearMonth",
         "INTERVAL DAY": "IntervalDayTime"}
WITH_PARAMETERS = {"DECIMAL": "Decimal", "CHAR": "Char", "VARCHAR": "Varchar", "TIME": "Time", "TIMESTAMP": "Timestamp", "TIMESTAMP_LTZ": "TimestampLtz"}


def cpp_string(text):
    """A C++ literal of any text."""
    out = []
    for b in text.encode("utf-8"):
        c = chr(b)
        out.append("\\" + c if c in '"\\' else c if 32 <= b < 127 else f"\\{b:03o}")
    return '"' + "".join(out) + '"'


def bare_cpp_type(t):
    if t.root in PLAIN:
        return PLAIN[t.root]
    if t.root in WITH_PARAMETERS:
        if t.root == "VARCHAR" and t.parameters == [2147483647]:
            return "std::string"
        return f"{WITH_PARAMETERS[t.root]}<{', '.join(map(str, t.parameters))}>"
    if t.root == "VARBINARY" and t.parameters == [2147483647]:
        return "Bytes"
    if t.root == "ARRAY":
        return f"std::vector<{cpp_type(t.fields[0][1])}>"
    if t.root == "MAP":
        return f"std::map<{cpp_type(t.fields[0][1])}, {cpp_type(t.fields[1][1])}>"
    if t.root == "ROW":
        return row_type(t.fields)
    raise Unsupported(f"no C++ type for {t.root}")


def cpp_type(t):
    return f"std::optional<{bare_cpp_type(t)}>" if t.nullable else bare_cpp_type(t)


def row_type(fields):
    return "Row<" + ", ".join(f"Field<{cpp_string(name)}, {cpp_type(t)}>" for name, t in fields) + ">"


def cpp_floating(value, suffix):
    text = str(value)
    named = {"NaN": "std::numeric_limits<{}>::quiet_NaN()", "Infinity": "std::numeric_limits<{}>::infinity()", "-Infinity": "-std::numeric_limits<{}>::infinity()"}
    if text in named:
        return named[text].format("float" if suffix else "double")
    return (text if re.search(r"[.eE]", text) else text + ".0") + suffix


def bare_cpp_value(v, t):
    name = bare_cpp_type(t)
    if t.root == "BOOLEAN":
        return "true" if v else "false"
    if t.root in ("TINYINT", "SMALLINT", "INT"):
        return f"{name}({v})"
    if t.root == "BIGINT":
        return "std::numeric_limits<std::int64_t>::min()" if int(v) == -2 ** 63 else f"std::int64_t({v})"
    if t.root in ("FLOAT", "DOUBLE"):
        return cpp_floating(v, "f" if t.root == "FLOAT" else "")
    if t.root == "BYTES" or t.root == "VARBINARY":
        return f"bytes({cpp_string(v)})"
    if t.root == "ARRAY":
        return name + "{" + ", ".join(f"{cpp_type(t.fields[0][1])}({cpp_value(e, t.fields[0][1])})" for e in v) + "}"
    if t.root == "MAP":
        pairs = v.items() if isinstance(v, dict) else v
        return name + "{" + ", ".join("{" + cpp_value(k, t.fields[0][1]) + ", " + cpp_value(e, t.fields[1][1]) + "}" for k, e in pairs) + "}"
    if t.root == "ROW":
        values = v.values() if isinstance(v, dict) else v
        return name + "(" + ", ".join(cpp_value(e, f) for e, (_, f) in zip(values, t.fields)) + ")"
    if t.root.startswith("INTERVAL"):
        return f"{name}::parse({cpp_string(str(v))})"
    text = str(v)
    if name == "std::string" or t.root in ("CHAR", "VARCHAR"):
        return f"{name}(std::string({cpp_string(text)}, {len(text.encode('utf-8'))}))"
    return f"{name}({cpp_string(text)})"


def cpp_value(v, t):
    if v is None:
        return f"{cpp_type(t)}()"
    return f"{cpp_type(t)}({bare_cpp_value(v, t)})" if t.nullable else bare_cpp_value(v, t)


# ---- values to compare ----------------------------------------------------------------------------------------------

def whole_time(text):
    """`10:00` and `10:00:00.0` are the same time."""
    m = re.fullmatch(r"((?:.*T)?\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z?)", text)
    if not m:
        return text
    fraction = (m[3] or "").rstrip("0")
    return f"{m[1]}:{m[2] or '00'}{'.' + fraction if fraction else ''}{m[4]}"


def canonical(v, t):
    """A value in the one form in which two are equal if they are the same."""
    if v is None:
        return None
    if t.root in ("FLOAT", "DOUBLE"):
        return str(v)
    if t.root == "DECIMAL":
        return str(Decimal(str(v)).as_tuple())
    if t.root in ("TIME", "TIMESTAMP", "TIMESTAMP_LTZ"):
        return whole_time(str(v))
    if t.root == "ARRAY":
        return [canonical(e, t.fields[0][1]) for e in v]
    if t.root in ("MAP", "MULTISET"):
        pairs = v.items() if isinstance(v, dict) else v
        value_type = t.fields[1][1] if t.root == "MAP" else SqlType("INT")
        return sorted(([canonical(k, t.fields[0][1]), canonical(e, value_type)] for k, e in pairs), key=str)
    if t.root in ("ROW", "STRUCTURED"):
        return [canonical(e, f) for e, (_, f) in zip(v, t.fields)] if len(v) == len(t.fields) else v
    return v
