"""The odds panel: what an attack would bring, before anybody commits to it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.nextwar.battles import TARGET, attack, standing
from tests.games.nextwar.board import INF, OTHER_INF, ROK_BDE, ROK_INF, at, key, logged, play, reasons


def ask(state: KoreaState, seat: str = "dprk", **params: Any) -> Odds:
    found = GAME.query(GAME.view(state, seat), "odds", params)
    assert isinstance(found, Odds)
    return found


def two() -> KoreaState:
    return standing({INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}, ground={"terrain": "rough_woods"})


def test_the_panel_says_what_the_combat_will_log() -> None:
    state = two()
    found = ask(state, place=at(state, TARGET))
    state = attack(state, INF, OTHER_INF).state
    step = play(state, "dprk", {"do": "lead", "unit": INF}, [5])
    assert found.column == logged(step, "odds").params["column"]
    assert found.attack.total == str(logged(step, "attack_strength").params["total"])
    assert reasons(found.shifts) == {
        **reasons(logged(step, "odds").modifiers),
        **reasons(logged(step, "combat").modifiers),
    }


def test_the_shares_of_each_side_are_whole() -> None:
    state = two()
    outcomes = ask(state, place=at(state, TARGET)).outcomes
    for who in ("defender", "attacker"):
        assert sum(one.share for one in outcomes if one.key.startswith(f"odds.{who}.")) == WHOLE


def test_an_attack_being_composed_and_what_if_it_were_another() -> None:
    state = two()
    alone = ask(state, partial={"do": "attack", "target": at(state, TARGET), "units": [key(state, INF)]})
    assert alone.attack.total == "8"
    more = next(chip for chip in alone.options if chip.key == "odds.add_unit")
    assert ask(state, **more.params).attack.total == "16"


@pytest.mark.parametrize(("units", "message"), [((INF, INF), "named twice"), ((ROK_INF,), "no unit of dprk")])
def test_a_force_is_named_as_it_could_be(units: tuple[str, ...], message: str) -> None:
    state = two()
    named = [key(state, one) for one in units]
    with pytest.raises(ValueError, match=message):
        ask(state, partial={"do": "attack", "target": at(state, TARGET), "units": named})


def test_air_points_that_are_there_are_offered() -> None:
    state = standing(accounts={"dprk": {"air": 2}, "allied": {}})
    found = ask(state, place=at(state, TARGET))
    chip = next(chip for chip in found.options if chip.key == "odds.air_point")
    assert reasons(ask(state, **chip.params).shifts)["support"] == -1


def test_the_combat_at_hand() -> None:
    state = attack(two(), INF, OTHER_INF).state
    assert ask(state).attack.total == "16"


@pytest.mark.rule("NW-9.5.1.a")
def test_the_hex_of_the_combat_at_hand_tells_of_those_who_attack_it() -> None:
    third = "DPRK 8/II Inf Div"
    state = standing({INF: "N3010", OTHER_INF: "N3010", third: "N3110", ROK_INF: TARGET})
    state = attack(state, INF, OTHER_INF).state
    assert ask(state, place=at(state, TARGET)) == ask(state), "who stays out of it does not count"


@pytest.mark.rule("NW-9.9.a")
def test_once_the_die_is_thrown_no_chance_is_told() -> None:
    state = attack(two(), INF, OTHER_INF).state
    assert ask(state).outcomes
    fought = (play(state, "dprk", {"do": "lead", "unit": INF}, [die]).state for die in range(10))
    state = next(one for one in fought if (battle := one.within(Battle)) is not None and battle.result)
    for question in ({}, {"place": at(state, TARGET)}):
        assert GAME.query(GAME.view(state, "dprk"), "odds", question) is None


def test_where_there_is_no_fight_there_is_nothing_to_say() -> None:
    state = standing({INF: "N3010", ROK_BDE: "N3020"})
    assert GAME.query(GAME.view(state, "dprk"), "odds", {"place": at(state, "N3005")}) is None
    with pytest.raises(UnknownName):
        GAME.query(GAME.view(state, "dprk"), "odds", {"force": {"target": 1}})


def test_only_a_hex_that_is_left_is_won() -> None:
    state = two()
    for one in ask(state, place=at(state, TARGET)).outcomes:
        if one.key.startswith("odds.defender."):
            won = one.key.rpartition(".")[2] in ("destroyed", "routed", "retreats")
            assert one.tone == ("good" if won else "even")
    brigade = standing({INF: "N3010", OTHER_INF: "N3010", ROK_BDE: TARGET})
    told = [one for one in ask(brigade, place=at(brigade, TARGET)).outcomes if one.key == "odds.defender.destroyed"]
    assert len(told) == 1  # more steps than it has change nothing
    assert told[0].params == {"steps": brigade.units[key(brigade, ROK_BDE)].steps}


@pytest.mark.rule("NW-9.6.1")
def test_support_is_reckoned_before_it_is_given() -> None:
    craft = {"DPRK Mi-24D 1": {"hex": "N3009"}}
    state = standing({INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}, helicopters=craft)
    state = play(attack(state, INF, OTHER_INF).state, "dprk", {"do": "lead", "unit": INF}).state
    key_ = next(iter(state.helicopters))
    none = ask(state, partial={"do": "support"})
    some = ask(state, partial={"do": "support", "helicopters": [key_]})
    assert "support" not in reasons(none.shifts)
    assert reasons(some.shifts)["support"] == -1
    with pytest.raises(UnknownName):
        ask(state, partial={"do": "support", "ships": [999]})
