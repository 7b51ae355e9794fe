"""Combat Move: declarations of war, the moves, what interrupts them, and the defenders that scramble at its end."""

from __future__ import annotations

from sandtable.games.axisallies.actions import diplomacy, flying, moving, transport
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import scramble, sharing
from sandtable.games.axisallies.rules.politics.politics import can_declare
from sandtable.games.axisallies.rules.spaces import passage
from sandtable.games.axisallies.rules.units import ambush
from sandtable.kernel import Phase


def combat_move_phase(power: str) -> Phase[GlobalState]:
    """The declarations before any unit moves, and the moves that lead to fights."""
    return Phase(
        "combat_move",
        "AA-9.2.general.purpose",
        (
            # rule: AA-9.2.dow.timing
            Phase(
                "politics",
                "AA-9.2.dow.timing",
                who=lambda state: (power,),
                over=lambda state, seat: not can_declare(state, seat),
                verbs=(diplomacy.DECLARE, diplomacy.END_DECLARING),
            ),
            Phase(
                "moves",
                "AA-9.2.general.purpose",
                who=lambda state: (power,),
                verbs=(
                    moving.ADVANCE,
                    flying.FLY,
                    transport.LOAD_TO_FIGHT,
                    transport.ASSAULT,
                    flying.DROP,
                    moving.ENGAGE,
                    diplomacy.ASK,
                    diplomacy.REQUEST,
                    diplomacy.DECLARE_TOO_LATE,
                    moving.END_COMBAT_MOVE,
                ),
            ),
        ),
    )


def scramble_phase(power: str) -> Phase[GlobalState]:
    """Every defender with a working air base next to a threatened zone decides, all at once."""
    return Phase(
        "scramble",
        "AA-9.2.scramble.timing",
        who=scramble.defenders,
        over=lambda state, seat: not scramble.ready(state, seat),
        verbs=(flying.SCRAMBLE, flying.END_SCRAMBLE),
        prompt=scramble.question,
    )


AMBUSH: Phase[GlobalState] = Phase(
    "ambush",
    "AA-10.sub.transport-ambush",
    who=ambush.hunters,
    over=lambda state, seat: not ambush.prey_of(state),
    verbs=(moving.AMBUSH,),
    prompt=ambush.question,
    end=ambush.pass_by,
)
PASSAGE: Phase[GlobalState] = Phase(
    "passage",
    "AA-7.canal.use.b",
    who=passage.controllers,
    verbs=(diplomacy.GRANT,),
    prompt=passage.question,
)
SHARING: Phase[GlobalState] = Phase(
    "sharing",
    sharing.RULE,
    who=lambda state: sharing.asked_for(state)[:1],
    verbs=(diplomacy.LEND,),
    prompt=sharing.question,
)
