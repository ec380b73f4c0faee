"""Long lists of squares in sentences, cut to their beginning; the whole sentence stays at hand."""

import re
from dataclasses import dataclass

MOST = 8  # squares of a list that are shown at once
SQUARE = r"[A-K]\d{1,2}(?: \([^()]*\))?"
"""A square as sentences name it, with what is said of it: `A1`, or `A1 (forest, then farm)`."""
LIST = re.compile(rf"\b{SQUARE}(?:, {SQUARE})+")


@dataclass(frozen=True, slots=True)
class Cut:
    """A sentence in two parts, between which stands that there is more."""

    before: str
    more: int
    """How many squares are left out between the two parts; 0: none, and all is in `before`."""
    after: str
    whole: str


def cut(sentence: str) -> Cut:
    """Return a sentence whose first long list of squares is cut."""
    for found in LIST.finditer(sentence):
        squares = re.findall(SQUARE, found[0])
        if len(squares) > MOST:
            before = sentence[: found.start()] + ", ".join(squares[:MOST])
            return Cut(before, len(squares) - MOST, sentence[found.end() :], sentence)
    return Cut(sentence, 0, "", sentence)
