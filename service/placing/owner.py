"""Places a sheet with its player, round and season: as stated, by its code, or by the file's name.

Nothing is guessed between two: what does not follow stays open, and says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import Season
from engine.scoreboxes import WrittenSeason, last_written
from engine.sentence import Sentence, later
from service.documents import WrittenCode
from service.placing.filenames import NamedPlace, read_file_name
from service.sheets.rows import PlacedBy
from service.sheets.storing import NOWHERE, SheetPlace
from service.tournament.documents import Player
from service.tournament.flags import Flag
from service.tournament.plan import Plan
from vision.own_sheets.sheetcode import plain_name

MOST_NAMED = 3  # players named in a flag

CHOOSE_PLAYER = later("Choose the player by hand.")
CHOOSE_SEASON = later("Choose the season by hand.")


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues to the place of a sheet."""

    stated: SheetPlace = NOWHERE
    """The place that the sender stated for all files of the batch."""
    code: WrittenCode | None = None
    file_name: str = ""
    round_of_code: str | None = None
    """The round in which the same printed sheet already has an earlier season."""
    boxes: Sequence[WrittenSeason] = ()
    """The season scores that are written on it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The place of a sheet, as far as it is known, and the questions about it for a person."""

    place: SheetPlace = NOWHERE
    flags: tuple[Flag, ...] = ()
    """The flags that put the sheet into review."""


def place_sheet(plan: Plan, clues: Clues) -> Placed:
    """Return the place of a sheet by its clues alone, without regard to other sheets."""
    named = place_named(plan, clues.file_name)
    coded = coded_player(plan, clues.code)
    player, by = _choose_player(clues.stated.player, coded, named)
    played = _choose_round(plan, clues, named)
    season = _choose_season(clues.stated.season, named)
    flags = (
        *_flags_of_code(plan, clues, coded, named),
        *_flags_of_name(plan, clues.stated.player, coded, named),
        *_flags_of_player(player, named, clues.code),
        *_flags_of_round(plan, played, named),
        *_flags_of_season(season, clues.boxes),
    )
    return Placed(SheetPlace(player, played, season, by), flags)


def place_named(plan: Plan, file: str) -> NamedPlace:
    """Return the place that the name of a file tells in this tournament."""
    players, tournament = list(plan.players.values()), plan.tournament.name
    return read_file_name(file, players, tournament=tournament, rounds=len(plan.rounds))


def coded_player(plan: Plan, code: WrittenCode | None) -> Player | None:
    """Return the player whom a sheet's code names, if it is a code of this tournament."""
    if code is None or not code.player or _is_of_another(plan, code):
        return None
    name = plain_name(code.player)
    return next((player for player in plan.players.values() if player.name == name), None)


def _is_of_another(plan: Plan, code: WrittenCode) -> bool:
    return bool(code.tournament) and plain_name(code.tournament) != plan.tournament.name


def _choose_player(
    stated: str | None, coded: Player | None, named: NamedPlace
) -> tuple[str | None, PlacedBy | None]:
    if stated is not None:
        return stated, PlacedBy.TOLD
    if coded is not None:
        return coded.id, PlacedBy.CODE
    if named.player is not None:
        return named.player, PlacedBy.NAME
    return None, None


def _choose_round(plan: Plan, clues: Clues, named: NamedPlace) -> str | None:
    if clues.stated.round is not None:
        return clues.stated.round
    if clues.round_of_code is not None:
        return clues.round_of_code
    number = named.round or (1 if len(plan.rounds) == 1 else 0)
    played = plan.round(number)
    return played.id if played else None


def _choose_season(stated: Season | None, named: NamedPlace) -> Season | None:
    """Return the season; where none is stated, it is the sheet as it is at the end."""
    if stated is not None or named.season is not None:
        return stated or named.season
    return None if named.has_several_seasons else Season.WINTER


def _flags_of_code(plan: Plan, clues: Clues, coded: Player | None, named: NamedPlace) -> Iterator[Flag]:
    code = clues.code
    if code is None:
        return
    if _is_of_another(plan, code):
        yield Flag(
            "code_of_another_tournament",
            Sentence(
                'The code on the sheet is of the tournament "%(tournament)s".', tournament=code.tournament
            ),
            "Make sure that it belongs here; then place it by hand, or set it aside.",
        )
    elif code.player and coded is None:
        yield Flag(
            "code_unknown_player",
            Sentence('The code on the sheet names "%(player)s", who does not play here.', player=code.player),
            "Add the player or mend the name, then place the sheet by hand.",
        )
    if coded is not None:
        yield from _flags_of_other_player(plan, coded, clues.stated.player, later("it was sent as that of"))
        if clues.stated.player is None and named.is_full_name:
            yield from _flags_of_other_player(plan, coded, named.player, later("its file is named after"))


def _flags_of_other_player(plan: Plan, coded: Player, other: str | None, how: str) -> Iterator[Flag]:
    if other is not None and other != coded.id:
        yield Flag(
            "code_of_another_player",
            Sentence(
                'The code on the sheet names "%(player)s", but %(how)s "%(other)s".',
                player=coded.name,
                how=how,
                other=plan.players[other].name,
            ),
            CHOOSE_PLAYER,
        )


def _flags_of_name(plan: Plan, stated: str | None, coded: Player | None, named: NamedPlace) -> Iterator[Flag]:
    """A file named after another player may be that player's sheet, unless its code says whose it is."""
    other = named.player if named.is_full_name else None
    if coded is None and None not in (stated, other) and other != stated:
        yield Flag(
            "file_of_another_player",
            Sentence(
                'The file is named after "%(player)s", but it was sent as that of "%(other)s".',
                player=plan.players[str(other)].name,
                other=plan.players[str(stated)].name,
            ),
            CHOOSE_PLAYER,
        )


def _flags_of_player(player: str | None, named: NamedPlace, code: WrittenCode | None) -> Iterator[Flag]:
    if player is not None or (code is not None and code.player):
        return
    if len(named.between) > 1:
        names = [f'"{name}"' for name in named.between[:MOST_NAMED]]
        more = len(named.between) - len(names)
        names += [Sentence("%(count)s more", count=more)] if more else []
        yield Flag(
            "player_ambiguous",
            Sentence("The file's name may mean %(names)s or %(last)s.", names=names[:-1], last=names[-1]),
            CHOOSE_PLAYER,
        )
    else:
        yield Flag("player_unknown", "It is not known whose sheet this is.", CHOOSE_PLAYER)


def _flags_of_round(plan: Plan, played: str | None, named: NamedPlace) -> Iterator[Flag]:
    if played is not None:
        return
    if named.round:
        message: str = Sentence(
            "The file's name tells round %(number)s, and there is none.", number=named.round
        )
    else:
        message = later("It is not known of which round this sheet is.")
    yield Flag(
        "round_unknown",
        message,
        later("Choose the round by hand, or tell it when sending the photos of one round.")
        if plan.rounds
        else later("Add a round to the tournament, then choose it."),
    )


def _flags_of_season(season: Season | None, boxes: Sequence[WrittenSeason]) -> Iterator[Flag]:
    order, written = list(Season), last_written(boxes)
    if season is None:
        yield Flag("season_unknown", "The file's name tells more than one season.", CHOOSE_SEASON)
    elif written is not None and order.index(written) > order.index(season):
        yield Flag(
            "season_past",
            Sentence(
                "It was taken for the sheet of %(season)s, and numbers of %(written)s are written on it.",
                season=season,
                written=written,
            ),
            CHOOSE_SEASON,
        )
