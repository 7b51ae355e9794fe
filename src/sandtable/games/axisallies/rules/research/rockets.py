"""Chapter 13: air bases of a power with rockets fire one each in the bombing-raid step."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.fire import SIDES
from sandtable.games.axisallies.rules.research.technology import effect, knows
from sandtable.games.axisallies.rules.spaces.spaces import is_neutral_land, works_installation
from sandtable.games.axisallies.rules.turns.powers import at_war, place
from sandtable.games.axisallies.rules.units.installations import add_damage, installations_at
from sandtable.kernel import Draft, Refusal, derived, refuse
from sandtable.kernel.graph import flood


# rule: AA-13.t1.2
@derived("territories", "powers", "wars")
def in_range(state: GlobalState, power: str, base: int) -> tuple[int, ...]:
    """The enemy territories with installations that a rocket from an air base reaches without crossing a neutral."""
    far: int = effect(state, power, "rockets").get("range", 0)
    spaces = state.board.spaces

    def is_open(_: int, at: int) -> bool:
        return not spaces[at].impassable and not (spaces[at].kind == "land" and is_neutral_land(state, at))

    reached = flood((base,), state.board.map.neighbours, is_open, far).costs
    return tuple(
        at
        for at in sorted(reached)
        if spaces[at].kind == "land"
        and installations_at(state, at)
        and state.territories[at].holder
        and at_war(state, power, state.territories[at].holder)
    )


def why_no_launch(state: GlobalState, power: str, base: int) -> Refusal | None:
    """Why no rocket starts from a territory."""
    land = state.territories.get(base)
    if land is None or land.holder != power or not works_installation(state, base, "air_base"):
        return refuse("AA-13.t1.2", "refuse.no_air_base", place(base), place=place(base))
    if land.launched:
        return refuse("AA-13.t1.2", "refuse.has_launched", place(base), place=place(base))
    if not in_range(state, power, base):
        return refuse("AA-13.t1.2", "refuse.nothing_in_range", place(base), place=place(base))
    return None


def bases(state: GlobalState, power: str) -> tuple[int, ...]:
    """The air bases that can still fire a rocket at something."""
    if not knows(state, power, "rockets"):
        return ()
    return tuple(at for at in state.territories if why_no_launch(state, power, at) is None)


def launch(d: Draft[GlobalState], base: int, to: int, what: str) -> None:
    roll = d.roll("roll.bombs", SIDES)
    slot = next(slot for slot, kind in installations_at(d.now, to).items() if kind == what)
    d.edit("territories", base, launched=True)
    add_damage(d, to, slot, roll.faces[0], "AA-13.t1.2", [roll])


def forget(d: Draft[GlobalState]) -> None:
    for at, land in d.now.territories.items():
        if land.launched:
            d.edit("territories", at, launched=False)
