"""Rules 20.1.3 and 20.2: what special forces can be sent against."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.nextwar.model import KoreaState, Operation, enemy
from sandtable.games.nextwar.rules.air_defences.network import TRACKS
from sandtable.games.nextwar.rules.air_war.ranges import is_open_to
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.detection.spotting import is_detected
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.scenarios import raids
from sandtable.games.nextwar.rules.terms.stacks import on_board, there
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.counters import HQ
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import INSTALLATIONS, is_hex
from sandtable.kernel import OneOf, Refusal, derived, pick, refuse

RAID, INTERDICTION, TARGETING, RECON, TRACK = "raid", "interdiction", "targeting", "recon", "track"
MISSIONS = (RAID, INTERDICTION, TARGETING, RECON, TRACK)
AIMED = (RAID, TARGETING)
"""Missions against a unit or a work, as their player says."""
ONCE = (RAID, INTERDICTION, RECON)
"""Missions that a target suffers once in a turn."""
UNIT, AIRFIELD, INSTALLATION = "unit", "airfield", "installation"
DEPOT, MSU = "depot", "msu"
FEATURES = (*INSTALLATIONS, AIRFIELD)
RAIDED = (HQ, DEPOT, MSU)
"""Units that can be raided."""
CHART = "advanced/sof_combat"
NEAR = 2
NO_TARGET = ("refuse.no_interdiction", "refuse.no_installation", "refuse.nobody_there")


# -- where -----------------------------------------------------------------------------------------------------------


# rule: NW-20.1.3.a
@derived("units", "helicopters", "ships")
def guarded(state: KoreaState, side: str) -> frozenset[int]:
    """Hexes so near to a unit of a side that its own special forces do not work there."""
    korea = state.board
    bases = [unit.hex for key, unit in state.helicopters.items() if korea.helicopters[key].side == side]
    ships = [ship.hex for key, ship in state.ships.items() if korea.ships[key].side == side]
    stand = {state.units[key].hex for key in on_board(state, side)} | set(bases) | set(ships)
    return frozenset(h for place in filter(is_hex, stand) for h in korea.map.within(place, NEAR))


# rule: NW-20.1.3.a
def why_too_near(state: KoreaState, side: str, place: int) -> Refusal | None:
    """Why a side's own units keep its special forces out of a place; in the first turn they do not."""
    if state.turn > 1 and place in guarded(state, side):
        return refuse("NW-20.1.3.a", "refuse.own_units_near", at(place), place=at(place))
    return None


# rule: NWK-11.2.3
def why_out_of_bounds(state: KoreaState, place: int) -> Refusal | None:
    """Why nobody goes on a mission to a place: it lies in Japan."""
    if is_open_to(state, place):
        return None
    return refuse("NWK-11.2.3", "refuse.no_missions_there", at(place), place=at(place))


def terrain(state: KoreaState, place: int) -> str:
    """The row of the table for the ground of a place."""
    return str(chart(CHART)["terrain"][state.board.terrain(place)])


# -- what ------------------------------------------------------------------------------------------------------------


# rule: NW-20.2.1.a, NW-20.2.1.e, NW-20.2.2.a
def is_spent(state: KoreaState, wanted: Operation) -> bool:
    """Whether the very same target has had such a mission in this turn, or will have it."""
    return wanted.mission in ONCE and any(
        (other.side, other.mission, other.aim, other.place, other.unit)
        == (wanted.side, wanted.mission, wanted.aim, wanted.place, wanted.unit)
        for other in state.operations.values()
    )


def _why_spent(state: KoreaState, wanted: Operation) -> Refusal | None:
    if not is_spent(state, wanted):
        return None
    rule = "NW-20.2.2.a" if wanted.mission == RECON else "NW-20.2.1.a"
    return refuse(rule, "refuse.operation_repeated", at(wanted.place), place=at(wanted.place))


# rule: NW-20.1.3.c, NW-20.1.3.e, NW-20.1.3.b
def why_not_work(state: KoreaState, side: str, mission: str, feature: str, place: int) -> Refusal | None:
    """Why an airfield or installation is no target: it must be the enemy's, and not destroyed."""
    # rule: NWK-11.2.3
    if (no := why_out_of_bounds(state, place)) is not None:
        return no
    if feature not in state.board.ground[place].features or controller(state, place) != enemy(side):
        return refuse("NW-20.1.3.c", "refuse.no_installation", at(place), place=at(place))
    # rule: NW-27.2.b
    if installations.is_destroyed(state, place, feature):
        return refuse("NW-27.2.b", "refuse.destroyed_already", at(place), place=at(place))
    # rule: NW-20.1.3.a, NW-20.2.1.a
    return why_too_near(state, side, place) or _why_spent(state, Operation(side, "", mission, feature, place))


# rule: NW-20.1.3.c, NWT-SOF
def kind(state: KoreaState, key: int) -> str:
    """What the table calls a unit: a headquarters, a depot, a mobile supply unit, or simply a unit."""
    counter = state.board.units[key]
    if counter.is_supply:
        return MSU if state.units[key].mobile else DEPOT
    return HQ if counter.is_hq else UNIT


# rule: NW-20.1.3.b, NW-20.1.3.c
def why_not_unit(state: KoreaState, side: str, mission: str, key: int) -> Refusal | None:
    """Why a unit is no target of a mission."""
    counter, place = state.board.units[key], state.units[key].hex
    if counter.side == side or not state.board.ground[place].is_land:
        return refuse("NW-20.1.3.b", "refuse.no_enemy_unit", ref(key), unit=ref(key))
    if mission == RAID and kind(state, key) not in RAIDED:
        return refuse("NW-20.1.3.c", "refuse.not_raided", ref(key), unit=ref(key))
    # rule: NWK-11.2.3
    if (no := why_out_of_bounds(state, place)) is not None:
        return no
    # rule: NW-20.1.3.f
    if mission == RECON and is_detected(state, key):
        return refuse("NW-20.1.3.f", "refuse.detected_already", ref(key), unit=ref(key))
    # rule: NW-20.1.3.e, NW-20.1.3.c
    if mission in AIMED and not is_detected(state, key) and not is_looked_for(state, side, key):
        return refuse("NW-20.1.3.e", "refuse.unit_not_detected", ref(key), unit=ref(key))
    # rule: NW-20.1.3.a, NW-20.2.1.a
    return why_too_near(state, side, place) or _why_spent(state, Operation(side, "", mission, UNIT, place, key))


# rule: NW-20.1.2, NW-20.2.2.b
def is_looked_for(state: KoreaState, side: str, key: int) -> bool:
    """Whether a reconnaissance of this phase may still find a unit: others can be sent along in that hope."""
    rows = state.operations.values()
    return any(row.side == side and row.mission == RECON and row.unit == key and not row.done for row in rows)


# rule: NW-20.2.1.b
def why_not_hex(state: KoreaState, side: str, place: int) -> Refusal | None:
    """Why a hex cannot be interdicted: it must be the enemy's, in woods, highland or mountain."""
    ground = state.board.ground[place]
    fits = ground.is_land and INTERDICTION in chart(CHART)[RAID][terrain(state, place)]
    if not fits or controller(state, place) != enemy(side):
        return refuse("NW-20.2.1.b", "refuse.no_interdiction", at(place), place=at(place))
    # rule: NW-20.1.3.a, NW-20.2.1.a
    return why_too_near(state, side, place) or _why_spent(state, Operation(side, "", INTERDICTION, "", place))


# -- choices ---------------------------------------------------------------------------------------------------------


def why_not_there(state: KoreaState, side: str, mission: str, aim: str, place: int) -> Refusal | None:
    """Why a place has no target for a mission."""
    if mission == INTERDICTION:
        return why_not_hex(state, side, place)
    if mission == RECON or aim == UNIT:
        noes: list[Refusal] = []
        for key in there(state, place):
            if (no := why_not_unit(state, side, mission, key)) is None:
                return None
            noes.append(no)
        if noes:
            return replace(noes[0], is_dead_end=True)  # the unit that is named says it better
        return refuse("NW-20.1.3.b", "refuse.nobody_there", at(place), place=at(place))
    return why_not_work(state, side, mission, aim, place)


def candidates(state: KoreaState, side: str, mission: str, aim: str) -> Iterable[int]:
    """Places that are worth a look."""
    if mission == INTERDICTION:
        return state.board.grid.hexes
    if mission == RECON or aim == UNIT:
        return {state.units[key].hex for key in on_board(state, enemy(side))}
    return state.board.featured(aim)


def places(state: KoreaState, seat: str, nation: str, mission: str, aim: str | None = None) -> OneOf | None:
    """Where a mission can be carried out; the track is nowhere."""
    if mission == TRACK:
        return None
    found = candidates(state, seat, mission, aim or "")
    return pick("place", found, lambda place: why_not_there(state, seat, mission, aim or "", place))


# rule: NW-20.1.3.b
def aims(state: KoreaState, seat: str, nation: str, mission: str) -> OneOf | None:
    """What a raid or a targeting mission is for."""
    if mission not in AIMED:
        return None
    found = [aim for aim in (UNIT, *FEATURES) if _is_possible(places(state, seat, nation, mission, aim))]
    return OneOf("aim", found, lambda aim: _why_nowhere(state, seat, mission, str(aim)))


def units(state: KoreaState, seat: str, nation: str, mission: str, aim: str | None, place: int | None) -> OneOf | None:
    """Which unit of a place it is for."""
    if not place or (mission != RECON and aim != UNIT):
        return None
    return pick("piece", there(state, place), lambda key: why_not_unit(state, seat, mission, key))


# rule: NW-20.1.3.d, NW-20.2.4
def has_track(state: KoreaState, side: str) -> bool:
    """Whether the enemy has a detection track; his missiles and guns are no targets, and it can be tried again."""
    return enemy(side) in state.networks


def missions(state: KoreaState, seat: str, nation: str) -> OneOf:
    """What a marker can be sent to do."""
    found = [TRACK] if has_track(state, seat) else []
    found += [mission for mission in (INTERDICTION, RECON) if _is_possible(places(state, seat, nation, mission))]
    found += [mission for mission in AIMED if _is_possible(aims(state, seat, nation, mission))]
    found = [mission for mission in found if raids.why_not(state, seat, mission) is None]
    return OneOf("mission_of_forces", found, lambda mission: _why_none(state, seat, str(mission)))


def _why_nowhere(state: KoreaState, side: str, mission: str, aim: str) -> Refusal | None:
    """Why a mission has no target anywhere: what forbids one that would be a target, or else any."""
    found = [why_not_there(state, side, mission, aim, place) for place in sorted(candidates(state, side, mission, aim))]
    noes = [no for no in found if no is not None]
    best = next((no for no in noes if no.key not in NO_TARGET), noes[0] if noes else None)
    return replace(best, is_dead_end=True) if best else None


def _why_none(state: KoreaState, side: str, mission: str) -> Refusal | None:
    if (no := raids.why_not(state, side, mission)) is not None:
        return no
    # rule: NW-20.1.3.d
    if mission in TRACKS:
        return refuse("NW-20.1.3.d", "refuse.radar_alone")
    if mission not in AIMED:
        return _why_nowhere(state, side, mission, "") if mission in (INTERDICTION, RECON) else None
    return next((no for aim in (UNIT, *FEATURES) if (no := _why_nowhere(state, side, mission, aim))), None)


def _is_possible(choice: OneOf | None) -> bool:
    return choice is not None and choice.is_possible()
