"""Maps, and what they are worth."""

from typing import Annotated, Literal

from pydantic import Field

from engine import MapDocument, ScoreReport, Season, Side, Terrain
from engine.certainty import Certainty
from service.documents.base import IF_TOLD, Coins, Document, Named, Place, Row, Share, WrittenBoxes


class Map(Document):
    """A map to be scored, and what else is known of its game (surveyor/map@1)."""

    schema_name: Named[Literal["surveyor/map@1"]]
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
    doubtful: Annotated[tuple[Place, ...], Field(exclude_if=lambda squares: not squares)] = ()
    """Squares that were doubtful when the map was read, and that nobody settled: they hold the likeliest.
    Left out where there is none."""
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

    schema_name: Named[Literal["surveyor/score@1"]]
    edicts: dict[str, int]
    """Stars by the name of the edict."""
    coins: Coins
    monsters: Annotated[int, Field(le=0)]
    total: int
    squares: dict[str, tuple[Place, ...]]
    """The squares that earn the stars of each edict, and those that lose stars to `monsters`."""
    notes: Annotated[tuple[str, ...], Field(exclude_if=lambda notes: not notes)] = ()
    """What the score rests on without having been seen in print; left out where there is nothing to say."""
    exact: Share | None = IF_TOLD
    """Of a map that was read: the probability that `total` is right; left out where nothing read is sure."""
    interval: tuple[int, int] | None = IF_TOLD
    """Likewise: the right total lies from the first to the second."""
    settle: tuple[Place, ...] | None = IF_TOLD
    """Likewise: the doubtful squares to settle until the total is known, the weightiest first."""
    settle_also: tuple[Literal["coins", "side"], ...] | None = IF_TOLD
    """What is to be settled beside the squares, if anything is."""

    @classmethod
    def from_report(
        cls, report: ScoreReport, notes: tuple[str, ...] = (), certainty: Certainty | None = None
    ) -> "Score":
        """Return the engine's report as a document."""
        told = certainty.to_json() if certainty else {}
        return cls.model_validate(report.to_json() | {"notes": notes} | told)


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

    schema_name: Named[Literal["surveyor/game_score@1"]]
    seasons: Annotated[tuple[SeasonScore, ...], Field(min_length=len(Season), max_length=len(Season))]
    """Spring first."""
    total: int
    """The final score."""
    lost_to_monsters: Annotated[int, Field(ge=0)]
    """Stars lost to monsters in all seasons; the fewest break a tie."""
    solo: Rating | None = None


class Projection(Document):
    """What a map would score if nothing more were drawn (surveyor/projection@1)."""

    schema_name: Named[Literal["surveyor/projection@1"]]
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
