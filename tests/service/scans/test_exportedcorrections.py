"""What people said on the pages and over HTTP, brought into a store of corrections."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from pydantic import SecretStr

from engine import Square, Terrain
from service.cli.main import run
from service.scans.exportedcorrections import Exported, export_corrections
from service.store.blobs import FolderBlobs
from service.store.database import Database, open_database
from tests.extent import or_all
from tests.service.clients import client_of
from tests.service.documents.test_schemas import check
from tests.service.postgres import make_database
from tests.service.sentphotos import correct, send
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, DOUBTED, DOUBTFUL_PHOTO, PHOTO_OF_TWO_SHEETS
from tests.service.test_persons import player
from vision.corrections import Correction, CorrectionStore

FARM = {"squares": [{"square": [2, 3], "terrain": "farm"}]}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    return tmp_path / "service"


@pytest.fixture(name="address")
def _address(request: pytest.FixtureRequest, folder: Path) -> str:
    """Return the address of a database of the kind that the test asks for; SQLite by default."""
    if getattr(request, "param", "sqlite") == "postgresql":
        return make_database(request.getfixturevalue("postgres"), uuid4().hex)
    return f"sqlite:///{folder / 'surveyor.db'}"


on_both = pytest.mark.parametrize("address", or_all(["sqlite"], ["sqlite", "postgresql"]), indirect=True)


@pytest.fixture(name="web")
def _web(folder: Path, address: str) -> Iterator[httpx.Client]:
    with (
        serve(folder, database=SecretStr(address)) as base,
        client_of(base, headers={"origin": base}, timeout=60) as client,
    ):
        yield client


@pytest.fixture(name="database")
def _database(web: httpx.Client, address: str) -> Iterator[Database]:
    database = open_database(address)
    yield database
    database.close()


@pytest.fixture(name="cup")
def _cup(web: httpx.Client) -> str:
    made = web.post("/v1/tournaments", json={"name": "Spring Cup"}).json()
    cup = f"/v1/tournaments/{made['id']}"
    web.post(f"{cup}/players", json={"names": ["Ann", "Bob"]})
    return cup


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> CorrectionStore:
    return CorrectionStore(tmp_path / "store")


def sent(web: httpx.Client, cup: str, name: str, photo: bytes) -> dict[str, Any]:
    """Return the sheet of a photo that a player sent."""
    send(web, cup, (f"{name}.jpg", photo), player=player(web, cup, name))
    sheets = web.get(f"{cup}/sheets").json()["sheets"]
    found: dict[str, Any] = next(sheet for sheet in sheets if sheet["player"] == player(web, cup, name))
    return found


def say(web: httpx.Client, cup: str, sheet: dict[str, Any], said: dict[str, Any]) -> None:
    """Say something of a sheet as it stands now."""
    now = web.get(f"{cup}/sheets/{sheet['id']}").json()
    assert correct(web, cup, now, said).status_code == 200


def exported(database: Database, folder: Path, store: CorrectionStore) -> Exported:
    return export_corrections(database, FolderBlobs(folder / "photos"), store)


def records_in(store: CorrectionStore) -> list[Correction]:
    records, problems = store.read()
    assert problems == []
    return records


@on_both
def test_what_was_corrected_over_http_is_in_the_store_once(
    web: httpx.Client, cup: str, database: Database, folder: Path, store: CorrectionStore
) -> None:
    say(web, cup, sent(web, cup, "Ann", DOUBTFUL_PHOTO), FARM)

    done = exported(database, folder, store)
    again = exported(database, folder, store)

    (record,) = records_in(store)
    assert (done.added, again) == (1, Exported(0, 0, 0, 0))
    assert record.photo == hashlib.sha256(DOUBTFUL_PHOTO).hexdigest()
    assert (record.square, record.read, record.said) == (DOUBTED, Terrain.EMPTY, Terrain.FARM)
    assert record.probabilities == {Terrain.EMPTY: 0.61, Terrain.FARM: 0.37, Terrain.WATER: 0.02}
    assert (record.writer, record.by) == (player(web, cup, "Ann"), "organiser")
    assert store.picture(record.crop).shape == (48, 48, 3)
    assert store.picture(record.picture).shape == (368, 368, 3)
    check(record.to_json(), "correction@1")
    assert "Ann" not in (store.folder / "corrections.jsonl").read_text()


def test_who_confirms_a_sheet_says_that_the_rest_was_read_right(
    web: httpx.Client, cup: str, database: Database, folder: Path, store: CorrectionStore
) -> None:
    sheet = sent(web, cup, "Ann", DOUBTFUL_PHOTO)
    say(web, cup, sheet, FARM)
    say(web, cup, sheet, {"confirm": True, "coins": 1})

    exported(database, folder, store)

    said = {record.square: record for record in records_in(store)}
    assert len(said) == 116  # of side A, five squares are mountains
    assert said[DOUBTED].said is Terrain.FARM
    assert said[Square(0, 0)].said is said[Square(0, 0)].read is Terrain.FOREST


@on_both
def test_what_was_taken_back_or_set_aside_goes_out_again(
    web: httpx.Client, cup: str, database: Database, folder: Path, store: CorrectionStore
) -> None:
    anns, bobs = sent(web, cup, "Ann", DOUBTFUL_PHOTO), sent(web, cup, "Bob", DOUBTFUL_PHOTO + b"Bob")
    say(web, cup, anns, FARM)
    say(web, cup, bobs, FARM)
    exported(database, folder, store)

    version = {each["id"]: each["version"] for each in web.get(f"{cup}/sheets").json()["sheets"]}
    page = f"{cup.removeprefix('/v1')}/sheets/{anns['id']}"
    assert web.post(f"{page}/undo", data={"version": version[anns["id"]]}).status_code == 303
    bobs = web.get(f"{cup}/sheets/{bobs['id']}").json()
    headers = {"If-Match": f'"{bobs["version"]}"'}
    web.post(f"{cup}/sheets/{bobs['id']}/dismissal", json={"reason": "twice"}, headers=headers)
    done = exported(database, folder, store)

    assert (done.added, done.taken_out) == (0, 2)
    assert records_in(store) == []
    assert not [path for path in (store.folder / "pictures").rglob("*") if path.is_file()]


@on_both
def test_an_erased_players_squares_go_and_all_others_stay(
    web: httpx.Client, cup: str, database: Database, folder: Path, store: CorrectionStore
) -> None:
    for name, photo in (("Ann", DOUBTFUL_PHOTO), ("Bob", DOUBTFUL_PHOTO + b"Bob")):
        say(web, cup, sent(web, cup, name, photo), FARM)
    exported(database, folder, store)
    (ann, *_), bob = records_in(store), player(web, cup, "Bob")
    store.add([replace(ann, writer="carl", by="carl")], [])  # by another way than the service

    assert web.delete(f"{cup}/players/{player(web, cup, 'Ann')}").status_code == 204
    exported(database, folder, store)

    assert {record.writer for record in records_in(store)} == {bob, "carl"}


def test_of_an_erased_player_nothing_is_exported_even_from_a_photo_that_stays(
    web: httpx.Client, cup: str, database: Database, folder: Path, store: CorrectionStore
) -> None:
    send(web, cup, ("both.jpg", PHOTO_OF_TWO_SHEETS))
    for sheet, name in zip(web.get(f"{cup}/sheets").json()["sheets"], ("Ann", "Bob"), strict=True):
        place = {"player_id": player(web, cup, name), "round": 1, "season": "winter"}
        web.put(f"{cup}/sheets/{sheet['id']}/place", json=place, headers={"If-Match": '"1"'})
        say(web, cup, sheet, FARM)
    web.delete(f"{cup}/players/{player(web, cup, 'Ann')}")

    exported(database, folder, store)

    assert [record.writer for record in records_in(store)] == [player(web, cup, "Bob")]


def test_without_the_photo_nothing_is_added_and_what_was_stays(
    web: httpx.Client, cup: str, database: Database, folder: Path, store: CorrectionStore
) -> None:
    anns, bobs = sent(web, cup, "Ann", DOUBTFUL_PHOTO), sent(web, cup, "Bob", DOUBTFUL_PHOTO + b"Bob")
    say(web, cup, anns, FARM)
    exported(database, folder, store)
    say(web, cup, bobs, FARM)
    for path in (folder / "photos").glob("*/*"):
        path.unlink()

    assert exported(database, folder, store) == Exported(0, 0, 0, 1)
    assert [record.writer for record in records_in(store)] == [player(web, cup, "Ann")]


@on_both
def test_a_scan_that_was_put_right_on_its_page_teaches_until_it_is_deleted(
    web: httpx.Client, database: Database, folder: Path, store: CorrectionStore
) -> None:
    scan = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}).headers["location"]
    form = {"version": 1, "say": "0,0=water"}
    assert web.post(f"{scan}/edit?sheet=1", data=form).status_code == 303

    assert exported(database, folder, store).added == 1
    (record,) = records_in(store)
    assert (record.square, record.said, record.writer) == (Square(0, 0), Terrain.WATER, None)

    assert web.post(f"{scan}/undo", data={"version": 2}).status_code == 303
    assert exported(database, folder, store).taken_out == 1
    web.post(f"{scan}/edit?sheet=1", data=form | {"version": 3})
    assert exported(database, folder, store).added == 1
    web.post(f"{scan}/delete")
    assert exported(database, folder, store).taken_out == 1


@on_both
def test_the_command_says_what_it_did(
    web: httpx.Client, address: str, folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    scan = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}).headers["location"]
    web.post(f"{scan}/edit?sheet=1", data={"version": 1, "say": "0,0=water"})
    (tmp_path / "surveyor.toml").write_text(f'data = "{folder}"\ndatabase = "{address}"\n')
    export = ["corrections", "export", str(tmp_path / "store"), "--config", str(tmp_path / "surveyor.toml")]

    assert run(export) == 0
    assert "1 squares of 1 sheets added" in capsys.readouterr().err

    assert run(export) == 0
    assert "0 squares of 0 sheets added" in capsys.readouterr().err


def test_a_folder_without_a_services_data_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nothing = tmp_path / "nothing"

    assert run(["corrections", "export", str(tmp_path / "store"), "--data", str(nothing)]) == 2

    assert "no service's data" in capsys.readouterr().err
    assert not list(nothing.rglob("*.db"))


def test_a_database_that_does_not_answer_is_the_installations_fault(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "surveyor.toml").write_text('database = "postgresql://surveyor@127.0.0.1:1/none"\n')

    words = ["corrections", "export", str(tmp_path / "store"), "--config", str(tmp_path / "surveyor.toml")]
    assert run(words) == 3

    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "store").exists()
