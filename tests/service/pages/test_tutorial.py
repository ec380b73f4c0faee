"""The tutorial is what happens: a browser walks it, and what it says is held against what stands there."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, Playwright, expect

from tests.service.pages.conftest import open_context
from tests.service.serving import serve

ROOT = Path(__file__).parents[3]
SHARES_DIFFER = 4  # percentage points between processors
NUMBERS_BEFORE = 15 + 45  # clicks and fields that the numbers of three players took before they had one page
READING = 120_000  # milliseconds that three photos may take to be read on a busy machine
COPY = re.compile(r'^cp (\S+) "photos/(.+)"$', re.MULTILINE)
SHARE = re.compile(r"(\w+) (\d+) %")


@dataclass(frozen=True)
class Section:
    """A part of the tutorial under a heading."""

    text: str

    @property
    def bold(self) -> list[str]:
        """What is to be pressed, in order."""
        return re.findall(r"\*\*(.+?)\*\*", self.text, re.DOTALL)

    @property
    def quoted(self) -> list[str]:
        """What is said to stand on the pages."""
        prose = re.sub(r"<img[^>]*>|```.*?```", "", self.text, flags=re.DOTALL)
        return [" ".join(each.split()) for each in re.findall(r'"([^"]+)"', prose)]

    @property
    def block(self) -> list[str]:
        """The lines of its block of text."""
        found = re.search(r"```text\n(.*?)```", self.text, re.DOTALL)
        assert found is not None
        return found[1].splitlines()

    def rows(self, heading: str) -> list[list[str]]:
        """Return the cells of the table whose first line holds a heading, without that line."""
        lines = self.text.splitlines()
        first = next(at for at, line in enumerate(lines) if line.startswith("|") and heading in line)
        rows = []
        for line in lines[first + 2 :]:
            if not line.startswith("|"):
                break
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        return rows


@dataclass
class Walk:
    """Somebody who does what the tutorial says."""

    page: Page
    pressed: list[str] = field(default_factory=list)
    seen: str = ""
    deeds: int = 0
    """Clicks, keys that answer, and fields that were filled in."""
    numbers: int = 0
    """Those of them that put in the numbers of the earlier seasons."""

    def press(self, name: str) -> None:
        """Press the button or the link of that name, as one finds it on the page."""
        links = self.page.get_by_role("link", name=name, exact=True)
        buttons = self.page.get_by_role("button", name=name, exact=True)
        buttons.or_(links).first.click()
        self.pressed.append(name)
        self.deeds += 1
        self.look()

    def look(self) -> None:
        """Remember what stands on the page."""
        self.page.wait_for_load_state()
        self.seen += "\n" + " ".join(self.page.locator("main").inner_text().split())

    def fill(self, field: Locator, words: str) -> None:
        """Fill in a field."""
        field.fill(words)
        self.deeds += 1

    def check(self, section: Section) -> None:
        """Hold what was pressed and seen against what a section says, and go on to the next."""
        assert self.pressed == section.bold
        for words in section.quoted:
            assert words in self.seen
        self.pressed, self.seen = [], ""


@pytest.fixture
def sections() -> list[Section]:
    """The tutorial's parts, the introduction first."""
    text = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    return [Section(part) for part in text.split("\n## ")]


def test_the_tutorial_is_what_happens(
    playwright: Playwright, browser: Browser, tmp_path: Path, sections: list[Section]
) -> None:
    with serve(tmp_path, work=None) as address:
        context = open_context(playwright, browser, "desktop", address)
        walk = Walk(context.new_page())
        walk.page.goto("/")
        _set_up(walk, sections[2])
        _send(walk, sections[4], sections[5])
        _settle(walk, sections[6])
        _publish(walk, sections[7])
        context.close()

    before = walk.deeds - walk.numbers + NUMBERS_BEFORE
    print(
        f"from an empty table to published standings: {walk.deeds} clicks, keys and fields; {before} before"
    )
    assert walk.deeds <= before / 2


def _set_up(walk: Walk, section: Section) -> None:
    prose = " ".join(section.text.split())
    name, edicts = re.search(r"Name: `(.+?)`", prose), re.search(r"table: (A .+?)\. ", prose)
    assert name is not None
    assert edicts is not None
    walk.press("Tournaments")
    walk.press("New tournament")
    walk.fill(walk.page.get_by_label("Name"), name[1])
    for letter, edict in (pair.split(" ", 1) for pair in edicts[1].split(", ")):
        walk.page.get_by_label(f"Edict {letter}").select_option(edict)
        walk.deeds += 1
    walk.press("Make it")
    walk.press("Players")
    walk.fill(walk.page.get_by_label("Names, one a line"), "\n".join(section.block))
    walk.press("Add")
    walk.check(section)


def _send(walk: Walk, photographs: Section, section: Section) -> None:
    files = [
        FilePayload(name=name, mimeType="image/jpeg", buffer=(ROOT / path).read_bytes())
        for path, name in COPY.findall(photographs.text)
    ]
    walk.page.get_by_role("link", name="Overview").click()
    walk.page.locator("input[type=file]").set_input_files(files)
    walk.deeds += 3  # the tab, the button of the files, and the files themselves
    walk.press("Send")
    expect(walk.page.locator(".tally .scored dd")).to_have_text("2", timeout=READING)
    expect(walk.page.locator(".tally .review dd")).to_have_text("1", timeout=READING)
    walk.look()
    walk.check(section)


def _settle(walk: Walk, section: Section) -> None:
    walk.press("Review")
    walk.press("Start")
    chosen, guessed = re.findall(r"choose `(\w+)` in place of `(\w+)`", section.text)[0]
    taken_at = walk.page.get_by_label("Photo taken at the end of")
    expect(taken_at).to_have_value(guessed)
    taken_at.select_option(chosen)
    walk.deeds += 2
    for question, whose, likely, key in section.rows("question"):
        heading = walk.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(question)
        expect(walk.page.locator(".asked")).to_contain_text(whose)
        shown = walk.page.locator(".answers > button").all_inner_texts()
        for button, (terrain, share) in zip(shown, SHARE.findall(likely), strict=False):
            found = SHARE.search(" ".join(button.split()))
            assert found is not None
            assert (found[1], abs(int(found[2]) - int(share)) <= SHARES_DIFFER) == (terrain, True)
        _answer(walk, key)
    walk.look()
    settled = walk.deeds
    walk.press(section.bold[2])
    for player, *totals in section.rows("spring"):
        for season, total in zip(("spring", "summer", "fall"), totals, strict=True):
            fields = walk.page.get_by_label(f"{player}, {season}, total")
            if total:
                walk.fill(fields, total)
            else:
                expect(fields).to_have_count(0)
    walk.press("Save all")
    walk.numbers = walk.deeds - settled
    walk.check(section)


def _answer(walk: Walk, key: str) -> None:
    before = walk.page.url
    walk.page.keyboard.press(key)
    walk.page.wait_for_url(lambda url: url != before)
    walk.deeds += 1


def _publish(walk: Walk, section: Section) -> None:
    walk.press("Standings")
    rows = walk.page.locator("table.ranks tbody tr").all()
    shown = [[cell.strip() for cell in row.inner_text().split("\t")[:3]] for row in rows]
    assert shown == [re.split(r"\s{2,}", line) for line in section.block]
    walk.press("Publish")
    walk.press("Publish")
    walk.page.get_by_role("link", name="Public page").click()
    walk.deeds += 1
    expect(walk.page.locator("tbody th")).to_have_text([name for _, name, _ in shown])
    walk.check(section)
