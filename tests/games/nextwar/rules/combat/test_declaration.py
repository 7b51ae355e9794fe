"""Rules 9.1 to 9.3: who may attack what."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import Battle
from sandtable.games.nextwar.rules.combat import declaration
from sandtable.games.nextwar.rules.terms.units import ref
from tests.games.nextwar.battles import TARGET, attack, standing
from tests.games.nextwar.board import (
    ARM,
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    ROK_BDE,
    ROK_INF,
    ROK_INF_2,
    ROK_MECH,
    asked,
    at,
    board,
    key,
    logged,
    may,
    play,
    why,
)


def order(*units: str, target: str = TARGET) -> dict[str, Any]:
    return {"do": "attack", "target": target, "units": list(units)}


@pytest.mark.rule("NW-9.1.a", "NW-9.3")
def test_units_next_to_the_enemy_may_attack_or_not() -> None:
    state = standing({INF: "N3010", OTHER_INF: "N3010", LIGHT: "N3008", ROK_INF: TARGET, ROK_INF_2: "N3110"})
    assert may(state, "dprk", order(INF))
    assert may(state, "dprk", order(INF, OTHER_INF))
    assert may(state, "dprk", order(INF, target="N3110"))
    assert may(state, "dprk", {"do": "done"})
    assert why(state, "dprk", order(LIGHT)).rule == "NW-9.1.f"
    assert why(state, "dprk", order(INF, target="N3012")).rule == "NW-9.1.a"


@pytest.mark.rule("NW-9.1.c", "NW-9.3")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    state = standing({INF: "N3010", OTHER_INF: "N3010", ROK_BDE: "N3110", ROK_INF: TARGET})
    state = attack(state, INF, dice=[9]).state  # 8 to 8: no retreat, one step each or none
    assert asked(state) == {"dprk": "initiative.combat.attacks"}
    assert why(state, "dprk", order(INF, target="N3110")).rule == "NW-9.1.c"
    assert why(state, "dprk", order(OTHER_INF)).rule == "NW-9.3"
    assert may(state, "dprk", order(OTHER_INF, target="N3110"))


@pytest.mark.rule("NW-9.1.f")
def test_only_who_was_next_to_the_enemy_when_the_segment_began_may_attack() -> None:
    state = standing({INF: "N3010", LIGHT: "N3014", ROK_INF: {"hex": TARGET, "steps": 1}})
    state = attack(state, INF, dice=[0]).state  # 8 to 4 in the open: "-/1R", a step and a retreat
    assert state.units[key(state, ROK_INF)].box == "eliminated"
    beside = board("initiative.combat", {INF: "N3010", LIGHT: "N3009", ROK_INF: TARGET})
    assert key(beside, LIGHT) not in beside.contacts
    assert why(beside, "dprk", order(LIGHT)).rule == "NW-9.1.f"


@pytest.mark.rule("NW-9.1.d", "NW-8.3.1.8.b")
@pytest.mark.parametrize("words", ["water", "water ferry", "water bridge"])
def test_nobody_attacks_across_water(words: str) -> None:
    facts = {"sides": {f"N3010-{TARGET}": dict.fromkeys(words.split(), True)}}
    state = standing({INF: "N3010", OTHER_INF: "N3110", ROK_INF: TARGET}, facts=facts)
    assert why(state, "dprk", order(INF)).rule == "NW-9.1.d"
    assert may(state, "dprk", order(OTHER_INF))


@pytest.mark.rule("NW-9.1.e")
def test_nobody_attacks_into_ground_that_is_closed_to_him() -> None:
    units = {MECH: "N3010", ARM: "N3110", INF: "N3010", ROK_INF: TARGET}
    road = {"sides": {f"N3110-{TARGET}": {"road": "secondary"}}}
    state = standing(units, ground={"terrain": "mountain"}, facts=road)
    assert why(state, "dprk", order(MECH)).rule == "NW-9.1.e"
    assert may(state, "dprk", order(ARM, INF))


@pytest.mark.rule("NW-9.1.e", "NW-8.3.3.d")
def test_in_a_storm_only_light_infantry_attacks_into_marsh() -> None:
    state = standing({INF: "N3010", LIGHT: "N3010", ROK_INF: TARGET}, ground={"terrain": "marsh"}, weather="storm")
    assert why(state, "dprk", order(INF)).rule == "NW-9.1.e"
    assert may(state, "dprk", order(LIGHT))


@pytest.mark.rule("NW-8.4.1.1")
def test_units_that_mop_up_do_not_attack() -> None:
    mopups = {"N3010": {"side": "dprk", "number": 5}}
    hard = {"hexes": {"N3010": {"country": "ROK", "features": ["city"]}}}
    state = standing({INF: "N3010", OTHER_INF: "N3110", ROK_INF: TARGET}, mopups=mopups, facts=hard)
    assert why(state, "dprk", order(INF)).rule == "NW-8.4.1.1"


@pytest.mark.rule("NW-2.3.1")
def test_units_without_attack_strength_do_not_attack() -> None:
    state = standing({"DPRK Outpost 1": "N3010", INF: "N3110", ROK_INF: TARGET})
    assert why(state, "dprk", order("DPRK Outpost 1")).rule == "NW-2.3.1"


@pytest.mark.rule("NW-9.2.1", "NWS-STD-3.2.a", "NW-9.1.b")
def test_a_declared_attack_is_fought_at_once_by_all_defenders() -> None:
    state = standing({INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET, ROK_BDE: TARGET})
    state = attack(state, INF, OTHER_INF).state
    fight = state.subject(Battle)
    assert fight.defenders == tuple(sorted((key(state, ROK_INF), key(state, ROK_BDE))))
    assert asked(state) == {"dprk": "battle.attack_lead"}


@pytest.mark.rule("NW-9.8.4.a")
def test_units_that_retreated_into_the_hex_do_not_defend_it() -> None:
    state = board(
        {"phase": "initiative.combat.attacks", "waiting": ["dprk"]},
        {INF: "N3010", ROK_INF: TARGET, ROK_BDE: {"hex": TARGET, "fled": True}},
        contacts=[INF],
    )
    step = attack(state, INF, dice=[9])
    entry = next(e for e in step.entries if e.key == "log.defence_strength")
    assert entry.params["total"] == 8


@pytest.mark.rule("NW-9.1.f", "NW-9.3")
def test_the_next_segment_begins_afresh() -> None:
    state = standing({INF: "N3010", ROK_INF: TARGET})
    state = play(state, "dprk", {"do": "done"}).state
    assert (state.contacts, state.attacked) == ((), ())
    assert not any(unit.fought for unit in state.units.values())


@pytest.mark.rule("NW-9.1.a", "NW-9.1.d", "NW-9.1.e", "NW-9.3")
def test_a_hex_that_nobody_can_attack_is_refused_with_the_reason() -> None:
    def attack(units: dict[str, Any], **facts: Any) -> str:
        others = {ARM: "N3020", ROK_MECH: "N3021", ROK_INF_2: "N3012"}
        state = board("initiative.combat", {**others, **units}, facts=facts)
        by = next(name for name in units if name != ROK_INF)
        return why(state, "dprk", {"do": "attack", "target": "N3011", "units": [by]}).rule

    water = {"N3010-N3011": {"water": True, "bridge": True, "road": "primary"}}
    assert attack({INF: "N3010", ROK_INF: "N3011"}, sides=water) == "NW-9.1.d"
    assert attack({MECH: "N3010", ROK_INF: "N3011"}, hexes={"N3011": {"terrain": "mountain"}}) == "NW-9.1.e"
    assert attack({INF: {"hex": "N3010", "fought": True}, ROK_INF: "N3011"}) == "NW-9.1.c"
    assert attack({INF: "N3009", ROK_INF: "N3011"}) == "NW-9.1.a"
    assert attack({INF: "N3010"}) == "NW-9.1.a"


@pytest.mark.rule("NW-9.2.1", "NW-9.1.c", "NW-9.3")
def test_a_declared_attack_is_told_and_used_up() -> None:
    units = {INF: "N3010", OTHER_INF: "N3010", ARM: "N3010", ROK_INF: TARGET, ROK_INF_2: "N3110", ROK_BDE: "N2910"}
    state = standing(units)
    step = attack(state, INF, dice=[4])
    entry = logged(step, "declared")
    assert (entry.rule, entry.params["units"]) == ("NW-9.2.1", (ref(key(state, INF)),))
    after = step.state
    assert (after.units[key(state, INF)].fought, after.units[key(state, OTHER_INF)].fought) == (True, False)
    second = play(after, "dprk", order(OTHER_INF, target="N3110"), [4]).state
    assert second.attacked == (at(state, TARGET), at(state, "N3110"))


@pytest.mark.rule("NW-9.1.a", "NW-8.1.1.1.d")
def test_who_has_no_strength_or_no_room_does_not_attack() -> None:
    state = standing({"DPRK Outpost 1": "N3010", INF: "N2910", ROK_INF: TARGET})
    assert why(state, "dprk", order("DPRK Outpost 1")).rule == "NW-2.3.1"
    fought = {INF: {"hex": "N3010", "fought": True}, OTHER_INF: {"hex": "N3010", "fought": True}, MECH: "N3010"}
    crowd = standing({**fought, ARM: "N2910", ROK_INF: TARGET})
    assert why(crowd, "dprk", order(MECH)).rule == "NW-8.1.1.1.d"
    assert declaration.attackers(crowd, "dprk", at(crowd, TARGET)) == (key(crowd, ARM),)
    roomy = standing({INF: {"hex": "N3010", "fought": True}, MECH: "N3010", ARM: "N3010", ROK_INF: TARGET})
    assert may(roomy, "dprk", order(MECH, ARM))


@pytest.mark.rule("NW-9.1.d", "NW-9.1.e")
def test_what_lies_between_or_nowhere_near() -> None:
    wet = {"hexes": {"N3111": {"terrain": "sea", "country": "", "sea_zone": "yellow"}}}
    state = standing({INF: "N3010", ROK_INF: TARGET, "USMC 1/3 Mar Bn": "N3111"}, facts=wet)

    def no(unit: str, place: str) -> str:
        found = declaration.why_not_against(state, key(state, unit), at(state, place))
        return found.rule if found else ""

    assert (no(INF, TARGET), no(INF, "N3020")) == ("", "NW-9.1.a")
    assert no(ROK_INF, "N3111") == "NW-9.1.d"
    assert no("USMC 1/3 Mar Bn", TARGET) == "NW-8.5.8"


@pytest.mark.rule("NW-9.1.f")
def test_who_is_off_the_map_touches_nobody() -> None:
    state = standing({INF: "N3010", ROK_INF: TARGET, "DPRK 8/II Inf Div": "hamhung"}, scenario="all_in")
    assert state.contacts == (key(state, INF),)


@pytest.mark.rule("NW-9.1.b", "NW-9.8.4.a")
def test_who_fled_into_an_empty_hex_defends_it() -> None:
    state = standing({INF: "N3010", ROK_INF: {"hex": TARGET, "fled": True}})
    assert declaration.rested(state, at(state, TARGET)) == (key(state, ROK_INF),)
    both = standing({INF: "N3010", ROK_INF: {"hex": TARGET, "fled": True}, ROK_BDE: TARGET})
    assert declaration.rested(both, at(both, TARGET)) == (key(both, ROK_BDE),)
