"""Cleanup: markers that go, units that are seen no longer, the end of the turn (3.8)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    AIR_FIRE,
    BOOBY_TRAP,
    CLAYMORE,
    CONCENTRATED,
    DEMOLITION,
    DEMOLITION_MISS,
    FIRE_LINE,
    FLAME,
    GRENADE,
    GRENADE_MISS,
    ILLUMINATION,
    INDIRECT,
    MINES,
    SIGNAL,
    SMOKE,
    SNIPER,
    FieldsState,
)
from sandtable.games.fieldsoffire.rules.weapons.calling import is_over
from sandtable.games.fieldsoffire.rules.weapons.sniping import waits
from sandtable.kernel import Draft

GONE = (
    SIGNAL,
    SMOKE,
    ILLUMINATION,
    CONCENTRATED,
    BOOBY_TRAP,
    GRENADE,
    GRENADE_MISS,
    DEMOLITION,
    DEMOLITION_MISS,
    FLAME,
    INDIRECT,
    AIR_FIRE,
    FIRE_LINE,
    SNIPER,
)
"""Markers that do not outlast a turn."""


# rule: FF-3.8.h
def clear_markers(d: Draft[FieldsState]) -> None:
    """Take off what lasts for a turn only: smoke and signals, single attacks, Exposed; units leave their minefields."""
    for key, marker in tuple(d.now.markers.items()):
        if waits(d.now, marker):  # rule: FF-7.15.c
            continue
        # rule: FF-3.8.a1, FF-3.8.a2, FF-7.10.6
        is_gone = marker.kind in GONE or is_over(marker)
        # rule: FF-3.8.e
        if is_gone or (marker.kind in (MINES, CLAYMORE) and marker.unit):
            d.drop("markers", key)
    for key, unit in tuple(d.now.units.items()):
        # rule: FF-5.1.3.a
        if unit.exposed or unit.stopped:
            d.edit("units", key, exposed=False, stopped=False)
        # rule: FF-10.4
        if unit.activated or unit.acted or unit.attacked or unit.driven:  # equivalent[always]: it changes nothing else
            d.edit("units", key, activated=False, acted=False, attacked=False, driven=False)
    # rule: FF-3.8.a
    d.log("log.cleanup", "FF-3.8.a")
