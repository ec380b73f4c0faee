"""Playing along: a solo game on screen, whose state is its address and nothing else."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from http import HTTPStatus
from random import Random
from secrets import randbelow
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from engine import MapDocument, Season
from engine.bots import Bot, choose_move
from engine.game import PASS, GameState, Move
from engine.game import play as play_move
from engine.scoring import EDICT_LETTERS
from engine.sentence import later
from engine.titles import TITLES, rate_solo
from service.formats.gamenames import BoxName
from service.pages.mapview import view_map
from service.pages.playing import view
from service.pages.playing.address import (
    SIDES,
    AddressError,
    GameAddress,
    box_of,
    fill_edicts,
    read_edict,
    read_seed,
    same_kind,
    slug,
)
from service.pages.playing.gamelog import BrokenGameError, Story, tell
from service.pages.playing.placements import PASSED, encode, is_single_square, placing_of
from service.pages.playing.terms import BOXES
from service.pages.visits import Visit, VisitDep, go_to
from service.routes.exports import as_file
from service.web.dependencies import ResourcesDep

MOST_IN_LINE = 40  # requests for games that wait their turn; whoever comes then is asked to come again


async def in_turn(resources: ResourcesDep) -> AsyncIterator[None]:
    """Wait until few enough other games are worked out at this moment.

    Raises:
        HTTPException: Too many wait already.
    """
    if resources.games.statistics().tasks_waiting >= MOST_IN_LINE:
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE,
            later("Many games are being played at this moment. Try again in a while."),
            {"Retry-After": "5"},
        )
    async with resources.games:
        yield


router = APIRouter(include_in_schema=False, dependencies=[Depends(in_turn)])

PROPOSED_SEEDS = 10_000
REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY
LONGEST = 700  # letters of one part of an address; a game has up to 640 of moves
Text = Annotated[str, Query()]
NOT_PLACED = later("Lay the shape on the map first: tap a square.")


def asked_story(
    cards: Text = "", side: Text = "", seed: Text = "", edicts: Text = "", moves: Text = ""
) -> Story | AddressError:
    """Return the game that the address tells, played again, or what is wrong with it."""
    try:
        return tell(GameAddress.read(*(part[:LONGEST] for part in (cards, side, seed, edicts, moves))))
    except AddressError as error:
        return error


class Placing(BaseModel):
    """How the present card is to be drawn."""

    way: str = ""
    terrain: str = ""
    at: str = ""
    """The square in which the corner of its box lies."""


class NextMove(Placing):
    """The form of the move with the present card."""

    bot: str = ""
    """How far a bot is to go on with the game instead."""


class ShownGame(Placing):
    """How a game is to be shown: with a card that is turned, laid somewhere else, or laid as a bot would."""

    to: str = ""
    turn: str = ""
    show: str = ""
    hint: str = ""
    problem: str = ""


class Setup(BaseModel):
    """The choices before a game."""

    cards: str = ""
    side: str = "A"
    seed: str = ""
    edict: list[str] = []
    another: str = ""
    """Whether another seed is to be proposed."""


Asked = Annotated[Story | AddressError, Depends(asked_story)]


@router.get("/play", name="pages.play")
def get_play(visit: VisitDep, chosen: Annotated[Setup, Query()]) -> Response:
    """Ask how to play."""
    seed = str(randbelow(PROPOSED_SEEDS)) if chosen.another or not chosen.seed else chosen.seed
    return _show_setup(visit, chosen, seed)


@router.get("/play/start", name="pages.play_start")
def get_start(visit: VisitDep, chosen: Annotated[Setup, Query()]) -> Response:
    """Begin a game as it was chosen."""
    names = _four(chosen.edict)
    try:
        edicts = [read_edict(name) if name else None for name in names]
        address = GameAddress.read(chosen.cards or box_of(chosen.side), chosen.side, chosen.seed)
        filled = fill_edicts(edicts, address.cards, read_seed(chosen.seed))
    except AddressError as error:
        return _show_setup(visit, chosen, chosen.seed[:LONGEST], str(error))
    return go_to(f"{_game(replace(address, edicts=filled))}#season")  # a small phone has no room for more


@router.get("/play/game", name="pages.play_game")
def get_game(visit: VisitDep, story: Asked, shown: Annotated[ShownGame, Query()]) -> Response:
    """Show a game as it stands."""
    if not isinstance(story, Story):
        return _show_broken(visit, story)
    if story.state.is_over:
        return _show_over(visit, story)
    state = story.state
    way, terrain, at, to = shown.way, shown.terrain, shown.at, shown.to
    if shown.hint and (move := bots_move(state)) != PASS:
        way, terrain, at = placing_of(encode(state, move))
        to = ""
    choice = view.choose(state, way, terrain, to=to, at="" if shown.show else at)
    if choice and shown.turn in {"right", "flip"}:
        number = (view.flipped if shown.turn == "flip" else view.turned)(choice.way, choice.ways)
        choice = view.choose(state, str(number), choice.terrain.value, at=at)
    return visit.show(
        "play/game.html",
        REFUSED if shown.problem else HTTPStatus.OK,
        choice=choice,
        marks=view.mark_squares(story, choice),
        data=view.script_data(state, choice) | {"words": view.script_words(state, visit.translate)}
        if choice
        else None,
        is_single=is_single_square(state),
        problem=NOT_PLACED if shown.problem else None,
        **view.about_game(story),
    )


@router.get("/play/move", name="pages.play_move")
def get_move(visit: VisitDep, story: Asked, asked: Annotated[NextMove, Query()]) -> Response:
    """Make a move, one's own or a bot's, and go to the game after it."""
    if not isinstance(story, Story):
        return _show_broken(visit, story)
    state, address = story.state, story.address
    if state.is_over:
        return go_to(_game(address))
    if asked.bot:
        return _go_on_to(story, let_bot_play(state, until=asked.bot))
    choice = view.choose(state, asked.way, asked.terrain, at=asked.at)
    if choice is None:
        return _go_on_to(story, PASSED)
    if choice.laid is None or not choice.laid.fits:
        laid = {"way": str(choice.way.number), "terrain": choice.terrain.value, "at": asked.at}
        return go_to(f"/play/game?{urlencode(address.fields | laid | {'problem': 'unplaced'})}")
    return _go_on_to(story, choice.laid.code)


@router.get("/play/season", name="pages.play_season")
def get_season(visit: VisitDep, story: Asked, season: Text = "") -> Response:
    """Show what a season scored, box by box."""
    if not isinstance(story, Story):
        return _show_broken(visit, story)
    cartographer, names = story.state.cartographers[0], [each.value for each in Season]
    number = names.index(season) if season in names else len(Season)
    if number >= len(cartographer.scores):
        return go_to(_game(story.address))
    report, snapshot = cartographer.scores[number], cartographer.snapshots[number]
    return visit.show(
        "play/season.html",
        season=tuple(Season)[number],
        next_season=tuple(Season)[number + 1] if number + 1 < len(Season) else None,
        report=report,
        map=view_map(snapshot.sheet, report=report, edicts=story.state.setup.edicts),
        **view.about_story(story),
    )


@router.get("/play/projections", name="pages.play_projections")
def get_projections(story: Asked, way: Text = "", terrain: Text = "") -> Response:
    """Tell the script what each place of a way would change, by the first square."""
    if not isinstance(story, Story):
        return JSONResponse({}, REFUSED)
    choice = view.choose(story.state, way, terrain)
    return JSONResponse(view.all_stakes(story.state, choice.way, choice.terrain) if choice else {})


@router.get("/play/transcript", name="pages.play_transcript")
def get_transcript(visit: VisitDep, story: Asked) -> Response:
    """Give the game as a surveyor/transcript@1 document."""
    if not isinstance(story, Story):
        return _show_broken(visit, story)
    content = json.dumps(story.transcript.to_json(), indent=1)
    return as_file(content, "application/json", f"game-{story.address.seed}.json")


@router.get("/play/map", name="pages.play_map")
def get_map(visit: VisitDep, story: Asked, kind: Text = "svg") -> Response:
    """Give the map: as a drawing (svg), or as a surveyor/map@1 document (json)."""
    if not isinstance(story, Story):
        return _show_broken(visit, story)
    name = f"map-{story.address.seed}"
    cartographer = story.state.cartographers[0]
    if kind == "json":
        ended = story.state.season if story.state.is_over else None
        document = MapDocument(cartographer.sheet, cartographer.coins, story.state.setup.edicts, ended)
        return as_file(json.dumps(document.to_json()), "application/json", f"{name}.json")
    signs = visit.request.app.state.rendering.assets.files["terrain.svg"].content.decode()
    drawing = visit.draw("play/map.svg", map=view_map(cartographer.sheet), signs=signs)
    return as_file(drawing, "image/svg+xml", f"{name}.svg")


def _show_setup(visit: Visit, chosen: Setup, seed: str, problem: str = "") -> Response:
    """Return the form of a new game, with what was chosen already, as far as it can be."""
    edicts = _four(chosen.edict)
    return visit.show(
        "play/setup.html",
        REFUSED if problem else HTTPStatus.OK,
        cards=chosen.cards if chosen.cards in set(BoxName) else "",
        boxes=BOXES,
        side=chosen.side if chosen.side in set(SIDES) else SIDES[0],
        seed=seed,
        chosen=dict(zip(EDICT_LETTERS, edicts, strict=True)),
        clashing=[EDICT_LETTERS[place] for place in same_kind(edicts)],
        code_of=slug,
        problem=problem,
    )


def _show_broken(visit: Visit, broken: AddressError) -> Response:
    """Say what is wrong with an address, and offer the game before the move that cannot be."""
    at_move = broken if isinstance(broken, BrokenGameError) else None
    return visit.show("play/broken.html", REFUSED, problem=str(broken), at_move=at_move)


def _show_over(visit: Visit, story: Story) -> Response:
    state = story.state
    cartographer = state.cartographers[0]
    report, snapshot = cartographer.scores[-1], cartographer.snapshots[-1]
    rating = rate_solo(cartographer.stars, state.setup.edicts)
    return visit.show(
        "play/over.html",
        rating=rating,
        solo_titles=sorted(TITLES.items(), reverse=True),
        map=view_map(snapshot.sheet, report=report, edicts=state.setup.edicts),
        report=report,
        **view.about_story(story),
    )


def _go_on_to(story: Story, codes: str) -> Response:
    """Go to the game after these moves, by way of the season that they ended."""
    address = story.address.then(codes)
    scores = tell(address).state.cartographers[0].scores
    if len(story.state.cartographers[0].scores) < len(scores) < len(Season):
        season = tuple(Season)[len(scores) - 1]
        return go_to(f"/play/season?{address.query}&season={season}")
    return go_to(_game(address))


def bots_move(state: GameState) -> Move:
    """Return what a bot would draw, which looks no further than this card, and does the same each time."""
    return choose_move(state, 0, Bot.GREEDY, Random(f"{state.setup.seed} {len(state.log)}"))


def let_bot_play(state: GameState, *, until: str) -> str:
    """Return a bot's moves: the next one, or all to the end of the season or of the game."""
    moves, season = "", state.season
    while not state.is_over:
        move = bots_move(state)
        moves += encode(state, move)
        state = play_move(state, 0, move)
        if until not in {"season", "end"} or (until == "season" and state.season is not season):
            break
    return moves


def _game(address: GameAddress) -> str:
    return f"/play/game?{address.query}"


def _four(edicts: Sequence[str]) -> list[str]:
    """Return what was chosen for A, B, C and D; empty words where nothing was."""
    return [*edicts[: len(EDICT_LETTERS)], *[""] * (len(EDICT_LETTERS) - len(edicts))]
