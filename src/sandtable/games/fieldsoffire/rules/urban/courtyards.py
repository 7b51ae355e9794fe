"""Fire from above into the courtyard of a compound is concentrated by itself (13.4.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CONCENTRATED, ENEMY, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.urban.areas import areas_on, block_of, is_town, joined
from sandtable.games.fieldsoffire.rules.urban.fighting import rivals
from sandtable.games.fieldsoffire.rules.weapons import ammunition
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay, targets_under
from sandtable.games.fieldsoffire.scenario.ground import COMPOUND, direction
from sandtable.games.fieldsoffire.scenario.town import COURTYARD, STOREY
from sandtable.kernel import Draft, Ref


# rule: FF-13.4.2.b, FF-13.4.2.d
def yard_below(state: FieldsState, key: int) -> int:
    """The courtyard into which a unit fires from above, or out of a joined house, with opponents in it; 0 for none."""
    unit, fire = state.units[key], state.fires.get(key)
    if fire is None or unit.pinned or not is_town(state, unit.at) or not is_town(state, fire.at):
        return 0
    row = state.covers[unit.cover]
    is_above = fire.at == unit.at and row.kind == STOREY
    is_next_door = (unit.at, direction(unit.at, fire.at)) in joined(state)
    if block_of(state, fire.at).kind != COMPOUND or not (is_above or is_next_door) or rivals(state, key):
        return 0
    yard = next(area for area in areas_on(state, fire.at) if state.covers[area].kind == COURTYARD)
    return yard if targets_under(state, key, yard) else 0


# rule: FF-13.4.2.d
def marksmen(state: FieldsState, side: str) -> tuple[int, ...]:
    """Units of a side that can bring their fire together on a courtyard, and have the ammunition for it."""
    aimed = {marker.by for marker in state.markers.values() if marker.kind == CONCENTRATED}
    return tuple(
        key
        for key in state.fires
        if state.board.sides[key] == side
        and key not in aimed
        and yard_below(state, key)
        and ammunition.why_not_concentrate(state, key) is None
    )


# rule: FF-13.4.2.d
def aim_down(d: Draft[FieldsState], key: int) -> None:
    """Bring the fire of a unit together on the courtyard below it, without an attempt."""
    yard = yard_below(d.now, key)
    lay(d, Marker(CONCENTRATED, at=d.now.covers[yard].at, cover=yard, by=key))
    me = Ref("unit", key)
    d.log("log.aims_down", "FF-13.4.2.d", me, Ref("cover", yard), unit=me, area=Ref("cover", yard))


# rule: FF-13.4.2.d
def enemy_aims_down(d: Draft[FieldsState]) -> None:
    """The enemy always does."""
    for key in marksmen(d.now, ENEMY):
        aim_down(d, key)
