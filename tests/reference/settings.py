"""The settings of the service, from the class that reads them."""

import ast
import inspect
import textwrap

from pydantic_core import PydanticUndefined

from service.setup.settings import PREFIX, Settings
from tests.reference.words import code, first_line, table

HEAD = f"""# Settings

In a TOML file (`surveyor serve --config FILE`, or `{PREFIX}CONFIG`) by the first name, in the environment by
the second; `--host`, `--port` and `--data` also on the command line. What comes later goes first. A value
that cannot be is named at the start, with who says it. What to set when: [access.md](../access.md),
[operating.md](../operating.md).

"""
DEPENDS = {"readers": "one a core"}
"""Defaults that are another on another machine."""
KINDS = {
    "str": "text",
    "SecretStr": "text, shown nowhere",
    "Path": "folder",
    "int": "number",
    "Count": "count",
    "Days": "count",
    "float": "number",
    "Rate": "rate",
    "tuple[Network, ...]": "addresses",
    "Literal['auto', 'text', 'json']": "one of three",
}
"""What the types of the settings are to people."""


def describe_settings() -> str:
    """Return the page."""
    types = _written_types()
    rows = [_row(name, KINDS[types[name]]) for name in Settings.model_fields]
    return HEAD + table(["in a file", "in the environment", "is a", "default", ""], rows)


def _row(name: str, kind: str) -> tuple[str, ...]:
    words = first_line(Settings.model_fields[name].description)
    return code(name), code(PREFIX + name.upper()), kind, _default(name), words


def _default(name: str) -> str:
    value = Settings.model_fields[name].default
    if name in DEPENDS:
        return DEPENDS[name]
    if value is None or value == () or value is PydanticUndefined:
        return ""
    plain = value.get_secret_value() if hasattr(value, "get_secret_value") else value
    return code(f"{plain:g}" if isinstance(plain, float) else plain)


def _written_types() -> dict[str, str]:
    """Return the types as the class writes them, without how they are checked."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(Settings)))
    fields = [node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)]
    return {ast.unparse(field.target): _plain(field.annotation) for field in fields}


def _plain(annotation: ast.expr) -> str:
    if isinstance(annotation, ast.BinOp):  # ... | None
        return _plain(annotation.left)
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        assert isinstance(annotation.slice, ast.Tuple)
        return _plain(annotation.slice.elts[0])
    return ast.unparse(annotation)
