"""Errors between a photo and a reading, each with advice a person can act on."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.sentence import Sentence, Value


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a photo was rejected, or needs a person's eye."""

    code: str
    """A stable word for programs, such as `no_grid`."""
    message: str
    """One sentence, a `Sentence` if it names anything: what is wrong."""
    advice: str
    """One sentence that names nothing: what to do about it."""

    @property
    def params(self) -> Mapping[str, Value]:
        """Values that the message names: programs rely on them and the code, never on words."""
        return self.message.parameters if isinstance(self.message, Sentence) else {}


class VisionError(Exception):
    """A photo that cannot become a reading; `reason` says why, and `reasons` all that is known, it first."""

    def __init__(self, reason: Reason, *others: Reason) -> None:
        """Keep the reasons; the sentences of the first are the exception's text."""
        super().__init__(f"{reason.message} {reason.advice}")
        self.reason = reason
        self.reasons = (reason, *others)

    def __reduce__(self) -> tuple[type["VisionError"], tuple[Reason, ...]]:
        """Pickle by the reasons, so that the error survives a process pool."""
        return type(self), self.reasons


class PhotoDecodeError(VisionError):
    """The bytes are not a photo that can be opened."""


class GridNotFoundError(VisionError):
    """The photo shows no map field that could be located with certainty."""


class CornersError(VisionError):
    """The corners that a person gave cannot be those of a map field."""


class ModelError(VisionError):
    """A model folder is missing, damaged or of another format."""
