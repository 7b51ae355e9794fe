"""The umpire's voice: names, prompts, refusals and log lines of one game in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.texts.catalogue import Catalogue, load

if TYPE_CHECKING:
    from sandtable.kernel import Draw, Entry, Id, Modifier, Outcome, Prompt, Refusal, Roll, Scenario, State
    from sandtable.registry import Manifest

BETWEEN_STEPS = " › "
BARE = ("", "seat", "verb", "arg", "word", "field", "bot")
"""Kinds of things whose id is already a word."""


class TwoNames(dict[Any, str]):
    """Names of a language by id, which also answer to the printed names."""

    def __init__(self, spoken: Mapping[Any, str], printed: Mapping[Any, str]) -> None:
        super().__init__(spoken)
        self._also = [(key, name) for key, name in printed.items() if name.casefold() != spoken[key].casefold()]

    def items(self) -> Any:
        """All names with what they name; ``values`` has those of the language alone, to be shown."""
        return [*super().items(), *self._also]


class Speech:
    """What is said about one game: the product's words, the game's own, and the names of its things."""

    def __init__(
        self,
        package: str,
        manifest: Manifest,
        scenario: Scenario,
        lang: str,
        step_name: Callable[[str], str] = str,
    ) -> None:
        """``step_name`` is the game's: what a place in its sequence of play is called in its catalogues."""
        self.lang = lang
        self._step_name = step_name
        self.manifest, self.scenario = manifest, scenario
        self._seats = {seat.id: seat.title.get(self.lang) or seat.title.get("en") for seat in manifest.seats}
        self.texts = Catalogue(self.lang, [load(self.lang, "sandtable"), *_own_words(self.lang, package)], self._name)

    def say(self, key: str, /, **params: Any) -> str:
        """A message, filled in."""
        return self.texts.say(key, **params)

    def name(self, of: str, thing: Id) -> str:
        """What a thing is called."""
        return self._name(of, thing, self.lang)

    @cached_property
    def listening(self) -> Scenario:
        """The names as they are understood: as printed, and as this language has them."""
        from sandtable.kernel import Scenario

        return Scenario(name=self.scenario.name, names={of: self._both(of) for of in self.scenario.names})

    def _both(self, of: str) -> TwoNames:
        printed = self.scenario.names[of]
        return TwoNames({thing: self.name(of, thing) for thing in printed}, printed)

    def is_named(self, of: str, thing: Id) -> bool:
        """Whether a thing has a name of its own."""
        return f"{of}.{thing}" in self.texts or thing in self.scenario.names.get(of, {})

    def _name(self, of: str, thing: Id, lang: str) -> str:
        """The catalogue's word, the scenario's, or the bare id with its kind."""
        if of == "seat" and (title := self._seats.get(str(thing))):
            return title
        if (key := f"{of}.{thing}") in self.texts:
            return self.texts.say(key)
        if (name := self.scenario.names.get(of, {}).get(thing)) is not None:
            return self._reworded(of, name)
        if of == "step":
            return str(thing).rpartition(".")[2]
        return str(thing) if of in BARE else f"{of} {thing}"

    def _reworded(self, of: str, printed: str) -> str:
        """A printed name in the words of the reader, where the catalogue has them: its number stays behind it."""
        base, _, number = printed.rpartition(" ")
        for name, rest in ((printed, ""), (base, f" {number}")):
            if (key := f"named.{of}.{name}") in self.texts:
                return self.texts.say(key) + rest
        return printed

    def breadcrumb(self, state: State) -> str:
        """Where the game stands in its sequence of play, from the outermost phase inwards."""
        from sandtable.kernel.subjects import points_of

        steps: list[str] = []
        for frame in state.flow:
            parts = frame.at.split(".")
            steps += [self.name("step", self._step_name(".".join(parts[: n + 1]))) for n in range(len(parts))]
            if about := points_of(frame):
                steps[-1] += f" ({', '.join(self.name(point.of, point.id) for point in about)})"
        return BETWEEN_STEPS.join(steps)

    def prompt(self, prompt: Prompt) -> str:
        """A question with the seat it goes to and the rule that asks it."""
        question = self.say(prompt.key, **prompt.params)
        return self.say("cli.prompt", seat=self.name("seat", prompt.seat), question=question) + _cited(prompt.rule)

    def refusal(self, no: Refusal) -> str:
        """The umpire's no, with its rule."""
        return self.say(no.key, **no.params) + _cited(no.rule)

    def outcome(self, outcome: Outcome) -> str:
        """How the game ended."""
        winners = [self.name("seat", seat) for seat in outcome.winners]
        ends = self.say("cli.winners", count=len(winners), winners=winners)
        reason = self.say(outcome.key, **outcome.params) + _cited(outcome.rule)
        scores = ", ".join(f"{self.name('seat', seat)} {points}" for seat, points in outcome.scores.items())
        return f"{ends} {reason}" + (f" ({scores})" if scores else "")

    def entry(self, entry: Entry) -> Iterator[str]:
        """A line of the log, and below it the dice, the cards and the reasons for each number."""
        yield self.say(entry.key, **entry.params) + _cited(entry.rule)
        for roll in entry.rolls:
            yield f"    {self.roll(roll)}"
        for draw in entry.draws:
            yield f"    {self.draw(draw)}"
        for modifier in entry.modifiers:
            yield f"    {self.modifier(modifier)}"

    def roll(self, roll: Roll) -> str:
        """Faces as they fell, and the number that was needed."""
        why = f"{self.say(roll.why)}: " if roll.why in self.texts else ""
        faces = " ".join(str(face) for face in roll.faces)
        if roll.need is None:
            return why + self.say("cli.rolled", sides=roll.sides, faces=faces)
        return why + self.say("cli.rolled_for", sides=roll.sides, faces=faces, need=roll.need)

    def draw(self, draw: Draw) -> str:
        """Cards as they came, and whether that turned the deck over."""
        why = f"{self.say(draw.why)}: " if draw.why in self.texts else ""
        cards = ", ".join(self.name(draw.of, card) for card in draw.cards)
        return why + self.say("cli.drawn_all" if draw.reshuffled else "cli.drawn", cards=cards)

    def modifier(self, part: Modifier) -> str:
        """One reason for a number, with its amount and its rule."""
        amount = f"{part.amount}/{part.per}" if part.per != 1 else str(part.amount)
        match part.op:
            case "add":
                sign = "" if part.amount < 0 else "+"
                shown = f"{sign}{amount}".replace("-", "−")
            case "times":
                shown = f"×{amount}"
            case "least":
                shown = f"≥{amount}"
            case "most":
                shown = f"≤{amount}"
        return f"{shown:>4}  {self.say(part.key, **part.params)}{_cited(part.rule)}"


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _own_words(lang: str, package: str) -> Iterator[dict[str, str]]:
    """The messages of a game; one that has none yet shows its keys."""
    spec = find_spec(package)
    if spec is not None and any((Path(home) / "locale").is_dir() for home in spec.submodule_search_locations or ()):
        yield load(lang, package)
