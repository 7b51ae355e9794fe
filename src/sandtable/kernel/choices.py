"""The few kinds of argument an action can have. Each kind judges, samples and describes itself.

A choice holds the legal answers and, for everything else, a function that says why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from heapq import heappop, heappush
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from sandtable.kernel.dice import Dice
from sandtable.kernel.refusals import Id, Ref, Refusal, refuse

T = TypeVar("T")

Why = Callable[[Any], Refusal | None]
"""Explains one value that is not among the legal ones; ``None`` leaves the general explanation."""

Steps = Callable[[tuple[Any, ...]], Mapping[Any, int]]
"""The next places after a way, with their running cost."""

TRIES = 8
"""How often a sampler tries to meet a choice's own check before it takes the default."""

VARIANTS = 3
"""So many ways into one place are followed further: the cheapest is not always the one that leads on."""

MOST_WAYS = 2000
"""So many ways are looked at when a whole reach is laid open."""


class Way(Struct, frozen=True):
    """A whole way to a place, without its start, and what it costs."""

    path: tuple[Id, ...]
    cost: int


class Widget(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice as it is sent to people: which control to show and what may be picked."""

    kind: Literal["one", "some", "path", "amounts", "number"]
    of: str = ""
    options: tuple[Id, ...] = ()
    costs: dict[str, int] = {}
    least: int | None = None
    most: int | None = None
    limits: dict[str, int] = {}
    weights: dict[str, int] = {}
    so_far: tuple[Id, ...] = ()
    may_stop: bool = False
    reach: dict[str, Way] = {}
    """Of a path: everywhere it can end, each place with the way that leads there."""
    budget: int | None = None
    """What there is to spend on it, in the unit of the costs; so many of these make a point."""
    per: int = 1
    dangers: dict[str, str] = {}
    """Places of the reach where something waits: words of the catalogue, ``danger.<word>``."""
    default: Any = None


def _remembered(ask: Callable[[tuple[Any, ...]], T]) -> Callable[[tuple[Any, ...]], T]:
    """The same question, put to the rules once for each answer: it is asked to draw it, to take it and to judge it."""
    known: dict[tuple[Any, ...], T] = {}

    def look(answer: tuple[Any, ...]) -> T:
        if answer not in known:
            known[answer] = ask(answer)
        return known[answer]

    return look


def _ordered(options: Iterable[Id]) -> tuple[Id, ...]:
    return tuple(sorted(dict.fromkeys(options)))


def _explained(why: Why | None, of: str, value: Id) -> Refusal:
    """Why a value may not be picked, in the rule's words or in general ones.

    Rules explain things of the game; of an id that the game does not have they know nothing and look it up in vain.
    """
    if why is not None:
        try:
            said = why(value)
        except LookupError:
            said = None
        if said is not None:
            return said
    return _unknown(of, value)


def _unknown(of: str, value: Id) -> Refusal:
    return refuse("", "refuse.not_offered", Ref(of, value), value=Ref(of, value))


class Pool:
    """Things that may be picked, each judged at most once and only when somebody asks.

    A board has hundreds of pieces: a judge needs the verdict on one of them, a bot on a few, only a player sees all.
    """

    __slots__ = ("_is_empty", "_verdicts", "_why_not", "candidates")

    def __init__(self, candidates: Iterable[Id], why_not: Why | None = None) -> None:
        self.candidates: dict[Id, None] = dict.fromkeys(sorted(candidates))
        self._why_not = why_not
        self._is_empty: bool | None = None if why_not else not self.candidates
        self._verdicts: dict[Id, bool] = {}

    def __contains__(self, one: object) -> bool:
        return isinstance(one, int | str) and one in self.candidates and self._is_legal(one)

    def __iter__(self) -> Iterator[Id]:
        return (one for one in self.candidates if self._is_legal(one))

    def __bool__(self) -> bool:
        if self._is_empty is None:
            self._is_empty = not any(self._is_legal(one) for one in self.candidates)
        return not self._is_empty

    def _is_legal(self, one: Id) -> bool:
        """The verdict on a candidate."""
        if self._why_not is None:
            return True
        if one not in self._verdicts:
            self._verdicts[one] = self._why_not(one) is None
        return self._verdicts[one]

    def draw(self, dice: Dice) -> Id | None:
        """Any one of them, each as likely as the others; ``None`` when there is none."""
        left = list(self.candidates)
        while left:
            one = left.pop(dice.draw(range(len(left))))
            if self._is_legal(one):
                return one
        return None


class Unasked(Struct, frozen=True):
    """What does not apply now and is not asked for; whoever gives it all the same is told why not."""

    why: Why


class OneOf(Struct, frozen=True):
    """One of these: a piece, a place, a word. See :func:`pick` for candidates that a rule has to sort out."""

    of: str
    options: Iterable[Id] | Pool
    why: Why | None = None
    costs: Mapping[Any, int] = {}
    default: Id | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.options, Pool):
            force_setattr(self, "options", Pool(self.options))

    @property
    def pool(self) -> Pool:
        """What can be picked, judged as late as possible."""
        return self.options  # type: ignore[return-value]

    @property
    def legal(self) -> tuple[Id, ...]:
        """All legal answers in order."""
        return tuple(self.pool)

    def is_possible(self) -> bool:
        return bool(self.pool)

    def refusal(self, value: Any) -> Refusal | None:
        if value in self.pool:
            return None
        if not isinstance(value, int | str):
            return refuse("", "refuse.wrong_type")
        return _explained(self.why, self.of, value)

    def sample(self, dice: Dice) -> Id | None:
        return self.pool.draw(dice)

    def widget(self, so_far: Any = None) -> Widget:
        legal = self.legal
        costs = {str(one): self.costs[one] for one in legal if one in self.costs}
        return Widget(kind="one", of=self.of, options=legal, costs=costs, default=self.default)


class SomeOf(Struct, frozen=True):
    """At least so many, at most so many of these; ``check`` is for rules about the selection as a whole.

    ``alike`` names what could go along with one of them, so that samplers do not mix what never goes together.
    """

    of: str
    options: Iterable[Id] | Pool
    least: int = 0
    most: int | None = None
    why: Why | None = None
    check: Callable[[tuple[Any, ...]], Refusal | None] | None = None
    default: tuple[Id, ...] | None = None
    alike: Callable[[Any], Iterable[Id]] | None = None
    fallback: Callable[[], tuple[Id, ...] | None] | None = None
    """A selection that passes the check, for samplers who find none by trying; nobody is shown it."""

    def __post_init__(self) -> None:
        if not isinstance(self.options, Pool):
            force_setattr(self, "options", Pool(self.options))
        if self.check is not None and self.default is None and self.least != 1:
            raise ValueError("a choice with a check needs a default that passes it, or one alone must pass it")
        if self.check is not None:
            force_setattr(self, "check", _remembered(self.check))

    @property
    def pool(self) -> Pool:
        """What can be picked, judged as late as possible."""
        return self.options  # type: ignore[return-value]

    @property
    def legal(self) -> tuple[Id, ...]:
        """Everything that may be picked, in order."""
        return tuple(self.pool)

    @property
    def limit(self) -> int:
        """How many can be picked at most."""
        return len(self.legal) if self.most is None else min(self.most, len(self.legal))

    def is_possible(self) -> bool:
        return self.least == 0 or (bool(self.pool) if self.least == 1 else self.least <= self.limit)

    def refusal(self, value: Any) -> Refusal | None:
        if not isinstance(value, tuple | list):
            return refuse("", "refuse.wrong_type")
        seen: dict[Any, None] = {}
        for one in value:
            if one not in self.pool:
                if not isinstance(one, int | str):
                    return refuse("", "refuse.wrong_type")
                return _explained(self.why, self.of, one)
            if one in seen:
                return refuse("", "refuse.twice", value=Ref(self.of, one))
            seen[one] = None
        if len(value) < self.least:
            return refuse("", "refuse.too_few", least=self.least, given=len(value))
        told = self.check(tuple(value)) if self.check else None
        if self.most is not None and len(value) > self.most:
            return told or refuse("", "refuse.too_many", most=self.most, given=len(value))
        return told

    def sample(self, dice: Dice) -> tuple[Id, ...] | None:
        for _ in range(TRIES):
            picked = self._some(dice)
            if picked is None and not self.is_possible():
                return None
            if picked is not None and (self.check is None or self.check(picked) is None):
                return picked
        if (sure := self.surely()) is not None:
            return sure
        one = self.pool.draw(dice)
        return None if one is None else (one,)

    def surely(self) -> tuple[Id, ...] | None:
        """A selection that is known to pass, if there is one."""
        return self.default if self.default is not None or self.fallback is None else self.fallback()

    def _some(self, dice: Dice) -> tuple[Id, ...] | None:
        """A selection of random size, met by the limits; ``None`` when too few can be picked."""
        if self.most == 1:
            return self._one_or_none(dice)
        if self.alike is None:
            left = list(self.legal)
        else:
            first = self.pool.draw(dice)
            left = [] if first is None else [first, *(one for one in self.alike(first) if one != first)]
        most = len(left) if self.most is None else min(self.most, len(left))
        if most < self.least:
            return None
        size = dice.draw(range(self.least, most + 1))
        picked: list[Id] = []
        if self.alike is not None and size:
            picked.append(left.pop(0))
        while len(picked) < size and left:
            one = left.pop(dice.draw(range(len(left))))
            if one in self.pool:
                picked.append(one)
        return _ordered(picked) if len(picked) >= self.least else None

    def _one_or_none(self, dice: Dice) -> tuple[Id, ...] | None:
        """The same for one at most: nobody has to judge the others."""
        one = None if self.least == 0 and dice.draw(range(2)) == 0 else self.pool.draw(dice)
        if one is None:
            return () if self.least == 0 else None
        return (one,)

    def widget(self, so_far: Any = None) -> Widget:
        return Widget(
            kind="some", of=self.of, options=self.legal, least=self.least, most=self.limit, default=self.default
        )


class Path(Struct, frozen=True):
    """A way through the map, one step after the other. ``steps`` gives the next places with their running cost."""

    of: str
    start: Id
    steps: Steps
    may_stop: Callable[[tuple[Any, ...]], bool]
    why: Callable[[tuple[Any, ...], Any], Refusal | None] | None = None
    search: Callable[[tuple[Any, ...]], Mapping[Any, Way] | None] | None = None
    """The game's own search beyond a way: all places where it can end. ``None`` leaves it to :meth:`reach`."""
    budget: int | None = None
    per: int = 1
    danger: Callable[[Any], str] | None = None
    """What waits at a place, as a word of the catalogue; empty where nothing does."""
    why_stop: Callable[[tuple[Any, ...]], Refusal | None] | None = None
    """Why a way may not end where it has come, with the rule that says so."""

    def __post_init__(self) -> None:
        force_setattr(self, "steps", _remembered(self.steps))

    def is_possible(self) -> bool:
        return self.may_stop(()) or bool(self.steps(()))

    def refusal(self, value: Any) -> Refusal | None:
        if (no := self.misstep(value)) is not None:
            return no
        if not self.may_stop(tuple(value)):
            no = self.why_stop(tuple(value)) if self.why_stop is not None else None
            return no or refuse("", "refuse.cannot_stop", place=Ref(self.of, value[-1] if value else self.start))
        return None

    def misstep(self, value: Any) -> Refusal | None:
        """What is wrong with a way, whether or not it may end where it does."""
        if not isinstance(value, tuple | list):
            return refuse("", "refuse.wrong_type")
        path: tuple[Any, ...] = ()
        for place in value:
            if place not in self.steps(path):
                return _explained(self.why and partial(self.why, path), self.of, place)
            path = (*path, place)
        return None

    def sample(self, dice: Dice) -> tuple[Any, ...] | None:
        if not self.is_possible():
            return None
        path: tuple[Any, ...] = ()
        while True:
            following = list(self.steps(path))
            if self.may_stop(path) and (not following or dice.draw(range(3)) == 0):
                return path
            if not following:
                raise RuntimeError(f"a path that went {path} can neither stop nor go on")
            path = (*path, following[dice.draw(range(len(following)))])

    def reach(self, path: tuple[Any, ...] = ()) -> Mapping[Any, Way]:
        """Everywhere a way can end that begins like this, each place with the cheapest way found.

        Each of them is judged by ``steps`` and ``may_stop`` like a way that is taken step by step.
        """
        found = self.search(path) if self.search is not None else None
        return self._explored(path) if found is None else found

    def _explored(self, path: tuple[Any, ...]) -> dict[Any, Way]:
        """The same, step by step outward, cheapest first."""
        found: dict[Any, Way] = {}
        visits: dict[Any, int] = {}
        queue: list[tuple[int, int, int, tuple[Any, ...]]] = [(0, 0, 0, path)]
        for count in range(MOST_WAYS):
            if not queue:
                break
            cost, _, _, way = heappop(queue)
            here = way[-1] if way else self.start
            if len(way) > len(path) and here not in found and self.may_stop(way):
                found[here] = Way(way, cost)
            visits[here] = visits.get(here, 0) + 1
            if visits[here] > VARIANTS:
                continue
            for to, total in self.steps(way).items():
                if visits.get(to, 0) < VARIANTS:
                    heappush(queue, (total, len(way), count, (*way, to)))
        return found

    def widget(self, so_far: Any = None) -> Widget:
        path = tuple(so_far or ())
        following = self.steps(path)
        reach = self.reach(path)
        entered = dict.fromkeys(place for way in reach.values() for place in way.path)
        words = {place: self.danger(place) for place in entered} if self.danger is not None else {}
        return Widget(
            kind="path",
            of=self.of,
            options=tuple(following),
            costs={str(k): v for k, v in following.items()},
            so_far=(self.start, *path),
            may_stop=self.may_stop(path),
            reach={str(place): way for place, way in reach.items()},
            budget=self.budget,
            per=self.per,
            dangers={str(place): word for place, word in words.items() if word},
        )


class Amounts(Struct, frozen=True):
    """So many of each kind, with a total: purchases within a budget, losses that must add up."""

    of: str
    limits: Mapping[Any, int]
    least: int = 0
    most: int | None = None
    weights: Mapping[Any, int] = {}
    why: Why | None = None
    check: Callable[[dict[Any, int]], Refusal | None] | None = None
    default: dict[Any, int] | None = None
    total_key: str = "refuse.total"

    def __post_init__(self) -> None:
        if (self.check is not None or self.least) and self.default is None:
            raise ValueError("amounts with a least total or a check need a default that passes")

    def total(self, amounts: Mapping[Any, int]) -> int:
        """The weighted sum of amounts."""
        return sum(self.weights.get(kind, 1) * n for kind, n in amounts.items())

    def is_possible(self) -> bool:
        return self.least == 0 or self.default is not None

    def refusal(self, value: Any) -> Refusal | None:
        if not isinstance(value, Mapping):
            return refuse("", "refuse.wrong_type")
        for kind, n in value.items():
            if not isinstance(n, int) or isinstance(n, bool):
                return refuse("", "refuse.wrong_type")
            if kind not in self.limits:
                return _explained(self.why, self.of, kind)
            if n < 0 or n > self.limits[kind]:
                return refuse("", "refuse.out_of_range", Ref(self.of, kind), least=0, most=self.limits[kind], given=n)
        total = self.total(value)
        if total < self.least or (self.most is not None and total > self.most):
            if self.most is None:
                return refuse("", "refuse.too_few", least=self.least, given=total)
            return refuse("", self.total_key, least=self.least, most=self.most, given=total)
        return self.check(dict(value)) if self.check else None

    def sample(self, dice: Dice) -> dict[Any, int] | None:
        if not self.is_possible():
            return None
        for _ in range(TRIES):
            amounts = self._filled(dice)
            if self.refusal(amounts) is None:
                return amounts
        return dict(self.default or {})

    def _filled(self, dice: Dice) -> dict[Any, int]:
        """Add one unit after the other until the total is reached or a draw says stop."""
        amounts = dict.fromkeys(self.limits, 0)
        total = 0
        while True:
            room = None if self.most is None else self.most - total
            open_kinds = [
                kind
                for kind, most in self.limits.items()
                if amounts[kind] < most and (room is None or self.weights.get(kind, 1) <= room)
            ]
            if not open_kinds or (total >= self.least and dice.draw(range(4)) == 0):
                return {k: n for k, n in amounts.items() if n}
            kind = open_kinds[dice.draw(range(len(open_kinds)))]
            amounts[kind] += 1
            total += self.weights.get(kind, 1)

    def widget(self, so_far: Any = None) -> Widget:
        return Widget(
            kind="amounts",
            of=self.of,
            limits={str(k): v for k, v in self.limits.items()},
            weights={str(k): v for k, v in self.weights.items()},
            least=self.least,
            most=self.most,
            default=self.default,
        )


class Number(Struct, frozen=True):
    """A whole number between two bounds."""

    least: int
    most: int
    default: int | None = None
    why: Why | None = None

    def is_possible(self) -> bool:
        return self.least <= self.most

    def refusal(self, value: Any) -> Refusal | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return refuse("", "refuse.wrong_type")
        if self.least <= value <= self.most:
            return None
        general = refuse("", "refuse.out_of_range", least=self.least, most=self.most, given=value)
        return (self.why(value) if self.why else None) or general

    def sample(self, dice: Dice) -> int | None:
        return dice.draw(range(self.least, self.most + 1)) if self.is_possible() else None

    def widget(self, so_far: Any = None) -> Widget:
        return Widget(kind="number", least=self.least, most=self.most, default=self.default)


Choice = OneOf | SomeOf | Path | Amounts | Number


def pick(of: str, candidates: Iterable[Id], why_not: Callable[[Any], Refusal | None], **more: Any) -> OneOf:
    """One of the candidates that no rule forbids; the same predicate explains the others."""
    return OneOf(of, Pool(candidates, why_not), why=why_not, **more)


def pick_some(of: str, candidates: Iterable[Id], why_not: Callable[[Any], Refusal | None], **more: Any) -> SomeOf:
    """Some of the candidates that no rule forbids; the same predicate explains the others."""
    return SomeOf(of, Pool(candidates, why_not), why=why_not, **more)


WORDS = "word"
YES, NO = "yes", "no"


def yes_or_no(default: str | None = None) -> OneOf:
    """A plain question."""
    return OneOf(WORDS, (YES, NO), default=default)
