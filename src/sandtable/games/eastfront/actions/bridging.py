"""What a player says to lay and lift bridge units and to set up ferries."""

from __future__ import annotations

from sandtable.games.eastfront.rules.crimea_map import ferries
from sandtable.games.eastfront.rules.special_units import bridges
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Span(Action, frozen=True):
    """Lay a bridge unit in a hex, towards another."""

    to: Place
    across: Place


class Lift(Action, frozen=True):
    """Take the bridge unit of a hex up."""

    to: Place


class Ferry(Action, frozen=True):
    """Begin a rail ferry in a hex."""

    to: Place


SPAN = verb(Span, "EF-23.22.d", lambda d, a: bridges.lay(d, a.to, a.across), to=bridges.sites, across=bridges.far_banks)
LIFT = verb(Lift, "EF-23.22.a", lambda d, a: bridges.lift(d, a.to), to=bridges.liftable)
FERRY = verb(Ferry, "EF-PB2.35.a", lambda d, a: ferries.found(d, a.to), to=ferries.landings)
