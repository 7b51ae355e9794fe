"""Promises about what a seat does not know: drawn anew, it changes nothing that the seat can see.

That is stronger than looking for hidden values in the bytes: positions that differ only in what a seat may not know
give it the same bytes, so no byte of them depends on it. What these promises cannot know is the rulebook: a game that
declares visible what its rules hide needs a test of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel import Refusal, ScriptedDice, SeededDice, Step, public
from sandtable.kernel.changes import tables_of
from sandtable.kernel.codec import encode
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.offers import sample
from sandtable.kernel.state import successor
from sandtable.kernel.views import OBSERVER, Redactor
from tests.contracts import clicks
from tests.contracts.offers_contract import strange_actions
from tests.contracts.playing import Broken, Moment, Playthrough, spread

Promise = Callable[[Playthrough], None]

POSITIONS = 25
DRAWS = 3


def if_it_hides(promise: Promise) -> Promise:
    """A promise that means something only for a game in which not everybody sees everything."""

    @wraps(promise)
    def kept(played: Playthrough) -> None:
        if any(see is not public for see in played.game.visibility.values()):
            promise(played)

    return kept


def imagined(played: Playthrough, state: Any, seat: str, dice: SeededDice) -> Iterator[Any]:
    """Positions that this seat could just as well be in."""
    for _ in range(DRAWS):
        yield played.game.imagine(played.game.view(state, seat), dice)


@if_it_hides
def imagined_positions_are_whole(played: Playthrough) -> None:
    """What a seat does not know is filled in, not left masked, and in the course of a game it comes out differently."""
    game, dice = played.game, played.dice("whole")
    hidden = varied = 0
    for state in played.positions(POSITIONS):
        for seat in state.scenario.seats:
            masked = list(_masked(played, state, seat))
            hidden += len(masked)
            for other in imagined(played, state, seat, dice):
                if list(_masked(played, other, seat)) != masked:
                    raise Broken(f"what {seat} does not know is not imagined", state, masked=masked)
                if (problem := game.broken(other)) is not None:
                    raise Broken(f"{seat} imagines an impossible position: {problem}", state)
                varied += other != state
    if hidden and not varied:
        raise Broken("something is hidden, but imagining it always gives the true position")


def _masked(played: Playthrough, state: Any, seat: str) -> Iterator[tuple[str, Any]]:
    """The rows and fields that a seat does not see as they are."""
    tables = tables_of(type(state))
    for name, see in played.game.visibility.items():
        rows = getattr(state, name) if name in tables else {None: getattr(state, name)}
        yield from ((name, key) for key, row in rows.items() if see(state, seat, key, row) is not row)


@if_it_hides
def masks_do_not_depend_on_what_they_hide(played: Playthrough) -> None:
    """A masked row looks the same whatever the masked field holds; a mask that lifts for one value gives it away."""
    tables = tables_of(played.game.state_type)
    for state in played.positions(POSITIONS):
        for name, see in played.game.visibility.items():
            if see is public or name not in tables:
                continue
            rows = getattr(state, name)
            for seat in state.scenario.seats:
                for key, row in rows.items():
                    _try_other_values(state, name, see, seat, key, row)


def _try_other_values(state: Any, table: str, see: Redactor, seat: str, key: Any, row: Any) -> None:
    rows, seen = getattr(state, table), see(state, seat, key, row)
    if seen is row or seen is None or not isinstance(row, Struct):
        return
    for field in type(row).__struct_fields__:
        if getattr(seen, field) == getattr(row, field):
            continue
        values = {getattr(one, field): None for one in rows.values() if type(one) is type(row)}
        for value in values:
            other = replace(row, **{field: value})
            if see(successor(state, **{table: {**rows, key: other}}), seat, key, other) != seen:
                raise Broken(f"the view of {seat} shows whether {table} {key} has {field} {value!r}", state)


@if_it_hides
def views_do_not_leak(played: Playthrough) -> None:
    """View, prompts and offers at every level are byte for byte the same in every position the seat could be in."""
    game, dice = played.game, played.dice("views")
    for state in played.positions(POSITIONS):
        for seat in state.scenario.seats:
            seen, lit = encode(game.view(state, seat)), _clicked(played, state, seat)
            for other in imagined(played, state, seat, dice):
                if encode(game.view(other, seat)) != seen:
                    raise Broken(f"the view of {seat} shows what it may not know", state)
                if [p for p in game.prompts(other) if p.seat == seat] != [
                    p for p in game.prompts(state) if p.seat == seat
                ]:
                    raise Broken(f"the prompt of {seat} tells what it may not know", state)
                if _clicked(played, other, seat) != lit:
                    raise Broken(f"the offers to {seat} tell what it may not know", state)


def _clicked(played: Playthrough, state: Any, seat: str) -> list[bytes]:
    return [encode(offer) for offer in clicks.walk(played.game, state, seat, SeededDice(b"one way"))]


@if_it_hides
def refusals_do_not_leak(played: Playthrough) -> None:
    """The reasons a seat is given are the same in every position it could be in."""
    game, dice = played.game, played.dice("refusals")
    for moment in spread(list(played.moments), POSITIONS):
        state = moment.before
        strange = strange_actions(played, moment.seat, moment.action, state, dice)
        for other in imagined(played, state, moment.seat, dice):
            for seat, action in strange:
                here, there = game.why_not(state, seat, action), game.why_not(other, seat, action)
                if seat == moment.seat and encode(here) != encode(there):
                    raise Broken(f"a refusal tells {seat} what it may not know", state, here=here, there=there)


@if_it_hides
def observers_see_least(played: Playthrough) -> None:
    """What someone without a seat sees, every seat sees."""
    for state in played.positions(POSITIONS):
        hidden = list(_masked(played, state, OBSERVER))
        for seat in state.scenario.seats:
            if more := [one for one in _masked(played, state, seat) if one not in hidden]:
                raise Broken(f"an observer sees what {seat} does not", state, rows=more)


@if_it_hides
def reveals_are_barriers(played: Playthrough) -> None:
    """An answer after which a seat can tell apart what it could not before is not taken back."""
    game, dice = played.game, played.dice("reveals")
    for moment in spread(list(played.moments), POSITIONS * 2):
        if moment.step.barrier:
            continue
        for seat in moment.before.scenario.seats:
            after = encode(game.view(moment.step.state, seat))
            for other in imagined(played, moment.before, seat, dice):
                step = game.apply(other, moment.seat, moment.action, ScriptedDice(()))
                if isinstance(step, Step) and encode(game.view(step.state, seat)) != after:
                    raise Broken(f"{seat} was shown something, and the answer can be taken back", moment.before)


@if_it_hides
def logs_do_not_leak(played: Playthrough) -> None:
    """Steps that leave a seat with the same view tell it the same story, though what it does not know differs.

    Tried with the same answer in other positions the seat could be in, and with other answers of the same kind.
    """
    game, dice = played.game, played.dice("logs")
    for moment in spread(list(played.moments), POSITIONS * 2):
        for seat in moment.before.scenario.seats:
            if seat == moment.seat:
                continue
            view = encode(game.view(moment.step.state, seat))
            told = [encode(entry) for entry in moment.step.entries if entry.is_for(seat)]
            for step in _look_alikes(played, moment, seat, dice):
                if step.hash == moment.step.hash or encode(game.view(step.state, seat)) != view:
                    continue
                if [encode(entry) for entry in step.entries if entry.is_for(seat)] != told:
                    raise Broken(f"the log tells {seat} what it may not know", moment.before, action=moment.action)


def _look_alikes(played: Playthrough, moment: Moment, seat: str, dice: SeededDice) -> Iterator[Step[Any]]:
    game = played.game
    verb = game.verbs[str(type(moment.action).__struct_config__.tag)]
    for other in imagined(played, moment.before, seat, dice):
        for state, action in (
            (other, moment.action),
            (moment.before, sample(verb, moment.before, moment.seat, dice)),
        ):
            if action is None:
                continue
            try:
                step = game.apply(state, moment.seat, action, ScriptedDice(moment.step.rolls))
            except ScriptError:
                continue  # it would have rolled other dice: the seat can tell the difference
            if not isinstance(step, Refusal):
                yield step
