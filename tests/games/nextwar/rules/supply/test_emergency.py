"""Rule 19.6: emergency supply."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.terms.units import ref
from tests.games.nextwar.board import ARM, INF, LIGHT, MECH, OTHER_INF, accounts, asked, key, logged, may, play, why
from tests.games.nextwar.supplies import DEPOT, II_HQ, V_HQ, field

AT = "emergency_supply"
HUNGRY = {"unsupplied": True}


def starving(units: dict[str, Any] | None = None, supply: int = 9, **more: Any) -> KoreaState:
    """Divisions out of supply, and a depot so that the phase does not end by itself."""
    rows = {INF: {"hex": "N3010", **HUNGRY}, OTHER_INF: {"hex": "N3011", **HUNGRY}, DEPOT: "N4602", **(units or {})}
    return field(rows, AT, accounts=more.pop("accounts", accounts(dprk={"supply": supply})), **more)


def help_(unit: str = INF) -> dict[str, str]:
    return {"do": "emergency_supply", "unit": unit}


def hungry(state: KoreaState, *names: str) -> list[bool]:
    return [state.units[key(state, name)].unsupplied for name in names]


@pytest.mark.rule("NW-19.6.a", "NWT-EMERGENCY", "NWS-ADV-10", "NW-19.6.b", "NW-19.6.e")
def test_a_point_and_a_roll_for_a_unit() -> None:
    state = starving()
    assert asked(state) == {"dprk": "emergency_supply.first"}
    step = play(state, "dprk", help_(), [5])
    entry = logged(step, "emergency")
    assert (entry.rolls[0].faces, entry.params["passed"]) == ((5,), 1)
    assert "log.supplied_again" not in [e.key for e in step.entries]
    fed = step.state
    assert hungry(fed, INF, OTHER_INF) == [False, True]
    assert fed.units[key(fed, INF)].emergency
    assert fed.accounts["dprk"].supply == 8
    vain = play(state, "dprk", help_(), [6]).state
    assert hungry(vain, INF) == [True]
    assert vain.accounts["dprk"].supply == 8


@pytest.mark.rule("NW-19.6.b", "NW-19.6.a", "NWT-EMERGENCY", "NW-19.6.d")
def test_one_attempt_for_each_unit_in_a_phase() -> None:
    vain = play(starving(), "dprk", help_(), [9]).state
    assert why(vain, "dprk", help_()).rule == "NW-19.6.b"
    assert may(vain, "dprk", help_(OTHER_INF))
    later = starving({INF: {"hex": "N3010", **HUNGRY, "tried": True}})
    assert may(later, "dprk", help_())


@pytest.mark.rule("NW-19.6.d", "NW-19.6.a", "NW-19.3.a", "NW-19.6.b")
def test_three_points_a_phase_for_three_units_or_one_headquarters() -> None:
    more = {MECH: {"hex": "N3012", **HUNGRY}, ARM: {"hex": "N3013", **HUNGRY}, II_HQ: {"hex": "N3014", **HUNGRY}}
    state = starving(more)
    assert may(state, "dprk", help_(II_HQ))
    state = play(state, "dprk", help_(), [9]).state
    assert why(state, "dprk", help_(II_HQ)).rule == "NW-19.6.d"
    state = play(state, "dprk", help_(OTHER_INF), [9]).state
    state = play(state, "dprk", help_(MECH), [9]).state
    assert why(state, "dprk", help_(ARM)).rule == "NW-19.6.d"
    assert why(starving(more, 2), "dprk", help_(II_HQ)).rule == "NW-19.3.a"
    assert may(starving(more, accounts=accounts(dprk={"supply": 9, "emergency": 3})), "dprk", help_(II_HQ))
    assert why(starving({LIGHT: "N3012"}), "dprk", help_(LIGHT)).rule == "NW-19.6.a"


@pytest.mark.rule("NW-19.6.a", "NWT-EMERGENCY", "NW-19.6.b", "NW-19.6.e")
def test_a_headquarters_takes_all_three_points_and_feeds_those_under_it_at_once() -> None:
    units = {II_HQ: {"hex": "N3014", **HUNGRY}, MECH: {"hex": "N3013", **HUNGRY}, OTHER_INF: {"hex": "N3019", **HUNGRY}}
    state = starving({**units, LIGHT: "N3012"})
    step = play(state, "dprk", help_(II_HQ), [2])
    assert logged(step, "supplied_again").points == (ref(key(state, INF)),)
    fed = step.state
    assert fed.accounts["dprk"].supply == 6
    assert hungry(fed, II_HQ, INF, MECH, OTHER_INF) == [False, False, True, True]
    assert fed.units[key(fed, INF)].emergency
    assert not fed.units[key(fed, LIGHT)].emergency
    assert hungry(play(state, "dprk", help_(II_HQ), [3]).state, II_HQ, INF) == [True, True]


@pytest.mark.rule("NW-19.6.e")
def test_headquarters_below_hand_it_on() -> None:
    rows = {"DPRK GHQ HQ": {"hex": "N3018", **HUNGRY}, II_HQ: {"hex": "N3014", **HUNGRY}, V_HQ: "N3015"}
    fed = play(starving(rows), "dprk", help_("DPRK GHQ HQ"), [0]).state
    assert hungry(fed, II_HQ, INF, OTHER_INF) == [False, False, False]
    alone = play(starving({V_HQ: {"hex": "N3014", **HUNGRY}, II_HQ: "N3013"}), "dprk", help_(V_HQ), [0]).state
    assert hungry(alone, INF) == [True]


@pytest.mark.rule("NWS-ADV-10", "NW-19.4.e")
def test_both_sides_the_first_player_first_and_each_with_its_own_points() -> None:
    rok = {"ROK 1/I Inf Div": {"hex": "S2910", **HUNGRY}}
    both = accounts(dprk={"supply": 1}, allied={"supply": 3})
    state = starving(rok, accounts=both)
    state = play(state, "dprk", {"do": "done"}).state
    assert asked(state) == {"allied": "emergency_supply.second"}
    assert may(state, "allied", help_("ROK 1/I Inf Div"))
