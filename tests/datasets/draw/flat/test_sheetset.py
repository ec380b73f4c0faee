from pathlib import Path

import numpy as np
import pytest

from datasets.draw.flat.sheet import (
    KINDS,
    LABELS,
    NO_LABEL,
    FlatSheet,
    draw_flat_sheet,
    draw_scattered_sheet,
    draw_world_sheet,
)
from datasets.draw.flat.sheetset import SheetSet, drawing_of, write_sheets
from datasets.draw.maps import INITIALS
from datasets.draw.orders import NOTE
from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe
from engine import SIZE, Terrain
from vision.read.cells import CELL_PIXELS, MARGIN

TRAIN = Recipe.load("train")
SIDE = SIZE * CELL_PIXELS + 2 * MARGIN


def test_a_sheet_comes_with_what_stands_on_every_square() -> None:
    sheet = draw_flat_sheet(TRAIN, seed=11)

    assert sheet.picture.shape == (SIDE, SIDE, 3)
    assert {plane.shape for plane in (sheet.terrain, sheet.kinds, sheet.ruins, sheet.foreign)} == {(11, 11)}
    assert set(np.unique(sheet.initials)) <= set(range(len(INITIALS) + 1))


def test_the_kind_of_a_drawing_is_one_of_its_terrain() -> None:
    sheet = draw_scattered_sheet(TRAIN, Pictures.load(), 11, 0)

    assert np.array_equal(sheet.kinds == NO_LABEL, sheet.terrain == NO_LABEL)
    known = sheet.terrain != NO_LABEL
    assert [KINDS[kind][0] for kind in sheet.kinds[known]] == [LABELS[held] for held in sheet.terrain[known]]
    assert len({KINDS[kind] for kind in sheet.kinds[known]}) > 20


def test_mountains_are_darker_than_bare_paper() -> None:
    sheets = [draw_flat_sheet(TRAIN, seed=12, index=index) for index in range(3)]

    mountains, bare = (_tones(sheets, terrain) for terrain in (Terrain.MOUNTAIN, Terrain.EMPTY))

    assert np.mean(mountains) < np.mean(bare) - 60


def test_the_same_numbers_give_the_same_sheet() -> None:
    first, again = (draw_flat_sheet(TRAIN, seed=13, index=2) for _ in range(2))

    assert np.array_equal(first.picture, again.picture)
    assert np.array_equal(first.terrain, again.terrain)


def test_a_hidden_square_has_no_terrain_to_learn() -> None:
    sheets = [draw_flat_sheet(TRAIN, seed=14, index=index) for index in range(6)]
    hidden = np.stack([sheet.foreign == 1 for sheet in sheets])

    assert hidden.any()
    for labels in ("terrain", "kinds"):
        assert (np.stack([getattr(sheet, labels) for sheet in sheets])[hidden] == NO_LABEL).all()


def test_drawing_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    draw = drawing_of("train", 15, "train", world=False)
    write_sheets(draw, tmp_path, count=2, workers=1)
    written = (tmp_path / "000000.npz").stat().st_mtime_ns

    write_sheets(draw, tmp_path, count=2, workers=1)

    assert (tmp_path / "000000.npz").stat().st_mtime_ns == written
    assert len(SheetSet.load(tmp_path)) == 2


def test_a_set_that_is_not_drawn_to_its_end_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / NOTE).write_text('{"count": "100"}')
    write_sheets(drawing_of("train", 15, "train"), tmp_path, count=1, workers=1)

    SheetSet.load(tmp_path)

    said = f"{tmp_path} holds 1 of the 100 sheets that were to be drawn\n"
    assert capsys.readouterr().err == said


def test_a_folder_without_sheets_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make data"):
        SheetSet.load(tmp_path)


def test_sheets_that_say_too_little_are_reported(tmp_path: Path) -> None:
    np.savez(tmp_path / "000000.npz", picture=np.zeros((1, SIDE, SIDE, 3), np.uint8))

    with pytest.raises(SystemExit, match="drawn by an earlier program"):
        SheetSet.load(tmp_path)


def _tones(sheets: list[FlatSheet], terrain: Terrain) -> list[float]:
    """Return the mean brightness of every square that holds the terrain."""
    tones: list[float] = []
    for sheet in sheets:
        field = sheet.picture[MARGIN:-MARGIN, MARGIN:-MARGIN]
        mean = field.reshape(SIZE, CELL_PIXELS, SIZE, CELL_PIXELS, 3).mean(axis=(1, 3, 4))
        tones += mean[sheet.terrain == LABELS.index(terrain)].tolist()
    return tones


def test_things_that_lie_on_a_sheet_hide_its_squares() -> None:
    sheets = [draw_world_sheet(TRAIN, Pictures(), 16, index) for index in range(6)]
    again = draw_world_sheet(TRAIN, Pictures(), 16, 3)

    assert any((sheet.foreign == 1).any() for sheet in sheets)
    assert all((sheet.terrain[sheet.foreign == 1] == -1).all() for sheet in sheets)
    assert np.array_equal(again.picture, sheets[3].picture)


def test_on_a_scattered_sheet_what_is_hard_to_tell_stands_often() -> None:
    sheet, again = (draw_scattered_sheet(TRAIN, Pictures(), 17, 0) for _ in range(2))

    held = np.bincount(sheet.terrain[sheet.terrain >= 0], minlength=len(LABELS))
    assert (held > 0).all()
    assert held[LABELS.index(Terrain.HERO)] > 10
    assert np.array_equal(again.picture, sheet.picture)


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    (tmp_path / "000000.npz").write_bytes(b"PK\x03\x04 cut off")

    with pytest.raises(SystemExit, match=r"000000.npz is damaged; remove it"):
        SheetSet.load(tmp_path)
