"""The exact outcome of a battle with fixed orders of loss.

Compile the battle to a clash, let the opening (anti-aircraft fire, bombardment) spread the initial mass, sweep it to
the end, read the cases off.  Units landed from the sea cannot leave: when the others break off they fight on alone,
as a battle of their own.
"""

from __future__ import annotations

import msgspec
import numpy as np

from sandtable.odds.battle import Army, Battle, OddsError, check_battle
from sandtable.odds.chain import fought, is_plain
from sandtable.odds.clash import Clash, clash_of, shelled
from sandtable.odds.dice import Floats
from sandtable.odds.losses import Ints, Lattice, lattice_of
from sandtable.odds.opening import anti_aircraft, bombardment
from sandtable.odds.outcome import Force, Outcome, joined
from sandtable.odds.sweep import Flow, Sweep

PRUNE = 1e-12
WORK_LIMIT = 20_000_000  # attacker states times defender states squared: about a second; beyond, sampling serves better


def exact(battle: Battle, *, prune: float = PRUNE, work_limit: int = WORK_LIMIT) -> Outcome:
    """The joint distribution of what is left on both sides.

    Pairs of states reached with less than `prune` are dropped and their mass reported in the outcome.
    """
    check_battle(battle)
    lattices = (lattice_of(battle, "attacker"), lattice_of(battle, "defender"))
    shot_down = anti_aircraft(battle, *lattices)[0]
    if is_plain(battle, *lattices):
        return fought(battle, *lattices, shot_down, prune, work_limit)
    if battle.retreat_below is not None:
        raise OddsError(
            "retreat_below: a retreat by the chance to win is reckoned where every hit may fall on anything: "
            "without submarines, landings, bombardment and other limits"
        )
    return general(battle, lattices, shot_down, prune, work_limit)


def general(
    battle: Battle, lattices: tuple[Lattice, Lattice], shot_down: Floats, prune: float, work_limit: int
) -> Outcome:
    """The outcome of any battle: hits of three kinds on targets of three kinds."""
    starts: Ints = np.flatnonzero(shot_down > 0.0)  # aircraft are the last axis of the lattice: k lost is state k
    clash = clash_of(battle, lattices, starts, work_limit=work_limit)
    mass = np.zeros((clash.attacker.size, clash.defender.size))
    rows = np.flatnonzero(np.isin(clash.attacker.states, starts))
    mass[rows, 0] = shot_down[clash.attacker.states[rows]]
    return _fought(clash, mass, prune)


def _fought(clash: Clash, mass: Floats, prune: float) -> Outcome:
    """The outcome from an initial mass on pairs of states."""
    battle, sweep = clash.battle, Sweep(clash)
    rounds = 0.0
    fought = 0
    if battle.bombard or battle.retreat_at is not None:
        # Nobody breaks off before one round is fought.
        rounds += float((mass * clash.ending.could_go_on).sum())
        first = Sweep(shelled(clash, bombardment(battle))) if battle.bombard else sweep
        mass = first.one_round(mass, clash.ending.could_go_on)
        fought = 1
    if battle.max_rounds is None:
        flow = sweep.settled(mass, prune)
    else:
        flow = _limited(sweep, mass, battle.max_rounds - fought, prune)
    flow.rounds += rounds
    return _read(clash, flow, prune)


def _limited(sweep: Sweep, mass: Floats, rounds: int, prune: float) -> Flow:
    """Fight a number of rounds at most."""
    flow = Flow(mass, 0.0, 0.0)
    for _ in range(rounds):
        small = sweep.live & (mass < prune)
        flow.pruned += float(mass[small].sum())
        mass = np.where(small, 0.0, mass)
        moving = float((mass * sweep.live).sum())
        if moving == 0.0:
            break
        flow.rounds += moving
        mass = sweep.one_round(mass, sweep.live)
    flow.final = mass
    return flow


def _read(clash: Clash, flow: Flow, prune: float) -> Outcome:
    """The cases of a finished battle; where the attacker broke off, those who landed fight on."""
    final = flow.final
    landed = np.array([group.landed for group in clash.attacker.lattice.groups], np.bool_)
    ashore = np.asarray(clash.attacker.left[:, landed].any(axis=1))
    stranded = clash.ending.could_go_on & ashore[:, None] & (final > 0.0)
    parts = [_cases(clash, np.where(stranded, 0.0, final), flow)]
    rows = np.flatnonzero(stranded.any(axis=1)).tolist()
    parts += [_last_stand(clash, row, np.where(stranded[row], final[row], 0.0), prune) for row in rows]
    return joined(parts)


def _cases(clash: Clash, final: Floats, flow: Flow) -> Outcome:
    ours, theirs = np.nonzero(final)
    left = clash.defender.left[theirs]
    damaged = clash.defender.damaged[theirs]
    lost = clash.ending.idle_lost[ours, theirs][:, None] & clash.defender.idle_groups[None, :]
    return Outcome(
        attacker=Force(clash.attacker.lattice.groups, clash.attacker.left[ours], clash.attacker.damaged[ours]),
        defender=Force(clash.defender.lattice.groups, np.where(lost, 0, left), np.where(lost, 0, damaged)),
        chance=final[ours, theirs],
        rounds=flow.rounds,
        pruned=flow.pruned,
    )


def _last_stand(clash: Clash, row: int, mass: Floats, prune: float) -> Outcome:
    """The landed units of one attacker state against the defenders, to the end."""
    groups, left = clash.attacker.lattice.groups, clash.attacker.left[row]
    ashore = {group.unit.id: int(n) for group, n in zip(groups, left, strict=True) if group.landed and n}
    battle = landed_only(clash.battle, ashore)
    stand = clash_of(battle, (lattice_of(battle, "attacker"), clash.defender.lattice), np.zeros(1, np.int64))
    arrived = np.zeros((stand.attacker.size, stand.defender.size))
    arrived[0] = mass  # on land a side's states are those of its order of loss, whoever fires
    return _fought(stand, arrived, prune).with_stranded(groups, left)


def landed_only(battle: Battle, ashore: dict[str, int]) -> Battle:
    """The battle that goes on when everyone who can leave has left."""
    army = Army(units=ashore, landed=ashore, order=battle.attacker.order)
    return msgspec.structs.replace(
        battle, attacker=army, bombard={}, max_rounds=None, retreat_at=None, can_retreat=False
    )
