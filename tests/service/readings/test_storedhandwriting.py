"""What people corrected of a hand sharpens the reading of its sheets, by command."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Side, Terrain
from service.cli.main import run
from service.documents import Reason, Sheet, Status
from service.readings.reader import Outcome
from service.readings.storedhandwriting import Handwriting, Handwritings, SheetKey, by_handwriting
from tests.service.handstub import FURROWS, SMUDGE, STAINED, TAKEN_FOR_WATER, hand_reading, reviewed
from vision.context.adaptation import KnownHand
from vision.corrections import LINES, PICTURES
from vision.own_sheets.sheetcode import SheetCode

PHOTO = Path(__file__).parents[2] / "sheets" / "green_sheet" / "photo.jpg"
PLACE, OTHER, SECOND = ("a" * 64, None, 0), ("b" * 64, None, 0), ("a" * 64, None, 1)
SEEN = hand_reading(Side.A, "stub_v1")
FARMS = dict.fromkeys(FURROWS[:2], Terrain.FARM)

TORN = Reason(code="lattice_uncertain", message="A row is folded away.", advice="Look.")


def taught_on(*places: SheetKey) -> Handwriting:
    """Return a hand of which somebody said on these sheets that its furrows are no waves."""
    return Handwriting(
        dict.fromkeys(places, KnownHand.learn(SEEN, FARMS)),
        dict.fromkeys(places, FARMS),
    )


def known(place: SheetKey, player: str | None = None, *, drew_all: bool = False) -> Handwritings:
    """Return what Ann's hand was handwritings on one sheet."""
    return Handwritings({"ann": taught_on(place)}, {place: "ann"}, player, drew_all)


def is_sharper(sheet: Sheet) -> bool:
    return {sheet.terrain[square.row][square.column] for square in FURROWS} == {Terrain.FARM}


@pytest.fixture(name="outcome")
def _outcome() -> Outcome:
    return Outcome(reviewed(SEEN), sheets=(SEEN,))


def test_what_was_said_of_the_same_photo_settles_what_looks_alike(outcome: Outcome) -> None:
    (sheet,) = by_handwriting(outcome, known(PLACE, "ann")).reading.sheets

    assert is_sharper(sheet)
    assert sheet.hand == "ann"
    assert sheet.doubtful == (STAINED, TAKEN_FOR_WATER, SMUDGE)


def test_another_photo_of_the_hand_says_what_is_likelier_and_asks_all_the_same(outcome: Outcome) -> None:
    (sheet,) = by_handwriting(outcome, known(OTHER, "ann")).reading.sheets

    assert is_sharper(sheet)
    assert sheet.terrain[7][0] is Terrain.WATER
    assert set(sheet.doubtful) == {*FURROWS, STAINED, TAKEN_FOR_WATER, SMUDGE}


@pytest.fixture(name="two")
def _two(outcome: Outcome) -> Outcome:
    """Return a photo of two sheets, the second of which has a reason of its own to be looked at."""
    (document,) = outcome.reading.sheets
    torn = document.model_copy(update={"reason": TORN})
    reading = outcome.reading.model_copy(update={"sheets": (document, torn)})
    return Outcome(reading, sheets=(SEEN, SEEN))


def coded(two: Outcome, *players: str) -> Outcome:
    """Return the photo with a code on each sheet."""
    codes = [SheetCode(Side.A, 1, "", player) for player in players]
    return replace(two, sheets=tuple(replace(SEEN, code=code) for code in codes))


@pytest.mark.parametrize(
    ("hands", "sharper"),
    [
        (known(OTHER), [False, False]),
        (known(OTHER, "ann"), [False, False]),
        (known(OTHER, "ann", drew_all=True), [True, True]),
        (known(PLACE), [True, False]),
        (known(SECOND, "ann"), [False, True]),
        (replace(known(OTHER, "ann", drew_all=True), drawn_by={PLACE: "bob"}), [False, True]),
    ],
)
def test_of_several_sheets_those_are_sharper_that_are_known_to_be_by_the_hand(
    two: Outcome, hands: Handwritings, sharper: list[bool]
) -> None:
    read = by_handwriting(two, hands)

    assert [is_sharper(sheet) for sheet in read.reading.sheets] == sharper
    assert [sheet.hand for sheet in read.reading.sheets] == ["ann" if each else None for each in sharper]
    assert [sheet.reason for sheet in read.reading.sheets] == [None, TORN]
    assert [Sheet.from_reading(sheet).terrain for sheet in read.sheets] == [
        sheet.terrain for sheet in read.reading.sheets
    ]


@pytest.mark.parametrize("hands", [known(OTHER), known(OTHER, "ann", drew_all=True)])
def test_a_code_says_whose_each_of_several_sheets_is(two: Outcome, hands: Handwritings) -> None:
    read = by_handwriting(coded(two, "bob", "ann"), hands)

    assert [sheet.hand for sheet in read.reading.sheets] == [None, "ann"]


def test_a_photo_that_shows_no_sheet_is_rejected_as_ever(outcome: Outcome) -> None:
    rejected = outcome.reading.model_copy(update={"status": Status.REJECTED, "sheets": ()})

    assert by_handwriting(Outcome(rejected), known(OTHER, "ann")).reading is rejected


Keep = Callable[[str], Path]


@pytest.fixture(name="keep")
def _keep(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Keep:
    """Return what keeps one corrected square of the photo, as somebody's, and returns the store."""

    def keep(writer: str) -> Path:
        assert run(["read", "--json", str(PHOTO)]) == 0
        line = capsys.readouterr().out
        (tmp_path / "read.json").write_text(line)
        store, said = tmp_path / "store", f"{_label(_asked(line))}=farm"
        words = ["--set", said, "--store", str(store), "--player", writer]
        assert run(["correct", str(tmp_path / "read.json"), *words]) == 0
        capsys.readouterr()
        return store

    return keep


def _asked(line: str) -> list[int]:
    """Return the first square that a reading is unsure of."""
    (sheet,) = json.loads(line)["sheets"]
    square: list[int] = sheet["doubtful"][0]
    return square


def _label(square: list[int]) -> str:
    return f"{'ABCDEFGHIJK'[square[0]]}{square[1] + 1}"


def test_the_command_knows_the_hand_again(capsys: pytest.CaptureFixture[str], keep: Keep) -> None:
    store = str(keep("ann"))
    run(["read", "--json", str(PHOTO)])
    (first,) = json.loads(line := capsys.readouterr().out)["sheets"]
    row, column = _asked(line)

    assert run(["read", "--json", str(PHOTO), "--hand", store, "--writer", "ann"]) == 0

    (again,) = json.loads(capsys.readouterr().out)["sheets"]
    assert [row, column] in first["doubtful"]
    assert [row, column] not in again["doubtful"]
    assert (again["terrain"][row][column], again["confidence"][row][column]) == ("farm", 1.0)
    assert ("hand" in first, again["hand"]) == (False, "ann")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--hand", "STORE"], "say both"),
        (["--writer", "bob"], "say both"),
        (["--hand", "STORE/none", "--writer", "bob"], "there is no folder STORE/none; name the one"),
        (["--hand", "STORE", "--writer", "bob"], "there is no corrections.jsonl in STORE"),
    ],
)
@pytest.mark.parametrize("command", ["read", "scan"])
def test_what_is_no_store_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, words: list[str], complaint: str
) -> None:
    words = [word.replace("STORE", str(tmp_path)) for word in words]

    assert run([command, str(PHOTO), *words]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert complaint.replace("STORE", str(tmp_path)) in line


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [("", "nothing is kept in STORE yet"), ("{}\n", "no line of STORE/corrections.jsonl can be read")],
)
def test_a_store_without_a_correction_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: str, complaint: str
) -> None:
    (tmp_path / LINES).write_text(lines)

    assert run(["read", str(PHOTO), "--hand", str(tmp_path), "--writer", "ann"]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert complaint.replace("STORE", str(tmp_path)) in line


def test_a_writer_of_whom_nothing_is_kept_is_reported(capsys: pytest.CaptureFixture[str], keep: Keep) -> None:
    store = keep("ann")

    assert run(["read", str(PHOTO), "--hand", str(store), "--writer", "bob"]) == 2

    assert f'nothing in {store} is by "bob": it knows ann' in capsys.readouterr().err


def test_a_damaged_line_is_reported_and_the_others_count(
    capsys: pytest.CaptureFixture[str], keep: Keep
) -> None:
    store = keep("ann")
    with (store / LINES).open("a") as file:
        file.write('{"schema": "surv')

    assert run(["read", "--json", str(PHOTO), "--hand", str(store), "--writer", "ann"]) == 0

    printed, complaints = capsys.readouterr()
    assert f"surveyor: note: a damaged line is left out: {store}/corrections.jsonl:2:" in complaints
    assert json.loads(printed)["sheets"][0]["hand"] == "ann"


@pytest.mark.parametrize(("damage", "what"), [(Path.unlink, "cannot be read"), (Path.touch, "is damaged")])
def test_a_picture_that_is_not_as_it_was_kept_is_reported(
    capsys: pytest.CaptureFixture[str], keep: Keep, damage: Callable[[Path], None], what: str
) -> None:
    store = keep("ann")
    for picture in (store / PICTURES).glob("*/*.png"):
        picture.unlink()
        picture.touch()
        damage(picture)

    assert run(["read", str(PHOTO), "--hand", str(store), "--writer", "ann"]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert f"in {store}/pictures {what}" in line
    assert "bring back that folder" in line


def test_a_batch_reads_each_players_sheet_by_that_players_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, keep: Keep
) -> None:
    store, photos = keep("ann"), tmp_path / "photos"
    photos.mkdir()
    (photos / "a.jpg").write_bytes(PHOTO.read_bytes())
    (photos / "b.jpg").write_bytes(PHOTO.read_bytes() + b"another photo")
    (tmp_path / "players.csv").write_text("file,player\na.jpg,ann\nb.jpg,bob\n")
    words = ["batch", str(photos), "--players", str(tmp_path / "players.csv"), "--workers", "1"]

    assert run([*words, "--out", str(tmp_path / "out"), "--hand", str(store)]) == 0

    assert f"nothing in {store} is by bob: their sheets are read as any others" in capsys.readouterr().err
    lines = [json.loads(line) for line in (tmp_path / "out" / "ledger.jsonl").read_text().splitlines()]
    sheets = {line["file"]: line["pages"][0]["sheets"][0] for line in lines}
    assert {file: sheet.get("hand") for file, sheet in sheets.items()} == {"a.jpg": "ann", "b.jpg": None}
    assert sheets["a.jpg"]["doubtful"] != sheets["b.jpg"]["doubtful"], "one photo, read by two hands"
