"""Chapter 9.2: giving an ally one's consent, withholding it, and asking for it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move.consent import ASSETS, CARRIERS, agrees, key_of, may_share
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of
from sandtable.games.axisallies.rules.turns.powers import alliance, members, piece, seat
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse

RULE = "AA-9.2.general.share"


@derived("wars")
def allies_of(state: GlobalState, power: str) -> tuple[str, ...]:
    """The other powers of an alliance that a power can share with now."""
    others = members(state, alliance(state, power))
    return tuple(other for other in others if other != power and may_share(state, power, other))


def why_no_ally(state: GlobalState, power: str, other: str) -> Refusal:
    """Why a power can settle nothing with another."""
    key = "refuse.nothing_to_settle" if other in allies_of(state, power) else "refuse.no_sharing"
    return refuse(RULE, key, power=seat(other))


# -- in one's own turn -------------------------------------------------------------------------------------------------


def guests(state: GlobalState, owner: str, guest: str) -> tuple[int, ...]:
    """An ally's aircraft on a power's carriers."""
    aboard = cargo_of(state)
    found = [
        key
        for kind in state.board.carriers
        for ship in index(state).by_kind.get((owner, kind), ())
        for key in aboard.get(ship, ())
        if state.units[key].owner == guest
    ]
    return tuple(found)


def why_not_withhold(state: GlobalState, owner: str, guest: str, asset: str) -> Refusal | None:
    """Why a power cannot take back its consent: it has not given it, or aircraft would have to leave their deck."""
    if not agrees(state, owner, guest, asset):
        return refuse(RULE, "refuse.withheld_already", power=seat(guest))
    if key_of(owner, guest, asset) in state.permits:
        return refuse(RULE, "refuse.settled_already", power=seat(guest))
    aircraft = guests(state, owner, guest) if asset == CARRIERS else ()
    if aircraft:
        return refuse(RULE, "refuse.guests_aboard", *map(piece, aircraft), power=seat(guest))
    return None


def why_not_give(state: GlobalState, owner: str, guest: str, asset: str) -> Refusal | None:
    """Why a power cannot give its consent: it has, or it has taken it back this turn."""
    if agrees(state, owner, guest, asset):
        return refuse(RULE, "refuse.given_already", power=seat(guest))
    if key_of(owner, guest, asset) in state.permits:
        return refuse(RULE, "refuse.settled_already", power=seat(guest))
    return None


def withholdable(state: GlobalState, owner: str, guest: str) -> OneOf:
    return pick("word", ASSETS, lambda asset: why_not_withhold(state, owner, guest, str(asset)))


def givable(state: GlobalState, owner: str, guest: str) -> OneOf:
    return pick("word", ASSETS, lambda asset: why_not_give(state, owner, guest, str(asset)))


def _among(state: GlobalState, power: str, others: Iterable[str]) -> OneOf:
    return OneOf("seat", tuple(others), why=lambda other: why_no_ally(state, power, str(other)))


def _is_any_missing(state: GlobalState, owner: str, guest: str) -> bool:
    """Whether a consent is withheld that was not settled this turn, so that it can be asked for or given."""
    unsaid = state.board.options.consent == "given"
    for asset in ASSETS:
        name = key_of(owner, guest, asset)
        if not state.consents.get(name, unsaid) and name not in state.permits:
            return True
    return False


def _nothing_is_missing(state: GlobalState) -> bool:
    """Whether it is plain that no power withholds anything."""
    return not state.consents and state.board.options.consent == "given"


def withhold_from(state: GlobalState, power: str) -> OneOf:
    """The allies that may use something of a power which it can close to them."""
    return _among(state, power, [ally for ally in allies_of(state, power) if _can_withhold(state, power, ally)])


def _can_withhold(state: GlobalState, owner: str, guest: str) -> bool:
    """Whether there is one thing at least that a power can close to an ally."""
    return any(why_not_withhold(state, owner, guest, asset) is None for asset in ASSETS)


def share_with(state: GlobalState, power: str) -> OneOf:
    """The allies to whom something is closed."""
    allies = () if _nothing_is_missing(state) else allies_of(state, power)
    return _among(state, power, [ally for ally in allies if _is_any_missing(state, power, ally)])


# rule: AA-9.2.general.share
def settle(d: Draft[GlobalState], owner: str, guest: str, asset: str, given: bool) -> None:
    """Write down what a power lets an ally use; neither changes its mind again in this turn."""
    d.put("consents", key_of(owner, guest, asset), int(given))
    d.put("permits", key_of(owner, guest, asset), int(given))
    d.log(
        "log.consent",
        RULE,
        power=seat(owner),
        to=seat(guest),
        asset=Ref("word", asset),
        given=int(given),
    )


# -- in the guest's turn -----------------------------------------------------------------------------------------------


def why_not_request(state: GlobalState, guest: str, owner: str, asset: str) -> Refusal | None:
    """Why an ally need not or cannot be asked for something: it agrees, or has been asked this turn."""
    if agrees(state, owner, guest, asset):
        return refuse(RULE, "refuse.consents_already", power=seat(owner))
    if key_of(owner, guest, asset) in state.permits:
        return refuse(RULE, "refuse.asked_already", power=seat(owner))
    return None


def requestable(state: GlobalState, guest: str, owner: str) -> OneOf:
    return pick("word", ASSETS, lambda asset: why_not_request(state, guest, owner, str(asset)))


def request_from(state: GlobalState, power: str) -> OneOf:
    """The allies that withhold something and were not asked for it this turn."""
    allies = () if _nothing_is_missing(state) else allies_of(state, power)
    return _among(state, power, [ally for ally in allies if _is_any_missing(state, ally, power)])


# rule: AA-9.2.general.share
def request(d: Draft[GlobalState], ally: str, asset: str) -> None:
    """Put the question to the ally."""
    owner = tuple(d.now.board.powers).index(ally)
    d.call("sharing", owner * len(ASSETS) + ASSETS.index(asset))


def asked_for(state: GlobalState) -> tuple[str, str]:
    """Who is being asked, and for what."""
    owner, asset = divmod(state.here.ref, len(ASSETS))
    return tuple(state.board.powers)[owner], ASSETS[asset]


def lend(d: Draft[GlobalState], given: bool) -> None:
    """Agree from now on, or refuse for this turn at least."""
    owner, asset = asked_for(d.now)
    settle(d, owner, d.now.active, asset, given=given)
    d.done()


def question(state: GlobalState, power: str) -> dict[str, Ref]:
    """What the prompt names: who asks, and for what."""
    return {"power": seat(state.active), "asset": Ref("word", asked_for(state)[1])}
