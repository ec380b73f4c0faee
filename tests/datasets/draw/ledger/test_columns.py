"""A drawn set is the same by any number of workers, and no set until all of it is drawn."""

from errno import ENOSPC
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from datasets.draw.ledger.columns import Column, load_columns, write_columns

NAMES = ("one", "many")


def draw(index: int, *, cut_off_at: int = 99) -> list[Column]:
    """Return a row for the one column and three for the other."""
    if index == cut_off_at:
        raise KeyError
    return [np.full((1, 2), index, np.uint8), np.full((3, 4), index / 2)]


def test_any_number_of_workers_draws_the_same_columns(tmp_path: Path) -> None:
    for workers in (1, 2):
        write_columns(tmp_path / str(workers), NAMES, draw, count=20, workers=workers)

    assert {path.name for path in (tmp_path / "1").iterdir()} == {"one.npy", "many.npy"}
    for name in ("one.npy", "many.npy"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    one, many = load_columns(tmp_path / "1", NAMES)
    assert one.tolist() == [[index] * 2 for index in range(20)]
    assert many[:, 0].tolist() == [index / 2 for index in range(20) for _ in range(3)]


def test_a_set_that_is_cut_off_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        write_columns(tmp_path, NAMES, partial(draw, cut_off_at=1), count=2, workers=1)

    with pytest.raises(FileNotFoundError, match=r"has no one\.npy; draw it with make data"):
        load_columns(tmp_path, NAMES)


def test_a_set_that_is_whole_is_not_drawn_anew(tmp_path: Path) -> None:
    """Training that goes on asks for it again (`make train` does), and to draw it takes long."""
    write_columns(tmp_path, NAMES, draw, count=2, workers=1)

    write_columns(tmp_path, NAMES, partial(draw, cut_off_at=1), count=2, workers=1)

    assert len(load_columns(tmp_path, NAMES)[0]) == 2


def test_a_disk_without_room_ends_the_drawing_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To write into a file that is mapped kills a process where the disk is full."""
    asked = []

    def is_full(file: int, offset: int, size: int) -> None:
        asked.append(size)
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", is_full)
    with pytest.raises(OSError, match="No space left"):
        write_columns(tmp_path, NAMES, draw, count=20, workers=1)

    assert asked == [(tmp_path / "one.part").stat().st_size]
