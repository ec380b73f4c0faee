"""Documents of a batch: a line of the ledger for each file, and the sums of all of them."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine import Season, Side
from service.documents import (
    IF_KNOWN,
    CustomSide,
    Digest,
    Document,
    Named,
    Reason,
    Score,
    SquareAt,
    WrittenCode,
)
from service.documents.readings import BLANK_PAGE

Count = Annotated[int, Field(ge=0)]
Moment = str  # in ISO 8601, UTC


def key_of(name: str, raw: str | None) -> str:
    """Return a key that no other file of the folder has; no path within a folder begins with a slash.

    >>> key_of("a.jpg", None), key_of("?.jpg", "ff2e6a7067")
    ('a.jpg', '/ff2e6a7067')
    """
    return name if raw is None else f"/{raw}"


class State(StrEnum):
    """How a file, or a page of it, ended."""

    SCORED = "scored"
    REVIEW = "review"
    """It has a score, or at least a sheet, but a person should look at it."""
    REJECTED = "rejected"


class LedgerSheet(Document):
    """A sheet that was found on a page."""

    map: str
    """Its map's file, beside the ledger: a surveyor/map@1 document."""
    side: Side
    code: WrittenCode | None = IF_KNOWN
    """The code on one of our own printed sheets."""
    score: Score | None
    """The score by the given edicts; null if the map cannot be scored."""
    total: int | None
    """The total in the standings: the score, or the final score if that was asked for; null if unknown."""
    lost_to_monsters: Count | None
    """The stars that break a tie; null if they are not known."""
    doubtful: tuple[SquareAt, ...]
    hand: str | None = IF_KNOWN
    """The writer whose handwriting, known from corrections, the reading took into account."""
    drawing: Digest | None
    """Equal for equal maps; null for one on which nothing is drawn."""
    same_as: tuple[str, ...] = ()
    """Maps of other photos, earlier in the ledger, that are the same square by square."""


class LedgerPage(Document):
    """A photo, or a page of a document."""

    page: Annotated[int, Field(ge=1)] | None
    """Null for a photo."""
    state: State
    reason: Reason | None
    """Null only if it was scored."""
    seconds: Annotated[float, Field(ge=0)]
    """The time that reading took."""
    sheets: tuple[LedgerSheet, ...]

    @property
    def is_blank(self) -> bool:
        """Whether nothing is on it."""
        return self.reason is not None and self.reason.code == BLANK_PAGE


class PageOfDocument(Document):
    """A page that is written, of a document that has no line in the ledger yet."""

    key: str
    """The key of the file."""
    sha256: Digest | None
    page: LedgerPage
    model: str | None


class LedgerLine(Document):
    """How one file of the folder ended (surveyor/ledger@1)."""

    schema_name: Named[Literal["surveyor/ledger@1"]] = "surveyor/ledger@1"
    file: str
    r"""Its path within the folder; bytes that are no text are written out, as in `caf\xe9.jpg`."""
    raw: Annotated[str, Field(pattern="^([0-9a-f]{2})+$")] | None = IF_KNOWN
    """The bytes of the path in hexadecimal, if they are no text."""
    sha256: Digest | None
    """Hash of its bytes; null if they could not be had."""
    state: State
    """Scored if all its pages were; rejected if all were; else review."""
    reason: Reason | None
    """Null only if it was scored."""
    duplicate_of: str | None
    """An earlier file with the same bytes: its pages and sheets stand there, and count once."""
    pages: tuple[LedgerPage, ...]
    """Empty if it could not be opened, or is a duplicate."""
    model: str | None
    """The model that read the squares."""
    rules: str
    """The version of the program that scored them."""
    began: Moment
    ended: Moment

    @property
    def key(self) -> str:
        """The key of its file."""
        return key_of(self.file, self.raw)


class BatchOptions(Document):
    """The options that a batch was begun with; they hold when it is resumed."""

    edicts: tuple[str, ...]
    season: Season | None
    side: Side | None
    layout: CustomSide | None = IF_KNOWN
    """The print of sheets of side custom."""
    final: bool
    """Whether final scores count, not those of the maps."""

    def filled_from(self, before: "BatchOptions") -> "BatchOptions":
        """Return these options, and the earlier ones where nothing is said."""
        said = {name: value for name, value in self if value}
        return before.model_copy(update=said)


class PageSums(Document):
    """How the pages of the documents in a batch ended."""

    pages: Count
    """The sum of the next four."""
    scored: Count
    review: Count
    rejected: Count
    blank: Count
    """Those that nothing is on, as the backs of printed sheets."""


class Batch(Document):
    """The options and the results of a batch (surveyor/batch@1)."""

    schema_name: Named[Literal["surveyor/batch@1"]] = "surveyor/batch@1"
    order: BatchOptions
    players: dict[str, str] = Field(default_factory=dict, exclude_if=lambda players: not players)
    """Players by the names of files, or by places in them such as `scan.pdf, page 3`, in lower case, as lists
    named them; they hold when it is resumed."""
    without_sheet: tuple[str, ...] = ()
    """Of the players that lists named: those who have no row in the standings."""
    finished: bool
    """False while it runs, and if it was interrupted."""
    files: Count = 0
    """The lines of the ledger: the sum of the next three."""
    scored: Count = 0
    review: Count = 0
    rejected: Count = 0
    of_documents: PageSums | None = IF_KNOWN
    """The pages of files that have several."""
    duplicates: Count = 0
    """Of the files: those that are the same as another."""
    sheets: Count = 0
    same_maps: Count = 0
    """Of the sheets: those whose map is that of another photo."""
    gone: tuple[str, ...] = ()
    """Of the files: those that the folder no longer holds."""
    others: tuple[str, ...] = ()
    """Other files in the folder, which by their names are no photos."""
    unranked: str | None = None
    """The players who share a rank only because their tie-break is not known, in words."""
