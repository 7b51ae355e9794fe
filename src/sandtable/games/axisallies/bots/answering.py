"""Answers inside battles and out of turn: losses, retreats, dives, scrambles, interceptions, kamikazes, passages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.actions.diplomacy import Grant
from sandtable.games.axisallies.actions.fighting import Agree, Press, Retreat, Submerge
from sandtable.games.axisallies.actions.flying import Scramble
from sandtable.games.axisallies.actions.moving import Ambush
from sandtable.games.axisallies.actions.raiding import Intercept, Kamikaze
from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.bots.appraisal import counted
from sandtable.games.axisallies.bots.values import prize
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import kamikaze
from sandtable.games.axisallies.rules.combat.retreat import ways_out
from sandtable.games.axisallies.rules.combat.sides import raiders
from sandtable.games.axisallies.rules.combat_move import scramble
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, type_of, units_at
from sandtable.games.axisallies.rules.units.installations import installations_at
from sandtable.odds import raid_outcome
from sandtable.planning import Idea

GIVE_UP = 0.35
"""The chance to win below which an attack is broken off, if it costs more than it brings."""
DIVE = 0.4
CAPITAL_SHIPS = ("carrier", "battleship")
PER_SHIP = 2
"""Kamikaze attacks spent on one capital ship."""


def answers(state: GlobalState, seat: str, verbs: frozenset[str]) -> Iterator[Idea]:
    """What to say to a question that is not about one's own turn's moves."""
    if "press" in verbs:
        yield from _press(state)
    if "submerge" in verbs:
        yield from _dive(state, seat)
    if "scramble" in verbs:
        yield from _scramble(state, seat)
    if "intercept" in verbs:
        yield from _intercept(state, seat)
    if "kamikaze" in verbs:
        yield from _kamikaze(state)
    if "agree" in verbs:
        yield (Agree("yes"),)
    if "ambush" in verbs:
        yield (Ambush("yes"),)
    if "grant" in verbs:
        yield (Grant("no"),)


def _press(state: GlobalState) -> Iterator[Idea]:
    """Fight on while it pays: the odds of what is left decide, and the prize."""
    at = state.here.ref
    odds = chances.odds_of(chances.battle(state, at, by=state.battles[at].attacker))
    stake = 0.0 if state.board.is_sea(at) else prize(state, at) * odds.captures
    if odds.attacker_wins < GIVE_UP and odds.swing + stake < 0:
        yield tuple(Retreat(to) for to in ways_out(state, at))
    yield (Press(),)


def _dive(state: GlobalState, seat: str) -> Iterator[Idea]:
    """Submarines dive from a battle that their side is losing, and strike otherwise."""
    at = state.here.ref
    attacker = state.battles[at].attacker
    odds = chances.odds_of(chances.battle(state, at, by=attacker))
    mine = odds.attacker_wins if seat == attacker else odds.defender_wins
    if mine < DIVE:
        boats = [key for key, u in units_at(state, at) if u.owner == seat and type_of(state, u).submerges]
        yield (Submerge(tuple(sorted(boats))),)
    yield (Submerge(()),)


def _scramble(state: GlobalState, seat: str) -> Iterator[Idea]:
    """Aircraft rise where they spoil the enemy's battle more than they are likely to cost."""
    best: tuple[float, Idea] = (1.0, ())
    for base in scramble.bases(state, seat):
        pilots = scramble.pilots(state, seat, base)[: scramble.room(state, base)]
        for zone in scramble.zones_from(state, seat, base):
            gain = _spoiled(state, zone, counted(state, pilots))
            if pilots and gain > best[0]:
                best = (gain, (Scramble(tuple(sorted(pilots)), zone),))
    if best[1]:
        yield best[1]
    yield (Done(),)


def _spoiled(state: GlobalState, zone: int, more: Mapping[str, int]) -> float:
    """How much worse the active power does in a zone when aircraft join the defence.

    Troops whose ships do not win the zone do not land: they count as lost.
    """
    power = state.active
    here = chances.battle(state, zone, by=power)
    if not any(here.attacker.units.values()):
        return 0.0
    cargo = sum(type_of(state, u).cost for _, u in units_at(state, zone) if u.owner == power and u.aboard and u.task)
    after = chances.odds_of(chances.battle(state, zone, by=power, against=more))
    before = chances.odds_of(here).swing if any(here.defender.units.values()) else 0.0
    return before - after.swing + (1.0 - after.attacker_wins) * cargo


def _intercept(state: GlobalState, seat: str) -> Iterator[Idea]:
    """Fighters rise against a raid when that is the better bargain."""
    at = state.here.ref
    attacker = state.battles[at].attacker
    ready = [
        key
        for key, unit in units_at(state, at)
        if unit.owner == seat and type_of(state, unit).intercepts and not unit.task and is_foe(state, attacker, unit)
    ]
    flying = raiders(state, at)
    bombers = [key for key in flying if state.units[key].task == "raid"]
    escorts = counted(state, [key for key in flying if key not in bombers])
    slot = next(iter(installations_at(state, at)), "")
    if slot and bombers:
        plan = {slot: counted(state, bombers)}
        calm = raid_outcome(chances.raid(state, at, plan, by=attacker, escorts=escorts)).odds().swing
        risen = counted(state, ready)
        fought = raid_outcome(chances.raid(state, at, plan, by=attacker, escorts=escorts, interceptors=risen))
        if fought.odds().swing < calm:
            yield (Intercept(tuple(sorted(ready))),)
    yield (Intercept(()),)


def _kamikaze(state: GlobalState) -> Iterator[Idea]:
    """Tokens are spent on carriers and battleships, a few on each."""
    ships = [key for key in kamikaze.targets(state) if state.units[key].kind in CAPITAL_SHIPS]
    ships = [key for key in ships if state.units[key].kamikazes < PER_SHIP]
    ships.sort(key=lambda key: (CAPITAL_SHIPS.index(state.units[key].kind), -state.units[key].kamikazes, key))
    if ships:
        yield tuple(Kamikaze(key) for key in ships[:1])
    yield (Done(),)
