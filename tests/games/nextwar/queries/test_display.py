"""The air display as one board, and the chances that it shows before anybody commits."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.queries import duels
from sandtable.kernel import Refusal
from sandtable.kernel.queries import WHOLE, Display
from tests.games.nextwar.board import QUIET, advanced, air, board

EAGLE, PHANTOM, FULCRUM, OLD = "US F-15C 1", "ROK F-4D 3", "DPRK MiG-29UB 1", "DPRK F-5 1"
OURS = {"base": "rok", "box": "ready"}
THEIRS = {"base": "dprk", "box": "ready"}
ROWS = {EAGLE: OURS, PHANTOM: OURS, FULCRUM: THEIRS, OLD: THEIRS}


def show(state: KoreaState, seat: str = "allied", **params: Any) -> Display:
    found = GAME.query(GAME.view(state, seat), "display", params)
    assert isinstance(found, Display)
    return found


def test_the_standard_game_has_no_display() -> None:
    assert GAME.query(GAME.view(board(), "dprk"), "display", {}) is None


def test_aircraft_stand_by_base_with_what_they_are_worth_today() -> None:
    state = advanced(QUIET, aircraft={**ROWS, "ROK F-15K 4": {**OURS, "box": "flown"}})
    stocks = show(state).stocks
    assert [stock.title.params["base"] for stock in stocks] == ["rok", "dprk"]
    tiles = {tile.id: tile for stock in stocks for tile in stock.tiles}
    assert tiles[air(state, EAGLE)].values.startswith("5**")
    assert tiles[air(state, "ROK F-15K 4")].state == "flown"
    assert not show(state).asked  # ground units are asked about here
    overcast = show(advanced(QUIET, aircraft=ROWS, weather="storm"))
    worth = {tile.id: tile.values for stock in overcast.stocks for tile in stock.tiles}
    assert worth[air(state, PHANTOM)] != tiles[air(state, PHANTOM)].values


def test_a_hurt_unit_says_so_and_wild_weasels_have_their_own_place() -> None:
    state = advanced(QUIET, aircraft={EAGLE: {**OURS, "steps": 1}, "ROK F-4E": OURS})
    tiles = {tile.id: tile for stock in show(state).stocks for tile in stock.tiles}
    assert tiles[air(state, EAGLE)].hurt
    assert tiles[air(state, "ROK F-4E")].role == "weasels"


def test_a_sortie_is_forecast_before_it_is_sealed() -> None:
    state = advanced("turn.air.sorties", aircraft=ROWS)
    none, all_ = show(state), show(state, chosen=[air(state, EAGLE), air(state, PHANTOM)])
    assert none.asked
    assert none.contest is not None
    assert all_.contest is not None
    assert {one.params["side"] for one in none.contest.scale} == {"dprk"}
    ours = sum(one.share for one in all_.contest.scale if one.params["side"] == "allied")
    assert ours > WHOLE // 4
    assert abs(sum(one.share for one in all_.contest.scale) - WHOLE) <= len(all_.contest.scale)


def aloft() -> KoreaState:
    flying = {name: {**row, "box": "superiority"} for name, row in ROWS.items()}
    return advanced("air.fight", aircraft=flying)


def test_with_a_unit_in_hand_each_opponent_shows_who_would_be_out() -> None:
    state = aloft()
    eagle, old = air(state, EAGLE), air(state, OLD)
    against = show(state, unit=eagle).against
    assert set(against) == {str(air(state, FULCRUM)), str(old)}
    he, we = against[str(old)]
    assert he > 8 * WHOLE // 10  # five to one, from afar
    assert we < WHOLE // 10
    assert against[str(air(state, FULCRUM))][0] < he
    assert duels.duel(state, air(state, PHANTOM), old)[0] < he
    assert show(state).against == {}


def test_proposed_missions_are_those_that_the_unit_in_hand_can_fly_the_likeliest_first() -> None:
    state = advanced("turn.first_strike.allocation.allied", aircraft={"ROK F-15K 4": OURS, EAGLE: OURS})
    striker = air(state, "ROK F-15K 4")
    found = [task for task in show(state, unit=striker).tasks if task.partial]
    assert found
    hits = [sum(one.share for one in task.outcomes if one.tone == "good") for task in found]
    assert hits == sorted(hits, reverse=True)
    # How each begins is how the umpire goes on.
    for task in found:
        assert task.partial is not None
        offered = GAME.offers(state, "allied", task.partial)
        assert not isinstance(offered, Refusal), task.id
        widget = offered[0].widget
        assert widget is not None
        assert striker in (widget.options or ()), task.id
    assert [task for task in show(state, unit=air(state, EAGLE)).tasks if task.partial] == []  # it strikes nothing


def test_tracks_show_what_goes_with_the_next_phase() -> None:
    state = advanced(QUIET, aircraft=ROWS, networks={"dprk": {"detection": 6, "detection_hits": 2}, "allied": {}})
    gauge = show(state).gauges[0]
    assert (gauge.seat, gauge.value, gauge.due) == ("dprk", 6, 2)


def test_what_the_enemy_has_sealed_is_not_on_it() -> None:
    sealed = [{"dprk": {"units": units}} for units in ([FULCRUM], [OLD])]
    seen = [show(advanced("turn.air.sorties", aircraft=ROWS, sorties=one)) for one in sealed]
    assert seen[0] == seen[1]


def test_a_sortie_counts_each_of_its_own_aircraft_once() -> None:
    state = advanced("air.sorties", aircraft=ROWS)
    eagle, fulcrum = air(state, EAGLE), air(state, FULCRUM)
    once, often = show(state, chosen=[eagle]).contest, show(state, chosen=[eagle] * 1900 + [fulcrum]).contest
    assert once is not None
    assert once == often
    assert once.left == (eagle,)
