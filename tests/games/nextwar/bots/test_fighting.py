"""What to say in a battle."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.actions.commanding import Command
from sandtable.games.nextwar.actions.fighting import GiveSupport, Retreat, Stand
from sandtable.games.nextwar.bots import fighting
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.kernel import Action
from tests.games.nextwar.board import INF, OTHER_INF, ROK_BDE, ROK_INF, ROK_INF_2, accounts, advanced, board

CITY = {"hexes": {"N3011": {"features": ["city"], "country": "ROK"}}}


def at(step: str, attackers: list[str], defenders: list[str], target: str = "N3011", **more: Any) -> list[Any]:
    """A battle at one of its steps."""
    about = {"side": "dprk", "target": target, "attackers": attackers, "defenders": defenders, **more}
    subject = {"is": "battle", "attack_lead": attackers[0], "defence_lead": defenders[0], **about}
    return [
        {"phase": "initiative.combat.attacks", "waiting": ["dprk"]},
        {"phase": f"battle.{step}", "subject": subject},
    ]


def answer(state: KoreaState, seat: str) -> Action:
    verbs = {verb.name: verb for verb in GAME.open_verbs(state, seat)}
    found = next(iter(fighting.ideas(state, seat, verbs)))
    return found[0]


def test_air_points_fly_where_they_change_a_close_attack_and_not_where_all_is_decided() -> None:
    points = accounts(dprk={"air": 4})
    close = board(
        at("attack_support", [INF, OTHER_INF], [ROK_INF]),
        units={INF: "N3010", OTHER_INF: "N3010", ROK_INF: "N3011"},
        accounts=points,
    )
    given = answer(close, DPRK)
    assert isinstance(given, GiveSupport)
    assert given.air > 0
    sure = board(
        at("attack_support", [INF, OTHER_INF], [ROK_BDE]),
        units={INF: "N3010", OTHER_INF: "N2910", ROK_BDE: {"hex": "N3011", "steps": 1}},
        accounts=points,
    )
    less = answer(sure, DPRK)
    assert isinstance(less, GiveSupport)
    assert less.air < given.air


def test_a_headquarters_shifts_a_close_attack() -> None:
    state = advanced(
        at("attack_command", [INF, OTHER_INF], [ROK_INF]),
        units={"DPRK II HQ": "N3008", INF: "N3010", OTHER_INF: "N3010", ROK_INF: "N3011"},
    )
    order = answer(state, DPRK)
    assert isinstance(order, Command)
    assert order.units


def test_defenders_stand_for_what_counts_and_not_for_a_mountain() -> None:
    units = {INF: "N3117", OTHER_INF: "N3117", ROK_INF: "N3118"}
    facts = {"hexes": {"N3118": {"features": ["city"], "country": "ROK"}}}
    battle = at("stand", [INF, OTHER_INF], [ROK_INF], "N3118", result="1/1R", retreat=1)
    assert answer(board(battle, units=units, facts=facts), ALLIED) == Stand(answer="yes")
    units = {INF: "N3010", OTHER_INF: "N3010", ROK_INF: "N3011"}
    battle = at("stand", [INF, OTHER_INF], [ROK_INF], result="1/1R", retreat=1)
    mountain = {"hexes": {"N3011": {"terrain": "mountain"}}}
    assert answer(board(battle, units=units, facts=mountain), ALLIED) == Stand(answer="no")


def test_a_beaten_division_falls_back_on_friends() -> None:
    units = {INF: "N3010", OTHER_INF: "N2910", ROK_INF: "N3011", ROK_INF_2: "N3012"}
    battle = at("retreat", [INF, OTHER_INF], [ROK_INF], result="1/1R", retreat=1, fleeing=[ROK_INF])
    back = answer(board(battle, units=units, facts=CITY), ALLIED)
    assert isinstance(back, Retreat)
    assert back.path == (board(units=units).board.place("N3012"),)
