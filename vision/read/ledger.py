"""Reads the ledger below the map: filled coins and the seasons' handwritten numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.sentence import FINAL_BOX
from vision.find.lattice import Lattice, Points
from vision.image import Image
from vision.read.coins import CoinCount, confirmed, count_borne_out, count_coins, is_blurred, weigh_written
from vision.read.ledgercrops import best_prints, cut_numbers, cut_row
from vision.read.ledgerplaces import (
    SLOTS,
    LedgerPlaces,
    PointedStrip,
    find_places,
    point_at_places,
    shows_all,
)
from vision.read.numbers import (
    COINS,
    FINAL,
    LARGEST,
    TOTAL,
    UNSEEN,
    VALUES,
    NumberOdds,
    classify_numbers,
    expect_no_final,
    mean_odds,
    weigh_final,
    weigh_seasons,
)
from vision.read.strip import Strip, straighten_strip
from vision.released import ReleasedModel, load_model

MODEL = "ledger_v9"
OWN_SHARE = 0.03  # what the picture alone must give a number that the sum then confirms
SURELY_BLANK = 0.5  # each cell of a season that counts as not filled in is blank with this probability
NO_FINAL = 0.75  # a final score's place that is empty with this probability is not looked at by a person
OVERRULED = 0.9  # a number that the picture alone shows so surely is not replaced because of the sum
LOOK_AGAIN = 0.9  # a cell read with less confidence is looked at again
ASIDE = ((-2, 0), (2, 0))  # pixels of the strip by which it is then looked at aside
SEASON_NAMES = ("spring", "summer", "fall", "winter")

Season = tuple[int | None, ...]


@dataclass(frozen=True)
class LedgerModel:
    """The four networks of a released ledger model, and the doubt they call for."""

    places: ReleasedModel
    coins: ReleasedModel
    whole: ReleasedModel
    numbers: ReleasedModel

    @property
    def least_coins(self) -> float:
        """Confidence below which a count of coins is not given."""
        return float(self.coins.config["doubt_below"])

    @property
    def coins_slope(self) -> float:
        """Power to which the odds of a count of coins are raised; see `count_borne_out`."""
        return float(self.coins.config.get("photo_slope", 1.0))

    @property
    def least_number(self) -> float:
        """Confidence below which a number is not given."""
        return float(self.numbers.config["doubt_below"])


def load_ledger() -> LedgerModel:
    """Load the released ledger model.

    Raises:
        ModelError: `model_missing` or `model_damaged`.
    """
    return LedgerModel(*(load_model(f"{MODEL}/{part}") for part in ("places", "coins", "whole", "numbers")))


@dataclass(frozen=True, slots=True)
class LedgerReading:
    """The ledger as read; what is not sure enough is None."""

    coins: int | None = None
    coins_confidence: float = 0.0
    coins_odds: tuple[float, ...] = ()
    """Probability of each count from 0, also where none is sure; empty: no coins were seen."""
    boxes: tuple[Season | None, ...] = ()
    """Seasons, spring first: first edict, second edict, coins, monsters, total; empty: no boxes seen."""
    boxes_confidence: tuple[tuple[float, ...] | None, ...] = ()
    final: int | None = None
    """The final score, where it is written and sure."""
    coins_guess: int | None = None
    """The likeliest count of coins, sure or not; None where the track does not show."""
    boxes_unread: tuple[tuple[str, int], ...] = ()
    """Seasons by name, and the final score, with how many of their numbers cannot be read surely."""


def left_open(ledger: LedgerReading) -> LedgerReading:
    """Return a ledger of which nothing is given, as where the print looks as if it were written."""
    seasons = len(ledger.boxes)
    return LedgerReading(
        boxes=((None,) * SLOTS,) * seasons,
        boxes_confidence=((0.0,) * SLOTS,) * seasons,
        coins_guess=ledger.coins_guess,
        boxes_unread=tuple((name, SLOTS) for name in SEASON_NAMES[:seasons]),
    )


def uncounted(ledger: LedgerReading, track: int) -> LedgerReading:
    """Return a ledger whose track has so many coins, on which the filled ones are not counted: any may be."""
    known, sure = (None, 0.0) if track else (0, 1.0)
    odds = (1.0 / (track + 1),) * (track + 1)
    return replace(ledger, coins=known, coins_confidence=sure, coins_odds=odds, coins_guess=known)


def read_ledger(image: Image, lattice: Lattice, model: LedgerModel | None = None) -> LedgerReading:
    """Read the coin track and the season boxes of a sheet.

    Args:
        image: the upright photo, RGB.
        lattice: where the field lies in it, in the sheet's own order.
        model: the released one by default.

    Raises:
        ModelError: the installation lacks its models.
    """
    return read_strip(straighten_strip(image, lattice), model or load_ledger())


def read_strip(strip: Strip, model: LedgerModel) -> LedgerReading:
    """Read the straightened paper below the field; see `read_ledger`."""
    return read_pointed(point_at_places(strip, model.places), model)


def read_pointed(pointed: PointedStrip, model: LedgerModel) -> LedgerReading:
    """Read the straightened paper below the field, on which the network has pointed; see `read_ledger`."""
    strip, places = pointed.strip, find_places(pointed)
    seasons, final = _read_numbers(strip, places, model)
    seen = _count(strip, places, model, seasons)
    count = count_borne_out(seen, model.coins_slope) if seen else None
    coins = count.coins if count and count.confidence >= model.least_coins else None
    boxes = tuple(season.numbers(model.least_number) for season in seasons)
    return LedgerReading(
        coins=coins,
        coins_confidence=min(count.confidence, 1.0) if count else 0.0,
        coins_odds=count.odds if count else (),
        boxes=boxes,
        boxes_confidence=tuple(
            None if box is None else season.confidence for box, season in zip(boxes, seasons, strict=True)
        ),
        final=final.number(model.least_number),
        coins_guess=count.coins if count else None,
        boxes_unread=tuple((name, SLOTS) for name in SEASON_NAMES)
        if places.is_unclear
        else _unread(seasons, boxes, final, model.least_number),
    )


def _count(
    strip: Strip, places: LedgerPlaces, model: LedgerModel, seasons: Sequence["SeasonOdds"]
) -> CoinCount | None:
    row = None if places.coins is None else cut_row(strip.picture, places.coins)
    if row is None or is_blurred(row):
        return None
    seen = count_coins(row, model.coins, model.whole)
    played = [season for season in seasons if season.cells[TOTAL].together.blank < SURELY_BLANK]
    if not played or not seen.odds:
        return seen
    last = played[-1].cells[COINS].together.values[LARGEST:][: len(seen.odds)]
    return confirmed(seen, weigh_written(seen, last, is_over=len(played) == len(SEASON_NAMES)))


@dataclass(frozen=True, slots=True)
class CellOdds:
    """A cell as its picture alone shows it, and as the numbers beside it make it likely."""

    alone: NumberOdds
    together: NumberOdds

    def is_sure(self, least: float) -> bool:
        """Whether to believe it; a sum overturns no confident picture, and invents nothing unseen."""
        if self.together.confidence < least or self.alone.share(self.together.value) < OWN_SHARE:
            return False
        return self.together.value == self.alone.value or self.alone.confidence < OVERRULED

    def number(self, least: float) -> int | None:
        """Return the number if it is sure; None also for a cell that is surely empty."""
        return self.together.value if self.is_sure(least) else None


@dataclass(frozen=True, slots=True)
class SeasonOdds:
    """A season's five cells."""

    cells: tuple[CellOdds, ...]

    def numbers(self, least: float) -> Season | None:
        """Return the numbers that are at least so likely; None for a season surely not filled in."""
        if all(cell.together.blank >= max(least, SURELY_BLANK) for cell in self.cells):
            return None
        return tuple(cell.number(least) for cell in self.cells)

    def unsure(self, least: float) -> int:
        """Return how many cells cannot be read surely; one that is surely left empty is no doubt."""
        return sum(not cell.is_sure(least) for cell in self.cells)

    @property
    def confidence(self) -> tuple[float, ...]:
        """Probability of what each cell most likely holds."""
        return tuple(min(cell.together.confidence, 1.0) for cell in self.cells)


NOTHING = NumberOdds(np.zeros(len(VALUES)), 1.0)
"""A cell where nothing is printed to write into."""


def _read_numbers(
    strip: Strip, places: LedgerPlaces, model: LedgerModel
) -> tuple[tuple[SeasonOdds, ...], CellOdds]:
    """Return the odds of the seasons' numbers and of the final score."""
    if places.slots is None:
        return (), CellOdds(NOTHING, NOTHING)
    slots = places.slots.reshape(-1, 2)
    cells = slots if places.final is None else np.concatenate([slots, places.final[None]])
    read = _look_at(strip, cells, model)
    shown = shows_all(strip, cells)
    whole = shown[: len(slots)].reshape(-1, SLOTS).all(axis=1)  # of a season cut off no cell's place is sure
    shown[: len(slots)] = whole.repeat(SLOTS)
    odds = [cell_odds if seen else UNSEEN for cell_odds, seen in zip(read, shown, strict=True)]
    alone = [odds[start : start + SLOTS] for start in range(0, len(slots), SLOTS)]
    seasons = tuple(
        SeasonOdds(tuple(map(CellOdds, *cells))) for cells in zip(alone, weigh_seasons(alone), strict=True)
    )
    final = NOTHING if places.final is None else odds[-1]
    totals = [season.cells[-1].together for season in seasons]
    ended = all(total.blank < SURELY_BLANK for total in totals)
    return seasons, CellOdds(final, weigh_final(final, totals) if ended else expect_no_final(final))


def _look_at(strip: Strip, cells: Points, model: LedgerModel) -> list[NumberOdds]:
    """Read the cells, (20 or 21, 2), each alone; where a look leaves doubt, twice more, a little aside."""
    places = np.array([*range(SLOTS)] * (len(cells) // SLOTS) + [FINAL])[: len(cells)]
    numbers = cut_numbers(strip.picture, cells)
    twins = best_prints(numbers)
    odds = classify_numbers(numbers, numbers[twins], places.tolist(), model.numbers)
    doubtful = np.flatnonzero([cell_odds.confidence < LOOK_AGAIN for cell_odds in odds])
    if len(doubtful):
        aside, prints = (
            cut_numbers(strip.picture, np.concatenate([cells[chosen] + step for step in ASIDE]))
            for chosen in (doubtful, twins[doubtful])
        )
        more = classify_numbers(aside, prints, np.tile(places[doubtful], len(ASIDE)).tolist(), model.numbers)
        for k, cell in enumerate(doubtful):
            odds[cell] = mean_odds([odds[cell], *more[k :: len(doubtful)]])
    return odds


def _unread(
    seasons: Sequence[SeasonOdds], boxes: Sequence[Season | None], final: CellOdds, least: float
) -> tuple[tuple[str, int], ...]:
    """Return the seasons of which numbers cannot be read surely, and how many; the final score, too.

    Who has written down some seasons has not played the others yet, and so no final score: what seems to
    stand in its place is print.
    """
    written = [box is not None for box in boxes]
    unsure = {
        name: season.unsure(least)
        for name, season, is_written in zip(SEASON_NAMES, seasons, written, strict=False)
        if is_written
    }
    blank = NO_FINAL if all(written) else 0.0 if any(written) else SURELY_BLANK
    unsure[FINAL_BOX] = int(not final.is_sure(least) and final.together.blank < blank)
    return tuple((name, count) for name, count in unsure.items() if count)
