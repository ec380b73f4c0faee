"""Changes that a form asks for, and why one was refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Self, TypeVar

from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import EngineError
from service.documents.errors import RequestError, StaleError
from service.pages.sheets.form import WHOLE, SaidWrongError
from service.pages.visits import Visit
from service.sheets.impossiblemaps import refuse_map

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not done to a sheet, as its pages say it."""

    status: int = HTTPStatus.OK
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """Messages about the form, by its fields."""
    is_stale: bool = False
    """Whether the sheet has been changed since the form was shown."""
    problem: str = ""
    """Why it could not be done otherwise."""
    form: FormData | None = None
    """The form that was sent, to be shown again."""

    @classmethod
    def of(cls, error: RequestError, form: FormData | None = None) -> Self:
        """Return why a request was refused."""
        if isinstance(error, StaleError):
            return cls(error.status, is_stale=True, form=form)
        return cls(error.status, problem=str(error), form=form)

    def words(self, stale: str) -> str:
        """Return why it was refused: in these words where the sheet has been changed meanwhile."""
        return stale if self.is_stale else self.problem or next(iter(self.mistakes.values()), "")


NOTHING_REFUSED = Refusal()


def try_change(visit: Visit, change: Callable[[Connection], T], form: FormData | None = None) -> T | Refusal:
    """Do what a form asks for, in a transaction; return what comes of it, or why it was refused.

    Raises:
        NotHereError: What it is about is not there, or not for whoever asks.
    """
    try:
        done = visit.attempt(change)
    except SaidWrongError as error:
        return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, error.mistakes, form=form)
    except EngineError as error:
        return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, {WHOLE: refuse_map(error)}, form=form)
    return Refusal.of(done, form) if isinstance(done, RequestError) else done
