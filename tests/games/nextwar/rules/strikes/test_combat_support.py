"""Rule 23.5: air units over a ground combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, Mission
from sandtable.games.nextwar.rules.strikes import combat_support
from sandtable.kernel import SomeOf
from tests.games.nextwar.board import INF, ROK_INF, advanced, air, asked, at, boxed, draft, may, play, why

HOGS = ("US A-10C 1", "US A-10C 2", "US A-10C 3")
WEASEL, MORE, FIGHTER, FROG = "US F-16DJ 1", "US F-16DJ 2", "US F-15C 1", "DPRK Su-25K 1"
FARMER = "DPRK F-6 1"
ALLIES = {name: {"base": "rok", "box": "ready"} for name in ("CW TYPH", "ROK F-4E", "ROK F-15K 1")}


def battle(side: str = "allied", **fields: Any) -> KoreaState:
    """A combat in which support is asked for."""
    names = (*HOGS, WEASEL, MORE, FIGHTER, FROG)
    rows = {name: {"base": "dprk" if name.startswith("DPRK") else "rok", "box": "ready"} for name in names}
    rows |= fields.pop("rows", {})
    where = "initiative.combat" if side == "dprk" else "initiative.reaction_combat"
    state = advanced(where, units={ROK_INF: "N3012", INF: "N3011"}, aircraft=rows, **fields)
    own, target = (INF, "N3012") if side == "dprk" else (ROK_INF, "N3011")
    return play(state, side, {"do": "attack", "target": target, "units": [own]}).state


def support(**more: Any) -> dict[str, Any]:
    return {"do": "support", **more}


@pytest.mark.rule("NW-23.5.a", "NW-23.5.f", "NW-22.0")
def test_two_units_for_the_attack_one_for_the_defence_and_a_weasel() -> None:
    state = battle()
    assert asked(state) == {"allied": "battle.attack_support"}
    assert may(state, "allied", support(wing=list(HOGS[:2]), weasels=[WEASEL]))
    assert why(state, "allied", support(wing=list(HOGS))).key == "refuse.too_many"
    assert why(state, "allied", support(wing=[HOGS[0]], weasels=[WEASEL, MORE])).key == "refuse.too_many"
    assert why(state, "allied", support(wing=[HOGS[0]], weasels=[FIGHTER])).rule == "NW-16.2.9.a"
    assert not may(state, "allied", support(weasels=[WEASEL]))  # it goes along, never alone
    after = play(state, "allied", support()).state
    assert asked(after) == {"dprk": "battle.defence_support"}
    held = battle("dprk")
    held = play(held, "dprk", support()).state
    assert asked(held) == {"allied": "battle.defence_support"}
    assert why(held, "allied", support(wing=list(HOGS[:2]))).key == "refuse.too_many"
    assert may(held, "allied", support(wing=[HOGS[0]], weasels=[WEASEL]))


@pytest.mark.rule("NW-16.2.9.b", "NW-23.5.a")
def test_which_weasel_goes_along_with_support() -> None:
    order = support(wing=[HOGS[0]], weasels=[WEASEL])
    state = battle()
    assert may(state, "allied", order)
    assert may(state, "allied", support(wing=[HOGS[0]], weasels=[]))
    gone = battle(rows={name: {"base": "rok", "box": "flown"} for name in (WEASEL, MORE)})
    assert not may(gone, "allied", order)
    assert combat_support.weasel_choice(gone, "allied", 0, (), (), (), (air(gone, HOGS[0]),)) is None
    assert combat_support.weasel_choice(state, "allied", 0, (), (), (), ()) is None
    mixed = battle(rows=ALLIES)
    other = support(wing=["CW TYPH"], weasels=["ROK F-4E"])
    assert why(mixed, "allied", other).rule == "NWK-11.3.b"
    assert may(mixed, "allied", support(wing=["CW TYPH"], weasels=[WEASEL]))


@pytest.mark.rule("NW-16.2.9.b", "NW-23.5.a", "NWK-11.3.b")
def test_weasels_are_offered_to_those_with_whom_they_fly() -> None:
    state = battle(rows=ALLIES)

    def weasels(*names: str) -> SomeOf:
        wing = tuple(air(state, name) for name in names)
        choice = combat_support.weasel_choice(state, "allied", 0, (), (), (), wing)
        assert choice is not None
        return choice

    ours, rok = (air(state, WEASEL), air(state, MORE)), air(state, "ROK F-4E")
    assert weasels("ROK F-15K 1").legal == (rok, *ours)
    assert weasels("CW TYPH").legal == ours
    assert weasels("CW TYPH").default == ()
    assert weasels("ROK F-15K 1", "CW TYPH").legal == ours
    assert weasels("ROK F-15K 1", "CW TYPH").default == ours[:1]  # somebody has to lead them


@pytest.mark.rule("NW-23.5.a", "NWK-11.3.b")
def test_nobody_brings_them_together_over_a_combat_where_no_weasel_is_left() -> None:
    flown = {name: {"base": "rok", "box": "flown"} for name in (WEASEL, MORE, "ROK F-4E")}
    for rows in (flown, {**flown, "ROK F-4E": {"base": "rok", "box": "ready"}}):
        state = battle(rows={**ALLIES, **rows})
        assert why(state, "allied", support(wing=["ROK F-15K 1", "CW TYPH"])).rule == "NWK-11.3.b"
        assert may(state, "allied", support(wing=["ROK F-15K 1"]))


@pytest.mark.rule("NW-23.0", "NW-22.5", "NWK-11.7", "NWK-11.6")
def test_who_can_support() -> None:
    rows = {
        FARMER: {"base": "dprk", "box": "ready"},
        "JPN F-2A 1": {"base": "rok", "box": "ready"},
        HOGS[2]: {"base": "rok", "box": "flown"},
    }
    state = battle(rows=rows)
    assert why(state, "allied", support(wing=[FIGHTER])).rule == "NW-22.5"
    assert why(state, "allied", support(wing=[HOGS[2]])).rule == "NWS-ADV-8.0"
    assert why(state, "allied", support(wing=["JPN F-2A 1"])).rule == "NWK-11.6"
    ours = battle("dprk", rows=rows)
    assert may(ours, "dprk", support(wing=[FARMER]))  # half a point will do for the DPRK
    overcast = battle("dprk", rows=rows, weather="overcast")
    assert why(overcast, "dprk", support(wing=[FARMER])).rule == "NW-22.5"


def worth(*braved: tuple[str, int], helicopter: tuple[str, int] | None = None) -> int:
    """The points of units that came through, with what air defence added against each."""
    d = draft(
        battle(
            rows={FARMER: {"base": "rok", "box": "ready"}, "DPRK F-6 2": {"base": "rok", "box": "ready"}},
            helicopters={"US AH-64 1": {"hex": "N3012"}},
        )
    )
    keys = tuple((air(d.now, name), plus) for name, plus in braved)
    strikers = tuple(key for key, _ in keys)
    d.put("missions", 1, Mission("allied", "support", at(d.now, "N3011"), strikers=strikers, braved=keys))
    if helicopter:
        number = next(k for k, c in d.now.board.helicopters.items() if c.name == helicopter[0])
        d.put("missions", 2, Mission("allied", "support", helicopter=number, braved=((0, helicopter[1]),)))
    return combat_support.points(d.now, "allied")


@pytest.mark.rule("NW-23.5.d", "NW-23.5.e", "NWK-11.7")
def test_what_support_is_worth() -> None:
    assert worth((HOGS[0], 0)) == 4
    assert worth((HOGS[0], 3)) == 1
    assert worth((HOGS[0], 5)) == 0
    assert worth((HOGS[0], 0), (HOGS[1], 0)) == 6  # the most
    assert worth((HOGS[0], 3), (HOGS[1], 9)) == 1  # each loses only its own
    assert worth((FARMER, 0)) == 0
    assert worth((FARMER, 0), ("DPRK F-6 2", 0)) == 1
    assert worth(helicopter=("US AH-64 1", 0)) == 2
    assert worth(helicopter=("US AH-64 1", 1)) == 1
    assert worth((HOGS[0], 2), helicopter=("US AH-64 1", 0)) == 4


@pytest.mark.rule("NW-23.5.b", "NW-23.5.c", "NW-24.6.2")
def test_one_look_for_the_air_units_and_one_for_each_helicopter() -> None:
    helicopters = {"US AH-64 1": {"hex": "N3012"}, "US AH-64 2": {"hex": "N3012"}}
    state = battle(helicopters=helicopters, rows={FROG: {"base": "dprk", "box": "flown"}})
    order = support(helicopters=["US AH-64 1", "US AH-64 2"], wing=list(HOGS[:2]))
    step = play(state, "allied", order, [9, 9, 9, 5])  # three looks in vain, then the combat
    looks = [entry for entry in step.entries if entry.key == "log.detection"]
    assert [entry.params["column"] for entry in looks] == ["local"] * 3
    assert not any(entry.key in ("log.sam", "log.aaa") for entry in step.entries)
    assert boxed(step.state, *HOGS[:2]) == ["flown", "flown"]
    assert step.state.missions == {}


@pytest.mark.rule("NW-23.5.d")
def test_support_of_the_defender_is_good_for_him() -> None:
    state = battle("dprk", rows={FROG: {"base": "dprk", "box": "flown"}})
    step = play(state, "allied", support(wing=[HOGS[0]]), [9, 5])
    combat = next(entry for entry in step.entries if entry.key == "log.combat")
    assert {part.key: part.amount for part in combat.modifiers}["modifier.support"] == 4


@pytest.mark.rule("NW-23.5.a", "NW-22.0", "NWK-11.3.b", "NWK-15.7.1")
def test_who_flies_support_together() -> None:
    state = battle(rows={"ROK F-15K 1": {"base": "rok", "box": "ready"}, "CW TORN": {"base": "rok", "box": "ready"}})
    assert may(state, "allied", support(wing=["ROK F-15K 1", HOGS[0]]))
    assert why(state, "allied", support(wing=["ROK F-15K 1", "CW TORN"])).rule == "NWK-11.3.b"
    china = {name: {"base": "dprk", "box": "ready"} for name in ("PRC Su-30MKK2 1", "PRC Su-30MKK2 2")}
    for option, rule in (({}, ""), ({"single_prc_support": True}, "NWK-15.7.1")):
        held = battle("dprk", rows=china, options=option)
        wing = support(wing=["PRC Su-30MKK2 1", "PRC Su-30MKK2 2"])
        assert (why(held, "dprk", wing).rule if rule else may(held, "dprk", wing)) == (rule or True)
    grounded = {name: {"base": "rok", "box": "flown"} for name in (*HOGS, WEASEL, MORE, FIGHTER)}
    none = battle("allied", rows=grounded, helicopters={"ROK AH-1 1": {"hex": "N3014"}})
    assert combat_support.wing_choice(none, "allied", 0, (), (), ()) is None
