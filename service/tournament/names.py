"""Names and identifiers as they come from outside."""

import re
from collections.abc import Sequence
from typing import Literal
from unicodedata import combining, normalize

from engine import EdictChoiceError, EngineError, Side, find_edict
from engine.scoring import EDICT_LETTERS, check_edicts
from engine.sentence import Sentence, later
from service.documents.errors import BadRequestError
from vision.own_sheets.sheetcode import MOST_CHARACTERS, SheetCode, SheetCodeError, plain_name

LONGEST_TABLE_NAME = 32  # letters
LONGEST_REASON = 500  # letters
NAMELESS = {"player": later("A player needs a name."), "tournament": later("A tournament needs a name.")}


def check_coded_name(name: str, what: Literal["player", "tournament"]) -> str:
    """Return a name in the form that is stored and fits the codes on printed sheets.

    >>> check_coded_name("  Bea   Löw ", "player")
    'Bea Löw'

    Raises:
        BadRequestError: It is empty, or does not fit into a code.
    """
    plain = plain_name(name)
    if not plain:
        raise BadRequestError(NAMELESS[what])
    try:
        SheetCode(Side.A, 1, **{what: plain})
    except (SheetCodeError, UnicodeEncodeError) as error:
        raise BadRequestError(_unfit(plain)) from error
    return plain


def _unfit(name: str) -> str:
    """Say why a name fits no code."""
    if not name.isprintable():
        return later("A name must be a plain line of text; leave out signs that do not print.")
    return Sentence(
        '"%(name)s" is too long for the code on the sheets; '
        "shorten it to %(most)s letters, fewer if they have accents.",
        name=name if len(name) <= MOST_CHARACTERS else f"{name[:MOST_CHARACTERS]}…",
        most=MOST_CHARACTERS,
    )


def check_table_name(name: str) -> str:
    """Return a table's name in the form that is stored.

    Raises:
        BadRequestError: It is empty, too long, or no plain line of text.
    """
    return _check_line(name, later("table's name"), LONGEST_TABLE_NAME)


def without_accents(text: str) -> str:
    """Return a text without what stands above and below its letters.

    >>> without_accents("Zoë")
    'Zoe'
    """
    return (
        text if text.isascii() else "".join(sign for sign in normalize("NFKD", text) if not combining(sign))
    )


def name_order(name: str) -> tuple[str, ...]:
    """Return what sorts names as people look for them: accents aside, 2 before 10.

    >>> sorted(["Player 10", "Zoë", "Ånn", "ann", "Player 2"], key=name_order)
    ['ann', 'Ånn', 'Player 2', 'Player 10', 'Zoë']
    """
    plain = without_accents(name.casefold())
    words_and_numbers = re.split(r"(\d+)", plain)
    return (*(part.zfill(9) if part.isdecimal() else part for part in words_and_numbers), name)


def check_reason(reason: str) -> str:
    """Return a reason in the form that is stored; it may be empty.

    Raises:
        BadRequestError: It is too long, or no plain text.
    """
    return _check_line(reason, later("reason"), LONGEST_REASON) if reason.strip() else ""


def _check_line(text: str, what: str, most: int) -> str:
    plain = plain_name(text)
    if not plain or not plain.isprintable():
        raise BadRequestError("The %(thing)s must be a plain line of text.", thing=what)
    if len(plain) > most:
        raise BadRequestError(
            "The %(thing)s is too long; shorten it to %(most)s letters.", thing=what, most=most
        )
    return plain


def check_edict_names(names: Sequence[str]) -> list[str]:
    """Return the names of a game's edicts as they stand on the cards: all four in the order A B C D, or none.

    Raises:
        BadRequestError: A name is unknown, one is named twice, or there are not four.
    """
    try:
        edicts = [find_edict(name) for name in names]
        check_edicts(edicts)
    except EdictChoiceError as error:
        raise BadRequestError(
            "%(opening)s: %(names)s.", opening=Sentence(error.problem), names=error.names
        ) from error
    except EngineError as error:
        raise BadRequestError(_sentence(str(error))) from error
    if edicts and len(edicts) != len(EDICT_LETTERS):
        raise BadRequestError(
            "A game has %(edicts)s edicts, %(given)s given; name all in the order A B C D, or none.",
            edicts=len(EDICT_LETTERS),
            given=len(edicts),
        )
    return [edict.name for edict in edicts]


def _sentence(problem: str) -> str:
    end = "" if problem.endswith((".", "?")) else "."
    return problem[:1].upper() + problem[1:] + end
