from pathlib import Path

import numpy as np
import pytest

from engine import Side
from service.store.blobs import FolderBlobs
from service.store.database import Database
from service.store.packedsheets import pack_sheet
from service.store.photos import delete_photo
from service.store.probabilities import delete_probabilities, keep_probabilities, load_probabilities
from tests.service.handstub import hand_reading, reviewed
from tests.service.stubs import stub_reading

SEEN = hand_reading(Side.A, "stub_v1")
READING = reviewed(SEEN)


def test_what_was_seen_comes_back_however_often_it_is_kept(database: Database) -> None:
    with database.begin() as db:
        keep_probabilities(db, READING, [pack_sheet(SEEN)])
        keep_probabilities(db, READING, [pack_sheet(SEEN)])
        found = load_probabilities(db, READING, 0)

    assert found is not None
    assert found.doubtful == SEEN.doubtful
    assert found.doubt_below == SEEN.doubt_below
    assert [cell.terrain for cell in found.cells] == [cell.terrain for cell in SEEN.cells]
    assert [cell.confidence for cell in found.cells] == pytest.approx(
        [cell.confidence for cell in SEEN.cells], abs=1e-6
    )
    alike = SEEN.signs / np.linalg.norm(SEEN.signs, axis=1, keepdims=True)
    assert np.allclose(found.signs, alike, atol=1e-3)


def test_another_model_or_side_saw_something_else(database: Database) -> None:
    with database.begin() as db:
        keep_probabilities(db, READING, [pack_sheet(SEEN)])
        assert load_probabilities(db, READING.model_copy(update={"model": "stub_v2"}), 0) is None


def test_it_goes_by_itself_and_with_the_photo(database: Database, tmp_path: Path) -> None:
    with database.begin() as db:
        keep_probabilities(db, READING, [pack_sheet(SEEN)])
        delete_probabilities(db, READING, 0)
        assert load_probabilities(db, READING, 0) is None
        keep_probabilities(db, READING, [pack_sheet(SEEN)])
        delete_photo(db, FolderBlobs(tmp_path), "surveyor", "a" * 64)
        assert load_probabilities(db, READING, 0) is None


def test_a_reading_without_signs_keeps_nothing(database: Database) -> None:
    plain = stub_reading()
    with database.begin() as db:
        keep_probabilities(db, READING, [pack_sheet(plain)])
        assert load_probabilities(db, READING, 0) is None
