"""Korea, 16.2.2 to 16.2.4: what happens before the first turn of a campaign: moving up, and SCUDs."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, SIDES, KoreaState
from sandtable.games.nextwar.rules.air_war import ranges
from sandtable.games.nextwar.rules.air_war.display import link, side_of
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.movement import control, eligibility, marching, stacking
from sandtable.games.nextwar.rules.reinforcements import groups
from sandtable.games.nextwar.rules.scenarios import arrival_rolls, foreign_forces
from sandtable.games.nextwar.rules.sequence.segments import is_campaign
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, points2
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick, pick_some, refuse


# rule: NWK-16.2.3.e, NWK-16.2.4.e
def receive_early(d: Draft[KoreaState]) -> None:
    """Groups that came before the war: nobody rolls for them."""
    for group in d.now.board.card[ALLIED].get("groups", ()):
        arrival_rolls.come(d, group, groups.BEFORE_WAR)
    groups.call(d)
    foreign_forces.receive(d)


# -- moving up -------------------------------------------------------------------------------------------------------


# rule: NWK-16.2.3.h, NWK-16.2.4.h
def moves_up(state: KoreaState) -> bool:
    """Whether the campaign lets both sides move before the war."""
    return is_campaign(state) and bool(state.board.card.get("pregame", {}).get("moves"))


# rule: NWK-16.2.3.h
def mover(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side whose turn it is to move something, unless it has stopped or nothing is left."""
    if side in state.passed:
        return ()
    some = movable(state, side).is_possible() or jumpers(state, side).is_possible()
    return (side,) if some or changers(state, side).is_possible() else ()


def goes_on(state: KoreaState) -> bool:
    """Whether anybody moves on: who stops is finished, the other may go on alone."""
    return any(mover(state, side) for side in SIDES)


# rule: NWK-16.2.3.h
def movable(state: KoreaState, seat: str) -> SomeOf:
    """Units that have not moved up yet, one at a time."""

    def why_not(key: int) -> Refusal | None:
        no = eligibility.why_not_move(state, seat, key)
        if no is None and not marching.can_go(state, key):
            return refuse("NW-8.5.1.e", "refuse.stuck", ref(key), unit=ref(key))
        return no

    return pick_some("piece", on_board(state, seat), why_not, least=1, most=1)


# rule: NWK-16.2.3.h
def jumpers(state: KoreaState, seat: str) -> OneOf:
    """Units with helicopters of their own that have not moved up yet."""

    def why_not(key: int) -> Refusal | None:
        counter = state.board.units[key]
        flies = counter.is_airmobile or (counter.is_sniper and not state.units[key].grounded)
        if not flies:
            return refuse("NWK-16.2.3.h", "refuse.no_own_helicopters", ref(key), unit=ref(key))
        return eligibility.why_not_move(state, seat, key)

    return pick("piece", on_board(state, seat), why_not)


# rule: NWK-16.2.3.h
def landing_places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Any friendly hex with room."""

    def why_not(place: int) -> Refusal | None:
        ground = state.board.ground[place]
        mine = control.controller(state, place) == seat and holders(state).get(place, seat) == seat
        if place == state.units[key].hex or not ground.is_land or not mine or not control.is_home(state, place, seat):
            return refuse("NWK-16.2.3.h", "refuse.not_there", ref(key), at(place), unit=ref(key), place=at(place))
        if points2(state).get(place, 0) + face(state, key).stack2 > stacking.limit2(state, place, seat):
            return refuse("NW-8.1.1.1.a", "refuse.stack", at(place), place=at(place))
        return None

    return pick("place", state.board.grid.hexes, why_not)


# rule: NWK-16.2.3.h
def jump(d: Draft[KoreaState], key: int, to: int) -> None:
    """Fly a unit to its place before the war."""
    start = d.now.units[key].hex
    d.edit("units", key, hex=to, moved=True)
    d.log("log.moved_up", "NWK-16.2.3.h", ref(key), at(start), at(to), unit=ref(key), start=at(start), place=at(to))


# rule: NWK-16.2.3.h
def changers(state: KoreaState, seat: str) -> OneOf:
    """Air units that can change base before the war, each once."""

    def why_not(key: int) -> Refusal | None:
        if side_of(state, key) == seat and state.aircraft[key].hit:
            return refuse("NWK-16.2.3.h", "refuse.moved", link(key), unit=link(key))
        return ranges.why_not_rebase(state, seat, key)

    return pick("air", state.aircraft, why_not)


# rule: NWK-16.2.3.h
def change_base(d: Draft[KoreaState], key: int, base: str) -> None:
    """An air unit is Ready at another base when the war begins; the flag of the phase says that it has moved."""
    d.edit("aircraft", key, base=base, hit=True)
    d.log("log.air_rebased", "NWK-16.2.3.h", link(key), unit=link(key), base=base)


def end_moves(d: Draft[KoreaState]) -> None:
    """All are there: what they have done is forgotten."""
    d.set(passed=())
    for key, unit in d.now.units.items():
        if unit.moved:
            d.edit("units", key, moved=False)
    for key, row in d.now.aircraft.items():
        if row.hit:
            d.edit("aircraft", key, hit=False)


# -- SCUDs -----------------------------------------------------------------------------------------------------------


# rule: NWK-16.2.2.i, NWK-16.2.3.i, NWK-16.2.4.h
def arm(d: Draft[KoreaState]) -> None:
    """The DPRK may fire so many SCUDs before the war."""
    number = d.now.board.card.get("pregame", {}).get("scud", 0)
    d.edit("accounts", DPRK, early_scuds=number)


def shooter(state: KoreaState) -> tuple[str, ...]:
    """The DPRK, while it may fire another."""
    return (DPRK,) if state.accounts[DPRK].early_scuds and launches.launchers(state, DPRK).is_possible() else ()


# rule: NWK-16.2.2.p
def disarm(d: Draft[KoreaState]) -> None:
    """The war begins: points scored so far belong to no turn."""
    d.edit("accounts", DPRK, early_scuds=0)
    # rule: NW-27.7.2.1.d
    collateral.forget(d)
    for side in SIDES:
        account = d.now.accounts[side]
        if account.turn_vp2:
            d.edit("accounts", side, vp2=account.vp2 + account.turn_vp2, turn_vp2=0)
