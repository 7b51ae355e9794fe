"""A match from the store is the match that was played: from the opening, from a kept position, after going back."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from sandtable import registry
from sandtable.kernel import Match, Refusal, SeededDice, codec, records
from sandtable.kernel.offers import sample
from sandtable.kernel.records import Undone
from sandtable.store import Store
from sandtable.store.loading import Corrupt, keep, load_match, newest_first, shared_scenario, state_after, states
from tests.small.skirmish import GAME
from tests.store.conftest import match_row


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")


class Game:
    """A game that is played in memory and written to the store, step by step."""

    def __init__(self, store: Store, seed: bytes = b"seed") -> None:
        self.store, self.dice = store, SeededDice(b"choices" + seed)
        self.match: Match[Any] = Match.new(GAME, GAME.open("narrow", {"turns": 500}), seed)
        self.positions = {0: codec.state_hash(self.match.state)}
        with store.writing() as transaction:
            transaction.matches.create(match_row(owner=transaction.people.add("Ann")), [])
            first, second = (records.write(record) for record in self.match.records)
            transaction.matches.begin("g1", 0, first, second, status="playing")

    def play(self, steps: int) -> None:
        for _ in range(steps):
            (prompt, *_) = GAME.prompts(self.match.state)
            verbs = GAME.open_verbs(self.match.state, prompt.seat)
            action = None
            while action is None:
                action = sample(verbs[self.dice.draw(range(len(verbs)))], self.match.state, prompt.seat, self.dice)
            assert not isinstance(self.match.act(prompt.seat, action), Refusal)
            self.write()
            if GAME.outcome(self.match.state):
                return

    def write(self) -> None:
        with self.store.writing() as transaction:
            before = transaction.matches.find("g1").seq
            new = [records.write(record) for record in self.match.records if getattr(record, "seq", 0) > before]
            transaction.matches.append("g1", before, new)
        self.positions[self.match.seq] = codec.state_hash(self.match.state)

    def rewind(self, to: int) -> None:
        record = Undone(seq=self.match.seq + 1, seat="blue", to=to, agreed=("blue", "red"))
        self.match = Match.fold(GAME, [*self.match.records, record])
        self.write()


@pytest.fixture
def game(store: Store) -> Game:
    return Game(store)


def check(store: Store, game: Game) -> Any:
    """The match of the store is in the same position with the same dice to come."""
    with store.reading() as transaction:
        found = load_match(transaction, "g1")
    assert found.seq == game.match.seq
    assert codec.state_hash(found.state) == codec.state_hash(game.match.state)
    assert found.drawn == game.match.dice.drawn  # type: ignore[attr-defined]
    for seat in ("blue", "red"):
        assert found.why_no_undo(seat) == game.match.why_no_undo(seat)
    return found


def test_a_match_is_loaded_from_its_opening(store: Store, game: Game) -> None:
    check(store, game)
    game.play(25)
    found = check(store, game)
    assert len(found.records) == 2, "the past stays in the store"
    assert len(found.steps) < 25


def test_a_match_is_loaded_from_a_kept_position_and_is_the_same(store: Store, game: Game) -> None:
    for _ in range(6):
        game.play(9)
        with store.writing() as transaction:
            match = load_match(transaction, "g1")
            if match.steps and match.steps[-1].barrier:
                keep(transaction, "g1", match)
                assert transaction.matches.snapshots("g1")[0].seq == match.steps[-1].seq
        check(store, game)
    with store.reading() as transaction:
        assert transaction.matches.snapshots("g1")
        assert load_match(transaction, "g1").kept > 0


def test_taking_back_works_after_loading(store: Store, game: Game) -> None:
    while True:
        game.play(1)
        seat = game.match.steps[-1].seat
        if game.match.why_no_undo(seat) is None:
            break
    found = check(store, game)
    assert not isinstance(found.undo(seat), Refusal)
    assert not isinstance(game.match.undo(seat), Refusal)
    assert codec.encode(found.records[-1]) == codec.encode(game.match.records[-1])
    assert found.may_redo(seat)
    game.write()
    check(store, game)


def test_a_kept_position_that_was_taken_back_is_passed_over(store: Store, game: Game) -> None:
    game.play(12)
    while not game.match.steps[-1].barrier:
        game.play(1)
    with store.writing() as transaction:
        keep(transaction, "g1", load_match(transaction, "g1"))
    game.rewind(2)
    found = check(store, game)
    assert found.kept == 0
    game.play(5)
    check(store, game)


def test_a_damaged_kept_position_is_only_slower(store: Store, game: Game) -> None:
    game.play(12)
    while not game.match.steps[-1].barrier:
        game.play(1)
    with store.writing() as transaction:
        keep(transaction, "g1", load_match(transaction, "g1"))
        import zlib

        other = codec.encode(Match.new(GAME, GAME.open("narrow"), b"other").state)
        transaction.connection.execute(text("UPDATE snapshot SET state = :state"), {"state": zlib.compress(other)})
    assert check(store, game).kept == 0


def test_a_damaged_step_is_named(store: Store, game: Game) -> None:
    game.play(6)
    with store.writing() as transaction:
        line = transaction.matches.steps("g1", 2, 3)[0].line.replace(b'"seq":3', b'"seq":4')
        transaction.connection.execute(text("UPDATE step SET line = :line WHERE seq = 3"), {"line": line})
    with store.reading() as transaction, pytest.raises(Corrupt, match="step 3 of table g1 is not as it was written"):
        load_match(transaction, "g1")


def test_every_moment_of_the_past_can_be_seen_again(store: Store, game: Game) -> None:
    game.play(14)
    while not game.match.steps[-1].barrier:
        game.play(1)
    with store.writing() as transaction:
        keep(transaction, "g1", load_match(transaction, "g1"))
    game.rewind(4)
    game.play(6)
    with store.reading() as transaction:
        for seq, fingerprint in game.positions.items():
            assert codec.state_hash(state_after(transaction, "g1", seq)) == fingerprint, seq
        standing = [step.seq for step in game.match.steps]
        assert [seq for seq, _ in states(transaction, "g1")] == [0, *standing]
        assert [row.seq for row, _ in newest_first(transaction, "g1")] == standing[::-1]
        assert codec.state_hash([state for _, state in states(transaction, "g1")][-1]) == codec.state_hash(
            game.match.state
        )


def test_games_on_the_same_map_share_it(store: Store, game: Game) -> None:
    header = game.match.header
    assert shared_scenario(header) is shared_scenario(header)
    import msgspec

    assert shared_scenario(header) is not shared_scenario(msgspec.structs.replace(header, options={"turns": 7}))
