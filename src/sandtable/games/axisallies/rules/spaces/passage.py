"""Chapter 7: asking a power one is not at war with for passage through its canal or strait."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move.sea import why_not_pass
from sandtable.games.axisallies.rules.memory import unless_let_through
from sandtable.games.axisallies.rules.turns.powers import seat as seat_ref
from sandtable.kernel import Draft, OneOf, Ref, derived


# rule: AA-7.canal.use.b
def askable(state: GlobalState, seat: str) -> OneOf:
    """The canals held by an opposing power one is at peace with, not yet asked for this turn."""
    return OneOf("canal", _closed(state, seat))


@derived("territories", "wars", "permits", permits=unless_let_through)
def _closed(state: GlobalState, power: str) -> tuple[str, ...]:
    found = []
    for canal in state.board.canals:
        no = why_not_pass(state, power, canal, ("transport",))
        if no is not None and no.rule == "AA-7.canal.use.b" and f"{canal.id}.{power}" not in state.permits:
            found.append(canal.id)
    return tuple(found)


def ask(d: Draft[GlobalState], name: str) -> None:
    """Put the question to the power that controls the passage."""
    index = next(n for n, canal in enumerate(d.now.board.canals) if canal.id == name)
    d.call("passage", index)


def controllers(state: GlobalState) -> tuple[str, ...]:
    """Who is asked: every power that holds a bank."""
    canal = state.board.canals[state.here.ref]
    return tuple(dict.fromkeys(state.territories[at].since for at in canal.land))


def question(state: GlobalState, seat: str) -> dict[str, Any]:
    """What the prompt says: who asks to pass, and where."""
    return {"power": seat_ref(state.active), "canal": Ref("canal", state.board.canals[state.here.ref].id)}


def grant(d: Draft[GlobalState], granted: bool) -> None:
    """Let the other power's ships pass this turn, or not; one refusal is enough."""
    canal = d.now.board.canals[d.here.ref]
    d.put("permits", f"{canal.id}.{d.now.active}", int(granted))
    d.log(
        "log.passage",
        "AA-7.canal.use.b",
        canal=Ref("canal", canal.id),
        power=seat_ref(d.seat),
        to=seat_ref(d.now.active),
        granted=int(granted),
    )
    if granted:
        d.done()
    else:
        d.finish()
