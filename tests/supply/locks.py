"""The locks in `requirements/`, read."""

import re
from dataclasses import dataclass
from pathlib import Path

REQUIREMENTS = Path(__file__).parents[2] / "requirements"
PIN = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?==([\w.+!-]+)((?: --hash=sha256:[0-9a-f]{64})+)")


class LockError(ValueError):
    """A line of a lock is no version with hashes."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in the one version that is installed, as any of the files with these hashes."""

    name: str
    version: str
    hashes: tuple[str, ...]
    """SHA-256 in hexadecimal, one of each file."""


def read_lock(name: str) -> list[Pin]:
    """Return what a lock, such as `runtime`, pins.

    Raises:
        LockError: A requirement is no `name==version --hash=sha256:...`; the message names it.
    """
    return parse_lock((REQUIREMENTS / f"{name}.txt").read_text("utf-8"))


def parse_lock(text: str) -> list[Pin]:
    """Return what the text of a lock pins; raise LockError as `read_lock` does."""
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    lines = [line.strip() for line in joined.splitlines()]
    return [_parse(line) for line in lines if line and not line.startswith("#")]


def _parse(line: str) -> Pin:
    match = PIN.fullmatch(line)
    if match is None:
        raise LockError(f"this is no version with its hashes: {line[:80]}")
    name, version, hashes = match.groups()
    return Pin(name, version, tuple(re.findall(r"[0-9a-f]{64}", hashes)))
