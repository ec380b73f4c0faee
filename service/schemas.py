"""The JSON documents of the contract as types; service.published makes JSON Schemas of them.

Squares are [row, column], counted from 0 at the top-left; pixels are [x, y] of the upright photo.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from engine import COIN_TRACK, SIZE, Edict, Game, MapDocument, ScoreReport, Season, Side, Terrain
from engine.audit import Cause, Kind, Which
from engine.contradictions import Rule
from engine.game.transcript import Deed
from engine.scoreboxes import Box, Origin
from engine.setup import MOST_PLAYERS

if TYPE_CHECKING:  # a score needs no vision
    from vision import Reason as VisionReason
    from vision import SheetReading
    from vision.context import JointReading

T = TypeVar("T")
Index = Annotated[int, Field(ge=0, lt=SIZE)]
Place = tuple[Index, Index]
Pixel = tuple[float, float]
Share = Annotated[float, Field(ge=0, le=1)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Coins = Annotated[int, Field(ge=0, le=COIN_TRACK)]
Row = Annotated[tuple[T, ...], Field(min_length=SIZE, max_length=SIZE)]
Nodes = Annotated[tuple[T, ...], Field(min_length=SIZE + 1, max_length=SIZE + 1)]
Boxes = Annotated[tuple[T, ...], Field(min_length=5, max_length=5)]
Seasons = Annotated[tuple[T, ...], Field(max_length=len(Season))]
WrittenBoxes = Seasons[Boxes[int | None] | None]
IF_TOLD: Any = Field(default=None, exclude_if=lambda value: value is None)


class Document(BaseModel):
    """What all documents have in common: they never change, and may grow by further keys."""

    model_config = ConfigDict(
        frozen=True,
        serialize_by_alias=True,
        validate_by_alias=True,
        validate_by_name=True,
        use_attribute_docstrings=True,
    )

    def to_line(self) -> str:
        """Return the document as one line of JSON, in plain ASCII so that any terminal can print it."""
        return json.dumps(self.model_dump(mode="json"))


class Map(Document):
    """A map to be scored, and what else is known of its game (surveyor/map@1)."""

    schema_name: Literal["surveyor/map@1"] = Field(validation_alias="schema", serialization_alias="schema")
    side: Side
    terrain: Row[Row[Terrain]]
    """The terrain of each square, the top row first."""
    ruins: tuple[Place, ...] | None = None
    """Squares with ruins; those of the side by default."""
    coins: Coins | None = None
    edicts: Annotated[tuple[str, ...], Field(max_length=4)] | None = None
    """Names of the scoring cards, in the order A B C D."""
    season: Season | None = None
    """The season that ends: only its two edicts count."""
    boxes: WrittenBoxes | None = IF_TOLD
    """Of a last map: the written season scores, spring first, as in a reading."""
    final: int | None = IF_TOLD
    """Of a last map: the written final score."""
    player: str | None = IF_TOLD
    """Of a last map: whose it is."""

    @classmethod
    def from_engine(cls, document: MapDocument) -> "Map":
        """Return the engine's map as a document."""
        return cls.model_validate(document.to_json())

    def to_engine(self) -> MapDocument:
        """Return the map for the engine.

        Raises:
            EngineError: The map contradicts itself or what is printed on its side.
        """
        return MapDocument.from_json(self.model_dump(mode="json", exclude_none=True))


class Score(Document):
    """What a map is worth (surveyor/score@1)."""

    schema_name: Literal["surveyor/score@1"] = Field(validation_alias="schema", serialization_alias="schema")
    edicts: dict[str, int]
    """Stars by the name of the edict."""
    coins: Coins
    monsters: Annotated[int, Field(le=0)]
    total: int
    squares: dict[str, tuple[Place, ...]]
    """The squares that earn the stars of each edict, and those that lose stars to `monsters`."""
    notes: Annotated[tuple[str, ...], Field(exclude_if=lambda notes: not notes)] = ()
    """What the score rests on without having been seen in print; left out where there is nothing to say."""

    @classmethod
    def from_report(cls, report: ScoreReport, notes: tuple[str, ...] = ()) -> "Score":
        """Return the engine's report as a document."""
        return cls.model_validate(report.to_json() | {"notes": notes})


class SeasonScore(Document):
    """The score of one season of a game."""

    season: Season
    score: Score


class Rating(Document):
    """What a solo game is worth in the queen's eyes."""

    score: int
    subtracted: int
    """The sum of the numbers on the four scoring cards."""
    rating: int
    title: str | None
    """Null below the lowest rating that has a title."""


class GameScore(Document):
    """What the four seasons of one player come to (surveyor/game_score@1)."""

    schema_name: Literal["surveyor/game_score@1"] = Field(
        validation_alias="schema", serialization_alias="schema"
    )
    seasons: Annotated[tuple[SeasonScore, ...], Field(min_length=len(Season), max_length=len(Season))]
    """Spring first."""
    total: int
    """The final score."""
    lost_to_monsters: Annotated[int, Field(ge=0)]
    """Stars lost to monsters in all seasons; the fewest break a tie."""
    solo: Rating | None = None


class BoxNumber(Document):
    """A number in a box of a season, and how it is known."""

    value: int
    origin: Origin


class FinalSeason(Document):
    """The boxes of one season; null where nothing is known."""

    season: Season
    first_edict: BoxNumber | None
    second_edict: BoxNumber | None
    coins: BoxNumber | None
    monsters: BoxNumber | None
    total: BoxNumber | None


class WrongNumber(Document):
    """A number that cannot stand beside the others."""

    rule: Rule
    season: Season | None
    """Null where it is about the final score."""
    box: Box
    number: int
    expected: int | None
    """What it should be, if that is one number."""
    message: str


class MissingNumber(Document):
    """A box without which the total of its season does not follow."""

    season: Season
    box: Box


class Final(Document):
    """The final score as the sheet alone tells it (surveyor/final@1)."""

    schema_name: Literal["surveyor/final@1"] = Field(validation_alias="schema", serialization_alias="schema")
    total: int | None
    """Null if it does not follow, or something contradicts it."""
    lost_to_monsters: int | None
    seasons: Annotated[tuple[FinalSeason, ...], Field(min_length=len(Season), max_length=len(Season))]
    contradictions: tuple[WrongNumber, ...]
    missing: tuple[MissingNumber, ...]
    player: str | None = None
    """Whose sheet it is, if that is told."""
    where: str | None = None
    """File and line of the last map."""
    notes: tuple[str, ...] = ()
    """What the score rests on without having been seen in print."""


class Placing(Document):
    """The rank of one player."""

    rank: Annotated[int, Field(ge=1)]
    player: str
    total: int
    lost_to_monsters: Annotated[int, Field(ge=0)] | None
    """Null if it is not known, and breaks no tie."""
    shared: bool
    """Whether others have the same rank."""


class Standings(Document):
    """All players of a game, the winner first (surveyor/standings@1)."""

    schema_name: Literal["surveyor/standings@1"] = Field(
        validation_alias="schema", serialization_alias="schema"
    )
    placings: tuple[Placing, ...]
    winners: tuple[str, ...]


class Projection(Document):
    """What a map would score if nothing more were drawn (surveyor/projection@1)."""

    schema_name: Literal["surveyor/projection@1"] = Field(
        validation_alias="schema", serialization_alias="schema"
    )
    edicts: dict[str, int]
    """What each edict gives now."""
    seasons: Annotated[tuple[SeasonScore, ...], Field(min_length=1, max_length=len(Season))]
    """The seasons still to come."""
    earned: int
    """The stars of the seasons before."""
    total: int
    """What the game would end with."""
    notes: tuple[str, ...] = ()
    """What the score rests on without having been seen in print."""


class OtherReading(Document):
    """A square that may have been misread."""

    map: Which
    square: Place
    holds: Terrain
    instead: Terrain


class OddThing(Document):
    """Something on a map that no legal game can have drawn."""

    kind: Kind
    squares: tuple[Place, ...]
    """Empty where it is about all the map."""
    message: str
    """Why it cannot be."""
    cause: Cause
    """`reading`: it may have been misread; `human`: it must be a person's error."""
    remedies: tuple[tuple[OtherReading, ...], ...]
    """One or two squares each which, read otherwise, leave nothing of it."""


class DrawnCard(Document):
    """What one card can have drawn."""

    card: str
    terrain: Terrain
    squares: tuple[Place, ...]
    coin: bool


class Audit(Document):
    """What is odd about a map (surveyor/audit@1)."""

    schema_name: Literal["surveyor/audit@1"] = Field(validation_alias="schema", serialization_alias="schema")
    odd: bool
    decided: bool
    """False if there are too many ways to draw the season; then nothing is said about it."""
    oddities: tuple[OddThing, ...]
    drawings: tuple[DrawnCard, ...]
    """With the cards of the season: one way in which it can have been drawn, if there is any."""
    where: str
    """File and line of the map."""


class Reason(Document):
    """Why a photo was rejected or needs a person's eye."""

    code: str = Field(examples=["no_grid"])
    """A stable word for programs."""
    message: str
    """What is wrong."""
    advice: str
    """What to do about it."""

    @classmethod
    def from_vision(cls, reason: "VisionReason | None") -> "Reason | None":
        """Return the reason as a document, if there is one."""
        return cls.model_validate(reason.to_json()) if reason else None


class Status(StrEnum):
    """How a photo ended."""

    READ = "read"
    REVIEW = "review"
    REJECTED = "rejected"


class CustomSide(Document):
    """A home-made side, or a printed one corrected."""

    name: str = ""
    map: str
    """Eleven lines of eleven letters: . empty, ^ mountain, # wasteland, r ruins."""
    coins: Coins = COIN_TRACK
    replaces: Side | None = None


class Rules(Document):
    """Where the rulebooks are silent or two printings differ."""

    rotate_hero_pattern: bool = True
    fallback_any_terrain: bool = True


class Setup(Document):
    """What is laid out before a game (surveyor/setup@1)."""

    schema_name: Literal["surveyor/setup@1"] = Field(validation_alias="schema", serialization_alias="schema")
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    side: Side
    layout: CustomSide | None = None
    """Of a custom side."""
    edicts: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]
    """In the order A B C D, one of each category."""
    explore: Game
    """Whose explore cards are used."""
    seasons: Game
    """Whose season cards are used."""
    ruins: bool
    ambushes: Annotated[tuple[str, ...], Field(min_length=len(Season))]
    heroes: bool
    rules: Rules = Rules()
    seed: Annotated[int, Field(ge=0)]


class RecordedMove(Document):
    """What one player did with one card."""

    season: Season
    card: str
    seat: Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
    does: Deed
    terrain: Terrain | None = None
    """What was drawn."""
    squares: tuple[Place, ...] | None = None
    """What was drawn on or destroyed; absent of a player who passed."""
    attack: tuple[Place, ...] | None = None
    """The squares marked with a hero's attack pattern."""


class Transcript(Document):
    """A game that can be played again, move by move (surveyor/transcript@1)."""

    schema_name: Literal["surveyor/transcript@1"] = Field(
        validation_alias="schema", serialization_alias="schema"
    )
    setup: Setup
    moves: tuple[RecordedMove, ...]


class PlayedGame(Document):
    """A game and what it came to (surveyor/game@1)."""

    schema_name: Literal["surveyor/game@1"] = Field(validation_alias="schema", serialization_alias="schema")
    transcript: Transcript
    finished: bool
    cards: dict[Season, tuple[str, ...]]
    """The cards revealed in each season, in order."""
    maps: tuple[Seasons[Map], ...]
    """The maps of each seat at the end of each season."""
    scores: tuple[GameScore, ...] | None
    """By seat; null until the game is over."""
    standings: Standings | None
    notes: tuple[str, ...]
    """What the game rests on without having been seen in print."""


class Photo(Document):
    """The file that was read."""

    name: str
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None
    """Hash of the file's bytes; null if they could not be had."""
    page: Annotated[int, Field(ge=1)] | None = None
    """Page of a document, from 1; null for a photo."""
    width: Annotated[int, Field(gt=0)] | None = None
    """Width of the upright photo in pixels; null if it could not be opened."""
    height: Annotated[int, Field(gt=0)] | None = None


class ContextEffect(StrEnum):
    """What is done to a square by what else is known of the sheet."""

    SETTLED = "settled"
    CHANGED = "changed"
    ASKED = "asked"


class SquareMarks(Document):
    """What else a square shows than its terrain."""

    attack: Share
    """How likely a hero's attack mark is."""
    initial: Annotated[str, Field(pattern="^[DZTG]?$")]
    """The likeliest letter on a monster, empty for none."""
    foreign: Share
    """How likely something hides it that is no drawing of the game: a stain, a finger, a word."""


class RethoughtSquare(Document):
    """A square on which what else is known has its say."""

    square: Place
    effect: ContextEffect
    """`settled`: the picture was doubtful and right; `changed`: it was unsure, something else is likelier;
    `asked`: it was sure, and is contradicted."""
    picture: Terrain
    """What the picture alone shows."""
    picture_confidence: Share
    context: Terrain
    """What the context makes of it."""
    why: str


class SheetContext(Document):
    """What the picture alone shows, where the sheet was read with the map before it or the cards."""

    terrain: Row[Row[Terrain]]
    confidence: Row[Row[Share]]
    doubtful: tuple[Place, ...]
    rethought: tuple[RethoughtSquare, ...]
    explained: bool | None
    """Whether the cards can have drawn the sheet as read; null if none were told, or it took too long."""


class WrittenCode(Document):
    """What the code on one of our own printed sheets says (docs/printing.md)."""

    side: Side
    sheet: int
    """Its number in the print run, from 1."""
    tournament: str
    player: str


class PaperCurl(Document):
    """Where the paper bends most."""

    where: str
    """As a person would point at it, such as "lower left"."""
    squares: float
    """How far a node there lies from where it would on flat paper."""


class Sheet(Document):
    """One map sheet found in a photo."""

    side: Side
    side_confidence: Share
    corners: tuple[Pixel, Pixel, Pixel, Pixel]
    """Outer corners of the field in the sheet's own order: top-left, top-right, bottom-right, bottom-left."""
    lattice: Nodes[Nodes[Pixel]]
    """Where each of the 12 x 12 crossings of grid lines lies in the photo."""
    lattice_error: Annotated[float, Field(ge=0)]
    """Typical distance of the lattice from the printed lines, in squares."""
    terrain: Row[Row[Terrain]]
    confidence: Row[Row[Share]]
    """Probability that the terrain of each square is right."""
    doubtful: tuple[Place, ...]
    """Squares that a person should look at."""
    alternatives: dict[str, dict[Terrain, Share]]
    """By "row,column": what each doubtful square may hold, and how likely."""
    marks: dict[str, SquareMarks] = Field(default_factory=dict)
    """By "row,column": squares with an attack mark, an initial, or something that hides them."""
    coins: Coins | None
    """Filled coins of the track; null if they were not read."""
    coins_confidence: Share
    boxes: WrittenBoxes
    """Season scores, spring first: first edict, second edict, coins, monsters, total."""
    boxes_confidence: Seasons[Boxes[Share] | None]
    final: int | None = IF_TOLD
    """The written final score, where one is read."""
    code: WrittenCode | None = IF_TOLD
    """What the code of one of our own printed sheets says."""
    curl: PaperCurl | None = IF_TOLD
    """Where the paper bends most, if it does not lie flat."""
    margin: float | None = IF_TOLD
    """How much likelier the lattice is than one a square aside, by the logarithm."""
    context: SheetContext | None = IF_TOLD
    """With what is known beside the picture: the picture's own reading. All else is by both."""
    reason: Reason | None = IF_TOLD
    """Among several sheets: why this one needs a person's eye."""

    @classmethod
    def from_reading(cls, reading: "SheetReading") -> "Sheet":
        """Return what was read: pixels to a hundredth, probabilities to four decimals."""
        doubtful, curl = set(reading.doubtful), reading.curl
        fields = {
            "side": reading.side,
            "side_confidence": _share(reading.side_confidence),
            "corners": reading.geometry.corners.round(2).tolist(),
            "lattice": reading.geometry.lattice.round(2).tolist(),
            "lattice_error": round(max(0.0, reading.geometry.error), 4),
            "terrain": _in_rows([cell.terrain for cell in reading.cells]),
            "confidence": _in_rows([_share(cell.confidence) for cell in reading.cells]),
            "doubtful": reading.doubtful,
            "alternatives": {
                f"{cell.square.row},{cell.square.column}": _shares(cell.alternatives)
                for cell in reading.cells
                if cell.square in doubtful
            },
            "marks": {
                f"{cell.square.row},{cell.square.column}": {
                    "attack": _share(cell.marks.attack),
                    "initial": cell.marks.letter,
                    "foreign": _share(cell.marks.foreign),
                }
                for cell in reading.cells
                if cell.marks.is_any
            },
            "coins": reading.coins,
            "coins_confidence": _share(reading.coins_confidence),
            "boxes": reading.boxes,
            "boxes_confidence": reading.boxes_confidence,
            "final": reading.final,
            "code": asdict(reading.code) if reading.code else None,
            "curl": asdict(curl) if curl else None,
            "margin": None if reading.geometry.margin is None else round(reading.geometry.margin, 2),
        }
        return cls.model_validate(fields)

    @classmethod
    def from_joint(cls, read: "JointReading") -> "Sheet":
        """Return what was read by picture and context, with the picture's own reading beside it."""
        alone = cls.from_reading(read.picture)
        rethought = [
            {
                "square": each.square,
                "effect": each.effect,
                "picture": each.picture.terrain,
                "picture_confidence": _share(each.picture.confidence),
                "context": each.context,
                "why": each.why,
            }
            for each in read.rethought
        ]
        context = SheetContext.model_validate(
            {
                "terrain": alone.terrain,
                "confidence": alone.confidence,
                "doubtful": alone.doubtful,
                "rethought": rethought,
                "explained": read.explained,
            }
        )
        return cls.from_reading(read.joint).model_copy(update={"context": context})

    def to_engine(
        self, *, coins: int | None, edicts: tuple[Edict, ...], season: Season | None
    ) -> MapDocument:
        """Return the map as read, with what is known of its game.

        Raises:
            EngineError: What was read contradicts what is printed on its side.
        """
        read = Map(schema_name="surveyor/map@1", side=self.side, terrain=self.terrain)
        return MapDocument(read.to_engine().sheet, coins, edicts, season)


class Reading(Document):
    """What became of one photo, or of one page of a document (surveyor/reading@1)."""

    schema_name: Literal["surveyor/reading@1"] = Field(
        default="surveyor/reading@1", validation_alias="schema", serialization_alias="schema"
    )
    photo: Photo
    status: Status
    """`read`: nothing doubtful; `review`: look at `doubtful` and `reason`; `rejected`: no sheet."""
    reason: Reason | None
    seconds: Annotated[float, Field(ge=0)]
    model: str | None
    """The model that read the squares; null if it did not come to that."""
    sheets: tuple[Sheet, ...]

    @property
    def needs_a_person(self) -> bool:
        """Whether it was rejected or must be reviewed."""
        return self.status is not Status.READ


class Correction(Document):
    """What a person said of one square that was read (surveyor/correction@1)."""

    schema_name: Literal["surveyor/correction@1"] = Field(
        validation_alias="schema", serialization_alias="schema"
    )
    photo: Digest
    """Hash of the photo's bytes."""
    page: Annotated[int, Field(ge=0)] | None
    sheet: Annotated[int, Field(ge=0)]
    """Number of the sheet in the photo, from 0."""
    side: Side
    square: Place
    read: Terrain
    """What the reader held likeliest."""
    probabilities: dict[Terrain, Share]
    """What the reader held possible, as far as the reading tells."""
    said: Terrain
    """What the person says; it may be what was read."""
    model: str
    model_sha256: Digest | None
    """Hash of the network; null if that model was not installed where the correction was made."""
    crop: Digest
    """Hash of the PNG of the square and a quarter square around it, seen straight in even light."""
    picture: Digest
    """Hash of the PNG of the whole sheet, likewise."""
    when: str
    """Moment in ISO 8601."""
    writer: str | None
    """Whose pencil it is."""
    by: str | None
    """Who says so."""


class ScoreRange(Document):
    """How far the score may be off, as far as the squares decide."""

    low: int
    high: int
    """The score is surely (98 of 100) from low to high."""
    chance: Share
    """How likely the score is right."""
    settle: tuple[Place, ...]
    """The squares that may change it, most consequential first."""


class ScannedSheet(Document):
    """A sheet as a map, and its score."""

    map: Map
    score: Score
    surely: ScoreRange | None = None


class Scan(Document):
    """A reading, and for each of its sheets the map and its score (surveyor/scan@1)."""

    schema_name: Literal["surveyor/scan@1"] = Field(
        default="surveyor/scan@1", validation_alias="schema", serialization_alias="schema"
    )
    reading: Reading
    sheets: tuple[ScannedSheet, ...]


class InvalidField(Document):
    """A part of a request that is not what it should be."""

    where: str
    message: str


class Problem(Document):
    """Why a request failed (RFC 9457, application/problem+json)."""

    type: str = Field(examples=["urn:surveyor:problem:no_grid"])
    """A stable name of the kind of problem."""
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    reason: Reason | None = None
    """Why a photo could not be read."""
    errors: tuple[InvalidField, ...] = ()
    """The parts of the request that are wrong."""


def _share(share: float) -> float:
    return round(min(max(float(share), 0.0), 1.0), 4)


def _shares(shares: Mapping[Terrain, float]) -> dict[Terrain, float]:
    return {terrain: _share(share) for terrain, share in shares.items()}


def _in_rows(values: list[T]) -> list[list[T]]:
    return [values[start : start + SIZE] for start in range(0, len(values), SIZE)]
