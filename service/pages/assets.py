"""Styles, scripts, letters and drawings: one folder, served under the hash of all that is in it.

An address never changes what it gives, so that browsers keep it for good.
"""

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
PACKED = frozenset({".woff2", ".png", ".jpg"})
"""Suffixes of files that are compressed already."""
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".css": "text/css"}

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file."""

    media_type: str
    content: bytes
    packed: bytes | None
    """Gzipped, where that makes it shorter."""


@dataclass(frozen=True, slots=True)
class Assets:
    """All of them."""

    digest: str
    files: Mapping[str, Asset]

    def address(self, name: str) -> str:
        """Return where a file is; raise KeyError for an unknown name."""
        if name not in self.files:
            raise KeyError(f"there is no {name} in {FOLDER.name}")
        return f"/assets/{self.digest}/{name}"


def load_assets() -> Assets:
    """Read all files that pages need."""
    contents = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir()) if path.is_file()}
    digest = sha256()
    for name, content in contents.items():
        digest.update(name.encode() + b"\0" + sha256(content).digest())
    return Assets(
        digest.hexdigest()[:16], {name: _asset(name, content) for name, content in contents.items()}
    )


def _asset(name: str, content: bytes) -> Asset:
    suffix = Path(name).suffix
    media_type = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(media_type, content, None if suffix in PACKED else gzip.compress(content, mtime=0))


@router.get("/assets/{digest}/{name}", name="pages.assets")
async def get_asset(digest: str, name: str, request: Request) -> Response:
    """Return one file."""
    assets: Assets = request.app.state.rendering.assets
    asset = assets.files.get(name)
    if asset is None or digest != assets.digest:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    content, headers = asset.content, {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = asset.packed, "gzip"
    return Response(content, media_type=asset.media_type, headers=headers)
