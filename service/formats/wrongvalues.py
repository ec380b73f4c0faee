"""What is said of a wrong value in an option, a setting or a document."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

OURS = MappingProxyType(
    {
        "missing": "this is missing",
        "extra_forbidden": "there is no such field",
        "int_type": "say a whole number",
        "int_parsing": "say a whole number",
        "int_parsing_size": "say a smaller number",
        "int_from_float": "say a whole number",
        "float_type": "say a number",
        "float_parsing": "say a number",
        "finite_number": "say a number",
        "bool_type": "say true or false",
        "bool_parsing": "say true or false",
        "string_type": "say a text",
        "list_type": "say a list",
        "tuple_type": "say a list",
        "dict_type": "say an object",
        "model_type": "say an object",
        "model_attributes_type": "say an object",
        "greater_than_equal": "say {ge} or more",
        "less_than_equal": "say {le} or less",
        "greater_than": "say more than {gt}",
        "less_than": "say less than {lt}",
        "literal_error": "say {expected}",
        "enum": "say {expected}",
        "string_too_short": "say {min_length} or more letters",
        "string_too_long": "say {max_length} letters at most",
        "string_pattern_mismatch": "write it as {pattern}",
        "too_short": "say {min_length} or more of them",
        "too_long": "say {max_length} of them at most",
        "value_error": "{error}",
    }
)
"""How we say what pydantic finds, by its code for each kind of error."""


def in_our_words(error: Mapping[str, Any]) -> str:
    """Return what is wrong with a value, by one of the errors of pydantic's `ValidationError.errors()`.

    >>> in_our_words({"type": "greater_than_equal", "ctx": {"ge": 1}})
    'say 1 or more'
    """
    said = OURS.get(error["type"])
    return said.format(**error.get("ctx", {})) if said else str(error["msg"])
