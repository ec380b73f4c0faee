"""Photos of the wide world: the same numbers give the same photo, and its truth is right."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.draw.pictures import Pictures, draw_icon
from datasets.draw.recipe import Recipe
from datasets.draw.world.photo import PRINTED, WorldPhoto, _hidden_squares, draw_bare_photo, draw_world_photo
from engine import LAYOUTS, Side, Square
from vision import GridNotFoundError, Lattice, decode_photo, find_grid
from vision.find.judge import judge
from vision.find.lattice import is_plausible, map_nodes
from vision.find.pyramid import Pyramid

SEED = 77
CIRCLE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<circle cx="3" cy="5" r="2" fill="#f00"/></svg>"""


@pytest.fixture(name="photos", scope="module")
def _photos() -> list[WorldPhoto]:
    """Photos drawn without any real picture, as where there are none."""
    return [draw_world_photo(Recipe.load("world"), Pictures(), SEED, index) for index in range(3)]


def test_the_same_numbers_give_the_same_photo(photos: list[WorldPhoto]) -> None:
    again = draw_world_photo(Recipe.load("world"), Pictures(), SEED, 1)

    assert again.jpeg == photos[1].jpeg
    assert again.to_json() == photos[1].to_json()
    assert photos[0].jpeg != photos[1].jpeg


def test_the_sheet_lies_where_the_truth_says(photos: list[WorldPhoto]) -> None:
    """The judge, who was asked about other photos, finds the true lattice likelier than one beside it."""
    likelier = []
    for photo in photos:
        picture, truth = Pyramid(decode_photo(photo.jpeg)), Lattice(photo.lattice)
        beside = Lattice(truth.to_photo(map_nodes(11) + np.array([1.0, 0.0])))
        assert is_plausible(photo.lattice, picture.image.shape)
        likelier.append(judge(picture, truth).probability > judge(picture, beside).probability)

    assert sum(likelier) >= len(photos) - 1


def test_a_bare_photo_shows_no_sheet() -> None:
    bare = draw_bare_photo(Recipe.load("world"), Pictures(), SEED, 1)

    assert bare == draw_bare_photo(Recipe.load("world"), Pictures(), SEED, 1)
    with pytest.raises(GridNotFoundError):
        find_grid(decode_photo(bare))


def test_what_is_printed_is_that_of_the_side(photos: list[WorldPhoto]) -> None:
    for photo in photos:
        assert [len(row) for row in photo.printed] == [11] * 11
        assert set("".join(photo.printed)) <= set(PRINTED)
        if photo.side is not Side.CUSTOM:
            mountains = {
                Square(*at) for at in np.argwhere(np.array([list(row) for row in photo.printed]) == "M")
            }
            assert mountains == LAYOUTS[photo.side].mountains


def test_squares_beneath_a_card_are_hidden() -> None:
    lattice = map_nodes(11) * 30.0 + np.array([50.0, 40.0])
    cover = np.zeros((420, 450), np.float32)
    cover[40 + 2 * 30 : 40 + 4 * 30, 50 + 5 * 30 : 50 + 6 * 30] = 1.0  # rows 2 and 3 of column 5
    cover[40 + 9 * 30 : 40 + 9 * 30 + 5, 50 : 50 + 30] = 1.0  # and a sixth of another square

    assert np.argwhere(_hidden_squares(cover, lattice)).tolist() == [[2, 5], [3, 5]]


def test_pictures_are_found_by_their_names(tmp_path: Path) -> None:
    for name in ("texture--wood--1.png", "document--bills--1.png", "unnamed.png"):
        cv2.imwrite(str(tmp_path / name), np.full((20, 30, 3), (0, 0, 200), np.uint8))
    (tmp_path / "mountain--drawn--1.svg").write_text(CIRCLE)
    pictures, rng = Pictures.load(tmp_path, tmp_path), np.random.default_rng(1)

    texture = pictures.background(("texture", "scene"), rng)

    assert texture is not None
    assert texture[0, 0].tolist() == [200, 0, 0]
    assert pictures.background(("boardgame",), rng) is None
    assert pictures.icon("ruins", rng) is None
    assert pictures.icon("mountain", rng) == tmp_path / "mountain--drawn--1.svg"


def test_an_icon_is_drawn_without_an_empty_rim(tmp_path: Path) -> None:
    path = tmp_path / "mountain--drawn--1.svg"
    path.write_text(CIRCLE)

    icon = draw_icon(path)

    assert icon.shape[2] == 4
    assert abs(icon.shape[0] - icon.shape[1]) <= 1
    assert icon[icon.shape[0] // 2, icon.shape[1] // 2].tolist() == [255, 0, 0, 255]


def test_where_no_folder_is_nothing_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert Pictures.load(tmp_path / "nowhere", tmp_path / "nowhere") == Pictures()
    assert "nowhere is not here: what it holds elsewhere is drawn, or left out" in capsys.readouterr().err
