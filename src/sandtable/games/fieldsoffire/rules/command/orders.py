"""Giving orders: what an impulse has left, who hears whom, and that nobody does the same thing twice (4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from sandtable.games.fieldsoffire.model import FRIENDLY, PHONE_LINE, FieldsState, Impulse, Unit
from sandtable.games.fieldsoffire.rules.command.nets import heard_anew, sets_of, speaks, why_not_by_set
from sandtable.games.fieldsoffire.rules.command.states import why_not_in_its_state
from sandtable.games.fieldsoffire.rules.memory import lies, unless, unless_equipment, unless_markers
from sandtable.games.fieldsoffire.rules.terms.presence import grade_of, is_team, ours
from sandtable.games.fieldsoffire.rules.transport.direct import why_not_yet
from sandtable.games.fieldsoffire.rules.vehicles import orders as vehicles
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, HQ_CO, HQ_HIGHER, HQ_PLATOON, STAFF
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, refuse
from sandtable.kernel.choices import Pool
from sandtable.kernel.memory import Hook, Seen

TO_NEXT_CARD = ("4.2.2a", "4.2.2c")
"""What takes a unit to another card: move and infiltrate, also as one of its platoon."""
NO_ORDERS = refuse("FF-4.0", "refuse.no_impulse")
"""For whoever gets no order at all; what a player reads comes from the rule that says why."""


# rule: FF-4.1.1.gi, FF-4.1.1.gi.a
def why_not_order(
    state: FieldsState,
    key: int,
    action: str,
    *,
    cost: int = 1,
    repeats: bool = False,
    even_pinned: bool = False,
    any_chain: bool = False,
    needs: tuple[str, ...] = (),
) -> Refusal | None:
    """Why a unit may not be given an order now, whatever the order is; ``action`` is its paragraph of the menu.

    ``repeats``: it may be given again in the impulse. ``even_pinned``: a pinned unit hears this order by voice.
    ``any_chain``: units of any platoon obey it. ``needs``: kinds of headquarters or staff, one of which must give it.
    """
    impulse, me = state.impulse, Ref("unit", key)
    # rule: FF-4.0
    if impulse is None:
        return refuse("FF-4.0", "refuse.no_impulse")
    unit = state.units.get(key)
    kind = state.board.types[key]
    if unit is None or not unit.at or kind.side != FRIENDLY or kind.kind == CASUALTY:
        return refuse("FF-4.0", "refuse.not_in_play", me, unit=me)
    if impulse.left < cost:
        return refuse("FF-4.1.a", "refuse.no_commands", me, left=impulse.left, cost=cost)
    if not repeats and (no := why_not_again(state, key, action)) is not None:
        return no
    # rule: FF-11.1.1.first
    if (no := why_not_yet(state)) is not None:
        return no
    if kind.is_vehicle and (no := vehicles.why_not_to_vehicle(state, key, action)) is not None:
        return no
    if unit.aboard and (no := vehicles.why_not_to_passenger(state, key, action)) is not None:
        return no
    if (no := why_not_in_its_state(state, key, action)) is not None:
        return no
    if impulse.favour and not serves(state, impulse.favour, key):  # rule: FF-12.7.b
        return refuse("FF-12.7.b", "refuse.ability_of_others", me, Ref("unit", impulse.favour), unit=me)
    if needs and (no := why_not_led(state, key, needs)) is not None:
        return no
    if not impulse.hq:
        return None
    no = why_not_command(state, impulse.hq, key) if any_chain else why_not_under(state, impulse.hq, key)
    if no is not None:
        return no
    return why_not_hear(state, impulse.hq, key, even_pinned=even_pinned)


# rule: FF-4.2.a
def why_not_again(state: FieldsState, key: int, action: str) -> Refusal | None:
    """Why a unit does not do something in this impulse: it has, alone or with its platoon, or has changed its card."""
    me, impulse = Ref("unit", key), state.impulse
    done = impulse.done if impulse is not None else ()  # equivalent[always]: orders are given in impulses
    if f"{key}:{action}" in done:
        return refuse("FF-4.2.a", "refuse.done_already", me, unit=me, action=action)
    # rule: FF-5.1.3.b
    if action in TO_NEXT_CARD and any(f"{key}:{other}" in done for other in TO_NEXT_CARD):
        return refuse("FF-5.1.3.b", "refuse.moved_already", me, unit=me)
    return None


# rule: FF-4.1.4.a
def why_not_command(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why a headquarters or staff unit gives no orders to another, whatever the chain: on its Fire Team side."""
    head = Ref("unit", hq)
    is_reduced = key != hq and state.units[hq].flipped
    return refuse("FF-4.1.4.a", "refuse.fire_team_side", head, hq=head) if is_reduced else None


# rule: FF-4.1.b
def why_not_under(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why a unit takes no orders from a headquarters or staff unit."""
    if key == hq:
        return None
    if (no := why_not_command(state, hq, key)) is not None:
        return no
    me, head = Ref("unit", key), Ref("unit", hq)
    above, kind = state.board.types[hq], state.board.types[key]
    if kind.is_vehicle:
        return vehicles.why_not_commands(state, hq, key)
    if above.leads:  # rule: FF-10.1.1.a
        return refuse("FF-10.1.1.a", "refuse.only_its_vehicles", me, unit=me, hq=head)
    if above.kind == HQ_HIGHER:  # rule: FF-4.1.b1
        return None
    # rule: FF-1.2.6.chain, FF-4.1.b2, FF-4.1.b3
    if kind.kind == HQ_HIGHER or (kind.kind == HQ_CO and above.kind != HQ_HIGHER):
        return refuse("FF-1.2.6.chain", "refuse.higher", me, unit=me, hq=head)
    # rule: FF-4.1.b6, FF-4.0.gen, FF-4.0.lat
    is_loose = is_team(kind, state.units[key])
    if above.kind == HQ_PLATOON and not is_loose and state.units[key].platoon != state.units[hq].platoon:
        return refuse("FF-4.1.b6", "refuse.other_platoon", me, unit=me, hq=head)
    # rule: FF-4.1.b4, FF-4.1.b5
    if above.kind == STAFF and kind.kind == STAFF and _rank(above.id) >= _rank(kind.id):
        return refuse("FF-4.1.b4", "refuse.higher", me, unit=me, hq=head)
    return None


# rule: FF-12.7.b
def serves(state: FieldsState, hq: int, key: int) -> bool:
    """Whether an ability serves a unit: that of a platoon its men and loose teams, others only their holder."""
    if key == hq:
        return True
    above, kind = state.board.types[hq], state.board.types[key]
    is_one_of_them = kind.is_team or state.units[key].platoon == state.units[hq].platoon
    return above.kind == HQ_PLATOON and is_one_of_them


def _rank(kind: str) -> int:
    """Staff by seniority: the executive officer, the first sergeant, others."""
    return 0 if kind.endswith("xo") else 1 if kind.endswith("1sgt") else 2


# rule: FF-4.3
def why_not_hear(state: FieldsState, hq: int, key: int, *, even_pinned: bool = False) -> Refusal | None:
    """Why a unit does not hear a headquarters: by voice both must be unpinned and in the same area, else by a net.

    Where the receiver has no set the voice is the reason; where it has one, what is wrong with the net.
    """
    if key == hq:
        return None
    if state.board.types[key].is_vehicle:
        return vehicles.why_not_reach(state, hq, key)
    # rule: FF-4.3.1.b, FF-4.3.1.c
    if is_in_earshot(state, hq, key, even_pinned=even_pinned):
        return None
    # rule: FF-4.3.4.h, FF-4.2.5.c
    no = why_not_by_set(state, hq, key)
    if no is None or key in sets_of(state):
        return no
    me, head = Ref("unit", key), Ref("unit", hq)
    # rule: FF-4.3.1.a
    return refuse("FF-4.3.1.a", "refuse.out_of_earshot", me, head, unit=me, hq=head)


def is_in_earshot(state: FieldsState, a: int, b: int, *, even_pinned: bool = False) -> bool:
    """Whether one unit hears another by voice; a pinned one only what unpins it."""
    one, other = state.units[a], state.units[b]
    is_calm = not one.pinned and (even_pinned or not other.pinned)
    # rule: FF-13.2.3.a
    shares_area = one.cover == other.cover
    return is_calm and one.at == other.at and shares_area and one.aboard == other.aboard


# rule: FF-4.2.f
def originator(state: FieldsState, key: int, needs: tuple[str, ...] = ()) -> int:
    """Who gives an order to a unit: the headquarters whose impulse it is, in General Initiative the unit itself.

    Where a headquarters or staff unit of some kind must give it even then, it is the most experienced of them.
    """
    impulse = state.impulse
    if impulse is not None and impulse.hq:
        return impulse.hq
    if not needs:  # equivalent[never]: it saves a look at everybody
        return key
    # rule: FF-4.1.3.c
    return max(leaders_of(state, key, needs), key=lambda hq: grade_of(state, hq), default=key)


# rule: FF-4.1.3.c
def why_not_led(state: FieldsState, key: int, kinds: tuple[str, ...]) -> Refusal | None:
    """Why a unit lacks the headquarters or staff that must give an order: in General Initiative one it can hear."""
    impulse, types, me = state.impulse, state.board.types, Ref("unit", key)
    if impulse is not None and impulse.hq:  # equivalent[without: impulse is not None]: orders are given in impulses
        head = Ref("unit", impulse.hq)
        return None if types[impulse.hq].kind in kinds else refuse("FF-4.1.3.c", "refuse.not_its_order", head, hq=head)
    if leaders_of(state, key, kinds):
        return None
    return refuse("FF-4.1.3.c", "refuse.needs_headquarters", me, unit=me)


# rule: FF-2.3.5.b
def headquarters(state: FieldsState) -> tuple[int, ...]:
    """Headquarters and staff of the company: those with a command marker, and whoever else is on the map."""
    types = state.board.types
    return tuple(dict.fromkeys((*state.commands, *(key for key in ours(state) if types[key].commands))))


# rule: FF-4.1.3.c
def leaders_of(state: FieldsState, key: int, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """Headquarters and staff of these kinds whom a unit obeys and hears by voice or set."""
    types = state.board.types
    return tuple(
        hq
        for hq in ours(state)
        if types[hq].kind in kinds and why_not_under(state, hq, key) is None and why_not_hear(state, hq, key) is None
    )


def ordered(state: FieldsState, why_not: Callable[[int], Refusal | None], *, any_chain: bool = False) -> OneOf:
    """The units to which an order can be given, where ``why_not`` asks :func:`why_not_order` among other things.

    Most of a company is out of reach of the headquarters whose impulse it is: those are sorted out once for all orders
    of a position, before anybody looks into their case. What a refusal says is always the answer of ``why_not``.
    """
    reached = within_reach(state, any_chain)
    return OneOf("unit", Pool(ours(state), lambda key: why_not(key) if key in reached else NO_ORDERS), why=why_not)


def within_reach(state: FieldsState, any_chain: bool) -> Container[int]:
    """Units whom some order may reach in this impulse: all that is the same for every order is in their favour."""
    impulse = state.impulse
    if impulse is None or impulse.left < 1 or why_not_yet(state) is not None:
        return ()
    if not impulse.hq:
        return ours(state)
    return within_earshot(state, impulse.hq) if any_chain else subordinates(state, impulse.hq)


def _told(state: FieldsState, hq: int, key: int) -> bool:
    """Whether a headquarters can tell a unit something, be it only to keep its head up."""
    return why_not_hear(state, hq, key, even_pinned=True) is None


def _led(state: FieldsState, hq: int, key: int) -> bool:
    """Whether the unit takes its orders besides."""
    return why_not_under(state, hq, key) is None and _told(state, hq, key)


def _regathered(belongs: Callable[[FieldsState, Any, int], bool]) -> Hook:
    """Those around a headquarters are known but for units that listen otherwise: they are asked again."""

    def revise(state: FieldsState, seen: Seen, before: dict[int, Unit | None]) -> Seen:
        moved = heard_anew(state, before)
        if moved is None:
            return {}
        if not moved:
            return seen
        there = moved.intersection(ours(state))
        return {
            (hq,): known - moved | {key for key in there if belongs(state, hq, key)}
            for (hq,), known in seen.items()
            if hq not in moved
        }

    return revise


HEARD = ("units", "assets", "markers", "cards", "covers")
HOLDS: dict[str, Hook] = {
    "cards": unless(lies, "cards"),
    "markers": unless_markers(PHONE_LINE),
    "assets": unless_equipment(speaks),
}


@derived(*HEARD, units=_regathered(_told), **HOLDS)
def within_earshot(state: FieldsState, hq: int) -> frozenset[int]:
    """Whom a headquarters can tell something."""
    return frozenset(key for key in ours(state) if _told(state, hq, key))


@derived(*HEARD, units=_regathered(_led), **HOLDS)
def subordinates(state: FieldsState, hq: int) -> frozenset[int]:
    """Those of them who take its orders, which are few for most headquarters."""
    return frozenset(key for key in ours(state) if _led(state, hq, key))


# rule: FF-4.1.a, FF-4.2.a
def pay(d: Draft[FieldsState], key: int, action: str, cost: int = 1) -> None:
    """Spend commands of the impulse at hand on an order."""
    impulse = d.now.impulse
    assert impulse is not None
    done = (*impulse.done, f"{key}:{action}")
    d.edit_subject(Impulse, left=impulse.left - cost, spent=impulse.spent + cost, done=done, favour=0)


# rule: FF-4.2.a, FF-4.2.e
def note(d: Draft[FieldsState], key: int, action: str) -> None:
    """One of a platoon that acts together has done this in the impulse, as by an order of its own."""
    done = d.now.subject(Impulse).done
    d.edit_subject(Impulse, done=(*done, f"{key}:{action}"))
