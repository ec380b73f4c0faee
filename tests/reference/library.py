"""The public names of a package: signatures as the code writes them, first lines of docstrings."""

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from types import ModuleType

from tests.reference.words import first_line

HEADS = {
    "engine": """The rules, in the standard library alone. What stands here is what `engine` itself offers;
whole games are played by `engine.game`, by bots in `engine.bots`, and judged by `engine.audit`.""",
    "vision": "From the bytes of a photo to a reading. What stands here is what `vision` itself offers.",
}


def describe_library(package: str) -> str:
    """Return the page of a package."""
    module = importlib.import_module(package)
    definitions = {name: _find_definition(package, name, module) for name in module.__all__}
    parts = ["constants", "classes", "functions"]
    sections = {part: "" for part in parts}
    for name, definition in definitions.items():
        sections[_part(definition)] += f"\n### {name}\n\n{_describe(name, definition)}\n"
    body = "".join(f"\n## {part.capitalize()}\n{sections[part]}" for part in parts if sections[part])
    return f"# Python: {package}\n\n{HEADS[package]}\n{body}"


class MissingNameError(LookupError):
    """A public name is defined nowhere in its package."""


def _find_definition(package: str, name: str, module: ModuleType) -> tuple[ast.stmt, str]:
    """Return the statement that defines a public name, and the docstring that follows a constant."""
    where = _module_of(name, module)
    body = ast.parse(inspect.getsource(where)).body
    for number, statement in enumerate(body):
        source = statement.module if isinstance(statement, ast.ImportFrom) else None
        if source and source.startswith(package) and name in _imported(statement):
            return _find_definition(package, name, importlib.import_module(source))
        if name in _names_of(statement):
            return statement, _string_after(body, number)
    raise MissingNameError(f"{package}.{name}")


def _module_of(name: str, module: ModuleType) -> ModuleType:
    value = getattr(module, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        return importlib.import_module(value.__module__)
    return module


def _imported(statement: ast.stmt) -> set[str]:
    return {alias.name for alias in statement.names} if isinstance(statement, ast.ImportFrom) else set()


def _names_of(statement: ast.stmt) -> set[str]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id}
    if isinstance(statement, ast.Assign):
        nodes = [node for target in statement.targets for node in ast.walk(target)]
        return {node.id for node in nodes if isinstance(node, ast.Name)}
    return set()


def _string_after(body: list[ast.stmt], number: int) -> str:
    following = body[number + 1] if number + 1 < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        return first_line(str(following.value.value))
    return ""


def _part(definition: tuple[ast.stmt, str]) -> str:
    return {ast.ClassDef: "classes", ast.FunctionDef: "functions"}.get(type(definition[0]), "constants")


def _describe(name: str, definition: tuple[ast.stmt, str]) -> str:
    statement, doc = definition
    if isinstance(statement, ast.FunctionDef):
        return f"{_block(_signature(statement))}\n\n{first_line(ast.get_docstring(statement))}"
    if isinstance(statement, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in statement.bases)
        head = _block(f"class {name}" + (f"({bases})" if bases else ""))
        members = "\n".join(_members(statement))
        return f"{head}\n\n{first_line(ast.get_docstring(statement))}" + (f"\n\n{members}" if members else "")
    return f"{_block(_constant(name, statement))}" + (f"\n\n{doc}" if doc else "")


def _constant(name: str, statement: ast.stmt) -> str:
    signature = (
        f"{name}: {ast.unparse(statement.annotation)}" if isinstance(statement, ast.AnnAssign) else name
    )
    value = getattr(statement, "value", None)
    text = ast.unparse(value) if value is not None else ""
    return f"{signature} = {text}" if 0 < len(text) <= 60 else signature


def _members(definition: ast.ClassDef) -> Iterator[str]:
    for number, statement in enumerate(definition.body):
        if isinstance(statement, ast.AnnAssign) and not ast.unparse(statement.target).startswith("_"):
            signature = f"{ast.unparse(statement.target)}: {ast.unparse(statement.annotation)}"
            yield _line(signature, _string_after(definition.body, number))
        elif isinstance(statement, ast.FunctionDef) and not statement.name.startswith("_"):
            yield _line(_member_signature(statement), first_line(ast.get_docstring(statement)))


def _line(signature: str, words: str) -> str:
    return f"- `{signature}`" + (f": {words}" if words else "")


def _member_signature(function: ast.FunctionDef) -> str:
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    if {"property", "cached_property"} & set(decorators):
        return f"{function.name}: {ast.unparse(function.returns) if function.returns else 'Any'}"
    if "staticmethod" not in decorators:
        function.args.args = function.args.args[1:]  # self or cls
    return _signature(function).removeprefix("def ")


def _signature(function: ast.FunctionDef) -> str:
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"def {function.name}({ast.unparse(function.args)}){returns}"


def _block(text: str) -> str:
    wrapped = text if len(text) <= 110 else "\n".join(textwrap.wrap(text, 106, subsequent_indent="    "))
    return f"```text\n{wrapped}\n```"
