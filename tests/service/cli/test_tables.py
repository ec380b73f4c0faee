import json
from pathlib import Path

import pytest

from engine import ALL_SQUARES, MapDocument, MapSheet, Side, Square, find_edict
from engine.certainty import Certainty
from service.cli.main import run
from service.cli.tables import choices, how_sure
from service.documents import Score
from service.documents.readings import SquareMarks
from service.scores.scoring import score_document
from tests.service.stubs import DOUBTED, EDICTS, reading_of, stub_reading


def _score(certainty: Certainty | None, *edicts: str) -> Score:
    document = MapDocument(MapSheet.blank(Side.A), edicts=tuple(map(find_edict, edicts)))
    return Score.from_report(score_document(document), certainty=certainty)


@pytest.mark.parametrize(
    ("certainty", "doubtful", "message"),
    [
        (Certainty(0.999, 0, 0), 0, "0 stars, surely"),
        (
            Certainty(0.999, 0, 0, written_fits=False),
            0,
            "0 stars, surely (other numbers are written below the map)",
        ),
        (
            Certainty(0.61, 0, 3, (DOUBTED,)),
            1,
            "0 stars as read, 61.0% sure, surely from 0 to 3; to settle it, look at C4",
        ),
        (
            Certainty(0.01, 2, 9, (DOUBTED,)),
            1,
            "0 stars as read, 1.0% sure, far likelier from 2 to 9; to settle it, look at C4",
        ),
        (
            Certainty(0.5, 0, 3, (DOUBTED,), side=True),
            1,
            "0 stars as read, 50.0% sure, surely from 0 to 3, if the side is right;"
            " to settle it, look at side, C4",
        ),
        (
            Certainty(0.067, 0, 14, coins=True),
            0,
            "0 stars as read, 6.7% sure, and any from 0 to 14 possible, as the coins may be any;"
            " to settle it, look at coins",
        ),
        (
            Certainty(0.11, 0, 3, (DOUBTED,), written_fits=False),
            1,
            "0 stars as read (other numbers are written below the map), 11.0% sure, surely from 0 to 3;"
            " to settle it, look at C4",
        ),
        (Certainty(0.01, 0, 40, (DOUBTED,)), 61, "0 stars as read, a guess: 61 of 121 squares are doubtful"),
        (None, 121, "0 stars as read, a guess: 121 of 121 squares are doubtful"),
    ],
)
def test_a_range_is_told_where_it_says_something(
    certainty: Certainty | None, doubtful: int, message: str
) -> None:
    assert how_sure(_score(certainty, "Silos"), doubtful) == message


def test_stars_without_edicts_are_not_taken_for_the_score() -> None:
    assert how_sure(_score(Certainty(0.999, 0, 0)), 0) == "coins and monsters alone: 0 stars, surely"


@pytest.mark.parametrize(
    ("hidden", "foreign", "message"),
    [
        ((), 0.1, "C4 empty 61% or farm 37%"),
        ((), 0.9, "C4 covered, perhaps empty"),
        ((DOUBTED,), 0.1, "C4 covered, perhaps empty"),
    ],
)
def test_of_a_covered_square_no_share_is_told(
    hidden: tuple[Square, ...], foreign: float, message: str
) -> None:
    (sheet,) = reading_of(stub_reading()).sheets
    marks = {"2,3": SquareMarks(attack=0.0, initial="", foreign=foreign)}

    assert choices(sheet.model_copy(update={"hidden": hidden, "marks": marks}), sheet.doubtful) == message


def test_of_a_covered_square_may_nothing_be_known() -> None:
    (sheet,) = reading_of(stub_reading()).sheets

    assert (
        choices(sheet.model_copy(update={"hidden": (DOUBTED,), "alternatives": {}}), [DOUBTED])
        == "C4 covered"
    )


def test_the_score_of_a_reading_of_which_most_is_doubtful_is_a_guess(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading = reading_of(stub_reading()).model_dump(mode="json", by_alias=True)
    path = tmp_path / "reading.json"

    for squares in (ALL_SQUARES[:0], ALL_SQUARES):
        reading["sheets"][0]["doubtful"] = squares
        path.write_text(json.dumps(reading), "utf-8")
        run(["score", str(path), "--edicts", *EDICTS])

        printed = capsys.readouterr().out
        assert ("a guess: 121 of 121 squares are doubtful" in printed) is bool(squares)
        assert "surely" not in printed
