"""Chance. Everything random is one draw of a face from a list of faces; who draws decides how."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")


class Dice(Protocol):
    """A source of chance: picks one of the faces, each equally likely."""

    def draw(self, faces: Sequence[int]) -> int: ...

    def deal(self, cards: Sequence[int]) -> int:
        """The same for a card: one of those in a deck. Only scripts tell cards from faces."""
        ...


def die(sides: int) -> range:
    """The faces 1 to ``sides``."""
    return range(1, sides + 1)


D6 = die(6)
D10 = range(10)
"""The ten-sided die as wargames read it: 0 to 9."""


RANGE = 2**64
"""How many numbers a draw is taken from."""


WORDS = struct.Struct(">8Q")
"""One hash gives the numbers of eight draws."""


class SeededDice:
    """Dice that anyone can audit.

    Draw number i is word i % 8 of BLAKE2b(seed, i // 8). The few numbers that would favour a face are thrown away:
    then it is BLAKE2b(seed, (i, attempt)), with attempts counted from 1.
    """

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if not 1 <= len(seed) <= 64:
            raise ValueError("a seed has 1 to 64 bytes")
        self.seed = seed
        self.drawn = drawn
        self._block, self._words = -1, (0,) * 8

    def draw(self, faces: Sequence[int]) -> int:
        count = len(faces)
        if count == 0:
            raise ValueError("nothing to draw from")
        drawn = self.drawn
        block = drawn >> 3
        if block != self._block:
            digest = blake2b(block.to_bytes(8, "big"), key=self.seed).digest()
            self._block, self._words = block, WORDS.unpack(digest)
        number = self._words[drawn & 7]
        if number >= RANGE - count:  # all numbers that could favour a face lie up there
            number = self._fair(number, count)
        self.drawn = drawn + 1
        return faces[number % count]

    deal = draw

    def _fair(self, number: int, count: int) -> int:
        """The number itself, or the first of the further attempts, that favours no face."""
        attempt, fair = 0, RANGE - RANGE % count
        while number >= fair:
            attempt += 1
            again = (self.drawn << 32 | attempt).to_bytes(12, "big")
            number = int.from_bytes(blake2b(again, key=self.seed, digest_size=8).digest(), "big")
        return number


def mixed(seed: bytes, entropy: Mapping[str, str]) -> bytes:
    """The seed that dice are drawn from: the promised one, with what each seat put to it after it was promised."""
    if not entropy:
        return seed
    told = "".join(f"{seat}:{entropy[seat]}\n" for seat in sorted(entropy))
    return blake2b(told.encode(), key=seed, digest_size=32).digest()


def commitment(seed: bytes) -> str:
    """What is published when a game starts, so that the seed shown at its end can be checked."""
    return blake2b(seed, digest_size=32).hexdigest()


class ScriptError(Exception):
    """Scripted dice or cards do not fit what was drawn."""

    def wanted(self, why: str) -> ScriptError:
        """The same, with the purpose of the draw."""
        return ScriptError(f"{self} (wanted for {why})") if why else self


class ScriptedDice:
    """Dice that show what a test, a case file or a recorded game says they showed.

    Cards have a script of their own where one is given; else they stand among the faces, as they do in a record.
    """

    def __init__(self, faces: Sequence[int], cards: Sequence[int] | None = None) -> None:
        self.faces = tuple(faces)
        self.drawn = 0
        self.cards = None if cards is None else tuple(cards)
        self.dealt = 0

    def draw(self, faces: Sequence[int]) -> int:
        if self.drawn >= len(self.faces):
            raise ScriptError(f"the script has {len(self.faces)} faces, another one was drawn")
        face = self.faces[self.drawn]
        if face not in faces:
            shown = ", ".join(str(f) for f in faces[:12])
            raise ScriptError(f"draw {self.drawn + 1} of the script is {face}, but the faces are {shown}")
        self.drawn += 1
        return face

    def deal(self, cards: Sequence[int]) -> int:
        if self.cards is None:
            return self.draw(cards)
        if self.dealt >= len(self.cards):
            raise ScriptError(f"the script has {len(self.cards)} cards, another one was drawn")
        card = self.cards[self.dealt]
        if card not in cards:
            shown = ", ".join(str(one) for one in cards[:12]) + (", ..." if len(cards) > 12 else "")
            raise ScriptError(f"card {self.dealt + 1} of the script is {card}, but the deck has {shown}")
        self.dealt += 1
        return card

    @property
    def undealt(self) -> tuple[int, ...]:
        """Cards of the script that nothing has drawn yet."""
        return () if self.cards is None else self.cards[self.dealt :]

    @property
    def left(self) -> tuple[int, ...]:
        """Faces of the script that nothing has drawn yet."""
        return self.faces[self.drawn :]


class RecordingDice:
    """Passes draws on and remembers them, for the record of a step."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.faces: list[int] = []

    def draw(self, faces: Sequence[int]) -> int:
        face = self.dice.draw(faces)
        self.faces.append(face)
        return face

    def deal(self, cards: Sequence[int]) -> int:
        card = self.dice.deal(cards)
        self.faces.append(card)
        return card


class NoDice:
    """Dice for code that must not roll."""

    def draw(self, faces: Sequence[int]) -> int:
        raise ScriptError("nothing may be rolled here")

    deal = draw


class EnumeratingDice:
    """One walk through the tree of outcomes; see :func:`outcomes`."""

    def __init__(self, branches: list[tuple[list[tuple[int, int]], int, int]]) -> None:
        # Each branch: its distinct faces with their counts, the number of faces, and the one taken now.
        self._branches = branches
        self._depth = 0

    def draw(self, faces: Sequence[int]) -> int:
        if self._depth == len(self._branches):
            counts: dict[int, int] = {}
            for face in faces:
                counts[face] = counts.get(face, 0) + 1
            self._branches.append((list(counts.items()), len(faces), 0))
        ways, _, taken = self._branches[self._depth]
        self._depth += 1
        return ways[taken][0]

    deal = draw

    @property
    def chance(self) -> Fraction:
        """The probability of the walk so far."""
        product = Fraction(1)
        for ways, total, taken in self._branches:
            product *= Fraction(ways[taken][1], total)
        return product


def outcomes(play: Callable[[Dice], T]) -> Iterator[tuple[Fraction, T]]:
    """Run ``play`` once for each way the dice can fall and give each result with its exact probability."""
    branches: list[tuple[list[tuple[int, int]], int, int]] = []
    while True:
        dice = EnumeratingDice(branches)
        result = play(dice)
        yield dice.chance, result
        while branches:
            ways, total, taken = branches.pop()
            if taken + 1 < len(ways):
                branches.append((ways, total, taken + 1))
                break
        if not branches:
            return
