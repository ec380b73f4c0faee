"""One player's data: told, and erased; pages read anew."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import select, update

from engine import LAYOUTS, Side
from service.store.database import open_database
from service.store.tables import pages, readings
from tests.service.clients import client_of
from tests.service.sentphotos import correct, list_files, only_sheet, send, wait_for
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, DOUBTFUL_PHOTO, DRAWN, PHOTO_OF_TWO_SHEETS


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("persons")
    known: dict[str, Any] = {}
    if request.param == "postgresql":
        known["database"] = SecretStr(request.getfixturevalue("new_postgres_database"))
    with serve(folder, **known) as base, client_of(base, timeout=60) as client:
        client.headers["x-folder"] = str(folder)
        kept = known["database"].get_secret_value() if known else f"sqlite:///{folder / 'surveyor.db'}"
        client.headers["x-database"] = kept
        yield client


@pytest.fixture
def cup(web: httpx.Client) -> str:
    made = web.post("/v1/tournaments", json={"name": "Spring Cup"}).json()
    cup = f"/v1/tournaments/{made['id']}"
    web.post(f"{cup}/players", json={"names": ["Ann", "Bob"]})
    return cup


def player(web: httpx.Client, cup: str, name: str) -> str:
    listed = web.get(f"{cup}/players").json()["players"]
    found: str = next(each["id"] for each in listed if each["name"] == name)
    return found


def photos_kept(web: httpx.Client) -> int:
    return sum(path.is_file() for path in (Path(web.headers["x-folder"]) / "photos").rglob("*"))


def test_all_that_is_kept_of_a_player_is_reported(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("Ann.jpg", CLEAR_PHOTO + b"Ann's"), ("Bob.jpg", CLEAR_PHOTO + b"Bob's"))
    data = web.get(f"{cup}/players/{player(web, cup, 'Ann')}/data").json()
    assert data["player"]["name"] == "Ann"
    assert [row["name"] for row in data["files"]] == ["Ann.jpg"]
    assert [sheet["file_name"] for sheet in data["sheets"]] == ["Ann.jpg"]
    assert {event["kind"] for event in data["events"]} == {"file_received", "page_read"}


def erase_by_program(web: httpx.Client, cup: str, player: str) -> None:
    assert web.delete(f"{cup}/players/{player}").status_code == 204


def erase_on_page(web: httpx.Client, cup: str, player: str) -> None:
    page = f"{cup.removeprefix('/v1')}/players/{player}/erase"
    assert web.post(page, headers={"Origin": str(web.base_url).rstrip("/")}).status_code == 303


@pytest.mark.parametrize("erase", [erase_by_program, erase_on_page])
def test_a_name_is_gone_from_files_of_others_and_from_answers_too(
    web: httpx.Client, cup: str, erase: Callable[[httpx.Client, str, str], None]
) -> None:
    once = {"Idempotency-Key": cup}
    added = web.post(f"{cup}/players", json={"names": ["Zedekiah Quux"]}, headers=once).json()["added"]
    send(web, cup, ("Bob.jpg", CLEAR_PHOTO + b"both"))
    send(web, cup, ("Zedekiah Quux.jpg", CLEAR_PHOTO + b"both"))
    erase(web, cup, added[0]["id"])

    assert [row["name"] for row in list_files(web, cup)] == ["Bob.jpg", "erased"]
    log = [web.get(f"{cup}/files/{row['id']}/history").text for row in list_files(web, cup)]
    again = web.post(f"{cup}/players", json={"names": ["Zedekiah Quux"]}, headers=once)
    assert "Zedekiah" not in "".join(log)
    assert "Idempotency-Replayed" not in again.headers


def test_a_photo_that_is_sent_again_after_its_player_was_erased_is_taken_in(
    web: httpx.Client, cup: str
) -> None:
    def send_once(name: str) -> httpx.Response:
        answer = web.post(
            f"{cup}/batches",
            files={"photos": ("a.jpg", CLEAR_PHOTO + b"again")},
            data={"player": player(web, cup, name)},
            headers={"Idempotency-Key": f"{cup} photo"},
        )
        wait_for(web, answer.headers["location"])
        return answer

    send_once("Ann")
    web.delete(f"{cup}/players/{player(web, cup, 'Ann')}").raise_for_status()
    answers = [send_once("Bob") for _ in range(2)]

    assert ["Idempotency-Replayed" in answer.headers for answer in answers] == [False, True]
    assert [row["name"] for row in list_files(web, cup)] == ["erased", "a.jpg"]


def test_a_name_is_gone_from_the_reading_of_a_page_that_shows_others(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", PHOTO_OF_TWO_SHEETS + b"coded"))
    [file] = list_files(web, cup)
    database = open_database(web.headers["x-database"])
    with database.begin() as db:
        for row in db.execute(select(readings.c.id, readings.c.document)).all():
            code = {"side": "A", "sheet": 1, "tournament": "Spring Cup", "player": "Ann"}
            row.document["sheets"][0]["code"] = code
            db.execute(update(readings).where(readings.c.id == row.id).values(document=row.document))
    database.close()
    assert '"Ann"' in web.get(f"{cup}/files/{file['id']}/reading").text
    web.delete(f"{cup}/players/{player(web, cup, 'Ann')}")

    assert "Ann" not in web.get(f"{cup}/files/{file['id']}/reading").text


@pytest.mark.parametrize("name", ["A", "place"])
def test_a_player_who_is_called_as_a_side_or_a_doubt_is_erased_alone(
    web: httpx.Client, cup: str, name: str
) -> None:
    web.post(f"{cup}/players", json={"names": [name]})
    send(web, cup, ("IMG_1.jpg", DOUBTFUL_PHOTO + name.encode()))
    before = only_sheet(web, cup)
    assert web.delete(f"{cup}/players/{player(web, cup, name)}").status_code == 204

    assert only_sheet(web, cup) == before
    assert web.get(f"{cup}/sheets/{before['id']}/reading").json()["side"] == "A"


def test_a_name_is_gone_from_the_name_of_a_photo_that_shows_others_too(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("Ann.jpg", PHOTO_OF_TWO_SHEETS + b"named"))
    sheet = web.get(f"{cup}/sheets").json()["sheets"][0]
    place = {"player_id": player(web, cup, "Bob"), "round": 1, "season": "spring"}
    tag = {"If-Match": f'"{sheet["version"]}"'}
    web.put(f"{cup}/sheets/{sheet['id']}/place", json=place, headers=tag).raise_for_status()
    web.delete(f"{cup}/players/{player(web, cup, 'Ann')}").raise_for_status()

    database = open_database(web.headers["x-database"])
    with database.read() as db:
        kept = db.execute(select(readings.c.document).join(pages).where(pages.c.file_id == sheet["file"]))
        assert [document["photo"]["name"] for document in kept.scalars()] == ["erased"]
    database.close()


def test_of_an_erased_player_nothing_is_left(web: httpx.Client, cup: str) -> None:
    before = photos_kept(web)
    send(web, cup, ("Ann.jpg", CLEAR_PHOTO + b"Ann"), ("Bob.jpg", CLEAR_PHOTO + b"Bob"))
    send(web, cup, ("Ann again.jpg", CLEAR_PHOTO + b"Ann"))
    ann = player(web, cup, "Ann")
    assert web.delete(f"{cup}/players/{ann}").status_code == 204
    assert photos_kept(web) == before + 1
    assert [(row["name"], row["state"]) for row in list_files(web, cup)] == [
        ("erased", "rejected"),
        ("Bob.jpg", "review"),
        ("erased", "rejected"),
    ]
    assert [sheet["file_name"] for sheet in web.get(f"{cup}/sheets").json()["sheets"]] == ["Bob.jpg"]
    history = [web.get(f"{cup}/files/{row['id']}/history").text for row in list_files(web, cup)]
    assert "Ann" not in "".join(history)
    assert web.get(f"{cup}/players/{ann}/data").status_code == 404


def test_an_erased_players_former_names_go_too(web: httpx.Client, cup: str) -> None:
    ann = player(web, cup, "Ann")
    open_ = {"reason": "first", "even_if_open": True}
    assert web.post(f"{cup}/publications", json=open_).status_code == 201
    assert web.patch(f"{cup}/players/{ann}", json={"name": "Ann Young"}).status_code == 200
    web.post(f"{cup}/publications", json=open_ | {"reason": "a new name"})
    web.delete(f"{cup}/players/{ann}")
    texts = [web.get(f"{cup}/publications/{number}").text for number in (1, 2)]
    assert "Ann" not in "".join(texts)


def test_an_erased_player_has_no_public_page_any_more(web: httpx.Client, cup: str) -> None:
    public = f"/standings/{cup.rpartition('/')[2]}"
    ann, bob = (f"{public}/players/{player(web, cup, name)}" for name in ("Ann", "Bob"))
    web.post(f"{cup}/publications", json={"reason": "first", "even_if_open": True})
    assert ann in web.get(public).text
    web.delete(f"{cup}/players/{player(web, cup, 'Ann')}")

    assert (web.get(ann).status_code, web.get(bob).status_code) == (404, 200)
    assert (ann in web.get(public).text, bob in web.get(public).text) == (False, True)


def test_the_same_photo_from_two_players_waits_for_a_person(web: httpx.Client, cup: str) -> None:
    ann, bob = player(web, cup, "Ann"), player(web, cup, "Bob")
    send(web, cup, ("a.jpg", CLEAR_PHOTO + b"whose"), player=ann)
    [sheet] = web.get(f"{cup}/sheets").json()["sheets"]
    send(web, cup, ("b.jpg", CLEAR_PHOTO + b"whose"), player=ann)
    assert web.get(f"{cup}/sheets").json()["sheets"] == [sheet]
    send(web, cup, ("c.jpg", CLEAR_PHOTO + b"whose"), player=bob)
    [flagged] = web.get(f"{cup}/sheets").json()["sheets"]
    assert (flagged["state"], flagged["version"]) == ("review", sheet["version"] + 1)
    assert [doubt["reason"]["code"] for doubt in flagged["doubts"] if doubt["kind"] == "place"] == [
        "sent_for_another"
    ]


def test_a_sheet_of_another_side_waits_for_a_person(web: httpx.Client) -> None:
    made = web.post("/v1/tournaments", json={"name": "Cup of C", "side": "C"}).json()
    cup = f"/v1/tournaments/{made['id']}"
    send(web, cup, ("a.jpg", CLEAR_PHOTO + b"side"))
    send(web, cup, ("b.jpg", CLEAR_PHOTO + b"told side"), side="C")
    found = {sheet["file_name"]: sheet["doubts"] for sheet in web.get(f"{cup}/sheets").json()["sheets"]}
    assert [doubt["reason"]["code"] for doubt in found["a.jpg"] if doubt["kind"] == "place"] == ["other_side"]
    assert [doubt for doubt in found["b.jpg"] if doubt["kind"] == "place"] == []


def test_a_blank_sheet_whose_side_is_corrected_is_of_the_tournaments_side(web: httpx.Client) -> None:
    made = web.post("/v1/tournaments", json={"name": "Blank Cup of C", "side": "C"}).json()
    cup = f"/v1/tournaments/{made['id']}"
    send(web, cup, ("a.jpg", CLEAR_PHOTO + b"blank"))
    drawn = [{"square": [square.row, square.column], "terrain": "empty"} for square in DRAWN]
    blank = correct(web, cup, only_sheet(web, cup), {"squares": drawn}).json()
    assert "other_side" in [doubt["reason"]["code"] for doubt in blank["doubts"] if doubt["kind"] == "place"]

    printed = dict.fromkeys(LAYOUTS[Side.A].mountains, "empty") | dict.fromkeys(
        LAYOUTS[Side.C].mountains, "mountain"
    )
    squares = [{"square": list(square), "terrain": terrain} for square, terrain in printed.items()]
    after = correct(web, cup, blank, {"side": "C", "squares": squares}).json()

    assert "other_side" not in [doubt.get("reason", {}).get("code") for doubt in after["doubts"]]


def test_another_players_sheet_on_the_same_photo_stays(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("both.jpg", PHOTO_OF_TWO_SHEETS + b"both"))
    first, second = web.get(f"{cup}/sheets").json()["sheets"]
    for sheet, name in ((first, "Ann"), (second, "Bob")):
        place = {"player_id": player(web, cup, name), "round": 1, "season": "winter"}
        where = f"{cup}/sheets/{sheet['id']}/place"
        assert web.put(where, json=place, headers={"If-Match": '"1"'}).status_code == 200
    web.delete(f"{cup}/players/{player(web, cup, 'Ann')}")
    left = {sheet["id"]: sheet for sheet in web.get(f"{cup}/sheets").json()["sheets"]}
    assert left[first["id"]]["player"] is None
    assert left[first["id"]]["state"] == "dismissed"
    assert left[second["id"]]["player"] == player(web, cup, "Bob")
    assert web.get(f"{cup}/files/{list_files(web, cup)[0]['id']}/photo").status_code == 200


def test_a_page_read_anew_shows_what_would_change_and_keeps_corrections(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("Ann.jpg", DOUBTFUL_PHOTO))
    [sheet] = web.get(f"{cup}/sheets").json()["sheets"]
    said = {"squares": [{"square": [2, 3], "terrain": "farm"}], "coins": 2}
    correct(web, cup, sheet, said)
    pages = f"{cup}/files/{sheet['file']}/pages/1/rereadings"
    made = web.post(pages)
    assert made.status_code == 201, made.text
    assert made.json()["sheets"] == [{"sheet": sheet["id"], "squares": [], "others": []}]
    accepted = web.put(f"{pages}/{made.json()['id']}").json()["sheets"][0]
    assert accepted["map"]["terrain"][2][3] == "farm"
    assert (accepted["map"]["coins"], accepted["version"]) == (2, 3)
    assert accepted["doubts"] == []
    kinds = [event["kind"] for event in web.get(f"{cup}/files/{sheet['file']}/history").json()["events"]]
    assert kinds[-1] == "reading_replaced"


def test_a_sheet_that_somebody_confirmed_asks_nothing_when_a_new_reading_is_the_same(
    web: httpx.Client, cup: str
) -> None:
    send(web, cup, ("Ann.jpg", DOUBTFUL_PHOTO + b"confirmed"))
    [sheet] = web.get(f"{cup}/sheets").json()["sheets"]
    correct(web, cup, sheet, {"confirm": True})
    pages = f"{cup}/files/{sheet['file']}/pages/1/rereadings"
    made = web.post(pages).json()

    [accepted] = web.put(f"{pages}/{made['id']}").json()["sheets"]

    assert made["sheets"] == [{"sheet": sheet["id"], "squares": [], "others": []}]
    assert accepted["doubts"] == []


def test_there_is_no_other_reading_to_accept(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("Ann.jpg", DOUBTFUL_PHOTO + b"once"))
    [sheet] = web.get(f"{cup}/sheets").json()["sheets"]
    assert web.put(f"{cup}/files/{sheet['file']}/pages/1/rereadings/none").status_code == 404
    assert web.post(f"{cup}/files/{sheet['file']}/pages/2/rereadings").status_code == 404


def test_the_queue_begins_with_what_changes_most(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("Ann.jpg", DOUBTFUL_PHOTO + b"1"), ("nobody.jpg", CLEAR_PHOTO + b"2"))
    queue = web.get(f"{cup}/review").json()
    assert queue["total"] == 2
    assert [each["sheet"]["file_name"] for each in queue["sheets"]] == ["nobody.jpg", "Ann.jpg"]
    [coins, square] = queue["sheets"][1]["doubts"]
    assert (coins["doubt"], square["doubt"]) == ({"kind": "coins"}, {"kind": "square", "square": [2, 3]})
    assert list(square["alternatives"]) == ["empty", "farm", "water"]
    assert coins["stake"] > square["stake"] > 0
