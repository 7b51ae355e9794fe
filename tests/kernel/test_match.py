"""A game at the table: played, taken back, stored, told again, and records that do not hold."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from sandtable.kernel import Draft, Match, NoDice, Outcome, Phase, Refusal, ScriptedDice, SeededDice, Step, refuse, verb
from sandtable.kernel.changes import Drop, Put, Set
from sandtable.kernel.codec import Malformed, encode, state_hash
from sandtable.kernel.dice import commitment
from sandtable.kernel.match import BrokenRecord, Snapshot, read_action
from sandtable.kernel.records import AnyRecord, Finished, Header, Opening, Played, Undone, read, write
from tests.kernel.toy import Board, Go, Row, Stay, Toy, ask, begun, bound, did, toy


def roll(d: Draft[Board], action: Stay) -> None:
    face = d.roll("roll.x").faces[0]
    d.set(count=d.now.count + face)
    d.log("log.rolled", face=face)


def step_on(d: Draft[Board], action: Stay) -> None:
    d.set(count=d.now.count + 1)
    d.put("rows", d.now.count, Row(d.now.count))
    d.log("log.stepped", count=d.now.count)


def win(d: Draft[Board], action: Go) -> None:
    d.set(count=100)


def game(effect: Any = step_on, last: Any = None) -> Toy:
    """Everybody may stay as long as they like; Go is the end of it."""
    go: tuple[Any, ...] = (verb(Go, "T-1", last),) if last else ()
    verbs = (verb(Stay, "T-2", effect), *go)
    return toy(Phase("turn", "T-0", who=lambda s: ("a", "b"), verbs=verbs))


def played(effect: Any = step_on, answers: int = 3) -> Match[Board]:
    match = Match.new(game(effect, win), game(effect, win).open("plain"), b"seed", {"a": "Ann"})
    for _ in range(answers):
        did(match, "a", Stay())
    return match


def retold(match: Match[Board], records: list[AnyRecord] | None = None) -> Match[Board]:
    return Match.fold(match.game, [read(write(record)) for record in (records or match.records)])


# -- playing ---------------------------------------------------------------------------------------------------------


def test_a_new_match_has_its_header_and_opening() -> None:
    match = played(answers=0)
    header, opening = match.records
    assert isinstance(header, Header)
    assert (header.game, header.rules, header.scenario, header.seats) == ("toy", "1", "plain", {"a": "Ann"})
    assert (header.seed, header.commitment) == (b"seed".hex(), commitment(b"seed"))
    assert isinstance(opening, Opening)
    assert opening.hash == state_hash(match.state)


def test_an_answer_becomes_a_record() -> None:
    match = played(answers=1)
    record = match.records[-1]
    assert isinstance(record, Played)
    assert (record.seq, record.seat, record.action) == (1, "a", {"do": "stay"})
    assert record.changes == (Set("count", 1), Put("rows", 1, Row(1)))
    assert record.hash == state_hash(match.state)
    assert match.seq == 1


def test_a_refused_answer_leaves_no_trace() -> None:
    match = played(answers=1)
    before = list(match.records)
    assert isinstance(match.act("nobody", Stay()), Refusal)
    assert match.records == before
    assert match.seq == 1


def test_an_answer_to_an_older_position_is_stale() -> None:
    match = played(answers=2)
    no = match.act("a", Stay(), seq=1)
    assert isinstance(no, Refusal)
    assert (no.key, no.params) == ("refuse.stale", {"given": 1, "now": 2})
    assert isinstance(match.act("a", Stay(), seq=2), Step)


def test_the_end_publishes_the_seed() -> None:
    match = played(answers=1)
    did(match, "a", Go())
    last = match.records[-1]
    assert isinstance(last, Finished)
    assert (last.outcome.winners, last.seed, last.seq) == (("a",), b"seed".hex(), 3)


def test_a_rule_that_breaks_after_a_roll_leaves_the_dice_where_they_were() -> None:
    def breaks(d: Draft[Board], action: Stay) -> None:
        d.roll("roll.x")
        if d.now.count:
            raise KeyError("a bug in a rule")
        d.set(count=1)

    match = played(breaks, answers=1)
    with pytest.raises(KeyError):
        match.act("a", Stay())
    assert (match.seq, match.state.count) == (1, 1)
    again = retold(match)
    assert isinstance(match.dice, SeededDice)
    assert isinstance(again.dice, SeededDice)
    assert match.dice.drawn == again.dice.drawn == 1


# -- taking back -----------------------------------------------------------------------------------------------------


def test_undo_and_redo_are_identity() -> None:
    match = played(answers=3)
    hashes = [match.steps[n].hash for n in range(3)]
    for n in (1, 0):
        record = match.undo("a")
        assert isinstance(record, Undone)
        assert record.to == n + 1
        assert state_hash(match.state) == hashes[n]
    for n in (1, 2):
        assert isinstance(match.redo("a"), Step)
        assert state_hash(match.state) == hashes[n]
    assert isinstance(no := match.redo("a"), Refusal)
    assert no.key == "refuse.redo"
    assert [type(r).__name__ for r in match.records[5:]] == ["Undone", "Undone", "Played", "Played"]


def test_everything_can_be_taken_back_to_the_opening() -> None:
    match = played(answers=2)
    match.undo("a")
    last = match.undo("a")
    assert isinstance(last, Undone)
    assert last.to == 0
    assert match.state == match.state_at(0)
    assert isinstance(no := match.undo("a"), Refusal)
    assert no.key == "refuse.undo.none"


def test_a_new_answer_ends_what_could_be_done_again() -> None:
    match = played(answers=2)
    match.undo("a")
    did(match, "a", Stay())
    assert isinstance(match.redo("a"), Refusal)


def test_what_is_refused_today_can_be_done_again_later() -> None:
    allowed = [True]
    moody = verb(Stay, "T-2", step_on, allow=lambda s, seat: None if allowed[0] else refuse("T-7", "refuse.mud"))
    match = begun(toy(Phase("turn", "T-0", who=lambda s: ("a",), verbs=(moody,))))
    did(match, "a", Stay())
    match.undo("a")
    allowed[0] = False
    assert match.redo("a") == refuse("T-7", "refuse.mud")
    allowed[0] = True
    assert isinstance(match.redo("a"), Step)


def test_dice_are_not_taken_back() -> None:
    match = played(roll, answers=1)
    assert isinstance(no := match.undo("a"), Refusal)
    assert no.key == "refuse.undo.dice"


def test_only_the_own_answer_is_taken_back() -> None:
    match = played(answers=1)
    assert isinstance(no := match.undo("b"), Refusal)
    assert no.key == "refuse.undo.other"
    did(match, "b", Stay())
    assert isinstance(match.undo("a"), Refusal)
    assert isinstance(match.undo("b"), Undone)
    assert isinstance(match.undo("a"), Undone)
    assert isinstance(match.redo("b"), Refusal)
    assert isinstance(match.redo("a"), Step)


def test_an_answer_that_asks_another_seat_is_not_taken_back() -> None:
    match = begun(toy(ask("turn", "a"), ask("reply", "b")))
    did(match, "a", Go())
    assert isinstance(no := match.undo("a"), Refusal)
    assert no.key == "refuse.undo.asked"


def test_a_seat_asked_something_else_in_the_middle_is_asked() -> None:
    """Also when it was asked at the same time as the one that acts."""
    calls = verb(Stay, "T-2", lambda d, action: d.call("reply"))
    turn = Phase("turn", "", who=lambda s: ("a", "b"), verbs=(calls,))
    assert did(begun(toy(turn, procedures=(ask("reply", "b"),))), "a", Stay()).barrier == "asked"
    same = begun(toy(ask("turn", "a", "b"), ask("last", "a")))
    assert did(same, "a", Go()).barrier == ""
    assert did(same, "b", Go()).barrier == "asked"


def test_a_game_that_is_over_is_not_taken_back() -> None:
    match = played(answers=1)
    did(match, "a", Go())
    assert isinstance(no := match.undo("a"), Refusal)
    assert no.key == "refuse.undo.over"


# -- telling again ---------------------------------------------------------------------------------------------------


def test_the_record_alone_tells_the_match() -> None:
    match = played(answers=3)
    match.undo("a")
    did(match, "b", Stay())
    again = retold(match)
    assert again.state == match.state
    assert (again.seq, len(again.steps)) == (match.seq, len(match.steps))
    assert again.log() == match.log()
    assert isinstance(again.undo("b"), Undone)
    assert isinstance(again.undo("a"), Undone)


def test_a_told_match_goes_on_with_the_dice_it_had() -> None:
    live, again = played(roll, answers=3), retold(played(roll, answers=3))
    assert did(live, "a", Stay()).rolls == did(again, "a", Stay()).rolls
    assert live.state == again.state


def test_without_its_seed_a_match_cannot_roll() -> None:
    match = played(roll, answers=1)
    records: list[AnyRecord] = [replace(match.header, seed=None), *match.records[1:]]
    assert isinstance(retold(match, records).dice, NoDice)


def test_every_position_can_be_seen_again() -> None:
    match = played(answers=3)
    assert [match.state_at(n).count for n in range(5)] == [0, 1, 2, 3, 3]


def test_the_log_holds_what_a_seat_may_read() -> None:
    def whisper(d: Draft[Board], action: Stay) -> None:
        d.log("log.secret", readers=("a",))
        d.log("log.open")

    match = played(whisper, answers=1)
    assert [entry.key for _, entry in match.log()] == ["log.secret", "log.open"]
    assert [entry.key for _, entry in match.log("b")] == ["log.open"]
    assert match.log("a") == match.log()


def broken(match: Match[Board], index: int, **changed: Any) -> list[AnyRecord]:
    records = list(match.records)
    records[index] = replace(records[index], **changed)
    return records


@pytest.mark.parametrize(
    ("records", "index", "words"),
    [
        (lambda m: [], 0, "begins with its header"),
        (lambda m: m.records[1:], 0, "begins with its header"),
        (lambda m: broken(m, 0, game="chess"), 0, "a game of chess, not of toy"),
        (lambda m: m.records[:1], 1, "second record of a game is its opening"),
        (lambda m: [m.records[0], *m.records[2:]], 1, "second record of a game is its opening"),
        (lambda m: broken(m, 0, seed="zz"), 0, "seed"),
        (lambda m: broken(m, 0, seed="00"), 0, "seed"),
        (lambda m: broken(m, 0, scenario="moon"), 0, "there is no scenario 'moon'"),
        (lambda m: broken(m, 0, options={"x": 1}), 0, "there is no option 'x'"),
        (lambda m: broken(m, 1, state=Raw(b'{"count":"x"}')), 1, "Expected `int`"),
        (lambda m: broken(m, 1, hash="00"), 1, "opening position does not have the fingerprint"),
        (lambda m: [*m.records, m.records[0]], 5, "a header or opening in the middle"),
        (lambda m: [*m.records[:3], m.records[4]], 3, "step 2 is missing; this is step 3"),
        (lambda m: broken(m, 3, changes=(Drop("rows", 99),)), 3, "no row 99 in rows to drop"),
        (lambda m: broken(m, 3, changes=(Set("colour", 1),)), 3, "no field 'colour'"),
        (lambda m: broken(m, 3, changes=(Set("count", "x"),)), 3, "Expected `int`"),
        (lambda m: broken(m, 3, changes=(Put("rows", 2, {"at": 77}), Set("count", 2))), 3, "fingerprint"),
        (lambda m: broken(m, 4, hash="00"), 4, "fingerprint"),
    ],
)
def test_a_broken_record_is_found(records: Any, index: int, words: str) -> None:
    match = played(answers=3)
    with pytest.raises(BrokenRecord, match=words) as problem:
        Match.fold(match.game, records(match))
    assert problem.value.index == index


@pytest.mark.parametrize(
    "undone",
    [
        Undone(seq=4, seat="a", to=99),
        Undone(seq=4, seat="a", to=3),
        Undone(seq=4, seat="a", to=1),
        Undone(seq=4, seat="b", to=2),
    ],
    ids=["to the future", "nothing", "two at once", "by another"],
)
def test_a_record_takes_back_only_what_a_player_could(undone: Undone) -> None:
    match = played(answers=3)
    assert retold(match, [*match.records, Undone(seq=4, seat="a", to=2)]).state.count == 2
    with pytest.raises(BrokenRecord) as problem:
        retold(match, [*match.records, undone])
    assert problem.value.index == 5


def test_a_record_does_not_take_back_dice() -> None:
    match = played(roll, answers=2)
    with pytest.raises(BrokenRecord) as problem:
        retold(match, [*match.records, Undone(seq=3, seat="a", to=1)])
    assert problem.value.index == 4


def test_all_together_may_go_back_over_anything() -> None:
    match = played(roll, answers=3)
    agreed = Undone(seq=4, seat="a", to=1, agreed=("a", "b"))
    again = retold(match, [*match.records, agreed])
    assert again.state == match.state_at(1)
    assert did(again, "a", Stay()).rolls == did(played(roll, answers=3), "a", Stay()).rolls
    assert list(again.verify()) == []
    with pytest.raises(BrokenRecord, match="b did not agree"):
        retold(match, [*match.records, replace(agreed, agreed=("a",))])
    with pytest.raises(BrokenRecord, match="no step 9 to go back to"):
        retold(match, [*match.records, replace(agreed, to=9)])


def test_nothing_is_played_after_the_end() -> None:
    match = played(answers=1)
    did(match, "a", Go())
    last = replace(match.steps[-1], seq=4, changes=())
    with pytest.raises(BrokenRecord) as problem:
        retold(match, [*match.records, last])
    assert problem.value.index == 5


# -- verifying -------------------------------------------------------------------------------------------------------


def test_a_game_played_by_the_rules_verifies() -> None:
    for effect in (step_on, roll):
        assert list(retold(played(effect)).verify()) == []


def verified(records: list[AnyRecord], rules: Toy) -> list[tuple[int, str]]:
    return list(Match.fold(rules, [read(write(record)) for record in records]).verify())


def test_rules_that_changed_are_noticed_step_by_step() -> None:
    def other(d: Draft[Board], action: Stay) -> None:
        step_on(d, action)
        if d.now.count == 2:
            d.set(trail=("changed",))

    def quiet(d: Draft[Board], action: Stay) -> None:
        d.set(count=d.now.count + 1)
        d.put("rows", d.now.count, Row(d.now.count))

    records = played(answers=3).records
    assert verified(records, game(other, win)) == [(2, "another position comes of it")]
    assert verified(records, game(quiet, win)) == [(n, "the log says something else") for n in (1, 2, 3)]
    assert verified(records, game(roll, win))[0] == (
        1,
        "the script has 0 faces, another one was drawn (wanted for roll.x)",
    )


def test_an_answer_that_is_forbidden_today_is_noticed() -> None:
    muddy = verb(Stay, "T-2", step_on, allow=lambda state, seat: refuse("T-7", "refuse.mud"))
    rules = toy(Phase("turn", "T-0", who=lambda s: ("a", "b"), verbs=(muddy,)))
    assert verified(played(answers=1).records, rules) == [(1, "refused today: refuse.mud T-7")]


def test_dice_that_are_not_rolled_any_more_are_noticed() -> None:
    records = played(roll, answers=1).records
    assert verified(records, game(step_on, win)) == [(1, "1 recorded dice are not rolled any more")]


def test_dice_that_do_not_follow_from_the_seed_are_noticed() -> None:
    true_face = played(roll, answers=1).steps[0].rolls[0]
    forged = Match.new(game(roll, win), game(roll, win).open("plain"), b"seed", dice=ScriptedDice((7 - true_face,)))
    did(forged, "a", Stay())
    header = played(roll, answers=0).header
    told = verified([header, *forged.records[1:]], game(roll, win))
    assert [seq for seq, _ in told] == [1]
    assert "seed" in told[0][1]


def test_the_seed_told_at_the_end_is_enough_to_audit() -> None:
    match = played(roll, answers=1)
    did(match, "a", Go())
    hidden = [replace(match.header, seed=None), *match.records[1:]]
    assert Match.fold(game(roll, win), hidden).seed == b"seed"
    true_face = match.steps[0].rolls[0]
    forged = Match.new(game(roll, win), game(roll, win).open("plain"), b"seed", dice=ScriptedDice((7 - true_face,)))
    did(forged, "a", Stay())
    did(forged, "a", Go())
    told = verified([hidden[0], *forged.records[1:]], game(roll, win))
    assert told == [(1, "the dice do not follow from the seed")]


def test_an_action_that_is_gone_is_noticed() -> None:
    match = played(answers=2)
    told = verified(broken(match, 2, action={"do": "fly"}), game(step_on, win))
    assert told == [(1, "there is no action 'fly'; there is go, stay")]


def test_a_set_up_that_changed_is_noticed() -> None:
    class Drawn(Toy):
        def setup(self, scenario: Any, dice: Any) -> Board:
            return Board(count=dice.draw((1, 2)))

    rules = Drawn(game(step_on, win).sequence)
    match = Match.new(rules, rules.open("plain"), b"seed")
    assert list(match.verify()) == []
    (_, problem), *_ = verified(played(answers=0).records, rules)
    assert problem.startswith("the set-up of today rolls otherwise")
    other = replace(match.opening, rolls=(*match.opening.rolls, 1))
    assert verified([match.header, other], rules) == [(0, "the set-up of today gives another position")]


# -- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, 'an object with a "do"'),
        ([], 'an object with a "do"'),
        ({}, 'an object with a "do"'),
        ({"do": 5}, "there is no action 5; there is go, stay"),
        ({"do": []}, "there is no action"),
        ({"do": "fly"}, "there is no action 'fly'; there is go, stay"),
        ({"do": "stay", "x": 1}, "unknown field `x`"),
    ],
)
def test_data_that_is_no_action(data: Any, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read_action(game(step_on, win), data)


def test_data_that_is_an_action() -> None:
    assert read_action(game(step_on, win), {"do": "stay"}) == Stay()


def test_scripted_dice_serve_a_match() -> None:
    rules = game(roll, win)
    match = Match.new(rules, rules.open("plain"), b"seed", dice=ScriptedDice((6, 1)))
    assert did(match, "a", Stay()).rolls == (6,)
    assert isinstance(played().dice, SeededDice)


def test_the_opening_is_kept_whole() -> None:
    match = played(answers=2)
    opening = match.records[1]
    assert isinstance(opening, Opening)
    assert isinstance(opening.state, Raw)
    assert match.state_at(0) == bound(flow=match.state.flow)


# -- going on from a kept position -------------------------------------------------------------------------------------


def kept_after(match: Match[Board], number: int) -> tuple[Snapshot, list[AnyRecord]]:
    """What a store would have kept after a step, and the records that follow it."""
    index = next(i for i, record in enumerate(match.records) if isinstance(record, Played) and record.seq == number)
    step = match.records[index]
    assert isinstance(step, Played)
    drawn = sum(len(r.rolls) for r in match.records[: index + 1] if isinstance(r, Opening | Played))
    return Snapshot(step, encode(match.state_at(number)), drawn), match.records[index + 1 :]


def resumed(match: Match[Board], kept: Snapshot | None, records: list[AnyRecord]) -> Match[Board]:
    return Match.resume(match.game, match.header, match.scenario, match.opening, records, kept)


def test_a_game_goes_on_from_a_kept_position() -> None:
    whole = played(roll, 5)
    again = resumed(whole, *kept_after(whole, 3))
    assert (again.state, again.seq, [step.seq for step in again.steps]) == (whole.state, 5, [3, 4, 5])
    assert did(again, "b", Stay()).rolls == did(whole, "b", Stay()).rolls


def test_steps_after_a_kept_position_can_be_taken_back() -> None:
    whole = played(step_on, 4)
    again = resumed(whole, *kept_after(whole, 3))
    assert isinstance(again.undo("a"), Undone)
    assert again.state == whole.state_at(3)
    assert not again.may_redo("b")
    assert again.may_redo("a")


def test_a_kept_position_that_was_taken_back_is_of_no_use() -> None:
    whole = played(step_on, 4)
    kept, rest = kept_after(whole, 4)
    assert isinstance(whole.undo("a"), Undone)
    with pytest.raises(BrokenRecord, match="there is no step 3 to go back to"):
        resumed(whole, kept, [*rest, whole.records[-1]])


def test_a_kept_position_must_be_the_one_it_says() -> None:
    whole = played(step_on, 4)
    kept, rest = kept_after(whole, 3)
    with pytest.raises(BrokenRecord, match="the kept position does not have the fingerprint"):
        resumed(whole, replace(kept, state=encode(whole.state_at(2))), rest)


def test_what_is_shed_is_not_needed_to_play_on() -> None:
    whole = played(roll, 5)
    whole.shed()
    assert (len(whole.records), [step.seq for step in whole.steps]) == (2, [5])
    assert did(whole, "a", Stay()).rolls


def test_players_can_end_a_game() -> None:
    match = played(step_on, 1)
    record = match.end(Outcome(winners=("b",), key="outcome.resigned"))
    assert (record.seq, match.records[-1], record.seed) == (2, record, match.header.seed)
