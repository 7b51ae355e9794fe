"""Guns that no scenario has yet, for boards made by hand: siege guns, batteries in the rock, guns of the coast."""

from __future__ import annotations

from typing import Any

HEAVY, COASTAL = "super_heavy_artillery", "coastal_artillery"


def gun(name: str, label: str, side: str, kind: str, front: str, **more: Any) -> dict[str, Any]:
    row = {"id": name, "label": label, "side": side, "nation": "german" if side == "axis" else "soviet", "type": kind}
    return {**row, "size": "battalion", "stack": 1, "front": front, "steps": 1, **more}


GUNS = [
    gun("672 Dora", "672 Dora", "axis", HEAVY, "*-1-0", range=5),
    gun("458 S-H", "458", "axis", HEAVY, "*-1-0", mobile="0-1-2"),
    gun("459 S-H", "459", "axis", HEAVY, "*-1-0", mobile="0-1-2"),
    gun("30(+) S-H", "30(+)", "soviet", HEAVY, "2-2-0", back="1-1-3", steps=2),
    gun("19 CD", "19", "soviet", COASTAL, "1-1-0"),
    gun("147 CD", "147", "axis", COASTAL, "2-1-3"),
]
