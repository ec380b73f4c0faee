"""Why what a form asked for was refused, as its page says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.datastructures import FormData

from service.documents.errors import BadRequestError, RequestError, StaleError

WHOLE = "form"
"""The field under which a mistake of the form as a whole is explained."""


class SaidWrongError(BadRequestError):
    """An answer in the form is impossible."""

    def __init__(self, mistakes: Mapping[str, str]) -> None:
        """Take what is wrong by the names of the fields; words are translated where they are shown."""
        super().__init__("; ".join(f"{field}: {words}" for field, words in mistakes.items()))
        self.mistakes = dict(mistakes)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why what a form asked for was not done."""

    error: RequestError | None = None
    """None where nothing was refused."""
    form: FormData = field(default_factory=FormData)
    """The form that was sent, to be shown again."""

    @property
    def status(self) -> HTTPStatus:
        """The status of the page that shows it."""
        return self.error.status if self.error else HTTPStatus.OK

    @property
    def is_stale(self) -> bool:
        """Whether somebody else changed what it is about since the form was shown."""
        return isinstance(self.error, StaleError)

    @property
    def mistakes(self) -> Mapping[str, str]:
        """Messages about the form, by its fields."""
        return self.error.mistakes if isinstance(self.error, SaidWrongError) else {}

    @property
    def problem(self) -> str:
        """Why it could not be done otherwise."""
        return "" if not self.error or self.is_stale or self.mistakes else str(self.error)

    def messages(self, stale: str = "") -> Mapping[str, str]:
        """Return all that is wrong, by the fields; in these words where it was changed meanwhile."""
        whole = stale if self.is_stale else self.problem
        return {WHOLE: whole} if whole else self.mistakes

    def words(self, stale: str = "") -> str:
        """Return the first of those messages."""
        return next(iter(self.messages(stale).values()), "")


NOTHING_REFUSED = Refusal()
