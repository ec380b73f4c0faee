"""Oddities of the cards that were revealed in a season, whatever was drawn."""

from collections import Counter
from collections.abc import Iterator

from engine.audit.cardsinplay import CardsInPlay, seasons_up_to
from engine.audit.oddity import Kind, Oddity
from engine.audit.seasonplayed import SeasonPlayed
from engine.cards import AmbushCard, ExploreCard, HeroCard


def find_odd_cards(played: SeasonPlayed, cards: CardsInPlay) -> Iterator[Oddity]:
    """Each card is revealed once, until the time is up; every season adds one ambush and one hero."""
    names = Counter(card.name for card in played.cards)
    if twice := [name for name, times in names.items() if times > 1]:
        yield Oddity(Kind.CARDS, (), f"a season reveals each card once, not twice: {', '.join(twice)}")
    explore = [card for card in played.cards if isinstance(card, ExploreCard)]
    if len({card.game for card in explore}) > 1 or any(card.game not in cards.explore for card in explore):
        yield Oddity(Kind.CARDS, (), "the explore cards of a game are all from one box, and these are not")
    yield from _odd_season_end(played, cards)
    yield from _odd_numbers(played, cards)


def _odd_season_end(played: SeasonPlayed, cards: CardsInPlay) -> Iterator[Oddity]:
    season = played.after.season or seasons_up_to(None)[0]
    threshold = cards.threshold(season)
    for place, card in enumerate(played.cards):
        time = sum(each.time for each in played.cards[:place] if isinstance(each, ExploreCard))
        if time >= threshold:
            message = f"the season was over before {card}: its time of {threshold} was up"
            yield Oddity(Kind.CARDS, (), message)
            return


def _odd_numbers(played: SeasonPlayed, cards: CardsInPlay) -> Iterator[Oddity]:
    seasons = len(seasons_up_to(played.after.season))
    heroes = [card.name for card in played.cards if isinstance(card, HeroCard)]
    ambushes = [card for card in played.cards if isinstance(card, AmbushCard)]
    if len(heroes) > (seasons if cards.heroes else 0):
        why = f"no more than {seasons} can be revealed by then" if cards.heroes else "this game has none"
        yield Oddity(Kind.CARDS, (), f"hero cards: {', '.join(heroes)}; {why}")
    if len(ambushes) > seasons:
        names = ", ".join(card.name for card in ambushes)
        yield Oddity(Kind.CARDS, (), f"ambush cards: {names}; no more than {seasons} can be revealed by then")
    if strangers := [card.name for card in ambushes if card not in cards.ambushes]:
        yield Oddity(Kind.CARDS, (), f"ambush cards that this game does not have: {', '.join(strangers)}")
