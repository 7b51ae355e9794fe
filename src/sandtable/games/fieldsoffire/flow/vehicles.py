"""The Vehicle phase (3.6): activated units of both sides in turn, with their actions and the fire they draw (10.5)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions.driving import DRIVING, REACTING, REPEATING, TURNS
from sandtable.games.fieldsoffire.model import COMPANY, ENEMY, FRIENDLY, Drive, FieldsState, Reaction, Shot
from sandtable.games.fieldsoffire.rules.command.seats import seat_of
from sandtable.games.fieldsoffire.rules.enemy import armour
from sandtable.games.fieldsoffire.rules.vehicles import firing, turns
from sandtable.kernel import Phase, Ref


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


def _side(state: FieldsState, side: str) -> bool:
    return state.board.sides[state.subject(Drive).unit] == side


def _acts(state: FieldsState) -> bool:
    return bool(turns.driver(state)) and state.subject(Drive).fresh


def who_drives(state: FieldsState, seat: str) -> dict[str, Any]:
    return {"unit": Ref("unit", state.subject(Drive).unit)}


def who_is_seen(state: FieldsState, seat: str) -> dict[str, Any]:
    return {"target": Ref("unit", state.subject(Reaction).target)}


def who_fires(state: FieldsState, seat: str) -> dict[str, Any]:
    shot = state.subject(Shot)
    return {"unit": Ref("unit", shot.unit), "target": Ref("unit", shot.target)}


def _is_ours(state: FieldsState) -> bool:
    return state.board.sides[state.subject(Shot).unit] == FRIENDLY


VEHICLES: Phase[FieldsState] = Phase(
    "vehicles",
    "FF-3.6",
    (
        Phase("ready", "FF-8.12.b", begin=turns.make_ready),
        Phase(
            "turns",
            "FF-3.6.a",
            (
                Phase(
                    "company",
                    "FF-3.6.a",
                    who=commander,
                    verbs=TURNS,
                    when=lambda state: turns.side_to_act(state) == FRIENDLY,
                ),
                Phase(
                    "enemy",
                    "FF-8.12",
                    begin=turns.enemy_turn,
                    when=lambda state: turns.side_to_act(state) == ENEMY,
                ),
            ),
            when=lambda state: bool(turns.side_to_act(state)),
            again=lambda state: bool(turns.side_to_act(state)),
        ),
        Phase("line_up", "FF-10.5.1.c", begin=turns.line_up_rest),
        Phase(
            "rest",
            "FF-10.5.1.c",
            (Phase("vehicle", "FF-10.5.1.c", begin=turns.suffer_next),),
            when=lambda state: bool(state.queue),
            again=lambda state: bool(state.queue),
        ),
        Phase("recovery", "FF-10.7.pin.a", begin=turns.recover),
    ),
    when=turns.has_vehicles,
)

DRIVE: Phase[FieldsState] = Phase(
    "drive",
    "FF-10.5.1.a",
    (
        Phase("fire_on_it", "FF-10.5.1.d", begin=turns.suffer_first),
        Phase(
            "actions",
            "FF-10.5.1.h",
            (
                Phase(
                    "choice",
                    "FF-10.5.1.e",
                    who=lambda state: (seat_of(state, state.subject(Drive).unit),),
                    verbs=DRIVING,
                    when=lambda state: _side(state, FRIENDLY),
                    prompt=who_drives,
                ),
                Phase("conduct", "FF-8.12", begin=armour.act, when=lambda state: _side(state, ENEMY)),
                Phase(
                    "entry",
                    "FF-10.5.1.f",
                    begin=turns.suffer_on_entry,
                    when=lambda state: _acts(state) and state.subject(Drive).did == "move",
                ),
                Phase("reaction", "FF-10.5.1.g", begin=turns.draw_reaction, when=_acts),
                Phase(
                    "dismount",
                    "FF-10.2.2",
                    begin=turns.let_off,
                    when=lambda state: bool(state.subject(Drive).leaving),
                ),
                Phase("close", "FF-10.5.1.h", begin=turns.close_action),
            ),
            when=turns.goes_on,
            again=turns.goes_on,
        ),
        Phase("end", "FF-10.5.1.i", begin=turns.end_turn),
    ),
)

REACTION: Phase[FieldsState] = Phase(
    "reaction",
    "FF-10.5.4",
    (
        Phase(
            "company",
            "FF-10.5.4",
            who=commander,
            verbs=REACTING,
            when=lambda state: not turns.is_against_company(state),
            prompt=who_is_seen,
        ),
        Phase("enemy", "FF-8.12.a", begin=turns.enemy_reacts, when=turns.is_against_company),
    ),
    when=lambda state: bool(turns.reactors(state)),
    again=lambda state: bool(turns.reactors(state)),
)

SHOT: Phase[FieldsState] = Phase(
    "shot",
    "FF-10.6",
    (
        Phase("fire", "FF-10.6", begin=firing.fire),
        Phase(
            "repeat",
            "FF-10.6.1",
            who=lambda state: (seat_of(state, state.subject(Shot).unit),),
            verbs=REPEATING,
            when=lambda state: _is_ours(state) and firing.can_fire_again(state),
            prompt=who_fires,
        ),
    ),
    again=firing.can_fire_again,
)
