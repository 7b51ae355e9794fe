"""Artillery support, for the attack and for the defence: conditions, limits, suppression (14.2, 15.4, 15.55, 22.14)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.eastfront.model import AXIS, MAP_T, OUT_OF_SUPPLY, SOVIET, Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.crimea_units import batteries, pooling
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.soviet_units import suppression
from sandtable.games.eastfront.rules.soviet_units.soviet_units import headquarters, paralysed_by
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_field_works,
    in_city,
    ref,
    stacks,
    strength,
    zoc,
)
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, derived, pick, refuse

ROMANIAN_MOST = 2


def range_to(state: CrimeaState, key: int, hexes: tuple[int, ...]) -> int:
    """How far a gun is from the nearest of the defending hexes."""
    if map_t.can_fire(state, key):
        return min(map_t.range_to(state, h) for h in hexes)
    span = state.board.span
    return min(span(state.pieces[key].hex, h) for h in hexes)


def _why_never(state: CrimeaState, key: int, hexes: tuple[int, ...]) -> Refusal | None:
    """What stops a gun on either side: it is none, cannot fire, or is too far away."""
    counter, piece = state.board.units[key], state.pieces[key]
    # rule: EF-PB7.34
    if batteries.is_disarmed(state, key):
        return refuse("EF-PB7.34", "refuse.guns_lost", ref(key), unit=ref(key))
    if not counter.artillery or (strength(state, key).attack == 0 and not batteries.is_siege_gun(state, key)):
        return refuse("EFT-artillery-support", "refuse.no_support", ref(key), unit=ref(key))
    if piece.overrun:
        return refuse("EF-11.44", "refuse.overrun_marker", ref(key), unit=ref(key))
    # rule: EF-23.42
    if counter.is_super_heavy and counter.side == SOVIET and piece.activated:
        return refuse("EF-23.42", "refuse.guns_activated", ref(key), unit=ref(key))
    if (far := range_to(state, key, hexes)) > counter.range:
        rule, reach = "EFT-artillery-support" if piece.hex else "EF-PB2.12.c", counter.range
        beyond = at(hexes[0])
        return refuse(rule, "refuse.range", ref(key), beyond, unit=ref(key), range=reach, distance=far, place=beyond)
    return None


# rule: EF-14.22, EF-23.51, EF-15.55.a
def why_no_defensive_fire(state: CrimeaState, key: int, attack: Attack) -> Refusal | None:
    """Why a gun cannot support the defence against an attack."""
    counter, piece = state.board.units[key], state.pieces[key]
    # rule: EF-14.21
    if counter.side == attack.side or not map_t.is_at_hand(state, key):
        return refuse("EF-14.21", "refuse.not_yours", ref(key), unit=ref(key))
    if (no := _why_never(state, key, attack.hexes) or flotillas.why_no_guns(state, attack, counter.side)) is not None:
        return no
    # rule: EF-23.52
    if counter.front.attack_only:
        rule = "EF-23.52" if counter.side == AXIS else "EF-23.51"
        return refuse(rule, "refuse.attack_only", ref(key), unit=ref(key))
    # rule: EF-23.43.c
    if counter.is_super_heavy and counter.side == AXIS:
        return refuse("EF-23.43.c", "refuse.attack_only", ref(key), unit=ref(key))
    # rule: EF-6.74
    if piece.supply == OUT_OF_SUPPLY and not batteries.has_own_shells(counter):
        return refuse("EF-6.74", "refuse.out_of_supply", ref(key), unit=ref(key))
    # rule: EFT-artillery-support
    attacked = any(piece.hex in other.hexes for other in (attack, *state.attacks.values()))
    if attacked and all(batteries.is_gun(state, k) for k in stacks(state)[piece.hex]):
        return refuse("EFT-artillery-support", "refuse.guns_alone", ref(key), place=at(piece.hex))
    if piece.hex not in attack.hexes and piece.hex in zoc(state, attack.side):
        return refuse("EF-15.55.a", "refuse.guns_in_zoc", ref(key), unit=ref(key))
    return why_silenced(state, key, attack.hexes)


# rule: EF-23.43.a, EF-23.43.d, EFT-artillery-support
def why_no_attacking_fire(state: CrimeaState, key: int, attack: Attack, supplied: bool = False) -> Refusal | None:
    """Why a gun cannot support an attack."""
    counter, piece = state.board.units[key], state.pieces[key]
    # rule: EF-15.4
    if counter.side != attack.side or not map_t.is_at_hand(state, key):
        return refuse("EF-15.4", "refuse.not_yours", ref(key), unit=ref(key))
    fed = supplied or map_t.can_fire(state, key) or batteries.has_own_shells(counter)
    # rule: EF-15.32
    if not fed and not state.board.has_automatic_attack_supply(attack.side, state.turn):
        return refuse("EF-15.32", "refuse.no_attack_supply", ref(key), unit=ref(key))
    if (no := _why_never(state, key, attack.hexes) or flotillas.why_no_guns(state, attack, counter.side)) is not None:
        return no
    # rule: EFS-10.74.e2
    if attack.forced and range_to(state, key, attack.hexes) > 1:
        return refuse("EFS-10.74.e2", "refuse.mandate_guns", ref(key), unit=ref(key))
    if piece.attacked:
        return refuse("EF-15.23", "refuse.attacked_already", ref(key), unit=ref(key))
    if counter.is_super_heavy and counter.side == AXIS and not has_hard_target(state, key, attack):
        rule = "EF-PB7.32.a" if any(works.works_at(state, h) for h in attack.hexes) else "EF-23.43.d"
        return refuse(rule, "refuse.soft_target", *map(at, attack.hexes), unit=ref(key))
    return batteries.why_spent(state, key) or why_silenced(state, key, attack.hexes)


def has_hard_target(state: CrimeaState, key: int, attack: Attack) -> bool:
    """Whether a super-heavy gun finds what it is made for: a city, a fortified line, a strongpoint; or deeper works."""
    if any(in_city(state, h) or has_field_works(state, h, attack.side) for h in attack.hexes):
        return True
    deep = [name for h in attack.hexes if (name := works.works_at(state, h))]
    # rule: EF-PB7.32.a
    if batteries.is_siege_gun(state, key):
        return bool(deep)
    return works.CITADEL in deep and bool(state.board.switch("super_heavy_effects"))


# rule: EF-22.14, EF-23.42, EF-PB11.3
def why_too_many(state: CrimeaState, side: str, keys: tuple[int, ...], hexes: tuple[int, ...]) -> Refusal | None:
    """Why these guns cannot all support one combat."""
    # rule: EFS-10.44.f
    heavy = [k for k in keys if state.board.units[k].is_super_heavy and side == AXIS]
    if (no := winter_siege.why_no_shells(state, len(heavy))) is not None:
        return no
    limits = state.board.charts["artillery"]["support"]["units_most"]
    units = state.board.units
    counted = [k for k in keys if not (units[k].is_super_heavy and side == AXIS)]
    if side == AXIS:
        most: int = limits["axis"]
        # rule: EF-PB7.31
        if len([k for k in keys if units[k].nation == "romanian"]) > ROMANIAN_MOST:
            return refuse("EF-PB7.31", "refuse.too_many_guns", *map(ref, keys), most=ROMANIAN_MOST)
        if len(counted) > most:
            return refuse("EFT-artillery-support", "refuse.too_many_guns", *map(ref, keys), most=most)
        return None
    if len(counted) <= limits["soviet"]:
        return None
    # rule: EF-22.25.d
    if any(paralysed_by(state, h) for h in hexes):
        return refuse("EF-22.25.d", "refuse.too_many_guns", *map(ref, keys), most=limits["soviet_in_non_op_radius"])
    return _why_not_pooled(state, counted, hexes, limits["soviet_with_operational_hq_or_in_defending_hex"])


def _why_not_pooled(state: CrimeaState, keys: list[int], hexes: tuple[int, ...], most: int) -> Refusal | None:
    """Why Soviet guns cannot fire together: they stand neither under attack nor with a working headquarters."""
    if len(keys) > most:
        return refuse("EFT-artillery-support", "refuse.too_many_guns", *map(ref, keys), most=most)
    # rule: EF-PB7.35.a
    near = [k for k in keys if state.pieces[k].hex and suppression.fires_in_radius(state, state.pieces[k].hex)]
    if (no := pooling.why_not(state, near, hexes)) is not None:
        return no
    staffs = {state.pieces[hq].hex for hq in headquarters(state, True)}
    for key in (k for k in keys if k not in near):
        if (place := state.pieces[key].hex) in hexes or place in staffs:
            continue
        if not map_t.can_fire(state, key):
            return refuse("EF-22.14", "refuse.guns_not_pooled", ref(key), unit=ref(key))
        # rule: EF-PB2.12.c
        if not map_t.has_headquarters(state):
            return refuse("EF-PB2.12.c", "refuse.guns_not_pooled", ref(key), unit=ref(key))
    return None


def why_silenced(state: CrimeaState, key: int, hexes: tuple[int, ...]) -> Refusal | None:
    """Why aircraft keep a gun silent that hangs on a headquarters: the Axis has named it, or it is among the strongest.

    One gun that could fire always can; when the Axis has named them all, that is the weakest of them.
    """
    if not state.interdiction or state.board.units[key].side != SOVIET or state.pieces[key].hex in hexes:
        return None
    for place in suppression.staffs(state):
        guns = suppression.guns_of(state, place)
        if key not in guns:
            continue
        able = _by_strength(state, [k for k in guns if _why_never(state, k, hexes) is None])
        count = len(guns) - suppression.most(state, place)
        named = [k for k in able if k in state.silenced[place]] if place in state.silenced else able[:count]
        # rule: EF-13.24
        if key in named[: len(able) - 1]:
            return suppression.refusal(state, key, place)
    return None


def _by_strength(state: CrimeaState, keys: Iterable[int]) -> list[int]:
    """Guns, the strongest first."""
    return sorted(keys, key=lambda k: (-strength(state, k).attack, k))


# -- which guns fall silent is for the Axis to say -------------------------------------------------------------------


def to_silence(state: CrimeaState, seat: str) -> OneOf:
    """Headquarters under interdiction whose guns the Axis can still choose from: two could fire and one may not."""
    return pick("place", suppression.staffs(state), lambda place: _why_no_choice(state, place))


# rule: EF-13.24
def _why_no_choice(state: CrimeaState, place: int) -> Refusal | None:
    if place in state.silenced:
        return refuse("EF-13.24", "refuse.silenced_already", at(place), place=at(place))
    guns = suppression.guns_of(state, place)
    within = [k for k in guns if any(_why_never(state, k, attack.hexes) is None for attack in state.attacks.values())]
    if len(within) < 2:
        return refuse("EF-13.24", "refuse.no_guns_to_silence", at(place), place=at(place))
    return None


def silent(state: CrimeaState, seat: str, place: int) -> SomeOf:
    """As many guns of a headquarters as aircraft hold down there; the umpire proposes the strongest."""
    guns = suppression.guns_of(state, place)
    count = len(guns) - suppression.most(state, place)
    return SomeOf("piece", guns, least=count, most=count, default=tuple(sorted(_by_strength(state, guns)[:count])))


# rule: EF-13.24, EF-PB7.35.a
def silence(d: Draft[CrimeaState], place: int, keys: tuple[int, ...]) -> None:
    """Name the guns that stay silent until the segment ends."""
    d.put("silenced", place, tuple(sorted(keys)))
    d.log(
        "log.guns_silenced",
        suppression.rule(d.now, place),
        *map(ref, keys),
        units=tuple(map(ref, keys)),
        place=at(place),
    )


def may_silence(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, where it has guns to choose from."""
    return (AXIS,) if state.interdiction and state.attacks and to_silence(state, AXIS).is_possible() else ()


def speak_again(d: Draft[CrimeaState]) -> None:
    """The choice is made anew in each segment."""
    for place in tuple(d.now.silenced):
        d.drop("silenced", place)


@derived("pieces", pieces=memory.unless(memory.came_or_went))
def _guns(state: CrimeaState) -> tuple[int, ...]:
    """All artillery in play, of both sides, on the map and in Map T."""
    units = state.board.units
    return tuple(k for k, p in state.pieces.items() if units[k].artillery and (p.hex or p.box == MAP_T))


# rule: EF-PB8.76.b
def defensive_guns(state: CrimeaState, side: str, attack: Attack) -> tuple[int, ...]:
    """Guns that could support the defence against an attack and are not committed elsewhere."""
    taken = [k for other in state.attacks.values() if other is not attack for k in other.support]
    return tuple(
        k
        for k in _guns(state)
        if k not in taken and state.board.units[k].side == side and why_no_defensive_fire(state, k, attack) is None
    )


def attacking_guns(state: CrimeaState, attack: Attack, supplied: bool = False) -> tuple[int, ...]:
    """Guns that could support an attack."""
    return tuple(k for k in _guns(state) if why_no_attacking_fire(state, k, attack, supplied) is None)


def defender_of(attack: Attack) -> str:
    """The side that an attack is made on."""
    return enemy(attack.side)
