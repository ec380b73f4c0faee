import random

from datasets.measure.engine import Measurement, measured, measurements, random_sheets
from engine import Side, Terrain


def test_the_same_seed_draws_the_same_maps() -> None:
    assert random_sheets(random.Random(3)) == random_sheets(random.Random(3))


def test_the_maps_are_of_all_sides_from_blank_to_full() -> None:
    sheets = random_sheets(random.Random(3))
    empties = [len(sheet.squares(Terrain.EMPTY)) for sheet in sheets]

    assert {sheet.side for sheet in sheets} == {Side.A, Side.B, Side.C, Side.D}
    assert min(empties) == 0
    assert max(empties) > 100


def test_the_plain_program_scores_the_maps_alike() -> None:
    scored = [
        (measured.work(), measured.plain()) for measured in measurements() if measured.plain is not None
    ]

    assert [ours == plain for ours, plain in scored] == [True] * len(scored)


def test_a_measurement_tells_the_time_of_doing_it_once() -> None:
    ours, plain = measured(Measurement("nothing", 1000, lambda: None, lambda: sum(range(100_000))))

    assert 0 < ours < plain < 1
