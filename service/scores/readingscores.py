"""Scores of readings, wherever scores of maps are wanted: each says how sure it is."""

from collections.abc import Iterator

from pydantic import ValidationError

from engine import EngineError, MapDocument, MapFormatError
from engine.fields import read_list, read_object
from service.documents import Reading, Sheet
from service.formats.wrongvalues import in_our_words
from service.scores.certainty import map_of, sheet_certainty
from service.scores.scoring import Refused, Rules, ScoredLine, reading_within, score_document, sheet_at


def score_read(document: object, where: str, rules: Rules, sure: float) -> Iterator[ScoredLine | Refused]:
    """Score each sheet of a surveyor/reading@1 document, or of the one within a surveyor/scan@1."""
    reading = reading_of(document, where)
    if not reading.sheets:
        yield Refused(where, no_map(reading))
    for number, (sheet, its_rules) in enumerate(_with_rules(document, reading, rules), start=1):
        its_where = sheet_at(where, number, len(reading.sheets))
        try:
            read = map_of(sheet, its_rules)
            yield ScoredLine(
                its_where,
                read,
                score_document(read),
                certainty=sheet_certainty(sheet, its_rules, sure),
                doubtful=len(sheet.doubtful),
                photo=reading.photo,
            )
        except EngineError as error:
            yield Refused(its_where, str(error))


def maps_read(document: object, where: str, rules: Rules) -> Iterator[tuple[str, MapDocument]]:
    """Yield the place and the map of each sheet of a reading or a scan.

    Raises:
        EngineError: The document is neither, shows no map, or what was read fits no game.
    """
    reading = reading_of(document, where)
    if not reading.sheets:
        raise MapFormatError(no_map(reading), where=where)
    for number, (sheet, its_rules) in enumerate(_with_rules(document, reading, rules), start=1):
        yield sheet_at(where, number, len(reading.sheets)), map_of(sheet, its_rules)


def _with_rules(document: object, reading: Reading, rules: Rules) -> Iterator[tuple[Sheet, Rules]]:
    """Yield each sheet of a reading, with the rules of its game as far as the document tells them."""
    fields = read_list(read_object(reading_within(document)).get("sheets"), where="sheets")
    for sheet, told in zip(reading.sheets, fields, strict=True):
        yield sheet, rules.filled(read_object(told))


def no_map(reading: Reading) -> str:
    """Return that a reading has no sheet, and why."""
    why = f": {reading.reason.message}" if reading.reason else ""
    return f"{reading.photo.name} shows no map{why}"


def reading_of(document: object, where: str) -> Reading:
    """Return the reading that a document is, or that is within it.

    Raises:
        MapFormatError: It is neither a reading nor a scan.
    """
    try:
        return Reading.model_validate(reading_within(document))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        wrong = ": ".join(filter(None, (".".join(map(str, first["loc"])), in_our_words(first))))
        raise MapFormatError(
            f"this is no reading ({wrong}); surveyor read --json PHOTO prints one", where=where
        ) from error
