"""What a case, or an owner, may say of a scenario's card: switches, calendar, set-up, arrivals, supply, victory."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.eastfront.scenario.card_facts.forces import SideCard
from sandtable.games.eastfront.scenario.card_facts.logistics import (
    Airlift,
    Bridges,
    Deliveries,
    IceBridge,
    Lines,
    Rails,
    Recruiting,
    Sources,
)
from sandtable.games.eastfront.scenario.card_facts.stage import (
    Area,
    DayFacts,
    FortifiedLines,
    Span,
    SpecialRule,
    Works,
    Zones,
)
from sandtable.games.eastfront.scenario.card_facts.switches import Switches
from sandtable.games.eastfront.scenario.card_facts.victory import BeltPrize, Mandates, Plans, Prize, Victory
from sandtable.games.eastfront.scenario.card_facts.words import Side


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
