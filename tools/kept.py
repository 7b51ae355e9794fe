"""Series of games that can be stopped and gone on with: every game is a line of a file as soon as it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


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
    with file.open("ab") as book:
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
