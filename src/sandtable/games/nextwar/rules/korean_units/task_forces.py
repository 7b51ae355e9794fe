"""Korea, 3.3.2: battalions of marines that form a task force."""

from __future__ import annotations

from collections import Counter as Tally
from typing import Any

from sandtable.games.nextwar.model import UNUSED, KoreaState, Unit
from sandtable.games.nextwar.rules.sequence.segments import MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.stacks import on_board, stacks
from sandtable.games.nextwar.rules.terms.units import at, ref, refs
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.kernel import Draft, Refusal, SomeOf, pick_some, refuse

FIRST, THIRD = "2-163", "2-115"
"""The counters of both task forces: of I MEF, and of III MEF."""
OF_THIRD = "C"
"""The group with which the battalions of III MEF come."""
INFANTRY, ARMOUR, RECON = "marine", "armor", "recon"
NEEDED = {FIRST: {INFANTRY: 2, ARMOUR: 1, RECON: 1}, THIRD: {INFANTRY: 3, RECON: 1}}
SIZE = 4
MARINES = "usmc"


# rule: NWK-3.3.2, NWK-3.3.3
def force_of(counter: Counter) -> str:
    """The task force that a battalion can be part of, if any; reconnaissance battalions of foot are part of none."""
    is_foot_recon = counter.kind == INFANTRY and counter.is_light
    if counter.branch != MARINES or counter.kind not in (INFANTRY, ARMOUR, RECON) or is_foot_recon:
        return ""
    return THIRD if counter.arrival == OF_THIRD else FIRST


def _counter(state: KoreaState, sheet: str) -> int:
    """The number of a task force."""
    return next(key for key, counter in state.board.units.items() if counter.sheet == sheet)


# rule: NWK-3.3.2
def why_not_form(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot become part of a task force."""
    counter, unit, now = state.board.units[key], state.units[key], segment(state)
    force = force_of(counter)
    if counter.side != seat or not unit.hex or not force or _counter(state, force) in state.units:
        return refuse("NWK-3.3.2", "refuse.no_task_force", ref(key), unit=ref(key))
    if now is None or now.kind != MOVEMENT:
        return refuse("NWK-3.3.2", "refuse.no_movement")
    here = [state.board.units[one] for one in stacks(state)[unit.hex]]
    have = Tally(one.kind for one in here if force_of(one) == force)
    if any(have[kind] < number for kind, number in NEEDED[force].items()):
        return refuse("NWK-3.3.2", "refuse.no_task_force", ref(key), unit=ref(key))
    return None


# rule: NWK-3.3.2
def why_not_together(state: KoreaState, units: tuple[int, ...]) -> Refusal | None:
    """Why some battalions do not make a task force."""
    counters = [state.board.units[key] for key in units]
    force = force_of(counters[0])
    fits = (
        len({state.units[key].hex for key in units}) == 1
        and all(force_of(one) == force for one in counters)
        and Tally(one.kind for one in counters) == Tally(NEEDED[force])
    )
    return None if fits else refuse("NWK-3.3.2", "refuse.wrong_battalions", *refs(units))


def battalions(state: KoreaState, seat: str) -> SomeOf | None:
    """Battalions that can form a task force together; nothing where none can."""
    marines = [key for key in on_board(state, seat) if state.board.units[key].branch == MARINES]
    able = [key for key in marines if why_not_form(state, seat, key) is None]
    first = _first(state, able)
    return pick_some(
        "piece",
        marines,
        lambda key: why_not_form(state, seat, key),
        least=SIZE,
        most=SIZE,
        check=lambda units: why_not_together(state, units),
        default=first,
    )


def _first(state: KoreaState, able: list[int]) -> tuple[int, ...]:
    """A selection that fits, if there is one."""
    for place in sorted({state.units[key].hex for key in able}):
        for force, needed in NEEDED.items():
            here = [k for k in able if state.units[k].hex == place and force_of(state.board.units[k]) == force]
            picked = [k for kind, n in needed.items() for k in [x for x in here if _kind(state, x) == kind][:n]]
            if len(picked) == SIZE:
                return tuple(sorted(picked))
    return ()


def _kind(state: KoreaState, key: int) -> str:
    return state.board.units[key].kind


def why_nobody(state: KoreaState, seat: str) -> Refusal | None:
    """Why no task force can be formed now."""
    marines = [key for key in on_board(state, seat) if state.board.units[key].branch == MARINES]
    if any(why_not_form(state, seat, key) is None for key in marines):
        return None
    return refuse("NWK-3.3.2", "refuse.no_task_force_now")


def _markers(rows: list[Unit]) -> dict[str, Any]:
    """What the markers of battalions come to where they are one unit: the worst of each kind."""
    # rule: NW-27.3.1.a
    strike = max(row.strike for row in rows)
    # rule: NW-20.2.3.b
    targeted, detected = max(row.targeted for row in rows), any(row.detected for row in rows)
    # rule: NW-19.5.a
    hunger = {"unsupplied": any(row.unsupplied for row in rows), "emergency": any(row.emergency for row in rows)}
    # rule: NW-19.7.2.b
    isolated = any(row.isolated for row in rows)
    return {"strike": strike, "targeted": targeted, "detected": detected, "isolated": isolated, **hunger}


# rule: NWK-3.3.2
def form(d: Draft[KoreaState], units: tuple[int, ...]) -> None:
    """Put a task force in the place of its battalions, for good; it fares no better than the worst of them."""
    state = d.now
    place, force = state.units[units[0]].hex, force_of(state.board.units[units[0]])
    key, rows = _counter(state, force), [state.units[one] for one in units]
    for one in units:
        d.put("units", one, Unit(box=UNUSED))
    d.put(
        "units",
        key,
        Unit(
            hex=place,
            steps=state.board.units[key].steps,
            moved=any(row.moved for row in rows),
            carried=any(row.carried for row in rows),
            landed=any(row.landed for row in rows),
            by_air=all(row.by_air for row in rows),
            assault=all(row.assault for row in rows),
            spent=max(row.spent for row in rows),
            **_markers(rows),
        ),
    )
    d.log("log.task_force", "NWK-3.3.2", ref(key), at(place), *refs(units), unit=ref(key), place=at(place))
