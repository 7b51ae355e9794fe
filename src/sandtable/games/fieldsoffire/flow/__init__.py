"""The sequence of play of a mission, as the rulebook prints it (chapter 3)."""

from sandtable.games.fieldsoffire.flow.arrangements import ARRANGEMENTS
from sandtable.games.fieldsoffire.flow.attempts import ATTEMPT, BARRAGE
from sandtable.games.fieldsoffire.flow.command import COMMAND, GENERAL, IMPULSE
from sandtable.games.fieldsoffire.flow.enemy import ENEMY, ENEMY_FIRST
from sandtable.games.fieldsoffire.flow.fighting import CLEANUP, COMBAT
from sandtable.games.fieldsoffire.flow.retreat import RETREAT
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.turns import begin_turn
from sandtable.kernel import Phase, Sequence

# rule: FF-1.1.3, FF-3.0.c
SEQUENCE: Sequence[FieldsState] = Sequence(
    Phase(
        "mission",
        "FF-1.1.3",
        (
            ARRANGEMENTS,
            Phase(
                "turn",
                "FF-3.0.c",
                (
                    Phase("start", "FF-3.0.c", begin=begin_turn),
                    ENEMY_FIRST,
                    COMMAND,
                    ENEMY,
                    RETREAT,
                    COMBAT,
                    CLEANUP,
                ),
            ),
        ),
        again=lambda state: not state.over,
    ),
    IMPULSE,
    GENERAL,
    ATTEMPT,
    BARRAGE,
)

__all__ = ["SEQUENCE"]
