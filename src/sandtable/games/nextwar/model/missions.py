"""Missions of air units and special forces, the defences against them, and what they leave behind."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.nextwar.model.words import HelicopterId, UnitId, Wing
from sandtable.kernel.refusals import Place, Seat


class Sortie(Struct, frozen=True, omit_defaults=True):
    """The air units that a side commits to the fight for the air: its own secret until both sides show theirs."""

    units: Wing | None = None


class Network(Struct, frozen=True, omit_defaults=True):
    """The air defences of a side: the three tracks, and hits that count from the next strike phase on."""

    detection: int = 0
    sam: int = 0
    aaa: int = 0
    detection_hits: int = 0
    sam_hits: int = 0
    aaa_hits: int = 0


class Mission(Struct, frozen=True, omit_defaults=True):
    """An air-to-ground mission of a strike phase, from its allocation to its end."""

    side: Seat
    aim: str
    """What it attacks: a word of ``rules.strikes.targets``."""
    place: Place = 0
    unit: UnitId = 0
    strikers: Wing = ()
    tracks: tuple[str, ...] = ()
    """Of a Wild Weasel mission: the track that each striker attacks."""
    escorts: Wing = ()
    weasels: Wing = ()
    """Wild Weasels that suppress air defences."""
    helicopter: HelicopterId = 0
    size: int = 0
    """How many aircraft fly, where the enemy knows no more than that."""
    has_weasels: bool = False
    """That Wild Weasels are among them, where he knows that."""
    found: str = ""
    """What the enemy's radar saw: early, in time, or nothing; empty before he has looked."""
    interceptors: Wing = ()
    engaged: Wing = ()
    """Aircraft that interceptors attacked."""
    finished: Wing = ()
    """Aircraft that have been over the target."""
    braved: tuple[tuple[int, int], ...] = ()
    """Wild Weasels that missiles and guns have fired at before any of them attacks, with what that adds to the die."""
    base: str = ""
    """In the air war: the kind of base that is attacked, and its terrain."""
    terrain: str = ""
    near_hq: bool = False
    """In the air war: whether an enemy headquarters stands near that base."""
    is_open: bool = True
    """Whether the enemy knows what flies."""
    way: str = ""
    """Of a transport, whose strikers are the units it carries, below zero: how it carries them."""
    start: Place = 0
    """Of a transport and of a helicopter: where it took off, or stood when its strike was announced."""
    exposure: str = ""
    """Of a transport: who looks for it, and who may fire."""
    paid: Wing = ()
    """Of a transport: the units that airmobile points carry."""


class Damage(Struct, frozen=True, omit_defaults=True):
    """Strike markers on what stands in a hex: 1, 2, or 3 where it is destroyed."""

    airbase: int = 0
    airfield: int = 0
    port: int = 0
    chem_site: int = 0
    nuclear_site: int = 0
    scored: tuple[str, ...] = ()
    """What was destroyed, and never whole again since."""


class Targeted(Struct, frozen=True, omit_defaults=True):
    """Targeted markers on what stands in a place: the figures that help strikes against it."""

    airbase: int = 0
    airfield: int = 0
    port: int = 0
    chem_site: int = 0
    nuclear_site: int = 0


class SpecialForces(Struct, frozen=True, omit_defaults=True):
    """The markers of a nation's special operations forces."""

    ready: int = 0
    used: int = 0
    lost: int = 0


class Operation(Struct, frozen=True, omit_defaults=True):
    """A mission of special operations forces, from its allocation to the end of the turn."""

    side: Seat
    nation: str
    mission: str
    """A word of ``rules.special_operations.targets``."""
    aim: str = ""
    """Of a raid or a targeting: a unit, or what stands in the place."""
    place: Place = 0
    unit: UnitId = 0
    done: bool = False
