"""The exact engine against plain enumeration, against itself and against hand-made numbers."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.odds import clash, montecarlo
from sandtable.odds.battle import Army, Battle, OddsError, Support, TooLarge
from sandtable.odds.compare import solve
from sandtable.odds.exact import exact
from tests.odds.enumeration import assert_same
from tests.odds.tables import SUPPORTS, UNITS, army, battle

HEAVY = tuple(msgspec.structs.replace(u, rolls=2) if u.id == "strategic_bomber" else u for u in UNITS)
RADAR = tuple(msgspec.structs.replace(u, aa_hit_on=2) if u.id == "aaa" else u for u in UNITS)

TINY = {
    "duel": battle("1 inf", "1 inf"),
    "support": battle("2 inf 1 art 1 mech", "2 inf 1 tank"),
    "paired planes": battle("1 tank 1 tac 1 ftr", "2 inf 1 ftr"),
    "guns": battle("1 inf 2 ftr 1 bmb", "2 inf 1 aa"),
    "guns, planes first": battle(army("2 inf 2 ftr", order=("fighter", "infantry")), "1 inf 1 aa 1 tank"),
    "guns alone": battle("1 inf 1 ftr", "2 aa"),
    "keep a land unit": battle("2 inf 2 ftr", "3 inf", keep_land_unit=True),
    "air alone": battle("2 ftr", "1 inf 1 aa"),
    "retreat": battle("3 inf 1 tank", "3 inf", retreat_at=2),
    "no way back": battle("1 cv 1 dd", "1 dd", can_retreat=False),
    "capital ships": battle("1 bb 1 cv 1 ftr", "1 bb 1 dd"),
    "damaged": battle(army("2 bb", damaged="1 bb"), army("1 bb 1 cv", damaged="1 cv")),
    "submarines": battle("2 ss 1 dd", "1 ss 1 ca 1 tp"),
    "submarines strike both ways": battle("2 ss 1 ca", "2 ss 1 bb"),
    "nothing wasted": battle("1 ca 2 ss", "1 cv 1 ftr"),
    "air cannot find them": battle("2 ftr 1 ss", "2 ss 1 tp"),
    "air and destroyer": battle("2 ftr 1 dd", "2 ss 1 dd"),
    "both kinds at once": battle("1 ftr 2 ss 1 ca", "1 ss 1 dd 1 ftr"),
    "odd order": battle(
        army("1 bb 1 ss 1 ftr 1 dd", order=("fighter", "submarine", "battleship:hit")),
        army("1 ss 1 ftr 1 dd 1 tp", order=("fighter", "destroyer")),
    ),
    "carrier left": battle("1 cv 1 ftr", "1 ss 1 tp"),
    "transports only": battle("1 ss", "3 tp"),
    "attacking transports": battle("1 dd 2 tp", "1 ca", can_retreat=False),
    "bombardment": battle(army("2 inf 1 art", landed="2 inf"), "3 inf", bombard={"battleship": 1, "cruiser": 1}),
    "one round": battle("2 inf 1 tank", "2 inf 1 aa", max_rounds=1),
    "three rounds at sea": battle("1 ss 1 dd 1 ftr", "1 ss 1 bb", max_rounds=3),
    "landed stay": battle(army("2 inf 1 tank 1 ftr", landed="1 inf"), "2 inf 1 aa", retreat_at=2),
    "landed stay after a round": battle(
        army("2 inf 1 tank 1 ftr", landed="1 inf 1 tank"), "3 inf", max_rounds=1, bombard={"cruiser": 1}
    ),
    "low luck": battle("2 inf 1 art 1 tank", "2 inf 1 ftr", low_luck=True),
    "low luck at sea": battle("2 ss 1 dd 1 ftr", "1 ss 1 ca 1 ftr", low_luck=True),
    "low luck, guns": battle("1 inf 3 ftr", "1 inf 1 tank 1 aa", low_luck=True),
    "heavy bombers": Battle(HEAVY, army("1 inf 2 bmb"), army("2 inf"), SUPPORTS),
    "radar": Battle(RADAR, army("1 inf 2 bmb"), army("2 inf 1 aa"), SUPPORTS),
    "advanced artillery": battle("3 inf 1 art", "3 inf", supports=(Support("artillery", "infantry", 2, per_giver=2),)),
}


@pytest.mark.parametrize("name", sorted(TINY))
def test_agrees_with_enumeration(name: str) -> None:
    assert_same(TINY[name], exact(TINY[name], prune=0.0))


def test_duel_by_hand() -> None:
    odds = exact(TINY["duel"]).odds()
    # A round changes nothing with chance 5/6 * 2/3; the rest is split by who hits.
    assert odds.attacker_wins == pytest.approx((1 / 6 * 2 / 3) / (4 / 9))
    assert odds.both_destroyed == pytest.approx((1 / 6 * 1 / 3) / (4 / 9))
    assert odds.defender_wins == pytest.approx((5 / 6 * 1 / 3) / (4 / 9))
    assert odds.rounds == pytest.approx(9 / 4)
    assert odds.swing == pytest.approx(3 * odds.attacker_wins - 3 * odds.defender_wins)


def test_distributions_agree_with_the_joint_one() -> None:
    outcome = exact(battle("3 inf 1 art 2 tank 1 ftr", "3 inf 1 tank 1 aa"))
    assert sum(outcome.joint().values()) == pytest.approx(1.0, abs=1e-10)
    assert sum(outcome.swing_distribution().values()) == pytest.approx(1.0, abs=1e-10)
    tanks = outcome.survivors("attacker", "tank")
    mean = sum(number * chance for number, chance in tanks.items())
    assert mean == pytest.approx(outcome.odds().attacker_left["tank"])
    swing = sum(amount * chance for amount, chance in outcome.swing_distribution().items())
    assert swing == pytest.approx(outcome.odds().swing)


def test_damage_survives_but_costs_nothing() -> None:
    outcome = exact(battle("1 bb", "1 tp"))
    assert outcome.survivors("attacker", "battleship") == {1: 1.0}
    assert outcome.odds().swing == pytest.approx(7.0)
    hurt = exact(battle("1 bb", "1 dd")).survivors("attacker", "battleship", damaged=True)
    assert 0.0 < hurt[1] < 1.0


@pytest.mark.parametrize("max_rounds", [None, 4])
def test_pruned_mass_is_reported(max_rounds: int | None) -> None:
    outcome = exact(battle("8 inf 3 art", "8 inf", max_rounds=max_rounds), prune=1e-3)
    assert 0.0 < outcome.pruned < 1e-1
    assert outcome.chance.sum() + outcome.pruned == pytest.approx(1.0, abs=1e-12)


def test_a_kept_land_unit_captures_more_often() -> None:
    plain = exact(battle("2 inf 3 ftr", "4 inf")).odds()
    kept = exact(battle("2 inf 3 ftr", "4 inf", keep_land_unit=True)).odds()
    assert kept.captures > plain.captures
    assert kept.swing < plain.swing


def test_an_empty_side_loses_without_a_fight() -> None:
    assert exact(battle("2 inf", "")).odds().attacker_wins == 1.0
    assert exact(battle("", "2 inf")).odds().defender_wins == 1.0
    assert exact(battle("", "")).odds().both_destroyed == 1.0
    assert exact(battle("0 tank 1 inf", "0 inf")).odds().rounds == 0.0


def test_a_battle_with_too_many_states_is_refused() -> None:
    with pytest.raises(TooLarge, match="monte_carlo"):
        exact(battle("5 inf", "5 inf"), work_limit=10)


@pytest.mark.parametrize("size", [40, 120])
def test_a_battle_is_measured_before_any_table_is_made(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clash, "exchange_volley", None)
    fleet = f"{size} dd {size} ss {size} ca {size} ftr"
    with pytest.raises(TooLarge, match="use monte_carlo"):
        exact(battle(fleet, fleet))


def test_a_battle_too_large_to_sample_is_refused_before_any_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(montecarlo, "side_of", None)
    fleet = "125 dd 125 ss 125 ca 125 ftr"
    with pytest.raises(TooLarge, match="fewer units"):
        solve(battle(fleet, fleet))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (battle("501 inf", "1 inf"), "attacker has 501 units: use 500 at most"),
        (battle("1 inf", "100000000 inf 2 tank"), "defender has 100000002 units: use 500 at most"),
        (battle(Army({"elephant": 1}), "1 inf"), "unknown unit 'elephant'"),
        (battle("1 inf 1 dd", "1 inf"), "mixes land and sea"),
        (battle(army("1 bb", damaged="2 bb"), "1 dd"), "part of units"),
        (battle(army("1 dd", damaged="1 dd"), "1 dd"), "cannot start damaged"),
        (battle("1 inf", army("1 inf", landed="1 inf")), "only the attacker lands"),
        (battle("1 inf", "1 inf", bombard={"cruiser": 1}), "more ships bombard"),
        (battle(army("1 inf", landed="1 inf"), "1 inf", bombard={"tank": 1}), "cannot bombard"),
        (battle("1 inf", "1 inf", max_rounds=0), "max_rounds must be 1 or more"),
        (battle(army("1 bb", order=("battleship", "battleship:hit")), "1 dd"), "damaged before it sinks"),
        (battle(army("1 inf", order=("infantry:brave",)), "1 inf"), "is not understood"),
        (Battle((*UNITS, UNITS[0]), army("1 inf"), army("1 inf")), "names a unit twice"),
        (Battle((msgspec.structs.replace(UNITS[0], attack=7),), army("1 inf"), army("1 inf")), "no value for a die"),
    ],
)
def test_bad_descriptions_are_explained(wrong: Battle, message: str) -> None:
    with pytest.raises(OddsError, match=message):
        exact(wrong)
