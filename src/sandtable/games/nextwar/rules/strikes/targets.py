"""Rules 23.4 and 23.4.3: what can be struck, and the column of the strike table for it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.nextwar.model import ALLIED, DPRK, HOME, KoreaState, Mission, enemy
from sandtable.games.nextwar.rules.air_defences.network import TRACKS
from sandtable.games.nextwar.rules.air_war.ranges import is_open_to
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.detection.spotting import is_detected
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import INSTALLATIONS, URBAN, WMD, is_hex
from sandtable.kernel import Refusal, dead_end, derived, refuse

UNIT, INTERDICTION, SCUD, BASES, WEASEL, SUPPORT = "unit", "interdiction", "scud", "bases", "weasel", "support"
TRANSPORT = "transport"
POINTS = "points"
"""How air points strike: they stay among the missions of the phase, so that nobody strikes their target twice."""
FEATURES = (*INSTALLATIONS, "airfield")
PLACED = (UNIT, INTERDICTION, *FEATURES)
"""What stands in a place."""
AIMS = (*PLACED, *TRACKS, SCUD, BASES)
NETWORK, HARDENED = "air_defense_track", "hardened"
TAKEN = "refuse.target_taken"
ROWS = {
    "marsh": "marsh_flat",
    "flat": "marsh_flat",
    "rough": "rough_roughwoods_flatwoods",
    "rough_woods": "rough_roughwoods_flatwoods",
    "flat_woods": "rough_roughwoods_flatwoods",
    "highland": "highland_highlandwoods",
    "highland_woods": "highland_highlandwoods",
    "mountain": "mountain",
    URBAN: URBAN,
}
INTERDICTION_ROWS = {
    "marsh": "marsh_open",
    "flat": "marsh_open",
    "rough": "rough_woods_roughwoods",
    "rough_woods": "rough_woods_roughwoods",
    "flat_woods": "rough_woods_roughwoods",
    "highland": "highland_highlandwoods",
    "highland_woods": "highland_highlandwoods",
    "mountain": "mountain",
}


# rule: NW-23.4.a, NWK-16.2.5.c
def aims(state: KoreaState, side: str) -> tuple[str, ...]:
    """What the air units of a side may strike at all in this scenario."""
    # rule: NWK-13.2.3
    scud = (SCUD,) if side == ALLIED and state.accounts[DPRK].scud else ()
    if state.tolls:
        return (*TRACKS, BASES, *(WMD if side == ALLIED else ()))
    return (*PLACED, *TRACKS, *scud)


# rule: NW-23.4.b
HELICOPTER_AIMS = (UNIT, INTERDICTION)


def places(state: KoreaState, side: str, aim: str) -> tuple[int, ...]:
    """The places that could be struck for an aim, before anybody asks who gets there."""
    if aim == UNIT:
        candidates: Iterable[int] = (h for h, holder in holders(state).items() if holder == enemy(side))
    elif aim == INTERDICTION:
        taken = {other.place for other in state.missions.values() if other.side == side and other.aim == aim}
        return tuple(h for h in country(state) if h not in taken) if taken else country(state)
    elif state.tolls:
        candidates = tuple(state.board.place(label) for label in chart("advanced/air_war")["sites"])
    else:
        candidates = state.board.featured(aim)
    return tuple(h for h in candidates if why_not_place(state, side, aim, h) is None)


def why_not_place(state: KoreaState, side: str, aim: str, place: int) -> Refusal | None:
    """Why a place is no target for an aim."""
    # rule: NWK-11.2.3
    if not is_open_to(state, place):
        return refuse("NWK-11.2.3", "refuse.no_missions_there", at(place), place=at(place))
    if aim == UNIT:
        noes = [why_not_unit(state, side, key) for key in there(state, place)]
        if None in noes:
            return None
        hidden = dead_end("NW-21.0", "refuse.not_detected", at(place), place=at(place))
        return next((replace(no, is_dead_end=True) for no in noes if no and no.key == TAKEN), hidden)
    if aim == INTERDICTION:
        return why_not_interdict(state, place) or _taken(state, side, aim, place, 0)
    ground = state.board.ground[place]
    # rule: NW-23.4.a, NW-21.1, NW-21.1.a
    if aim not in ground.features or ground.country != HOME[enemy(side)] or controller(state, place) == side:
        return refuse("NW-23.4.a", "refuse.no_installation", at(place), place=at(place))
    # rule: NW-27.2.b
    if installations.is_destroyed(state, place, aim):
        return refuse("NW-27.2.b", "refuse.destroyed_already", at(place), place=at(place))
    return _taken(state, side, aim, place, 0)


# rule: NW-23.4.4.a
def why_not_interdict(state: KoreaState, place: int) -> Refusal | None:
    """Why the ground of a place cannot be interdicted."""
    # rule: NWK-5.5.2
    if place in state.board.map.edges:
        return refuse("NWK-5.5.2", "refuse.no_interdiction", at(place), place=at(place))
    if not is_hex(place) or not state.board.ground[place].is_land or state.board.terrain(place) == URBAN:
        return refuse("NW-23.4.4.a", "refuse.no_interdiction", at(place), place=at(place))
    return None


@derived()
def country(state: KoreaState) -> tuple[int, ...]:
    """All hexes that could be interdicted: they never change."""
    hexes = state.board.grid.hexes
    return tuple(h for h in hexes if is_open_to(state, h) and why_not_interdict(state, h) is None)


def why_not_unit(state: KoreaState, side: str, key: int) -> Refusal | None:
    """Why a ground unit is no target."""
    # rule: NWK-5.5.1.b
    place = state.units[key].hex
    if state.board.units[key].side == side or not place or not state.board.ground[place].is_land:
        return refuse("NW-23.4.a", "refuse.no_enemy_unit", ref(key), unit=ref(key))
    if not is_detected(state, key):
        return refuse("NW-21.0", "refuse.unit_not_detected", ref(key), unit=ref(key))
    return _taken(state, side, UNIT, state.units[key].hex, key)


# rule: NW-23.2.a
def _taken(state: KoreaState, side: str, aim: str, place: int, unit: int) -> Refusal | None:
    """Why a map target gets no second mission in this phase."""
    for other in state.missions.values():
        if (other.side, other.aim, other.place, other.unit) == (side, aim, place, unit):
            return refuse("NW-23.2.a", TAKEN, at(place), place=at(place))
    return None


# -- the strike table ------------------------------------------------------------------------------------------------


# rule: NW-23.4.3, NWK-12.0, NWT-STRIKE.hardened
def is_hardened(state: KoreaState, aim: str, place: int, unit: int) -> bool:
    """Whether a target has its own row: a supreme headquarters, a depot, and in the DPRK all but ports."""
    if aim == UNIT:
        counter = state.board.units[unit]
        return counter.supreme or (counter.is_supply and not state.units[unit].mobile)
    return aim in INSTALLATIONS and aim != "port" and state.board.ground[place].country == DPRK


# rule: NWT-STRIKE.columns, NW-23.4.1.a
def row(state: KoreaState, mission: Mission) -> str:
    """The row of the strike table for the target of a mission."""
    if mission.aim in (*TRACKS, SCUD, WEASEL):
        return NETWORK
    if mission.aim == BASES:
        return ROWS[mission.terrain or "flat"]
    if is_hardened(state, mission.aim, mission.place, mission.unit):
        return HARDENED
    return ROWS[state.board.terrain(mission.place)]


# rule: NW-23.4.3.a, NWT-STRIKE.columns, NWT-INTERDICTION
def column(state: KoreaState, mission: Mission, value: str) -> str:
    """The column for a strike value, or for what else attacks; nothing where it cannot attack at all."""
    if mission.aim == INTERDICTION:
        columns = chart("advanced/interdiction")["terrain_columns"]
        found = columns[INTERDICTION_ROWS[state.board.terrain(mission.place)]].get(value)
    else:
        found = chart("advanced/strike")["columns_by_target"][row(state, mission)].get(value)
    return str(found) if found else ""
