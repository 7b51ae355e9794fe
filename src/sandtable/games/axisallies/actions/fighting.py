"""What powers say in a battle, from which one is fought next to the retreat."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Done, Pieces, Word
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import battles, bombardment, casualties, retreat, submarines
from sandtable.games.axisallies.rules.combat.assignment import MAXIMISE, bill, hits_left
from sandtable.games.axisallies.rules.combat.casualties import FIRED_ON
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, Side, kind_of
from sandtable.games.axisallies.rules.turns.powers import piece
from sandtable.kernel import NO, YES, Action, Draft, Refusal, SomeOf, Verb, refuse, verb, yes_or_no
from sandtable.kernel.refusals import Place


class Fight(Action, frozen=True):
    """Resolve a battle next."""

    place: Place


class Bombard(Action, frozen=True):
    """Choose the ships that bombard before a landing."""

    ships: Pieces


class Submerge(Action, frozen=True):
    """Choose the submarines that dive; the others strike."""

    units: Pieces


class Lose(Action, frozen=True):
    """Choose casualties, and the capital ships that take one hit and stay afloat."""

    units: Pieces
    damaged: Pieces = ()


class Agree(Action, frozen=True):
    """Accept the casualties an ally proposes, or not."""

    answer: Word


class Press(Action, frozen=True):
    """Fight another round."""


class Retreat(Action, frozen=True):
    """Break off the attack."""

    to: Place


def fight(d: Draft[GlobalState], action: Fight) -> None:
    """Start a battle."""
    d.finish()
    d.call("battle", action.place)


def bombard(d: Draft[GlobalState], action: Bombard) -> None:
    """Fire with the ships that were chosen."""
    bombardment.fire(d, tuple(sorted(action.ships)))
    d.finish()


def agree(d: Draft[GlobalState], action: Agree) -> None:
    """One disagreement is enough."""
    d.done()
    if action.answer == NO:
        casualties.leave_to_attacker(d)


def break_off(d: Draft[GlobalState], action: Retreat) -> None:
    """Retreat together."""
    retreat.withdraw(d, action.to)
    d.finish()


def _submerge(side: Side) -> Verb[GlobalState, Submerge]:
    """The verb of the submarines of a side."""

    def units(state: GlobalState, who: str) -> SomeOf:
        free = [key for key in submarines.free_submarines(state, side) if state.units[key].owner == who]

        def why(key: int) -> Refusal | None:
            return refuse("AA-9.3.sub.choice", "refuse.cannot_dive", piece(key), kind=kind_of(state, key))

        return SomeOf("piece", free, why=why, default=())

    return verb(Submerge, "AA-9.3.sub.choice", lambda d, a: submarines.submerge(d, a.units), units=units)


def _lose(side: Side) -> Verb[GlobalState, Lose]:
    """The verb with which a side takes its hits."""

    def units(state: GlobalState, who: str) -> SomeOf:
        due = bill(state, side)
        options = (*due.in_reach, *(due.transports if due.owed_by_transports else ()))

        def why(key: int) -> Refusal | None:
            if key in due.transports:
                return refuse("AA-9.3.naval.transport-last", "refuse.transport_last", piece(key), most=0)
            if key in due.fighting:
                return refuse(MAXIMISE[side], "refuse.out_of_reach", piece(key), kind=kind_of(state, key))
            return refuse(FIRED_ON[side], "refuse.not_in_battle", piece(key), kind=kind_of(state, key))

        return SomeOf("piece", options, why=why, check=lambda some: due.why_not(some, None), default=due.default[0])

    def damaged(state: GlobalState, who: str, units: tuple[int, ...]) -> SomeOf | None:
        due = bill(state, side)
        ships = [key for key in due.sturdy if key not in units]
        if not ships:
            return None
        given = sum(hits_left(state, key) for key in units if key not in due.transports)
        return SomeOf(
            "piece",
            ships,
            check=lambda some: due.why_not(units, some),
            default=due.bruises(due.owed - given, units),
        )

    return verb(
        Lose,
        FIRED_ON[side],
        lambda d, a: casualties.choose(d, side, a.units, a.damaged),
        units=units,
        damaged=damaged,
    )


FIGHT = verb(Fight, "AA-9.3.std.which", fight, place=battles.battle_choice)
BOMBARD = verb(Bombard, "AA-9.3.bombard.limit", bombard, ships=bombardment.ship_choice)
SUBMERGE = {ATTACKER: _submerge(ATTACKER), DEFENDER: _submerge(DEFENDER)}
LOSE = {ATTACKER: _lose(ATTACKER), DEFENDER: _lose(DEFENDER)}
AGREE = verb(Agree, "AA-9.3.multi.casualties", agree, answer=lambda state, who: yes_or_no(default=YES))
PRESS = verb(Press, "AA-9.3.std.end", lambda d, a: d.finish())
RETREAT = verb(Retreat, "AA-9.3.retreat.where", break_off, to=retreat.ways_back)
STAY = verb(Done, "AA-9.3.std.transports-only", lambda d, a: d.finish())
