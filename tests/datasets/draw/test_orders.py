"""A folder holds what was drawn by the same options, or the command says so."""

from argparse import Namespace
from pathlib import Path

import pytest

from datasets.draw.orders import NOTE, check_folder, drawing_parser
from datasets.draw.recipe import add_recipe


def options(folder: Path, *said: str) -> Namespace:
    return drawing_parser("Draw.", count=4, seed=0).parse_args([*said, "--out", str(folder)])


def test_drawing_goes_on_with_any_number_of_workers(tmp_path: Path) -> None:
    check_folder(options(tmp_path / "set", "--seed", "5"))
    check_folder(options(tmp_path / "set", "--seed", "5", "--workers", "1"))


def test_another_set_is_not_drawn_into_the_same_folder(tmp_path: Path) -> None:
    check_folder(options(tmp_path, "--seed", "5"))
    (tmp_path / "000000.npz").touch()
    with pytest.raises(SystemExit, match="made with count 4, seed 5; name another folder"):
        check_folder(options(tmp_path, "--seed", "6", "--count", "3"))


def test_a_folder_in_which_nothing_was_made_takes_other_options(tmp_path: Path) -> None:
    check_folder(options(tmp_path, "--seed", "5"))

    check_folder(options(tmp_path, "--seed", "6"))

    assert '"seed": "6"' in (tmp_path / NOTE).read_text()


def test_a_note_is_not_written_again_where_a_full_disk_would_empty_it(tmp_path: Path) -> None:
    check_folder(options(tmp_path))
    (tmp_path / "000000.npz").touch()
    before = (tmp_path / NOTE).stat()

    check_folder(options(tmp_path))

    assert (tmp_path / NOTE).stat().st_mtime_ns == before.st_mtime_ns


def test_nothing_is_drawn_among_other_things(tmp_path: Path) -> None:
    (tmp_path / "000000.npz").touch()
    with pytest.raises(SystemExit, match="holds other things already"):
        check_folder(options(tmp_path))


def test_drawing_begins_again_where_the_disk_was_full(tmp_path: Path) -> None:
    (tmp_path / NOTE).touch()

    check_folder(options(tmp_path, "--seed", "5"))

    assert '"seed": "5"' in (tmp_path / NOTE).read_text()


def test_a_recipe_that_nobody_knows_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = drawing_parser("Draw.", count=4, seed=0)
    add_recipe(parser)

    with pytest.raises(SystemExit):
        parser.parse_args(["--recipe", "nosuch", "--out", str(tmp_path)])
    assert "invalid choice: 'nosuch'" in capsys.readouterr().err


@pytest.mark.parametrize("said", [("--count", "0"), ("--workers", "0"), ("--seed", "-5")])
def test_numbers_that_make_no_sense_are_refused(
    tmp_path: Path, said: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        options(tmp_path, *said)
    assert f"argument {said[0]}: {said[1]} is less than" in capsys.readouterr().err
