"""Chances in the air."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.nextwar.board import QUIET, advanced, air, draft

PHANTOM, AFAR, WEASEL = "ROK F-4D 3", "ROK F-15K 4", "ROK F-4E"
ROWS = {name: {"base": "rok", "box": "ready"} for name in (PHANTOM, AFAR, WEASEL)}


def ask(state: KoreaState, seat: str, **params: Any) -> Odds:
    found = GAME.query(GAME.view(state, seat), "odds", params)
    assert isinstance(found, Odds)
    return found


def strike(state: KoreaState, *strikers: str, aim: str = "sam", **more: Any) -> Odds:
    keys = [air(state, name) for name in strikers]
    return ask(state, "allied", partial={"do": "strike", "aim": aim, "strikers": keys, **more})


def shares(odds: Odds, who: str) -> dict[str, int]:
    start = f"odds.{who}."
    return {one.key.removeprefix(start): one.share for one in odds.outcomes if one.key.startswith(start)}


def sky(**fields: Any) -> KoreaState:
    return advanced(QUIET, aircraft=ROWS, **fields)


def test_the_shares_of_a_strike_are_whole_and_say_what_the_column_is() -> None:
    found = strike(sky(), PHANTOM, AFAR)
    assert abs(sum(shares(found, "defender").values()) - WHOLE) <= 2
    assert abs(sum(shares(found, "attacker").values()) - WHOLE) <= 2
    assert found.column == "1"  # value 2 against a track
    assert found.error == 0


def test_without_defences_the_table_alone_decides() -> None:
    bare = sky(networks={"dprk": {}, "allied": {}})
    found = strike(bare, AFAR)  # value 5 in column 4: 1 up to 4, 2 on the first two rows
    assert shares(found, "defender") == {"strike_x": 0, "strike_2": 0, "strike_1": 5000, "strike_missed": 5000}
    assert shares(found, "attacker") == {"all_through": WHOLE, "some_stopped": 0}
    two = strike(bare, AFAR, PHANTOM)  # half, or one in ten of column 1
    assert shares(two, "defender")["strike_missed"] == 4500


def test_the_chances_are_those_of_the_dice() -> None:
    """Every die of detection, missiles and attack, counted out for a striker from afar."""
    state = sky(networks={"dprk": {"detection": 5, "sam": 3}, "allied": {}})
    found = strike(state, AFAR)
    hits: Counter[str] = Counter()
    cells = {0: "A", 1: "A", 2: "+2", 3: "+1", 4: "+1"}
    for sight in range(10):
        for sam in range(10):
            for die in range(10):
                cell = cells.get(sam, "") if sight <= 5 else ""
                if cell == "A":
                    hits["missed"] += 1
                else:
                    total = die + (int(cell) if cell else 0)
                    hits["1" if total <= 4 else "missed"] += 1
    assert shares(found, "defender")["strike_1"] == hits["1"] * 10
    assert shares(found, "attacker")["some_stopped"] == 60 * 20


def test_wild_weasels_help() -> None:
    state = sky()
    alone, helped = strike(state, AFAR), strike(state, AFAR, weasels=[air(state, WEASEL)])
    assert shares(helped, "attacker")["all_through"] > shares(alone, "attacker")["all_through"]


def test_what_is_not_given_yet_is_not_told() -> None:
    state = sky()
    view = GAME.view(state, "allied")
    for partial in ({"do": "strike"}, {"do": "strike", "aim": "sam"}, {"do": "strike", "aim": "port", "strikers": [1]}):
        if partial.get("strikers"):
            with pytest.raises(UnknownName):
                GAME.query(view, "odds", {"partial": partial})
        else:
            assert GAME.query(view, "odds", {"partial": partial}) is None


def test_the_fight_for_the_air_is_played_out() -> None:
    reds = {f"DPRK MiG-21PF {n}": {"base": "dprk", "box": "superiority"} for n in (1, 2, 3)}
    blues = {f"US F-15C {n}": {"base": "japan", "box": "superiority"} for n in (1, 2, 3)}
    state = advanced("air.fight", aircraft={**reds, **blues})
    found = ask(state, "allied")
    assert sum(one.share for one in found.outcomes) == WHOLE
    assert found.error == 500
    assert (found.attack.total, found.defence.total) == ("3", "3")
    assert found.outcomes[0].tone == "good"  # five against two
    good = sum(one.share for one in found.outcomes if one.tone == "good")
    assert good > WHOLE * 9 // 10
    assert ask(state, "dprk") == found  # the same for everybody, and again
    assert state.aircraft == advanced("air.fight", aircraft={**reds, **blues}).aircraft


def test_the_panel_leaves_the_position_alone() -> None:
    state = sky()
    strike(state, PHANTOM)
    assert draft(state).now == sky()
    assert detecting.CHART


@pytest.mark.parametrize("verb", ["strike", "wild_weasel"])
def test_an_aircraft_is_named_once_in_all_and_flies_for_who_asks(verb: str) -> None:
    state = advanced(QUIET, aircraft={**ROWS, "DPRK MiG-29UB 1": {"base": "dprk", "box": "ready"}})
    mine, theirs = air(state, PHANTOM), air(state, "DPRK MiG-29UB 1")
    flown = "strikers" if verb == "strike" else "radar"
    base = {"do": verb, "aim": "sam"}
    assert ask(state, "allied", partial={**base, flown: [mine]})
    with pytest.raises(ValueError, match="named twice"):
        ask(state, "allied", partial={**base, flown: [mine] * 1900})
    with pytest.raises(ValueError, match="named twice"):
        ask(state, "allied", partial={**base, flown: [mine], "escorts": [mine]})
    with pytest.raises(ValueError, match="does not fly for allied"):
        ask(state, "allied", partial={**base, flown: [theirs]})


def test_nothing_is_struck_at_sea() -> None:
    state = sky()
    sea = next(h for h, ground in state.board.ground.items() if not ground.is_land)
    partial = {"do": "strike", "aim": "interdiction", "place": sea, "strikers": [air(state, PHANTOM)]}
    assert GAME.query(GAME.view(state, "allied"), "odds", {"partial": partial}) is None
