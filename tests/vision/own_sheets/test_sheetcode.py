import numpy as np
import pytest
import segno
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine import Side
from vision.own_sheets.sheetcode import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_SHEETS,
    SheetCode,
    SheetCodeError,
    plain_name,
)

NAMES = (
    st.text(max_size=MOST_CHARACTERS)
    .map(plain_name)
    .filter(lambda name: name.isprintable() and len(name.encode("utf-8", "replace")) <= MOST_BYTES)
)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.sampled_from(list(Side)), st.integers(1, MOST_SHEETS), NAMES, NAMES)
def test_what_is_written_is_read_again(side: Side, sheet: int, tournament: str, player: str) -> None:
    code = SheetCode(side, sheet, tournament, player)

    assert SheetCode.parse(code.text()) == code


@pytest.mark.parametrize(
    "name", ["Jürgen Öztürk-Größl", "Žofie Łukasz Ąę", "Анна Ёлкина", "Ελένη Ωμέγα", "李小龍", "a|b;c,d'\"\\"]
)
def test_names_of_all_scripts_survive_the_printed_code(name: str) -> None:
    code = SheetCode(Side.C, 42, name, name)
    modules = segno.make(code.text(), error="m", mode="byte", encoding="utf-8", micro=False)
    picture = 255 * (1 - zoomed(modules))

    (seen,) = zxingcpp.read_barcodes(picture)

    assert SheetCode.parse(seen.bytes.decode()) == code


def zoomed(modules: segno.QRCode) -> NDArray[np.uint8]:
    """Return a code's modules as a picture of 0 and 1, with a quiet zone."""
    rows = np.array([list(row) for row in modules.matrix], np.int_)
    return np.asarray(np.kron(np.pad(rows, 4), np.ones((6, 6))), np.uint8)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "nothing"),
        ("https://example.org/", "a foreign code"),
        ("SURVEYOR1\nA\n12\nSpring Cup\nAda\n00000000", "a wrong check"),
        ("SURVEYOR2\nA\n12\nSpring Cup\nAda\nCC4018FB", "another version"),
        (SheetCode(Side.A, 12, "Cup", "Ada").text() + "\n", "a line more"),
        (SheetCode(Side.A, 12, "Cup", "Ada").text().lower(), "other letters"),
    ],
    ids=lambda text: text[:20],
)
def test_a_foreign_or_damaged_code_is_none_of_ours(text: str, what: str) -> None:
    assert SheetCode.parse(text) is None, what


@pytest.mark.parametrize("place", range(len(SheetCode(Side.B, 7, "Cup", "Ada").text())))
def test_one_wrong_letter_anywhere_is_noticed(place: int) -> None:
    text = SheetCode(Side.B, 7, "Cup", "Ada").text()

    assert SheetCode.parse(text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]) is None


@pytest.mark.parametrize(
    "name",
    [
        "x" * (MOST_CHARACTERS + 1),
        "ж" * 23,
        "two\nlines",
        "\x1b[31mred",
        "a\u202egnp.exe",
        "tab\there",
        " a",
        "\ud800",
    ],
    ids=ascii,
)
def test_a_name_that_does_not_fit_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(SheetCodeError) as refusal:
        SheetCode(Side.A, 1, "", name)

    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("sheet", [0, -1, MOST_SHEETS + 1])
def test_a_number_out_of_range_is_refused(sheet: int) -> None:
    with pytest.raises(SheetCodeError, match="numbered"):
        SheetCode(Side.A, sheet)
