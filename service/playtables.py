"""What people see of a whole game in the terminal."""

from collections.abc import Iterator

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine import Season
from engine.cards import Card, ExploreCard
from engine.scoring import EDICT_LETTERS
from service.play import PlayedGame, seat_name
from service.tables import legend, map_table, standings_table


def show_played(console: Console, game: PlayedGame) -> None:
    """Print a game: the set-up, the cards, the maps and scores of each season, and the standings."""
    console.print(Padding(_setup_text(game), (0, 0, 1, 0)))
    for season in Season:
        if cards := game.state.revealed_in(season):
            console.print(Text(f"{season.capitalize()}: {' > '.join(map(_told, cards))}", "bold"))
        if season in game.seasons:
            console.print(Columns([_map_of(game, seat, season) for seat in range(game.setup.players)]))
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
    for letter, edict in zip(EDICT_LETTERS, setup.edicts, strict=True):
        text.append(f"\nedict {letter}: {edict.name}")
    return text


def _yes(is_in: bool) -> str:
    return "in" if is_in else "out"


def _told(card: Card) -> str:
    return f"{card} ({card.time})" if isinstance(card, ExploreCard) else f"{card}"


def _player(game: PlayedGame, seat: int) -> str:
    return f"{seat_name(seat)} ({game.bots[seat]})" if game.bots else seat_name(seat)


def _map_of(game: PlayedGame, seat: int, season: Season) -> RenderableType:
    sheet = game.documents(seat)[list(Season).index(season)].sheet
    return Group(Text(_player(game, seat)), map_table(sheet), legend(sheet))


def _season_table(game: PlayedGame, season: Season) -> Table:
    place = list(Season).index(season)
    reports = [cartographer.scores[place] for cartographer in game.state.cartographers]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("player")
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
        told = f"{game.rating.score} - {game.rating.subtracted} = {game.rating.rating}"
        yield Text(f"solo rating {told}: {game.rating.title or 'no title'}")
    for note in game.notes:
        yield Text(note, "yellow")
