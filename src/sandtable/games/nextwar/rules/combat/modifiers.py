"""Rules 9.5 and 9.6: column shifts and die modifiers of an attack."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import DPRK, JAPAN, PRC, ROK, US, Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import assaults, support
from sandtable.games.nextwar.rules.combat.strength import attack_strength, defence_strength, odds
from sandtable.games.nextwar.rules.formations import command
from sandtable.games.nextwar.rules.korean_units import light_infantry
from sandtable.games.nextwar.rules.movement.control import has_fort, is_home
from sandtable.games.nextwar.rules.scenarios import restraints, surprise
from sandtable.games.nextwar.rules.sequence.segments import segment
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.kernel import Modifier, Sum

CITY, FORT, EXPLOITATION, ASSAULT = -2, -2, -2, -1
ROUNDED, TOWN, DMZ, TUNNEL, CORPS = -1, 1, 1, -2, 1
MANY, ALL_ROUND = 3, 5
"""Hexes from which an attack counts as coming from several sides, and from all."""
ARMIES = ("1A", "2A", "3A")
"""Formations that are no corps."""


# rule: NW-9.2.3, NWT-CRT.shifts, NWS-STD-3.2.c
def shifts(state: KoreaState, battle: Battle) -> Sum:
    """Columns to the right, or to the left where negative."""
    return Sum.of(_shifts(state, battle))


def _shifts(state: KoreaState, battle: Battle) -> Iterator[Modifier]:
    ground, foe = state.board.ground[battle.target], enemy(battle.side)
    # rule: NW-9.5.1.a
    if battle.attack_lead and battle.defence_lead:
        difference = rating(state, battle.attack_lead) - rating(state, battle.defence_lead)
        yield Modifier("NW-9.5.1.a", "modifier.efficiency_difference", difference)
    # rule: NW-9.5.2
    if ground.is_city:
        yield Modifier("NW-9.5.2", "modifier.city", CITY)
    # rule: NW-9.5.2, NW-9.5.2.a
    if has_fort(state, battle.target, foe) and is_home(state, battle.target, foe):
        yield Modifier("NW-9.5.2.a", "modifier.fortification", FORT)
    # rule: NW-9.5.5, NW-8.5.8.1.f
    if assaults.is_mostly_assault(state, battle):
        yield Modifier("NW-9.5.5", "modifier.assault", ASSAULT)
    now = segment(state)
    # rule: NW-9.5.3, NWS-STD-3.5
    if now is not None and now.exploits:
        yield Modifier("NW-9.5.3", "modifier.exploitation", EXPLOITATION)
    yield from surprise.shifts(state, battle.side)
    yield from command.shifts(state, battle)


# rule: NWT-CRT.drm, NWS-STD-3.2.f
def drms(state: KoreaState, battle: Battle) -> Sum:
    """Everything that is added to the combat die."""
    return Sum.of(_drms(state, battle))


def _drms(state: KoreaState, battle: Battle) -> Iterator[Modifier]:
    ground, foe = state.board.ground[battle.target], enemy(battle.side)
    attack, defence = attack_strength(state, battle).total, defence_strength(state, battle).total
    # rule: NW-9.2.2.1.a, NW-9.2.2.1.b
    better = attack > defence  # equivalent[boundary]: even strengths are 1:1, which is not rounded
    if better and odds(state.board.terrain(battle.target), attack, defence).rounded:
        yield Modifier("NW-9.2.2.1.a", "modifier.rounded_odds", ROUNDED)
    # rule: NW-9.6.1
    yield from support.drms(state, battle)
    # rule: NW-9.6.2
    for feature in ("town", "airfield", *ground.installations):
        if feature in ground.features:
            yield Modifier("NW-9.6.2", f"modifier.{feature}", TOWN)
    # rule: NW-9.6.3
    hexes = len({state.units[key].hex for key in battle.attackers})
    if hexes >= MANY:
        yield Modifier("NW-9.6.3", "modifier.many_hexes", -2 if hexes >= ALL_ROUND else -1)
    yield from light_infantry.drms(state, battle)
    # rule: NWK-2.2.c
    if ground.is_dmz and has_fort(state, battle.target, foe):
        yield Modifier("NWK-2.2.c", "modifier.dmz", DMZ)
    # rule: NWK-2.6.b
    if battle.target in state.tunnels and battle.side == DPRK:
        yield Modifier("NWK-2.6.b", "modifier.tunnel", TUNNEL)
    yield from national(state, battle)


# rule: NW-9.6.5, NW-9.6.6
def national(state: KoreaState, battle: Battle) -> Iterator[Modifier]:
    """What it costs to attack with units of several nations or corps."""
    counters = [state.board.units[key] for key in battle.attackers]
    nations = {c.nation for c in counters}
    # rule: NWK-6.1.1
    if {DPRK, PRC} <= nations:
        yield Modifier("NWK-6.1.1", "modifier.dprk_and_prc", 3)
    # rule: NWK-6.1.2
    mixed = {US, ROK} <= nations
    if mixed:
        yield Modifier("NWK-6.1.2", "modifier.us_and_rok", 1)
    # rule: NWK-6.1.3
    if JAPAN in nations:
        yield Modifier("NWK-6.1.3", "modifier.japanese", 1)
        if len(nations) > 1:
            yield Modifier("NWK-6.1.3", "modifier.japanese_mixed", 1)
    if not mixed and (has_several_corps(counters) or restraints.counts_as_several(state, battle)):
        yield Modifier("NWK-6.1.4", "modifier.several_corps", CORPS)


# rule: NWK-6.1.4
def has_several_corps(counters: list[Counter]) -> bool:
    """Whether units of two or more corps of the DPRK, or of the ROK, attack together; independent ones do not count."""
    corps: dict[str, set[str]] = {DPRK: set(), ROK: set()}
    for one in counters:
        if one.nation in corps and one.formation and not one.independent and one.formation not in ARMIES:
            corps[one.nation].add(one.formation)
    return any(len(found) > 1 for found in corps.values())
