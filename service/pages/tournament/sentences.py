"""What results say in words, for the catalogues: pages find the translation by the sentence itself."""

from service.pages.words import later

MISSING = (
    later("the sheet"),
    later("the last map, that of winter"),
    later("the score of spring, or its map"),
    later("the score of summer, or its map"),
    later("the score of fall, or its map"),
    later("the score of winter, or its map"),
    later("the boxes of %(a)s: %(b)s"),
    later("first edict"),
    later("second edict"),
    later("coins"),
    later("monsters"),
    later("total"),
    later("the edicts of this game"),
)
ADVICE = (
    later("Look at the sheets again, and correct what was read or placed wrongly."),
    later("Keep one of them: set the others aside, or place them elsewhere."),
    later("All maps of a game are one sheet: correct the side, or place the sheet elsewhere."),
    later("Coins are never lost: look at the coin tracks again."),
    later("What was drawn stays: look at these squares on both maps; are both of one player?"),
    later("What was drawn stays: look at these squares on both maps."),
    later("Choose the player by hand."),
    later("Make sure whose sheet it is, and place it by hand."),
)
REFUSED = (
    later("A player needs a name."),
    later("A tournament needs a name."),
    later("These standings were published before; say why they are published anew."),
    later(
        "The standings are not settled: totals are missing, or sheets await review or a place. "
        "Settle that first, or say that they are to be published even so."
    ),
    later("Only the last round can be removed: the others are counted on from it."),
    later("Sheets lie in this round; place them elsewhere, or set them aside first."),
    later("Nobody is named in it; write one player a line."),
    later("This file showed a player whose data was erased."),
)
