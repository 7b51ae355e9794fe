"""Korea, 6.2: chemical weapons."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import declaration
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.formations import command
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.sequence.segments import is_campaign
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Refusal, derived, pick, refuse

CHART = "advanced/chemical"
SITE = "chem_site"


# -- who may use them ------------------------------------------------------------------------------------------------


def why_none(state: KoreaState, side: str) -> Refusal | None:
    """Why a side cannot use chemical weapons now."""
    account = state.accounts[side]
    # rule: NWK-6.2.a, NWK-15.9
    if side == ALLIED and not may_answer(state):
        return refuse("NWK-6.2.a", "refuse.no_first_use")
    # rule: NWK-6.2.1
    if account.chemical < 1:
        return refuse("NWK-6.2.1", "refuse.no_chemical_points")
    # rule: NWK-6.2.2
    if account.gas_now >= chart(CHART)["in_a_segment"][side]:
        return refuse("NWK-6.2.2", "refuse.gas_limit")
    return None


# rule: NWK-6.2.a, NWK-15.9
def may_answer(state: KoreaState) -> bool:
    """Whether the Allies may use theirs: by an option, from the turn after the DPRK has begun."""
    begun = state.accounts[DPRK].gas_turn
    return state.board.settings.chemical_response and 0 < begun < state.turn


# rule: NWK-6.2.2, NWK-6.2.2.a
def user(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it can name a combat that gets chemical support; before the first of them is fought."""
    if not is_campaign(state) or why_none(state, side):  # equivalent[why_none]: then no target is left either
        return ()
    return (side,) if targets(state, side).is_possible() else ()


def why_not_target(state: KoreaState, side: str, place: int) -> Refusal | None:
    """Why a hex cannot be named: it must be one that could be attacked, with a headquarters behind the attackers."""
    if (no := why_none(state, side) or declaration.why_not_target(state, side, place)) is not None:
        return no
    if place in state.chemicals:
        return refuse("NWK-6.2.2", "refuse.gassed_already", at(place), place=at(place))
    units, noes = declaration.attackers(state, side, place), []
    for hq in _staffs(state, side):
        if (no := command.why_no_chemicals(state, hq, place, units)) is None:
            return None
        noes.append(no)
    return noes[0] if noes else refuse("NW-18.2.4.a", "refuse.no_staff", at(place), place=at(place))


def _staffs(state: KoreaState, side: str) -> list[int]:
    return [key for key in on_board(state, side) if state.board.units[key].is_hq]


# rule: NW-18.2.4.a
def why_not_by(state: KoreaState, side: str, place: int, hq: int) -> Refusal | None:
    """Why a headquarters cannot place a marker on a hex that its units may attack."""
    return command.why_no_chemicals(state, hq, place, declaration.attackers(state, side, place))


def targets(state: KoreaState, seat: str) -> OneOf:
    """Hexes whose attack can be supported."""
    candidates = declaration.targets(state, seat).legal
    return pick("place", candidates, lambda place: why_not_target(state, seat, int(place)))


def staffs(state: KoreaState, seat: str, place: int) -> OneOf:
    """Headquarters that can do it."""
    return pick("piece", _staffs(state, seat), lambda hq: why_not_by(state, seat, place, hq))


# -- using them ------------------------------------------------------------------------------------------------------


# rule: NWK-6.2.1, NWK-6.2.2
def use(d: Draft[KoreaState], place: int, hq: int) -> None:
    """Place a marker on a hex that is about to be attacked."""
    side = d.seat
    account = d.now.accounts[side]
    d.put("chemicals", place, side)
    d.edit(
        "accounts",
        side,
        chemical=account.chemical - 1,
        gas_now=account.gas_now + 1,
        gas_uses=account.gas_uses + 1,
        gas_turn=account.gas_turn or d.now.turn,
    )
    d.log("log.gas", "NWK-6.2.a", ref(hq), at(place), unit=ref(hq), place=at(place), left=account.chemical - 1)
    _score(d, side)


# rule: NWK-6.2.b
def _score(d: Draft[KoreaState], side: str) -> None:
    """The Allies score every use of the DPRK, but once they have answered only the first."""
    each = chart(CHART)["score"]["vp2"]
    own, theirs = d.now.accounts[ALLIED].gas_uses, d.now.accounts[DPRK].gas_uses
    if side == DPRK and (theirs == 1 or not own):
        scoring.award(d, ALLIED, each)
    elif side == ALLIED and own == 1:
        scoring.award(d, ALLIED, -each * (theirs - 1))


# rule: NWK-6.2.2
def begin_segment(d: Draft[KoreaState]) -> None:
    """A combat segment begins: nobody has used any in it."""
    for side, account in d.now.accounts.items():
        if account.gas_now:  # equivalent[always]: a 0 stays one
            d.edit("accounts", side, gas_now=0)


# rule: NWK-6.2.4, NWS-ADV-14.11
def clear(d: Draft[KoreaState]) -> None:
    """The markers go in reorganization."""
    for place in tuple(d.now.chemicals):
        d.drop("chemicals", place)


# -- the industry ----------------------------------------------------------------------------------------------------


# rule: NWK-6.2.3
@derived("damage", "captured")
def lost_sites(state: KoreaState) -> tuple[int, ...]:
    """Chemical sites of the DPRK that are destroyed now, or in the enemy's hands."""
    return tuple(
        place
        for place in state.board.map.chemical_sites
        if installations.is_destroyed(state, place, SITE) or controller(state, place) == enemy(DPRK)
    )


# rule: NWK-6.2.3
def count_sites(d: Draft[KoreaState]) -> None:
    """Every second site that is lost costs a point for good, whoever holds it later."""
    if not is_campaign(d.now):
        return
    lost = lost_sites(d.now)
    fresh = tuple(place for place in lost if place not in d.now.sites_lost) if lost else ()
    if not fresh:
        return
    each = chart(CHART)["industry"]["sites_for_a_point"]
    before = len(d.now.sites_lost)
    d.set(sites_lost=tuple(sorted((*d.now.sites_lost, *fresh))))
    points = (before + len(fresh)) // each - before // each
    left = max(0, d.now.accounts[DPRK].chemical - points)
    d.edit("accounts", DPRK, chemical=left)
    d.log("log.chemical_site", "NWK-6.2.3", *map(at, fresh), by=ALLIED, count=before + len(fresh), left=left)
