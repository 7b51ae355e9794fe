"""What is said while a game is played: positions, answers, the log, figures, talk."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from sandtable.kernel.log import Entry
from sandtable.kernel.offers import Offer
from sandtable.kernel.prompts import Outcome, Prompt
from sandtable.kernel.queries import Phrase
from sandtable.kernel.refusals import Id, Param, Refusal
from sandtable.server.shapes.base import (
    Action,
    Body,
    ClientId,
    Fact,
    Known,
    Milliseconds,
    Partial,
    Prose,
    Said,
    Seq,
    Title,
    Told,
    Word,
)

Picked = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Word


class Moment(Fact, frozen=True):
    """What is asked at one moment, and what one seat may answer."""

    seat: str
    seq: int
    prompts: tuple[Prompt, ...]
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    undo: Refusal | None
    """Why the last step cannot be taken back by this seat; null when it can."""
    redo: bool


class Position(Moment, frozen=True):
    """What one seat knows at one moment, and what it may answer."""

    state: Known


class AskOffers(Body, frozen=True):
    """Asks how a verb goes on after some arguments: ``{"do": "move", "unit": 57}``."""

    seat: Word
    partial: Partial = {}
    picked: Annotated[tuple[Picked, ...], Meta(max_length=500)] = ()
    """Of an argument that takes several things: those that are picked already."""


class OfferList(Fact, frozen=True):
    """The legal answers as far as asked, or why not."""

    seq: int
    offers: tuple[Offer, ...] = ()
    refusal: Refusal | None = None
    joinable: tuple[Id, ...] | None = None
    """What can be picked beside those that are; null where nothing is picked or everything goes together."""
    barrier: Literal["", "dice", "shown", "asked"] = ""
    """Why an answer that is whole could not be taken back once it is given, as far as the seat can know it now."""


class AskWhy(Body, frozen=True):
    """Asks whether an action is legal now, without doing it."""

    seat: Word
    action: Action


class Why(Fact, frozen=True):
    """Why not; null when it may be done."""

    seq: int
    refusal: Refusal | None


class Act(Body, frozen=True):
    """An answer. ``id`` is the client's own: the same id sent twice is done once."""

    id: ClientId
    seat: Word
    seq: Seq
    action: Action


class Again(Body, frozen=True):
    """Take back, or do again, as seen at ``seq``."""

    id: ClientId
    seat: Word
    seq: Seq


class PlanStep(Fact, frozen=True):
    """A step that could still be changed, with the answer that made it."""

    seq: int
    action: Action


class PlanSteps(Fact, frozen=True):
    """The steps of this phase that a seat could still change, in order."""

    seq: int
    since: int
    """The step before them: the position after it is the one they start from."""
    steps: tuple[PlanStep, ...]


class StepChange(Body, frozen=True):
    """Another answer at a step of a plan; null leaves the step out."""

    seq: Seq
    action: Action | None = None


class Revise(Body, frozen=True):
    """Change steps of a plan, as seen at ``seq``; the others are given again after it."""

    id: ClientId
    seat: Word
    seq: Seq
    steps: Annotated[tuple[StepChange, ...], Meta(min_length=1, max_length=100)]


class Revised(Fact, frozen=True):
    """It is done and on disk; ``fallen`` says why other steps of the plan could not be kept."""

    id: str
    seq: int
    fallen: tuple[Refusal, ...] = ()


class StandingCondition(Body, frozen=True):
    """Looks at one parameter of a question (or ``about``): a number, how many things there are, whether this is one."""

    param: Word
    at_least: Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | None = None
    at_most: Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | None = None
    names: Word = ""


class StandingAnswer(Body, frozen=True):
    """What a seat answers at a step of the sequence, at one place or, with an empty one, anywhere.

    Always or never, or a prepared answer; only if all conditions hold; so many times, or (0) until it is taken back.
    """

    step: Word
    answer: Literal["always", "never", "do"]
    place: Word = ""
    when: Annotated[tuple[StandingCondition, ...], Meta(max_length=6)] = ()
    action: Action | None = None
    """The prepared answer of ``do``."""
    times: Annotated[int, Meta(ge=0, le=1000)] = 0


class Passing(Body, frozen=True):
    """Pass whatever can be passed, until a question of one of these steps comes, or so many were passed."""

    until: Annotated[tuple[Word, ...], Meta(max_length=300)] = ()
    left: Annotated[int, Meta(ge=1, le=1000)] = 100


class Standing(Body, frozen=True):
    """All standing answers of a seat, and whether it passes."""

    seat: Word
    answers: Annotated[tuple[StandingAnswer, ...], Meta(max_length=60)]
    passing: Passing | None = None


class StandingAnswers(Fact, frozen=True):
    """What a seat has said once for all; only whoever sits there reads it."""

    answers: tuple[StandingAnswer, ...]
    passing: Passing | None = None


class Fork(Body, frozen=True):
    """Asks for a private table that goes on from step ``at``; ``bot`` plays the other seats, empty for oneself."""

    seat: Word
    at: Seq
    bot: Word = ""


class CaseText(Body, frozen=True):
    """A case file; ``bot`` plays the seats that are not ours when it is opened, empty for oneself."""

    text: Annotated[str, Meta(max_length=200_000)]
    bot: Word = ""
    seat: Word = ""


class CaseEdit(Body, frozen=True):
    """A case file and what is changed about its position: rows by table and key, null takes one off; tracks by name."""

    text: Annotated[str, Meta(max_length=200_000)]
    tables: dict[str, dict[str, Any]] = {}
    tracks: dict[str, Any] = {}


class CaseFile(Fact, frozen=True):
    """A position as a case file."""

    text: str


class CaseCheck(Fact, frozen=True):
    """What is wrong with a case file, and in which line; nothing where it can be played."""

    text: str
    problems: tuple[str, ...] = ()
    game: str = ""
    scenario: str = ""
    asked: tuple[str, ...] = ()
    state: Known | None = None
    """The position, where there is one; all of it, for whoever wrote the file knows everything in it."""


class KeepScenario(Body, frozen=True):
    """A case file to keep as a scenario of one's own; one of the same game and name is replaced."""

    name: Title
    text: Annotated[str, Meta(max_length=200_000, pattern=r"^[^\x00]*$")]


class OwnScenario(Fact, frozen=True):
    """A scenario of one's own; ``link`` is the path by which others see it, empty where nobody does."""

    id: int
    name: str
    game: str
    scenario: str
    letters: int
    changed: Milliseconds
    link: str = ""


class OwnScenarios(Fact, frozen=True):
    """Those of one account, the newest first, and how many it may keep."""

    scenarios: tuple[OwnScenario, ...]
    most: int


class OwnCase(Fact, frozen=True):
    """A scenario of somebody's own as the case file that it is."""

    name: str
    game: str
    scenario: str
    text: str


class AskHint(Body, frozen=True):
    """Asks what the computer would do on a seat, or next for a task that is handed over to it."""

    seat: Word
    task: Annotated[str, Meta(max_length=40)] = ""


class Hint(Fact, frozen=True):
    """What the computer would do, and how good it takes that to be."""

    seq: int
    bot: str
    action: Action | None
    aims: tuple[Phrase, ...] = ()
    """What it is after with this: what it takes now, and what it means to take next."""


class Ack(Fact, frozen=True):
    """It is done and on disk."""

    id: str
    seq: int


class Resign(Body, frozen=True):
    """Give up a seat."""

    seat: Word


class Propose(Body, frozen=True):
    """Propose a draw, or to go back to the position after step ``to``."""

    seat: Word
    kind: Literal["draw", "rewind"]
    to: Seq | None = None


class Reply(Body, frozen=True):
    """Agree to a proposal, or not; whoever proposed withdraws with ``false``."""

    seat: Word
    proposal: int
    """The number of the proposal that is meant: another may have taken its place."""
    agree: bool


class Rematch(Body, frozen=True):
    """Ask for the same again; ``rotate`` moves everyone on by one seat."""

    rotate: bool = True


class NextGame(Body, frozen=True):
    """Ask for the next game of a campaign: one of the scenarios that the outcome leads to."""

    scenario: Word


class LogLine(Fact, frozen=True):
    """A line of the log with its step and time."""

    seq: int
    at: Milliseconds
    entry: Entry


class LogPage(Fact, frozen=True):
    """Lines in order; ``more`` says whether earlier ones were left out."""

    seq: int
    lines: tuple[LogLine, ...]
    more: bool


class TimelineStep(Fact, frozen=True):
    """A step that stands."""

    seq: int
    seat: str
    at: Milliseconds


class Timeline(Fact, frozen=True):
    """The steps that stand, in order; each ``seq`` can be looked at with ``history``."""

    seq: int
    steps: tuple[TimelineStep, ...]


class Series(Fact, frozen=True):
    """One quantity over the steps: ``values[i]`` belongs to ``Statistics.seqs[i]``."""

    name: str
    seat: str
    values: tuple[int | None, ...]


class Faces(Fact, frozen=True):
    """How often a seat's dice of one size showed each face."""

    seat: str
    sides: int
    counts: dict[str, int]


class Statistics(Fact, frozen=True):
    """What a game counted, as far as the seat may know it."""

    seqs: tuple[int, ...]
    series: tuple[Series, ...]
    dice: tuple[Faces, ...]


class Query(Body, frozen=True):
    """Asks a question of the game that changes nothing: an overlay, odds."""

    seat: Word
    name: Word
    params: dict[str, Any] = {}


class Answer(Fact, frozen=True):
    """What the game says."""

    seq: int
    answer: Told


class ChatLine(Fact, frozen=True):
    """Something that was said. Lines of the server have no name and a ``key`` with parameters instead of text."""

    id: int
    at: Milliseconds
    name: str
    text: str
    seats: tuple[str, ...] = ()
    key: str = ""
    params: dict[str, Param] = {}


class ChatPage(Fact, frozen=True):
    """Chat lines in order."""

    lines: tuple[ChatLine, ...]


class Say(Body, frozen=True):
    """Something to say to the table."""

    text: Said


class Note(Body, frozen=True):
    """A private note on a game."""

    text: Prose


class NoteText(Fact, frozen=True):
    """The private note."""

    text: str
