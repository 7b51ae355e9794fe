"""What a player says in an Engineer phase: works, rail lines and heavy guns."""

from __future__ import annotations

from sandtable.games.eastfront.model import PieceId
from sandtable.games.eastfront.rules.fortifications import building, fortifications
from sandtable.games.eastfront.rules.railways import conversion
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Build(Action, frozen=True):
    """Begin a strongpoint."""

    to: Place


class Convert(Action, frozen=True):
    """Convert a rail hex."""

    to: Place


class Seize(Action, frozen=True):
    """Lead a captured rail line on to a hex."""

    to: Place


class Restore(Action, frozen=True):
    """Convert a rail hex back to Soviet use."""

    to: Place


class Cut(Action, frozen=True):
    """Cut a rail line of the Axis."""

    to: Place


class Turn(Action, frozen=True):
    """Turn a super-heavy gun over."""

    unit: PieceId


BUILD = verb(Build, "EF-18.31", lambda d, a: building.build(d, a.to), to=building.sites)
CONVERT = verb(Convert, "EF-19.13", lambda d, a: conversion.convert(d, a.to), to=conversion.convertible)
SEIZE = verb(Seize, "EF-PB2.34.b", lambda d, a: conversion.seize(d, a.to), to=conversion.seizable)
RESTORE = verb(Restore, "EF-19.3", lambda d, a: conversion.restore(d, a.to), to=conversion.restorable)
CUT = verb(Cut, "EF-19.4", lambda d, a: conversion.cut(d, a.to), to=conversion.cuttable)
SITE = verb(Turn, "EF-PB9.42", lambda d, a: fortifications.turn(d, a.unit, "EF-PB9.42"), unit=fortifications.sitable)
TURN = verb(Turn, "EF-23.43.b", lambda d, a: fortifications.turn(d, a.unit), unit=fortifications.turnable)
