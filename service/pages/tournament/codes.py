"""Links as people scan them: QR codes drawn as one path of SVG, without a style and without a script."""

from service.access.keys import NewKey
from service.documents.errors import BadRequestError
from service.formats.qrcodes import qr_code
from service.pages.visits import Visit
from service.printing.handouts import KeySlip

QUIET = 4  # modules left white round a code


def paper_site_of(visit: Visit) -> str:
    """Return the address to print on posters and slips.

    Raises:
        BadRequestError: It leads each phone to itself.
    """
    if visit.leads_nowhere_else:
        raise BadRequestError(
            "No phone can follow %(site)s, so it is not printed. Open this page by the address that this "
            "computer has in the network, or set public_address.",
            site=visit.site,
        )
    return visit.site


def slip_of(made: NewKey, site: str) -> KeySlip:
    """Return a key with its link; what follows the # reaches no server's log."""
    return KeySlip(made.key.label, made.secret, f"{site}/join#{made.secret}")


def code_of(text: str) -> tuple[int, str]:
    """Return the QR code of a text: its modules along a side, with the quiet zone, and the black as a path.

    >>> code_of("https://scores.example.org")[0]
    33
    """
    code = qr_code(text)
    runs = (f"M{right + QUIET} {down + QUIET}h{long}v1h-{long}z" for right, down, long in code.runs)
    return code.side + 2 * QUIET, "".join(runs)
