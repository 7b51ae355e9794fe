"""Chapter 13: paratroopers, infantry that flies into a battle from an air base."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import land
from sandtable.games.axisallies.rules.combat_move.marching import ATTACK, why_not_pick, why_not_together
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import (
    HOSTILE,
    company,
    friendly_since_start,
    land_status,
    type_of,
    units_at,
    units_of,
    works_installation,
)
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.games.axisallies.rules.units import air
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, dead_end, pick, pick_some, refuse

TECHNOLOGY = "paratroopers"


def why_no_drop(state: GlobalState, seat: str) -> Refusal | None:
    """Only a power that has made the breakthrough has paratroopers."""
    return None if effect(state, seat, TECHNOLOGY) else refuse("AA-13.t1.3.a", "refuse.no_technology")


def dropped_from(state: GlobalState, power: str, base: int) -> list[int]:
    """The paratroopers that have left a base this turn."""
    rows = ((key, state.units[key]) for key in units_of(state, power, "land"))
    return [key for key, unit in rows if unit.dropped and unit.origin == base]


# rule: AA-13.t1.3.a
def room(state: GlobalState, power: str, base: int) -> int:
    """How many more infantry may fly from a base this turn."""
    most: int = effect(state, power, TECHNOLOGY)["infantry"]
    return most - len(dropped_from(state, power, base))


# rule: AA-13.t1.3.a
def why_not_jump(state: GlobalState, power: str, key: int) -> Refusal | None:
    """Why a unit cannot fly into a battle."""
    if (no := why_not_pick(state, power, key, True)) is not None:
        return no
    unit = state.units[key]
    if unit.kind != "infantry" or unit.moved or unit.spent:
        return refuse("AA-13.t1.3.a", "refuse.no_paratrooper", piece(key), unit=piece(key))
    ready = works_installation(state, unit.at, "air_base") and friendly_since_start(state, unit.at, power)
    if not ready or room(state, power, unit.at) < 1:
        return refuse("AA-13.t1.3.a", "refuse.no_air_base", place(unit.at), place=place(unit.at))
    if not any(why_not_drop_at(state, power, unit.at, to) is None for to in _in_range(state, power, unit.at)):
        return dead_end("AA-13.t1.3.a", "refuse.no_target", piece(key), unit=piece(key))
    return None


# rule: AA-13.t1.3.b
def _in_range(state: GlobalState, power: str, base: int) -> dict[int, int]:
    """The spaces within reach of a base; what aircraft may not fly over, paratroopers may not either."""
    return air.flights(state, power, base, effect(state, power, TECHNOLOGY)["range"])


# rule: AA-13.t1.3.a
def why_not_drop_at(state: GlobalState, power: str, base: int, to: int) -> Refusal | None:
    """Paratroopers of a base all join one attack that others make by land or from the sea."""
    if to not in state.territories or to not in _in_range(state, power, base):
        return refuse("AA-13.t1.3.b", "refuse.beyond_range", place(to), place=place(to))
    if land_status(state, power, to) != HOSTILE:
        return refuse("AA-13.t1.3.a", "refuse.not_enemy_held", place(to), place=place(to))
    if (no := land.why_not_enter_fighting(state, power, to)) is not None:
        return no
    if any(state.units[key].at != to for key in dropped_from(state, power, base)):
        return refuse("AA-13.t1.3.a", "refuse.one_drop", place(to), place=place(to))
    if not is_attacked_by_others(state, power, to):
        return refuse("AA-13.t1.3.a", "refuse.no_ground_attack", place(to), place=place(to))
    return None


def is_attacked_by_others(state: GlobalState, power: str, at: int) -> bool:
    """Whether land units have been sent against a territory from next to it or from the sea."""
    overland = any(
        unit.owner == power and unit.task == ATTACK and not unit.dropped and type_of(state, unit).domain == "land"
        for _, unit in units_at(state, at)
    )
    return overland or any(
        state.units[key].target == at and state.units[key].task == "assault" for key in units_of(state, power, "land")
    )


def jumpers(state: GlobalState, seat: str) -> SomeOf:
    def check(keys: tuple[int, ...]) -> Refusal | None:
        if (no := why_not_together(state, keys)) is not None:
            return no
        base = state.units[keys[0]].at
        most = room(state, seat, base)
        return (
            refuse("AA-13.t1.3.a", "refuse.too_many_paratroopers", place(base), most=most) if len(keys) > most else None
        )

    own = [key for key in units_of(state, seat, "land") if state.units[key].kind == "infantry"]
    return pick_some("piece", own, lambda key: why_not_jump(state, seat, key), least=1, check=check)


def drop_zones(state: GlobalState, seat: str, units: tuple[int, ...]) -> OneOf:
    base = state.units[units[0]].at
    near = _in_range(state, seat, base)
    return pick("place", near, lambda to: why_not_drop_at(state, seat, base, to), costs=near)


# rule: AA-13.t1.3.b
def drop(d: Draft[GlobalState], units: tuple[int, ...], to: int) -> None:
    """Infantry comes down in the middle of the enemy; his guns fire at it as at aircraft."""
    for key in units:
        base = d.now.units[key].at
        d.edit("units", key, at=to, origin=base, moved=True, task=ATTACK, dropped=True)
    said = company(d.now, units)
    d.log("log.dropped", "AA-13.t1.3.a", place(to), units=tuple(map(piece, units)), to=place(to), **said)
