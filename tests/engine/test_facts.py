"""The data file as a whole: every entry says how sure it is and where it comes from."""

import tomllib
from importlib.resources import files

import pytest

from engine import EDICTS, MapFormatError, Season
from engine.facts import Confidence, Fact, facts

TABLES = {
    "side": 4,
    "explore": 22,
    "ruins": 2,
    "ambush": 8,
    "hero": 4,
    "seasons": 2,
    "title": 8,
    "edict": 32,
}
ENTRIES = [fact for table in TABLES for fact in facts(table)]


def known_sources() -> set[str]:
    return set(tomllib.loads((files("engine") / "facts.toml").read_text("utf-8"))["sources"])


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_complete(table: str) -> None:
    assert len({fact.name for fact in facts(table)}) == len(facts(table)) == TABLES[table]


def test_the_file_holds_no_other_table() -> None:
    document = tomllib.loads((files("engine") / "facts.toml").read_text("utf-8"))

    assert set(document) == {"schema", "sources", *TABLES}


@pytest.mark.parametrize(
    "fact", [fact for fact in ENTRIES if ", side " not in fact.where], ids=lambda fact: fact.name
)
def test_an_entry_says_how_sure_it_is_and_from_where(fact: Fact) -> None:
    assert fact.confidence in Confidence
    assert fact.texts("sources")
    assert set(fact.texts("sources")) <= known_sources()


@pytest.mark.parametrize("fact", facts("side"), ids=lambda fact: fact.name)
@pytest.mark.parametrize("feature", ["mountains", "wastelands", "ruins", "coins"])
def test_a_side_says_it_of_each_feature(fact: Fact, feature: str) -> None:
    assert fact.part("confidence").choice(feature, Confidence)
    assert set(fact.part("sources").texts(feature)) <= known_sources()


def test_the_seasons_differ_in_summer_only() -> None:
    thresholds = [[fact.number(season) for season in Season] for fact in facts("seasons")]

    assert thresholds == [[8, 8, 7, 6], [8, 7, 7, 6]]


def test_the_titles_are_those_of_the_rulebook() -> None:
    assert [(fact.number("rating"), fact.name) for fact in facts("title")] == [
        (30, "Legendary Cartographer"),
        (20, "Master Mapsmith"),
        (10, "Journeyman Topographer"),
        (0, "Apprentice Surveyor"),
        (-5, "Amateur Assessor"),
        (-10, "Inept Assistant"),
        (-20, "Dimwitted Doodler"),
        (-30, "Oblivious Inkdrinker"),
    ]


@pytest.mark.parametrize("fact", facts("edict"), ids=lambda fact: fact.name)
def test_an_edict_is_the_one_that_scores(fact: Fact) -> None:
    edict = EDICTS[fact.name]

    assert (fact.text("game"), fact.text("category"), fact.number("solo")) == (
        edict.game,
        edict.category,
        edict.solo,
    )


class TestAnEntry:
    fact = Fact("side E", {"name": "E", "coins": True, "shapes": ["X", 1], "corner": "centre"})

    def test_tells_whether_it_has_a_field(self) -> None:
        assert (self.fact.has("coins"), self.fact.has("ruins")) == (True, False)

    def test_names_a_field_that_is_missing(self) -> None:
        with pytest.raises(MapFormatError, match="side E, sources: expected a list, not null"):
            self.fact.texts("sources")

    def test_names_a_field_that_holds_no_number(self) -> None:
        with pytest.raises(MapFormatError, match="side E, coins: expected a whole number, not true"):
            self.fact.number("coins")

    def test_names_a_field_that_holds_no_text(self) -> None:
        with pytest.raises(MapFormatError, match="side E, shapes: expected a name, not 1"):
            self.fact.texts("shapes")

    def test_names_a_field_that_holds_none_of_the_choices(self) -> None:
        with pytest.raises(MapFormatError, match=r'side E, corner: expected "certain", .* not "centre"'):
            self.fact.choice("corner", Confidence)

    def test_names_a_field_that_is_no_entry(self) -> None:
        with pytest.raises(MapFormatError, match='side E, name: expected a table, not "E"'):
            self.fact.part("name")


def test_nobody_can_change_a_fact() -> None:
    with pytest.raises(TypeError):
        facts("edict")[0].fields["solo"] = 0  # type: ignore[index]
