"""Plain battles walked down two orders of loss, against the engine for all battles."""

from __future__ import annotations

import pytest

from sandtable.kernel import SeededDice
from sandtable.odds import chain
from sandtable.odds.battle import Army, Battle, TooLarge
from sandtable.odds.bench import SUPPORTS, UNITS
from sandtable.odds.exact import PRUNE, exact, general
from sandtable.odds.losses import lattice_of
from sandtable.odds.opening import anti_aircraft
from sandtable.odds.outcome import Outcome
from tests.odds.tables import battle

LAND = ("infantry", "artillery", "mech_infantry", "tank", "fighter", "tactical_bomber", "strategic_bomber")
SEA = ("battleship", "cruiser", "destroyer", "fighter", "tactical_bomber")


def by_all_rules(one: Battle) -> Outcome:
    """The outcome by the engine that knows submarines."""
    lattices = (lattice_of(one, "attacker"), lattice_of(one, "defender"))
    return general(one, lattices, anti_aircraft(one, *lattices)[0], PRUNE, 0)


def drawn(seed: int, most: int) -> Battle:
    """Some battle ashore or at sea."""
    dice = SeededDice(f"{seed}".encode())
    kinds = (LAND, SEA)[dice.draw(range(2))]
    sides = [{kind: dice.draw(range(most + 1)) for kind in kinds if dice.draw(range(2))} for _ in range(2)]
    extra, number = ("aaa", 3) if kinds is LAND else ("transport", 4)
    sides[1][extra] = dice.draw(range(number))
    order = tuple(kind for kind in kinds if kind != "battleship" and dice.draw(range(2)))
    return Battle(
        UNITS,
        Army(sides[0], order=order[::-1] if dice.draw(range(2)) else order),
        Army(sides[1]),
        SUPPORTS,
        keep_land_unit=kinds is LAND and bool(dice.draw(range(2))),
        can_retreat=bool(dice.draw(range(4))),
    )


def assert_alike(one: Battle) -> None:
    assert chain.is_plain(one, lattice_of(one, "attacker"), lattice_of(one, "defender"))
    got, wanted = exact(one), by_all_rules(one)
    ours, theirs = got.joint(), wanted.joint()
    for case in ours.keys() | theirs.keys():
        assert ours.get(case, 0.0) == pytest.approx(theirs.get(case, 0.0), abs=1e-9), case
    assert got.rounds == pytest.approx(wanted.rounds, abs=1e-9)
    assert got.odds().captures == pytest.approx(wanted.odds().captures, abs=1e-9)
    for unit_id in ("battleship",):
        ours_hit, theirs_hit = (outcome.survivors("attacker", unit_id, damaged=True) for outcome in (got, wanted))
        for number in ours_hit.keys() | theirs_hit.keys():
            assert ours_hit.get(number, 0.0) == pytest.approx(theirs_hit.get(number, 0.0), abs=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_few_units_come_out_as_by_all_rules(seed: int) -> None:
    assert_alike(drawn(seed, 2))


@pytest.mark.parametrize("seed", range(10))
def test_many_units_come_out_as_by_all_rules(seed: int) -> None:
    assert_alike(drawn(1_000 + seed, 9))


@pytest.mark.slow
def test_hundreds_come_out_as_by_all_rules() -> None:
    for seed in range(400):
        assert_alike(drawn(5_000 + seed, 3 if seed % 2 else 8))


def test_walked_one_by_one_or_row_by_row_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one = battle("3 inf 1 art 1 tank 2 ftr 1 tac", "3 inf 1 aa 1 ftr")
    few = exact(one).joint()
    monkeypatch.setattr(chain, "SMALL", 0)
    many = exact(one).joint()
    assert few.keys() == many.keys()
    assert all(few[case] == pytest.approx(many[case], abs=1e-12) for case in few)


def test_what_is_not_plain_goes_by_all_rules() -> None:
    for other in (
        battle("1 ss 1 dd", "1 dd"),
        battle("1 dd", "1 ss"),
        battle("1 cv 1 dd", "1 dd"),
        battle("2 inf", "1 inf", max_rounds=1),
        battle("2 inf", "1 inf", retreat_at=1),
        battle("2 inf", "1 inf", low_luck=True),
    ):
        assert not chain.is_plain(other, lattice_of(other, "attacker"), lattice_of(other, "defender"))


def test_too_many_are_refused_before_they_cost_anything() -> None:
    with pytest.raises(TooLarge, match="too many to solve"):
        exact(battle("450 inf", "450 inf"))
