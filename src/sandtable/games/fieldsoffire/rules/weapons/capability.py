"""What a unit can do with its basic volume of fire here and now: how hard, how far, which way."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.fieldsoffire.model import STAGING, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.memory import fighting_anew, forget_changed, lies, unless
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, rating
from sandtable.games.fieldsoffire.scenario.units import MORTARS, WEAPONS, C, P, Rating, UnitType
from sandtable.games.fieldsoffire.scenario.vehicles import TANK, is_fired_from, machine_of, machines
from sandtable.kernel import derived
from sandtable.kernel.memory import Seen, patched

S, A, H, A_OR_S, PINNED = "S", "A", "H", "A/S", "pinned"
GRENADES, SNIPES = "G!", "S!"
ROCKETS = ("rcl", "rkt")
"""Ammunition of rocket launchers and recoilless rifles."""


class Capability(NamedTuple):
    """The basic fire of a unit."""

    letter: str
    """S, A, H, A/S, or ``pinned``."""
    least: int
    most: int
    grazes: bool = False
    overhead: bool = False
    over_own: bool = False
    """Fires over its own side at any level, as mortars do."""
    facing: int = -1
    snipes: bool = False
    men_only: bool = False
    """Does not open fire at a card where there are only vehicles."""

    def at(self, far: int) -> str:
        """The letter at a distance: assault rifles are automatic weapons on their own card only."""
        if self.letter == A_OR_S:  # rule: FF-6.2.2.as, FF-7.1, FF-7.1.a
            return A if far == P else S
        return self.letter


# rule: FF-7.2.4.d
def capability(state: FieldsState, key: int) -> Capability | None:
    """The basic fire of a unit as it stands; none where it places no volume of fire by itself.

    A gun with a final protective line reacts to nobody.
    """
    is_laid = state.units[key].protective >= 0  # equivalent[boundary|0 becomes 1]: a line is a diagonal, 1 at least
    return None if is_laid else unlaid(state, key)


def _rearmed(state: FieldsState, seen: Seen, before: dict[int, Unit | None]) -> Seen:
    """The table of guns with the units that fight otherwise looked at again."""
    units = state.units
    anew = {
        key: capability(state, key) if key in units and units[key].at else None for key in fighting_anew(state, before)
    }
    return {args: patched(known, anew) for args, known in seen.items()} if anew else seen


@derived("units", "covers", "cards", units=_rearmed, cards=unless(lies, "cards"))
def armament(state: FieldsState) -> dict[int, Capability]:
    """The basic fire of everybody on the map who has any, for those who look at all of them."""
    on_map = (key for key, unit in state.units.items() if unit.at)
    return {key: gun for key in on_map if (gun := capability(state, key)) is not None}


# rule: FF-7.0
@derived("units", "covers", "cards", units=forget_changed, cards=unless(lies, "cards"))
def unlaid(state: FieldsState, key: int) -> Capability | None:
    """The basic fire of a unit as if it had no final protective line."""
    unit, kind = state.units[key], state.board.types[key]
    printed = rating(state, key)
    # rule: FF-1.2.6.vofclass, FF-6.1.a
    if not printed.basic or not unit.at:
        return None
    # rule: FF-8.3.noVOF
    if unit.held:
        return None
    # rule: FF-10.2.1.a, FF-10.8.1.fire, FF-10.8.2.a
    if unit.aboard and not is_fired_from(state.board.types[unit.aboard]):
        return None
    if kind.is_vehicle and (unit.empty or is_ridden(state, key)):  # rule: FF-7.18.1.G, FF-10.8.2.fight
        return None
    # rule: FF-2.5.a
    if state.cards[unit.at].kind == STAGING:
        return None
    # rule: FFT-weapons-row-mgtripod, FFT-weapons-row-mgbipod
    if unit.exposed and holds_while_exposed(kind, printed, unit.flipped):
        return None
    under = state.covers[unit.cover] if unit.cover else None
    if under is not None and not fires_from(kind, printed, under.kind, unit.flipped):
        return None
    # rule: FF-4.2.5.fire.rng, FFT-weapons-row-smallarms
    least, most, letter = printed.least, printed.most, printed.basic
    is_mortar = kind.kind in MORTARS and not unit.flipped
    if is_mortar:
        ground = ground_of(state, unit.at)
        if ground is not None and ground.mortars_barred:  # rule: FF-7.3.1.b
            return None
        least = max(least, C)  # rule: FF-7.3.1.a
    # rule: FF-7.18.2.b, FF-8.11.b
    if unit.empty:
        least, most, letter = P, min(most, C), S
    facing = under.facing if under is not None else -1
    if facing >= 0:  # rule: FF-5.3.2.f, FF-5.3.4, FF-5.3.4.b
        least = max(least, C)
    is_tripod = printed.tripod and not unit.empty
    # rule: FF-7.15.a
    snipes = printed.special == SNIPES and not unit.pinned
    # rule: FF-7.2.1, FF-7.8.a
    overhead = is_tripod or letter == H
    # rule: FF-4.2.5.pinned.vof, FF-6.2.2.pin, FF-6.4.2.B.a
    shown = PINNED if unit.pinned else letter
    # rule: FF-7.2, FF-7.3.1
    return Capability(
        letter=shown,
        least=least,
        most=most,
        grazes=is_tripod,
        overhead=overhead,
        over_own=is_mortar,
        facing=facing,
        snipes=snipes,
        men_only=letter in (A, H) and is_at_capable(state, key),  # rule: FF-10.3.b
    )


# rule: FF-1.2.6.atcap, FF-10.0
def is_at_capable(state: FieldsState, key: int) -> bool:
    """Whether a unit, as it lies, has a weapon of its own with a number in the Vehicle and AT Weapons Table."""
    unit = state.units[key]
    found = machine_of(state.board.types[key])
    return found is not None and found.is_at_capable and not unit.flipped and not unit.empty


# rule: FF-10.8.2.fight
def is_ridden(state: FieldsState, key: int) -> bool:
    """Whether men or casualties ride on a tank; ammunition does not keep it from fighting."""
    is_tank = machines()[state.board.types[key].vehicle].sort == TANK
    return is_tank and key in carried_by(state)


# rule: FF-8.6.1.C.a
def holds_while_exposed(kind: UnitType, printed: Rating, flipped: bool) -> bool:
    """Tripod machine guns, mortars and heavy rockets do not fire while Exposed, on either side."""
    # rule: FF-7.2.1.b
    if printed.tripod:
        return True
    # rule: FF-7.3.1.c, FF-7.4.b, FFT-weapons-row-rktheavy
    return not flipped and (kind.kind in MORTARS or (kind.kind == WEAPONS and printed.basic == H))


# rule: FF-7.4
def fires_from(kind: UnitType, printed: Rating, cover: str, flipped: bool) -> bool:
    """Whether a unit can fire from under a kind of cover."""
    if cover in works.NO_FIRE:
        return False
    if flipped:
        return True
    # rule: FF-7.4.a, FFT-weapons-row-rktheavy
    if kind.ammo in ROCKETS and printed.basic == H and cover in works.STRUCTURES:
        return False
    # rule: FF-7.3.1.b, FFT-weapons-row-mortar
    return not (kind.kind in MORTARS and (cover in works.BUILDINGS or cover in works.CLOSED))


# rule: FF-6.2.2, FF-6.2.2.pin
def value_of(state: FieldsState, letter: str) -> int:
    """What a basic volume of fire is worth: the lower, the harder."""
    # rule: FF-6.2.2.s, FF-6.2.2.a, FF-6.2.2.h
    return state.board.marker(MARKER_OF[letter], "ncm")


MARKER_OF = {S: "vof.small_arms", A: "vof.automatic", H: "vof.heavy", PINNED: "vof.all_pinned"}
