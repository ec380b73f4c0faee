"""The joint reading of a sheet: what changes by what else is known, what is asked, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine import ALL_SQUARES, Square, Terrain
from engine.areas import bit
from engine.audit import Evidence, SeasonPlayed
from engine.sentence import Sentence, later
from vision.context.adaptation import PICTURES_SHARE
from vision.context.known import Known
from vision.context.pairs import Pair, Pairs, all_pairs, now_of
from vision.context.worlds import LegalWorlds, legal_worlds, likeliest_maps
from vision.errors import Reason
from vision.read.reading import CellReading, SheetReading

SURE = 0.99  # a picture as sure as this is never overturned: the square is asked about
RULES_BROKEN = 2e-5  # one season in fifty, spread over the many maps that the rules forbid


class Effect(StrEnum):
    """The effect of the context on a square."""

    SETTLED = "settled"
    """The picture was doubtful, and no longer is: its likeliest terrain was right."""
    CHANGED = "changed"
    """The picture was unsure, and another terrain is likelier now."""
    ASKED = "asked"
    """The picture was sure, and what is known contradicts it: a person is to say."""


@dataclass(frozen=True, slots=True)
class Rethought:
    """One square on which the context has its say."""

    square: Square
    effect: Effect
    picture: CellReading
    """As the picture alone shows it."""
    context: Terrain
    """The terrain with its context."""
    why: str
    """One sentence for a person."""


@dataclass(frozen=True)
class JointReading:
    """Both readings of a sheet."""

    picture: SheetReading
    """The reading of the picture alone."""
    joint: SheetReading
    """The same sheet, its probabilities joined with what else is known."""
    rethought: tuple[Rethought, ...] = ()
    explained: bool | None = None
    """Whether the cards can have drawn the joint reading; None if no cards are known, or it took too long."""


def read_in_context(reading: SheetReading, known: Known) -> JointReading:
    """Hold a reading against what else is known of the sheet; with nothing known, nothing changes.

    What is drawn stays, so a square may go from empty to anything and from anything to destroyed. What was
    added must be made of the shapes of the cards, one each. Where the picture is unsure, that settles it;
    where it is sure and contradicted, the square becomes doubtful. Nothing is forbidden outright: people
    rub out, and forget cards.

    Args:
        reading: the sheet as the picture shows it.
        known: the map before, the cards, or both.
    """
    if not known.is_anything:
        return JointReading(reading, reading)
    if contradiction := known.contradiction(reading):
        return JointReading(reading, reading.noticing(contradiction))
    pairs = all_pairs(reading.cells, known.earlier_cells(reading))
    legal = legal_worlds(_season(reading, pairs, known), pairs) if known.cards else LegalWorlds()
    shares = [now_of(_mixed(held, legal, place)) for place, held in enumerate(pairs)]
    wanted = _wanted(legal)
    cells = tuple(
        _joined(cell, share, wanted.get(cell.square))
        for cell, share in zip(reading.cells, shares, strict=True)
    )
    explained = None if not known.cards or (legal.gave_up and not legal.mass) else bool(legal.mass)
    joint = replace(reading, cells=cells)
    if explained is False:
        joint = joint.noticing(_unexplained())
    contexts = [
        wanted.get(square, _likeliest(share)) for square, share in zip(ALL_SQUARES, shares, strict=True)
    ]
    return JointReading(
        reading, joint, tuple(_rethought(reading, joint, contexts, pairs, legal, known)), explained
    )


def _season(reading: SheetReading, pairs: Sequence[Pairs], known: Known) -> SeasonPlayed:
    evidence = Evidence.of(reading.to_map(), season=known.season)
    played = SeasonPlayed(evidence.blank(), evidence, known.cards, known.standing, known.solo, known.rules)
    return likeliest_maps(played, pairs)


def _mixed(pairs: Pairs, legal: LegalWorlds, place: int) -> Mapping[Pair, float]:
    """Weigh what legal maps hold here against what any map may hold, were the rules not kept."""
    if not legal.mass:
        return pairs
    kept = legal.pairs.get(place, {next(iter(pairs)): 1.0})
    whole = legal.mass + RULES_BROKEN
    return {
        pair: (legal.mass * kept.get(pair, 0.0) + RULES_BROKEN * share) / whole
        for pair, share in pairs.items()
    }


def _wanted(legal: LegalWorlds) -> dict[Square, Terrain]:
    """Return the squares by which the likeliest maps miss being legal, where that is hard to believe."""
    if legal.best is None or legal.mass > RULES_BROKEN:
        return {}
    return {ALL_SQUARES[place]: pair.now for flip in legal.best.flips for place, pair in flip.changes}


def _joined(cell: CellReading, shares: Mapping[Terrain, float], wanted: Terrain | None) -> CellReading:
    """Return what the square holds by picture and context; torn between the two where both are sure."""
    context = wanted or _likeliest(shares)
    if context is cell.terrain:
        return cell if cell.terrain.is_printed else _scaled(cell, shares)
    if wanted or cell.confidence >= SURE:
        torn = {cell.terrain: PICTURES_SHARE, context: 1.0 - PICTURES_SHARE}
        return replace(cell, probabilities=torn)
    return _scaled(cell, shares)


def _scaled(cell: CellReading, shares: Mapping[Terrain, float]) -> CellReading:
    """Take over the shares; what the picture's probabilities lack of 1 stays as doubt."""
    whole = min(1.0, sum(cell.probabilities.values()))
    return replace(cell, probabilities={terrain: share * whole for terrain, share in shares.items()})


def _likeliest(shares: Mapping[Terrain, float]) -> Terrain:
    return max(shares, key=shares.__getitem__)


def _rethought(
    picture: SheetReading,
    joint: SheetReading,
    contexts: Sequence[Terrain],
    pairs: Sequence[Pairs],
    legal: LegalWorlds,
    known: Known,
) -> Iterator[Rethought]:
    """Go through the squares on which the context has its say."""
    doubted, doubtful = set(picture.doubtful), set(joint.doubtful)
    for place, square in enumerate(ALL_SQUARES):
        cell, context = picture.cells[place], contexts[place]
        if square in doubtful and square not in doubted:
            effect = Effect.ASKED
        elif context is not cell.terrain:
            effect = Effect.ASKED if joint.cells[place].terrain is cell.terrain else Effect.CHANGED
        elif square in doubted and square not in doubtful:
            effect = Effect.SETTLED
        else:
            continue
        why = _why(square, context, next(iter(pairs[place])).before, legal, known)
        yield Rethought(square, effect, cell, context, why)


def _why(square: Square, context: Terrain, was: Terrain, legal: LegalWorlds, known: Known) -> str:
    if was.is_filled:
        return Sentence(
            "The map before has %(terrain)s here, and what is drawn stays unless it is destroyed.",
            terrain=was,
        )
    if not known.cards:
        return later("The map before is empty here.")
    if legal.history is None:
        return later("The map before is empty here, and the cards tell nothing of this square.")
    if context is Terrain.EMPTY:
        return later("The cards of the season can have drawn the rest of the map, but nothing here.")
    drawn = [drawing for drawing in legal.history.drawings if drawing.area & bit(square)]
    if not drawn:
        return Sentence("The cards of the season fit the map with %(terrain)s here.", terrain=context)
    return Sentence(
        "The cards of the season fit the map with %(terrain)s here by %(card)s.",
        terrain=context,
        card=str(known.cards[drawn[0].card]),
    )


def _unexplained() -> Reason:
    return Reason(
        "season_unexplained",
        "The cards that you named cannot have drawn this season's squares, as they were read or nearly so.",
        "Check the cards, the map before, and the squares drawn in this season.",
    )
