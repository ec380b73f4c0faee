"""Finds player, round and season in the name of a file. It never guesses between two.

A name is cut into words; those of one player's name are taken out, and the others may tell round and season.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from engine import Season
from service.tournament.documents import Player
from service.tournament.names import without_accents

SEASON_WORDS = {
    Season.SPRING: ("spring", "fruhling", "fruehling", "fruhjahr", "primavera", "printemps"),
    Season.SUMMER: ("summer", "sommer", "verano", "ete"),
    Season.FALL: ("fall", "autumn", "herbst", "otono", "automne"),
    Season.WINTER: ("winter", "final", "finals", "finale", "end", "endstand", "last", "invierno", "hiver"),
}
ROUND_WORDS = ("r", "rd", "round", "runde", "ronda", "manche", "tour", "game", "spiel", "partida")
PLACE_WORDS = ("table", "tisch", "mesa", "t", "page", "seite", "p")
PICTURE_WORDS = ("img", "image", "photo", "foto", "scan")
COUNTING_WORDS = (*PLACE_WORDS, *PICTURE_WORDS)
CAMERA_WORDS = ("dsc", "pxl", "wa", "jpg", "jpeg", "png")
OTHER_WORDS = ("map", "sheet", "copy", "kopie", "side", "of", "the", "s")
PASSED_OVER = frozenset([*ROUND_WORDS, *COUNTING_WORDS, *CAMERA_WORDS, *OTHER_WORDS])
"""Words by which alone no player is known."""
SEASON_OF = {word: season for season, words in SEASON_WORDS.items() for word in words}
MOST_APART = 2  # more words than the name has, when it is written apart
SHORTEST_KNOWN = 3  # letters of a part of a name by which somebody is known

_DATE = re.compile(r"(?<!\d)(19|20)\d\d[-_. ]?[01]\d[-_. ]?[0-3]\d(?!\d)")
_TIME = re.compile(r"(?<!\d)[0-2]\d[-_.:]?[0-5]\d[-_.:]?[0-5]\d(?!\d)")
_COPY = re.compile(r"\(\d+\)\s*$")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """The place in a file's name; None for what it does not say, or not surely."""

    player: str | None = None
    """The player's identifier."""
    round: int | None = None
    season: Season | None = None
    between: tuple[str, ...] = ()
    """The names of the players among whom it does not tell."""
    is_full_name: bool = False
    """Whether the whole name of the player stands there."""
    has_several_seasons: bool = False
    """Whether it tells more than one season, and so none."""


Words = tuple[str, ...]
Runs = dict[str | Words, list[tuple[int, int]]]


def read_file_name(name: str, players: Sequence[Player], *, tournament: str, rounds: int) -> NamedPlace:
    """Return what the name of a file says, folders included, beside the tournament's name.

    >>> ann = Player(id="a", name="Ann Smith")
    >>> place = read_file_name("ann_smith_r2_final.png", [ann], tournament="Cup", rounds=3)
    >>> place.player, place.round, place.season.value
    ('a', 2, 'winter')
    """
    words = _without(_words_of_file(name), words_of(tournament))
    found, taken = _find_player(words, players)
    left = _without(words, taken)
    seasons = {SEASON_OF[word] for word in left if word in SEASON_OF}
    return replace(
        found,
        round=_find_round(left, rounds),
        season=min(seasons) if len(seasons) == 1 else None,
        has_several_seasons=len(seasons) > 1,
    )


def words_of(text: str) -> Words:
    """Return the words and numbers of a text, without case and accents.

    >>> words_of("Zoë-Ann R2")
    ('zoe', 'ann', 'r', '2')
    """
    plain = without_accents(_CAMEL.sub(" ", unicodedata.normalize("NFC", text)))
    return tuple(_WORD.findall(plain.casefold().replace("'", "").replace("\u2019", "")))


def _words_of_file(name: str) -> Words:
    path = PurePosixPath(name.replace("\\", "/"))
    parts = [*path.parts[:-1], _COPY.sub("", path.stem)]
    return words_of(" / ".join(_TIME.sub(" ", _DATE.sub(" ", part)) for part in parts))


def _without(words: Words, taken: Words) -> Words:
    """Return the words without the first run of those that are taken."""
    for at in range(len(words) - len(taken) + 1):
        if taken and words[at : at + len(taken)] == taken:
            return words[:at] + words[at + len(taken) :]
    return words


@dataclass(frozen=True, slots=True)
class _Match:
    """A run of a file's words that is a player's whole name."""

    player: Player
    start: int
    end: int
    is_in_order: bool

    def holds(self, other: "_Match") -> bool:
        """Whether the other one is a part of this one."""
        return self.start <= other.start and other.end <= self.end and len(self) > len(other)

    def __len__(self) -> int:
        return self.end - self.start


def _find_player(words: Words, players: Sequence[Player]) -> tuple[NamedPlace, Words]:
    """Find the player, and the words that are their name."""
    named = {player.id: words_of(player.name) for player in players}
    runs = _runs(words, max(map(len, named.values()), default=0) + MOST_APART)
    matches = [match for player in players for match in _matches(player, named[player.id], runs)]
    if not matches:
        return _find_by_part(words, players, named)
    longest = [match for match in matches if not any(other.holds(match) for other in matches)]
    in_order = [match for match in longest if match.is_in_order]
    best = in_order or longest
    rivals = {match.player for match in best} | set(_rivals(best, matches, words))
    rivals |= set(_others_named(best[0], words, players, named))
    if len(rivals) > 1:
        return _between(rivals), ()
    return NamedPlace(best[0].player.id, is_full_name=True), words[best[0].start : best[0].end]


def _between(players: Iterable[Player]) -> NamedPlace:
    return NamedPlace(between=tuple(sorted(player.name for player in players)))


def _runs(words: Words, most: int) -> Runs:
    """Return where runs of words lie, by their letters and by their words sorted."""
    found: Runs = defaultdict(list)
    for start in range(len(words)):
        for end in range(start + 1, min(start + most, len(words)) + 1):
            found["".join(words[start:end])].append((start, end))
            found[tuple(sorted(words[start:end]))].append((start, end))
    return found


def _matches(player: Player, name: Words, runs: Runs) -> Iterable[_Match]:
    """Yield where the whole name stands: in its order, written as one word or more, and in another."""
    if not name:
        return
    in_order = runs.get("".join(name), [])
    for start, end in in_order:
        if end - start <= len(name) + MOST_APART:
            yield _Match(player, start, end, True)
    for start, end in runs.get(tuple(sorted(name)), []):
        if (start, end) not in in_order:
            yield _Match(player, start, end, False)


def _rivals(best: Sequence[_Match], matches: Sequence[_Match], words: Words) -> Iterable[Player]:
    """Yield those whose name is part of a longer one that may as well be theirs with a round or a season."""
    for longer in best:
        for match in matches:
            if longer.holds(match):
                more = words[longer.start : match.start] + words[match.end : longer.end]
                if all(word.isdecimal() or word in SEASON_OF or word in ROUND_WORDS for word in more):
                    yield match.player


def _others_named(
    best: _Match, words: Words, players: Sequence[Player], named: dict[str, Words]
) -> list[Player]:
    """Return other players of whose names a part is in the file's name."""
    left = [word for word in words[: best.start] + words[best.end :] if _tells_of_somebody(word)]
    own = named[best.player.id]
    return [
        player
        for player in players
        if player != best.player and any(word in named[player.id] and word not in own for word in left)
    ]


def _find_by_part(
    words: Words, players: Sequence[Player], named: dict[str, Words]
) -> tuple[NamedPlace, Words]:
    """Find the only player of whose name a part stands there, with no other word that may be a name."""
    telling = tuple(word for word in words if _tells_of_somebody(word))
    found = [player for player in players if any(word in named[player.id] for word in telling)]
    if len(found) != 1 or any(word not in named[found[0].id] for word in telling):
        return _between(found), ()
    return NamedPlace(found[0].id), telling[:1]


def _tells_of_somebody(word: str) -> bool:
    is_long = len(word) >= SHORTEST_KNOWN or not word.isascii()
    return is_long and not word.isdecimal() and word not in PASSED_OVER and word not in SEASON_OF


def _find_round(words: Words, rounds: int) -> int | None:
    """Return the round: the number after a word for it, or else the only number that can be one."""
    telling = {int(number) for word, number in _pairs(words) if word in ROUND_WORDS}
    bare = {int(number) for word, number in _pairs(words) if word not in COUNTING_WORDS and len(number) <= 2}
    numbers = telling or bare
    if len(numbers) != 1:
        return None
    (number,) = numbers
    return number if 1 <= number <= rounds or telling else None


def _pairs(words: Words) -> Iterable[tuple[str, str]]:
    """Yield each number that may count something, with the word before it."""
    for before, word in zip(("", *words), words, strict=False):
        if word.isdecimal() and len(word) <= 3:
            yield before, word
