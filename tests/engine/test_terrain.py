import pytest

from engine import MapFormatError, Terrain


def test_the_names_are_those_of_the_contract() -> None:
    names = "empty forest village farm water monster hero mountain wasteland destroyed"

    assert list(Terrain) == names.split()


def test_the_letters_are_all_different() -> None:
    assert "".join(terrain.letter for terrain in Terrain) == ".FVAWMH^#X"


@pytest.mark.parametrize("terrain", Terrain)
def test_a_terrain_is_found_again_by_its_letter(terrain: Terrain) -> None:
    assert Terrain.from_letter(terrain.letter) is terrain


@pytest.mark.parametrize("letter", ["f", "Q", "", "FF", "r"])
def test_an_unknown_letter_is_refused_with_the_known_ones(letter: str) -> None:
    with pytest.raises(MapFormatError, match=rf'"{letter}" is no terrain letter; the letters are \. F V A W'):
        Terrain.from_letter(letter)


def test_only_empty_is_not_filled() -> None:
    assert [terrain for terrain in Terrain if not terrain.is_filled] == [Terrain.EMPTY]


def test_empty_wasteland_and_destroyed_are_no_types() -> None:
    untyped = [Terrain.EMPTY, Terrain.WASTELAND, Terrain.DESTROYED]

    assert [terrain for terrain in Terrain if not terrain.is_type] == untyped
