"""Rules 22.10.2 and 22.10.4: who fights whom in the air."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    ALLIED,
    IN_THE_AIR,
    SIDES,
    AirBattle,
    Engagement,
    KoreaState,
    Mission,
    enemy,
)
from sandtable.games.nextwar.rules.air_war.display import link, side_of, wing
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

MOST_ON_ONE = 2
ORDER = "advanced/awacs_engagement_order"


def battle(state: KoreaState) -> AirBattle:
    """The fight at hand."""
    return state.subject(AirBattle)


def of_side(engagement: Engagement, side: str) -> tuple[int, ...]:
    """A side's units in an engagement."""
    return engagement.allied if side == ALLIED else engagement.dprk


def with_side(engagement: Engagement, side: str, keys: tuple[int, ...]) -> Engagement:
    """The same engagement with other units of a side."""
    return replace(engagement, **{side: keys})


def engaged(state: KoreaState) -> tuple[int, ...]:
    """All units that stand in an engagement with an enemy."""
    return tuple(k for e in battle(state).engagements for k in (*e.allied, *e.dprk))


def mission(state: KoreaState) -> Mission | None:
    """The mission that is intercepted, if the fight is about one."""
    return state.missions.get(battle(state).mission)


# rule: NW-22.10.2.f
def free(state: KoreaState, side: str) -> tuple[int, ...]:
    """Units of a side in the box that have no opponent yet and were not kept out."""
    taken = {k for e in battle(state).engagements for k in (*e.allied, *e.dprk)}
    return tuple(key for key in wing(state, side, IN_THE_AIR) if key not in taken and key not in battle(state).kept)


# rule: NW-22.10.2.a
def run(state: KoreaState, side: str) -> int | None:
    """Pairs that a side picks before the other one does; ``None`` where it picks all of them."""
    most: int | None = chart(ORDER)["rows"][str(state.awacs)][side]
    return most


# rule: NW-22.10.2.a, NW-22.10.2.f
def picks(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it is its turn to pick and both have units without an opponent."""
    most = run(state, side)
    left = most is None or battle(state).picked < most
    return (side,) if left and is_pairing(state) else ()


def is_pairing(state: KoreaState) -> bool:
    """Whether both sides still have units without an opponent."""
    return all(free(state, side) for side in SIDES)


def start_run(d: Draft[KoreaState]) -> None:
    """A side begins to pick."""
    if battle(d.now).picked:
        d.edit_subject(AirBattle, picked=0)


def own_choice(state: KoreaState, seat: str) -> OneOf:
    """One's own unit of a pair."""
    return OneOf("air", free(state, seat))


def foe_choice(state: KoreaState, seat: str, own: int) -> OneOf:
    """The enemy that it engages."""
    return OneOf("air", free(state, enemy(seat)))


# rule: NW-22.10.2.a
def pair(d: Draft[KoreaState], own: int, foe: int) -> None:
    """Two units engage each other."""
    found = with_side(with_side(Engagement(), side_of(d.now, own), (own,)), side_of(d.now, foe), (foe,))
    now = battle(d.now)
    d.edit_subject(AirBattle, engagements=(*now.engagements, found), picked=now.picked + 1)
    d.log("log.air_paired", "NW-22.10.2.a", link(own), link(foe), unit=link(own), foe=link(foe))


# -- two against one -------------------------------------------------------------------------------------------------


# rule: NW-22.10.2.b
def has_surplus(state: KoreaState) -> tuple[str, ...]:
    """The side that has units left over, while one of them could join a pair."""
    return tuple(
        side for side in SIDES if free(state, side) and joinable(state, side, free(state, side)[0]).is_possible()
    )


# rule: NW-22.10.4.a
def joinable(state: KoreaState, seat: str, own: int) -> OneOf:
    """Enemies that a second unit may attack: those who face a single one, and are themselves alone."""

    def why_not(foe: int) -> Refusal | None:
        for found in battle(state).engagements:
            alone = of_side(found, enemy(seat)) == (foe,)
            if alone and 1 <= len(of_side(found, seat)) < MOST_ON_ONE:
                return None
        return refuse("NW-22.10.4.a", "refuse.air_crowd", link(foe), unit=link(foe))

    foes = [key for e in battle(state).engagements for key in of_side(e, enemy(seat))]
    return pick("air", foes, why_not)


def join(d: Draft[KoreaState], own: int, foe: int) -> None:
    """A unit comes to the help of another."""
    side = side_of(d.now, own)
    _edit(d, foe, lambda e: with_side(e, side, (*of_side(e, side), own)))
    d.log("log.air_joined", "NW-22.10.2.b", link(own), link(foe), unit=link(own), foe=link(foe))


# rule: NW-22.10.2.b
def keep_out(d: Draft[KoreaState]) -> None:
    """What is left over stays out of the fight, and in the box."""
    kept = tuple(key for side in SIDES for key in free(d.now, side))
    if kept:
        d.edit_subject(AirBattle, kept=(*battle(d.now).kept, *kept))


def _edit(d: Draft[KoreaState], member: int, change: Callable[[Engagement], Engagement]) -> None:
    found = [change(e) if member in (*e.allied, *e.dprk) else e for e in battle(d.now).engagements]
    d.edit_subject(AirBattle, engagements=tuple(found))


def opponents(state: KoreaState, key: int) -> tuple[int, ...]:
    """The enemies that a unit is engaged with."""
    side = side_of(state, key)
    for found in battle(state).engagements:
        if key in of_side(found, side):
            return of_side(found, enemy(side))
    return ()


# rule: NW-22.10.4.2
def leave(d: Draft[KoreaState], keys: tuple[int, ...]) -> None:
    """Units that are gone leave their engagements, with every advantage; who has no opponent left is through."""
    gone = set(keys)
    left = [
        Engagement(
            allied=tuple(k for k in e.allied if k not in gone),
            dprk=tuple(k for k in e.dprk if k not in gone),
            edges=tuple(edge for edge in e.edges if not gone.intersection(edge)),
        )
        for e in battle(d.now).engagements
    ]
    d.edit_subject(AirBattle, engagements=tuple(e for e in left if e.allied and e.dprk))


def seats_in_order(state: KoreaState) -> tuple[str, str]:
    """Who decides first: the first player, over a mission the one who flies it."""
    flown = mission(state)
    first = flown.side if flown else state.first
    return first, enemy(first)
