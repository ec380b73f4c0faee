"""Put a new model in a released one's place once all of it is written."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def in_place_of(folder: Path) -> Iterator[Path]:
    """Give a copy of a model's folder to write into; its files take the place of those there at the end."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as scratch:
        new = Path(scratch).resolve() / folder.name
        if folder.is_dir():
            shutil.copytree(folder, new)
        yield new
        for path in [path for path in new.rglob("*") if path.is_file()]:
            there = folder / path.relative_to(new)
            there.parent.mkdir(parents=True, exist_ok=True)
            path.replace(there)
