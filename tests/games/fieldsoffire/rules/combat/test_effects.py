"""Combat effects: MISS, PIN, HIT, and what hits do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.effects import due, resolve_all, take_hit
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, drafted, key

SQUAD = "German Grenadier squad 4/Gp"
HE = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}


def after(letters: str, name: str = "1/1 PLT", scenario: str = "normandy_1", **row: Any) -> dict[str, tuple[int, bool]]:
    """What stands on the card after a hit, by name: steps, and whether pinned."""
    state = board({name: {"at": "R2C2", **row}}, scenario=scenario)
    d = drafted(state)
    take_hit(d, key(state, name), letters)
    return on_map(d.now)


def on_map(state: FieldsState) -> dict[str, tuple[int, bool]]:
    return {
        label(state.scenario, "unit", one): (unit.steps, unit.pinned) for one, unit in state.units.items() if unit.at
    }


@pytest.mark.rule("FF-6.4.2.A", "FF-6.4.1.a", "FF-2.8.3")
def test_a_miss_frees_who_was_pinned() -> None:
    state = board({"1/1 PLT": {"at": "R2C2", "pinned": True}, "2/1 PLT": "R2C2"}, markers=HE)
    d = drafted(state, deck=[1, 2])
    resolve_all(d)
    assert on_map(d.now) == {"1/1 PLT": (3, False), "2/1 PLT": (3, True)}


@pytest.mark.rule("FF-6.4.2.B", "FF-6.4.1")
def test_a_pin_pins_and_is_told_with_every_part_of_the_modifier() -> None:
    state = board({"1/1 PLT": "R2C2"}, markers=HE)
    d = drafted(state, deck=[2])
    resolve_all(d)
    assert on_map(d.now) == {"1/1 PLT": (3, True)}
    (told,) = [entry for entry in d.entries if entry.key == "log.combat"]
    assert (told.rule, told.params["ncm"], told.draws[0].cards) == ("FF-6.4.2.B", -4, (2,))
    assert [part.key for part in told.modifiers] == ["modifier.vof_incoming", "modifier.terrain"]


@pytest.mark.rule("FF-6.4.1", "FF-3.7.4", "FF-6.0.b")
def test_all_modifiers_are_read_before_the_first_card_is_drawn() -> None:
    """The machine gun dies first; its fire still counts for the squad it fired at."""
    mines = {1: {"kind": "mines", "at": "R2C2", "unit": "German LMG team 1", "value": -4}}
    state = board({"1/1 PLT": {"at": "R3C2", "held": True}, "German LMG team 1": "R2C2"}, markers=mines)
    d = drafted(state, deck=[30, 29, 2])
    resolve_all(d)
    told = [(entry.params["vof"], entry.params["ncm"]) for entry in d.entries if entry.key == "log.combat"]
    assert told == [("mines", -4), ("A", -1)]


@pytest.mark.rule("FF-6.4.3.C.a", "FF-3.7.4")
def test_nothing_is_drawn_for_casualties_and_who_is_under_no_fire() -> None:
    state = board({"1/1 PLT": "R2C2", "Casualty 1": "R2C2", "2/1 PLT": "R1C1"}, markers=HE)
    assert due(state) == (key(state, "1/1 PLT"),)


@pytest.mark.rule("FF-6.4.3.a", "FF-2.8.4", "FF-6.4.2.C")
@pytest.mark.parametrize(("grade", "letters"), [(1, "CF"), (0, "CL"), (-1, "CL")])
def test_the_letters_are_those_of_the_units_experience(grade: int, letters: str) -> None:
    state = board({"1/1 PLT": {"at": "R2C2", "experience": grade}}, markers=HE)
    d = drafted(state, deck=[30, 6])
    resolve_all(d)
    assert [entry.params["letters"] for entry in d.entries if entry.key == "log.hit"] == [letters]


@pytest.mark.rule("FF-6.4.3.C", "FF-6.4.3.P", "FF-6.4.3.L", "FF-6.4.3.F", "FF-6.4.3.A", "FF-6.4.2.C.a")
@pytest.mark.parametrize(
    ("letter", "team"),
    [
        ("C", "Casualty 1"),
        ("P", "Paralyzed Team 1"),
        ("L", "Litter Team 1"),
        ("F", "Fire Team (rifle) 1"),
        ("A", "Assault Team 1"),
    ],
)
def test_a_step_of_a_squad_becomes_what_the_letter_says_and_all_are_pinned(letter: str, team: str) -> None:
    assert after(letter) == {"1/1 PLT": (2, True), team: (1, letter != "C")}


@pytest.mark.rule("FF-6.4.3.b", "FF-6.4.3.e", "FF-1.2.3.a")
def test_the_last_step_of_a_squad_becomes_the_team_of_the_chart() -> None:
    assert after("P", steps=2) == {"Paralyzed Team 1": (1, True), "Fire Team (BAR) 1": (1, True)}
    german = after("F", "German Grenadier squad 1/Gp", steps=2)
    assert german == {"German Fire Team (rifle) 1": (1, True), "German Fire Team (LMG) 1": (1, True)}


@pytest.mark.rule("FF-6.4.3.a", "FF-6.4.3.d")
def test_two_letters_take_two_steps_and_one_step_takes_the_first_only() -> None:
    assert after("CL") == {"Casualty 1": (1, False), "Litter Team 1": (1, True), "Fire Team (BAR) 1": (1, True)}
    assert after("PC", "1/AT (Bazooka)") == {"Paralyzed Team 1": (1, True)}


@pytest.mark.rule("FF-6.4.3.F", "FF-6.4.3.A", "FF-1.2.3.d")
@pytest.mark.parametrize("letter", ["F", "A"])
def test_a_unit_with_a_named_fire_team_turns_over(letter: str) -> None:
    state = board({"1/LMG (.30 cal)": {"at": "R2C2", "experience": 1}}, scenario="normandy_1")
    d = drafted(state)
    take_hit(d, key(state, "1/LMG (.30 cal)"), letter)
    unit = d.now.units[key(state, "1/LMG (.30 cal)")]
    assert (unit.flipped, unit.pinned, unit.experience) == (True, True, 1)


@pytest.mark.rule("FF-6.4.3.A.b", "FF-6.4.3.c")
def test_a_named_fire_team_is_only_pinned_by_a_and_f() -> None:
    for letter in ("A", "F"):
        assert after(letter, "1/LMG (.30 cal)", flipped=True) == {"1/LMG (.30 cal)": (1, True)}
    assert after("L", "1/LMG (.30 cal)", flipped=True) == {"Litter Team 1": (1, True)}


@pytest.mark.rule("FF-6.4.3.c", "FF-6.4.3.imp")
def test_a_team_hit_by_its_own_letter_is_only_pinned_and_by_another_becomes_that() -> None:
    assert after("P", "Paralyzed Team 1") == {"Paralyzed Team 1": (1, True)}
    assert after("A", "Paralyzed Team 1") == {"Assault Team 1": (1, True)}
    assert after("F", "Assault Team 1") == {"Fire Team (rifle) 1": (1, True)}
    assert after("C", "Assault Team 1") == {"Casualty 1": (1, False)}
    assert after("F", "Fire Team (BAR) 1") == {"Fire Team (BAR) 1": (1, True)}


@pytest.mark.rule("FF-6.4.3.A.a", "FF-6.4.3.F")
def test_a_mortar_section_breaks_into_its_named_teams() -> None:
    assert after("A", "60mm Mtr Sec", steps=2) == {"2/60mm Mtr Tm": (1, True), "3/60mm Mtr Tm": (1, True)}
    for letter in ("F", "A"):
        assert after(letter, "60mm Mtr Sec") == {"60mm Mtr Sec": (2, True), "1/60mm Mtr Tm": (1, True)}


@pytest.mark.rule("FF-8.14.a", "FF-8.14.d")
def test_men_of_a_human_wave_are_never_pinned() -> None:
    found = after("F", "German Grenadier squad 4/Gp", wave=True)
    assert found == {"German Grenadier squad 4/Gp": (2, False), "German Fire Team (rifle) 1": (1, False)}


@pytest.mark.rule("FF-6.4.3.a", "FF-4.2.5.fire", "FF-6.5.1.b")
def test_a_veteran_gun_on_its_fire_team_side_is_hit_as_green() -> None:
    state = board({"1/LMG (.30 cal)": {"at": "R2C2", "flipped": True, "experience": 1}}, markers=HE)
    d = drafted(state, deck=[50, 37])
    resolve_all(d)
    assert [entry.params["letters"] for entry in d.entries if entry.key == "log.hit"] == ["C"]
    whole = drafted(board({"1/LMG (.30 cal)": {"at": "R2C2", "experience": 1}}, markers=HE), deck=[50, 37])
    resolve_all(whole)
    assert [entry.params["letters"] for entry in whole.entries if entry.key == "log.hit"] == ["P"]


@pytest.mark.rule("FF-6.4.3.A.a")
def test_the_last_step_of_a_mortar_section_is_a_named_team_for_an_assault_letter_too() -> None:
    assert after("FA", "60mm Mtr Sec", steps=2) == {"2/60mm Mtr Tm": (1, True), "3/60mm Mtr Tm": (1, True)}
    assert after("P", "60mm Mtr Sec") == {"60mm Mtr Sec": (2, True), "Paralyzed Team 1": (1, True)}
    assert after("A", "1/1 PLT", steps=2) == {"Assault Team 1": (1, True), "Fire Team (BAR) 1": (1, True)}


@pytest.mark.rule("FF-2.3.3", "FF-6.5")
def test_named_teams_stay_with_the_platoon_of_their_section_and_others_belong_to_none() -> None:
    state = board({"60mm Mtr Sec": {"at": "R2C2", "platoon": 2}}, scenario="normandy_1")
    d = drafted(state)
    take_hit(d, key(state, "60mm Mtr Sec"), "FP")
    rows = {label(state.scenario, "unit", one): row.platoon for one, row in d.now.units.items() if row.at}
    assert rows == {"1/60mm Mtr Tm": 2, "Paralyzed Team 1": 0, "3/60mm Mtr Tm": 2}


@pytest.mark.rule("FF-6.4.3.b")
@pytest.mark.parametrize(("number", "team"), [(1, "LMG"), (26, "rifle")])
def test_the_second_step_of_a_paratroop_squad_is_a_machine_gun_on_one_of_two(number: int, team: str) -> None:
    state = board({"German Fallschirmjäger squad 1/Gp": {"at": "R2C2", "steps": 2}})
    d = drafted(state, deck=[number])
    take_hit(d, key(state, "German Fallschirmjäger squad 1/Gp"), "F")
    assert set(on_map(d.now)) == {
        f"German Fire Team ({team}) 1",
        f"German Fire Team (LMG) {1 if team == 'rifle' else 2}",
    }
    assert [len(entry.draws) for entry in d.entries] == [1, 0]
    first = drafted(board({"German Fallschirmjäger squad 1/Gp": "R2C2"}))
    take_hit(first, key(state, "German Fallschirmjäger squad 1/Gp"), "F")
    assert set(on_map(first.now)) == {"German Fire Team (rifle) 1", "German Fallschirmjäger squad 1/Gp"}


@pytest.mark.rule("FF-6.4.1", "FF-6.4.1.a")
def test_cards_are_drawn_row_by_row_outside_cover_first_and_friends_before_foes() -> None:
    dug = {1: {"at": "R1C2", "kind": "foxholes", "value": 1}, 2: {"at": "R1C2", "kind": "foxholes", "value": 1}}
    shells = {n: {"kind": "incoming", "at": at, "value": -3} for n, at in enumerate(("R1C2", "R1C1", "R2C1"), start=1)}
    units = {
        "1/1 PLT": "R2C1",
        "2/1 PLT": {"at": "R1C2", "cover": 2},
        "3/1 PLT": {"at": "R1C2", "cover": 1},
        "1/2 PLT": "R1C2",
        SQUAD: "R1C2",
        "2/2 PLT": "R1C1",
    }
    state = board(units, covers=dug, markers=shells)
    names = [state.board.counters[one].name for one in due(state)]
    assert names == ["2/2 PLT", "1/2 PLT", SQUAD, "3/1 PLT", "2/1 PLT", "1/1 PLT"]


HURT = {"Casualty 1": (1, False)}


@pytest.mark.rule("FF-6.4.3.a", "FF-6.4.3.b", "FF-6.4.3.c", "FF-6.4.3.d", "FF-6.4.3.e", "FF-6.4.3.imp")
@pytest.mark.rule("FF-6.4.3.A", "FF-6.4.3.A.b", "FF-6.4.3.F", "FF-6.4.3.C", "FF-6.4.3.P", "FF-6.4.3.L", "FF-6.4.2.C.a")
@pytest.mark.parametrize(
    ("name", "row", "letters", "left"),
    [
        ("1/1 PLT", {}, "F", {"1/1 PLT": (2, True), "Fire Team (rifle) 1": (1, True)}),
        ("1/1 PLT", {}, "A", {"1/1 PLT": (2, True), "Assault Team 1": (1, True)}),
        ("1/1 PLT", {}, "C", {"1/1 PLT": (2, True), **HURT}),
        (
            "1/1 PLT",
            {},
            "PL",
            {"Paralyzed Team 1": (1, True), "Litter Team 1": (1, True), "Fire Team (BAR) 1": (1, True)},
        ),
        ("1/1 PLT", {"steps": 2}, "C", {**HURT, "Fire Team (BAR) 1": (1, True)}),
        ("1/1 PLT", {"steps": 2}, "FF", {"Fire Team (rifle) 1": (1, True), "Fire Team (BAR) 1": (1, True)}),
        ("1/1 PLT", {"steps": 2}, "LA", {"Litter Team 1": (1, True), "Assault Team 1": (1, True)}),
        ("1/1 PLT", {"steps": 2}, "PC", {"Paralyzed Team 1": (1, True), **HURT}),
        ("CO HQ", {}, "F", {"CO HQ": (1, True)}),
        ("CO HQ", {}, "AC", {"CO HQ": (1, True)}),
        ("CO HQ", {}, "P", {"Paralyzed Team 1": (1, True)}),
        ("CO HQ", {}, "C", HURT),
        ("CO HQ", {"flipped": True}, "F", {"CO HQ": (1, True)}),
        ("CO HQ", {"flipped": True}, "A", {"CO HQ": (1, True)}),
        ("CO HQ", {"flipped": True}, "L", {"Litter Team 1": (1, True)}),
        ("Fire Team (BAR) 1", {}, "F", {"Fire Team (BAR) 1": (1, True)}),
        ("Fire Team (BAR) 1", {}, "A", {"Assault Team 1": (1, True)}),
        ("Assault Team 1", {}, "A", {"Assault Team 1": (1, True)}),
        ("Assault Team 1", {}, "F", {"Fire Team (rifle) 1": (1, True)}),
        ("Litter Team 1", {}, "L", {"Litter Team 1": (1, True)}),
        ("Litter Team 1", {}, "A", {"Assault Team 1": (1, True)}),
        ("Paralyzed Team 1", {}, "F", {"Fire Team (rifle) 1": (1, True)}),
        ("Paralyzed Team 1", {}, "C", HURT),
        ("60mm Mtr Sec", {"steps": 2}, "CA", {**HURT, "3/60mm Mtr Tm": (1, True)}),
        ("60mm Mtr Sec", {"steps": 2}, "CL", {**HURT, "Litter Team 1": (1, True)}),
    ],
)
def test_every_letter_on_every_kind_of_unit(
    name: str, row: dict[str, Any], letters: str, left: dict[str, tuple[int, bool]]
) -> None:
    state = board({name: {"at": "R2C2", **row}}, scenario="normandy_1")
    d = drafted(state)
    take_hit(d, key(state, name), letters)
    assert on_map(d.now) == left
    turned = d.now.units.get(key(state, name))
    if turned is not None and name == "CO HQ" and turned.at:
        assert turned.flipped
    made = [one for one in left if one != name]
    assert sum(entry.key == "log.step_became" for entry in d.entries) == len(made)
    assert sum(entry.key == "log.flipped" for entry in d.entries) == (name in left and not row and name == "CO HQ")


@pytest.mark.rule("FF-6.4.1.a", "FF-6.4.2.C", "FF-6.4.3.a", "FF-6.4.3.C.a")
def test_every_unit_of_a_card_draws_for_itself_and_a_hit_draws_again() -> None:
    units = {
        "1/1 PLT": {"at": "R2C2", "experience": 0},
        "2/1 PLT": {"at": "R2C2", "pinned": True},
        "Casualty 9": "R2C2",
    }
    d = drafted(board({**units, "German Panzer IV 1": "R2C2"}, markers=HE), deck=[11, 41, 1])
    resolve_all(d)
    told = [(entry.key, [one.cards for one in entry.draws]) for entry in d.entries if entry.draws]
    assert told == [("log.combat", [(11,)]), ("log.hit", [(41,)]), ("log.combat", [(1,)])]
    assert on_map(d.now)["2/1 PLT"] == (3, False)
    assert on_map(d.now)["Litter Team 1"] == (1, True)
