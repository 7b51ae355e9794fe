"""Enemy commanders."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.command.attempts import attempt
from sandtable.games.fieldsoffire.rules.enemy import checks
from sandtable.games.fieldsoffire.rules.enemy.leaders import is_alone
from tests.games.fieldsoffire.board import board, drafted, fire_of, key

SQUAD, LEADER, LITTER = "German Grenadier squad 4/Gp", "German Leader 1", "German Litter Team 1"
US = "1/1 PLT"


def drawn(units: dict[str, Any], name: str = SQUAD) -> int:
    state = board({US: {"at": "R1C1", "held": True}, **units})
    d = drafted(state, list(range(1, 10)))
    return len(attempt(d, "rally", "FF-6.5.1.a", "rally", key(state, name)).cards)


@pytest.mark.rule("FF-8.9.a", "FF-8.9", "FFT-act-legend-11")
def test_beside_a_commander_in_good_order_every_attempt_has_a_card_more() -> None:
    assert drawn({SQUAD: "R3C2"}) == 2
    assert drawn({SQUAD: "R3C2", LEADER: "R3C2"}) == 3
    assert drawn({SQUAD: {"at": "R3C2", "pinned": True}, LEADER: "R3C2"}) == 3
    assert drawn({SQUAD: {"at": "R3C2", "experience": 1}, LEADER: "R3C2"}) == 4
    assert drawn({SQUAD: "R3C2", LEADER: "R3C2", "German Leader 2": "R3C2"}) == 3
    assert drawn({SQUAD: "R3C2", LEADER: {"at": "R3C2", "pinned": True}}) == 2
    assert drawn({SQUAD: "R3C2", LEADER: {"at": "R3C2", "flipped": True}}) == 2
    assert drawn({SQUAD: "R3C2", LEADER: "R4C2"}) == 2
    assert drawn({LEADER: "R3C2"}, LEADER) == 2
    assert drawn({"2/1 PLT": {"at": "R3C2", "held": True}, LEADER: {"at": "R3C2", "held": True}}, "2/1 PLT") == 2


@pytest.mark.rule("FF-8.9.b", "FF-8.9")
def test_only_a_commander_in_the_same_area_lets_shaken_men_use_his_column() -> None:
    shaken = {"at": "R3C2", "pinned": True}
    for beside, column in (({LEADER: "R3C2"}, "commander"), ({"German Grenadier squad 1/Gp": "R3C2"}, "no_commander")):
        state = board({US: {"at": "R1C1", "held": True}, SQUAD: shaken, **beside})
        assert checks.decide(state, key(state, SQUAD)).column == column
    covers = {1: {"at": "R3C2", "kind": "trench", "value": 2}}
    apart = board({US: "R1C1", SQUAD: shaken, LEADER: {"at": "R3C2", "cover": 1}}, covers=covers)
    assert checks.decide(apart, key(apart, SQUAD)).column == "no_commander"


@pytest.mark.rule("FF-8.9.c", "FF-8.9", "FF-8.6.2.f")
def test_a_commander_who_is_left_alone_takes_up_arms_and_opens_fire() -> None:
    state = board({LEADER: "R2C2", US: {"at": "R1C2", "held": True}})
    d = drafted(state)
    checks.check(d, key(state, LEADER))
    assert "log.flipped" in [entry.key for entry in d.entries]
    settle(d)
    assert d.now.units[key(state, LEADER)].flipped
    assert fire_of(d.now, LEADER) == "R1C2"
    for name in (SQUAD, LITTER):
        with_others = board({LEADER: "R2C2", name: {"at": "R2C2", "held": True}, US: {"at": "R1C2", "held": True}})
        assert not is_alone(with_others, key(with_others, LEADER))
        assert checks.own_rule(with_others, key(with_others, LEADER)) is None
    pinned = board({LEADER: {"at": "R2C2", "pinned": True}, US: {"at": "R1C2", "held": True}})
    assert not is_alone(pinned, key(pinned, LEADER))
    squad = board({SQUAD: {"at": "R2C2", "held": True}, US: {"at": "R1C2", "held": True}})
    assert not is_alone(squad, key(squad, SQUAD))
