"""What seats do in a case: an action as a person writes it, and going on until something comes."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import codec
from sandtable.kernel.actions import Action
from sandtable.kernel.cases.parts import CaseError, Where, instead, mapping, text
from sandtable.kernel.cases.shapes import Reader, reader_for
from sandtable.kernel.changes import field_types
from sandtable.kernel.game import Game
from sandtable.kernel.match import read_action
from sandtable.kernel.offers import usual
from sandtable.kernel.state import Scenario, State


def arguments(game: Game[Any], reader: Reader, value: Any, where: Where) -> dict[str, Any]:
    """What a seat does: ``{move: "46 Inf Div", to: 3606}``, the verb's own value being its first argument."""
    given = dict(mapping(value, where))
    word: Any = given.pop("do", None)
    written: dict[str, str] = {}
    if word is None:
        # The first key names the action; a later one may be an argument that is called like another verb.
        word = next((key for key in given if key in game.verbs), None)
        if word is None:
            meant = instead(next(iter(given), ""), sorted(game.verbs))
            raise CaseError(where, f"name one action{meant or '; there is ' + ', '.join(sorted(game.verbs))}")
        first = given.pop(word)
        fields = game.verbs[word].action.__struct_fields__
        if first is not None and first is not True:
            if not fields:
                raise CaseError((*where, word), f"{word} has no arguments; write {{do: {word}}}")
            if fields[0] in given:
                raise CaseError((*where, fields[0]), f"{fields[0]!r} stands here twice: {word} means it already")
            given = {fields[0]: first, **given}
            written[fields[0]] = word
    elif text(word, (*where, "do")) not in game.verbs:
        raise CaseError((*where, "do"), f"there is no action {word!r}" + instead(word, sorted(game.verbs)))
    kind: type[Action] = game.verbs[word].action
    hints = field_types(kind)
    for name in given:
        if name not in hints:
            there_is = instead(name, hints) if hints else "; it has no arguments"
            raise CaseError((*where, str(name)), f"{word} has no {name!r}{there_is}")
    found = {
        name: reader.read(hints[name], one, (*where, written.get(name, str(name))), f"{kind.__name__}.{name}")
        for name, one in given.items()
    }
    return {"do": word, **found}


def action_of(game: Game[Any], known: Reader | Scenario, value: Any, where: Where) -> Action:
    """A whole action; a scenario will do where no case is being read."""
    data = arguments(game, known if isinstance(known, Reader) else reader_for(game, known), value, where)
    try:
        return read_action(game, data)
    except codec.Malformed as problem:
        raise CaseError(where, str(problem)) from None


def passing(game: Game[Any], state: State, seat: str) -> Action | None:
    """The answer that leaves everything to the others: the end of the phase, else what the umpire proposes."""
    seen = game.seen(state, seat)
    verbs = game.open_verbs(state, seat)
    for verb in sorted(verbs, key=lambda verb: not verb.ends):
        action = usual(verb, seen, seat)
        if action is not None:
            return action
    return None
