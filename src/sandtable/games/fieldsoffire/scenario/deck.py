"""The action deck: what each card says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.model import GREEN, LINE, VETERAN
from sandtable.games.fieldsoffire.scenario.files import data

RESHUFFLE = 51
HIT, PIN, MISS = "HIT", "PIN", "MISS"
LEAST_NCM, MOST_NCM = -4, 6
COVER_WORD, CONTACT_WORD, RALLY_WORD = "cover", "contact", "rally"
CROSSHAIRS, INFILTRATE, GRENADE, BURST, TRIPLE, SHORT, JAM = (
    "spot_or_concentrate",
    "infiltrate",
    "grenade",
    "call_for_fire",
    "battalion_fire_mission",
    "short",
    "jammed",
)
BURSTS = (BURST, TRIPLE, SHORT)
COLUMNS = tuple(range(2, 13))
"""Counts of options for which a card prints a random number."""


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One card: commands, attempt, combat resolution, hit effect, random numbers."""

    number: int
    helmet: int
    """Commands of a headquarters that was activated."""
    star: int
    """Commands of one that acts on its initiative."""
    word: str
    icon: str
    hq: bool
    at: int
    results: dict[int, str]
    hits: dict[int, str]
    """The letters of a hit by experience."""
    random: dict[int, int]

    # rule: FF-2.8.2.jam
    def shows(self, sign: str) -> bool:
        """Whether the attempt section has this word or icon."""
        return sign in (self.word, self.icon)


def _laid_over(row: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A card with the fields of an erratum in place of its own; ``ncm.1`` names a field inside one."""
    found = {**row, "ncm": dict(row["ncm"])}
    for name, value in change.items():
        part, _, inner = name.partition(".")
        if inner:
            found[part][inner] = value
        else:
            found[part] = value
    return found


@cache
def cards() -> dict[int, ActionCard]:
    """The fifty cards by number."""
    errata = {int(number): row["set"] for number, row in data("action_cards_errata")["cards"].items()}
    found: dict[int, ActionCard] = {}
    for printed in data("action_cards")["cards"]:
        number = printed["id"]
        if number == RESHUFFLE:
            continue
        row = _laid_over(printed, errata.get(number, {}))
        hits = row["hit_effect"]  # rule: FF-2.8.4
        # rule: FF-2.8.3
        results = {int(ncm): result for ncm, result in row["ncm"].items()}
        # rule: FF-2.8.5
        random = {int(options): value for options, value in row["random"].items()}
        # rule: FF-2.8.1, FF-2.8.2, FF-2.8.2.at
        found[number] = ActionCard(
            number=number,
            helmet=row["activated"],
            star=row["initiative"],
            word=row["word"] or "",
            icon=row["icon"] or "",
            hq=row["hq_event"],
            at=row["at"],
            results=results,
            hits={VETERAN: hits["veteran"], LINE: hits["line"], GREEN: hits["green"]},
            random=random,
        )
    return found
