"""Chapter 9.3, action 1: Japan's kamikaze attacks on an Allied fleet off its islands."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.assignment import hits_left
from sandtable.games.axisallies.rules.combat.casualties import damage, lose
from sandtable.games.axisallies.rules.combat.fire import SIDES
from sandtable.games.axisallies.rules.combat.sides import kind_of
from sandtable.games.axisallies.rules.spaces.spaces import type_of, units_at
from sandtable.games.axisallies.rules.turns.order import restless
from sandtable.games.axisallies.rules.turns.powers import at_war, piece, place, seat
from sandtable.games.axisallies.rules.units.carriers import scatter
from sandtable.kernel import Draft, Ref, Refusal, refuse


def _chart(state: GlobalState, word: str) -> str | int:
    value: str | int = state.board.tables["charts"]["kamikaze"][word]
    return value


# rule: AA-9.3.kamikaze.where, AA-9.3.kamikaze.trigger
def zones(state: GlobalState) -> tuple[int, ...]:
    """The zones with the kamikaze symbol in which the power whose turn it is attacks or lands from."""
    found: dict[int, None] = {}
    for at, battle in state.battles.items():
        if not battle.ignore:
            found.update(dict.fromkeys(battle.zones or (at,)))
    return tuple(zone for zone in sorted(found) if state.board.spaces[zone].kamikaze)


# rule: AA-9.3.kamikaze.who
def asked(state: GlobalState) -> tuple[str, ...]:
    japan = str(_chart(state, "power"))
    if not at_war(state, japan, state.active) or not state.powers[japan].kamikazes:
        return ()
    return (japan,) if targets(state) else ()


# rule: AA-10.sea.general
def why_not_target(state: GlobalState, key: int) -> Refusal | None:
    """Why a ship may not be the target of a kamikaze attack."""
    unit = state.units.get(key)
    if unit is None or unit.owner != state.active or not type_of(state, unit).surface_warship:
        return refuse("AA-9.3.kamikaze.declare", "refuse.kamikaze_target", piece(key), kind=kind_of(state, key))
    if unit.at not in zones(state):
        return refuse("AA-9.3.kamikaze.where", "refuse.kamikaze_zone", piece(key), zone=place(unit.at))
    return None


# rule: AA-9.3.kamikaze.declare
def targets(state: GlobalState) -> tuple[int, ...]:
    """The surface warships of the attacking fleet in those zones."""
    return tuple(key for zone in zones(state) for key, _ in units_at(state, zone) if why_not_target(state, key) is None)


def announce(d: Draft[GlobalState], target: int) -> None:
    unit = d.now.units[target]
    d.edit("units", target, kamikazes=unit.kamikazes + 1)
    d.edit("powers", d.seat, kamikazes=d.now.powers[d.seat].kamikazes - 1)
    d.log(
        "log.kamikaze_announced",
        "AA-9.3.kamikaze.declare",
        piece(target),
        kind=Ref("kind", unit.kind),
        place=place(unit.at),
    )


# rule: AA-9.3.kamikaze.resolve
def strike(d: Draft[GlobalState]) -> None:
    """Roll for every attack that was announced; a hit counts at once."""
    need = int(_chart(d.now, "hit_on"))
    for key in [key for key in restless(d.now) if d.now.units[key].kamikazes]:
        unit = d.now.units[key]
        roll = d.roll("roll.kamikaze", SIDES, unit.kamikazes, need)
        hits = sum(face <= need for face in roll.faces)
        d.edit("units", key, kamikazes=0)
        d.log(
            "log.kamikaze",
            "AA-9.3.kamikaze.resolve",
            by=str(_chart(d.now, "power")),
            rolls=[roll],
            power=seat(unit.owner),
            kind=Ref("kind", unit.kind),
            place=place(unit.at),
            hits=hits,
        )
        _silence(d, unit.at)
        if hits:
            scatter(d, key)
        if hits >= hits_left(d.now, key):
            lose(d, (key,), "AA-9.3.kamikaze.resolve")
        elif hits:
            damage(d, key)


# rule: AA-9.3.kamikaze.no-bombard
def _silence(d: Draft[GlobalState], zone: int) -> None:
    """No ship bombards a shore from a zone in which there was a kamikaze attack."""
    for key, unit in tuple(units_at(d.now, zone)):
        if unit.owner == d.now.active and type_of(d.now, unit).bombards_at:
            d.edit("units", key, bombarded=True)
