"""What an attack may bring and cost: the exact chances of the combat table, weighed by what is at stake."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.eastfront.bots.goals import stakes
from sandtable.games.eastfront.bots.ground import FAR, way
from sandtable.games.eastfront.bots.ideas import of_position
from sandtable.games.eastfront.model import ADDITIONAL, SOVIET, CrimeaState, enemy
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.results import results, retreats
from sandtable.games.eastfront.rules.scenarios import kerch
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, zoc

REPULSE = 0.8
"""What it costs to be thrown back: the ground, and a turn to come again."""
PASSAGE = 0.2
"""What a hex is worth for each half movement point that it shortens the way to the prizes."""
DOOMED = 0.4
"""How much it is worth to destroy what is cut off and would be lost in the end."""
COMMANDS = 0.7
"""How much of a prize next door a hex is worth whose garrison alone contests it."""
GAUNTLET = 0.75
"""The share of a group that is lost on the way through an enemy zone: a step, and mostly the rest."""
FOOTHOLD = 0.5
"""What any hex taken from the enemy is worth."""


@dataclass(frozen=True)
class Prospect:
    """What an attack is expected to do."""

    clear: float
    """The chance that nobody is left in the hex."""
    theirs: float
    ours: float
    """Steps that defender and attacker are expected to lose."""
    repulse: float
    """The chance that the attackers have to fall back."""


def prospect(state: CrimeaState, force: Force, flight: float | None = None) -> Prospect:
    """The prospect of an attack with a force, by the combat table; what a retreat costs may be known already."""
    attack = force.attack
    found = combat.estimate(state, force, kerch.shift(state, attack, force.units))
    garrison = combat.defenders(state, force.hexes)
    there = sum(state.pieces[k].steps for k in garrison)
    mine = sum(state.pieces[k].steps for k in force.units)
    stars = combat.asterisk_losses(state, force).total
    holds = combat.stands(state, attack)
    share = rout(state, force.hexes) if flight is None else flight
    clear = theirs = ours = repulse = 0.0
    for result, count in combat.faces(state, found).items():
        chance = count / combat.FACES
        own, other = results.read(kerch.softened(attack, result))
        paid = mine if own.wiped_out else own.steps + (stars if own.star else 0)
        ours += chance * min(kerch.further_losses(attack, paid), mine)
        repulse += chance * own.retreat
        lost = there if other.wiped_out else results.numbered_losses(other, attack.order)
        if other.retreat and holds:
            lost += results.stand_loss(state, garrison, force.hexes, True, attack.side)
        fell = float(min(lost, there))
        if other.retreat and not holds and attack.order != ADDITIONAL:
            fell += share * (there - fell)
        theirs += chance * fell
        clear += chance * (lost >= there or (other.retreat and not holds))
    return Prospect(clear, theirs, ours, repulse)


@of_position
def is_trapped(state: CrimeaState, hexes: tuple[int, ...]) -> bool:
    """Whether most of the defenders of hexes would have no way to retreat."""
    garrison = [k for k in combat.defenders(state, hexes) if not retreats.cannot_retreat(state, k)]
    stuck = [k for k in garrison if not retreats.routes(state, (k,), hexes, results.RETREAT, True).ways]
    return bool(garrison) and 2 * len(stuck) > len(garrison)


@of_position
def rout(state: CrimeaState, hexes: tuple[int, ...]) -> float:
    """The share of the defenders of hexes that is lost when they have to retreat."""
    total = lost = 0.0
    for key in combat.defenders(state, hexes):
        steps = state.pieces[key].steps
        total += steps
        ways = retreats.routes(state, (key,), hexes, results.RETREAT, True).ways
        if not ways:
            lost += steps
        elif all(ways.values()):
            lost += steps * GAUNTLET
    return lost / total if total else 0.0


def worth_of(state: CrimeaState, side: str, place: int) -> float:
    """What it is worth to a side to have the enemy out of a hex: the hex itself, what it commands, the way on."""
    far, prizes = way(state, side), stakes(state).prizes
    worth = FOOTHOLD + prizes.get(place, 0.0) + COMMANDS * sum(prizes[h] for h in _commanded(state, side, place))
    if state.turn < state.board.last_turn:
        here, held = far.get(place, FAR), holders(state)
        before = [far.get(n, FAR) for n in state.board.grid.neighbours[place] if held.get(n) != enemy(side)]
        worth += PASSAGE * max(0, max((n for n in before if n < FAR), default=here) - here)
    return worth


def _commanded(state: CrimeaState, side: str, place: int) -> list[int]:
    """Prizes next to a hex that only its garrison keeps from a side."""
    held, zones = holders(state), zoc(state, enemy(side))
    near = [h for h in state.board.grid.neighbours[place] if h in stakes(state).prizes and held.get(h) is None]
    return [h for h in near if state.control.get(h) != side and set(zones.get(h, ())) <= {place}]


def at_risk(state: CrimeaState, units: tuple[int, ...]) -> float:
    """What is lost when these units are thrown back; Germans may stand where they are at no cost."""
    if all(state.board.units[k].nation == "german" for k in units):
        return REPULSE / 2
    places = sorted({state.pieces[k].hex for k in units})
    return REPULSE + sum(stakes(state).prizes.get(h, 0.0) for h in places)


def is_doomed(state: CrimeaState, side: str, hexes: tuple[int, ...]) -> bool:
    """Whether units in hexes will be lost in the end even if nobody attacks them: the card counts those cut off."""
    if not stakes(state).counts_cut_off or side != SOVIET:
        return False
    return not any(supply.is_supplied(state, side, h) for h in hexes)


@dataclass(frozen=True)
class Aim:
    """What attackers look for in some hexes, whoever attacks: worked out once for many forces."""

    ground: float
    """What it is worth to have the enemy out of there."""
    step: float
    """What each of his steps is worth."""


def aim_at(state: CrimeaState, side: str, hexes: tuple[int, ...], planned: CrimeaState, taste: float = 0.0) -> Aim:
    """Some hexes as a side sees them, when its units stand as planned.

    Its taste for them comes on top of what they are worth to everybody.
    """
    ground = taste + sum(worth_of(state, side, h) for h in hexes)
    doomed = is_doomed(planned, enemy(side), hexes)
    return Aim(ground, stakes(state).step[enemy(side)] * (DOOMED if doomed else 1.0))


def value(state: CrimeaState, force: Force, aim: Aim | None = None, flight: float | None = None) -> float:
    """What an attack is worth to the attacker; what it aims at and the cost of a retreat may be known."""
    side, found, price = force.attack.side, prospect(state, force, flight), stakes(state).step
    aim = aim or aim_at(state, side, force.hexes, state)
    gained = found.clear * aim.ground + found.theirs * aim.step
    return gained - found.ours * price[side] - found.repulse * at_risk(state, force.units)
