"""What a person says of some squares sharpens the rest of that sheet, over real HTTP."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from engine import Square
from service.store.database import open_database
from service.store.tables import signs
from tests.service.clients import client_of
from tests.service.handstub import FURROWS, HAND_WORK, SMUDGE, STAINED, TAKEN_FOR_WATER
from tests.service.sentphotos import correct, send
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO

TWO_FARMS = {"squares": [{"square": list(square), "terrain": "farm"} for square in FURROWS[:2]]}
OTHERS = [list(square) for square in FURROWS[2:]]


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hands")


@pytest.fixture(scope="module", name="web")
def _web(folder: Path) -> Iterator[httpx.Client]:
    with (
        serve(folder, work=HAND_WORK) as base,
        client_of(base, headers={"origin": base}, timeout=60) as client,
    ):
        yield client


@pytest.fixture(name="cup")
def _cup(web: httpx.Client) -> str:
    made = web.post("/v1/tournaments", json={"name": "Spring Cup"}).json()
    cup = f"/v1/tournaments/{made['id']}"
    web.post(f"{cup}/players", json={"names": ["Ann"]})
    return cup


@pytest.fixture(name="sheet")
def _sheet(web: httpx.Client, cup: str, request: pytest.FixtureRequest) -> dict[str, Any]:
    send(web, cup, ("Ann.jpg", CLEAR_PHOTO + request.node.name.encode()))
    (found,) = web.get(f"{cup}/sheets").json()["sheets"]
    return dict(found)


def asked(sheet: dict[str, Any]) -> list[list[int]]:
    return [doubt["square"] for doubt in sheet["doubts"] if doubt["kind"] == "square"]


def stands(sheet: dict[str, Any], square: Square) -> str:
    terrain: str = sheet["map"]["terrain"][square.row][square.column]
    return terrain


def signs_kept(folder: Path) -> int:
    database = open_database(f"sqlite:///{folder / 'surveyor.db'}")
    with database.read() as db:
        count = db.execute(select(func.count()).select_from(signs)).scalar_one()
    database.close()
    return int(count)


def test_squares_that_look_alike_follow_and_are_asked_about_no_more(
    web: httpx.Client, cup: str, sheet: dict[str, Any]
) -> None:
    assert asked(sheet) == [list(square) for square in (*FURROWS, STAINED, SMUDGE)]

    after = correct(web, cup, sheet, TWO_FARMS).json()

    assert {stands(after, square) for square in FURROWS} == {"farm"}
    assert asked(after) == [list(STAINED), list(TAKEN_FOR_WATER), list(SMUDGE)]
    assert after["version"] == sheet["version"] + 1


def test_a_sure_square_is_never_changed_but_asked_about(
    web: httpx.Client, cup: str, sheet: dict[str, Any]
) -> None:
    after = correct(web, cup, sheet, TWO_FARMS).json()

    assert stands(after, TAKEN_FOR_WATER) == "water"
    (doubt,) = (each for each in after["doubts"] if each.get("square") == list(TAKEN_FOR_WATER))
    assert doubt["alternatives"] == {"water": 0.55, "farm": 0.45}
    (queued,) = web.get(f"{cup}/review").json()["sheets"]
    (open_doubt,) = (
        each for each in queued["doubts"] if each["doubt"].get("square") == list(TAKEN_FOR_WATER)
    )
    assert open_doubt["alternatives"] == {"water": 0.55, "farm": 0.45}
    assert open_doubt["stake"] > 0.4


def test_what_somebody_said_does_not_follow(web: httpx.Client, cup: str, sheet: dict[str, Any]) -> None:
    wave = {"squares": [{"square": list(FURROWS[3]), "terrain": "water"}]}
    after = correct(web, cup, sheet, wave).json()

    after = correct(web, cup, after, TWO_FARMS).json()

    assert stands(after, FURROWS[3]) == "water"
    assert list(FURROWS[3]) not in asked(after)


def test_taking_it_back_takes_back_what_followed(web: httpx.Client, cup: str, sheet: dict[str, Any]) -> None:
    after = correct(web, cup, sheet, TWO_FARMS).json()
    page = f"{cup.removeprefix('/v1')}/sheets/{sheet['id']}"

    assert web.post(f"{page}/undo", data={"version": after["version"]}).status_code == 303

    back = web.get(f"{cup}/sheets/{sheet['id']}").json()
    assert (back["map"], back["doubts"], back["state"]) == (sheet["map"], sheet["doubts"], "review")


def test_the_log_says_what_followed(web: httpx.Client, cup: str, sheet: dict[str, Any]) -> None:
    correct(web, cup, sheet, TWO_FARMS)

    (event,) = web.get(f"{cup}/sheets/{sheet['id']}/history").json()["events"]

    assert event["body"]["followed"] == {"settled": OTHERS, "asked": [list(TAKEN_FOR_WATER)]}
    assert [6, 0, "water"] in event["body"]["before"]["squares"]


def test_who_confirms_says_what_stood_there_and_that_stays_when_the_lesson_is_taken_back(
    web: httpx.Client, cup: str, sheet: dict[str, Any]
) -> None:
    taught = correct(web, cup, sheet, TWO_FARMS).json()
    correct(web, cup, taught, {"confirm": True})
    events = web.get(f"{cup}/sheets/{sheet['id']}/history").json()["events"]
    assert sorted(each["square"] for each in events[1]["body"]["correction"]["squares"]) == OTHERS

    page = f"{cup.removeprefix('/v1')}/sheets/{sheet['id']}"
    web.post(f"{page}/undo", data={"version": 3, "event": events[0]["id"]})

    back = web.get(f"{cup}/sheets/{sheet['id']}").json()
    assert [stands(back, square) for square in FURROWS] == ["water", "water", "farm", "farm"]
    assert back["doubts"] == []


def test_a_new_reading_follows_too(web: httpx.Client, cup: str, sheet: dict[str, Any]) -> None:
    after = correct(web, cup, sheet, TWO_FARMS).json()
    readings = f"{cup}/files/{sheet['file']}/pages/1/rereadings"

    reading = web.post(readings).json()
    assert [each["squares"] for each in reading["sheets"]] == [[]]
    (accepted,) = web.put(f"{readings}/{reading['id']}").json()["sheets"]

    assert (accepted["map"], asked(accepted)) == (after["map"], asked(after))


def test_how_somebody_draws_goes_with_the_photo(
    web: httpx.Client, cup: str, sheet: dict[str, Any], folder: Path
) -> None:
    assert sheet
    before = signs_kept(folder)
    ann = web.get(f"{cup}/players").json()["players"][0]["id"]

    web.delete(f"{cup}/players/{ann}")

    assert signs_kept(folder) == before - 1


def test_on_the_page_of_a_scan_the_rest_follows_and_comes_back(web: httpx.Client) -> None:
    photo = CLEAR_PHOTO + b"a scan"
    scan = web.post("/scans", files={"photo": ("a.jpg", photo)}).headers["location"]
    before = web.get(f"{scan}/score.json").json()

    answer = web.post(f"{scan}/edit?sheet=1", data={"version": 1, "say": ["5,0=farm", "5,1=farm"]})

    assert answer.status_code == 303
    edited = web.get(f"{scan}/edit?sheet=1").text
    assert edited.count("t-farm") >= 4
    web.post(f"{scan}/undo", data={"version": 2})
    assert web.get(f"{scan}/score.json").json() == before
    refused = web.post(f"{scan}/undo", data={"version": 3})
    assert refused.status_code == 409
    assert "Nothing was changed" in refused.text
    assert "changed meanwhile" not in refused.text


@pytest.fixture(name="two")
def _two(web: httpx.Client, cup: str, request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """Return two sheets of one player, of two seasons."""
    ann = web.get(f"{cup}/players").json()["players"][0]["id"]
    for season in ("spring", "summer"):
        photo = CLEAR_PHOTO + f"{request.node.name} {season}".encode()
        send(web, cup, (f"{season}.jpg", photo), player=ann, round="1", season=season)
    listed = web.get(f"{cup}/sheets").json()["sheets"]
    return sorted(listed, key=lambda sheet: str(sheet["season"]))


def teach(web: httpx.Client, cup: str, sheet: dict[str, Any]) -> dict[str, Any]:
    """Settle a whole sheet: what looks like a furrow is one."""
    squares = [{"square": list(at), "terrain": "farm"} for at in (*FURROWS, STAINED, TAKEN_FOR_WATER)]
    settled: dict[str, Any] = correct(web, cup, sheet, {"squares": squares, "confirm": True}).json()
    assert settled["state"] == "scored"
    return settled


def now(web: httpx.Client, cup: str, sheet: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = web.get(f"{cup}/sheets/{sheet['id']}").json()
    return found


def test_the_players_other_sheet_follows_and_no_question_of_it_is_dropped(
    web: httpx.Client, cup: str, two: list[dict[str, Any]]
) -> None:
    spring, summer = two
    teach(web, cup, spring)

    after = now(web, cup, summer)

    assert {stands(after, square) for square in FURROWS} == {"farm"}
    assert stands(after, TAKEN_FOR_WATER) == "water"
    assert asked(after) == [list(at) for at in sorted((*FURROWS, STAINED, TAKEN_FOR_WATER, SMUDGE))]
    (event,) = web.get(f"{cup}/sheets/{summer['id']}/history").json()["events"]
    assert (event["actor"], event["kind"], event["body"]["because"]) == (
        "surveyor",
        "sheet_followed",
        spring["id"],
    )
    assert event["body"]["followed"] == {"asked": [list(TAKEN_FOR_WATER)]}


def test_a_page_on_which_only_probabilities_have_shifted_is_saved(
    web: httpx.Client, cup: str, two: list[dict[str, Any]]
) -> None:
    spring, summer = two
    page = f"{cup.removeprefix('/v1')}/sheets/{summer['id']}/corrections"
    as_read = [{"square": list(at), "terrain": "water"} for at in FURROWS]
    correct(web, cup, spring, {"squares": as_read, "confirm": True})
    assert (now(web, cup, summer)["version"], asked(now(web, cup, summer))) == (2, asked(summer))

    saved = web.post(page, data={"version": 1, "say": "10,10=hero"})
    overtaken = web.post(page, data={"version": 2, "say": "10,10=empty"})

    assert (saved.status_code, overtaken.status_code) == (303, 412)
    assert stands(now(web, cup, summer), SMUDGE) == "hero"


def test_a_question_on_whose_sheet_only_probabilities_have_shifted_is_answered(
    web: httpx.Client, cup: str, two: list[dict[str, Any]]
) -> None:
    spring, summer = two
    as_read = [{"square": list(at), "terrain": "water"} for at in FURROWS]
    correct(web, cup, spring, {"squares": as_read, "confirm": True})
    page = f"{cup.removeprefix('/v1')}/sheets/{summer['id']}/doubts/A1"

    answer = web.post(page, data={"aside": summer["id"], "version": 1})

    assert (answer.status_code, now(web, cup, summer)["state"]) == (303, "dismissed")


def test_what_the_other_sheet_taught_goes_when_it_is_taken_back(
    web: httpx.Client, cup: str, two: list[dict[str, Any]]
) -> None:
    spring, summer = two
    settled = teach(web, cup, spring)
    page = f"{cup.removeprefix('/v1')}/sheets/{spring['id']}"
    web.post(f"{page}/undo", data={"version": settled["version"]})

    back = now(web, cup, summer)

    assert (back["map"], back["doubts"]) == (summer["map"], summer["doubts"])


def test_what_was_said_of_the_own_sheet_counts_beside_what_the_other_taught(
    web: httpx.Client, cup: str, two: list[dict[str, Any]]
) -> None:
    spring, summer = two
    teach(web, cup, spring)
    wave = {"squares": [{"square": list(FURROWS[0]), "terrain": "water"}]}

    after = correct(web, cup, now(web, cup, summer), wave).json()

    assert stands(after, FURROWS[0]) == "water"
    assert list(TAKEN_FOR_WATER) in asked(after)


def test_a_sheet_that_comes_later_follows_at_once(
    web: httpx.Client, cup: str, sheet: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    teach(web, cup, sheet)
    photo = CLEAR_PHOTO + f"{request.node.name} later".encode()

    send(web, cup, ("later.jpg", photo), player=sheet["player"], round="1", season="winter")

    (later,) = (
        each for each in web.get(f"{cup}/sheets").json()["sheets"] if each["file_name"] == "later.jpg"
    )
    assert stands(later, FURROWS[0]) == "farm"
    assert list(TAKEN_FOR_WATER) in asked(later)
