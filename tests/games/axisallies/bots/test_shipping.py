"""Troops and ships between the fronts."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.actions.moving import Move
from sandtable.games.axisallies.actions.transport import Load, Unload
from sandtable.games.axisallies.bots import shipping
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action
from tests.games.axisallies.board import at, do, position

LONDON, FRANCE = at("United Kingdom"), at("France")


def own(kind: str, owner: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "at": where, **more}


def played(state: GlobalState, power: str, ideas: Any) -> list[Action]:
    done: list[Action] = []
    for idea in ideas:
        for action in idea:
            if GAME.why_not(state, power, action) is None:
                state = do(state, power, action)
                done.append(action)
                break
    return done


def test_troops_without_a_front_are_shipped_to_one() -> None:
    held = {"holder": "germany", "since": "germany"}
    state = position(
        at="germany.noncombat.moves",
        wars={"germany-ussr": 1},
        territories={LONDON: held, FRANCE: held, at("Normandy Bordeaux"): held},
        units={1: own("infantry", "germany", LONDON), 2: own("transport", "germany", 110)},
    )
    first, *_, last = played(state, "germany", shipping.ferries(state, "germany"))
    assert first == Load(1, 2, 110)
    assert isinstance(last, Unload)
    assert last.to != LONDON


def test_a_convoy_loads_and_sails_with_its_escort() -> None:
    """From Hawaii no enemy coast is in reach: load, and go a leg together."""
    hawaii, zone = at("Hawaiian Islands"), 26
    state = position(
        at="usa.noncombat.moves",
        wars={"japan-usa": 1},
        units={
            1: own("infantry", "usa", hawaii),
            2: own("transport", "usa", zone),
            3: own("cruiser", "usa", zone),
        },
    )
    load, sail = played(state, "usa", shipping.convoys(state, "usa"))
    assert load == Load(1, 2, zone)
    assert isinstance(sail, Move)
    assert sail.units == (2, 3)


def test_an_empty_transport_goes_back_for_troops() -> None:
    hawaii = at("Hawaiian Islands")
    state = position(
        at="usa.noncombat.moves",
        wars={"japan-usa": 1},
        units={1: own("infantry", "usa", hawaii), 2: own("transport", "usa", 25)},
    )
    (back,) = played(state, "usa", shipping.convoys(state, "usa"))
    assert isinstance(back, Move)
    assert back.path[-1] == 26


def test_carriers_sail_to_aircraft_over_the_sea() -> None:
    state = position(
        at="usa.noncombat.moves",
        wars={"japan-usa": 1},
        units={1: own("fighter", "usa", 25, fought=True, spent=4, origin=26), 2: own("carrier", "usa", 26)},
    )
    assert played(state, "usa", shipping.rescues(state, "usa")) == [Move((2,), (25,))]
