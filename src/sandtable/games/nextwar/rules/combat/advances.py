"""Rules 9.9 and 9.10: the advance after combat, into the hex and beyond it."""

from __future__ import annotations

from sandtable.games.nextwar.model import STORM, Battle, KoreaState
from sandtable.games.nextwar.rules.combat.battle import alive, is_held
from sandtable.games.nextwar.rules.combat.retreats import is_eliminated
from sandtable.games.nextwar.rules.combat.support import current
from sandtable.games.nextwar.rules.movement import carrying_out, eligibility, imaginary_hexes, stacking
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import at, face, ref, refs
from sandtable.games.nextwar.scenario.counters import VEHICLES
from sandtable.games.nextwar.scenario.ground import HIGH, MOUNTAIN
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick, pick_some, refuse


def candidates(state: KoreaState) -> tuple[int, ...]:
    """Surviving attackers that can enter the hex."""
    battle = current(state)
    # rule: NWK-5.5.2.1.a
    if imaginary_hexes.is_imaginary(state, battle.target):
        return ()
    return tuple(
        key
        for key in alive(state, battle.attackers)
        if state.units[key].hex != battle.target
        and eligibility.why_not_enter(state, key, battle.target) is None
        and not state.board.leads_out(state.units[key].hex, battle.target)
    )


# rule: NW-9.9.a, NW-9.2.8
def advancer(state: KoreaState) -> tuple[str, ...]:
    """The attacker, if the hex is vacated and he has to go into it."""
    battle = current(state)
    return (battle.side,) if not is_held(state, battle) and candidates(state) else ()


# rule: NW-9.9.a, NW-9.9.c, NW-9.2.8
def advance_choice(state: KoreaState, seat: str) -> SomeOf:
    """Attackers that go into the hex, within its stacking limit."""
    battle = current(state)
    limit = stacking.limit2(state, battle.target, seat)

    def too_many(units: tuple[int, ...]) -> Refusal | None:
        if stacking.stack2(state, units) <= limit:
            return None
        return refuse("NW-9.9.c", "refuse.crowded_advance", at(battle.target), place=at(battle.target))

    return pick_some("piece", candidates(state), lambda key: None, least=1, check=too_many)


def advance(d: Draft[KoreaState], units: tuple[int, ...]) -> None:
    """Go into the vacated hex."""
    battle = current(d.now)
    for key in units:
        d.edit("units", key, hex=battle.target)
        if key in battle.assault:
            d.edit("units", key, assault=False, landed=True)
    d.log("log.advanced", "NW-9.9.a", *refs(units), at(battle.target), units=refs(units), to=at(battle.target))
    gone = battle.two_hexes or is_eliminated(d.now, battle)
    d.edit_subject(Battle, advanced=tuple(sorted(units)), two_hexes=gone)
    # rule: NW-9.10.a
    carrying_out.arrive(d, (battle.target,), battle.side)


# -- the second hex --------------------------------------------------------------------------------------------------


# rule: NW-9.9.b, NW-9.9.b.1
def pursuers(state: KoreaState) -> tuple[int, ...]:
    """Units in the hex that may go one hex further."""
    battle = current(state)
    # rule: NW-4.1.3.d, NW-9.10.b
    if not battle.two_hexes or state.weather == STORM or state.board.ground[battle.target].is_hard:
        return ()
    return tuple(
        key
        for key in alive(state, battle.advanced)
        if state.units[key].hex == battle.target and face(state, key).mobility in VEHICLES
    )


# rule: NW-9.9.b.2, NW-9.10.b, NW-8.2.2.g
def why_not_beyond(state: KoreaState, battle: Battle, place: int) -> Refusal | None:
    """Why nobody may go on into a hex next to the one that was taken."""
    korea, border = state.board, state.board.border(battle.target, place)
    ground = korea.ground[place]
    if any(key not in battle.advanced for key in there(state, place)):
        return refuse("NW-9.9.b.2", "refuse.not_empty", at(place), place=at(place))
    if not ground.is_land or border.is_closed or place in korea.closed or imaginary_hexes.is_imaginary(state, place):
        return refuse("NW-9.9.b.2", "refuse.closed_ground", at(place), place=at(place))
    rough = korea.terrain(place) in (MOUNTAIN, *HIGH) or border.river
    if rough and not border.road:
        return refuse("NW-9.9.b.2", "refuse.no_road", at(place), place=at(place))
    if ground.is_hard:
        return refuse("NW-9.10.b", "refuse.hard_hex", at(place), place=at(place))
    return None


def open_hexes(state: KoreaState) -> tuple[int, ...]:
    """Hexes where somebody may go on to."""
    battle = current(state)
    return tuple(h for h in state.board.near[battle.target] if why_not_beyond(state, battle, h) is None)


def pursuer(state: KoreaState) -> tuple[str, ...]:
    """The attacker, if he may go on to a second hex."""
    battle = current(state)
    return (battle.side,) if battle.advanced and pursuers(state) and open_hexes(state) else ()


def beyond_choice(state: KoreaState, seat: str) -> OneOf:
    """Hexes next to the one that was taken."""
    battle = current(state)
    return pick("place", state.board.near[battle.target], lambda h: why_not_beyond(state, battle, h))


# rule: NW-9.9.b.3
def pursuit_choice(state: KoreaState, seat: str, to: int) -> SomeOf:
    """Units that go on together."""
    limit, held = stacking.limit2(state, to, seat), stacking.stack2(state, there(state, to))

    def why_not(key: int) -> Refusal | None:
        if held + face(state, key).stack2 > limit:
            return refuse("NW-9.9.b.3", "refuse.crowded_advance", at(to), place=at(to))
        return eligibility.why_not_enter(state, key, to) if key in pursuers(state) else _not_mobile(key)

    def too_many(units: tuple[int, ...]) -> Refusal | None:
        if held + stacking.stack2(state, units) <= limit:
            return None
        return refuse("NW-9.9.b.3", "refuse.crowded_advance", at(to), place=at(to))

    return pick_some("piece", pursuers(state), why_not, least=1, check=too_many)


def _not_mobile(key: int) -> Refusal:
    return refuse("NW-9.9.b.1", "refuse.not_mobile", ref(key), unit=ref(key))


def pursue(d: Draft[KoreaState], to: int, units: tuple[int, ...]) -> None:
    """Go on to a second hex."""
    for key in units:
        d.edit("units", key, hex=to)
    d.log("log.pursued", "NW-9.9.b", *refs(units), at(to), units=refs(units), to=at(to))
    carrying_out.arrive(d, (to,), current(d.now).side)
