"""Korea, 3.1.3: infiltration, in the advanced game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.korean_units import infiltration
from tests.games.nextwar.board import INF, LIGHT, ROK_BDE, ROK_INF, at, board, key, may, play, reasons, where, why

ADVANCED = {"area": {}, "level": "advanced"}
WOODS = {"N3011": {"country": "ROK", "terrain": "rough_woods"}}


def near(units: dict[str, Any] | None = None, *, level: str = "advanced", hexes: Any = None, **more: Any) -> KoreaState:
    """Light infantry, efficiency 6, north of an enemy in woods."""
    facts = {"hexes": {**WOODS, **(hexes or {})}, "sides": more.pop("sides", {}), "card": {"area": {}, "level": level}}
    told = {"weather": "clear", "first": "dprk", "initiative": "", **more}
    return board("basic.first_movement.moves", units or {LIGHT: "N3010", ROK_INF: "N3011"}, facts=facts, **told)


def slip(to: str = "N3012", name: str = LIGHT) -> dict[str, Any]:
    return {"do": "infiltrate", "unit": name, "place": "N3011", "to": to}


@pytest.mark.rule("NWK-3.1.3.a", "NWK-3.1.3.b", "NWK-3.1.3.c", "NWK-3.1.3.e")
def test_through_the_enemy_or_under_a_strike_marker() -> None:
    state = near()
    through = play(state, "dprk", slip(), [6]).state
    unit = through.units[key(through, LIGHT)]
    assert (where(through, LIGHT), unit.moved, unit.strike) == ("N3012", True, 0)
    for die, marker in ((7, 1), (8, 2), (9, 2)):
        held = play(state, "dprk", slip(), [die]).state
        unit = held.units[key(held, LIGHT)]
        assert (where(held, LIGHT), unit.moved, unit.strike) == ("N3010", True, marker)
    tired = near({LIGHT: {"hex": "N3010", "moved": True}, ROK_INF: "N3011"})
    assert why(tired, "dprk", slip()).rule == "NWK-3.1.3.e"


@pytest.mark.rule("NWK-3.1.3.a")
def test_who_and_where() -> None:
    assert why(near(level="standard"), "dprk", slip()).rule == "NWK-3.1.3.a"
    assert not may(near({INF: "N3010", ROK_INF: "N3011"}), "dprk", slip(name=INF))
    assert not may(near({LIGHT: "N3009", ROK_INF: "N3011"}), "dprk", slip())
    assert not may(near({LIGHT: "N3010", ROK_INF: "N3015"}), "dprk", slip())
    assert not may(near({LIGHT: "N3010", ROK_INF: "N3011", ROK_BDE: "N3012"}), "dprk", slip())
    assert not may(near({LIGHT: "N3010", ROK_INF: "N3011", INF: "N3012"}), "dprk", slip())
    assert not may(near(hexes={"N3012": {"country": "ROK", "features": ["city"]}}), "dprk", slip())
    assert not may(near(hexes={"N3012": {"country": "", "terrain": "sea"}}), "dprk", slip())
    assert not may(near(), "dprk", slip("N3013"))
    allied = near({"US 1/82 Abn Bde": "N3010", INF: "N3011"}, first="allied")
    assert not may(allied, "allied", slip(name="US 1/82 Abn Bde"))


@pytest.mark.rule("NWK-3.1.3.d")
def test_not_over_water_nor_by_ferry() -> None:
    for water in ({"water": True}, {"water": True, "ferry": True}):
        before = near(sides={"N3010-N3011": water})
        assert not may(before, "dprk", slip())
        no = infiltration.why_not_through(before, key(before, LIGHT), at(before, "N3011"))
        assert no is not None
        assert no.rule == "NWK-3.1.3.d"
        assert why(near(sides={"N3011-N3012": water}), "dprk", slip()).rule == "NWK-3.1.3.d"
    for side in ("N3010-N3011", "N3011-N3012"):
        assert may(near(sides={side: {"river": True}}), "dprk", slip())


@pytest.mark.rule("NWK-3.1.3.b", "NWT-INFILTRATION")
@pytest.mark.parametrize(
    ("terrain", "wanted"),
    [
        ("mountain", {"infiltration_high": -2}),
        ("highland", {"infiltration_high": -2}),
        ("highland_woods", {"infiltration_high": -2}),
        ("flat", {"infiltration_open": 2}),
        ("rough", {"infiltration_open": 2}),
        ("flat_woods", {}),
        ("rough_woods", {}),
    ],
)
def test_the_ground_counts(terrain: str, wanted: dict[str, int]) -> None:
    state = near(hexes={"N3011": {"country": "ROK", "terrain": terrain}})
    assert reasons(infiltration.modifiers(state, at(state, "N3011"))) == wanted


@pytest.mark.rule("NWK-3.1.3.b", "NWT-INFILTRATION")
def test_works_and_weather_count() -> None:
    fort = {"N3011": {"country": "ROK", "terrain": "rough_woods", "features": ["fort_rok"]}}
    state = near(hexes=fort, weather="overcast")
    place = at(state, "N3011")
    assert reasons(infiltration.modifiers(state, place)) == {"infiltration_weather": -1, "infiltration_fort": 1}
    lost = near(hexes=fort, breached={"N3011": 1}, weather="storm")
    assert reasons(infiltration.modifiers(lost, place)) == {"infiltration_weather": -1}


@pytest.mark.rule("NWK-2.6.d")
def test_through_a_tunnel_nobody_rolls() -> None:
    state = near(tunnels={"N3011": {"hexes": []}})
    assert where(play(state, "dprk", slip()).state, LIGHT) == "N3012"
