#!/usr/bin/env python3
"""Five workers in one: it reads its brief and does, or does not, what the brief asks for."""

import pathlib
import re
import sys
import time

brief = sys.stdin.read()
task = re.search(r"TASK-\d", brief).group()
time.sleep(0.7)


def write(path, text):
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(path).write_text(text)


if task == "TASK-1":
    write("shop/slug.py", """import re


def slugify(title: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))
""")
    print("slugify is written")

elif task == "TASK-2":
    # The liar.
    print("All done! I implemented price() and ran the tests: 2 passed, 0 failed.")

elif task == "TASK-3":
    # The one that edits the tests until they pass.
    write("shop/cart.py", "def total(items: list[tuple[int, int]]) -> int:\n    return 0\n")
    write("tests/test_cart.py", """import unittest


class CartTest(unittest.TestCase):
    def test_empty(self):
        pass

    def test_several(self):
        pass
""")
    print("total is written, and all tests pass")

elif task == "TASK-4":
    # The one that forgets something, and puts it right when it is told what.
    told = "## What is missing" in brief
    check = """    if not 0 <= percent <= 100:
        raise ValueError("a percentage is from 0 to 100")
""" if told else ""
    write("shop/discount.py", f"""def reduced(cents: int, percent: int) -> int:
{check}    return (cents * (100 - percent) + 50) // 100
""")
    print("the bounds are checked now" if told else "reduced is written")

elif task == "TASK-5":
    write("shop/offer.py", """from shop.discount import reduced
from shop.slug import slugify


def offer(title: str, cents: int, percent: int) -> str:
    return f"{slugify(title)}: {reduced(cents, percent)}"
""")
    print("offer is written, on top of what others built")
