"""Rule 8.4.1: mop-up operations."""

from __future__ import annotations

from sandtable.games.nextwar.model import STACK, KoreaState, MopUp
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.movement import control, stacking
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.stacks import points2, there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Deck, Draft, Modifier, OneOf, Sum

EMPTY_CUP = (3, 4, 5, 6)
"""The numbers of a marker when none is left to draw, each as likely."""


# rule: NW-8.4.1.a, NW-8.5.1.b
def place_marker(d: Draft[KoreaState], place: int, side: str) -> None:
    """Put units that came into a hard hex of the enemy under a marker; one that lies there stays."""
    # rule: NW-8.4.1.j
    if place in d.now.mopups:
        return
    if not control.needs_mopup(d.now, place, side):
        return
    if d.now.cup:
        number, cup = d.take(d.now.cup)
        d.set(cup=cup)
    else:
        number = d.draw("roll.mopup_marker", EMPTY_CUP).faces[0]
    d.put("mopups", place, MopUp(side, number))
    d.log("log.mopup_marker", "NW-8.4.1.a", at(place), by=side, place=at(place), number=number)


# rule: NW-8.4.1.j
def full_hexes(state: KoreaState, side: str, stack2: int) -> frozenset[int]:
    """Hexes under a marker that so many half stack points more of a side would crowd."""
    return frozenset(h for h in state.mopups if points2(state)[h] + stack2 > stacking.limit2(state, h, side))


def remove_marker(d: Draft[KoreaState], place: int) -> None:
    """Take a marker off and back into the cup."""
    marker = d.now.mopups[place]
    d.drop("mopups", place)
    cup = d.now.cup or Deck()
    if cup.rest.count(marker.number) < chart("mopup")["markers"][str(marker.number)]:
        d.set(cup=cup.with_back(marker.number))


# rule: NW-8.4.1.i
def settle(d: Draft[KoreaState]) -> None:
    """A marker goes when nobody is left under it."""
    for place in tuple(d.now.mopups):
        if not there(d.now, place):
            remove_marker(d, place)


# rule: NW-8.4.1.d, NW-8.4.1.k, NWT-MOPUP
def least2(state: KoreaState, place: int) -> int:
    """Half stack points that are safe for the most demanding feature of a hex."""
    ground, rows = state.board.ground[place], chart("mopup")["rows"]
    kind = "urban" if ground.is_urban else "city" if ground.is_city else "installation"
    return int(rows[kind]) * STACK


def shortfall(state: KoreaState, place: int) -> int:
    """Stack points that are missing, half points counted as whole ones."""
    return max(0, -(-(least2(state, place) - points2(state).get(place, 0)) // STACK))


def modifiers(state: KoreaState, place: int, lead: int) -> Sum:
    """What is added to the die of a mop-up operation, with the reasons."""
    ground, printed = state.board.ground[place], chart("mopup")["modifiers"]
    units, marker = there(state, place), state.mopups[place]
    # rule: NW-8.4.1.c
    parts = [Modifier("NW-8.4.1.c", "modifier.mopup_efficiency", rating(state, lead) - marker.number)]
    # rule: NW-8.4.1.d
    if short := shortfall(state, place):
        parts.append(Modifier("NW-8.4.1.d", "modifier.too_few", -short))
    # rule: NW-8.4.1.e
    more = len(ground.installations) - (0 if ground.is_urban or ground.is_city else 1)
    if more > 0:
        parts.append(Modifier("NW-8.4.1.e", "modifier.more_installations", printed["more_installations"] * more))
    # rule: NW-8.4.1.f
    if any(state.units[k].landed for k in units):
        parts.append(Modifier("NW-8.4.1.f", "modifier.landed", printed["landed"]))
    # rule: NW-8.4.1.l
    counters = [state.board.units[k] for k in units]
    if any(c.is_infantry for c in counters) and any(c.is_armour or c.is_mechanised for c in counters):
        parts.append(Modifier("NW-8.4.1.l", "modifier.combined_arms", printed["combined_arms"]))
    return Sum.of(parts)


# rule: NW-8.4.1.m
def waiting(state: KoreaState, side: str) -> tuple[int, ...]:
    """Hexes where a side still has to roll."""
    return tuple(h for h, marker in state.mopups.items() if marker.side == side and h not in state.mopped)


def mopper(state: KoreaState, side: str) -> tuple[str, ...]:
    """A side, if it still has to resolve a mop-up."""
    return (side,) if waiting(state, side) else ()


def open_hexes(state: KoreaState, seat: str) -> OneOf:
    """Hexes where a side still has to roll."""
    return OneOf("place", waiting(state, seat))


def best_lead(state: KoreaState, place: int) -> int:
    """The most efficient unit under a marker."""
    return max(there(state, place), key=lambda k: (rating(state, k), -k))


def leads(state: KoreaState, seat: str, place: int) -> OneOf:
    """Units that can lead a mop-up operation."""
    return OneOf("piece", there(state, place), default=best_lead(state, place))


def chance(state: KoreaState, place: int, lead: int) -> int:
    """How many faces of the die take a hex."""
    total, number = modifiers(state, place, lead).total, state.mopups[place].number
    return sum(is_enough(die, total, number) for die in DIE)


# rule: NW-8.4.1.b
def is_enough(die: int, total: int, number: int) -> bool:
    """Whether a die with its modifiers reaches the number of a marker."""
    return die + total >= number


# rule: NW-8.4.1.b, NWS-STD-5.5
def resolve(d: Draft[KoreaState], place: int, lead: int) -> None:
    """Roll for a hex: it is taken, or the units stay under the marker and may lose a step."""
    marker, total = d.now.mopups[place], modifiers(d.now, place, lead)
    roll = d.draw("roll.mopup", DIE, need=marker.number)
    success = is_enough(roll.faces[0], total.total, marker.number)
    d.set(mopped=(*d.now.mopped, place))
    d.log(
        "log.mopup",
        "NW-8.4.1.b",
        at(place),
        ref(lead),
        rolls=[roll],
        modifiers=total,
        by=marker.side,
        place=at(place),
        unit=ref(lead),
        number=marker.number,
        success=int(success),
    )
    # rule: NW-8.4.1.g
    if success:
        remove_marker(d, place)
        control.take(d, place, marker.side, "NW-8.4.1.g")
    # rule: NW-8.4.1.h
    elif shortfall(d.now, place):
        losses.lose_step(d, lead, "NW-8.4.1.h")


def begin(d: Draft[KoreaState]) -> None:
    """No hex has been rolled for yet."""
    d.set(mopped=())
