"""Fire support: who may call for which mission, on which card, and with how many cards (7.16.1, 7.16.2, 7.16.5)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.fieldsoffire.model import (
    INCOMING,
    OFF_MAP,
    PATROL,
    PENDING,
    SIGNAL,
    SMOKE,
    TARGET,
    FieldsState,
)
from sandtable.games.fieldsoffire.rules.combat.directions import faces, sees_part
from sandtable.games.fieldsoffire.rules.command.nets import (
    AIR_CTL,
    ARTY_FD,
    BN_TAC,
    CO_TAC,
    MTR_FD,
    hub,
    why_not_off_map,
    why_not_on_company_net,
)
from sandtable.games.fieldsoffire.rules.sequence.standing import is_silent
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card, presences
from sandtable.games.fieldsoffire.rules.urban.areas import block_of, is_town
from sandtable.games.fieldsoffire.rules.vehicles.sections import can_be_called
from sandtable.games.fieldsoffire.scenario.ground import COMPOUND, around, distance
from sandtable.games.fieldsoffire.scenario.missions import UNLIMITED, Support, agency_class
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT, HQ_CO, HQ_PLATOON, VEHICLE, UnitType
from sandtable.kernel import Modifier, Ref, Refusal, refuse

HE, WP, SMOKE_ROUNDS, ILLUM, TOT, FPF, CAS, NAPALM = "HE", "WP", "Smoke", "Illum", "TOT", "FPF", "CAS", "Napalm"
GUNSHIPS = "Gunships"
"""Attack helicopters."""
AIR = (CAS, NAPALM, GUNSHIPS)
"""Missions that aircraft fly."""
SCREENING = (WP, SMOKE_ROUNDS)
"""Missions that may be called on cards without spotted enemies."""
OWN_NET = {"arty_fo": ARTY_FD, "mortar_fo": MTR_FD, "fac": AIR_CTL}
COLOURS = ("red_smoke", "green_smoke", "purple_smoke", "yellow_smoke")
FLARES = ("red_parachute", "red_cluster", "green_parachute", "green_cluster")


def table(state: FieldsState) -> dict[str, Support]:
    """The mission's fire support by its name."""
    return {row.key: row for row in state.board.mission.support}


# rule: FF-7.16.1.b
def role(kind: UnitType) -> str:
    """The column of the fire support table in which a kind of unit is listed; empty where in none."""
    if kind.kind == HQ_CO:
        return "co_hq"
    if kind.kind == HQ_PLATOON:
        return "plt_hq"
    for ending, name in (("arty_fo", "arty_fo"), ("mtr_fo", "mortar_fo"), ("fac", "fac")):
        if kind.id.endswith(ending):
            return name
    return ""


def left(state: FieldsState, row: Support) -> int:
    """Missions of a kind that are left."""
    return state.support.get(row.key, row.missions)


# rule: FF-7.16.1.b, FF-4.2.4i
def why_not_observe(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot call for fire at all: not in good order, or in no column of the table."""
    me = Ref("unit", key)
    name = role(state.board.types[key])
    if not any(name in row.draws for row in state.board.mission.support):
        return refuse("FF-7.16.1.b", "refuse.no_observer", me, unit=me)
    # rule: FF-10.8.6
    if not is_good_order(state, key) and state.board.types[key].kind != AIRCRAFT:
        return refuse("FF-7.16.1.b", "refuse.not_in_good_order", me, unit=me)
    return None


# rule: FF-7.16.1.b
def why_not_mission(state: FieldsState, key: int, name: str) -> Refusal | None:
    """Why an observer cannot call this mission: none left, no draw listed for him, or nobody hears him."""
    me, row = Ref("unit", key), table(state).get(name)
    if row is None or row.type == FPF:  # rule: FF-7.16.2.D
        return refuse("FF-7.16.2.D", "refuse.no_such_mission", me, mission=name)
    if role(state.board.types[key]) not in row.draws:
        return refuse("FF-7.16.1.b", "refuse.no_observer", me, unit=me)
    if left(state, row) < 1:
        return refuse("FF-7.16.1.b", "refuse.no_mission_left", me, mission=name, left=0)
    if row.type == GUNSHIPS and not can_be_called(state):  # rule: FF-10.8.5
        return refuse("FF-10.8.5", "refuse.section_in_play", me)
    if is_silent(state, row.agency):
        return refuse("FF-3.1.a", "refuse.agency_displacing", me, agency=row.agency)
    return why_not_heard(state, key)


# rule: FF-7.16.1.c, FF-7.16.1.f
def why_not_heard(state: FieldsState, key: int) -> Refusal | None:
    """Why the guns do not hear an observer: each has his own net for every agency, platoons go through the company."""
    name = role(state.board.types[key])
    if name in OWN_NET:  # rule: FF-7.16.1.c2
        return why_not_off_map(state, key, OWN_NET[name])
    # rule: FF-7.16.1.c1
    if name == "co_hq":
        return why_not_off_map(state, key, BN_TAC)
    if is_company_away(state):
        return why_not_off_map(state, key, CO_TAC)
    no = why_not_on_company_net(state, hub(state), key) if hub(state) else None
    if no is not None or not hub(state):
        me = Ref("unit", key)
        return no or refuse("FF-7.16.1.c1", "refuse.no_hub", me, unit=me)
    return why_not_off_map(state, hub(state), BN_TAC)


# rule: FF-7.16.1.c1, FF-2.6.1.a
def is_company_away(state: FieldsState) -> bool:
    """Whether the company headquarters takes no part in a patrol, and passes its calls on from off the map."""
    heads, units = state.board.of_kind.get(HQ_CO, ()), state.units
    return state.board.mission.type == PATROL and any(key in units and units[key].box == OFF_MAP for key in heads)


# rule: FF-13.4.2.c
def shows_enemy(state: FieldsState, key: int, card: int) -> bool:
    """Whether an observer sees what a card is fired at for: in a town one of the enemies, of a compound the walls."""
    if not is_town(state, card) or block_of(state, card).kind == COMPOUND:
        return True
    return faces(state, key, card)


# rule: FF-7.16.1.c, FF-7.16.1.d
def why_not_target(state: FieldsState, key: int, name: str, card: int) -> Refusal | None:
    """Why a card is no target: out of sight, without a spotted enemy, or for aircraft without a mark.

    Smoke and phosphorus may fall anywhere in sight, light on any card that lies face up.
    """
    row, there = table(state)[name], Ref("place", card)
    if row.type == ILLUM:  # rule: FF-7.16.2.E
        if state.cards[card].terrain:
            return None
        return refuse("FF-7.16.2.E", "refuse.face_down", there, card=there)
    if not sees_part(state, key, card):
        return refuse("FF-7.16.1.c", "refuse.not_in_sight", Ref("unit", key), there, card=there)
    # rule: FF-7.16.1.a, FF-7.16.2.C
    if row.type not in SCREENING and not (is_valid(state, card) and shows_enemy(state, key, card)):
        return refuse("FF-7.16.1.a", "refuse.nobody_spotted", there, card=there)
    if row.type in AIR and not is_marked(state, card):  # rule: FF-7.16.2.G
        return refuse("FF-7.16.2.G", "refuse.no_mark", there, card=there)
    return None


# rule: FF-7.16.1.a
def is_valid(state: FieldsState, card: int) -> bool:
    """Whether a card has a spotted enemy, or is an empty one that a spotted vehicle is expected to enter."""
    present = on_card(state, card)
    if any(not state.units[one].unspotted for one in present.enemy):
        return True
    return not present.is_occupied and _is_expected(state, card)


# rule: FF-7.16.1.e
def _is_expected(state: FieldsState, card: int) -> bool:
    """Whether a spotted enemy vehicle stands next to a card."""
    near = [one for there in around(card) for one in on_card(state, there).enemy]
    return any(state.board.types[one].kind == VEHICLE and not state.units[one].unspotted for one in near)


# rule: FF-7.16.2.G, FF-7.16.2.G.a, FF-7.16.2.G.b
def is_marked(state: FieldsState, card: int) -> bool:
    """Whether a pilot finds the target: phosphorus on it, even still to come, or colour on the nearest friends.

    Who flies marks no line of friends.
    """
    for marker in state.markers.values():
        if marker.at == card and marker.kind in (PENDING, INCOMING, SMOKE) and marker.form == WP:
            return True
    kinds = state.board.types
    friends = [
        at for at, found in presences(state).items() if any(kinds[one].kind != AIRCRAFT for one in found.friendly)
    ]
    nearest = min((distance(at, card) for at in friends), default=-1)
    near = [at for at in friends if distance(at, card) == nearest]
    return any(
        marker.kind == SIGNAL and marker.form in (*COLOURS, *FLARES) and marker.at in near
        for marker in state.markers.values()
    )


# rule: FF-7.16.5, FF-7.16.5.b, FF-4.2.4i
def target_modifiers(state: FieldsState, row: Support, card: int) -> Iterator[Modifier]:
    """One card more on the card with the agency's own target marker."""
    if any(one.kind == TARGET and one.form == row.agency and one.at == card for one in state.markers.values()):
        yield Modifier("FF-7.16.5.b", "modifier.registered", 1)


# rule: FF-7.16.2.B, FF-7.16.2.B.b
def can_spread(state: FieldsState, row: Support) -> bool:
    """Whether the whole battalion may fire: artillery only, and only where the briefing has it."""
    return state.board.mission.battalion and agency_class(row.agency) == "artillery" and row.type not in AIR


def is_unlimited(row: Support) -> bool:
    """Whether a row never runs out."""
    return row.missions >= UNLIMITED
