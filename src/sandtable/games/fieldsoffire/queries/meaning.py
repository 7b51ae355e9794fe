"""What lies on a card, worked out: the chance of contact, and what the fire there would do to who went there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.games.fieldsoffire.model import FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.queries.chances import distribution
from sandtable.games.fieldsoffire.queries.menu import hurt
from sandtable.games.fieldsoffire.rules.command.attempts import Trial
from sandtable.games.fieldsoffire.rules.enemy.activity import LEVELS
from sandtable.games.fieldsoffire.rules.enemy.contacts import cards_for
from sandtable.games.fieldsoffire.rules.ground.movement import is_exposing
from sandtable.games.fieldsoffire.rules.urban.areas import default_area, is_town
from sandtable.games.fieldsoffire.scenario.deck import CONTACT_WORD
from sandtable.games.fieldsoffire.scenario.setup import LETTERS
from sandtable.kernel import Ref, Sum
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase
from sandtable.kernel.state import successor

AT_ONCE = 0
"""Cards that are drawn where contact comes by itself."""


def contact(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """How likely the marker of a card (``place``) is contact, if it were evaluated at the level of now."""
    place = params.get("place")
    row = state.cards.get(place) if isinstance(place, int) else None
    if row is None or row.contact not in tuple(LETTERS):
        return None
    count = cards_for(row.contact, state.activity)
    share = WHOLE if count is None else _share(state, count)
    nothing = (Chance(key="odds.nothing", share=WHOLE - share, tone="good"),) if share < WHOLE else ()
    drawn = AT_ONCE if count is None else count
    return Odds(
        title=Phrase("odds.contact", {"letter": row.contact}),
        attack=Figure(total=str(drawn)),
        defence=Figure(total=""),
        outcomes=(Chance(key="odds.made", share=share, tone="bad"), *nothing),
        notes=(Phrase("odds.contact_by", {"letter": row.contact, "level": LEVELS[state.activity], "cards": drawn}),),
    )


def _share(state: FieldsState, count: int) -> int:
    """How likely one of so many cards says that there is contact."""
    trial = Trial("contact", "FF-8.2.4", (CONTACT_WORD,), 0, Sum(()))
    spread = distribution(state, trial, count)
    return round(WHOLE * sum(share for (said, _), share in spread.items() if said))


def there(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """What the fire on a card (``place``) would do to one of our units (``piece``) that had moved there."""
    key, place = params.get("piece"), params.get("place")
    if not isinstance(key, int) or not isinstance(place, int) or place not in state.cards:
        return None
    unit = state.units.get(key)
    if unit is None or not unit.at or unit.at == place or state.board.sides[key] != FRIENDLY:
        return None
    cover = default_area(state, place, FRIENDLY) if is_town(state, place) else 0
    gone = replace(unit, at=place, cover=cover, exposed=unit.exposed or is_exposing(state, key, place, cover))
    title = Phrase("odds.there", {"unit": Ref("unit", key), "card": Ref("place", place)})
    return hurt(successor(state, units={**state.units, key: gone}), key, title)
