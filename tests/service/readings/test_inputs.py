import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.documents.errors import UnreadableFileError
from service.readings import inputs
from service.readings.inputs import distinct_names, find_photos, read_bytes

NAMES = st.sampled_from(["a", "b", "a-b", "a-2"])
PATHS = st.lists(st.builds(lambda *parts: Path(*parts), NAMES, NAMES, NAMES.map(lambda name: f"{name}.jpg")))


def test_files_keep_their_order_and_folders_are_sorted(photo_folder: Path) -> None:
    for name in ("b.jpg", "a.PNG", "c.webp", "deep/a.jpeg"):
        (photo_folder / name).parent.mkdir(exist_ok=True)
        (photo_folder / name).touch()
    alone = photo_folder.parent / "z.jpg"

    found = list(find_photos([alone, photo_folder]).photos)

    assert found == [alone, *(photo_folder / name for name in ("a.PNG", "b.jpg", "c.webp", "deep/a.jpeg"))]


def test_a_folder_gives_no_hidden_files_no_overlays_and_nothing_else(photo_folder: Path) -> None:
    for name in (".hidden.jpg", "a.overlay.jpg", "notes.txt", ".git/a.jpg"):
        (photo_folder / name).parent.mkdir(exist_ok=True)
        (photo_folder / name).touch()

    found = find_photos([photo_folder])
    assert found.photos == ()
    assert [path.name for path in found.others] == ["notes.txt"]


def test_what_is_called_a_photo_and_is_no_file_is_not_left_out(photo_folder: Path) -> None:
    (photo_folder / "gone.jpg").symlink_to("nowhere")
    os.mkfifo(photo_folder / "pipe.jpg")
    (photo_folder / "folder.jpg").mkdir()

    assert [path.name for path in find_photos([photo_folder]).photos] == ["gone.jpg", "pipe.jpg"]


def test_what_else_is_wanted_of_a_folder_is_taken(photo_folder: Path) -> None:
    for name in ("all.ZIP", "a.jfif", "b.txt"):
        (photo_folder / name).touch()

    found = find_photos([photo_folder], {".zip"})

    assert [path.name for path in found.photos] == ["a.jfif", "all.ZIP"]
    assert [path.name for path in found.others] == ["b.txt"]


def test_documents_and_what_phones_write_are_photos_too(photo_folder: Path) -> None:
    names = ["a.heic", "b.HEIF", "c.pdf", "d.tif", "e.tiff"]
    for name in names:
        (photo_folder / name).touch()

    assert list(find_photos([photo_folder]).photos) == [photo_folder / name for name in names]


def _unless(closed: Path, look: Callable[..., Any]) -> Callable[..., Any]:
    """Look into any folder but one."""

    def look_or_refuse(path: str) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return look(path)

    return look_or_refuse


def test_a_folder_that_may_not_be_entered_is_not_passed_over(
    photo_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = photo_folder / "closed"
    (photo_folder / "a.jpg").touch()
    closed.mkdir()
    monkeypatch.setattr(os, "scandir", _unless(closed, os.scandir))
    monkeypatch.setattr(os, "listdir", _unless(closed, os.listdir))

    assert list(find_photos([photo_folder]).photos) == [photo_folder / "a.jpg", closed]
    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(closed)
    assert "Permission denied" in caught.value.reason.message


def test_a_photo_named_by_a_person_is_taken_as_it_is(photo_folder: Path) -> None:
    assert list(find_photos([photo_folder / "nothing.txt"]).photos) == [photo_folder / "nothing.txt"]


def test_names_are_as_short_as_tells_them_apart() -> None:
    paths = [Path("x/a/photo.jpg"), Path("x/b/photo.jpg"), Path("x/b/other.jpg"), Path("y/b/photo.jpg")]

    assert distinct_names(paths) == ["a-photo", "x-b-photo", "other", "y-b-photo"]


def test_the_same_file_twice_has_two_names() -> None:
    assert distinct_names([Path("a.jpg"), Path("a.jpg"), Path("a.png")]) == ["a", "a-2", "a-3"]


@given(paths=PATHS)
def test_no_two_photos_have_one_name(paths: list[Path]) -> None:
    names = distinct_names(paths)

    assert len(set(names)) == len(paths)
    assert not any(os.sep in name for name in names)


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(tmp_path / "missing.jpg")

    assert caught.value.reason.code == "unreadable_file"


def test_a_name_that_no_file_can_have_is_unreadable() -> None:
    with pytest.raises(UnreadableFileError):
        read_bytes(Path("a\0b.jpg"))


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "most_bytes", lambda head: 10)
    (tmp_path / "long.jpg").write_bytes(bytes(11))

    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(tmp_path / "long.jpg")

    assert caught.value.reason.code == "too_many_bytes"


def test_a_name_that_is_too_long_is_left_to_the_opening(tmp_path: Path) -> None:
    name = tmp_path / ("x" * 300 + ".jpg")

    assert list(find_photos([name]).photos) == [name]


def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "photo.jpg")

    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(tmp_path / "photo.jpg")

    assert caught.value.reason.code == "unreadable_file"
