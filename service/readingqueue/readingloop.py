"""The loop that claims pages, has them read by the workers, and stores the results."""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from threading import Event, Thread
from time import monotonic

from sqlalchemy.exc import DBAPIError

from service.readingqueue import claims
from service.readingqueue.claims import Claim
from service.readingqueue.enqueue import split_document
from service.readingqueue.newreadings import settle_page
from service.readings.reader import internal_error
from service.review.correcting import follow_known_hand
from service.sheets.rows import SheetFilter, State, list_sheets
from service.store.blobs import MISSING, BlobsAwayError, BlobSource
from service.store.database import Database
from service.work.tasks import Demands, PageCount, PageResult, PageTask, give_up
from service.work.worker import WorkforceError
from service.work.workforce import DIED, Begin, Workforce, WorkforceClosedError
from vision import ModelError, VisionError
from vision.decode.limits import DOCUMENTS

logger = logging.getLogger(__name__)

LEASE = 60.0  # seconds that a claim lasts; a dead server's pages are taken up after so long
LOOK = 1.0  # seconds between two looks for what other servers have taken in
LONGEST_PAUSE = 10.0  # seconds between attempts while the database is away

ELSEWHERE = (
    "photo %s is not in %s, though nobody deleted it; servers that share a database need one place for their "
    "photos, which the setting `blobs` names"
)

Answer = PageResult | PageCount
PageFuture = Future[PageResult] | Future[PageCount]


class ReadingLoop:
    """Reads waiting pages, in a thread of its own; `wake` it when new ones have come."""

    def __init__(
        self,
        database: Database,
        blobs: str,
        workforce: Workforce,
        owner: str,
        *,
        lease: float = LEASE,
    ) -> None:
        """Take the loop's parts; `owner` is a name that no other server has, and this one had not before.

        A claim lasts for `lease` seconds unless it is renewed.
        """
        self._database = database
        self._blobs = blobs
        self._workforce = workforce
        self._owner = owner
        self._lease = lease
        self._most = workforce.at_most // 2  # the rest is for photos that somebody waits for
        self._under_way: dict[str, tuple[Claim, PageFuture]] = {}
        self._suspects: deque[Claim] = deque()  # claimed by servers that died: each is read alone
        self._alone: Claim | None = None
        self._renewed = monotonic()
        self._rests_until = 0.0
        self._wake = Event()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="reading-loop", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Look for waiting pages at once."""
        self._wake.set()

    def stop(self, patience: float) -> None:
        """Claim nothing more, store what is done within some seconds, and give the rest back."""
        self._stopping.set()
        self._wake.set()
        self._thread.join()
        until = monotonic() + patience
        while self._under_way and monotonic() < until:
            self._wake.clear()
            self._attempt(self._keep_finished)
            self._wake.wait(0.1)
        self._under_way.clear()
        self._suspects.clear()
        self._attempt(self._give_back)

    def _run(self) -> None:
        pause = LOOK
        while not self._stopping.is_set():
            self._wake.clear()  # before looking: what comes while we look wakes us again
            pause = LOOK if self._attempt(self._turn) else min(2 * pause, LONGEST_PAUSE)
            self._wake.wait(pause)

    def _attempt(self, work: Callable[[], None]) -> bool:
        """Run a step and log its errors; tell whether it succeeded. The next turn tries again."""
        try:
            work()
        except DBAPIError as error:
            logger.warning("the database is away: %s", error.orig)
        except Exception:
            logger.exception("unexpected error in the reading loop")
        else:
            return True
        return False

    def _turn(self) -> None:
        self._keep_finished()
        self._renew()
        self._claim_more()
        self._begin_suspect()

    @property
    def _held(self) -> list[str]:
        """The pages that this server has claimed."""
        return [*self._under_way, *(claim.page for claim in self._suspects)]

    def _claim_more(self) -> None:
        if self._suspects or self._alone:
            return
        free = self._most - len(self._under_way)
        if 2 * free < self._most or monotonic() < self._rests_until:
            return  # so many wait for a worker that none will be idle
        with self._database.begin() as db:
            at = claims.shared_clock(db)
            until = at + timedelta(seconds=self._lease)
            claimed = claims.claim_pages(db, self._owner, free, at=at, until=until, held=self._held)
        for claim in claimed:
            if claim.attempts > 1:
                self._suspects.append(claim)
            else:
                self._hand_out(claim)

    def _begin_suspect(self) -> None:
        """Read the next page that may have killed a server, once nothing else is being read."""
        if not self._suspects or self._under_way or monotonic() < self._rests_until:
            return
        claim = self._suspects[0]
        with self._database.read() as db:
            holds = claims.still_holds(db, claim)
        self._suspects.popleft()
        if holds:
            self._hand_out(claim, alone=partial(self._note_alone, claim))
            self._alone = claim

    def _note_alone(self, claim: Claim) -> None:
        with self._database.begin() as db:
            claims.begin_alone(db, claim)

    def _hand_out(self, claim: Claim, *, alone: Begin | None = None) -> None:
        future: PageFuture
        if claim.begun_alone >= claims.MOST_ALONE:
            future = given_up = Future[PageResult]()
            given_up.set_result(give_up(self._task(claim), DIED))
        elif claim.number is None and claim.kind in DOCUMENTS:
            future = self._workforce.count(self._source(claim), claim.name, alone=alone)
        else:
            future = self._workforce.submit(self._task(claim), alone=alone, demands=Demands(claim.demanding))
        self._under_way[claim.page] = claim, future
        future.add_done_callback(lambda _: self._wake.set())

    def _source(self, claim: Claim) -> BlobSource:
        return BlobSource(self._blobs, claim.sha256)

    def _task(self, claim: Claim) -> PageTask:
        return PageTask(self._source(claim), claim.name, claim.number, claim.sha256, claim.hints)

    def _keep_finished(self) -> None:
        finished = [(claim, future) for claim, future in self._under_way.values() if future.done()]
        for claim, future in finished:
            self._keep(claim, future)
            self._alone = None if self._alone == claim else self._alone
            del self._under_way[claim.page]  # only now: if the database is away, it is kept next time

    def _keep(self, claim: Claim, future: PageFuture) -> None:
        answer = _answer(claim, future, self._task(claim))
        with self._database.begin() as db:
            if self._alone == claim:
                claims.forgive(db, claim)
            if (
                _is_missing(answer)
                and claim.attempts < claims.MOST_ATTEMPTS
                and claims.is_kept(db, claim.sha256)
            ):
                logger.error(ELSEWHERE, claim.sha256, self._blobs)
                self._rests_until = monotonic() + LONGEST_PAUSE
                claims.give_back(db, self._owner, claim.page, counted=True)
            elif answer is None:
                self._rests_until = monotonic() + LONGEST_PAUSE
                claims.give_back(db, self._owner, claim.page)
            elif isinstance(answer, PageCount):
                split_document(db, claim, len(answer.pages))
            elif settle_page(db, claim, answer.reading, answer.seen):
                for row in list_sheets(
                    db, claim.tournament, SheetFilter(page=claim.page, state=State.REVIEW)
                ):
                    follow_known_hand(db, row, answer.reading.model)

    def _renew(self) -> None:
        if monotonic() < self._renewed + self._lease / 3:
            return
        with self._database.begin() as db:
            until = claims.shared_clock(db) + timedelta(seconds=self._lease)
            claims.renew_claims(db, self._owner, self._held, until)
        self._renewed = monotonic()

    def _give_back(self) -> None:
        with self._database.begin() as db:
            if self._alone is not None:
                claims.forgive(db, self._alone)
            claims.give_back(db, self._owner)


def _answer(claim: Claim, future: PageFuture, task: PageTask) -> Answer | None:
    """Return the result of a page, or of a document that has pages to be read.

    None if it failed through no fault of its own, and is to be read again.
    """
    try:
        answer: Answer = future.result()
    except (WorkforceClosedError, WorkforceError, ModelError, BlobsAwayError) as error:
        logger.error("no photo can be read: %s", error)
        return None
    except VisionError as error:
        return give_up(task, error.reason)
    except Exception as error:
        logger.exception("page %s could not be read", claim.page)
        return give_up(task, internal_error(error))
    if isinstance(answer, PageCount) and answer.rejection:
        return PageResult(answer.rejection)
    return answer


def _is_missing(answer: Answer | None) -> bool:
    """Tell whether the photo was missing."""
    reason = answer.reading.reason if isinstance(answer, PageResult) else None
    return reason is not None and reason.code == MISSING.code
