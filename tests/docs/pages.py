"""The Markdown of the tree: its links, anchors and command lines."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACES = (
    "*.md",
    "docs/*.md",
    "docs/reference/*.md",
    "docs/benchmarks/*.md",
    "models/*/README.md",
    "datasets/**/*.md",
)
PLACES_OF_TESTS = ("tests/*/README.md",)
LINK = re.compile(r"(?<!`)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()]*\))?)\)|(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"(?:\.venv/bin/)?surveyor")


def all_pages() -> list[Path]:
    """Return every page that people read."""
    return sorted({page for place in (*PLACES, *PLACES_OF_TESTS) for page in ROOT.glob(place)})


def links_of(text: str) -> list[str]:
    """Return where the links and pictures of a page lead, those to other hosts left out."""
    outside = FENCE.sub("", text)
    found = [link or source for link, source in LINK.findall(outside)]
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors_of(text: str) -> set[str]:
    """Return the anchors that headings make, as GitHub makes them: the second of a kind gets -1."""
    slugs: list[str] = []
    for heading in HEADING.findall(FENCE.sub("", text)):
        slugs.append(_slug(heading))
    return {slug if before == 0 else f"{slug}-{before}" for slug, before in _counted(slugs)}


def commands_of(text: str) -> list[list[str]]:
    """Return the words of each `surveyor` command in the shell blocks of a page."""
    blocks = [body for language, body in FENCE.findall(text) if language == "sh"]
    lines = [line.strip() for body in blocks for line in body.replace("\\\n", " ").splitlines()]
    found = [_command(line) for line in lines if PROGRAM.match(line)]
    return [command for command in found if command is not None]


def _command(line: str) -> list[str] | None:
    words = shlex.split(line, comments=True)
    if not PROGRAM.fullmatch(words[0]):
        return None
    ends = [number for number, word in enumerate(words) if re.fullmatch(r"[|&;]+|\d?>{1,2}.*|<", word)]
    return words[1 : ends[0] if ends else None]


def _slug(heading: str) -> str:
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def _counted(slugs: list[str]) -> Iterator[tuple[str, int]]:
    for number, slug in enumerate(slugs):
        yield slug, slugs[:number].count(slug)
