"""Rule 19.6: emergency supply."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.supply import supply_units, tracing
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import DIE, ref, refs
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

CHART = "advanced/emergency_supply"


# rule: NW-19.6.a
def cost(state: KoreaState, key: int) -> int:
    """Supply points for an attempt: one for a unit, all of them for a headquarters."""
    printed = chart(supply_units.CHART)["emergency"]
    return int(printed["hq" if state.board.units[key].is_hq else "unit"])


def why_not_try(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why emergency supply cannot be tried for a unit."""
    unit, counter = state.units[key], state.board.units[key]
    if counter.side != seat or not unit.hex:
        return refuse("NW-19.6.a", "refuse.not_yours", ref(key), unit=ref(key))
    # rule: NW-19.6.b
    if unit.tried:
        return refuse("NW-19.6.b", "refuse.emergency_tried", ref(key), unit=ref(key))
    if not unit.unsupplied:
        return refuse("NW-19.6.a", "refuse.in_supply", ref(key), unit=ref(key))
    # rule: NW-19.6.d
    if state.accounts[seat].emergency + cost(state, key) > chart(supply_units.CHART)["emergency"]["most"]:
        return refuse("NW-19.6.d", "refuse.emergency_spent", ref(key), unit=ref(key))
    return supply_units.why_not_pay(state, seat, cost(state, key))


def needy(state: KoreaState, seat: str) -> OneOf:
    """Units for which emergency supply can be tried."""
    keys = [key for key in on_board(state, seat) if state.units[key].unsupplied or state.units[key].tried]
    return pick("piece", keys, lambda key: why_not_try(state, seat, key))


# rule: NWS-ADV-10
def helper(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it can help anybody or turn supply units into points."""
    possible = needy(state, side).is_possible() or supply_units.cashable(state, side).is_possible()
    return (side,) if possible else ()


# rule: NWS-ADV-10, NW-19.6.b, NW-19.6.d
def begin(d: Draft[KoreaState]) -> None:
    """The phase begins: three points for each side, and one attempt for each unit."""
    for side in tuple(d.now.accounts):
        d.edit("accounts", side, emergency=0)
    for key in [k for k, u in d.now.units.items() if u.tried]:  # equivalent[always]: the others have no such mark
        d.edit("units", key, tried=False)


# rule: NW-19.6.a, NWT-EMERGENCY
def attempt(d: Draft[KoreaState], key: int) -> None:
    """Pay, and roll for a unit or a headquarters; the points are gone whatever comes."""
    side, price = d.now.board.units[key].side, cost(d.now, key)
    is_hq = d.now.board.units[key].is_hq
    supply_units.pay(d, side, price)
    d.edit("accounts", side, emergency=d.now.accounts[side].emergency + price)
    d.edit("units", key, tried=True)
    need = chart(CHART)["supplied_if_die_le"]["hq" if is_hq else "ground_unit"]
    roll = d.draw("roll.emergency", DIE, need=need)
    passed = roll.faces[0] <= need
    d.log("log.emergency", "NWT-EMERGENCY", ref(key), rolls=[roll], by=side, unit=ref(key), passed=int(passed))
    if passed:
        d.edit("units", key, unsupplied=False, emergency=True)
        hand_on(d, key)


# rule: NW-19.6.e, NW-19.6.b
def hand_on(d: Draft[KoreaState], hq: int) -> None:
    """A headquarters with emergency supply feeds those under it at once, and headquarters below hand it on.

    Nobody is under any other unit.
    """
    side = d.now.board.units[hq].side
    hungry = [key for key in on_board(d.now, side) if d.now.units[key].unsupplied]
    fed = tracing.fed_by(d.now, hq, hungry)
    for key in fed:
        d.edit("units", key, unsupplied=False, emergency=True)
    if fed:
        d.log("log.supplied_again", "NW-19.6.e", *refs(fed), by=side, units=refs(fed))
