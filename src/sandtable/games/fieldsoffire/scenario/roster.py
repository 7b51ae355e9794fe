"""The men of the company by name, one for each of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.fieldsoffire.model import Man
from sandtable.games.fieldsoffire.scenario.files import data

STRIDE = 7
"""Surnames are taken in steps of so many, so that neighbours on the list are not neighbours in a squad."""


def name_of(number: int) -> str:
    """The name of the man with a number; no two of a thousand are alike."""
    source = data("names")
    initials, surnames = source["initials"], source["surnames"]
    return f"{initials[number % len(initials)]}. {surnames[number * STRIDE % len(surnames)]}"


def enlist(steps: Mapping[int, int], taken: Iterable[int] = ()) -> dict[int, Man]:
    """A man for every step of these units, with numbers that nobody has yet."""
    number = max(taken, default=0)
    found: dict[int, Man] = {}
    for unit, count in steps.items():
        for _ in range(count):
            number += 1
            found[number] = Man(name=name_of(number), unit=unit)
    return found
