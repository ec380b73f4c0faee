"""Links as people scan them: square codes drawn as one path of SVG, without a style and without a script."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from engine.sentence import Sentence
from service.access.addresses import is_own_machine
from service.access.keys import NewKey
from service.documents.errors import BadRequestError
from service.formats.squarecodes import black_runs, modules
from service.pages.visits import Visit

QUIET = 4  # modules left white round a code


@dataclass(frozen=True, slots=True)
class Code:
    """A square code."""

    side: int
    """Modules a side, with what is left white round it."""
    path: str
    """What is black, as SVG has it."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A key as it is handed to somebody, this once."""

    name: str
    secret: str
    link: str


def site_of(visit: Visit) -> str:
    """Return the address that people type to come here."""
    url = visit.request.url
    return visit.parts.settings.public_address or f"{url.scheme}://{url.netloc}"


def leads_nowhere_else(site: str) -> bool:
    """Tell whether an address leads every other machine to itself, so that no phone comes here by it.

    >>> leads_nowhere_else("http://127.0.0.1:8771"), leads_nowhere_else("http://192.168.43.10:8000")
    (True, False)
    """
    return is_own_machine(urlsplit(site).netloc)


def paper_site_of(visit: Visit) -> str:
    """Return the address to print on posters and slips.

    Raises:
        BadRequestError: It leads each phone to itself.
    """
    site = site_of(visit)
    if leads_nowhere_else(site):
        raise BadRequestError(
            Sentence(
                "No phone can follow %(site)s, so it is not printed. Open this page by the address that this "
                "computer has in the network, or set public_address.",
                site=site,
            )
        )
    return site


def slip_of(made: NewKey, site: str) -> Slip:
    """Return a key with its link; what follows the # reaches no server's log."""
    return Slip(made.key.label, made.secret, f"{site}/join#{made.secret}")


def code_of(text: str) -> Code:
    """Return a text as a square code.

    >>> code_of("https://scores.example.org").side
    33
    """
    rows = modules(text)
    runs = (f"M{right + QUIET} {down + QUIET}h{long}v1h-{long}z" for right, down, long in black_runs(rows))
    return Code(len(rows) + 2 * QUIET, "".join(runs))
