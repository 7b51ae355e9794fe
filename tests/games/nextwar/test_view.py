"""What a seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME, NextWarKorea
from sandtable.games.nextwar.model import KoreaOptions, KoreaState
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.kernel import Options, SeededDice
from tests.contracts import hidden_contract, playing
from tests.games.nextwar.board import QUIET, advanced, air, draft

STRIKERS = ("ROK F-4D 1", "ROK F-4D 2")


def hidden(**row: object) -> KoreaState:
    rows = {name: {"base": "rok", "box": "ready"} for name in (*STRIKERS, "ROK F-4D 3")}
    mission = {"side": "allied", "aim": "sam", "strikers": list(STRIKERS), "is_open": False, **row}
    return advanced(QUIET, aircraft=rows, missions={1: mission}, options={"hidden_air": True})


@pytest.mark.rule("NW-29.2.1.a", "NW-29.2.2.c")
def test_a_hidden_mission_shows_how_many_fly_once_it_is_seen_early() -> None:
    state = hidden(size=2, found="ED")
    for seat in ("dprk", ""):
        seen = GAME.view(state, seat).state.missions[1]
        assert (seen.strikers, seen.size, seen.found) == ((), 2, "ED")
    assert len(GAME.view(state, "allied").state.missions[1].strikers) == 2
    shown = hidden(is_open=True)
    assert GAME.view(shown, "dprk").state == shown


@pytest.mark.rule("NW-29.2.1.a")
def test_hidden_missions_are_imagined_with_aircraft_at_hand() -> None:
    state = hidden()
    view = GAME.view(state, "dprk")
    found = {GAME.imagine(view, SeededDice(bytes([n + 1]))).missions[1].strikers for n in range(9)}
    assert len(found) > 1
    assert all(set(keys) <= {air(state, f"ROK F-4D {n}") for n in (1, 2, 3)} for keys in found)


class HiddenAir(NextWarKorea):
    """The game with the option for secret missions and pairs, which the contracts do not play by themselves."""

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> KoreaScenario:
        return super().scenario(name, KoreaOptions(hidden_air=True), facts)


@pytest.mark.slow
@pytest.mark.rule("NW-29.2.1.a", "NW-29.2.2.c")
def test_the_contract_of_hidden_things_holds_with_the_option() -> None:
    played = playing.play(HiddenAir(), "air_war", b"hidden", 250)
    assert any(not row.is_open for moment in played.moments for row in moment.before.missions.values())
    for promise in (
        hidden_contract.imagined_positions_are_whole,
        hidden_contract.masks_do_not_depend_on_what_they_hide,
        hidden_contract.views_do_not_leak,
        hidden_contract.refusals_do_not_leak,
        hidden_contract.observers_see_least,
        hidden_contract.reveals_are_barriers,
        hidden_contract.logs_do_not_leak,
    ):
        promise(played)


@pytest.mark.rule("NW-29.2.1.a", "NW-29.2.2.c")
def test_early_warning_tells_how_many_come_and_whether_wild_weasels_do() -> None:
    weasel = {"ROK F-4E": {"base": "rok", "box": "ready"}}
    for along, told in ((["ROK F-4E"], True), ([], False)):
        rows = {**{name: {"base": "rok", "box": "ready"} for name in STRIKERS}, **weasel}
        mission = {"side": "allied", "aim": "sam", "strikers": [STRIKERS[0]], "weasels": along, "is_open": False}
        state = advanced(QUIET, aircraft=rows, missions={1: mission}, options={"hidden_air": True})
        d = draft(state, [0])
        detecting.detect(d, 1)
        seen = GAME.view(d.now, "dprk").state.missions[1]
        assert (seen.found, seen.size, seen.has_weasels) == ("ED", 1 + len(along), told)
        assert (seen.strikers, seen.weasels) == ((), ())
        entry = next(entry for entry in d.entries if entry.key == "log.early_warning")
        assert (entry.params["count"], entry.params["weasels"]) == (1 + len(along), int(told))
        unseen = draft(state, [9])
        detecting.detect(unseen, 1)
        assert unseen.now.missions[1].is_open  # it was looked for
        assert not any(entry.key == "log.early_warning" for entry in unseen.entries)


@pytest.mark.rule("NW-29.2.1.a")
def test_early_warning_counts_escorts_and_tells_nothing_of_open_missions() -> None:
    rows = {name: {"base": "rok", "box": "ready"} for name in STRIKERS}
    rows["ROK KF-16C 1"] = {"base": "rok", "box": "superiority"}
    mission = {"side": "allied", "aim": "sam", "strikers": list(STRIKERS), "escorts": ["ROK KF-16C 1"]}
    for is_open, size in ((False, 3), (True, 0)):
        state = advanced(QUIET, aircraft=rows, missions={1: {**mission, "is_open": is_open}})
        d = draft(state, [0])
        detecting.detect(d, 1)
        assert (d.now.missions[1].found, d.now.missions[1].size) == ("ED", size)
