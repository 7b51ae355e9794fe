"""Chapter 16 without retreats: what a result says, who takes the losses, where lost units go."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from sandtable.games.eastfront.model import (
    ADDITIONAL,
    CADRE,
    CANNOT_REBUILD,
    ELIMINATED,
    POOL,
    SOVIET,
    Battle,
    CrimeaState,
    Piece,
)
from sandtable.games.eastfront.rules.combat.combat import resists_armour
from sandtable.games.eastfront.rules.crimea_units import formations
from sandtable.games.eastfront.rules.replacements.replacements import resting_place
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import has_fortification, in_city, ref
from sandtable.games.eastfront.rules.victory import scoring
from sandtable.games.eastfront.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Refusal, refuse

RETREAT, FURTHER = 2, 3
"""Hexes of a retreat, after a battle as after an overrun, and of one that was agreed on beforehand."""
# rule: EFT-tracks
HEAVY_LOSSES = chart("replacement_costs")["heavy_losses"]

add, score = scoring.add, scoring.score

_PART = re.compile(r"^(?P<steps>[0-9]*)(?P<star>\*?)(?P<retreat>R?)(?P<late>\*?)$")


@dataclass(frozen=True)
class Part:
    """One side's half of a result."""

    steps: int = 0
    star: bool = False
    retreat: bool = False
    wiped_out: bool = False


# rule: EF-16.11
@cache
def read(result: str) -> tuple[Part, Part]:
    """The attacker's and the defender's part of a cell such as ``1*/R``."""
    attacker, _, defender = result.partition("/")
    return _part(attacker), _part(defender)


def _part(text: str) -> Part:
    if text == "e":
        return Part(wiped_out=True)
    found = _PART.match(text.removeprefix("-"))
    if found is None:
        raise ValueError(f"{text!r} is no combat result")
    star = bool(found["star"] or found["late"])
    return Part(int(found["steps"] or 0), star, bool(found["retreat"]))


# rule: EF-16.41.b3
def numbered_losses(part: Part, order: str) -> int:
    """Steps the number of a result costs: one less for those who were ready to fall back."""
    return part.steps - 1 if order == ADDITIONAL and part.retreat and part.steps else part.steps


# rule: EF-16.41.a
def stand_loss(
    state: CrimeaState, units: tuple[int, ...], hexes: tuple[int, ...], defending: bool, against: str
) -> int:
    """The step that holding instead of retreating costs."""
    if all(state.board.units[k].nation == "german" for k in units):
        return 0
    return 0 if defending and all(is_shelter(state, h, against) for h in hexes) else 1


def is_shelter(state: CrimeaState, place: int, against: str) -> bool:
    """Whether a hex lets defenders hold without a further loss."""
    ground = state.board.ground[place]
    rough = ground.terrain == "hill" or ground.woods
    return rough or in_city(state, place) or has_fortification(state, place, against)


# rule: EF-16.12, EF-16.13, EF-16.21
def victims(state: CrimeaState, battle: Battle, side: str) -> tuple[int, ...]:
    """A side's units that results of the battle apply to and that are still there."""
    attack = state.attacks[battle.attack]
    if side != attack.side:
        return tuple(k for k in battle.defenders if state.pieces[k].hex)
    near = [n for h in attack.hexes for n in state.board.grid.neighbours[h]]
    guns = tuple(k for k in battle.support if state.pieces[k].hex in near)
    return tuple(k for k in (*battle.units, *guns) if state.pieces[k].hex)


def first_losers(state: CrimeaState, candidates: tuple[int, ...], kind: str) -> tuple[int, ...]:
    """Who must take the first loss; everybody where nobody of that kind is left."""
    units = state.board.units
    match kind:
        # rule: EF-16.32.a, EF-16.32.b
        case "engineer":
            found = tuple(k for k in candidates if units[k].engineer)
        # rule: EF-16.32.c
        case "armour":
            found = tuple(k for k in candidates if units[k].armour)
        case "resists_armour":
            found = tuple(k for k in candidates if resists_armour(state, k))
        # rule: EF-22.42
        case "nkvd":
            found = tuple(k for k in candidates if units[k].nkvd)
        case _:
            found = ()
    return found or candidates


def losers(state: CrimeaState, seat: str) -> OneOf:
    """Units that can take the next step loss of a side in the battle."""
    battle = state.battle
    assert battle is not None
    is_attacker = seat == state.attacks[battle.attack].side
    kind = battle.first_attacker if is_attacker else battle.first_defender
    candidates = victims(state, battle, seat)
    must = first_losers(state, candidates, kind)

    def why(key: int) -> Refusal | None:
        if key not in candidates:
            return refuse("EF-16.21", "refuse.not_in_battle", ref(key), unit=ref(key))
        rule = {"engineer": "EF-16.32.b", "nkvd": "EF-22.42"}.get(kind, "EF-16.32.c")
        return refuse(rule, "refuse.first_loss", ref(must[0]), unit=ref(key), must=ref(must[0]))

    return OneOf("piece", must, why=why, default=must[0] if must else None)


def take_loss(d: Draft[CrimeaState], key: int) -> None:
    """The owner takes one step of the battle's losses from a unit."""
    battle = d.now.battle
    assert battle is not None
    if d.seat == d.now.attacks[battle.attack].side:
        battle = replace(battle, losses_attacker=battle.losses_attacker - 1, first_attacker="")
    else:
        battle = replace(battle, losses_defender=battle.losses_defender - 1, first_defender="")
    d.set(battle=battle)
    lose_step(d, key)


# rule: EF-16.21, EF-16.23, EF-16.24
def lose_step(d: Draft[CrimeaState], key: int, box: str = CADRE) -> None:
    """Take one step from a unit; with its last step it leaves the map."""
    piece = d.now.pieces[key]
    if piece.steps <= 1:
        remove(d, key, box, "EF-16.24")
        return
    d.edit("pieces", key, steps=piece.steps - 1)
    _count(d, key, 1)
    d.log("log.step_lost", "EF-16.23", ref(key), unit=ref(key), left=piece.steps - 1)


def remove(d: Draft[CrimeaState], key: int, box: str, rule: str = "EF-16.24") -> None:
    """Take a unit off the map into a box, with all its steps; one that nobody knew is turned up first."""
    # rule: EF-22.54
    if untried.is_untried(d.now, key) and not (key := untried.turn_up(d, key, "EF-22.54")):
        return
    counter, piece = d.now.board.units[key], d.now.pieces[key]
    if counter.substitute:
        box = POOL
    elif counter.is_super_heavy:
        # rule: EF-23.44
        box = CANNOT_REBUILD
    else:
        box = resting_place(counter, box)
    _count(d, key, piece.steps)
    d.put("pieces", key, Piece(box=box))
    d.log("log.removed", rule, ref(key), unit=ref(key), box=box)
    formations.dismount(d, key)
    # rule: EFS-10.3.loss, EFS-10.2.vp
    if counter.is_hq and not _counts_all(d.now):
        score(d, "hq_lost", 2)


# rule: EF-16.25, EF-25.3
def _count(d: Draft[CrimeaState], key: int, steps: int) -> None:
    """Note lost steps on the tracks."""
    counter = d.now.board.units[key]
    add(d, f"{counter.side}_steps", steps)
    # rule: EFS-10.2.vp
    counts_all = _counts_all(d.now)
    if not (counter.armour or counter.artillery or counts_all):
        return
    if counter.guards and counter.artillery and not counts_all:
        score(d, "guards_guns", steps)
        return
    # rule: EFS-10.85
    if not d.now.board.card["victory"].get("counts_heavy_steps", True):
        return
    track = f"{counter.side}_heavy"
    full, rest = divmod(d.now.tracks.get(track, 0) + steps, HEAVY_LOSSES[counter.side]["most"])
    d.put("tracks", track, rest)
    score(d, track, full if counter.side == SOVIET else -full)


# rule: EFS-10.2.vp
def _counts_all(state: CrimeaState) -> bool:
    """Whether steps of every kind count for points on this card, and nothing else that is lost ashore."""
    return bool(state.board.card["victory"].get("counts_all_steps"))


def wipe_out(d: Draft[CrimeaState], keys: tuple[int, ...]) -> None:
    """A whole force is eliminated."""
    for key in keys:
        remove(d, key, ELIMINATED)
