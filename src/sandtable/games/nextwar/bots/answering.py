"""Everything that is not a march or an attack: battles, arrivals, replacements, set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.nextwar.actions.fighting import Advance, GiveSupport, Lead, Lose, Stand
from sandtable.games.nextwar.bots import goals
from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat import advances, battle, retreats, support
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.kernel import Action, Verb
from sandtable.kernel.choices import Number, OneOf, SomeOf
from sandtable.kernel.offers import leaves
from sandtable.planning import Idea, Verbs

LOOKS = 300
"""Answers of one verb that are weighed."""
MOST_AIR = 2
ARRIVALS = ("arrive", "enter", "base", "anchor", "place", "rebuild", "recover", "deploy", "repair", "buy")
"""Verbs whose answers are weighed by where they lead."""
HELD = 3.0
"""A hex of such worth is held at the price of steps."""


def ideas(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What to say in a battle, and whatever arrives where it is wanted."""
    if "lead" in verbs and isinstance(choice := battle.lead_choice(state, seat), OneOf):
        yield tuple(Lead(unit=int(key)) for key in sorted(choice.pool, key=lambda key: -rating(state, int(key))))
    if "support" in verbs:
        yield from _support(state, seat)
    if "lose" in verbs:
        yield from _losses(state, seat, verbs["lose"])
    if "stand" in verbs and isinstance(choice := retreats.stand_choice(state, seat), OneOf):
        yield from _stand(state, seat, choice)
    if "advance" in verbs:
        yield from _advance(state, seat)
    for name in ARRIVALS:
        if name in verbs:
            yield from _best_of(state, seat, verbs[name])


def _support(state: KoreaState, seat: str) -> Iterator[Idea]:
    """A little of what flies, all that shoots from the sea."""
    air = support.air_choice(state, seat)
    points = min(MOST_AIR, air.most) if isinstance(air, Number) else 0
    for flown in range(points, -1, -1):
        craft = support.helicopter_choice(state, seat, flown)
        helicopters = tuple(int(key) for key in craft.legal[:1]) if isinstance(craft, SomeOf) else ()
        for some in dict.fromkeys((helicopters, ())):
            fleet = support.ship_choice(state, seat, flown, some)
            ships = tuple(int(key) for key in fleet.legal[: fleet.limit]) if isinstance(fleet, SomeOf) else ()
            yield tuple(GiveSupport(air=flown, helicopters=some, ships=those) for those in dict.fromkeys((ships, ())))


def _losses(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Steps come from the units that fight least well, those with more steps before the last ones."""
    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, Lose)]

    def price(action: Lose) -> tuple[int, int, int]:
        unit, printed = state.units[action.unit], face(state, action.unit)
        return (unit.steps == 1, printed.attack + printed.defence, action.unit)

    for action in sorted(found, key=price):
        yield (action,)


def _stand(state: KoreaState, seat: str, choice: OneOf) -> Iterator[Idea]:
    """Stand where the hex is worth it."""
    fight = state.within(Battle)
    value = goals.worth(state, seat).get(fight.target, 0.0) if fight is not None else 0.0
    answers = [str(one) for one in choice.pool]
    keen = sorted(answers, key=lambda word: word not in ("yes", "stand", "ignore"))
    yield tuple(Stand(answer=word) for word in (keen if value >= HELD else keen[::-1]))


def _advance(state: KoreaState, seat: str) -> Iterator[Idea]:
    """Go into a hex that was won, with as many as may."""
    choice = advances.advance_choice(state, seat)
    able = sorted((int(key) for key in choice.legal), key=lambda key: (-face(state, key).defence, key))
    for size in range(min(len(able), choice.limit), 0, -1):
        yield (Advance(units=tuple(sorted(able[:size]))),)


def landings(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """Troops on ships go where they are wanted: towards a coast, then ashore, as many as may."""
    drawn = goals.pull(state, seat)
    for name in ("land", "sail"):
        if name not in verbs:
            continue
        found = []
        for action in leaves(verbs[name], state, seat, LOOKS):
            units, place = getattr(action, "units", ()), getattr(action, "to", 0)
            value = max((drawn.get(h, 0.0) for h in (place, *state.board.near.get(place, ()))), default=0.0)
            if units and value:
                found.append((value * len(units), action))
        for _, action in sorted(found, key=lambda one: -one[0])[:5]:
            yield (action,)


def _best_of(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """The answers of a verb, those that lead to where a unit is wanted first."""
    drawn = goals.pull(state, seat)

    def value(action: Action) -> float:
        place = getattr(action, "to", getattr(action, "place", None))
        return drawn.get(place, 0.0) if isinstance(place, int) else 0.0

    found = list(leaves(verb, state, seat, LOOKS))
    for action in sorted(found, key=lambda action: -value(action))[:20]:
        yield (action,)
