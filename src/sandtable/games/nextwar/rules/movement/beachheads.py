"""Rule 8.5.8.2: beachheads."""

from __future__ import annotations

from functools import cache

from sandtable.games.nextwar.model import DPRK, STACK, KoreaState, enemy
from sandtable.games.nextwar.rules.sea.waters import is_friendly_port
from sandtable.games.nextwar.rules.sequence.segments import MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel import Draft, OneOf, Refusal, refuse

CROWD2 = 6 * STACK
STEPS = 1


@cache
def _marker(side: str) -> tuple[int, int]:
    """Defence strength and number of a side's markers."""
    name = "DPRK" if side == DPRK else "ROK/US"
    row = next(m for m in data("markers")["markers"] if m["kind"] == "beachhead" and m["side"] == name)
    return row["values"]["defense"], row["count"]


# rule: NW-8.5.8.2.a, NW-8.5.8.2.d
def left(state: KoreaState, side: str) -> int:
    """Beachheads that a side can still place in this turn."""
    used = sum(one == side for one in state.beachheads.values())
    return _marker(side)[1] - used - state.accounts[side].beachheads_gone


# rule: NW-8.5.8.2.b, NW-8.5.8.2.b.1
def defence(state: KoreaState, place: int, side: str) -> int:
    """What a beachhead adds to the defence of its hex."""
    return _marker(side)[0] if state.beachheads.get(place) == side else 0


# rule: NW-8.5.8.2.b.2
def steps(state: KoreaState, place: int, side: str) -> int:
    """Steps that a beachhead can lose in the place of units."""
    return STEPS if state.beachheads.get(place) == side else 0


# rule: NW-8.5.8.2.b.3
def limit2(state: KoreaState, place: int, side: str) -> int:
    """Half stack points that a beachhead allows in its hex; 0 where there is none."""
    return CROWD2 if state.beachheads.get(place) == side else 0


def is_landing_place(state: KoreaState, place: int, side: str) -> bool:
    """Whether marines can go ashore or aboard in a place: a port of theirs or a beachhead."""
    return state.beachheads.get(place) == side or is_friendly_port(state, place, side)


# rule: NW-8.5.8.2.a
def establish(d: Draft[KoreaState], place: int, side: str) -> None:
    """Place a beachhead."""
    d.put("beachheads", place, side)
    d.log("log.beachhead", "NW-8.5.8.2.a", at(place), by=side, place=at(place))


# rule: NW-8.5.8.2.b.2
def lose(d: Draft[KoreaState], place: int) -> None:
    """Take a beachhead off the board."""
    side = d.now.beachheads[place]
    d.drop("beachheads", place)
    d.log("log.beachhead_lost", "NW-8.5.8.2.b.2", at(place), by=side, place=at(place))


def settle(d: Draft[KoreaState]) -> None:
    """A beachhead does not outlive the enemy's coming."""
    for place, side in tuple(d.now.beachheads.items()):
        if holders(d.now).get(place) == enemy(side):
            lose(d, place)


# -- giving one up ---------------------------------------------------------------------------------------------------


# rule: NW-8.5.8.2.d
def why_not_give_up(state: KoreaState, seat: str) -> Refusal | None:
    """Why a side cannot take a beachhead of its own away."""
    now = segment(state)
    if now is None or now.kind != MOVEMENT:
        return refuse("NW-8.5.8.2.d", "refuse.no_movement")
    return None if seat in state.beachheads.values() else refuse("NW-8.5.8.2.d", "refuse.no_beachhead")


def own(state: KoreaState, seat: str) -> OneOf:
    """The beachheads of a side."""
    return OneOf("place", [place for place, side in state.beachheads.items() if side == seat])


def give_up(d: Draft[KoreaState], place: int) -> None:
    """Take a beachhead away: it is not to be had again before the next turn."""
    side = d.now.beachheads[place]
    d.drop("beachheads", place)
    d.edit("accounts", side, beachheads_gone=d.now.accounts[side].beachheads_gone + 1)
    d.log("log.beachhead_given_up", "NW-8.5.8.2.d", at(place), by=side, place=at(place))


# rule: NW-8.5.8.2.d
def renew(d: Draft[KoreaState]) -> None:
    """A new turn: markers that were given up can be placed again."""
    for side, account in d.now.accounts.items():
        if account.beachheads_gone:
            d.edit("accounts", side, beachheads_gone=0)
