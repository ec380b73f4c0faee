import os
from pathlib import Path

import pytest

from service.batch.folder import InputFile, list_folder
from service.batch.ledger import BatchError
from service.batch.players import Place, player_of, read_players
from service.formats.csvrows import CsvFileError


def names(files: tuple[InputFile, ...]) -> list[str]:
    return [file.name for file in files]


def test_photos_are_reported_from_other_files(tmp_path: Path) -> None:
    for name in ("b.JPG", "a.pdf", ".hidden.jpg", "notes.txt", "a.overlay.jpg", "day 1/c.heic", ".git/d.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    listing = list_folder(tmp_path, tmp_path / "out")

    assert names(listing.photos) == ["a.pdf", "b.JPG", "day 1/c.heic"]
    assert names(listing.others) == ["a.overlay.jpg", "notes.txt"]


def test_links_are_no_way_round(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "up").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "a.jpg").touch()
    (tmp_path / "linked.jpg").symlink_to(tmp_path / "a.jpg")
    (tmp_path / "broken.jpg").symlink_to(tmp_path / "nowhere")

    listing = list_folder(tmp_path, tmp_path / "out")

    assert names(listing.photos) == ["a.jpg", "broken.jpg", "linked.jpg"]
    assert names(listing.others) == ["in/up", "self"]


def test_the_folder_of_results_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "out" / "maps").mkdir(parents=True)
    (tmp_path / "out" / "a.jpg").touch()
    (tmp_path / "b.jpg").touch()

    assert names(list_folder(tmp_path, tmp_path / "out").photos) == ["b.jpg"]


def test_a_name_that_is_no_text_is_no_other_name() -> None:
    files = [InputFile(Path(os.fsdecode(name))) for name in (b"\xff.jpg", b"\xfe.jpg", b"ff2e6a7067")]

    assert [file.name for file in files[:2]] == [r"\xff.jpg", r"\xfe.jpg"]
    assert len({file.key for file in files}) == 3
    assert bytes.fromhex(files[0].raw or "") == b"\xff.jpg"


@pytest.mark.parametrize(
    "text",
    ["file,player\na.jpg,Ada\nb,Bob\n", "Player;File\nAda;A.JPG\nBob;b\n", "a.jpg\tAda\nb\tBob\n"],
    ids=["titles", "titles in another order", "none"],
)
def test_players_are_found_by_their_files(tmp_path: Path, text: str) -> None:
    (tmp_path / "players.csv").write_text(text)

    players = read_players(tmp_path / "players.csv")

    found = [player_of(name, players) for name in ("a.jpg", "day 1/A.jpg", "b.heic", "c.jpg")]
    assert found == ["Ada", "Ada", "Bob", None]


def test_players_are_found_by_page_and_sheet(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("file;page;sheet;player\nScan.pdf;2;;Ada\nscan;3;2;Bob\nb;;;Carl\n")

    players = read_players(tmp_path / "players.csv")

    places = [Place(2, 9), Place(3, 9, 2, 2), Place(3, 9, 1, 2), Place(3, 9, 2, 1), Place()]
    assert [player_of("scan.pdf", players, place) for place in places] == ["Ada", "Bob", None, "Bob", None]
    assert player_of("b.pdf", players, Place(1, 1)) == "Carl"  # of its only page


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "nobody is named"),
        ("file,player\n", "nobody is named"),
        ("a.jpg,\n", "no file or no player"),
        ("a.jpg,Ada\na.jpg,Bob\n", "two players"),
        ("a.jpg,\x1b[31mAda\n", "do not print"),
        ("file,player,player\na.jpg,Ada,Bob\n", "two columns"),
        ("name,table\nAnn Smith,1\n", 'needs a column "file"'),
        ('a.jpg,"Ada\nb.jpg,Bob\n', "no CSV"),
        ("file,page,player\na.pdf,2,Ada\na.pdf,2,Bob\n", 'a.pdf, page 2" has two players'),
        ("file,page,player\na.pdf,two,Ada\n", '"two" is no number of a page'),
        ("file,page,player\na.pdf,0,Ada\n", '"0" is no number of a page'),
    ],
)
def test_a_list_that_will_not_do_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "players.csv").write_text(text)

    with pytest.raises((BatchError, CsvFileError), match=problem):
        read_players(tmp_path / "players.csv")


def test_a_list_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CsvFileError, match="cannot be read"):
        read_players(tmp_path / "players.csv")
