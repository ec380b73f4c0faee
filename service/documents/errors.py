"""Errors of requests that cannot be fulfilled, each with the HTTP status that answers it."""

from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar

from engine.sentence import Sentence, Value, later
from service.documents.problems import Reason

if TYPE_CHECKING:
    from vision import Reason as VisionReason


class RequestError(Exception):
    """A request that is refused; the message says why, and what to do."""

    status: ClassVar[HTTPStatus] = HTTPStatus.UNPROCESSABLE_ENTITY
    kind: ClassVar[str] = "request"
    """The last word of the problem's type."""
    title: ClassVar[str] = later("The request is not what it should be")

    def __init__(self, words: str, /, **named: Value) -> None:
        """Take why, as it is or as a template with what it names."""
        super().__init__(Sentence(words, **named) if named else words)


class BadRequestError(RequestError):
    """The request is invalid; nothing was changed."""


class NotHereError(RequestError):
    """There is no such thing, or none that this user may see."""

    status = HTTPStatus.NOT_FOUND
    kind = "not_found"
    title = later("There is no such thing")

    def __init__(self, what: str) -> None:
        """Take what is not there, such as "player"."""
        super().__init__(Sentence("There is no such %(thing)s here.", thing=what))


class ConflictError(RequestError):
    """The request conflicts with the present state."""

    status = HTTPStatus.CONFLICT
    kind = "conflict"
    title = later("It cannot be done as things stand")


class StaleError(RequestError):
    """Somebody else has changed it meanwhile."""

    status = HTTPStatus.PRECONDITION_FAILED
    kind = "stale"
    title = later("It was changed meanwhile")

    def __init__(self, what: str) -> None:
        """Take what was changed, such as "tournament"."""
        super().__init__(
            Sentence(
                "The %(thing)s was changed meanwhile. Get it anew, look at it, and send the change again.",
                thing=what,
            )
        )


class UnconditionalError(RequestError):
    """A change that does not say what it changes."""

    status = HTTPStatus.PRECONDITION_REQUIRED
    kind = "precondition"
    title = later("The request must say which version it changes")

    def __init__(self) -> None:
        """Say which header is missing."""
        super().__init__(later('Send the ETag of what you have seen as If-Match, such as If-Match: "3".'))


class UnreadableFileError(Exception):
    """A file that cannot be read; `reason` says why."""

    def __init__(self, reason: "VisionReason") -> None:
        """Keep the reason."""
        super().__init__(reason.message)
        self.reason = reason


class UnreadablePhotoError(Exception):
    """A photo that was rejected."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason."""
        super().__init__(reason.message)
        self.reason = reason
