"""Runners: made of a step, sent to a headquarters that acts on their word in the next turn, and back again (4.3.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    ERRAND,
    LINE,
    STAGING,
    WITH_HQ,
    FieldsState,
    Marker,
    Unit,
)
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.command.nets import hub
from sandtable.games.fieldsoffire.rules.ground.cover import has_room
from sandtable.games.fieldsoffire.rules.ground.movement import fits
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, is_good_order, on_card
from sandtable.games.fieldsoffire.rules.weapons.mines import check_mover
from sandtable.games.fieldsoffire.scenario.units import (
    ASSAULT,
    FIRE,
    HQ_PLATOON,
    RUNNER,
    STAFF,
)
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse

MOST = 2
"""Runners in play at a time."""
RECEIVERS = (HQ_PLATOON, STAFF)


# rule: FF-4.3.2.e
@derived("units")
def in_play(state: FieldsState) -> tuple[int, ...]:
    """Runners on the map or with the company headquarters."""
    units = state.units
    found = [key for key in state.board.of_kind.get(RUNNER, ()) if key in units]
    return tuple(key for key in sorted(found) if units[key].at or units[key].box == WITH_HQ)


def free_runner(state: FieldsState) -> int:
    """A counter for a Runner that is not in play; 0 where there is none."""
    busy = in_play(state)
    return next((key for key in state.board.of_kind.get(RUNNER, ()) if key not in busy), 0)


# rule: FF-4.2.1f.to, FF-4.2.1f.max, FF-4.3.2.c
def why_not_make(state: FieldsState, key: int) -> Refusal | None:
    """Why no Runner comes of a unit: two are in play, or it is neither in good order nor a fighting team."""
    me, kind, unit = Ref("unit", key), state.board.types[key], state.units[key]
    if len(in_play(state)) >= MOST or not free_runner(state):
        return refuse("FF-4.2.1f.max", "refuse.enough_runners", me, most=MOST)
    is_team = (kind.kind in (ASSAULT, FIRE) or unit.flipped) and not unit.pinned
    if kind.commands or kind.kind == RUNNER or not (is_good_order(state, key) or is_team):
        return refuse("FF-4.2.1f.to", "refuse.no_runner_source", me, unit=me)
    return None


# rule: FF-4.2.1f, FF-4.2.1f.eff, FF-4.3.2.c
def make(d: Draft[FieldsState], key: int) -> int:
    """A step of the unit becomes a Runner of Line experience, where it stands."""
    source, kind = d.now.units[key], d.now.board.types[key]
    runner = free_runner(d.now)
    d.put("units", runner, Unit(at=source.at, cover=source.cover, steps=1, experience=LINE, exposed=source.exposed))
    if source.steps == 1:
        breakdown.hand_over(d, key, runner)
        breakdown.step_into(d, key, runner)
        breakdown.remove_unit(d, key)
    elif source.steps - 1 >= kind.least_steps:
        breakdown.step_out(d, key, runner)
        d.edit("units", key, steps=source.steps - 1)
    else:
        breakdown.step_out(d, key, runner)
        made = breakdown.place_team(d, key, breakdown.charted(d.now, kind, 1), pinned=False)
        breakdown.hand_over(d, key, made)
        breakdown.step_into(d, key, made)
        breakdown.remove_unit(d, key)
    me, him = Ref("unit", key), Ref("unit", runner)
    d.log("log.runner_made", "FF-4.2.1f.eff", him, me, unit=me, runner=him)
    return runner


# rule: FF-4.2.1g.to
def why_not_send(state: FieldsState, runner: int) -> Refusal | None:
    """Why a Runner is not sent: he must be in good order, and with his headquarters or on no errand."""
    me = Ref("unit", runner)
    if runner not in in_play(state) or state.units[runner].flipped or state.units[runner].pinned:
        return refuse("FF-4.2.1g.to", "refuse.no_good_runner", me, unit=me)
    if errand_of(state, runner):
        return refuse("FF-4.2.1g.to", "refuse.on_an_errand", me, unit=me)
    return None


def errand_of(state: FieldsState, runner: int) -> int:
    """The marker that tells to whom a Runner has been sent; 0 where he is on no errand."""
    return next((number for number, one in state.markers.items() if one.kind == ERRAND and one.unit == runner), 0)


# rule: FF-4.2.1g
def receivers(state: FieldsState) -> tuple[int, ...]:
    """Platoon headquarters and staff on the map, to whom a Runner can be sent."""
    types = state.board.types
    return tuple(key for key, unit in state.units.items() if unit.at and types[key].kind in RECEIVERS)


# rule: FF-4.2.1g, FF-4.2.1g.eff, FF-5.1.5.c
def send(d: Draft[FieldsState], runner: int, to: int) -> None:
    """The Runner goes to a headquarters, however far and whoever crowds its card, and is Exposed."""
    there = d.now.units[to]
    _lay_down(d, runner)
    d.edit("units", runner, at=there.at, cover=0, aboard=there.aboard, box="", exposed=True)
    if there.cover and has_room(d.now, there.cover, runner):  # rule: FF-5.1.5.b
        d.edit("units", runner, cover=there.cover)
    number = max(d.now.markers, default=0) + 1
    d.put("markers", number, Marker(ERRAND, unit=runner, by=to, turn=d.now.turn))
    him, head = Ref("unit", runner), Ref("unit", to)
    d.log("log.runner_sent", "FF-4.2.1g.eff", him, head, runner=him, hq=head, card=Ref("place", there.at))
    check_mover(d, runner)  # rule: FF-7.9.1.f


# rule: FF-5.1.6.B
def _lay_down(d: Draft[FieldsState], runner: int) -> None:
    """Nobody runs with a man on his back: whom a Runner carries stays where they are."""
    for casualty in carried_by(d.now).get(runner, ()):
        d.edit("units", casualty, aboard=0)


# rule: FF-4.2.1h, FF-4.2.1h.eff
def takers(state: FieldsState, runner: int) -> tuple[int, ...]:
    """Good order units on the card of the company headquarters and of the Runner that can take a step in."""
    centre, unit = hub(state), state.units[runner]
    if not centre:
        return ()
    at = state.units[centre].at
    if unit.box != WITH_HQ and (unit.at != at or not is_good_order(state, runner)):
        return ()
    return tuple(
        key
        for key in on_card(state, at).friendly
        if is_good_order(state, key)
        and state.units[key].steps < state.board.types[key].steps
        and _has_place(state, runner, key)
    )


# rule: FF-5.1.5.a1, FF-5.1.5.b
def _has_place(state: FieldsState, runner: int, key: int) -> bool:
    """Whether a unit that takes the Runner in stays within the limits of its card and its cover."""
    unit, him = state.units[key], state.units[runner]
    is_full = him.at != unit.at and state.cards[unit.at].kind != STAGING and not fits(state, runner, unit.at)
    shares = him.at == unit.at and him.cover == unit.cover
    return not is_full and (not unit.cover or shares or has_room(state, unit.cover, runner))


# rule: FF-4.2.1h.eff
def dismiss(d: Draft[FieldsState], runner: int, key: int) -> None:
    """The Runner is a rifleman again."""
    _lay_down(d, runner)
    breakdown.hand_over(d, runner, key)  # rule: FF-5.1.6.E.a
    breakdown.step_into(d, runner, key, merges=True)
    breakdown.remove_unit(d, runner)
    d.edit("units", key, steps=d.now.units[key].steps + 1)
    me, him = Ref("unit", key), Ref("unit", runner)
    d.log("log.runner_dismissed", "FF-4.2.1h.eff", him, me, runner=him, unit=me)


# rule: FF-4.3.2.a, FF-4.3.2.d, FF-3.3.1a.3
def report(d: Draft[FieldsState]) -> None:
    """At the company's impulse, even if it is not activated: Runners in good order deliver their word and go back.

    A Runner who was pinned, hit or turned over in combat stays where he is until he is in good order again. One whose
    headquarters is no longer there, or on its Fire Team side, comes back without having been heard.
    """
    for runner in in_play(d.now):
        unit = d.now.units[runner]
        if not unit.at or unit.flipped or unit.pinned:  # rule: FF-4.3.2.b
            continue
        number = errand_of(d.now, runner)
        errand = d.now.markers[number] if number else None
        if errand is not None and errand.turn == d.now.turn:
            continue  # sent in this very turn, by an impulse before
        if errand is not None:
            d.drop("markers", number)
            _deliver(d, runner, errand.by, late=errand.turn + 1 < d.now.turn)
        # rule: FF-4.3.2.a2
        _lay_down(d, runner)
        d.edit("units", runner, at=0, cover=0, aboard=0, box=WITH_HQ, exposed=False)
        d.log("log.runner_back", "FF-4.3.2.a2", Ref("unit", runner), runner=Ref("unit", runner))


# rule: FF-4.3.2.a1
def _deliver(d: Draft[FieldsState], runner: int, hq: int, *, late: bool) -> None:
    """Activate the headquarters if the word reaches it in the turn after he was sent."""
    target = d.now.units.get(hq)
    is_there = target is not None and target.at == d.now.units[runner].at and not target.flipped
    if late or not is_there or hq not in d.now.commands:
        return
    d.edit("commands", hq, activated=True)
    d.log("log.activated", "FF-4.3.2.a1", Ref("unit", hq), hq=Ref("unit", hq))
