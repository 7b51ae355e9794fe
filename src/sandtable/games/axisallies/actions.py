"""Everything a power can be asked to do, phase by phase."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.axisallies.model import Economy, Kind, PieceId
from sandtable.kernel import Action, of
from sandtable.kernel.refusals import Place, Seat

Pieces = tuple[PieceId, ...]
Word = Annotated[str, of("word")]


class Done(Action, frozen=True):
    """Nothing more in this phase."""


# -- research, purchase and repair ---------------------------------------------------------------------------------


class Research(Action, frozen=True):
    """Buy and roll research dice."""

    economy: Economy
    dice: int


class Breakthrough(Action, frozen=True):
    """Choose the chart a breakthrough is rolled on."""

    chart: int


class Buy(Action, frozen=True):
    """Order units and installations out of one treasury."""

    economy: Economy
    units: dict[Kind, int]


class Repair(Action, frozen=True):
    """Pay for damage points on an installation."""

    place: Place
    what: Kind
    points: int


# -- combat move ---------------------------------------------------------------------------------------------------


class Declare(Action, frozen=True):
    """Declare war on a power."""

    on: Seat


class Ask(Action, frozen=True):
    """Ask for passage through a canal or strait."""

    canal: Word


class Grant(Action, frozen=True):
    """Answer a request for passage."""

    answer: Word


class Withhold(Action, frozen=True):
    """No longer let an ally use one's territories, carriers or transports."""

    ally: Seat
    asset: Word


class Share(Action, frozen=True):
    """Let an ally use one's territories, carriers or transports."""

    ally: Seat
    asset: Word


class Request(Action, frozen=True):
    """Ask an ally for what it withholds."""

    ally: Seat
    asset: Word


class Lend(Action, frozen=True):
    """Answer an ally that asks for one's territories, carriers or transports."""

    answer: Word


class Move(Action, frozen=True):
    """Move land or sea units of one space together along a way."""

    units: Pieces
    path: tuple[Place, ...]


class Fly(Action, frozen=True):
    """Fly aircraft of one space together to another, to fight, raid, escort or land."""

    units: Pieces
    to: Place
    task: Word = ""


class Load(Action, frozen=True):
    """Bring a transport to a coast and take a land unit aboard."""

    unit: PieceId
    ship: PieceId
    zone: Place


class Unload(Action, frozen=True):
    """Put cargo ashore: an assault in Combat Move, a landing in Noncombat Move."""

    units: Pieces
    to: Place


class Drop(Action, frozen=True):
    """Fly infantry from an air base into a battle as paratroopers."""

    units: Pieces
    to: Place


class Engage(Action, frozen=True):
    """Attack the submarines and transports in a zone, or leave them alone."""

    zone: Place
    answer: Word


class Ambush(Action, frozen=True):
    """Let submarines fire at a transport that passes without an escort, or let it go."""

    answer: Word


# -- conduct combat --------------------------------------------------------------------------------------------------


class Scramble(Action, frozen=True):
    """Send aircraft of an air base into an adjacent sea zone."""

    units: Pieces
    zone: Place


class Kamikaze(Action, frozen=True):
    """Spend a kamikaze token against a ship."""

    target: PieceId


class Intercept(Action, frozen=True):
    """Send fighters up against a bombing raid."""

    units: Pieces


class Aim(Action, frozen=True):
    """Assign raiding bombers to an installation."""

    bombers: Pieces
    what: Kind


class Launch(Action, frozen=True):
    """Fire the rocket of an air base at an installation."""

    base: Place
    to: Place
    what: Kind


class Fight(Action, frozen=True):
    """Resolve a battle next."""

    place: Place


class Bombard(Action, frozen=True):
    """Choose the ships that bombard before a landing."""

    ships: Pieces


class Submerge(Action, frozen=True):
    """Choose the submarines that dive; the others strike."""

    units: Pieces


class Lose(Action, frozen=True):
    """Choose casualties, and the capital ships that take one hit and stay afloat."""

    units: Pieces
    damaged: Pieces = ()


class Agree(Action, frozen=True):
    """Accept the casualties an ally proposes, or not."""

    answer: Word


class Press(Action, frozen=True):
    """Fight another round."""


class Retreat(Action, frozen=True):
    """Break off the attack."""

    to: Place


# -- noncombat move, mobilize ----------------------------------------------------------------------------------------


class Save(Action, frozen=True):
    """Bring a stranded aircraft down within one space."""

    unit: PieceId
    to: Place


class Raise(Action, frozen=True):
    """Choose the free units of a liberated power."""

    units: dict[Kind, int]


class Deploy(Action, frozen=True):
    """Place bought units of one kind in one space."""

    economy: Economy
    kind: Kind
    at: Place
    count: int = 1
