"""Neutral territories: whom they let in, and what an attack on them starts."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.additional import mongolia
from sandtable.games.axisallies.rules.combat.capture import take
from sandtable.games.axisallies.rules.politics import dutch, incidents, neutrals
from sandtable.games.axisallies.rules.units.air import may_overfly
from tests.games.axisallies.board import at, draft, position


@pytest.mark.rule("AA-6.friendly-neutral.no-attack", "AA-6.friendly-neutral.def")
@pytest.mark.parametrize(
    ("power", "name", "refused"),
    [
        ("germany", "Bulgaria", True),
        ("japan", "Iraq", True),
        ("germany", "Yugoslavia", False),
        ("uk", "Bulgaria", False),
        ("ussr", "Persia", True),
        ("usa", "Sweden", False),
        ("italy", "Sweden", False),
    ],
)
def test_a_neutral_is_not_attacked_by_the_side_it_favours(power: str, name: str, refused: bool) -> None:
    state = position(wars={"germany-usa": 1, "italy-uk": 1})
    assert (neutrals.why_not_attack_neutral(state, power, at(name)) is not None) is refused


@pytest.mark.rule("AA-6.neutral.types", "AA-6.strict-neutral.behaviour", "AA-6.neutral.entry-phase")
@pytest.mark.parametrize(
    ("power", "name", "rule"),
    [
        ("germany", "Bulgaria", ""),
        ("germany", "Greece", "AA-6.neutral.entry-phase"),
        ("germany", "Turkey", "AA-6.strict-neutral.behaviour"),
        ("uk", "Turkey", "AA-6.strict-neutral.behaviour"),
        ("uk", "Greece", ""),
        ("ussr", "Greece", "AA-6.friendly-neutral.enter.c"),
    ],
)
def test_three_kinds_of_neutrals_answer_a_quiet_entry(power: str, name: str, rule: str) -> None:
    no = neutrals.why_not_enter_neutral(position(), power, at(name))
    assert (no.rule if no else "") == rule


@pytest.mark.rule("AA-6.neutral.after-control.a", "AA-6.neutral.after-control.b")
def test_a_neutral_that_joined_is_an_ordinary_territory_that_nobody_owned_first() -> None:
    d = draft(position(), seat="germany")
    neutrals.enter_friendly(d, at("Bulgaria"), "germany")
    land = d.now.territories[at("Bulgaria")]
    assert (land.holder, land.stance, land.former_neutral) == ("germany", "", True)
    neutrals.rouse(d, at("Bulgaria"), "uk")
    assert not d.now.territories[at("Bulgaria")].roused


@pytest.mark.rule("AA-6.strict-neutral.domino")
def test_a_second_attack_turns_nobody() -> None:
    d = draft(position())
    neutrals.rouse(d, at("Sweden"), "germany")
    neutrals.rouse(d, at("Turkey"), "germany")
    assert [entry.key for entry in d.entries].count("log.neutrals_turn") == 1


@pytest.mark.rule("AA-11.mongolia.never-axis")
def test_an_allied_attack_on_mongolia_by_others_leaves_the_rest_of_it_strict() -> None:
    d = draft(position())
    neutrals.rouse(d, at("Olgiy"), "usa")
    assert d.now.territories[at("Olgiy")].stance == "pro_axis"
    assert {d.now.territories[one].stance for one in mongolia.territories(d.now)} == {"strict", "pro_axis"}
    assert d.now.territories[at("Ulaanbaatar")].stance == "strict"


@pytest.mark.rule("AA-11.mongolia.exception")
@pytest.mark.parametrize(
    ("name", "stance", "void"),
    [
        ("Korea", "strict", True),
        ("Jehol", "strict", True),
        ("Kiangsu", "strict", False),
        ("Korea", "pro_allies", False),
    ],
)
def test_soviet_attacks_near_a_strict_mongolia_end_the_pact(name: str, stance: str, void: bool) -> None:
    names = ("Buyant-Uhaa", "Central Mongolia", "Dzavhan", "Olgiy", "Tsagaan Olom", "Ulaanbaatar")
    state = position(at="ussr.purchase", territories={one: {"stance": stance} for one in names})
    d = draft(state)
    incidents.attacked(d, at(name), "ussr")
    assert (mongolia.VOID in d.now.events) is void


@pytest.mark.rule("AA-11.mongolia.exception")
def test_the_pact_ends_once_and_only_by_the_soviet_union() -> None:
    d = draft(position(at="china.purchase"))
    incidents.attacked(d, at("Jehol"), "china")
    assert mongolia.VOID not in d.now.events
    incidents.attacked(d, at("Jehol"), "ussr")
    incidents.attacked(d, at("Korea"), "ussr")
    assert [entry.key for entry in d.entries].count("log.pact_void") == 1


@pytest.mark.rule("AA-11.mongolia.territories")
def test_the_six_mongolian_territories() -> None:
    state = position()
    assert [state.board.spaces[one].name["en"] for one in mongolia.territories(state)] == [
        "Buyant-Uhaa", "Central Mongolia", "Dzavhan", "Olgiy", "Tsagaan Olom", "Ulaanbaatar",
    ]  # fmt: skip


@pytest.mark.rule("AA-11.mongolia.join.a", "AA-12.ussr.mongolia")
def test_only_japan_and_only_soviet_land_call_mongolia() -> None:
    called = {"at": "japan.combat.battles", "territories": {"Amur": {"holder": "japan", "since": "ussr"}}}
    assert mongolia.is_called(position(attacked=["Amur"], at="japan.purchase", territories=called["territories"]))
    assert not mongolia.is_called(position(attacked=["Amur"], at="germany.purchase"))
    assert not mongolia.is_called(position(attacked=["Chahar"], at="japan.purchase"))


@pytest.mark.rule("AA-6.uk.dutch.a", "AA-6.anzac.dutch", "AA-6.uk.dutch.d")
def test_only_the_guardians_move_into_dutch_territories_and_only_while_they_are_dutch() -> None:
    free, taken = position(), position(territories={"Java": {"holder": "japan"}})
    allowed = [power for power in free.board.powers if dutch.may_occupy(free, power, at("Java"))]
    assert allowed == ["uk", "anzac"]
    assert not any(dutch.may_occupy(taken, power, at("Java")) for power in taken.board.powers)
    assert dutch.why_not_attack(free, "usa", at("Java")) is not None
    assert dutch.why_not_attack(free, "japan", at("Java")) is None
    assert dutch.why_not_attack(taken, "usa", at("Java")) is None


@pytest.mark.rule("AA-6.japan.china-act-of-war")
def test_allied_units_in_china_are_an_act_of_war_for_japan() -> None:
    d = draft(position(at="france.purchase"))
    incidents.entered(d, at("Yunnan"), "france")
    incidents.entered(d, at("Kiangsu"), "ussr")
    incidents.entered(d, at("Burma"), "uk")
    incidents.entered(d, at("Yunnan"), "china")
    assert list(d.now.events) == ["provoked.japan.by.france", "provoked.japan.by.ussr"]


@pytest.mark.rule("AA-6.china.dow")
def test_china_may_answer_an_axis_power_that_declared_war_and_came() -> None:
    d = draft(position(events={"declared_on_china.germany": 1}))
    incidents.entered(d, at("Burma"), "italy")
    incidents.entered(d, at("India"), "germany")
    assert list(d.now.events) == ["declared_on_china.germany"]
    incidents.entered(d, at("Burma"), "germany")
    assert "declared_on_china_and_entered_chinese_reach.germany" in d.now.events


@pytest.mark.rule("AA-6.neutral.no-overflight")
@pytest.mark.parametrize("name", ["Sweden", "Bulgaria", "Yugoslavia"])
def test_aircraft_fly_over_no_neutral_whatever_it_leans_to(name: str) -> None:
    assert not may_overfly(position(), "germany", at(name))
    held = {name: {"holder": "germany", "stance": "", "former_neutral": True}}
    assert may_overfly(position(territories=held), "germany", at(name))


@pytest.mark.rule("AA-6.neutral.after-control.a", "AA-6.neutral.after-control.b")
def test_a_conquered_neutral_is_a_former_neutral_and_other_conquests_are_not() -> None:
    for name, former in (("Sweden", True), ("France", False)):
        d = draft(position())
        take(d, at(name), "germany")
        land = d.now.territories[at(name)]
        assert (land.holder, land.former_neutral, land.stance) == ("germany", former, "")
