"""Pages in line: those of documents, those that are read again, and those whose map is entered by hand."""

import httpx
from sqlalchemy import select, update

from service.files.states import FileFilter, count_wanted
from service.store.database import open_database
from service.store.tables import pages
from tests.service.sentphotos import correct, list_files, only_sheet, send, wait_for
from tests.service.stubs import CLEAR_PHOTO, DOUBTFUL_PHOTO, PHOTO_WITHOUT_SHEET
from tests.vision.files import pdf_of


def test_each_page_of_a_document_is_read(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("scan.pdf", pdf_of(CLEAR_PHOTO, DOUBTFUL_PHOTO, PHOTO_WITHOUT_SHEET)))
    [row] = list_files(web, cup)
    assert (row["state"], row["pages"], row["sheets"]) == ("review", 3, 2)
    sheets = web.get(f"{cup}/sheets").json()["sheets"]
    assert sorted(sheet["page"] for sheet in sheets) == [1, 2]
    second = web.get(f"{cup}/files/{row['id']}/reading", params={"page": 2}).json()
    assert (second["photo"]["page"], second["status"]) == (2, "review")


def test_a_blank_page_among_others_asks_nobody(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("scan.pdf", pdf_of(CLEAR_PHOTO, PHOTO_WITHOUT_SHEET)))
    before, tournament = list_files(web, cup)[0], cup.rsplit("/", 1)[1]
    database = open_database(web.headers["x-database"])
    with database.begin() as db:
        assert count_wanted(db, tournament, FileFilter(unread=True)) == 1
        [page] = db.execute(select(pages).where(pages.c.file_id == before["id"], pages.c.number == 2))
        blank = {**page.rejection, "code": "blank_page"}
        db.execute(update(pages).where(pages.c.id == page.id).values(rejection=blank))
        assert count_wanted(db, tournament, FileFilter(unread=True)) == 0
    database.close()

    assert [before["reason"]["code"], list_files(web, cup)[0]["reason"]] == ["no_grid", None]


def test_what_waits_is_reported_to_prometheus(web: httpx.Client, cup: str) -> None:
    send(web, cup, ("a.jpg", CLEAR_PHOTO))
    values = dict(line.rsplit(" ", 1) for line in web.get("/metrics").text.splitlines() if line[0] != "#")
    assert (values['surveyor_pages{state="waiting"}'], values['surveyor_pages{state="claimed"}']) == (
        "0.0",
        "0.0",
    )
    assert float(values['surveyor_pages{state="done"}']) > 0


def test_a_rejected_page_is_read_again_with_what_a_person_says(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", PHOTO_WITHOUT_SHEET))
    where = f"{cup}/files/{sent['files'][0]['id']}/pages/1/reading"
    response = web.post(where, json={"corners": "1,1 30,1 30,30 1,30", "side": "C"})
    assert response.status_code == 202
    wait_for(web, f"{cup}/batches/{sent['id']}")
    assert list_files(web, cup)[0]["state"] == "rejected"
    assert web.post(where, json={"corners": "nonsense"}).status_code == 422
    assert web.post(where.replace("pages/1", "pages/2"), json={}).status_code == 404


def test_a_map_beside_a_photo_that_is_no_sheet_is_entered_by_hand(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", PHOTO_WITHOUT_SHEET), ("b.jpg", CLEAR_PHOTO))
    rejected, read = (f"{cup}/files/{file['id']}/pages/1/map" for file in sent["files"])
    begun = web.post(rejected, json={"side": "B"})
    assert (begun.status_code, begun.json()["state"]) == (201, "review")
    sheet = f"{cup}/sheets/{begun.json()['id']}"
    assert "lattice" not in web.get(f"{sheet}/reading").json()
    for picture in ("overlay", "squares/2/3"):  # the whole photo, as nobody knows where the map lies
        assert web.get(f"{sheet}/{picture}").headers["content-type"] == "image/jpeg"
    assert {web.post(where, json={"side": "B"}).status_code for where in (rejected, read)} == {409}
    assert web.post(rejected, json={"side": "Z"}).status_code == 422

    said = {"squares": [{"square": [0, 0], "terrain": "farm"}], "coins": 2, "confirm": True}
    whole = web.post(f"{sheet}/corrections", json=said, headers={"If-Match": '"1"'}).json()
    assert (whole["state"], whole["map"]["terrain"][0][:2]) == ("scored", ["farm", "empty"])


def test_what_people_corrected_is_not_lost_by_reading_again(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    correct(web, cup, only_sheet(web, cup), {"coins": 1})
    where = f"{cup}/files/{sent['files'][0]['id']}/pages/1/reading"
    assert web.post(where, json={}).status_code == 409


def test_a_page_is_read_again_though_somebody_said_whose_it_is_and_stays_theirs(
    web: httpx.Client, cup: str
) -> None:
    [ann] = (each["id"] for each in web.post(f"{cup}/players", json={"names": ["Ann"]}).json()["added"])
    web.post(f"{cup}/rounds", json={})
    sent = send(web, cup, ("IMG_1.jpg", DOUBTFUL_PHOTO))
    before = only_sheet(web, cup)
    place = {"player_id": ann, "round": 1, "season": "summer"}
    placed = web.put(f"{cup}/sheets/{before['id']}/place", json=place, headers={"If-Match": '"1"'})

    again = web.post(f"{cup}/files/{sent['files'][0]['id']}/pages/1/reading", json={})
    wait_for(web, f"{cup}/batches/{sent['id']}")

    after = only_sheet(web, cup)
    assert (placed.status_code, again.status_code) == (200, 202)
    assert after["id"] != before["id"]
    assert (after["player"], after["season"], after["placed_by"]) == (ann, "summer", "hand")
    assert "place" not in {doubt["kind"] for doubt in after["doubts"]}


def test_a_page_whose_corrected_sheet_was_set_aside_is_read_again(web: httpx.Client, cup: str) -> None:
    sent = send(web, cup, ("a.jpg", DOUBTFUL_PHOTO))
    sheet = correct(web, cup, only_sheet(web, cup), {"coins": 1}).json()
    web.post(f"{cup}/sheets/{sheet['id']}/dismissal", json={}, headers={"If-Match": '"2"'})

    again = web.post(f"{cup}/files/{sent['files'][0]['id']}/pages/1/reading", json={})
    wait_for(web, f"{cup}/batches/{sent['id']}")

    assert again.status_code == 202
    assert only_sheet(web, cup)["state"] == "review"
