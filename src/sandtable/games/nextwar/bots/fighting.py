"""What to say in a battle: who leads, what supports, who pays, who stands and who goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.actions.commanding import Command
from sandtable.games.nextwar.actions.fighting import Advance, Defend, GiveSupport, Lead, Lose, Pursue, Retreat, Stand
from sandtable.games.nextwar.bots import attacking, goals
from sandtable.games.nextwar.model import Battle, KoreaState, Support, enemy
from sandtable.games.nextwar.rules.air_war.display import ratings
from sandtable.games.nextwar.rules.combat import advances, battle, retreats, support
from sandtable.games.nextwar.rules.formations import command
from sandtable.games.nextwar.rules.strikes import combat_support
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Verb
from sandtable.kernel.choices import Number, OneOf, SomeOf
from sandtable.kernel.offers import leaves
from sandtable.planning import Idea, Verbs

LOOKS = 60
"""Answers of one verb that are weighed."""
AIR_PRICE, HELICOPTER_PRICE, ORDER_PRICE = 0.2, 0.3, 0.15
"""What support has to bring: an air point, a helicopter unit, an order of a headquarters."""
AIR_RISK = 0.07
"""The share of an air unit's victory points that a flight over the battle puts at stake."""
HELD = 3.0
"""A hex of such worth is held at the price of steps."""
STRENGTH = 0.05
"""What a point of defence is worth where nothing else tells ends of a retreat apart."""


def ideas(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What to say in a battle."""
    if state.within(Battle) is None:
        return
    if "defend" in verbs:
        yield from _defenders(state, seat)
    if "lead" in verbs and isinstance(choice := battle.lead_choice(state, seat), OneOf):
        yield tuple(Lead(unit=int(key)) for key in sorted(choice.pool, key=lambda key: -rating(state, int(key))))
    if "command" in verbs:
        yield from _orders(state, seat)
    if "support" in verbs:
        yield from _support(state, seat)
    if "lose" in verbs:
        yield from _losses(state, seat, verbs["lose"])
    if "stand" in verbs:
        yield from _stand(state, seat)
    if "retreat" in verbs:
        yield from _retreat(state, seat, verbs["retreat"])
    if "advance" in verbs:
        yield from _advance(state, seat)
    if "pursue" in verbs:
        yield from _pursue(state, seat, verbs["pursue"])


def _outlook(state: KoreaState, seat: str, found: Battle) -> float:
    """What a battle promises to a side."""
    gain = attacking.promise(state, found)
    return gain if seat == found.side else -gain


def _defenders(state: KoreaState, seat: str) -> Iterator[Idea]:
    """The strongest units of a crowded hex."""
    choice = battle.defender_choice(state, seat)
    order = sorted((int(key) for key in choice.legal), key=lambda key: (-face(state, key).defence, key))
    for some in reversed(list(accumulate([(key,) for key in order]))):
        yield (Defend(units=tuple(sorted(some))),)


def _orders(state: KoreaState, seat: str) -> Iterator[Idea]:
    """Headquarters and artillery shift columns where that is worth an order."""
    found = support.current(state)
    field = "attack_command" if seat == found.side else "defence_command"
    able = sorted(
        (int(key) for key in command.choice(state, seat).legal), key=lambda key: (-command.columns(state, key), key)
    )
    best, chosen = _outlook(state, seat, found), tuple[int, ...]()
    for some in accumulate([(key,) for key in able]):
        gain = _outlook(state, seat, replace(found, **{field: tuple(sorted(some))})) - ORDER_PRICE * len(some)
        if gain > best:
            best, chosen = gain, tuple(sorted(some))
    yield (Command(units=chosen), Command(units=()))


def _support(state: KoreaState, seat: str) -> Iterator[Idea]:
    """As much of what flies and of what shoots from the sea as changes the outcome by more than it costs."""
    found = support.current(state)
    attacks = seat == found.side
    field = "attack_support" if attacks else "defence_support"
    given = (found.attack_support if attacks else found.defence_support) or Support()
    air = support.air_choice(state, seat)
    most = air.most if isinstance(air, Number) else 0
    craft = support.helicopter_choice(state, seat, 0)
    able = sorted((int(k) for k in craft.legal), key=lambda k: -_lift(state, k)) if isinstance(craft, SomeOf) else []
    fleet = support.ship_choice(state, seat, 0, ())
    ships = tuple(int(key) for key in fleet.legal[: fleet.limit]) if isinstance(fleet, SomeOf) else ()
    brigades = support.sniper_choice(state, seat, 0, (), ())
    snipers = tuple(int(key) for key in brigades.legal) if isinstance(brigades, SomeOf) else ()
    flights = _wings(state, seat)
    options: list[tuple[float, GiveSupport]] = []
    limit = min(len(able), support.MOST_HELICOPTERS[attacks])
    for points in range(most + 1):
        for count in range(limit + 1):
            for wing in flights:
                some = tuple(sorted(able[:count]))
                more = sum(ratings(state, key).support2 for key in wing) // combat_support.WHOLE
                total = replace(given, air=points + more, helicopters=some, ships=ships, snipers=snipers)
                cost = AIR_PRICE * points + HELICOPTER_PRICE * count + sum(_risk(state, key) for key in wing)
                gain = _outlook(state, seat, replace(found, **{field: total})) - cost
                options.append((gain, GiveSupport(points, some, ships, snipers, wing)))
    for _, action in sorted(options, key=lambda one: -one[0])[:4]:
        yield (action, replace(action, snipers=()), replace(action, wing=()))
    yield (GiveSupport(ships=ships), GiveSupport())


def _lift(state: KoreaState, key: int) -> int:
    """Support points of a helicopter unit."""
    steps = state.helicopters[key].steps
    return state.board.helicopters[key].support[steps - 1] if steps else 0


def _wings(state: KoreaState, seat: str) -> list[tuple[int, ...]]:
    """Air units that could support, from none to as many as may."""
    choice = combat_support.wing_choice(state, seat, 0, (), (), ())
    if not isinstance(choice, SomeOf):
        return [()]
    order = sorted(
        (int(key) for key in choice.legal),
        key=lambda key: (_risk(state, key) - ratings(state, key).support2, key),
    )[: choice.limit]
    return [(), *(tuple(sorted(order[:size])) for size in range(1, len(order) + 1))]


def _risk(state: KoreaState, key: int) -> float:
    """What a flight puts at stake."""
    points: int = chart("victory")["air"][state.board.aircraft[key].nation]
    return AIR_PRICE + AIR_RISK * points


def _losses(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Steps come from the units that fight least well, those with more steps before the last ones."""
    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, Lose)]

    def price(action: Lose) -> tuple[int, int, int]:
        unit, printed = state.units[action.unit], face(state, action.unit)
        return (unit.steps == 1, printed.attack + printed.defence, action.unit)

    for action in sorted(found, key=price):
        yield (action,)


def _stand(state: KoreaState, seat: str) -> Iterator[Idea]:
    """Stand where the hex is worth it."""
    target = support.current(state).target
    value = goals.worth(state, enemy(seat)).get(target, 0.0)
    answers = [str(one) for one in retreats.stand_choice(state, seat).pool]
    keen = sorted(answers, key=lambda word: word != "yes")
    yield tuple(Stand(answer=word) for word in (keen if value >= HELD else keen[::-1]))


def _retreat(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Go back to friends and to what has to be held."""
    held, guard = holders(state), goals.threatened(state, seat)

    def value(action: Retreat) -> float:
        end = action.path[-1]
        return guard.get(end, 0.0) + (1.0 if held.get(end) == seat else 0.0) - STRENGTH * len(action.path)

    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, Retreat)]
    for action in sorted(found, key=lambda one: -value(one)):
        yield (action,)


def _advance(state: KoreaState, seat: str) -> Iterator[Idea]:
    """Go into a hex that was won, with as many as may; those who guard something stay."""
    choice = advances.advance_choice(state, seat)
    guard = goals.threatened(state, seat)

    def order(key: int) -> tuple[bool, int, int]:
        return (state.units[key].hex in guard, -face(state, key).defence, key)

    able = sorted((int(key) for key in choice.legal), key=order)
    free = [key for key in able if state.units[key].hex not in guard]
    for size in range(min(len(free) or 1, choice.limit), 0, -1):
        yield (Advance(units=tuple(sorted(able[:size]))),)


def _pursue(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Go on where that takes something, or leads nearer to what is wanted."""
    called, wanted = goals.calls(state, seat), goals.wanted(state, seat)
    now = called.get(support.current(state).target, 0.0)

    def value(action: Pursue) -> float:
        return called.get(action.to, 0.0) - now + 2 * wanted.get(action.to, 0.0) + STRENGTH * len(action.units)

    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, Pursue)]
    for action in sorted(found, key=lambda one: -value(one))[:5]:
        if value(action) > STRENGTH * len(action.units):
            yield (action,)
