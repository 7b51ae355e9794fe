"""The Mutual Combat phase: fire missions fall due, pinned men recover, and all fire takes effect at once (3.7)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import AIRSTRIKE, INCOMING, MINES, PENDING, FieldsState
from sandtable.games.fieldsoffire.rules.combat.effects import resolve_all
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.command.phones import cut_lines
from sandtable.games.fieldsoffire.rules.weapons.ammunition import charge_turn
from sandtable.games.fieldsoffire.rules.weapons.calling import land, repeat_protective
from sandtable.games.fieldsoffire.rules.weapons.charges import explode
from sandtable.games.fieldsoffire.rules.weapons.flames import burn
from sandtable.games.fieldsoffire.rules.weapons.sniping import choose_targets
from sandtable.games.fieldsoffire.rules.weapons.support import AIR
from sandtable.kernel import Draft, Ref


# rule: FF-3.7.1, FF-3.7.1.a
def update_missions(d: Draft[FieldsState]) -> None:
    """Last turn's fire from off the map lifts, then what was pending comes down; the settling sees to the level."""
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind in (INCOMING, AIRSTRIKE):
            d.drop("markers", key)
            d.log("log.fire_lifted", "FF-3.7.1.a", Ref("place", marker.at), card=Ref("place", marker.at))
    repeat_protective(d)
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind == PENDING:
            kind = AIRSTRIKE if marker.form in AIR else INCOMING
            d.edit("markers", key, kind=kind)
            land(d, key)
            card = Ref("place", marker.at)
            d.log("log.fire_falls", "FF-3.7.1", card, card=card, value=marker.value, form=marker.form)


# rule: FF-3.7.3, FF-3.7.3.a, FF-3.7.3.b
def recover(d: Draft[FieldsState]) -> None:
    """Everybody who is pinned and under no fire recovers; mines, found or not, are fire for this."""
    mined = {marker.at for marker in d.now.markers.values() if marker.kind == MINES}
    calm = [
        key for key, unit in d.now.units.items() if unit.pinned and unit.at not in mined and not volumes_on(d.now, key)
    ]
    for key in calm:
        d.edit("units", key, pinned=False)
        d.log("log.recovered", "FF-3.7.3", Ref("unit", key), unit=Ref("unit", key))


# rule: FF-3.7.4
def resolve_combat(d: Draft[FieldsState]) -> None:
    """All fire takes effect at once; until Cleanup nobody opens, shifts or ceases fire for what comes of it."""
    d.set(frozen=True)  # rule: FF-3.0.a, FF-6.0.b
    charge_turn(d)  # before anybody is hit: who fires pays, whatever becomes of him
    choose_targets(d)  # rule: FF-3.7.4.b
    burn(d)
    explode(d)
    resolve_all(d)
    cut_lines(d)


# rule: FF-3.0.a, FF-3.8.f
def thaw(d: Draft[FieldsState]) -> None:
    """From now on fire, directions and activity follow the map again."""
    d.set(frozen=False)
