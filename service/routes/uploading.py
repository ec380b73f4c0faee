"""The body of an upload: a form with files, or one file alone."""

import hashlib
import json
from collections.abc import Iterator
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException

from engine.sentence import Sentence, later
from service.documents import Reason
from service.documents.errors import UnreadablePhotoError
from service.intake.receive import Sent
from service.intake.uploadnames import path_name
from service.intake.zips import IN_MEMORY, MOST_FILES, ZipError, is_zip, unpack
from service.routes.formfiles import FileParser
from service.store.photos import digest_of
from vision.decode.limits import HEAD_BYTES

FIELDS = ("round", "season", "side", "player")
MOST_FIELDS = 400  # of a form on a page
WRONG_CHARSET = later("The form's charset cannot be understood.")


class Upload:
    """The files of an upload, and what is stated of all of them."""

    def __init__(self, parts: list[tuple[str, BinaryIO]], fields: dict[str, str]) -> None:
        """Take the files by their names, and the fields."""
        self.parts = parts
        self.fields = fields
        self.is_single = len(parts) == 1 and not is_zip(_head(parts[0][1]))
        """Whether it is one file, and no zip."""

    def digest(self) -> str:
        """Return the SHA-256 of all that came."""
        digests = [(name, _digest(file)) for name, file in self.parts]
        return hashlib.sha256(json.dumps([digests, self.fields], sort_keys=True).encode()).hexdigest()

    def close(self) -> None:
        """Close the files."""
        for _, file in self.parts:
            file.close()

    def files(self) -> Iterator[Sent]:
        """Yield each file; those in a zip come one by one.

        Raises:
            UnreadablePhotoError: A zip that was sent alone is damaged, or holds too much.
        """
        for name, file in self.parts:
            if not is_zip(_head(file)):
                yield Sent(name, file)
                continue
            try:
                yield from unpack(file)
            except ZipError as error:
                if len(self.parts) == 1:
                    raise UnreadablePhotoError(Reason.of(error.reason)) from error
                yield Sent(name, None, error.reason)


async def read_upload(request: Request) -> Upload:
    """Take in the body while it comes; large files go to disk.

    Raises:
        HTTPException: There is no file in it, or a field is no text.
    """
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        form = await _parse_files(request)
        try:
            return _of_form(form)
        except HTTPException:
            await form.close()
            raise
    file = await read_body(request)
    fields = {key: value for key, value in request.query_params.items() if key in FIELDS}
    name = path_name(request.query_params.get("name", "")) or "photo"
    return Upload([(name, file)], fields)


async def _parse_files(request: Request) -> FormData:
    parser = FileParser(request.headers, request.stream(), max_files=MOST_FILES, max_fields=20)
    try:
        return await parser.parse()
    except MultiPartException as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST, error.message) from error
    except UnicodeError as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST, WRONG_CHARSET) from error


async def parse_form(request: Request, most_files: int) -> FormData:
    """Return the fields and files of a form; whoever takes files closes it.

    Raises:
        HTTPException: It cannot be understood.
    """
    try:
        return await request.form(max_files=most_files, max_fields=MOST_FIELDS)
    except UnicodeError as error:  # of a charset that only refuses
        raise HTTPException(HTTPStatus.BAD_REQUEST, WRONG_CHARSET) from error


async def read_body(request: Request) -> BinaryIO:
    """Take in a body that is a file while it comes; a large one goes to disk.

    Raises:
        HTTPException: There is nothing in it.
    """
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # closed by the caller
    try:
        async for part in request.stream():
            file.write(part)
    except BaseException:
        file.close()
        raise
    if not file.tell():
        file.close()
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, "There is no file in the request.")
    file.seek(0)
    return cast(BinaryIO, file)


def _of_form(form: FormData) -> Upload:
    parts, fields = [], {}
    for key, value in form.multi_items():
        if isinstance(value, UploadFile):
            parts.append((path_name(value.filename or "") or "photo", value.file))
        elif key in FIELDS:
            fields[key] = value
        else:
            known = ", ".join(FIELDS)
            raise HTTPException(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                Sentence(
                    'There is no field "%(name)s"; beside photos there are %(names)s.',
                    name=key[:40],
                    names=known,
                ),
            )
    if not parts:
        raise HTTPException(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "There is no file in the form; send photos in fields named photos.",
        )
    return Upload(parts, fields)


def _digest(file: BinaryIO) -> str:
    digest = digest_of(file).sha256
    file.seek(0)
    return digest


def _head(file: BinaryIO) -> bytes:
    head = file.read(HEAD_BYTES)
    file.seek(0)
    return head
