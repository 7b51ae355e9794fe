"""Raids as data for the odds."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.bots import raiding
from sandtable.odds import OddsError
from tests.games.axisallies.board import at, position

BERLIN, LONDON = at("Germany"), at("United Kingdom")
WAR = {"germany-uk": 1}


def test_those_on_their_way_and_those_who_may_rise_are_counted() -> None:
    units = {
        1: {"kind": "strategic_bomber", "owner": "uk", "at": BERLIN, "task": "raid"},
        2: {"kind": "fighter", "owner": "uk", "at": BERLIN, "task": "escort"},
        3: {"kind": "fighter", "owner": "germany", "at": BERLIN},
        4: {"kind": "tactical_bomber", "owner": "germany", "at": BERLIN},
    }
    lands = {BERLIN: {"works": "major_ic", "works_damage": 5}}
    state = position(
        at="uk.combat.battles",
        units=units,
        territories=lands,
        wars=WAR,
        battles={BERLIN: {"kind": "land", "attacker": "uk"}},
    )
    raid = raiding.at_place(state, BERLIN, "major_ic", {"strategic_bomber": 1}, by="uk")
    assert raid.targets[0].bombers == {"strategic_bomber": 2}
    assert raid.targets[0].damage == 5
    assert raid.escorts == {"fighter": 1}
    assert raid.interceptors == {"fighter": 1}


def test_only_what_is_there_and_of_the_other_side_is_raided() -> None:
    state = position(territories={LONDON: {"works": "major_ic"}}, wars=WAR)
    with pytest.raises(OddsError, match="there is no 'air_base' to raid: this territory has works"):
        raiding.at_place(state, LONDON, "air_base", {"strategic_bomber": 1}, by="germany")
    with pytest.raises(OddsError, match="only installations of the other side"):
        raiding.at_place(state, LONDON, "major_ic", {"strategic_bomber": 1}, by="uk")
