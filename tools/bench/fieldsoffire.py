"""The figures of Fields of Fire: random play, the settle engine, the legal actions of a unit, lines of sight."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from sandtable.games.fieldsoffire import GAME
from sandtable.games.fieldsoffire.model import SIDES, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.games.fieldsoffire.scenario.units import SQUAD
from sandtable.kernel import Draft, SeededDice, codec
from sandtable.sim.driver import positions, seat_bots
from tools.bench.figures import Figure, millis_anew

LARGEST = ("naktong_river_2", "naktong_river_3", "vietnam_8")
"""The missions with the most cards."""
QUICK = ("keep_up_the_fire", "normandy_3", "naktong_river_4", "vietnam_7a")
UNITS = 60
"""Units on the map while the settle engine is measured."""
EVERY = 9
"""Of so many positions of a game one is looked at."""
SHOWN = 4
"""Units of a position whose legal actions are looked for."""


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    missions = QUICK if quick else tuple(info.name for info in GAME.scenarios())
    yield random_play(missions, 1 if quick else 2)
    settled, offered, seen = [], [], []
    for mission in LARGEST[:1] if quick else LARGEST:
        for number, state in enumerate(_positions(mission, 0)):
            if number % EVERY != 1 or not ours(state) or not GAME.prompts(state):
                continue
            settled += _settling(state)
            offered += _legal_actions(state)
            seen.append(millis_anew(_whole_map, state))
    yield _at_most(f"Fields of Fire, settling after a move, {UNITS} units, median of {len(settled)}", settled, 3)
    yield _at_most(f"Fields of Fire, settling after a move, {UNITS} units, worst", settled, 40, max)
    yield _at_most(f"Fields of Fire, legal actions of one unit, median of {len(offered)}", offered, 3)
    yield _at_most("Fields of Fire, legal actions of one unit, worst", offered, 30, max)
    yield _at_most(f"Fields of Fire, lines of sight of a whole map, worst of {len(seen)}", seen, 5, max)


def random_play(missions: tuple[str, ...], games: int) -> Figure:
    """Whole missions by players who draw their answers, bots included, after one that fills the tables of the map."""
    actions, seconds = 0, 0.0
    for mission in missions:
        sum(1 for _ in _positions(mission, 0))
        gc.collect()
        gc.freeze()  # as the server does once it has loaded
        start = time.process_time()
        actions += sum(sum(1 for _ in _positions(mission, seed)) for seed in range(1, games + 1))
        seconds += time.process_time() - start
        gc.unfreeze()
    name = f"Fields of Fire, random play ({len(missions)} missions, {games} games each)"
    return Figure(name=name, value=actions / seconds, unit="per s", budget=1_500, at_most=False)


def _positions(mission: str, seed: int) -> Iterator[FieldsState]:
    board, key = GAME.open(mission), f"bench {mission}/{seed}".encode()
    return positions(GAME, board, seat_bots(GAME, board, key), key)


def _settling(state: FieldsState) -> list[float]:
    """Milliseconds to settle after each of a few units has gone to the next card, on a crowded map."""
    d = Draft(_anew(state), SeededDice(b"crowd"))
    crowd(d)
    GAME.settle(d)
    spent = []
    for key in _some(ours(d.now)):
        moved = Draft(d.now, SeededDice(b"move"))
        to = next(card for card in around(d.now.units[key].at) if card in d.now.cards)
        moved.edit("units", key, at=to, cover=0, exposed=True)
        start = time.process_time()
        GAME.settle(moved)
        spent.append((time.process_time() - start) * 1000)
    return spent


def crowd(d: Draft[FieldsState]) -> None:
    """Put squads of both sides on the map, card by card, until there are so many units."""
    board = d.now.board
    cards = [card for card in board.ground if card in d.now.cards]
    spare = [[key for key in board.of_kind[SQUAD] if board.sides[key] == side] for side in SIDES]
    free = [key for pair in zip(*spare, strict=False) for key in pair]
    free += [key for keys in spare for key in keys if key not in free]
    missing = UNITS - sum(bool(unit.at) for unit in d.now.units.values())
    absent = [key for key in free if key not in d.now.units or not d.now.units[key].at]
    for number, key in enumerate(absent[: max(0, missing)]):
        at = cards[number * 5 % len(cards)]
        d.put("units", key, Unit(at=at, steps=board.types[key].steps, platoon=board.types[key].platoon))


def _legal_actions(state: FieldsState) -> list[float]:
    """Milliseconds for everything that each of a few units can be told to do, with what is asked next."""
    seat = state.here.waiting[0]
    words = [(verb.name, verb.args[0][0]) for verb in GAME.open_verbs(state, seat) if verb.args]

    def ask(unit: int, fresh: FieldsState) -> None:
        for word, argument in words:
            if argument in ("unit", "hq"):
                GAME.offers(fresh, seat, {"do": word, argument: unit})

    return [millis_anew(partial(ask, unit), state) for unit in _some(ours(state))]


def _whole_map(state: FieldsState) -> None:
    """Which card sees which."""
    for a in state.cards:
        for b in state.cards:
            sees(state, a, b)


def _some(keys: tuple[int, ...]) -> tuple[int, ...]:
    return keys[:: max(1, len(keys) // SHOWN)][:SHOWN]


def _anew(state: FieldsState) -> FieldsState:
    return codec.decode_state(codec.encode(state), FieldsState, state.board)


def _at_most(
    name: str, times: list[float], budget: float, of: Callable[[list[float]], float] = statistics.median
) -> Figure:
    return Figure(name=name, value=of(times), unit="ms", budget=budget)
