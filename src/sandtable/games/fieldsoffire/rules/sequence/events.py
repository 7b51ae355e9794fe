"""Higher headquarters: whether they do anything in a turn, and what (3.1, 3.2.1, 3.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.rules.sequence import enemy_events, friendly_events
from sandtable.games.fieldsoffire.rules.terms.draws import draw, random_number
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.kernel import Draft

FIRST = 2
"""The first turn in which anything can happen."""
Effect = Callable[[Draft[FieldsState], Mapping[str, Any]], bool]
EFFECTS: dict[str, Effect] = {**friendly_events.EFFECTS, **enemy_events.EFFECTS}
"""What each event does; false where it cannot be done."""


# rule: FF-3.1.a, FF-3.1.c
def is_due(state: FieldsState) -> bool:
    """From the second turn on."""
    return state.turn >= FIRST


def events_of(state: FieldsState, side: str) -> tuple[str, ...]:
    """The list of the mission for a side in this turn."""
    table = data("events")["tables"][state.board.mission.setup["events"][side]]
    for part in table["parts"]:
        first, last = part["turns"]
        if first <= state.turn <= last:
            return tuple(part["events"])
    return ()


# rule: FF-3.1.a, FF-3.1.e, FF-2.8.2.hq
def check(d: Draft[FieldsState], side: str) -> None:
    """One card for the radio icon; with it another, whose random number names the event. It must be carried out."""
    rule = "FF-3.1.a" if side == FRIENDLY else "FF-3.4.1"
    first = draw(d, "event")
    events = events_of(d.now, side)
    if not first.card.hq or not events:
        d.log("log.no_event", rule, draws=(first.draw,), side=side)
        return
    number, draws = random_number(d, "event_list", len(events))
    name = events[number - 1]
    d.log("log.event", rule, draws=(first.draw, *draws), side=side, event=name)
    carry_out(d, name)


# rule: FF-3.1.d, FF-3.1.b
def carry_out(d: Draft[FieldsState], name: str) -> None:
    """Do what an event says; what cannot be done is lost, and nothing is drawn in its place."""
    event = data("events")["events"][name]
    if not EFFECTS[event["op"]](d, {**event["params"], "point": event["xp_if_completed"]}):
        d.log("log.event_lost", "FF-3.1.d", event=name)


def friendly_event(d: Draft[FieldsState]) -> None:
    check(d, FRIENDLY)


# rule: FF-3.2.1, FF-3.4.1
def enemy_event(d: Draft[FieldsState]) -> None:
    check(d, ENEMY)
