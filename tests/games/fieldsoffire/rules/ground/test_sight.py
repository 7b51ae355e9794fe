"""Lines of sight."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.sight import level, sees, sees_unit, unit_level, unseen_in_sight
from tests.games.fieldsoffire.board import board, card, key

DARK = dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "dark")
FACTS = {"terrain": {"thicket": {"edges": DARK}, "lane": {"edges": {**DARK, "n": "open", "s": "open"}}}}


def look(state: FieldsState, a: str, b: str, **up: bool) -> bool:
    return sees(state, card(state, a), card(state, b), **up)


def ground(**cards: Any) -> FieldsState:
    return board(facts=FACTS, cards=cards)


@pytest.mark.rule("FF-5.2.1.a", "FF-1.2.6.range")
def test_sight_runs_along_the_eight_directions_only() -> None:
    state = ground()
    for name in ("R3C1", "R3C3", "R1C3", "R4C1", "R4C4"):
        assert look(state, "R1C1", name)
    for name in ("R2C3", "R3C2", "R4C2"):
        assert not look(state, "R1C1", name)


@pytest.mark.rule("FF-5.2.1.b", "FF-1.2.6.adj")
def test_all_eight_cards_around_are_seen_whatever_their_borders() -> None:
    around = ("R1C1", "R1C2", "R1C3", "R2C1", "R2C3", "R3C1", "R3C2", "R3C3")
    state = ground(R2C2={"terrain": "thicket"}, **{name: {"terrain": "thicket"} for name in around})
    assert all(look(state, "R2C2", name) for name in around)


@pytest.mark.rule("FF-5.2.1.h", "FF-5.2.1.b")
def test_a_line_crosses_a_card_only_through_two_white_borders() -> None:
    assert not look(ground(R2C1={"terrain": "thicket"}), "R1C1", "R3C1")
    through = ground(R2C1={"terrain": "lane"}, R1C2={"terrain": "lane"})
    assert look(through, "R1C1", "R3C1")
    assert not look(through, "R1C1", "R1C3")
    assert look(ground(R3C1={"terrain": "thicket"}), "R1C1", "R3C1"), "the far card's own borders do not matter"


@pytest.mark.rule("FF-5.2.1.d", "FF-9.1.2")
def test_nobody_sees_beyond_three_cards_nor_beyond_one_in_limited_visibility() -> None:
    tall = board(facts={"map": {"rows": 6}})
    assert look(tall, "R1C1", "R4C1")
    assert not look(tall, "R1C1", "R5C1")
    night = board(tracks={"turn": 1, "light": "moon2"})
    assert look(night, "R1C1", "R2C1")
    assert not look(night, "R1C1", "R3C1")
    hill = board(tracks={"turn": 1, "light": "moon2"}, cards={"R1C1": {"hills": 2}})
    assert not look(hill, "R1C1", "R3C1"), "height does not see farther"


@pytest.mark.rule("FF-5.2.1.e", "FF-5.2.1.i", "FF-5.4", "FF-4.4.3.a")
@pytest.mark.parametrize("kind", ["smoke", "burning_wreck", "incoming", "airstrike"])
def test_smoke_is_seen_into_and_neither_through_nor_out_of(kind: str) -> None:
    state = board(markers={1: {"kind": kind, "at": "R2C1", "value": -5}})
    assert look(state, "R1C1", "R2C1")
    assert not look(state, "R1C1", "R3C1")
    assert not look(state, "R2C1", "R1C1")
    assert look(state, "R2C1", "R2C1")


@pytest.mark.rule("FF-5.4.c")
def test_signals_and_light_hide_nothing() -> None:
    state = board(
        markers={1: {"kind": "signal", "at": "R2C1"}, 2: {"kind": "illumination", "at": "R2C1", "form": "mortar"}}
    )
    assert look(state, "R1C1", "R3C1")
    assert look(state, "R2C1", "R1C1")


@pytest.mark.rule("FF-5.2.2.a", "FF-5.2.2.f", "FF-5.2.2.A", "FF-5.2.2.C", "FF-5.2.2.hid")
def test_levels_add_up_from_hills_print_and_storeys() -> None:
    state = board(
        {"1/1 PLT": {"at": "R2C1", "cover": 1}},
        facts={"terrain": {"ridge": {"elevation": 3}}},
        cards={"R2C1": {"hills": 1}, "R3C1": {"terrain": "ridge"}, "R4C1": {"terrain": "face down", "pile": "main"}},
        covers={1: {"at": "R2C1", "kind": "upper_story", "value": 2, "up": True}},
    )
    assert [level(state, card(state, name)) for name in ("R1C1", "R2C1", "R3C1", "R4C1")] == [1, 2, 4, 1]
    assert unit_level(state, key(state, "1/1 PLT")) == 3


@pytest.mark.rule("FF-5.2.2.b")
def test_height_looks_over_lower_cards_with_dark_borders() -> None:
    state = ground(R1C1={"hills": 1}, R2C1={"terrain": "thicket"})
    assert look(state, "R1C1", "R3C1")
    assert look(state, "R3C1", "R1C1")
    both = ground(R1C1={"hills": 1}, R2C1={"terrain": "thicket"}, R3C1={"hills": 1})
    assert look(both, "R1C1", "R3C1")


@pytest.mark.rule("FF-5.2.2.e")
def test_on_a_slope_a_dark_card_of_a_level_between_blocks() -> None:
    state = ground(R1C1={"hills": 2}, R2C1={"terrain": "thicket", "hills": 1})
    assert not look(state, "R1C1", "R3C1")
    clear = board(
        facts={"terrain": {"step": {"elevation": 1}}}, cards={"R1C1": {"hills": 2}, "R2C1": {"terrain": "step"}}
    )
    assert look(clear, "R1C1", "R3C1"), "printed height keeps its own white borders"


@pytest.mark.rule("FF-5.2.2.d", "FF-5.2.2.b")
def test_ground_as_high_as_the_observer_hides_lower_ground_behind_it() -> None:
    step = {"terrain": {"step": {"elevation": 1}}}
    state = board(facts=step, cards={"R1C1": {"terrain": "step"}, "R2C1": {"terrain": "step"}})
    assert not look(state, "R1C1", "R3C1")
    level_crest = board(facts=step, cards={name: {"terrain": "step"} for name in ("R1C1", "R2C1", "R3C1")})
    assert look(level_crest, "R1C1", "R3C1")
    higher = board(facts=step, cards={"R2C1": {"terrain": "step"}})
    assert not look(higher, "R1C1", "R3C1")


@pytest.mark.rule("FF-5.2.2.A.1")
def test_a_hill_under_a_card_darkens_its_borders() -> None:
    state = board(cards={name: {"hills": 1} for name in ("R1C1", "R2C1", "R3C1")})
    assert not look(state, "R1C1", "R3C1")
    assert look(board(), "R1C1", "R3C1")


@pytest.mark.rule("FF-5.2.1.g", "FF-5.2.1.f", "FF-5.2.1.j")
def test_buildings_block_nothing_and_single_targets_must_be_seen_themselves() -> None:
    covers = {
        1: {"at": "R2C1", "kind": "upper_story", "value": 3, "up": True},
        2: {"at": "R3C1", "kind": "upper_story", "value": 3, "up": True},
    }
    assert look(board(covers=covers), "R1C1", "R3C1")
    squad, other = "German Grenadier squad 4/Gp", "German Litter Team 1"
    state = board(
        {"1/1 PLT": "R1C1", squad: {"at": "R3C1", "cover": 2, "held": True}, other: "R3C1"},
        facts=FACTS,
        cards={"R2C1": {"terrain": "thicket"}},
        covers=covers,
    )
    one = key(state, "1/1 PLT")
    assert sees_unit(state, one, key(state, squad))
    assert not sees_unit(state, one, key(state, other))


@pytest.mark.rule("FF-2.5.a", "FF-2.5.B", "FF-2.5.spot")
def test_the_staging_area_neither_sees_nor_is_seen() -> None:
    state = board({"1/1 PLT": "R0C1", "German Grenadier squad 4/Gp": "R1C1"})
    assert not look(state, "R0C1", "R1C1")
    assert not look(state, "R1C1", "R0C1")
    assert state.fires == {}


@pytest.mark.rule("FF-2.2.1.b", "FF-5.2.b")
def test_only_friendly_units_turn_cards_up() -> None:
    hidden = {"R4C4": {"terrain": "face down", "pile": "main"}}
    state = board({"German Grenadier squad 4/Gp": "R3C4"}, cards=hidden)
    assert unseen_in_sight(state) == ()
    assert not look(board(cards={"R2C1": hidden["R4C4"]}), "R1C1", "R3C1"), "nobody looks across what he does not know"


@pytest.mark.rule("FF-5.2.1.h", "FF-5.2.1.b")
@pytest.mark.parametrize("dark", ["n", "s"])
def test_one_dark_border_is_enough_whether_entered_or_left(dark: str) -> None:
    state = board(facts={"terrain": {"bank": {"edges": {dark: "dark"}}}}, cards={"R2C1": {"terrain": "bank"}})
    assert not look(state, "R1C1", "R3C1")
    assert not look(state, "R3C1", "R1C1")


@pytest.mark.rule("FF-5.2.2.b", "FF-5.2.b")
def test_nobody_looks_across_a_hole_in_the_map_or_an_unknown_card() -> None:
    outside = {"R2C6": {"terrain": "plain", "kind": "outside"}}
    assert not look(board(cards=outside), "R2C4", "R2C6")
    assert not look(board(cards={"R2C2": {"terrain": "face down", "pile": "main"}}), "R2C1", "R2C3")


@pytest.mark.rule("FF-2.5.spot", "FF-2.5.a")
def test_nobody_sees_from_or_into_a_place_that_is_not_on_the_map() -> None:
    state = board({"1/1 PLT": "R1C1"})
    here, off = card(state, "R1C1"), card(state, "R1C0")
    assert (sees(state, here, off), sees(state, off, here)) == (False, False)
    assert sees(state, here, card(state, "R1C2"))


@pytest.mark.rule("FF-2.2.1.b", "FF-1.2.3.g")
def test_a_casualty_turns_no_card_up() -> None:
    hidden = {"R2C1": {"terrain": "face down", "pile": "main"}}
    piles = {"main": {"rest": [125]}}
    hurt = board({"Casualty 1": "R1C1"}, cards=hidden, piles=piles)
    assert unseen_in_sight(hurt) == ()
    assert not hurt.cards[card(hurt, "R2C1")].terrain
