"""Rules 24.5 and 24.6: missiles and guns."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.nextwar.model import KoreaState, Mission, Run
from sandtable.games.nextwar.rules.air_defences import guns
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft
from tests.games.nextwar.board import QUIET, advanced, air, asked, at, boxed, draft, play, reasons

PHANTOM, WEASEL, STEALTH, AFAR = "ROK F-4D 1", "ROK F-4E", "US B-2A 1", "ROK F-15K 1"
ROWS = {name: {"base": "rok", "box": "ready"} for name in (PHANTOM, WEASEL, STEALTH, AFAR)}
HEXES = {"N2810": {"country": "DPRK"}, "N2816": {"country": "ROK"}}


def over(
    name: str, dice: list[int], found: str = "D", *, place: str = "N2810", weasels: tuple[str, ...] = (), **fields: Any
) -> Draft[KoreaState]:
    """An aircraft over its target."""
    more = {key: fields.pop(key) for key in ("struck", "plus") if key in fields}
    d = draft(advanced(QUIET, facts={"hexes": HEXES}, aircraft=ROWS, **fields), dice)
    key = air(d.now, name)
    companions = tuple(air(d.now, other) for other in weasels)
    strikers = () if name in weasels else (key,)
    row = Mission("allied", "interdiction", at(d.now, place), strikers=strikers, weasels=companions, found=found)
    d.put("missions", 1, row)
    d.call("attack_run", Run(1, key, **more))
    return d


def now(d: Draft[KoreaState]) -> Run:
    return guns.run(d.now)


@pytest.mark.rule("NWT-ADVAD", "NW-24.5.1", "NW-24.6.1", "NWT-ADVAD.air")
@pytest.mark.parametrize("track", ["sam", "aaa"])
def test_every_cell_of_the_table(track: str) -> None:
    printed = chart("advanced/advanced_air_defence")
    rows = [*printed["rows"].values()]
    fire = guns.fire_missiles if track == "sam" else guns.fire_guns
    for value in range(1, 11 if track == "sam" else 4):
        column = printed["columns"].index(printed[f"{track}_columns"][str(value)])
        for die in range(10):
            d = over(PHANTOM, [die], networks={"dprk": {track: value}, "allied": {}})
            fire(d)
            cell = rows[die][column] or ""
            hurt = 2 - d.now.aircraft[air(d.now, PHANTOM)].steps
            plus = int(cell) if cell.startswith("+") else 0
            assert (hurt, now(d).aborts, now(d).plus) == (cell == "X", cell == "A", plus), (value, die)


@pytest.mark.rule("NW-24.5.2", "NW-24.6.2")
def test_local_columns() -> None:
    assert guns.column(over(PHANTOM, []).now, over(PHANTOM, []).now.missions[1], "sam") == "sam_8"
    local = over(PHANTOM, [], place="N2816")
    assert guns.column(local.now, local.now.missions[1], "sam") == "sam_local_4_5"
    assert guns.column(local.now, local.now.missions[1], "aaa") == "aaa_local_2"


@pytest.mark.rule("NW-24.1.b")
def test_a_track_at_zero_does_not_fire() -> None:
    d = over(PHANTOM, [], networks={"dprk": {"detection": 5}, "allied": {}})
    guns.fire_missiles(d)
    guns.fire_guns(d)
    assert not d.entries


@pytest.mark.rule("NWT-ADVAD.drm", "NW-24.7")
def test_modifiers() -> None:
    def sam(name: str, **more: Any) -> dict[str, int]:
        d = over(name, [], **more)
        return reasons(list(guns.sam_modifiers(d.now, guns.mission(d.now), now(d).aircraft)))

    def aaa(name: str, **more: Any) -> dict[str, int]:
        d = over(name, [], **more)
        return reasons(list(guns.aaa_modifiers(d.now, guns.mission(d.now), now(d).aircraft)))

    assert sam(PHANTOM) == aaa(PHANTOM) == {}
    assert sam(PHANTOM, weasels=(WEASEL,)) == {"weasels": 2}
    assert aaa(PHANTOM, weasels=(WEASEL,)) == {}
    assert sam(STEALTH) == {"stealth": 3}
    assert aaa(STEALTH) == {"stealth": 3}
    assert (sam(PHANTOM, weather="overcast"), aaa(PHANTOM, weather="overcast")) == ({"overcast": 1}, {"overcast": 2})
    assert (sam(PHANTOM, weather="storm"), aaa(PHANTOM, weather="storm")) == ({"storm": 3}, {"storm": 4})
    assert sam(PHANTOM, units={"DPRK II HQ": "N2810"}) == {"near_hq": -1}
    d = over(PHANTOM, [], helicopters={"ROK AH-1 1": {"hex": "N2816"}})
    key = next(k for k, c in d.now.board.helicopters.items() if c.name == "ROK AH-1 1")
    flown = Mission("allied", "unit", at(d.now, "N2812"), helicopter=key)
    assert reasons(list(guns.aaa_modifiers(d.now, flown, 0))) == {"helicopter": -1}


@pytest.mark.rule("NW-24.2.b", "NW-24.5")
def test_missiles_only_at_what_was_seen() -> None:
    for found, fires in (("ED", 1), ("D", 1), ("-", 0)):
        d = over(PHANTOM, [9] * fires, found)
        guns.fire_missiles(d)
        assert len(d.entries) == fires


@pytest.mark.rule("NW-24.6.a", "NW-16.2.8.a", "NWT-DETECTION.aaa")
def test_guns_before_or_after_the_attack_but_never_at_stand_off_strikers() -> None:
    for found, before, after in (("D", 1, 0), ("-", 0, 1)):
        d = over(PHANTOM, [9], found, struck=True)
        guns.fire_guns(d)
        assert len(d.entries) == before
        guns.fire_late(d)
        assert len(d.entries) == before + after
    d = over(AFAR, [], struck=True)
    guns.fire_guns(d)
    guns.fire_late(d)
    d = over(PHANTOM, [], "-", struck=False)
    guns.fire_late(d)  # it never attacked
    assert not d.entries


@pytest.mark.rule("NW-16.2.8.a", "NW-24.6.2")
def test_stand_off_weapons_help_only_a_strike() -> None:
    d = over(AFAR, [])
    assert not guns.meets_guns(d.now)
    d.edit("missions", 1, aim="support")
    assert guns.meets_guns(d.now)  # it has to come near to help the troops
    d.edit_subject(Run, aircraft=0)
    d.edit("missions", 1, aim="unit")
    assert guns.meets_guns(d.now)  # a helicopter always does


@pytest.mark.rule("NW-24.6.1", "NW-24.6.2")
def test_late_fire_can_still_drive_off_but_spoils_no_aim() -> None:
    d = over(PHANTOM, [1], "-", struck=True)
    guns.fire_late(d)
    assert boxed(d.now, PHANTOM) == ["aborted"]
    assert now(d).gone


@pytest.mark.rule("NW-24.6.b", "NW-24.8")
def test_suppressors_are_fired_at_but_keep_their_aim() -> None:
    d = over(WEASEL, [4, 5], weasels=(WEASEL,))
    guns.fire_missiles(d)  # 4 and 2 for itself: +1
    guns.fire_guns(d)
    assert len(d.entries) == 2
    assert now(d).plus == 0


@pytest.mark.rule("NWT-ADVAD.air")
def test_results_add_up() -> None:
    d = over(PHANTOM, [5, 5])
    guns.fire_missiles(d)
    guns.fire_guns(d)
    assert now(d).plus == 2 + 1


@pytest.mark.rule("NWT-ADVAD.air")
@pytest.mark.parametrize(("die", "steps", "plus"), [(0, 1, 0), (4, 1, 0), (5, 2, 2), (9, 2, 2)])
def test_pressing_on(die: int, steps: int, plus: int) -> None:
    d = over(PHANTOM, [2, die])
    guns.fire_missiles(d)
    assert guns.presser(d.now) == ("allied",)
    guns.press(d, "yes")
    assert d.now.aircraft[air(d.now, PHANTOM)].steps == steps
    assert (now(d).plus, now(d).aborts, now(d).gone) == (plus, False, False)
    assert guns.presser(d.now) == ()


@pytest.mark.rule("NWT-ADVAD.air")
def test_turning_back_or_going_down() -> None:
    d = over(PHANTOM, [2])
    guns.fire_missiles(d)
    guns.press(d, "no")
    assert boxed(d.now, PHANTOM) == ["aborted"]
    assert now(d).gone
    d = over(WEASEL, [0], networks={"dprk": {"sam": 10, "aaa": 3}, "allied": {}})  # a single step
    guns.fire_missiles(d)
    assert boxed(d.now, WEASEL) == ["eliminated"]
    assert now(d).gone
    guns.fire_guns(d)
    assert len([entry for entry in d.entries if entry.key == "log.aaa"]) == 0


@pytest.mark.rule("NWT-ADVAD.air")
def test_the_owner_is_asked_in_the_course_of_the_attack() -> None:
    subject = {"is": "run", "mission": 1, "aircraft": PHANTOM}
    rows = {1: {"side": "allied", "aim": "sam", "strikers": [PHANTOM], "found": "D"}}
    where = [QUIET, {"phase": "attack_run", "subject": subject}]
    state = advanced(where, aircraft=ROWS, missions=rows, dice=[2])
    assert asked(state) == {"allied": "attack_run.through_missiles"}
    after = play(state, "allied", {"do": "press", "answer": "no"}).state
    assert boxed(after, PHANTOM) == ["aborted"]
    assert replace(after.missions[1]).finished == (air(after, PHANTOM),)
