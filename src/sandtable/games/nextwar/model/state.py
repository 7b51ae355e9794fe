"""The whole position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from sandtable.games.nextwar.model.counters import Aircraft, Helicopter, Ship, Unit
from sandtable.games.nextwar.model.missions import (
    Damage,
    Mission,
    Network,
    Operation,
    Sortie,
    SpecialForces,
    Targeted,
)
from sandtable.games.nextwar.model.subjects import AirBattle, Battle, Collateral, Rebase, Run, Transport
from sandtable.games.nextwar.model.tracks import Account, MopUp, Toll, Tunnel
from sandtable.games.nextwar.model.words import Places, Units
from sandtable.kernel import Deck, Flow, State, of

if TYPE_CHECKING:
    from sandtable.games.nextwar.scenario import KoreaScenario


class KoreaState(State, frozen=True, kw_only=True):
    """The whole position."""

    flow: Flow[Battle | Rebase | AirBattle | Run | Collateral | Transport] = ()

    turn: int = 0
    weather: str = ""
    initiative: str = ""
    """The side with the initiative; empty in a contested turn."""
    first: str = ""
    """The side that plays first: the one with the initiative, or the last that had it."""
    air_level: str = ""
    air_side: str = ""
    """The side that the level of air superiority favours."""
    units: Annotated[dict[int, Unit], of("piece")] = {}
    helicopters: Annotated[dict[int, Helicopter], of("helicopter")] = {}
    ships: Annotated[dict[int, Ship], of("ship")] = {}
    aircraft: Annotated[dict[int, Aircraft], of("air")] = {}
    awacs: int = 0
    """The advantage that airborne radar gives the US."""
    sorties: dict[str, Sortie] = {}
    networks: dict[str, Network] = {}
    missions: dict[int, Mission] = {}
    damage: Annotated[dict[int, Damage], of("place")] = {}
    interdictions: Annotated[dict[int, int], of("place")] = {}
    """Hexes interdicted from the air, with the movement points it costs."""
    chemicals: Annotated[dict[int, str], of("place")] = {}
    """Hexes under a chemical marker, with the side that placed it."""
    sites_lost: Places = ()
    """Chemical sites of the DPRK that were ever destroyed or taken."""
    targeted: Annotated[dict[int, Targeted], of("place")] = {}
    special_forces: dict[str, SpecialForces] = {}
    """Markers of special operations forces by nation."""
    operations: dict[int, Operation] = {}
    """Missions of special operations forces in this turn."""
    tolls: dict[str, Toll] = {}
    """Damage to the bases of each side on the card of the air war."""
    accounts: dict[str, Account] = {}
    replacements: dict[str, int] = {}
    """Replacement points by nation."""
    refitted: Units = ()
    """Units that got a step back, or came back, in this phase."""
    captured: Annotated[dict[int, str], of("place")] = {}
    """Hexes that are not controlled by the side that had them at the start, with who controls them."""
    visited: Annotated[dict[int, str], of("place")] = {}
    """Hexes where the last unit was one of another side than the one that controls them."""
    breached: Annotated[dict[int, int], of("place")] = {}
    """Fortifications that are lost for good, with the turn."""
    mopups: Annotated[dict[int, MopUp], of("place")] = {}
    mopped: Places = ()
    """Hexes whose mop-up was rolled for in this phase."""
    cup: Deck | None = None
    """Mop-up markers that can be drawn."""
    tunnels: Annotated[dict[int, Tunnel], of("place")] = {}
    seas: Annotated[dict[int, str], of("place")] = {}
    """Boxes of the sea zones with the side that controls them; others are contested."""
    beachheads: Annotated[dict[int, str], of("place")] = {}
    """Beachheads by hex, with whose they are."""
    flown: dict[str, int] = {}
    """Half stack points that nations have moved by air transport in this segment."""
    sailed: Annotated[dict[int, int], of("place")] = {}
    """Half stack points of reinforcements that have landed in each port in this turn."""
    ferry_lost: bool = False
    opening: bool = False
    """Whether the first movement segment of the first turn is not over yet."""
    crowded: Places = ()
    """Hexes that were over the stacking limit when the movement segment began."""
    contacts: Units = ()
    """Units that were next to the enemy when the combat segment began."""
    attacked: Places = ()
    """Hexes attacked in this combat segment."""
    groups: tuple[str, ...] = ()
    """Lettered groups of reinforcements whose air units have come."""
    slip: int = 0
    """Turns by which the groups still to come are late."""
    passed: tuple[str, ...] = ()
    """Sides that are through with a step in which both act in turn."""
    ended: str = ""
    """The side that won before the last turn."""
    busan_cut: int = 0
    """The last turn in which no line led from Busan into the country."""

    postures: dict[str, str] = {}
    """How the US, China and Japan see the war."""
    interventions: dict[str, tuple[str, ...]] = {}
    """What China and Japan send."""
    resolution: int = 0
    """What is added to the roll for a resolution of the United Nations."""
    cease_fire: str = ""
    """How far a cease-fire has come: proposed, standing, or obeyed by both sides."""
    refusing: tuple[str, ...] = ()
    """Sides that do not obey the cease-fire in this turn."""
    entered: dict[str, int] = {}
    """Nations that were drawn into the war, with the turn that counts as the first of their schedule."""
    provoked: int = 0
    """The last turn in which US troops crossed the DMZ, and China was rolled for."""
    north: Units = ()
    """Units of the US north of the DMZ."""
    came: dict[str, int] = {}
    """Groups of reinforcements that have come in a campaign, each with its turn."""
    missing: dict[str, int] = {}
    """Groups that do not come in this phase, each with what its roll fell short by."""
    diverted: tuple[str, ...] = ()
    """Groups that went to Taiwan instead."""
    fallen: Places = ()
    """Air bases and airfields in enemy hands that have been counted as lost."""
    hovercraft: int = 0
    """Brigades that went by hovercraft in this segment."""
    busan_lost: bool = False
    """Whether Busan was destroyed by a nuclear attack before the war."""

    if TYPE_CHECKING:

        @property
        def board(self) -> KoreaScenario:
            """The map, counters and charts."""
