"""Rule 22.10.1: what damaged and lost bases keep on the ground, and who is committed to the fight for the air."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.nextwar.model import (
    DPRK,
    FLOWN,
    IN_THE_AIR,
    READY,
    ROK,
    SIDES,
    KoreaState,
    Sortie,
    enemy,
)
from sandtable.games.nextwar.rules.air_war.display import is_ready, link, links, ratings, side_of, wing
from sandtable.games.nextwar.rules.air_war.ranges import FIGHT, why_not_fly
from sandtable.games.nextwar.rules.damage import installations
from sandtable.kernel import Draft, Refusal, SomeOf, pick_some, refuse

IN_KOREA = (DPRK, ROK)


def _half(bases: int) -> int:
    """Half of a number of bases, rounded down, but one if there is any."""
    return max(1, bases // 2) if bases else 0


# rule: NWS-ADV-6.1.a, NW-22.10.1.a
def owed(state: KoreaState, side: str) -> int:
    """Aircraft that a side has to keep on the ground for its damaged bases, as far as it has any."""
    return min(_half(installations.damaged_bases(state, side)), len(grounded_by(state, side)))


# rule: NWS-ADV-6.1.b, NW-22.10.1.b
def due(state: KoreaState, side: str) -> int:
    """Aircraft of a side that its enemy may keep on the ground for the bases it has lost."""
    return min(_half(state.accounts[side].lost_bases), len(grounded_by(state, side)))


# rule: NWK-11.4.1
def grounded_by(state: KoreaState, side: str) -> tuple[int, ...]:
    """The Ready aircraft of a side that its bases in Korea hold."""
    return tuple(key for key in wing(state, side, READY) if state.aircraft[key].base in IN_KOREA)


def payer(side: str) -> Callable[[KoreaState], tuple[str, ...]]:
    """The owner, if his damaged bases cost him aircraft."""
    return lambda state: (side,) if owed(state, side) else ()


# rule: NW-22.10.1.d
def chooser(side: str) -> Callable[[KoreaState], tuple[str, ...]]:
    """The enemy of a side that has lost bases."""
    return lambda state: (enemy(side),) if due(state, side) else ()


def owed_choice(state: KoreaState, seat: str) -> SomeOf:
    """Exactly as many as his bases cost."""
    count = owed(state, seat)
    return SomeOf("air", grounded_by(state, seat), least=count, most=count)


def due_choice(state: KoreaState, seat: str) -> SomeOf:
    """At most as many aircraft of the enemy as his lost bases cost; none is an answer."""
    foe = enemy(seat)
    return SomeOf("air", grounded_by(state, foe), most=due(state, foe), default=())


def ground(d: Draft[KoreaState], keys: tuple[int, ...], rule: str) -> None:
    """Put aircraft into the Flown boxes of their bases."""
    for key in keys:
        d.edit("aircraft", key, box=FLOWN)
        d.log("log.air_grounded", rule, link(key), by=side_of(d.now, key), unit=link(key))


# rule: NWS-ADV-6.1.c
def forget_lost_bases(d: Draft[KoreaState]) -> None:
    """The count of lost bases starts anew."""
    for side in SIDES:
        if d.now.accounts[side].lost_bases:
            d.edit("accounts", side, lost_bases=0)


# -- committing ------------------------------------------------------------------------------------------------------


# rule: NW-22.10.1.c, NW-22.5
def why_not_commit(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be sent into the fight for the air."""
    if side_of(state, key) != seat:
        return refuse("NW-22.10.1.c", "refuse.not_yours", link(key), unit=link(key))
    if not is_ready(state, key):
        return refuse("NW-22.4.a", "refuse.air_not_ready", link(key), unit=link(key))
    if ratings(state, key).acr < 1:
        return refuse("NW-22.10.1.c", "refuse.air_no_rating", link(key), unit=link(key))
    if (no := why_bracketed(state, key)) is not None:
        return no
    # rule: NWK-16.2.3.k
    if state.board.grounds_japan(state.turn) and state.aircraft[key].base == "japan":
        return refuse("NWK-16.2.3.k", "refuse.air_japan_waits", link(key), unit=link(key))
    return why_not_fly(state, key, FIGHT)


# rule: NW-16.2.3.b
def why_bracketed(state: KoreaState, key: int) -> Refusal | None:
    """Why a unit whose air combat value is in brackets neither fights for the air nor escorts nor intercepts."""
    if ratings(state, key).bomber:
        return refuse("NW-16.2.3.b", "refuse.air_bracketed", link(key), unit=link(key))
    return None


def commitments(state: KoreaState, seat: str) -> SomeOf:
    """Any number of units that can fight for the air."""
    return pick_some("air", state.aircraft, lambda key: why_not_commit(state, seat, key), default=())


def committer(state: KoreaState) -> tuple[str, ...]:
    """The sides that have anything to commit."""
    return tuple(side for side in SIDES if commitments(state, side).is_possible() and commitments(state, side).legal)


# rule: NW-22.7.b, NW-29.2.2.c
def commit(d: Draft[KoreaState], keys: tuple[int, ...]) -> None:
    """Seal the units of a side; nobody else learns which before both sides have chosen."""
    d.put("sorties", d.seat, Sortie(tuple(sorted(keys))))
    d.log("log.sortie", "NW-22.7.b", *links(keys), readers=(d.seat,), units=links(keys))
    d.log("log.sortie_sealed", "NW-22.7.b")
    d.done()


# rule: NW-22.7.b
def reveal(d: Draft[KoreaState]) -> None:
    """Both sides show what they committed, and it flies."""
    if d.now.sorties:
        d.show()
    for side in SIDES:
        keys = _units(d.now, side)
        for key in keys:
            d.edit("aircraft", key, box=IN_THE_AIR)
        d.log("log.in_the_air", "NW-22.7.b", *links(keys), by=side, side=side, units=links(keys), count=len(keys))
    for side in tuple(d.now.sorties):
        d.drop("sorties", side)


def _units(state: KoreaState, side: str) -> tuple[int, ...]:
    sortie = state.sorties.get(side)
    return sortie.units or () if sortie else ()
