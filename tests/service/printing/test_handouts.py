"""Slips and posters: what is printed on them is read again."""

from collections.abc import Iterator

import pypdfium2
import zxingcpp

from service.printing.handouts import KeySlip, Poster, draw_posters, draw_slips


def codes_of(pdf: bytes) -> Iterator[set[str]]:
    for page in pypdfium2.PdfDocument(pdf):
        found = zxingcpp.read_barcodes(page.render(scale=2.5).to_pil().convert("L"))
        yield {code.text for code in found}


def key_of(number: int) -> KeySlip:
    secret = f"srv_{number:043d}"
    return KeySlip(f"Player {number}", secret, f"https://scores.example.org/join#{secret}")


def test_each_slip_has_its_own_code_ten_on_a_page() -> None:
    keys = [key_of(number) for number in range(12)]

    pages = list(codes_of(draw_slips(keys, "Spring Cup", ("Scan it.",))))

    assert [len(page) for page in pages] == [10, 2]
    assert set.union(*pages) == {key.link for key in keys}


def test_a_name_without_letters_in_our_font_is_left_to_be_written() -> None:
    pdf = draw_slips([KeySlip("名前", "srv_x", "https://scores.example.org/join#srv_x")], "杯", ("Scan it.",))

    assert list(codes_of(pdf)) == [{"https://scores.example.org/join#srv_x"}]


def test_of_a_name_what_our_font_has_is_written() -> None:
    pdf = draw_slips(
        [KeySlip("名 Zoë", "srv_x", "https://scores.example.org/join#srv_x")], "杯", ("Scan it.",)
    )
    document = pypdfium2.PdfDocument(pdf)
    words = document[0].get_textpage().get_text_bounded()
    document.close()

    assert "Zoë" in words


def test_a_poster_a_table_and_the_same_bytes_again() -> None:
    posters = [
        Poster(
            "Spring Cup",
            f"Table {number}",
            "Photograph your map",
            "https://scores.example.org/join",
            ("Lay it flat, so that all four marks are seen.",) * 3,
            "Standings",
            ("Ann, Bob", "Sentinel Wood, Canal Lake, Wildholds, Borderlands"),
        )
        for number in (1, 2)
    ]

    pdf = draw_posters(posters)

    assert list(codes_of(pdf)) == [{"https://scores.example.org/join"}] * 2
    assert pdf == draw_posters(posters)
