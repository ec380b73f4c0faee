"""A model takes another's place whole, or not at all."""

from pathlib import Path

import pytest

from datasets.draw.orders import NOTE
from datasets.release.place import check_held_out, in_place_of


def test_a_release_that_is_cut_off_leaves_the_model_as_it_was(tmp_path: Path) -> None:
    released = tmp_path / "judge_v2"
    released.mkdir()
    (released / "model.onnx").write_text("old")

    with pytest.raises(SystemExit, match="it reads worse"):
        _release_what_reads_worse(released)

    assert (released / "model.onnx").read_text() == "old"
    assert list(tmp_path.iterdir()) == [released]


def _release_what_reads_worse(released: Path) -> None:
    with in_place_of(released) as new:
        (new / "model.onnx").write_text("new")
        raise SystemExit("it reads worse")


def test_what_was_written_takes_its_place_and_the_rest_stays(tmp_path: Path) -> None:
    released = tmp_path / "ledger_v9"
    (released / "coins").mkdir(parents=True)
    (released / "README.md").write_text("card")
    (released / "coins" / "model.onnx").write_text("old")

    with in_place_of(released) as new:
        assert new.name == released.name
        (new / "coins" / "model.onnx").write_text("new")

    assert (released / "coins" / "model.onnx").read_text() == "new"
    assert (released / "README.md").read_text() == "card"


def test_settings_that_a_release_loses_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    released = tmp_path / "coins"
    released.mkdir()
    (released / "config.json").write_text('{"name": "coins", "photo_slope": 1.5}')

    with in_place_of(released) as new:
        (new / "config.json").write_text('{"name": "coins", "temperature": 0.6}')

    said = f"{released / 'config.json'} had photo_slope, which nothing has now: see docs/retraining.md\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("noted", [None, '{"seed": "5"}', '{"split": "train"}'])
def test_nothing_is_calibrated_on_what_training_saw(tmp_path: Path, noted: str | None) -> None:
    if noted:
        (tmp_path / NOTE).write_text(noted)
    with pytest.raises(SystemExit, match="is of no test split"):
        check_held_out(tmp_path)

    (tmp_path / NOTE).write_text('{"split": "test"}')
    check_held_out(tmp_path)


def test_nothing_is_released_without_a_run_or_without_what_it_is_measured_on(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training is not installed: make .venv/train")
    from datasets.release.finders import release_judge
    from datasets.release.ledger import release_ledger

    with pytest.raises(SystemExit, match="there are no photos with truth in"):
        release_judge(tmp_path / "run", tmp_path / "judge_v2", tmp_path / "nowhere")
    with pytest.raises(SystemExit, match="there is no run of places or coins or whole or numbers in"):
        release_ledger(tmp_path / "run", tmp_path / "ledger_v9", tmp_path / "nowhere")
    assert not list(tmp_path.iterdir())
