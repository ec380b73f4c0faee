"""A terminal of 100 columns, and photos of which a stub for vision says what is on them."""

from pathlib import Path

import pytest

from tests.service.cli.printed import write
from tests.service.stubs import CLEAR_PHOTO, DOUBTFUL_PHOTO


@pytest.fixture(name="clear")
def _clear(photo_folder: Path) -> str:
    return write(photo_folder / "clear.jpg", CLEAR_PHOTO)


@pytest.fixture(name="doubtful")
def _doubtful(photo_folder: Path) -> str:
    return write(photo_folder / "doubtful.jpg", DOUBTFUL_PHOTO)


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch, stubbed_vision: None) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("SURVEYOR_DEBUG", raising=False)
