from pathlib import Path

import numpy as np
import pytest

from datasets.measure import gallery
from datasets.measure.gallery import MARK, MESH, Exhibit, shown, write_gallery
from tests.datasets.measure.test_baselines import CORNERS, drawn_grid
from vision.find.geometry import SheetGeometry, map_nodes


def test_a_found_grid_is_drawn_on_the_photo() -> None:
    picture, said = shown(Exhibit("grid", "a grid", drawn_grid(), cells=9))
    x, y = np.round((CORNERS[2] + 0.5) * 640 / 540).astype(int).tolist()
    near = picture[y - 6 : y + 6, x - 6 : x + 6].reshape(-1, 3)

    assert said == "a grid: found"
    assert picture.shape == (569, 640, 3)
    assert (np.abs(near.astype(int) - MESH).sum(1) < 120).any()


def test_a_lattice_beside_the_true_one_is_owned_up_to(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = map_nodes(11) * 20 + 60
    for beside, words in ((2.0, "no corner more than 0.10 squares off"), (20.0, "but 1.0 squares off")):
        found = SheetGeometry(nodes + np.array([beside, 0]), 0, 1)
        monkeypatch.setattr(gallery, "find_grid", lambda image, cells, found=found: found)
        _, said = shown(Exhibit("sheet", "a sheet", drawn_grid(), nodes=nodes))

        assert said == f"a sheet: found, {words}"


def test_a_refusal_is_shown_with_its_words() -> None:
    empty = np.full((480, 540, 3), 90, np.uint8)
    picture, said = shown(Exhibit("empty", "an empty table", empty, cells=9))

    assert said.startswith("an empty table: refused, `")
    assert said.endswith(".")
    assert (picture == 90).all()


def test_the_words_above_the_mark_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "finding.md").write_text(f"# Finding\n\n{MARK}\n\nold\n")
    exhibits = [Exhibit(name, f"photo {name}", drawn_grid(), cells=9) for name in "abc"]
    monkeypatch.setattr(gallery, "exhibits", lambda shared: iter(exhibits))
    monkeypatch.setattr(gallery, "find_grid", lambda image, cells: SheetGeometry(np.ones((2, 2, 2)), 0, 1))
    write_gallery(tmp_path, None)
    page = (tmp_path / "finding.md").read_text()

    assert page.startswith(f"# Finding\n\n{MARK}\n\n| | |\n")
    assert "old" not in page
    assert "| photo a: found | photo b: found |" in page
    assert (tmp_path / "images" / "finding" / "c.jpg").stat().st_size > 0
