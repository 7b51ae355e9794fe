"""Rules 9.2.4 and 9.6.1: air points, helicopters and ships in a ground combat."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from sandtable.games.nextwar.model import Battle, KoreaState, Support, enemy
from sandtable.games.nextwar.rules.air_points.helicopters import why_no_mission
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.korean_units import snipers
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.sea import ships as fleet
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Modifier, Number, Ref, Refusal, SomeOf, Unasked, pick_some, refuse

NOTHING = Support()
MOST_AIR = {True: 4, False: 2}
"""Air points of the attacker and of the defender for one combat."""
MOST_HELICOPTERS = {True: 2, False: 1}


def current(state: KoreaState) -> Battle:
    """The combat being fought."""
    return state.subject(Battle)


def of_side(battle: Battle, side: str) -> Support:
    """What a side gives to a combat."""
    given = battle.attack_support if side == battle.side else battle.defence_support
    return given or NOTHING


# rule: NW-6.2.1.a
def most_air(state: KoreaState, side: str) -> int:
    """Air points that a side can give to the combat."""
    return min(MOST_AIR[side == current(state).side], state.accounts[side].air)


def air_choice(state: KoreaState, seat: str) -> Number | Unasked:
    """How many air points may be given."""
    most = most_air(state, seat)
    limit = MOST_AIR[seat == current(state).side]

    def why(given: int) -> Refusal | None:
        if given > limit:
            return refuse("NW-6.2.1.a", "refuse.support_limit", most=limit, given=given)
        return refuse("NW-6.2.a", "refuse.support_limit", most=most, given=given) if given > most else None

    return Number(0, most, default=0, why=why) if most else Unasked(why)


# rule: NW-6.5.3.a
def why_not_fly(state: KoreaState, key: int) -> Refusal | None:
    """Why a helicopter unit cannot support the combat."""
    unit, counter, battle = state.helicopters[key], state.board.helicopters[key], current(state)
    link = Ref("helicopter", key)
    if unit.ship and not is_hex(unit.hex):
        return refuse("NW-6.5.5.a", "refuse.helicopter_at_sea", link, unit=link)
    if (no := why_no_mission(state, key)) is not None:
        return no
    # rule: NW-27.7.1.b
    if (no := installations.why_grounded(state, key)) is not None:
        return no
    # rule: NWK-15.7
    limited = state.board.settings.national_support and state.board.is_advanced
    if limited and not fights(state, counter.side, counter.nation):
        return refuse("NWK-15.7", "refuse.support_nation", link, unit=link)
    # rule: NW-6.5.3.c, NW-2.4.3, NWK-5.5.1.e
    if distance(state, unit.hex, battle.target) > counter.range:
        return refuse("NW-6.5.3.a", "refuse.beyond_range", link, at(battle.target), unit=link, place=at(battle.target))
    return None


# rule: NWK-15.7
def fights(state: KoreaState, side: str, nation: str) -> bool:
    """Whether a unit of a nation attacks or defends in the combat on a side."""
    battle = current(state)
    units = battle.attackers if side == battle.side else battle.defenders
    return any(state.board.units[key].nation == nation for key in units)


def flyers(state: KoreaState, side: str) -> list[int]:
    """Helicopter units of a side on the board."""
    units = state.board.helicopters
    return [key for key, unit in state.helicopters.items() if unit.hex and units[key].side == side]


def able_flyers(state: KoreaState, side: str) -> list[int]:
    """Helicopter units of a side that may support the combat."""
    return [key for key in flyers(state, side) if why_not_fly(state, key) is None]


def helicopter_choice(state: KoreaState, seat: str, air: int) -> SomeOf | Unasked:
    """Helicopter units that may support the combat."""
    if not able_flyers(state, seat):
        return Unasked(_why_none(flyers(state, seat), lambda key: why_not_fly(state, key)))
    most = MOST_HELICOPTERS[seat == current(state).side]

    def too_many(units: tuple[int, ...]) -> Refusal | None:
        if len(units) <= most:
            return None
        return refuse("NW-6.5.3.a", "refuse.support_limit", most=most, given=len(units))

    return pick_some(
        "helicopter", flyers(state, seat), lambda k: why_not_fly(state, k), most=most, default=(), check=too_many
    )


def fleet_of(state: KoreaState, side: str) -> list[int]:
    """The ships of a side on the board."""
    return [key for key, ship in state.ships.items() if ship.hex and state.board.ships[key].side == side]


def can_shell(state: KoreaState, side: str) -> bool:
    """Whether a ship of a side may support the combat."""
    target = current(state).target
    return any(fleet.why_not_fire(state, key, target) is None for key in fleet_of(state, side))


def ship_choice(state: KoreaState, seat: str, air: int, helicopters: tuple[int, ...]) -> SomeOf | Unasked:
    """Ships that may support the combat."""
    own, target = fleet_of(state, seat), current(state).target
    if not can_shell(state, seat):
        return Unasked(_why_none(own, lambda key: fleet.why_not_fire(state, key, target)))
    return pick_some("ship", own, lambda key: fleet.why_not_fire(state, key, target), default=())


def _why_none(
    own: Container[int], why_not: Callable[[int], Refusal | None]
) -> Callable[[tuple[int, ...]], Refusal | None]:
    """Why the first of one's own that somebody names cannot come, where none of them can."""
    return lambda named: next((no for key in named if key in own and (no := why_not(key)) is not None), None)


# rule: NW-9.2.4, NWS-STD-3.2.d
def giver(state: KoreaState, attacks: bool) -> tuple[str, ...]:
    """The side that is asked for support, if it has any to give."""
    battle = current(state)
    side = battle.side if attacks else enemy(battle.side)
    has_any = (
        most_air(state, side) > 0
        or bool(able_flyers(state, side))
        or can_shell(state, side)
        or bool(snipers.flying(state, battle, side))
    )
    return (side,) if has_any else ()


def sniper_choice(
    state: KoreaState, seat: str, air: int, helicopters: tuple[int, ...], ships: tuple[int, ...]
) -> SomeOf | None:
    """Sniper brigades in the combat that may call their own helicopters."""
    able = snipers.flying(state, current(state), seat)
    return SomeOf("piece", able, default=()) if able else None


def give(
    d: Draft[KoreaState], air: int, helicopters: tuple[int, ...], ships: tuple[int, ...], brigades: tuple[int, ...]
) -> None:
    """Commit support to the combat: points are spent, missions flown."""
    battle, side = current(d.now), d.seat
    given = Support(
        air=air,
        helicopters=tuple(sorted(helicopters)),
        ships=tuple(sorted(ships)),
        snipers=tuple(sorted(brigades)),
    )
    if air:
        d.edit("accounts", side, air=d.now.accounts[side].air - air)
    for key in helicopters:
        d.edit("helicopters", key, missions=d.now.helicopters[key].missions + 1, flew=True)
    for key in ships:
        d.edit("ships", key, fired=True)
    field = "attack_support" if side == battle.side else "defence_support"
    d.edit_subject(Battle, **{field: given})
    if air or helicopters or ships or brigades:
        d.log(
            "log.support",
            "NW-9.2.4",
            at(battle.target),
            place=at(battle.target),
            air=air,
            more=len(helicopters) + len(ships) + len(brigades),
        )


# rule: NW-6.5.3.b, NW-6.2.1.b, NW-2.4.2
def total(state: KoreaState, battle: Battle, side: str) -> int:
    """Support points of a side that came through."""
    given = of_side(battle, side)
    choppers = sum(
        state.board.helicopters[key].support[state.helicopters[key].steps - 1]
        for key in given.helicopters
        if state.helicopters[key].steps
    )
    ships = sum(state.board.ships[key].support for key in given.ships)
    came = max(0, choppers - given.lost)  # equivalent[max without: 0|0 becomes 1]: nobody is kept from more than he has
    return given.air + came + ships + len(given.snipers)


# rule: NW-9.6.1
def drms(state: KoreaState, battle: Battle) -> Iterator[Modifier]:
    """The difference of both sides' support: good for the side that has more."""
    net = total(state, battle, enemy(battle.side)) - total(state, battle, battle.side)
    if net:
        yield Modifier("NW-9.6.1", "modifier.support", net)
