"""The sequence of play: loops, skips, questions, procedures inside procedures, and what cannot be walked."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Action, Draft, Phase, Refusal, Sequence, verb
from sandtable.kernel import flow as flow_module
from sandtable.kernel.flow import FlowError
from tests.kernel.toy import GO, STAY, Board, Go, Stay, ask, begun, did, note, toy


class Hit(Action, frozen=True):
    """Starts a battle, done before or after."""


def auto(name: str, **more: Any) -> Phase[Board]:
    """A phase that only leaves its name."""
    return Phase(name, f"T-{name}", **{"begin": note(name), **more})


def trail(match: Any) -> tuple[str, ...]:
    found: tuple[str, ...] = match.state.trail
    return found


def at(match: Any) -> str:
    found: str = match.state.here.at
    return found


def test_automatic_phases_run_up_to_the_first_question() -> None:
    match = begun(toy(auto("one"), auto("two"), ask("turn", "a"), auto("three")))
    assert trail(match) == ("one", "two")
    assert at(match) == "main.turn"
    assert match.state.here.waiting == ("a",)


def test_begin_and_end_stand_around_everything_inside() -> None:
    inner = Phase("group", "", (auto("one"), auto("two")), begin=note("open"), end=note("close"))
    match = begun(toy(inner, ask("turn", "a", begin=note("before"), end=note("after"))))
    did(match, "a", Go())
    assert trail(match) == ("open", "one", "two", "close", "before", "a goes", "after")


def test_a_phase_that_does_not_take_place_is_passed_over_with_all_of_it() -> None:
    skipped = Phase("skipped", "", (auto("inside"),), when=lambda s: False, begin=note("b"), end=note("e"))
    match = begun(toy(skipped, auto("asks", when=lambda s: True), ask("turn", "a", when=lambda s: s.count == 0)))
    assert trail(match) == ("asks",)


def test_a_phase_that_asks_nobody_is_passed_over_but_begins_and_ends() -> None:
    match = begun(toy(ask("empty", begin=note("begin"), end=note("end")), ask("turn", "a")))
    assert trail(match) == ("begin", "end")


def test_several_seats_answer_in_any_order() -> None:
    match = begun(toy(ask("both", "a", "b"), ask("last", "a")))
    assert [p.seat for p in match.game.prompts(match.state)] == ["a", "b"]
    did(match, "b", Go())
    assert match.state.here.waiting == ("a",)
    assert isinstance(match.act("b", Go()), Refusal)
    did(match, "a", Stay())
    did(match, "a", Go())
    assert at(match) == "main.last"


def test_seats_with_nothing_left_to_answer_are_not_asked() -> None:
    match = begun(toy(ask("both", "a", "b", over=lambda s, seat: seat == "a" or len(s.trail) > 1), ask("last", "a")))
    assert match.state.here.waiting == ("b",)
    did(match, "b", Stay())
    did(match, "b", Stay())
    assert at(match) == "main.last"


def test_a_group_starts_over_while_it_says_so() -> None:
    loop = Phase("loop", "", (auto("one"), auto("two")), begin=note("once"), again=lambda s: len(s.trail) < 6)
    match = begun(toy(loop, ask("turn", "a")))
    assert trail(match) == ("once", "one", "two", "one", "two", "one", "two")


def test_a_loop_can_ask_another_seat_each_time() -> None:
    loop = Phase(
        "loop",
        "",
        (Phase("pick", "", who=lambda s: ("ab"[len(s.trail) % 2],), verbs=(GO,)),),
        again=lambda s: len(s.trail) < 3,
    )
    match = begun(toy(loop, ask("last", "b")))
    for seat in "aba":
        did(match, seat, Go())
    assert at(match) == "main.last"


def test_loops_inside_loops() -> None:
    inner = Phase("inner", "", (auto("x"),), again=lambda s: len(s.trail) % 3 != 0)
    outer = Phase("outer", "", (inner,), again=lambda s: len(s.trail) < 6)
    assert trail(begun(toy(outer, ask("turn", "a")))) == ("x",) * 6


def test_an_action_leaves_a_loop() -> None:
    def flee(d: Draft[Board], action: Go) -> None:
        d.leave("loop")

    verbs = (verb(Go, "T-1", flee), STAY)
    loop = Phase(
        "loop",
        "",
        (ask("turn", "a", verbs=verbs, end=note("not reached")), auto("nor this")),
        again=lambda s: True,
        end=note("left"),
    )
    match = begun(toy(loop, ask("last", "a")))
    did(match, "a", Go())
    assert trail(match) == ("left",)
    assert at(match) == "main.last"


def test_an_automatic_phase_leaves_a_loop() -> None:
    loop = Phase("loop", "", (auto("one"), auto("two", begin=lambda d: d.leave("loop"))), again=lambda s: True)
    assert trail(begun(toy(loop, ask("turn", "a")))) == ("one",)


def test_the_game_ends_with_its_sequence() -> None:
    match = begun(toy(ask("turn", "a")))
    did(match, "a", Go())
    assert match.state.flow == ()
    assert match.game.prompts(match.state) == ()
    assert isinstance(no := match.act("a", Go()), Refusal)
    assert no.key == "refuse.over"


def test_the_game_ends_in_the_middle_of_everything() -> None:
    match = begun(toy(auto("win", begin=lambda d: d.set(count=100)), auto("later"), ask("turn", "a")))
    assert trail(match) == ()
    assert match.game.prompts(match.state) == ()


def hit(order: str) -> Any:
    """An action that calls a battle and is done, in one order or the other."""

    def effect(d: Draft[Board], action: Hit) -> None:
        if order == "done first":
            d.done()
        d.call("battle", 5)
        if order == "call first":
            d.done()

    return verb(Hit, "T-3", effect)


@pytest.mark.parametrize("order", ["done first", "call first"])
def test_an_action_that_calls_is_done_before_or_after(order: str) -> None:
    battle = ask("battle", "b", end=note("battle over"))
    match = begun(toy(ask("turn", "a", verbs=(hit(order),)), ask("last", "a"), procedures=(battle,)))
    did(match, "a", Hit())
    assert [frame.at for frame in match.state.flow] == ["main.turn", "battle"]
    assert match.state.here.ref == 5
    did(match, "b", Go())
    assert trail(match) == ("b goes", "battle over")
    assert at(match) == "main.last"


def test_a_caller_that_is_not_done_is_asked_again() -> None:
    match = begun(toy(ask("turn", "a", verbs=(hit("neither"), GO)), procedures=(ask("battle", "b"),)))
    did(match, "a", Hit())
    did(match, "b", Go())
    assert (at(match), match.state.here.waiting) == ("main.turn", ("a",))


def test_interrupts_inside_interrupts_come_back_one_by_one() -> None:
    def deeper(d: Draft[Board], action: Hit) -> None:
        d.done()
        note(f"depth {len(d.now.flow)}")(d)
        if len(d.now.flow) < 4:
            d.call("battle", d.here.ref + 1)

    battle = Phase(
        "battle",
        "",
        who=lambda s: ("b" if len(s.flow) % 2 == 0 else "a",),
        verbs=(verb(Hit, "T-3", deeper),),
        end=lambda d: note(f"end {d.here.ref}")(d),
    )
    match = begun(toy(ask("turn", "a", verbs=(hit("done first"),)), ask("last", "b"), procedures=(battle,)))
    for seat in "abab":
        did(match, seat, Hit())
    assert trail(match) == ("depth 2", "depth 3", "depth 4", "end 7", "end 6", "end 5")
    assert at(match) == "main.last"


def test_a_procedure_can_be_a_group_and_hands_its_subject_down() -> None:
    inside = auto("note", begin=lambda d: note(f"about {d.here.ref}")(d))
    battle = Phase("battle", "", (inside, ask("reply", "b")), end=lambda d: note(f"end {d.here.ref}")(d))
    match = begun(toy(ask("turn", "a", verbs=(hit("done first"),)), ask("last", "a"), procedures=(battle,)))
    did(match, "a", Hit())
    assert at(match) == "battle.reply"
    assert match.state.here.ref == 5
    did(match, "b", Go())
    assert trail(match) == ("about 5", "b goes", "end 5")


def test_an_automatic_phase_calls_and_goes_on_after_it() -> None:
    match = begun(
        toy(auto("fire", begin=lambda d: d.call("battle", 1)), ask("last", "a"), procedures=(ask("battle", "b"),))
    )
    assert at(match) == "battle"
    did(match, "b", Go())
    assert at(match) == "main.last"


def test_upkeep_can_start_a_procedure_in_the_middle_of_a_phase() -> None:
    def upkeep(d: Draft[Board]) -> None:
        if "a stays" in d.now.trail and "tested" not in d.now.trail:
            note("tested")(d)
            d.call("test", 2)

    match = begun(toy(ask("turn", "a"), ask("last", "a"), procedures=(ask("test", "b"),), settle=upkeep))
    did(match, "a", Stay())
    assert at(match) == "test"
    did(match, "b", Go())
    assert (at(match), match.state.here.waiting) == ("main.turn", ("a",))


def test_upkeep_that_depends_on_the_phase_and_only_calls_is_heard() -> None:
    def upkeep(d: Draft[Board]) -> None:
        if d.now.flow and d.here.at == "main.turn" and "b goes" not in d.now.trail:
            d.call("test", 2)

    match = begun(toy(auto("one"), ask("turn", "a"), procedures=(ask("test", "b"),), settle=upkeep))
    assert at(match) == "test"
    assert match.state.here.waiting == ("b",)
    did(match, "b", Go())
    assert (at(match), match.state.here.waiting) == ("main.turn", ("a",))


def test_upkeep_runs_after_every_automatic_change() -> None:
    seen: list[tuple[str, ...]] = []
    begun(toy(auto("one"), auto("two"), ask("turn", "a"), settle=lambda d: seen.append(d.now.trail)))
    assert {(), ("one",), ("one", "two")} <= set(seen)
    assert seen[-1] == ("one", "two")


def test_an_endless_loop_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow_module, "LONGEST_WALK", 200)
    with pytest.raises(FlowError, match=r"runs in circles around main\.loop"):
        begun(toy(Phase("loop", "", (auto("x", begin=None),), again=lambda s: True)))


def test_the_end_of_a_phase_may_not_move_the_sequence() -> None:
    with pytest.raises(FlowError, match=r"the end of main\.one moved the sequence of play"):
        begun(toy(auto("one", end=lambda d: d.call("battle")), procedures=(ask("battle", "b"),)))


def test_a_procedure_that_does_not_exist_is_named() -> None:
    with pytest.raises(FlowError, match="there is no phase 'nowhere'"):
        begun(toy(auto("one", begin=lambda d: d.call("nowhere"))))


@pytest.mark.parametrize(
    ("phases", "words"),
    [
        ((Phase(""),), "no name for a phase"),
        ((Phase("a.b"),), "no name for a phase"),
        ((Phase("x"), Phase("x")), r"two phases are called main\.x"),
        ((Phase("x", "", (Phase("y"),), who=lambda s: ("a",), verbs=(GO,)),), "both groups phases and asks"),
        ((Phase("x", "", (Phase("y"),), verbs=(GO,)),), "asks nobody"),
        ((Phase("x", who=lambda s: ("a",)),), "asks but accepts no answer"),
        ((Phase("x", verbs=(GO,)),), "asks nobody"),
        ((Phase("x", again=lambda s: True),), "cannot start over"),
        ((Phase("x", over=lambda s, seat: True),), "asks nobody"),
        ((Phase("x", prompt=lambda s, seat: {}),), "asks nobody"),
    ],
)
def test_a_sequence_that_cannot_be_walked_is_refused_at_once(phases: Any, words: str) -> None:
    with pytest.raises(FlowError, match=words):
        Sequence(Phase("main", "", phases))


def test_a_procedure_may_not_be_called_like_the_main_sequence() -> None:
    with pytest.raises(FlowError, match="two phases are called main"):
        Sequence(Phase("main"), Phase("main"))


def test_phases_are_found_by_the_end_of_their_path() -> None:
    sides: Any = tuple(Phase(side, "", (Phase("move"), Phase("combat"))) for side in ("axis", "soviet"))
    sequence: Sequence[Board] = Sequence(Phase("turn", "", sides), Phase("battle"))
    assert sequence.find("axis.combat") == "turn.axis.combat"
    assert sequence.find("battle") == "battle"
    with pytest.raises(FlowError, match=r"'combat' may be any of turn\.axis\.combat, turn\.soviet\.combat"):
        sequence.find("combat")
    with pytest.raises(FlowError, match="there is no phase 'peace'"):
        sequence.find("peace")
    with pytest.raises(FlowError, match="there is no phase 'peace'"):
        sequence.phase("peace")


def test_all_phases_are_listed_in_their_order() -> None:
    sequence: Sequence[Board] = Sequence(Phase("turn", "", (Phase("a"), Phase("b"))), Phase("battle"))
    assert [place for place, _ in sequence] == ["turn", "turn.a", "turn.b", "battle"]
    assert [frame.at for frame in sequence.start()] == ["turn"]
