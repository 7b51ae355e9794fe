"""What questions are about: who does it with what, where, against whom, and how often it works. No secret is in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    ALLIED,
    DPRK,
    IN_THE_AIR,
    READY,
    SIDE_OF,
    STACK,
    Battle,
    Collateral,
    KoreaState,
    Mission,
    Rebase,
    Run,
    enemy,
)
from sandtable.games.nextwar.rules.air_defences import guns
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.air_war import engagements, fire, sorties
from sandtable.games.nextwar.rules.air_war.display import link, links, side_of, steps, wing
from sandtable.games.nextwar.rules.combat import battle, chemicals
from sandtable.games.nextwar.rules.combat.modifiers import shifts
from sandtable.games.nextwar.rules.combat.strength import attack_strength, defence_strength
from sandtable.games.nextwar.rules.combat.strength import odds as ratio
from sandtable.games.nextwar.rules.combat.support import current
from sandtable.games.nextwar.rules.detection import electronic
from sandtable.games.nextwar.rules.formations import hq_strikes
from sandtable.games.nextwar.rules.formations.subordination import hqs_on_board
from sandtable.games.nextwar.rules.movement import beachheads, control, mopup
from sandtable.games.nextwar.rules.reinforcements import arrivals, groups
from sandtable.games.nextwar.rules.scenarios import arrival_rolls, nuclear
from sandtable.games.nextwar.rules.special_operations import markers, operations
from sandtable.games.nextwar.rules.strikes import attacks, missions
from sandtable.games.nextwar.rules.strikes.targets import SUPPORT, TRANSPORT
from sandtable.games.nextwar.rules.supply import emergency, supply_units
from sandtable.games.nextwar.rules.terms.efficiency import efficiency, rating
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref, refs
from sandtable.games.nextwar.rules.united_nations import resolutions
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.kernel import Ref
from sandtable.kernel.state import successor

Params = dict[str, Any]


def of_battle(state: KoreaState, seat: str) -> Params:
    """A ground combat: where, who against whom, at which odds, and how many steps are still to be lost."""
    found = battle.led(state, current(state))
    told: Params = {
        "place": at(found.target),
        "left": battle.due(state, seat) + found.extra,
        "attackers": refs(battle.alive(state, found.attackers)),
        "defenders": refs(battle.alive(state, found.defenders)),
        "odds": "",
        "result": found.result,
    }
    if told["attackers"] and told["defenders"] and not found.result:
        attack, defence = attack_strength(state, found).total, defence_strength(state, found).total
        told |= {"attack": attack, "defence": defence, "shift": shifts(state, found).total}
        told |= {"odds": ratio(state.board.terrain(found.target), attack, defence).name, "taken": taken(state, found)}
    return told


def taken(state: KoreaState, fight: Battle) -> int:
    """How often in a hundred a combat would leave nobody in the hex, or make all who are left retreat."""
    whole = sum(state.units[key].steps for key in fight.defenders)
    fates = [battle.fate(result.partition("/")[2]) for result in battle.results(state, fight)]
    return sum(steps >= whole or retreats for steps, retreats in fates) * 100 // len(DIE)


def of_advance(state: KoreaState, seat: str) -> Params:
    """A hex that is left: whether it would have to be mopped up."""
    told = of_battle(state, seat)
    return {**told, "hard": int(control.needs_mopup(state, current(state).target, seat))}


def of_beachhead(state: KoreaState, seat: str) -> Params:
    """A beach that is taken: how many beachheads can still be placed."""
    return {**of_battle(state, seat), "markers": beachheads.left(state, seat)}


# -- after the fighting ----------------------------------------------------------------------------------------------


def of_mopup(state: KoreaState, seat: str) -> Params:
    """The first hex to be mopped up: who would lead best, how often it is taken, and whether a failure costs a step."""
    waiting = mopup.waiting(state, seat)
    place = waiting[0]
    lead = mopup.best_lead(state, place)
    return {
        "left": len(waiting),
        "place": at(place),
        "unit": ref(lead),
        "chance": mopup.chance(state, place, lead) * 100 // len(DIE),
        "short": int(mopup.shortfall(state, place) > 0),
    }


def of_rebase(state: KoreaState, seat: str) -> Params:
    """Helicopters that are driven out of a base."""
    out = tuple(Ref("helicopter", key) for key in transfers.driven_out(state))
    return {"place": at(state.subject(Rebase).place), "units": out}


def of_entry(when: str) -> Callable[[KoreaState, str], Params]:
    """Units that have a choice of entry hexes."""

    def told(state: KoreaState, seat: str) -> Params:
        return {"turn": state.turn, "units": refs(arrivals.at_choice(state, when))}

    return told


def of_arrivals(state: KoreaState, seat: str) -> Params:
    """How much of a side waits for a place."""
    return {
        "turn": state.turn,
        "units": len(groups.expected(state, seat)),
        "flyers": len(arrivals.basing(state, seat).legal),
        "ships": len(groups.waiting_ships(state, seat)),
    }


def of_replacements(state: KoreaState, seat: str) -> Params:
    """The replacement points of a side."""
    return {"turn": state.turn, "points": sum(n for nation, n in state.replacements.items() if SIDE_OF[nation] == seat)}


def of_stand(state: KoreaState, seat: str) -> Params:
    """A retreat that might be ignored: who is checked, and how often he holds."""
    weakest = min(battle.alive(state, current(state).defenders), key=lambda key: (rating(state, key), key))
    holds = sum(die <= efficiency(state, weakest).total for die in DIE)
    return {**of_battle(state, seat), "unit": ref(weakest), "chance": holds * 100 // len(DIE)}


# -- in the air ------------------------------------------------------------------------------------------------------


def of_sorties(state: KoreaState, seat: str) -> Params:
    """What could be committed on either side."""
    return {
        "turn": state.turn,
        "ready": len(sorties.commitments(state, seat).legal),
        "foes": len(sorties.commitments(state, enemy(seat)).legal),
    }


def of_grounding(state: KoreaState, seat: str) -> Params:
    """How many have to stay on the ground, or may be kept there."""
    owed = sorties.owed(state, seat)
    return {"turn": state.turn, "due": owed or sorties.due(state, enemy(seat))}


def of_pairing(state: KoreaState, seat: str) -> Params:
    """Who is still without an opponent, and how many pairs the side picks before the other does."""
    most = engagements.run(state, seat)
    own, foes = len(engagements.free(state, seat)), len(engagements.free(state, enemy(seat)))
    picks = min(own, foes) if most is None else min(own, foes, most - engagements.battle(state).picked)
    return {"own": own, "foes": foes, "picks": picks}


def of_fight(state: KoreaState, seat: str) -> Params:
    """A fight in the air: how many of either side are in it, and which mission it is about."""
    fighting = engagements.engaged(state)
    own = sum(side_of(state, key) == seat for key in fighting)
    about = engagements.mission(state)
    return {"own": own, "foes": len(fighting) - own, **(of_target(about) if about else {"aim": "", "where": 0})}


def of_aim(state: KoreaState, seat: str) -> Params:
    """Who has to say at which of its enemies it fires."""
    told = of_fight(state, seat)
    for step in (fire.LONG_RANGE, fire.STANDOFF, fire.DOGFIGHT):
        if undecided := fire.undecided(state, seat, step):
            return {**told, "unit": link(undecided[0]), "enemies": links(engagements.opponents(state, undecided[0]))}
    return told


def of_target(mission: Mission) -> Params:
    """What a mission is against: its target is no secret."""
    where: Params = {"where": 1, "place": at(mission.place)} if mission.place else {"where": 0}
    return {"aim": mission.aim, **where}


def of_allocation(state: KoreaState, seat: str) -> Params:
    """What can still be sent, and how many missions are announced."""
    ready = sum(missions.why_not_ready(state, seat, key) is None for key in wing(state, seat, READY))
    announced = sum(mission.side == seat for mission in state.missions.values())
    return {"ready": ready, "aloft": len(wing(state, seat, IN_THE_AIR)), "announced": announced}


def of_run(state: KoreaState, seat: str) -> Params:
    """An aircraft over its target that might press on: what that risks, what it adds, and how often it then hits."""
    run, flown = state.subject(Run), guns.mission(state)
    printed = chart(guns.CHART)["press_on"]
    hurt = sum(die <= printed["step_lost_up_to"] for die in DIE)
    worse = _with_a_step_less(state, flown, run.aircraft)
    told = {
        "unit": guns.flyer(state),
        "plus": run.plus,
        **of_target(flown),
        "risk": hurt * 100 // len(DIE),
        "more": printed["plus"],
        "last": int(worse is None),
        "chance": -1,
    }
    if run.strikes and flown.aim not in (SUPPORT, TRANSPORT) and not guns.suppresses(state):
        hits = hurt * _hits(worse, flown, run.aircraft, run.plus) if worse else 0
        hits += (len(DIE) - hurt) * _hits(state, flown, run.aircraft, run.plus + printed["plus"])
        told["chance"] = hits * 100 // len(DIE) ** 2
    return told


def _with_a_step_less(state: KoreaState, flown: Mission, key: int) -> KoreaState | None:
    """The position once an aircraft or helicopter has lost a step; nothing where it was its last."""
    rows = state.aircraft if key else state.helicopters
    number = key or flown.helicopter
    if rows[number].steps < 2:
        return None
    hurt = {**rows, number: replace(rows[number], steps=rows[number].steps - 1)}
    return successor(state, **{"aircraft" if key else "helicopters": hurt})


def _hits(state: KoreaState, flown: Mission, key: int, plus: int) -> int:
    """On how many faces of the die an attack does any damage."""
    drm = attacks.modifiers(state, flown, key, plus).total
    return sum(attacks.result_of(state, flown, key, die + drm) != attacks.MISS for die in DIE)


def of_collateral(state: KoreaState, seat: str) -> Params:
    """Aircraft that are hit on the ground: at which bases, how many, and who names them."""
    caught = state.subject(Collateral)
    return {"left": caught.enemy_picks or caught.owner_picks, "base": caught.base}


# -- missiles and special forces -------------------------------------------------------------------------------------


def of_missiles(state: KoreaState, seat: str) -> Params:
    """The missiles that are left."""
    account = state.accounts[seat]
    return {"turn": state.turn, "scud": account.scud, "cruise": account.cruise, "early": account.early_scuds}


def of_forces(state: KoreaState, seat: str) -> Params:
    """Markers that can still be sent, and missions that wait for their dice."""
    nations = markers.ready(state, seat)
    return {
        "turn": state.turn,
        "ready": sum(state.special_forces[nation].ready for nation in nations),
        "waiting": len(tuple(operations.waiting(state, seat))),
    }


# -- signals, supply and politics ------------------------------------------------------------------------------------


def of_signals(state: KoreaState, seat: str) -> Params:
    """How often a side may still listen, and how often it hears something."""
    ears = electronic.who_listens(state, seat)
    drm = sum(part.amount for part in electronic.modifiers(state, ears))
    heard = sum(die + drm <= chart(electronic.CHART)["up_to"][ears] for die in DIE)
    return {"turn": state.turn, "left": state.accounts[seat].attempts, "chance": heard * 100 // len(DIE)}


def of_supply(state: KoreaState, seat: str) -> Params:
    """The supply points that are left."""
    return {"turn": state.turn, "supply": state.accounts[seat].supply}


def of_emergency(state: KoreaState, seat: str) -> Params:
    """What may still be spent in an emergency, and how often it helps a unit or a headquarters."""
    most, helps = chart(supply_units.CHART)["emergency"], chart(emergency.CHART)["supplied_if_die_le"]
    chances = {
        word: sum(die <= helps[key] for die in DIE) * 10 for word, key in (("unit", "ground_unit"), ("hq", "hq"))
    }
    spent = state.accounts[seat].emergency
    return {**of_supply(state, seat), "left": min(most["most"] - spent, state.accounts[seat].supply), **chances}


def of_repairs(state: KoreaState, seat: str) -> Params:
    """The supply points that are left, and those already spent on tracks in this turn."""
    return {**of_supply(state, seat), "spent": state.accounts[seat].repairs}


def of_staffs(state: KoreaState, seat: str) -> Params:
    """How many headquarters still have the capability for a strike."""
    able = [hq for hq in hqs_on_board(state, seat) if hq_strikes.why_not_fire(state, seat, hq) is None]
    return {"turn": state.turn, "count": len(able)}


def of_gas(state: KoreaState, seat: str) -> Params:
    """The chemical points that are left, and what the enemy would score for one."""
    uses = {side: state.accounts[side].gas_uses for side in (DPRK, ALLIED)}
    scores = seat == DPRK and not (uses[DPRK] and uses[ALLIED])
    each = chart(chemicals.CHART)["score"]["vp2"] // STACK if scores else 0
    return {"turn": state.turn, "left": state.accounts[seat].chemical, "points": each}


def of_resolution(state: KoreaState, seat: str) -> Params:
    """What a veto costs, what fighting on gives to the enemy, and how both sides stand."""
    totals = {word: scoring.written(state.accounts[side].vp2) for word, side in (("own", seat), ("foes", enemy(seat)))}
    return {"turn": state.turn, "veto": resolutions.VETO2 // STACK, "refusal": resolutions.REFUSAL2 // STACK, **totals}


def of_busan(state: KoreaState, seat: str) -> Params:
    """What the attack on Busan gives to the enemy, and what stands there."""
    return {"points": nuclear.POINTS2 // STACK, "count": len(there(state, BUSAN)), "aircraft": nuclear.AIRCRAFT}


def of_taiwan(state: KoreaState, seat: str) -> Params:
    """The groups that can be paid for, what the cheapest costs, and the victory points to pay with."""
    prices = [state.missing[str(group)] * arrival_rolls.PRICE2 for group in arrival_rolls.affordable(state, seat).legal]
    least = min(prices, default=0) // STACK
    return {"count": len(prices), "price": least, "own": scoring.written(state.accounts[seat].vp2)}


def of_trouble(state: KoreaState, seat: str) -> Params:
    """The transport that is in trouble, and the steps that it has."""
    key = engagements.battle(state).wavering[0]
    return {"unit": link(key), "steps": steps(state, key)}


def of_awacs(state: KoreaState, seat: str) -> Params:
    """How many engagements may still be altered."""
    return {"left": state.awacs - engagements.battle(state).altered}
