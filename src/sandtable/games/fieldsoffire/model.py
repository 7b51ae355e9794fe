"""The Structs of Fields of Fire: what a position holds, and the words its fields use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from sandtable.kernel import Deck, Flow, Options, State, Subject, of
from sandtable.kernel.refusals import Place

if TYPE_CHECKING:
    from sandtable.games.fieldsoffire.scenario import FieldsScenario

COMPANY = "company"
"""The seat of the company commander; the enemy is played by the rules."""
PLATOON_SEATS = {1: "platoon_1", 2: "platoon_2", 3: "platoon_3"}
"""The seats of the rifle platoons at a co-operative table."""

FRIENDLY, ENEMY = "friendly", "enemy"
SIDES = (FRIENDLY, ENEMY)

UnitId = Annotated[int, of("unit")]
CoverId = Annotated[int, of("cover")]
TerrainId = Annotated[int, of("terrain")]
Units = tuple[UnitId, ...]

# Experience, as the number of cards that it adds to an attempt.
GREEN, LINE, VETERAN = -1, 0, 1
GRADES = {"Green": GREEN, "Line": LINE, "Veteran": VETERAN}

# What kind of place a card of the map is.
GROUND, STAGING, OUTSIDE = "", "staging", "outside"

# Where a counter is that is not on the map.
AVAILABLE, REMOVED, EVACUATED, CAPTURED, GUARDING, LEFT, OFF_MAP, WITH_HQ = (
    "available",
    "removed",
    "evacuated",
    "captured",
    "guarding",
    "left",
    "off_map",
    "with_hq",
)
PICKUP, INBOUND, OUTBOUND, HOLDING = "pz", "inbound", "outbound", "holding"
LIFT_BOXES = (PICKUP, INBOUND, OUTBOUND, HOLDING)
"""The Helicopter Control Card: where transports are, with those aboard, while they are not on the map."""
ON_CALL = "on_call"
"""Attack helicopters that have been called and are on their way to their target."""
BOXES = (AVAILABLE, REMOVED, EVACUATED, CAPTURED, GUARDING, LEFT, OFF_MAP, WITH_HQ, *LIFT_BOXES, ON_CALL)

# Activity levels, from quiet to hot.
NO_CONTACT, CONTACT, ENGAGED, HEAVILY_ENGAGED = range(4)

# Mission types.
OFFENSIVE, DEFENSIVE, PATROL = "offensive", "defensive", "patrol"

# Kinds of marker. A marker lies on a card, on a cover marker of it, or on one unit.
GRENADE, GRENADE_MISS, CONCENTRATED, DEMOLITION, DEMOLITION_MISS, FLAME, SNIPER = (
    "grenade",
    "grenade_miss",
    "concentrated",
    "demolition",
    "demolition_miss",
    "flame",
    "sniper",
)
MINES, BOOBY_TRAP, CLAYMORE, INCOMING, AIRSTRIKE, PENDING, INDIRECT = (
    "mines",
    "booby_trap",
    "claymore",
    "incoming",
    "airstrike",
    "pending",
    "indirect",
)
SMOKE, BURNING_WRECK, WRECK, ILLUMINATION, SIGNAL, TARGET, PHONE_LINE, FIRE_LINE = (
    "smoke",
    "burning_wreck",
    "wreck",
    "illumination",
    "signal",
    "target",
    "phone_line",
    "fire_line",
)
BARRICADE, BREACH, JOINED = "barricade", "breach", "joined"
"""In towns: a card whose buildings are closed, a hole in a wall, two cards with one building across their border."""
ERRAND, PROTECTIVE_FIRE, AIR_FIRE = "errand", "protective_fire", "air_fire"
"""To whom a Runner has been sent; where an agency has its final protective fire laid; heavy fire of aircraft."""
MARKERS = (
    GRENADE,
    GRENADE_MISS,
    CONCENTRATED,
    DEMOLITION,
    DEMOLITION_MISS,
    FLAME,
    SNIPER,
    MINES,
    BOOBY_TRAP,
    CLAYMORE,
    INCOMING,
    AIRSTRIKE,
    PENDING,
    INDIRECT,
    SMOKE,
    BURNING_WRECK,
    WRECK,
    ILLUMINATION,
    SIGNAL,
    TARGET,
    PHONE_LINE,
    FIRE_LINE,
    ERRAND,
    PROTECTIVE_FIRE,
    BARRICADE,
    BREACH,
    JOINED,
    AIR_FIRE,
)


def opponent(side: str) -> str:
    """The other side."""
    return ENEMY if side == FRIENDLY else FRIENDLY


class FieldsOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a mission."""

    mortar_teams: bool = False
    """Normandy: the 60 mm mortars come as three teams and not as one section."""
    ammunition: bool = True
    """Machine guns, mortars, rockets and guns count their ammunition, where the mission is made for it."""
    old_jams: bool = False
    """A weapons team of one step that jams turns to its Fire Team side for the rest of the mission."""
    victory: Literal["standard", "survivor", "hard"] = "standard"
    """What wins a campaign: every mission, a commander who lives, or both."""
    all_pinned_erratum: bool = False
    """All Pinned fire counts +2 against vehicles, as the erratum of the series rules has it, and not the +4 of its
    counter."""
    seed_urban_cover: bool = False
    """Urban cover by the R#5 table of the series rules and not by the later table of its campaign."""
    platoon_seats: bool = False
    """The co-operative table: each rifle platoon has a seat of its own beside that of the company commander."""


class Card(Struct, frozen=True, omit_defaults=True):
    """A terrain card on the map."""

    terrain: TerrainId = 0
    """The card on top; 0 while it lies face down: it is drawn from its pile when somebody sees it."""
    hills: int = 0
    """Levels that Hill cards under it add."""
    kind: str = GROUND
    pile: str = ""
    """The pile from which a card that lies face down will be drawn."""
    contact: str = ""
    """The letter of its potential contact marker: A, B, C, or ``?`` while that lies face down."""
    contested: bool = False
    """Began the mission with a potential contact marker, or was due one: it can be cleared."""
    scored: bool = False
    """Has already brought its experience points."""
    secured: bool = False
    """Was secured when the attempt ended: the company can be redeployed to it."""


AS_PRINTED = -1
"""A figure of a cover marker that a board made by hand leaves open."""


class Cover(Struct, frozen=True, omit_defaults=True):
    """A cover marker: an area of its card with its own protection."""

    at: Place
    kind: str
    value: int
    capacity: int = 0
    """Steps that fit under it; 0 where nothing is printed."""
    facing: int = -1
    """The direction (0 to 7) of a fixed arc of fire; -1 where it fires all round."""
    up: bool = False
    """An upper storey or a church tower: one level higher than its card."""
    found: bool = False
    """Was found by seeking cover, so it counts towards the cover potential of its card."""
    scored: bool = False
    """Has already brought its experience points."""
    area: str = ""
    """Which area of an urban card it stands for, such as ``street_n`` or ``upper_2``; empty on ordinary ground."""


class Marker(Struct, frozen=True, omit_defaults=True):
    """A marker on a card, on a cover marker, or on a unit."""

    kind: str
    at: Place = 0
    cover: CoverId = 0
    unit: UnitId = 0
    value: int = 0
    by: UnitId = 0
    """The unit that placed it, where that matters."""
    side: str = ""
    """Whose it is, where that matters."""
    form: str = ""
    """What exactly it is: HE or WP, the colour of a signal, the agency of a fire mission."""
    critical: bool = False
    """A critical attack: cover under it does not count."""
    turn: int = 0
    """The turn in which it was placed or falls due, where that matters."""


class Unit(Struct, frozen=True, omit_defaults=True):
    """A counter in play, or in one of the boxes beside the map. What is printed on it stands in the scenario."""

    at: Place = 0
    box: str = ""
    steps: int = 0
    experience: int = LINE
    flipped: bool = False
    """On its named Fire Team side."""
    pinned: bool = False
    exposed: bool = False
    stopped: bool = False
    """In a town: has come under fire by moving, and stays where it is for the rest of the turn."""
    cover: CoverId = 0
    """The cover marker it stands under, or the area of an urban card; 0 outside cover."""
    platoon: int = 0
    unspotted: bool = False
    ammo: int = 0
    empty: bool = False
    """Out of ammunition."""
    aboard: UnitId = 0
    """The vehicle, or for a casualty the unit, that carries it."""
    activated: bool = False
    """Activated for the Vehicle phase of this turn."""
    acted: bool = False
    """Moved/Fired: neither acts nor reacts any more in this turn's Vehicle phase."""
    attacked: bool = False
    """A vehicle that was attacked in this turn's Vehicle phase."""
    driven: bool = False
    """A vehicle that has had its turn in this turn's Vehicle phase."""
    origin: str = ""
    """The letter of the potential contact that an enemy came from."""
    held: bool = False
    """Placed without fire: it opens fire in this turn's Cleanup."""
    checked: bool = False
    """Has had its activity check in this turn."""
    wave: bool = False
    """Part of a human wave."""
    protective: int = -1
    """The diagonal (direction 0 to 7) of its final protective line; -1 without one."""
    protecting: bool = False
    """Fires its final protective line."""
    jammed: bool = False
    """On its Fire Team side for the rest of the mission, by the older rule for jams."""
    grades: tuple[int, ...] = ()
    """While the company is rebuilt: the grades of its steps that can still be promoted."""
    risen: tuple[int, ...] = ()
    """While the company is rebuilt: the grades of its steps that have been, or cannot be, promoted."""


class Fire(Struct, frozen=True, omit_defaults=True):
    """The fire of an engaged unit: the card on which its volume of fire lies.

    The direction of fire is the line from its own card to that one; there is none in point blank combat.
    """

    at: Place
    over: bool = False
    """Ordered to fire over nearer units along its direction of fire."""


class Command(Struct, frozen=True, omit_defaults=True):
    """The command marker of a headquarters or staff unit."""

    saved: int = 0
    activated: bool = False
    done: bool = False
    """Its impulse of this turn is over."""
    abilities: tuple[str, ...] = ()
    """Ability markers that it holds, each for one use."""


class Asset(Struct, frozen=True, omit_defaults=True):
    """A piece of equipment that somebody carries or that lies on a card."""

    kind: str
    holder: UnitId = 0
    at: Place = 0
    cover: CoverId = 0
    points: int = 1
    net: str = ""
    box: str = ""
    """The box beside the map where it waits for a transport."""


class Lift(Struct, frozen=True, omit_defaults=True):
    """What is planned for an aircraft, or noted about it."""

    turn: int = 0
    """The turn in which a transport lands by the landing plan; the last one of an observer or an attack helicopter."""
    card: Place = 0
    """The card for which it is bound, or which it attacks."""
    planned: bool = False
    """Part of a planned assault: neither activated nor guided in."""
    grounded: bool = False
    """Damaged: it stays in the pick-up zone."""
    landed: int = 0
    """The turn of its last landing."""
    beside: Place = 0
    """The second card that attack helicopters attack."""
    short: bool = False
    """Attack helicopters that were called short, and attack one card only."""


class Man(Struct, frozen=True, omit_defaults=True):
    """One of the company's men by name: he stands for a step of a unit."""

    name: str
    unit: UnitId = 0
    """The unit whose step he is; 0 while he has none."""
    fate: str = ""
    """Empty while he is with the company: a ``casualty``, ``captured``, or ``transferred``."""
    mission: str = ""
    """The mission in which it happened."""
    honours: tuple[str, ...] = ()
    """The missions after which he was promoted."""


class Chapter(Struct, frozen=True):
    """A mission of the campaign that has been played."""

    mission: str
    success: bool
    points: int
    casualties: int


class Standing(Struct, frozen=True, omit_defaults=True):
    """What an event has brought: orders of higher headquarters, weather, a counterattack."""

    until: int
    """The last turn in which it holds."""
    figure: int = 0
    """What it needs to know: commands still owed, the leading row when it was given, a visitor."""
    point: int = 0
    """Experience points for carrying it out."""


class Impulse(Subject, frozen=True):
    """Whose commands are being spent: a headquarters, or with 0 everybody in the General Initiative impulse."""

    hq: UnitId = 0
    left: int = 0
    drawn: int = 0
    spent: int = 0
    done: tuple[str, ...] = ()
    """What has been ordered in it, as ``unit:action``: no unit takes the same action twice."""
    favour: UnitId = 0
    """Whose ability has given the next command: only those whom it serves can be ordered with it."""


class Try(Subject, frozen=True):
    """An attempt that was ordered: what is tried, and the cards that have been drawn for it."""

    what: str
    """The kind of attempt, such as ``rally``."""
    unit: UnitId
    to: Place = 0
    cover: CoverId = 0
    target: UnitId = 0
    units: Units = ()
    menu: str = ""
    form: str = ""
    """Which fire mission, which device."""
    by: UnitId = 0
    """Who orders it, where his experience counts."""
    cards: tuple[int, ...] = ()
    exhorted: bool = False
    assured: bool = False
    """An ability makes it succeed, whatever the cards show."""


class Barrage(Subject, frozen=True):
    """A fire mission that the rest of the battalion may join."""

    card: Place
    mission: str


class Drive(Subject, frozen=True):
    """The turn of a unit in the Vehicle phase."""

    unit: UnitId
    did: str = ""
    """Its last action: ``move``, ``fire``, ``concentrate``, ``spot``, ``dismount``; empty before the first."""
    moved: bool = False
    """Has entered a card in this turn of its own."""
    fresh: bool = False
    """The last action has not been answered yet."""
    over: bool = False
    """May not act any more."""
    leaving: Units = ()
    """Those who dismount when all fire at their vehicle is over."""
    cover: CoverId = 0
    """The cover under which they go."""


class Reaction(Subject, frozen=True):
    """A vehicle has acted, and those who see it may fire at it."""

    target: UnitId
    moving: bool = False
    done: Units = ()
    """Units that have answered this action."""


class Shot(Subject, frozen=True):
    """AT fire of one unit at one vehicle, shot after shot while it fires rapidly."""

    unit: UnitId
    target: UnitId
    moved: bool = False
    """The firer has moved before."""
    moving: bool = False
    """The target is on the move."""
    rapid: bool = False
    """The last shot allows another."""


class Landing(Subject, frozen=True):
    """A transport that comes down."""

    unit: UnitId
    card: Place


class Flyover(Subject, frozen=True):
    """An aircraft that comes over a card."""

    unit: UnitId
    card: Place


class FieldsState(State, frozen=True, kw_only=True):
    """The whole position of a mission."""

    flow: Flow[Impulse | Try | Barrage | Drive | Reaction | Shot | Landing | Flyover] = ()
    turn: int = 0
    attempt: int = 1
    light: str
    weather: str = ""
    activity: int = NO_CONTACT
    deck: Deck
    piles: dict[str, Deck] = {}
    """Terrain cards still to be drawn, and as ``contacts`` the letters (1 to 3) of markers that lie face down."""
    cards: Annotated[dict[int, Card], of("place")] = {}
    covers: Annotated[dict[int, Cover], of("cover")] = {}
    markers: Annotated[dict[int, Marker], of("marker")] = {}
    units: Annotated[dict[int, Unit], of("unit")] = {}
    fires: Annotated[dict[int, Fire], of("unit")] = {}
    """Units that are engaged; every other volume of fire is a marker."""
    commands: Annotated[dict[int, Command], of("unit")] = {}
    assets: Annotated[dict[int, Asset], of("asset")] = {}
    lifts: Annotated[dict[int, Lift], of("unit")] = {}
    """What is planned for aircraft."""
    controls: dict[str, Place | int] = {}
    """Tactical controls: the card of a point control, the row below a linear one."""
    details: dict[str, int] = {}
    """Platoons with a task of their own: in the outpost (``cop``), on ``patrol``."""
    support: dict[str, int] = {}
    """Fire missions left, by ``agency/type``."""
    points: dict[str, int] = {}
    """Experience points by task, and what the mission log counts."""
    men: Annotated[dict[int, Man], of("man")] = {}
    """The roster of the company."""
    chapters: tuple[Chapter, ...] = ()
    """The missions that the company has behind it."""
    reserve: dict[str, int] = {}
    """Steps without a unit, between attempts and missions: ``green`` teams, ``replacements``, ``veterans``."""
    standing: dict[str, Standing] = {}
    """What events have brought and still holds, by its name."""
    queue: tuple[int, ...] = ()
    """What a segment still has to go through: cards, units, markers, in its order."""
    acting: str = ""
    """The side whose unit acts next in the Vehicle phase."""
    frozen: bool = False
    """During Combat Effects: fire, directions and activity are not brought up to date."""
    battalion_from: int = 0
    """The turn from which on the battalion gives orders from off the map."""
    signals: dict[str, str] = {}
    """What each kind of signal means, by the code of the mission log; agreed before the mission."""
    over: str = ""
    """How the mission ended; empty while it goes on."""

    @property
    def impulse(self) -> Impulse | None:
        """Whose commands are being spent, if anybody's."""
        return self.within(Impulse)

    if TYPE_CHECKING:

        @property
        def board(self) -> FieldsScenario:
            """The map of cards, counters and charts."""
