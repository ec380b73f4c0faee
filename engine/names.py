"""Names of cards, compared as people write them."""


def plain_name(name: str) -> str:
    """Return the name without case, a leading "The" and punctuation, by which it is found.

    >>> plain_name("The Golden Granary") == plain_name("golden-granary")
    True
    """
    letters = "".join(character for character in name.casefold() if character.isalnum())
    return letters.removeprefix("the")
