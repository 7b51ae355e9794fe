"""Noncombat Move: stranded defenders come down, then everybody moves who did not fight."""

from __future__ import annotations

from sandtable.games.axisallies.actions import diplomacy, flying, moving, transport
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.noncombat import noncombat, stranded
from sandtable.kernel import Phase


def noncombat_phase(power: str) -> Phase[GlobalState]:
    """Stranded defenders first; then the moves, and the landing of those who flew."""
    return Phase(
        "noncombat",
        "AA-9.4.who",
        (
            Phase(
                "stranded",
                "AA-9.4.stranded",
                begin=stranded.come_home,
                who=stranded.owners,
                over=lambda state, seat: not stranded.can_save(state, seat),
                verbs=(flying.SAVE, flying.END_SAVING),
                end=stranded.close,
            ),
            Phase(
                "moves",
                "AA-9.4.who",
                who=lambda state: (power,),
                verbs=(
                    moving.GO,
                    flying.LAND,
                    transport.LOAD,
                    transport.UNLOAD,
                    diplomacy.ASK,
                    diplomacy.REQUEST,
                    diplomacy.SHARE,
                    diplomacy.WITHHOLD,
                    moving.END_NONCOMBAT_MOVE,
                ),
                prompt=lambda state, seat: {"count": len(noncombat.unlanded(state, seat))},
                end=noncombat.close,
            ),
        ),
    )
