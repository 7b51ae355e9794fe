"""Chapter 4: weather."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.weather import weather
from tests.games.nextwar.board import QUIET, asked, board, draft, logged, may, play


def rolled(die: int, **more: object) -> KoreaState:
    options = more.pop("options", {})
    state = board(QUIET, {}, options=options, turn=2, **more)  # type: ignore[arg-type]
    d = draft(state, [die])
    weather.determine(d)
    return d.now


@pytest.mark.rule("NW-4.0.a", "NWK-16.0.c", "NWK-16.1.1.g")
def test_the_player_with_the_initiative_picks_the_weather_of_the_first_turn() -> None:
    state = board("weather.choice", {}, turn=1, scenario="train_to_seoul")
    assert asked(state) == {"dprk": "weather.choice"}
    assert may(state, "dprk", {"do": "choose_weather", "weather": "storm"})
    step = play(state, "dprk", {"do": "choose_weather", "weather": "overcast"})
    assert step.state.weather == "overcast"
    assert logged(step, "weather_chosen").rule == "NW-4.0.a"


@pytest.mark.rule("NW-4.0.b", "NWT-WEATHER", "NWS-STD-1.1")
@pytest.mark.parametrize(
    ("die", "found"),
    [(0, "clear"), (4, "clear"), (5, "overcast"), (7, "overcast"), (8, "storm"), (9, "storm")],
)
def test_later_the_die_decides(die: int, found: str) -> None:
    assert rolled(die).weather == found


@pytest.mark.rule("NWK-4.2", "NWT-WEATHER")
@pytest.mark.parametrize(
    ("season", "die", "found"),
    [
        ("summer", 4, "overcast"),
        ("autumn", 4, "clear"),
        ("winter", 5, "clear"),
        ("winter", 0, "clear"),
        ("summer", 9, "storm"),
    ],
)
def test_the_season_changes_the_die(season: str, die: int, found: str) -> None:
    assert rolled(die, options={"season": season}).weather == found


@pytest.mark.rule("NWK-4.1", "NWT-WEATHER")
def test_bad_weather_is_an_option() -> None:
    assert rolled(6, options={"bad_weather": True}).weather == "storm"
    assert rolled(9, options={"bad_weather": True, "season": "summer"}).weather == "storm"


@pytest.mark.rule("NW-4.0.c")
def test_the_first_player_of_the_turn_before_rolls() -> None:
    state = board(QUIET, {}, turn=2, first="allied", initiative="")
    d = draft(state, [3])
    weather.determine(d)
    assert d.entries[0].seat == "allied"


@pytest.mark.rule("NWK-16.1.1.g")
def test_small_scenarios_can_be_played_in_clear_weather() -> None:
    options = {"clear_weather": True}
    state = board("weather.choice", {}, turn=1, scenario="train_to_seoul", options=options)
    assert state.weather == "clear"
    assert asked(state) != {"dprk": "weather.choice"}


@pytest.mark.rule("NW-4.1", "NW-4.1.1")
@pytest.mark.parametrize(("amount", "part", "found"), [(5, (1, 2), 3), (5, (1, 4), 2), (4, (1, 2), 2), (3, (0, 1), 0)])
def test_fractions_are_rounded_up(amount: int, part: tuple[int, int], found: int) -> None:
    assert weather.share(amount, part) == found


@pytest.mark.rule("NW-4.0.a", "NWK-16.0.c")
def test_nobody_picks_later_or_where_the_card_says_it() -> None:
    assert weather.chooser(board(QUIET, {}, turn=1, first="allied")) == ("allied",)
    assert weather.chooser(board(QUIET, {}, turn=2)) == ()
    fixed = {"card": {"area": {}, "weather": {"fixed": ["storm"]}}}
    assert weather.chooser(board(QUIET, {}, turn=1, facts=fixed)) == ()


@pytest.mark.rule("NW-4.0.b", "NW-4.0.c", "NWS-STD-1.1")
def test_a_roll_tells_its_die_and_the_season_and_none_is_made_where_it_is_known() -> None:
    d = draft(board(QUIET, {}, turn=2, options={"season": "summer"}), [4])
    weather.determine(d)
    (entry,) = d.entries
    assert (d.now.weather, entry.params["weather"]) == ("overcast", "overcast")
    assert [roll.faces for roll in entry.rolls] == [(4,)]
    assert [part.key for part in entry.modifiers] == ["modifier.season"]
    d = draft(board(QUIET, {}, turn=1, weather="storm"))
    weather.determine(d)
    assert (d.now.weather, d.entries) == ("storm", [])
    fixed = {"card": {"area": {}, "weather": {"fixed": ["clear", "storm"]}}}
    d = draft(board(QUIET, {}, turn=2, facts=fixed))
    weather.determine(d)
    assert d.now.weather == "storm"
    assert [entry.key for entry in d.entries] == ["log.weather_fixed"]
