"""Chapter 13: air bases of a power with rockets fire one each in the bombing-raid step."""

from __future__ import annotations

from sandtable.games.axisallies.actions import Done, Launch
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.fire import SIDES
from sandtable.games.axisallies.rules.research.technology import effect, knows
from sandtable.games.axisallies.rules.spaces.spaces import is_neutral_land, works_installation
from sandtable.games.axisallies.rules.turns.powers import at_war, place
from sandtable.games.axisallies.rules.units.installations import add_damage, installations_at
from sandtable.kernel import Draft, OneOf, Phase, Refusal, Verb, derived, pick, refuse, verb
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


def _launch(d: Draft[GlobalState], action: Launch) -> None:
    roll = d.roll("roll.bombs", SIDES)
    slot = next(slot for slot, kind in installations_at(d.now, action.to).items() if kind == action.what)
    d.edit("territories", action.base, launched=True)
    add_damage(d, action.to, slot, roll.faces[0], "AA-13.t1.2", [roll])


def _forget(d: Draft[GlobalState]) -> None:
    for at, land in d.now.territories.items():
        if land.launched:
            d.edit("territories", at, launched=False)


LAUNCH: Verb[GlobalState, Launch] = verb(
    Launch,
    "AA-13.t1.2",
    _launch,
    base=lambda state, who: pick("place", state.territories, lambda at: why_no_launch(state, who, at)),
    to=lambda state, who, base: OneOf("place", in_range(state, who, base)),
    what=lambda state, who, base, to: OneOf("kind", installations_at(state, to).values()),
)
DONE: Verb[GlobalState, Done] = verb(Done, "AA-13.t1.2", lambda d, action: d.done(), ends=True)


def phase(power: str) -> Phase[GlobalState]:
    """The question which rockets to fire."""
    return Phase(
        "rockets",
        "AA-13.t1.2",
        when=lambda state: knows(state, power, "rockets"),
        who=lambda state: (power,) if bases(state, power) else (),
        over=lambda state, who: not bases(state, who),
        verbs=(LAUNCH, DONE),
        end=_forget,
    )
