"""Every page there is, in one list: for the pictures in `docs/pages.md`, and for what every page must be.

`address` names what a tournament has by the path parameters. A new page gets a line here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Page

Steps = Callable[[Page], None]


def nothing_more(page: Page) -> None:
    """Leave the page as it came."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page."""

    name: str
    """Its picture's, in plain letters."""
    address: str
    what: str
    """A line about it."""
    steps: Steps = nothing_more
    """What is done on it before it is looked at."""
    in_dark: bool = False
    """Whether it is shown in dark colours too."""
    status: int = 200

    def found_by(self, known: Mapping[str, object]) -> str | None:
        """Return the address; None where something that it names is not there."""
        try:
            return self.address.format_map(known)
        except KeyError:
            return None


def choose_first_reason(page: Page) -> None:
    """Ask why the map scores what it scores."""
    reason = page.locator(".reason input, .reason label").first
    if reason.count():
        reason.click()
        page.evaluate("scrollTo(0, 0)")  # or what stays in sight would hide the drawings


def let_lie(page: Page) -> None:
    """Let what stays in sight lie where it belongs, as the picture shows the whole page."""
    page.locator(".save").evaluate_all("all => all.forEach(each => { each.style.position = 'static'; })")


PLACES = (
    Place("scan", "/", "The front page: a photo of a sheet in, its score out.", in_dark=True),
    Place(
        "scanned",
        "/scans/{scan}",
        "The photo with what was read on it, the map drawn anew, and what it scores.",
        choose_first_reason,
        in_dark=True,
    ),
    Place("corners", "/scans/{rejected}/corners", "A photo that could not be read: four corners help."),
    Place("login", "/login", "Logging in with the password or a key."),
    Place("join", "/join", "What a player's link opens."),
    Place("problem", "/nowhere", "The page of an error, as of an unknown address.", status=404),
    Place("tournaments", "/tournaments", "All tournaments."),
    Place("new_tournament", "/tournaments/new", "Setting one up."),
    Place("tournament", "/tournaments/{tournament}", "A tournament: sheets as they arrive, what is missing."),
    Place("files", "/tournaments/{tournament}/files", "Every photo that was sent, and what became of it."),
    Place("players", "/tournaments/{tournament}/players", "Who plays."),
    Place("rounds", "/tournaments/{tournament}/rounds", "Rounds, tables and seats."),
    Place("round", "/tournaments/{tournament}/rounds/{number}", "Who sits where."),
    Place("print", "/tournaments/{tournament}/print", "Sheets with codes, and posters for the tables."),
    Place("keys", "/tournaments/{tournament}/keys", "Links for players, keys for judges."),
    Place("standings", "/tournaments/{tournament}/standings", "The standings as they are now."),
    Place("publish", "/tournaments/{tournament}/publish", "What is published, and what differs from it."),
    Place("hall", "/standings/{tournament}", "The published standings, for a projector.", in_dark=True),
    Place(
        "published_player",
        "/standings/{tournament}/players/{player}",
        "What was published of a player, season by season.",
    ),
    Place(
        "player",
        "/tournaments/{tournament}/players/{player}",
        "A player's own page: the maps as they grew from season to season.",
    ),
    Place("review", "/tournaments/{tournament}/review", "What waits for a judge, the most stars first."),
    Place(
        "owners",
        "/tournaments/{tournament}/review/owners",
        "All sheets whose player is not known, on one page.",
        let_lie,
    ),
    Place(
        "doubt",
        "/tournaments/{tournament}/review/next?kind=square",
        "One doubtful square at a time, with keys for its likely terrains.",
        in_dark=True,
    ),
    Place(
        "numbers",
        "/tournaments/{tournament}/numbers",
        "The numbers that totals lack, for all players at once.",
    ),
    Place("sheet", "/tournaments/{tournament}/sheets/{sheet}", "A whole sheet, to be corrected."),
    Place("play", "/play", "Setting up a game to learn by."),
    Place(
        "game", "/play/game?cards=base&side=A&seed=7", "A game on screen, with the legal moves.", in_dark=True
    ),
    Place("api", "/docs", "For programs: every address, to be read and tried."),
)

PICTURES = (
    Place("map", "/tournaments/{tournament}/sheets/{sheet}/map.png?width=1100", "A map, drawn anew."),
    Place(
        "strip",
        "/tournaments/{tournament}/players/{player}/rounds/{number}/strip.png?width=1100",
        "A game from season to season: what was drawn in each stands out.",
    ),
    Place(
        "chart", "/tournaments/{tournament}/chart.png?width=1100", "The published standings, round by round."
    ),
)
"""What the service draws to be kept, for `docs/pages.md`."""
