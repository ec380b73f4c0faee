"""Change the rules one small step at a time and see whether the tests notice: `python -m tests.mutation`.

Each mutant is one change in one module: a comparison moved by one or turned round, a number one off, `&` for
`|`, a filter dropped, a statement left out. A child process runs the tests on it; a mutant that no test fails
on has survived, and is printed. Docstrings, annotations, decorators and imports are let be.
"""

import argparse
import ast
import copy
import importlib.abc
import os
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

import pytest
import skimage.measure  # noqa: F401 - loaded once, before there are children
from hypothesis import Phase, settings

ROOT = Path(__file__).parent.parent
CPU_SECONDS = 3.0  # that one test may take before a mutant counts as hanging
MEMORY = 6 << 30  # bytes that a mutant may take

OPTIONS = [
    *["-x", "-q", "--assert=plain", "--hypothesis-profile=mutation", "-o", "addopts=--import-mode=importlib"],
    *["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:anyio", "-p", "no:doctest"],
]

EDICT_TESTS = ["edicts/test_lit_squares.py", "edicts/test_properties.py", "edicts/test_symmetry.py"]
TESTS = {
    "engine/areas.py": ["test_areas.py"],
    "engine/lines.py": ["test_lines.py"],
    "engine/stars.py": ["test_stars.py"],
    "engine/clusters.py": ["test_clusters.py"],
    "engine/scoring.py": ["test_scoring.py"],
    "engine/edicts/__init__.py": ["edicts/test_edict.py"],
    "engine/edicts/edict.py": ["edicts/test_edict.py"],
    "engine/edicts/forest.py": ["edicts/test_forest.py", *EDICT_TESTS],
    "engine/edicts/farm_water.py": ["edicts/test_farm_water.py", *EDICT_TESTS],
    "engine/edicts/village.py": ["edicts/test_village.py", *EDICT_TESTS],
    "engine/edicts/placement.py": ["edicts/test_placement.py", *EDICT_TESTS],
}
"""The modules, and the files under tests/engine that are to notice a change in them."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
EMPTIES = {"Stars": "Stars()", "Area": "0", "int": "0", "bool": "False", "str": "''", "Squares": "()"}
LEFT_ALONE = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change."""

    path: str
    line: int
    before: str
    after: str
    code: CodeType

    def __str__(self) -> str:
        """Return the place and the change."""
        return f"{self.path}:{self.line}: {self.before}  ->  {self.after}"


def mutants_of(path: str) -> Iterator[Mutant]:
    """Go through all mutants of a module."""
    tree = ast.parse((ROOT / path).read_text())
    for node in list(_open_to_change(tree)):
        for changed in changes_of(node):
            _swap(tree, node, changed)
            code = compile(ast.fix_missing_locations(tree), str(ROOT / path), "exec")
            _swap(tree, changed, node)
            yield Mutant(path, node.lineno, _shown(node), _shown(changed), code)  # type: ignore[attr-defined]


def changes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Go through what may stand in place of a node."""
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    yield _with(node, ops=[*node.ops[:number], other(), *node.ops[number + 1 :]])
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield _with(node, op=OPERATORS[type(node.op)]())
        case ast.AugAssign():
            yield _with(node, op=OPERATORS[type(node.op)]())
            yield ast.Pass()
        case ast.BoolOp():
            yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant(value=bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Constant(value=str(text)):
            yield ast.Constant(f"{text}?")
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            for loop in node.generators:
                if loop.ifs:
                    bare = _with(loop, ifs=[])
                    yield _with(node, generators=[bare if one is loop else one for one in node.generators])
        case ast.If() | ast.While() | ast.IfExp():
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.FunctionDef():
            yield from _returning_nothing(node)
        case ast.Assign() | ast.Raise() | ast.Expr() if node.col_offset:
            yield ast.Pass()


def survives(mutant: Mutant) -> bool:
    """Whether no test notices the change."""
    return _all_pass(mutant.path, mutant.code)


def _returning_nothing(function: ast.FunctionDef) -> Iterator[ast.AST]:
    returned = ast.unparse(function.returns) if function.returns else ""
    empty = "[]" if returned.startswith("list") else "()" if returned.startswith("tuple") else "None"
    yield _with(function, body=[ast.Return(ast.parse(EMPTIES.get(returned, empty), mode="eval").body)])


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _open_to_change(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in LEFT_ALONE and not _is_bare_text(child):
                yield child
                yield from _open_to_change(child)


def _is_bare_text(node: ast.AST) -> bool:
    """Whether this is a docstring, or the list of names that a module offers."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")


def _swap(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if value is old:
                setattr(node, name, new)
            elif isinstance(value, list):
                value[:] = [new if child is old else child for child in value]


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.FunctionDef):
        return f"{node.name}: {ast.unparse(node.body[-1])}"
    return ast.unparse(node).partition("\n")[0]


class _Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the changed code in place of the module."""

    def __init__(self, path: str, code: CodeType) -> None:
        self.name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.is_package = path.endswith("/__init__.py")
        self.path = str(ROOT / path)
        self.code = code

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        spec = ModuleSpec(name, self, origin=self.path, is_package=self.is_package)
        if self.is_package:
            spec.submodule_search_locations = [str(Path(self.path).parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self.path
        exec(self.code, module.__dict__)


class _Watch:
    """Ends the process when a test takes too long."""

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)


def _all_pass(path: str, code: CodeType) -> bool:
    return all(_passes(path, code, ROOT / "tests/engine" / file) for file in TESTS[path])


def _passes(path: str, code: CodeType, tests: Path) -> bool:
    child = os.fork()
    if not child:
        os._exit(_run(path, code, tests))
    return os.waitpid(child, 0)[1] == 0


def _run(path: str, code: CodeType, tests: Path) -> int:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    sys.meta_path.insert(0, _Loader(path, code))
    return pytest.main([*OPTIONS, str(tests)], plugins=[_Watch()])


def main() -> None:
    """Run the tests on every mutant, and print those that survive and the share of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS), help="such as engine/stars.py; else all")
    settings.register_profile(
        "mutation", deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
    )
    sys.dont_write_bytecode = False  # what one child compiles the others need not
    made = killed = 0
    for path in parser.parse_args().modules:
        if not _all_pass(path, compile((ROOT / path).read_text(), path, "exec")):
            sys.exit(f"the tests of {path} fail without any change")
        mutants = list(mutants_of(path))
        survivors = [mutant for mutant in mutants if survives(mutant)]
        made, killed = made + len(mutants), killed + len(mutants) - len(survivors)
        print(f"{path}: {len(mutants) - len(survivors)} of {len(mutants)} killed", flush=True)
        for survivor in survivors:
            print(f"    survived: {survivor}", flush=True)
    print(f"{killed} of {made} mutants killed: {killed / made:.1%}")


if __name__ == "__main__":
    main()
