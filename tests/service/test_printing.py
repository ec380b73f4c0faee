import json
from pathlib import Path

import pypdfium2
import pytest

from engine import ALL_SQUARES, Terrain
from engine.customsides import load_side
from service.cli.main import run
from service.printing.paper import Paper
from tests.printed import page_of, render, single, squares_off
from tests.vision.pictures import photo_bytes
from vision import load_classifier, read_image, read_sheet
from vision.own_sheets.markers import find_markers, read_code

LAST_DIGITS = 0.005  # of a confidence: what processors make of these pages differs by a fifth of it


def sheets_in(path: Path) -> int:
    """Return how many pages a PDF has."""
    document = pypdfium2.PdfDocument(path)
    try:
        return len(document)
    finally:
        document.close()


def test_a_tournaments_sheets_are_printed_with_names_and_codes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "cup.pdf"

    assert (
        run(["print", "--side", "B", "--players", "Ada", "Jürgen", "--tournament", "Cup", "--out", str(out)])
        == 0
    )

    assert capsys.readouterr().out == f"{out}: 2 sheets on 1 page of A4\n"
    page = render(out.read_bytes())
    codes = [read_code(page, sheet.lattice) for sheet in find_markers(page)]
    assert {(code.player, code.tournament, code.sheet) for code in codes if code} == {
        ("Ada", "Cup", 1),
        ("Jürgen", "Cup", 2),
    }


@pytest.mark.parametrize(
    ("options", "pages"),
    [
        ([], 2),
        (["--paper", "a5"], 4),
        (["--per-page", "1", "--ink-saving"], 4),
        (["--side", "a", "--copies", "5"], 3),
        (["--side", "A", "--side", "A", "--side", "C"], 1),
        (["--side", "A", "--players", "Ada", "--sheets-each", "3", "--rounds", "2"], 3),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_options_say_how_much_is_printed(tmp_path: Path, options: list[str], pages: int) -> None:
    assert run(["print", *options, "--out", str(tmp_path / "x.pdf")]) == 0

    assert sheets_in(tmp_path / "x.pdf") == pages


def test_sheets_are_printed_into_a_pipe(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(["print", "--side", "A", "--out", "-"]) == 0

    pdf, told = capfdbinary.readouterr()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert told == b""
    assert not [*tmp_path.iterdir()]


def test_a_side_of_ones_own_is_printed(tmp_path: Path) -> None:
    (tmp_path / "home.toml").write_text('name = "Home"\nmap = """\n' + "^....#....r\n" * 11 + '"""\n')

    assert run(["print", "--layout", str(tmp_path / "home.toml"), "--out", str(tmp_path / "x.pdf")]) == 0

    (found,) = find_markers(render((tmp_path / "x.pdf").read_bytes()))
    assert found.side == "custom"


@pytest.fixture(name="home", scope="module")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a side of one's own, and a photo of a sheet of it on which nobody has drawn."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "home.toml").write_text(
        'name = "Home"\nmap = """\n' + "^....#....r\n...........\n" * 5 + "." * 11 + '\n"""\n'
    )
    printing = ["--layout", str(folder / "home.toml"), "--per-page", "1", "--players", "Ada"]
    assert run(["print", *printing, "--out", str(folder / "x.pdf")]) == 0
    (folder / "x.jpg").write_bytes(photo_bytes(render((folder / "x.pdf").read_bytes())))
    return folder


def test_a_side_of_ones_own_is_found_by_its_markers_and_read_with_its_code(home: Path) -> None:
    page = render((home / "x.pdf").read_bytes())

    reading = read_sheet((home / "x.jpg").read_bytes())

    assert reading.side == "custom"
    assert reading.code is not None
    assert reading.code.player == "Ada"
    assert squares_off(reading.geometry.lattice, find_markers(page)[0].lattice) < 0.1


def test_the_ruins_of_a_side_of_ones_own_are_no_drawings_where_its_layout_is_reported(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = load_side(home / "home.toml")

    words = ["scan", str(home / "x.jpg"), "--layout", str(home / "home.toml"), "--edicts", "Silos"]
    assert run([*words, "--json"]) == 0

    scan = json.loads(capsys.readouterr().out)
    (read,), (scored,) = scan["reading"]["sheets"], scan["sheets"]
    assert {tuple(square) for square in read["ruins"]} == own.ruins
    assert scored["map"]["ruins"] == read["ruins"]
    assert [read["terrain"][row][column] for row, column in sorted(own.ruins)] == ["empty"] * 5
    printed = {square: read["terrain"][square.row][square.column] for square in ALL_SQUARES}
    assert {square for square, terrain in printed.items() if terrain == "mountain"} == own.mountains
    assert {square for square, terrain in printed.items() if terrain == "wasteland"} == own.wastelands


def test_a_name_without_letters_in_our_font_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", "--side", "A", "--players", "李小龍", "--out", str(tmp_path / "x.pdf")]) == 0

    assert capsys.readouterr().err.endswith(
        '"李小龍" has letters that our font lacks: it is in the code only, write it by hand on sheet 1\n'
    )
    page = render((tmp_path / "x.pdf").read_bytes())
    code = read_code(page, find_markers(page)[0].lattice)
    assert code is not None
    assert code.player == "李小龍"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--copies", "2", "--players", "Ada"], "--sheets-each"),
        (["--sheets-each", "2"], "--players"),
        (["--side", "custom"], "--layout"),
        (["--side", "E"], "side"),
        (["--per-page", "3"], "per-page"),
        (["--players", "Ada", "Ada"], "twice"),
        (["--players", "x" * 33], "too long"),
        (["--tournament", "two\nlines\x07"], "plain line"),
        (["--copies", "5000"], "at most"),
        (["--players", "nowhere.csv"], "cannot be read"),
        (["--layout", "nowhere.toml"], "cannot be read"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:20],
)
def test_wrong_usage_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], problem: str
) -> None:
    assert run(["print", *options, "--out", str(tmp_path / "x.pdf")]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert problem in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_pdf_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")

    assert run(["print", "--out", str(tmp_path / "thesis.txt")]) == 2

    assert "no PDF" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_an_older_pdf_is_replaced_whole(tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    out.write_bytes(b"%PDF-1.4 older")

    assert run(["print", "--side", "A", "--out", str(out)]) == 0

    assert [path.name for path in tmp_path.iterdir()] == ["x.pdf"]
    assert sheets_in(out) == 1


@pytest.mark.parametrize("where", ["missing/x.pdf", "."])
def test_a_place_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    assert run(["print", "--side", "A", "--out", str(tmp_path / where)]) == 2

    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("ink_saving", [False, True], ids=["colour", "ink saving"])
@pytest.mark.parametrize("side", "ABCD")
def test_ruins_of_blank_printed_sheets_are_no_drawings(side: str, ink_saving: bool) -> None:
    page = page_of(side, single(Paper.A5, ink_saving=ink_saving))

    reading = read_image(page, load_classifier())

    assert reading.doubtful == ()
    assert min(cell.confidence for cell in reading.cells) > reading.doubt_below + LAST_DIGITS
    assert not reading.to_map().squares(Terrain.VILLAGE)
