"""Demolition charges: placed in peace, thrown under fire; nobody under what they hit is left (7.13)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import DEMOLITION, DEMOLITION_MISS, FieldsState, Marker, opponent
from sandtable.games.fieldsoffire.rules.combat import effects
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, trial
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.loads import CHARGE, assets_of
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card
from sandtable.games.fieldsoffire.rules.urban import breaches
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.deck import GRENADE as ICON
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import UnitType
from sandtable.kernel import Draft, Ref, Refusal, refuse

SAPPERS = "engineers"
"""The kind of unit that is trained to use charges and flamethrowers."""
COLLAPSES = (works.BUNKER, works.PILLBOX)
SEALED = (works.CAVE,)


# rule: FF-7.18.1.F
def is_trained(kind: UnitType) -> bool:
    """Whether a kind of unit may use charges and flamethrowers; others only carry them."""
    return kind.id.endswith(SAPPERS)


def charge_of(state: FieldsState, key: int) -> int:
    """A charge that a unit carries; 0 where it has none."""
    numbers = assets_of(state).get(key, ())
    return next((number for number in numbers if state.assets[number].kind == CHARGE), 0)


# rule: FF-4.2.4e.cond, FF-4.2.4f.cond
def why_not_use(state: FieldsState, key: int, *, thrown: bool) -> Refusal | None:
    """Why a unit cannot use a charge this way: with fire on its card it must be thrown, without it is placed."""
    unit, me = state.units[key], Ref("unit", key)
    rule = "FF-4.2.4e.cond" if thrown else "FF-4.2.4f.cond"
    if not is_trained(state.board.types[key]) or not is_good_order(state, key):
        return refuse("FF-7.18.1.F", "refuse.not_trained", me, unit=me)
    if not charge_of(state, key):
        return refuse(rule, "refuse.no_charge", me, unit=me)
    if is_under_fire(state, unit.at) != thrown:  # rule: FF-7.13.d
        words = "refuse.charge_is_placed" if thrown else "refuse.charge_is_thrown"
        return refuse("FF-7.13.d", words, me, unit=me)
    return None


# rule: FF-7.13.a
def targets(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cover of the card that a charge may be used against: no friends under it, no enemies nobody sees.

    In a town the area outside a building from which it is to be opened.
    """
    at, side, units = state.units[key].at, state.board.sides[key], state.units
    if is_area(units[key].cover):  # rule: FF-13.6.1, FF-7.13.c
        return breaches.targets(state, key)
    barred = {units[one].cover for one in on_card(state, at).of(side)}
    barred |= {units[one].cover for one in on_card(state, at).of(opponent(side)) if units[one].unspotted}
    return tuple(number for number, row in state.covers.items() if row.at == at and number not in barred)


# rule: FF-4.2.4e
def throw_trial(state: FieldsState, key: int) -> Trial:
    """Two cards for the grenade icon."""
    return trial(state, "charge", "FF-4.2.4e", ICON, key)


# rule: FF-4.2.4e, FF-7.13.a, FF-6.2.4.f
def throw_outcome(d: Draft[FieldsState], key: int, cover: int, tried: Attempt) -> bool:
    """The charge lies on the cover, or misses and shakes everybody on the card."""
    at = d.now.covers[cover].at
    _spend(d, key)
    if tried.succeeds:
        _lay_charge(d, key, cover)
        return True
    if not any(one.kind == DEMOLITION_MISS and one.at == at for one in d.now.markers.values()):
        lay(d, Marker(DEMOLITION_MISS, at=at))
    d.log("log.charge_missed", "FF-4.2.4e", Ref("unit", key), unit=Ref("unit", key))
    return False


# rule: FF-4.2.4f, FF-7.13.a
def place(d: Draft[FieldsState], key: int, cover: int) -> None:
    """The charge lies on the cover, without a draw."""
    _spend(d, key)
    _lay_charge(d, key, cover)


def _lay_charge(d: Draft[FieldsState], key: int, cover: int) -> None:
    if is_area(cover):  # rule: FF-7.13.c, FF-13.6.1.a
        breaches.demolish(d, cover, key)
        return
    at = d.now.units[key].at
    lay(d, Marker(DEMOLITION, at=at, cover=cover, by=key))
    d.log("log.charge_laid", "FF-7.13.a", Ref("unit", key), unit=Ref("unit", key), card=Ref("place", at))


def _spend(d: Draft[FieldsState], key: int) -> None:
    number = charge_of(d.now, key)
    points = d.now.assets[number].points
    if points > 1:
        d.edit("assets", number, points=points - 1)
    else:
        d.drop("assets", number)


# rule: FF-7.13.b, FF-7.13.e, FF-7.13.f
def explode(d: Draft[FieldsState]) -> None:
    """In Combat Effects: all who are under the cover now are casualties, and the work is broken even if nobody is."""
    for marker in tuple(d.now.markers.values()):
        if marker.kind != DEMOLITION or marker.cover not in d.now.covers:
            continue
        for key in works.occupants(d.now).get(marker.cover, ()):
            effects.take_hit(d, key, "C" * d.now.units[key].steps)
        break_open(d, marker.cover)
        card = Ref("place", marker.at)
        d.log("log.charge_exploded", "FF-7.13.f", card, card=card)


# rule: FF-7.13.g
def break_open(d: Draft[FieldsState], cover: int) -> None:
    """A bunker or pillbox becomes foxholes, a cave is sealed; other cover stays as it is."""
    row = d.now.covers[cover]
    if row.kind in COLLAPSES:
        note_razed(d, cover)  # rule: FF-12.1.c
        value = d.now.board.marker(f"cover.{works.FOXHOLES}")
        d.edit("covers", cover, kind=works.FOXHOLES, value=value, capacity=0, facing=-1)
    elif row.kind in SEALED:
        works.remove(d, cover)


# rule: FF-12.1.c
def note_razed(d: Draft[FieldsState], cover: int) -> None:
    """A bunker or pillbox that is destroyed is cleared for good, unless it has brought its points already."""
    row = d.now.covers[cover]
    if not row.scored:
        name = f"razed_{row.kind}"
        d.put("points", name, d.now.points.get(name, 0) + 1)
