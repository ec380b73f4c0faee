"""How likely something is, in words: what is in doubt is never said to be certain."""


def percent(share: float) -> str:
    """Return a share of a doubt in whole percent; none of them is nothing or all.

    >>> percent(0.614), percent(0.997), percent(0.002)
    ('61%', 'over 99%', 'under 1%')
    """
    whole = round(100 * share)
    if whole >= 100:
        return "over 99%"
    return f"{whole}%" if whole > 0 else "under 1%"
