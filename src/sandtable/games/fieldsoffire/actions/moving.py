"""Orders to move: to the next card, within a card, unseen, and into cover (menu 4.2.2, a to g)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from sandtable.games.fieldsoffire.model import CoverId, FieldsState, Try, UnitId
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.orders import (
    headquarters,
    note,
    ordered,
    pay,
    why_not_again,
    why_not_order,
)
from sandtable.games.fieldsoffire.rules.command.platoons import PLATOON_COST, followers, why_not_platoon
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground import infiltration, movement, seeking
from sandtable.games.fieldsoffire.rules.urban.areas import is_town
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.kernel import NO, Action, Draft, OneOf, Ref, Refusal, dead_end, pick, refuse, verb, yes_or_no
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place, of

ADJACENT, PLATOON, UNSEEN, PLATOON_UNSEEN, SEEK, WITHIN, UNSEEN_WITHIN = (
    "4.2.2a",
    "4.2.2b",
    "4.2.2c",
    "4.2.2d",
    "4.2.2e",
    "4.2.2f",
    "4.2.2g",
)
OUTSIDE_COVER = 0
Word = Annotated[str, of(WORDS)]
Why = Callable[[FieldsState, int], Refusal | None]
WhyTo = Callable[[FieldsState, int, int], Refusal | None]


class Move(Action, frozen=True):
    """Menu 4.2.2a."""

    unit: UnitId
    to: Place
    cover: CoverId = OUTSIDE_COVER


class MovePlatoon(Action, frozen=True, tag="move_platoon"):
    """Menu 4.2.2b."""

    hq: UnitId
    to: Place
    cover: CoverId = OUTSIDE_COVER


class Infiltrate(Action, frozen=True):
    """Menu 4.2.2c."""

    unit: UnitId
    to: Place
    cover: CoverId = OUTSIDE_COVER


class InfiltratePlatoon(Action, frozen=True, tag="infiltrate_platoon"):
    """Menu 4.2.2d."""

    hq: UnitId
    to: Place
    cover: CoverId = OUTSIDE_COVER


class SeekCover(Action, frozen=True, tag="seek_cover"):
    """Menu 4.2.2e."""

    unit: UnitId
    up: Word = NO


class MoveWithin(Action, frozen=True, tag="move_within"):
    """Menu 4.2.2f."""

    unit: UnitId
    cover: CoverId


class InfiltrateWithin(Action, frozen=True, tag="infiltrate_within"):
    """Menu 4.2.2g."""

    unit: UnitId
    cover: CoverId


# -- one unit to the next card -----------------------------------------------------------------------------------------


def movers(menu: str, why_not_at_all: Why, why_not_to: WhyTo) -> Callable[[FieldsState, str], OneOf]:
    """Units that can be ordered to go somewhere."""

    def choose(state: FieldsState, seat: str) -> OneOf:
        def why_not(key: int) -> Refusal | None:
            no = why_not_order(state, key, menu) or why_not_at_all(state, key)
            if no is None and not any(why_not_to(state, key, to) is None for to in around(state.units[key].at)):
                return dead_end("FF-5.1.2.a", "refuse.nowhere_to_go", Ref("unit", key), unit=Ref("unit", key))
            return no

        return ordered(state, why_not)

    return choose


def next_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", around(state.units[unit].at), lambda to: movement.why_not_enter(state, unit, to))


def unseen_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", around(state.units[unit].at), lambda to: infiltration.why_not_infiltrate_to(state, unit, to))


def cover_there(state: FieldsState, seat: str, unit: int, to: int) -> OneOf | None:
    if is_town(state, to):
        areas = movement.covers_to_enter(state, unit, to)
        return OneOf("cover", areas) if len(areas) > 1 else None
    covers = movement.other_covers(state, unit, to)
    return pick("cover", (OUTSIDE_COVER, *covers), under(state, unit), default=OUTSIDE_COVER) if covers else None


# rule: FF-5.1.2.e
def under(state: FieldsState, unit: int) -> Callable[[int], Refusal | None]:
    """Why a unit does not go under a cover marker of ordinary ground; nothing keeps it out of cover."""
    return lambda cover: works.why_not_under(state, cover, unit) if cover else None


# rule: FF-4.2.2a
def move(d: Draft[FieldsState], action: Move) -> None:
    pay(d, action.unit, ADJACENT)
    movement.move(d, action.unit, action.to, action.cover)


def why_not_sneak(state: FieldsState, key: int) -> Refusal | None:
    return infiltration.why_not_infiltrate(state, key) or movement.why_not_move(state, key)


# rule: FF-4.2.2c
def infiltrate(d: Draft[FieldsState], action: Infiltrate) -> None:
    pay(d, action.unit, UNSEEN)
    d.call("attempt", Try(trials.INFILTRATE, action.unit, to=action.to, cover=action.cover))


# -- a platoon to the next card ----------------------------------------------------------------------------------------


def leaders(menu: str, why_not_to: WhyTo) -> Callable[[FieldsState, str], OneOf]:
    """Platoon headquarters that can take their platoon somewhere."""

    def choose(state: FieldsState, seat: str) -> OneOf:
        def why_not(hq: int) -> Refusal | None:
            no = why_not_platoon(state, hq, menu)
            if no is not None:
                return no
            if not any(followers(state, hq, to, why_not_to) for to in around(state.units[hq].at)):
                return dead_end("FF-4.2.2b.to", "refuse.nobody_follows", Ref("unit", hq), hq=Ref("unit", hq))
            return None

        return pick("unit", headquarters(state), why_not)

    return choose


def platoon_cards(why_not_to: WhyTo) -> Callable[[FieldsState, str, int], OneOf]:
    """Cards to which any of a platoon can go."""

    def choose(state: FieldsState, seat: str, hq: int) -> OneOf:
        def why_not(to: int) -> Refusal | None:
            if followers(state, hq, to, why_not_to):
                return None
            card = Ref("place", to)
            return refuse("FF-4.2.2b.to", "refuse.nobody_goes_there", card, hq=Ref("unit", hq), card=card)

        return pick("place", around(state.units[hq].at), why_not)

    return choose


# rule: FF-4.2.2b.dest, FF-4.2.2a.cover
def platoon_covers(why_not_to: WhyTo) -> Callable[[FieldsState, str, int, int], OneOf | None]:
    """Cover of the new card under which those of a platoon go for whom it has room; in towns each finds his way."""

    def choose(state: FieldsState, seat: str, hq: int, to: int) -> OneOf | None:
        who = followers(state, hq, to, why_not_to)
        covers = () if is_town(state, to) else movement.other_covers(state, hq, to)

        def why_not(cover: int) -> Refusal | None:
            if not cover:
                return None
            reasons = [works.why_not_under(state, cover, key) for key in who]
            return None if None in reasons else reasons[0]

        return pick("cover", (OUTSIDE_COVER, *covers), why_not, default=OUTSIDE_COVER) if covers else None

    return choose


# rule: FF-4.2.2b, FF-4.2.2b.to, FF-4.2.2b.dest
def move_platoon(d: Draft[FieldsState], action: MovePlatoon) -> None:
    """Everybody who can goes along, each as by an order of his own; stacking is judged as they arrive."""
    pay(d, action.hq, PLATOON, PLATOON_COST)
    for key in followers(d.now, action.hq, action.to, why_not_walk):
        if movement.why_not_enter(d.now, key, action.to) is None:
            note(d, key, ADJACENT)
            movement.move(d, key, action.to, movement.cover_if_free(d.now, key, action.cover))


# rule: FF-4.2.2d, FF-4.2.2d.to, FF-4.2.2d.fail
def infiltrate_platoon(d: Draft[FieldsState], action: InfiltratePlatoon) -> None:
    """Each of them tries for himself; who fails goes too, and is Exposed."""
    pay(d, action.hq, PLATOON_UNSEEN, PLATOON_COST)
    for key in reversed(followers(d.now, action.hq, action.to, why_not_sneak_to)):
        note(d, key, UNSEEN)
        d.call("attempt", Try(trials.INFILTRATE, key, to=action.to, cover=action.cover))


def why_not_walk(state: FieldsState, key: int, to: int) -> Refusal | None:
    no = why_not_again(state, key, ADJACENT) or movement.why_not_move(state, key)
    return no or movement.why_not_enter(state, key, to)


def why_not_sneak_to(state: FieldsState, key: int, to: int) -> Refusal | None:
    no = why_not_again(state, key, UNSEEN) or why_not_sneak(state, key)
    return no or infiltration.why_not_infiltrate_to(state, key, to)


# -- on a card ---------------------------------------------------------------------------------------------------------


def seekers(state: FieldsState, seat: str) -> OneOf:
    return ordered(state, lambda key: why_not_order(state, key, SEEK) or seeking.why_not_seek(state, key))


# rule: FF-5.2.2.B.a
def upstairs(state: FieldsState, seat: str, unit: int) -> OneOf | None:
    """Whether who finds a house goes straight upstairs, where houses have storeys."""
    return yes_or_no(NO) if seeking.has_storeys(state, state.units[unit].at) else None


def seek_cover(d: Draft[FieldsState], action: SeekCover) -> None:
    pay(d, action.unit, SEEK)
    d.call("attempt", Try(trials.SEEK, action.unit, form=action.up))


def stirrers(menu: str, why_not_at_all: Why, *, repeats: bool) -> Callable[[FieldsState, str], OneOf]:
    """Units that can go to another area of their card."""

    def choose(state: FieldsState, seat: str) -> OneOf:
        def why_not(key: int) -> Refusal | None:
            no = why_not_order(state, key, menu, repeats=repeats) or why_not_at_all(state, key)
            if no is None and not _areas(state, key):
                return dead_end("FF-4.2.2f.eff", "refuse.no_other_area", Ref("unit", key), unit=Ref("unit", key))
            return no

        return ordered(state, why_not)

    return choose


def _areas(state: FieldsState, unit: int) -> tuple[int, ...]:
    """The other areas of its card: cover with room, or out of cover."""
    row = state.units[unit]
    covers = movement.covers_to_enter(state, unit, row.at)
    return (OUTSIDE_COVER, *covers) if row.cover and not is_area(row.cover) else covers


def areas(state: FieldsState, seat: str, unit: int) -> OneOf:
    row = state.units[unit]
    if is_town(state, row.at):
        return OneOf("cover", _areas(state, unit))
    out = (OUTSIDE_COVER,) if row.cover else ()
    return pick("cover", (*out, *movement.other_covers(state, unit, row.at)), under(state, unit))


# rule: FF-4.2.2f
def move_within(d: Draft[FieldsState], action: MoveWithin) -> None:
    pay(d, action.unit, WITHIN)
    movement.move_within(d, action.unit, action.cover)


def why_not_sneak_within(state: FieldsState, key: int) -> Refusal | None:
    return (
        infiltration.why_not_infiltrate(state, key)
        or infiltration.why_not_infiltrate_within(state, key)
        or movement.why_not_move_within(state, key)
    )


# rule: FF-4.2.2g
def infiltrate_within(d: Draft[FieldsState], action: InfiltrateWithin) -> None:
    pay(d, action.unit, UNSEEN_WITHIN)
    d.call("attempt", Try(trials.INFILTRATE_WITHIN, action.unit, cover=action.cover))


MOVE = verb(
    Move,
    "FF-4.2.2a",
    move,
    unit=movers(ADJACENT, movement.why_not_move, movement.why_not_enter),
    to=next_cards,
    cover=cover_there,
)
MOVE_PLATOON = verb(
    MovePlatoon,
    "FF-4.2.2b",
    move_platoon,
    hq=leaders(PLATOON, why_not_walk),
    to=platoon_cards(why_not_walk),
    cover=platoon_covers(why_not_walk),
)
INFILTRATE = verb(
    Infiltrate,
    "FF-4.2.2c",
    infiltrate,
    unit=movers(UNSEEN, why_not_sneak, infiltration.why_not_infiltrate_to),
    to=unseen_cards,
    cover=cover_there,
)
INFILTRATE_PLATOON = verb(
    InfiltratePlatoon,
    "FF-4.2.2d",
    infiltrate_platoon,
    hq=leaders(PLATOON_UNSEEN, why_not_sneak_to),
    to=platoon_cards(why_not_sneak_to),
    cover=platoon_covers(why_not_sneak_to),
)
SEEK_COVER = verb(SeekCover, "FF-4.2.2e", seek_cover, unit=seekers, up=upstairs)
MOVE_WITHIN = verb(
    MoveWithin,
    "FF-4.2.2f",
    move_within,
    unit=stirrers(WITHIN, movement.why_not_move_within, repeats=True),
    cover=areas,
)
INFILTRATE_WITHIN = verb(
    InfiltrateWithin,
    "FF-4.2.2g",
    infiltrate_within,
    unit=stirrers(UNSEEN_WITHIN, why_not_sneak_within, repeats=False),
    cover=areas,
)
MOVING = (MOVE, MOVE_PLATOON, INFILTRATE, INFILTRATE_PLATOON, SEEK_COVER, MOVE_WITHIN, INFILTRATE_WITHIN)
