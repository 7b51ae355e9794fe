"""The Structs of Next War: Korea: what a position holds, and the words its fields use.

Stack points and victory points are counted in halves, movement points in sixths, as their names say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from sandtable.kernel import Deck, Flow, Options, State, Subject, of
from sandtable.kernel.refusals import Place, Seat

if TYPE_CHECKING:
    from sandtable.games.nextwar.scenario import KoreaScenario

DPRK, ALLIED = "dprk", "allied"
SIDES = (DPRK, ALLIED)

ROK, US, COMMONWEALTH, JAPAN, PRC = "rok", "us", "cw", "japan", "prc"
NATIONS = (DPRK, PRC, ROK, US, COMMONWEALTH, JAPAN)
SIDE_OF = {DPRK: DPRK, PRC: DPRK, ROK: ALLIED, US: ALLIED, COMMONWEALTH: ALLIED, JAPAN: ALLIED}
HOME = {DPRK: DPRK, ALLIED: ROK}
"""The country of a side's soil: of the DPRK and its ally the DPRK, of all others the ROK."""

UnitId = Annotated[int, of("piece")]
HelicopterId = Annotated[int, of("helicopter")]
ShipId = Annotated[int, of("ship")]
AirId = Annotated[int, of("air")]
Units = tuple[UnitId, ...]
Wing = tuple[AirId, ...]
Places = tuple[Place, ...]

# Where a counter is that is not on the board.
TO_COME, POOL, TO_PLACE, ELIMINATED, UNUSED = "to_come", "pool", "to_place", "eliminated", "unused"
SURRENDERED = "surrendered"
BOXES = (TO_PLACE, TO_COME, POOL, ELIMINATED, SURRENDERED, UNUSED)

CLEAR, OVERCAST, STORM = "clear", "overcast", "storm"
WEATHERS = (CLEAR, OVERCAST, STORM)
SPRING, SUMMER, AUTUMN, WINTER = "spring", "summer", "autumn", "winter"

# Boxes of the air display, beside those of counters that are not in play.
READY, FLOWN, ABORTED, IN_THE_AIR, ARRIVING = "ready", "flown", "aborted", "superiority", "arriving"
AIR_BOXES = (READY, FLOWN, ABORTED, IN_THE_AIR, ARRIVING)
YELLOW_SEA, EAST_SEA = "yellow", "east"
AIR_BASES = (DPRK, PRC, ROK, JAPAN, YELLOW_SEA, EAST_SEA)
"""Whose boxes of the display an air unit uses: a country's, or those of the carriers in a sea zone."""

CONTESTED, ADVANTAGE, SUPERIORITY, SUPREMACY = "contested", "advantage", "superiority", "supremacy"
LEVELS = (CONTESTED, ADVANTAGE, SUPERIORITY, SUPREMACY)

PASSIVE, MODERATE, AGGRESSIVE = "passive", "moderate", "aggressive"
POSTURES = (PASSIVE, MODERATE, AGGRESSIVE)
# What a nation that intervenes sends: supplies, special forces, air units, and in the end everything.
SUPPLIES, SPECIAL_FORCES, AIR_FORCE, EVERYTHING = "supplies", "special_forces", "air", "full"
INTERVENTIONS = (SUPPLIES, SPECIAL_FORCES, AIR_FORCE, EVERYTHING)
PROPOSED, STANDS, PEACE = "proposed", "stands", "peace"
CEASE_FIRES = (PROPOSED, STANDS, PEACE)

STEP_MP = 6
"""Sixths in a movement point: half and a third of one are whole numbers of them."""
STACK = 2
"""Halves in a stack point, and in a victory point."""


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == DPRK else DPRK


class KoreaOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    season: Literal["spring", "summer", "autumn", "winter"] = "spring"
    bad_weather: bool = False
    clear_weather: bool = False
    """Clear weather all along, in the small scenarios that offer it."""
    rolled_air_points: bool = False
    """Air points by the dice, a third of them for use, in the small scenarios that print their own."""
    supply: bool = False
    """Lines of communication in the standard game."""
    meus: Literal["none", "13", "15", "both"] = "none"
    """Marine expeditionary units that join Incheon Again, against a DPRK at full strength."""
    airmobile_bases: bool = False
    """Airmobile points start from a base."""
    air_war: Literal["strategic_surprise", "tactical_surprise", "extended_mobilization"] = "strategic_surprise"
    """The campaign whose forces fight the air war."""
    first_strikes: bool = False
    """In the air war: losses of the ROK and the US on the ground before the first turn."""
    standard_air: bool = False
    """Campaigns with the air points of the standard game instead of air units."""
    prc_190: Literal["brigade", "division"] = "division"
    """What the 190th of the 39th Group Army is: the sources differ."""
    hidden_air: bool = False
    """What flies in a strike stays secret until it is detected, and pairs in the air are picked in secret."""
    hovercraft: bool = False
    """Light infantry of the DPRK crosses water by hovercraft."""
    raptors: bool = False
    """Whole squadrons of F-22s, with weaker F-15s."""
    marine_f35: bool = False
    """An F-35 for one F/A-18 of the marines."""
    navy_f35: bool = False
    """An F-35C for one F/A-18 of a carrier."""
    stolen_plans: Literal["none", "shift", "segment"] = "none"
    """Plans of the Allies that were stolen: one more column of surprise, or one more combat segment with it."""
    stolen_base_plans: bool = False
    """Raids on air bases are easier in the first turn."""
    cobra_weasels: bool = False
    """AH-1Z of the marines attack radar and missile sites."""
    national_support: bool = False
    """Combat support comes only from nations that fight in the battle."""
    single_prc_support: bool = False
    """China supports a combat with one air unit at most."""
    japanese_army: bool = False
    """Ground forces of Japan can come to Korea."""
    chemical_response: bool = False
    """The ROK answers chemical attacks with its own."""
    nuclear_attack: bool = False
    """The DPRK may destroy Busan before the war."""
    refugees: bool = False
    """Refugees block the roads of the ROK in the first turns."""
    low_readiness: bool = False
    """Units of the US Army are less efficient."""
    no_budget_cuts: bool = False
    """More US air units, and better arrival rolls."""
    prc_intervention: bool = False
    """China joins the DPRK in the big standard scenarios."""


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


class Toll(Struct, frozen=True, omit_defaults=True):
    """The card of the air war: damage to the air bases of a side."""

    strike1: int = 0
    strike2: int = 0
    destroyed: int = 0


class MopUp(Struct, frozen=True):
    """A mop-up marker: whose units are under it, and its number."""

    side: Seat
    number: int


class Tunnel(Struct, frozen=True):
    """A tunnel into a hex of the ROK, with the two hexes of the DPRK where more may stack."""

    hexes: Places = ()


class Account(Struct, frozen=True, omit_defaults=True):
    """What a side has on the general track."""

    vp2: int = 0
    """Half victory points in all."""
    turn_vp2: int = 0
    """Half victory points of this turn."""
    air: int = 0
    air_lost: int = 0
    airmobile: int = 0
    """Airmobile points of the side as long as it loses none."""
    airmobile_used: int = 0
    airmobile_lost: int = 0
    tunnels: int = 0
    """Tunnels that can still be dug."""
    outposts: int = 0
    """Combat outposts that can still be placed."""
    sea_transport2: int = 0
    """Half stack points moved by sea in this segment."""
    sea_more2: int = 0
    """Half stack points by which reinforcements have raised the limit of sea transport."""
    dropped2: int = 0
    """Half stack points dropped by parachute in this segment."""
    beachheads_gone: int = 0
    """Beachheads that were given up in this turn: they cannot be placed again in it."""
    rolls: int = 0
    """Rolls for automatic victory so far."""
    supply: int = 0
    """Supply points."""
    scud: int = 0
    cruise: int = 0
    """Cruise missile points."""
    lost_bases: int = 0
    """Own air bases and airfields destroyed or taken since they were last counted."""
    repairs: int = 0
    """Supply points spent on repairs in this phase."""
    attempts: int = 0
    """Attempts at electronic detection that are left in this phase."""
    chemical: int = 0
    """Chemical points."""
    gas_now: int = 0
    """Combats of this segment that chemical weapons support."""
    gas_uses: int = 0
    """Chemical markers used so far."""
    gas_turn: int = 0
    """The turn in which the side first used one."""
    emergency: int = 0
    """Supply points spent on emergency supply in this phase."""
    early_scuds: int = 0
    """SCUD attacks that are left before the war."""
    from_china: bool = False
    """A cruise missile was launched from China in this strike phase."""


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
    """Helicopter units that have to leave a base the enemy has entered: what the procedure ``rebase`` is about."""

    place: Place
    helicopters: tuple[HelicopterId, ...]


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
