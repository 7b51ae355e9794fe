"""Who plays whom in a round. Nobody meets anybody again as long as there is any other way; that is proved, not tried.

A round is a perfect matching of those who may still meet. Whoever stands first gets the best opponent with whom the
others can still be matched, then the next, and so on.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

Pair = tuple[int, int]


class Entry(Struct, frozen=True):
    """Somebody to be paired: half points so far, and rounds that were won without an opponent."""

    id: int
    points: int = 0
    byes: int = 0


def key(one: int, other: int) -> Pair:
    """Two players, whichever is named first."""
    return (one, other) if one < other else (other, one)


def swiss(ranked: Sequence[Entry], met: Mapping[Pair, int]) -> tuple[list[Pair], int | None]:
    """The pairs of a round, the best first, and who has no opponent; of players in the order of their standing.

    Opponents are of equal points as far as may be: the upper half of those meets the lower. A bye goes to the last who
    had the fewest.
    """
    most = max(met.values(), default=0)
    for meetings in range(most + 1):  # whoever has met once may meet again only where nothing else is left
        for bye in _byes(ranked):
            players = [one for one in ranked if one.id != bye]
            graph = _Graph(
                {
                    one.id: [other.id for other in players if other is not one and _met(met, one, other) <= meetings]
                    for one in players
                }
            )
            if graph.is_perfect:
                return _greedy(players, graph, met), bye
    raise AssertionError("any two may meet in the last try")


def _met(met: Mapping[Pair, int], one: Entry, other: Entry) -> int:
    return met.get(key(one.id, other.id), 0)


def _byes(ranked: Sequence[Entry]) -> list[int | None]:
    """Who could be left without an opponent, the first choice first."""
    if len(ranked) % 2 == 0:
        return [None]
    last_first = list(reversed(ranked))
    return [one.id for one in sorted(last_first, key=lambda one: one.byes)]


def _greedy(players: Sequence[Entry], graph: _Graph, met: Mapping[Pair, int]) -> list[Pair]:
    found: list[Pair] = []
    left = list(players)
    while left:
        first = left.pop(0)
        for other in _wanted(first, left, met):
            if graph.fix(first.id, other.id):
                found.append((first.id, other.id))
                left.remove(other)
                break
    return found


def _wanted(first: Entry, left: Sequence[Entry], met: Mapping[Pair, int]) -> list[Entry]:
    """The opponents of whoever stands first: few meetings, near points, half the group further down."""
    group = [one for one in left if one.points == first.points]
    middle = len(group) // 2
    places = {one.id: abs(place - middle) for place, one in enumerate(group)}
    others = {one.id: place for place, one in enumerate(left)}
    return sorted(
        left,
        key=lambda one: (
            _met(met, first, one),
            abs(first.points - one.points),
            places.get(one.id, others[one.id]),
        ),
    )


def round_robin(players: Sequence[int]) -> list[list[tuple[int, int | None]]]:
    """Every round of a tournament in which everybody meets everybody once; ``None`` is a rest."""
    wheel: list[int | None] = [*players] + [None] * (len(players) % 2)
    rounds = []
    for number in range(len(wheel) - 1):
        pairs = []
        for one, other in zip(wheel[: len(wheel) // 2], reversed(wheel[len(wheel) // 2 :]), strict=True):
            if number % 2:
                one, other = other, one
            if one is None:
                one, other = other, one
            assert one is not None
            pairs.append((one, other))
        rounds.append(pairs)
        wheel = [wheel[0], wheel[-1], *wheel[1:-1]]
    return rounds


def with_sides(pair: Pair, was_first: Counter[int], was_second: Counter[int]) -> Pair:
    """A pair in the order of the sides: the first side goes to whoever has had it less often."""
    one, other = pair
    lean = [was_first[who] - was_second[who] for who in pair]
    return (one, other) if lean[0] <= lean[1] else (other, one)


class _Graph:
    """A graph with a matching that is as large as can be (Edmonds), kept so while pairs are fixed."""

    def __init__(self, edges: Mapping[int, Iterable[int]]) -> None:
        self._edges = {one: list(others) for one, others in edges.items()}
        self._mate: dict[int, int] = {}
        self._complete()

    @property
    def is_perfect(self) -> bool:
        """Whether everybody has a partner."""
        return len(self._mate) == len(self._edges)

    def fix(self, one: int, other: int) -> bool:
        """Take a pair out for good, if the others can still all be matched."""
        if other not in self._edges[one]:
            return False
        edges, mate = self._edges, dict(self._mate)
        self._edges = {
            who: [partner for partner in partners if partner not in (one, other)]
            for who, partners in edges.items()
            if who not in (one, other)
        }
        self._mate = {who: partner for who, partner in mate.items() if not {who, partner} & {one, other}}
        self._complete()
        if not self.is_perfect:
            self._edges, self._mate = edges, mate
            return False
        return True

    def _complete(self) -> None:
        for one in self._edges:
            if one not in self._mate:
                self._augment(one)

    def _augment(self, root: int) -> None:
        """Look for a path from somebody alone to somebody else alone, on which every other edge is matched."""
        mate, edges = self._mate, self._edges
        base = {one: one for one in edges}
        came: dict[int, int] = {}
        seen = {root}
        queue = deque([root])

        def meeting(one: int, other: int) -> int:
            """Where the ways back of two meet."""
            passed = set()
            while True:
                one = base[one]
                passed.add(one)
                if one not in mate:
                    break
                one = came[mate[one]]
            while base[other] not in passed:
                other = came[mate[base[other]]]
            return base[other]

        def mark(one: int, root: int, child: int, blossom: set[int]) -> None:
            while base[one] != root:
                blossom |= {base[one], base[mate[one]]}
                came[one] = child
                child = mate[one]
                one = came[child]

        while queue:
            one = queue.popleft()
            for other in edges[one]:
                if base[one] == base[other] or mate.get(one) == other:
                    continue
                if other == root or (other in mate and mate[other] in came):
                    stem = meeting(one, other)
                    blossom: set[int] = set()
                    mark(one, stem, other, blossom)
                    mark(other, stem, one, blossom)
                    for who in edges:
                        if base[who] in blossom:
                            base[who] = stem
                            if who not in seen:
                                seen.add(who)
                                queue.append(who)
                elif other not in came:
                    came[other] = one
                    if other not in mate:
                        self._flip(other, came)
                        return
                    partner = mate[other]
                    seen.add(partner)
                    queue.append(partner)

    def _flip(self, last: int, came: Mapping[int, int]) -> None:
        one: int | None = last
        while one is not None:
            before = came[one]
            after = self._mate.get(before)
            self._mate[one], self._mate[before] = before, one
            one = after
