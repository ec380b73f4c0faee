"""What is held against the truth is what users are given."""

import json
from typing import Any

from service.documents import Sheet
from service.scores.scoring import Rules
from service.work.sources import BytesSource
from service.work.tasks import PageTask
from tests.bench.asking import judge_total
from tests.service.batch.readers import photo_of, read_words
from tests.service.stubs import EDICTS


def test_a_total_with_the_likeliest_coins_is_exact_where_these_are_right() -> None:
    (sheet,) = read_words(PageTask(BytesSource(photo_of(3)), "photo.jpg")).reading.sheets
    unsure = {"coins": None, "coins_confidence": 0.0, "coins_alternatives": {2: 0.04, 5: 0.96}}
    said = Sheet.model_validate(sheet.model_dump() | unsure)

    def exact_with(coins: int) -> bool:
        truth: dict[str, Any] = json.loads(sheet.model_dump_json()) | {"coins": coins, "hidden": []}
        asked = judge_total(said, truth, Rules.of(EDICTS))
        assert asked is not None
        return asked.is_exact

    assert exact_with(5)
    assert not exact_with(2)
