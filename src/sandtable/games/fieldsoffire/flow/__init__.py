"""The sequence of play of a mission, as the rulebook prints it (chapter 3)."""

from sandtable.games.fieldsoffire.flow.air import AIR, LANDING, OVERFLY
from sandtable.games.fieldsoffire.flow.arrangements import ARRANGEMENTS
from sandtable.games.fieldsoffire.flow.attempts import ATTEMPT, BARRAGE
from sandtable.games.fieldsoffire.flow.command import COMMAND, GENERAL, IMPULSE
from sandtable.games.fieldsoffire.flow.enemy import ENEMY, ENEMY_FIRST
from sandtable.games.fieldsoffire.flow.events import ENEMY_HQ, ENEMY_HQ_FIRST, HIGHER_HQ, RESUPPLYING
from sandtable.games.fieldsoffire.flow.fighting import CLEANUP, COMBAT
from sandtable.games.fieldsoffire.flow.planning import PREPARATION
from sandtable.games.fieldsoffire.flow.retreat import RETREAT
from sandtable.games.fieldsoffire.flow.retry import ENDING
from sandtable.games.fieldsoffire.flow.vehicles import DRIVE, REACTION, SHOT, VEHICLES
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.turns import begin_turn, is_last_turn
from sandtable.kernel import Phase, Sequence

# rule: FF-1.1.3, FF-3.0.c, FF-3.0.c1
SEQUENCE: Sequence[FieldsState] = Sequence(
    Phase(
        "mission",
        "FF-1.1.3",
        (
            PREPARATION,
            ARRANGEMENTS,
            Phase(
                "turn",
                "FF-3.0.c",
                (
                    Phase("start", "FF-3.0.c", begin=begin_turn),
                    HIGHER_HQ,
                    ENEMY_HQ_FIRST,
                    ENEMY_FIRST,
                    COMMAND,
                    ENEMY_HQ,
                    ENEMY,
                    RETREAT,
                    AIR,
                    VEHICLES,
                    COMBAT,
                    CLEANUP,
                ),
                again=lambda state: not is_last_turn(state),
            ),
            ENDING,
        ),
        again=lambda state: not state.over,
    ),
    IMPULSE,
    GENERAL,
    ATTEMPT,
    BARRAGE,
    RESUPPLYING,
    DRIVE,
    REACTION,
    SHOT,
    LANDING,
    OVERFLY,
)

__all__ = ["SEQUENCE"]
