"""Auditing map documents: what is odd, square by square."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from engine import Edict, EngineError, MapFormatError, Season, Side
from engine.audit import (
    Audit,
    CardsInPlay,
    Evidence,
    SeasonPlayed,
    audit_map,
    audit_season,
    read_evidence,
)
from engine.cards import AmbushCard, Card, find_card
from engine.layouts import Layout
from service.formats.gamenames import BoxName, GameName
from service.scores.scoring import Refused, each_document, reading_within, sheet_at


@dataclass(frozen=True, slots=True)
class AuditRules:
    """The rules of an audit: the game of the maps, as far as it is known."""

    cards: tuple[Card, ...] = ()
    """The cards revealed in the season, in their order."""
    standing: tuple[AmbushCard, ...] = ()
    """Ambush cards of earlier seasons whose effects go on."""
    game: GameName = GameName.COMBINED
    season: Season | None = None
    solo: bool = False
    edicts: tuple[Edict, ...] = ()
    layout: Layout | None = None
    """The side that maps of side "custom" were drawn on."""

    @property
    def cards_in_play(self) -> CardsInPlay:
        """The cards that may be in the game."""
        if self.game is GameName.COMBINED:
            return CardsInPlay()
        return CardsInPlay.of_box(BoxName(self.game).game)

    def read(self, document: object) -> tuple[Evidence, ...]:
        """Read the maps of a document, with the season if they do not say one.

        Raises:
            MapFormatError: It holds no map.
        """
        found = read_evidence(reading_within(document), self.layout)
        return tuple(replace(map_read, season=map_read.season or self.season) for map_read in found)

    def audit(self, evidence: Evidence, before: Evidence | None) -> Audit:
        """Audit a map; without a map before it, cards can only be those of spring.

        Raises:
            MapFormatError: The map before is needed and not given.
        """
        if not self.cards:
            return audit_map(evidence, self.cards_in_play, edicts=self.edicts)
        if before is None and evidence.season not in (None, Season.SPRING):
            raise MapFormatError(f"the cards of {evidence.season} need the map before it: say --before MAP")
        played = SeasonPlayed(before or evidence.blank(), evidence, self.cards, self.standing, self.solo)
        return audit_season(played, self.cards_in_play, edicts=self.edicts)


@dataclass(frozen=True, slots=True)
class MapToAudit:
    """A map of a file."""

    where: str
    """File and line, and the sheet if there are several."""
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class AuditedMap(MapToAudit):
    """The audit of one map of a file."""

    audit: Audit

    @property
    def notes(self) -> tuple[str, ...]:
        """No notes."""
        return ()

    def to_json(self) -> dict[str, object]:
        """Return the audit as a surveyor/audit@1 document, with the place of the map."""
        return self.audit.to_json() | {"where": self.where}


def find_cards(names: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards of these names.

    Raises:
        UnknownCardError: A name is unknown.
    """
    return tuple(find_card(name) for name in names)


def find_ambushes(names: Sequence[str]) -> tuple[AmbushCard, ...]:
    """Return the ambush cards of these names.

    Raises:
        EngineError: A name is unknown, or that of another card.
    """
    cards = find_cards(names)
    for card in cards:
        if not isinstance(card, AmbushCard):
            raise EngineError(f"{card.name} is no ambush card, and has no effect that goes on")
    return tuple(card for card in cards if isinstance(card, AmbushCard))


def read_maps(file: BinaryIO, name: str, rules: AuditRules) -> Iterator[MapToAudit | Refused]:
    """Read the maps of a file: one JSON document a line, or a single one over many lines."""

    def read(document: object, where: str) -> Iterator[MapToAudit]:
        found = rules.read(document)
        if not found:
            from service.scores.readingscores import no_map, reading_of  # maps need not wait for it

            raise MapFormatError(no_map(reading_of(document, where)))
        for number, evidence in enumerate(found, start=1):
            yield MapToAudit(sheet_at(where, number, len(found)), evidence)

    return each_document(file, name, read)


def audit_maps(
    maps: Sequence[MapToAudit | Refused], befores: Sequence[MapToAudit | Refused], rules: AuditRules
) -> Iterator[AuditedMap | Refused]:
    """Audit maps that were read, each with the map before it, if there are any.

    Raises:
        MapFormatError: There are not as many maps before as after.
    """
    if befores and len(befores) != len(maps):
        raise MapFormatError(f"--before has {len(befores)} maps for {len(maps)}; give one for each")
    for place, read in enumerate(maps):
        before = befores[place] if befores else None
        yield _audit(read, before, rules)


def _audit(
    read: MapToAudit | Refused, before: MapToAudit | Refused | None, rules: AuditRules
) -> AuditedMap | Refused:
    if isinstance(read, Refused):
        return read
    if isinstance(before, Refused):
        return Refused(read.where, f"{before.where}: {before.problem}")
    try:
        audit = rules.audit(read.evidence, before.evidence if before else None)
    except EngineError as error:
        return Refused(read.where, str(error))
    return AuditedMap(read.where, read.evidence, audit)


def side_of(evidence: Evidence) -> str:
    """Return the side of a map, as it is written for people."""
    return (evidence.layout.name or evidence.layout.side) if evidence.layout else Side.CUSTOM
