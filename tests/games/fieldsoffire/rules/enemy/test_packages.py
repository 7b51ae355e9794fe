"""The packages of four nations as printed: each is placed on a board and looked at whole."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sandtable import registry
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState, Unit
from sandtable.games.fieldsoffire.rules.enemy.packages import (
    _resolved,
    is_second_minefield,
    packages_of,
    place_package,
    squads_of,
)
from sandtable.games.fieldsoffire.rules.enemy.placement import WAYS
from sandtable.games.fieldsoffire.rules.weapons.mines import CARDS
from sandtable.games.fieldsoffire.scenario.deck import BURSTS, cards
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import direction, distance
from sandtable.kernel import Draft, SeededDice
from sandtable.texts.speech import Speech
from tests.games.fieldsoffire.board import board, card, drafted, key

US = "1/1 PLT"
TABLES = {"german": "ge_seed", "nk": "nk_deliberate", "nva": "nva_delay", "vc": "vc_delay"}
POOLS = {"german": ("ge.gr_a", "ge.gr_s"), "vc": ("vc.squad_s", "vc.squad_as", "vc.squad_sg")}
PLACES = {"same": ("point_blank",), "next": ("close", "point_blank"), "far": ("max_los_range",)}
SHORT = ("ge.pzschreck", "ge.pak40", "nva.rpg", "vc.rpg")
"""Weapons that reach the next card only, so that this is as far away as they open fire."""

# What comes, group by group (+ together, / apart), with its cover; where it stands (same, next, far); whether it is
# spotted; whether it opens fire. A star is a squad out of the mission's pool; what is in brackets is a marker.
PRINTED = {
    "german": {
        1: "[mines] | same | spotted | fires",
        2: "[incoming -4] ge.fo_arty basic | far | unspotted | fires",
        3: "[incoming -3] ge.fo_mtr basic | far | unspotted | fires",
        4: "ge.sniper basic | far | unspotted | fires",
        5: "[mines] ge.sniper basic | far | unspotted | fires",
        6: "[mines] ge.hmg foxholes | far | spotted | fires",
        7: "ge.lmg foxholes | same | unspotted | fires",
        8: "* foxholes / ge.hmg foxholes | far | spotted | fires",
        9: "* foxholes / * foxholes | next | unspotted | fires",
        10: "* foxholes / * foxholes + ge.leader foxholes | next | unspotted | fires",
        11: "* trench / * bunker + ge.hmg bunker | next | unspotted | fires",
        12: "* bunker + ge.leader bunker | next | unspotted | fires",
        13: "ge.hmg pillbox | next | unspotted | fires",
        14: "* exposed | far | spotted | holds",
        15: "* infiltrates | far | spotted | holds",
        16: "[illumination] ge.lmg basic | far | spotted | fires",
        17: "[illumination] * exposed | far | spotted | holds",
        18: "ge.lmg foxholes + ge.mtr81_sec foxholes | far | unspotted | fires",
        19: "ge.mtr81 foxholes | far | unspotted | fires",
        20: "ge.ig75 basic | far | spotted | fires",
        21: "ge.pzschreck basic | far | unspotted | fires",
        22: "ge.pak40 basic | far | unspotted | fires",
        23: "ge.flak88 basic | far | spotted | fires",
        24: "ge.lmg | far | spotted | fires",
    },
    "nk": {
        1: "[incoming -4] nk.fo_arty basic | far | unspotted | fires",
        2: "[incoming -3] nk.fo_mtr basic | far | unspotted | fires",
        3: "nk.sniper basic | far | unspotted | fires",
        4: "nk.squad foxholes | same | unspotted | fires",
        5: "nk.squad foxholes / nk.squad foxholes | next | unspotted | fires",
        6: "nk.squad foxholes / nk.squad foxholes + nk.leader foxholes | next | unspotted | fires",
        7: "nk.squad trench / nk.squad bunker + nk.hmg bunker | next | unspotted | fires",
        8: "nk.squad bunker + nk.leader bunker | next | unspotted | fires",
        9: "nk.hmg basic | far | spotted | fires",
        10: "nk.squad exposed | far | spotted | holds",
        11: "nk.squad infiltrates | far | spotted | holds",
        12: "nk.squad wave + nk.squad wave + nk.squad wave | far | spotted | holds",
        13: "nk.squad wave + nk.squad wave + nk.squad wave + nk.leader | far | spotted | holds",
        14: "nk.mtr82_sec foxholes | far | unspotted | fires",
        15: "nk.mtr82 foxholes | far | unspotted | fires",
        16: "nk.t34 | far | spotted | fires",
        17: "nk.t34 / nk.t34 | far | spotted | fires",
        18: "nk.t34 + nk.t34 + nk.t34 | far | spotted | fires",
        19: "nk.su76 | far | spotted | fires",
        20: "nk.su76 / nk.su76 | far | spotted | fires",
        21: "nk.truck + nk.squad mounted | far | spotted | holds",
        22: "[incoming -5] nk.fo_hvy basic | far | unspotted | fires",
        23: "[mines] | same | spotted | fires",
    },
    "nva": {
        1: "[incoming -3] nva.fo_mtr basic | far | unspotted | fires",
        2: "nva.sniper basic | far | unspotted | fires",
        3: "[booby_trap] | same | spotted | fires",
        4: "[booby_trap] nva.sniper basic | far | unspotted | fires",
        5: "nva.squad foxholes | same | unspotted | fires",
        6: "nva.squad foxholes / nva.squad foxholes | next | unspotted | fires",
        7: "nva.squad basic / nva.squad basic / nva.mg basic | next | unspotted | fires",
        8: "nva.squad trench / nva.squad bunker + nva.leader bunker | next | unspotted | fires",
        9: "nva.squad trench / nva.squad bunker + nva.mg bunker | next | unspotted | fires",
        10: "nva.squad bunker + nva.leader bunker | next | unspotted | fires",
        11: "nva.mg basic + nva.rpg basic | far | spotted | fires",
        12: "nva.squad exposed | far | spotted | holds",
        13: "nva.squad infiltrates | far | spotted | holds",
        14: "nva.squad wave + nva.squad wave + nva.squad wave | far | spotted | holds",
        15: "nva.squad wave + nva.squad wave + nva.squad wave + nva.leader | far | spotted | holds",
        16: "nva.mtr82 foxholes | far | unspotted | fires",
        17: "nva.mtr60 foxholes | far | unspotted | fires",
        18: "nva.rcl57 foxholes | far | spotted | fires",
        19: "nva.rcl75 foxholes | far | spotted | fires",
        20: "nva.hmg127 trench | far | spotted | fires",
    },
    "vc": {
        1: "[incoming -3] vc.fo_mtr basic | far | unspotted | fires",
        2: "vc.sniper basic | far | unspotted | fires",
        3: "[booby_trap] | same | spotted | fires",
        4: "[booby_trap] vc.sniper basic | far | unspotted | fires",
        5: "* foxholes | same | unspotted | fires",
        6: "* foxholes / * foxholes | next | unspotted | fires",
        7: "* basic + vc.rpg basic / * basic / vc.mg basic | next | unspotted | fires",
        8: "* trench / * bunker + vc.leader bunker | next | unspotted | fires",
        9: "* trench + vc.rpg trench / * bunker + vc.mg bunker | next | unspotted | fires",
        10: "* bunker + vc.leader bunker | next | unspotted | fires",
        11: "vc.mg basic + vc.rpg basic | far | spotted | fires",
        12: "* exposed | far | spotted | holds",
        13: "* infiltrates | far | spotted | holds",
        14: "* wave + * wave + * wave | far | spotted | holds",
        15: "* wave + * wave + * wave + vc.leader | far | spotted | holds",
        16: "vc.mtr82 basic | far | unspotted | fires",
        17: "vc.mtr60 basic | far | unspotted | fires",
        18: "vc.rcl57 basic | far | spotted | fires",
    },
}
ROWS = [
    pytest.param("german", 1, marks=pytest.mark.rule("FFT-packages-german-01")),
    pytest.param("german", 2, marks=pytest.mark.rule("FFT-packages-german-02")),
    pytest.param("german", 3, marks=pytest.mark.rule("FFT-packages-german-03")),
    pytest.param("german", 4, marks=pytest.mark.rule("FFT-packages-german-04")),
    pytest.param("german", 5, marks=pytest.mark.rule("FFT-packages-german-05")),
    pytest.param("german", 6, marks=pytest.mark.rule("FFT-packages-german-06")),
    pytest.param("german", 7, marks=pytest.mark.rule("FFT-packages-german-07")),
    pytest.param("german", 8, marks=pytest.mark.rule("FFT-packages-german-08")),
    pytest.param("german", 9, marks=pytest.mark.rule("FFT-packages-german-09")),
    pytest.param("german", 10, marks=pytest.mark.rule("FFT-packages-german-10")),
    pytest.param("german", 11, marks=pytest.mark.rule("FFT-packages-german-11")),
    pytest.param("german", 12, marks=pytest.mark.rule("FFT-packages-german-12")),
    pytest.param("german", 13, marks=pytest.mark.rule("FFT-packages-german-13")),
    pytest.param("german", 14, marks=pytest.mark.rule("FFT-packages-german-14")),
    pytest.param("german", 15, marks=pytest.mark.rule("FFT-packages-german-15")),
    pytest.param("german", 16, marks=pytest.mark.rule("FFT-packages-german-16")),
    pytest.param("german", 17, marks=pytest.mark.rule("FFT-packages-german-17")),
    pytest.param("german", 18, marks=pytest.mark.rule("FFT-packages-german-18")),
    pytest.param("german", 19, marks=pytest.mark.rule("FFT-packages-german-19")),
    pytest.param("german", 20, marks=pytest.mark.rule("FFT-packages-german-20")),
    pytest.param("german", 21, marks=pytest.mark.rule("FFT-packages-german-21")),
    pytest.param("german", 22, marks=pytest.mark.rule("FFT-packages-german-22")),
    pytest.param("german", 23, marks=pytest.mark.rule("FFT-packages-german-23")),
    pytest.param("german", 24, marks=pytest.mark.rule("FFT-packages-german-24")),
    pytest.param("nk", 1, marks=pytest.mark.rule("FFT-packages-nk-01")),
    pytest.param("nk", 2, marks=pytest.mark.rule("FFT-packages-nk-02")),
    pytest.param("nk", 3, marks=pytest.mark.rule("FFT-packages-nk-03")),
    pytest.param("nk", 4, marks=pytest.mark.rule("FFT-packages-nk-04")),
    pytest.param("nk", 5, marks=pytest.mark.rule("FFT-packages-nk-05")),
    pytest.param("nk", 6, marks=pytest.mark.rule("FFT-packages-nk-06")),
    pytest.param("nk", 7, marks=pytest.mark.rule("FFT-packages-nk-07")),
    pytest.param("nk", 8, marks=pytest.mark.rule("FFT-packages-nk-08")),
    pytest.param("nk", 9, marks=pytest.mark.rule("FFT-packages-nk-09")),
    pytest.param("nk", 10, marks=pytest.mark.rule("FFT-packages-nk-10")),
    pytest.param("nk", 11, marks=pytest.mark.rule("FFT-packages-nk-11")),
    pytest.param("nk", 12, marks=pytest.mark.rule("FFT-packages-nk-12")),
    pytest.param("nk", 13, marks=pytest.mark.rule("FFT-packages-nk-13")),
    pytest.param("nk", 14, marks=pytest.mark.rule("FFT-packages-nk-14")),
    pytest.param("nk", 15, marks=pytest.mark.rule("FFT-packages-nk-15")),
    pytest.param("nk", 16, marks=pytest.mark.rule("FFT-packages-nk-16")),
    pytest.param("nk", 17, marks=pytest.mark.rule("FFT-packages-nk-17")),
    pytest.param("nk", 18, marks=pytest.mark.rule("FFT-packages-nk-18")),
    pytest.param("nk", 19, marks=pytest.mark.rule("FFT-packages-nk-19")),
    pytest.param("nk", 20, marks=pytest.mark.rule("FFT-packages-nk-20")),
    pytest.param("nk", 21, marks=pytest.mark.rule("FFT-packages-nk-21")),
    pytest.param("nk", 22, marks=pytest.mark.rule("FFT-packages-nk-22")),
    pytest.param("nk", 23, marks=pytest.mark.rule("FFT-packages-nk-23")),
    pytest.param("nva", 1, marks=pytest.mark.rule("FFT-packages-nva-01")),
    pytest.param("nva", 2, marks=pytest.mark.rule("FFT-packages-nva-02")),
    pytest.param("nva", 3, marks=pytest.mark.rule("FFT-packages-nva-03")),
    pytest.param("nva", 4, marks=pytest.mark.rule("FFT-packages-nva-04")),
    pytest.param("nva", 5, marks=pytest.mark.rule("FFT-packages-nva-05")),
    pytest.param("nva", 6, marks=pytest.mark.rule("FFT-packages-nva-06")),
    pytest.param("nva", 7, marks=pytest.mark.rule("FFT-packages-nva-07")),
    pytest.param("nva", 8, marks=pytest.mark.rule("FFT-packages-nva-08")),
    pytest.param("nva", 9, marks=pytest.mark.rule("FFT-packages-nva-09")),
    pytest.param("nva", 10, marks=pytest.mark.rule("FFT-packages-nva-10")),
    pytest.param("nva", 11, marks=pytest.mark.rule("FFT-packages-nva-11")),
    pytest.param("nva", 12, marks=pytest.mark.rule("FFT-packages-nva-12")),
    pytest.param("nva", 13, marks=pytest.mark.rule("FFT-packages-nva-13")),
    pytest.param("nva", 14, marks=pytest.mark.rule("FFT-packages-nva-14")),
    pytest.param("nva", 15, marks=pytest.mark.rule("FFT-packages-nva-15")),
    pytest.param("nva", 16, marks=pytest.mark.rule("FFT-packages-nva-16")),
    pytest.param("nva", 17, marks=pytest.mark.rule("FFT-packages-nva-17")),
    pytest.param("nva", 18, marks=pytest.mark.rule("FFT-packages-nva-18")),
    pytest.param("nva", 19, marks=pytest.mark.rule("FFT-packages-nva-19")),
    pytest.param("nva", 20, marks=pytest.mark.rule("FFT-packages-nva-20")),
    pytest.param("vc", 1, marks=pytest.mark.rule("FFT-packages-vc-01")),
    pytest.param("vc", 2, marks=pytest.mark.rule("FFT-packages-vc-02")),
    pytest.param("vc", 3, marks=pytest.mark.rule("FFT-packages-vc-03")),
    pytest.param("vc", 4, marks=pytest.mark.rule("FFT-packages-vc-04")),
    pytest.param("vc", 5, marks=pytest.mark.rule("FFT-packages-vc-05")),
    pytest.param("vc", 6, marks=pytest.mark.rule("FFT-packages-vc-06")),
    pytest.param("vc", 7, marks=pytest.mark.rule("FFT-packages-vc-07")),
    pytest.param("vc", 8, marks=pytest.mark.rule("FFT-packages-vc-08")),
    pytest.param("vc", 9, marks=pytest.mark.rule("FFT-packages-vc-09")),
    pytest.param("vc", 10, marks=pytest.mark.rule("FFT-packages-vc-10")),
    pytest.param("vc", 11, marks=pytest.mark.rule("FFT-packages-vc-11")),
    pytest.param("vc", 12, marks=pytest.mark.rule("FFT-packages-vc-12")),
    pytest.param("vc", 13, marks=pytest.mark.rule("FFT-packages-vc-13")),
    pytest.param("vc", 14, marks=pytest.mark.rule("FFT-packages-vc-14")),
    pytest.param("vc", 15, marks=pytest.mark.rule("FFT-packages-vc-15")),
    pytest.param("vc", 16, marks=pytest.mark.rule("FFT-packages-vc-16")),
    pytest.param("vc", 17, marks=pytest.mark.rule("FFT-packages-vc-17")),
    pytest.param("vc", 18, marks=pytest.mark.rule("FFT-packages-vc-18")),
]


def start(nation: str, **rest: Any) -> FieldsState:
    """One squad in the middle of a wide plain, against the list of a nation."""
    pool = "vc" if nation == "vc" else "grenadier"
    mission = {"pool": pool, "setup": {"contact_table": TABLES[nation], "direction": "any_direction"}}
    facts = {"map": {"rows": 7, "columns": 7}, "mission": mission, "nations": ["nkpa", "nva", "vc"]}
    return board({US: {"at": "R4C4", "held": True}}, facts=facts, **rest)


@pytest.fixture(autouse=True)
def _seed_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """A contact table for the printed list of the Germans, which no mission uses."""
    tables = data("enemy_units")["contact_tables"]
    monkeypatch.setitem(tables, "ge_seed", {**tables["keep_up_the_fire"], "packages": "ge_seed"})


def seen(before: FieldsState, d: Draft[FieldsState], nation: str) -> str:
    """What a package brought, written as in the table above."""
    state, at = d.now, card(d.now, "R4C4")
    groups: dict[int, list[str]] = {}
    units = {one: unit for one, unit in state.units.items() if one not in before.units}
    for one, unit in units.items():
        kind = state.board.types[one].id
        words = ["*" if kind in POOLS.get(nation, ()) else kind]
        if unit.cover:
            words.append(state.covers[unit.cover].kind)
        tried = any(entry.key == "log.attempt" and entry.params["what"] == "infiltrate" for entry in d.entries)
        words.append("mounted" if unit.aboard else "wave" if unit.wave else "infiltrates" if tried else "")
        if unit.exposed and not unit.wave and not tried:
            words.append("exposed")
        groups.setdefault(unit.at, []).append(" ".join(word for word in words if word))
    markers = [
        f"[{marker.kind} {marker.value}]" if marker.kind == "incoming" else f"[{marker.kind}]"
        for marker in state.markers.values()
        if marker.kind in ("mines", "incoming", "booby_trap", "illumination")
        and (marker.kind != "mines" or not marker.unit)
    ]
    far = {distance(at, where) for where in groups}
    place = "same" if far <= {0} else "next" if far == {1} else "far"
    spotted = {unit.unspotted for unit in units.values()}
    fires = {not unit.held for unit in units.values()}
    what = " / ".join(" + ".join(group) for group in groups.values())
    return " | ".join(
        (
            " ".join((*markers, what)).strip(),
            place,
            "unspotted" if True in spotted else "spotted",
            "holds" if False in fires else "fires",
        )
    )


def normal(text: str) -> tuple[Any, ...]:
    """The same whatever the order of groups, and of units within one."""
    what, *rest = text.split(" | ")
    markers = sorted(word for word in what.replace("] ", "]\0").split("\0") if word.startswith("["))
    units = what.rpartition("] ")[2] if "] " in what else ("" if what.startswith("[") else what)
    groups = sorted(tuple(sorted(group.split(" + "))) for group in units.split(" / "))
    return tuple(markers), tuple(groups), tuple(rest)


@pytest.mark.rule("FFT-packages-german", "FFT-packages-nk", "FFT-packages-nva", "FFT-packages-vc")
@pytest.mark.parametrize(("nation", "number"), ROWS)
def test_a_package_is_what_is_printed(nation: str, number: int) -> None:
    state, printed = start(nation), PRINTED[nation][number]
    package = packages_of(state)[number]
    word = printed.split(" | ")[1]
    assert package["place"]["type"] in PLACES[word]
    if any(name in printed for name in SHORT) and word == "far":
        printed = printed.replace("| far |", "| next |")
    d = Draft(state, SeededDice(f"{nation} {number}".encode()), "company")
    assert place_package(d, key(state, US), package, "A")
    assert normal(seen(state, d, nation)) == normal(printed)
    at = card(state, "R4C4")
    for one, unit in d.now.units.items():
        if one in state.units:
            continue
        cover = d.now.covers.get(unit.cover)
        if cover is not None and cover.kind in ("bunker", "pillbox"):
            assert cover.facing == direction(unit.at, at)
        kind = d.now.board.types[one]
        if printed.endswith("fires") and kind.rating(kind.steps).basic and "[mines]" not in printed:
            assert d.now.fires[one].at == at
        if printed.endswith("holds"):
            assert one not in d.now.fires


@pytest.mark.rule("FFT-packages-german", "FFT-packages-nk", "FFT-packages-nva", "FFT-packages-vc")
def test_every_list_has_all_its_packages() -> None:
    assert {nation: sorted(packages_of(start(nation))) for nation in PRINTED} == {
        nation: list(rows) for nation, rows in PRINTED.items()
    }


@pytest.mark.rule("FFT-packages-german", "FFM-german-pool")
@pytest.mark.parametrize(
    ("mission", "kinds"),
    [
        ("Normandy 1", {"ge.gr_a", "ge.gr_s"}),
        ("Normandy 2", {"ge.gr_a"}),
        ("Normandy 3", {"ge.gr_a"}),
        ("Normandy 4", {"ge.gr_a"}),
        ("Normandy 5", {"ge.gr_a"}),
        ("Normandy 6", {"ge.gr_a", "ge.gr_s"}),
        ("Normandy 7", {"ge.gr_a", "ge.gr_s"}),
    ],
)
def test_missions_two_to_five_have_only_squads_with_machine_guns(
    mission: str, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = start("german")
    monkeypatch.setitem(state.board.__dict__, "mission", dataclasses.replace(state.board.mission, id=mission))
    assert set(squads_of(state)) == kinds


@pytest.mark.rule("FF-8.9.e", "FFT-packages-vc", "FFM-vc-pool")
def test_commanders_and_squads_come_blindly_out_of_their_pool() -> None:
    leaders, squads = set(), set()
    for seed in range(24):
        state = start("vc")
        d = Draft(state, SeededDice(bytes([seed])), "company")
        assert place_package(d, key(state, US), packages_of(state)[10], "A")
        for one in d.now.units:
            kind = d.now.board.types[one]
            if kind.kind == "leader":
                leaders.add(one)
            elif kind.side == "enemy":
                squads.add(kind.id)
                assert d.now.units[one].steps == 3
    assert len(leaders) > 1
    assert squads == {"vc.squad_s", "vc.squad_as", "vc.squad_sg"}


@pytest.mark.rule("FFT-pack-wave", "FFT-pack-exposed", "FF-8.14")
def test_a_human_wave_is_three_squads_on_one_card_exposed_and_marked() -> None:
    state = start("nk")
    d = Draft(state, SeededDice(b"wave"), "company")
    assert place_package(d, key(state, US), packages_of(state)[13], "A")
    found = [(d.now.board.types[one].kind, unit) for one, unit in d.now.units.items() if one not in state.units]
    assert sorted((kind, unit.wave, unit.exposed) for kind, unit in found) == [
        ("leader", False, False),
        ("squad", True, True),
        ("squad", True, True),
        ("squad", True, True),
    ]
    assert len({unit.at for _, unit in found}) == 1


@pytest.mark.rule("FFT-pack-infil")
@pytest.mark.parametrize(("icon", "exposed"), [("infiltrate", False), ("grenade", True)])
def test_a_squad_that_fails_to_infiltrate_comes_exposed(icon: str, exposed: bool) -> None:
    first = [one.number for one in cards().values() if one.icon == icon and one.random[8] == 1][:1]
    state = start("german")
    front = next(one.number for one in cards().values() if one.random[8] == 1 and one.number not in first)
    rest = [one.number for one in cards().values() if one.icon not in ("infiltrate", "")]
    squad = next(number for number in rest if number not in (*first, front))
    other = next(number for number in rest if number not in (*first, front, squad))
    icons = [one.number for one in cards().values() if one.icon == icon and one.number not in (front, squad, other)]
    d = drafted(state, [squad, front, icons[0], other])
    assert place_package(d, key(state, US), packages_of(state)[15], "A")
    (unit,) = [unit for one, unit in d.now.units.items() if one not in state.units]
    assert unit.exposed == exposed


@pytest.mark.rule("FFT-pack-incoming", "FF-8.10.a")
def test_shells_fall_at_once_and_the_observer_is_unseen_with_his_target_registered() -> None:
    state = start("nk")
    d = Draft(state, SeededDice(b"shells"), "company")
    assert place_package(d, key(state, US), packages_of(state)[22], "A")
    kinds = {marker.kind: marker for marker in d.now.markers.values()}
    at = card(state, "R4C4")
    assert (kinds["incoming"].at, kinds["incoming"].value, kinds["target"].at) == (at, -5, at)
    assert kinds["target"].form == "heavy_mortar"
    (unit,) = [unit for one, unit in d.now.units.items() if one not in state.units]
    assert (unit.unspotted, unit.ammo) == (True, 1)


@pytest.mark.rule("FFT-pack-illum")
def test_illumination_lights_the_card_first_so_that_the_package_is_seen_from_afar() -> None:
    state = start("german", tracks={"turn": 1, "light": "moon3"})
    d = Draft(state, SeededDice(b"light"), "company")
    assert place_package(d, key(state, US), packages_of(state)[16], "A")
    (marker,) = [marker for marker in d.now.markers.values() if marker.kind == "illumination"]
    assert (marker.at, marker.form) == (card(state, "R4C4"), "mortar")
    (gun,) = [unit.at for one, unit in d.now.units.items() if one not in state.units]
    assert distance(gun, card(state, "R4C4")) == 2
    d = Draft(state, SeededDice(b"light"), "company")
    assert place_package(d, key(state, US), packages_of(state)[17], "A")
    (patrol,) = [unit.at for one, unit in d.now.units.items() if one not in state.units]
    assert distance(patrol, card(state, "R4C4")) == 1
    full = start("german", tracks={"turn": 1, "light": "moon3"})
    taken = {one: Unit(at=card(full, "R1C1"), held=True) for one in full.board.stock["ge.lmg"]}
    d = Draft(full, SeededDice(b"light"), "company")
    for one, unit in taken.items():
        d.put("units", one, unit)
    assert not place_package(d, key(full, US), packages_of(full)[16], "A")
    assert d.now.markers == {}


@pytest.mark.rule("FF-8.3.d")
def test_one_of_three_alternatives_of_the_mines_of_normandy_brings_nobody() -> None:
    first = next(number for number, one in cards().items() if one.random[3] == 1)
    misses = [number for number, one in cards().items() if number != first and one.icon not in BURSTS]
    state = board({US: "R2C2"}, scenario="normandy_4")
    d = drafted(state, deck=[first, *misses[:CARDS]])
    assert place_package(d, key(state, US), packages_of(state)[1], "C")
    assert [marker.kind for marker in d.now.markers.values()] == ["mines"]
    assert set(d.now.units) == set(state.units)


@pytest.mark.rule("FFM-vc-pool")
def test_all_three_kinds_of_squad_are_in_the_cup_of_the_viet_cong_with_three_steps() -> None:
    state = board(scenario="vietnam_3")
    assert squads_of(state) == POOLS["vc"]
    assert {state.board.types[state.board.stock[kind][0]].steps for kind in POOLS["vc"]} == {3}


@pytest.mark.rule("FF-8.3.d")
def test_an_alternative_without_counters_is_replaced_by_another_one() -> None:
    state = board({US: "R2C2"}, scenario="normandy_1")
    package = packages_of(state)[2]
    for gone, left in (("ge.fo_arty", -3), ("ge.fo_mtr", -4)):
        for seed in range(4):
            d = Draft(state, SeededDice(bytes([seed])), "company")
            for one in state.board.stock[gone]:
                d.put("units", one, Unit(at=card(state, "R3C4"), unspotted=True))
            before = set(d.now.units)
            assert place_package(d, key(state, US), package, "A")
            assert [one.value for one in d.now.markers.values() if one.kind == "incoming"] == [left]
            assert len(set(d.now.units) - before) == 1
            assert not [one for one in d.entries if one.key == "log.package_option"], "there is nothing to choose"
    none = Draft(state, SeededDice(b"1"), "company")
    for one in (*state.board.stock["ge.fo_arty"], *state.board.stock["ge.fo_mtr"]):
        none.put("units", one, Unit(at=card(state, "R3C4"), unspotted=True))
    assert not place_package(none, key(state, US), package, "A")


@pytest.mark.rule("FF-8.3.d")
def test_the_counters_that_a_package_has_taken_are_no_alternative_any_more() -> None:
    state = board({US: "R2C2"}, scenario="normandy_1")
    twice = {"unit": "choice", "options": [{"unit": "ge.lmg"}, {"unit": "ge.hmg"}]}
    package = {**packages_of(state)[5], "items": [{**twice}, {**twice}]}
    d = Draft(state, SeededDice(b"1"), "company")
    stock = state.board.stock
    for one in (*stock["ge.lmg"][1:], *stock["ge.hmg"][1:]):
        d.put("units", one, Unit(at=card(state, "R3C4"), unspotted=True))
    found = _resolved(d, package)
    assert found is not None
    assert sorted(piece.kind for piece in found) == ["ge.hmg", "ge.lmg"]


@pytest.mark.rule("FF-8.4.2", "FF-8.3.d", "FF-8.9.e", "FF-8.4.1")
def test_every_card_drawn_for_a_package_is_told_with_its_rule() -> None:
    for scenario in ("normandy_4", "naktong_river_1", "vietnam_3"):
        state = board({US: "R2C2"}, scenario=scenario)
        told: set[tuple[str, str]] = set()
        for number, package in packages_of(state).items():
            d = Draft(state, SeededDice(bytes([number])), "company")
            place_package(d, key(state, US), package, "A")
            d.tell_draws()
            assert all(one.rule for one in d.entries)
            told |= {(one.key, one.rule) for one in d.entries if one.draws}
        assert ("log.direction", "FF-8.4.2") in told


@pytest.mark.rule("FF-8.4.2", "FF-8.4.2.a", "FF-8.4.1")
def test_the_log_says_where_and_how_far_away_a_package_is_looked_for() -> None:
    state = board({US: "R2C2"}, scenario="normandy_2")
    words: dict[str, int] = {}
    far: set[tuple[str, int]] = set()
    for seed in range(16):
        d = Draft(state, SeededDice(bytes([seed])), "company")
        place_package(d, key(state, US), packages_of(state)[3], "A")
        drawn = [one for one in d.entries if one.key in ("log.direction", "log.distance")]
        assert {one.params["card"].id for one in drawn} == {card(state, "R2C2")}
        placed = [one.params["card"].id for one in d.entries if one.key == "log.enemy_placed"]
        towards = [one.params["towards"] for one in drawn if one.key == "log.direction"]
        if placed:
            away = distance(card(state, "R2C2"), placed[0])
            far |= {(one.params["distance"], away) for one in drawn if one.key == "log.distance"}
        if placed and len(towards) == 1:
            words[towards[0]] = direction(card(state, "R2C2"), placed[0])
    assert words
    assert all(WAYS[word][0] == way for word, way in words.items())
    assert ("point_blank", 0) in far
    assert {kind for kind, away in far if away} == {"max_los_range"}


@pytest.mark.rule("FF-8.7.1", "FF-8.4.3.f2")
def test_where_the_briefing_says_so_no_second_minefield_comes_to_a_card() -> None:
    first = next(number for number, one in cards().items() if one.random[3] == 1)
    misses = [number for number, one in cards().items() if number != first and one.icon not in BURSTS]
    mined = {1: {"kind": "mines", "at": "R2C2"}}
    for scenario, again in (("normandy_4", False), ("normandy_1", True)):
        state = board({US: "R2C2"}, scenario=scenario, markers=mined)
        found = [one for one in packages_of(state).values() if any("mines" in str(row["unit"]) for row in one["items"])]
        package = {**found[0], "items": [{"unit": "marker:vof.mines"}]}
        d = drafted(state, deck=misses[:CARDS] if again else [])
        assert place_package(d, key(state, US), package, "C") is again
    elsewhere = board({US: "R1C2"}, scenario="normandy_4", markers=mined)
    assert not is_second_minefield(elsewhere, key(elsewhere, US))


@pytest.mark.rule("FF-8.3.a")
@pytest.mark.parametrize(("lang", "told"), [("en", "Sniper in a window"), ("it", "Cecchino alla finestra")])
def test_every_package_has_a_name_in_both_languages(lang: str, told: str) -> None:
    scenario = GAME.open("street_fight", {})
    speech = Speech(registry.package(GAME.id), registry.manifest(GAME.id), scenario, lang)
    assert speech.name("package", "Sniper in a window") == told
    for rows in data("enemy_units")["package_lists"].values():
        for row in rows["packages"]:
            assert f"package.{row['name']}" in speech.texts
