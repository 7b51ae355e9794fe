"""Chapter 9.3: rolling the dice of a salvo and counting its hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.axisallies.model import GlobalState, Hits
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, Side, battle_of, place_of, spokesman, under_fire
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.games.axisallies.rules.turns.powers import place
from sandtable.games.axisallies.rules.units.values import Reach, dice_of, reach_of, values_of
from sandtable.kernel import Draft, Modifier, Ref, Roll

SIDES = 6
REACHES: tuple[Reach, ...] = ("any", "ships", "surface", "air")
BASE = ("modifier.attack", "modifier.defence")


class Shot(NamedTuple):
    """What one unit rolls: it hits on the value or less with the best of its dice."""

    value: int
    reach: Reach
    dice: int = 1


def form_of(state: GlobalState, key: int) -> str:
    """What a unit is to a hit: aircraft, a submarine, or anything on the surface."""
    unit = state.units[key]
    kind = type_of(state, unit)
    if kind.domain == "air" or unit.dropped:
        return "air"
    return "submarine" if kind.submerges else "surface"


def forms_in_reach(reach: Reach) -> tuple[str, ...]:
    """The forms a hit may fall on."""
    return {
        "any": ("air", "submarine", "surface"),
        "ships": ("submarine", "surface"),
        "surface": ("air", "surface"),
        "air": ("air",),
    }[reach]


# rule: AA-9.3.att.fire, AA-9.3.def.fire, AA-9.3.std.setup
def volley(d: Draft[GlobalState], side: Side, shooters: Iterable[int], rule: str) -> Hits:
    """Roll for the units of a side that have a value and something to hit; one line of the log for all of them."""
    state, at = d.now, place_of(d.now)
    other: Side = "defender" if side == ATTACKER else "attacker"
    forms = {form_of(state, key): None for key in under_fire(state, other)}
    values = values_of(state, at, side)
    shots: list[Shot] = []
    reasons: list[Modifier] = []
    for key in shooters:
        value, reach = values[key].total, reach_of(state, at, key, side)
        if value <= 0 or not any(form in forms for form in forms_in_reach(reach)):
            continue
        shots.append(Shot(value, reach, dice_of(state, key, side)))
        reasons += [part for part in values[key].parts if part.key not in BASE]
    return salvo(d, side, shots, rule, _counted(reasons))


def _counted(reasons: list[Modifier]) -> list[Modifier]:
    """Each reason once, with the number of units it holds for."""
    distinct: list[Modifier] = []
    for part in reasons:
        if part not in distinct:
            distinct.append(part)
    return [replace(part, params={**part.params, "count": reasons.count(part)}) for part in distinct]


def _gunner(state: GlobalState, side: Side) -> str:
    """Whose dice they are: the attacker's, or of the defenders those of the one who speaks for them."""
    if side == ATTACKER:
        return battle_of(state).attacker
    keys = under_fire(state, side) or battle_of(state).doomed  # who stands behind the casualty strip still fires
    return spokesman(state, place_of(state), keys) if keys else ""


def salvo(d: Draft[GlobalState], side: Side, shots: list[Shot], rule: str, modifiers: Iterable[Modifier] = ()) -> Hits:
    """Roll shots in groups of one value, the highest first, and write them down."""
    if not shots:
        return Hits()
    groups: dict[Shot, int] = {}
    for shot in sorted(shots, key=lambda shot: (-shot.value, REACHES.index(shot.reach), shot.dice)):
        groups[shot] = groups.get(shot, 0) + 1
    roll_all = _low_luck if d.now.board.options.low_luck else _rolled
    hits, rolls = roll_all(d, groups)
    d.log(
        "log.fire",
        rule,
        by=_gunner(d.now, side),
        rolls=rolls,
        modifiers=list(modifiers),
        place=place(place_of(d.now)),
        side=Ref("word", side),
        hits=total(hits),
    )
    d.edit("battles", place_of(d.now), fought=True)
    return hits


def _rolled(d: Draft[GlobalState], groups: dict[Shot, int]) -> tuple[Hits, list[Roll]]:
    hits = Hits()
    rolls = []
    for shot, count in groups.items():
        roll = d.roll(f"roll.{shot.reach}", SIDES, count * shot.dice, shot.value)
        best = [min(roll.faces[n : n + shot.dice]) for n in range(0, len(roll.faces), shot.dice)]
        hits = more(hits, shot.reach, sum(face <= shot.value for face in best))
        rolls.append(roll)
    return hits, rolls


def _low_luck(d: Draft[GlobalState], groups: dict[Shot, int]) -> tuple[Hits, list[Roll]]:
    """Each full six of a reach is a hit, what is left over is one die; units with several dice roll as ever."""
    hits, rolls = _rolled(d, {shot: count for shot, count in groups.items() if shot.dice > 1})
    for reach in REACHES:
        power = sum(s.value * count for s, count in groups.items() if s.reach == reach and s.dice == 1)
        hits = more(hits, reach, power // SIDES)
        if left := power % SIDES:
            roll = d.roll(f"roll.{reach}", SIDES, 1, left)
            hits = more(hits, reach, int(roll.faces[0] <= left))
            rolls.append(roll)
    return hits, rolls


def more(hits: Hits, reach: Reach, count: int) -> Hits:
    """The hits with some of one reach added."""
    return replace(hits, **{reach: getattr(hits, reach) + count}) if count else hits


def total(hits: Hits | None) -> int:
    """All hits together."""
    return 0 if hits is None else hits.any + hits.ships + hits.surface + hits.air


def inflict(d: Draft[GlobalState], side: Side, hits: Hits) -> None:
    """Leave hits for a side to take."""
    if total(hits):
        d.edit("battles", place_of(d.now), **{f"on_{side}": hits})


def pending(state: GlobalState, side: Side) -> Hits | None:
    """The hits a side still has to take."""
    battle = battle_of(state)
    return battle.on_attacker if side == ATTACKER else battle.on_defender
