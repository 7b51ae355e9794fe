"""Chapter 9.3, action 3, step 3: battleships and cruisers fire at the shore before the troops fight."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.amphibious import is_open
from sandtable.games.axisallies.rules.combat.fire import Shot, inflict, salvo
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, attackers, battle_of, kind_of, place_of
from sandtable.games.axisallies.rules.spaces.spaces import type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.kernel import Draft, Refusal, SomeOf, refuse


# rule: AA-9.3.bombard.condition, AA-9.3.amphib.sea.none, AA-9.3.unescorted.counts
def why_no_bombardment(state: GlobalState, key: int) -> Refusal | None:
    """Why a ship may not bombard the territory under assault."""
    unit, battle = state.units.get(key), battle_of(state)
    rule = "AA-9.3.bombard.condition"
    if unit is None or unit.owner != battle.attacker or not type_of(state, unit).bombards_at:
        return refuse(rule, "refuse.cannot_bombard", piece(key), kind=kind_of(state, key))
    if unit.at not in [state.units[one].origin for one in _landed(state)]:
        return refuse(rule, "refuse.no_landing_from_there", piece(key), zone=place(unit.at))
    # rule: AA-9.3.bombard.once
    if unit.bombarded:
        return refuse("AA-9.3.bombard.once", "refuse.has_bombarded", piece(key), kind=kind_of(state, key))
    # To have decided on a battle is combat, even where the submarines dived before anybody fired.
    sea = state.battles.get(unit.at)
    if sea is not None and not sea.ignore:
        return refuse(rule, "refuse.fought_at_sea", piece(key), zone=place(unit.at))
    return None


def _landed(state: GlobalState) -> tuple[int, ...]:
    return tuple(key for key in attackers(state, place_of(state)) if state.units[key].landed)


def ships(state: GlobalState) -> tuple[int, ...]:
    """The ships that may bombard now, the biggest guns first."""
    found = [
        key
        for zone in battle_of(state).zones
        for key, _ in units_at(state, zone)
        if why_no_bombardment(state, key) is None
    ]
    return tuple(sorted(found, key=lambda key: (-type_of(state, state.units[key]).bombards_at, key)))


# rule: AA-9.3.bombard.limit
def limit(state: GlobalState) -> int:
    """At most one ship for each unit that came ashore."""
    return len(_landed(state))


def _is_plain(state: GlobalState) -> bool:
    """Whether there is nothing to decide: room for every ship, and no other assault that needs one of them."""
    at, zones = place_of(state), battle_of(state).zones
    others = [b for key, b in state.battles.items() if key != at and is_open(state, key) and b.kind == "land"]
    return len(ships(state)) <= limit(state) and not any(zone in b.zones for b in others for zone in zones)


def asked(state: GlobalState) -> tuple[str, ...]:
    return (battle_of(state).attacker,) if ships(state) and not _is_plain(state) else ()


# rule: AA-9.3.bombard.roll, AA-10.battleship.bombard, AA-10.cruiser.bombard
def fire(d: Draft[GlobalState], chosen: tuple[int, ...]) -> None:
    shots = [Shot(type_of(d.now, d.now.units[key]).bombards_at, "any") for key in chosen]
    hits = salvo(d, ATTACKER, shots, "AA-9.3.bombard.roll")
    for key in chosen:
        d.edit("units", key, bombarded=True, fought=True)
    inflict(d, DEFENDER, hits)


def begin(d: Draft[GlobalState]) -> None:
    if ships(d.now) and _is_plain(d.now):
        fire(d, ships(d.now))


def ship_choice(state: GlobalState, who: str) -> SomeOf:
    able, most = ships(state), limit(state)

    def why(key: int) -> Refusal | None:
        return why_no_bombardment(state, key)

    return SomeOf("piece", able, most=most, why=why, default=tuple(sorted(able[:most])))
