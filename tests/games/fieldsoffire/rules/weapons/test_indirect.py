"""Mortar sections by indirect lay."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.combat.volume import entries, volumes
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from tests.games.fieldsoffire.board import board, card, drafted, fire_of, key, play, why

SECTION, GERMAN, OTHER = "60mm Mtr Sec", "German Grenadier squad 1/Gp", "German Grenadier squad 2/Gp"
MORTAR = {"at": "R1C1", "ammo": 4, "platoon": 1}
ORDER = {"indirect": SECTION, "card": "R3C2"}


def position(units: dict[str, Any] | None = None, **fields: Any) -> FieldsState:
    rows = {SECTION: MORTAR, "1 PLT HQ": "R1C1", GERMAN: {"at": "R3C2", "held": True}, **(units or {})}
    facts = {"map": {"rows": 4, "columns": 4}, **fields.pop("facts", {})}
    return board(rows, hq=fields.pop("hq", "1 PLT HQ"), scenario="normandy_1", facts=facts, **fields)


NEAR = {"1 PLT HQ": {"at": "R1C2"}, "CO HQ": "R1C1"}
HOLDERS = ("CO HQ", "1 PLT HQ")
SETS = {n: {"kind": "SCR300", "holder": one, "net": "net.co_tac"} for n, one in enumerate(HOLDERS, start=1)}


@pytest.mark.rule("FF-4.2.4j", "FF-7.3.2.b", "FF-7.3.2.c", "FF-7.3.2.c1", "FF-7.3.2.d", "FF-7.3.2.g")
def test_a_headquarters_lays_the_section_on_what_it_sees_itself() -> None:
    # The platoon sees R3C2 from R1C2; the section at R1C1 has no straight line there, and hears through the company.
    state = position(NEAR, assets=SETS)
    after = play(state, ORDER).state
    assert [(one.kind, one.at, one.by) for one in after.markers.values()] == [
        ("indirect", card(state, "R3C2"), key(state, SECTION))
    ]
    (volume,) = volumes(after)[card(state, "R3C2")]
    assert (volume.kind, volume.value, volume.source) == ("indirect", -3, 0)
    assert entries(after, card(state, "R3C2")) == ()
    assert why(position(NEAR), ORDER).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-7.3.2.c2", "FF-4.2.4j.cond")
def test_the_target_is_in_sight_of_the_one_who_orders_it_with_spotted_enemies() -> None:
    assert why(position(), ORDER).rule == "FF-7.3.2.c2"
    hidden = position({**NEAR, GERMAN: {"at": "R3C2", "unspotted": True}}, assets=SETS)
    assert why(hidden, ORDER).rule == "FF-4.2.4j.cond"
    mixed = position({**NEAR, "1/1 PLT": "R3C2"}, assets=SETS)
    assert play(mixed, ORDER)


@pytest.mark.rule("FF-7.3.2.c1", "FF-7.3.1.a")
def test_range_is_counted_from_card_to_card_and_never_the_own_one() -> None:
    far = position({**NEAR, "1 PLT HQ": "R4C1", GERMAN: {"at": "R4C2", "held": True}}, assets=SETS)
    no = why(far, {"indirect": SECTION, "card": "R4C2"})
    assert (no.rule, no.params["far"], no.params["most"]) == ("FF-7.3.2.c1", 3, 2)
    own = position({GERMAN: {"at": "R1C1", "held": True}})
    assert why(own, {"indirect": SECTION, "card": "R1C1"}).rule == "FF-7.3.1.a"


@pytest.mark.rule("FF-4.2.4j.cond", "FF-7.3.2.b", "FFT-weapons-row-mortar")
@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ({"steps": 1}, "FF-4.2.4j.cond"),
        ({"pinned": True}, "FF-4.2.4j.cond"),
        ({"exposed": True}, "FF-7.3.1.c"),
        ({"cover": 1}, "FF-7.3.1.b"),
        ({"ammo": 0}, "FF-7.18.1.B"),
    ],
)
def test_only_a_section_in_good_order_that_could_fire(row: dict[str, Any], rule: str) -> None:
    covers = {1: {"at": "R1C1", "kind": "bunker"}}
    state = position({**NEAR, SECTION: {**MORTAR, **row}}, assets=SETS, covers=covers)
    assert why(state, ORDER).rule == rule
    team = position({"1/60mm Mtr Tm": "R1C1"})
    assert why(team, {"indirect": "1/60mm Mtr Tm", "card": "R3C2"}).rule == "FF-4.2.4j.cond"


@pytest.mark.rule("FF-7.3.2.g", "FF-7.3.2.d")
def test_company_staff_and_its_own_platoon_give_the_order_and_whoever_has_a_set_passes_it_on() -> None:
    sets = {n: {"kind": "SCR300", "holder": one, "net": "net.co_tac"} for n, one in enumerate(("CO HQ", "2 PLT HQ"), 1)}
    far = {"1 PLT HQ": "R4C4", "CO HQ": "R1C2", "2 PLT HQ": "R1C1"}
    assert play(position(far, hq="CO HQ", assets=sets), ORDER)
    assert why(position({**far, "2 PLT HQ": "R2C1"}, hq="CO HQ", assets=sets), ORDER).rule == "FF-4.3.1.a"
    assert why(position({"2 PLT HQ": "R1C1"}, hq="2 PLT HQ"), ORDER).rule == "FF-4.1.b6"


@pytest.mark.rule("FF-7.3.2.i", "FF-7.3.2.h", "FF-7.3.2.a1")
def test_it_takes_the_place_of_direct_fire_until_cleanup() -> None:
    state = position({**NEAR, OTHER: {"at": "R3C1", "held": True}}, assets=SETS)
    assert fire_of(state, SECTION) == "R3C1"
    after = play(state, ORDER).state
    assert fire_of(after, SECTION) == ""
    d = drafted(after)
    clear_markers(d)
    assert not d.now.markers


@pytest.mark.rule("FF-7.3.2.c")
def test_terrain_counts_as_against_shells_from_off_the_map() -> None:
    facts = {"terrain": {"rocks": {"cc": 3, "cc_low": 1, "burst": -1, "edges": {"s": "dark"}}}}
    state = position(NEAR, assets=SETS, cards={"R3C2": {"terrain": "rocks"}}, facts=facts)
    after = play(state, ORDER).state
    reading = net_combat_modifier(after, key(after, GERMAN))
    assert reading is not None
    parts = {part.key: part.amount for part in reading.parts.parts}
    assert parts == {"modifier.vof_indirect": -3, "modifier.terrain": 1, "modifier.burst": -1}
