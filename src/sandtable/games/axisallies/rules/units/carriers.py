"""Chapter 10: the aircraft of carriers in a battle take off before it and land again after it."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move.consent import CARRIERS, may_use
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, is_foe, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import are_allies, piece
from sandtable.kernel import Draft, Refusal, refuse
from sandtable.kernel.graph import matching


# rule: AA-10.carrier.damaged
def is_trapped(state: GlobalState, key: int) -> bool:
    """Whether an aircraft sits on a carrier that is too damaged to let it take off."""
    unit = state.units[key]
    return bool(unit.aboard) and state.units[unit.aboard].damaged


# rule: AA-10.carrier.damaged
def why_not_leave_deck(state: GlobalState, key: int) -> Refusal | None:
    """Why an aircraft cannot take off from the ship it is on, if it is on one."""
    if not is_trapped(state, key):
        return None
    ship = piece(state.units[key].aboard)
    return refuse("AA-10.carrier.damaged", "refuse.deck_damaged", ship, unit=piece(key))


# rule: AA-10.carrier.air-defence, AA-10.carrier.damaged-defence, AA-10.carrier.damaged
def launch(d: Draft[GlobalState], at: int) -> None:
    """Aircraft on undamaged carriers of the defenders rise to defend; those on damaged ones are cargo.

    The attacker's own aircraft aboard rise when they were ordered to attack; guests of allies stay below.
    """
    power = d.now.battles[at].attacker
    for key, unit in tuple(units_at(d.now, at)):
        if not unit.aboard or type_of(d.now, unit).domain != "air":
            continue
        if unit.owner == power and unit.task == "attack":
            d.edit("units", key, aboard=0)
        elif is_foe(d.now, power, unit) and not is_trapped(d.now, key):
            d.edit("units", key, aboard=0, deck=unit.aboard)


# rule: AA-10.carrier.independent, AA-9.2.carrier.guests
def scatter(d: Draft[GlobalState], carrier: int) -> None:
    """A carrier is hit in its own turn: its own aircraft were in the air, guests and those it had trapped were not."""
    ship = d.now.units[carrier]
    for key in cargo_of(d.now).get(carrier, ()):
        if d.now.units[key].owner == ship.owner and not ship.damaged:
            d.edit("units", key, aboard=0)


# rule: AA-10.carrier.defender-landing, AA-10.tac.carrier
def recover(d: Draft[GlobalState], at: int) -> None:
    """Defending aircraft land on the carrier they came from, else on another one there; the rest are stranded.

    Where unlike aircraft of one power compete for the decks that are left, it chooses later which of them are saved.
    """
    flying = [key for key, unit in units_at(d.now, at) if unit.deck and not unit.aboard]
    for key in flying:
        home = d.now.units[key].deck
        if has_room(d.now, home, key):
            d.edit("units", key, aboard=home, deck=0)
    adrift = [key for key in flying if not d.now.units[key].aboard]
    decks = {key: _decks_for(d.now, key) for key in adrift}
    found = matching(decks, {ship: free_places(d.now, ship) for ships in decks.values() for ship in ships})
    askers = [d.now.units[key] for key in adrift if decks[key]]
    is_mixed = len({(unit.owner, unit.kind) for unit in askers}) > len({unit.owner for unit in askers})
    if is_mixed and len(found) < len(askers):
        return
    for key, ship in found.items():
        d.edit("units", key, aboard=ship, deck=0)


def _decks_for(state: GlobalState, key: int) -> list[int]:
    """The carriers in its zone that an aircraft could land on."""
    unit = state.units[key]
    return [
        other
        for other, ship in units_at(state, unit.at)
        if has_room(state, other, key) and may_use(state, unit.owner, ship.owner, CARRIERS, unit.at)
    ]


def free_places(state: GlobalState, carrier: int) -> int:
    """How many more aircraft a carrier can hold."""
    return type_of(state, state.units[carrier]).deck_room - len(cargo_of(state).get(carrier, ()))


def has_room(state: GlobalState, carrier: int, aircraft: int) -> bool:
    """Whether an aircraft can land on a carrier: friendly, undamaged, in the same zone, with a place free."""
    ship, plane = state.units.get(carrier), state.units[aircraft]
    if ship is None or ship.damaged or ship.at != plane.at or not are_allies(state, ship.owner, plane.owner):
        return False
    return free_places(state, carrier) > 0
