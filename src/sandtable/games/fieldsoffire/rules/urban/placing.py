"""Where packages go in towns: into areas that see the very area of the unit that made contact (13.8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import BARRICADE, ENEMY, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.ground.sight import is_up, sees
from sandtable.games.fieldsoffire.rules.terms.draws import random_one, random_order
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.urban.areas import areas_on, barricaded, default_area, is_town
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.town import BUILDING, STREET
from sandtable.kernel import Draft, Ref


# rule: FF-13.8.3
def posts(state: FieldsState, trigger: int, card: int, in_street: bool) -> tuple[int, ...]:
    """The areas of an urban card for a unit of a package: streets or ground floors that see the trigger's own area."""
    unit = state.units[trigger]
    kind, up = STREET if in_street else BUILDING, is_up(state, trigger)
    return tuple(
        area
        for area in areas_on(state, card)
        if state.covers[area].kind == kind and sees(state, card, unit.at, up_b=up, out=area, into=unit.cover)
    )


# rule: FF-13.8.3.a
def triggers(d: Draft[FieldsState], trigger: int) -> Iterator[int]:
    """Against whom a part of a package is placed: the unit that made contact, in a town else others on its card."""
    yield trigger
    at = d.now.units[trigger].at
    if is_town(d.now, at):
        others = [key for key in on_card(d.now, at).friendly if key != trigger]
        order, draws = random_order(d, "trigger", others)
        if draws:
            where = Ref("place", at)
            d.log("log.trigger_order", "FF-13.8.3.a", where, draws=draws, card=where)
        yield from order


def in_street(row: Mapping[str, Any]) -> bool:
    """Whether a unit of a package stands in the street of an urban card: if it says so, or has no cover."""
    return bool(row.get("street") or not row.get("cover"))


# rule: FF-13.8.3
def area_for(d: Draft[FieldsState], card: int, trigger: int, row: Mapping[str, Any]) -> int:
    """The area of a unit of a package: with those it shares its card with, else as chance has it; barricaded or not."""
    areas = posts(d.now, trigger, card, in_street(row))
    held = [area for area in areas if any(d.now.units[one].cover == area for one in on_card(d.now, card).enemy)]
    choices = held or areas
    # rule: FF-13.5
    if row.get("barricade") and card not in barricaded(d.now):
        lay(d, Marker(BARRICADE, at=card))
        d.log("log.barricaded", "FF-13.5", Ref("place", card), card=Ref("place", card))
    if not choices:
        return default_area(d.now, card, ENEMY)
    area, draws = random_one(d, "area", choices)
    if draws:
        d.log("log.area_drawn", "FF-13.8.3", Ref("cover", area), draws=draws, area=Ref("cover", area))
    return area
