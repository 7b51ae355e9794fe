"""Rules 19.2, 19.5 and 19.7.2: who is in supply or isolated, by the markers on the units, and what that costs."""

from __future__ import annotations

from sandtable.games.nextwar.model import SIDES, SURRENDERED, KoreaState
from sandtable.games.nextwar.rules.supply import standard, tracing
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import ref, refs
from sandtable.kernel import Draft, Refusal, refuse

SUPPLIED, UNSUPPLIED, ISOLATED = "supplied", "unsupplied", "isolated"


def status(state: KoreaState, key: int) -> str:
    """How a unit fares: in supply, out of supply, or isolated."""
    if state.units[key].isolated:
        return ISOLATED
    return SUPPLIED if not lacks_supply(state, key) else UNSUPPLIED


def lacks_supply(state: KoreaState, key: int) -> str:
    """The rule that holds for a unit out of supply, nothing where it is in supply: in the advanced game its marker."""
    if state.board.is_advanced:
        # rule: NW-19.2.d, NW-19.2.b
        return "NW-19.5.a" if state.units[key].unsupplied else ""
    return "" if standard.is_supplied(state, key) else "NW-13.1.4.a"


# rule: NW-19.7.2.b, NW-19.5.a
def halving(state: KoreaState, key: int) -> str:
    """The rule that halves the attack and the movement of a unit, once however often it applies."""
    return "NW-19.7.2.b" if state.units[key].isolated else lacks_supply(state, key)


# rule: NW-19.5.d, NW-19.7.2.c
def why_powerless(state: KoreaState, key: int) -> Refusal | None:
    """Why a headquarters can do nothing at all: it is out of supply or isolated."""
    if lacks_supply(state, key):
        return refuse("NW-19.5.d", "refuse.unsupplied", ref(key), unit=ref(key))
    if state.units[key].isolated:
        return refuse("NW-19.7.2.c", "refuse.isolated", ref(key), unit=ref(key))
    return None


def why_no_replacements(state: KoreaState, key: int) -> Refusal | None:
    """Why a unit gets nothing back: it is out of supply, was so until an emergency, or is isolated."""
    unit = state.units[key]
    # rule: NW-19.5.e
    if unit.unsupplied or unit.emergency:
        return refuse("NW-19.5.e", "refuse.unsupplied", ref(key), unit=ref(key))
    # rule: NW-19.7.2.d
    if unit.isolated:
        return refuse("NW-19.7.2.d", "refuse.isolated", ref(key), unit=ref(key))
    return None


# rule: NW-19.7.4
def why_surrendered(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit of a side never comes back: it surrendered."""
    if state.board.units[key].side != seat or state.units[key].box != SURRENDERED:
        return None
    return refuse("NW-19.7.4", "refuse.never_rebuilt", ref(key), unit=ref(key))


# -- the supply phase --------------------------------------------------------------------------------------------------


# rule: NWS-ADV-2, NW-19.2.d
def is_judged(state: KoreaState) -> bool:
    """Whether the turn has a supply phase: not the first one."""
    return state.turn > 1


# rule: NWS-ADV-2.1
def restore(d: Draft[KoreaState]) -> None:
    """Take the markers from units that are in supply now; emergency supply ends."""
    for side in SIDES:
        found = tracing.network(d.now, side).units
        back = tuple(k for k in on_board(d.now, side) if d.now.units[k].unsupplied and k in found)
        for key in back:
            d.edit("units", key, unsupplied=False)
        if back:
            d.log("log.supplied_again", "NWS-ADV-2.1", *refs(back), by=side, units=refs(back))
    for key in [key for key, unit in d.now.units.items() if unit.emergency]:
        d.edit("units", key, emergency=False)


# rule: NWS-ADV-2.2
def mark(d: Draft[KoreaState]) -> None:
    """Mark the units that can trace no line of communications."""
    for side in SIDES:
        found = tracing.network(d.now, side).units
        out = tuple(k for k in on_board(d.now, side) if not d.now.units[k].unsupplied and k not in found)
        for key in out:
            d.edit("units", key, unsupplied=True)
        if out:
            d.log("log.out_of_supply", "NWS-ADV-2.2", *refs(out), by=side, units=refs(out))
