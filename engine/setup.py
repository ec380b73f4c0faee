"""The set-up of a game: the sheets, the cards of one game or of both, and how many play."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from types import MappingProxyType

from engine.boxes import Game
from engine.cards import AMBUSH_CARDS, find_card
from engine.customsides import fields_of, side_of
from engine.edicts import EDICTS, Category, Edict, find_edict
from engine.errors import MapFormatError, SetupError
from engine.facts import facts
from engine.fields import (
    check_keys,
    check_schema,
    read_choice,
    read_list,
    read_text,
    read_whole_number,
    shown,
)
from engine.layouts import LAYOUTS, Layout, Side
from engine.mapsheet import MapSheet
from engine.scoring import Season

SETUP_SCHEMA = "surveyor/setup@1"
KEYS = (
    *("schema", "players", "side", "layout", "edicts", "explore", "seasons"),
    *("ruins", "ambushes", "heroes", "rules", "seed"),
)
MOST_PLAYERS = 100  # sheets in a box
LARGEST_SEED = 2**53 - 1  # whole numbers up to this survive every JSON reader

THRESHOLDS: Mapping[Game, Mapping[Season, int]] = MappingProxyType(
    {
        Game(fact.name): MappingProxyType({season: fact.number(season) for season in Season})
        for fact in facts("seasons")
    }
)
"""The time at which each season ends, by the set of season cards."""


@dataclass(frozen=True, slots=True)
class RuleSwitches:
    """Choices that the rulebooks leave open, or that differ between two printings."""

    rotate_hero_pattern: bool = True
    """Whether a hero's attack pattern may be turned and flipped; the rulebooks do not say."""
    fallback_any_terrain: bool = True
    """Whether a 1x1 square that is drawn for want of room may have any terrain, or only the card's."""
    destroyed_gorgon_gazes: bool = False
    """Whether a Gorgon that a hero destroys as it is drawn destroys a space; the rulebooks do not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """A set-up that the rulebooks allow: of one game, or of both as "Combining Games" says.

    >>> setup = GameSetup.base(players=4, seed=7)
    >>> setup.threshold(Season.SUMMER), setup.ambushes[0], setup.is_combined
    (8, 'Goblin Attack', False)
    """

    layout: Layout
    """The side of everyone's sheet."""
    edicts: tuple[Edict, ...]
    """Four, one of each category, in the order A B C D."""
    explore: Game
    """Whose explore cards are used."""
    seasons: Game
    """Whose season cards are used."""
    ruins: bool
    """Whether the ruins cards are in the explore deck."""
    ambushes: tuple[str, ...]
    """The names of the cards in the ambush deck, of which every season adds one to the explore deck."""
    heroes: bool
    """Whether there is a hero deck, of which every season adds one card to the explore deck."""
    players: int = 2
    rules: RuleSwitches = field(default_factory=RuleSwitches)
    seed: int = 0
    """The seed of all chance in the game."""

    def __post_init__(self) -> None:
        """Refuse a set-up that breaks a rule, with SetupError."""
        _check_numbers(self)
        _check_edicts(self)
        _check_ambushes(self)
        _check_ruins(self)
        _check_heroes(self)

    @classmethod
    def base(
        cls, *, layout: Layout | None = None, edicts: Sequence[Edict] = (), players: int = 2, seed: int = 0
    ) -> "GameSetup":
        """Return the set-up of Cartographers, on side A; edicts that are not said are drawn.

        Raises:
            SetupError: It breaks a rule.
        """
        return cls._of_box(Game.CARTOGRAPHERS, layout or LAYOUTS[Side.A], edicts, players, seed)

    @classmethod
    def of_heroes(
        cls, *, layout: Layout | None = None, edicts: Sequence[Edict] = (), players: int = 2, seed: int = 0
    ) -> "GameSetup":
        """Return the set-up of Cartographers Heroes, on side C; edicts that are not said are drawn.

        Raises:
            SetupError: It breaks a rule.
        """
        return cls._of_box(Game.HEROES, layout or LAYOUTS[Side.C], edicts, players, seed)

    @classmethod
    def _of_box(
        cls, game: Game, layout: Layout, edicts: Sequence[Edict], players: int, seed: int
    ) -> "GameSetup":
        return cls(
            layout=layout,
            edicts=tuple(edicts) or _draw_edicts(_chance(seed), [game]),
            explore=game,
            seasons=game,
            ruins=game is Game.CARTOGRAPHERS,
            ambushes=tuple(card.name for card in AMBUSH_CARDS.values() if card.game is game),
            heroes=game is Game.HEROES,
            players=players,
            seed=seed,
        )

    @classmethod
    def combined(
        cls,
        *,
        layout: Layout | None = None,
        edicts: Sequence[Edict] = (),
        explore: Game | None = None,
        seasons: Game | None = None,
        ambushes: Sequence[str] = (),
        heroes: bool | None = None,
        players: int = 2,
        seed: int = 0,
    ) -> "GameSetup":
        """Return a set-up of both games together; what is not said is drawn, ambush cards four to eight.

        Raises:
            SetupError: It breaks a rule.
            UnknownCardError: An ambush card has a name that no card has.
        """
        chance = _chance(seed)
        drawn_layout = chance.choice(list(LAYOUTS.values()))
        drawn_edicts = _draw_edicts(chance, list(Game))
        drawn_explore, drawn_seasons = chance.choices(list(Game), k=2)
        drawn_ambushes = chance.sample(list(AMBUSH_CARDS), k=chance.randint(len(Season), len(AMBUSH_CARDS)))
        drawn_heroes = chance.random() < 0.5
        return cls(
            layout=layout or drawn_layout,
            edicts=tuple(edicts) or drawn_edicts,
            explore=explore or drawn_explore,
            seasons=seasons or drawn_seasons,
            ruins=True,
            ambushes=tuple(find_card(name).name for name in ambushes or drawn_ambushes),
            heroes=drawn_heroes if heroes is None else heroes,
            players=players,
            seed=seed,
        )

    @classmethod
    def drawn(cls, seed: int, *, players: int = 2) -> "GameSetup":
        """Return a set-up drawn from the seed: one of Cartographers, of Heroes, or of both."""
        chance = _chance(seed)
        game = chance.choice([*Game, None])
        if game is None:
            return cls.combined(players=players, seed=seed)
        layouts = [layout for layout in LAYOUTS.values() if layout.game is game]
        return cls._of_box(game, chance.choice(layouts), (), players, seed)

    @classmethod
    def from_json(cls, document: object) -> "GameSetup":
        """Read a surveyor/setup@1 document.

        Raises:
            MapFormatError: The document is none.
            UnknownEdictError: An edict has a name that no card has.
            UnknownCardError: An ambush card has a name that no card has.
            SetupError: The set-up breaks a rule.
        """
        fields = _read_fields(document, "a set-up")
        check_schema(fields, SETUP_SCHEMA)
        check_keys(fields, KEYS, "a set-up")
        return cls(
            layout=_read_layout(fields),
            edicts=tuple(find_edict(name) for name in _read_names(fields, "edicts")),
            explore=read_choice(fields.get("explore"), Game, where="explore"),
            seasons=read_choice(fields.get("seasons"), Game, where="seasons"),
            ruins=_read_switch(fields, "ruins"),
            ambushes=tuple(find_card(name).name for name in _read_names(fields, "ambushes")),
            heroes=_read_switch(fields, "heroes"),
            players=read_whole_number(fields.get("players"), least=1, most=MOST_PLAYERS, where="players"),
            rules=_read_rules(fields.get("rules", {})),
            seed=read_whole_number(fields.get("seed"), most=LARGEST_SEED, where="seed"),
        )

    def to_json(self) -> dict[str, object]:
        """Return the set-up as a surveyor/setup@1 document."""
        custom = {"layout": fields_of(self.layout)} if self.layout.side is Side.CUSTOM else {}
        return {
            "schema": SETUP_SCHEMA,
            "players": self.players,
            "side": self.layout.side.value,
            **custom,
            "edicts": [edict.name for edict in self.edicts],
            "explore": self.explore.value,
            "seasons": self.seasons.value,
            "ruins": self.ruins,
            "ambushes": list(self.ambushes),
            "heroes": self.heroes,
            "rules": asdict(self.rules),
            "seed": self.seed,
        }

    @property
    def games(self) -> frozenset[Game]:
        """The boxes that something in this set-up comes from."""
        boxes = {self.explore, self.seasons, *(edict.game for edict in self.edicts)}
        boxes |= {AMBUSH_CARDS[name].game for name in self.ambushes}
        boxes |= {self.layout.game} if self.layout.game else set()
        boxes |= {Game.CARTOGRAPHERS} if self.ruins else set()
        return frozenset(boxes | ({Game.HEROES} if self.heroes else set()))

    @property
    def is_combined(self) -> bool:
        """Whether it takes something from both games."""
        return len(self.games) == len(Game)

    @property
    def is_solo(self) -> bool:
        """Whether one player plays by the rules of solo mode."""
        return self.players == 1

    def threshold(self, season: Season) -> int:
        """Return the time at which the season ends."""
        return THRESHOLDS[self.seasons][season]

    def blank_sheet(self) -> MapSheet:
        """Return the sheet that everyone begins with."""
        return MapSheet.parse(str(self.layout), side=self.layout.side)


def _check_numbers(setup: GameSetup) -> None:
    if type(setup.players) is not int or not 1 <= setup.players <= MOST_PLAYERS:
        raise SetupError(f"1 to {MOST_PLAYERS} players can play, not {shown(setup.players)}")
    if type(setup.seed) is not int or not 0 <= setup.seed <= LARGEST_SEED:
        raise SetupError(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {shown(setup.seed)}")


def _check_edicts(setup: GameSetup) -> None:
    rule = "a game has four edicts, one of each category"
    if len(setup.edicts) != len(Category):
        raise SetupError(f"{rule}: {len(setup.edicts)} given")
    for category in Category:
        names = [edict.name for edict in setup.edicts if edict.category is category]
        if len(names) > 1:
            raise SetupError(f"{rule}: {' and '.join(names)} are all {category}")


def _check_ambushes(setup: GameSetup) -> None:
    for name, times in Counter(setup.ambushes).items():
        if name not in AMBUSH_CARDS:
            raise SetupError(f'"{name}" is no ambush card; there are {", ".join(AMBUSH_CARDS)}')
        if times > 1:
            raise SetupError(f"there is one card {name}, and it is in the ambush deck {times} times")
    if len(setup.ambushes) < len(Season):
        raise SetupError(
            f"every season adds one ambush card, so the ambush deck needs {len(Season)} or more: "
            f"{len(setup.ambushes)} given"
        )


def _check_ruins(setup: GameSetup) -> None:
    if setup.ruins or setup.games == {Game.HEROES}:
        return
    why = "when both games are combined" if setup.is_combined else f"in {Game.CARTOGRAPHERS}"
    raise SetupError(f"the ruins cards are always included {why}")


def _check_heroes(setup: GameSetup) -> None:
    if not setup.heroes and setup.games == {Game.HEROES}:
        raise SetupError(f"{Game.HEROES} is played with its hero cards, unless both games are combined")


def _chance(seed: int) -> Random:
    return Random(f"set-up {seed}")


def _draw_edicts(chance: Random, games: Sequence[Game]) -> tuple[Edict, ...]:
    """Draw one edict of each category, and the letters that they get."""
    stacks = [
        [edict for edict in EDICTS.values() if edict.category is category and edict.game in games]
        for category in Category
    ]
    edicts = [chance.choice(stack) for stack in stacks]
    chance.shuffle(edicts)
    return tuple(edicts)


def _read_layout(fields: Mapping[str, object]) -> Layout:
    side = read_choice(fields.get("side"), Side, where="side")
    if side is not Side.CUSTOM:
        return LAYOUTS[side]
    return side_of(_read_fields(fields.get("layout"), "layout"), where="layout")


def _read_rules(value: object) -> RuleSwitches:
    fields = _read_fields(value, "rules")
    check_keys(fields, asdict(RuleSwitches()), "the set of rules", where="rules")
    return RuleSwitches(**{name: _read_switch(fields, name) for name in fields})


def _read_names(fields: Mapping[str, object], key: str) -> list[str]:
    return [read_text(name, where=key) for name in read_list(fields.get(key), where=key)]


def _read_switch(fields: Mapping[str, object], key: str) -> bool:
    value = fields.get(key)
    if not isinstance(value, bool):
        raise MapFormatError(f"expected true or false, not {shown(value)}", where=key)
    return value


def _read_fields(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise MapFormatError(f"{what} is a JSON object, not {shown(value)}")
    return value
