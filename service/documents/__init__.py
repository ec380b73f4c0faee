"""The JSON documents of the contract as types; service.cli.published makes JSON Schemas of them."""

from service.documents.audits import Audit
from service.documents.base import (
    IF_KNOWN,
    Coins,
    Digest,
    Document,
    Named,
    RequestBody,
    Share,
    SquareAt,
    Written,
    WrittenBoxes,
)
from service.documents.finals import Final, Standings
from service.documents.games import CustomSide, PlayedGame, Setup, Transcript
from service.documents.maps import GameScore, Map, Projection, Rating, Score, SheetMap
from service.documents.problems import InvalidField, Message, Noticed, Problem, Reason
from service.documents.readings import (
    ContextEffect,
    Photo,
    Reading,
    RethoughtSquare,
    Sheet,
    Status,
    WrittenCode,
)
from service.documents.scans import Correction, Scan, ScannedSheet

__all__ = [
    "IF_KNOWN",
    "Audit",
    "Coins",
    "ContextEffect",
    "Correction",
    "CustomSide",
    "Digest",
    "Document",
    "Final",
    "GameScore",
    "InvalidField",
    "Map",
    "Message",
    "Named",
    "Noticed",
    "Photo",
    "PlayedGame",
    "Problem",
    "Projection",
    "Rating",
    "Reading",
    "Reason",
    "RequestBody",
    "RethoughtSquare",
    "Scan",
    "ScannedSheet",
    "Score",
    "Setup",
    "Share",
    "Sheet",
    "SheetMap",
    "SquareAt",
    "Standings",
    "Status",
    "Transcript",
    "Written",
    "WrittenBoxes",
    "WrittenCode",
]
