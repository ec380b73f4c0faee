import io
from collections.abc import Mapping

import pytest

from engine import ALL_SQUARES, MapDocument
from service.batch.documents import LedgerPage, LedgerSheet, State
from service.batch.scoring import judge_page
from service.documents import Map, Reading, Reason, Sheet, Status
from service.scores.certainty import Wanted, scan_reading
from service.scores.scoring import Rules, ScoredLine, score_document, score_file
from service.work.sources import BytesSource
from service.work.tasks import PageTask
from tests.service.batch.readers import map_of, photo_of, read_words
from tests.service.stubs import EDICTS

RULES = Rules.of(EDICTS)
OF_THE_MAP = score_document(RULES.complete(MapDocument(map_of(3), 0))).total


def with_coins(alternatives: Mapping[int, float] | None) -> Reading:
    """Return a reading of a sheet whose coins are not sure."""
    reading = read_words(PageTask(BytesSource(photo_of(3)), "photo.jpg")).reading
    (sheet,) = reading.sheets
    unsure = {"coins": None, "coins_confidence": 0.0, "coins_alternatives": alternatives}
    reason = Reason(code="coins_unseen", message="No coins are to be seen.", advice="Count them.")
    return reading.model_copy(
        update={
            "status": Status.REVIEW,
            "reason": reason,
            "sheets": (Sheet.model_validate(sheet.model_dump() | unsure),),
        }
    )


def judged(reading: Reading, *, final: bool = False) -> tuple[LedgerPage, list[Map]]:
    return judge_page(
        reading, RULES, final=final, name_map=lambda *at: "map.json", name_player=lambda *at: None
    )


def only_sheet(page: LedgerPage) -> LedgerSheet:
    (entry,) = page.sheets
    return entry


def test_unsure_coins_count_as_the_likeliest_as_they_do_in_a_scan() -> None:
    reading = with_coins({2: 0.3, 5: 0.7})

    page, _ = judged(reading)

    assert only_sheet(page).total == OF_THE_MAP + 5
    assert page.state is State.REVIEW
    score, scanned = only_sheet(page).score, scan_reading(reading, Wanted(RULES)).sheets[0].score
    assert score is not None
    assert (score.total, score.exact, score.interval) == (scanned.total, scanned.exact, scanned.interval)
    assert "The coins are not sure: 5 are counted." in score.notes


@pytest.mark.parametrize("alternatives", [None, {}])
def test_coins_that_may_be_any_count_nothing(alternatives: Mapping[int, float] | None) -> None:
    page, _ = judged(with_coins(alternatives))

    assert only_sheet(page).total == OF_THE_MAP
    assert page.state is State.REVIEW
    score = only_sheet(page).score
    assert score is not None
    assert "The filled coins could not be read, and count nothing in this score." in score.notes


def test_a_final_score_does_not_lean_on_unsure_coins() -> None:
    page, (map,) = judged(with_coins({5: 0.9}), final=True)

    assert map.coins is None
    assert only_sheet(page).total is None


def test_the_score_of_a_batch_has_the_notes_that_score_gives_of_the_same_reading() -> None:
    reading = read_words(PageTask(BytesSource(photo_of(3)), "photo.jpg")).reading
    misplaced = reading.sheets[0].model_copy(update={"doubtful": tuple(map(tuple, ALL_SQUARES))})
    reading = reading.model_copy(update={"sheets": (misplaced,)})

    score = only_sheet(judged(reading)[0]).score
    (line,) = score_file(io.BytesIO(reading.to_line().encode()), "reading.json", RULES)

    assert score is not None
    assert isinstance(line, ScoredLine)
    assert score.notes == ("121 squares are doubtful, so what is counted on the map is a guess.",)
    assert list(score.notes) == line.to_json()["notes"]
