"""Searches on maps: reach within a budget, cheapest ways, floods, and the path that led somewhere.

Costs are small whole numbers (half or sixth movement points where the rules need fractions), so a bucket queue beats a
heap. A cost of ``None`` means: no way through.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)

Cost = Callable[[N, N], int | None]
Edges = Callable[[N], Iterable[tuple[N, int]]]


@dataclass(frozen=True, slots=True)
class Reach(Generic[N]):
    """Where one can get: the cheapest cost of every node reached, and the node it was reached from."""

    costs: dict[N, int]
    origins: dict[N, N]

    def __contains__(self, node: N) -> bool:
        return node in self.costs

    def path(self, to: N) -> tuple[N, ...]:
        """The cheapest way to a reached node, without the start and with the node itself."""
        if to not in self.costs:
            raise KeyError(f"{to} was not reached")
        way: list[N] = []
        while to in self.origins:
            way.append(to)
            to = self.origins[to]
        return tuple(reversed(way))


def reach(
    start: N,
    budget: int,
    neighbours: Mapping[N, Sequence[N]],
    cost: Cost[N],
    may_go_on: Callable[[N], bool] | None = None,
    least: int = 1,
) -> Reach[N]:
    """Everything within a budget (Dial's bucket queue).

    ``may_go_on`` is asked once of each node: false where a move must stop, such as an enemy zone of control.
    ``least`` is the smallest price of any step (0 where some are free): nodes that no step could reach more cheaply
    are passed over without asking for the price.
    """
    costs: dict[N, int] = {start: 0}
    origins: dict[N, N] = {}
    buckets: list[list[N]] = [[] for _ in range(max(budget, 0) + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if costs[node] != spent or (may_go_on is not None and node != start and not may_go_on(node)):
                continue
            cheapest_next = spent + least
            if cheapest_next > budget:
                continue
            for following in neighbours[node]:
                best = costs.get(following)
                if best is not None and best <= cheapest_next:
                    continue
                price = cost(node, following)
                if price is None:
                    continue
                if price < least:
                    raise ValueError(f"a step costs {price}, but the least was said to be {least}")
                total = spent + price
                if total <= budget and (best is None or total < best):
                    costs[following] = total
                    origins[following] = node
                    buckets[total].append(following)
    return Reach(costs, origins)


def cheapest(sources: Iterable[N], edges: Edges[N], limit: int | None = None) -> Reach[N]:
    """Cheapest ways from any of the sources (Dijkstra); ``edges`` gives the ways out of a node with their costs.

    Nodes may be tuples, such as (hex, came by road), where the cost depends on how one arrived.
    """
    costs: dict[N, int] = {}
    origins: dict[N, N] = {}
    queue: list[tuple[int, int, N]] = []
    count = 0
    for source in sources:
        if source not in costs:
            costs[source] = 0
            heappush(queue, (0, count, source))
            count += 1
    while queue:
        spent, _, node = heappop(queue)
        if spent > costs[node]:
            continue
        for following, price in edges(node):
            total = spent + price
            if limit is not None and total > limit:
                continue
            best = costs.get(following)
            if best is None or total < best:
                costs[following] = total
                origins[following] = node
                heappush(queue, (total, count, following))
                count += 1
    return Reach(costs, origins)


def flood(
    sources: Iterable[N],
    neighbours: Mapping[N, Sequence[N]],
    may_enter: Callable[[N, N], bool],
    limit: int | None = None,
) -> Reach[N]:
    """Everything that can be entered step by step from the sources, with the number of steps (breadth first)."""
    costs: dict[N, int] = {}
    origins: dict[N, N] = {}
    ring: list[N] = []
    for source in sources:
        if source not in costs:
            costs[source] = 0
            ring.append(source)
    steps = 0
    while ring and (limit is None or steps < limit):
        steps += 1
        following_ring: list[N] = []
        for node in ring:
            for following in neighbours[node]:
                if following not in costs and may_enter(node, following):
                    costs[following] = steps
                    origins[following] = node
                    following_ring.append(following)
        ring = following_ring
    return Reach(costs, origins)


def matching(options: Mapping[N, Sequence[N]], capacity: Mapping[N, int]) -> dict[N, N]:
    """As many of the askers as possible each to one of their options, no option beyond its capacity.

    Augmenting paths; askers in the given order have precedence, options are tried in the given order. Landing proofs,
    loading and allocation of support are this.
    """
    taken: dict[N, list[N]] = {}
    chosen: dict[N, N] = {}
    for asker in options:
        _place(asker, options, capacity, taken, chosen, {})
    return chosen


def _place(
    asker: N,
    options: Mapping[N, Sequence[N]],
    capacity: Mapping[N, int],
    taken: dict[N, list[N]],
    chosen: dict[N, N],
    tried: dict[N, None],
) -> bool:
    """Give an asker an option, moving those who hold one elsewhere where that makes room."""
    # Not a function inside the other: one that calls itself there is a cycle that only the collector can break.
    for option in options[asker]:
        if option in tried:
            continue
        tried[option] = None
        holders = taken.setdefault(option, [])
        if len(holders) < capacity.get(option, 0):
            holders.append(asker)
            chosen[asker] = option
            return True
        for index, holder in enumerate(holders):
            if _place(holder, options, capacity, taken, chosen, tried):
                holders[index] = asker
                chosen[asker] = option
                return True
    return False
