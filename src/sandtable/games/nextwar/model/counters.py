"""Counters of both sides: where each is, how strong it is, and what it has done."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.nextwar.model.words import ShipId, Units
from sandtable.kernel.refusals import Place


class Unit(Struct, frozen=True, omit_defaults=True):
    """A ground unit: where it is, how strong it is, and what it has done."""

    hex: Place = 0
    """The hex or the box off the map where it stands."""
    box: str = ""
    """Where it is while it is nowhere on the board."""
    steps: int = 0
    moved: bool = False
    """Has moved in this movement segment."""
    spent: int = 0
    """Sixths of a movement point that count as spent before its first move."""
    fought: bool = False
    """Has attacked in this combat segment."""
    fled: bool = False
    """Retreated in this combat segment: it adds nothing to the defence of a hex."""
    landed: bool = False
    """Came by air, by parachute or over a beach in this turn."""
    grounded: bool = False
    """A sniper brigade without its helicopters."""
    freed: bool = False
    """No longer held by a special rule of the scenario."""
    toward: Place = 0
    """The end of the line off the map on which it is under way."""
    carried: bool = False
    """Was carried over land or sea in this movement segment: it can only march on."""
    by_air: bool = False
    """Came down by air in this turn: it is in supply until it ends."""
    poised: bool = False
    """Came down by air in this segment and may still step into a hard hex next to it."""
    assault: bool = False
    """Sailed up to a coast in this segment, out of an Inshore box: it may storm a beach."""
    strike: int = 0
    """Its strike marker."""
    detected: bool = False
    """Under a Detected marker."""
    targeted: int = 0
    """The figure of its Targeted marker."""
    unsupplied: bool = False
    """Under an Out of Supply marker."""
    emergency: bool = False
    """Under an Emergency Supply marker: its Out of Supply marker was lifted by hand, until the next supply phase."""
    tried: bool = False
    """Emergency supply was tried for it in this phase."""
    isolated: bool = False
    """Under an Isolated marker."""
    mobile: bool = False
    """Of a supply unit: shows its mobile side."""
    uses: int = 0
    """Of a headquarters or artillery brigade: combat capabilities that are gone for this turn, used or shot away."""
    struck: Units = ()
    """Of a headquarters: what it has struck in this phase."""


class Helicopter(Struct, frozen=True, omit_defaults=True):
    """An attack helicopter unit at its base: a hex, a box, or a ship."""

    hex: Place = 0
    box: str = ""
    steps: int = 0
    ship: ShipId = 0
    missions: int = 0
    """Missions flown in this turn."""
    flew: bool = False
    """Has flown in this segment."""
    guest: int = 0
    """The turn in which it was driven to a base that had no room for it."""


class Ship(Struct, frozen=True, omit_defaults=True):
    """A naval unit: in a box of a sea zone, in a hex of the sea, or in a port."""

    hex: Place = 0
    box: str = ""
    moved: bool = False
    fired: bool = False
    """Has given combat support in this segment."""
    lifted: bool = False
    """Its own helicopters have lifted marines in this segment."""
    launched: bool = False
    """Has launched a cruise missile: in this strike phase, an amphibious group in this turn."""


class Aircraft(Struct, frozen=True, omit_defaults=True):
    """An air unit of the advanced game on the air display."""

    base: str = ""
    """The country or carrier group whose boxes it uses."""
    box: str = ""
    steps: int = 0
    hit: bool = False
    """Has lost a step to collateral damage in this phase."""
    ship: ShipId = 0
    """The carrier of its wing."""
