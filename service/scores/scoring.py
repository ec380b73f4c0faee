"""Scoring map documents with what the command line or a request adds to them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from engine import (
    SIZE,
    CoinsError,
    EngineError,
    MapDocument,
    MapFormatError,
    ScoreReport,
    Season,
    find_edict,
    score_map,
)
from engine.certainty import SURE, Certainty
from engine.customsides import read_map_on
from engine.documents import misspelt_notes
from engine.edicts import Edict
from engine.fields import read_choice, read_list, read_object, read_text
from engine.layouts import Layout
from engine.scoring import check_coins, check_edicts, season_edicts
from engine.unconfirmed import score_notes
from service.formats.jsonfields import RepeatedFieldError, parse_json, why_unreadable

if TYPE_CHECKING:  # maps need not wait for what readings need
    from service.documents import Photo

Line = TypeVar("Line")

SCAN = "surveyor/scan@1"
READINGS = ("surveyor/reading@1", SCAN)
"""The documents that hold a reading."""
NOTHING = "there is nothing in it; a JSON document is needed: `surveyor read --json` prints one"
NO_EDICTS = "no edicts are given, so that only coins and monsters are counted: name them with --edicts"


@dataclass(frozen=True, slots=True)
class Rules:
    """Facts of the game given beside the map; those in the map itself take precedence."""

    edicts: tuple[Edict, ...] = ()
    """At most four, in the order A B C D."""
    season: Season | None = None
    coins: int | None = None
    layout: Layout | None = None
    """The side that maps of side "custom", or of the one that it replaces, were drawn on."""

    def __post_init__(self) -> None:
        """Refuse what no game can have."""
        check_edicts(self.edicts)
        if self.coins is not None:
            check_coins(self.coins)
            if self.layout and self.coins > self.layout.coins:
                raise CoinsError(self.coins, self.layout.coins)

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        season: Season | None = None,
        coins: int | None = None,
        layout: Layout | None = None,
    ) -> "Rules":
        """Return the rules by the names of the edicts.

        Raises:
            EngineError: A name is unknown, there are too many, or one twice.
        """
        return cls(tuple(find_edict(name) for name in names), season, coins, layout)

    def check_season(self) -> None:
        """Raise SeasonError if an edict is missing that the season scores."""
        if self.season:
            season_edicts(self.season, self.edicts)

    def read(self, document: object) -> MapDocument:
        """Read a map document, and fill in what it does not say.

        Raises:
            EngineError: The document is none, or contradicts the layout.
        """
        if self.layout is None:
            return self.complete(MapDocument.from_json(document))
        return self.complete(read_map_on(self.layout, document))

    def complete(self, document: MapDocument) -> MapDocument:
        """Return the document with what it does not say filled in."""
        return replace(
            document,
            edicts=document.edicts or self.edicts,
            season=document.season or self.season,
            coins=self.coins if document.coins is None else document.coins,
        )

    def filled(self, scan: Mapping[str, object]) -> "Rules":
        """Return the rules with the edicts and the season that a scan's map has, where no edicts are given.

        Raises:
            EngineError: They are none.
        """
        if self.edicts:
            return self
        names, season = read_list(scan.get("edicts") or [], where="edicts"), scan.get("season")
        edicts = Rules.of([read_text(name, where="edicts") for name in names]).edicts
        ends = None if season is None else read_choice(season, Season, where="season")
        return replace(self, edicts=edicts, season=self.season or ends)

    def notes_on_unused(self, scored: MapDocument) -> tuple[str, ...]:
        """Return a note on the facts given that count for nothing, as the map says others itself."""
        facts = {"edicts": self.edicts, "season": self.season, "coins": self.coins}
        unused = [name for name, given in facts.items() if given not in (None, (), getattr(scored, name))]
        named = " and ".join(unused)
        return (f"the map has its own {named}; those given count for nothing",) if unused else ()


def score_document(document: MapDocument) -> ScoreReport:
    """Score a map by its own document.

    Raises:
        EngineError: The edicts, the season and the coins do not fit together.
    """
    return score_map(document.sheet, document.edicts, coins=document.coins or 0, season=document.season)


@dataclass(frozen=True, slots=True)
class Refused:
    """A document, or a part of one, that says nothing."""

    where: str
    """File and line, and the sheet if there are several."""
    problem: str
    """Why."""


@dataclass(frozen=True, slots=True)
class MapLine:
    """The outcome of scoring one map of a file."""

    where: str
    """File and line, and the sheet if there are several."""
    document: MapDocument

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on rules that the scores rely on without a printed source, and on doubtful squares."""
        notes = score_notes(self.document.sheet, self.document.edicts)
        return notes + notes_of_doubt(len(self.document.doubtful), None)


@dataclass(frozen=True, slots=True)
class ScoredLine(MapLine):
    """The score of one map of a file."""

    report: ScoreReport
    remarks: tuple[str, ...] = ()
    """Notes on keys of the document that may be misspelt, and on facts given for which it has its own."""
    certainty: Certainty | None = None
    """How sure the score is, of a map that was read."""
    doubtful: int = 0
    """How many squares are doubtful."""
    photo: "Photo | None" = None
    """The photo that it was read from."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks, and notes on rules without a printed source and on missing edicts."""
        missing = () if self.document.edicts else (NO_EDICTS,)
        return self.remarks + notes_on(self.document, self.report) + missing

    def to_json(self) -> dict[str, object]:
        """Return the score as a surveyor/score@1 document."""
        notes = self.remarks + notes_on(self.document, self.report, self.doubtful, self.certainty)
        noted = {"notes": list(notes)} if notes else {}
        sure = self.certainty.to_json() if self.certainty else {}
        photo = {"photo": self.photo.model_dump(mode="json")} if self.photo else {}
        return self.report.to_json() | noted | sure | {"where": self.where} | photo


def is_guess(doubtful: int) -> bool:
    """Tell whether so many squares are doubtful that all may be misplaced, and a range says nothing."""
    return doubtful > SIZE * SIZE / 2


def notes_of_doubt(doubtful: int, certainty: Certainty | None) -> tuple[str, ...]:
    """Return a note on doubtful squares, where nothing else says how sure the score is."""
    if certainty or not doubtful:
        return ()
    squares = "1 square is" if doubtful == 1 else f"{doubtful} squares are"
    counted = "is a guess" if is_guess(doubtful) else "may be wrong"
    return (f"{squares} doubtful, so what is counted on the map {counted}.",)


def notes_on(
    document: MapDocument, report: ScoreReport, doubtful: int = 0, certainty: Certainty | None = None
) -> tuple[str, ...]:
    """Return notes on rules that the score relies on without a printed source, and on doubtful squares."""
    rules = score_notes(document.sheet, [line.edict for line in report.lines])
    return rules + notes_of_doubt(doubtful, certainty)


def score_file(file: BinaryIO, name: str, rules: Rules, sure: float = SURE) -> Iterator[ScoredLine | Refused]:
    """Score the maps of a file as they come: one JSON document a line, or a single one over many lines.

    A reading is as many maps as it has sheets; `sure` is the probability from which nothing of it is asked.
    """

    def score(document: object, where: str) -> Iterator[ScoredLine | Refused]:
        if isinstance(document, dict) and document.get("schema") in READINGS:
            from service.scores.readingscores import score_read  # maps need not wait for what readings need

            yield from score_read(document, where, rules, sure)
        else:
            scored = rules.read(document)
            remarks, doubtful = misspelt_notes(document) + rules.notes_on_unused(scored), len(scored.doubtful)
            yield ScoredLine(where, scored, score_document(scored), remarks=remarks, doubtful=doubtful)

    return each_document(file, name, score)


def each_document(
    file: BinaryIO, name: str, read: Callable[[object, str], Iterator[Line]]
) -> Iterator[Line | Refused]:
    """Yield what `read` makes of each JSON document of a file, and which documents are refused.

    A file has one document a line, or a single one over many lines.
    """
    for where, text in read_documents(file, name):
        try:
            yield from read(parse_document(text), where)
        except EngineError as error:
            yield Refused(where, str(error).removeprefix(f"{where}: "))


def reading_within(document: object) -> object:
    """Return the reading of a scan, each sheet with what its map tells of the game; else the document.

    Raises:
        MapFormatError: The scan is none.
    """
    if not isinstance(document, Mapping) or document.get("schema") != SCAN:
        return document
    reading = read_object(document.get("reading"))
    sheets = read_list(reading.get("sheets"), where="reading.sheets")
    scanned = read_list(document.get("sheets") or [], where="sheets")
    maps = [read_object(read_object(each).get("map")) for each in scanned]
    games = [{key: each[key] for key in ("edicts", "season") if each.get(key)} for each in maps]
    told = [{**read_object(sheet), **game} for sheet, game in zip(sheets, games, strict=False)]
    return {**reading, "sheets": told + sheets[len(told) :]}


def sheet_at(where: str, number: int, count: int) -> str:
    """Return the place of a sheet in a file, by its number among the sheets of a reading."""
    return where if count == 1 else f"{where}, sheet {number}"


def read_documents(file: BinaryIO, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield each document with its place, file and line; an empty file is a document of nothing."""
    is_empty = True
    for number, text in _split(file):
        if text.strip():
            is_empty = False
            yield f"{name}:{number}", text
    if is_empty:
        yield name, b""


def _split(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    first = file.readline()
    lines: Iterable[bytes] = file
    if not _is_json(first):
        rest = file.read()
        lines = rest.splitlines()
        is_whole = _is_json(first + rest)
        if is_whole or not any(line.lstrip().startswith(b"{") and _is_json(line) for line in lines):
            yield 1, first + rest
            return
    yield from enumerate(chain([first], lines), 1)


def _is_photo(text: bytes) -> bool:
    from vision.decode.limits import kind_of  # maps need not wait for what photos need

    return kind_of(text) is not None


def _is_json(text: bytes) -> bool:
    try:
        parse_document(text)
    except MapFormatError:
        return False
    return True


def parse_document(text: bytes) -> object:
    """Return the JSON document, or raise MapFormatError."""
    if not text.strip():
        raise MapFormatError(NOTHING)
    try:
        return parse_json(text, _refuse_constant)
    except MapFormatError:
        raise
    except RepeatedFieldError as error:
        raise MapFormatError(str(error)) from error
    except json.JSONDecodeError as error:
        if not text.lstrip().startswith(b"{"):
            raise MapFormatError(
                "this is text, and no JSON document: `surveyor read --json` prints one"
            ) from error
        why = f"{error.msg} in line {error.lineno}, letter {error.colno}"
    except (ValueError, RecursionError) as error:
        if _is_photo(text):
            raise MapFormatError("this is a photo: `surveyor read --json` makes a reading of it") from None
        why = why_unreadable(error)
    raise MapFormatError(f"this is no JSON document ({why})")


def _refuse_constant(name: str) -> None:
    raise MapFormatError(f"this is no JSON document ({name} is no number)")
