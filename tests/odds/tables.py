"""Battles in short form, with the standard unit table."""

from __future__ import annotations

from typing import Any

from sandtable.odds.battle import Army, Battle
from sandtable.odds.bench import SUPPORTS, UNITS

SHORT = {
    "inf": "infantry", "art": "artillery", "mech": "mech_infantry", "tank": "tank", "aa": "aaa", "ftr": "fighter",
    "tac": "tactical_bomber", "bmb": "strategic_bomber", "bb": "battleship", "cv": "carrier", "ca": "cruiser",
    "dd": "destroyer", "ss": "submarine", "tp": "transport",
}  # fmt: skip


def counts(text: str) -> dict[str, int]:
    """Read "3 inf 1 tank" as counts per unit."""
    words = text.split()
    return {SHORT[name]: int(number) for number, name in zip(words[::2], words[1::2], strict=True)}


def army(text: str, *, damaged: str = "", landed: str = "", order: tuple[str, ...] = ()) -> Army:
    """An army in short form."""
    return Army(counts(text), counts(damaged), counts(landed), order)


def battle(attacker: str | Army, defender: str | Army, **options: Any) -> Battle:
    """A battle in short form."""
    one = army(attacker) if isinstance(attacker, str) else attacker
    two = army(defender) if isinstance(defender, str) else defender
    return Battle(UNITS, one, two, options.pop("supports", SUPPORTS), **options)
