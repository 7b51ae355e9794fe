"""Searches on maps, each against something slow and plainly right."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.graph import cheapest, flood, matching, reach

Graph = dict[int, dict[int, int | None]]
NODES = range(7)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A directed graph with costs; ``None`` is a way that is barred."""
    costs = st.none() | st.integers(0, 4)
    return {
        a: {b: draw(costs) for b in sorted(draw(st.sets(st.sampled_from(NODES), max_size=4))) if b != a} for a in NODES
    }


def slow_reach(graph: Graph, start: int, budget: int, stops: set[int]) -> dict[int, int]:
    """Relax every way again and again until nothing gets cheaper."""
    costs = {start: 0}
    for _ in range(len(graph) + 1):
        for a, ways in graph.items():
            for b, price in ways.items():
                if a not in costs or price is None or (a in stops and a != start):
                    continue
                total = costs[a] + price
                if total <= budget and total < costs.get(b, budget + 1):
                    costs[b] = total
    return costs


def way_cost(graph: Graph, start: int, way: tuple[int, ...]) -> int:
    total, at = 0, start
    for node in way:
        price = graph[at][node]
        assert price is not None
        total, at = total + price, node
    return total


@given(graphs(), st.integers(0, 10), st.sets(st.sampled_from(NODES), max_size=3))
def test_reach_is_what_the_slow_way_finds(graph: Graph, budget: int, stops: set[int]) -> None:
    neighbours = {a: tuple(ways) for a, ways in graph.items()}
    found = reach(0, budget, neighbours, lambda a, b: graph[a][b], lambda node: node not in stops, least=0)
    assert found.costs == slow_reach(graph, 0, budget, stops)
    for node, cost in found.costs.items():
        way = found.path(node)
        assert way_cost(graph, 0, way) == cost
        assert all(step not in stops for step in way[:-1])


def test_reach_asks_once_of_each_node_whether_to_go_on() -> None:
    asked: list[int] = []

    def may_go_on(node: int) -> bool:
        asked.append(node)
        return True

    line = {n: tuple(m for m in (n - 1, n + 1) if m in range(5)) for n in range(5)}
    reach(0, 9, line, lambda a, b: 1, may_go_on)
    assert sorted(asked) == [1, 2, 3, 4]


def test_a_move_may_start_where_it_would_have_to_stop() -> None:
    line = {0: (1,), 1: (2,), 2: ()}
    assert 1 in reach(0, 2, line, lambda a, b: 1, lambda node: node != 0)


@pytest.mark.parametrize("budget", [0, -1, -5])
def test_without_a_budget_one_stays(budget: int) -> None:
    assert reach(0, budget, {0: (1,), 1: ()}, lambda a, b: 1).costs == {0: 0}


def test_the_way_to_a_node_that_was_not_reached_is_an_error() -> None:
    found = reach(0, 1, {0: (1,), 1: (2,), 2: ()}, lambda a, b: 1)
    assert found.path(1) == (1,)
    assert found.path(0) == ()
    with pytest.raises(KeyError, match="2 was not reached"):
        found.path(2)


def heap_dijkstra(graph: Graph, sources: set[int], limit: int | None) -> dict[int, int]:
    costs: dict[int, int] = {}
    queue = [(0, source) for source in sorted(sources)]
    while queue:
        spent, node = heappop(queue)
        if node in costs:
            continue
        costs[node] = spent
        for following, price in graph[node].items():
            if price is not None and (limit is None or spent + price <= limit):
                heappush(queue, (spent + price, following))
    return costs


@given(graphs(), st.sets(st.sampled_from(NODES), max_size=3), st.none() | st.integers(0, 8))
def test_cheapest_is_what_a_plain_dijkstra_finds(graph: Graph, sources: set[int], limit: int | None) -> None:
    def edges(node: int) -> list[tuple[int, int]]:
        return [(to, price) for to, price in graph[node].items() if price is not None]

    found = cheapest(sorted(sources), edges, limit)
    assert found.costs == heap_dijkstra(graph, sources, limit)
    for node, cost in found.costs.items():
        way = found.path(node)
        start = next(s for s in sources if _starts(graph, s, way, node, cost))
        assert start in sources


def _starts(graph: Graph, source: int, way: tuple[int, ...], node: int, cost: int) -> bool:
    if not way:
        return source == node
    try:
        return way_cost(graph, source, way) == cost
    except (KeyError, AssertionError):
        return False


@given(graphs(), st.integers(0, 10))
def test_reach_asks_for_fewer_prices_when_every_step_costs_something(graph: Graph, budget: int) -> None:
    dear = {a: {b: None if p is None else p + 1 for b, p in ways.items()} for a, ways in graph.items()}
    neighbours = {a: tuple(ways) for a, ways in dear.items()}
    assert reach(0, budget, neighbours, lambda a, b: dear[a][b]).costs == slow_reach(dear, 0, budget, set())


def test_a_step_cheaper_than_the_least_is_an_error() -> None:
    with pytest.raises(ValueError, match="a step costs 0, but the least was said to be 1"):
        reach(0, 3, {0: (1,), 1: ()}, lambda a, b: 0)


@given(graphs())
def test_reach_and_cheapest_agree(graph: Graph) -> None:
    neighbours = {a: tuple(ways) for a, ways in graph.items()}
    near = reach(0, 100, neighbours, lambda a, b: graph[a][b], least=0).costs
    far = cheapest([0], lambda a: [(b, p) for b, p in graph[a].items() if p is not None]).costs
    assert near == far


@given(graphs(), st.sets(st.sampled_from(NODES), max_size=3), st.none() | st.integers(0, 4))
def test_a_flood_counts_steps(graph: Graph, sources: set[int], limit: int | None) -> None:
    neighbours = {a: tuple(ways) for a, ways in graph.items()}
    found = flood(sorted(sources), neighbours, lambda a, b: graph[a][b] is not None, limit)
    single: Graph = {a: {b: 1 if p is not None else None for b, p in ways.items()} for a, ways in graph.items()}
    assert found.costs == heap_dijkstra(single, sources, limit)


def test_ways_are_the_same_every_time() -> None:
    """Of two equally cheap ways the one whose node comes first among the neighbours."""
    square = {0: (2, 1), 1: (3,), 2: (3,), 3: ()}
    assert reach(0, 5, square, lambda a, b: 1).path(3) == (2, 3)
    assert flood([0], square, lambda a, b: True).path(3) == (2, 3)
    assert cheapest([0], lambda a: [(b, 1) for b in square[a]]).path(3) == (2, 3)


OPTIONS = st.dictionaries(st.integers(0, 4), st.lists(st.integers(10, 13), max_size=3, unique=True), max_size=5)
CAPACITY = st.dictionaries(st.integers(10, 13), st.integers(0, 2))


def best_by_trying_all(options: dict[int, list[int]], capacity: dict[int, int]) -> int:
    best = 0
    for picks in product(*([None, *ways] for ways in options.values())):
        used = [pick for pick in picks if pick is not None]
        if all(used.count(option) <= capacity.get(option, 0) for option in used):
            best = max(best, len(used))
    return best


@given(OPTIONS, CAPACITY)
def test_a_matching_is_as_large_as_any(options: dict[int, list[int]], capacity: dict[int, int]) -> None:
    found = matching(options, capacity)
    assert len(found) == best_by_trying_all(options, capacity)
    used = list(found.values())
    assert all(option in options[asker] for asker, option in found.items())
    assert all(used.count(option) <= capacity.get(option, 0) for option in used)


def test_earlier_askers_are_placed_before_later_ones() -> None:
    assert matching({1: [9], 2: [9]}, {9: 1}) == {1: 9}


def test_an_asker_moves_over_for_another() -> None:
    assert matching({1: [8, 9], 2: [8]}, {8: 1, 9: 1}) == {1: 9, 2: 8}


def test_a_whole_chain_of_askers_moves_over() -> None:
    assert matching({1: [7, 8], 2: [8, 9], 3: [7]}, {7: 1, 8: 1, 9: 1}) == {1: 8, 2: 9, 3: 7}


def test_options_are_tried_in_their_order() -> None:
    assert matching({1: [9, 8]}, {8: 1, 9: 1}) == {1: 9}
