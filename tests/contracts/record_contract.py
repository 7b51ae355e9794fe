"""Promises about positions and records: plain, ordered, typed, folded, taken back, derived afresh."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import Match, Offer, Prompt, Refusal, Step, View, fold
from sandtable.kernel.changes import Change, difference, tables_of, typed
from sandtable.kernel.codec import Malformed, convert, decode, decode_state, encode, plain, state_hash
from sandtable.kernel.memory import remembered
from sandtable.kernel.records import read, write
from sandtable.kernel.views import OBSERVER
from tests.contracts import clicks
from tests.contracts.playing import Broken, Playthrough, spread

POSITIONS = 40
MANY = 120


def it_ends(played: Playthrough) -> None:
    """Random play comes to an end, with winners who sit in the game."""
    outcome = played.game.outcome(played.match.state)
    if outcome is None:
        raise Broken(f"the game still goes on after {len(played.moments)} answers", played.match.state)
    strangers = [seat for seat in outcome.winners if seat not in played.match.scenario.seats]
    if strangers or not outcome.key:
        raise Broken("the outcome has no key or names seats that are not there", played.match.state, outcome=outcome)


def nothing_is_broken(played: Playthrough) -> None:
    """The game's own invariants hold in every position, those of play among them."""
    for state in (*played.positions(), played.match.state):
        if (problem := played.game.broken(state) or played.game.unreached(state)) is not None:
            raise Broken(f"impossible position: {problem}", state)


def tables_are_in_order(played: Playthrough) -> None:
    """Every table is in key order, so that iterating it never depends on history."""
    for state in (*played.positions(), played.match.state):
        for name in tables_of(type(state)):
            keys = list(getattr(state, name))
            if keys != sorted(keys):
                raise Broken(f"the table {name} is out of order", state, keys=keys)


def types_hold(played: Playthrough) -> None:
    """Everything in a position is of the type its field declares, and plain data of another type is caught."""
    kind = played.game.state_type
    for state in (*played.positions(POSITIONS), played.match.state):
        try:
            again = convert(plain(state), kind)
        except Malformed as problem:
            raise Broken(f"a position holds a value of the wrong type: {problem}", state) from None
        if again != state:
            raise Broken("a position changes when it is written and read", state)
    for name in kind.__struct_fields__:
        wrong = {**plain(played.match.state), name: 1.5}
        try:
            convert(wrong, kind)
        except Malformed:
            continue
        raise Broken(f"nothing notices that {name} is a fraction", played.match.state)


def messages_round_trip(played: Playthrough) -> None:
    """Positions, views, prompts, offers, outcomes and records come back from JSON as they were."""
    game, dice = played.game, played.dice("messages")
    for state in (*played.positions(POSITIONS), played.match.state):
        again = decode_state(encode(state), game.state_type, state.scenario)
        if again != state or state_hash(again) != state_hash(state):
            raise Broken("a position does not come back from JSON", state)
        for seat in (*state.scenario.seats, OBSERVER):
            view = game.view(state, seat)
            if decode(encode(view), View[game.state_type]) != view:  # type: ignore[name-defined]
                raise Broken(f"the view of {seat!r} does not come back from JSON", state)
        for prompt in game.prompts(state):
            _same(prompt, Prompt, state)
            for offer in clicks.walk(game, state, prompt.seat, dice):
                _same(offer, Offer, state)
    for record in played.match.records:
        if write(read(write(record))) != write(record):
            raise Broken("a record does not come back from its line", None, record=record)


def _same(message: Any, kind: Any, state: Any) -> None:
    # Arguments of an offer are of the game's types, which a client does not have: their bytes must be the same.
    again = decode(encode(message), kind)
    if encode(again) != encode(message) or (kind is Prompt and again != message):
        raise Broken(f"a {kind.__name__} does not come back from JSON", state, message=message)


def changes_fold_to_the_position(played: Playthrough) -> None:
    """The changes of a step, live or read from JSON, turn the position before it into the one after it."""
    kind = played.game.state_type
    for moment in played.moments:
        sent = decode(encode(moment.step.changes), tuple[Change, ...])
        for changes in (moment.step.changes, tuple(typed(kind, change) for change in sent)):
            folded = fold(moment.before, changes)
            if folded != moment.step.state or state_hash(folded) != moment.step.hash:
                wrong = difference(folded, moment.step.state)
                raise Broken("folding the changes gives another position", moment.before, wrong=wrong)


def records_fold_to_the_match(played: Playthrough) -> None:
    """The record alone gives the same match, and the rules re-derive every step of it from its dice."""
    records = [read(write(record)) for record in played.match.records]
    again = Match.fold(played.game, records)
    if again.state != played.match.state or state_hash(again.state) != state_hash(played.match.state):
        raise Broken("the record folds to another position", played.match.state)
    if [entry for _, entry in again.log()] != [entry for _, entry in played.match.log()]:
        raise Broken("the record tells another story", played.match.state)
    for seq, problem in again.verify():
        raise Broken(f"step {seq} cannot be derived again: {problem}", played.match.state)


def derived_values_are_fresh(played: Playthrough) -> None:
    """Whatever a position remembers equals what would be computed anew."""
    for state in (*played.positions(MANY), played.match.state):
        fresh = decode_state(encode(state), played.game.state_type, state.scenario)
        for function, args, value in remembered(state):
            name = function.function.__qualname__
            if type(value).__eq__ is object.__eq__ and value is not None:
                raise Broken(
                    f"{name} gives a {type(value).__name__}, which cannot be compared; make it a dataclass", state
                )
            if function.function(fresh, *args) != value:
                raise Broken(f"{name}{args} is stale: it reads more than {sorted(function.reads)}", state, value=value)


def undo_and_redo_are_identity(played: Playthrough) -> None:
    """Taking back restores the very position, doing again the very step, and barriers stand."""
    game = played.game
    match = Match.new(game, played.match.scenario, played.seed)
    for moment in played.moments:
        before = match.state
        step = match.act(moment.seat, moment.action)
        if not isinstance(step, Step) or step.hash != moment.step.hash:
            raise Broken("the same answer gives another position in the same game", before, action=moment.action)
        for other in match.scenario.seats:
            if other != moment.seat and not isinstance(match.undo(other), Refusal):
                raise Broken(f"{other} took back an answer of {moment.seat}", before)
        _back_and_forth(match, moment.seat, before, step)
    if state_hash(Match.fold(game, [read(write(r)) for r in match.records]).state) != state_hash(match.state):
        raise Broken("a record with answers taken back folds to another position", match.state)


def _back_and_forth(match: Match[Any], seat: str, before: Any, step: Step[Any]) -> None:
    after = match.state
    if step.rolls and not step.barrier:
        raise Broken("dice were rolled and the answer can be taken back", before)
    back = match.undo(seat)
    if step.barrier or match.game.outcome(after) is not None:
        if not isinstance(back, Refusal):
            raise Broken("an answer was taken back over a barrier", before, barrier=step.barrier)
        return
    if isinstance(back, Refusal) or match.state != before or state_hash(match.state) != state_hash(before):
        raise Broken("taking back did not restore the position", before, answer=back)
    again = match.redo(seat)
    if isinstance(again, Refusal) or match.state != after or again.hash != step.hash:
        raise Broken("doing again gave another position", before, answer=again)
    if again.entries != step.entries or again.changes != step.changes:
        raise Broken("doing again told another story", before)


def words_exist(played: Playthrough, catalogue: set[str]) -> None:
    """Every key that play brings up has words; ``catalogue`` holds the keys of the product and of the game."""
    used: dict[str, None] = {}
    for state in played.positions():
        used.update((prompt.key, None) for prompt in played.game.prompts(state))
    for _, entry in played.match.log():
        used[entry.key] = None
        used.update((part.key, None) for part in entry.modifiers)
        used.update((roll.why, None) for roll in entry.rolls)
    if (outcome := played.game.outcome(played.match.state)) is not None:
        used[outcome.key] = None
    for moment in spread(list(played.moments), POSITIONS):
        for seat in moment.before.scenario.seats:
            no = played.game.why_not(moment.before, seat, moment.action)
            used.update({no.key: None} if no is not None else {})
    if missing := [key for key in used if key and key not in catalogue]:
        raise Broken(f"no words for {', '.join(sorted(missing))}")
