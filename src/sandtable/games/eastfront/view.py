"""What a seat may see."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import AXIS, FLYING, READY, UNKNOWN, AirUnit, Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules.scenarios.plans import is_revealed
from sandtable.kernel import Visibility, public


# rule: EF-17.25, EF-17.31.a
def seen_air(state: CrimeaState, seat: str, key: int, unit: AirUnit) -> AirUnit:
    """The type of an air unit is its owner's secret while it is ready or flies unseen."""
    if unit.side == seat or unit.shown or unit.box not in (READY, FLYING):
        return unit
    return replace(unit, kind=UNKNOWN)


def is_shown(state: CrimeaState, key: int) -> bool:
    """Whether an attack has been rolled, so that both orders lie open."""
    return state.battle is not None and state.battle.attack == key and bool(state.battle.result)


# rule: EF-14.32
def seen_attack(state: CrimeaState, seat: str, key: int, attack: Attack) -> Attack:
    """A defender's order lies face down until the attack is rolled."""
    if not attack.order or seat == enemy(attack.side) or is_shown(state, key):
        return attack
    return replace(attack, order="")


# rule: EFS-10.55.a
def seen_plan(state: CrimeaState, seat: str, key: None, plan: str) -> str:
    """The plan of victory is the secret of the Axis until it is shown; that one has been chosen is not."""
    if seat == AXIS or is_revealed(state) or not plan:
        return plan
    return UNKNOWN


VISIBILITY: Visibility = {
    "turn": public,
    "weather": public,
    "storms": public,
    "past": public,
    "frozen": public,
    "snowed": public,
    "pieces": public,
    "control": public,
    "strongpoints": public,
    "razed": public,
    "crossings": public,
    "interdiction": public,
    "attacks": seen_attack,
    "air": seen_air,
    "supplies": public,
    "tracks": public,
    "battle": public,
    "onslaught": public,
    "dogfight": public,
    "rails": public,
    "rail_work": public,
    "silenced": public,
    "bridges": public,
    "ships": public,
    "evacuations": public,
    "plan": seen_plan,
}
