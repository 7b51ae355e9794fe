"""Orders to move: to the next card, and within a card (menu 4.2.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CoverId, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command.orders import pay, why_not_order
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, dead_end, pick, refuse, verb
from sandtable.kernel.refusals import Place

ADJACENT, WITHIN = "4.2.2a", "4.2.2f"
OUTSIDE_COVER = 0


class Move(Action, frozen=True):
    """Menu 4.2.2a."""

    unit: UnitId
    to: Place
    cover: CoverId = OUTSIDE_COVER


class MoveWithin(Action, frozen=True, tag="move_within"):
    """Menu 4.2.2f."""

    unit: UnitId
    cover: CoverId


def movers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = why_not_order(state, key, ADJACENT) or movement.why_not_move(state, key)
        if no is None and not any(movement.why_not_enter(state, key, to) is None for to in around(state.units[key].at)):
            return dead_end("FF-5.1.2.a", "refuse.nowhere_to_go", Ref("unit", key), unit=Ref("unit", key))
        return no

    return pick("unit", state.units, why_not)


def next_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", around(state.units[unit].at), lambda to: movement.why_not_enter(state, unit, to))


def cover_there(state: FieldsState, seat: str, unit: int, to: int) -> OneOf | None:
    covers = movement.covers_to_enter(state, unit, to)
    return OneOf("cover", (OUTSIDE_COVER, *covers), default=OUTSIDE_COVER) if covers else None


def move(d: Draft[FieldsState], action: Move) -> None:
    pay(d, action.unit, ADJACENT)
    movement.move(d, action.unit, action.to, action.cover)


def stirrers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = why_not_order(state, key, WITHIN, repeats=True) or movement.why_not_move_within(state, key)
        if no is None and not _areas(state, key):
            return refuse("FF-4.2.2f.eff", "refuse.no_other_area", Ref("unit", key), unit=Ref("unit", key))
        return no

    return pick("unit", state.units, why_not)


def _areas(state: FieldsState, unit: int) -> tuple[int, ...]:
    """The other areas of its card: cover with room, or out of cover."""
    row = state.units[unit]
    covers = movement.covers_to_enter(state, unit, row.at)
    return (OUTSIDE_COVER, *covers) if row.cover else covers


def areas(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("cover", _areas(state, unit))


def move_within(d: Draft[FieldsState], action: MoveWithin) -> None:
    pay(d, action.unit, WITHIN)
    movement.move_within(d, action.unit, action.cover)


MOVE = verb(Move, "FF-4.2.2a", move, unit=movers, to=next_cards, cover=cover_there)
MOVE_WITHIN = verb(MoveWithin, "FF-4.2.2f", move_within, unit=stirrers, cover=areas)
