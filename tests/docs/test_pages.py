import re
from pathlib import Path
from typing import Any

import pytest
from typer import BadParameter, TyperException
from typer.main import get_command

from service.cli.main import app
from tests.docs.pages import ROOT, all_pages, anchors_of, commands_of, links_of

MODULE = re.compile(r"(?:python -m |`)((?:datasets|tests)(?:\.\w+)+)")
SOURCE = re.compile(r"`((?:\w+/)*\w+\.py)(?::(?:\w+\.)?(\w+))?`")
"""A file of the tree, by the end of its path, and a function or class of it."""
PACKAGES = ("engine", "vision", "service", "datasets", "tests")
NOT_HERE = "does not exist"
"""What a command says of a file that a page only names as an example."""


PRESENT = [*(page for page in all_pages() if page.name != "CHANGELOG.md"), ROOT / "Makefile"]
"""What tells of today's tree, not of earlier ones."""


def names(pages: list[Path]) -> list[str]:
    return [page.relative_to(ROOT).as_posix() for page in pages]


@pytest.mark.parametrize("page", all_pages(), ids=names(all_pages()))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [link for link in links_of(page.read_text("utf-8")) if not leads_somewhere(page, link)] == []


def leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.is_relative_to(ROOT) or not target.exists():
        return False
    return not anchor or anchor in anchors_of(target.read_text("utf-8"))


def test_every_page_of_the_docs_is_in_their_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {
        (index.parent / link.partition("#")[0]).resolve() for link in links_of(index.read_text("utf-8"))
    }

    assert [page.name for page in (ROOT / "docs").glob("*.md") if page != index and page not in linked] == []


@pytest.mark.parametrize("page", all_pages(), ids=names(all_pages()))
def test_every_command_line_is_one_that_surveyor_takes(page: Path) -> None:
    refused = [(words, why) for words in commands_of(page.read_text("utf-8")) if (why := refusal(words))]

    assert refused == []


def refusal(words: list[str]) -> str | None:
    """Tell why a command line is wrong; files that only the page knows may be missing."""
    command: Any = get_command(app)
    rest = list(words)
    while hasattr(command, "commands"):
        if not rest or rest[0] not in command.commands:
            return f"there is no command {' '.join(words[:2])}"
        command = command.commands[rest.pop(0)]
    try:
        command.make_context("surveyor", rest)
    except BadParameter as error:
        return None if NOT_HERE in error.format_message() else error.format_message()
    except TyperException as error:
        return error.format_message()
    return None


@pytest.mark.parametrize("page", PRESENT, ids=names(PRESENT))
def test_every_module_that_is_named_is_there(page: Path) -> None:
    modules = set(MODULE.findall(page.read_text("utf-8")))

    assert [name for name in sorted(modules) if not is_module(name)] == []


def is_module(name: str) -> bool:
    """Tell whether a module lies in the tree, without running what its package runs."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


@pytest.mark.parametrize("page", PRESENT, ids=names(PRESENT))
def test_every_file_that_is_named_is_there_and_holds_what_is_said(page: Path) -> None:
    named = set(SOURCE.findall(page.read_text("utf-8")))

    assert [source for source in sorted(named) if not is_in_the_tree(*source)] == []


def is_in_the_tree(path: str, name: str) -> bool:
    found = [file for package in PACKAGES for file in (ROOT / package).rglob(path.rpartition("/")[2])]
    defined = re.compile(rf"^ *(?:async )?(?:def|class) {name}\b", re.MULTILINE)
    return any(
        file.as_posix().endswith(f"/{path}") and (not name or defined.search(file.read_text("utf-8")))
        for file in found
    )


def test_an_option_that_is_not_there_is_noticed() -> None:
    assert refusal(["score", "--edict", "Silos"])
    assert refusal(["scoer"])
    assert refusal(["score", "--edicts", "Silos", "--season", "spring"]) is None


def test_a_file_or_function_that_is_not_there_is_noticed() -> None:
    assert is_in_the_tree("review/correcting.py", "replace_map")
    assert not is_in_the_tree("review/correcting.py", "replace_maps")
    assert not is_in_the_tree("reviews/correcting.py", "")


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    page = ROOT / "docs" / "rules.md"

    assert not leads_somewhere(page, "nowhere.md")
    assert not leads_somewhere(page, "printing.md#nowhere")
    assert leads_somewhere(page, "printing.md#the-codes-text")
