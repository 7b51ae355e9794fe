"""Counters, ratings and breakdowns."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.scenario.units import Rating, copies, counters, rating_of, types


@pytest.mark.parametrize(
    ("vof", "reach", "rating"),
    [
        ("S", "L", Rating("S", "", 0, 2)),
        ("A/S^G!", "L", Rating("A/S", "G!", 0, 2)),
        ("G!", "C-V", Rating("", "G!", 1, 3)),
        ("S!", "L", Rating("S", "S!", 0, 2)),
        (None, None, Rating()),
    ],
)
def test_ratings_are_read_from_their_print(vof: str | None, reach: str | None, rating: Rating) -> None:
    assert rating_of({"vof": vof, "range": reach}) == rating


@pytest.mark.rule("FF-1.2.3.a", "FF-1.1.1.c", "FF-1.2.3.d", "FF-1.2.3.f", "FF-1.2.3.h", "FF-1.2.3.i", "FF-1.2.3.j")
def test_kinds_of_units_have_the_sides_that_the_rules_give_them() -> None:
    for kind in types().values():
        steps = [least for least, _ in kind.sides]
        assert steps == sorted(steps, reverse=True)
        if kind.kind == "squad":
            assert 2 <= kind.least_steps <= kind.steps <= 4
            assert kind.breakdown is not None
        if kind.kind in ("co_hq", "plt_hq", "co_staff", "fo", "runner", "higher_hq"):
            assert kind.steps == 1
            assert not kind.rating(1).is_printed
            assert kind.team is not None
            assert kind.team.is_printed
        if kind.is_team:
            assert kind.steps == 1


def test_every_counter_has_a_number_and_a_name_of_its_own() -> None:
    found = counters()
    for nation in ("us", "german", "nkpa", "nva", "vc"):
        for era in ("n.", "k.", "v."):
            names = [
                one.name
                for one in found.values()
                if one.type.nation == nation
                and one.type.kind != "vehicle"
                and (nation != "us" or one.type.id.startswith((era, "us.")))
            ]
            assert len(names) == len(set(names))
    assert copies(types()["ge.hmg"]) == 4
    assert [one.name for one in found.values() if one.type.id == "ge.gr_a"][:2] == [
        "German Grenadier squad 1/Gp",
        "German Grenadier squad 2/Gp",
    ]


def test_a_reduced_unit_keeps_its_rating() -> None:
    squad = types()["ge.gr_a"]
    assert squad.rating(3) == squad.rating(2) == Rating("A", "", 0, 2)
