"""The front page: a photo in, its score out; and the last photos."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Response
from starlette.datastructures import FormData, UploadFile

from engine import EngineError, Side
from engine.sentence import later
from service.access.actors import Role
from service.documents import Reason
from service.documents.errors import UnreadablePhotoError
from service.intake.uploadnames import file_name
from service.pages.scans.playerphotos import plan_of, send_photo, sent_photo
from service.pages.visits import Visit, VisitDep, go_to
from service.readings.emptymap import BY_HAND
from service.readings.hints import Hints
from service.routes.parameters import IDENTIFIER, PathId
from service.routes.uploading import parse_form
from service.scans.deleting import delete_scan
from service.scans.likelygame import likely_game
from service.scans.reading import SentPhoto, read_sent_photo
from service.scans.rows import ScanBrief, add_scan, has_scan, id_of_sent, list_scans, own_scan
from service.scans.scoring import score_sheet
from service.scores.scoring import is_guess
from service.sheets.doubts import SheetDoubt
from service.store.tables import new_id
from service.web.problems import STATUS_OF_REASON

router = APIRouter(include_in_schema=False)

ONCE = re.compile("[0-9a-f]{32}")  # what the page's script draws for a photo that it sends
MOST_FILES = 4  # fields for files in the form, of which one is filled
LISTED = 12
MOST_IN_LINE = 8  # photos that wait for each reader; whoever comes then is asked to come again
AGAIN = 10  # seconds
NOTHING = Reason(
    code="no_photo",
    message=later("No photo was chosen."),
    advice=later("Take one, or choose one, and send it."),
)
BUSY = Reason(
    code="busy",
    message=later("Many photos are being read at this moment."),
    advice=later("Wait a moment, and send the photo again."),
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A scan among the last ones."""

    scan: ScanBrief
    total: int | None
    """Of its first sheet, if there is one, and what was read of it is no guess."""

    @property
    def is_entered(self) -> bool:
        """Whether its map is read, or entered by hand as a whole."""
        doubts = self.scan.sheets[0].doubts if self.scan.sheets else ()
        reasons = {doubt.reason.code for doubt in doubts if isinstance(doubt, SheetDoubt)}
        return BY_HAND.code not in reasons


@router.get("/", name="pages.scan")
def get_front(visit: VisitDep, sent: Annotated[str | None, Query(pattern=IDENTIFIER)] = None) -> Response:
    """Take a photo."""
    return _front(visit, sent=sent)


@router.post("/scans", name="pages.scan_photo")
async def post_photo(visit: VisitDep) -> Response:
    """Read a photo, and go to what it scores; a player's goes into the tournament."""
    form = await parse_form(visit.request, MOST_FILES)
    try:
        photo = _photo_in(form)
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        if photo is None:
            return await to_thread.run_sync(_front, visit, NOTHING, fields)
        if visit.actor.role is Role.PLAYER:
            return await to_thread.run_sync(send_photo, visit, photo, fields)
        if (
            visit.resources.limiter.statistics().tasks_waiting
            >= MOST_IN_LINE * visit.resources.limiter.total_tokens
        ):
            return await to_thread.run_sync(_front, visit, BUSY, fields)
        # in its turn: of photos that wait, none is in memory
        return await to_thread.run_sync(_read, visit, photo, fields, limiter=visit.resources.limiter)
    except UnreadablePhotoError as error:
        return await to_thread.run_sync(_front, visit, error.reason, fields)
    finally:
        await form.close()


@router.post("/scans/{scan}/delete", name="pages.scan_delete")
def post_delete(scan: PathId, visit: VisitDep) -> Response:
    """Delete a scan, with its photo."""
    with visit.changing() as db:
        row = own_scan(db, visit.actor, scan)
        delete_scan(db, visit.resources.blobs, visit.actor.name, row.id, row.sha256)
    return go_to("/#last")


def _photo_in(form: FormData) -> UploadFile | None:
    """Return the file that was chosen: of the fields for the camera and for the gallery one is empty."""
    found = (value for _, value in form.multi_items() if isinstance(value, UploadFile))
    return next((file for file in found if file.filename or file.size), None)


def _read(visit: Visit, photo: UploadFile, fields: dict[str, str]) -> Response:
    hints, name = Hints(_side(fields.get("side"))), file_name(photo.filename or "") or "photo"
    sent = fields.get("once", "")
    scan = id_of_sent(visit.actor, sent) if ONCE.fullmatch(sent) else new_id()
    if _is_there(visit, scan):
        return go_to(f"/scans/{scan}")
    arrived = SentPhoto.of(photo.file.read())

    def keep_early() -> None:
        """Keep the photo while it is read; if that fails, the next sweep deletes it, as nothing names it."""
        with visit.changing() as db:
            arrived.keep(db, visit.resources.blobs)

    looked = read_sent_photo(visit.resources.workforce, arrived, name, hints, keep_early)
    with visit.changing() as db:
        sha256 = arrived.keep(db, visit.resources.blobs)
        game = likely_game(list_scans(db, visit.actor, LISTED), looked.reading)
        if not has_scan(db, visit.actor, scan):  # sent twice at once
            add_scan(db, visit.actor, scan, looked, sha256, hints, game)
    return go_to(f"/scans/{scan}")


def _is_there(visit: Visit, scan: str) -> bool:
    with visit.reading() as db:
        return has_scan(db, visit.actor, scan)


def _side(fields: str | None) -> Side | None:
    return next((side for side in Side if side.value == fields), None)


def _front(
    visit: Visit, reason: Reason | None = None, fields: dict[str, str] | None = None, sent: str | None = None
) -> Response:
    with visit.reading() as db:
        is_player = visit.actor.role is Role.PLAYER
        plan = plan_of(db, visit.actor) if is_player else None
        own = sent_photo(db, visit.actor, sent) if is_player and sent else None
        scans = list_scans(db, visit.actor, LISTED) if visit.is_staff else []
    unreadable = HTTPStatus.UNPROCESSABLE_ENTITY
    response = visit.show(
        "scan.html",
        STATUS_OF_REASON.get(reason.code, unreadable) if reason else HTTPStatus.OK,
        reason=reason,
        fields=fields or {},
        plan=plan,
        sent_photo=own,
        listed=[Listed(scan, _total(scan)) for scan in scans],
        most=visit.resources.settings.max_upload_bytes,
    )
    if reason is BUSY:
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        response.headers["Retry-After"] = str(AGAIN)
    return response


def _total(scan: ScanBrief) -> int | None:
    if not scan.sheets or is_guess(len(scan.sheets[0].doubtful)):
        return None
    try:
        return score_sheet(scan.sheets[0], None, scan.game).report.total
    except EngineError:
        return None
