"""Tournaments over HTTP."""

import io
import json
from collections.abc import Iterator
from typing import Any
from zipfile import ZipFile

import httpx
import jsonschema
import pytest
from fastapi.routing import APIRoute
from pydantic import SecretStr
from sqlalchemy import update

from engine import Season
from service.routes import exports, players, rounds, sheets, standings, tournaments
from service.sheets.rows import State
from service.store.database import Database, open_database
from service.store.tables import sheets as sheet_table
from service.tournament.rounds import find_round
from tests.service.clients import client_of
from tests.service.schemas import json_schema
from tests.service.serving import serve
from tests.service.tournament.sheetrows import EDICTS, Cup, ended, put_sheet

CSV = {"Content-Type": "text/csv"}


@pytest.fixture(name="database", scope="module", params=["sqlite", "postgresql"])
def _database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    address = f"sqlite:///{tmp_path_factory.mktemp('routes') / 'surveyor.db'}"
    if request.param == "postgresql":
        address = request.getfixturevalue("new_postgres_database")
    database = open_database(address)
    database.migrate()
    yield database
    database.close()


@pytest.fixture(name="web", scope="module")
def _web(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    address = database.engine.url.render_as_string(hide_password=False)
    with (
        serve(tmp_path_factory.mktemp("data"), database=SecretStr(address)) as base,
        client_of(base) as web,
    ):
        yield web


def check(response: httpx.Response, status: int, name: str) -> dict[str, Any]:
    """Return the document of a response that is what it should be."""
    assert response.status_code == status, response.text
    document: dict[str, Any] = response.json()
    jsonschema.validate(document, json_schema(name), cls=jsonschema.Draft202012Validator)
    return document


def make(web: httpx.Client, **said: Any) -> dict[str, Any]:
    return check(web.post("/v1/tournaments", json={"name": "Spring Cup"} | said), 201, "tournament@1")


def cup_of(web: httpx.Client, database: Database, *names: str) -> Cup:
    """Make a tournament of one round with these players."""
    made = make(web, edicts=EDICTS)["id"]
    address = f"/v1/tournaments/{made}/players"
    added = check(web.post(address, json={"names": names}), 201, "added_players@1")["added"]
    with database.read() as db:
        return Cup(made, {one["name"]: one["id"] for one in added}, {1: find_round(db, made, 1).id})


def test_a_tournament_is_made_got_changed_and_deleted(web: httpx.Client) -> None:
    response = web.post("/v1/tournaments", json={"name": "Spring Cup", "side": "B", "rounds": 3})
    made = check(response, 201, "tournament@1")
    address = response.headers["location"]
    got = web.get(address)
    changed = web.patch(address, json={"solo": True, "side": None}, headers={"If-Match": got.headers["etag"]})
    late = web.patch(address, json={"solo": False}, headers={"If-Match": got.headers["etag"]})
    rounds = check(web.get(f"{address}/rounds"), 200, "rounds@1")

    assert check(got, 200, "tournament@1") == made
    assert (
        check(changed, 200, "tournament@1") | {"solo": False, "side": "B", "version": made["version"]} == made
    )
    assert check(late, 412, "problem@1")["type"] == "urn:surveyor:problem:stale"
    assert [played["number"] for played in rounds["rounds"]] == [1, 2, 3]
    assert web.delete(address, headers={"If-Match": changed.headers["etag"]}).status_code == 204
    assert check(web.get(address), 404, "problem@1")["title"] == "There is no such thing"


def test_a_change_of_nothing_changes_nothing(web: httpx.Client) -> None:
    made = make(web)
    address, match = f"/v1/tournaments/{made['id']}", {"If-Match": f'"{made["version"]}"'}

    assert check(web.patch(address, json={}, headers=match), 200, "tournament@1") == made


@pytest.mark.parametrize("condition", [None, "", "*"])
def test_a_change_must_say_what_it_changes(web: httpx.Client, condition: str | None) -> None:
    headers = {} if condition is None else {"If-Match": condition}
    response = web.patch(f"/v1/tournaments/{make(web)['id']}", json={"name": "Other"}, headers=headers)

    assert check(response, 428, "problem@1")["type"] == "urn:surveyor:problem:precondition"


@pytest.mark.parametrize("condition", ['W/"2"', "2", '"x"', '"99999999999999999999"', '"1"'])
def test_another_version_is_stale(web: httpx.Client, condition: str) -> None:
    address = f"/v1/tournaments/{make(web)['id']}"
    response = web.patch(address, json={"name": "Other"}, headers={"If-Match": condition})

    check(response, 412, "problem@1")


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": ""},
        {"name": "x" * 33},
        {"name": "Cup", "side": "E"},
        {"name": "Cup", "edicts": ["Silos"]},
        {"name": "Cup", "edicts": ["Sylos"] * 4},
        {"name": "Cup", "rounds": 51},
        {"name": "Cup", "prize": 100},
        {"name": "\u0000"},
    ],
    ids=str,
)
def test_a_tournament_that_cannot_be_is_refused(web: httpx.Client, said: dict[str, Any]) -> None:
    check(web.post("/v1/tournaments", json=said), 422, "problem@1")


def test_tournaments_and_players_are_listed_page_by_page(web: httpx.Client) -> None:
    for number in range(3):
        make(web, name=f"Cup {number}")
    first = check(web.get("/v1/tournaments", params={"most": 2}), 200, "tournaments@1")
    second = check(
        web.get("/v1/tournaments", params={"most": 2, "after": first["after"]}), 200, "tournaments@1"
    )
    address = f"/v1/tournaments/{first['tournaments'][0]['id']}/players"
    web.post(address, json={"names": ["Cid", "Ann", "Bob"]})
    players = check(web.get(address, params={"most": 2}), 200, "players@1")
    rest = check(web.get(address, params={"most": 2, "after": players["after"]}), 200, "players@1")

    whole = check(web.get("/v1/tournaments", params={"most": 200}), 200, "tournaments@1")
    listed = [one for page in (first, second) for one in page["tournaments"]]
    assert [one["name"] for one in listed[:3]] == ["Cup 2", "Cup 1", "Cup 0"]
    assert (whole["tournaments"][: len(listed)], whole["after"]) == (listed, None)
    assert [one["name"] for one in players["players"] + rest["players"]] == ["Ann", "Bob", "Cid"]


def test_players_come_from_a_csv_file_with_their_seats(web: httpx.Client) -> None:
    address = f"/v1/tournaments/{make(web)['id']}"
    content = "Name;Table\n=Ann;1\n<b>Bob</b>;2\n".encode("utf-8-sig")
    added = check(web.post(f"{address}/players/import", content=content, headers=CSV), 201, "added_players@1")
    again = check(
        web.post(f"{address}/players/import", content="name\nCid\n=ann\n", headers=CSV),
        201,
        "added_players@1",
    )
    played = check(web.get(f"{address}/rounds/1"), 200, "round@1")

    assert (len(added["added"]), added["seated"]) == (2, 2)
    assert [[one["name"] for one in again[key]] for key in ("added", "known")] == [["Cid"], ["=Ann"]]
    assert [len(table["players"]) for table in played["tables"]] == [1, 1]


def test_a_file_that_is_no_csv_is_refused(web: httpx.Client) -> None:
    address = f"/v1/tournaments/{make(web)['id']}/players/import"

    check(web.post(address, json=["Ann"]), 415, "problem@1")
    check(web.post(address, content=b"\xff\xd8\xff", headers=CSV), 422, "problem@1")
    check(web.post(address, content=b"x" * 1_000_001, headers=CSV), 413, "problem@1")


def test_seats_are_dealt_set_and_listed(web: httpx.Client, database: Database) -> None:
    cup = cup_of(web, database, "Ann", "Bob", "Cid", "Dee", "Eve")
    address = f"/v1/tournaments/{cup.id}/rounds/1"

    def match() -> dict[str, str]:
        return {"If-Match": web.get(address).headers["etag"]}

    dealt = web.post(f"{address}/seats/deal", json={"table_size": 3, "seed": 5}, headers=match())
    again = web.post(f"{address}/seats/deal", json={"table_size": 3, "seed": 5}, headers=match())
    table = check(again, 200, "round@1")["tables"][0]["id"]
    named = web.patch(f"{address}/tables/{table}", json={"name": "Window"}, headers=match())
    listed = web.post(
        f"{address}/seats/import", content="name,table\nAnn,7\nbob,7\nCid\n", headers=CSV | match()
    )
    seats = {"tables": [{"name": "1", "players": [cup.players["Eve"]], "edicts": EDICTS}]}
    answer = web.put(f"{address}/seats", json=seats, headers=match())

    assert [len(one["players"]) for one in check(dealt, 200, "round@1")["tables"]] == [3, 2]
    assert dealt.json() == again.json()
    assert [one["name"] for one in check(named, 200, "round@1")["tables"]] == ["2", "Window"]
    assert [(one["name"], len(one["players"])) for one in check(listed, 200, "round@1")["tables"]] == [
        ("7", 2)
    ]
    assert check(answer, 200, "round@1")["tables"][0]["edicts"] == list(EDICTS)


def test_a_round_gets_edicts_and_goes(web: httpx.Client) -> None:
    address = f"/v1/tournaments/{make(web)['id']}/rounds"
    added = web.post(address, json={"edicts": EDICTS})
    changed = web.put(f"{address}/2", json={"edicts": None}, headers={"If-Match": added.headers["etag"]})
    gone = web.delete(f"{address}/2", headers={"If-Match": changed.headers["etag"]})

    assert check(added, 201, "round@1")["edicts"] == list(EDICTS)
    assert check(changed, 200, "round@1")["edicts"] is None
    assert gone.status_code == 204
    check(web.get(f"{address}/2"), 404, "problem@1")


def test_a_sheet_is_placed_by_hand_and_counts(web: httpx.Client, database: Database) -> None:
    cup = cup_of(web, database, "Ann")
    with database.begin() as db:
        sheet = put_sheet(db, cup, None, None, None, ended(24), state=State.REVIEW)
    address = f"/v1/tournaments/{cup.id}/sheets/{sheet}/place"
    said = {"player_id": cup.players["Ann"], "round": 1, "season": "winter"}
    placed = web.put(address, json=said, headers={"If-Match": '"1"'})
    standings = check(web.get(f"/v1/tournaments/{cup.id}/standings"), 200, "tournament_standings@1")

    assert check(placed, 200, "placed_sheet@1") | said == placed.json()
    assert placed.headers["etag"] == '"2"'
    assert (standings["ranking"]["winners"], standings["settled"]) == (["Ann"], True)
    check(web.put(address, json=said, headers={"If-Match": '"1"'}), 412, "problem@1")


def test_standings_are_published_and_what_changed_is_reported(web: httpx.Client, database: Database) -> None:
    cup = cup_of(web, database, "Ann", "Bob")
    address = f"/v1/tournaments/{cup.id}"
    with database.begin() as db:
        put_sheet(db, cup, "Ann", read=ended(24))
        sheet = put_sheet(db, cup, "Bob", read=ended(16))
    nothing = web.get(f"{address}/publications/latest")
    check(web.post(f"{address}/publications", json={}), 201, "publication@1")
    place = {"player_id": None, "round": None, "season": None}
    web.put(f"{address}/sheets/{sheet}/place", json=place, headers={"If-Match": '"1"'})
    changes = check(web.get(f"{address}/standings/changes"), 200, "standings_changes@1")
    latest = web.get(f"{address}/publications/latest")
    unsaid = web.post(f"{address}/publications", json={"even_if_open": True})
    unsettled = web.post(f"{address}/publications", json={"reason": "Late."})
    anew = {"reason": "Bob's sheet is looked for.", "even_if_open": True}
    check(web.post(f"{address}/publications", json=anew), 201, "publication@1")
    listed = check(web.get(f"{address}/publications"), 200, "publications@1")["publications"]
    first = check(web.get(f"{address}/publications/1"), 200, "publication@1")

    check(nothing, 404, "problem@1")
    assert (changes["published"], [one["player"] for one in changes["players"]]) == (1, ["Bob"])
    assert check(latest, 200, "publication@1") == first
    check(unsaid, 422, "problem@1")
    check(unsettled, 409, "problem@1")
    assert [(one["number"], one["reason"]) for one in listed] == [(1, ""), (2, anew["reason"])]


@pytest.mark.parametrize("damage", [{"coins": 20}, {"terrain": []}, {"side": "E"}, None], ids=str)
def test_a_map_that_was_damaged_in_the_database_is_named_and_all_else_goes_on(
    web: httpx.Client, database: Database, damage: dict[str, Any] | None
) -> None:
    cup = cup_of(web, database, "Ann", "Bob")
    address, pages = f"/v1/tournaments/{cup.id}", f"/tournaments/{cup.id}"
    with database.begin() as db:
        put_sheet(db, cup, "Ann", read=ended(24))
        sheet = put_sheet(db, cup, "Bob", read=ended(16))
        damaged = ended(16).model_dump(mode="json") | damage if damage else "no map"
        db.execute(update(sheet_table).where(sheet_table.c.id == sheet).values(map=damaged))

    standings = check(web.get(f"{address}/standings"), 200, "tournament_standings@1")
    ann, bob = standings["rounds"][0]["results"]
    answer = web.get(f"{address}/sheets/{sheet}").json()
    confirmed = web.post(
        f"{address}/sheets/{sheet}/corrections",
        json={"confirm": True},
        headers={"If-Match": f'"{answer["version"]}"'},
    )
    shown = [
        web.get(page)
        for page in (
            pages,
            f"{pages}/review",
            f"{pages}/sheets/{sheet}/doubts/sheet",
            f"{pages}/standings?round=1",
        )
    ]
    with ZipFile(io.BytesIO(web.get(f"{address}/exports/maps.zip").content)) as archive:
        maps = json.loads(archive.read("manifest.json"))["maps"]

    assert (ann["total"], ann["state"], bob["total"]) == (24, "settled", None)
    assert [flag["code"] for flag in bob["flags"]] == ["map_damaged"]
    assert (bob["sheets"], answer["state"]) == ([sheet], "review")
    assert [doubt["reason"]["code"] for doubt in answer["doubts"]] == ["map_damaged"]
    assert "read again" in check(confirmed, 409, "problem@1")["detail"]
    assert [page.status_code for page in shown] == [200] * 4
    assert ["was damaged" in page.text for page in shown] == [False, True, True, True]
    assert [each["player"] for each in maps] == ["Ann"]


def test_the_public_page_is_sent_once(web: httpx.Client, database: Database) -> None:
    cup = cup_of(web, database, "Ann")
    with database.begin() as db:
        put_sheet(db, cup, "Ann", read=ended(24))
    web.post(f"/v1/tournaments/{cup.id}/publications", json={})
    first = web.get(f"/v1/tournaments/{cup.id}/publications/latest")
    again = web.get(first.url, headers={"If-None-Match": first.headers["etag"]})

    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])


def test_exports_are_files_of_their_kind(web: httpx.Client, database: Database) -> None:
    cup = cup_of(web, database, "=Ann", "Bob")
    address = f"/v1/tournaments/{cup.id}/exports"
    with database.begin() as db:
        put_sheet(db, cup, "=Ann", read=ended(24))
        put_sheet(db, cup, "Bob", season=Season.FALL, read=ended(16))
    files = {
        name: web.get(f"{address}/{name}")
        for name in ("standings.csv", "results.csv", "standings.xlsx", "maps.zip")
    }

    check(web.get(f"{address}/standings.json"), 200, "tournament_standings@1")
    check(web.get(f"{address}/standings.json", params={"published": True}), 404, "problem@1")
    check(web.get(f"{address}/maps.zip", params={"published": True}), 422, "problem@1")
    assert "'=Ann,24," in files["standings.csv"].text
    assert "missing: the last map, that of winter" in files["results.csv"].text
    for name, response in files.items():
        assert (response.status_code, name in response.headers["content-disposition"]) == (200, True)
    with ZipFile(io.BytesIO(files["maps.zip"].content)) as archive:
        maps = json.loads(archive.read("manifest.json"))["maps"]
        pictures = [archive.read(one["file"].replace(".json", ".svg")) for one in maps]
    assert [picture.startswith(b"<svg") for picture in pictures] == [True, True]
    assert ZipFile(io.BytesIO(files["standings.xlsx"].content)).testzip() is None


def test_what_is_of_another_tournament_is_not_here(web: httpx.Client, database: Database) -> None:
    ours, theirs = cup_of(web, database, "Ann"), cup_of(web, database, "Bob")
    with database.begin() as db:
        sheet = put_sheet(db, theirs, "Bob", read=ended(16))
    address, match = f"/v1/tournaments/{ours.id}", {"If-Match": '"1"'}
    bob, said = theirs.players["Bob"], {"player_id": None, "round": None, "season": None}
    for response in (
        web.patch(f"{address}/players/{bob}", json={"name": "Cid"}),
        web.delete(f"{address}/players/{bob}"),
        web.get(f"{address}/players", params={"after": bob}),
        web.put(f"{address}/sheets/{sheet}/place", json=said, headers=match),
        web.get("/v1/tournaments/none/standings"),
        web.get("/v1/tournaments/a%00b"),
        web.get("/v1/tournaments", params={"after": "a\0"}),
        web.get(f"{address}/rounds/2"),
    ):
        check(response, 404, "problem@1")
    assert check(web.get(f"/v1/tournaments/{theirs.id}/players"), 200, "players@1")["players"][0]["id"] == bob


def test_every_route_of_a_tournament_has_a_name_of_its_own() -> None:
    resources = (tournaments, players, rounds, sheets, standings, exports)
    names = [route.name for one in resources for route in one.router.routes if isinstance(route, APIRoute)]

    assert len(names) == len(set(names)) == sum(len(one.router.routes) for one in resources)
    assert [name for name in names if name.count(".") != 1] == []


def test_what_is_sent_again_with_its_key_is_made_once(web: httpx.Client) -> None:
    def post(where: str, said: dict[str, Any]) -> httpx.Response:
        return web.post(where, json=said, headers={"Idempotency-Key": f"key of {where}"})

    first, again = (post("/v1/tournaments", {"name": "Once"}) for _ in range(2))
    assert again.json() == first.json()
    assert again.headers["etag"] == first.headers["etag"]
    cup = again.headers["location"]
    for where, said in (
        (f"{cup}/players", {"names": ["Ann"]}),
        (f"{cup}/rounds", {}),
        (f"{cup}/publications", {"even_if_open": True}),
    ):
        first, again = post(where, said), post(where, said)
        assert (first.status_code, again.status_code) == (201, 201), first.text
        assert (again.json(), again.headers["idempotency-replayed"]) == (first.json(), "true")
    assert len(web.get(f"{cup}/rounds").json()["rounds"]) == 2
    assert post("/v1/tournaments", {"name": "Another"}).status_code == 422
