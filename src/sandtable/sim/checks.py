"""What must hold of every position and every step, whatever the game. Each check says what is wrong, or nothing."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import Game, Match, Offer, Refusal, State, Step, codec, fold
from sandtable.kernel.changes import Change, typed
from sandtable.kernel.memory import remembered
from sandtable.kernel.offers import open_verb
from sandtable.kernel.state import bind


def position_fault(game: Game[Any], state: State) -> str:
    """What is wrong with a position by itself."""
    if (broken := game.broken(state)) is not None:
        return broken
    return _codec_fault(game, state) or _memory_fault(game, state) or _question_fault(game, state)


def _codec_fault(game: Game[Any], state: State) -> str:
    again = codec.decode_state(codec.encode(state), game.state_type, state.scenario)
    if again != state:
        return "the position changes when it is written and read"
    return "" if codec.state_hash(again) == codec.state_hash(state) else "equal positions have unequal fingerprints"


def _memory_fault(game: Game[Any], state: State) -> str:
    """A remembered value that is not what a fresh look gives: the function does not declare all that it reads."""
    fresh = bind(codec.decode_state(codec.encode(state), game.state_type, state.scenario), state.scenario)
    for fn, args, value in remembered(state):
        if fn.compute(fresh, args) != value:
            return f"{fn.function.__qualname__}{args} is out of date: it reads a field that it does not declare"
    return ""


def _question_fault(game: Game[Any], state: State) -> str:
    """A seat that is asked and has no answer, or is offered what hangs on things it does not know."""
    for prompt in game.prompts(state):
        seat, seen = prompt.seat, game.view(state, prompt.seat).state
        if not _has_answer(game, state, seat):
            return f"{seat} is asked at {prompt.at} and has no legal answer"
        if seen is not state and _opened(game, seen, seat) != _opened(game, state, seat):
            return f"the offers to {seat} at {prompt.at} hang on what it does not know"
    return ""


def _opened(game: Game[Any], state: State, seat: str) -> list[Offer | Refusal]:
    """All verbs as the rules open them on that very position, whatever of it the seat knows."""
    return [open_verb(verb, state, seat, {}) for verb in game.open_verbs(state, seat)]


def _has_answer(game: Game[Any], state: State, seat: str) -> bool:
    """Whether any verb can be used; the one that ends a phase is the quickest to ask."""
    verbs = sorted(game.open_verbs(state, seat), key=lambda verb: not verb.ends)
    return any(isinstance(open_verb(verb, state, seat, {}), Offer) for verb in verbs)


def step_fault(game: Game[Any], before: State, step: Step[Any]) -> str:
    """What is wrong with a step: changes that do not tell it, dice that could be taken back."""
    if step.rolls and step.barrier != "dice":
        return "dice were rolled and the step can be taken back"
    written = codec.decode(codec.encode(step.changes), tuple[Change, ...])
    folded = fold(before, [typed(game.state_type, change) for change in written])
    return "" if folded == step.state else "the changes of the step do not lead to its position"


def undo_fault(match: Match[Any], step: Step[Any]) -> str:
    """Whether taking back and doing again comes to the same; both end up in the record."""
    if step.barrier:
        refused = isinstance(match.undo(step.seat), Refusal)
        return "" if refused else f"a step with the barrier {step.barrier!r} was taken back"
    if match.game.outcome(match.state) is not None:
        return ""
    undone = match.undo(step.seat)
    if isinstance(undone, Refusal):
        return f"a step without a barrier cannot be taken back: {undone.key}"
    redone = match.redo(step.seat)
    if isinstance(redone, Refusal):
        return f"a step that was taken back cannot be done again: {redone.key}"
    return "" if match.state == step.state else "taking back and doing again leads to another position"
