"""The service over real HTTP."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from engine import EDICTS
from service.cli.main import run
from service.web import examples
from tests.service.conftest import MAX_UPLOAD
from tests.service.schemas import json_schema
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    PHOTO_OF_TWO_SHEETS,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
    WIDTH,
)
from tests.vision.files import pdf_of


def check(response: httpx.Response, status: int, name: str) -> dict[str, Any]:
    """Return the document of a response that is what it should be."""
    document: dict[str, Any] = response.json()
    expected = "application/problem+json" if name == "problem@1" else "application/json"
    assert (response.status_code, response.headers["content-type"]) == (status, expected)
    jsonschema.validate(document, json_schema(name), cls=jsonschema.Draft202012Validator)
    return document


def upload(web: httpx.Client, photo: bytes, name: str = "a.jpg", **fields: str) -> httpx.Response:
    return web.post("/v1/readings", files={"photo": (name, photo)}, data=fields)


def test_a_misspelt_name_in_the_query_of_a_score_is_an_error(web: httpx.Client) -> None:
    answer = web.post("/v1/scores?edicts=Wildholds", json=examples.MAP)

    assert answer.status_code == 422
    assert "edicts" in answer.text


def test_a_photo_gets_its_reading(web: httpx.Client) -> None:
    reading = check(upload(web, DOUBTFUL_PHOTO), 200, "reading@1")

    assert reading["status"] == "review"
    assert reading["photo"]["name"] == "a.jpg"
    assert reading["photo"]["width"] == WIDTH
    assert reading["sheets"][0]["doubtful"] == [[2, 3]]


@pytest.mark.parametrize(("typed", "side"), [("C", "C"), ("c", "C"), ("Custom", "custom")])
def test_the_side_may_be_told_in_any_case(web: httpx.Client, typed: str, side: str) -> None:
    reading = check(upload(web, CLEAR_PHOTO, side=typed), 200, "reading@1")

    assert reading["sheets"][0]["side"] == side


def test_corners_may_be_given(web: httpx.Client) -> None:
    check(upload(web, CLEAR_PHOTO, corners="10,10 300,12 300,300 8,290", upright="true"), 200, "reading@1")


@pytest.mark.parametrize(
    "said",
    [
        {"corners": "10,10 300,12 300,300"},
        {"corners": "here"},
        {"corners": "10,10 300,300 300,10 10,300"},
        {"upright": "true"},
    ],
)
def test_bad_corners_are_answered_with_the_reason(web: httpx.Client, said: dict[str, str]) -> None:
    problem = check(upload(web, CLEAR_PHOTO, **said), 422, "problem@1")

    assert problem["reason"]["code"] == "bad_corners"


def test_two_sheets_in_a_photo_are_both_reported(web: httpx.Client) -> None:
    reading = check(upload(web, PHOTO_OF_TWO_SHEETS), 200, "reading@1")

    assert [sheet["side"] for sheet in reading["sheets"]] == ["A", "D"]


def test_a_document_of_one_page_is_read_and_of_several_is_refused(web: httpx.Client) -> None:
    page = check(upload(web, pdf_of(CLEAR_PHOTO), "a.pdf"), 200, "reading@1")
    problem = check(upload(web, pdf_of(CLEAR_PHOTO, CLEAR_PHOTO), "a.pdf"), 422, "problem@1")

    assert page["photo"]["page"] == 1
    assert problem["reason"]["code"] == "several_pages"
    assert "surveyor read" in problem["detail"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("C:\\me\\a.jpg", "a.jpg"), ("../../a.jpg", "a.jpg"), ("<b>.jpg", "<b>.jpg"), ("x" * 999, "x" * 255)],
    ids=["windows", "above", "markup", "long"],
)
def test_of_a_photos_name_the_last_part_is_kept(web: httpx.Client, given: str, kept: str) -> None:
    assert upload(web, CLEAR_PHOTO, given).json()["photo"]["name"] == kept


@pytest.mark.parametrize(
    ("photo", "code"),
    [
        (b"", "empty_file"),
        (b"text", "not_a_photo"),
        (CLEAR_PHOTO[:400], "damaged_photo"),
        (PHOTO_WITHOUT_SHEET, "no_grid"),
    ],
    ids=["empty", "text", "cut off", "without sheet"],
)
def test_a_photo_that_cannot_be_read_is_answered_with_the_reason(
    web: httpx.Client, photo: bytes, code: str
) -> None:
    problem = check(upload(web, photo), 415 if code == "not_a_photo" else 422, "problem@1")

    assert problem["type"] == f"urn:surveyor:problem:{code}"
    assert problem["reason"]["code"] == code
    assert problem["reason"]["advice"] in problem["detail"]


@pytest.mark.parametrize("kind", ["image/png", "application/octet-stream", None])
def test_a_photo_may_be_the_body_itself(web: httpx.Client, kind: str | None) -> None:
    headers = {"content-type": kind} if kind else {}
    query = {"name": "IMG_1.png", "side": "C"}
    reading = check(
        web.post("/v1/readings", content=CLEAR_PHOTO, headers=headers, params=query), 200, "reading@1"
    )

    assert (reading["photo"]["name"], reading["sheets"][0]["side"]) == ("IMG_1.png", "C")


def test_an_empty_body_is_no_photo(web: httpx.Client) -> None:
    problem = check(web.post("/v1/readings", headers={"content-type": "image/jpeg"}), 422, "problem@1")

    assert problem["detail"] == "There is no file in the request."


def test_two_photos_in_one_request_are_refused(web: httpx.Client) -> None:
    both = [("photo", ("a.jpg", CLEAR_PHOTO)), ("photo", ("b.jpg", DOUBTFUL_PHOTO))]

    problem = check(web.post("/v1/readings", files=both), 422, "problem@1")

    assert problem["reason"]["code"] == "several_photos"


def test_a_mistake_of_ours_is_a_problem_without_a_trace(web: httpx.Client) -> None:
    problem = check(upload(web, UNLUCKY_PHOTO), 500, "problem@1")

    assert problem["reason"]["code"] == "internal_error"
    assert "Traceback" not in problem["detail"]


def test_a_request_that_declares_too_much_is_refused(web: httpx.Client) -> None:
    problem = check(upload(web, bytes(MAX_UPLOAD)), 413, "problem@1")

    assert "At most 200 kB" in problem["detail"]


def test_a_request_that_sends_too_much_is_refused(web: httpx.Client) -> None:
    def stream() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        yield from [bytes(10_000)] * (MAX_UPLOAD // 10_000)
        yield b"\r\n--x--\r\n"

    headers = {"content-type": "multipart/form-data; boundary=x"}

    check(web.post("/v1/readings", content=stream(), headers=headers), 413, "problem@1")


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ({"files": {"picture": b"1"}}, "body.photo"),
        ({"json": {}}, "body.photo"),
        ({"files": {"photo": CLEAR_PHOTO}, "data": {"side": "E"}}, "body.side"),
        ({"data": {"photo": "text"}}, "body.photo"),
    ],
    ids=["other field", "json", "side", "text field"],
)
def test_an_upload_of_another_form_is_reported_what_is_wrong(
    web: httpx.Client, request_: dict[str, Any], where: str
) -> None:
    problem = check(web.post("/v1/readings", **request_), 422, "problem@1")

    assert where in [field["where"] for field in problem["errors"]]


def test_a_map_gets_its_score(web: httpx.Client) -> None:
    score = check(web.post("/v1/scores", json=examples.MAP), 200, "score@1")

    assert score["coins"] == 3
    assert list(score["edicts"]) == ["Borderlands", "Sentinel Wood"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"coins": 3.0}, None),
        ({"ruins": [[float(row), float(column)] for row, column in examples.MAP["ruins"]]}, None),
        ({"doubtful": None, "alternatives": None}, None),
        ({"boxes": [[1.0, 2, 3.0, 0, 6.0]], "final": 80.0, "doubtful": [[3.0, 4.0]]}, None),
        ({"coins": 3.5}, "coins"),
        ({"ruins": [[1.5, 6]]}, "ruins"),
        ({"doubtful": [[0, 0.5]]}, "doubtful"),
    ],
)
def test_the_service_and_the_command_take_the_same_maps(
    web: httpx.Client, tmp_path: Path, changes: dict[str, Any], problem: str | None
) -> None:
    document = examples.MAP | changes
    (tmp_path / "map.json").write_text(json.dumps(document))

    answer = web.post("/v1/scores", json=document)

    assert answer.status_code == (422 if problem else 200)
    assert (problem or "") in answer.text
    assert run(["score", "--json", str(tmp_path / "map.json")]) == (1 if problem else 0)


def test_a_reading_gets_a_score_that_says_how_sure_it_is(web: httpx.Client) -> None:
    reading = check(web.post("/v1/readings", files={"photo": CLEAR_PHOTO}), 200, "reading@1")

    asked = {"edict": examples.MAP["edicts"], "season": "winter"}
    score = check(web.post("/v1/scores", json=reading, params=asked), 200, "score@1")

    assert list(score["edicts"]) == ["Borderlands", "Sentinel Wood"]
    assert 0 < score["exact"] <= 1
    problem = check(web.post("/v1/scores", json=reading, params={"sheet": 2}), 422, "problem@1")
    assert "has no sheet 2, but 1 in all" in problem["detail"]

    two = reading | {"sheets": reading["sheets"] * 2}
    said = "This is sheet 1 of 2; name another with ?sheet=2."
    noted = check(web.post("/v1/scores", json=two, params=asked), 200, "score@1")["notes"]
    named = check(web.post("/v1/scores", json=two, params=asked | {"sheet": 2}), 200, "score@1")
    assert said in noted
    assert said not in named.get("notes", [])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"edicts": ["Silo"], "season": None}, 'did you mean "Silos"'),
        ({"side": "B"}, "side B"),
        ({"terrain": [["mud"] * 11] * 11}, "terrain"),
        ({"coins": -1}, "body.map.coins: say 0 or more"),
        ({"coins": "three"}, "body.map.coins: say a whole number"),
        ({"season": "autumn"}, "body.map.season: say 'spring', 'summer', 'fall' or 'winter'"),
        ({"terrain": []}, "body.map.terrain: say 11 or more of them"),
        ({"schema": "surveyor/map@9"}, "schema"),
        ({"edicts": ["Silos"]}, "is missing"),
    ],
    ids=lambda value: "" if isinstance(value, str) else ", ".join(value),
)
def test_a_map_that_cannot_be_scored_is_reported_why(
    web: httpx.Client, changes: dict[str, Any], message: str
) -> None:
    problem = check(web.post("/v1/scores", json=examples.MAP | changes), 422, "problem@1")

    assert message in problem["detail"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 50_000], ids=["none", "cut off", "binary", "deep"]
)
def test_a_body_that_is_no_json_is_a_problem(web: httpx.Client, body: bytes) -> None:
    response = web.post("/v1/scores", content=body, headers={"content-type": "application/json"})

    assert response.status_code in {400, 422}
    check(response, response.status_code, "problem@1")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/scores", '{"schema": "surveyor/map@1", "coins": 3, "coins": 5}'),
        ("/v1/tournaments", '{"name": "Cup", "rounds": 1, "rounds": 2}'),
    ],
)
def test_a_field_that_stands_twice_is_refused_and_named(web: httpx.Client, path: str, body: str) -> None:
    response = web.post(path, content=body, headers={"content-type": "application/json"})

    assert response.status_code == 422
    assert "is in one object 2 times; leave one of them" in response.json()["detail"]


def test_what_is_wrong_with_a_body_and_where_is_said(web: httpx.Client) -> None:
    broken = web.post("/v1/scores", content=b'{\n "a": b', headers={"content-type": "application/json"})
    form = web.post("/v1/scores", data={"a": "b"})

    assert broken.json()["detail"] == "body: This is no JSON (Expecting value in line 2, letter 7)."
    assert form.json()["detail"] == "body: Send JSON, as Content-Type: application/json."


def test_the_edicts_are_listed(web: httpx.Client) -> None:
    cards = web.get("/v1/edicts").json()

    assert [card["name"] for card in cards] == list(EDICTS)
    assert all(card["rule"] for card in cards)


def test_health_tells_the_model(web: httpx.Client) -> None:
    assert web.get("/healthz").json()["model"] == "terrain_v19"


@pytest.mark.parametrize(
    ("method", "path", "status", "advice"),
    [
        ("GET", "/nowhere", 404, "/docs lists"),
        ("DELETE", "/v1/edicts", 405, "takes only GET"),
        ("PUT", "/v1/tournaments", 405, "takes only GET, POST"),
        ("GET", "/redoc", 404, "/docs lists"),
    ],
)
def test_what_is_not_there_is_a_problem_too(
    web: httpx.Client, method: str, path: str, status: int, advice: str
) -> None:
    assert advice in check(web.request(method, path), status, "problem@1")["detail"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"coins": ' + b"9" * 5000 + b"}", "a number in it is too long"),
        (b"[" * 100_000, "it is nested too deep"),
        ('{"player": "Jörg"}'.encode("latin-1"), "it is not text in UTF-8"),
    ],
    ids=["digits", "brackets", "letters"],
)
def test_a_body_that_cannot_be_read_is_told_why(web: httpx.Client, body: bytes, why: str) -> None:
    answer = web.post("/v1/scores", content=body, headers={"Content-Type": "application/json"})

    assert why in check(answer, 422, "problem@1")["detail"]


def test_the_openapi_shows_examples_and_every_error(web: httpx.Client) -> None:
    openapi = web.get("/openapi.json").json()
    responses = openapi["paths"]["/v1/readings"]["post"]["responses"]

    assert set(responses) == {"200", "400", "401", "403", "408", "413", "415", "422", "429", "503", "507"}
    assert responses["200"]["content"]["application/json"]["example"] == examples.READING
    for status in ("413", "422"):
        assert list(responses[status]["content"]) == ["application/problem+json"]


@pytest.mark.parametrize("address", ["/", "/healthz", "/v1/tournaments"])
def test_head_is_answered_as_get_without_the_body(web: httpx.Client, address: str) -> None:
    head, whole = web.head(address), web.get(address)

    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]
