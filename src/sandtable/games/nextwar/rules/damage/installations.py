"""Rules 27.2 and 27.7: strike markers on installations and airfields."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.model import ALLIED, DPRK, Damage, KoreaState, Toll, enemy
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import BASES, INSTALLATIONS, WMD, is_hex
from sandtable.kernel import Draft, Ref, Refusal, refuse

STRIKE_1, STRIKE_2, DESTROYED = 1, 2, 3
LEVELS = {"1": STRIKE_1, "2": STRIKE_2, "X": DESTROYED}
"""What a result of the strike table is on a whole installation."""
TARGETS = (*INSTALLATIONS, "airfield")
WHOLE = Damage()
UNHURT = Toll()


# rule: NWK-5.5.1.c
def level(state: KoreaState, place: int, feature: str) -> int:
    """The strike marker on something in a hex: 1, 2, 3 where it is destroyed, 0 where it is whole."""
    found: int = getattr(state.damage.get(place, WHOLE), feature)
    return found


# rule: NW-20.2.3.b
def targeted(state: KoreaState, place: int, feature: str) -> int:
    """The Targeted marker on something in a place."""
    found: int = getattr(state.targeted[place], feature) if place in state.targeted else 0
    return found


# rule: NW-20.2.3.b
def lose_aim(d: Draft[KoreaState]) -> None:
    """All Targeted markers on the map are removed."""
    for place in tuple(d.now.targeted):
        d.drop("targeted", place)


# rule: NW-27.1.d, NW-27.2.a, NW-27.2.b
def after(now: int, result: str) -> int:
    """The marker after another hit: two of the lowest make the next, anything more destroys."""
    return min(now + LEVELS[result], DESTROYED)


# rule: NW-27.2.a, NW-27.2.b, NWT-STRIKE.results
def strike(d: Draft[KoreaState], place: int, feature: str, result: str) -> None:
    """A strike hits something in a hex; aircraft that stand there may be caught by it, unless the base was taken."""
    owner = controller(d.now, place)
    # rule: NW-27.7.1.c
    serves = feature in BASES and not is_taken_base(d.now, place)
    now = after(level(d.now, place, feature), result)
    put(d, place, feature, now)
    d.log(
        "log.installation_hit",
        "NW-27.2.a",
        at(place),
        by=enemy(owner),
        place=at(place),
        what=feature,
        level=now,
    )
    if now == DESTROYED:
        _score(d, place, feature, enemy(owner))
        if serves:
            lose_base(d, owner)
    if serves:
        collateral.strike(d, place, feature, now)


def put(d: Draft[KoreaState], place: int, feature: str, now: int) -> None:
    """Set a marker; a place without any has no row."""
    row: dict[str, Any] = {name: level(d.now, place, name) for name in TARGETS}
    row[feature] = now
    scored = d.now.damage.get(place, WHOLE).scored
    # rule: NW-27.2.c
    row["scored"] = tuple(name for name in scored if name != feature or now)
    if any(row.values()):
        d.put("damage", place, Damage(**row))
    elif place in d.now.damage:
        d.drop("damage", place)


# rule: NW-27.2.c, NWT-VP
def _score(d: Draft[KoreaState], place: int, feature: str, side: str) -> None:
    """The enemy scores what he destroys, once until it has been whole again."""
    done = d.now.damage[place].scored
    if feature in done:
        return
    d.edit("damage", place, scored=tuple(sorted((*done, feature))))
    scoring.score(d, side, worth2(d.now, place, feature, side))


def worth2(state: KoreaState, place: int, feature: str, side: str) -> int:
    """Half victory points for the destruction of something in a hex."""
    rows = chart("victory")["rows"]
    if feature in WMD and side == ALLIED and state.board.ground[place].country == DPRK:
        return int(rows["wmd_site"])
    return int(rows["airfield" if feature == "airfield" else "installation"])


# rule: NWS-ADV-6.1.b
def lose_base(d: Draft[KoreaState], owner: str) -> None:
    """An air base or airfield is destroyed: it counts against the next sorties of its owner."""
    d.edit("accounts", owner, lost_bases=d.now.accounts[owner].lost_bases + 1)


# rule: NWS-ADV-6.1.a, NW-22.10.1.a
def damaged_bases(state: KoreaState, side: str) -> int:
    """Air bases and airfields of a side under strike markers, on the map and on the card of the air war."""
    marked = sum(
        level(state, place, feature) in (STRIKE_1, STRIKE_2)
        for place in state.damage
        for feature in BASES
        if controller(state, place) == side and place not in state.captured
    )
    toll = state.tolls.get(side, UNHURT)
    return marked + toll.strike1 + toll.strike2


# rule: NW-27.2.b
def is_destroyed(state: KoreaState, place: int, feature: str) -> bool:
    """Whether something in a hex is destroyed, and so no target."""
    return level(state, place, feature) == DESTROYED


# -- what damage forbids ---------------------------------------------------------------------------------------------


# rule: NW-27.7.1.c
def is_taken_base(state: KoreaState, place: int) -> bool:
    """Whether the air base or airfield of a place is captured, and so of no use to anybody; in the advanced game."""
    return state.board.is_advanced and place in state.captured and state.board.ground[place].is_base


# rule: NW-27.7.1.a, NW-27.7.1.d
def serves_transport(state: KoreaState, place: int) -> bool:
    """Whether transports can use the air base or airfield of a place: not with any marker on it, nor once taken."""
    if is_taken_base(state, place):
        return False
    features = state.board.ground[place].features
    return any(base in features and not level(state, place, base) for base in BASES)


# rule: NW-27.7.1.a, NW-27.7.1.e
def serves_ships(state: KoreaState, place: int) -> bool:
    """Whether the port of a place can be used: not with any marker on it."""
    return "port" in state.board.ground[place].features and not level(state, place, "port")


# rule: NW-27.7.1.b, NW-27.7.1.c
def serves_helicopters(state: KoreaState, place: int) -> bool:
    """Whether helicopters can fly from the base of a place: not from one with a 2 on it, or destroyed."""
    features = state.board.ground[place].features
    return any(base in features and level(state, place, base) < STRIKE_2 for base in BASES)


# rule: NW-27.7.1.b, NW-6.5.5.a
def why_grounded(state: KoreaState, key: int) -> Refusal | None:
    """Why a helicopter unit cannot take off: its base is damaged, or its ship lies in no hex."""
    unit, who = state.helicopters[key], Ref("helicopter", key)
    if unit.ship:
        return None if is_hex(unit.hex) else refuse("NW-6.5.5.a", "refuse.helicopter_at_sea", who, unit=who)
    if serves_helicopters(state, unit.hex) or not state.board.ground[unit.hex].is_base:
        return None
    return refuse("NW-27.7.1.b", "refuse.base_damaged", who, unit=who)


# rule: NWS-ADV-14.15, NW-27.9.1
def recover(d: Draft[KoreaState]) -> None:
    """Markers with a 1 go, those with a 2 turn over; what is destroyed stays so."""
    for place in tuple(d.now.damage):
        for feature in TARGETS:
            now = level(d.now, place, feature)
            if now in (STRIKE_1, STRIKE_2):
                put(d, place, feature, now - 1)
