"""Chapter 10: the installations of a territory and the damage they take."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import place
from sandtable.kernel import Draft, Modifier, Ref, Roll

SLOTS = ("works", "air_base", "naval_base")
"""What can stand in a territory, in the order raids are resolved."""


def installations_at(state: GlobalState, at: int) -> dict[str, str]:
    """What stands in a territory: its slot to the kind of installation."""
    land = state.territories[at]
    kinds = {
        "works": land.works,
        "air_base": "air_base" if land.air_base else "",
        "naval_base": "naval_base" if land.naval_base else "",
    }
    return {slot: kind for slot, kind in kinds.items() if kind}


# rule: AA-9.3.raid.damage-caps, AA-10.inst.damage
def add_damage(
    d: Draft[GlobalState],
    at: int,
    slot: str,
    points: int,
    rule: str,
    rolls: Sequence[Roll] = (),
    modifiers: Sequence[Modifier] = (),
) -> None:
    """Mark damage on an installation; what goes beyond the most it can carry is lost."""
    kind = installations_at(d.now, at)[slot]
    before: int = getattr(d.now.territories[at], f"{slot}_damage")
    after = min(before + points, d.now.board.installations[kind].damage)
    d.edit("territories", at, **{f"{slot}_damage": after})
    d.log(
        "log.bombed",
        rule,
        place(at),
        by=d.now.active,
        rolls=rolls,
        modifiers=modifiers,
        place=place(at),
        kind=Ref("kind", kind),
        rolled=points,
        damage=after - before,
        total=after,
    )
