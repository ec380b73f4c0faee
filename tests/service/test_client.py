"""The Python client and `surveyor upload`, against a real service."""

import os
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from service.cli.main import run
from service.client import AddressError, Client, ServiceError, UnreachableError
from service.store.tables import new_id
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, DOUBTFUL_PHOTO, PHOTO_WITHOUT_SHEET


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("client")) as base:
        yield base


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as client:
        yield client


@pytest.fixture
def cup(client: Client) -> str:
    made = client.make_tournament(f"Cup {new_id()}")
    return str(made["id"])


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "photos"
    folder.mkdir()
    named = {"ann.jpg": CLEAR_PHOTO, "bob.jpg": DOUBTFUL_PHOTO, "grass.jpg": PHOTO_WITHOUT_SHEET}
    for name, photo in named.items():
        (folder / name).write_bytes(photo)
    return sorted(folder.iterdir())


def test_from_photos_to_standings(client: Client, cup: str, photos: list[Path]) -> None:
    client.add_players(cup, ["Ann"])
    batch = client.upload(cup, [photos[0], photos[2]])
    status = client.wait(cup, batch["id"], every=0.05)
    assert (status["counts"]["review"], status["counts"]["rejected"]) == (1, 1)
    assert [row["name"] for row in client.files(cup)] == ["photos/ann.jpg", "photos/grass.jpg"]
    for sheet in list(client.sheets(cup, state="review")):
        client.correct(cup, sheet, {"coins": 0, "confirm": True})
    assert {sheet["state"] for sheet in client.sheets(cup)} == {"scored"}
    assert client.standings(cup)["schema"] == "surveyor/tournament_standings@1"


def test_sheets_are_found_by_round_and_player_and_the_unknown_is_refused(
    client: Client, cup: str, photos: list[Path]
) -> None:
    where = f"/v1/tournaments/{cup}"
    client.add_players(cup, ["Ann"])
    client.wait(cup, client.upload(cup, photos[:1], round="1"), every=0.05)
    round = client.ask("GET", f"{where}/rounds/1")["id"]

    for named in ("1", round):
        assert len(client.ask("GET", f"{where}/sheets", params={"round": named})["sheets"]) == 1
    for unknown in ({"round": "7"}, {"round": "zzz"}, {"player": new_id()}):
        with pytest.raises(ServiceError) as refused:
            client.ask("GET", f"{where}/sheets", params=unknown)
        assert refused.value.status == 404


def test_an_export_is_downloaded_as_it_comes(client: Client, cup: str) -> None:
    where = f"/v1/tournaments/{cup}/exports/standings.csv"

    assert b"rank" in client.download(where)
    with pytest.raises(UnreachableError, match="download"):
        client.ask("GET", where)
    with pytest.raises(ServiceError):
        client.download(where.replace(cup, new_id()))


def test_an_upload_is_taken_in_once(client: Client, cup: str, photos: list[Path]) -> None:
    assert client.upload(cup, photos) == client.upload(cup, photos)
    assert client.upload(cup, photos, name="another") != client.upload(cup, photos)


def test_files_may_be_named_by_text_and_one_in_place_of_a_list_is_refused(
    client: Client, cup: str, photos: list[Path]
) -> None:
    assert client.upload(cup, [str(path) for path in photos]) == client.upload(cup, photos)
    assert client.read(str(photos[0]))["status"] == "read"
    for one in (photos[0], "ann.jpg"):
        with pytest.raises(TypeError, match=r"files is a list of paths, as \[\".*ann.jpg\"\], not one"):
            client.upload(cup, one)  # type: ignore[arg-type]  # as a beginner may
    with pytest.raises(TypeError, match=r'names is a list of names, as \["Bob"\], not one'):
        client.add_players(cup, "Bob")


def test_a_file_whose_name_is_no_text_is_sent_too(client: Client, cup: str, photos: list[Path]) -> None:
    odd = photos[0].with_name(os.fsdecode(b"\xff.jpg"))
    photos[0].rename(odd)

    batch = client.upload(cup, [odd])
    client.wait(cup, batch["id"], every=0.05)

    assert [row["name"] for row in client.files(cup)] == ["photos/%FF.jpg"]


def test_a_folder_that_has_got_another_name_is_sent_again(
    client: Client, cup: str, photos: list[Path], tmp_path: Path
) -> None:
    client.upload(cup, photos[:1])
    moved = photos[0].parent.rename(tmp_path / "round 2")
    (again,) = client.upload(cup, [moved / "ann.jpg"])["files"]
    assert again["name"] == "round 2/ann.jpg"


def test_one_photo_is_read_at_once(client: Client, photos: list[Path]) -> None:
    assert client.read(photos[1], side="C")["sheets"][0]["side"] == "C"
    with pytest.raises(ServiceError, match="No map field was found") as refused:
        client.read(photos[2])
    assert refused.value.problem["reason"]["code"] == "no_grid"


def test_a_tournament_is_found_by_its_name(client: Client, cup: str) -> None:
    name = f"Cup {new_id()}"
    made = client.make_tournament(name)["id"]
    assert client.find_tournament(name) == client.find_tournament(made) == made != cup
    with pytest.raises(LookupError, match=f"there are .*{name}"):
        client.find_tournament("nowhere")


def test_what_fails_on_the_way_is_tried_again(cup: str, address: str, photos: list[Path]) -> None:
    failures = iter([httpx.ConnectError("no route"), 503, httpx.ReadError("cut off"), 502])

    class Unsteady(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            match next(failures, None):
                case int(status):
                    return httpx.Response(status, headers={"Retry-After": "0"})
                case Exception() as error:
                    raise error
            return super().handle_request(request)

    with Client(address, transport=Unsteady()) as client:
        assert len(client.upload(cup, photos)["files"]) == 3


def test_what_cannot_succeed_is_not_tried_again(client: Client, cup: str) -> None:
    with pytest.raises(ServiceError) as refused:
        client.add_players(cup, [])
    assert refused.value.status == 422


def test_a_service_that_is_not_there_is_reported() -> None:
    with Client("http://127.0.0.1:1", patience=0) as client, pytest.raises(UnreachableError, match=":1: "):
        client.standings("cup")


@pytest.mark.parametrize("wrong", ["127.0.0.1:8000", "http://", "http://host:port", "ftp://host", ""])
def test_what_is_no_address_is_refused(
    wrong: str, photos: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(AddressError, match="write it as http://"):
        Client(wrong)
    assert run(["upload", str(photos[0]), "--server", wrong, "--tournament", "cup"]) == 2
    assert "write it as http://127.0.0.1:8000" in capsys.readouterr().err


def test_another_program_at_the_address_is_no_service() -> None:
    page = httpx.MockTransport(lambda request: httpx.Response(200, html="<p>Welcome"))
    with (
        Client("http://elsewhere", transport=page, patience=0) as client,
        pytest.raises(UnreachableError, match=r"http://elsewhere/ is no Surveyor service"),
    ):
        client.find_tournament("cup")


def test_a_folder_is_sent_by_command(
    client: Client, cup: str, address: str, photos: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["upload", str(photos[0].parent), "--server", address, "--tournament", cup]
    assert run(command) == 0
    assert capsys.readouterr().out.splitlines() == [
        "photos/ann.jpg  review",
        "photos/bob.jpg  review",
        "photos/grass.jpg  rejected  No map field was found. Take the photo from above.",
        "3 files: 0 scored, 2 review, 1 rejected",
    ]
    assert run([*command, "--strict"]) == 1


def test_of_a_folder_zips_are_sent_and_what_is_left_alone_is_named(
    client: Client, cup: str, address: str, photos: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = photos[0].parent
    with ZipFile(folder / "all.zip", "w") as archive:
        archive.write(photos[0], "eve.jpg")
    (folder / "notes.txt").write_text("hello")

    assert run(["upload", str(folder), "--server", address, "--tournament", cup]) == 0
    printed = capsys.readouterr()

    assert "eve.jpg" in printed.out
    assert "left alone, being no photos by their names" in printed.err
    assert "notes.txt" in printed.err
    assert "all.zip" not in printed.err


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--tournament", "nowhere"], 2, "no single tournament is named"),
        (["--tournament", "{cup}", "--round", "9"], 2, "has no round 9"),
    ],
)
def test_what_is_not_there_is_reported(
    cup: str,
    address: str,
    photos: list[Path],
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    status: int,
    message: str,
) -> None:
    words = [cup if word == "{cup}" else word for word in words]
    assert run(["upload", str(photos[0]), "--server", address, *words]) == status
    assert message in capsys.readouterr().err
