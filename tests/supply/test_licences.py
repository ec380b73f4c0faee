from email.message import Message

import pytest

from tests.supply.licences import LOCKS, UNKNOWN, find_licence, judge, list_licences, read_rules
from tests.supply.locks import read_lock

RULES = {
    "allowed": ["MIT", "Apache-2.0"],
    "exceptions": {"player": {"licence": "LGPL-3.0-only", "why": "as a library"}},
    "classifiers": {"License :: OSI Approved :: MIT License": "MIT"},
    "read": {"silent": "MIT"},
}


def described(**fields: str) -> Message:
    message = Message()
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    return message


def test_every_locked_package_may_be_used() -> None:
    packages = [pin.name for lock in LOCKS for pin in read_lock(lock)]

    assert [each for each in list_licences(packages, read_rules()) if each.problem] == []


def test_nothing_is_excepted_or_read_that_is_not_locked() -> None:
    rules, locked = read_rules(), {pin.name for lock in LOCKS for pin in read_lock(lock)}

    assert {*rules["exceptions"], *rules["read"]} - locked == set()


def test_every_exception_says_why() -> None:
    assert [name for name, each in read_rules()["exceptions"].items() if not each["why"]] == []


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License_Expression": "MIT OR GPL-3.0-only"}, "MIT OR GPL-3.0-only"),
        ({"License": "Apache-2.0"}, "Apache-2.0"),
        ({"License": "the MIT one", "Classifier": "License :: OSI Approved :: MIT License"}, "MIT"),
        ({"License": "BSD", "Classifier": "License :: OSI Approved :: BSD License"}, UNKNOWN),
        ({}, UNKNOWN),
    ],
)
def test_the_clearest_word_of_the_metadata_counts(fields: dict[str, str], licence: str) -> None:
    assert find_licence("any", described(**fields), RULES) == licence


def test_what_a_person_read_goes_first() -> None:
    assert find_licence("silent", described(License="GPL-3.0-only"), RULES) == "MIT"


@pytest.mark.parametrize("licence", ["MIT", "MIT AND Apache-2.0", "MIT OR GPL-3.0-only"])
def test_an_allowed_licence_has_no_problem(licence: str) -> None:
    assert judge("any", licence, RULES) is None


@pytest.mark.parametrize("licence", ["GPL-3.0-only", "MIT AND GPL-3.0-only", "LGPL-3.0-only", UNKNOWN])
def test_another_licence_is_refused(licence: str) -> None:
    assert judge("any", licence, RULES)


def test_an_exception_is_for_one_package_and_one_licence() -> None:
    assert judge("player", "LGPL-3.0-only", RULES) is None
    assert judge("player", "GPL-3.0-only", RULES)


def test_a_package_that_is_not_installed_is_reported() -> None:
    (each,) = list_licences(["no-such-package"], RULES)

    assert each.problem is not None
    assert "not installed" in each.problem
