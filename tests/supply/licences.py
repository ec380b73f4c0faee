"""Under which licences the locked packages stand; `python -m tests.supply.licences` lists and judges them.

Read from the metadata of what is installed; `requirements/licences.toml` says what is allowed, and what
metadata leaves open.
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, cast

from license_expression import ExpressionError, LicenseExpression, get_spdx_licensing

from tests.supply.locks import REQUIREMENTS, read_lock

SPDX = get_spdx_licensing()
LOCKS = ("runtime", "grown", "dev")
"""The locks that are installed where tests run; those who train add more."""
UNKNOWN = "unknown"
Rules = Mapping[str, Any]
"""What stands in `licences.toml`."""


@dataclass(frozen=True, slots=True)
class Licensed:
    """A package, and what its licence is worth here."""

    package: str
    licence: str
    """An SPDX expression, or `unknown`."""
    problem: str | None
    """Why it may not be used; None where it may."""


def read_rules() -> Rules:
    """Return what `requirements/licences.toml` says."""
    return tomllib.loads((REQUIREMENTS / "licences.toml").read_text("utf-8"))


def find_licence(package: str, described: Message, rules: Rules) -> str:
    """Return a package's licence: what a person read, else its metadata, the clearest field first."""
    if package in rules["read"]:
        return str(rules["read"][package])
    classifiers = [rules["classifiers"].get(each) for each in described.get_all("Classifier") or []]
    said = [described.get("License-Expression"), described.get("License"), *classifiers]
    return next((str(each) for each in said if each and _is_spdx(each)), UNKNOWN)


def judge(package: str, licence: str, rules: Rules) -> str | None:
    """Tell why a package with this licence may not be used; None where it may."""
    if licence == UNKNOWN:
        return "its metadata names no licence: read its licence file, and add it to [read]"
    excepted = rules["exceptions"].get(package)
    if excepted:
        return None if licence == excepted["licence"] else f"the exception is for {excepted['licence']}"
    if _is_allowed(SPDX.parse(licence), frozenset(rules["allowed"])):
        return None
    return "not among the allowed licences"


def list_licences(packages: Iterable[str], rules: Rules) -> list[Licensed]:
    """Return the licences of installed packages in the order of their names."""
    return [_licensed(package, rules) for package in sorted(set(packages))]


def _licensed(package: str, rules: Rules) -> Licensed:
    try:
        described = cast(Message, metadata(package))
    except PackageNotFoundError:
        return Licensed(package, UNKNOWN, "not installed: run `make .venv/dev` first")
    licence = find_licence(package, described, rules)
    return Licensed(package, licence, judge(package, licence, rules))


def _is_spdx(text: str) -> bool:
    try:
        return SPDX.parse(text, validate=True) is not None
    except ExpressionError:
        return False


def _is_allowed(expression: LicenseExpression, allowed: frozenset[str]) -> bool:
    """Whether every part of an AND is allowed, and some part of an OR."""
    if isinstance(expression, SPDX.AND):
        return all(_is_allowed(part, allowed) for part in expression.args)
    if isinstance(expression, SPDX.OR):
        return any(_is_allowed(part, allowed) for part in expression.args)
    return str(expression) in allowed


def main() -> int:
    """Print each package with its licence; exit with 1 if any may not be used."""
    packages = [pin.name for lock in LOCKS for pin in read_lock(lock)]
    listed = list_licences(packages, read_rules())
    for each in listed:
        print(f"{each.package:32} {each.licence}" + (f"   REFUSED: {each.problem}" if each.problem else ""))
    refused = [each for each in listed if each.problem]
    print(f"{len(listed)} packages, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
