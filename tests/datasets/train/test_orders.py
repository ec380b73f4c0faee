"""A training that cannot be says so in a line."""

import subprocess
import sys
from pathlib import Path

import pytest

from datasets.draw.orders import note_down

RUN = "import runpy, sys; runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"


def said_by(module: str, *options: str, before: str = "") -> str:
    """Run a command and return what it says as it fails."""
    code = f"{before}{RUN.format(module=module)}"
    done = subprocess.run([sys.executable, "-c", code, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize("module", ["datasets.train.terrain", "datasets.release"])
def test_without_torch_it_is_said_what_installs_it(module: str) -> None:
    said = said_by(module, "--help", before="import sys; sys.modules['torch'] = None; ")

    assert said == "training needs PyTorch, which `make .venv/train` installs\n"


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        (["datasets.train.align", "DATA"], "no photos with truth in"),
        (["datasets.train.lattice", "DATA"], "no photos with truth in"),
        (["datasets.train.terrain", "DATA"], "no sheets in"),
        (["datasets.train.ledger", "coins", "DATA"], "rows.npy"),
    ],
)
def test_a_folder_without_what_is_learned_from_is_told(
    options: list[str], missing: str, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="training is not installed: make .venv/train")
    module, *rest = [str(tmp_path) if option == "DATA" else option for option in options]

    said = said_by(module, *rest, "--out", str(tmp_path / "run"))

    assert missing in said
    assert "Traceback" not in said


def test_a_run_is_not_gone_on_with_by_another_seed(tmp_path: Path) -> None:
    """It would say that all steps are done, and the seed would change nothing."""
    pytest.importorskip("torch", reason="training is not installed: make .venv/train")
    run = tmp_path / "run"
    said_by("datasets.train.align", str(tmp_path), "--out", str(run), "--seed", "2")
    (run / "checkpoint.pt").touch()

    said = said_by("datasets.train.align", str(tmp_path), "--out", str(run), "--seed", "3")

    assert said == f"{run} holds what was made with seed 2; name another folder, or empty it\n"


def test_nothing_is_learned_from_what_is_kept_for_tests(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training is not installed: make .venv/train")
    (tmp_path / "test").mkdir()
    note_down(tmp_path / "test", {"split": "test"})
    folders = [str(tmp_path / "train"), "--scattered", str(tmp_path / "test"), "--out", str(tmp_path / "run")]

    said = said_by("datasets.train.terrain", *folders)

    assert said == f"{tmp_path / 'test'} is kept for tests, so it is not learned from\n"
    assert not (tmp_path / "run").exists()
    for module in ("datasets.train.plain", "datasets.train.sides"):
        assert "is kept for tests" in said_by(module, str(tmp_path / "test"))
