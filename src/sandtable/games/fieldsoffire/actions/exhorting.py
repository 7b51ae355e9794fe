"""After a failed attempt: exhort the men (menu 4.2.1b), or let it be."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.kernel import Action, Draft, OneOf, pick, verb


class Exhort(Action, frozen=True):
    """Menu 4.2.1b."""

    hq: UnitId


class LetBe(Action, frozen=True, tag="let_be"):
    """Take the failure as it is."""


def exhorters(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", trials.leaders(state), lambda hq: trials.why_not_exhort(state, hq))


def exhort(d: Draft[FieldsState], action: Exhort) -> None:
    trials.exhort(d, action.hq)
    d.done()


def let_be(d: Draft[FieldsState], action: LetBe) -> None:
    d.done()


EXHORT = verb(Exhort, "FF-4.2.1b", exhort, hq=exhorters)
LET_BE = verb(LetBe, "FF-4.2.1b", let_be, ends=True)
