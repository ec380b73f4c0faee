"""Write a new model, and put it in a released one's place once all of it is written."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from datasets.draw.orders import noted


def check_held_out(folder: Path) -> None:
    """Let nobody calibrate or test on what training may have seen: a network is surer of that than it may be.

    Raises:
        SystemExit: What lies in the folder was not drawn with `--split test`, or kept for tests.
    """
    if noted(folder).get("split") != "test":
        raise SystemExit(f"{folder} is of no test split, so training may have seen what it holds")


def write_config(folder: Path, settings: dict[str, Any]) -> None:
    """Write config.json beside model.onnx: its name, its hash and the settings; print it."""
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    document = {"name": folder.name, "sha256": digest, **settings}
    (folder / "config.json").write_text(json.dumps(document, indent=2) + "\n")
    print(json.dumps(document, indent=2))


@contextmanager
def in_place_of(folder: Path) -> Iterator[Path]:
    """Give a copy of a model's folder to write into; its files take the place of those there at the end.

    Settings that are lost are named: those put in by hand are not for a release to know.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as scratch:
        new = Path(scratch).resolve() / folder.name
        if folder.is_dir():
            shutil.copytree(folder, new)
        yield new
        for path in [path for path in new.rglob("*") if path.is_file()]:
            there = folder / path.relative_to(new)
            if there.name == "config.json" and there.exists():
                _name_lost(there, path)
            there.parent.mkdir(parents=True, exist_ok=True)
            path.replace(there)


def _name_lost(old: Path, new: Path) -> None:
    before, after = (json.loads(path.read_text("utf-8")) for path in (old, new))
    lost = ", ".join(name for name in before if name not in after)
    if lost:
        print(f"{old} had {lost}, which nothing has now: see docs/retraining.md")
