"""A player's walk with photos nobody has seen: `python -m tests.bench.walks FOLDER`.

FOLDER holds photos with their truth beside them (NNN.json), as ../shared/tools/fresh draws them. Each goes
through the pages as on a phone: a photo in, its score seen without scrolling; where no map is found, the
corners are dragged to where they are. Taps are counted, the edicts chosen once, with the first photo.
"""

import argparse
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import expect, sync_playwright

from engine import MapDocument, Season, find_edict, score_map
from tests.service.pages.conftest import CHROMIUM, QUIET, open_context
from tests.service.pages.test_walks import EDICTS, MARKED, READING, SHEET, Phone, ways_to
from tests.service.serving import serve

SCORE, CHOOSE = re.compile(r"stars? in (\w+)"), "Choose"
AS_BEFORE = re.compile("^As before")


@dataclass(frozen=True, slots=True)
class Walked:
    """What one photo came to."""

    name: str
    taps: int
    rescued: bool
    """Whether its corners had to be dragged."""
    said: str
    """What the page says of the score: the number, and how sure it is."""
    exact: bool


def main() -> None:
    """Parse the command line and print what each photo took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=1000, help="so many photos at most")
    args = parser.parse_args()
    walked = []
    for each in walk(sorted(args.folder.glob("*.jpg"))[: args.most]):
        print(f"{each.name}: {each.taps} taps{', rescued' if each.rescued else ''}: {each.said}", flush=True)
        walked.append(each)
    for title, some in (
        ("found", [each for each in walked if not each.rescued]),
        ("rescued", [each for each in walked if each.rescued]),
    ):
        if some:
            taps = [each.taps for each in some]
            counts = f"{median(taps):g} taps, {max(taps)} at most"
            print(f"{title}: {len(some)} photos, {counts}; {sum(each.exact for each in some)} totals exact")


def walk(photos: Sequence[Path]) -> Iterator[Walked]:
    """Take photo after photo as a player does, who knows the edicts."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder), work=None) as address,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = open_context(started, browser, "phone", address).new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        phone = Phone(page)
        _choose_edicts(phone)
        for photo in photos:
            truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
            yield _walk(phone, photo, truth)
        browser.close()


def _choose_edicts(phone: Phone) -> None:
    phone.page.goto("/")
    phone.take_photo((SHEET / "photo.jpg").read_bytes())
    expect(phone.page.locator(".total")).to_contain_text(CHOOSE, timeout=READING)
    for place, name in enumerate(EDICTS):
        phone.tap(phone.page.locator(".place").nth(place))
        phone.tap(phone.page.get_by_role("button", name=name, exact=True))
        expect(phone.page.locator(".places")).to_contain_text(name)


def _walk(phone: Phone, photo: Path, truth: dict[str, Any]) -> Walked:
    page, phone.taps = phone.page, 0
    page.goto("/")
    phone.take_photo(photo.read_bytes())
    total, refused = page.locator(".total"), page.get_by_role("alert")
    expect(total.or_(refused).first).to_be_visible(timeout=READING)
    rescued = not total.is_visible()
    if rescued:
        for corner, way in enumerate(ways_to(truth["corners"], *page.evaluate(f"() => {{{MARKED}}}"))):
            phone.drag(page.get_by_role("slider").nth(corner), *way)
        phone.tap(page.get_by_role("button", name="Read it again"))
        expect(total).to_be_visible(timeout=READING)
    if CHOOSE in total.inner_text():  # another player's game
        phone.tap(page.get_by_role("button", name=AS_BEFORE))
        expect(page.locator(".places")).to_contain_text(EDICTS[0])
    if CHOOSE in total.inner_text():  # nor is its season known
        phone.tap(page.get_by_role("button", name="winter"))
    expect(total).to_have_text(SCORE)
    expect(total).to_be_in_viewport(ratio=1)
    said = " ".join(" ".join(page.locator(".total, .surely").all_inner_texts()).split())
    return Walked(photo.name, phone.taps, rescued, said, _is_exact(said, truth))


def _is_exact(said: str, truth: dict[str, Any]) -> bool:
    """Tell whether the page's total is the right one."""
    season = SCORE.search(said)
    assert season is not None
    document = {"schema": "surveyor/map@1", "side": truth["side"], "terrain": truth["terrain"]}
    score = score_map(
        MapDocument.from_json(document).sheet,
        [find_edict(name) for name in EDICTS],
        coins=truth["coins"],
        season=Season(season[1]),
    )
    return said.split()[0].replace("\N{MINUS SIGN}", "-") == str(score.total)


if __name__ == "__main__":
    main()
