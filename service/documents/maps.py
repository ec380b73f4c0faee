"""Maps, and what they are worth."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StrictInt

import engine
from engine.certainty import Certainty
from service.documents.base import IF_KNOWN, WHOLE, Coins, Document, Named, Row, Share, SquareAt, WrittenBoxes
from service.documents.photos import Photo


class CustomSide(Document):
    """A home-made side, or a printed one corrected."""

    name: str = ""
    map: str
    """Eleven lines of eleven letters: . empty, ^ mountain, # wasteland, r ruins."""
    coins: Coins = engine.COIN_TRACK
    replaces: engine.Side | None = None


class Map(Document):
    """A map to be scored, and what else is known of its game (surveyor/map@1)."""

    schema_name: Named[Literal["surveyor/map@1"]]
    side: engine.Side
    terrain: Row[Row[engine.Terrain]]
    """The terrain of each square, the top row first."""
    ruins: tuple[SquareAt, ...] | None = None
    """Squares with ruins; those of the side by default."""
    coins: Coins | None = None
    edicts: Annotated[tuple[str, ...], Field(max_length=4)] | None = None
    """Names of the scoring cards, in the order A B C D."""
    season: engine.Season | None = None
    """The season that ends: only its two edicts count."""
    doubtful: Annotated[
        tuple[SquareAt, ...],
        Field(exclude_if=lambda squares: not squares),
        BeforeValidator(lambda squares: () if squares is None else squares),
    ] = ()
    """Squares that were doubtful when the map was read, and that nobody settled: they hold the likeliest.
    Left out where there is none."""
    boxes: WrittenBoxes | None = IF_KNOWN
    """Of a last map: the written season scores, spring first, as in a reading."""
    final: Annotated[StrictInt, WHOLE] | None = IF_KNOWN
    """Of a last map: the written final score."""
    player: str | None = IF_KNOWN
    """Of a last map: whose it is."""

    @classmethod
    def from_engine(cls, document: engine.MapDocument) -> "Map":
        """Return the engine's map as a document."""
        return cls.model_validate(document.to_json())

    def to_engine(self) -> engine.MapDocument:
        """Return the map for the engine.

        Raises:
            EngineError: The map contradicts itself or what is printed on its side.
        """
        return engine.MapDocument.from_json(self.model_dump(mode="json", exclude_none=True))


class SheetMap(Document):
    """The map of a sheet, as read and corrected."""

    side: engine.Side
    terrain: Row[Row[engine.Terrain]]
    coins: Coins | None
    boxes: WrittenBoxes
    final: int | None = None

    def at(self, square: SquareAt) -> engine.Terrain:
        """Return the terrain of a square."""
        row, column = square
        return self.terrain[row][column]

    def with_squares(self, squares: Mapping[engine.Square, engine.Terrain]) -> "SheetMap":
        """Return the map with something else on some squares."""
        rows = [list(row) for row in self.terrain]
        for square, terrain in squares.items():
            rows[square.row][square.column] = terrain
        return self.model_copy(update={"terrain": tuple(tuple(row) for row in rows)})

    def on_side(self, side: engine.Side) -> "SheetMap":
        """Return the map on a sheet of another side, whose print stands where nothing is drawn."""
        layout = engine.LAYOUTS.get(side)
        if layout is None:
            return self.model_copy(update={"side": side})
        bare = [square for square in engine.ALL_SQUARES if not self.at(square).is_drawn]
        printed = self.with_squares({square: layout[square] for square in bare})
        return printed.model_copy(update={"side": side})

    def differing(self, other: "SheetMap") -> list[tuple[engine.Square, engine.Terrain, engine.Terrain]]:
        """Return the squares on which another map of the sheet has something else: here, and there."""
        pairs = ((square, self.at(square), other.at(square)) for square in engine.ALL_SQUARES)
        return [each for each in pairs if each[1] is not each[2]]

    def to_engine(self) -> engine.MapSheet:
        """Return the map for the engine.

        Raises:
            EngineError: It contradicts itself or what is printed on its side.
        """
        layout = engine.LAYOUTS.get(self.side)
        return engine.MapSheet(self.terrain, layout.ruins if layout else (), self.side)


class Score(Document):
    """The score of a map (surveyor/score@1)."""

    schema_name: Named[Literal["surveyor/score@1"]]
    edicts: dict[str, int]
    """Stars by the name of the edict."""
    coins: Coins
    monsters: Annotated[int, Field(le=0)]
    total: int
    squares: dict[str, tuple[SquareAt, ...]]
    """The squares that earn the stars of each edict, and those that lose stars to `monsters`."""
    notes: Annotated[tuple[str, ...], Field(exclude_if=lambda notes: not notes)] = ()
    """Rules behind the score that were not seen in print; absent if there are none."""
    exact: Share | None = IF_KNOWN
    """Of a map that was read: the probability that `total` is right; left out where nothing read is sure."""
    interval: tuple[int, int] | None = IF_KNOWN
    """Likewise: the right total lies from the first to the second."""
    settle: tuple[SquareAt, ...] | None = IF_KNOWN
    """Likewise: the doubtful squares to settle until the total is known, the weightiest first.

    Each is [row, column], counted from 0."""
    settle_also: tuple[Literal["coins", "side"], ...] | None = IF_KNOWN
    """Other questions to settle beside the squares; absent if there are none."""
    written_fits: bool | None = IF_KNOWN
    """Whether the player wrote those stars of edicts and monsters for the season that the map as read scores.

    Left out where none of these numbers could be read, or a later season is written."""
    where: str | None = IF_KNOWN
    """Of a map from a file: file and line, and the sheet if there are several."""
    photo: Photo | None = IF_KNOWN
    """Of a reading from a file: the photo that was read."""

    @classmethod
    def from_report(
        cls, report: engine.ScoreReport, notes: tuple[str, ...] = (), certainty: Certainty | None = None
    ) -> "Score":
        """Return the engine's report as a document."""
        details = certainty.to_json() if certainty else {}
        return cls.model_validate(report.to_json() | {"notes": notes} | details)


class Rating(Document):
    """The rating of a solo game."""

    score: int
    subtracted: int
    """The sum of the numbers on the four scoring cards."""
    rating: int
    title: str | None
    """Null below the lowest rating that has a title."""
