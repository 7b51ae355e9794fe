"""Play-book 7.32 and 7.33: what super-heavy guns of the Axis do to works just before an attack.

The table is used where the card says so: ``switches: {super_heavy_effects: {value: true}}``.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.model import AXIS, SOVIET, WITHDRAWN, Attack, CrimeaState, Piece, side_key
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, lines, on_map, ref, stacks
from sandtable.kernel import Draft, Modifier, Sum


# rule: EF-PB7.33
def is_in_force(state: CrimeaState) -> bool:
    """Whether the scenario uses the table."""
    return bool(state.board.switch("super_heavy_effects"))


def _heavy(state: CrimeaState, guns: tuple[int, ...]) -> tuple[int, ...]:
    """The super-heavy guns of the Axis among the guns of an attack: any of them may use the table."""
    units = state.board.units
    return tuple(k for k in guns if units[k].is_super_heavy and units[k].side == AXIS)


# rule: EF-PB7.33, EF-PB5.75
def targets(state: CrimeaState, attack: Attack) -> tuple[int, ...]:
    """Hexes of an attack with works that the table can destroy: a citadel, a fortified line."""
    citadels = [h for h in attack.hexes if works.works_at(state, h) == works.CITADEL]
    return tuple(h for h in attack.hexes if h in citadels or h in lines(state))


# rule: EF-PB7.33
def drms(state: CrimeaState, guns: tuple[int, ...]) -> Iterator[Modifier]:
    """The modifier of the best gun; those that the table does not name have none."""
    listed: dict[str, int] = state.board.charts["artillery"]["super_heavy_destruction"]["drm"]
    values = {k: listed.get(state.board.units[k].label, 0) for k in guns}
    best = min(values, key=lambda k: (values[k], k))
    if values[best]:
        yield Modifier("EF-PB7.33", "modifier.siege_gun", values[best], points=(ref(best),))


# rule: EF-PB7.33
def fire(d: Draft[CrimeaState], attack: Attack, guns: tuple[int, ...], supplied: bool) -> None:
    """Let the super-heavy guns of a supplied attack fire at works, before anything else of it is reckoned."""
    heavy = _heavy(d.now, guns)
    if not heavy or attack.side != AXIS:
        return
    if supplied and is_in_force(d.now):
        for place in targets(d.now, attack):
            _shell(d, place, heavy)
    winter_siege.fire_shells(d, len(heavy))
    _burn_dumps(d, attack, heavy)
    _count(d, heavy)


def _shell(d: Draft[CrimeaState], place: int, guns: tuple[int, ...]) -> None:
    """One throw for the works of a hex, however many guns fire."""
    chart = d.now.board.charts["artillery"]["super_heavy_destruction"]
    total = Sum.of(drms(d.now, guns))
    most: int = chart["destroyed"]["most"]
    roll = d.roll("roll.works", 10, need=most)
    destroyed = roll.faces[0] + total.total <= most
    d.log(
        "log.works_shelled",
        "EF-PB7.33",
        at(place),
        rolls=[roll],
        modifiers=total,
        place=at(place),
        destroyed=int(destroyed),
    )
    if destroyed:
        _wreck(d, place)
        if any(batteries.is_siege_gun(d.now, k) for k in guns):
            _silence(d, place)


def _wreck(d: Draft[CrimeaState], place: int) -> None:
    """Destroy the citadel and the fortified sides of a hex."""
    if works.works_at(d.now, place) == works.CITADEL:
        d.put("razed", place, d.now.turn)
    for other in lines(d.now).get(place, ()):
        d.put("razed", side_key(place, other), d.now.turn)


# rule: EF-PB7.32.b
def _silence(d: Draft[CrimeaState], place: int) -> None:
    """Each Soviet gun of the coast and each super-heavy one in a hex of broken works loses a step."""
    units = d.now.board.units
    for key in stacks(d.now).get(place, ()):
        counter = units[key]
        if counter.side == SOVIET and (counter.is_super_heavy or counter.kind == batteries.COASTAL):
            d.log("log.battery_hit", "EF-PB7.32.b", ref(key), unit=ref(key), place=at(place))
            results.lose_step(d, key)


# rule: EF-PB7.32.e
def _burn_dumps(d: Draft[CrimeaState], attack: Attack, guns: tuple[int, ...]) -> None:
    """The greatest gun burns every dump in its target; mobile supply units are too spread out to be hit."""
    if not any(d.now.board.units[k].name.startswith(batteries.DORA) for k in guns):
        return
    for key, unit in tuple(d.now.supplies.items()):
        if unit.side != attack.side and unit.hex in attack.hexes and unit.points >= attack_supply.DUMP:
            attack_supply.book(d, unit.side, -unit.points)
            d.drop("supplies", key)
            d.log("log.dump_burnt", "EF-PB7.32.e", at(unit.hex), place=at(unit.hex))


# rule: EF-PB7.32.d
def _count(d: Draft[CrimeaState], guns: tuple[int, ...]) -> None:
    """Note a shot of every siege gun."""
    for key in guns:
        if batteries.is_siege_gun(d.now, key):
            d.put("tracks", batteries.track_of(key), batteries.fired(d.now, key) + 1)
            d.log("log.siege_shot", "EF-PB7.32.d", ref(key), unit=ref(key), left=batteries.shots_left(d.now, key))


# rule: EF-PB7.32.d
def retire(d: Draft[CrimeaState]) -> None:
    """Take siege guns that fired their last shell out of the game."""
    for key in on_map(d.now, AXIS):
        if batteries.why_spent(d.now, key) is not None:
            d.put("pieces", key, Piece(box=WITHDRAWN, steps=d.now.pieces[key].steps))
            d.log("log.gun_retired", "EF-PB7.32.d", ref(key), unit=ref(key))
