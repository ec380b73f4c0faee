"""Scans in the database: kept, seen by their owners alone, changed and taken back, forgotten."""

import hashlib
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from engine import Season, Side, Square, Terrain
from service.access.actors import ORGANISER, SINGLE_USER, Actor, Role
from service.documents import Reason
from service.documents.errors import ConflictError, NotHereError, StaleError, UnreadablePhotoError
from service.privacy.persons import erase_data, find_data
from service.readings.hints import Hints
from service.scans.changing import (
    AnotherReading,
    correct_scan,
    last_change,
    replace_reading,
    state_game,
    undo,
)
from service.scans.deleting import delete_scan
from service.scans.reading import ScannedPhoto, SentPhoto, read_sent_photo
from service.scans.rows import (
    ScanRow,
    StatedGame,
    add_scan,
    list_scans,
    own_scan,
    seen_scan,
    sheets_as_read,
)
from service.scans.scoring import find_certainty, score_sheet, still_open
from service.sheets.documents import CorrectedSquare, SheetCorrection
from service.sheets.doubts import CoinsDoubt, SheetDoubt
from service.sheets.rows import MapInForce
from service.store.blobs import BlobMissingError, FolderBlobs
from service.store.database import Database
from service.store.events import EventKind, list_events, now
from service.store.tables import events, files, keys, new_id, photos, players, scans, tournaments
from service.web.housekeeping import Housekeeper, delete_old_photos, sweep
from service.work.workforce import Workforce
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    EDICTS,
    PHOTO_WITHOUT_SHEET,
    STUB_WORK,
)
from tests.service.web.test_housekeeping import age, send

SHA = hashlib.sha256(DOUBTFUL_PHOTO).hexdigest()
ANN = Actor("Ann", Role.PLAYER, "cup", "ann", key="key-of-ann")
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def looked() -> ScannedPhoto:
    with Workforce(1, work=STUB_WORK) as workforce:
        return read_sent_photo(workforce, SentPhoto.of(DOUBTFUL_PHOTO), "a.jpg", Hints())


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "photos")


def keep(database: Database, blobs: FolderBlobs, looked: ScannedPhoto, actor: Actor = SINGLE_USER) -> str:
    with database.begin() as db:
        sha256 = SentPhoto.of(DOUBTFUL_PHOTO).keep(db, blobs)
        scan = new_id()
        add_scan(db, actor, scan, looked, sha256, Hints(), StatedGame())
        return scan


def test_a_scan_comes_back_as_it_was_kept_and_to_its_owner_alone(
    database: Database, blobs: FolderBlobs, looked: ScannedPhoto
) -> None:
    scan = keep(database, blobs, looked)

    with database.read() as db:
        row = own_scan(db, SINGLE_USER, scan)
        assert (row.reading, row.sha256, row.version) == (looked.reading, SHA, 1)
        assert [doubt.kind for doubt in row.sheets[0].doubts] == ["coins", "square"]
        assert [each.id for each in list_scans(db, ORGANISER, 5)] == [scan]
        for stranger in (ANN, Actor("judge", Role.JUDGE, key="other")):
            assert list_scans(db, stranger, 5) == []
            with pytest.raises(NotHereError):
                own_scan(db, stranger, scan)


def test_what_is_said_is_kept_with_what_stood_before_and_taken_back_one_by_one(
    database: Database, blobs: FolderBlobs, looked: ScannedPhoto
) -> None:
    scan = keep(database, blobs, looked)
    said = SheetCorrection(squares=(CorrectedSquare(square=(2, 3), terrain=Terrain.FARM),), coins=3)
    game = StatedGame(EDICTS, Season.FALL, solo=True)
    with database.begin() as db:
        before = own_scan(db, SINGLE_USER, scan)
        corrected = correct_scan(db, SINGLE_USER, before, 0, said)
        stated = state_game(db, SINGLE_USER, corrected, game)
        again = replace_reading(db, SINGLE_USER, stated, AnotherReading(looked.reading, Hints(Side.A)))

    assert (corrected.sheets[0].map.terrain[2][3], corrected.sheets[0].doubts) == ("farm", ())
    assert (stated.game, stated.sheets) == (game, corrected.sheets)
    assert _shown(again) == _shown(before)
    with database.begin() as db:
        assert _shown(undo(db, SINGLE_USER, again)) == _shown(corrected)
        undone = undo(db, SINGLE_USER, seen_scan(db, SINGLE_USER, scan, 5))
        assert undone.game == StatedGame()
        last = last_change(db, scan)
        assert last is not None
        assert last.kind is EventKind.SCAN_CORRECTED
        first = undo(db, SINGLE_USER, undone)
        assert (_shown(first), first.version) == (_shown(before), 7)
        with pytest.raises(ConflictError):
            undo(db, SINGLE_USER, first)
        with pytest.raises(StaleError):
            seen_scan(db, SINGLE_USER, scan, 6)
        with pytest.raises(StaleError):
            state_game(db, SINGLE_USER, undone, game)
        assert len(list_events(db, None, subject=scan)) == 7


def _shown(scan: ScanRow) -> list[tuple[Any, list[Any]]]:
    return [(sheet.map, list(sheet.doubts)) for sheet in scan.sheets]


def test_edicts_that_are_not_told_earn_nothing_and_move_no_other(looked: ScannedPhoto) -> None:

    [sheet] = sheets_as_read(looked.reading)
    alone = StatedGame((None, None, "Canal Lake", "Sentinel Wood"))

    score = score_sheet(sheet, None, alone)

    assert [score.stars(letter).total for letter in "ABCD"] == [0, 0, 0, 2]
    assert score.report.total == 2 + score.report.monsters.total
    assert score.to_json()["edicts"] == {"Canal Lake": 0, "Sentinel Wood": 2}
    assert [season for season, _ in score.projection.seasons] == list(Season)


def test_coins_that_are_not_sure_are_asked_about_until_somebody_says_them(looked: ScannedPhoto) -> None:
    [read] = looked.reading.sheets
    unsure = read.model_copy(
        update={"coins": 12, "coins_confidence": 0.9, "coins_alternatives": {12: 0.9, 13: 0.1}}
    )
    [asked] = sheets_as_read(looked.reading.model_copy(update={"sheets": (unsure,)}))
    said = MapInForce(asked.map.model_copy(update={"coins": 12}), [])

    assert (asked.map.coins, CoinsDoubt() in asked.doubts) == (None, True)
    assert score_sheet(asked, unsure, StatedGame()).coins == 12
    assert still_open(asked, unsure).coins == {12: 0.9, 13: 0.1}
    assert still_open(said, unsure).coins is None


def test_a_side_that_is_not_sure_lowers_the_score_until_somebody_settles_it(looked: ScannedPhoto) -> None:
    [read] = looked.reading.sheets
    unsure = read.model_copy(update={"side_confidence": 0.8})
    why = Reason(code="side_uncertain", message="Which side is it?", advice="Check it.")
    [drawn] = sheets_as_read(looked.reading)

    assert still_open(MapInForce(drawn.map, [SheetDoubt(reason=why)]), unsure).side == 0.8
    assert still_open(MapInForce(drawn.map, []), unsure).side == 1.0


def test_a_score_is_surely_between_what_the_doubtful_square_may_hold(looked: ScannedPhoto) -> None:

    [sheet] = sheets_as_read(looked.reading)
    game = StatedGame(("Great City", "Borderlands", "The Cauldrons", "Mages Valley"))
    map_ = sheet.map.model_copy(update={"coins": 3})
    surely = find_certainty(MapInForce(map_, sheet.doubts), looked.reading.sheets[0], game)
    settled = find_certainty(MapInForce(map_, ()), looked.reading.sheets[0], game)

    assert surely
    assert settled
    assert surely.low < surely.high
    assert surely.settle == (Square(2, 3),)
    assert (settled.low, settled.settle, round(settled.exact, 3)) == (settled.high, (), 0.999)


def test_a_deleted_scan_takes_its_photo_along_unless_a_tournament_has_it(
    database: Database, blobs: FolderBlobs, looked: ScannedPhoto
) -> None:
    send(database, blobs, DOUBTFUL_PHOTO)
    first, second = keep(database, blobs, looked), keep(database, blobs, looked)

    with database.begin() as db:
        delete_scan(db, blobs, "you", first, SHA)
    assert blobs.get(SHA) == DOUBTFUL_PHOTO
    with database.begin() as db:
        db.execute(files.delete())
        delete_scan(db, blobs, "you", second, SHA)
        bodies = [event.body for event in list_events(db, None, subject=second)]
    with pytest.raises(BlobMissingError):
        blobs.get(SHA)
    assert bodies == [{"erased": True}, {}]


def test_housekeeping_keeps_the_photos_of_scans_and_forgets_the_unused(
    database: Database, blobs: FolderBlobs, looked: ScannedPhoto
) -> None:
    old, young = keep(database, blobs, looked), keep(database, blobs, looked, ANN)
    _age(database, old, now() - 40 * DAY)
    assert (sweep(database, blobs), delete_old_photos(database, blobs, now() - 2 * DAY)) == (0, 0)

    Housekeeper(database, blobs, None, 30).tidy()

    with database.read() as db:
        assert db.execute(select(scans.c.id)).scalars().all() == [young]
    assert blobs.get(SHA) == DOUBTFUL_PHOTO
    _age(database, young, now() - 3 * DAY)
    assert delete_old_photos(database, blobs, now() - 2 * DAY) == 1
    with database.read() as db:
        assert db.execute(select(photos.c.deleted_at)).scalar_one() is not None


def _age(database: Database, scan: str, moment: datetime) -> None:
    with database.begin() as db:
        db.execute(update(scans).where(scans.c.id == scan).values(received_at=moment, used_at=moment))


def test_a_photo_whose_reading_nobody_waited_for_is_swept_out(database: Database, blobs: FolderBlobs) -> None:
    with database.begin() as db:
        SentPhoto.of(DOUBTFUL_PHOTO).keep(db, blobs)
    assert sweep(database, blobs) == 0
    age(database, blobs, now() - DAY)
    assert sweep(database, blobs) == 1
    with database.begin() as db:
        SentPhoto.of(DOUBTFUL_PHOTO).keep(db, blobs)
    assert blobs.get(SHA) == DOUBTFUL_PHOTO


def test_a_players_scans_are_reported_and_erased_with_the_player(
    database: Database, blobs: FolderBlobs, looked: ScannedPhoto
) -> None:
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
        db.execute(insert(players).values(id="ann", tournament_id="cup", name="Ann", created_at=now()))
        key = {"id": ANN.key, "digest": "0" * 64, "prefix": "srv_", "label": "Ann", "role": "player"}
        db.execute(insert(keys).values(**key, tournament_id="cup", player_id="ann", created_at=now()))
    scan, other = keep(database, blobs, looked, ANN), keep(database, blobs, looked)

    with database.begin() as db:
        data = find_data(db, "cup", "ann")
        assert [each.id for each in data.scans] == [scan]
        erase_data(db, blobs, "organiser", "cup", data)

    with database.read() as db:
        assert db.execute(select(scans.c.id)).scalars().all() == [other]
        assert (
            "Ann" not in db.execute(select(events.c.actor).where(events.c.subject_id == scan)).scalars().all()
        )
    assert blobs.get(SHA) == DOUBTFUL_PHOTO


def test_what_is_no_photo_is_refused_and_what_shows_no_map_is_looked_at() -> None:
    with pytest.raises(UnreadablePhotoError) as refused:
        SentPhoto.of(b"<html>")
    with Workforce(1, work=STUB_WORK) as workforce:
        rejected = read_sent_photo(workforce, SentPhoto.of(PHOTO_WITHOUT_SHEET), "b.jpg", Hints()).reading
        clear = read_sent_photo(workforce, SentPhoto.of(CLEAR_PHOTO), "c.jpg", Hints()).reading

    assert refused.value.reason.code == "not_a_photo"
    assert (rejected.status, rejected.photo.width) == ("rejected", 481)
    assert len(clear.sheets) == 1
