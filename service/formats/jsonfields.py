"""JSON whose objects name each field once: of two of one name the last would silently win."""

import json
from collections import Counter
from collections.abc import Callable


class RepeatedFieldError(ValueError):
    """A field stands more than once in an object of a JSON document."""


def parse_json(text: bytes | str, refuse_constant: Callable[[str], object] | None = None) -> object:
    """Return what a JSON document holds.

    `refuse_constant` is called with `NaN` or `Infinity`, which are no JSON, where one stands.

    Raises:
        RepeatedFieldError: A field stands more than once in an object.
        json.JSONDecodeError: It is no JSON.
        UnicodeDecodeError: It is not text in UTF-8.
        RecursionError: It is nested too deep.
        ValueError: A number in it is too long.
    """
    return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=_named_once)


def why_unreadable(error: ValueError | RecursionError) -> str:
    """Return why `parse_json` could not read a text that begins as JSON does."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    return "it is nested too deep" if isinstance(error, RecursionError) else "a number in it is too long"


def _named_once(fields: list[tuple[str, object]]) -> dict[str, object]:
    names = Counter(name for name, _ in fields)
    if twice := [name for name, count in names.items() if count > 1]:
        raise RepeatedFieldError(
            f"{twice[0]!r:.60} is in one object {names[twice[0]]} times; leave one of them"
        )
    return dict(fields)
