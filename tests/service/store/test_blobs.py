import hashlib
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.store.blobs import RESERVE, BlobMissingError, Blobs, BlobsAddressError, BlobSource, open_blobs
from service.store.diskfull import is_out_of_room

PHOTO = b"a photo"
SHA = hashlib.sha256(PHOTO).hexdigest()


@pytest.fixture(params=["folder", "bucket"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    return open_blobs(str(tmp_path / "photos") if request.param == "folder" else "memory:///photos")


def test_a_photo_comes_back_as_it_was(blobs: Blobs) -> None:
    blobs.put(SHA, BytesIO(PHOTO))
    blobs.put(SHA, BytesIO(PHOTO))
    assert blobs.get(SHA) == PHOTO
    assert list(blobs.digests()) == [SHA]


def test_without_its_extra_a_bucket_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.blobs.find_spec", lambda _: None)
    with pytest.raises(BlobsAddressError, match="`make extras`"):
        open_blobs("s3://bucket/photos")


def test_photos_leave_room_for_what_is_read_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blobs = open_blobs(str(tmp_path))
    monkeypatch.setattr("service.store.blobs.disk_usage", lambda _: SimpleNamespace(free=RESERVE - 1))
    with pytest.raises(OSError, match="No space left") as refused:
        blobs.put(SHA, BytesIO(PHOTO))
    assert is_out_of_room(refused.value)
    assert list(blobs.digests()) == []


def test_the_old_ones_can_be_told_from_the_new(blobs: Blobs) -> None:
    blobs.put(SHA, BytesIO(PHOTO))
    an_hour = timedelta(hours=1)
    assert list(blobs.digests(datetime.now(UTC) - an_hour)) == []
    assert list(blobs.digests(datetime.now(UTC) + an_hour)) == [SHA]


def test_what_is_deleted_is_gone_and_may_be_deleted_again(blobs: Blobs) -> None:
    blobs.put(SHA, BytesIO(PHOTO))
    blobs.delete(SHA)
    blobs.delete(SHA)
    with pytest.raises(BlobMissingError):
        blobs.get(SHA)
    assert list(blobs.digests()) == []


def test_nothing_is_left_of_a_photo_that_could_not_be_written(tmp_path: Path) -> None:
    with pytest.raises(AttributeError):
        open_blobs(str(tmp_path)).put(SHA, "no bytes")  # type: ignore[arg-type]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_was_never_finished_is_dropped_when_it_is_old(tmp_path: Path) -> None:
    blobs = open_blobs(str(tmp_path))
    blobs.put(SHA, BytesIO(PHOTO))
    half = tmp_path / SHA[:2] / ".new-half"
    half.write_bytes(PHOTO[:3])
    an_hour = timedelta(hours=1)
    assert blobs.drop_unfinished(datetime.now(UTC) - an_hour) == 0
    assert blobs.drop_unfinished(datetime.now(UTC) + an_hour) == 1
    assert not half.exists()
    assert blobs.get(SHA) == PHOTO


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "A" * 64, f"{SHA}/.."])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BlobMissingError):
        open_blobs(str(tmp_path)).get(name)


def test_a_worker_finds_the_photo_by_its_address(tmp_path: Path) -> None:
    open_blobs(str(tmp_path)).put(SHA, BytesIO(PHOTO))
    assert BlobSource(str(tmp_path), SHA).read() == PHOTO
