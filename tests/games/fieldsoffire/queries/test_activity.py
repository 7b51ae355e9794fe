"""What an enemy would do, asked before he does it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.fieldsoffire.board import board, key

SQUAD, SNIPER, US = "German Grenadier squad 4/Gp", "German Sniper 1", "1/1 PLT"


def asked(name: str, units: dict[str, Any], tactic: str = "hasty") -> Odds | None:
    state = board(units, facts={"mission": {"tactic": tactic}})
    found = GAME.query(GAME.view(state, COMPANY), "odds", {"piece": key(state, name)})
    assert found is None or isinstance(found, Odds)
    return found


@pytest.mark.rule("FF-8.6.2.h", "FF-8.6.2.b")
def test_the_chances_of_a_check_are_those_of_what_is_possible_with_the_rows_ruled_out() -> None:
    found = asked(SQUAD, {SQUAD: "R3C2", US: "R1C2"})
    assert found is not None
    assert (found.attack.total, found.column) == ("FFT-act-def-6", "hasty")
    shares = {chance.key: chance.share for chance in found.outcomes}
    assert shares == {"act.none": WHOLE // 3, "act.fall_back": WHOLE // 3, "act.attack": WHOLE // 3}
    reasons = [part.rule for part in found.attack.modifiers]
    assert reasons[:5] == [f"FFT-act-def-{number}" for number in range(1, 6)]
    assert "FF-4.2.2e.cond" in reasons


@pytest.mark.rule("FF-8.6.2.f", "FF-8.6.2.i")
def test_units_with_rules_of_their_own_and_those_in_no_situation_are_certain() -> None:
    sniper = asked(SNIPER, {SNIPER: {"at": "R3C2", "unspotted": True}, US: "R1C2"})
    assert sniper is not None
    assert [(one.key, one.share) for one in sniper.outcomes] == [("act.none", WHOLE)]
    assert sniper.attack.total == "FF-8.8.d"
    team = "German Fire Team (rifle) 1"
    idle = asked(team, {team: "R3C2", US: "R1C2"})
    assert idle is not None
    assert (idle.attack.total, idle.outcomes[0].key) == ("FF-8.6.2.i", "act.none")


def test_friends_casualties_and_nonsense_have_no_check() -> None:
    state = board({US: "R1C2", "German Casualty 1": "R3C2"})
    view = GAME.view(state, COMPANY)
    for piece in (key(state, US), key(state, "German Casualty 1"), key(state, SQUAD), "x", None):
        assert GAME.query(view, "odds", {"piece": piece}) is None
    assert GAME.query(view, "odds", {}) is None
