"""Documents of files, pages and sheets."""

from collections import Counter
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from engine import Season, Terrain
from service.documents import Digest, Document, Reason, SheetMap, SquareAt
from service.documents.readings import NO_PICTURE
from service.sheets.doubts import Doubt, without_others
from service.sheets.rows import PlacedBy, SheetRow, State
from service.store.events import Event


class FileState(StrEnum):
    """The state of a file; all but the first two are final until a person acts."""

    WAITING = "waiting"
    READING = "reading"
    SCORED = "scored"
    REVIEW = "review"
    REJECTED = "rejected"


FINAL = (FileState.SCORED, FileState.REVIEW, FileState.REJECTED)

Id = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16}$", examples=["q8Zl2vXw0aJc5bNd"])]


class SentFile(Document):
    """A file as it was taken in."""

    id: Id
    name: str
    sha256: Digest | None
    duplicate_of: Id | None
    """An earlier file with the same bytes; this one is not read again. A player is told only of own ones."""
    reason: Annotated[Reason | None, Field(validation_alias="refusal")]
    """Why it is rejected at once."""


class SentBatch(Document):
    """An upload that was stored; its progress is at the batch's address."""

    id: Id
    files: tuple[SentFile, ...]


class Counts(Document):
    """How many files are in each state; together all that were sent."""

    waiting: int
    reading: int
    scored: int
    review: int
    rejected: int
    total: int

    @classmethod
    def of(cls, counts: Counter[FileState]) -> "Counts":
        """Return the counts of files by their states."""
        return cls(**{state.value: counts[state] for state in FileState}, total=counts.total())


class BatchStatus(Document):
    """The progress of a batch."""

    id: Id
    received_by: str
    received_at: datetime
    counts: Counts
    done: bool
    """Whether every file has ended in a final state."""
    player: Annotated[str | None, Field(exclude=True, validation_alias="player_id")] = None
    """The player whose sheets it shows, if that was stated; not in the document."""


class BatchList(Document):
    """Batches of a tournament, the latest first."""

    batches: tuple[BatchStatus, ...]


DISMISSED = Reason(
    code="dismissed",
    message="A person set this sheet aside.",
    advice="Take it back if that was a mistake.",
)


class FileStatus(Document):
    """A file that was sent, and its state."""

    id: Id
    batch: Annotated[Id, Field(validation_alias="batch_id")]
    name: str
    sha256: Digest | None
    state: FileState
    reason: Reason | None
    """Why it was rejected, if it was: at the door, or the first of its pages that was."""
    duplicate_of: Id | None
    """The file with the same bytes, whose fate it shares; a player is told only of own ones."""
    pages: int
    sheets: int
    received_at: datetime
    done_at: datetime | None
    tournament: Annotated[str, Field(exclude=True, validation_alias="tournament_id")]
    """The tournament that it was sent to; not in the document."""
    original: Annotated[str, Field(exclude=True)]
    """Whose pages show what it shows: itself, or the file with the same bytes; not in the document."""
    dismissed_at: datetime | None = None
    """When a person set it aside, who saw that it was rejected, or those of its pages that were."""

    @property
    def has_picture(self) -> bool:
        """Whether there is a picture to look at: it was kept, and nothing says that it cannot be decoded."""
        return self.sha256 is not None and (self.reason is None or self.reason.code not in NO_PICTURE)

    @property
    def is_set_aside(self) -> bool:
        """Whether a person set it aside, or all its sheets; its state is rejected then."""
        of_sheets = self.reason is not None and self.reason.code == DISMISSED.code
        return self.state is FileState.REJECTED and (of_sheets or self.dismissed_at is not None)


class FileList(Document):
    """Files in the order in which they came."""

    files: tuple[FileStatus, ...]
    next: str | None
    """The parameter `after` of the next page; null at the end."""


class SheetStatus(Document):
    """A sheet in its present state."""

    id: Id
    file: Id
    file_name: str
    page: Annotated[int | None, Field(validation_alias="page_number")]
    number: int
    """On its page, from 0."""
    state: State
    player: Id | None
    round: Id | None
    season: Season | None
    placed_by: PlacedBy | None
    map: SheetMap
    doubts: tuple[Doubt, ...]
    """The doubts that a person has to settle."""
    version: int
    """Counts the changes; the ETag of this document."""

    @classmethod
    def of(cls, row: SheetRow) -> "SheetStatus":
        """Return a sheet as the API shows it."""
        return cls.model_validate(row, from_attributes=True)

    @classmethod
    def for_player(cls, row: SheetRow) -> "SheetStatus":
        """Return a sheet as its player sees it: without the names of others."""
        status = cls.of(row)
        return status.model_copy(update={"doubts": tuple(map(without_others, status.doubts))})


class SheetList(Document):
    """Sheets by their ids."""

    sheets: tuple[SheetStatus, ...]
    next: str | None


class History(Document):
    """The events of one thing, the earliest first."""

    events: tuple[Event, ...]


class ChangedSquare(Document):
    """A square that would change."""

    square: SquareAt
    now: Terrain
    then: Terrain


class ChangedSheet(Document):
    """The changes of one sheet."""

    sheet: Id
    squares: tuple[ChangedSquare, ...]
    others: tuple[str, ...]
    """Names of those of coins, side, boxes and final that would change."""


class NewReading(Document):
    """A reading that is stored beside the one in force."""

    id: Id
    model: str | None
    sheets: tuple[ChangedSheet, ...]
    """In their order; one on which nothing would change names nothing."""
