"""Sheets are corrected and set aside, over real HTTP on both databases."""

from typing import Any

import httpx
import pytest

from tests.service.sentphotos import correct, list_files, only_sheet, send
from tests.service.stubs import DOUBTFUL_PHOTO


def test_a_doubtful_square_is_settled_and_the_score_counts(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    sheet = only_sheet(web, cup)
    assert sheet["doubts"] == [{"kind": "coins"}, {"kind": "square", "square": [2, 3]}]
    said = {"squares": [{"square": [2, 3], "terrain": "farm"}], "coins": 4}
    response = correct(web, cup, sheet, said)
    after = response.json()
    assert (after["state"], after["doubts"], after["map"]["coins"], after["version"]) == ("scored", [], 4, 2)
    assert after["map"]["terrain"][2][3] == "farm"
    assert response.headers["etag"] == '"2"'
    assert list_files(web, cup)[0]["state"] == "scored"
    history = web.get(f"{cup}/sheets/{sheet['id']}/history").json()["events"]
    assert [(event["kind"], event["body"]["before"]) for event in history] == [
        ("sheet_corrected", {"coins": None, "squares": [[2, 3, "empty"]]})
    ]
    assert web.get(f"{cup}/sheets/{sheet['id']}/reading").json()["terrain"][2][3] == "empty"


def test_part_of_the_doubts_can_be_settled(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    after = correct(web, cup, only_sheet(web, cup), {"coins": 0}).json()
    assert (after["state"], after["doubts"]) == ("review", [{"kind": "square", "square": [2, 3]}])


def test_a_person_may_confirm_the_whole_sheet(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    after = correct(web, cup, only_sheet(web, cup), {"confirm": True, "coins": 1}).json()
    assert (after["state"], after["doubts"]) == ("scored", [])


def test_of_two_reviewers_at_once_the_second_is_reported(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    sheet = only_sheet(web, cup)
    assert correct(web, cup, sheet, {"coins": 1}).status_code == 200
    assert correct(web, cup, sheet, {"coins": 2}).status_code == 412
    assert only_sheet(web, cup)["map"]["coins"] == 1
    bare = web.post(f"{cup}/sheets/{sheet['id']}/corrections", json={"coins": 3})
    assert bare.status_code == 428


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"coins": 99},
        {"coins": True},
        {"coins": "3"},
        {"confirm": "yes"},
        {"confirm": True, "boxes": [[1, 2, 3, 0, 10**20]]},
        {"squares": [{"square": [11, 0], "terrain": "farm"}]},
        {"squares": [{"square": [0, 0], "terrain": "swamp"}]},
        {"squares": [{"square": [0, 0], "terrain": "farm"}, {"square": [0, 0], "terrain": "water"}]},
        {"squares": [{"square": [1, 3], "terrain": "farm"}]},
    ],
    ids=[
        "nothing",
        "too many coins",
        "no number",
        "words",
        "no truth",
        "too large a number",
        "no square",
        "no terrain",
        "twice",
        "a mountain",
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    web: httpx.Client, cup: str, said: dict[str, Any]
) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    before = only_sheet(web, cup)
    assert correct(web, cup, before, said).status_code == 422
    assert only_sheet(web, cup) == before


def test_a_sheet_is_set_aside_and_taken_back(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    sheet = only_sheet(web, cup)
    where = f"{cup}/sheets/{sheet['id']}/dismissal"
    aside = web.post(where, json={"reason": "a sheet of last week"}, headers={"If-Match": '"1"'})
    assert aside.json()["state"] == "dismissed"
    [row] = list_files(web, cup)
    assert (row["state"], row["reason"]["code"]) == ("rejected", "dismissed")
    back = web.post(where, json={"back": True}, headers={"If-Match": '"2"'})
    assert back.json()["state"] == "review"


def test_any_change_of_the_history_is_undone_and_later_ones_stay(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    sheet = only_sheet(web, cup)
    where = f"{cup}/sheets/{sheet['id']}"
    correct(web, cup, sheet, {"squares": [{"square": [2, 3], "terrain": "farm"}]})
    correct(web, cup, only_sheet(web, cup), {"coins": 4})
    first, _ = web.get(f"{where}/history").json()["events"]
    undone = web.post(f"{where}/undo", json={"event": first["id"]}, headers={"If-Match": '"3"'}).json()
    assert (undone["map"]["coins"], undone["doubts"]) == (4, [{"kind": "square", "square": [2, 3]}])
    again = web.post(f"{where}/undo", json={"event": first["id"]}, headers={"If-Match": '"4"'})
    assert (again.status_code, only_sheet(web, cup)["version"]) == (409, 4)
    last = web.post(f"{where}/undo", json={}, headers={"If-Match": '"4"'}).json()
    assert last["map"]["coins"] == sheet["map"]["coins"]
    assert last["doubts"] == sheet["doubts"]


def test_undoing_what_was_said_otherwise_since_says_that_the_map_stays(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    where = f"{cup}/sheets/{only_sheet(web, cup)['id']}"
    for terrain in ("farm", "water"):
        said = {"squares": [{"square": [2, 3], "terrain": terrain}]}
        correct(web, cup, only_sheet(web, cup), said)
    first, _ = web.get(f"{where}/history").json()["events"]
    undone = web.post(f"{where}/undo", json={"event": first["id"]}, headers={"If-Match": '"3"'}).json()

    assert undone["map"]["terrain"][2][3] == "water"
    assert "the map stays as it is" in web.get(where.removeprefix("/v1")).text


def test_a_change_whose_undoing_is_sent_twice_is_undone_once(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    sheet = only_sheet(web, cup)
    page = f"{cup.removeprefix('/v1')}/sheets/{sheet['id']}"
    for coins in (4, 5):
        correct(web, cup, only_sheet(web, cup), {"coins": coins})
    last = web.get(f"/v1{page}/history").json()["events"][-1]
    form, origin = {"version": 3, "event": last["id"]}, {"Origin": str(web.base_url).rstrip("/")}
    assert web.post(f"{page}/undo", data=form, headers=origin).status_code == 303

    again = web.post(f"{page}/undo", data=form, headers=origin)

    assert again.status_code == 409
    assert "This was taken back already" in again.text
    assert (only_sheet(web, cup)["version"], only_sheet(web, cup)["map"]["coins"]) == (4, 4)


def test_a_dismissal_is_undone(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    where = f"{cup}/sheets/{only_sheet(web, cup)['id']}"
    web.post(f"{where}/dismissal", json={}, headers={"If-Match": '"1"'})
    assert web.post(f"{where}/undo", json={}).status_code == 428
    assert web.post(f"{where}/undo", json={}, headers={"If-Match": '"2"'}).json()["state"] == "review"


def test_the_boxes_of_one_season_are_corrected_without_the_others(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO + b"boxes"))
    all_four = [[12, 9, 3, -2, 22], [1, 2, 3, 0, 6], None, [4, 4, 4, 0, 12]]
    correct(web, cup, only_sheet(web, cup), {"boxes": all_four})
    after = correct(web, cup, only_sheet(web, cup), {"boxes": [None, [1, 2, 3, -1, 5]]}).json()

    assert after["map"]["boxes"] == [all_four[0], [1, 2, 3, -1, 5], None, all_four[3]]
