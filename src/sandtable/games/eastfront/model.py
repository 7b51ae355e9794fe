"""The Structs of Barbarossa: Crimea: what a position holds, and the words its fields use."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct

from sandtable.kernel import Flow, Options, State, Subject, of
from sandtable.kernel.refusals import Place, Seat

if TYPE_CHECKING:
    from sandtable.games.eastfront.scenario import CrimeaScenario

AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)

PieceId = Annotated[int, of("piece")]
AirId = Annotated[int, of("air")]
SupplyId = Annotated[int, of("supply")]
ShipId = Annotated[int, of("ship")]
Water = Annotated[str, of("water")]
"""Where a ship can be: a port by its hex, a sea zone, Map T."""
Pieces = tuple[PieceId, ...]
Places = tuple[Place, ...]
Ships = tuple[ShipId, ...]

# Where a unit is that is not on the map.
ACTIVE, CADRE, ELIMINATED, CANNOT_REBUILD, WITHDRAWN, POOL, TO_COME, MAP_T, ABOARD = (
    "active",
    "cadre",
    "eliminated",
    "cannot_rebuild",
    "withdrawn",
    "pool",
    "to_come",
    "map_t",
    "aboard",
)
BOXES = (ACTIVE, CADRE, ELIMINATED, CANNOT_REBUILD, WITHDRAWN, POOL, TO_COME, MAP_T, ABOARD)

# The boxes of the air display, and the place of a unit that flies.
READY, FLOWN, DAMAGED, DESTROYED, FLYING, GONE = "ready", "flown", "damaged", "destroyed", "flying", "gone"
DUMMY = "dummy"
UNKNOWN = "unknown"

# General Supply, Emergency Supply, Out of Supply.
SUPPLIED, EMERGENCY, OUT_OF_SUPPLY = range(3)

NO_ORDER, NO_RETREAT, ADDITIONAL = "none", "no_retreat", "additional"
ORDERS = (NO_ORDER, NO_RETREAT, ADDITIONAL)

DRY, MUD, FROST, SNOW, ARCTIC = "dry", "mud", "frost", "snow", "arctic"


# rule: EF-3.11
def enemy(side: str) -> str:
    """The other side."""
    return SOVIET if side == AXIS else AXIS


class CrimeaOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    historical_weather: bool = False
    free_setup: bool = False
    """Whether units may be placed freely where a card leaves that to the players."""


class Piece(Struct, frozen=True, omit_defaults=True):
    """A ground unit: where it is, how strong it is, and what markers lie on it."""

    hex: Place = 0
    box: str = ""
    steps: int = 0
    back: bool = False
    """Turned over: a headquarters that is not operational, a super-heavy gun on its mobile side."""
    supply: int = 0
    overrun: bool = False
    activated: bool = False
    garrison: bool = False
    no_move: int = 0
    moved: str = ""
    """How it moved in this phase; empty while it has not."""
    spent: int = 0
    """Half movement points used in a move that may still go on, after an overrun."""
    company: int = 0
    """The hex where it began this phase; an overrun needs units that began together."""
    travelled: bool = False
    busy: bool = False
    """Fought, or moved by rail or strategically, in this segment."""
    attacked: bool = False
    activations: int = 0
    escorted: bool = False
    """For a headquarters: it has activated a Guards unit beyond its command value in this segment."""
    reactions: int = 0
    orders: int = 0
    starts: int = 0
    """For a headquarters that is not operational: units that began to move within its radius in this phase."""
    receiving: bool = False
    """Marked to receive replacements: it stays where it is and gains a step in the Engineer phase."""
    due: int = 0
    """The first turn in which a rebuilt unit may come back, where that is not at once."""
    landed: bool = False
    """Came by air: it stays where it landed until the next movement phase of its side."""
    shown: bool = False
    """Turned up in this phase: it may still move when the known units are done."""
    sworn: Place = 0
    """The hex it has to attack in this segment: hidden defenders stopped its overrun there."""
    roaming: bool = False
    """Militia that was driven out of the reach of its city: nothing ties it any more."""
    ship: ShipId = 0
    """The ship that carries it, while it is aboard one; with a hex of the sea where it was placed for an assault."""
    assault: bool = False
    """Sent to sea for an assault on a coast: it does not go from port to port."""
    evacuated: bool = False
    """Came aboard in an evacuation: its rest begins when it is ashore again."""
    ashore: int = 0
    """The last turn in which it came ashore from a ship."""
    damage: int = 0
    """Points of damage of a flotilla."""
    fired: bool = False
    """Fired at aircraft in this segment, as an anti-aircraft unit of the enlarged map."""


class Strongpoint(Struct, frozen=True, omit_defaults=True):
    """A field work in a hex."""

    side: Seat
    building: bool = False
    starving: bool = False
    """Without supply and without friends near by for one turn already."""


class Supply(Struct, frozen=True, omit_defaults=True):
    """A supply unit: one point as a mobile unit, two as a dump."""

    side: Seat
    hex: Place
    points: int = 1
    wagon: bool = False
    moved: bool = False
    spent: int = 0
    """Half movement points that it took to come on the map in this phase."""
    box: str = ""
    """Where it is while it is not on the map: Map T, or aboard a ship."""
    ship: ShipId = 0
    """The ship that carries it."""


class Bridge(Struct, frozen=True, omit_defaults=True):
    """A bridge unit, or a rail ferry, on the side between the hex where it stands and another."""

    side: Seat
    hex: Place
    to: Place
    placed: int = 0
    """The turn in which it was placed."""
    opened: int = 0
    """The turn in which it was finished; 0 while it is under construction."""
    ferry: bool = False


class AirUnit(Struct, frozen=True, omit_defaults=True):
    """An air counter. ``kind`` is hidden from the other side while it is ready or flies unseen."""

    side: Seat
    kind: str
    box: str
    hex: Place = 0
    shown: bool = False
    role: str = ""
    """``mission`` or ``firing``, once declared."""


# rule: EF-PB8.12.a
class Ship(Struct, frozen=True, omit_defaults=True):
    """A ship: in a port, in a sea zone, or in a box. It is no combat unit: it neither stacks nor needs supply."""

    hex: Place = 0
    """The port where it lies; of a ship at sea the hex where it was placed for a mission."""
    zone: str = ""
    """The sea zone it is in, while it is at sea."""
    box: str = ""
    """Map T, or where it is when it is not in play."""
    sailed: bool = False
    """Turned over: it has come into port and waits to be made ready."""
    damage: int = 0
    strained: int = 0
    """Damage taken since its passengers came aboard."""
    tried: bool = False
    """Rolled for readiness or repair in this phase."""
    spent: int = 0
    """Naval movement points used in this phase."""
    left: Water = ""
    """The port that it left in this phase; empty if it began at sea."""
    way: tuple[str, ...] = ()
    """The zones that it entered in this phase, and the hexes of the sea that it left."""
    recalled: bool = False
    """Its owner has to say whether it turns back."""
    arrived: bool = False
    """Has come into a port in this phase."""
    fired: bool = False
    """Its guns have supported an attack or a defence in this segment."""
    bound: bool = False
    """A convoy: whoever is aboard goes ashore when the ship has come into port."""


class Attack(Struct, frozen=True, omit_defaults=True):
    """A declared attack on one hex or several."""

    side: Seat
    hexes: Places
    units: Pieces
    mandated: bool = False
    support: Pieces = ()
    """Artillery that the defender has committed."""
    ships: Ships = ()
    """Ships in port whose guns the defender has committed."""
    ordered: bool = False
    """Whether an order of the defender lies on the hex."""
    order: str = ""
    """What it says: face down until the attack is resolved."""
    cas: int = 0
    """Points of close air support that reached the attacker, less those that reached the defender."""
    forced: bool = False


class Battle(Struct, frozen=True, omit_defaults=True):
    """The attack being resolved, from its odds to the advance."""

    attack: Place
    units: Pieces = ()
    support: Pieces = ()
    ships: Ships = ()
    supply: tuple[SupplyId, ...] = ()
    supplied: bool = False
    engineers: bool = False
    defenders: Pieces = ()
    order: str = ""
    odds: str = ""
    attack_strength: int = 0
    defence_strength: int = 0
    result: str = ""
    losses_attacker: int = 0
    losses_defender: int = 0
    first_attacker: str = ""
    first_defender: str = ""
    retreat_attacker: int = 0
    retreat_defender: int = 0
    retreating: Pieces = ()
    entering: Pieces = ()
    """Attackers who walk into the hexes, because nobody worth fighting was there."""
    fleeing: Pieces = ()
    """A group on its way through an enemy zone of control, with the hex of that zone."""
    zone: Place = 0
    toll: bool = False
    """Whether it still has to lose the step that this costs."""
    defiant: bool = False
    """Whether the defenders lose their last step for holding to the last."""


class Overrun(Struct, frozen=True, omit_defaults=True):
    """An overrun whose result is being carried out."""

    units: Pieces
    start: Place
    target: Place
    success: bool = False
    losses: int = 0
    loser: str = ""
    retreating: Pieces = ()


class Dogfight(Struct, frozen=True, omit_defaults=True):
    """An air combat over a mission hex; 0 where aircraft meet at sea."""

    hex: Place
    first: Seat
    initiative: str = ""
    advantage: bool = False
    pairs: tuple[tuple[AirId, AirId], ...] = ()
    free: tuple[AirId, ...] = ()
    """Firing units with a local tactical advantage that may pick a second target."""


class Strike(Subject, frozen=True):
    """An attack of aircraft on the ships of a port, a sea zone or Map T."""

    water: Water
    units: tuple[AirId, ...] = ()
    """Units that have been given a ship, in the order in which they were."""
    ships: tuple[ShipId, ...] = ()
    """The ship of each of them."""

    @property
    def aims(self) -> tuple[tuple[int, int], ...]:
        """Which unit attacks which ship."""
        return tuple(zip(self.units, self.ships, strict=True))


class CrimeaState(State, frozen=True, kw_only=True):
    """The whole position."""

    flow: Flow[Strike] = ()
    turn: int = 0
    weather: str = ""
    storms: bool = False
    past: tuple[str, ...] = ()
    """Weather results of the last turns, the newest first, as rolled."""
    frozen: bool = False
    """Whether rivers and lakes bear weight, whatever the weather of the turn."""
    snowed: bool = False
    """Whether there has been snow or Arctic cold yet."""
    pieces: Annotated[dict[int, Piece], of("piece")] = {}
    control: Annotated[dict[int, str], of("place")] = {}
    strongpoints: Annotated[dict[int, Strongpoint], of("place")] = {}
    razed: dict[int, int] = {}
    """Fortified hexsides that were destroyed (see ``side_key``), with the turn."""
    crossings: dict[int, int] = {}
    """Stacking points that crossed a Sivash hexside in this phase."""
    interdiction: Annotated[dict[int, int], of("place")] = {}
    attacks: Annotated[dict[int, Attack], of("place")] = {}
    """Declared attacks by the first of their hexes."""
    supplies: Annotated[dict[int, Supply], of("supply")] = {}
    air: Annotated[dict[int, AirUnit], of("air")] = {}
    tracks: dict[str, int] = {}
    battle: Battle | None = None
    onslaught: Overrun | None = None
    """The overrun that is being carried out, under the name that stored games have for it; read ``overrun``."""
    dogfight: Dogfight | None = None
    rails: Annotated[dict[int, str], of("place")] = {}
    """Rail hexes that are not plainly Soviet: converted, captured or cut."""
    rail_work: Annotated[dict[int, int], of("place")] = {}
    """Conversion points that went into each hex converted in this phase, and into those on the way to it."""

    silenced: Annotated[dict[int, Pieces], of("place")] = {}
    """Guns that the Axis keeps silent in this segment, by the hex of the headquarters they hang on."""

    plan: str = ""
    """The plan of victory that the Axis has chosen, where a card has any: its secret until it is shown."""
    ships: Annotated[dict[int, Ship], of("ship")] = {}
    evacuations: Annotated[dict[int, int], of("place")] = {}
    """Ports that are being evacuated, each with the turn in which that was declared."""

    bridges: dict[int, Bridge] = {}
    """Bridge units and ferries by the hexside that they span (see ``side_key``)."""

    @property
    def overrun(self) -> Overrun | None:
        """The overrun that is being carried out."""
        return self.onslaught

    if TYPE_CHECKING:

        @property
        def board(self) -> CrimeaScenario:
            """The map, counters and charts."""


HEXES = 10_000
"""More than any number of a hex: the number of a hexside is made of two of them."""


def side_key(a: int, b: int) -> int:
    """The number of a hexside, the same from both sides."""
    return min(a, b) * HEXES + max(a, b)


@cache
def _parts(at: str) -> tuple[str, ...]:
    """A place in the sequence of play, taken apart once for all who ask: turn, segment, phase and what is below."""
    return (*at.split("."), "", "", "")


def segment(state: CrimeaState) -> str:
    """The segment of the turn: ``strategic``, ``axis``, ``soviet`` or ``interphase``."""
    return _parts(state.flow[0].at)[1] if state.flow else ""


def phase(state: CrimeaState) -> str:
    """The phase within the segment, such as ``movement`` or ``combat``."""
    return _parts(state.flow[0].at)[2] if state.flow else ""


# rule: EF-3.12
def phasing(state: CrimeaState) -> str:
    """The side whose segment it is; empty outside the players' segments."""
    side = segment(state)
    return side if side in SIDES else ""
