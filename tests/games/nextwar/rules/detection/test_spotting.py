"""Rules 21.1 and 21.2: what is seen."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.detection import spotting
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, QUIET, ROK_INF, advanced, at, key

HQ = "DPRK II HQ"
WOODS = {"terrain": "flat_woods", "country": "DPRK"}


def ground(units: dict[str, Any], level: str = "contested", side: str = "", **hexes: Any) -> KoreaState:
    facts = {"hexes": {"N2816": {"country": "ROK", "features": ["airfield"]}, "N2810": WOODS, **hexes}}
    return advanced(QUIET, facts=facts, units=units, air_level=level, air_side=side)


def seen(state: KoreaState, name: str) -> bool:
    return spotting.is_detected(state, key(state, name))


@pytest.mark.rule("NW-21.0", "NW-21.1", "NW-21.4", "NW-21.2.1.b")
def test_units_beside_the_enemy_and_under_markers_are_detected() -> None:
    assert not seen(ground({INF: "N2810"}), INF)
    assert seen(ground({INF: {"hex": "N2810", "detected": True}}), INF)
    assert seen(ground({INF: "N2810", ROK_INF: "N2811"}), INF)
    assert seen(ground({HQ: "N2810", ROK_INF: "N2811"}), HQ)
    assert not seen(ground({INF: "N2810", MECH: "N2811"}), INF)
    assert seen(ground({INF: {"hex": "busan", "detected": True}}), INF)  # a marker holds in a box too
    assert not seen(ground({INF: "busan"}), INF)


@pytest.mark.rule("NW-21.4", "NW-21.1")
def test_only_units_for_combat_find_a_depot_or_the_supreme_headquarters_beside_them() -> None:
    staff, trucks = {"ROK I/3 HQ": "N2811"}, {"ROK Supply 1": {"hex": "N2811", "mobile": True}}
    for hidden in ("DPRK GHQ HQ", "DPRK Supply 1"):
        assert seen(ground({hidden: "N2810", ROK_INF: "N2811"}), hidden)
        assert not seen(ground({hidden: "N2810", **staff}), hidden)
        assert not seen(ground({hidden: "N2810", **trucks}), hidden)
        assert seen(ground({hidden: "N2810", **staff, ROK_INF: "N2811"}), hidden)
        assert not seen(ground({hidden: "N2810", INF: "N2811"}), hidden)
    on_wheels = {"DPRK Supply 1": {"hex": "N2810", "mobile": True}}
    for watcher in (staff, trucks):
        assert seen(ground({**on_wheels, **watcher}), "DPRK Supply 1")
        assert seen(ground({HQ: "N2810", **watcher}), HQ)


@pytest.mark.rule("NWK-5.5.1.e", "NW-21.2.1.a")
def test_a_base_in_busan_sees_over_its_line() -> None:
    state = advanced(QUIET, air_level="advantage", air_side="allied")  # the line from S4023 is seven hexes long
    assert spotting.is_watched(state, "allied", at(state, "S4015"))
    assert not spotting.is_watched(state, "allied", at(state, "S4014"))


@pytest.mark.rule("NW-21.2", "NW-21.4", "NW-21.1", "NW-21.2.1.b")
def test_bare_ground_roads_and_crowds_show_from_the_air() -> None:
    bare = {"N2810": {"terrain": "flat", "country": "DPRK"}}
    assert not seen(ground({INF: "N2810"}, "advantage", "dprk", **bare), INF)  # nobody looks
    assert seen(ground(dict.fromkeys((INF, OTHER_INF, LIGHT), "N2810")), INF)  # one point too many
    assert not seen(ground(dict.fromkeys((INF, OTHER_INF), "N2810")), INF)
    for terrain, shows in (
        ("flat", True),
        ("rough", True),
        ("marsh", True),
        ("rough_woods", False),
        ("mountain", False),
    ):
        hexes = {"N2810": {"terrain": terrain, "country": "DPRK"}}
        assert seen(ground({INF: "N2810"}, **hexes), INF) is shows
        assert not seen(ground({HQ: "N2810"}, **hexes), HQ)
    facts = {
        "hexes": {"N2816": {"country": "ROK", "features": ["airfield"]}, "N2810": WOODS},
        "sides": {"N2810-N2811": {"road": "secondary"}},
    }
    assert seen(advanced(QUIET, facts=facts, units={INF: "N2810"}, air_level="contested"), INF)
    crowd = dict.fromkeys((INF, OTHER_INF, MECH, LIGHT), "N2810")
    assert seen(ground(crowd), INF)


@pytest.mark.rule("NW-21.2.1.a", "NWS-ADV-6.4")
@pytest.mark.parametrize(
    ("level", "side", "radius"),
    [
        ("contested", "", 6),
        ("advantage", "allied", 15),
        ("superiority", "allied", 30),
        ("supremacy", "allied", None),
        ("advantage", "dprk", -1),
        ("supremacy", "dprk", -1),
        ("", "", -1),
    ],
)
def test_radii_by_level(level: str, side: str, radius: int | None) -> None:
    state = ground({INF: "N2810"}, level, side)
    assert spotting.radius(state, "allied") == radius
    assert spotting.is_watched(state, "allied", at(state, "N2810")) is (radius != -1)
    # Seven hexes from the only base of the Allies.
    assert spotting.is_watched(state, "allied", at(state, "N2809")) is (radius not in (-1, 6))


@pytest.mark.rule("NW-21.2")
def test_a_base_in_enemy_hands_sees_for_him() -> None:
    facts = {"hexes": {"N2816": {"country": "ROK", "features": ["airfield"]}}}
    state = advanced(QUIET, facts=facts, captured={"N2816": "dprk"}, air_level="contested")
    assert not spotting.is_watched(state, "allied", at(state, "N2815"))
    assert spotting.is_watched(state, "dprk", at(state, "N2815"))


@pytest.mark.rule("NW-21.2")
def test_mobile_supply_units_are_seen_from_the_air_and_depots_are_not() -> None:
    for mobile in (True, False):
        units = {"DPRK Supply 1": {"hex": "N3010", "mobile": mobile}, ROK_INF: "N3020"}
        state = advanced(QUIET, units=units, air_level="supremacy", air_side="allied")
        assert spotting.is_seen_from_the_air(state, key(state, "DPRK Supply 1")) is mobile
