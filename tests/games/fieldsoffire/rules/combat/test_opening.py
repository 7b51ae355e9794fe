"""Who opens fire at whom, and who joins whom."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.model import FieldsState, Fire
from sandtable.games.fieldsoffire.rules.combat.opening import _sniper_rank, strength_exerted
from tests.games.fieldsoffire.board import board, built, card, drafted, fire_of, firing, key, play

SQUAD = "German Grenadier squad 4/Gp"
OTHER = "German Grenadier squad 1/Gp"


@pytest.mark.rule("FF-6.0", "FF-6.1.1.a", "FF-6.1", "FF-6.0.a")
def test_units_open_fire_at_what_they_see_within_range() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: "R3C1"})
    assert firing(state) == {"1/1 PLT": "R3C1", SQUAD: "R1C1"}
    far = board({"1/1 PLT": "R1C1", SQUAD: "R4C1"})
    assert firing(far) == {}
    aside = board({"1/1 PLT": "R1C1", SQUAD: "R3C2"})
    assert firing(aside) == {}


@pytest.mark.rule("FF-6.0.a", "FF-6.1.1.a")
def test_casualties_and_unspotted_enemies_are_no_targets() -> None:
    assert firing(board({"1/1 PLT": "R1C1", "German Casualty 1": "R2C1"})) == {}
    hidden = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", "unspotted": True}})
    assert firing(hidden) == {SQUAD: "R1C1"}


@pytest.mark.rule("FF-6.1.a")
def test_weapons_that_need_an_order_do_not_open_fire_by_themselves() -> None:
    state = board({"1/60mm Mtr Tm": "R1C1", "1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", "held": True}})
    assert firing(state) == {"1/1 PLT": "R2C1"}


@pytest.mark.rule("FF-6.1.1.b", "FF-6.1.1.b1")
def test_friendly_units_fire_at_the_nearest_card() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R3C3", "held": True}, "German Litter Team 1": "R2C1"})
    assert fire_of(state, "1/1 PLT") == "R2C1"


@pytest.mark.rule("FF-6.1.1.b2", "FF-1.2.7.b")
def test_of_two_cards_as_near_the_one_that_fires_hardest_is_chosen() -> None:
    others = {"2/1 PLT": {"at": "R4C4", "held": True}}
    state = board(
        {"1/1 PLT": "R2C2", SQUAD: "R3C3", OTHER: "R1C1", **others},
        fires={SQUAD: {"at": "R4C4"}, OTHER: {"at": "R2C2"}},
    )
    assert fire_of(state, "1/1 PLT") == "R1C1"
    even = {SQUAD: {"at": "R3C3", "held": True}, "German Litter Team 1": "R1C1"}
    assert fire_of(board({"1/1 PLT": "R2C2", **even}, deck=[1]), "1/1 PLT") == "R1C1"
    assert fire_of(board({"1/1 PLT": "R2C2", **even}, deck=[50]), "1/1 PLT") == "R3C3"


@pytest.mark.rule("FF-6.1.1.b3")
def test_enemies_fire_at_the_card_with_most_steps() -> None:
    state = board(
        {
            "1/1 PLT": {"at": "R1C1", "held": True},
            "2/1 PLT": {"at": "R3C3", "steps": 2, "held": True},
            SQUAD: "R2C2",
        }
    )
    assert fire_of(state, SQUAD) == "R1C1"
    more = board(
        {
            "1/1 PLT": {"at": "R1C1", "held": True},
            "2/1 PLT": {"at": "R3C3", "held": True},
            "1 PLT HQ": "R3C3",
            SQUAD: "R2C2",
        }
    )
    assert fire_of(more, SQUAD) == "R3C3"


@pytest.mark.rule("FF-6.1.1.b5", "FF-6.1.1.b6", "FF-7.15.a")
def test_snipers_look_for_leaders_then_for_the_hardest_fire() -> None:
    near = {"1/1 PLT": {"at": "R2C1", "held": True}, "1 PLT HQ": "R1C2"}
    sniper = "German Sniper 1"
    assert fire_of(board({**near, sniper: "R3C2"}), sniper) == "R1C2"
    lmg = {"at": "R2C2", "held": False}
    state = board(
        {"1/1 PLT": {"at": "R3C1", "held": True}, "1/LMG (.30 cal)": lmg, sniper: {"at": "R3C2", "unspotted": True}},
        fires={"1/LMG (.30 cal)": {"at": "R2C4"}},
    )
    assert fire_of(state, sniper) == "R2C2"


@pytest.mark.rule("FF-6.1.1.c")
def test_friendly_units_spare_cards_with_both_sides_on_them() -> None:
    state = board({"1/1 PLT": "R1C1", "Litter Team 1": "R2C1", "German Litter Team 1": "R2C1"})
    assert firing(state) == {}


@pytest.mark.rule("FF-8.6.1.A")
def test_enemies_fire_into_cards_with_both_sides_on_them() -> None:
    state = board({"Litter Team 1": "R2C1", "German Litter Team 1": "R2C1", SQUAD: "R3C1"})
    assert firing(state) == {SQUAD: "R2C1"}


@pytest.mark.rule("FF-6.1.1.e", "FF-6.1.1.h")
def test_engaged_units_ignore_better_targets_and_their_own_men_in_the_target() -> None:
    state = board(
        {"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}, OTHER: {"at": "R1C2", "held": True}},
        fires={"1/1 PLT": {"at": "R3C1"}},
    )
    assert fire_of(state, "1/1 PLT") == "R3C1"
    mixed = board(
        {"1/1 PLT": "R1C1", "Litter Team 1": "R3C1", SQUAD: {"at": "R3C1", "held": True}},
        fires={"1/1 PLT": {"at": "R3C1"}},
    )
    assert fire_of(mixed, "1/1 PLT") == "R3C1"
    gone = board({"1/1 PLT": "R1C1"}, fires={"1/1 PLT": {"at": "R3C1"}})
    assert fire_of(gone, "1/1 PLT") == "R3C1"


@pytest.mark.rule("FF-6.1.1.f", "FF-6.3.2", "FF-6.3.5.a")
def test_a_newcomer_joins_the_fire_of_the_card_and_not_a_nearer_target() -> None:
    state = board(
        {
            "1/1 PLT": "R2C2",
            "2/1 PLT": "R1C2",
            SQUAD: {"at": "R2C4", "held": True},
            "German Litter Team 1": {"at": "R3C2", "unspotted": True},
        },
        fires={"1/1 PLT": {"at": "R2C4"}},
    )
    step = play(state, {"move": "2/1 PLT", "to": "R2C2"})
    assert fire_of(step.state, "2/1 PLT") == "R2C4"
    joined = next(entry for entry in step.entries if entry.key == "log.fire_joined")
    assert joined.rule == "FF-6.3.2"


@pytest.mark.rule("FF-6.1.1.f")
def test_a_newcomer_on_a_card_with_both_sides_fires_point_blank() -> None:
    state = board({"1/1 PLT": "R1C1", "Litter Team 1": "R2C1", "German Litter Team 1": "R2C1"})
    moved = play(state, {"move": "1/1 PLT", "to": "R2C1"}).state
    assert fire_of(moved, "1/1 PLT") == "R2C1"


@pytest.mark.rule("FF-6.3.5", "FF-7.0.split")
def test_units_that_cannot_fire_along_the_line_open_another() -> None:
    state = board(
        {
            "1/1 PLT": "R1C1",
            "1/AT (Bazooka)": "R1C1",
            SQUAD: {"at": "R3C1", "held": True},
            "German Litter Team 1": "R1C2",
        },
        fires={"1/1 PLT": {"at": "R3C1"}},
    )
    assert fire_of(state, "1/AT (Bazooka)") == "R1C2"
    assert fire_of(state, "1/1 PLT") == "R3C1"


@pytest.mark.rule("FF-6.3.5.b")
def test_of_several_lines_a_newcomer_joins_the_one_that_ranks_first() -> None:
    state = board(
        {
            "1/1 PLT": "R2C2",
            "2/1 PLT": "R2C2",
            "3/1 PLT": "R1C2",
            SQUAD: {"at": "R2C4", "held": True},
            OTHER: {"at": "R3C2", "held": True},
        },
        fires={"1/1 PLT": {"at": "R2C4"}, "2/1 PLT": {"at": "R3C2"}},
    )
    assert fire_of(play(state, {"move": "3/1 PLT", "to": "R2C2"}).state, "3/1 PLT") == "R3C2"


@pytest.mark.rule("FF-6.1.2.c")
def test_nobody_opens_fire_whose_fire_would_stop_at_his_own_men() -> None:
    state = board({"1/1 PLT": "R1C1", "Litter Team 1": "R2C1", SQUAD: {"at": "R3C1", "held": True}})
    assert firing(state) == {}
    clear = board({"1/1 PLT": "R1C1", "Casualty 1": "R2C1", SQUAD: {"at": "R3C1", "held": True}})
    assert fire_of(clear, "1/1 PLT") == "R3C1"


@pytest.mark.rule("FF-7.2.2.b", "FF-8.6.1.D", "FF-8.4.3.d1")
def test_a_grazing_gun_minds_its_own_men_before_the_target_and_not_behind_it() -> None:
    gun = "German HMG team 1"
    before = board({gun: "R4C1", "German Litter Team 1": "R3C1", "1/1 PLT": {"at": "R2C1", "held": True}})
    assert fire_of(before, gun) == ""
    behind = board({gun: "R4C1", "German Litter Team 1": "R2C1", "1/1 PLT": {"at": "R3C1", "held": True}})
    assert fire_of(behind, gun) == "R3C1"


@pytest.mark.rule("FF-6.3.3")
def test_units_that_ceased_fire_open_it_again_on_what_is_left() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}}, fires={"1/1 PLT": None})
    assert fire_of(state, "1/1 PLT") == "R3C1"


@pytest.mark.rule("FF-6.1.1.a", "FF-6.0")
def test_every_opening_is_told_with_its_paragraph() -> None:
    step = built({"1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", "held": True}})
    (told,) = [entry for entry in step.entries if entry.key == "log.fire_opened"]
    assert told.rule == "FF-6.1.1.a"
    assert told.seat == "company"


@pytest.mark.rule("FF-1.2.7.b", "FF-6.1.1.b5")
def test_a_sniper_looks_for_leaders_where_others_look_for_the_most_men() -> None:
    units = {"German Sniper 1": "R2C2", "1/1 PLT": "R1C2", "CO HQ": "R2C1"}
    assert firing(board(units))["German Sniper 1"] == "R2C1"
    others = {"German Grenadier squad 4/Gp": "R2C2", "1/1 PLT": "R1C2", "CO HQ": "R2C1"}
    assert firing(board(others))["German Grenadier squad 4/Gp"] == "R1C2"


SNIPER = "German Sniper 1"


def engaged(state: FieldsState, fires: dict[str, str]) -> FieldsState:
    """The same position with nobody firing but these."""
    d = drafted(state)
    for one in tuple(d.now.fires):
        d.drop("fires", one)
    for name, at in fires.items():
        d.put("fires", key(state, name), Fire(card(state, at)))
    return d.now


@pytest.mark.rule("FF-6.1.1.b5", "FF-6.1.1.b6")
def test_a_sniper_ranks_leaders_by_distance_and_other_cards_by_their_fire_and_their_men() -> None:
    units = {
        SNIPER: "R2C2",
        "1 PLT HQ": "R4C2",
        "2 PLT HQ": "R3C3",
        "1/1 PLT": "R1C1",
        "2/1 PLT": {"at": "R2C1", "steps": 2},
        "1/LMG (.30 cal)": "R2C3",
    }
    state = engaged(board(units, deck=[1]), {"1/1 PLT": "R2C2", "1/LMG (.30 cal)": "R2C2"})
    ranks = {name: _sniper_rank(state, card(state, "R2C2"), "enemy", card(state, name)) for name in ("R4C2", "R3C3")}
    assert ranks == {"R4C2": (0, 2, 0, 0), "R3C3": (0, 1, 0, 0)}
    others = {
        name: _sniper_rank(state, card(state, "R2C2"), "enemy", card(state, name)) for name in ("R1C1", "R2C1", "R2C3")
    }
    assert others == {"R1C1": (1, 0, 0, -3), "R2C1": (1, 0, 9, -2), "R2C3": (1, 0, -1, -1)}
    leader = board({"German Leader 1": "R3C3", "1/1 PLT": "R2C2"})
    assert _sniper_rank(leader, card(leader, "R2C2"), "friendly", card(leader, "R3C3"))[0] == 0


@pytest.mark.rule("FF-6.1.1.b1", "FF-6.1.1.b2")
def test_the_hardest_fire_of_a_card_is_that_of_its_hardest_gun_that_fires() -> None:
    units = {OTHER: "R2C2", SQUAD: "R2C2", "German Leader 1": "R2C2", "1/1 PLT": "R3C2", "2/1 PLT": "R2C3"}
    state = board(units, deck=[1])
    both = engaged(state, {OTHER: "R3C2", SQUAD: "R3C2"})
    assert strength_exerted(both, card(both, "R2C2"), "enemy") == -1
    one = engaged(state, {SQUAD: "R3C2"})
    assert strength_exerted(one, card(one, "R2C2"), "enemy") == 0
    none = engaged(state, {})
    assert strength_exerted(none, card(none, "R2C2"), "enemy") == 9
    assert strength_exerted(none, card(none, "R4C4"), "enemy") == 9


@pytest.mark.rule("FF-6.1.1.b2", "FF-6.2.3", "FF-7.15.a")
def test_snipers_and_grenades_are_fire_that_a_card_exerts() -> None:
    state = board({"German Sniper 1": "R2C2", "1/1 PLT": "R3C2"})
    assert strength_exerted(state, card(state, "R2C2"), "enemy") == -3
    pinned = board({"German Sniper 1": {"at": "R2C2", "pinned": True}, "1/1 PLT": "R3C2"})
    assert strength_exerted(pinned, card(pinned, "R2C2"), "enemy") == 2
    thrown = {1: {"kind": "grenade", "at": "R3C2", "unit": "1/1 PLT", "by": SQUAD, "value": -4}}
    attack = board({SQUAD: "R2C2", "1/1 PLT": "R3C2"}, markers=thrown)
    assert strength_exerted(attack, card(attack, "R2C2"), "enemy") == -4


@pytest.mark.rule("FF-6.1.1.f")
def test_on_a_card_with_both_sides_those_who_can_fire_point_blank_and_the_others_where_they_can() -> None:
    units = {"1/1 PLT": "R1C2", "60mm Mtr Sec": "R1C2", SQUAD: "R1C2", OTHER: {"at": "R3C2", "held": True}}
    state = board(units, scenario="normandy_1")
    assert firing(state) == {"1/1 PLT": "R1C2", SQUAD: "R1C2", "60mm Mtr Sec": "R3C2"}
