"""Everything that is neither a march nor a battle: arrivals, replacements, set-up, voyages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.nextwar.bots import goals
from sandtable.games.nextwar.model import KoreaState
from sandtable.kernel import Action, Verb
from sandtable.kernel.offers import leaves
from sandtable.planning import Idea, Verbs

LOOKS = 300
"""Answers of one verb that are weighed."""
ARRIVALS = ("arrive", "enter", "base", "anchor", "place", "rebuild", "recover", "repair", "emergency_supply")
"""Verbs whose answers are weighed by where they lead, and by whom they help."""
STRENGTH = 0.05
"""What a point of attack or defence is worth beside the place where a unit goes."""
RESERVE = 8
"""Supply points that are kept from repairs."""


def ideas(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """Whatever arrives goes where it is wanted."""
    for name in ARRIVALS:
        if name in verbs:
            yield from _best_of(state, seat, verbs[name])


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
    """The answers of a verb: those that lead to where a unit is wanted first, of units the strongest."""
    drawn = goals.pull(state, seat)

    def value(action: Action) -> float:
        place, unit = getattr(action, "to", getattr(action, "place", None)), getattr(action, "unit", 0)
        strength = 0.0
        if isinstance(unit, int) and unit in state.units:
            printed = state.board.units[unit].front
            strength = STRENGTH * (printed.attack + printed.defence)
        return (drawn.get(place, 0.0) if isinstance(place, int) else 0.0) + strength

    if verb.name == "repair" and state.accounts[seat].supply < RESERVE:
        return
    found = list(leaves(verb, state, seat, LOOKS))
    for action in sorted(found, key=lambda action: -value(action))[:20]:
        yield (action,)
