"""The public board of a publication: its ranking, without the results of every round beneath it."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from sqlalchemy import Connection, select

from service.documents.errors import NotHereError
from service.standings.documents import Ranked, Ranking, ResultDocument
from service.store.tables import publications

MOST_KEPT = 8
"""Tournaments whose board is kept; that of 2000 players takes a few MB."""


@dataclass(frozen=True, slots=True)
class Board:
    """The standings that were published last, as far as everybody is shown them."""

    number: int
    reason: str
    published_at: datetime
    tournament: str
    """Its name then."""
    complete: bool
    settled: bool
    ranking: Ranking
    rounds: int
    """How many were played; 0 without players."""
    titles: tuple[tuple[str, str], ...]
    """Of a solo tournament of one round: players, and what their games are worth."""

    def find_placing(self, player: str) -> Ranked | None:
        """Return the rank of a player; None if the player was not published, or has been erased since."""
        known = (placing for placing in self.ranking.placings if not placing.is_erased)
        return next((placing for placing in known if placing.player_id == player), None)


class Boards:
    """A cache of the boards of the last tournaments, so that many phones do not load one each.

    A publication's identifier never stands for two documents: with it a board is what it was.
    """

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: OrderedDict[str, tuple[str, Board]] = OrderedDict()
        self._lock = Lock()

    def find(self, db: Connection, tournament: str, publication: str) -> Board:
        """Return the board of a tournament's publication; others wait while it is loaded.

        Raises:
            NotHereError: There is no such publication (any more).
        """
        with self._lock:
            known, board = self._kept.pop(tournament, (None, None))
            if board is None or known != publication:
                board = load_board(db, publication)
            self._kept[tournament] = publication, board
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return board


def load_board(db: Connection, publication: str) -> Board:
    """Load the board of a publication; the database extracts it from a document of up to 70 MB.

    Raises:
        NotHereError: There is no such publication.
    """
    document = publications.c.standings
    wanted = select(
        publications.c.number,
        publications.c.reason,
        publications.c.published_at,
        document["tournament"].as_string().label("tournament"),
        document["complete"].as_boolean().label("complete"),
        document["settled"].as_boolean().label("settled"),
        document["solo"].as_boolean().label("solo"),
        document["ranking"].label("ranking"),
    )
    row = db.execute(wanted.where(publications.c.id == publication)).one_or_none()
    if row is None:
        raise NotHereError("publication")
    ranking = Ranking.model_validate(row.ranking)
    rounds = max((len(placing.rounds) for placing in ranking.placings), default=0)
    titles = _titles(db, publication) if row.solo and rounds == 1 else ()
    shown = {name: value for name, value in row._mapping.items() if name not in ("solo", "ranking")}
    return Board(**shown, ranking=ranking, rounds=rounds, titles=titles)


def load_games(db: Connection, publication: str, player: str, rounds: int) -> dict[int, ResultDocument]:
    """Return the published results of a player, by the numbers of the rounds that they played."""
    document, games = publications.c.standings, dict[int, ResultDocument]()
    for number in range(1, rounds + 1):
        wanted = select(document[("rounds", number - 1, "results")]).where(publications.c.id == publication)
        for game in db.execute(wanted).scalar_one() or ():
            if game["player_id"] == player:
                games[number] = ResultDocument.model_validate(game)
    return games


def _titles(db: Connection, publication: str) -> tuple[tuple[str, str], ...]:
    wanted = select(publications.c.standings[("rounds", 0, "results")]).where(
        publications.c.id == publication
    )
    results = map(ResultDocument.model_validate, db.execute(wanted).scalar_one())
    return tuple((game.player, game.solo.title) for game in results if game.solo and game.solo.title)
