"""What a server lacks to meet requests."""

import os
from importlib.resources import files

from sqlalchemy.exc import SQLAlchemyError

from service.readings.reader import MODEL
from service.store.blobs import Blobs, FolderBlobs
from service.store.database import Database
from service.web.parts import Parts


def list_missing(parts: Parts) -> list[str]:
    """Return what is missing, each in a few words; nothing if all is there."""
    missing = [
        _missing_of_database(parts.database),
        _missing_of_blobs(parts.blobs),
        _missing_of_models(),
        "" if parts.workforce.has_workers else "no process that reads photos can be started",
    ]
    return [words for words in missing if words]


def _missing_of_database(database: Database) -> str:
    try:
        current = database.is_current()
    except SQLAlchemyError:
        return "the database does not answer"
    return "" if current else "the database's tables are not this program's"


def _missing_of_blobs(blobs: Blobs) -> str:
    if not isinstance(blobs, FolderBlobs):
        return ""  # asking a bucket costs money each time
    there = next(folder for folder in (blobs.folder, *blobs.folder.parents) if folder.exists())
    return "" if os.access(there, os.W_OK) else "photos cannot be written"


def _missing_of_models() -> str:
    there = (files("models") / MODEL).is_dir()
    return "" if there else f"the model {MODEL} is not there"
