"""The Mutual Combat phase (3.7) and Cleanup (3.8)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.actions import AIM_DOWN, HOLD_AIM
from sandtable.games.fieldsoffire.flow.command import commander
from sandtable.games.fieldsoffire.model import FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.rules.enemy.ceasing import cease_fire, open_held_fire
from sandtable.games.fieldsoffire.rules.enemy.contacts import clear_unresolved, due, evaluate, line_up
from sandtable.games.fieldsoffire.rules.enemy.munitions import dismiss
from sandtable.games.fieldsoffire.rules.ground.loads import evacuate
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.rules.sequence.fighting import recover, resolve_combat, thaw, update_missions
from sandtable.games.fieldsoffire.rules.sequence.standing import end_of_orders
from sandtable.games.fieldsoffire.rules.urban.courtyards import enemy_aims_down, marksmen
from sandtable.games.fieldsoffire.rules.vehicles.results import leave_empty
from sandtable.games.fieldsoffire.rules.weapons.ammunition import run_dry
from sandtable.games.fieldsoffire.rules.weapons.claymores import trigger
from sandtable.kernel import Draft, Phase


# rule: FF-7.9.2.a
def after_contacts(d: Draft[FieldsState]) -> None:
    """Claymores are looked at when the contacts are made; then pinned men recover."""
    trigger(d)
    recover(d)


# rule: FF-13.4.2.d
def nobody_aims_down(state: FieldsState, seat: str) -> bool:
    """The company has nobody more who could bring his fire together on a courtyard."""
    return not marksmen(state, FRIENDLY)


COMBAT: Phase[FieldsState] = Phase(
    "combat",
    "FF-3.0.c",
    (
        # rule: FF-3.7.1
        Phase("missions", "FF-3.7.1", begin=update_missions),
        # rule: FF-3.7.2
        Phase(
            "contacts",
            "FF-3.7.2",
            (
                Phase("reveal", "FF-8.2.4.a", begin=line_up),
                Phase(
                    "markers",
                    "FF-8.2.4",
                    (Phase("marker", "FF-8.2.4", begin=evaluate),),
                    when=lambda state: bool(state.queue),
                    again=lambda state: bool(state.queue),
                ),
            ),
            when=lambda state: bool(due(state)),
        ),
        # rule: FF-3.7.3
        Phase("recovery", "FF-3.7.3", begin=after_contacts),
        # rule: FF-13.4.2.d
        Phase(
            "courtyards",
            "FF-13.4.2.d",
            begin=enemy_aims_down,
            who=commander,
            verbs=(AIM_DOWN, HOLD_AIM),
            when=lambda state: state.board.is_urban,
            over=nobody_aims_down,
        ),
        # rule: FF-3.7.4
        Phase("effects", "FF-3.7.4", begin=resolve_combat),
    ),
)

# rule: FF-3.8.a, FF-3.8.f
CLEANUP: Phase[FieldsState] = Phase(
    "cleanup",
    "FF-3.8.f",
    (
        Phase("markers", "FF-3.8.a", begin=clear_markers),
        Phase("evacuation", "FF-3.8.b", begin=evacuate),
        Phase("held_fire", "FF-3.8.g", begin=open_held_fire),
        Phase("cease_fire", "FF-3.8.c", begin=cease_fire),
        Phase("unresolved", "FF-3.8.d", begin=clear_unresolved),
        Phase("ammunition", "FF-7.18.2", begin=run_dry),
        Phase("empty_vehicles", "FF-7.18.1.G", begin=leave_empty),
        Phase("update", "FF-3.8.f", begin=thaw),
        Phase("empty_weapons", "FF-8.11.a", begin=dismiss),
        Phase("orders", "FF-3.1.a", begin=end_of_orders, when=lambda state: bool(state.standing)),
    ),
)
