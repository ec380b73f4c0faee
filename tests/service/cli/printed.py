"""Photos in files, what a command printed, and its standard input."""

import io
import json
from pathlib import Path
from typing import Any

import pytest


def write(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def documents(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


def pipe(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))
