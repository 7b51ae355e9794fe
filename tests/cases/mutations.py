"""Case files with one mistake in them: a word misspelt, a key left out, a value of another kind, a line lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from sandtable.kernel import Dice, SeededDice

Way = tuple[Any, ...]

FREE = frozenset({"case", "note", "source", "why", "label", "name", "formation", "cup", "id", "line"})
"""Words that nobody reads but people, and names that a case itself gives."""
OTHERS: tuple[Any, ...] = (None, True, 7, -1, 10**9, 1.5, "word", [], {}, [1], ["word"], {"word": 1}, [[]], [None])
"""Values of another kind."""


class Mutant(NamedTuple):
    """A case with a mistake: what was done to it, its text, and whether a word in it means nothing any more."""

    what: str
    text: str
    is_misspelt: bool = False


def ways(data: Any, way: Way = ()) -> Iterator[Way]:
    """The way to every value of a case."""
    if way:
        yield way
    if isinstance(data, dict):
        for key, value in data.items():
            yield from ways(value, (*way, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from ways(value, (*way, number))


def at(data: Any, way: Way) -> Any:
    """The value at the end of a way."""
    for part in way:
        data = data[part]
    return data


def copied(data: Any) -> Any:
    """The same data, to be changed."""
    if isinstance(data, dict):
        return {key: copied(value) for key, value in data.items()}
    return [copied(value) for value in data] if isinstance(data, list) else data


def drawn(dice: Dice, things: Sequence[Any]) -> Any:
    """One of some things."""
    return things[dice.draw(range(len(things)))]


def is_free(way: Way) -> bool:
    """Whether words there mean nothing to the game."""
    return any(part in FREE for part in way)


def misspelt(word: str, dice: Dice) -> str:
    """A word with a letter too many."""
    spots = [n for n, letter in enumerate(word) if letter.isalpha()]
    spot = drawn(dice, spots)
    return f"{word[:spot]}q{word[spot:]}"


def has_letters(word: Any) -> bool:
    """Whether a value is a word that can be misspelt."""
    return isinstance(word, str) and any(letter.isalpha() for letter in word)


def words(data: Any) -> list[tuple[Way, bool]]:
    """Every word of a case: the way to it, and whether it is a key."""
    found: list[tuple[Way, bool]] = []
    for way in ways(data):
        if is_free(way[:-1]):
            continue
        if has_letters(way[-1]) and not (way[-1] in FREE and len(way) > 1):
            found.append((way, True))
        if has_letters(at(data, way)) and not is_free(way):
            found.append((way, False))
    return found


def with_word_misspelt(data: Any, way: Way, is_key: bool, dice: Dice) -> Mutant:
    """A key or a value with a letter too many."""
    changed = copied(data)
    home = at(changed, way[:-1])
    if is_key:
        wrong = misspelt(way[-1], dice)
        rows = {wrong if key == way[-1] else key: value for key, value in home.items()}
        home.clear()
        home.update(rows)
    else:
        wrong = home[way[-1]] = misspelt(home[way[-1]], dice)
    return Mutant(f"{'.'.join(map(str, way))} written {wrong!r}", written(changed), is_misspelt=True)


def with_value_changed(data: Any, dice: Dice) -> Mutant:
    """A value of another kind."""
    changed = copied(data)
    way = drawn(dice, list(ways(data)))
    other = drawn(dice, OTHERS)
    at(changed, way[:-1])[way[-1]] = other
    return Mutant(f"{'.'.join(map(str, way))} is {other!r}", written(changed))


def with_part_dropped(data: Any, dice: Dice) -> Mutant:
    """A key or an element left out."""
    changed = copied(data)
    way = drawn(dice, list(ways(data)))
    del at(changed, way[:-1])[way[-1]]
    return Mutant(f"without {'.'.join(map(str, way))}", written(changed))


def with_line_lost(text: str, dice: Dice) -> Mutant:
    """A line of the file left out."""
    lines = text.splitlines()
    number = dice.draw(range(len(lines)))
    return Mutant(f"without line {number + 1}", "\n".join([*lines[:number], *lines[number + 1 :]]) + "\n")


def written(data: Any) -> str:
    """A case as YAML, wide enough that every part keeps a line of its own."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=None)


def mutants(path: Path, data: Any, seed: str, count: int) -> Iterator[Mutant]:
    """So many mutants of a file, the same for a seed: every other one is misspelt."""
    dice = SeededDice(f"{seed} {path.stem}"[:64].encode())
    spelt = words(data)
    for number in range(count):
        if number % 2 == 0:
            yield with_word_misspelt(data, *drawn(dice, spelt), dice)
            continue
        match dice.draw(range(4)):
            case 0 | 1:
                yield with_value_changed(data, dice)
            case 2:
                yield with_part_dropped(data, dice)
            case _:
                yield with_line_lost(path.read_text(), dice)
