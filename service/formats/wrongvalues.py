"""What is said of a wrong value in an option, a setting or a document."""

import re
from types import MappingProxyType

OURS = MappingProxyType(
    {
        r"Field required": "this is missing",
        r"Extra inputs are not permitted": "there is no such field",
        r"(Input should be a valid|Unable to parse input string as an) integer.*": "say a whole number",
        r"Input should be a (valid|finite) number.*": "say a number",
        r"Input should be a valid boolean.*": "say true or false",
        r"Input should be a valid string": "say a text",
        r"Input should be a valid (list|tuple|array)": "say a list",
        r"Input should be a valid (dictionary|mapping|object).*": "say an object",
        r"Input should be greater than or equal to (\S+)": r"say \1 or more",
        r"Input should be less than or equal to (\S+)": r"say \1 or less",
        r"Input should be greater than (\S+)": r"say more than \1",
        r"Input should be less than (\S+)": r"say less than \1",
        r"Input should be ('.*)": r"say \1",
        r"String should have at least (\d+) characters?": r"say at least \1 letters",
        r"String should have at most (\d+) characters?": r"say at most \1 letters",
        r"String should match pattern": "it does not match",
        r"\w+ should have at (least|most) (\d+) items?.*": r"say at \1 \2 of them",
    }
)
"""What the types of pydantic say, and how we say it."""


def in_our_words(message: str) -> str:
    """Return what pydantic says of a value as we say it.

    >>> in_our_words("Input should be greater than or equal to 1"), in_our_words("Value error, no such name")
    ('say 1 or more', 'no such name')
    """
    message = message.replace("Value error, ", "")
    for words, ours in OURS.items():
        message = re.sub(words, ours, message)
    return message
