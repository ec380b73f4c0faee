"""The document of a refused photo or request."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field, WrapValidator, model_validator

from engine.sentence import Sentence, plain
from service.documents.base import Document

if TYPE_CHECKING:  # a score needs no vision
    from vision import Reason as VisionReason

Message = Annotated[
    str, WrapValidator(lambda value, check: value if isinstance(value, Sentence) else check(value))
]
"""A text that stays a sentence with its parameters, for the pages; in JSON it is English."""


class Reason(Document):
    """Why a photo was rejected or needs a person's eye."""

    code: str = Field(examples=["no_grid"])
    """A stable word for programs."""
    message: Message
    """The fault."""
    advice: str
    """The remedy."""
    params: dict[str, Any] = Field(default_factory=dict, exclude_if=lambda value: not value)
    """Values that the message names; absent if none. Programs rely on code and params, never on words."""

    @model_validator(mode="before")
    @classmethod
    def _name(cls, given: object) -> object:
        """Keep what a sentence names."""
        if isinstance(given, dict) and isinstance(message := given.get("message"), Sentence):
            return {"params": plain(message.parameters)} | given
        return given

    @classmethod
    def of(cls, reason: "VisionReason") -> Self:
        """Return what vision or the service noticed as a document."""
        return cls(code=reason.code, message=reason.message, advice=reason.advice)

    @classmethod
    def of_any(cls, reason: "VisionReason | None") -> Self | None:
        """Return the reason as a document, if there is one."""
        return cls.of(reason) if reason else None


class Noticed(Reason):
    """Something that was noticed of a photo: programs rely on code and params, never on words."""

    params: dict[str, Any] = Field(default_factory=dict)
    """Values that the message names."""

    @classmethod
    def all_of(cls, reasons: "Iterable[VisionReason]") -> "tuple[Noticed, ...]":
        """Return reasons as documents, each once, in their order."""
        by_code = {reason.code: reason for reason in reversed(tuple(reasons))}
        return tuple(cls.of(reason) for reason in reversed(by_code.values()))


class InvalidField(Document):
    """A part of a request that is not what it should be."""

    where: str
    message: str


class Problem(Document):
    """Why a request failed (RFC 9457, application/problem+json)."""

    type: str = Field(examples=["urn:surveyor:problem:no_grid"])
    """A stable name of the kind of problem."""
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: Message
    reason: Reason | None = None
    """Why a photo could not be read."""
    errors: tuple[InvalidField, ...] = ()
    """The parts of the request that are wrong."""
