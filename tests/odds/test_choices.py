"""Orders of loss, retreats by chance, waves, and whom to send."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from sandtable.odds.battle import Battle, OddsError
from sandtable.odds.chain import hits_of
from sandtable.odds.choices import best_force, in_waves, with_losses
from sandtable.odds.exact import exact
from sandtable.odds.montecarlo import monte_carlo
from tests.odds.tables import army, battle


def stopping(one: Battle, below: float) -> Battle:
    return msgspec.structs.replace(one, retreat_below=below)


def test_orders_of_loss() -> None:
    one = battle("2 inf 1 tank 1 ftr 1 bmb", "4 inf 1 ftr")
    cheapest = exact(with_losses(one, "attacker", "cheapest")).odds()
    land = exact(with_losses(one, "attacker", "land_unit_last")).odds()
    planes = exact(with_losses(one, "attacker", "planes_last")).odds()
    assert land.captures > cheapest.captures
    assert planes.attacker_left["fighter"] >= cheapest.attacker_left["fighter"]
    assert with_losses(one, "attacker", "planes_last").attacker.order[-2:] == ("fighter", "strategic_bomber")
    # A bomber defends with 1: the strongest last lets it go before the infantry.
    assert with_losses(battle("1 inf", "1 bmb 2 inf"), "defender", "strongest_last").defender.order[0] == (
        "strategic_bomber"
    )
    with pytest.raises(OddsError, match="cheapest"):
        with_losses(one, "attacker", "dearest")  # type: ignore[arg-type]


def test_who_stops_at_nothing_fights_on() -> None:
    one = battle("3 inf 1 art 2 ftr", "3 inf 1 aa 1 tank")
    assert exact(stopping(one, 1e-12)).odds().attacker_wins == pytest.approx(exact(one).odds().attacker_wins, abs=1e-9)


def test_who_stops_at_anything_fights_one_round() -> None:
    one = battle("2 inf 1 ftr", "2 inf 1 aa")
    once = msgspec.structs.replace(one, max_rounds=1)
    got, wanted = exact(stopping(one, 0.999999)).joint(), exact(once).joint()
    assert got.keys() == wanted.keys()
    assert all(got[case] == pytest.approx(wanted[case], abs=1e-9) for case in got)


def test_a_retreat_by_chance_against_plain_recursion() -> None:
    """Four infantry against three, given up below 40 % after any round."""
    limit = 0.4

    @cache
    def fire(count: int, chance: float) -> tuple[float, ...]:
        return hits_of(((chance, count),)) if count else (1.0,)

    @cache
    def wins(ours: int, theirs: int) -> float:
        if not ours or not theirs:
            return float(bool(ours))
        one, two = fire(ours, 1 / 6), fire(theirs, 2 / 6)
        total = sum(
            p * q * wins(max(ours - d, 0), max(theirs - a, 0))
            for a, p in enumerate(one)
            for d, q in enumerate(two)
            if a or d
        )
        return total / (1 - one[0] * two[0])

    after = {(4, 3): 1.0}
    done: dict[tuple[int, int], float] = {}
    for number in range(200):
        then: dict[tuple[int, int], float] = {}
        for (ours, theirs), mass in after.items():
            if not ours or not theirs or (number and wins(ours, theirs) < limit):
                done[ours, theirs] = done.get((ours, theirs), 0.0) + mass
                continue
            for a, p in enumerate(fire(ours, 1 / 6)):
                for d, q in enumerate(fire(theirs, 2 / 6)):
                    case = (max(ours - d, 0), max(theirs - a, 0))
                    then[case] = then.get(case, 0.0) + mass * p * q
        after = then
    got = {(a[0], b[0]): chance for (a, b), chance in exact(stopping(battle("4 inf", "3 inf"), limit)).joint().items()}
    assert got.keys() == {case for case, mass in done.items() if mass > 1e-12}
    assert all(got[case] == pytest.approx(done[case], abs=1e-9) for case in got)


def test_where_a_retreat_by_chance_cannot_be_reckoned() -> None:
    for one in (battle("1 ss", "1 dd"), battle(army("2 inf", landed="1 inf"), "1 inf")):
        with pytest.raises(OddsError, match="retreat_below"):
            exact(stopping(one, 0.4))
    with pytest.raises(OddsError, match="retreat_below"):
        monte_carlo(stopping(battle("2 inf", "1 inf"), 0.4), battles=10)
    with pytest.raises(OddsError, match="between 0 and 1"):
        exact(stopping(battle("2 inf", "1 inf"), 40))


def test_two_waves() -> None:
    one = battle("3 inf", "2 inf 1 art")
    both = in_waves(one, (army("2 inf 1 tank"),))
    first = exact(one).odds()
    assert both.waves[0].wins == pytest.approx(first.attacker_wins)
    assert both.waves[1].met == pytest.approx(first.defender_wins + first.undecided, abs=1e-6)
    assert first.attacker_wins < both.attacker_wins < 1.0
    assert both.swing == pytest.approx(sum(w.defender_loss - w.attacker_loss for w in both.waves))
    # Against a defender whom nothing has hurt the second wave alone says the same as its odds.
    nobody = in_waves(battle(army("1 inf"), "2 tank"), (army("6 tank"),))
    assert nobody.attacker_wins > exact(battle("6 tank", "2 tank")).odds().attacker_wins - 1e-9
    with pytest.raises(OddsError, match="waves"):
        in_waves(one, ())


def test_whom_to_send() -> None:
    one = battle("6 inf 2 art 3 tank 2 ftr", "1 inf")
    sent = best_force(one, gain=2.0)
    assert sent is not None
    assert sent.is_best
    assert sum(sent.units.values()) < 13
    for kind, n in sent.units.items():
        fewer = {**sent.units, kind: n - 1}
        if any(fewer.values()):
            less = msgspec.structs.replace(one, attacker=msgspec.structs.replace(one.attacker, units=fewer))
            odds = exact(less).odds()
            price = 0.05 * sum(less.unit(unit_id).cost * m for unit_id, m in fewer.items())
            assert 2.0 * odds.captures + odds.swing - price <= sent.worth + 1e-9
    sure = best_force(one, gain=2.0, at_least=0.95)
    assert sure is not None
    assert sure.odds.attacker_wins >= 0.95
    assert best_force(battle("1 inf", "9 tank"), at_least=0.5) is None
    many = best_force(battle("20 inf 10 art 10 tank 6 ftr", "5 inf"), gain=5.0, most=60)
    assert many is not None
    assert not many.is_best
    assert many.tried <= 60
    assert sum(many.units.values()) < 46
