"""docs/rules.md against the tests that it names: no rule without a test, no dead link."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine import EDICTS

TESTS = Path(__file__).parent / "engine"
PAGE = (Path(__file__).parent.parent / "docs" / "rules.md").read_text("utf-8")
HEADER = ["no.", "rule", "from", "held by"]
SOURCE = re.compile(r"B \d+(-\d+)? \w.*|H \d+ \w.*|[YN] \w.*")
NOT_FOR_A_PROGRAM = re.compile(r"not for a program: \w+")
NODE = re.compile(r"`([\w/]+\.py(::\w+)+)`")


class Row(NamedTuple):
    number: str
    rule: str
    source: str
    held_by: str

    @property
    def nodes(self) -> list[str]:
        return [match.group(1) for match in NODE.finditer(self.held_by)]


def cells_of(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def rows() -> list[Row]:
    cells = [cells for cells in cells_of(PAGE) if cells != HEADER and set(cells) != {"---"}]
    return [Row(*each) for each in cells]


@cache
def nodes_in(file: str) -> frozenset[str]:
    """Return the nodes that a file of tests defines, without running it; none when there is no such file."""
    if not (TESTS / file).is_file():
        return frozenset()
    return frozenset(f"{file}::{name}" for name in _named(ast.parse((TESTS / file).read_text("utf-8")).body))


def _named(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
            yield statement.name
        elif isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            yield from (f"{statement.name}::{name}" for name in _named(statement.body))


def test_every_row_has_its_four_cells() -> None:
    assert [cells for cells in cells_of(PAGE) if len(cells) != len(HEADER) or not all(cells)] == []


def test_no_number_stands_twice() -> None:
    assert [number for number, times in Counter(row.number for row in rows()).items() if times > 1] == []


def test_rules_are_numbered_in_order_under_their_headings() -> None:
    for heading, text in re.findall(r"^## (\d+) .*?$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL):
        numbers = [cells[0] for cells in cells_of(text)[2:]]

        assert numbers == [f"{heading}.{place}" for place in range(1, len(numbers) + 1)]


def test_every_rule_says_where_it_comes_from() -> None:
    sources = [(row.number, source) for row in rows() for source in row.source.split("; ")]

    assert [named for named in sources if not SOURCE.fullmatch(named[1])] == []


def test_every_rule_has_a_test_or_is_not_for_a_program() -> None:
    assert [row for row in rows() if not row.nodes and not NOT_FOR_A_PROGRAM.fullmatch(row.held_by)] == []


def test_nothing_but_tests_stands_beside_tests() -> None:
    assert [
        row for row in rows() if row.nodes and row.held_by != "<br>".join(map("`{}`".format, row.nodes))
    ] == []


def test_every_test_that_the_page_names_exists() -> None:
    named = [match.group(1) for match in NODE.finditer(PAGE)]

    assert [node for node in named if node not in nodes_in(node.partition("::")[0])] == []


def test_every_test_of_the_rulebook_is_named() -> None:
    named = {node for row in rows() for node in row.nodes}

    assert nodes_in("test_rulebook.py") - named == set()


def test_every_edict_has_a_row() -> None:
    named = [row.rule.split("**")[1] for row in rows() if row.rule.startswith("**")]

    assert sorted(named) == sorted(EDICTS)
