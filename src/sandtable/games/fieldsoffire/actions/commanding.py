"""Verbs of command: whose impulse comes next, activating subordinates, and the end of an impulse."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, Impulse, UnitId
from sandtable.games.fieldsoffire.rules.combat import reconstitution
from sandtable.games.fieldsoffire.rules.command.activation import activate, why_not_activate
from sandtable.games.fieldsoffire.rules.command.commands import LEADERS, waiting
from sandtable.games.fieldsoffire.rules.command.orders import headquarters
from sandtable.games.fieldsoffire.rules.transport.direct import why_not_yet
from sandtable.games.fieldsoffire.scenario.units import HQ_PLATOON, STAFF
from sandtable.kernel import Action, Draft, OneOf, Refusal, pick, verb

CHOOSERS = {"leaders": (LEADERS, True), "platoons": ((HQ_PLATOON,), False), "staff": ((STAFF,), False)}
"""Who is picked, by the part of the command phase: kinds of unit, and whether they were activated."""


class Pick(Action, frozen=True):
    """Whose impulse is played next."""

    hq: UnitId


class Activate(Action, frozen=True):
    """Menu 4.2.1a."""

    hq: UnitId


class End(Action, frozen=True):
    """The impulse is over."""


class Appoint(Action, frozen=True):
    """The battalion names who takes over the company."""

    unit: UnitId


class PassOver(Action, frozen=True, tag="pass_over"):
    """Nobody is named now."""


# rule: FF-3.3.1c, FF-4.1.1.plt.a, FF-3.3.2b
def next_in_line(state: FieldsState, seat: str) -> OneOf:
    """Headquarters and staff that still have their impulse in this part of the turn."""
    kinds, activated = CHOOSERS[state.here.at.split(".")[-2]]
    return OneOf("unit", waiting(state, kinds, activated=activated))


def choose(d: Draft[FieldsState], action: Pick) -> None:
    d.done()
    d.call("impulse", Impulse(hq=action.hq))


def subordinates(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", headquarters(state), lambda key: why_not_activate(state, key))


def order_activation(d: Draft[FieldsState], action: Activate) -> None:
    activate(d, action.hq)


# rule: FF-11.1.1.first
def may_end(state: FieldsState, seat: str) -> Refusal | None:
    return why_not_yet(state)


def end(d: Draft[FieldsState], action: End) -> None:
    d.done()


def heirs(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", reconstitution.heirs(state))


def appoint(d: Draft[FieldsState], action: Appoint) -> None:
    reconstitution.appoint(d, action.unit)
    d.done()


def pass_over(d: Draft[FieldsState], action: PassOver) -> None:
    d.done()


APPOINT = verb(Appoint, "FF-6.5.2.B.b", appoint, unit=heirs)
PASS_OVER = verb(PassOver, "FF-6.5.2.B.b", pass_over, ends=True)
PICK = verb(Pick, "FF-3.3.1c", choose, hq=next_in_line)
ACTIVATE = verb(Activate, "FF-4.2.1a", order_activation, hq=subordinates)
END = verb(End, "FF-4.1.a", end, allow=may_end, ends=True)
