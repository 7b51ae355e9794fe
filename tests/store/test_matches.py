"""Steps are append-only, keyed by game and number; a lost race is a clean conflict."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import text

from sandtable.store import Conflict, Missing, Store, Transaction
from sandtable.store.matches import LISTED
from sandtable.store.rows import Head
from tests.store.conftest import Clock, match_row, seat_row


def test_steps_come_back_byte_for_byte_in_order(seated: Store, clock: Clock) -> None:
    with seated.writing() as transaction:
        assert transaction.matches.append("g1", 0, [b'{"a":1}\n', b"\xff\x00"]) == 2
    clock.time += 5
    with seated.writing() as transaction:
        assert transaction.matches.append("g1", 2, [b"three"]) == 3
    with seated.reading() as transaction:
        found = transaction.matches.steps("g1")
        assert [(one.seq, one.line) for one in found] == [(1, b'{"a":1}\n'), (2, b"\xff\x00"), (3, b"three")]
        assert found[2].at == found[0].at + 5
        assert [one.seq for one in transaction.matches.steps("g1", 1, 2)] == [2]
        assert transaction.matches.find("g1").seq == 3
        assert transaction.matches.beginning("g1") == (b"header", b"opening")


def test_an_append_behind_the_newest_step_is_a_conflict_and_writes_nothing(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one"])

    def late(transaction: Transaction) -> None:
        transaction.jobs.add("bot", "k", {})
        transaction.matches.append("g1", 0, [b"other"])

    with pytest.raises(Conflict), seated.writing() as transaction:
        late(transaction)
    with seated.reading() as transaction:
        assert [one.line for one in transaction.matches.steps("g1")] == [b"one"]
        assert transaction.jobs.all() == []


def test_of_many_writers_at_once_exactly_one_wins_each_step(seated: Store) -> None:
    outcomes: list[str] = []

    def write(name: int) -> None:
        for seq in range(5):
            try:
                with seated.writing() as transaction:
                    transaction.matches.append("g1", seq, [f"{name}".encode()])
                outcomes.append("won")
            except Conflict:
                outcomes.append("lost")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    with seated.reading() as transaction:
        steps = transaction.matches.steps("g1")
    assert [one.seq for one in steps] == list(range(1, len(steps) + 1))
    assert outcomes.count("won") == len(steps)
    assert len(outcomes) == 20


def test_a_step_cannot_be_written_over_even_by_hand(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one"])
    with pytest.raises(Conflict), seated.writing() as transaction:
        transaction.connection.execute(
            text("INSERT INTO step (game_id, seq, line, at) VALUES ('g1', 1, :line, 0)"), {"line": b"other"}
        )


def test_the_same_request_is_known_again_and_cannot_be_stored_twice(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one", b"finished"], request="7:c1")
    with seated.reading() as transaction:
        assert transaction.matches.asked_for("g1", "7:c1") == 1
        assert transaction.matches.asked_for("g1", "8:c1") is None
    with pytest.raises(Conflict), seated.writing() as transaction:
        transaction.matches.append("g1", 2, [b"again"], request="7:c1")


def test_a_game_begins_once(seated: Store) -> None:
    with pytest.raises(Conflict), seated.writing() as transaction:
        transaction.matches.begin("g1", 0, b"x", b"y", status="playing")
    with seated.reading() as transaction:
        assert transaction.matches.beginning("g1")[0] == b"header"


def test_what_is_not_there_is_missing(store: Store) -> None:
    with store.reading() as transaction:
        assert transaction.matches.head("nope") is None
        for ask in (transaction.matches.find, transaction.matches.beginning):
            with pytest.raises(Missing):
                ask("nope")
    for write in ("change", "remove"):
        with pytest.raises(Missing), store.writing() as transaction:
            getattr(transaction.matches, write)("nope")


def test_a_step_of_a_game_that_does_not_exist_is_refused_by_the_database(store: Store) -> None:
    with pytest.raises(Conflict), store.writing() as transaction:
        transaction.matches.keep_snapshot("nope", 1, 0, b"state")


def test_the_head_grows_with_steps_changes_and_words(seated: Store) -> None:
    with seated.writing() as transaction:
        before = transaction.matches.head("g1")
        transaction.matches.append("g1", 0, [b"one"])
        transaction.matches.change("g1", proposal="{}")
        said = transaction.talk.say("g1", None, key="chat.started")
        assert before is not None
        assert transaction.matches.head("g1") == Head(1, before.revision + 1, said)


def test_games_are_found_by_who_sits_there_the_last_changed_first(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.create(match_row("g2", owner=1, changed=5), [seat_row("blue", match_id="g2")])
        transaction.matches.create(match_row("g3", owner=1, changed=9), [seat_row("blue", account_id=2, match_id="g3")])
    with seated.reading() as transaction:
        assert [one.id for one in transaction.matches.of_account(1)] == ["g3", "g2", "g1"]
        assert [one.id for one in transaction.matches.of_account(2)] == ["g3", "g1"]
        assert [one.id for one in transaction.matches.with_status("open")] == ["g3", "g2"]


def test_seats_stand_in_order_with_the_names_of_people(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.change_seat("g1", "red", account_id=None, bot="random")
        transaction.matches.saw(77, ("g1", 1), ("nowhere", 2))
        with pytest.raises(Missing):
            transaction.matches.change_seat("g1", "green", bot="random")
        seats = transaction.matches.seats("g1")
    assert [(one.seat, one.name, one.bot, one.seen) for one in seats] == [
        ("blue", "Ann", "", 77),
        ("red", "", "random", 0),
    ]


def test_snapshots_are_a_cache(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.keep_snapshot("g1", 3, 10, b"three")
        transaction.matches.keep_snapshot("g1", 8, 20, b"eight")
        transaction.matches.keep_snapshot("g1", 8, 99, b"again")
    with seated.reading() as transaction:
        assert [(one.seq, one.drawn, one.state) for one in transaction.matches.snapshots("g1")] == [
            (8, 20, b"eight"),
            (3, 10, b"three"),
        ]
        assert [one.seq for one in transaction.matches.snapshots("g1", upto=7)] == [3]
    with seated.writing() as transaction:
        transaction.connection.execute(text("UPDATE snapshot SET state = :junk WHERE seq = 8"), {"junk": b"junk"})
        assert [one.seq for one in transaction.matches.snapshots("g1")] == [3]
        transaction.matches.drop_snapshots("g1", after=3)
        assert [one.seq for one in transaction.matches.snapshots("g1")] == [3]


def test_removing_a_game_removes_all_that_belongs_to_it(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one"])
        transaction.matches.invite("g1", "red", 1, 2_000_000)
        transaction.talk.say("g1", 1, "hello")
        transaction.talk.write_note("g1", 1, "secret plan")
        transaction.matches.remove("g1")
        for table in ("step", "seat", "invitation", "chat", "note"):
            assert transaction.connection.execute(text(f"SELECT count(*) FROM {table}")).scalar() == 0


def test_an_invitation_is_used_once_and_expires(seated: Store, clock: Clock) -> None:
    with seated.writing() as transaction:
        number = transaction.matches.invite("g1", "red", 1, clock.time + 10)
        found = transaction.matches.invitation(number)
        assert found is not None
        assert (found.match_id, found.seat) == ("g1", "red")
        clock.time += 10
        assert transaction.matches.invitation(number) is None
        clock.time -= 10
        transaction.matches.use_invitation(number)
        assert transaction.matches.invitation(number) is None
    with pytest.raises(Conflict), seated.writing() as transaction:
        transaction.matches.use_invitation(number)


def test_the_newest_step_up_to_a_moment(seated: Store, clock: Clock) -> None:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one"])
    clock.time += 100
    with seated.writing() as transaction:
        transaction.matches.append("g1", 1, [b"two"])
        assert transaction.matches.seq_at("g1", clock.time - 1)[0] == 1
        assert transaction.matches.seq_at("g1", clock.time) == (2, clock.time)
        assert transaction.matches.seq_at("g1", 5) == (0, None)


def test_who_was_there_and_is_not_any_more_is_found(seated: Store, clock: Clock) -> None:
    with seated.writing() as transaction:
        ann, bob = (one.account_id for one in transaction.matches.seats("g1"))
        assert ann is not None
        assert bob is not None
        transaction.matches.change("g1", asked='["blue"]')
        transaction.matches.saw(clock.time, ("g1", ann))
        transaction.matches.saw(clock.time + 50, ("g1", bob))
        assert transaction.matches.unseen(clock.time) == []
        ((table, seq, asked, row),) = transaction.matches.unseen(clock.time + 1)
        assert (table, seq, asked, row.seat, row.account_id) == ("g1", 0, '["blue"]', "blue", ann)
        transaction.matches.change("g1", status="over")
        assert transaction.matches.unseen(clock.time + 100) == []


def test_all_games_of_a_status_are_named_however_many(store: Store) -> None:
    with store.writing() as transaction:
        owner = transaction.people.add("Ann")
        for number in range(LISTED + 5):
            transaction.matches.create(match_row(f"g{number:03}", owner, status="playing"), [])
        assert len(transaction.matches.ids("playing")) == LISTED + 5
        assert len(transaction.matches.with_status("playing")) == LISTED
        assert transaction.matches.ids("over") == []


def test_a_game_knows_which_it_follows(seated: Store) -> None:
    with seated.writing() as transaction:
        transaction.matches.create(match_row("g2", follows="g1"), [])
        transaction.matches.create(match_row("g3", follows="g1"), [])
    with seated.reading() as transaction:
        assert transaction.matches.after("g1") == ["g2", "g3"]
        assert transaction.matches.after("g2") == []
        assert transaction.matches.find("g2").follows == "g1"
        assert transaction.matches.find("g1").follows == ""
