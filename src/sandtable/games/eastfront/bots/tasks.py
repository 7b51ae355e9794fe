"""Tasks that a person can hand to the staff of Crimea: the fleet, the air force, the railways, supply."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.bots import upkeep
from sandtable.games.eastfront.bots.planner import at_sea, in_the_air
from sandtable.games.eastfront.model import CrimeaState
from sandtable.planning import Idea, Task, Verbs
from sandtable.planning.tasks import usually

FLEET = Task(
    frozenset(
        (
            *("moor", "prepare", "mend", "embark", "convoy", "shuttle", "voyage", "station", "deploy", "evacuate"),
            *(
                "complete",
                "harbour",
                "turn_back",
                "carry_on",
                "disembark",
                "beach",
                "bombard",
                "shell",
                "shell_flotilla",
            ),
        )
    ),
    at_sea,
)
"""Ships: made ready, repaired, loaded, sailed, landed; gunfire in defence, and guns of the coast against ships."""
AIR = Task(
    frozenset(("fly", "assign", "engage", "patrol", "oppose", "strike", "aim", "refit", "withdraw", "retain")),
    in_the_air,
)
"""Aircraft: missions over land and sea, fights, and making them ready."""
RAIL = Task(
    frozenset(("convert", "seize", "restore", "cut")),
    usually("convert", "seize", "restore", "cut"),
)
"""Work on the railways in the Engineer phase."""


def _feeding(state: CrimeaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    if "sustain" in verbs:
        yield from upkeep.relief(state, seat)
    if "provision" in verbs:
        yield from upkeep.provision(state, seat)
    yield from usually("land")(state, seat, verbs)


SUPPLY = Task(frozenset(("land", "sustain", "provision")), _feeding)
"""Who is fed by ports, by supply units and by captured lines."""

TASKS = {"fleet": FLEET, "air": AIR, "rail": RAIL, "supply": SUPPLY}
