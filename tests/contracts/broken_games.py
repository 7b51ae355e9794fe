"""Skirmish with one thing wrong at a time, to prove that each promise notices when it is not kept."""

from __future__ import annotations

import random  # noqa: TID251 - the point of one of these games
from collections.abc import Callable, Mapping
from dataclasses import replace as phase_with
from typing import Any, ClassVar

from msgspec.structs import force_setattr, replace

from sandtable.kernel import (
    Action,
    Draft,
    Game,
    Offers,
    OneOf,
    Outcome,
    Path,
    Phase,
    Prompt,
    Refusal,
    Sequence,
    Step,
    Verb,
    View,
    derived,
    refuse,
)
from tests.small import skirmish as right
from tests.small.skirmish import BLUE, RED, Done, Move, Piece, Position, Skirmish, enemy

Verbs = Callable[[Verb[Position, Any]], Verb[Position, Any]]


def with_verbs(change: Verbs, **turn: Any) -> Sequence[Position]:
    """The sequence of play with every verb exchanged, and the phases of a turn given other parts."""

    def rebuilt(phase: Phase[Position]) -> Phase[Position]:
        inner = tuple(rebuilt(child) for child in phase.phases)
        asks = turn if phase.name in (BLUE, RED) else {}
        return phase_with(phase, phases=inner, verbs=tuple(change(verb) for verb in phase.verbs), **asks)

    sequence = right.SEQUENCE
    return Sequence(rebuilt(sequence.main), *(rebuilt(one) for one in sequence.procedures))


def instead_of(kind: type[Action], **parts: Any) -> Verbs:
    """Exchange parts of one verb."""
    return lambda verb: phase_with(verb, **parts) if verb.action is kind else verb


def seen_if_dummy(state: Position, seat: str, key: int, piece: Piece) -> Piece:
    """Takes a dummy's face, which is 0, for none at all."""
    return right.seen_piece(state, seat, key, piece) if piece.face else piece


class LeaksAFace(Skirmish):
    """The view of a seat shows which pieces are dummies."""

    visibility = {**Skirmish.visibility, "pieces": seen_if_dummy}


class LeaksInThePrompt(Skirmish):
    """The words of a prompt depend on what the seat may not know."""

    sequence = with_verbs(
        lambda verb: verb,
        prompt=lambda s, seat: {"real": sum(1 for p in s.pieces.values() if p.side != seat and p.face)},
    )


def faces_a_dummy(state: Position, seat: str) -> bool:
    """Whether the enemy's first piece is a dummy."""
    first = next((p for p in state.pieces.values() if p.side == enemy(seat)), None)
    return first is None or first.face == right.DUMMY


def only_past_dummies(state: Position, seat: str) -> OneOf:
    """Lets pieces move only while the enemy's first piece is a dummy."""
    choice = right.movable(state, seat)
    return choice if faces_a_dummy(state, seat) else OneOf("piece", choice.legal[:1], why=choice.why)


class LeaksInTheOffers(Skirmish):
    """An umpire of its own lights what depends on things the seat may not know."""

    def offers(self, state: Position, seat: str, partial: Mapping[str, Any] | None = None) -> Offers | Refusal:
        found = super().offers(state, seat, partial)
        return found if isinstance(found, Refusal) or faces_a_dummy(state, seat) else found[:1]


def tell_tale(state: Position, seat: str) -> Refusal | None:
    real = sum(1 for p in state.pieces.values() if p.side != seat and p.face)
    return refuse("SK-3.1", "refuse.no_hold", real=real)


class LeaksInARefusal(Skirmish):
    """A reason counts what the seat may not know."""

    def why_not(self, state: Position, seat: str, action: Action) -> Refusal | None:
        no = super().why_not(state, seat, action)
        return no if no is None else tell_tale(state, seat)


def move_and_tell(d: Draft[Position], action: Move) -> None:
    d.log("log.whispered", "SK-2.0", face=d.now.pieces[action.unit].face or 0)
    right.move(d, action)


class LeaksInTheLog(Skirmish):
    """The log tells everybody the face of what moves."""

    sequence = with_verbs(instead_of(Move, effect=move_and_tell))


def move_openly(d: Draft[Position], action: Move) -> None:
    right.move(d, action)
    if action.unit in d.now.pieces:
        d.edit("pieces", action.unit, shown=True)


class UndoesAReveal(Skirmish):
    """A piece that moves is turned up, and the move can be taken back."""

    sequence = with_verbs(instead_of(Move, effect=move_openly))

    def barrier(self, step: Step[Position]) -> str:
        barrier = super().barrier(step)
        return "" if barrier == "shown" else barrier


class ImaginesNothing(Skirmish):
    """Takes what it does not know for known."""

    def imagine(self, view: View[Position], dice: Any) -> Position:
        return view.state


class ObserversSeeAll(Skirmish):
    """Someone without a seat sees every face."""

    visibility = {
        **Skirmish.visibility,
        "pieces": lambda s, seat, key, row: row if not seat else right.seen_piece(s, seat, key, row),
    }


def anything(state: Position, seat: str) -> OneOf:
    return OneOf("piece", [key for key, piece in state.pieces.items() if piece.side == seat])


def only_unmoved(state: Position, seat: str, unit: int) -> Path:
    """Offers pieces that moved already, and then no way for them."""
    way = right.ways(state, seat, unit)
    return Path("place", way.start, lambda path: {}, lambda path: False) if state.pieces[unit].moved else way


class LightsDeadBranches(Skirmish):
    """Pieces that have moved light up and lead nowhere."""

    sequence = with_verbs(instead_of(Move, args=(("unit", anything), ("path", only_unmoved))))


def wrongly_preset(state: Position, seat: str) -> OneOf:
    choice = right.movable(state, seat)
    return OneOf("piece", choice.legal, why=choice.why, default=999)


class PresetsWhatItForbids(Skirmish):
    """A default that nobody may choose."""

    sequence = with_verbs(instead_of(Move, args=(("unit", wrongly_preset), ("path", right.ways))))


class RefusesWhatItOffers(Skirmish):
    """A second judgement in another place than the offers."""

    def apply(self, state: Position, seat: str, action: Action, dice: Any) -> Any:
        if isinstance(action, Move) and len(action.path) > 2:
            return refuse("SK-2.0", "refuse.tired")
        return super().apply(state, seat, action, dice)


class DoesWhatItDoesNotOffer(Skirmish):
    """Carries out an answer of whoever gives it."""

    def apply(self, state: Position, seat: str, action: Action, dice: Any) -> Any:
        if isinstance(action, Done) and seat not in state.here.waiting:
            seat = state.here.waiting[0] if state.here.at.startswith("turn") else seat
        return super().apply(state, seat, action, dice)


class RefusesWithoutReason(Skirmish):
    """Says no and nothing else."""

    def apply(self, state: Position, seat: str, action: Action, dice: Any) -> Any:
        answer = super().apply(state, seat, action, dice)
        return Refusal(rule="", key="no") if isinstance(answer, Refusal) else answer


class ChangesThePast(Skirmish):
    """Writes into the position it was given."""

    def apply(self, state: Position, seat: str, action: Action, dice: Any) -> Any:
        state.score[BLUE] = state.score[BLUE] + 1
        return super().apply(state, seat, action, dice)


def crashing(state: Position, seat: str) -> OneOf:
    choice = right.movable(state, seat)

    def why(key: int) -> Refusal:
        piece = state.pieces.get(key)
        return refuse("SK-2.0", "refuse.x", side=piece.side)  # type: ignore[union-attr]

    return OneOf("piece", choice.legal, why=why)


class CrashesOnNonsense(Skirmish):
    """Explains only pieces that exist."""

    sequence = with_verbs(instead_of(Move, args=(("unit", crashing), ("path", right.ways))))


@derived("turn")
def strength_left(state: Position, side: str) -> int:
    """Counts pieces but says that it reads the turn."""
    return sum(1 + piece.hex for piece in state.pieces.values() if piece.side == side)


class RemembersTooLong(Skirmish):
    """A derived value that does not say what it reads."""

    def outcome(self, state: Position) -> Outcome | None:
        strength_left(state, BLUE)
        return super().outcome(state)


@derived("score")
def visited(state: Position) -> dict[int, int]:
    """How often a hex was moved to, as nobody can derive it."""
    return {}


def move_and_count(d: Draft[Position], action: Move) -> None:
    """Writes to what is remembered instead of to the position."""
    found = visited(d.now)
    found[action.path[-1]] = found.get(action.path[-1], 0) + 1
    right.move(d, action)


class WritesToWhatIsShared(Skirmish):
    """Changes a derived value that earlier positions share."""

    sequence = with_verbs(instead_of(Move, effect=move_and_count))


def move_by_luck(d: Draft[Position], action: Move) -> None:
    right.move(d, action)
    d.set(turn=d.now.turn + random.choice((0, 0, 1)))


class RollsInSecret(Skirmish):
    """Chance that is in no record."""

    sequence = with_verbs(instead_of(Move, effect=move_by_luck))


def move_in_any_order(d: Draft[Position], action: Move) -> None:
    right.move(d, action)
    for word in frozenset(("north", "south", "east", "west")):
        d.log(f"log.{word}")


class IteratesASet(Skirmish):
    """The order of its log depends on the process."""

    sequence = with_verbs(instead_of(Move, effect=move_in_any_order))


class DisordersATable(Skirmish):
    """Puts its pieces from the last to the first once it is played."""

    def play_on(self, d: Draft[Position], action: Action | None = None) -> Any:
        force_setattr(d.now, "pieces", dict(sorted(d.now.pieces.items(), reverse=True)))
        return super().play_on(d, action)


class MistakesAType(Skirmish):
    """A number where yes or no belongs."""

    def setup(self, scenario: Any, dice: Any) -> Position:
        state = super().setup(scenario, dice)
        return replace(state, pieces={key: replace(piece, shown=0) for key, piece in state.pieces.items()})


class WritesBesideTheDraft(Skirmish):
    """Changes that no record holds."""

    def play_on(self, d: Draft[Position], action: Action | None = None) -> Any:
        force_setattr(d.now, "score", {**d.now.score, BLUE: d.now.score[BLUE] + 1})
        return super().play_on(d, action)


def stand_still(d: Draft[Position], action: Done) -> None:
    """Forgets to say that the seat is done."""


class NeverEnds(Skirmish):
    """Nobody's turn is ever over."""

    sequence = with_verbs(instead_of(Done, effect=stand_still))


class AsksInVain(Skirmish):
    """Asks a seat that has nothing to answer."""

    def prompts(self, state: Position) -> tuple[Prompt, ...]:
        asked = super().prompts(state)
        return (*asked, Prompt(seat=enemy(asked[0].seat), at="turn", key="prompt.turn")) if asked else ()


class StacksPieces(Skirmish):
    """Lets two pieces into one hex."""

    def broken(self, state: Position) -> str | None:
        return "a piece has moved" if any(piece.moved for piece in state.pieces.values()) else None


class AnswersInWords(Skirmish):
    """Odds that no client can draw."""

    queries: ClassVar[Mapping[str, Any]] = {"odds": lambda state, seat, params: None}

    def query(self, view: View[Position], name: str, params: Mapping[str, Any]) -> Any:
        return "rather good"


class AnswersEverything(Skirmish):
    """Whatever it is asked, it has nothing to say."""

    def query(self, view: View[Position], name: str, params: Mapping[str, Any]) -> Any:
        return None


class CountsInHalves(Skirmish):
    """A curve through points that no rule counts in."""

    def statistics(self, state: Position) -> Any:
        return {"turn": {BLUE: state.turn / 2}}


class UndoesDice(Skirmish):
    """Forgets that dice cannot be unrolled."""

    def barrier(self, step: Step[Position]) -> str:
        return ""


GAMES: Mapping[str, Game[Any]] = {
    kind.__name__: kind()
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Skirmish) and kind is not Skirmish
}
ITERATES_A_SET = GAMES["IteratesASet"]
