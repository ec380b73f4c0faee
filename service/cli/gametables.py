"""Tables of whole games: played, scored by their maps or by the last one, or still to be played on."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from engine import Edict, MapDocument, MapSheet, Season, Terrain
from engine.areas import squares_of
from engine.cards import AMBUSH_CARDS, Card, Effect, ExploreCard
from engine.final import Final
from engine.game import GameState
from engine.game.cartographer import Cartographer
from engine.gamescore import GameScore
from engine.projection import Projection
from engine.scoreboxes import Box, Number, Origin
from engine.scoring import EDICT_LETTERS
from engine.standings import Standings
from service.cli.commands.output import printable
from service.cli.tables import MAP_WIDTH, legend, map_table
from service.formats.squarenames import labels
from service.play.games import PlayedGame, seat_name
from service.play.moves import MoveLine, tell_moves
from service.scores.final import LastSheet
from service.scores.gamescore import ScoredGame
from service.scores.projecting import ProjectedLine

UNKNOWN = "?"
MARKS: Mapping[Origin, str] = MappingProxyType({Origin.WRITTEN: "", Origin.MAP: "*", Origin.OTHERS: "="})
LEGEND: Mapping[str, str] = MappingProxyType(
    {"*": "counted on the last map", "=": "follows from the others", UNKNOWN: "not known"}
)
INITIALS: Mapping[Effect, str] = MappingProxyType(
    {card.effect: card.initial for card in AMBUSH_CARDS.values() if card.effect and card.initial}
)
"""The letters that are written into the squares of the monsters of Heroes."""


def show_game(console: Console, scored: ScoredGame) -> None:
    """Print the four seasons of a game and its final score."""
    console.print(_game_table(scored.score))
    console.print(Text(f"final score: {scored.score.total}", "bold"))
    console.print(Text(f"stars lost to monsters, which break a tie: {scored.score.lost_to_monsters}"))
    if scored.rating:
        title = scored.rating.title or "no title: the list ends at -30"
        difference = f"{scored.rating.score} - {scored.rating.subtracted} = {scored.rating.rating}"
        console.print(Text(f"solo rating {difference}: {title}"))


def _game_table(score: GameScore) -> Table:
    """Return a line for each season and a column for each edict, empty where it is not scored."""
    edicts = list(dict.fromkeys(line.edict for report in score.seasons for line in report.lines))
    table = Table("season", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in (*(edict.name for edict in edicts), "coins", "monsters", "stars"):
        table.add_column(heading, justify="right", vertical="bottom")
    for season, report in zip(Season, score.seasons, strict=True):
        stars = {line.edict: f"{line.stars.total}" for line in report.lines}
        numbers = [*(stars.get(edict, "") for edict in edicts), f"{report.coins}", f"{report.monsters.total}"]
        table.add_row(season, *numbers, f"{report.total}")
    return table


def standings_table(standings: Standings) -> Table:
    """Return the players of a game, the winner first."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("rank", "player", "final score", "lost to monsters"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for placing in standings.placings:
        result = placing.result
        lost = "?" if result.lost_to_monsters is None else f"{result.lost_to_monsters}"
        table.add_row(f"{placing.rank}", printable(result.player), f"{result.total}", lost)
    return table


def show_final(console: Console, sheet: LastSheet) -> None:
    """Print the boxes of a sheet, what contradicts or is missing, and the final score."""
    final = sheet.final
    console.print(_heading(sheet))
    table = _final_table(final, sheet.document.edicts)
    console.print(table)
    if legend := _meanings(table):
        console.print(Text(legend, "dim"))
    for contradiction in final.contradictions:
        console.print(Text(contradiction.message, "yellow"))
    for sentence in _missing(final):
        console.print(Text(sentence, "yellow"))
    if final.total is not None:
        lost = UNKNOWN if final.lost_to_monsters is None else final.lost_to_monsters
        console.print(Text(f"stars lost to monsters, which break a tie: {lost}"))
    console.print()


def _heading(sheet: LastSheet) -> Text:
    final = sheet.final
    player = f"{sheet.name} ({sheet.where})" if sheet.name else sheet.where
    heading = Text(f"{printable(player)}: side {sheet.document.sheet.side}: ", "bold")
    if final.total is not None:
        return heading.append(f"final score {final.total}", "green")
    wrong = len(final.contradictions)
    stated = (
        f"{wrong} contradiction{'s' if wrong > 1 else ''}" if wrong else "the final score does not follow"
    )
    return heading.append(stated, "yellow")


def _final_table(final: Final, edicts: Sequence[Edict]) -> Table:
    total = UNKNOWN if final.total is None else f"{final.total}"
    table = _table_of_seasons(edicts, "total", "final", total)
    for season in Season:
        first, second, *others = (_number(final.numbers.get((season, each))) for each in Box)
        table.add_row(season, *_by_letter(season, (first, second)), *others)
    return table


def _number(number: Number | None) -> str:
    return f"{MARKS[number.origin]}{number.value}" if number else UNKNOWN


def _meanings(table: Table) -> str:
    cells = " ".join(f"{cell}" for column in table.columns for cell in (*column.cells, column.footer))
    return "; ".join(f"{mark} {meaning}" for mark, meaning in LEGEND.items() if mark in cells)


def _missing(final: Final) -> Iterator[str]:
    for season in Season:
        boxes = [box.replace("_", " ") for missing, box in final.missing if missing is season]
        if boxes:
            yield f"{season}: the total does not follow without {', '.join(boxes)}"


def show_projection(console: Console, line: ProjectedLine) -> None:
    """Print what each edict gives now, and what each season still to come would score."""
    document, projection = line.document, line.projection
    where = f"{printable(line.where)}: side {document.sheet.side}"
    console.print(Text(f"{where}, if nothing more is drawn", "bold"))
    console.print(_edicts_table(projection))
    console.print(_projection_table(projection, document))
    if unknown := EDICT_LETTERS[len(document.edicts) :]:
        console.print(Text(f"edicts that were not given count nothing: {', '.join(unknown)}", "yellow"))
    if document.coins is None:
        console.print(Text("coins that were not given count nothing", "yellow"))


def _edicts_table(projection: Projection) -> Table:
    table = Table("edict", Column("stars now", justify="right"), box=box.SIMPLE_HEAD, pad_edge=False)
    for letter, line in zip(EDICT_LETTERS, projection.lines, strict=False):
        table.add_row(f"{letter}  {line.edict}", f"{line.stars.total}")
    return table


def _projection_table(projection: Projection, document: MapDocument) -> Table:
    table = _table_of_seasons(document.edicts, "stars", "total", f"{projection.total}")
    edict_of = dict(zip(EDICT_LETTERS, document.edicts, strict=False))
    for season, report in projection.seasons:
        stars_of: dict[Edict | None, str] = {line.edict: f"{line.stars.total}" for line in report.lines}
        stars = [stars_of.get(edict_of.get(letter), UNKNOWN) for letter in season.letters]
        coins, monsters = f"{report.coins}", f"{report.monsters.total}"
        table.add_row(season, *_by_letter(season, stars), coins, monsters, f"{report.total}")
    return table


def _table_of_seasons(edicts: Sequence[Edict], last: str, footer: str, total: str) -> Table:
    """Return a table with a column for each edict, in which a line is a season."""
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False, collapse_padding=True)
    table.add_column("season", footer=footer)
    names = [edict.name for edict in edicts]
    for letter, name in zip_longest(EDICT_LETTERS, names, fillvalue=""):
        table.add_column(f"{letter} {name}".strip(), justify="right", vertical="bottom")
    for heading in ("coins", "monsters"):
        table.add_column(heading, justify="right")
    table.add_column(last, footer=total, justify="right")
    return table


def _by_letter(season: Season, numbers: Sequence[str]) -> list[str]:
    """Put the numbers of the season's two edicts below their letters."""
    stated = dict(zip(season.letters, numbers, strict=True))
    return [stated.get(letter, "") for letter in EDICT_LETTERS]


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
    if marks := _signs(sheet, end.cartographers[seat]):
        parts.append(Constrain(Text(marks), MAP_WIDTH))
    return Group(*parts)


def _signs(sheet: MapSheet, cartographer: Cartographer) -> str:
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
