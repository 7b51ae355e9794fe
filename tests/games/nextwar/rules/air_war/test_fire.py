"""Rules 22.10.3 to 22.10.6: fire in the air."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.nextwar.model import AirBattle, Engagement, KoreaState, Mission
from sandtable.games.nextwar.rules.air_war import engagements, fire
from sandtable.games.nextwar.rules.air_war.fire import DOGFIGHT, LONG_RANGE, STANDOFF
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft
from tests.games.nextwar.board import QUIET, advanced, air, asked, boxed, draft, play, reasons

RED, BLUE, WING, SECOND = "DPRK MiG-29UB 1", "ROK KF-16C 1", "ROK KF-16C 2", "DPRK MiG-29UB 2"
NAMES = (RED, SECOND, BLUE, WING)


def face(acr: int, **more: Any) -> dict[str, Any]:
    return {
        "front": {"acr": acr, "csr2": 0, "strike": 1, "skill": 0, **more},
        "back": {"acr": max(acr - 2, 0), "csr2": 0, "strike": 0, "skill": 1, **more},
    }


def battle(
    faces: dict[str, dict[str, Any]], *, edges: tuple[tuple[str, str], ...] = (), mission: int = 0, **fields: Any
) -> Draft[KoreaState]:
    """The units named fight each other, in one engagement."""
    rows = {name: {"base": "dprk" if name in (RED, SECOND) else "rok", "box": "superiority"} for name in faces}
    dice = fields.pop("dice", [])
    state = advanced(QUIET, facts={"aircraft": faces}, aircraft=rows, **fields)
    d = draft(state, dice)
    keys = {name: air(state, name) for name in faces}
    engagement = Engagement(
        allied=tuple(keys[n] for n in faces if n not in (RED, SECOND)),
        dprk=tuple(keys[n] for n in faces if n in (RED, SECOND)),
        edges=tuple((keys[a], keys[b]) for a, b in edges),
    )
    d.call("air_battle", AirBattle(mission=mission, engagements=(engagement,)))
    return d


def steps(d: Draft[KoreaState], *names: str) -> list[int]:
    return [d.now.aircraft[air(d.now, name)].steps for name in names]


def held(d: Draft[KoreaState]) -> list[tuple[str, str]]:
    names = {air(d.now, name): name for name in NAMES}
    return [(names[a], names[b]) for e in engagements.battle(d.now).engagements for a, b in e.edges]


# -- who fires -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-22.10.3.a", "NW-22.10.3.b", "NW-22.10.3.c", "NW-16.2.8.b", "NW-16.2.8.1")
def test_weapons_for_each_step() -> None:
    faces = {
        RED: face(4),
        SECOND: face(4, standoff=True),
        BLUE: face(4, long_range=True),
        WING: face(4, standoff=True, long_range=True),
    }
    d = battle(faces)

    def able(step: str) -> list[str]:
        return [name for name in faces if fire.can_fire(d.now, air(d.now, name), step)]

    assert able(LONG_RANGE) == [BLUE, WING]
    assert able(STANDOFF) == [SECOND, BLUE, WING]
    assert able(DOGFIGHT) == [RED, SECOND, BLUE, WING]


@pytest.mark.rule("NW-16.2.3.b", "NW-24.4.1.d")
def test_bombers_and_units_without_a_value_never_fire() -> None:
    d = battle({RED: face(1, acr_paren=True, long_range=True), BLUE: face(0)})
    for name in (RED, BLUE):
        assert not any(fire.can_fire(d.now, air(d.now, name), step) for step in (LONG_RANGE, STANDOFF, DOGFIGHT))


@pytest.mark.rule("NW-16.2.7", "NWT-AIRCOMBAT.longrange")
def test_stealth_is_seen_only_in_the_dogfight() -> None:
    d = battle({RED: face(4, long_range=True), BLUE: {**face(4), "stealth": True}})
    for step, seen in ((LONG_RANGE, ()), (STANDOFF, ()), (DOGFIGHT, (air(d.now, BLUE),))):
        assert fire.in_sight(d.now, air(d.now, RED), step) == seen
    assert fire.shooters(d.now, LONG_RANGE) == ()
    d = battle({RED: face(4, long_range=True), BLUE: face(4)})
    assert fire.in_sight(d.now, air(d.now, RED), LONG_RANGE) == (air(d.now, BLUE),)


# -- one shot --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NWT-AIRCOMBAT", "NW-22.10.5.a", "NW-22.10.5.c")
def test_every_cell_of_the_table() -> None:
    printed = chart("advanced/advanced_air_combat")
    for lead in range(-6, 7):
        d = battle({RED: face(max(lead, 0) + 1), BLUE: face(max(-lead, 0) + 1)})
        red, blue = air(d.now, RED), air(d.now, BLUE)
        assert fire.column(d.now, red, blue) == max(-4, min(4, lead))
        column = printed["columns"].index(str(max(-4, min(4, lead))))
        for row, die in zip(printed["rows"].values(), range(-2, 11), strict=True):
            assert fire.result_of(d.now, red, blue, LONG_RANGE, die) == (row[column] or "").replace("AdD", "Ad")
            assert fire.result_of(d.now, red, blue, DOGFIGHT, die) == (row[column] or "").replace("AdD", "D")
        assert fire.result_of(d.now, red, blue, DOGFIGHT, -5) == printed["rows"]["-2-"][column].replace("AdD", "D")
        assert fire.result_of(d.now, red, blue, DOGFIGHT, 14) == ""


def drms(shooter: str, target: str, step: str, faces: dict[str, Any] | None = None, **fields: Any) -> dict[str, int]:
    d = battle(faces or {RED: face(4, skill=-2), BLUE: face(4, skill=1)}, **fields)
    return reasons(fire.modifiers(d.now, air(d.now, shooter), air(d.now, target), step))


@pytest.mark.rule("NWT-AIRCOMBAT.dogfight", "NWT-AIRCOMBAT.standoff", "NWT-AIRCOMBAT.longrange", "NW-16.2.4")
def test_modifiers_of_each_step() -> None:
    assert drms(RED, BLUE, DOGFIGHT) == {"pilots": -2}
    assert drms(RED, BLUE, STANDOFF) == {"dprk_missiles": 1}
    assert drms(BLUE, RED, STANDOFF) == {}
    assert drms(RED, BLUE, LONG_RANGE) == {}
    bomber = {RED: face(4), BLUE: face(3, acr_paren=True)}
    assert drms(RED, BLUE, DOGFIGHT, bomber) == {"bomber": -1}
    assert drms(RED, BLUE, STANDOFF, bomber) == {"dprk_missiles": 1, "bomber": -1}
    assert drms(RED, BLUE, LONG_RANGE, bomber) == {}
    for step, storm, overcast in (
        (DOGFIGHT, {"pilots": 1, "storm": 3}, {"pilots": 1, "overcast": 1}),
        (STANDOFF, {"storm": 3}, {}),
        (LONG_RANGE, {"storm": 3}, {}),
    ):
        assert drms(BLUE, RED, step, weather="storm") == storm
        assert drms(BLUE, RED, step, weather="overcast") == overcast


@pytest.mark.rule("NWT-AIRCOMBAT.dogfight", "NWT-AIRCOMBAT.standoff")
def test_mixed_squadrons_of_f_15_have_f_22_with_them() -> None:
    normal, optional = "US F-15C 1", "US F-15C 5"
    for name, step, found in (
        (normal, DOGFIGHT, {"f22_support": -1}),
        (normal, STANDOFF, {"f22_support": -1}),
        (normal, LONG_RANGE, {}),
        (optional, DOGFIGHT, {}),
        ("US F-16D 5", DOGFIGHT, {}),
    ):
        faces = {RED: face(4), name: face(5)}
        assert drms(name, RED, step, faces) == found


@pytest.mark.rule("NW-24.4.1.d", "NWT-AIRCOMBAT.dogfight", "NWT-AIRCOMBAT.standoff")
def test_strikers_fire_badly() -> None:
    for role in ("strikers", "weasels"):
        d = battle({RED: face(4), BLUE: face(4), WING: face(4)}, mission=1)
        d.put("missions", 1, replace(Mission("allied", "sam"), **{role: (air(d.now, BLUE),)}))
        red, blue, wing = (air(d.now, name) for name in (RED, BLUE, WING))
        assert reasons(fire.modifiers(d.now, blue, red, DOGFIGHT)) == {"loaded": 2}
        assert reasons(fire.modifiers(d.now, blue, red, STANDOFF)) == {"loaded": 2}
        assert reasons(fire.modifiers(d.now, wing, red, DOGFIGHT)) == {}


# -- results ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NWT-AIRCOMBAT.air", "NW-22.10.2.c")
@pytest.mark.parametrize(
    ("die", "box", "left"),
    [(-2, "eliminated", 0), (1, "aborted", 1), (3, "aborted", 2), (5, "superiority", 1), (6, "superiority", 2)],
)
def test_results_of_a_dogfight(die: int, box: str, left: int) -> None:
    d = battle({RED: face(4, skill=min(die, 0)), BLUE: face(4, acr_paren=False)}, dice=[max(die, 0), 9])
    fire.dogfight(d)
    assert boxed(d.now, BLUE) == [box]
    assert steps(d, BLUE) == [left]


@pytest.mark.rule("NWT-AIRCOMBAT.air")
def test_a_unit_of_one_step_dies_of_a_hit() -> None:
    d = battle({RED: face(4), BLUE: {**face(4), "steps": 1}}, dice=[1, 9])
    fire.dogfight(d)
    assert boxed(d.now, BLUE) == ["eliminated"]


@pytest.mark.rule("NW-22.10.3.a", "NW-22.10.5.a")
def test_long_range_fire_is_simultaneous() -> None:
    d = battle({RED: face(4, long_range=True), BLUE: face(4, long_range=True)}, dice=[0, 0])
    fire.long_range(d)  # both get DA
    assert boxed(d.now, RED, BLUE) == ["aborted", "aborted"]
    assert engagements.battle(d.now).fought
    assert engagements.battle(d.now).engagements == ()


@pytest.mark.rule("NW-22.10.3.b", "NW-22.10.3.d")
def test_an_advantage_fires_first_at_stand_off_range() -> None:
    faces = {RED: face(4, standoff=True), BLUE: face(4, standoff=True)}
    d = battle(faces, edges=((BLUE, RED),), dice=[3])
    fire.standoff(d)  # BLUE turns RED back before it can fire
    assert boxed(d.now, RED, BLUE) == ["aborted", "superiority"]
    d = battle(faces, dice=[2, 3])
    fire.standoff(d)
    assert boxed(d.now, RED, BLUE) == ["aborted", "aborted"]  # without it both fire
    d = battle(faces, edges=((BLUE, RED),), dice=[9, 3])
    fire.standoff(d)
    assert held(d) == []


@pytest.mark.rule("NW-22.10.5.b", "NW-22.10.3.d")
def test_advantages_last_and_cancel_each_other() -> None:
    faces = {RED: face(4, long_range=True), BLUE: face(4, long_range=True)}
    d = battle(faces, dice=[4, 9])
    fire.long_range(d)
    assert held(d) == [(RED, BLUE)]
    d = battle(faces, dice=[4, 5])
    fire.long_range(d)
    assert held(d) == []
    # An older advantage is lost to the opponent's new one, and lasts through a step without result.
    d = battle(faces, edges=((RED, BLUE),), dice=[9, 9])
    fire.standoff(d)
    assert held(d) == [(RED, BLUE)]
    d = battle(faces, edges=((RED, BLUE),), dice=[9, 4])
    fire.standoff(d)
    assert held(d) == []


@pytest.mark.rule("NW-22.10.3.c")
def test_the_dogfight_goes_from_high_to_low() -> None:
    faces = {RED: face(3), BLUE: face(5)}
    d = battle(faces, dice=[1])  # the better unit fires first, and destroys
    fire.dogfight(d)
    assert boxed(d.now, RED, BLUE) == ["eliminated", "superiority"]
    d = battle({RED: face(4), BLUE: face(4)}, dice=[0, 0])
    fire.dogfight(d)
    assert boxed(d.now, RED, BLUE) == ["aborted", "aborted"]  # equals fire at once


@pytest.mark.rule("NW-22.10.3.c", "NW-22.10.3.d")
def test_an_advantage_goes_before_a_better_opponent() -> None:
    d = battle({RED: face(3), BLUE: face(5)}, edges=((RED, BLUE),), dice=[-0])
    fire.dogfight(d)
    assert boxed(d.now, RED, BLUE) == ["superiority", "aborted"]  # 0 on the column -2


@pytest.mark.rule("NW-22.10.3.c")
def test_who_is_hurt_fires_later_at_its_lower_rating() -> None:
    faces = {RED: face(5), BLUE: face(4)}
    # RED takes a step of BLUE, which then fires at 2 against 5.
    d = battle(faces, dice=[6, 0])
    fire.dogfight(d)
    assert steps(d, BLUE) == [1]
    last = [entry for entry in d.entries if entry.key == "log.air_shot"][-1]
    assert last.params["column"] == -3


# -- two against one -------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-22.10.4.1.b", "NWT-AIRCOMBAT.air")
def test_two_fire_together_from_afar_with_results_added_up() -> None:
    faces = {RED: face(4), BLUE: face(4, standoff=True), WING: face(4, standoff=True)}
    d = battle(faces, dice=[1, 1])
    fire.standoff(d)  # two times DA: both steps are gone
    assert boxed(d.now, RED) == ["eliminated"]


@pytest.mark.rule("NW-22.10.4.1.b")
def test_two_of_different_rating_fire_one_after_the_other_close_by() -> None:
    d = battle({RED: face(1), BLUE: face(5), WING: face(4)}, dice=[3])
    fire.dogfight(d)
    assert boxed(d.now, RED) == ["eliminated"]  # nobody else needed to fire


@pytest.mark.rule("NW-22.10.4.1.a")
def test_the_outnumbered_unit_picks_a_target_in_each_step() -> None:
    faces = {RED: face(4, standoff=True), BLUE: face(2), WING: face(2)}
    d = battle(faces, dice=[0])
    red, wing = air(d.now, RED), air(d.now, WING)
    assert fire.undecided(d.now, "dprk", STANDOFF) == (red,)
    assert fire.undecided(d.now, "allied", STANDOFF) == ()
    fire.aim(d, red, wing)
    assert fire.undecided(d.now, "dprk", STANDOFF) == ()
    fire.standoff(d)
    assert boxed(d.now, BLUE, WING) == ["superiority", "eliminated"]
    fire.next_round(d)
    assert engagements.battle(d.now).aims == ()
    assert not engagements.battle(d.now).fought


@pytest.mark.rule("NW-22.10.4.1.a", "NW-16.2.7")
def test_who_sees_only_one_of_two_has_nothing_to_decide() -> None:
    faces = {RED: face(4, standoff=True), BLUE: {**face(4), "stealth": True}, WING: face(4)}
    d = battle(faces, dice=[9, 9, 9])
    assert fire.undecided(d.now, "dprk", STANDOFF) == ()
    assert fire.undecided(d.now, "dprk", DOGFIGHT) == (air(d.now, RED),)


@pytest.mark.rule("NW-22.10.4.1.a")
def test_the_advantage_counts_only_against_whom_it_was_gained() -> None:
    faces = {RED: face(3, standoff=True), BLUE: face(5), WING: face(4)}
    d = battle(faces, edges=((RED, WING),), dice=[9, 9, 9])
    fire.dogfight(d)
    # BLUE is better and not behind: it fires first, then RED ahead of WING.
    order = [entry.params["unit"].id for entry in d.entries if entry.key == "log.air_shot"]  # type: ignore[union-attr]
    assert order == [air(d.now, BLUE), air(d.now, RED), air(d.now, WING)]


def shots(d: Draft[KoreaState]) -> list[str]:
    names = {air(d.now, name): name for name in NAMES}
    return [names[entry.params["unit"].id] for entry in d.entries if entry.key == "log.air_shot"]  # type: ignore[union-attr]


@pytest.mark.rule("NW-22.10.4.1.a", "NW-22.10.3.b")
def test_from_afar_it_is_no_help_against_the_other_one() -> None:
    faces = {RED: face(4, standoff=True), BLUE: face(4, standoff=True), WING: face(4, standoff=True)}
    for target, order in ((WING, [RED, BLUE]), (BLUE, [RED, BLUE, WING])):
        d = battle(faces, edges=((RED, WING),), dice=[2, 9, 9][: len(order)])  # RED's 2 sends its target home
        fire.aim(d, air(d.now, RED), air(d.now, target))
        fire.standoff(d)
        # Whom it has the advantage over is gone before it could fire; the other one fires at the same time.
        assert shots(d) == order
        assert boxed(d.now, target) == ["aborted"]


@pytest.mark.rule("NW-22.10.4.1.a", "NW-22.10.3.c")
@pytest.mark.parametrize(
    ("blue", "target", "order"),
    [
        (4, WING, [RED, WING, BLUE]),  # ahead of the better WING, at WING
        (4, BLUE, [WING, BLUE, RED]),  # BLUE would fire by then: RED waits for its turn
        (3, BLUE, [WING, RED, BLUE]),  # they are equal, and fire at once
        (2, BLUE, [RED, WING, BLUE]),  # BLUE fires after it in any case
    ],
)
def test_close_by_it_does_not_rob_the_other_one_of_its_shot(blue: int, target: str, order: list[str]) -> None:
    d = battle({RED: face(3), BLUE: face(blue), WING: face(5)}, edges=((RED, WING),), dice=[9, 9, 9])
    fire.aim(d, air(d.now, RED), air(d.now, target))
    fire.dogfight(d)
    assert shots(d) == order


# -- breaking off ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-22.10.6")
def test_breaking_off_after_a_round_in_which_somebody_fired() -> None:
    rows = {RED: {"base": "dprk", "box": "superiority"}, BLUE: {"base": "rok", "box": "superiority"}}
    faces = {RED: face(4), BLUE: face(4, long_range=True)}
    state = advanced("air.fight", facts={"aircraft": faces}, aircraft=rows)
    state = play(state, "allied", {"do": "pair", "unit": BLUE, "foe": RED}, [9]).state
    assert asked(state) == {"dprk": "air_battle.long_range.break_first"}  # the first player before the other
    away = play(state, "dprk", {"do": "break_off", "unit": RED}).state
    assert boxed(away, RED, BLUE) == ["aborted", "superiority"]
    assert (away.air_level, away.air_side) == ("supremacy", "allied")
    # Nobody fires at all: nobody is asked.
    state = advanced("air.fight", facts={"aircraft": {RED: face(4), BLUE: face(4)}}, aircraft=rows)
    state = play(state, "allied", {"do": "pair", "unit": BLUE, "foe": RED}, [9, 9]).state
    assert not any(at.startswith("air_battle") for at in asked(state).values())


@pytest.mark.rule("NW-22.10.4.2")
def test_who_has_beaten_its_opponent_engages_nobody_else() -> None:
    names = (RED, SECOND, BLUE, WING)
    rows = {name: {"base": "dprk" if name in (RED, SECOND) else "rok", "box": "superiority"} for name in names}
    faces = {RED: face(4), SECOND: face(4), BLUE: face(4, long_range=True), WING: face(4)}
    state = advanced("air.fight", facts={"aircraft": faces}, aircraft=rows, awacs=4)
    state = play(state, "allied", {"do": "pair", "unit": BLUE, "foe": RED}).state
    state = play(state, "allied", {"do": "pair", "unit": WING, "foe": SECOND}, [3]).state
    assert boxed(state, RED) == ["aborted"]
    assert asked(state) == {"dprk": "air_battle.long_range.break_first"}
    state = play(state, "dprk", {"do": "done"}).state
    step = play(state, "allied", {"do": "done"}, [9, 9])  # nobody is asked whom BLUE goes for now
    fired = [entry.params["unit"].id for entry in step.entries if entry.key == "log.air_shot"]  # type: ignore[union-attr]
    assert fired == [air(state, SECOND), air(state, WING)]


@pytest.mark.rule("NW-24.4.1.d", "NW-24.4.1.b")
def test_who_fires_with_the_least_rating_and_at_whom() -> None:
    d = battle({RED: face(1, standoff=True), BLUE: {**face(4, standoff=True), "stealth": True}})
    assert fire.can_fire(d.now, air(d.now, RED), DOGFIGHT)
    assert fire.shooters(d.now, STANDOFF) == (air(d.now, BLUE),)  # RED sees nobody to fire at
    assert set(fire.shooters(d.now, DOGFIGHT)) == {air(d.now, RED), air(d.now, BLUE)}


@pytest.mark.rule("NW-23.4.1.c")
def test_who_was_attacked_over_a_mission_is_noted_once() -> None:
    d = battle({RED: face(4), BLUE: face(4), WING: face(4), "ROK F-4E": face(1), "ROK F-4D 1": face(3)}, mission=1)
    striker, weasel, escort = (air(d.now, name) for name in (BLUE, "ROK F-4E", WING))
    other = air(d.now, "ROK F-4D 1")
    d.put("missions", 1, Mission("allied", "sam", strikers=(striker, other), weasels=(weasel,), escorts=(escort,)))
    fire._note_attacked(d, (weasel, escort))
    assert d.now.missions[1].engaged == (weasel,)
    fire._note_attacked(d, (striker, weasel))
    assert d.now.missions[1].engaged == (weasel, striker)
    fire._note_attacked(d, (escort,))
    assert d.now.missions[1].engaged == (weasel, striker)
