"""Who is told of the facts that rest on one source, and who is not bothered."""

import pytest

from engine import LAYOUTS, MapSheet, Side, Square, find_edict
from engine.customsides import side_of
from engine.setup import GameSetup
from engine.unconfirmed import score_notes, setup_notes

GRANARY, SILOS = find_edict("The Golden Granary"), find_edict("Silos")
DRAWN_D = str(MapSheet.blank(Side.D))


class TestScores:
    def test_the_golden_granary_on_side_d_rests_on_unconfirmed_ruins(self) -> None:
        (note,) = score_notes(MapSheet.blank(Side.D), [SILOS, GRANARY])

        assert note.startswith(
            "The Golden Granary is scored by the ruins of side D, which rest on one source"
        )

    def test_no_other_edict_looks_at_ruins(self) -> None:
        assert score_notes(MapSheet.blank(Side.D), [SILOS]) == ()

    @pytest.mark.parametrize("side", [Side.A, Side.B, Side.C])
    def test_other_sides_are_confirmed(self, side: Side) -> None:
        assert score_notes(MapSheet.blank(side), [GRANARY]) == ()

    def test_a_custom_map_without_ruins_is_reported(self) -> None:
        (note,) = score_notes(MapSheet.blank(Side.CUSTOM), [GRANARY])

        assert "without any ruins" in note

    def test_ruins_that_the_map_itself_tells_need_no_confirming(self) -> None:
        sheet = MapSheet.parse(DRAWN_D, ruins=[], side=Side.D)
        other = MapSheet.parse(DRAWN_D.replace("r", ".").replace(".", "r", 1), side=Side.D)

        assert score_notes(sheet, [GRANARY])
        assert score_notes(other, [GRANARY]) == ()

    def test_ruins_that_a_certain_side_has_not_are_noted(self) -> None:
        blank = MapSheet.blank(Side.A)
        some = sorted(blank.ruins)[2:]
        sheet = MapSheet(blank.rows, [Square(0, 0), *some], Side.A)

        assert score_notes(sheet, [GRANARY]) == (
            "The Golden Granary is scored by the ruins that the map lists: "
            "side A has none at [0, 0]; it leaves out [1, 5], [2, 1].",
        )
        assert score_notes(sheet, [SILOS]) == ()


class TestSetups:
    def test_heroes_on_side_d_does_not_look_at_ruins(self) -> None:
        assert setup_notes(GameSetup.of_heroes(layout=LAYOUTS[Side.D])) == ()

    def test_ruins_cards_on_side_d_do(self) -> None:
        (note,) = setup_notes(GameSetup.combined(layout=LAYOUTS[Side.D], players=2))

        assert note.startswith("The game uses the ruins of side D")

    def test_a_corrected_side_does_not_rest_on_ours(self) -> None:
        corrected = side_of({"map": str(LAYOUTS[Side.D]), "replaces": "D"}, where="d.toml")

        assert setup_notes(GameSetup.combined(layout=corrected)) == ()

    def test_monsters_of_heroes_begin_in_unconfirmed_corners_in_solo_mode_only(self) -> None:
        (note,) = setup_notes(GameSetup.of_heroes(players=1))

        assert note.endswith("for Dragon Inferno, Zombie Plague, Giant Troll Ravage, Gorgon Gaze.")
        assert setup_notes(GameSetup.base(players=1)) == ()
        assert setup_notes(GameSetup.of_heroes(players=2)) == ()
