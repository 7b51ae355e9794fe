"""Activity checks: their order, the draw, the filter of what is possible, and how a decision is told."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy import checks
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.games.fieldsoffire.scenario.ground import place
from sandtable.kernel import Draft
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, built, drafted, key

SQUAD, LMG, HMG, LEADER = (
    "German Grenadier squad 4/Gp",
    "German LMG team 1",
    "German HMG team 1",
    "German Leader 1",
)
SNIPER, SPOTTER, ASSAULT = "German Sniper 1", "German Mortar spotter (81mm) 1", "German Assault Team 1"
US = "1/1 PLT"
QUIET = {"at": "R1C1", "held": True}


def with_number(options: int, number: int, *, but: tuple[int, ...] = ()) -> int:
    """A card whose random number of that column is this one."""
    return next(one.number for one in cards().values() if one.random[options] == number and one.number not in but)


def checked(
    name: str, units: dict[str, Any], deck: list[int], *, tactic: str = "deliberate", **rest: Any
) -> Draft[FieldsState]:
    state = board(units, facts={"mission": {"tactic": tactic}, **rest.pop("facts", {})}, **rest)
    d = drafted(state, deck)
    checks.check(d, key(state, name))
    return d


def decision(d: Draft[FieldsState]) -> tuple[str, str]:
    entry = next(entry for entry in d.entries if entry.key == "log.enemy_acts")
    return entry.rule, str(entry.params["action"])


# -- order -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-3.4.2.b", "FF-8.6.2.a")
def test_cards_come_in_an_order_that_is_drawn() -> None:
    units = {SQUAD: "R2C1", LMG: "R3C3", HMG: "R4C4", US: QUIET}
    orders = set()
    for first in (1, 2, 3):
        for second in (1, 2):
            deck = [with_number(3, first), with_number(2, second, but=(with_number(3, first),))]
            d = drafted(board(units), deck)
            checks.line_up(d)
            orders.add(d.now.queue)
            assert any(entry.key == "log.card_order" for entry in d.entries)
    assert len(orders) == 6
    alone = drafted(board({SQUAD: "R2C1", US: QUIET}))
    checks.line_up(alone)
    assert [label(alone.now.scenario, "place", one) for one in alone.now.queue] == ["R2C1"]


@pytest.mark.rule("FF-8.6.2.a", "FF-3.4.2.b")
def test_on_a_card_the_pinned_and_teams_come_first_and_commanders_last() -> None:
    units = {LEADER: "R3C2", SQUAD: "R3C2", LMG: {"at": "R3C2", "pinned": True}, ASSAULT: "R3C2", US: QUIET}
    state = board({**units, HMG: {"at": "R3C2", "flipped": True}}, queue=[place(3, 2)])
    first = {label(state.scenario, "unit", one) for one in checks.next_in_line(state)}
    assert first == {LMG, ASSAULT, HMG}
    ranks = {name: checks.rank(state, key(state, name)) for name in (LMG, ASSAULT, HMG, SQUAD, LEADER)}
    assert ranks == {LMG: 0, ASSAULT: 0, HMG: 0, SQUAD: 1, LEADER: 2}
    led = board({LEADER: {"at": "R3C2", "pinned": True}, US: QUIET})
    assert checks.rank(led, key(led, LEADER)) == 0


@pytest.mark.rule("FF-8.6.2.d", "FF-8.6.2.e", "FF-8.6.2.j")
def test_nobody_is_checked_twice_nor_after_an_event() -> None:
    units = {SQUAD: {"at": "R3C2", "checked": True}, LMG: "R3C2", US: {"at": "R1C2", "held": True}}
    d = drafted(board(units, queue=[place(3, 2)], facts={"mission": {"tactic": "delay"}}), [with_number(3, 1)])
    checks.check_next(d)
    acted = [entry.params["unit"] for entry in d.entries if entry.key == "log.enemy_acts"]
    assert [label(d.now.scenario, "unit", one.id) for one in acted] == [LMG]  # type: ignore[union-attr]
    assert d.now.units[key(d.now, LMG)].checked
    assert d.now.queue
    checks.check_next(d)
    assert d.now.queue == ()
    checks.close(d)
    assert not any(unit.checked for unit in d.now.units.values())


@pytest.mark.rule("FF-8.6.2.d")
def test_what_is_left_of_a_checked_unit_is_not_checked_again() -> None:
    """A machine gun jams in its attempt to concentrate: its crew are a team on the same card now."""
    jam = next(one.number for one in cards().values() if one.icon == "jammed")
    others = [one.number for one in cards().values() if one.icon != "jammed"][:2]
    units = {HMG: {"at": "R3C2"}, US: {"at": "R1C2", "held": True}}
    d = drafted(board(units, queue=[place(3, 2)]), [jam, *others])
    checks.check_next(d)
    assert key(d.now, HMG) not in d.now.units
    assert checks.next_in_line(d.now) == ()


# -- the draw ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-8.6.2.b", "FF-8.6.2.g", "FF-8.6.2.j", "FFT-act-legend-1")
def test_the_number_picks_the_action_and_the_line_tells_row_reasons_and_card() -> None:
    number = with_number(5, 1)
    d = checked(SQUAD, {SQUAD: "R3C2", US: "R1C2"}, [number], tactic="hasty")
    entry = next(entry for entry in d.entries if entry.key == "log.enemy_acts")
    assert (entry.rule, entry.params["action"], entry.params["table"], entry.params["column"]) == (
        "FFT-act-def-6",
        "none",
        "defensive",
        "hasty",
    )
    assert entry.draws[0].cards == (number,)
    rows = [(one.rule, one.key) for one in entry.modifiers if one.rule.startswith("FFT-act-def")]
    assert rows == [
        ("FFT-act-def-1", "row.not_joint"),
        ("FFT-act-def-2", "row.not_joint"),
        ("FFT-act-def-3", "row.not_heavy"),
        ("FFT-act-def-4", "row.under_fire"),
        ("FFT-act-def-5", "row.under_fire"),
    ]
    assert key(d.now, SQUAD) in d.now.fires


@pytest.mark.rule("FF-8.6.2.h")
def test_what_cannot_be_done_is_drawn_again_and_told_with_its_reason() -> None:
    """In the open and Exposed a squad can neither fall back nor find cover where there is none."""
    four, three, one = (with_number(5, number) for number in (4, 3, 1))
    units = {SQUAD: {"at": "R3C2", "exposed": True}, US: "R1C2"}
    d = checked(SQUAD, units, [four, three, one], tactic="delay")
    entry = next(entry for entry in d.entries if entry.key == "log.enemy_acts")
    assert entry.params["action"] == "none"
    assert [draw.cards for draw in entry.draws] == [(four,), (three,), (one,)]
    reasons = {(part.rule, part.key) for part in entry.modifiers if part.key.startswith("refuse.")}
    assert ("FF-5.1.2.d", "refuse.exposed") in reasons
    assert ("FF-4.2.2e.cond", "refuse.no_cover_left") in reasons


@pytest.mark.rule("FF-8.6.2.h", "FF-8.6.2.g")
def test_a_row_without_anything_possible_is_still_the_row_and_nothing_is_done() -> None:
    """A gun out of ammunition that cannot be moved has no way back, and does not look at the rows below."""
    d = checked("German 88mm 1", {"German 88mm 1": {"at": "R3C2", "empty": True}, US: "R1C2"}, [], tactic="delay")
    assert decision(d) == ("FFT-act-def-3", "none")


@pytest.mark.rule("FF-8.6.2.i")
def test_who_is_in_no_situation_does_nothing() -> None:
    d = checked("German Fire Team (rifle) 1", {"German Fire Team (rifle) 1": "R3C2", US: QUIET}, [])
    assert decision(d) == ("FF-8.6.2.i", "none")


# -- units with rules of their own -------------------------------------------------------------------------------------


@pytest.mark.rule("FF-8.6.2.f", "FF-8.8", "FF-8.8.d", "FF-8.8.e", "FF-8.10.b", "FF-8.9.c")
def test_snipers_observers_and_lone_commanders_use_no_table_unless_they_are_shaken() -> None:
    seen = {"at": "R1C2", "held": True}
    assert decision(checked(SNIPER, {SNIPER: {"at": "R3C2", "unspotted": True}, US: seen}, [])) == ("FF-8.8.d", "none")
    assert decision(checked(LEADER, {LEADER: "R3C2", US: seen}, [])) == ("FF-8.9.c", "take_up_arms")
    spotter = {SPOTTER: {"at": "R3C2", "ammo": 1}, US: QUIET}
    assert decision(checked(SPOTTER, spotter, [])) == ("FF-8.10.b", "call_for_fire")
    for name in (SNIPER, SPOTTER, LEADER):
        pinned = {name: {"at": "R3C2", "pinned": True}, US: QUIET}
        rule, _ = decision(checked(name, pinned, [with_number(5, 1)]))
        assert rule == "FFT-act-lat-3"
        flipped = {name: {"at": "R3C2", "flipped": True}, US: QUIET}
        sides = 3 if name == LEADER else 2
        rule, _ = decision(checked(name, flipped, [with_number(sides, 1)]))
        assert rule in ("FFT-act-lat-9", "FFT-act-lat-10")


def test_vehicles_wait_for_their_own_chapter() -> None:
    facts = {"nations": ["nkpa"]}
    d = checked("NKPA T-34/85 1", {"NKPA T-34/85 1": "R3C2", US: QUIET}, [], facts=facts)
    assert [(entry.key, entry.rule) for entry in d.entries] == [("log.enemy_waits", "FF-8.12")]


# -- in the sequence of play -------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-3.2.2", "FF-3.2.2.b", "FF-3.4.2")
def test_the_enemy_acts_before_the_company_in_a_defence_and_after_it_otherwise() -> None:
    order = [at for at, _ in GAME.sequence if at.startswith("mission.turn.") and at.count(".") == 2]
    names = [at.rsplit(".", 1)[1] for at in order]
    assert names.index("enemy_first") < names.index("command") < names.index("enemy") < names.index("withdrawal")
    inner = {at for at, _ in GAME.sequence}
    assert "mission.turn.enemy.cease_fire" in inner
    assert not any("cease" in at for at in inner if at.startswith("mission.turn.enemy_first"))
    for kind, first, second in (("defensive", True, False), ("offensive", False, True), ("patrol", False, True)):
        state = board({US: QUIET}, facts={"mission": {"type": kind}})
        phase = {name: GAME.sequence.phase(f"mission.turn.{name}") for name in ("enemy_first", "enemy")}
        assert phase["enemy_first"].when is not None
        assert phase["enemy"].when is not None
        assert (phase["enemy_first"].when(state), phase["enemy"].when(state)) == (first, second)


@pytest.mark.rule("FF-3.4.2", "FF-3.4.2.a", "FF-8.6.2.j")
def test_a_whole_segment_runs_by_itself_with_the_map_brought_up_to_date_after_each_unit() -> None:
    units = {
        SQUAD: "R3C2",
        LMG: {"at": "R4C4"},
        US: {"at": "R1C2", "held": True},
    }
    step = built(
        units,
        at="mission.turn.enemy.cease_fire",
        fires={LMG: {"at": "R4C3"}},
        deck=[with_number(2, 1), *(n for n in range(20, 45))],
        facts={"mission": {"tactic": "delay"}},
    )
    keys = [entry.key for entry in step.entries]
    assert keys.index("log.fire_ceased") < keys.index("log.card_order") < keys.index("log.enemy_acts")
    assert keys.count("log.enemy_acts") == 2
    assert isinstance(step.state, FieldsState)
    assert not any(unit.checked for unit in step.state.units.values())
