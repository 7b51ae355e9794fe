"""Rule 24.4: interception."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import AirBattle, Engagement, KoreaState
from sandtable.games.nextwar.rules.air_defences import interception
from sandtable.kernel import Draft
from tests.games.nextwar.board import QUIET, advanced, air, asked, boxed, draft, logged, may, play, why

RED, SECOND, THIRD = "DPRK MiG-29UB 1", "DPRK MiG-29UB 2", "DPRK MiG-23UL 1"
STRIKER, OTHER, COVER, MORE = "ROK F-4D 1", "ROK F-4D 2", "ROK KF-16C 4", "ROK KF-16C 5"
TAME = {"acr": 3, "csr2": 0, "strike": 2, "skill": 0}


def sky(
    strikers: tuple[str, ...], escorts: tuple[str, ...] = (), reds: tuple[str, ...] = (RED, SECOND), **fields: Any
) -> KoreaState:
    """A strike on a track that was seen early; nobody has weapons for more than the dogfight."""
    rows = {name: {"base": "rok", "box": "ready"} for name in strikers}
    rows |= {name: {"base": "rok", "box": "superiority"} for name in escorts}
    rows |= {name: {"base": "dprk", "box": "superiority"} for name in reds}
    facts = {"aircraft": {name: {"front": TAME} for name in (*strikers, *escorts, *reds)}}
    missions = fields.pop("missions", {1: {}})
    row = {"side": "allied", "aim": "sam", "strikers": list(strikers), "escorts": list(escorts), "found": "ED"}
    return advanced(
        fields.pop("at", "first_strike.allied_strikes.intercept"),
        facts=facts,
        aircraft=rows,
        missions={number: {**row, **more} for number, more in missions.items()},
        **fields,
    )


def sent(state: KoreaState, *units: str) -> KoreaState:
    return play(state, "dprk", {"do": "intercept", "mission": 1, "units": list(units)}).state


@pytest.mark.rule("NW-24.4", "NW-22.7.c", "NW-24.2.b")
def test_one_or_two_from_the_box_against_what_was_seen_early() -> None:
    state = sky((STRIKER,), reds=(RED, SECOND, THIRD))
    assert asked(state) == {"dprk": "first_strike.allied_strikes.intercept"}
    all_three = {"do": "intercept", "mission": 1, "units": [RED, SECOND, THIRD]}
    assert why(state, "dprk", all_three).key == "refuse.too_many"
    assert why(state, "dprk", {"do": "intercept", "mission": 1, "units": [STRIKER]}).rule == "NW-22.7.c"
    for found in ("D", "-"):
        late = sky((STRIKER,), missions={1: {"found": found}}, dice=[9, 9, 9])
        assert "first_strike.allied_strikes.intercept" not in asked(late).values()


@pytest.mark.rule("NW-24.4")
def test_all_interceptors_are_sent_before_any_fight() -> None:
    state = sky((STRIKER, OTHER), missions={1: {"strikers": [STRIKER]}, 2: {"strikers": [OTHER]}})
    state = sent(state, RED)
    assert asked(state) == {"dprk": "first_strike.allied_strikes.intercept"}
    assert not may(state, "dprk", {"do": "intercept", "mission": 1, "units": [SECOND]})
    assert not may(state, "dprk", {"do": "intercept", "mission": 2, "units": [RED]})
    state = play(state, "dprk", {"do": "intercept", "mission": 2, "units": [SECOND]}).state
    assert asked(state) == {"dprk": "air_battle.interception.engage"}


@pytest.mark.rule("NW-24.4.1.a")
def test_escorts_come_first_then_anybody_or_nobody() -> None:
    state = sent(sky((STRIKER,), (COVER,)), RED, SECOND)
    assert why(state, "dprk", {"do": "engage", "unit": RED, "foe": STRIKER}).rule == "NW-24.4.1.a"
    assert why(state, "dprk", {"do": "done"}).rule == "NW-24.4.1.a"
    state = play(state, "dprk", {"do": "engage", "unit": RED, "foe": COVER}).state
    for foe in (STRIKER, COVER):
        assert may(state, "dprk", {"do": "engage", "unit": SECOND, "foe": foe})
    assert may(state, "dprk", {"do": "done"})


def over(state: KoreaState, *pairs: tuple[tuple[str, ...], tuple[str, ...]]) -> KoreaState:
    """The fight over the first mission, with some engagements of Allied and DPRK units."""
    d = draft(state)
    d.edit("missions", 1, interceptors=(air(state, RED), air(state, SECOND)))
    fights = [Engagement(tuple(air(state, n) for n in a), tuple(air(state, n) for n in b)) for a, b in pairs]
    d.call("air_battle", AirBattle(mission=1, engagements=tuple(fights)))
    return d.now


@pytest.mark.rule("NW-24.4.1.a")
def test_whom_the_next_interceptor_may_engage() -> None:
    def open_to(state: KoreaState, *pairs: tuple[tuple[str, ...], tuple[str, ...]]) -> list[str]:
        names = {air(state, name): name for name in (STRIKER, OTHER, COVER, MORE)}
        return [names[key] for key in interception.quarry(over(state, *pairs), "dprk")]

    state = sky((STRIKER, OTHER), (COVER, MORE))
    assert open_to(state) == [COVER, MORE]
    assert open_to(state, ((COVER,), (RED,))) == [MORE]
    assert open_to(state, ((COVER,), (RED,)), ((MORE,), (SECOND,))) == [COVER, MORE, STRIKER, OTHER]
    assert open_to(state, ((COVER,), (RED, SECOND)), ((MORE,), (THIRD,))) == [MORE, STRIKER, OTHER]
    assert open_to(state, ((COVER, MORE), (RED,))) == [STRIKER, OTHER]  # two fight one already
    d = draft(state)
    d.edit("aircraft", air(state, COVER), box="aborted")
    d.edit("aircraft", air(state, OTHER), box="aborted")
    assert open_to(d.now, ((MORE,), (RED,))) == [MORE, STRIKER]
    assert interception.why_not_decline(over(d.now, ((MORE,), (RED,))), "dprk") is None
    assert interception.why_not_decline(over(d.now), "dprk") is not None


@pytest.mark.rule("NW-24.4.1.a", "NW-24.4.1.c")
def test_two_interceptors_may_take_on_one() -> None:
    state = sent(sky((STRIKER,), (COVER,)), RED, SECOND)
    step = play(state, "dprk", {"do": "engage", "unit": RED, "foe": COVER})
    assert logged(step, "air_paired").params["foe"].id == air(state, COVER)
    state = play(step.state, "dprk", {"do": "engage", "unit": SECOND, "foe": COVER}).state
    (fight,) = state.subject(AirBattle).engagements
    assert (fight.allied, fight.dprk) == ((air(state, COVER),), (air(state, RED), air(state, SECOND)))
    d = draft(over(sky((STRIKER,), (COVER, MORE)), ((COVER,), (RED,)), ((MORE,), (THIRD,))))
    interception.engage(d, air(d.now, SECOND), air(d.now, MORE))
    fights = d.now.subject(AirBattle).engagements
    assert [len(fight.dprk) for fight in fights] == [1, 2]


@pytest.mark.rule("NW-24.4.1.f", "NW-24.4.1.a")
def test_escorts_without_an_interceptor_join() -> None:
    state = sent(sky((STRIKER,), (COVER, MORE), (RED,)), RED)
    state = play(state, "dprk", {"do": "engage", "unit": RED, "foe": COVER}).state
    assert asked(state) == {"allied": "air_battle.interception.cover"}
    state = play(state, "allied", {"do": "join", "unit": MORE, "foe": RED}).state
    assert asked(state) == {"dprk": "air_battle.dogfight.aim"}


@pytest.mark.rule("NW-24.4.1.b", "NW-24.4.1.d", "NW-24.4.1.e", "NW-23.4.1.c")
def test_only_engaged_strikers_fire_and_everybody_else_goes_home() -> None:
    state = sent(sky((STRIKER, OTHER), (), (RED,)), RED)
    step = play(
        state,
        "dprk",
        {"do": "engage", "unit": RED, "foe": STRIKER},
        [9, 9, *([9] * 6)],  # two shots, then missiles, guns and a strike for both
    )
    shots = [entry for entry in step.entries if entry.key == "log.air_shot"]
    assert [entry.params["unit"].id for entry in shots] == [air(state, RED), air(state, STRIKER)]  # type: ignore[union-attr]
    assert boxed(step.state, RED, STRIKER, OTHER) == ["flown", "flown", "flown"]
    strikes = [entry for entry in step.entries if entry.key == "log.strike"]
    attacked = [{part.key for part in entry.modifiers} for entry in strikes]
    assert ["modifier.intercepted" in keys for keys in attacked] == [True, False]


@pytest.mark.rule("NW-24.4.1.c")
def test_an_interceptor_without_an_opponent_may_look_for_another() -> None:
    rows = {name: {"base": "rok", "box": "ready"} for name in (STRIKER, OTHER)}
    rows[RED] = {"base": "dprk", "box": "superiority"}
    faces = {name: {"front": TAME} for name in (STRIKER, OTHER)}
    missions = {1: {"side": "allied", "aim": "sam", "strikers": [STRIKER, OTHER], "found": "ED"}}
    state = advanced(
        "first_strike.allied_strikes.intercept", facts={"aircraft": faces}, aircraft=rows, missions=missions
    )
    state = sent(state, RED)
    state = play(state, "dprk", {"do": "engage", "unit": RED, "foe": STRIKER}, [2]).state  # it turns back
    assert boxed(state, STRIKER) == ["aborted"]
    assert asked(state) == {"dprk": "air_battle.standoff.again"}
    assert may(state, "dprk", {"do": "engage", "unit": RED, "foe": OTHER})
    assert not may(state, "dprk", {"do": "engage", "unit": RED, "foe": STRIKER})
    assert may(state, "dprk", {"do": "done"})


@pytest.mark.rule("NW-24.4.1.c")
def test_the_first_round_makes_the_difference() -> None:
    state = sky((STRIKER,), (COVER,))
    for rounds, found in ((0, [COVER]), (1, [COVER, STRIKER])):
        d = draft(over(state))
        d.edit_subject(AirBattle, rounds=rounds)
        assert list(interception.quarry(d.now, "dprk")) == [air(state, name) for name in found]
        assert (interception.why_not_decline(d.now, "dprk") is None) is bool(rounds)


@pytest.mark.rule("NW-24.4.1.c", "NW-24.4.1.a")
def test_once_shots_have_been_fired_it_may_leave_a_free_escort_alone() -> None:
    far = {"front": {**TAME, "standoff": True}}
    rows = {STRIKER: {"base": "rok", "box": "ready"}}
    rows |= {name: {"base": "rok", "box": "superiority"} for name in (COVER, MORE)}
    rows |= {name: {"base": "dprk", "box": "superiority"} for name in (RED, SECOND)}
    missions = {1: {"side": "allied", "aim": "sam", "strikers": [STRIKER], "escorts": [COVER, MORE], "found": "ED"}}
    facts = {"aircraft": {STRIKER: {"front": TAME}, COVER: far, MORE: far, RED: far, SECOND: far}}
    state = advanced("first_strike.allied_strikes.intercept", facts=facts, aircraft=rows, missions=missions)
    state = sent(state, RED, SECOND)
    state = play(state, "dprk", {"do": "engage", "unit": RED, "foe": COVER}).state
    assert why(state, "dprk", {"do": "engage", "unit": SECOND, "foe": STRIKER}).rule == "NW-24.4.1.a"
    dice = {air(state, RED): 1, air(state, SECOND): 9, air(state, COVER): 9, air(state, MORE): 3}
    faces = [dice[unit] for unit in sorted(dice)]
    state = play(state, "dprk", {"do": "engage", "unit": SECOND, "foe": MORE}, faces).state
    assert boxed(state, COVER, SECOND) == ["aborted", "aborted"]
    assert asked(state) == {"dprk": "air_battle.standoff.again"}
    for foe in (MORE, STRIKER):
        assert may(state, "dprk", {"do": "engage", "unit": RED, "foe": foe})
    assert may(state, "dprk", {"do": "done"})


@pytest.mark.rule("NW-22.7.c")
def test_bombers_and_escorts_do_not_intercept() -> None:
    state = sky((STRIKER,), (), (RED, SECOND))
    assert interception.free(state, "dprk") == (air(state, RED), air(state, SECOND))
    busy = sky((STRIKER,), (), (RED, SECOND), missions={1: {}, 2: {"side": "dprk", "escorts": [RED], "strikers": []}})
    assert interception.free(busy, "dprk") == (air(busy, SECOND),)


def fighting(**fields: Any) -> Draft[KoreaState]:
    """Interceptor and escort fight over the mission of a striker, while another escort is free."""
    d = draft(sky((STRIKER,), (COVER, MORE), missions={1: {"interceptors": [RED]}}, at=QUIET, **fields))
    d.call("air_battle", AirBattle(mission=1))
    return d


def engaged(d: Draft[KoreaState], blue: str = COVER) -> None:
    pair = Engagement(allied=(air(d.now, blue),), dprk=(air(d.now, RED),))
    d.edit_subject(AirBattle, engagements=(pair,))


@pytest.mark.rule("NW-24.4.1.f")
def test_which_escorts_could_join() -> None:
    d = fighting()
    assert interception.idle_escorts(d.now) == ()  # nobody fights yet
    engaged(d)
    assert interception.idle_escorts(d.now) == (air(d.now, MORE),)
    d.edit("aircraft", air(d.now, MORE), box="aborted")
    assert interception.idle_escorts(d.now) == ()
    alone = draft(sky((STRIKER,), (COVER, MORE), at=QUIET))
    alone.call("air_battle", AirBattle())
    assert interception.idle_escorts(alone.now) == ()  # the fight for the air is about no mission


@pytest.mark.rule("NW-24.4.1.e", "NW-24.5.3")
def test_interceptors_and_escorts_go_home_from_their_own_fight_only() -> None:
    d = fighting()
    engaged(d)
    interception.end(d)
    assert boxed(d.now, RED, COVER, MORE, STRIKER, SECOND) == ["flown", "flown", "flown", "ready", "superiority"]
    d = draft(sky((STRIKER,), (COVER, MORE), at=QUIET))
    d.call("air_battle", AirBattle())
    interception.end(d)
    assert boxed(d.now, RED, COVER, MORE) == ["superiority"] * 3
