import csv
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.draw.pencil import Pixels
from datasets.measure.finding import (
    Grid,
    bench_finding,
    corner_error_any_order,
    measure,
    outward_of,
    read_grids,
)
from tests.datasets.measure.test_baselines import CORNERS, drawn_grid
from vision import GridNotFoundError, Reason
from vision.find.lattice import Points

CLICKED = np.array([[100, 100], [280, 100], [280, 280], [100, 280]], np.float32)
SEEN = CLICKED.astype(np.float64)
GRID = Grid("grid.jpg", np.zeros((400, 400, 3), np.uint8), CLICKED)  # squares of 20 pixels


def lattice(corners: Points) -> Points:
    """The corners as a lattice of a single square."""
    return corners[[[0, 1], [3, 2]]]


def test_the_worst_corner_counts_in_squares() -> None:
    found = SEEN.copy()
    found[2] += (3, 4)

    assert corner_error_any_order(found, GRID) == pytest.approx(0.25)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_any_order_of_corners_is_as_good(turn: int, mirrored: bool) -> None:
    found = np.roll(SEEN[::-1] if mirrored else SEEN, turn, 0)

    assert corner_error_any_order(found, GRID) == pytest.approx(0)


def test_a_lattice_one_square_beside_is_confidently_wrong() -> None:
    finding = measure(lambda _: lattice(SEEN + np.array([20.0, 0.0])), GRID)

    assert finding.error == pytest.approx(1)
    assert finding.is_wrong


def test_a_refusal_is_neither_found_nor_wrong() -> None:
    def refuse(_: Pixels) -> Points:
        raise GridNotFoundError(Reason("too_dark", "It is dark.", "Switch on a lamp."))

    finding = measure(refuse, GRID)

    assert finding.error == float("inf")
    assert finding.code == "too_dark"
    assert not finding.is_wrong


def test_sides_outside_the_clicked_ones_count_as_positive() -> None:
    found = np.asarray(SEEN + np.array([[-2, -4], [6, -4], [6, 8], [-2, 8]]), np.float64)

    np.testing.assert_allclose(outward_of(found, GRID), [0.2, 0.3, 0.4, 0.1], atol=1e-6)


def test_grids_are_read_with_their_corners(tmp_path: Path) -> None:
    write_grids(tmp_path)
    (grid,) = read_grids(tmp_path, "clean")

    assert grid.photo.shape == (480, 540, 3)
    assert grid.photo[10, 10].tolist() == [200, 70, 10]
    np.testing.assert_allclose(grid.corners, CORNERS)


def test_a_table_names_every_finder_and_says_how_many_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_grids(tmp_path)
    bench_finding(tmp_path, ("clean",), tmp_path / "pictures")
    printed = capsys.readouterr().out

    rows = {line.split("|")[2].strip(): line for line in printed.splitlines() if line.startswith("| clean")}
    assert set(rows) == {"Surveyor", "largest 4-gon", "page crop", "16 x hulls"}
    assert all("100.0 %" in rows[name] for name in ("Surveyor", "16 x hulls"))
    assert "clean, worst 10: grid.png" in printed


def write_grids(folder: Path) -> None:
    """One printed grid on a coloured table, with its corners."""
    picture = drawn_grid()
    picture[(picture == 70).all(-1)] = (200, 70, 10)
    cv2.imwrite(str(folder / "grid.png"), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    with (folder / "corners.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["filepath", *(f"p{k}" for k in range(8))])
        rows.writerow(["grid.png", *CORNERS.ravel().astype(int).tolist()])
