"""What a power says to move land units and ships, to fight or not."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Done, Pieces, Word, done
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import declaration
from sandtable.games.axisallies.rules.combat_move import combat_move, marching
from sandtable.games.axisallies.rules.noncombat import noncombat
from sandtable.games.axisallies.rules.units import ambush
from sandtable.kernel import YES, Action, Draft, verb, yes_or_no
from sandtable.kernel.refusals import Place


class Move(Action, frozen=True):
    """Move land or sea units of one space together along a way."""

    units: Pieces
    path: tuple[Place, ...]


class Engage(Action, frozen=True):
    """Attack the submarines and transports in a zone, or leave them alone."""

    zone: Place
    answer: Word


class Ambush(Action, frozen=True):
    """Let submarines fire at a transport that passes without an escort, or let it go."""

    answer: Word


def spring(d: Draft[GlobalState], action: Ambush) -> None:
    """Fire, or let them pass."""
    d.done()
    if action.answer == YES:
        ambush.fire(d)


def end_combat_move(d: Draft[GlobalState], action: Done) -> None:
    """All moves are made; battles are declared from where everybody stands."""
    declaration.declare(d)
    d.done()


ADVANCE = verb(
    Move,
    "AA-9.2.general.from-many",
    lambda d, a: marching.advance(d, a.units, a.path),
    units=lambda state, seat: marching.movable(state, seat, True),
    path=lambda state, seat, units: marching.paths(state, seat, units, True),
)
GO = verb(
    Move,
    "AA-9.4.allowance",
    lambda d, a: marching.go(d, a.units, a.path),
    units=lambda state, seat: marching.movable(state, seat, False),
    path=lambda state, seat, units: marching.paths(state, seat, units, False),
)
ENGAGE = verb(
    Engage,
    "AA-9.2.general.attack-or-ignore.a",
    lambda d, a: declaration.engage(d, a.zone, a.answer == YES),
    zone=combat_move.zones,
    answer=combat_move.yes_no,
)
AMBUSH = verb(Ambush, "AA-10.sub.transport-ambush", spring, answer=lambda state, seat: yes_or_no(default=YES))
END_COMBAT_MOVE = verb(Done, "AA-9.2.general.purpose", end_combat_move, allow=combat_move.why_not_done, ends=True)
END_NONCOMBAT_MOVE = verb(Done, "AA-9.4.who", done, allow=noncombat.why_not_done, ends=True)
