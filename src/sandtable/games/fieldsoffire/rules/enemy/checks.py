"""Activity checks: who is checked when, which row of which hierarchy applies, and why the rows above it do not (8.6.2).

Every decision can be asked for without carrying it out (`decide`), and is told with its reasons when it is: the row it
came from, each row above with what the unit lacks for it, and each action of the row that could not be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy import leaders, munitions, observers, snipers
from sandtable.games.fieldsoffire.rules.enemy.conduct import ACTIONS, stay
from sandtable.games.fieldsoffire.rules.enemy.falling_back import fall_back, why_not_fall_back
from sandtable.games.fieldsoffire.rules.enemy.hierarchies import LED, SHAKEN, UNLED, Row, rows, table_of
from sandtable.games.fieldsoffire.rules.enemy.situations import SITUATIONS
from sandtable.games.fieldsoffire.rules.enemy.tactics import tactic_of
from sandtable.games.fieldsoffire.rules.terms.draws import random_number, random_one, random_order
from sandtable.games.fieldsoffire.rules.terms.presence import is_team, on_card, presences
from sandtable.games.fieldsoffire.scenario.units import LEADER, OBSERVER, SNIPER_TEAM
from sandtable.kernel import Draft, Draw, Modifier, Ref, Refusal, refuse

NOTHING = "none"
PATIENCE = 200
"""Draws after which a row whose numbers never fit is an error."""


class Decision(NamedTuple):
    """What a hierarchy has for a unit now."""

    table: str
    column: str
    row: Row | None
    """The first situation that applies; none where the table has nothing for the unit."""
    above: tuple[Refusal, ...]
    """Why each situation above it does not apply."""
    barred: dict[str, Refusal]
    """The actions of the row that the unit cannot carry out, and why."""

    @property
    def rule(self) -> str:
        """The entry of the row, or that no row applies."""
        return self.row.rule if self.row is not None else "FF-8.6.2.i"

    @property
    def legal(self) -> tuple[str, ...]:
        """The actions between which chance decides."""
        if self.row is None:
            return ()
        return tuple(one.action for one in self.row.options if one.action not in self.barred)

    @property
    def reasons(self) -> tuple[Modifier, ...]:
        """Everything that was ruled out, as the log shows it."""
        return tuple(
            Modifier(no.rule, no.key, 0, params=no.params, points=no.points)
            for no in (*self.above, *self.barred.values())
        )


# -- order -------------------------------------------------------------------------------------------------------------


# rule: FF-3.4.2.b, FF-8.6.2.a
def line_up(d: Draft[FieldsState]) -> None:
    """Queue the cards that the enemy holds in an order that the cards decide."""
    cards = [card for card, present in presences(d.now).items() if present.enemy]
    order, draws = random_order(d, "card_order", cards)
    d.set(queue=order)
    if draws:
        d.log("log.card_order", "FF-3.4.2.b", draws=draws)


# rule: FF-8.6.2.a, FF-3.4.2.b
def rank(state: FieldsState, key: int) -> int:
    """When a unit is checked on its card: pinned units and teams, then those in good order, commanders last."""
    unit, kind = state.units[key], state.board.types[key]
    if unit.pinned or is_team(kind, unit):
        return 0
    return 2 if kind.kind == LEADER else 1


# rule: FF-8.6.2.a, FF-8.6.2.d, FF-8.6.2.e
def next_in_line(state: FieldsState) -> tuple[int, ...]:
    """Those between whom chance decides who is checked next on the card at hand: nobody twice, no actors of events."""
    waiting = [key for key in on_card(state, state.queue[0]).enemy if not state.units[key].checked]
    first = min((rank(state, key) for key in waiting), default=0)
    return tuple(key for key in waiting if rank(state, key) == first)


# rule: FF-3.4.2, FF-3.2.2
def check_next(d: Draft[FieldsState]) -> None:
    """Check one unit and let it act at once; when nobody is left on a card, go on to the next card."""
    waiting = next_in_line(d.now)
    if not waiting:
        d.set(queue=d.now.queue[1:])
        return
    key, draws = random_one(d, "unit_order", waiting)
    d.edit("units", key, checked=True)  # rule: FF-8.6.2.d
    check(d, key, draws)  # rule: FF-8.6.2.j


# rule: FF-8.6.2.d
def close(d: Draft[FieldsState]) -> None:
    """Everybody can be checked again in the next turn."""
    for key, unit in tuple(d.now.units.items()):
        if unit.checked:
            d.edit("units", key, checked=False)


# -- what a unit does --------------------------------------------------------------------------------------------------


# rule: FF-8.6.2.b
def decide(state: FieldsState, key: int) -> Decision:
    """The row of the hierarchy that a unit uses: of the first situation that applies, from the top down."""
    unit, kind = state.units[key], state.board.types[key]
    # rule: FF-8.8.e
    if unit.pinned or is_team(kind, unit):
        # rule: FF-8.9.b
        table, column = SHAKEN, LED if leaders.commander_of(state, key) else UNLED
    else:
        column = tactic_of(state)  # rule: FF-8.0.a
        table = table_of(column)
    above: list[Refusal] = []
    me = Ref("unit", key)
    for row in rows(table, column):
        lacking = SITUATIONS[row.situation](state, key)
        # rule: FF-8.6.2.g
        if not lacking:
            return Decision(table, column, row, tuple(above), _barred(state, key, row))
        above.append(refuse(row.rule, f"row.{lacking}", me, unit=me))
    return Decision(table, column, None, tuple(above), {})  # rule: FF-8.6.2.i


# rule: FF-8.6.2.h
def _barred(state: FieldsState, key: int, row: Row) -> dict[str, Refusal]:
    """The actions of a row that a unit cannot carry out now."""
    found: dict[str, Refusal] = {}
    for option in row.options:
        if (no := ACTIONS[option.action].why_not(state, key)) is not None:
            found[option.action] = no
    return found


# rule: FF-8.6.2.h
def pick(d: Draft[FieldsState], decision: Decision) -> tuple[str, tuple[Draw, ...]]:
    """Draw on the column until an action comes that is possible; nothing is done where none is."""
    row = decision.row
    if not decision.legal:
        return NOTHING, ()
    assert row is not None
    draws: list[Draw] = []
    for _ in range(PATIENCE):
        number, drawn = random_number(d, "activity", row.sides)
        draws += drawn
        action = row.picked(number)
        if action in decision.legal:
            return action, tuple(draws)
    raise RuntimeError(f"no number of {row.rule} picks one of {decision.legal}")


# rule: FF-8.6.2.f, FF-8.8, FF-8.11.a
def own_rule(state: FieldsState, key: int) -> tuple[str, str] | None:
    """What a unit does by a rule of its own and not by the tables: crews of empty weapons, and in good order snipers,
    observers and commanders who are alone; none where the tables count, as for everybody who is pinned."""
    unit, kind = state.units[key], state.board.types[key]
    if unit.pinned:
        return None
    if munitions.is_spent(state, key):
        return "FF-8.11.a", "none" if why_not_fall_back(state, key) else "fall_back"
    if unit.flipped:
        return None
    if kind.kind == SNIPER_TEAM:
        return snipers.decide(state, key)
    if kind.kind == OBSERVER:
        return ("FF-8.10.c", "dismiss") if observers.is_finished(state, key) else ("FF-8.10.b", "call_for_fire")
    return ("FF-8.9.c", "take_up_arms") if leaders.is_alone(state, key) else None


OWN_ACTIONS: dict[str, Callable[[Draft[FieldsState], int], None]] = {
    "none": stay,
    "fall_back": fall_back,
    "hide": snipers.hide,
    "withdraw": snipers.withdraw,
    "call_for_fire": observers.call_for_fire,
    "dismiss": observers.dismiss,
    "take_up_arms": leaders.take_up_arms,
}


# rule: FF-8.6.2.b, FF-8.6.2.j, FF-8.6.2.f
def check(d: Draft[FieldsState], key: int, draws: tuple[Draw, ...] = ()) -> None:
    """Let a unit act: by rules of its own where it has them, else by its hierarchy."""
    if not d.now.board.types[key].is_infantry or d.now.units[key].aboard:
        act_as_vehicle(d, key, draws)
        return
    own = own_rule(d.now, key)
    if own is not None:
        rule, action = own
        _tell(d, key, rule, action, draws)
        OWN_ACTIONS[action](d, key)
        return
    decision = decide(d.now, key)
    action, drawn = pick(d, decision)
    _tell(d, key, decision.rule, action, (*draws, *drawn), decision)
    ACTIONS[action].do(d, key)


def _tell(
    d: Draft[FieldsState], key: int, rule: str, action: str, draws: tuple[Draw, ...], by: Decision | None = None
) -> None:
    me = Ref("unit", key)
    d.log(
        "log.enemy_acts",
        rule,
        me,
        draws=draws,
        modifiers=by.reasons if by else (),
        unit=me,
        action=action,
        table=by.table if by else "",
        column=by.column if by else "",
    )


# rule: FF-8.12
def act_as_vehicle(d: Draft[FieldsState], key: int, draws: tuple[Draw, ...]) -> None:
    """Enemy vehicles and those aboard are on none of the hierarchies, pinned or not: they wait for their own phase."""
    me = Ref("unit", key)
    d.log("log.enemy_waits", "FF-8.12", me, draws=draws, unit=me)
