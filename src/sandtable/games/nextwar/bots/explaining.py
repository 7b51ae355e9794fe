"""What the staff is after, in words that the table says in the reader's language."""

from __future__ import annotations

from sandtable.games.nextwar.bots.moving import Plan
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.kernel.queries import Phrase

MOST = 3
"""Things of one kind that are told."""


def aims(plan: Plan) -> tuple[Phrase, ...]:
    """What a segment is for: what is attacked and taken, with the chances; where the rest goes, and what is held."""
    found = []
    for assault in plan.assaults[:MOST]:
        chance, count = round(100 * assault.taken), len(assault.places)
        found.append(Phrase("plan.attack", {"place": at(assault.target), "count": count, "chance": chance}))
    for place, count, likely in plan.taking[:MOST]:
        found.append(Phrase("plan.take", {"place": at(place), "count": count, "chance": round(100 * likely)}))
    order = sorted(plan.bound, key=lambda h: (-plan.bound[h], h))
    found += [Phrase("plan.march", {"place": at(place), "count": plan.bound[place]}) for place in order[:MOST]]
    if plan.guarding:
        found.append(Phrase("plan.hold", {"places": tuple(at(h) for h in plan.guarding[:MOST])}))
    return tuple(found) or (Phrase("plan.wait"),)
