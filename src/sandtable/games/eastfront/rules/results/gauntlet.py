"""Chapter 16.46: a group that slips through an enemy zone of control loses a step and rolls for the rest."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import CADRE, ELIMINATED, Battle, CrimeaState
from sandtable.games.eastfront.rules.combat import battle as fights
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.soviet_units.soviet_units import upset
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, strength
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Sum, refuse


def _battle(state: CrimeaState) -> Battle:
    assert state.battle is not None
    return state.battle


def alive(state: CrimeaState) -> tuple[int, ...]:
    """Units of the group that are still there."""
    return tuple(k for k in _battle(state).fleeing if state.pieces[k].hex)


def _guns(state: CrimeaState) -> tuple[int, ...]:
    """Guns that hold a mixed group up."""
    group = alive(state)
    guns = tuple(k for k in group if state.board.units[k].artillery)
    return guns if len(guns) < len(group) else ()


# rule: EF-16.46
def gunner(state: CrimeaState) -> tuple[str, ...]:
    """The owner, while he may leave guns behind so that the others get through."""
    guns = _guns(state)
    return (state.board.units[guns[0]].side,) if guns else ()


def guns(state: CrimeaState, seat: str) -> OneOf:
    """Guns that can be left behind."""

    def why(key: int) -> Refusal | None:
        return refuse("EF-16.46", "refuse.not_fleeing_gun", ref(key), unit=ref(key))

    return OneOf("piece", _guns(state), why=why)


def abandon(d: Draft[CrimeaState], key: int) -> None:
    """Leave guns behind: they are eliminated."""
    results.remove(d, key, ELIMINATED, "EF-16.46")


# rule: EF-16.46
def payer(state: CrimeaState) -> tuple[str, ...]:
    """The owner, while he chooses the unit that loses the step."""
    group = alive(state)
    return (state.board.units[group[0]].side,) if _battle(state).toll and len(group) > 1 else ()


def losers(state: CrimeaState, seat: str) -> OneOf:
    """Units that can lose the step."""

    def why(key: int) -> Refusal | None:
        return refuse("EF-16.46", "refuse.not_in_battle", ref(key), unit=ref(key))

    group = alive(state)
    weakest = min(group, key=lambda k: (strength(state, k).defence, k), default=None)
    return OneOf("piece", group, why=why, default=weakest)


def pay(d: Draft[CrimeaState], key: int) -> None:
    """Lose the step."""
    d.set(battle=replace(_battle(d.now), toll=False))
    results.lose_step(d, key)


# rule: EF-16.46, EFT-retreat
def roll(d: Draft[CrimeaState]) -> None:
    """Roll for those who are left; headquarters are upset whatever comes of it."""
    if _battle(d.now).toll and (group := alive(d.now)):
        pay(d, group[0])
    left, zone = alive(d.now), _battle(d.now).zone
    if not left:
        return
    chart = d.now.board.charts["retreat_through_zoc"]
    drm = {row["key"]: row["drm"] for row in chart["drm"]}
    counters = [d.now.board.units[k] for k in left]
    parts = []
    if all(c.nation == "german" for c in counters):
        parts.append(Modifier("EFT-retreat", "modifier.all_german", drm["all_german"]))
    if d.now.board.ground[zone].woods:
        parts.append(Modifier("EFT-retreat", "modifier.woods", drm["woods"]))
    if any(c.artillery for c in counters):
        parts.append(Modifier("EFT-retreat", "modifier.guns", drm["artillery"]))
    die = d.roll("roll.retreat", 10, need=chart["success"]["most"])
    escaped = die.faces[0] + Sum.of(parts).total <= chart["success"]["most"]
    d.log(
        "log.gauntlet",
        "EF-16.46",
        at(zone),
        by=counters[0].side,
        rolls=[die],
        modifiers=parts,
        place=at(zone),
        escaped=int(escaped),
    )
    for key in left:
        upset(d, key)
        if not escaped:
            results.remove(d, key, CADRE, "EF-16.46")


def finish(d: Draft[CrimeaState]) -> None:
    """The others of the retreat go on."""
    d.set(battle=replace(_battle(d.now), fleeing=(), zone=0, toll=False))
    fights.prune(d)
