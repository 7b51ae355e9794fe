"""Orders about Runners (menu 4.2.1, f to h)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command import runners
from sandtable.games.fieldsoffire.rules.command.nets import hub
from sandtable.games.fieldsoffire.rules.command.orders import ordered, pay, why_not_order
from sandtable.games.fieldsoffire.scenario.units import HQ_CO
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb

MAKE, SEND, DISMISS = "4.2.1f", "4.2.1g", "4.2.1h"


class MakeRunner(Action, frozen=True, tag="make_runner"):
    """Menu 4.2.1f."""

    unit: UnitId


class SendRunner(Action, frozen=True, tag="send_runner"):
    """Menu 4.2.1g."""

    runner: UnitId
    hq: UnitId


class DismissRunner(Action, frozen=True, tag="dismiss_runner"):
    """Menu 4.2.1h."""

    runner: UnitId
    unit: UnitId


def sources(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        return runners.why_not_make(state, key) or why_not_order(state, key, MAKE, needs=(HQ_CO,))

    return ordered(state, why_not)


def make(d: Draft[FieldsState], action: MakeRunner) -> None:
    pay(d, action.unit, MAKE)
    runners.make(d, action.unit)


# rule: FF-4.2.1g, FF-4.2.1h
def why_not_told(state: FieldsState, runner: int, menu: str) -> Refusal | None:
    """Why a Runner gets no order from the company headquarters; in its box he is with it."""
    if state.units[runner].at:
        return why_not_order(state, runner, menu, needs=(HQ_CO,))
    impulse, him, centre = state.impulse, Ref("unit", runner), hub(state)
    if not centre:
        return refuse("FF-4.1.3.c", "refuse.needs_headquarters", him, unit=him)
    head = Ref("unit", centre)
    if state.units[centre].flipped:  # rule: FF-4.1.4.a
        return refuse("FF-4.1.4.a", "refuse.fire_team_side", head, hq=head)
    if state.units[centre].pinned:  # rule: FF-4.3.1.a
        return refuse("FF-4.3.1.a", "refuse.out_of_earshot", him, head, unit=him, hq=head)
    if impulse is not None and f"{runner}:{menu}" in impulse.done:
        return refuse("FF-4.2.a", "refuse.done_already", him, unit=him, action=menu)
    return why_not_order(state, centre, menu, needs=(HQ_CO,), repeats=True)


def ready(state: FieldsState, seat: str) -> OneOf:
    def why_not(runner: int) -> Refusal | None:
        no = runners.why_not_send(state, runner) or why_not_told(state, runner, SEND)
        if no is None and not runners.receivers(state):
            return refuse("FF-4.2.1g", "refuse.nobody_to_run_to", Ref("unit", runner), unit=Ref("unit", runner))
        return no

    return pick("unit", runners.in_play(state), why_not)


def receivers(state: FieldsState, seat: str, runner: int) -> OneOf:
    him = Ref("unit", runner)
    nobody = refuse("FF-4.2.1g.eff", "refuse.no_errand_there", him, unit=him)
    return OneOf("unit", runners.receivers(state), why=lambda hq: nobody)


def send(d: Draft[FieldsState], action: SendRunner) -> None:
    pay(d, action.runner, SEND)
    runners.send(d, action.runner, action.hq)


def dismissible(state: FieldsState, seat: str) -> OneOf:
    def why_not(runner: int) -> Refusal | None:
        if not runners.takers(state, runner):
            return refuse("FF-4.2.1h.eff", "refuse.nobody_takes_him", Ref("unit", runner), unit=Ref("unit", runner))
        return why_not_told(state, runner, DISMISS)

    return pick("unit", runners.in_play(state), why_not)


def takers(state: FieldsState, seat: str, runner: int) -> OneOf:
    him = Ref("unit", runner)
    nobody = refuse("FF-4.2.1h.eff", "refuse.does_not_take_him", him, unit=him)
    return OneOf("unit", runners.takers(state, runner), why=lambda unit: nobody)


def dismiss(d: Draft[FieldsState], action: DismissRunner) -> None:
    pay(d, action.runner, DISMISS)
    runners.dismiss(d, action.runner, action.unit)


RUNNING = (
    verb(MakeRunner, "FF-4.2.1f", make, unit=sources),
    verb(SendRunner, "FF-4.2.1g", send, runner=ready, hq=receivers),
    verb(DismissRunner, "FF-4.2.1h", dismiss, runner=dismissible, unit=takers),
)
