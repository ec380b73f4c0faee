"""Why a photo or a request was refused."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from service.documents.base import Document

if TYPE_CHECKING:  # a score needs no vision
    from vision import Reason as VisionReason


class Reason(Document):
    """Why a photo was rejected or needs a person's eye."""

    code: str = Field(examples=["no_grid"])
    """A stable word for programs."""
    message: str
    """What is wrong."""
    advice: str
    """What to do about it."""

    @classmethod
    def from_vision(cls, reason: "VisionReason | None") -> "Reason | None":
        """Return the reason as a document, if there is one."""
        return cls.model_validate(reason.to_json()) if reason else None


class Noticed(Reason):
    """Something that was noticed of a photo: programs rely on code and params, never on words."""

    params: dict[str, str | int | float] = Field(default_factory=dict)
    """What the sentences name."""

    @classmethod
    def all_of(cls, reasons: "Iterable[VisionReason]") -> "tuple[Noticed, ...]":
        """Return reasons as documents, each once, in their order."""
        told = {reason.code: reason for reason in reversed(tuple(reasons))}
        return tuple(
            cls.model_validate(reason.to_json() | {"params": dict(reason.params)})
            for reason in reversed(told.values())
        )


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
    detail: str
    reason: Reason | None = None
    """Why a photo could not be read."""
    errors: tuple[InvalidField, ...] = ()
    """The parts of the request that are wrong."""
