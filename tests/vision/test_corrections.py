import hashlib
import json
import multiprocessing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import MapFormatError, Side, Square, Terrain
from vision.corrections import Correction, CorrectionStore, cut_cell, decode_png, encode_png, latest
from vision.image import Image

PICTURE = Image(np.random.default_rng(1).integers(0, 255, (368, 368, 3)).astype(np.uint8))
PNG = encode_png(PICTURE)
DIGEST = hashlib.sha256(PNG).hexdigest()
RECORD = Correction(
    photo="a" * 64,
    page=None,
    sheet=0,
    side=Side.A,
    square=Square(2, 3),
    read=Terrain.WATER,
    probabilities={Terrain.WATER: 0.6, Terrain.FARM: 0.4},
    said=Terrain.FARM,
    model="terrain_v2",
    model_sha256=None,
    crop=DIGEST,
    picture=DIGEST,
    when="2026-01-02T03:04:05+00:00",
    writer="ann",
)


def add_many(folder: Path, writer: str) -> None:
    """Add fifty records, one at a time."""
    for number in range(50):
        CorrectionStore(folder).add([replace(RECORD, writer=writer, sheet=number)], [PNG])


def test_a_record_comes_back_from_its_document_unchanged() -> None:
    assert Correction.from_json(json.loads(json.dumps(RECORD.to_json()))) == RECORD


def test_a_picture_comes_back_from_the_store_by_its_hash(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)

    store.add([RECORD], [PNG])

    assert np.array_equal(store.picture(RECORD.picture), PICTURE)
    assert store.read() == ([RECORD], [])


def test_two_processes_that_add_at_once_lose_no_line(tmp_path: Path) -> None:
    fresh = multiprocessing.get_context("spawn")
    workers = [fresh.Process(target=add_many, args=(tmp_path, name)) for name in ("ann", "bob")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    records, problems = CorrectionStore(tmp_path).read()

    assert problems == []
    assert sorted((record.writer or "", record.sheet) for record in records) == sorted(
        (name, number) for name in ("ann", "bob") for number in range(50)
    )


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    store.add([RECORD], [])
    whole = (tmp_path / "corrections.jsonl").read_text()
    (tmp_path / "corrections.jsonl").write_text(whole + whole[:40])

    store.add([replace(RECORD, sheet=1)], [])

    records, problems = store.read()
    assert [record.sheet for record in records] == [0, 1]
    assert len(problems) == 1
    assert "corrections.jsonl:2" in problems[0]


def test_what_was_said_last_of_a_square_counts() -> None:
    second = replace(RECORD, said=Terrain.FOREST)
    other = replace(RECORD, square=Square(0, 0))

    assert latest([RECORD, other, second]) == [second, other]


def test_a_hash_that_is_a_path_is_refused() -> None:
    with pytest.raises(MapFormatError, match="crop"):
        Correction.from_json(RECORD.to_json() | {"crop": "../../secret"})


def test_a_damaged_picture_is_refused(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    store.add([RECORD], [PNG])
    (tmp_path / "pictures" / DIGEST[:2] / f"{DIGEST}.png").write_bytes(PNG[:-9])

    with pytest.raises(ValueError, match="damaged"):
        store.picture(DIGEST)


def test_a_square_is_cut_with_a_quarter_square_around_it() -> None:
    crop = cut_cell(PICTURE, Square(2, 3))

    assert np.array_equal(crop, PICTURE[64:112, 96:144])
    assert np.array_equal(decode_png(encode_png(crop)), crop)


def test_what_is_taken_out_goes_with_the_pictures_that_nothing_else_names(tmp_path: Path) -> None:
    store, other = CorrectionStore(tmp_path), encode_png(Image(PICTURE[:48, :48]))
    bobs = replace(RECORD, writer="bob", crop=hashlib.sha256(other).hexdigest())
    store.add([RECORD, bobs], [PNG, other])
    with (tmp_path / "corrections.jsonl").open("a") as file:
        file.write("no record\n")

    assert store.take_out(lambda record: record.writer == "bob") == 1

    records, problems = store.read()
    assert records == [RECORD]
    assert len(problems) == 1
    assert np.array_equal(store.picture(RECORD.picture), PICTURE)
    with pytest.raises(FileNotFoundError):
        store.picture(bobs.crop)
