"""Two tables that differ only in what a seat may not know tell it the same bytes, by socket and HTTP, in log and mail.

The hidden truth of the second table is not imagined by the game: what is hidden is exchanged between rows that look
alike to the seat, or given another value that somebody else could have chosen. So a game that imagines too little is
found as well as a server that tells too much.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from sandtable import registry
from sandtable.kernel import SeededDice, codec, refuse
from sandtable.kernel.changes import tables_of
from sandtable.kernel.dice import commitment
from sandtable.kernel.offers import sample
from sandtable.kernel.records import FORMAT, Header, Opening
from sandtable.kernel.state import successor
from sandtable.server import logs, looking, notices, seating
from sandtable.server.app import create_app, endpoints
from sandtable.server.config import Config
from sandtable.server.limits import Limits
from sandtable.store import Store
from sandtable.store.loading import HotMatch
from tests.contracts.playing import play, spread
from tests.server.conftest import HOST, Clock, Person, context_of

HIDING = tuple(one.id for one in registry.games() if one.is_playable and registry.game(one.id).hides)
SCENARIOS = {"eastfront": ("2", "10"), "nextwar": ("air_war", "strategic_surprise")}
SEED = b"\x07" * 32
NEWS = ("turn", "proposal", "joined", "over")


# --- another truth ----------------------------------------------------------------------------------------------------


def hidden(game: Any, state: Any, seat: str) -> Iterator[tuple[str, Any, Any, Any]]:
    """Table, key, row and what the seat sees of it, wherever that is less."""
    tables = tables_of(type(state))
    for name, see in game.visibility.items():
        rows = getattr(state, name) if name in tables else {None: getattr(state, name)}
        for key, row in rows.items():
            if (seen := see(state, seat, key, row)) != row:
                yield name, key, row, seen


def other_truth(game: Any, state: Any, seat: str) -> Any | None:
    """A position that looks the same to a seat and is another; ``None`` where nothing hidden can be exchanged."""
    alike: dict[tuple[str, bytes], list[tuple[Any, Any]]] = {}
    for name, key, row, seen in hidden(game, state, seat):
        alike.setdefault((name, codec.encode(seen)), []).append((key, row))
    changed: dict[str, Any] = {}
    for (name, _), found in alike.items():
        keys, rows = [key for key, _ in found], [row for _, row in found]
        if None in keys:
            continue
        moved = rows[1:] + rows[:1] if len(rows) > 1 else [_emptied(rows[0])]
        table = changed.setdefault(name, dict(getattr(state, name)))
        table.update(zip(keys, moved, strict=True))
    other = successor(state, **changed) if changed else state
    return None if other == state else other


def _emptied(row: Any) -> Any:
    """A row with one thing less in each hidden list: whoever sealed it could have sealed that."""
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    lists = {name: value[:-1] for name, value in values.items() if isinstance(value, tuple) and value}
    return replace(row, **lists)


# --- two tables -------------------------------------------------------------------------------------------------------


class House:
    """A club with Ann and Bob, in which a game can begin with any position."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'club.sqlite'}"
        self.clock = Clock()
        config = Config(database=url, mode="club", actions_per_second=1000, logins_per_minute=1000, url=HOST)
        self.app = create_app(config, Store(url, self.clock), bundle=folder)

    def __enter__(self) -> House:
        self.client = TestClient(self.app, base_url=HOST, client=("127.0.0.1", 5000)).__enter__()
        self.context = context_of(self.client)
        self.context.requests = self.context._told = Limits(10**6, 10**6)
        self.ann, self.bob = Person(self.client, "Ann"), Person(self.client, "Bob")
        return self

    def __exit__(self, *problem: Any) -> None:
        self.client.__exit__(*problem)

    def table(self, game: Any, state: Any, seat: str, seed: bytes = SEED) -> str:
        """A game that begins with this position; Ann has the seat, Bob all others."""
        scenario = state.scenario
        wanted = {"game": game.id, "scenario": scenario.name, "options": codec.plain(scenario.options)}
        name: str = self.ann.post("/api/tables", {**wanted, "seats": {seat: {"who": "me"}}})["id"]
        for other in scenario.seats:
            if other != seat:
                self.bob.post(f"/api/tables/{name}/join", {"seat": other})
        header = Header(
            format=FORMAT,
            game=game.id,
            rules=game.version,
            scenario=scenario.name,
            options=codec.plain(scenario.options),
            facts=dict(scenario.facts),
            commitment=commitment(seed),
            seed=seed.hex(),
        )
        first = Opening(state=msgspec.Raw(codec.encode(state)), hash=codec.state_hash(state))
        with self.context.tables.at(name) as table:
            match = HotMatch(game, header, scenario, first, state, SeededDice(seed))
            seating._begin(self.context, table, match)
        return name

    def told(self, game: Any, state: Any, seat: str, seed: bytes = SEED) -> list[str]:
        """Everything that Ann is told at a table with this position, and what is written elsewhere about it."""
        table, wrote = self.table(game, state, seat, seed), io.StringIO()
        known = game.seen(state, seat)
        with redirect_stderr(wrote):
            logs.set_up("debug")
            with self.ann.socket(table, seats=[seat]) as socket:
                socket.until("table")
                found = [self._answers(game, table, seat)]
                self._try(game, socket, known, seat)
                found += socket.heard
            logs.set_up("critical")
        return [_plain(one, table, seed) for one in (*found, *self._notices(table, seat), wrote.getvalue())]

    def _notices(self, table: str, seat: str) -> list[str]:
        """The letters that Ann could get about a table; calls hold less."""
        with self.context.store.reading() as transaction:
            row, ann = transaction.matches.find(table), transaction.people.named("Ann")
        assert ann is not None
        more = {"seat": seat, "who": "Bob"}
        letters = [notices.letter(self.context, ann, row, about, more) for about in NEWS]
        return [f"{one['Subject']}\n{one.get_content()}" for one in letters]

    def _answers(self, game: Any, table: str, seat: str) -> str:
        """The answers of every route that a seat can ask about its table."""
        found = []
        values = {"seat": seat, "seq": "0"}
        optional = {"table", "lang", "limit", "after", "before"}
        for endpoint in endpoints():
            names = set(endpoint.params)
            if endpoint.method != "GET" or "table" not in names or not names <= {*optional, *values}:
                continue
            if endpoint.path.endswith(("/case", "/export")):
                continue  # the first is made up anew each time, the second is for games that are over
            params = {name: value for name, value in values.items() if name in names}
            answer = self.ann.http.get(endpoint.path.format(table=table), params=params)
            found.append(f"{endpoint.path} {answer.status_code} {answer.text}")
        for verb in game.verbs:
            answer = self.ann.http.post(f"/api/tables/{table}/offers", json={"seat": seat, "partial": {"do": verb}})
            found.append(f"{verb} {answer.status_code} {answer.text}")
            answer = self.ann.http.post(f"/api/tables/{table}/why", json={"seat": seat, "action": {"do": verb}})
            found.append(f"{verb} {answer.status_code} {answer.text}")
        for query in game.queries:
            answer = self.ann.http.post(f"/api/tables/{table}/query", json={"seat": seat, "name": query, "params": {}})
            found.append(f"{query} {answer.status_code} {answer.text}")
        return "\n".join(found)

    def _try(self, game: Any, socket: Any, known: Any, seat: str) -> None:
        """Ann asks whether she may do something of each verb that she has, as far as she knows."""
        dice = SeededDice(b"ann")
        for verb in game.open_verbs(known, seat) if seat in [one.seat for one in game.prompts(known)] else ():
            action = sample(verb, known, seat, dice)
            if action is None:
                continue
            socket.send(**{"is": "why", "id": verb.name, "seat": seat, "action": codec.plain(action)})
            socket.until("because", id=verb.name)


def _plain(text: str, table: str, seed: bytes) -> str:
    """A text without what is another one at every table."""
    text = text.replace(commitment(seed), "PROMISE")
    text = re.sub(r'"id":\d+,"at":', '"at":', text.replace(table, "TABLE"))  # lines of all chats are counted together
    return re.sub(r'"timestamp": "[^"]*"', "", text)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with House(tmp_path) as found:
        yield found


def positions(game: Any, scenario: str, most: int) -> Iterator[tuple[Any, str, Any]]:
    """Positions of a game in which something is hidden from a seat, and another truth of each."""
    found: list[tuple[Any, str, Any]] = []
    for state in play(game, scenario, b"leaks", 160).positions():
        others = ((seat, other_truth(game, state, seat)) for seat in state.scenario.seats)
        found += [(state, seat, other) for seat, other in others if other is not None]
    yield from spread(found, most) if found else ()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", HIDING)
def test_a_seat_is_told_the_same_bytes_whatever_is_hidden_from_it(house: House, game_id: str) -> None:
    game = registry.game(game_id)
    count = 0
    for scenario in SCENARIOS[game_id]:
        for state, seat, other in positions(game, scenario, 3):
            assert codec.encode(game.seen(state, seat)) == codec.encode(game.seen(other, seat)), "they look alike"
            one, two = house.told(game, state, seat), house.told(game, other, seat)
            for first, second in zip(one, two, strict=True):
                assert first == second, f"{scenario}, {seat}: {_difference(first, second)}"
            count += 1
    assert count, "nothing was hidden in any position: play other scenarios"


def _difference(one: str, two: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"...{one[max(0, at - 200) : at + 100]}...\n or ...{two[max(0, at - 200) : at + 100]}..."


@pytest.mark.slow
def test_a_leak_that_is_planted_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(table: Any, seat: str) -> Any:
        return refuse("", f"refuse.{codec.state_hash(table.match.state)}")

    monkeypatch.setattr(looking, "why_no_undo", telling)
    game = registry.game("eastfront")
    state, seat, other = next(positions(game, "2", 2))
    assert house.told(game, state, seat) != house.told(game, other, seat)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [one.id for one in registry.games() if one.is_playable])
def test_dice_and_cards_to_come_are_in_no_byte(house: House, game_id: str) -> None:
    """Decks and unrevealed contacts are drawn when they are turned over: before that, only the seed knows them."""
    game = registry.game(game_id)
    state = game.start(game.open(game.scenarios()[0].name), SeededDice(b"opening")).state
    seat = state.scenario.seats[0]
    one, two = (house.told(game, state, seat, bytes([n]) * 32) for n in (3, 4))
    for first, second in zip(one, two, strict=True):
        assert first == second, _difference(first, second)
