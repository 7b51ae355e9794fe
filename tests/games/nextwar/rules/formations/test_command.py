"""Rules 18.2.1 and 18.2.4, Korea 3.2: columns from headquarters and artillery, chemical support."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat.modifiers import shifts
from sandtable.games.nextwar.rules.formations import command
from sandtable.games.nextwar.rules.terms.units import ref
from sandtable.kernel import Draft, ScriptedDice
from tests.games.nextwar.battles import AROUND, TARGET, battle
from tests.games.nextwar.board import INF, ROK_INF, asked, at, key, logged, may, play, reasons
from tests.games.nextwar.supplies import (
    ARMY_1,
    ARMY_3,
    ARTY_HQ,
    BRIGADE,
    GHQ,
    I_MEF,
    II_HQ,
    JFC,
    MEU_11,
    ROK_I_HQ,
    US_2,
    US_82,
    V_HQ,
    field,
)


def fight(units: dict[str, Any], attackers: tuple[str, ...] = (INF,), **more: Any) -> KoreaState:
    """A combat about to be decided: who stands in the target defends it."""
    state = field({INF: AROUND[0], ROK_INF: TARGET, **units}, "initiative.combat.attacks", **more)
    d = Draft(state, ScriptedDice(()))
    d.call("battle.attack_command", battle(state, *attackers))
    return GAME.play_on(d).state


def refused(
    units: dict[str, Any], name: str, seat: str = "dprk", attackers: tuple[str, ...] = (INF,), **more: Any
) -> str:
    """The rule by which a headquarters cannot shift columns; empty where it can."""
    state = field({INF: AROUND[0], ROK_INF: TARGET, **units}, **more)
    d = Draft(state, ScriptedDice(()))
    d.call("battle.attack_command", battle(state, *attackers))
    no = command.why_not_shift(d.now, seat, key(state, name))
    assert (key(state, name) in command.choice(d.now, seat).legal) == (no is None)
    return no.rule if no else ""


def columns(attack: tuple[str, ...] = (), defence: tuple[str, ...] = (), **rows: Any) -> int:
    units = {II_HQ: "N3008", V_HQ: "N3008", BRIGADE: "N3008", ROK_I_HQ: "N3013", **rows}
    state = field({INF: AROUND[0], ROK_INF: TARGET, **units})
    keys = {
        "attack_command": tuple(key(state, n) for n in attack),
        "defence_command": tuple(key(state, n) for n in defence),
    }
    return reasons(shifts(state, battle(state, INF, **keys))).get("command", 0)


@pytest.mark.rule("NW-18.2.1.a", "NW-18.4.a", "NWK-3.2.a")
def test_two_columns_one_of_a_reduced_headquarters_and_one_of_artillery() -> None:
    assert columns() == 0
    assert columns((II_HQ,)) == 2
    assert columns((II_HQ,), **{II_HQ: {"hex": "N3008", "steps": 1}}) == 1
    assert columns((BRIGADE,)) == 1
    assert columns((II_HQ, BRIGADE)) == 3
    assert columns((), (ROK_I_HQ,)) == -2
    assert columns((II_HQ,), (ROK_I_HQ,), **{ROK_I_HQ: {"hex": "N3013", "steps": 1}}) == 1


@pytest.mark.rule("NW-18.2.1.a", "NW-18.2.a")
def test_a_shift_uses_a_capability_and_moves_the_column() -> None:
    state = fight({II_HQ: "N3008"})
    assert asked(state) == {"dprk": "battle.attack_command"}
    step = play(state, "dprk", {"do": "command", "units": [II_HQ]}, [5])
    assert step.state.units[key(state, II_HQ)].uses == 1
    odds = next(e for e in step.entries if e.key == "log.odds")
    assert reasons(odds.modifiers)["command"] == 2
    assert next(p for p in odds.modifiers if p.key == "modifier.command").points == (ref(key(state, II_HQ)),)
    assert logged(step, "command").points == (ref(key(state, II_HQ)),)
    assert refused({II_HQ: {"hex": "N3008", "uses": 2}}, II_HQ) == "NW-18.2.a"
    assert refused({II_HQ: {"hex": "N3008", "unsupplied": True}}, II_HQ) == "NW-19.5.d"
    none = play(state, "dprk", {"do": "command", "units": []}, [5])
    assert none.state.units[key(state, II_HQ)].uses == 0
    assert not [e for e in none.entries if e.key == "log.command"]


@pytest.mark.rule("NW-18.2.1.a", "NW-18.2.1.d", "NW-18.2.a")
def test_the_defender_is_asked_after_the_attacker() -> None:
    state = fight({II_HQ: "N3008", ROK_I_HQ: "N3013"})
    state = play(state, "dprk", {"do": "command", "units": [II_HQ]}).state
    assert asked(state) == {"allied": "battle.defence_command"}
    step = play(state, "allied", {"do": "command", "units": [ROK_I_HQ]}, [5])
    odds = next(e for e in step.entries if e.key == "log.odds")
    assert reasons(odds.modifiers)["command"] == 0
    assert step.state.units[key(state, ROK_I_HQ)].uses == 1


@pytest.mark.rule("NW-18.2.1.b", "NW-18.2.1.d", "NW-16.2.5")
def test_the_hex_that_is_fought_for_lies_within_range() -> None:
    assert refused({II_HQ: "N3007"}, II_HQ) == ""
    assert refused({II_HQ: "N3006"}, II_HQ) == "NW-18.2.1.b"  # its division would be within range
    assert refused({ROK_I_HQ: "N3015"}, ROK_I_HQ, "allied") == ""
    assert refused({ROK_I_HQ: "N3016"}, ROK_I_HQ, "allied") == "NW-18.2.1.d"


@pytest.mark.rule("NW-18.2.1.a", "NWK-8.0.f")
def test_for_units_of_its_own_chain_that_are_not_isolated_and_within_range() -> None:
    assert refused({V_HQ: "N3008"}, V_HQ) == "NWK-8.0.f"
    assert refused({II_HQ: "N3008", INF: {"hex": AROUND[0], "isolated": True}}, II_HQ) == "NWK-8.0.f"
    assert refused({ARMY_3: "N3013"}, ARMY_3, "allied") == ""
    assert refused({ARMY_1: "N3013"}, ARMY_1, "allied") == "NWK-8.0.f"
    far = field({INF: AROUND[0], ROK_INF: TARGET, II_HQ: "N3015"})
    assert command.leads_any(far, key(far, II_HQ), (key(far, ROK_INF),)) is False
    assert command.leads_any(far, key(far, II_HQ), (key(far, INF),)) is False
    near = field({INF: AROUND[0], II_HQ: "N3014"})
    assert command.leads_any(near, key(near, II_HQ), (key(near, INF),)) is True


@pytest.mark.rule("NW-18.2.1.e", "NW-18.2.1.a")
def test_a_headquarters_helps_itself() -> None:
    state = field({INF: AROUND[0], ROK_I_HQ: TARGET}, "initiative.combat.attacks")
    d = Draft(state, ScriptedDice(()))
    d.call("battle.defence_command", battle(state, INF))
    assert may(GAME.play_on(d).state, "allied", {"do": "command", "units": [ROK_I_HQ]})


@pytest.mark.rule("NW-18.2.1.c", "NW-18.3")
def test_a_supreme_headquarters_shifts_nothing() -> None:
    assert refused({GHQ: "N3008"}, GHQ) == "NW-18.2.1.c"
    assert refused({II_HQ: "N3008"}, II_HQ) == ""
    assert refused({JFC: "N3013"}, JFC, "allied") == "NW-18.2.1.c"


@pytest.mark.rule("NWK-3.4", "NWK-3.3.1")
def test_any_headquarters_of_the_us_army_or_of_the_marines() -> None:
    bct, marine = "US 1/2 Hvy Bde", "USMC 1/5 Mar Bn"
    assert refused({ROK_INF: "N3014", bct: TARGET, US_82: "N3013"}, US_82, "allied") == ""
    assert refused({ROK_INF: "N3014", bct: TARGET, I_MEF: "N3013"}, I_MEF, "allied") == "NWK-8.0.f"
    assert refused({ROK_INF: "N3014", marine: TARGET, I_MEF: "N3013"}, I_MEF, "allied") == ""
    assert refused({ROK_INF: "N3014", marine: TARGET, MEU_11: "N3013"}, MEU_11, "allied") == ""
    assert refused({ROK_INF: "N3014", marine: TARGET, US_2: "N3013"}, US_2, "allied") == "NWK-8.0.f"


@pytest.mark.rule("NWK-3.2.b", "NWK-3.2.d", "NWK-3.2.a")
def test_artillery_helps_any_combat_of_mostly_dprk_units_within_range() -> None:
    assert refused({BRIGADE: "N3007"}, BRIGADE) == ""
    assert refused({BRIGADE: "N3006"}, BRIGADE) == "NWK-3.2.d"
    assert refused({BRIGADE: {"hex": "N3007", "uses": 2}}, BRIGADE) == "NW-18.2.a"
    facts = {"units": {"DPRK 6/II Inf Div": {"nation": "prc", "formation": "39"}}}
    mixed = {BRIGADE: "N3007", "DPRK 6/II Inf Div": AROUND[1]}
    both = (INF, "DPRK 6/II Inf Div")
    assert refused(mixed, BRIGADE, attackers=both, facts=facts) == ""
    third = {**mixed, "DPRK 8/II Inf Div": AROUND[2]}
    facts["units"]["DPRK 8/II Inf Div"] = {"nation": "prc", "formation": "39"}
    state = field({INF: AROUND[0], ROK_INF: TARGET, **third}, facts=facts)
    found = battle(state, *both, "DPRK 8/II Inf Div")
    no = command.why_no_barrage(state, key(state, BRIGADE), found)
    assert no is not None
    assert no.rule == "NWK-3.2.b"
    defence = Battle("allied", at(state, AROUND[0]), (key(state, ROK_INF),), (key(state, INF),))
    assert command.why_no_barrage(state, key(state, BRIGADE), defence) is None


@pytest.mark.rule("NWK-3.2.c")
def test_an_artillery_headquarters_shifts_nothing() -> None:
    assert refused({ARTY_HQ: "N3008"}, ARTY_HQ) == "NWK-3.2.c"


def test_nobody_is_asked_in_the_standard_game() -> None:
    state = field({INF: AROUND[0], ROK_INF: TARGET, II_HQ: "N3008"}, card={"level": "standard"})
    assert command.commander(state, True) == ()


def chemical(units: dict[str, Any], hq: str) -> str:
    state = field({INF: AROUND[0], ROK_INF: TARGET, **units})
    no = command.why_no_chemicals(state, key(state, hq), at(state, TARGET), (key(state, INF),))
    return no.rule if no else ""


@pytest.mark.rule("NW-18.2.4.a", "NW-18.2.4.b")
def test_who_can_support_an_attack_with_chemical_weapons() -> None:
    assert chemical({II_HQ: "N3007"}, II_HQ) == ""
    assert chemical({II_HQ: {"hex": "N3007", "uses": 2}}, II_HQ) == ""
    assert chemical({II_HQ: "N3006"}, II_HQ) == "NW-18.2.4.a"
    assert chemical({V_HQ: "N3008"}, V_HQ) == "NWK-8.0.f"
    assert chemical({II_HQ: {"hex": "N3007", "unsupplied": True}}, II_HQ) == "NW-19.5.d"
    assert chemical({GHQ: "N3008"}, GHQ) == "NW-18.2.4.b"
    assert chemical({BRIGADE: "N3008"}, BRIGADE) == "NW-18.2.4.a"
