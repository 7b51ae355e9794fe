"""What a case, or an owner, may say of a scenario's card: switches, calendar, set-up, arrivals, supply, victory."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct, field

from sandtable.kernel import of

Hex = Annotated[int, of("hex")]
UnitName = Annotated[str, of("unit")]
AirName = Annotated[str, of("aircraft")]
Side = Literal["axis", "soviet"]
Weather = Literal["dry", "mud", "frost", "snow", "arctic"]
Climate = Literal["dry", "mud", "frost", "snow"]
Source = Literal["printed", "public", "reconstructed", "ruling", "example"]
Turns = tuple[int, int]
"""The first and the last turn of something."""


class Noted(Struct, frozen=True, kw_only=True):
    """What every part of a card may say about itself."""

    source: Source = "reconstructed"
    rule: str = ""
    why: str | tuple[str, ...] = ""
    reading: str = ""
    note: str = ""


# -- switches ----------------------------------------------------------------------------------------------------------


class Flag(Noted, frozen=True, kw_only=True):
    """A switch that is on or off."""

    value: bool


class Number(Noted, frozen=True, kw_only=True):
    """A switch that is a number, such as a turn."""

    value: int
    unit: UnitName = ""
    applies_to: Literal["", "non_naval"] = ""
    start: int | None = None
    """What there is at the start, where that is another figure."""


class GeneralSupply(Noted, frozen=True, kw_only=True):
    """``always``, or traced along lines."""

    value: Literal["always", "traced"]


class AttackSupply(Noted, frozen=True, kw_only=True):
    """Whether attacks are supplied by themselves in some turns, by supply points, or never."""

    value: Literal["automatic", "points", "none"]
    turns: Turns = (0, 0)


class Allowed(Noted, frozen=True, kw_only=True):
    """Whether something is done in this scenario."""

    value: Literal["none", "allowed"]


class Conversion(Noted, frozen=True, kw_only=True):
    """Whether railways are converted, with how many points a turn, from which turn and from which hexes on."""

    value: Literal["none", "allowed"]
    points: int = 0
    starts: tuple[Hex, ...] = ()
    from_: int = field(name="from", default=0)


class Replacements(Noted, frozen=True, kw_only=True):
    """``none``, or what the card lists."""

    value: Literal["none", "cards", "points", "zaps"]


class Builders(Noted, frozen=True, kw_only=True):
    """Who may build strongpoints."""

    value: Literal["none", "soviet", "both", "axis_in_snow", "soviet_and_axis_in_snow"]


class Disbanding(Noted, frozen=True, kw_only=True):
    """Whether a headquarters may be given up."""

    value: Literal["none", "one"]


class Switches(Struct, frozen=True, kw_only=True):
    """What a scenario turns on and off; a switch that is named here is replaced as a whole."""

    general_supply: GeneralSupply | None = None
    """How units are in General Supply."""
    attack_supply_axis: AttackSupply | None = None
    """How Axis attacks are supplied."""
    attack_supply_soviet: AttackSupply | None = None
    """How Soviet attacks are supplied."""
    replacements: Replacements | None = None
    """Whether there are replacements."""
    new_strongpoints: Builders | None = None
    """Who may build strongpoints."""
    rail_movement: Allowed | None = None
    """Whether units move by rail."""
    rail_conversion: Conversion | None = None
    """How railways are converted."""
    captured_lines: Number | None = None
    """How many lines may be used as they were captured."""
    air_readiness_from: Number | None = None
    """The first turn in which aircraft get ready again."""
    soviet_air_readiness_drm: Number | None = None
    """A modifier for Soviet aircraft that get ready."""
    hq_recovery_from: Number | None = None
    """The first turn in which a headquarters may recover."""
    hq_disbanding: Disbanding | None = None
    """Whether a headquarters may be given up."""
    naval: Allowed | None = None
    """Whether there are ships."""
    naval_interdiction_from: Number | None = None
    """The first turn in which the Axis may interdict movement at sea."""
    super_heavy_points: Number | None = None
    """What super-heavy guns of the Axis can fire at the start, and what a supply point buys."""
    map_t: Flag | None = None
    """Whether Map T lies beside the map."""
    guns_in_radius: Flag | None = None
    """Whether all artillery in reach fires together, as on the detailed map."""
    super_heavy_effects: Flag | None = None
    """Whether the table for super-heavy guns against works is used."""


# -- the parts of a card -----------------------------------------------------------------------------------------------


class Span(Struct, frozen=True, kw_only=True):
    """The first and the last turn of the scenario; one may be left as it is."""

    first: int | None = None
    last: int | None = None


class DayFacts(Noted, frozen=True, kw_only=True):
    """A turn of the calendar: with its weather, or with a climate in which it is rolled for."""

    turn: int
    weather: Weather | Literal[""] = ""
    climate: Climate | Literal[""] = ""
    modifier: int = 0
    storms: bool = False
    """Whether there are storms too, where the card gives the weather."""
    from_: str = field(name="from", default="")
    to: str = ""


class Area(Noted, frozen=True, kw_only=True):
    """The part of the map that is played on."""

    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None


class Row(Noted, frozen=True, kw_only=True):
    """A unit, or aircraft, at the start or later."""

    unit: UnitName = ""
    untried: str = ""
    """The cup, for a counter that nobody has turned up yet."""
    air: dict[AirName, int] = {}
    hex: Hex = 0
    hexes: tuple[Hex, ...] = ()
    """Hexes of entry to choose from."""
    edge: Literal["", "west", "north", "east"] = ""
    """The edge of the card where it enters, by any source of its side."""
    zone: str = ""
    """The zone inside which its owner may place it before the first turn."""
    box: Literal["", "map_t", "ready", "flown", "damaged", "destroyed", "cadre", "eliminated", "cannot_rebuild"] = ""
    garrison: bool = False
    no_move: int = 0
    """Turns in which it may not move."""
    turn: int = 0
    steps: int = 0
    face: Literal["", "front", "back"] = ""
    state: Literal["", "op", "non_op", "mobile", "firing"] = ""
    placed: bool = False
    cannot_cancel: bool = False
    towns: bool = False
    """Placed in any town in supply."""
    printed: tuple[str, ...] = ()
    """What of a row that is rebuilt the card prints all the same."""


class Price(Struct, frozen=True, kw_only=True):
    """What a group costs up to a turn."""

    to: int
    vp: int


class Group(Noted, frozen=True, kw_only=True):
    """Reinforcements that a side takes together, for victory points."""

    group: str | int
    turns: Turns
    units: tuple[Row, ...]
    vp: int = 0
    prices: tuple[Price, ...] = ()
    points: dict[str, int] = {}
    """Replacement points that come with it, by sort."""
    after: str = ""
    """The group that has to be taken before."""
    free_if_destroyed: int = 0
    """Destroyed Soviet aircraft from which on it costs nothing."""
    again: Turns | None = None
    """Turns in which it may be taken a second time round."""
    wreck: bool = False
    """Whether it is for a ship that was sunk on the enlarged map."""
    die: int = 0
    """The highest roll with which it comes; without it comes for certain."""
    plans: dict[Literal["kerch", "sevastopol"], int] = {}
    """What it costs by the plan of the Axis."""
    leave: int = 0
    """The turn in which its aircraft leave for a while."""
    back: int = 0
    """The turn in which they come back."""
    strongpoints: int = 0
    """Strongpoints that come with it."""


class Exchange(Noted, frozen=True, kw_only=True):
    """Counters that are exchanged for others."""

    remove: UnitName | tuple[UnitName, ...] = ()
    remove_one_of: tuple[UnitName, ...] = ()
    """Units of which its owner gives up one."""
    group: str = ""
    """The group with which the exchange is made."""
    hex: Hex = 0
    """Where the new units come, where that is not the place of the old ones."""
    ships: tuple[str, ...] = ()
    """Ships that come in exchange."""
    garrison: bool = False
    receive: tuple[UnitName, ...] = ()
    turn: int = 0
    optional: bool = False


class Leaving(Noted, frozen=True, kw_only=True):
    """Units and aircraft that leave."""

    entries: tuple[Row, ...] = ()


class Depot(Noted, frozen=True, kw_only=True):
    """A supply unit that stands on the map from the beginning."""

    hex: Hex
    points: Literal[1, 2] = 1
    wagon: bool = False


class AirBoxes(Noted, frozen=True, kw_only=True):
    """How many aircraft of each type lie in each box."""

    ready: dict[AirName, int] = {}
    flown: dict[AirName, int] = {}
    damaged: dict[AirName, int] = {}
    destroyed: dict[AirName, int] = {}
    to_come: dict[AirName, int] = {}


class ShipRow(Noted, frozen=True, kw_only=True):
    """A ship at the start, or later."""

    ship: str
    hex: Hex = 0
    box: Literal["", "map_t"] = ""
    turn: int = 0
    sailed: bool = False
    damage: int = 0


class ShipsLeaving(Noted, frozen=True, kw_only=True):
    """Ships that leave in a turn."""

    turn: int
    ships: tuple[str, ...]


class FleetList(Noted, frozen=True, kw_only=True):
    """The ships of a side."""

    rows: tuple[ShipRow, ...] = ()
    arrivals: tuple[ShipRow, ...] = ()
    withdrawals: tuple[ShipsLeaving, ...] = ()


class SideCard(Noted, frozen=True, kw_only=True):
    """The set-up of a side, and what comes and goes later; each part that is named is replaced as a whole."""

    units: tuple[Row, ...] | None = None
    air: AirBoxes | None = None
    reinforcements: tuple[Row, ...] | None = None
    withdrawals: Leaving | None = None
    conversions: tuple[Exchange, ...] | None = None
    groups: tuple[Group, ...] | None = None
    supplies: tuple[Depot, ...] | None = None
    ships: FleetList | None = None
    substitutes: dict[str, Any] | None = None
    """By their values (2-2-5): how many there are and how many at the start."""


class Ports(Noted, frozen=True, kw_only=True):
    """How much ports can feed."""

    limit: Literal["chart", "none"]
    needs: dict[Literal["black_sea", "azov"], tuple[Hex, ...]] = {}
    """Hexes that the side has to hold before ports of a sea are open to it."""
    opened_after: int = 0
    """The turn in which a town beyond the map falls; before it is over no port is open."""


class Sources(Noted, frozen=True, kw_only=True):
    """Where the supply of a side comes from."""

    hexes: tuple[Hex, ...] = ()
    ports: Ports | None = None


class PointsOf(Noted, frozen=True, kw_only=True):
    """Supply points in a turn."""

    turn: int
    points: int


class Deliveries(Noted, frozen=True, kw_only=True):
    """The supply points of a side for attacks."""

    counters: int = 0
    each_turn: int = 0
    per_base: int = 0
    entries: tuple[PointsOf, ...] = ()
    entry: Literal["map_t", "map"] = "map_t"
    wagon: bool = False


class Recruits(Noted, frozen=True, kw_only=True):
    """Replacement points in a turn."""

    turn: int
    type_i: int = 0
    type_a: int = 0
    romanian: int = 0
    air: int = 0
    train: int = 0


class Recruiting(Noted, frozen=True, kw_only=True):
    """The replacements of a side."""

    entries: tuple[Recruits, ...] = ()
    each_turn: int | None = None


class Captured(Noted, frozen=True, kw_only=True):
    """Captured lines that can be used once a hex was held."""

    points: int
    once_held: Hex


class Lines(Noted, frozen=True, kw_only=True):
    """Stacking points that the railways of a side carry in a turn."""

    converted: int = 0
    captured: int | Captured = 0
    soviet: int = 0


class Rails(Noted, frozen=True, kw_only=True):
    """Rail hexes that are not plainly Soviet at the start."""

    converted: tuple[Hex, ...] = ()
    captured: tuple[Hex, ...] = ()
    cut: tuple[Hex, ...] = ()


class Works(Noted, frozen=True, kw_only=True):
    """Strongpoints at the start."""

    hexes: tuple[Hex, ...] = ()


class FortifiedLines(Noted, frozen=True, kw_only=True):
    """Lines that stand at the start."""

    intact: tuple[str, ...] = ()


class Mandates(Noted, frozen=True, kw_only=True):
    """Attacks that a side is ordered to make."""

    at_start: int = 0
    turns: dict[int, int] = {}
    vp_each: int = 0


class Bridges(Noted, frozen=True, kw_only=True):
    """Bridge units and ferries."""

    axis: int = 0
    soviet: int = 0
    ferries: int = 0


class Airlift(Noted, frozen=True, kw_only=True):
    """How often a side may fly units in a game."""

    axis: int = 0
    soviet: int = 0
    only: UnitName = ""
    """The unit for whose arrival alone there is a flight."""


class IceBridge(Noted, frozen=True, kw_only=True):
    """The way over the frozen strait."""

    hex: Hex
    turns: Turns
    stands_on: Hex = 0
    """The hex that has to be friendly when it is placed."""
    placed: int = 0
    """The turn in which it is placed."""
    points: int = 0
    """Stacking points that go over it in a turn, both ways together."""


class SetUpZone(Noted, frozen=True, kw_only=True):
    """Columns and rows inside which units may be placed."""

    columns: tuple[int, int]
    rows: tuple[int, int]


class Zones(Noted, frozen=True, kw_only=True):
    """The zones of both sides by name, and the option without which there are none."""

    axis: dict[str, SetUpZone] = {}
    soviet: dict[str, SetUpZone] = {}
    option: Literal["", "free_setup"] = ""


class Holding(Noted, frozen=True, kw_only=True):
    """Hexes of which the Soviets must hold some for a level of victory."""

    level: Literal["", "tactical", "operational"] = ""
    at_least: int
    of: tuple[Hex, ...]


class Level(Noted, frozen=True, kw_only=True):
    """A level of victory and the least points of the Axis for it."""

    side: Side
    level: Literal["strategic", "operational", "marginal", "tactical"]
    least: int | None = None


class Early(Struct, frozen=True, kw_only=True):
    """What a place is worth up to a turn."""

    to: int
    points: int


class Prize(Noted, frozen=True, kw_only=True):
    """A place that is worth victory points."""

    hex: Hex
    points: int
    until: tuple[Early, ...] = ()
    retaken: int | None = None
    """What it is worth when it is taken a second time."""
    kerch: dict[str, Any] | None = None
    """What it is worth with the plan of Kerch: ``points`` and ``until``."""


class BeltPrize(Noted, frozen=True, kw_only=True):
    """What the fortified belt is worth: every hex, or six of them together."""

    each: int = 0
    six_or_more: int = 0


class SpecialRule(Noted, frozen=True, kw_only=True):
    """A rule of one scenario, in some turns or in all."""

    key: Literal[
        "groddeck_may_split",
        "soviet_paralysis",
        "mandated_attacks",
        "no_line_to_kerch_shifts_left",
        "below_one_to_four_is_4r",
        "axis_air_superiority",
        "axis_air_hits_tanks",
        "soviet_armour_doubled_against_22_panzer",
        "soviet_attackers_stay",
        "kerch_restriction",
        "coast_units_cost_points",
        "landings_at_kerch_only",
        "forced_evacuation",
        "coast_hq_sails",
        "coast_hq_interdicted",
        "citadels_are_havens",
        "no_axis_advantage",
        "stranded_count",
        "winter_freeze",
    ]
    turns: Turns | None = None


class KerchGoal(Noted, frozen=True, kw_only=True):
    """Soviet steps that have to be lost, with the hex or without it."""

    hex: Hex = 0
    soviet_steps_lost: int


class Victory(Noted, frozen=True, kw_only=True):
    """What the sides play for."""

    axis_holds_all: tuple[Hex, ...] | None = None
    most_axis_step_losses: int | None = None
    with_kerch: KerchGoal | None = None
    without_kerch: KerchGoal | None = None
    soviet_steps_lost_at_start: int | None = None
    cut_off_from_kerch_counts: bool | None = None
    soviet_holds: tuple[Holding, ...] | None = None
    levels: tuple[Level, ...] | None = None
    ships: dict[str, int] | None = None
    """Points for ships that are sunk, by their kind."""
    held_at_start: tuple[Hex, ...] | None = None
    """Places that the points at the start are for."""
    axis_at_start: int | None = None
    levels_kerch: tuple[Level, ...] | None = None
    """The levels with the plan of Kerch."""
    panzer_division_lost: int | None = None
    """Points for a panzer division of which nothing is left at the end."""
    doubt: Any = None


class Goal(Noted, frozen=True, kw_only=True):
    """A hex that counts at the end for the plan that names it."""

    hex: Hex
    vp: int


class Plans(Noted, frozen=True, kw_only=True):
    """The plans of victory of scenario 5."""

    choose_by: int | None = None
    reveal_by: int | None = None
    divisions_leave: int | None = None
    group: str | None = None
    divisions: tuple[UnitName, ...] | None = None
    port: Hex | None = None
    sevastopol_type_i: int | None = None
    goals: dict[Literal["kerch", "sevastopol"], Goal] | None = None


class CardFacts(Struct, frozen=True, kw_only=True):
    """The parts of a card. Of a part that is a mapping, what is named is replaced; other parts are replaced whole."""

    turns: Span | None = None
    """``first`` and ``last`` turn."""
    calendar: tuple[DayFacts, ...] | None = None
    """The turns, the first among them: with ``weather``, or with a ``climate`` and a ``modifier`` for its roll."""
    area: Area | None = None
    """The ``columns`` and ``rows`` of the map that are played on, each from and to."""
    switches: Switches | None = None
    """See below."""
    special_rules: tuple[SpecialRule, ...] | None = None
    """Rules of one scenario by ``key``."""
    victory: Victory | None = None
    """What the sides play for."""
    vp_places: tuple[Prize, ...] | None = None
    """Places that are worth victory points: ``hex`` and ``points``."""
    vp_belt: BeltPrize | None = None
    """What the fortified belt is worth: ``each`` hex, or ``six_or_more``."""
    axis: SideCard | None = None
    """The Axis set-up and what comes later: ``units``, ``air``, ``reinforcements``, ``withdrawals`` and others."""
    soviet: SideCard | None = None
    """The Soviet set-up, likewise."""
    strongpoints: dict[Side, Works] | None = None
    """``hexes`` with a strongpoint, by side."""
    fortified_lines: FortifiedLines | None = None
    """Lines that stand: ``intact``."""
    rails: Rails | None = None
    """Hexes that are ``converted``, ``captured`` or ``cut`` at the start."""
    rail_capacity: dict[Side, Lines] | None = None
    """Stacking points that railways carry, by side and kind of line."""
    supply_sources: dict[Side, Sources] | None = None
    """``hexes`` that supply comes from, by side, and whether ``ports`` are limited."""
    attack_supply: dict[Side, Deliveries] | None = None
    """Supply points for attacks, by side."""
    replacements: dict[Side, Recruiting] | None = None
    """Replacement points, by side: ``entries`` by turn, ``each_turn``."""
    mandated_attacks: Mandates | None = None
    """Attacks that the Soviets are ordered to make."""
    airlift: Airlift | None = None
    """How often each side may fly units."""
    bridges: Bridges | None = None
    """Bridge units of each side, and ``ferries``."""
    zones: Zones | None = None
    """Zones inside which units may be placed before the first turn."""
    plans: Plans | None = None
    """The plans of victory between which the Axis chooses."""
    ice_bridge: IceBridge | None = None
    """The hex and the turns of the way over the ice."""
