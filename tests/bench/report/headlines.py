"""What a stranger asks first: our figure, what a plain program reaches here, what others have published."""

from dataclasses import dataclass

from datasets.measure import ablations, cuts, finding, peers, reading, sheets, speed, throughput
from datasets.measure.figures import ALL, SURVEYOR, Better, Figure
from tests.bench import cluster, pages
from tests.bench.load import GROUP as SERVICE


@dataclass(frozen=True, slots=True)
class Headline:
    """One line of the first table."""

    what: str
    key: str
    """Of our figure."""
    plain: str = ""
    """Key of a plain program's figure for the same."""
    published: str = ""
    """What others have published, and on what."""
    theirs: float | None = None
    """The best of those figures, in our unit."""
    history: str = ""
    """What the chart of the last runs calls it, if it shows it."""
    better: Better = Better.MORE

    def is_beaten(self, ours: Figure) -> bool:
        """Whether somebody has published a better figure, whatever it was measured on."""
        if self.theirs is None:
            return False
        return self.theirs < ours.value if self.better == Better.LESS else self.theirs > ours.value


def key(group: str, name: str, stratum: str = ALL, who: str = SURVEYOR) -> str:
    """Return the key of a figure."""
    return " / ".join((group, name, stratum, who))


PEERS, FILLED = peers.GROUP, peers.FILLED
KNN, CNN = (f"{name}, {peers.TRUE}" for name in (peers.NEIGHBOURS, peers.NETWORK))
THRESHOLD = f"{peers.THRESHOLD}, {peers.TRUE}"
OUTLINED = f"{peers.NEIGHBOURS}, {peers.OUTLINE}"

FOUND, WRONG = key(reading.GROUP, "found"), key(reading.GROUP, "squares wrong")
RIGHT, SETTLED = (key(reading.GROUP, name) for name in ("sheets right", "right once settled"))
ECE, PACE = "expected calibration error", (throughput.GROUP, "pace", throughput.LARGE)
CLOSE = finding.GROUP, "under 0.25"

HEADLINES = (
    Headline(
        "sheets found, of 30 photos",
        FOUND,
        key(PEERS, "found or given", who=OUTLINED),
        "LiveChess2FEN: 95 % of chess boards",
        theirs=0.95,
    ),
    Headline(
        "all 144 nodes of the lattice within 0.15 of a cell",
        key(sheets.PLACING, f"all 144 nodes within {sheets.NEAR} cell"),
        published="neural-chessboard: 99.5 % of lattice points, not of boards with all of them",
    ),
    Headline(
        "squares wrong",
        WRONG,
        key(PEERS, "squares wrong", who=CNN),
        "chesscog: 0.23 % rendered; 0.17 % on 27 real photos after fine-tuning on that set",
        theirs=0.0017,
        history="squares wrong",
        better=Better.LESS,
    ),
    Headline(
        "the same along the true lattice, beside our network cell by cell",
        key(ablations.GROUP, "squares wrong", "as released"),
        key(ablations.GROUP, "squares wrong", "each cell alone"),
    ),
    Headline(
        "squares wrong, beside k-NN",
        WRONG,
        key(PEERS, "squares wrong", who=KNN),
        "Wicht 2015: 8 % of cells on 200 real photos of sudokus, handwriting mixed in",
        theirs=0.08,
        better=Better.LESS,
    ),
    Headline(
        "squares wrong that nobody is asked about",
        key(reading.GROUP, "silently wrong"),
        history="silently wrong",
        better=Better.LESS,
    ),
    Headline(
        "filled taken for empty or empty for filled",
        key(FILLED, "squares wrong"),
        key(FILLED, "squares wrong", who=THRESHOLD),
        "SOMR: 2 marks of 6,000 on scans; a plain threshold 48.6 % where print lies under the mark",
        theirs=2 / 6000,
        better=Better.LESS,
    ),
    Headline(
        "sheets with every square right",
        RIGHT,
        key(PEERS, "sheets right", who=CNN),
        "chesscog: 93.9 % of rendered boards; ChessReD: 15.3 % on real photos",
        theirs=0.939,
        history="sheets right",
    ),
    Headline(
        "the same once the doubtful squares are settled",
        SETTLED,
        published="chess scoresheets: from 95 % to 99 % of moves by asking about 4 %; moves, not games",
    ),
    Headline("score exact as read", key(reading.SCORES, "score exact as read"), history="score exact"),
    Headline("score exact once settled", key(reading.SCORES, "exact once settled")),
    Headline("coins right, else not given", key(reading.SCORES, "coins right")),
    Headline("written numbers right, else not given", key(reading.SCORES, "numbers right")),
    Headline(
        ECE,
        key(peers.TRUST, ECE),
        key(peers.TRUST, ECE, who=CNN),
        "none of the readers named here publishes one",
        history="calibration error",
        better=Better.LESS,
    ),
    Headline(
        "real grids found, clean",
        key(*CLOSE, "clean"),
        key(*CLOSE, "clean", "largest 4-gon"),
        "Wicht 2014: 87.5 % of grids wholly right, printed digits included",
        theirs=0.875,
        history="grids found",
    ),
    Headline(
        "real grids found, a thumb on a corner", key(*CLOSE, "thumb"), key(*CLOSE, "thumb", "16 x hulls")
    ),
    Headline(
        "wrong lattices given out silently, of sheets cut off by the photo's edge",
        key(cuts.GROUP, cuts.SILENT),
        better=Better.LESS,
    ),
    Headline("photos of other things refused", key("Refusing photos of other things", "refused")),
    Headline(
        "reading a photo over decoding it",
        key(speed.GROUP, "read_sheet"),
        history="time to read",
        better=Better.LESS,
    ),
    Headline(
        "sheets a minute for each core, 8 megapixels",
        key(*PACE),
        key(*PACE, peers.THRESHOLD),
        "OMRChecker: 200 a minute, as its README states",
        theirs=throughput.STATED,
    ),
    Headline(
        "sheets a second through the service over a bare pool",
        key(SERVICE, "sheets a second over a bare process pool", "sqlite"),
        history="service over pool",
    ),
    *(
        Headline(f"the same with {named}", key(SERVICE, "sheets a second over a bare process pool", kind))
        for kind, named in (
            ("postgresql", "PostgreSQL"),
            ("cluster", "a Dask cluster of two on this machine"),
        )
    ),
    Headline(
        "a folder read by two processes over one",
        key(cluster.GROUP, "two processes over one"),
    ),
    Headline(
        "photo chosen to score shown in a browser, over the interface alone",
        key(pages.GROUP, pages.SHOWN),
        better=Better.LESS,
    ),
)
