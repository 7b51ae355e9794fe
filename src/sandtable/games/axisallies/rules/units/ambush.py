"""Chapter 10: submarines that fire at transports passing without an escort."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import casualties
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, company, is_foe, type_of, units_at, units_of
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.kernel import Draft, Ref


# rule: AA-10.sub.transport-ambush
def lurking(state: GlobalState, power: str, zone: int) -> tuple[int, ...]:
    """Enemy submarines in a zone that could fire at a power's lone transports."""
    return tuple(
        key for key, unit in units_at(state, zone) if type_of(state, unit).surprise and is_foe(state, power, unit)
    )


def watch(d: Draft[GlobalState], ships: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Ask the owners of submarines along the way of transports without an escort, the first zone first."""
    if any(type_of(d.now, d.now.units[key]).surface_warship for key in ships):
        return
    prey = [key for key in ships if type_of(d.now, d.now.units[key]).hold]
    zones = [zone for zone in path if lurking(d.now, d.seat, zone) and not _is_escorted(d.now, d.seat, zone)]
    if not prey or not zones:
        return
    for key in prey:
        d.edit("units", key, passing=True)
    for zone in reversed(zones):
        d.call("ambush", zone)


def _is_escorted(state: GlobalState, power: str, zone: int) -> bool:
    return any(unit.owner == power and type_of(state, unit).surface_warship for _, unit in units_at(state, zone))


def prey_of(state: GlobalState) -> tuple[int, ...]:
    """The transports that are passing, those with the cheapest cargo first."""

    def worth(key: int) -> int:
        return sum(type_of(state, state.units[one]).cost for one in cargo_of(state).get(key, ()))

    found = [key for key in units_of(state, state.active, "sea") if state.units[key].passing]
    return tuple(sorted(found, key=lambda key: (worth(key), key)))


def pass_by(d: Draft[GlobalState]) -> None:
    """The last zone of the way lies behind them."""
    if sum(frame.at == "ambush" for frame in d.now.flow) == 1:
        for key in prey_of(d.now):
            d.edit("units", key, passing=False)


def hunters(state: GlobalState) -> tuple[str, ...]:
    """The owners of the submarines in the zone the frame is about, while there is still something to fire at."""
    zone = state.here.ref
    owners = dict.fromkeys(state.units[key].owner for key in lurking(state, state.active, zone))
    return tuple(owners) if prey_of(state) else ()


def question(state: GlobalState, seat: str) -> dict[str, Any]:
    """What the prompt says: whose transports pass where, with what aboard, and how many submarines lie there."""
    prey, zone = prey_of(state), state.here.ref
    own = [key for key in lurking(state, state.active, zone) if state.units[key].owner == seat]
    return {
        "power": Ref("seat", state.active),
        "place": place(zone),
        "count": len(prey),
        "cargo": sum(len(cargo_of(state).get(key, ())) for key in prey),
        "submarines": len(own),
    }


# rule: AA-10.sub.transport-ambush
def fire(d: Draft[GlobalState]) -> None:
    """Each submarine fires once at each transport; one transport is lost for each hit."""
    zone = d.here.ref
    subs = [key for key in lurking(d.now, d.now.active, zone) if d.now.units[key].owner == d.seat]
    prey = list(prey_of(d.now))
    kind = d.now.board.kinds["submarine"]
    need: int = effect(d.now, d.seat, "super_submarines").get("attack", 0) or kind.attack
    roll = d.roll("roll.ambush", 6, len(subs) * len(prey), need=need)
    hits = min(len(prey), sum(face <= need for face in roll.faces))
    d.log(
        "log.ambush",
        "AA-10.sub.transport-ambush",
        place(zone),
        rolls=[roll],
        zone=place(zone),
        hits=hits,
        units=tuple(piece(key) for key in prey),
        **company(d.now, prey),
    )
    casualties.lose(d, prey[:hits], "AA-10.sub.transport-ambush")
