import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from typer import BadParameter
from typer.main import get_command

from engine import EDICTS
from engine.cards import AMBUSH_CARDS, EXPLORE_CARDS, HERO_CARDS, RUINS_CARDS
from service.cli.arguments import OF_CARDS, card_names, edict_names, is_edict, spread_names
from service.cli.main import app, run


@pytest.mark.parametrize(
    ("line", "spread"),
    [
        ("a.jpg --edicts Silos Treetower", "a.jpg --edicts Silos --edicts Treetower"),
        ("--edicts Silos Ulem's-Wallow Ulem", "--edicts Silos --edicts Ulem's-Wallow --edicts Ulem"),
        ("--edicts Silos Treetower --season fall", "--edicts Silos --edicts Treetower --season fall"),
        ("--edicts Silos --edicts Treetower", "--edicts Silos --edicts Treetower"),
        ("--edicts=Silos Treetower a.jpg", "--edicts=Silos --edicts Treetower a.jpg"),
        ("--edicts Silos a.jpg Treetower", "--edicts Silos a.jpg Treetower"),
        ("--edicts Silos photos/one two", "--edicts Silos photos/one two"),
        ("--edicts Silos -", "--edicts Silos -"),
        ("--edicts Silos -- Treetower", "--edicts Silos -- Treetower"),
        ("--edicts Silo Tretower", "--edicts Silo --edicts Tretower"),
        ("--cards Hamlet Orchard --edicts Silos", "--cards Hamlet --cards Orchard --edicts Silos"),
        ("--standing Zombie-Plague map.json", "--standing Zombie-Plague map.json"),
        ("--ambush Goblin-Attack Gorgon-Gaze --json", "--ambush Goblin-Attack --ambush Gorgon-Gaze --json"),
        ("--edicts", "--edicts"),
        ("Silos Treetower", "Silos Treetower"),
    ],
)
def test_names_are_spread(line: str, spread: str) -> None:
    assert " ".join(spread_names(line.split(), OF_CARDS)) == spread


def test_a_file_without_a_suffix_ends_the_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("maps").touch()

    assert spread_names(["--edicts", "Silos", "maps"], OF_CARDS) == ["--edicts", "Silos", "maps"]


def test_an_edict_goes_before_a_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Treetower").mkdir()

    assert spread_names(["--edicts", "Silos", "Treetower"], OF_CARDS) == [
        "--edicts",
        "Silos",
        "--edicts",
        "Treetower",
    ]


def test_a_name_is_an_edict_however_it_is_written() -> None:
    assert is_edict("the golden GRANARY")
    assert not is_edict("photo.jpg")


def test_no_name_of_a_card_holds_a_comma() -> None:
    cards = [*EXPLORE_CARDS, *RUINS_CARDS, *AMBUSH_CARDS, *HERO_CARDS]

    assert edict_names([",".join(EDICTS)]) == list(EDICTS)
    assert card_names([", ".join(cards)]) == cards


@pytest.mark.parametrize("name", ["", ",", " , "])
def test_no_name_at_all_is_refused(name: str) -> None:
    with pytest.raises(BadParameter, match="no edict is named"):
        edict_names([name])


def test_a_word_that_is_too_long_for_a_file_is_a_name() -> None:
    long = "x" * 300

    assert spread_names(["--edicts", "Silos", long], OF_CARDS) == ["--edicts", "Silos", "--edicts", long]


def empty_paths(command: Any, words: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Yield, of a command and those below it, each parameter for a path, with an empty word."""
    for name, below in getattr(command, "commands", {}).items():
        yield from empty_paths(below, (*words, name))
    types = get_type_hints(command.callback) if words and command.callback else {}
    arguments: list[str] = []
    for parameter in command.params:
        of = types.get(parameter.name)
        is_option = parameter.param_type_name == "option"
        if Path in (of, *get_args(of)) or any(Path in get_args(each) for each in get_args(of)):
            yield [*words, *arguments, parameter.opts[-1], ""] if is_option else [*words, *arguments, ""]
        if not is_option:
            arguments.append("x")


@pytest.mark.parametrize("line", [*empty_paths(get_command(app))], ids=" ".join)
def test_an_empty_word_is_not_the_current_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(line) == 2

    printed, complaints = capsys.readouterr()
    assert printed == ""
    assert "an empty word is no path; name a file or folder" in complaints
    assert [*tmp_path.iterdir()] == []


def test_a_folder_may_be_named_with_an_equals_sign_and_a_name_may_be_empty(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["read", "a.jpg", "--overlay="]) == 2
    assert "'--overlay': an empty word" in capsys.readouterr().err
    run(["read", "nosuch.jpg", "--writer", ""])
    assert "an empty word" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["read a.jpg --side A --side=B", "score --coins 3 --coins 4", "serve --data a --data b"]
)
def test_an_option_with_two_values_is_refused(capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert run(line.split()) == 2

    assert re.search(r"'--\w+': given as (\w) and as (\w); say one of them$", capsys.readouterr().err)


def test_an_option_may_be_repeated_that_takes_several_or_says_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ["--edicts", "Silos", "--edicts", "Treetower", "--side", "A", "--side", "A", "--json", "--json"]
    run(["scan", "nosuch.jpg", *given])

    assert "no file or folder nosuch.jpg" in capsys.readouterr().err
