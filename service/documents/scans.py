"""Readings with their scores."""

from typing import Literal

from service.documents.base import Document, Named
from service.documents.maps import Map, Score
from service.documents.readings import Reading


class ScannedSheet(Document):
    """A sheet as a map, and its score."""

    map: Map
    score: Score


class Scan(Document):
    """A reading, and for each of its sheets the map and its score (surveyor/scan@1)."""

    schema_name: Named[Literal["surveyor/scan@1"]] = "surveyor/scan@1"
    reading: Reading
    sheets: tuple[ScannedSheet, ...]
