"""Rule 6.5: attack helicopters, their bases and their missions."""

from __future__ import annotations

from sandtable.games.nextwar.model import ELIMINATED, OVERCAST, STORM, Helicopter, KoreaState, enemy
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import BASES
from sandtable.kernel import Draft, Ref, Refusal, refuse

AIRBASE_ROOM, AIRFIELD_ROOM = 3, 1
MISSIONS, MISSIONS_OVERCAST = 2, 1
RUINED = 3
"""The strike marker of a base that is destroyed."""


# rule: NW-6.5.1.1
def room(state: KoreaState, place: int) -> int:
    """How many helicopter units a base holds."""
    features = state.board.ground[place].features
    if "airbase" in features:
        return AIRBASE_ROOM
    return AIRFIELD_ROOM if "airfield" in features else 0


def based(state: KoreaState, place: int) -> tuple[int, ...]:
    """The helicopter units at a base."""
    return tuple(key for key, unit in state.helicopters.items() if unit.hex == place and not unit.ship)


# rule: NW-27.7.1.c
def is_ruined(state: KoreaState, place: int) -> bool:
    """Whether a base is of no use to helicopters: all of it is destroyed, or in the advanced game captured."""
    damage, features = state.damage.get(place), state.board.ground[place].features
    if state.board.is_advanced and place in state.captured:
        return True
    return damage is not None and all(getattr(damage, base) == RUINED for base in BASES if base in features)


# rule: NW-6.5.1.a, NW-6.5.1.1
def why_not_base(state: KoreaState, side: str, place: int) -> Refusal | None:
    """Why a helicopter unit may not come to a base."""
    if controller(state, place) != side or holders(state).get(place, side) != side:
        return refuse("NW-6.5.1.a", "refuse.not_your_base", at(place), place=at(place))
    # rule: NW-27.7.1.c
    if is_ruined(state, place):
        return refuse("NW-27.7.1.c", "refuse.base_damaged", at(place), unit=at(place))
    if len(based(state, place)) >= room(state, place):
        return refuse("NW-6.5.1.1", "refuse.base_full", at(place), place=at(place))
    return None


# rule: NW-6.5.2, NW-4.1.2.c, NW-4.1.3.g
def missions_left(state: KoreaState, key: int) -> int:
    """Missions that a helicopter unit can still fly in this turn."""
    if state.weather == STORM:
        return 0
    most = MISSIONS_OVERCAST if state.weather == OVERCAST else MISSIONS
    return max(0, most - state.helicopters[key].missions)


# rule: NW-6.5.2, NW-4.1.2.c, NW-4.1.3.g
def why_no_mission(state: KoreaState, key: int) -> Refusal | None:
    """Why a helicopter unit flies no mission now: the weather, or those that it has flown."""
    unit, link = state.helicopters[key], Ref("helicopter", key)
    if state.weather == STORM:
        return refuse("NW-4.1.3.g", "refuse.grounded", link)
    if not unit.flew and missions_left(state, key):
        return None
    if not unit.flew and unit.missions < MISSIONS:
        return refuse("NW-4.1.2.c", "refuse.one_mission", link, unit=link)
    return refuse("NW-6.5.2", "refuse.helicopter_flown", link, unit=link)


# rule: NWS-STD-5.1, NW-6.5.2
def reset(d: Draft[KoreaState]) -> None:
    """A new turn, new missions."""
    for key, unit in d.now.helicopters.items():
        if unit.missions or unit.flew:
            d.edit("helicopters", key, missions=0, flew=False)


# rule: NW-6.5.4.c, NW-6.6.1.1.c
def hurt(d: Draft[KoreaState], key: int, rule: str, steps: int = 1) -> None:
    """A helicopter unit loses steps, for good; the enemy scores it once it is gone."""
    unit, counter = d.now.helicopters[key], d.now.board.helicopters[key]
    if not steps:
        return
    link = Ref("helicopter", key)
    if unit.steps > steps:
        d.edit("helicopters", key, steps=unit.steps - steps)
        d.log("log.helicopter_hurt", rule, link, by=counter.side, unit=link)
        return
    d.put("helicopters", key, Helicopter(box=ELIMINATED))
    scoring.score(d, enemy(counter.side), chart("victory")["rows"]["helicopter"])
    d.log("log.helicopter_lost", rule, link, by=counter.side, unit=link)
