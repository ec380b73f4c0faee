"""Uploads, how each file ended, and their sheets, over real HTTP on both databases."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.service.sentphotos import add_tournament, correct, list_files, only_sheet, send, wait_for
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    PHOTO_OF_TWO_SHEETS,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
)

FINAL = {"scored", "review", "rejected"}


def test_every_file_ends_in_one_state_with_its_reason(web: httpx.Client, cup: str) -> None:
    photos = [
        ("clear.jpg", CLEAR_PHOTO),
        ("doubtful.jpg", DOUBTFUL_PHOTO),
        ("grass.jpg", PHOTO_WITHOUT_SHEET),
        ("unlucky.jpg", UNLUCKY_PHOTO),
        ("words.txt", b"no photo"),
        ("empty.jpg", b""),
    ]
    send(web, cup, *photos)
    found = {
        row["name"]: (row["state"], row["reason"] and row["reason"]["code"]) for row in list_files(web, cup)
    }
    assert found == {
        "clear.jpg": ("review", None),
        "doubtful.jpg": ("review", None),
        "grass.jpg": ("rejected", "no_grid"),
        "unlucky.jpg": ("rejected", "internal_error"),
        "words.txt": ("rejected", "not_a_photo"),
        "empty.jpg": ("rejected", "empty_file"),
    }


def test_the_counts_of_a_batch_add_up(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", CLEAR_PHOTO), ("b.jpg", PHOTO_WITHOUT_SHEET), ("c.jpg", b"no photo"))
    status = web.get(f"{cup}/batches/{sent['id']}").json()
    assert status["counts"] == {
        "waiting": 0,
        "reading": 0,
        "scored": 0,
        "review": 1,
        "rejected": 2,
        "total": 3,
    }
    assert web.get(f"{cup}/batches").json()["batches"] == [status]


def test_one_photo_may_be_the_body_itself(web: httpx.Client, cup: str) -> None:
    response = web.post(f"{cup}/batches", params={"name": "dir/IMG 1.jpg"}, content=CLEAR_PHOTO)
    assert response.status_code == 202
    wait_for(web, response.headers["location"])
    assert [row["name"] for row in list_files(web, cup)] == ["dir/IMG 1.jpg"]


def test_an_upload_that_is_sent_again_is_taken_in_once(web: httpx.Client, cup: str) -> None:
    def post(photo: bytes) -> httpx.Response:
        files = {"photos": ("a.jpg", photo)}
        return web.post(f"{cup}/batches", files=files, headers={"Idempotency-Key": f"one of {cup}"})

    first, again, another = post(CLEAR_PHOTO), post(CLEAR_PHOTO), post(DOUBTFUL_PHOTO)
    assert (again.json(), again.headers["idempotency-replayed"]) == (first.json(), "true")
    assert again.headers["location"] == first.headers["location"]
    assert another.status_code == 422
    assert len(web.get(f"{cup}/batches").json()["batches"]) == 1


@pytest.mark.parametrize(
    ("photo", "status", "code"), [(b"words", 415, "not_a_photo"), (b"PK\x03\x04broken", 422, "damaged_zip")]
)
def test_what_is_sent_alone_and_no_photo_is_refused(
    web: httpx.Client, cup: str, photo: bytes, status: int, code: str
) -> None:
    response = web.post(f"{cup}/batches", files={"photos": ("a.jpg", photo)})
    assert (response.status_code, response.json()["reason"]["code"]) == (status, code)
    assert web.get(f"{cup}/batches").json()["batches"] == []


def test_a_request_without_files_is_refused(web: httpx.Client, cup: str) -> None:
    form = {"side": (None, "A")}  # a form of several parts without a file in it
    assert web.post(f"{cup}/batches", files=form).status_code == 422
    assert web.post(f"{cup}/batches", content=b"").status_code == 422


@pytest.mark.parametrize("form", [{"season": "monsoon"}, {"side": "Z"}])
def test_what_no_game_has_is_refused(web: httpx.Client, cup: str, form: dict[str, str]) -> None:
    response = web.post(f"{cup}/batches", files={"photos": ("a.jpg", CLEAR_PHOTO)}, data=form)
    assert response.status_code == 422
    assert "there are" in response.json()["detail"]


@pytest.mark.parametrize("form", [{"round": "nowhere"}, {"player": "nobody"}])
def test_what_is_not_of_the_tournament_is_not_there(
    web: httpx.Client, cup: str, form: dict[str, str]
) -> None:
    response = web.post(f"{cup}/batches", files={"photos": ("a.jpg", CLEAR_PHOTO)}, data=form)
    assert response.status_code == 404
    assert web.get(f"{cup}/batches").json()["batches"] == []


def test_a_zip_is_taken_apart(web: httpx.Client, cup: str) -> None:
    packed = zip_of(
        {
            "sheets/a.jpg": CLEAR_PHOTO,
            "../../b.jpg": PHOTO_WITHOUT_SHEET,
            "__MACOSX/._a.jpg": b"resource",
            "notes.txt": b"words",
        }
    )
    send(web, cup, ("all.zip", packed))
    found = [(row["name"], row["state"]) for row in list_files(web, cup)]
    assert found == [("sheets/a.jpg", "review"), ("b.jpg", "rejected"), ("notes.txt", "rejected")]


def test_two_sheets_of_one_photo_are_two(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("two.jpg", PHOTO_OF_TWO_SHEETS))
    sheets = web.get(f"{cup}/sheets").json()["sheets"]
    assert sorted((sheet["number"], sheet["map"]["side"]) for sheet in sheets) == [(0, "A"), (1, "D")]


def test_the_same_photo_twice_is_the_same_sheet(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", CLEAR_PHOTO), ("again.jpg", CLEAR_PHOTO))
    send(web, cup, ("third.jpg", CLEAR_PHOTO))
    first, *others = list_files(web, cup)
    assert [row["duplicate_of"] for row in others] == [first["id"], first["id"]]
    assert {row["state"] for row in others} == {first["state"]}
    assert len(web.get(f"{cup}/sheets").json()["sheets"]) == 1


def test_another_tournaments_photo_is_read_for_itself(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", CLEAR_PHOTO))
    other = f"/v1/tournaments/{add_tournament(web.headers['x-database'])}"
    send(web, other, ("a.jpg", CLEAR_PHOTO))
    assert [row["duplicate_of"] for row in list_files(web, other)] == [None]


def test_what_belongs_to_another_tournament_is_not_there(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", CLEAR_PHOTO))
    file, sheet = sent["files"][0]["id"], only_sheet(web, cup)["id"]
    other = f"/v1/tournaments/{add_tournament(web.headers['x-database'])}"
    for place in (f"batches/{sent['id']}", f"files/{file}", f"files/{file}/photo", f"sheets/{sheet}"):
        assert web.get(f"{cup}/{place}").status_code == 200
        assert web.get(f"{other}/{place}").status_code == 404


def test_the_files_come_page_by_page(web: httpx.Client, cup: str) -> None:
    send(web, cup, *[(f"{number}.jpg", CLEAR_PHOTO + bytes([number])) for number in range(5)])
    seen: list[str] = []
    query: dict[str, Any] = {"most": 2}
    while True:
        page = web.get(f"{cup}/files", params=query).json()
        seen += [row["name"] for row in page["files"]]
        if page["next"] is None:
            break
        query["after"] = page["next"]
    assert seen == [f"{number}.jpg" for number in range(5)]
    assert web.get(f"{cup}/files", params={"state": "rejected"}).json()["files"] == []
    assert web.get(f"{cup}/files", params={"after": "nonsense"}).status_code == 422


def test_progress_is_reported_until_all_is_done(web: httpx.Client, cup: str) -> None:
    response = web.post(f"{cup}/batches", files={"photos": ("a.jpg", CLEAR_PHOTO)})
    received = []
    with web.stream("GET", f"{response.headers['location']}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data:"):
                received.append(json.loads(line.removeprefix("data:")))
    assert received[-1]["done"]
    assert all(status["counts"]["total"] == 1 for status in received)


def test_the_whole_way_of_a_file_is_on_record(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", CLEAR_PHOTO))
    events = web.get(f"{cup}/files/{sent['files'][0]['id']}/history").json()["events"]
    received, read = events
    assert (received["kind"], received["actor"], read["kind"], read["actor"]) == (
        "file_received",
        "you",
        "page_read",
        "surveyor",
    )
    assert (read["body"]["model"], read["body"]["rules"]) == ("stub_v1", "rules_1")


def test_no_metadata_goes_out_with_a_picture(web: httpx.Client, cup: str) -> None:
    from PIL import Image as PillowImage

    file = io.BytesIO()
    exif = PillowImage.Exif()
    exif[0x010F] = "a maker of phones"
    exif.get_ifd(0x8825)[1] = "N"
    PillowImage.new("RGB", (483, 360), "grey").save(file, "JPEG", exif=exif, comment=b"secret")
    sent = send(web, cup, ("a.jpg", file.getvalue()))
    response = web.get(f"{cup}/files/{sent['files'][0]['id']}/photo")
    picture = PillowImage.open(io.BytesIO(response.content))
    assert (response.headers["content-type"], picture.size) == ("image/jpeg", (483, 360))
    assert dict(picture.getexif()) == {}
    assert b"maker" not in response.content
    assert b"secret" not in response.content


def test_the_overlay_and_the_squares_are_pictures(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", CLEAR_PHOTO))
    sheet = only_sheet(web, cup)
    for place in ("overlay", "squares/0/0", "squares/10/10"):
        response = web.get(f"{cup}/sheets/{sheet['id']}/{place}")
        assert (response.status_code, response.content[:2]) == (200, b"\xff\xd8")
    assert web.get(f"{cup}/sheets/{sheet['id']}/squares/11/0").status_code == 422


def test_who_it_belongs_to_is_heard_also_when_the_photo_is_sent_again(web: httpx.Client, cup: str) -> None:
    names = {"names": ["Ann", "Bob"]}
    ann, bob = (each["id"] for each in web.post(f"{cup}/players", json=names).json()["added"])
    web.post(f"{cup}/rounds", json={})
    send(web, cup, ("one.jpg", CLEAR_PHOTO + b"1"), ("two.jpg", CLEAR_PHOTO + b"2"))
    answer = send(web, cup, ("one.jpg", CLEAR_PHOTO + b"1"), player=ann)
    named = send(web, cup, ("Bob.jpg", CLEAR_PHOTO + b"2"))

    assert [row["duplicate_of"] is not None for row in (*answer["files"], *named["files"])] == [True, True]
    sheets = web.get(f"{cup}/sheets").json()["sheets"]
    assert {(sheet["player"], sheet["placed_by"]) for sheet in sheets} == {
        (ann, "told"),
        (bob, "name"),
    }


def test_a_misspelt_field_is_refused(web: httpx.Client, cup: str) -> None:
    form = web.post(f"{cup}/batches", files={"photos": ("a.jpg", CLEAR_PHOTO)}, data={"seasson": "fall"})
    send(web, cup, ("a.jpg", DOUBTFUL_PHOTO + b"misspelt"))
    said = correct(web, cup, only_sheet(web, cup), {"coins": 5, "confrim": True})

    assert (form.status_code, said.status_code) == (422, 422)
    assert '"seasson"' in form.json()["detail"]
    assert said.json()["errors"][0]["where"] == "body.confrim"


def test_a_round_is_reported_by_its_number_too(web: httpx.Client, cup: str) -> None:
    played = web.post(f"{cup}/rounds", json={}).json()
    send(web, cup, ("a.jpg", CLEAR_PHOTO + b"round"), round="1")

    assert web.get(f"{cup}/rounds").json()["rounds"][0]["id"] == played["id"]
    answer = web.post(f"{cup}/batches", files={"photos": ("b.jpg", CLEAR_PHOTO)}, data={"round": "7"})
    assert (answer.status_code, answer.json()["detail"]) == (404, "There is no such round here.")


def zip_of(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return packed.getvalue()


def test_photos_are_kept_once(web: httpx.Client, cup: str) -> None:
    photo = CLEAR_PHOTO + b"only here"
    before = kept(web)
    send(web, cup, ("a.jpg", photo), ("b.jpg", photo))
    assert len(kept(web)) == len(before) + 1


def kept(web: httpx.Client) -> set[Path]:
    return {path for path in (Path(web.headers["x-folder"]) / "photos").rglob("*") if path.is_file()}
