"""Where the tactical controls of a mission may lie, as its briefing says."""

from __future__ import annotations

from functools import cache

from sandtable.games.fieldsoffire.scenario.missions import Mission, missions

OBJECTIVES = ("primary", "secondary")
ATTACK, CONCENTRATION, COLLECTION, OUTPOST, PROTECTIVE = "attack_position", "concentration", "ccp", "cop", "fpf"
FINAL_FIRE = "FPF"


# rule: FF-2.4.1, FF-2.4.1.A.points, FF-2.4.1.B.cop
def limits_of(mission: Mission) -> dict[str, range]:
    """The point controls of a mission with the rows in which each may be put."""
    known = missions().get(mission.id)
    if known is mission:
        return _limits(mission.id)
    return _read(mission)


@cache
def _limits(name: str) -> dict[str, range]:
    return _read(missions()[name])


def _read(mission: Mission) -> dict[str, range]:
    plan = mission.setup["controls"]
    everywhere = range(1, mission.rows + 1)
    found: dict[str, range] = {}
    for name in (*OBJECTIVES, ATTACK, OUTPOST):
        if name in plan:
            rows = plan[name]["row"]
            found[name] = range(rows, rows + 1) if isinstance(rows, int) else range(rows[0], rows[-1] + 1)
    if points := plan.get("route_points"):
        first, last = points["rows"]
        for number in range(1, points["count"] + 1):
            found[f"route {number}"] = range(first, last + 1)
    if plan.get(COLLECTION) == "row 1":
        found[COLLECTION] = range(1, 2)
    special = {row["id"] for row in mission.setup.get("special", ())}
    if CONCENTRATION in plan or CONCENTRATION in special:
        found[CONCENTRATION] = everywhere
    if PROTECTIVE in plan and any(row.type == FINAL_FIRE for row in mission.support):
        found[PROTECTIVE] = everywhere
    return found
