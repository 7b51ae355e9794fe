"""The experience of a unit whose steps have different grades (12.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.games.fieldsoffire.model import GREEN, LINE, VETERAN
from sandtable.games.fieldsoffire.scenario.files import chart

LETTERS = {"V": VETERAN, "L": LINE, "G": GREEN}
TABLES = {2: "two_steps", 3: "three_steps", 4: "four_steps"}
ANY = "any"


# rule: FF-12.6, FF-12.6.5
def average(grades: Iterable[int]) -> int:
    """The grade of a unit by the printed table; steps that are all alike keep theirs.

    One combination of four is not printed, a Veteran, a Line and two Green steps: Green, as two Line and two Green.
    """
    steps = Counter(grades)
    if len(steps) == 1:
        return next(iter(steps))
    for row in chart("experience_averaging")[TABLES[sum(steps.values())]]:
        if _fits(steps, row["steps"]):
            return LETTERS[row["result"]]
    return GREEN


def _fits(steps: Counter[int], printed: list[str]) -> bool:
    """Whether steps are those of a printed row; ``any`` stands for whatever is left."""
    named = Counter(LETTERS[one] for one in printed if one != ANY)
    return not named - steps and (ANY in printed or named == steps)
