import ast

import pytest

from tests.extent import or_all
from tests.mutation import TESTS, changes_of, mutants_of


@pytest.mark.parametrize(
    ("expression", "changed"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a & b", ["a | b"]),
        ("a << 1", ["a >> 1"]),
        ("a and b", ["a or b"]),
        ("~a", ["a"]),
        ("3", ["4", "2"]),
        ("True", ["False"]),
        ("[a for a in b if c]", ["[a for a in b]"]),
        ("f(a)", []),
    ],
)
def test_an_expression_has_its_mutants(expression: str, changed: list[str]) -> None:
    node = ast.parse(expression, mode="eval").body

    assert [ast.unparse(ast.fix_missing_locations(mutant)) for mutant in changes_of(node)] == changed


def test_a_function_may_return_nothing() -> None:
    (function,) = ast.parse("def f() -> Stars: return stars").body

    assert [ast.unparse(mutant) for mutant in changes_of(function)] == [
        "def f() -> Stars:\n    return Stars()"
    ]


@pytest.mark.parametrize("path", or_all(["engine/areas.py"], TESTS))
def test_every_module_has_mutants_that_differ_from_it(path: str) -> None:
    mutants = list(mutants_of(path))

    assert mutants
    assert not [str(mutant) for mutant in mutants if mutant.before == mutant.after]
