"""What a power says to take land units aboard and put them ashore."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Pieces
from sandtable.games.axisallies.model import PieceId
from sandtable.games.axisallies.rules.combat_move import embarking
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Load(Action, frozen=True):
    """Bring a transport to a coast and take a land unit aboard."""

    unit: PieceId
    ship: PieceId
    zone: Place


class Unload(Action, frozen=True):
    """Put cargo ashore: an assault in Combat Move, a landing in Noncombat Move."""

    units: Pieces
    to: Place


LOAD_TO_FIGHT = verb(
    Load,
    "AA-9.2.transport.load",
    lambda d, a: embarking.board(d, a.unit, a.ship, a.zone, True),
    unit=lambda state, seat: embarking.loadable(state, seat, True),
    ship=lambda state, seat, unit: embarking.ships(state, seat, unit, True),
    zone=lambda state, seat, unit, ship: embarking.pick_up(state, seat, unit, ship, True),
)
LOAD = verb(
    Load,
    "AA-10.transport.load",
    lambda d, a: embarking.board(d, a.unit, a.ship, a.zone, False),
    unit=lambda state, seat: embarking.loadable(state, seat, False),
    ship=lambda state, seat, unit: embarking.ships(state, seat, unit, False),
    zone=lambda state, seat, unit, ship: embarking.pick_up(state, seat, unit, ship, False),
)
ASSAULT = verb(
    Unload,
    "AA-9.2.amphib.announce",
    lambda d, a: embarking.assault(d, a.units, a.to),
    units=embarking.landable,
    to=embarking.beaches,
)
UNLOAD = verb(
    Unload,
    "AA-10.transport.ncm-unload",
    lambda d, a: embarking.unload(d, a.units, a.to),
    units=embarking.unloadable,
    to=embarking.harbours,
)
