"""`surveyor key`, `surveyor password`, and who may be served."""

import io
import stat
import sys
from pathlib import Path

import pytest

from service.access.keys import find_key
from service.access.passwords import find_password_hash, is_password
from service.cli.main import run
from service.readings.reader import PhotoReader
from service.server import running as server
from service.setup.settings import Settings
from service.store.database import open_database
from tests.service.access.conftest import make_cup
from tests.service.servers import free_port


@pytest.fixture(name="data")
def _data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(name="port")
def _port(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let the service be told of a port that is free, whatever else runs on this machine."""
    port = free_port()
    monkeypatch.setenv("SURVEYOR_PORT", str(port))
    return port


def surveyor(capsys: pytest.CaptureFixture[str], data: Path, *words: str) -> tuple[int, str, str]:
    status = run([*words, "--data", str(data)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_key_is_made_listed_and_revoked(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    _, made, _ = surveyor(capsys, data, "key", "make", "--label", "Ann", "--days", "3")
    database = open_database(Settings(data=data).database_address)
    with database.read() as db:
        key = find_key(db, made.strip())
    assert key is not None
    listed = surveyor(capsys, data, "key", "list")[1]
    revoked = surveyor(capsys, data, "key", "revoke", key.id)[0]
    with database.read() as db:
        after = find_key(db, made.strip())
    database.close()

    assert (key.label, key.role) == ("Ann", "organiser")
    assert f"{key.id}  {made[:10]}...  organiser  Ann    all         until" in listed
    assert made.strip() not in listed
    assert (revoked, after) == (0, None)
    assert "revoked" in surveyor(capsys, data, "key", "list")[1]


@pytest.mark.parametrize("words", [("list",), ("revoke", "abc")])
def test_where_nothing_is_kept_no_keys_are_looked_for(
    capsys: pytest.CaptureFixture[str], data: Path, words: tuple[str, ...]
) -> None:
    status, _, complaint = surveyor(capsys, data, "key", *words)

    assert status == 2
    assert f"there is no service's data in {data}" in complaint
    assert not (data / "surveyor.db").exists()


def test_players_keys_are_made_at_once(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    surveyor(capsys, data, "key", "make")
    database = open_database(Settings(data=data).database_address)
    cup = make_cup(database, "Cup")
    database.close()
    status, made, _ = surveyor(capsys, data, "key", "make", "--role", "player", "--tournament", cup.id)

    assert status == 0
    assert [line.partition("\t")[2] for line in made.splitlines()] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["make", "--role", "player"], "names the tournament and the player"),
        (["make", "--tournament", "none"], "for all tournaments"),
        (["make", "--role", "judge", "--tournament", "none"], "no such tournament"),
        (["revoke", "none"], "there is no key none"),
        (["list", "--config", "nowhere.toml"], "nowhere.toml cannot be read"),
    ],
)
def test_what_cannot_be_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], data: Path, words: list[str], message: str
) -> None:
    surveyor(capsys, data, "key", "make")
    status, _, complaint = surveyor(capsys, data, "key", *words)

    assert (status, message in complaint) == (2, True)


def test_a_password_is_kept_as_a_hash_for_its_owner_alone(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
    assert surveyor(capsys, data, "password")[0] == 0
    kept = find_password_hash(Settings(data=data))
    file = data / "password-hash"

    assert [is_password(word, kept) for word in ("a long password", "another")] == [True, False]
    assert "a long password" not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_hash_can_be_printed_for_the_environment(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
    printed = surveyor(capsys, data, "password", "--print")[1].strip()
    monkeypatch.setattr(sys, "stdin", io.StringIO("another password\n"))
    monkeypatch.setenv("SURVEYOR_PASSWORD_HASH", printed)
    status, _, complaint = surveyor(capsys, data, "password")

    assert is_password("a long password", printed)
    assert not data.exists()
    assert (status, "password_hash goes first" in complaint) == (2, True)


def test_a_short_password_is_none(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\n"))

    assert surveyor(capsys, data, "password")[0] == 2
    assert not (data / "password-hash").exists()


def test_a_password_that_cannot_be_kept_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    (data / "password-hash").mkdir(parents=True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long password\n"))
    status, _, complaint = surveyor(capsys, data, "password")
    assert (status, complaint) == (2, f"surveyor: {data} cannot be written to: Is a directory\n")


@pytest.mark.parametrize("kept", [None, "", "$argon2id$nonsense"])
def test_a_password_is_wrong_where_none_is_kept(kept: str | None) -> None:
    assert not is_password("a long password", kept)


@pytest.mark.usefixtures("port")
def test_the_world_is_not_served_without_a_password(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    status, _, complaint = surveyor(capsys, data, "serve", "--host", "0.0.0.0")

    assert status == 2
    assert complaint == (
        "surveyor: others can reach 0.0.0.0, and there is no password: set one with "
        f"`surveyor password --data {data}`, or make an organiser's key with "
        f"`surveyor key make --data {data}`\n"
    )


@pytest.mark.usefixtures("port")
def test_a_database_that_is_not_there_is_reported(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SURVEYOR_DATABASE", "postgresql://ann:hunter22@127.0.0.1:1/none")
    ended = [surveyor(capsys, data, *words) for words in (("serve",), ("key", "list"))]

    assert [status for status, _, _ in ended] == [3, 3]
    assert all("127.0.0.1:1/none cannot be used" in complaint for _, _, complaint in ended)
    assert "hunter22" not in str(ended)


@pytest.mark.parametrize(
    ("setting", "value", "status", "message"),
    [
        ("BLOBS", "s3:/bucket", 2, "s3:/bucket is no place for photos"),
        ("BLOBS", "S3://bucket", 2, "S3://bucket is no place for photos"),
        ("BLOBS", "s3://", 2, "s3:// cannot be opened"),
        ("BLOBS", "/proc/photos", 2, "photos cannot be written to /proc/photos"),
        ("CLUSTER", "banana", 3, "no Dask scheduler answers at banana"),
    ],
)
@pytest.mark.usefixtures("port")
def test_a_place_that_cannot_be_is_reported_before_the_service_starts(
    capsys: pytest.CaptureFixture[str],
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
    value: str,
    status: int,
    message: str,
) -> None:
    monkeypatch.setenv(f"SURVEYOR_{setting}", value)
    ended, printed, complaint = surveyor(capsys, data, "serve")

    assert (ended, printed, complaint.count("\n")) == (status, "", 1)
    assert message in complaint


def test_the_start_says_that_one_works_alone(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    monkeypatch.setattr(PhotoReader, "load", lambda _: None)
    monkeypatch.setattr(server, "start_logging", lambda _: None)
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)

    status, _, said = surveyor(capsys, data, "serve")

    assert status == 0
    assert said.startswith(
        f"Surveyor is at http://127.0.0.1:{port}, for browsers on this machine, without a login."
    )
    others = f"`surveyor serve --host 0.0.0.0 --port {port} --data {data}`"
    assert f"`surveyor password --data {data}`, then {others}" in said
