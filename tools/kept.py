"""Series of games that can be stopped and gone on with: every game is a line of a file as soon as it is over."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def asked(
    program: str, about: str, names: Sequence[str], words: list[str], games: int, *, has_page: bool = True
) -> argparse.Namespace:
    """The words of a series: what is ``played``, how many games of each, by whom, on how many cores, and where kept."""
    parser = argparse.ArgumentParser(prog=f"python -m tools.{program}", description=about)
    parser.add_argument("played", nargs="*", metavar="NAME", help="only these; by default all")
    parser.add_argument("--games", type=int, default=games, help="games of each")
    parser.add_argument("--bot", default="planner", help="who plays")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help="where finished games are kept")
    if has_page:
        parser.add_argument("--write", action="store_true", help="write the page of the docs")
    found = parser.parse_args(words)
    if unknown := [name for name in found.played if name not in names]:
        parser.error(f"nothing is called {', '.join(unknown)}; there is {', '.join(names)}")
    found.played = tuple(found.played or names)
    return found


def kept(file: Path, kind: type[T]) -> list[T]:
    """The games of a file; a line that was cut off is played again."""
    found = []
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError:
            continue
    return found


def go_on(file: Path, wanted: Iterable[tuple[Any, ...]], play: Callable[..., T], jobs: int = 1) -> Iterator[T]:
    """Play games and write each down as it ends, in processes of their own where there are several."""
    before = file.read_bytes() if file.exists() else b""
    with file.open("ab") as book:
        if before and not before.endswith(b"\n"):
            book.write(b"\n")  # the last line was cut off: what follows is no part of it
        for one in results(wanted, play, jobs):
            book.write(msgspec.json.encode(one) + b"\n")
            book.flush()
            yield one


def results(wanted: Iterable[tuple[Any, ...]], play: Callable[..., T], jobs: int) -> Iterator[T]:
    """The games one after the other, or as many at a time as there are jobs."""
    if jobs == 1:
        yield from (play(*one) for one in wanted)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, *zip(*wanted, strict=True))
