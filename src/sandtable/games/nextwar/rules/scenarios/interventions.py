"""Korea, 16.2.1.2 and 15.14: the part of China and Japan in the war, and where armies of China enter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import DPRK, EVERYTHING, JAPAN, PRC, TO_COME, KoreaState
from sandtable.games.nextwar.rules.movement import control, stacking
from sandtable.games.nextwar.rules.scenarios import posture
from sandtable.games.nextwar.rules.terms.stacks import holders, points2
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.games.nextwar.scenario.ground import YELLOW_AT_SEA
from sandtable.kernel import Refusal, derived, refuse

EDGE = "00"
"""The last figures of the hexes along the northern edge."""


# rule: NWK-16.2.1.3.a
def turn_of(state: KoreaState, nation: str) -> int:
    """The turn by which a nation counts: one that was drawn in begins with its first."""
    first = state.entered.get(nation, 1)
    return state.turn - first + 1


# rule: NWK-16.2.2.g, NWK-16.2.3.g, NWK-16.2.4.g
def rows(state: KoreaState) -> tuple[Mapping[str, Any], ...]:
    """The lines of China's schedule that are due by now."""
    plan = (state.board.card.get("reinforcements") or {}).get(PRC, ())
    return tuple(row for row in plan if row["turn"] <= turn_of(state, PRC))


# rule: NWK-16.2.1.2.8, NWK-15.14
def comes(state: KoreaState, nation: str, what: str) -> bool:
    """Whether a nation sends a kind of forces: by its posture, or in the standard game by the option."""
    return posture.sends(state, nation, what) if state.board.is_advanced else True


# rule: NWK-15.8, NWK-15.10.f, NWK-16.2.1.2.6
def has_japanese_army(state: KoreaState) -> bool:
    """Whether ground forces of Japan come: by the option, or after the attack on Busan, if Japan sends everything."""
    return (state.board.settings.japanese_army or state.busan_lost) and comes(state, JAPAN, EVERYTHING)


# -- the armies of China ---------------------------------------------------------------------------------------------


# rule: NWK-16.2.2.g, NWK-16.2.1.2.6, NWK-15.14
def expected(state: KoreaState) -> tuple[int, ...]:
    """Units of China whose army is due and that still need a place."""
    if not comes(state, PRC, EVERYTHING):
        return ()
    armies = {name for row in rows(state) for name in row.get("formations", ())}
    counters = state.board.units
    return tuple(
        key
        for key, unit in state.units.items()
        if unit.box == TO_COME and counters[key].formation.removesuffix("GA") in armies
    )


# rule: NWK-15.14, NWK-7.3
def why_not_there(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a unit of China cannot enter in a hex: it crosses the northern edge, and not in a storm."""
    ground = state.board.ground[place]
    no = refuse("NWK-15.14", "refuse.not_the_edge", ref(key), at(place), unit=ref(key), place=at(place))
    if place not in edge(state):
        return no
    if holders(state).get(place, DPRK) != DPRK or control.controller(state, place) != DPRK or not ground.is_land:
        return no
    if is_storm(state):
        return refuse("NWK-7.3", "refuse.storm", ref(key))
    if points2(state).get(place, 0) + face(state, key).stack2 > stacking.limit2(state, place, DPRK):
        return refuse("NW-8.1.1.1.a", "refuse.stack", at(place), place=at(place))
    return None


# rule: NWK-15.14
@derived()
def edge(state: KoreaState) -> tuple[int, ...]:
    """The hexes of the DPRK along the northern edge of the map."""
    ground = state.board.ground
    return tuple(
        h
        for h in state.board.grid.hexes
        if ground[h].label[0] == "N" and ground[h].label.endswith(EDGE) and ground[h].country == DPRK
    )


def anchorages(state: KoreaState) -> tuple[int, ...]:
    """Where ships of China come: to the open Yellow Sea."""
    return (YELLOW_AT_SEA,)
