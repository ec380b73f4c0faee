"""What is wrong usage of the command, or goes wrong within it, ends in a line and a status."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.testing

from service.cli.main import app, run
from service.readings.reader import PhotoReader
from service.web import examples
from service.work import photos, tasks
from tests.service.cli.printed import documents, pipe, write
from tests.service.stubs import EDICTS, PHOTO_WITHOUT_SHEET, ClassifierStub
from vision import ModelError, Reason

COMMANDS = ("read", "score", "scan", "serve", "key make", "score --edicts Silos")


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, option: str) -> None:
    result = typer.testing.CliRunner().invoke(app, [*command.split(), option])

    assert result.exit_code == 0
    assert result.output.startswith("Usage:")
    assert "--help" in result.output


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0

    assert "scan" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["read", "scan", "score", "audit", "final", "restore"])
def test_a_file_that_is_not_there_is_wrong_usage_before_anything_is_done(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, clear: str
) -> None:
    there = [] if command == "restore" else [clear]
    options = {"audit": ["--cards", "Lagoon"], "restore": ["--data", str(tmp_path / "new")]}.get(command, [])

    assert run([command, *there, "missing.jpg", *options]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "surveyor: there is no file or folder missing.jpg\n"


def test_the_version_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0

    assert re.fullmatch(r"surveyor \d+\.\d+\S*\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["read"], "Missing argument"),
        (["dance"], "No such command 'dance'. `surveyor --help` lists them."),
        (["key", "create"], "No such command 'create'. `surveyor key --help` lists them."),
        (["read", "a.jpg", "--dance"], "No such option"),
        (["scan", "a.jpg", "--edict", "Silos"], "No such option: --edict; did you mean --edicts?"),
        (["scan", "a.jpg", "--seasn", "fall"], "did you mean --season?"),
        (["read", "a.jpg", "--side", "E"], "--side"),
        (["read", "a.jpg", "--workers", "0"], "'--workers': say 1 or more\n"),
        (["read", "a.jpg", "--workers", "two"], "'--workers': say a whole number\n"),
        (["score", "--coins", "3.5"], "'--coins': say a whole number\n"),
        (["score", "--sure", "very"], "'--sure': say a number\n"),
        (["score", "--sure", "nan"], "'--sure': say "),
        (["scan", "a.jpg", "--edicts", "Silo"], 'did you mean "Silos"'),
        (["scan", "a.jpg", "--edicts", "Silos", "Silos"], "twice"),
        (["scan", "a.jpg", "--edicts", *EDICTS, "Silos"], "at most 4"),
        (["scan", "a.jpg", "--season", "winter"], "are missing"),
        (["scan", "a.jpg", "--season", "autumn"], 'no season is named "autumn"; did you mean "fall"?'),
        (["score", "--season", "Somer"], 'did you mean "summer"?'),
        (["upload", "a.jpg", "--season", "7"], 'say "spring", "summer", "fall" or "winter"'),
        (["audit", "a.json", "--season", "Autumn"], 'did you mean "fall"?'),
        (["score", "--coins", "99"], "0 to 14"),
        (["serve", "--port", "70000"], "'--port': say 65535 or less\n"),
        (["play", "--seed", "9" * 5000], "'--seed': say a smaller number\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(arguments) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert complaint in printed.err
    assert "Value error" not in printed.err
    assert "Input" not in printed.err


@pytest.mark.parametrize(
    ("option", "words", "meant", "hyphens"),
    [
        ("--edicts", ["Silos", "sentinel", "Wood"], '"Sentinel Wood"', "Sentinel-Wood"),
        ("--edicts", ["Heart", "of", "the", "Forest"], '"Heart of the Forest"', "Heart-of-the-Forest"),
        ("--edicts", ["The", "Golden", "Granary"], '"The Golden Granary"', "The-Golden-Granary"),
        ("--cards", ["Great", "River"], '"Great River"', "Great-River"),
        ("--standing", ["Zombie", "Plague"], '"Zombie Plague"', "Zombie-Plague"),
    ],
)
def test_a_name_of_several_words_is_told_to_need_quotes(
    capsys: pytest.CaptureFixture[str], option: str, words: list[str], meant: str, hyphens: str
) -> None:
    assert run(["scan", "a.jpg", option, *words]) == 2

    errors = capsys.readouterr().err
    assert f"did you mean {meant}" in errors
    assert f"needs quotes, or hyphens, as in {hyphens}." in errors


def test_a_misspelt_name_is_told_the_nearest_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "a.jpg", "--edicts", "Sentinal Wood"]) == 2

    errors = capsys.readouterr().err
    assert 'did you mean "Sentinel Wood"' in errors
    assert "quotes" not in errors


@pytest.mark.parametrize(
    "names",
    [
        ["Sentinel Wood,Canal Lake,Wildholds,Borderlands"],
        ["Sentinel-Wood,", "Canal-Lake, Wildholds", ",Borderlands,"],
    ],
)
def test_names_may_be_separated_by_commas(
    capsys: pytest.CaptureFixture[str], doubtful: str, names: list[str]
) -> None:
    assert run(["scan", "--json", doubtful, "--edicts", *names]) == 0

    (scan,) = documents(capsys.readouterr().out)
    assert scan["sheets"][0]["map"]["edicts"] == list(EDICTS)


@pytest.mark.parametrize("command", ["read", "scan"])
def test_a_json_document_in_place_of_a_photo_is_sent_to_score(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = write(tmp_path / "reading.json", json.dumps({"schema": "surveyor/reading@1"}).encode())

    assert run([command, path]) == 0

    printed = " ".join(capsys.readouterr().out.split())
    assert "This is a JSON document and no photo." in printed
    assert "`surveyor score`" in printed
    assert "Take a photo" not in printed


@pytest.mark.parametrize("command", ["score", "final", "audit", "correct"])
def test_the_table_of_read_is_sent_back_for_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, doubtful: str, command: str
) -> None:
    run(["read", doubtful])
    pipe(monkeypatch, capsys.readouterr().out.encode())
    status = 2 if command == "correct" else 1

    assert run([command, "-", *(["--confirm"] if command == "correct" else [])]) == status

    (errors,) = capsys.readouterr().err.splitlines()
    assert "no JSON document: `surveyor read --json` prints one" in errors


@pytest.mark.parametrize("command", ["score", "final", "audit"])
def test_a_document_without_its_schema_is_told_what_to_write(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    bare = {name: value for name, value in examples.MAP.items() if name != "schema"}
    path = write(tmp_path / "map.json", json.dumps(bare).encode())

    assert run([command, path]) == 1

    assert '"surveyor/map@1"' in capsys.readouterr().err


def test_an_environment_that_cannot_be_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SURVEYOR_PORT", "many")

    assert run(["serve"]) == 2

    assert "SURVEYOR_PORT" in capsys.readouterr().err


def test_a_name_that_could_steer_the_terminal_is_made_harmless(
    capsys: pytest.CaptureFixture[str], photo_folder: Path
) -> None:
    steering = write(photo_folder / "\x1b[31m[bold]red.jpg", PHOTO_WITHOUT_SHEET)

    assert run(["scan", steering]) == 0

    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "[bold]red.jpg" in out


def test_an_error_that_could_steer_the_terminal_is_made_harmless_and_stays_short(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = json.dumps(examples.MAP | {"side": "Z\x1b[31m"})
    steering = write(tmp_path / "\x1b[2J\u202e.json", document.encode())
    endless = write(
        tmp_path / "endless.json", json.dumps(examples.MAP | {"edicts": ["S" * 100_000]}).encode()
    )

    assert run(["score", steering, endless]) == 1

    complaints = capsys.readouterr().err
    assert "\x1b" not in complaints
    assert "\u202e" not in complaints
    assert len(complaints) < 1000


def test_a_missing_model_is_one_line_and_a_status_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clear: str
) -> None:
    def load() -> ClassifierStub:
        raise ModelError(Reason("model_missing", "The model is missing.", "Install it."))

    monkeypatch.setattr(tasks, "load_reader", lambda: PhotoReader(load))

    assert run(["read", clear]) == 3

    assert capsys.readouterr().err == "surveyor: The model is missing. Install it.\n"


def test_too_little_memory_is_told_as_that(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clear: str
) -> None:
    def read_file(file: photos.PhotoFile) -> Iterator[photos.FileOutcome]:
        raise MemoryError

    monkeypatch.setattr(photos, "read_file", read_file)

    assert run(["read", clear]) == 3

    assert capsys.readouterr().err.startswith("surveyor: there is too little memory for this; end other")


def test_any_other_mistake_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clear: str
) -> None:
    monkeypatch.setattr(photos, "read_file", lambda file: 1 / 0)

    assert run(["read", clear]) == 3

    printed = capsys.readouterr()
    assert "ZeroDivisionError" in printed.err
    assert len(printed.err.splitlines()) == 1
