"""Runs the examples of the README against a sandbox at `SHEAF_URL`, and compares what they print with their comments."""
import contextlib
import io
import os
import re
import unittest
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


class Readme(unittest.TestCase):
    def test_examples_print_what_their_comments_say(self) -> None:
        examples = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
        self.assertGreaterEqual(len(examples), 4)
        for number, example in enumerate(examples):
            with self.subTest(example=number):
                code = example.replace("http://127.0.0.1:8080", os.environ["SHEAF_URL"])
                code = code.replace("https://127.0.0.1:8443", os.environ["SHEAF_MTLS_URL"])
                code = code.replace(".sheaf/", f"{os.environ['SHEAF_DATA_DIR']}/")
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(code, f"example {number}", "exec"), {"__name__": "__main__"})
                expected = re.findall(r"print\(.*\)  # (.*)$", example, re.MULTILINE)
                self.assertEqual(printed.getvalue().splitlines(), expected)


if __name__ == "__main__":
    unittest.main()
