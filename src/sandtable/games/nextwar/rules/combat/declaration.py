"""Rules 9.1 to 9.3: who may attack what."""

from __future__ import annotations

from sandtable.games.nextwar.model import Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import assaults
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.movement.terrain import ways
from sandtable.games.nextwar.rules.scenarios import restraints
from sandtable.games.nextwar.rules.sequence.segments import active
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, there
from sandtable.games.nextwar.rules.terms.units import at, face, ref, refs
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick, pick_some, refuse


# rule: NW-9.1.f
def begin_segment(d: Draft[KoreaState]) -> None:
    """A combat segment begins: who stands next to the enemy now may attack in it."""
    state, side = d.now, active(d.now)
    held, near, foe = holders(state), state.board.near, enemy(side)
    contacts = tuple(
        key
        for key in on_board(state, side)
        if is_hex(state.units[key].hex) and any(held.get(h) == foe for h in near[state.units[key].hex])
    )
    d.set(contacts=contacts, attacked=())


def end_segment(d: Draft[KoreaState]) -> None:
    """A combat segment ends: what units did in it is forgotten."""
    for key, unit in d.now.units.items():
        if unit.fought or unit.fled:
            d.edit("units", key, fought=False, fled=False)
    for key, ship in d.now.ships.items():
        if ship.fired:
            d.edit("ships", key, fired=False)
    for key, helicopter in d.now.helicopters.items():
        if helicopter.flew:
            d.edit("helicopters", key, flew=False)
    d.set(contacts=(), attacked=())


# rule: NW-9.1.a
def why_not_attack(state: KoreaState, key: int) -> Refusal | None:
    """Why a unit cannot attack anything in this segment."""
    unit = state.units[key]
    # rule: NW-9.1.c
    if unit.fought:
        return refuse("NW-9.1.c", "refuse.has_fought", ref(key), unit=ref(key))
    # rule: NW-9.1.f
    if key not in state.contacts:
        return refuse("NW-9.1.f", "refuse.no_contact", ref(key), unit=ref(key))
    # rule: NW-8.4.1.1
    if unit.hex in state.mopups:
        return refuse("NW-8.4.1.1", "refuse.mopping_up", ref(key), unit=ref(key))
    if not face(state, key).attack:
        return refuse("NW-2.3.1", "refuse.no_attack", ref(key), unit=ref(key))
    # Where as many as a crowded hex holds have fought, nobody else of it does, alone or with others.
    if (no := why_not_together(state, state.board.units[key].side, (key,))) is not None:
        return no
    return restraints.why_no_attack(state, key)


# rule: NW-9.1.d, NW-9.1.e, NW-8.3.1.8.b
def why_not_against(state: KoreaState, key: int, target: int) -> Refusal | None:
    """Why a unit cannot attack a hex."""
    korea, place = state.board, state.units[key].hex
    if target not in korea.near.get(place, ()):
        return refuse("NW-9.1.a", "refuse.not_adjacent", ref(key), at(target), unit=ref(key), place=at(target))
    if not korea.ground[place].is_land:
        return assaults.why_not_storm(state, key, target)
    if korea.border(place, target).water or not korea.ground[target].is_land:
        return refuse("NW-9.1.d", "refuse.water_between", ref(key), at(target), unit=ref(key), place=at(target))
    if not any(way[0] == target for way in ways(state, face(state, key).mobility)[place]):
        return refuse("NW-9.1.e", "refuse.closed_ground", ref(key), at(target), unit=ref(key), place=at(target))
    return None


def attackers(state: KoreaState, side: str, target: int) -> tuple[int, ...]:
    """Units that could attack a hex now."""
    near = state.board.near[target]
    keys = [key for h in near if holders(state).get(h) == side for key in there(state, h)]
    return tuple(
        sorted(k for k in keys if why_not_attack(state, k) is None and why_not_against(state, k, target) is None)
    )


# rule: NW-9.3
def why_not_target(state: KoreaState, side: str, target: int) -> Refusal | None:
    """Why a hex cannot be attacked."""
    if holders(state).get(target) != enemy(side):
        return refuse("NW-9.1.a", "refuse.nobody_there", at(target), place=at(target))
    if target in state.attacked:
        return refuse("NW-9.3", "refuse.attacked_already", at(target), place=at(target))
    if attackers(state, side, target):
        return None
    near = [key for h in state.board.near[target] if holders(state).get(h) == side for key in there(state, h)]
    fresh = sorted(near, key=lambda key: state.units[key].fought)
    reasons = (why_not_attack(state, key) or why_not_against(state, key, target) for key in fresh)
    return next(reasons, None) or refuse("NW-9.1.a", "refuse.no_attackers", at(target), place=at(target))


def targets(state: KoreaState, seat: str) -> OneOf:
    """Hexes that can be attacked."""
    held, near = holders(state), state.board.near
    places = {h for key in state.contacts if state.units[key].hex for h in near.get(state.units[key].hex, ())}
    return pick("place", [h for h in places if held.get(h) == enemy(seat)], lambda h: why_not_target(state, seat, h))


# rule: NW-8.1.1.1.d
def why_not_together(state: KoreaState, side: str, units: tuple[int, ...]) -> Refusal | None:
    """Why units cannot attack together: more of a crowded hex than its limit would fight."""
    hexes = sorted({state.units[key].hex for key in units})
    for place in hexes:
        fighting = [k for k in there(state, place) if state.units[k].fought or k in units]
        if stacking.stack2(state, tuple(fighting)) > stacking.limit2(state, place, side):
            return refuse("NW-8.1.1.1.d", "refuse.crowded_attack", at(place), place=at(place))
    return None


def participants(state: KoreaState, seat: str, target: int) -> SomeOf:
    """Units that can take part in an attack."""

    def why_not(key: int) -> Refusal | None:
        return why_not_attack(state, key) or why_not_against(state, key, target)

    return pick_some(
        "piece",
        attackers(state, seat, target),
        why_not,
        least=1,
        check=lambda units: why_not_together(state, seat, units) or assaults.why_too_many(state, target, seat, units),
    )


# rule: NW-9.1.b, NW-9.8.4.a
def rested(state: KoreaState, target: int) -> tuple[int, ...]:
    """The units of a hex that defend it: not those that retreated into it, unless there are no others."""
    here = there(state, target)
    return tuple(key for key in here if not state.units[key].fled) or here


# rule: NW-9.2.1, NWS-STD-3.2.a
def declare(d: Draft[KoreaState], target: int, units: tuple[int, ...]) -> None:
    """Declare an attack; it is resolved at once."""
    state = d.now
    defenders, assault = rested(state, target), assaults.stormers(state, units)
    battle = Battle(active(state), target, tuple(sorted(units)), defenders, assault=assault)
    d.set(attacked=(*state.attacked, target))
    for key in units:
        d.edit("units", key, fought=True)
    d.log("log.declared", "NW-9.2.1", at(target), *refs(units), place=at(target), units=refs(units))
    d.call("battle", battle)
