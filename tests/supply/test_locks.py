import re
from pathlib import Path

import pytest

from tests.supply.locks import REQUIREMENTS, LockError, parse_lock, read_lock

HASH = "0" * 64
LOCKS = sorted(path.stem for path in REQUIREMENTS.glob("*.txt"))


def test_there_are_locks() -> None:
    assert {"bootstrap", "runtime", "grown", "dev", "train"} <= set(LOCKS)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_one_version_with_its_hashes(lock: str) -> None:
    pins = read_lock(lock)

    assert pins
    assert len({pin.name for pin in pins}) == len(pins)


@pytest.mark.parametrize(
    "line",
    [
        "rich==15.0.0",
        f"rich>=15.0.0 --hash=sha256:{HASH}",
        f"rich @ https://example.org/rich.whl --hash=sha256:{HASH}",
        "--index-url https://example.org/simple",
        "-e .",
        f"rich==15.0.0 --hash=md5:{HASH}",
    ],
)
def test_what_is_no_version_with_hashes_is_refused(line: str) -> None:
    with pytest.raises(LockError, match=re.escape(line[:20])):
        parse_lock(line)


def test_both_locks_of_an_image_agree() -> None:
    always, grown = ({pin.name: pin for pin in read_lock(lock)} for lock in ("runtime", "grown"))

    assert [name for name, pin in always.items() if grown.get(name, pin) != pin] == []


def test_what_is_installed_from_a_lock_is_held_against_its_hashes() -> None:
    root = REQUIREMENTS.parent
    commands = [(root / name).read_text("utf-8") for name in ("Makefile", "service/deploy/Dockerfile")]
    installed = [
        line
        for text in commands
        for line in re.split(r"\n|&&", text.replace("\\\n", " "))
        if re.search(r"install\b.*-r requirements/", line)
    ]

    assert len(installed) == 9
    assert [line for line in installed if "--require-hashes" not in line] == []


def test_nothing_is_downloaded_by_a_bare_address() -> None:
    address = re.compile(r"curl|wget|git\+|ADD |https?://(?!127\.0\.0\.1)")

    assert [path.name for path in _build_files() if address.search(path.read_text("utf-8"))] == []


def _build_files() -> list[Path]:
    root = REQUIREMENTS.parent
    return [root / "Makefile", root / "service/deploy/Dockerfile", REQUIREMENTS / "lock.sh"]
