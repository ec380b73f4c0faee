"""What others have published, with where it stands and what makes it comparable or not."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Published:
    """One published figure."""

    kind: str
    system: str
    figure: str
    source: str
    comparable: str


def published() -> list[Published]:
    """Return all figures of the file beside this one, in its order."""
    return [Published(**entry) for entry in tomllib.loads(FILE.read_text("utf-8"))["published"]]
