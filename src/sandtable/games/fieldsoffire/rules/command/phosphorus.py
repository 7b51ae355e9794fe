"""White phosphorus thrown as a grenade: it burns those it hits, and smokes either way (4.4.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GRENADE, SMOKE, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.urban.fighting import side_of_attack
from sandtable.games.fieldsoffire.rules.weapons import grenades
from sandtable.games.fieldsoffire.rules.weapons.concentrating import CRITICAL, lay
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.kernel import Draft, Ref, Refusal, refuse

WP = "wp"


def grenade_of(state: FieldsState, key: int) -> int:
    """A phosphorus grenade that a unit carries; 0 where it has none."""
    numbers = assets_of(state).get(key, ())
    return next((number for number in numbers if state.assets[number].kind == WP), 0)


# rule: FF-4.4.3.b
def why_not_throw(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot attack with phosphorus: as with other grenades, and it must have one."""
    me = Ref("unit", key)
    if not grenade_of(state, key):
        return refuse("FF-4.4.3.b", "refuse.no_phosphorus", me, unit=me)
    return grenades.why_not_throw(state, key)


# rule: FF-4.4.3.b
def why_not_target(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a unit is no target: it is thrown by hand, at men on the same card."""
    me, aim = Ref("unit", key), Ref("unit", target)
    is_here = state.units[target].at == state.units[key].at
    if not is_here and not grenades.is_by_hand(state, key, target):
        return refuse("FF-4.4.3.b", "refuse.out_of_reach", me, aim, unit=me, target=aim)
    return grenades.why_not_target(state, key, target)


# rule: FF-4.4.3.b
def attack_outcome(d: Draft[FieldsState], key: int, target: int, tried: Attempt) -> None:
    """It lies on the target with its value, or on the card without it and as a Grenade Miss; the card is smoked."""
    number = grenade_of(d.now, key)
    d.drop("assets", number)
    at, cover = d.now.units[target].at, d.now.units[target].cover
    me, aim = Ref("unit", key), Ref("unit", target)
    struck = grenades.group(d.now, target)
    if tried.succeeds:  # rule: FF-4.4.3.b1
        value = d.now.board.marker("screen.wp", "ncm_grenade")
        is_critical = tried.hits >= CRITICAL
        if cover:
            spared = side_of_attack(d.now, key, at, cover)
            lay(d, Marker(GRENADE, at, cover, value=value, by=key, form="WP", critical=is_critical, side=spared))
        else:
            for _ in range(CRITICAL if is_critical else 1):
                lay(d, Marker(GRENADE, at=at, unit=target, value=value, by=key, form="WP"))
        d.log("log.grenade_hit", "FF-4.4.3.b1", me, aim, unit=me, target=aim, critical=int(is_critical))
    else:
        grenades.fall_short(d, at)  # rule: FF-4.4.3.b2
        d.log("log.grenade_missed", "FF-4.4.3.b2", me, aim, unit=me, target=aim)
    # rule: FF-4.4.3.b3
    area = cover if is_area(cover) else 0  # rule: FF-13.9.3
    lay(d, Marker(SMOKE, at=at, cover=area, value=d.now.board.marker("screen.wp", "smoke"), form="WP"))
    if d.now.units[key].at == at:
        grenades.reply(d, key, struck, hit=tried.succeeds)
