"""What a player says about units that come, go, are raised and rebuilt."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState, PieceId, Pieces
from sandtable.games.eastfront.rules.arrivals import groups, withdrawals
from sandtable.games.eastfront.rules.replacements import rebuilding, replacements
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.kernel import Action, Draft, verb
from sandtable.kernel.refusals import Place


class Disband(Action, frozen=True):
    """Give up a headquarters that is not operational."""

    unit: PieceId


class Accept(Action, frozen=True):
    """Take a special group of reinforcements."""

    group: str


class Free(Action, frozen=True):
    """Release the garrison of a hex."""

    to: Place


class Discharge(Action, frozen=True):
    """Release one garrison unit in Map T."""

    unit: PieceId


class Dismiss(Action, frozen=True):
    """Carry out a withdrawal: who is due, who leaves for it, and who gives up a step."""

    unit: PieceId
    by: PieceId
    units: Pieces = ()


class Keep(Action, frozen=True):
    """Buy a withdrawal off with a victory point."""

    unit: PieceId


class Regroup(Action, frozen=True):
    """Choose where new units take the place of old ones."""

    to: Place


class Swap(Action, frozen=True):
    """Give up one of several units for those that come in exchange."""

    unit: PieceId


class Fortify(Action, frozen=True):
    """Place a strongpoint that came with a group."""

    to: Place


class Muster(Action, frozen=True):
    """Turn militia into replacement points."""

    unit: PieceId


class Recall(Action, frozen=True):
    """Bring a Zap unit or an armoured train from Cadre to the Active box."""

    unit: PieceId


class Replace(Action, frozen=True):
    """Put a unit from Cadre in the place of a Zap unit."""

    unit: PieceId
    by: PieceId


class Fill(Action, frozen=True):
    """Give the men of a Zap unit to another unit."""

    unit: PieceId
    to: PieceId


class Receive(Action, frozen=True):
    """Mark a unit to receive replacements."""

    unit: PieceId


class Rebuild(Action, frozen=True):
    """Take a unit further on the rebuild chart."""

    unit: PieceId


class Raise(Action, frozen=True):
    """Raise a unit from Cadre in a city."""

    unit: PieceId
    to: Place


class Post(Action, frozen=True):
    """Put an untried unit on the map."""

    unit: PieceId
    to: Place


class Form(Action, frozen=True):
    """Form a substitute from a replacement point."""

    unit: PieceId


def disband(d: Draft[CrimeaState], action: Disband) -> None:
    """Give up one headquarters; no more than one in a turn."""
    soviet_units.disband(d, action.unit)
    d.done()


DISBAND = verb(Disband, "EF-22.26.b", disband, unit=soviet_units.disbandable)
ACCEPT = verb(Accept, "EF-8.31.a", lambda d, a: groups.accept(d, d.seat, a.group), group=groups.available)
FREE = verb(Free, "EF-PB3.23.f", lambda d, a: groups.release(d, a.to), to=groups.releasable)
DISCHARGE = verb(Discharge, "EF-PB2.12.i", lambda d, a: groups.discharge(d, a.unit), unit=groups.dischargeable)
DISMISS = verb(
    Dismiss,
    "EF-8.71.a",
    lambda d, a: withdrawals.dismiss(d, d.seat, a.unit, a.by, a.units),
    unit=withdrawals.leaving,
    by=withdrawals.leavers,
    units=withdrawals.givers,
)
KEEP = verb(Keep, "EF-8.73", lambda d, a: withdrawals.keep(d, d.seat, a.unit), unit=withdrawals.keepable)
REGROUP = verb(Regroup, "EF-PB4.2", lambda d, a: withdrawals.regroup(d, d.seat, a.to), to=withdrawals.sites)
SWAP = verb(Swap, "EFS-10.54.n", lambda d, a: withdrawals.swap(d, d.seat, a.unit), unit=withdrawals.swappable)
FORTIFY = verb(Fortify, "EFS-10.5.reinf", lambda d, a: groups.fortify(d, a.to), to=groups.gift_sites)
MUSTER = verb(Muster, "EF-7.22.b", lambda d, a: replacements.disband(d, a.unit), unit=replacements.militia)
RECALL = verb(Recall, "EF-7.22.c3", lambda d, a: replacements.recall(d, a.unit), unit=replacements.recallable)
REPLACE = verb(
    Replace,
    "EF-7.22.c1",
    lambda d, a: replacements.replace_zap(d, a.unit, a.by),
    unit=replacements.zaps,
    by=replacements.cadres,
)
FILL = verb(
    Fill,
    "EF-7.22.c2",
    lambda d, a: replacements.fill(d, a.unit, a.to),
    unit=replacements.fillers,
    to=replacements.filled,
)
RECEIVE = verb(Receive, "EF-7.41.a", lambda d, a: rebuilding.mark(d, a.unit), unit=rebuilding.markable)
REBUILD = verb(Rebuild, "EF-7.43", lambda d, a: rebuilding.rebuild(d, a.unit), unit=rebuilding.rebuildable)
RAISE = verb(
    Raise,
    "EF-7.43.d",
    lambda d, a: rebuilding.raise_in_city(d, a.unit, a.to),
    unit=rebuilding.raisable,
    to=rebuilding.raising_hexes,
)
FORM = verb(Form, "EF-24.5", lambda d, a: rebuilding.form(d, a.unit), unit=rebuilding.formable)
POST = verb(Post, "EF-8.62", lambda d, a: untried.place(d, a.unit, a.to), unit=untried.posted, to=untried.site_choice)
LEVY = verb(Post, "EF-8.52", lambda d, a: untried.place(d, a.unit, a.to), unit=untried.levied, to=untried.site_choice)
