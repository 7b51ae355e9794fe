"""Answers out of turn and inside battles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.actions.diplomacy import Grant
from sandtable.games.axisallies.actions.fighting import Lose, Press, Retreat, Submerge
from sandtable.games.axisallies.actions.flying import Scramble
from sandtable.games.axisallies.actions.moving import Ambush
from sandtable.games.axisallies.actions.raiding import Intercept, Kamikaze
from sandtable.games.axisallies.bots.planner import GlobalPlanner
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action
from sandtable.kernel.state import Frame, Stage, bind
from sandtable.planning import SeatAtTable
from tests.games.axisallies.board import at, position

POLAND, BALTIC, LONDON = at("Poland"), at("Baltic States"), at("United Kingdom")
WARS = {"germany-ussr": 1, "germany-uk": 1, "japan-usa": 1, "japan-uk": 1}


def asked(state: GlobalState, seat: str, step: str, where: int = 0) -> Action:
    """What the staff of a power answers when it is asked in a step."""
    from msgspec.structs import replace

    frame = Frame(step, where, (seat,), Stage.ASKING)
    here = bind(replace(state, flow=(*state.flow, frame)), state.scenario)
    return GlobalPlanner(b"x").decide(SeatAtTable(GAME, here, seat))


def unit(kind: str, owner: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "at": where, **more}


def battle(units: dict[int, dict[str, Any]], where: int, **row: Any) -> GlobalState:
    fight = {"kind": "sea" if position().board.is_sea(where) else "land", "attacker": "germany", **row}
    lands = {POLAND: {"holder": "germany", "since": "germany"}, BALTIC: {"holder": "ussr", "since": "ussr"}}
    return position(at="germany.combat_move.moves", wars=WARS, units=units, battles={where: fight}, territories=lands)


@pytest.mark.parametrize(("foes", "answer"), [(1, Press()), (6, Retreat(POLAND))])
def test_an_attack_goes_on_while_it_pays(foes: int, answer: Action) -> None:
    ours = {n: unit("infantry", "germany", BALTIC, task="attack", origin=POLAND) for n in range(1, 4)}
    theirs = {n: unit("infantry", "ussr", BALTIC) for n in range(10, 10 + foes)}
    state = battle({**ours, **theirs}, BALTIC, round=1, origins=(POLAND,))
    assert asked(state, "germany", "battle.round.press", BALTIC) == answer


@pytest.mark.parametrize(("foes", "dives"), [(1, False), (5, True)])
def test_submarines_dive_from_a_lost_battle(foes: int, dives: bool) -> None:
    zone = 112
    ours = {1: unit("submarine", "germany", zone, task="attack"), 2: unit("cruiser", "germany", zone, task="attack")}
    theirs = {n: unit("cruiser", "uk", zone) for n in range(10, 10 + foes)}
    state = battle({**ours, **theirs}, zone)
    answer = asked(state, "germany", "battle.round.submarines.attacker_dives", zone)
    assert answer == Submerge((1,) if dives else ())


def test_fighters_rise_to_sink_a_landing_without_escort() -> None:
    zone = 110
    landing = {
        1: unit("transport", "germany", zone, task="assault"),
        2: unit("infantry", "germany", zone, aboard=1, task="assault", target=LONDON),
        10: unit("fighter", "uk", LONDON),
    }
    parts: dict[str, Any] = {
        "at": "germany.combat_move.moves",
        "wars": WARS,
        "territories": {LONDON: {"air_base": True}},
    }
    state = position(
        units=landing, battles={LONDON: {"kind": "land", "attacker": "germany", "zones": (zone,)}}, **parts
    )
    assert asked(state, "uk", "round.germany.scramble") == Scramble((10,), zone)
    fleet = {n: unit("battleship", "germany", zone, task="attack") for n in range(20, 24)}
    strong = position(
        units={**landing, **fleet}, battles={LONDON: {"kind": "land", "attacker": "germany", "zones": (zone,)}}, **parts
    )
    assert asked(strong, "uk", "round.germany.scramble") == Done()


@pytest.mark.parametrize(("escorts", "risen"), [(0, (10, 11)), (8, ())])
def test_fighters_meet_a_raid_that_is_weaker_than_they(escorts: int, risen: tuple[int, ...]) -> None:
    raid = {1: unit("strategic_bomber", "germany", LONDON, task="raid")}
    raid |= {n: unit("fighter", "germany", LONDON, task="escort") for n in range(30, 30 + escorts)}
    guard = {n: unit("fighter", "uk", LONDON) for n in (10, 11)}
    state = position(
        at="germany.combat_move.moves",
        wars=WARS,
        units={**raid, **guard},
        battles={LONDON: {"kind": "raid", "attacker": "germany"}},
        territories={LONDON: {"works": "major_ic"}},
    )
    assert asked(state, "uk", "raid.intercept", LONDON) == Intercept(risen)


def test_kamikazes_go_for_capital_ships_a_few_for_each() -> None:
    zone = next(space.id for space in position().board.spaces.values() if space.kamikaze)

    def fleet(**more: Any) -> GlobalState:
        ships = {
            1: unit("destroyer", "usa", zone, task="attack"),
            2: unit("carrier", "usa", zone, task="attack", **more),
        }
        return position(
            at="usa.combat_move.moves",
            wars=WARS,
            units=ships,
            battles={zone: {"kind": "sea", "attacker": "usa"}},
        )

    assert asked(fleet(), "japan", "round.usa.combat.kamikaze.announce") == Kamikaze(2)
    assert asked(fleet(kamikazes=2), "japan", "round.usa.combat.kamikaze.announce") == Done()


def test_passage_is_refused_and_lone_transports_are_ambushed() -> None:
    state = position(at="japan.combat_move.moves", units={1: unit("transport", "japan", 98, spent=1)})
    assert asked(state, "uk", "passage", 0) == Grant("no")
    hunted = position(
        at="uk.combat_move.moves",
        wars=WARS,
        units={1: unit("transport", "uk", 110, spent=1), 2: unit("submarine", "germany", 110)},
    )
    assert asked(hunted, "germany", "ambush", 110) == Ambush("yes")


def test_losses_are_those_the_umpire_proposes() -> None:
    ours = {1: unit("tank", "germany", BALTIC, task="attack"), 2: unit("infantry", "germany", BALTIC, task="attack")}
    state = battle({**ours, 10: unit("infantry", "ussr", BALTIC)}, BALTIC, round=1, on_attacker={"any": 1})
    assert asked(state, "germany", "battle.round.hit_back.choose", BALTIC) == Lose((2,))
