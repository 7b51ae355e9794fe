"""Claymores: they wait on their card for an enemy (7.9.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CLAYMORE, FieldsState
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.kernel import Draft, Ref


# rule: FF-7.9.2, FF-7.9.2.a
def trigger(d: Draft[FieldsState]) -> None:
    """Every Claymore that has not gone off attacks an enemy on its card, whom chance decides.

    Looked at after the enemy's activity checks and again after the contacts of a turn.
    """
    for number, marker in tuple(d.now.markers.items()):
        enemies = on_card(d.now, marker.at).enemy if marker.kind == CLAYMORE and not marker.unit else ()
        if not enemies:
            continue
        target, draws = random_one(d, "claymore", enemies)
        value = d.now.board.marker("asset.claymore", "ncm")
        d.edit("markers", number, unit=target, value=value)
        card, aim = Ref("place", marker.at), Ref("unit", target)
        d.log("log.claymore", "FF-7.9.2", card, aim, draws=draws, card=card, target=aim)
