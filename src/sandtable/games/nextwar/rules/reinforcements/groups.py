"""Korea, 7.1: the lettered groups of the Allied reinforcement table, and where their units arrive."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    ALLIED,
    CONTESTED,
    HOME,
    JAPAN,
    PRC,
    ROK,
    STACK,
    TO_COME,
    TO_PLACE,
    US,
    KoreaState,
    Mission,
    enemy,
)
from sandtable.games.nextwar.rules.air_defences import detecting, guns
from sandtable.games.nextwar.rules.air_points import air_defence, helicopters
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.korean_units.errata import is_removed
from sandtable.games.nextwar.rules.movement import air_transport
from sandtable.games.nextwar.rules.movement.control import controller, visit
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios import interventions
from sandtable.games.nextwar.rules.scenarios.posture import INTERVENING
from sandtable.games.nextwar.rules.sea.waters import AT_SEA, holder, is_friendly_port, is_port
from sandtable.games.nextwar.rules.sequence.segments import is_before_war, is_campaign
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.rules.strikes.targets import TRANSPORT
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import BUSAN, JAPAN_BOX, is_hex
from sandtable.games.nextwar.scenario.setup import arriving_ships
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse

BY_SEA = ("heavy", "stryker", "motor", "mech", "armor", "recon")
PORT2, BUSAN2 = 2 * STACK, 6 * STACK
UNLIMITED = 10_000
BEFORE_WAR = 0
"""The turn of groups that came before the first one."""
WATCHED = 2
"""Hexes within which the enemy fires at who arrives by air."""


# rule: NWK-7.1.1, NWK-7.1.4.a
def scheduled(state: KoreaState) -> dict[str, int]:
    """The groups whose turn on the card has come, each with that turn."""
    rows = (state.board.card.get("reinforcements") or {}).get(ALLIED, ())
    early = dict.fromkeys(state.board.card[ALLIED].get("groups", ()), BEFORE_WAR)
    return early | {
        letter: row["turn"] for row in rows if row["turn"] <= state.turn for letter in row.get("groups", ())
    }


# rule: NWK-16.2.1.4.a
def letters(state: KoreaState) -> dict[str, int]:
    """The groups that have come so far, each with its turn: in a campaign those whose roll brought them."""
    return state.came if is_campaign(state) else scheduled(state)


# rule: NWK-7.1.1, NWT-ALLIEDREINF
def call(d: Draft[KoreaState]) -> None:
    """Call up the ships, helicopters and points of the groups of this turn; their units wait for a place."""
    for place in tuple(d.now.sailed):
        d.drop("sailed", place)
    now = BEFORE_WAR if is_before_war(d.now) else d.now.turn
    for letter, turn in letters(d.now).items():
        if turn != now:
            continue
        group = chart("reinforcements")["groups"][letter]
        account = d.now.accounts[ALLIED]
        more2 = group.get("sea_transport", 0) * STACK if d.now.board.is_advanced else 0
        points = 0 if is_campaign(d.now) else group["standard"].get("airmobile_points", 0)
        d.edit("accounts", ALLIED, airmobile=account.airmobile + points, sea_more2=account.sea_more2 + more2)
        if d.now.board.is_advanced:
            for nation, count in group.get("advanced", {}).get("sof", {}).items():
                # rule: NWK-16.2.1.2.8, NWK-16.2.1.4.c
                if markers.LISTED.get(nation, nation) not in INTERVENING:
                    markers.reinforce(d, nation, count)
        for sheet in arriving_ships(letter):
            ready = (k for k, s in d.now.ships.items() if s.box == TO_COME and d.now.board.ships[k].sheet == sheet)
            for key in list(ready)[:1]:
                # rule: NWK-16.2.1.2.8
                if d.now.board.ships[key].nation == JAPAN and is_campaign(d.now):
                    continue
                d.edit("ships", key, box=TO_PLACE)
                board_wing(d, key)
        for key, unit in d.now.helicopters.items():
            counter = d.now.board.helicopters[key]
            if unit.box == TO_COME and counter.arrival == letter and counter.nation not in INTERVENING:
                d.edit("helicopters", key, box=TO_PLACE)
        d.log("log.group", "NWK-7.1.1", by=ALLIED, group=letter)


# rule: NWK-7.2.1.c, NW-22.7.d
def board_wing(d: Draft[KoreaState], ship: int) -> None:
    """The carrier wing that came with a carrier belongs to it."""
    if d.now.board.ships[ship].kind != "carrier":
        return
    for key, row in d.now.aircraft.items():
        if not row.ship and d.now.board.aircraft[key].service == "usn":
            d.edit("aircraft", key, ship=ship)


# -- ground units ----------------------------------------------------------------------------------------------------


def expected(state: KoreaState, side: str) -> tuple[int, ...]:
    """Units of groups that have come and that still need a place."""
    if side != ALLIED:
        return interventions.expected(state)
    known, units = letters(state), state.board.units
    later = scheduled(state) if interventions.has_japanese_army(state) else {}
    return tuple(
        key
        for key, unit in state.units.items()
        if unit.box == TO_COME
        and not unit.moved
        and units[key].arrival in (later if units[key].nation == JAPAN else known)
        and units[key].side == ALLIED
        and not is_removed(units[key])
    )


# rule: NWK-7.1.4.b
def comes_by_sea(counter: Counter) -> bool:
    """Whether a unit can only come by sea, into a port: everything on wheels and tracks, and infantry divisions."""
    return counter.kind in BY_SEA or (counter.kind == "inf" and counter.size == "division")


# rule: NWK-7.1.4.1
def room2(state: KoreaState, port: int) -> int:
    """Half stack points that can still land in a port in this turn; before the war there was time for all."""
    if is_before_war(state):
        return UNLIMITED
    return (BUSAN2 if port == BUSAN else PORT2) - state.sailed.get(port, 0)


# rule: NWK-7.1.4.b, NWK-7.1.4.1, NWK-7.3
def why_not_port(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a unit cannot land in a port: one of the country it comes to help, friendly, and in no enemy zone."""
    counter = state.board.units[key]
    side = counter.side
    # rule: NWK-7.1.4.b, NWK-7.1.4.c
    if is_port(state, place) and state.board.ground[place].country != HOME[side]:
        rule = "NWK-7.1.4.c" if counter.is_marine else "NWK-7.1.4.b"
        return refuse(rule, "refuse.foreign_port", ref(key), at(place), unit=ref(key), place=at(place))
    if not is_friendly_port(state, place, side) or place in zoc(state, enemy(side)):
        return refuse("NWK-7.1.4.b", "refuse.no_port", ref(key), at(place), unit=ref(key), place=at(place))
    if is_storm(state):
        return refuse("NWK-7.3", "refuse.storm", ref(key))
    if face(state, key).stack2 > room2(state, place):
        return refuse("NWK-7.1.4.1", "refuse.port_full", ref(key), at(place), unit=ref(key), place=at(place))
    return None


# rule: NWK-2.5.1
def why_delayed(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a unit of the US Army cannot land in a lesser port yet: that takes it one turn more."""
    counter = state.board.units[key]
    if counter.nation != US or place == BUSAN or state.turn > letters(state)[counter.arrival]:
        return None
    return refuse("NWK-2.5.1", "refuse.busan_first", ref(key), at(place), unit=ref(key), place=at(place))


# rule: NWK-7.1.5, NWK-7.1.4.c, NWK-7.3
def why_not_base(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a unit cannot be flown in to a base: an air base in the ROK, friendly, and in no enemy zone."""
    if not is_open_base(state, state.board.units[key].side, place):
        return refuse("NWK-7.1.5", "refuse.no_base", ref(key), at(place), unit=ref(key), place=at(place))
    return refuse("NWK-7.3", "refuse.storm", ref(key)) if is_storm(state) else None


# rule: NWK-7.1.5, NWK-7.1.4.c
@derived("units", "captured", "damage", "opening")
def is_open_base(state: KoreaState, side: str, place: int) -> bool:
    """Whether units of a side can be flown in to a place, if the weather lets them."""
    ground = state.board.ground[place]
    return (
        "airbase" in ground.features
        and installations.serves_transport(state, place)
        and ground.country == ROK
        and controller(state, place) == side
        and holders(state).get(place, side) == side
        and place not in zoc(state, enemy(side))
        and place not in state.board.closed
    )


# rule: NWK-7.1.4.c, NWK-5.5.3
def why_not_there(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a unit of a group cannot arrive in a place."""
    counter = state.board.units[key]
    if counter.nation == PRC:
        return interventions.why_not_there(state, key, place)
    # rule: NWK-15.8
    if counter.nation == JAPAN:
        no = refuse("NWK-15.8", "refuse.japan_only", ref(key), at(place), unit=ref(key), place=at(place))
        return None if place == JAPAN_BOX else no
    if counter.is_marine:
        if place == JAPAN_BOX or (place in AT_SEA and holder(state, place) == counter.side):
            return None
        return why_not_port(state, key, place)
    if comes_by_sea(counter):
        if place == JAPAN_BOX:
            return None
        return why_not_port(state, key, place) or why_delayed(state, key, place)
    if place == JAPAN_BOX:
        bases = state.board.map.airfields
        if not any(why_not_base(state, key, base) is None for base in bases if base != JAPAN_BOX):
            return None
        return refuse("NWK-7.1.4.c", "refuse.base_is_open", ref(key), at(place), unit=ref(key), place=at(place))
    return why_not_base(state, key, place)


def _places(state: KoreaState, key: int) -> tuple[int, ...]:
    return interventions.edge(state) if state.board.units[key].nation == PRC else _harbours(state)


@derived()
def _harbours(state: KoreaState) -> tuple[int, ...]:
    """Ports, bases and the open sea: they never change."""
    ports = (place for zone in state.board.map.ports.values() for place in zone)
    return tuple(sorted({*ports, *state.board.map.airfields, *AT_SEA}))


def arriving(state: KoreaState, seat: str) -> OneOf:
    """Units that can arrive now."""
    return OneOf("piece", [key for key in expected(state, seat) if has_place(state, key)])


def has_place(state: KoreaState, key: int) -> bool:
    """Whether a unit has a place to arrive in."""
    places = (JAPAN_BOX, *_places(state, key))  # open to most
    return any(why_not_there(state, key, place) is None for place in places)


def places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a unit can arrive."""
    return pick("place", _places(state, key), lambda place: why_not_there(state, key, place))


# rule: NWK-7.1.4.a, NWK-7.1.1
def arrive(d: Draft[KoreaState], key: int, to: int) -> None:
    """Bring a unit in; by air it may be shot at where the enemy is near, and have to wait."""
    counter = d.now.board.units[key]
    by_air = not counter.is_marine and not comes_by_sea(counter) and counter.nation not in INTERVENING
    if by_air and is_watched(d.now, to, counter.side):
        d.edit("units", key, hex=to, box="")
        steps, turns_back = _braved(d, key, to)
        flies = d.now.board.flies_units
        for _ in range(steps):
            if d.now.units[key].hex:
                losses.lose_step(d, key, "NWT-ADVAD.transport" if flies else "NW-6.6.1.1.c")
        if not d.now.units[key].hex:
            return
        if turns_back:
            d.edit("units", key, hex=0, box=TO_COME, moved=True)
            rule = "NWT-ADVAD.transport" if flies else "NW-6.6.1.1.a"
            d.log("log.held_back", rule, ref(key), by=counter.side, unit=ref(key))
            return
    if not by_air and is_port_of_land(d.now, to) and counter.nation != PRC:
        d.put("sailed", to, d.now.sailed.get(to, 0) + face(d.now, key).stack2)
    d.edit("units", key, hex=to, box="")
    d.log("log.arrived", "NWK-7.1.4.a", ref(key), at(to), by=counter.side, unit=ref(key), place=at(to))
    visit(d, (to,), counter.side)


def _braved(d: Draft[KoreaState], key: int, to: int) -> tuple[int, bool]:
    """What fire does to a unit that is flown in: steps lost, and whether it turns back."""
    side = d.now.board.units[key].side
    # rule: NW-22.0, NW-25.1.b
    if d.now.board.flies_units:
        flight = Mission(side, TRANSPORT, to, way=detecting.PLANES[0], exposure=detecting.LOCAL)
        results = guns.at_one(d, flight, -key, ref(key))
        hits = sum(result == guns.HIT for result in results)
        return hits, any(result not in (guns.HIT, guns.MISS) for result in results)
    result = air_defence.fire(d, side, to, air_transport.at_home(d.now, to, side), "transport")
    return int(result.star), result.abort


def is_port_of_land(state: KoreaState, place: int) -> bool:
    """Whether a place is a port whose room is limited: all but Japan and the boxes of the sea."""
    return place != JAPAN_BOX and state.board.ground[place].is_land


# rule: NWK-7.1.1
def is_watched(state: KoreaState, place: int, side: str) -> bool:
    """Whether an enemy unit is near enough to a base to fire at who comes in."""
    if not is_hex(place):
        return False
    held, foe = holders(state), enemy(side)
    return any(held.get(h) == foe for h in state.board.map.within(place, WATCHED))


# -- helicopters and ships -------------------------------------------------------------------------------------------


# rule: NWK-7.1.6, NWK-7.3
def why_no_helicopter(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why helicopters of a group cannot arrive at a base: in the ROK if the Allies lead in the air, else in Japan."""
    link = Ref("helicopter", key)
    # rule: NWK-16.2.3.e, NWK-16.2.4.e
    rules_air = is_before_war(state) or (state.air_side == ALLIED and state.air_level != CONTESTED)
    can_reach = rules_air and not is_storm(state)
    if place == JAPAN_BOX:
        at_home = any(why_no_helicopter(state, key, base) is None for base in state.board.map.bases[ALLIED])
        return (
            refuse("NWK-7.1.6", "refuse.base_is_open", link, at(place), unit=link, place=at(place)) if at_home else None
        )
    if not can_reach:
        return refuse("NWK-7.1.6", "refuse.skies_closed", link, at(place), unit=link, place=at(place))
    if not installations.serves_transport(state, place):
        return refuse("NWK-7.1.6", "refuse.base_damaged", at(place), unit=at(place))
    return helicopters.why_not_base(state, ALLIED, place)


def waiting_ships(state: KoreaState, side: str) -> tuple[int, ...]:
    """Ships that have come and still need a place."""
    return tuple(k for k, ship in state.ships.items() if ship.box == TO_PLACE and state.board.ships[k].side == side)


# rule: NWK-7.1.4.c
def anchorages(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where ships arrive: the Allies' in Japan, or At Sea where they control the sea; China's in the Yellow Sea."""
    if state.board.ships[key].nation == PRC:
        return OneOf("place", interventions.anchorages(state))
    return OneOf("place", (JAPAN_BOX, *(box for box in AT_SEA if holder(state, box) == ALLIED)))
