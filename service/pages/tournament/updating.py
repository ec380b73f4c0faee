"""Parts of pages that keep themselves up to date: asked for again every few seconds, sent only if other."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from http import HTTPStatus

from fastapi import Response

from service.pages.dates import here
from service.pages.visits import Visit
from service.store.events import now

REVALIDATE = "private, no-cache"


def show_if_other(
    visit: Visit, tag: str, template: str, context: Callable[[], Mapping[str, object]], *, kept: bool = False
) -> Response:
    """Return a page with its ETag, or 304 if the browser has it already; only then nothing is worked out.

    `tag` is another as soon as what `context` works out is. If it is `kept`, the browser may keep the page,
    and asks whether it still holds.
    """
    today = here(now()).date()  # moments are written without the day on that day alone
    looks = (tag, today, str(visit.locale), visit.theme, visit.actor.id, visit.assets, visit.path)
    etag = f'"{sha256(repr(looks).encode()).hexdigest()[:32]}"'
    if etag in visit.request.headers.get("if-none-match", ""):
        response = Response(status_code=HTTPStatus.NOT_MODIFIED)
    else:
        response = visit.show(template, tag=etag, **context())
    response.headers["ETag"] = etag
    if kept:
        response.headers["Cache-Control"] = REVALIDATE
        response.headers["Vary"] = "Cookie, Accept-Language"
    return response
