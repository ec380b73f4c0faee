import pytest
from hypothesis import given, settings

from datasets.measure.plain_rules import PLAIN_EDICTS, PlainMap
from datasets.measure.plain_rules import monster_losses as plain_monster_losses
from engine import ALL_SQUARES, EDICTS, Edict, MapSheet, monster_losses
from tests.engine.strategies import sheets


@pytest.mark.parametrize("edict", EDICTS.values(), ids=str)
@given(sheet=sheets())
@settings(max_examples=30)
def test_the_stars_are_the_sum_of_positive_awards_to_squares_of_the_map(
    edict: Edict, sheet: MapSheet
) -> None:
    stars = edict.earns(sheet)

    assert stars.total == sum(award.stars for award in stars.awards)
    assert all(award.stars > 0 and award.squares for award in stars.awards)
    assert set(stars.squares) <= set(ALL_SQUARES)
    assert list(stars.squares) == sorted(stars.squares)


@pytest.mark.parametrize("name", PLAIN_EDICTS)
@given(sheet=sheets())
@settings(max_examples=60)
def test_the_engine_agrees_with_a_plain_count(name: str, sheet: MapSheet) -> None:
    assert EDICTS[name].earns(sheet).total == PLAIN_EDICTS[name](PlainMap(str(sheet)))


@given(sheet=sheets())
def test_the_monsters_agree_with_a_plain_count(sheet: MapSheet) -> None:
    assert monster_losses(sheet).total == plain_monster_losses(PlainMap(str(sheet)))


def test_every_edict_has_a_plain_count() -> None:
    assert set(EDICTS) == set(PLAIN_EDICTS)
