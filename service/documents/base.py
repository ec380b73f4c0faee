"""The base class of all documents, and the types of their parts.

Squares are [row, column], counted from 0 at the top-left; pixels are [x, y] of the upright photo.
"""

import json
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt

from engine import COIN_TRACK, SIZE, Season
from engine.fields import LEAST_WRITTEN, MOST_WRITTEN, whole

T = TypeVar("T")
Named = Annotated[T, Field(validation_alias="schema", serialization_alias="schema")]
"""The key `schema` of a document, which says what it is."""
WHOLE = BeforeValidator(whole)
"""Lets 3.0 be the whole number that it is by JSON Schema; 3.5 stays none, and so does "3"."""
Index = Annotated[StrictInt, Field(ge=0, lt=SIZE), WHOLE]
SquareAt = tuple[Index, Index]
"""A square as documents name it: [row, column], from 0."""
Pixel = tuple[float, float]
Share = Annotated[float, Field(ge=0, le=1)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Coins = Annotated[StrictInt, Field(ge=0, le=COIN_TRACK), WHOLE]
Row = Annotated[tuple[T, ...], Field(min_length=SIZE, max_length=SIZE)]
Nodes = Annotated[tuple[T, ...], Field(min_length=SIZE + 1, max_length=SIZE + 1)]
Boxes = Annotated[tuple[T, ...], Field(min_length=5, max_length=5)]
Seasons = Annotated[tuple[T, ...], Field(max_length=len(Season))]
Written = Annotated[StrictInt, Field(ge=LEAST_WRITTEN, le=MOST_WRITTEN), WHOLE]
"""A number that a player wrote below the map."""
WrittenBoxes = Seasons[Boxes[Written | None] | None]
IF_KNOWN: Any = Field(default=None, exclude_if=lambda value: value is None)


class Document(BaseModel):
    """Base class of all documents: immutable, and open for further keys."""

    model_config = ConfigDict(
        frozen=True,
        serialize_by_alias=True,
        validate_by_alias=True,
        validate_by_name=True,
        use_attribute_docstrings=True,
    )

    def to_line(self) -> str:
        """Return the document as one line of JSON, in plain ASCII so that any terminal can print it."""
        return json.dumps(self.model_dump(mode="json"))


class RequestBody(Document):
    """The body of a request; unknown fields are refused, not ignored."""

    model_config = ConfigDict(extra="forbid")
