"""Chapter 9.3, action 3: troops go ashore once the sea is clear."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import place, seat
from sandtable.kernel import Draft


def is_open(state: GlobalState, at: int) -> bool:
    """Whether a battle is still to be resolved in a space."""
    battle = state.battles.get(at)
    return battle is not None and not battle.over and not battle.ignore and battle.kind != "raid"


# rule: AA-9.3.amphib.steps, AA-9.3.amphib.sea.all
def seas_to_clear(state: GlobalState, at: int) -> tuple[int, ...]:
    """The zones an assault comes from in which the sea battle must be fought first."""
    return tuple(zone for zone in state.battles[at].zones if is_open(state, zone))


# rule: AA-9.3.amphib.land.when, AA-9.2.amphib.hostile-zone
def is_clear(state: GlobalState, zone: int, power: str) -> bool:
    """Whether troops can land from a zone: no battle to fight, no enemy surface warship, nothing scrambled."""
    if is_open(state, zone):
        return False
    return not any(
        is_foe(state, power, unit) and (type_of(state, unit).surface_warship or unit.task == "scramble")
        for _, unit in units_at(state, zone)
    )


def landing_force(state: GlobalState, at: int) -> tuple[int, ...]:
    """The troops aboard ships that can go ashore in a territory now, by id; ships that retreated bring nobody."""
    battle = state.battles[at]
    return tuple(
        key
        for zone in battle.zones
        if is_clear(state, zone, battle.attacker)
        for key, unit in units_at(state, zone)
        if unit.owner == battle.attacker and unit.aboard and unit.task == "assault" and unit.target == at
    )


# rule: AA-9.3.amphib.resolve, AA-10.transport.assault
def go_ashore(d: Draft[GlobalState], at: int) -> None:
    """Land the troops of an assault; their transports are done for this turn."""
    troops = landing_force(d.now, at)
    for key in troops:
        unit = d.now.units[key]
        # rule: AA-10.transport.end-after-unload
        d.edit("units", unit.aboard, unloaded=True, moved=True)
        # rule: AA-9.3.multi.transport-land, AA-9.3.amphib.resolve
        d.edit("units", key, aboard=0, at=at, origin=unit.at, landed=True, moved=True, task="assault", target=0)
    if troops:
        power = d.now.battles[at].attacker
        d.log("log.went_ashore", "AA-9.3.amphib.resolve", power=seat(power), place=place(at), count=len(troops))


def stay_aboard(d: Draft[GlobalState], at: int) -> None:
    """Troops of an assault that came to nothing stay on their ships."""
    for zone in d.now.battles[at].zones:
        for key, unit in tuple(units_at(d.now, zone)):
            if unit.aboard and unit.task == "assault" and unit.target == at:
                d.edit("units", key, task="", target=0)
