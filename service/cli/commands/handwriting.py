"""The option `--hand`: a store of corrections, and the hands that it knows."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from service.cli.commands.output import USAGE, ending, print_notes

if TYPE_CHECKING:
    from service.readings.storedhandwriting import Handwritings, Kept

MOST_LISTED = 3  # damaged lines that are listed


def opened_store(store: Path) -> "Kept":
    """Return the contents of a store; damaged lines are reported, and left out.

    If it is none, or nothing in it can be read, the command ends.
    """
    from service.readings.storedhandwriting import StoreError, open_kept
    from vision.corrections import CorrectionStore

    unreadable = ending(USAGE, OSError, before=f"--hand: {store} cannot be read: ")
    with ending(USAGE, StoreError, before="--hand: "), unreadable:
        kept = open_kept(CorrectionStore(store))
    more = len(kept.problems) - MOST_LISTED
    notes = [f"a damaged line is left out: {problem}" for problem in kept.problems[:MOST_LISTED]]
    print_notes([*notes, f"{more} more lines are damaged"] if more > 0 else notes)
    return kept


def handwritings_of_players(store: Path, players: Collection[str]) -> "Handwritings":
    """Return the handwriting of the players of a list, or without a list, of all in the store.

    Players of the list of whom it keeps nothing are reported.

    Raises:
        BadParameter: It is no store, or keeps nothing of any of them.
    """
    from service.readings.storedhandwriting import some

    kept = opened_store(store)
    unknown = sorted(set(players) - set(kept.writers))
    known = [writer for writer in kept.writers if not players or writer in players]
    if not kept.writers:
        raise typer.BadParameter(
            f"--hand: nothing in {store} says who drew it; tell it with `surveyor correct --player`"
        )
    if not known:
        raise typer.BadParameter(
            f"--hand: nothing in {store} is by a player of --players; it knows {some(kept.writers)}"
        )
    if unknown:
        note = f"nothing in {store} is by {some(unknown)}: their sheets are read as any others"
        print_notes([note])
    return known_handwritings(kept, known)


def known_handwritings(kept: "Kept", writers: Iterable[str]) -> "Handwritings":
    """Return how some writers draw.

    If the store keeps nothing of one of them, or a picture is missing or damaged, the command ends.
    """
    from service.readings.storedhandwriting import StoreError, learn_handwritings
    from service.work.tasks import load_reader

    with ending(USAGE, StoreError, before="--hand: "):
        return learn_handwritings(kept, writers, load_reader().classifier)
