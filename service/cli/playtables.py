"""Tables of a whole game."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine import MapSheet, Season, Terrain
from engine.areas import squares_of
from engine.cards import AMBUSH_CARDS, Card, Effect, ExploreCard
from engine.game import GameState
from engine.game.cartographer import Cartographer
from engine.scoring import EDICT_LETTERS
from service.cli.tables import MAP_WIDTH, legend, map_table, standings_table
from service.formats.squarenames import labels
from service.play.games import PlayedGame, seat_name
from service.play.moves import MoveLine, tell_moves

INITIALS: Mapping[Effect, str] = MappingProxyType(
    {card.effect: card.initial for card in AMBUSH_CARDS.values() if card.effect and card.initial}
)
"""The letters that are written into the squares of the monsters of Heroes."""


def show_played(console: Console, game: PlayedGame, *, with_moves: bool) -> None:
    """Print a game: the set-up, the cards, the maps and scores of each season, and the standings.

    With the moves, also what every seat drew of each card.
    """
    console.print(Padding(_setup_text(game), (0, 0, 1, 0)))
    moves = list(tell_moves(game.transcript)) if with_moves else []
    ends = dict(zip(Season, game.season_ends, strict=False))
    for season in Season:
        if cards := game.state.revealed_in(season):
            console.print(Text(f"{season.capitalize()}: {' > '.join(map(_card_text, cards))}", "bold"))
        if its_moves := [move for move in moves if move.season is season]:
            console.print(_moves_table(its_moves))
        if season in ends:
            seats = range(game.setup.players)
            console.print(Columns([_map_of(game, seat, season, ends[season]) for seat in seats]))
            console.print(_season_table(game, season))
    if game.standings:
        console.print(standings_table(game.standings))
    for line in _last_lines(game):
        console.print(line)


def _setup_text(game: PlayedGame) -> Text:
    setup = game.setup
    layout = setup.layout
    text = Text(f"side {layout.name or layout.side}, players: {setup.players}, seed {setup.seed}", "bold")
    text.append(f"\nexplore cards of {setup.explore}, seasons of {setup.seasons}")
    text.append(f"\nruins cards: {_yes(setup.ruins)}, hero cards: {_yes(setup.heroes)}")
    text.append(f"\nambush cards: {', '.join(setup.ambushes)}")
    if not setup.rules.rotate_hero_pattern:
        text.append("\nattack patterns are drawn as printed, not turned")
    if not setup.rules.fallback_any_terrain:
        text.append("\na 1x1 square drawn for want of room has a terrain of the card")
    if setup.rules.destroyed_gorgon_gazes:
        text.append("\na Gorgon destroyed as it is drawn still destroys a space")
    for letter, edict in zip(EDICT_LETTERS, setup.edicts, strict=True):
        text.append(f"\nedict {letter}: {edict.name}")
    return text


def _yes(is_in: bool) -> str:
    return "in" if is_in else "out"


def _card_text(card: Card) -> str:
    return f"{card} ({card.time})" if isinstance(card, ExploreCard) else f"{card}"


def _player(game: PlayedGame, seat: int) -> str:
    return f"{seat_name(seat)} ({game.bots[seat]})" if game.bots else seat_name(seat)


def _moves_table(moves: Sequence[MoveLine]) -> Table:
    table = Table("card", "player", "drew", box=box.SIMPLE_HEAD, pad_edge=False)
    card = ""
    for move in moves:
        table.add_row("" if move.card == card else move.card, seat_name(move.seat), move.what)
        card = move.card or card
    return table


def _map_of(game: PlayedGame, seat: int, season: Season, end: GameState) -> RenderableType:
    sheet = game.documents(seat)[list(Season).index(season)].sheet
    parts: list[RenderableType] = [Text(_player(game, seat)), map_table(sheet), legend(sheet)]
    if marks := _marks(sheet, end.cartographers[seat]):
        parts.append(Constrain(Text(marks), MAP_WIDTH))
    return Group(*parts)


def _marks(sheet: MapSheet, cartographer: Cartographer) -> str:
    """Tell what is noted in squares of the map beside their terrain: initials and attacks."""
    monsters = sheet.area(Terrain.MONSTER)
    signed = [
        f"{INITIALS[effect]} at {labels(squares_of(area & monsters), ' ')}"
        for effect, area in cartographer.initials
        if area & monsters
    ]
    remarks = [f"initials: {', '.join(signed)}"] if signed else []
    if cartographer.attacked:
        remarks.append(f"attacked: {labels(squares_of(cartographer.attacked), ' ')}")
    return "; ".join(remarks)


def _season_table(game: PlayedGame, season: Season) -> Table:
    place = list(Season).index(season)
    reports = [cartographer.scores[place] for cartographer in game.state.cartographers]
    table = Table("player", box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (*(line.edict.name for line in reports[0].lines), "coins", "monsters", "stars"):
        table.add_column(heading, justify="right")
    for seat, report in enumerate(reports):
        numbers = [*(line.stars.total for line in report.lines), report.coins, report.monsters.total]
        table.add_row(_player(game, seat), *map(str, numbers), f"{report.total}")
    return table


def _last_lines(game: PlayedGame) -> Iterator[Text]:
    if not game.state.is_over:
        number = len(game.transcript.turns) + 1
        yield Text(f"not finished: move {number} is to come, for {game.state.card}", "yellow")
    if game.rating:
        calculation = f"{game.rating.score} - {game.rating.subtracted} = {game.rating.rating}"
        yield Text(f"solo rating {calculation}: {game.rating.title or 'no title'}")
    for note in game.notes:
        yield Text(note, "yellow")
