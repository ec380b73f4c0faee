from itertools import product

import cv2
import numpy as np
import pytest

from engine import Side
from service.printing.pdf import PageStyle
from tests.printed import carried, covered, lattice_on, page_of, photograph, sheet_of, single, squares_off
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision.find.lattice import Points, map_nodes
from vision.find.pyramid import Pyramid
from vision.find.search import search_lattices
from vision.image import Image
from vision.own_sheets.markers import MOST_TAGS, find_markers, read_code
from vision.own_sheets.markersheet import (
    CORNERS,
    FIRST_TAG,
    QUIET,
    TAGS,
    TagName,
    code_corners,
    crossings,
    tag_corners,
    tag_modules,
    tag_names,
)

EXACT = 0.05  # squares


def on_page(style: PageStyle, squares: Points, place: int = 0) -> Points:
    """Return where map coordinates lie on a rendered page."""
    nodes = lattice_on(style, place)
    return np.asarray(nodes[0, 0] + squares * (nodes[0, 1] - nodes[0, 0])[0])


def with_tags_hidden(seed: int, hidden: tuple[int, ...], *, ink_saving: bool = False) -> tuple[Image, Points]:
    """Return a photo of side B with something on some of its tags, and the true lattice."""
    style = single(ink_saving=ink_saving)
    photo, view = photograph(page_of("B", style), seed)
    for corner in hidden:
        tag = tag_corners(corner)
        photo = covered(photo, carried(view, on_page(style, tag + 0.3 * (tag - tag.mean(axis=0)))))
    return photo, carried(view, lattice_on(style))


@pytest.mark.parametrize("ink_saving", [False, True], ids=["colour", "ink saving"])
@pytest.mark.parametrize("side", "ABCD")
def test_a_clean_page_gives_its_lattice_side_and_code(side: str, ink_saving: bool) -> None:
    style = single(ink_saving=ink_saving)
    page = page_of(side, style)

    (found,) = find_markers(page)

    assert (found.side, found.tags, found.crossings) == (Side(side), 4, 40)
    assert squares_off(found.lattice, lattice_on(style)) < 0.02
    assert read_code(page, found.lattice) == sheet_of(Side(side)).code


@pytest.mark.parametrize("seed", range(6))
def test_a_slanted_photo_in_bad_light_gives_the_lattice_exactly(seed: int) -> None:
    photo, true = with_tags_hidden(seed, ())

    (found,) = find_markers(photo)

    assert squares_off(found.lattice, true) < EXACT
    assert found.error < EXACT


@pytest.mark.parametrize(
    "hidden", [(0,), (1, 3), (0, 1), (1, 2, 3), (0, 1, 2), (0, 2, 3), (0, 1, 3)], ids=str
)
@pytest.mark.parametrize("ink_saving", [False, True], ids=["colour", "ink saving"])
def test_any_tag_that_shows_gives_the_whole_lattice(hidden: tuple[int, ...], ink_saving: bool) -> None:
    photo, true = with_tags_hidden(sum(hidden), hidden, ink_saving=ink_saving)

    (found,) = find_markers(photo)

    assert found.tags == CORNERS - len(hidden)
    assert squares_off(found.lattice, true) < EXACT


def test_one_tag_and_half_a_neatline_still_tell_where_the_field_is() -> None:
    photo, true = with_tags_hidden(3, (1, 2, 3))
    photo = covered(photo, true[[0, 0, -1, -1], [6, -1, -1, 6]])
    photo = covered(photo, true[[8, 8, -1, -1], [0, -1, -1, 0]])

    (found,) = find_markers(photo)

    assert squares_off(found.lattice, true) < 0.25


def test_both_sheets_of_a_page_are_found_and_told_apart() -> None:
    style = PageStyle()
    photo, view = photograph(page_of("AA", style, 200), 2, fill=0.95)

    found = find_markers(photo)

    truths = [carried(view, lattice_on(style, place, 200)) for place in (0, 1)]
    off = [[squares_off(sheet.lattice, true) for true in truths] for sheet in found]
    assert [sheet.tags for sheet in found] == [4, 4]
    assert sorted(int(np.argmin(distances)) for distances in off) == [0, 1]
    assert max(min(distances) for distances in off) < EXACT


def test_sheets_with_the_same_tags_beside_each_other_are_kept_apart() -> None:
    style = single()
    page = page_of("C", style)
    table = Image(np.concatenate([page, page], axis=1))
    photo, view = photograph(table, 5)

    found = find_markers(photo)

    beside = lattice_on(style) + np.array([page.shape[1], 0.0])
    truths = [carried(view, lattice_on(style)), carried(view, beside)]
    off = [[squares_off(sheet.lattice, true) for true in truths] for sheet in found]
    assert sorted(int(np.argmin(distances)) for distances in off) == [0, 1]
    assert max(min(distances) for distances in off) < EXACT


def test_the_code_of_each_of_two_sheets_is_read_at_its_own_place() -> None:
    page = page_of("AD", PageStyle())

    codes = {read_code(page, sheet.lattice) for sheet in find_markers(page)}

    assert codes == {sheet_of(Side.A, 1).code, sheet_of(Side.D, 2).code}


def test_a_code_is_read_from_a_slanted_photo_by_a_lattice_however_found() -> None:
    photo, true = with_tags_hidden(1, (0, 1, 2, 3))

    assert find_markers(photo) == []
    assert read_code(photo, true) == sheet_of(Side.B).code


def test_a_covered_code_is_none() -> None:
    style = single()
    page = covered(page_of("B", style), on_page(style, code_corners()))

    assert read_code(page, lattice_on(style)) is None


def test_a_photo_without_our_markers_has_no_marked_sheet() -> None:
    picture = grid_picture(lattice_between(TILTED, 11))

    assert find_markers(picture) == []
    assert read_code(picture, lattice_between(TILTED, 11)) is None


def test_tags_of_another_family_member_are_not_ours() -> None:
    foreign = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    tag = cv2.aruco.generateImageMarker(foreign, FIRST_TAG + TAGS, 160)
    picture = np.full((600, 800, 3), 230, np.uint8)
    picture[200:360, 300:460] = tag[..., None]

    assert find_markers(Image(picture)) == []


def test_a_mirrored_sheet_is_none_of_ours() -> None:
    assert find_markers(Image(np.ascontiguousarray(page_of("A", single())[:, ::-1]))) == []


def test_every_tag_has_a_number_of_its_own_that_tells_side_and_corner() -> None:
    names = [name for sheet in range(4) for side in Side for name in tag_names(sheet, side)]

    assert sorted(name.number for name in names) == list(range(FIRST_TAG, FIRST_TAG + TAGS))
    assert all(TagName.of(name.number) == name for name in names)
    assert len({tag_modules(name).tobytes() for name in names}) == TAGS


def test_tags_keep_their_quiet_zone_from_neatline_and_code() -> None:
    others = [np.array(crossing.place) for crossing in crossings()] + [*map_nodes(11).reshape(-1, 2)]
    others += list(code_corners())
    for corner in range(CORNERS):
        low, high = tag_corners(corner)[0] - QUIET, tag_corners(corner)[2] + QUIET

        assert not any(((low < place) & (place < high)).all() for place in others)


def test_a_photo_full_of_tags_costs_no_more_than_a_few_sheets() -> None:
    size, pitch = 32, 42
    names = [TagName(0, side, corner) for side in (Side.A, Side.B, Side.C, Side.D) for corner in range(4)]
    picture = np.full((400, 400, 3), 255, np.uint8)
    along = range(10, 360, pitch)
    for number, (top, left) in enumerate(product(along, along)):
        black = tag_modules(names[number * 7 % len(names)])
        tag = cv2.resize((~black).astype(np.uint8) * 255, (size, size), interpolation=cv2.INTER_NEAREST)
        picture[top : top + size, left : left + size] = tag[..., None]

    assert len(find_markers(Image(picture))) <= MOST_TAGS
    assert len(search_lattices(Pyramid(Image(picture)))) <= MOST_TAGS
