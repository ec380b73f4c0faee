"""Lists of players that are none: CSV of all sorts, and workbooks, which are zips and may be bombs."""

import zipfile

from tests.badinput.files import Made, Rng, pick
from tests.badinput.harm import HARMS
from tests.service.hostile.zips import zip_of

NAMES = (
    "Ann",
    "Zo\u00eb",
    "=1+1",
    "\u202eannA",
    "a" * 3000,
    "",
    " ",
    "\0",
    "Ann\nBob",
    '"',
    "\U0001f4a9",
    "-2+3",
    "\uff1dA1",
    "a\u0301" * 50,
)
TITLES = (
    "name",
    "player",
    "Spieler",
    "file,player",
    "name;table",
    "name\ttable",
    "NAME",
    "x",
    "",
    "name,name",
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "cp037", "shift_jis")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEETS = '<sheets><sheet name="a" sheetId="1"/></sheets>'
OUTSIDE = '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def csv(rng: Rng) -> Made:
    """Make a list with odd names, titles, quotes, parting signs, encodings and lengths; some damaged."""
    part = pick(rng, (",", ";", "\t", "|", ",,", "\0"))
    quote = pick(rng, ("", '"', "'", '""', '"""'))
    lines = [pick(rng, TITLES)]
    for number in range(pick(rng, (0, 1, 5, 300, 3000))):
        cells = [
            quote + pick(rng, NAMES)[: pick(rng, (5, 3000))] + quote for _ in range(int(rng.integers(1, 4)))
        ]
        lines.append(part.join([*cells, str(number)]))
    text = pick(rng, ("\n", "\r\n", "\r", "\x85", "\u2028", "\x0b")).join(lines)[:900_000]
    content = text.encode(pick(rng, ENCODINGS), errors="replace")
    return Made(pick(rng, HARMS)(content, rng) if content and rng.random() < 0.4 else content, "csv")


def csv_shapes(rng: Rng) -> Made:
    """Make a list of one shape without end: a cell, a line, quotes, commas, lines of nothing."""
    unit = pick(
        rng, ('"', ",", "\n", "a", '"a",', '"\n', "\0", "\r", '""', "a,b\n", "\ufeff", "=", "9", "\u202e")
    )
    many = int(10 ** rng.uniform(0, 6.1)) // len(unit.encode()) + 1
    return Made((pick(rng, ("", "name\n", "file,player\n", '"name\n')) + unit * many).encode(), "csv")


def workbooks(rng: Rng) -> Made:
    """Make a workbook: whole, a bomb, with entities and outside names, damaged, or a CSV in its clothes."""
    rows = "".join(f'<row r="{n}"><c t="inlineStr"><is><t>Ann {n}</t></is></c></row>' for n in range(1, 9))
    entities = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    sheets = {
        "whole": f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode(),
        "bomb": b"<worksheet><sheetData>" + b"<row><c><v>1</v></c></row>" * int(10 ** rng.uniform(3, 6)),
        "laughs": f'{HEAD}<!DOCTYPE l [<!ENTITY a "ha">{entities}]><worksheet>&j;</worksheet>'.encode(),
        "outside": f"{HEAD}{OUTSIDE}<worksheet>&a;</worksheet>".encode(),
        "deep": b"<a>" * 100_000,
        "none": b"",
    }
    files = {
        "[Content_Types].xml": b"<Types/>",
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{MAIN}">{SHEETS}</workbook>'.encode(),
        "xl/worksheets/sheet1.xml": pick(rng, list(sheets.values())),
        pick(rng, ("xl/sharedStrings.xml", "../../xl/a.xml", "xl/vbaProject.bin")): rng.bytes(300),
    }
    content = zip_of(files, pick(rng, (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2)))
    return Made(
        pick(rng, HARMS)(content, rng) if rng.random() < 0.4 else content, pick(rng, ("xlsx", "csv", "ods"))
    )
