"""Template variables of a game's pages."""

from collections.abc import Callable, Sequence

from engine.game import GameState
from engine.scoring import EDICT_LETTERS
from engine.unconfirmed import setup_notes
from service.formats.gamenames import BoxName
from service.pages.playing import terms
from service.pages.playing.address import SIDES, same_kind, slug
from service.pages.playing.story import Story
from service.pages.playing.view import project, view_boxes, view_edicts, view_sheet

Translate = Callable[[str], str]


def about_story(story: Story) -> dict[str, object]:
    """Return what every page of a game shows."""
    state = story.state
    return {
        "terms": terms,
        "story": story,
        "address": story.address,
        "state": state,
        "cartographer": state.cartographers[0],
        "happenings": story.last_happenings(),
        "edicts": view_edicts(state),
        "boxes": view_boxes(state),
        "notes": setup_notes(state.setup),
    }


def about_game(story: Story) -> dict[str, object]:
    """Return what the page of a game under way shows beside the shape that is laid."""
    state = story.state
    return about_story(story) | {
        "map": view_sheet(state),
        "threshold": state.setup.threshold(state.season),
        "projected": project(state, state.cartographers[0]).total,
    }


def script_words(state: GameState, translate: Translate) -> dict[str, object]:
    """Return what the script says."""
    filled = {terrain.letter: translate(words) for terrain, words in terms.IN_THE_WAY.items()}
    sentences = {
        "where": terms.WHERE,
        "fits": terms.FITS,
        "ruins": terms.NO_RUINS,
        "elsewhere": terms.ELSEWHERE.get(state.task, ""),
    }
    return {"filled": filled} | {name: translate(words) if words else "" for name, words in sentences.items()}


def about_setup(cards: str, side: str, seed: str, edicts: Sequence[str]) -> dict[str, object]:
    """Return what the form of a new game shows: what was chosen already, as far as it can be."""
    return {
        "cards": cards if cards in set(BoxName) else "",
        "boxes": terms.BOXES,
        "side": side if side in set(SIDES) else SIDES[0],
        "code_of": slug,
        "seed": seed,
        "chosen": dict(zip(EDICT_LETTERS, edicts, strict=True)),
        "clashing": [EDICT_LETTERS[place] for place in sorted(same_kind(edicts))],
    }
