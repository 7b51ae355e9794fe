"""Chapter 6.6: what state of supply every unit is in for a turn."""

from __future__ import annotations

from sandtable.games.eastfront.model import EMERGENCY, OUT_OF_SUPPLY, SIDES, SUPPLIED, CrimeaState
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.special_units.flotillas import is_flotilla
from sandtable.games.eastfront.rules.supply import ports, supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map, ref
from sandtable.kernel import Draft


# rule: EF-4.2.A2, EF-6.61
def judge(d: Draft[CrimeaState]) -> None:
    """Judge every unit's supply for the turn, and that of strongpoints that stand alone."""
    supply.decay(d)
    map_t.feed(d)
    for side in SIDES:
        ports.reopen(d, side)
        waiting = ports.waiting(d.now, side)
        berths = ports.berths(d.now, side)
        # rule: EF-6.13
        for key in on_map(d.now, side):
            piece = d.now.pieces[key]
            # rule: EF-PB8.86
            if piece.ship or is_flotilla(d.now, key):
                continue
            # Who depends on a port that cannot feed all is hungry until his owner feeds him.
            if supply.is_supplied(d.now, side, piece.hex) and (key not in waiting or key in berths):
                state = SUPPLIED  # rule: EF-6.62, EFS-10.14.b
            else:
                # rule: EF-6.63, EF-6.64
                state = EMERGENCY if piece.supply == SUPPLIED else OUT_OF_SUPPLY
            if state != piece.supply:
                d.edit("pieces", key, supply=state)
                d.log("log.supply", "EF-6.61", ref(key), unit=ref(key), state=state)
