"""The address of a game: its set-up, and the moves made so far."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from urllib.parse import urlencode

from engine import EDICTS, Category, Edict, EngineError, Side, find_edict
from engine.boxes import Game
from engine.cards import AMBUSH_CARDS
from engine.layouts import LAYOUTS
from engine.scoring import EDICT_LETTERS
from engine.sentence import Sentence, later
from engine.setup import LARGEST_SEED, GameSetup
from service.formats.gamenames import BoxName
from service.pages.gamewords import CATEGORIES
from service.pages.playing.placements import CODE

MOST_MOVES = 160  # no solo game has as many
SIDES = tuple(side for side in Side if side is not Side.CUSTOM)
LONGEST_EDICT = 40  # letters

WRONG_CARDS = later("Cards are base or heroes.")
WRONG_SIDE = later("A sheet is A, B, C or D.")
WRONG_SEED = later("The seed is a whole number of up to 15 digits.")
WRONG_EDICTS = later("A game has four edicts, one of each kind.")
WRONG_MOVES = later("Each move is written as four letters, and here are some too many, or too few.")
TOO_MANY_MOVES = later("No game has so many moves.")


class AddressError(Exception):
    """An address that tells no game; the message is one of those above, or names the edicts that clash."""


@dataclass(frozen=True, slots=True)
class GameAddress:
    """A game as its address holds it."""

    cards: BoxName
    """Whose explore, season and ambush cards are used."""
    side: Side
    seed: int
    edicts: tuple[Edict, ...] = ()
    """In the order A B C D; none where they are drawn from the seed."""
    moves: str = ""
    """Four letters each."""

    @classmethod
    def read(cls, cards: str, side: str, seed: str, edicts: str = "", moves: str = "") -> "GameAddress":
        """Return what the parts of an address tell.

        Raises:
            AddressError: One of them tells nothing.
        """
        if cards not in set(BoxName):
            raise AddressError(WRONG_CARDS)
        if side not in set(SIDES):
            raise AddressError(WRONG_SIDE)
        if len(moves) > CODE * MOST_MOVES:
            raise AddressError(TOO_MANY_MOVES)
        if len(moves) % CODE:
            raise AddressError(WRONG_MOVES)
        return cls(BoxName(cards), Side(side), read_seed(seed), _read_edicts(edicts), moves)

    @property
    def fields(self) -> dict[str, str]:
        """The parts of the address, as forms carry them."""
        text = {
            "cards": self.cards.value,
            "side": self.side.value,
            "seed": str(self.seed),
            "edicts": ".".join(slug(edict) for edict in self.edicts),
            "moves": self.moves,
        }
        return {name: value for name, value in text.items() if value}

    @property
    def query(self) -> str:
        """The query of the address, without the question mark."""
        return urlencode(self.fields)

    @property
    def codes(self) -> list[str]:
        """The moves one by one."""
        return [self.moves[start : start + CODE] for start in range(0, len(self.moves), CODE)]

    def until(self, number: int) -> "GameAddress":
        """Return the game after so many moves."""
        return replace(self, moves=self.moves[: number * CODE])

    def then(self, code: str) -> "GameAddress":
        """Return the game after one more move."""
        return replace(self, moves=self.moves + code)

    def setup(self) -> GameSetup:
        """Return the set-up.

        The sheet and the edicts may come from the other box: then both are combined, as the rulebook says,
        which brings the ruins cards in.
        """
        box = self.cards.game
        edicts = self.edicts or _drawn_edicts(self.cards, self.seed)
        if LAYOUTS[self.side].game is box and all(edict.game is box for edict in edicts):
            make = GameSetup.of_heroes if box is Game.HEROES else GameSetup.base
            return make(layout=LAYOUTS[self.side], edicts=edicts, players=1, seed=self.seed)
        return GameSetup.combined(
            layout=LAYOUTS[self.side],
            edicts=edicts,
            explore=box,
            seasons=box,
            ambushes=[card.name for card in AMBUSH_CARDS.values() if card.game is box],
            heroes=box is Game.HEROES,
            players=1,
            seed=self.seed,
        )


def box_of(side: str) -> str:
    """Return the box that a sheet comes in; of what is no sheet, any."""
    return BoxName.HEROES if side in {Side.C, Side.D} else BoxName.BASE


def read_seed(text: str) -> int:
    """Return the seed that somebody typed.

    Raises:
        AddressError: It is none.
    """
    if not re.fullmatch(r"[0-9]{1,15}", text.strip(), re.ASCII) or int(text) > LARGEST_SEED:
        raise AddressError(WRONG_SEED)
    return int(text)


def slug(edict: Edict) -> str:
    """Return the name of an edict as addresses have it.

    >>> slug(find_edict("Ulem's Wallow"))
    'ulems-wallow'
    """
    return re.sub(r"[^a-z]+", "-", edict.name.lower().replace("'", ""))


def fill_edicts(chosen: Sequence[Edict | None], cards: BoxName, seed: int) -> tuple[Edict, ...]:
    """Return four edicts, those that were not chosen drawn from the seed; none where none was chosen.

    Raises:
        AddressError: Two are of one kind.
    """
    named = [edict for edict in chosen if edict]
    _check_kinds(named)
    if not named:
        return ()
    left = [category for category in Category if category not in {edict.category for edict in named}]
    chance = Random(f"edicts {seed}")
    chance.shuffle(left)
    return tuple(edict or _draw(chance, cards, left.pop()) for edict in chosen)


def _draw(chance: Random, cards: BoxName, category: Category) -> Edict:
    fitting = [edict for edict in EDICTS.values() if (edict.game, edict.category) == (cards.game, category)]
    return chance.choice(fitting)


def _drawn_edicts(cards: BoxName, seed: int) -> tuple[Edict, ...]:
    make = GameSetup.of_heroes if cards is BoxName.HEROES else GameSetup.base
    return make(players=1, seed=seed).edicts


def _read_edicts(text: str) -> tuple[Edict, ...]:
    if not text:
        return ()
    names = text[: LONGEST_EDICT * len(EDICT_LETTERS) + 1].split(".")
    if len(names) != len(EDICT_LETTERS):
        raise AddressError(WRONG_EDICTS)
    edicts = tuple(read_edict(name) for name in names)
    _check_kinds(edicts)
    return edicts


def _check_kinds(edicts: Iterable[Edict]) -> None:
    """Raise an error that names the first two edicts of one kind."""
    for first, second in combinations(edicts, 2):
        if first is second:
            raise AddressError(
                Sentence("%(edict)s is chosen twice. A game has one edict of each kind.", edict=first.name)
            )
        if first.category is second.category:
            raise AddressError(
                Sentence(
                    "%(first)s and %(second)s are of one kind: %(thing)s. A game has one edict of each kind.",
                    first=first.name,
                    second=second.name,
                    thing=CATEGORIES[first.category],
                )
            )


def same_kind(names: Sequence[str]) -> list[int]:
    """Return the places, from 0, of edicts that share their kind with another; names as addresses have them.

    >>> same_kind(["wildholds", "canal-lake", "", "great-city"])
    [0, 3]
    """
    kinds = {slug(edict): edict.category for edict in EDICTS.values()}
    chosen = [kinds.get(name) for name in names]
    return [place for place, kind in enumerate(chosen) if kind and chosen.count(kind) > 1]


def read_edict(name: str) -> Edict:
    """Return the edict of an address.

    Raises:
        AddressError: There is none of this name.
    """
    try:
        return find_edict(name[:LONGEST_EDICT].replace("-", " "))
    except EngineError as error:
        raise AddressError(WRONG_EDICTS) from error
