import numpy as np
import pytest

from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN, PAPER
from vision.read.classifier import Impression, Kinds, KindSet
from vision.read.samehand import as_inked, as_those_alike, ink_of, of_one_hand

FOREST, HERO, WATER = range(3)
FIR, PALM, AXE, SWORD, WAVE = range(5)
KNOWN = KindSet(np.array([FOREST, FOREST, HERO, HERO, WATER]), np.array([0.5, 0.5, 0.5, 0.5, 1.0]))
ALL = np.ones(8, np.bool_)
FOREST_OR_HERO = [0.45, 0.5, 0.05]


def _looking_like(*seen: int) -> Kinds:
    """Squares that look like these kinds, hardly like others."""
    return Kinds(0.95 * np.eye(5)[list(seen)] + 0.01, KNOWN)


def _sheet(unsure: list[float]) -> np.ndarray:
    """What seven sure squares and an unsure one hold: three forests, two heroes, two waters, and the last."""
    sure = 0.98 * np.eye(3)[[FOREST, FOREST, FOREST, HERO, HERO, WATER, WATER]] + 0.02 / 3
    return np.vstack([sure, unsure])


def _last(kinds: Kinds) -> int:
    return int(of_one_hand(_sheet(FOREST_OR_HERO), kinds, ALL)[7].argmax())


def test_a_fir_is_a_forest_where_the_forests_are_firs() -> None:
    looks_of_both = _looking_like(FIR, FIR, FIR, SWORD, SWORD, WAVE, WAVE, FIR)
    looks_of_both.chances[7] = [0.45, 0.01, 0.5, 0.01, 0.03]  # a fir that could be an axe

    assert _last(looks_of_both) == FOREST


def test_an_axe_is_a_hero_where_the_heroes_are_axes() -> None:
    looks_of_both = _looking_like(PALM, PALM, PALM, AXE, AXE, WAVE, WAVE, AXE)
    looks_of_both.chances[7] = [0.45, 0.01, 0.5, 0.01, 0.03]

    assert _last(looks_of_both) == HERO


def test_sure_squares_stay_what_they_are() -> None:
    heard = of_one_hand(_sheet(FOREST_OR_HERO), _looking_like(FIR, FIR, AXE, FIR, FIR, WAVE, WAVE, FIR), ALL)

    assert heard[:7].argmax(axis=1).tolist() == [FOREST, FOREST, FOREST, HERO, HERO, WATER, WATER]
    assert heard.sum(axis=1) == pytest.approx(1.0)


def test_what_is_printed_has_no_say_and_keeps_what_it_holds() -> None:
    kinds = _looking_like(FIR, FIR, FIR, AXE, AXE, WAVE, WAVE, AXE)
    terrain, drawn = _sheet(FOREST_OR_HERO), np.array([False] * 3 + [True] * 5)

    heard = of_one_hand(terrain, kinds, drawn)

    assert heard[:3] == pytest.approx(terrain[:3])
    assert heard[7].argmax() == HERO


def test_a_network_that_knows_no_kinds_hears_what_is_frequent() -> None:
    """Three of the seven sure squares are forests."""
    heard = of_one_hand(_sheet([0.48, 0.48, 0.04]), None, ALL)

    assert heard[7].argmax() == FOREST


def test_a_sheet_on_which_nothing_is_sure_or_drawn_is_no_error() -> None:
    terrain = np.full((4, 3), 1 / 3)
    kinds = Kinds(np.full((4, 5), 0.2), KNOWN)

    for drawn in (np.ones(4, np.bool_), np.zeros(4, np.bool_)):
        assert of_one_hand(terrain, kinds, drawn).argmax(axis=1) == pytest.approx(np.zeros(4))


DESTROYED = 3


def _seen(signs: np.ndarray) -> Impression:
    blank = np.full((len(signs), 4), 0.25)
    return Impression(blank, blank, np.zeros(len(signs)), blank, signs, np.zeros(len(signs)))


def _with_destroyed(unsure: list[float], struck: float = 0.01) -> np.ndarray:
    """The same sheet where squares may be destroyed too; the last one as likely as said."""
    chances = np.array([[0.01]] * 7 + [[struck]])
    return np.hstack([_sheet(unsure) * (1.0 - chances), chances])


LIKE_THE_FORESTS = np.eye(3)[[FOREST, FOREST, FOREST, HERO, HERO, WATER, WATER, FOREST]]


def test_a_square_holds_what_those_like_it_hold() -> None:
    sheet = _with_destroyed(FOREST_OR_HERO)
    heard = as_those_alike(sheet, _seen(LIKE_THE_FORESTS), ALL, DESTROYED)

    assert heard[7].argmax() == FOREST
    assert heard[:7].argmax(axis=1).tolist() == sheet[:7].argmax(axis=1).tolist()
    assert heard.sum(axis=1) == pytest.approx(1.0)


def test_a_square_like_no_other_keeps_its_order() -> None:
    apart = np.vstack([np.eye(4)[[0, 0, 0, 1, 1, 2, 2]], np.eye(4)[3]])
    heard = as_those_alike(_with_destroyed([0.3, 0.4, 0.3]), _seen(30.0 * apart), ALL, DESTROYED)

    assert heard[7].argmax() == HERO


def test_a_forest_that_is_struck_out_stays_as_likely_destroyed_as_it_was() -> None:
    sheet = _with_destroyed(FOREST_OR_HERO, struck=0.6)
    heard = as_those_alike(sheet, _seen(LIKE_THE_FORESTS), ALL, DESTROYED)

    assert heard[7].argmax() == DESTROYED
    assert heard[:, DESTROYED] == pytest.approx(sheet[:, DESTROYED])


def test_what_is_hidden_has_no_vote_and_keeps_what_it_holds() -> None:
    sheet, shown = _with_destroyed(FOREST_OR_HERO), np.array([False] * 3 + [True] * 5)
    heard = as_those_alike(sheet, _seen(LIKE_THE_FORESTS), shown, DESTROYED)

    assert heard[:3] == pytest.approx(sheet[:3])
    assert heard[7].argmax() == HERO


NINE = np.ones(9, np.bool_)
EMPTY, VILLAGE, OTHER_HERO = range(3)
GREEN, ORANGE, GREY = (40, 120, 60), (200, 110, 40), (90, 90, 90)
VILLAGE_OR_HERO = [0.02, 0.38, 0.6]


def _strokes_in(*colours: tuple[int, int, int] | None) -> Image:
    """A sheet of 3 x 3 squares with a stroke of its colour in each, or none; the last is drawn paler."""
    side = 3 * CELL_PIXELS + 2 * MARGIN
    sheet = np.full((side, side, 3), round(255 * PAPER), np.uint8)
    for number, colour in enumerate(colours):
        row, column = divmod(number, 3)
        top, left = MARGIN + CELL_PIXELS * row + 8, MARGIN + CELL_PIXELS * column + 8
        if colour is not None:
            passed = (np.array(colour) / (255 * PAPER)) ** (0.6 if number == 8 else 1.0)
            sheet[top : top + 16, left : left + 4] = 255 * PAPER * passed
    return Image(sheet)


def _heard(sheet: np.ndarray, *colours: tuple[int, int, int] | None, shown: np.ndarray = NINE) -> np.ndarray:
    return as_inked(sheet, ink_of(_strokes_in(*colours)), shown, EMPTY)


def _sheet_of_nine(others: list[int], unsure: list[float]) -> np.ndarray:
    """What eight sure squares hold, and an unsure one."""
    return np.vstack([0.97 * np.eye(3)[others] + 0.01, unsure])


def test_what_is_drawn_in_the_colour_of_the_villages_is_a_village() -> None:
    sheet = _sheet_of_nine([VILLAGE] * 4 + [OTHER_HERO] * 4, VILLAGE_OR_HERO)

    heard = _heard(sheet, *[GREEN] * 4, *[ORANGE] * 4, GREEN)

    assert sheet[8].argmax() == OTHER_HERO
    assert heard[8].argmax() == VILLAGE
    assert heard[:8].argmax(axis=1).tolist() == sheet[:8].argmax(axis=1).tolist()
    assert heard.sum(axis=1) == pytest.approx(1.0)


def test_pencil_tells_nothing_by_its_colour_however_hard_it_is_pressed() -> None:
    sheet = _sheet_of_nine([VILLAGE] * 4 + [OTHER_HERO] * 4, VILLAGE_OR_HERO)

    assert _heard(sheet, *[GREY] * 9) == pytest.approx(sheet, abs=0.02)


def test_as_much_ink_as_in_the_drawings_is_a_drawing() -> None:
    sheet = _sheet_of_nine([EMPTY] * 4 + [VILLAGE] * 4, [0.6, 0.3, 0.1])

    assert _heard(sheet, *[None] * 4, *[GREY] * 5)[8].argmax() == VILLAGE
    assert _heard(sheet, *[None] * 4, *[GREY] * 4, None)[8].argmax() == EMPTY


def test_what_is_hidden_keeps_what_it_holds() -> None:
    sheet = _sheet_of_nine([VILLAGE] * 4 + [OTHER_HERO] * 4, VILLAGE_OR_HERO)

    heard = _heard(sheet, *[GREEN] * 4, *[ORANGE] * 4, GREEN, shown=np.array([True] * 8 + [False]))

    assert heard[8].tolist() == sheet[8].tolist()


@pytest.mark.parametrize("ink", [None, GREY])
@pytest.mark.parametrize("shown", [0, 1, 2])
def test_few_squares_to_compare_are_no_error(ink: tuple[int, int, int] | None, shown: int) -> None:
    sheet = _sheet_of_nine([VILLAGE] * 8, VILLAGE_OR_HERO)

    heard = _heard(sheet, *[ink] * 9, shown=np.arange(9) < shown)

    assert heard.argmax(axis=1).tolist() == sheet.argmax(axis=1).tolist()
    assert heard.sum(axis=1) == pytest.approx(1.0)
