"""What procedures are about: a combat, a fight in the air, an aircraft over its target."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.nextwar.model.words import AirId, HelicopterId, ShipId, UnitId, Units, Wing
from sandtable.kernel import Subject
from sandtable.kernel.refusals import Place, Seat


class Support(Struct, frozen=True, omit_defaults=True):
    """What a side gives to a ground combat besides its units."""

    air: int = 0
    """Air points that take part, less what air defence took."""
    helicopters: tuple[HelicopterId, ...] = ()
    ships: tuple[ShipId, ...] = ()
    lost: int = 0
    """Support points that air defence kept from helicopters."""
    snipers: Units = ()
    """Sniper brigades whose own helicopters help."""


class Battle(Subject, frozen=True):
    """One ground combat, from its declaration to the advance: what the procedure ``battle`` is about."""

    side: Seat
    target: Place
    attackers: Units
    defenders: Units = ()
    attack_lead: UnitId = 0
    defence_lead: UnitId = 0
    attack_support: Support | None = None
    defence_support: Support | None = None
    result: str = ""
    attack_losses: int = 0
    """Steps the attacker still has to lose."""
    defence_losses: int = 0
    attack_lead_pays: bool = False
    """Whether the attacker's lead unit still owes the first loss."""
    defence_lead_pays: bool = False
    retreat: int = 0
    """Hexes the defenders have to retreat; 0 once that is over."""
    extra: int = 0
    """A further step the defenders owe: a retreat ignored, or one that was blocked."""
    fleeing: Units = ()
    """Defenders who still have to retreat."""
    two_hexes: bool = False
    """Whether the defender had to retreat two hexes or was eliminated."""
    advanced: Units = ()
    """Attackers that are in the hex now and might go on."""
    assault: Units = ()
    """Attackers that come out of the sea."""
    repulsed: bool = False
    """Whether the attacker still owes the step of an assault that failed."""
    attack_command: Units = ()
    """Headquarters and artillery that shift columns for the attacker."""
    defence_command: Units = ()


class Rebase(Subject, frozen=True):
    """Helicopter units that have to leave a base: what the procedure ``rebase`` is about."""

    place: Place
    helicopters: tuple[HelicopterId, ...]
    destroyed: bool = False
    """Whether a strike has destroyed the base, and not the enemy entered it."""


class Engagement(Struct, frozen=True, omit_defaults=True):
    """Air units that fight each other: one against one, or two against one."""

    allied: Wing = ()
    dprk: Wing = ()
    edges: tuple[tuple[int, int], ...] = ()
    """Who has the advantage over whom."""


class AirBattle(Subject, frozen=True):
    """A fight in the air, over the whole front or over one mission: what the procedure ``air_battle`` is about."""

    mission: int = 0
    """The mission that is intercepted; 0 in the fight for air superiority."""
    engagements: tuple[Engagement, ...] = ()
    picked: int = 0
    """Pairs that the side at hand has picked in its run."""
    kept: Wing = ()
    """Units that stay out."""
    aims: tuple[tuple[int, int], ...] = ()
    """Which of two opponents a unit fires at in this step."""
    fought: bool = False
    """Whether anybody fired in this round."""
    rounds: int = 0
    """Rounds of fire that have begun."""
    altered: int = 0
    """Engagements that AWACS has altered."""
    wavering: Wing = ()
    """Transports that are in trouble: their player says whether they lose a step or turn back."""


class Run(Subject, frozen=True):
    """One aircraft over its target: what the procedure ``attack_run`` is about."""

    mission: int
    aircraft: AirId = 0
    braves: bool = True
    """Whether air defence fires at it in this run."""
    strikes: bool = True
    """Whether it attacks in this run."""
    plus: int = 0
    """What air defence adds to the die of its attack."""
    aborts: bool = False
    """It would have to turn back."""
    gone: bool = False
    """It is out of the mission."""
    struck: bool = False
    """It has attacked."""


class Transport(Subject, frozen=True):
    """Units on their way through the air: what the procedure ``transport`` is about."""

    mission: int


class Collateral(Subject, frozen=True):
    """Aircraft hit on the ground: what the procedure ``collateral`` is about."""

    side: Seat
    """The side that owns the base."""
    base: str
    """Whose boxes of the display the base belongs to."""
    owner_picks: int = 0
    enemy_picks: int = 0
    nations: tuple[str, ...] = ()
    """Whose units can be caught; all where nobody is named."""
    once: bool = True
    """Whether a unit can be caught only once in a phase."""
