"""Places, directions and terrain cards."""

from __future__ import annotations

import pytest

from sandtable import registry
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.scenario import ground
from sandtable.games.fieldsoffire.scenario.ground import EAST, NORTH, PLAIN, SOUTHWEST, place
from sandtable.kernel.naming import find
from sandtable.texts.speech import Speech


@pytest.mark.rule("FF-2.2", "FF-1.2.6.adj", "FF-1.2.6.range", "FF-1.1.1.a")
def test_places_know_rows_columns_and_distances() -> None:
    here = place(2, 3)
    assert (ground.row_of(here), ground.column_of(here), ground.place_name(here)) == (2, 3, "R2C3")
    assert ground.place_name(place(0, 1)) == "R0C1"
    assert ground.row_of(place(-2, -3)) == -2
    assert [ground.distance(here, place(*to)) for to in ((2, 3), (3, 4), (4, 3), (1, 0))] == [0, 1, 2, 3]
    assert len(ground.around(here)) == 8


@pytest.mark.rule("FF-5.2.1.a")
def test_directions_are_the_eight_straight_ones() -> None:
    here = place(2, 3)
    assert ground.direction(here, place(4, 3)) == NORTH
    assert ground.direction(here, place(2, 6)) == EAST
    assert ground.direction(here, place(1, 2)) == SOUTHWEST
    assert ground.direction(here, place(4, 4)) == -1
    assert ground.direction(here, here) == -1
    assert ground.line(here, place(5, 6)) == (place(3, 4), place(4, 5))
    assert ground.ray(here, NORTH) == (place(3, 3), place(4, 3), place(5, 3))
    assert ground.opposite(NORTH) == 4


def test_cards_are_read_as_printed() -> None:
    cards = ground.printed()
    hedge = cards[ground.number_of("N30")]
    assert (hedge.cc, hedge.low, hedge.potential, hedge.draw) == (2, 1, 2, 4)
    assert [hedge.open[side] for side in (0, 2, 4)] == [False, True, True]
    assert cards[ground.number_of("N01")].is_hill
    assert cards[ground.number_of("HBR01")].level == 2
    assert len(ground.pile("normandy")) == 55
    with pytest.raises(LookupError):
        ground.pile("nowhere")


@pytest.mark.rule("FF-2.2.1.b")
@pytest.mark.parametrize(("lang", "told"), [("en", "Hedgerow N25"), ("it", "Siepe N25")])
def test_ground_is_told_by_its_name_and_written_by_its_number(lang: str, told: str) -> None:
    scenario = GAME.open("normandy_1", {})
    speech = Speech(registry.package(GAME.id), registry.manifest(GAME.id), scenario, lang)
    number = int(find(scenario, "terrain", "N25"))
    assert speech.name("terrain", number) == told
    assert speech.name("terrain", PLAIN) in ("Open ground", "Terreno aperto")
    for one in scenario.terrain.values():
        assert f"named.terrain.{one.name}" in speech.texts, "every kind of ground has a name in both languages"
