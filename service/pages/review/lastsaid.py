"""What a judge said last, as it stands beside the button that takes it back: a wrong key shows at once."""

from contextlib import suppress

from sqlalchemy import Connection

from service.documents.errors import NotHereError
from service.pages.review.questions import Way
from service.pages.sheets.shown import HistoryLine, SheetShown
from service.pages.visits import Visit
from service.routes.scope import own_sheet


def last_said(db: Connection, visit: Visit, tournament: str, way: Way) -> HistoryLine | None:
    """Return the last answer on a way that is still in force; None where there is none."""
    with suppress(NotHereError):
        if way.last:
            shown = SheetShown.load(db, own_sheet(db, visit.actor, tournament, way.last_sheet))
            return next((line for line in shown.history() if line.in_force), None)
    return None
