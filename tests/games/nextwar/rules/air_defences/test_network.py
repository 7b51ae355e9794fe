"""Rule 24.1: the tracks."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.air_defences import network
from tests.games.nextwar.board import QUIET, advanced, draft


@pytest.mark.rule("NW-24.1.a", "NW-27.8", "NWT-STRIKE.results")
@pytest.mark.parametrize(("result", "left"), [("1", 7), ("2", 6), ("X", 5)])
def test_wild_weasels_lower_a_track_at_once(result: str, left: int) -> None:
    d = draft(advanced(QUIET))
    network.strike(d, "dprk", "sam", result, at_once=True)
    assert network.value(d.now, "dprk", "sam") == left
    assert network.value(d.now, "dprk", "detection") == 8
    assert network.value(d.now, "allied", "sam") == 8


@pytest.mark.rule("NW-23.4.1.b", "NW-27.8")
def test_other_strikes_count_from_the_next_phase_on() -> None:
    d = draft(advanced(QUIET))
    network.strike(d, "dprk", "sam", "2", at_once=False)
    network.strike(d, "dprk", "sam", "1", at_once=False)
    network.strike(d, "dprk", "aaa", "X", at_once=False)
    network.strike(d, "dprk", "aaa", "X", at_once=False)
    assert network.value(d.now, "dprk", "sam") == 8
    network.settle(d)
    assert [network.value(d.now, "dprk", track) for track in network.TRACKS] == [8, 5, 0]
    network.settle(d)
    assert network.value(d.now, "dprk", "sam") == 5


@pytest.mark.rule("NW-24.1.b", "NW-27.8")
def test_no_track_goes_below_zero() -> None:
    d = draft(advanced(QUIET, networks={"dprk": {"sam": 2}, "allied": {}}))
    network.strike(d, "dprk", "sam", "X", at_once=True)
    assert network.value(d.now, "dprk", "sam") == 0


@pytest.mark.rule("NW-27.9.2")
@pytest.mark.parametrize(("track", "before", "after"), [("aaa", 2, 3), ("aaa", 3, 3), ("sam", 9, 10), ("sam", 10, 10)])
def test_tracks_go_up_to_their_end(track: str, before: int, after: int) -> None:
    d = draft(advanced(QUIET, networks={"dprk": {track: before}, "allied": {}}))
    network.raise_(d, "dprk", track)
    assert network.value(d.now, "dprk", track) == after


@pytest.mark.rule("NW-23.4.1.b")
@pytest.mark.parametrize("track", network.TRACKS)
def test_a_hit_on_any_track_alone_counts_in_the_end(track: str) -> None:
    d = draft(advanced(QUIET))
    network.strike(d, "allied", track, "1", at_once=False)
    before = network.value(d.now, "allied", track)
    network.settle(d)
    assert network.value(d.now, "allied", track) == before - 1
    network.settle(d)
    assert network.value(d.now, "allied", track) == before - 1  # it counts once


@pytest.mark.rule("NW-27.8", "NW-27.9.2")
def test_what_is_told_of_a_track() -> None:
    for at_once in (True, False):
        d = draft(advanced(QUIET))
        network.strike(d, "dprk", "sam", "2", at_once=at_once)
        assert [(entry.key, entry.params["left"], entry.params["hits"]) for entry in d.entries] == [
            ("log.track_hit", 6, 2)
        ]
    d = draft(advanced(QUIET))
    network.raise_(d, "dprk", "sam")
    assert [(entry.key, entry.params["left"]) for entry in d.entries] == [("log.track_repaired", 9)]
