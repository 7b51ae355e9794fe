"""Before the first turn: rebuilding after another mission (12.2), controls, assignments, starting cards (2)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions import (
    BEGIN,
    CHOOSE_ABILITY,
    LANDING_PLAN,
    LEARN,
    PLANNING,
    PROCEED,
    REBUILDING,
    TRANSFER,
)
from sandtable.games.fieldsoffire.model import COMPANY, PATROL, STAGING, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.campaign import MUSTER, close_muster, send_home
from sandtable.games.fieldsoffire.rules.sequence.defending import clear_outpost
from sandtable.games.fieldsoffire.rules.sequence.turns import draw_light, has_light_of_chance
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.weapons.calling import register_planned
from sandtable.kernel import Phase


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


def what_is_planned(state: FieldsState, seat: str) -> dict[str, Any]:
    """How long the mission may take, and how many still wait in the staging area."""
    staged = [key for key in ours(state) if state.cards[state.units[key].at].kind == STAGING]
    return {"turns": state.board.mission.turns, "unplaced": len(staged)}


def is_mustering(state: FieldsState) -> bool:
    """Whether the company comes from another mission and is not rebuilt yet."""
    return bool(state.details.get(MUSTER))


# rule: FF-2.6.1.b
def is_to_be_planned(state: FieldsState) -> bool:
    """Before the first turn; between patrols once more, when those in the outpost or in the line may change places."""
    return state.turn == 0 and (state.attempt == 1 or state.board.mission.type == PATROL)


# rule: FF-1.1.3, FF-12.2, FF-2.4.1
PREPARATION: Phase[FieldsState] = Phase(
    "preparation",
    "FF-1.1.3",
    (
        # rule: FF-2.2.2.a
        Phase("light", "FF-2.2.2.a", begin=draw_light, when=has_light_of_chance),
        Phase("rotation", "FF-12.5", begin=send_home, when=is_mustering),
        Phase("muster", "FF-12.2.3", who=commander, verbs=(*REBUILDING, TRANSFER, LEARN, PROCEED), when=is_mustering),
        Phase("parade", "FF-12.2.4", begin=close_muster, when=is_mustering),
        Phase(
            "plan",
            "FF-1.1.3",
            who=commander,
            verbs=(*PLANNING, *LANDING_PLAN, CHOOSE_ABILITY, BEGIN),
            prompt=what_is_planned,
        ),
        Phase("markers", "FF-2.6.1.c", begin=clear_outpost),
        Phase("targets", "FF-7.16.5", begin=register_planned),
    ),
    when=is_to_be_planned,
)
