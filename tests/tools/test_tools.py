# SPDX-License-Identifier: BSL-1.0
"""The checkers catch what they are there to catch. Run: python3 tests/tools/test_tools.py (CXX names the compiler)."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = Path(__file__).resolve().parent / "fixtures"
HEADER = "// SPDX-License-Identifier: BSL-1.0\n// A header.\n#pragma once\n"


def run(tool, *arguments):
    done = subprocess.run([sys.executable, str(ROOT / "tools" / tool), *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Refusals(Folder):
    def test_right_cases_pass(self):
        status, output = run("refusals.py", FIXTURES / "right.cpp")
        self.assertEqual((status, output.splitlines()[-1]), (0, "4 passed, 0 failed"), output)

    def test_each_wrong_case_fails_for_its_reason(self):
        status, output = run("refusals.py", FIXTURES / "wrong.cpp")
        self.assertEqual(status, 1)
        for case, complaint in [(1, "the output lacks: unknown column"),
                                (2, "the first error line lacks: told in a later line"),
                                (3, "lines, more than 12"),
                                (4, "characters, more than 400"),
                                (5, "compiles, but should be refused"),
                                (106, "the accepted neighbour does not compile")]:
            lines = [line for line in output.splitlines() if f" case {case} " in line]
            self.assertEqual(len(lines), 1, output)
            self.assertIn(complaint, lines[0])
        self.assertEqual(output.splitlines()[-1], "6 passed, 6 failed", output)

    def test_badly_written_files_fail(self):
        for text, complaint in [("", "no cases"),
                                ("#if RIVULET_CASE == 1 // expect: a\nx\n#endif\n", "no accepted neighbour 101"),
                                ("#if RIVULET_CASE == 101\n#endif\n", "neighbour of no case"),
                                ("#if RIVULET_CASE == 1\nx\n#endif\n#if RIVULET_CASE == 101\n#endif\n", "needs `// expect:"),
                                ("#if RIVULET_CASE == 1 // expect: x | \nx\n#endif\n#if RIVULET_CASE == 101\n#endif\n", "needs `// expect:"),
                                ("#if RIVULET_CASE >= 1 // expect: a\n#endif\n", "not of the form"),
                                ("#if RIVULET_CASE == 1 // expect: a\nx\n#elif RIVULET_CASE == 101\n#endif\n", "not of the form")]:
            status, output = run("refusals.py", self.write("case.cpp", text))
            self.assertEqual(status, 1, text)
            self.assertIn(complaint, output)

    def test_table(self):
        _, output = run("refusals.py", "--table", FIXTURES / "right.cpp")
        self.assertRegex(output, r"\| right 1 \| unknown column \| \d+ / \d+ \|")

    def test_path_in_front_does_not_count(self):
        sys.path.insert(0, str(ROOT / "tools"))
        import refusals
        for line, length in [("/a/long/path/file.hpp:10:5: error: no", len("error: no")),
                             ("In file included from /a/b.hpp:1,", 0),
                             ("                 from /a/b.cpp:12:", 0),
                             ("/a/b.cpp: In function 'void f()':", len("In function 'void f()':")),
                             ("   12 |     static_assert(false);", len("   12 |     static_assert(false);"))]:
            self.assertEqual(refusals.measured_length(line), length, line)


class Rooms(Folder):
    def offences(self, files):
        for name, text in files.items():
            self.write(name, text)
        return run("rooms.py", self.root)

    def test_downward_includes_pass(self):
        status, output = self.offences({"rivulet/core/a.hpp": HEADER, "rivulet/plan/b.hpp": HEADER + "#include <rivulet/core/a.hpp>\n",
                                        "rivulet/rivulet.hpp": HEADER + "#include <rivulet/plan/b.hpp>\n"})
        self.assertEqual((status, output), (0, "3 headers, 0 offences\n"))

    def test_each_offence_is_named(self):
        for name, text, complaint in [("core/b.hpp", HEADER + "#include <rivulet/plan/a.hpp>\n", "core includes rivulet/plan/a.hpp, which is below it"),
                                      ("runtime/b.hpp", HEADER + "#include <rivulet/plan/a.hpp>\n", "runtime knows nothing of plan"),
                                      ("types/b.hpp", HEADER + "#include <rivulet/types/none.hpp>\n", "there is no <rivulet/types/none.hpp>"),
                                      ("attic/b.hpp", HEADER, "unknown room attic"),
                                      ("b.hpp", HEADER, "stands in no room"),
                                      ("core/b.hpp", HEADER + '#include "c.hpp"\n', "should be <rivulet/room/...>"),
                                      ("core/b.hpp", HEADER + "#include <rivulet/rivulet.hpp>\n", "does not include the umbrella"),
                                      ("core/b.hpp", HEADER.replace("BSL-1.0", "MIT"), "the first line is not"),
                                      ("core/b.hpp", HEADER.replace("#pragma once", ""), "no #pragma once"),
                                      ("core/b.hpp", HEADER + "constexpr char letterOf(E e) {\n    constexpr char letters[] = {'a'};\n    return letters[static_cast<int>(e)];\n}\n",
                                       "no static_assert that letters has an entry for each value"),
                                      ("plan/a.hpp", HEADER + "#include <chrono>\n", "<chrono> reaches every user")]:
            with self.subTest(complaint), tempfile.TemporaryDirectory() as folder:
                self.root = Path(folder)
                status, output = self.offences({"rivulet/plan/a.hpp": HEADER, "rivulet/rivulet.hpp": HEADER + "#include <rivulet/plan/a.hpp>\n",
                                                f"rivulet/{name}": text})
                self.assertEqual(status, 1)
                self.assertIn(complaint, output)


class Headers(Folder):
    def test_header_that_leans_on_another_fails_and_the_cache_notices_changes(self):
        good = self.write("rivulet/core/a.hpp", HEADER + "struct A {};\n")
        self.write("rivulet/core/b.hpp", HEADER + "#include <rivulet/core/a.hpp>\ninline A b{};\n")
        cache = self.root / "cache.json"
        arguments = ["--include", self.root, "--cache", cache]
        self.assertEqual(run("headers.py", *arguments), (0, "2 passed, 0 failed\n"))
        self.assertEqual(run("headers.py", *arguments), (0, "2 passed, 0 failed\n"))
        good.write_text(HEADER)  # b.hpp has not changed, but what it includes has
        status, output = run("headers.py", *arguments)
        self.assertEqual(status, 1)
        self.assertIn("<rivulet/core/b.hpp> does not compile alone", output)
        self.write("rivulet/core/b.hpp", HEADER + "inline int f(long x) { return x; }\n")
        status, output = run("headers.py", *arguments)
        self.assertEqual(status, 1)
        self.assertIn("conversion", output)


class Docs(Folder):
    def check(self, text, **files):
        (self.root / "docs/preludes").mkdir(parents=True, exist_ok=True)
        self.write("README.md", text)
        return run("docs.py", "--root", self.root, "--include", self.root)

    def test_true_page_passes(self):
        self.write("docs/preludes/body.cpp", "int main() {\n// the block\n}\n")
        tool = self.write("tools/test", "")
        tool.chmod(0o755)
        status, output = self.check('```cpp\n#include <cstdio>\nint main() { std::puts("hello"); }\n```\nprints\n<!-- prints -->\n```\nhello\n```\n'
                                    "<!-- wrap: body -->\n```cpp\nint i = 0; ++i;\n```\n<!-- wrap: body; refused: static assertion | no way -->\n"
                                    '```cpp\nstatic_assert(sizeof(int) == 1, "no way");\n```\n```sh\nsudo tools/test  # comment\n```\n[link](tools/test)\n')
        self.assertEqual((status, output), (0, "5 passed, 0 failed\n"))

    def test_each_lie_is_named(self):
        self.write("docs/preludes/body.cpp", "int main() {\n// the block\n}\n")
        for text, complaint in [("```cpp\n#include <cstdio>\nint x = y;\n```\n", "README.md:2: does not compile"),
                                ("```cpp\nint x = 1;\n```\n", "neither starts with #include"),
                                ("<!-- wrap: body -->\n```cpp\nint x = y;\n```\n", "README.md:3: does not compile"),
                                ("<!-- wrap: none -->\n```cpp\nint x = 1;\n```\n", "there is no docs/preludes/none.cpp"),
                                ("<!-- wrap: body; refused: x -->\n```cpp\nint x = 1;\n```\n", "compiles, but should be refused"),
                                ("<!-- wrap: body; refused: absent -->\n```cpp\nint x = y;\n```\n", "does not print: absent"),
                                ("```cpp\n#include <cstdio>\nint main() {}\n```\n<!-- prints -->\n```\nhello\n```\n", "prints something else"),
                                ("<!-- prints -->\n```\nhello\n```\n", "no program above"),
                                ("```sh\ntools/none\n```\n", "no such command in the repository: tools/none"),
                                ("```sh\ncd x && nosuchcommand now\n```\n", "no such command: nosuchcommand"),
                                ("```sh\ncmake --preset none\n```\n", "no such preset: none"),
                                ("see [here](docs/none.md)\n", "no such file: docs/none.md")]:
            with self.subTest(complaint):
                status, output = self.check(text)
                self.assertEqual(status, 1, output)
                self.assertIn(complaint, output)
                self.assertIn("1 failed", output)


if __name__ == "__main__":
    unittest.main()
