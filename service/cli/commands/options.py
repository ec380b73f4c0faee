"""The options that several commands have."""

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from engine import Layout, Season, Side
from engine.customsides import load_side
from engine.errors import any_of
from service.cli.arguments import card_names, edict_names


def read_season(word: str) -> Season:
    """Return the season of this name, or raise BadParameter with what may have been meant."""
    name = word.casefold()
    if name in set(Season):
        return Season(name)
    meant = [Season.FALL] if name == "autumn" else get_close_matches(name, Season, n=1)
    raise typer.BadParameter(
        f'no season is named "{word:.40}"; '
        + (f"did you mean {any_of(meant)}?" if meant else f"say {any_of(Season)}")
    )


def season_option(help: str) -> Any:
    """Return the option that takes a season."""
    return Option("--season", metavar=f"<{'|'.join(Season)}>", parser=read_season, help=help)


def names_option(option: str, check: Callable[[list[str]], list[str]], help: str) -> Any:
    """Return an option that takes several names, which a function checks."""
    return Option(
        option, metavar="NAME...", default_factory=list, show_default=False, callback=check, help=help
    )


PhotoPaths = Annotated[
    list[Path], Argument(metavar="PHOTO...", help="Photos, PDFs, or folders of them; - is a photo on stdin.")
]
MapPaths = Annotated[list[Path], Argument(metavar="MAP...", help="JSON maps or readings; - reads stdin.")]
AsJson = Annotated[bool, Option("--json", help="Print one JSON document a line, and nothing else.")]
SideName = Annotated[
    Side | None, Option("--side", help="The printed side; found out by default.", case_sensitive=False)
]
CornersText = Annotated[
    str | None,
    Option(
        "--corners",
        metavar='"X,Y X,Y X,Y X,Y"',
        help="Where the corners of the 11 x 11 field lie in the upright photo, if the search fails.",
    ),
]
Upright = Annotated[
    bool, Option("--upright", help="The first of --corners is the map's top left, whatever its print tells.")
]
OverlayFolder = Annotated[
    Path | None, Option("--overlay", metavar="DIR", help="Write a picture of what was read for each photo.")
]
Strict = Annotated[bool, Option("--strict", help="Exit with 1, not 0, if a photo is rejected or for review.")]
Boxes = Annotated[
    bool,
    Option("--boxes", help="The written season scores are wanted, too: ask where one cannot be read."),
]
Sure = Annotated[
    float,
    Option("--sure", min=0.5, max=1.0, help="Ask until what is wanted is right with this probability."),
]
Workers = Annotated[int, Option("--workers", min=1, max=64, help="Read with so many processes.")]
EdictNames = Annotated[
    list[str],
    names_option(
        "--edicts",
        edict_names,
        "One to four scoring cards in the order A B C D; the names end at the next option or file.",
    ),
]
SeasonName = Annotated[Season | None, season_option("Score only this season's two edicts.")]
LayoutFile = Annotated[
    Path | None,
    Option("--layout", metavar="FILE.toml", help="The sheet of maps of side custom; docs/custom-sides.md."),
]
CoinCount = Annotated[int | None, Option("--coins", metavar="N", help="Filled coins of the coin track.")]
BeforeFile = Annotated[
    Path | None,
    Option(
        "--before",
        metavar="FILE",
        help="The same players' maps of the season before, as JSON maps or readings, one for each sheet.",
    ),
]
HandStore = Annotated[
    Path | None,
    Option(
        "--hand",
        metavar="STORE",
        help="What people corrected before (correct --store): how --writer draws sharpens the readings.",
    ),
]
WriterName = Annotated[
    str | None,
    Option("--writer", metavar="NAME", help="Who drew all the sheets, as named in the store of --hand."),
]
CardNames = Annotated[
    list[str],
    names_option(
        "--cards",
        card_names,
        "The cards revealed in the season, in their order; the names end as those of --edicts do.",
    ),
]
StandingNames = Annotated[
    list[str],
    names_option("--standing", card_names, "Ambush cards of earlier seasons whose effects go on."),
]


def own_layout(side: Side | None, layout: Path | None) -> Layout | None:
    """Return what is printed on the sheets of side custom that are to be read.

    Raises:
        BadParameter: The sheets are said to be of another side.
        MapFormatError: The file describes no side.
    """
    if layout and side not in (None, Side.CUSTOM):
        raise typer.BadParameter(f"--layout tells sheets of side custom, not of side {side}; leave out one")
    return load_side(layout) if layout else None
