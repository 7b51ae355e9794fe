"""Chapter 9.3: choosing casualties, agreeing on them, taking and removing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.games.axisallies.actions import Agree, Lose
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.assignment import MAXIMISE, bill, hits_left
from sandtable.games.axisallies.rules.combat.fire import pending, total
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    DEFENDER,
    Side,
    battle_of,
    is_raid,
    kind_of,
    place_of,
    spokesman,
    under_fire,
    voices,
)
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, company
from sandtable.games.axisallies.rules.turns.powers import piece, place, seat
from sandtable.kernel import NO, Draft, Phase, Ref, Refusal, SomeOf, Verb, refuse, verb, yes_or_no

FIRED_ON = {ATTACKER: "AA-9.3.def.fire", DEFENDER: "AA-9.3.att.fire"}
"""The step in which a side takes its losses: when the other one has fired."""


def chooser(state: GlobalState, side: Side) -> tuple[str, ...]:
    """Who picks the losses of a side first."""
    if not total(pending(state, side)):
        return ()
    keys = under_fire(state, side)
    if side == ATTACKER:
        return (battle_of(state).attacker,)
    return (spokesman(state, place_of(state), keys),) if keys else ()


def settle_forced(d: Draft[GlobalState], side: Side) -> None:
    """Take hits that leave nothing to choose without a question."""
    if not total(pending(d.now, side)):
        return
    due = bill(d.now, side)
    if not due.targets or due.is_forced():
        take(d, side, *due.default)


def _lose(side: Side) -> Verb[GlobalState, Lose]:
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

    def effect(d: Draft[GlobalState], action: Lose) -> None:
        battle = battle_of(d.now)
        units, damage = tuple(sorted(action.units)), tuple(sorted(action.damaged))
        if side == DEFENDER and not battle.chosen_by and _partners(d.now, d.seat, (*units, *damage)):
            d.edit("battles", place_of(d.now), proposed=units, proposed_damage=damage)
        else:
            take(d, side, units, damage)
        d.done()

    return verb(Lose, FIRED_ON[side], effect, units=units, damaged=damaged)


# rule: AA-9.3.multi.casualties
def _partners(state: GlobalState, proposer: str, keys: tuple[int, ...]) -> tuple[str, ...]:
    """The other defenders who would lose something."""
    return tuple(power for power in voices(state, keys, battle_of(state).attacker) if power != proposer)


def _asked_to_agree(state: GlobalState) -> tuple[str, ...]:
    battle = battle_of(state)
    keys = (*battle.proposed, *battle.proposed_damage)
    if not keys:
        return ()
    return _partners(state, spokesman(state, place_of(state), under_fire(state, DEFENDER)), keys)


def _agree(d: Draft[GlobalState], action: Agree) -> None:
    d.done()
    if action.answer == NO:
        battle = battle_of(d.now)
        d.edit("battles", place_of(d.now), chosen_by=battle.attacker, proposed=(), proposed_damage=())
        d.log("log.disagreed", "AA-9.3.multi.casualties", power=seat(d.seat), attacker=seat(battle.attacker))
        d.finish()


def _carry_out(d: Draft[GlobalState]) -> None:
    battle = battle_of(d.now)
    if battle.proposed or battle.proposed_damage:
        take(d, DEFENDER, battle.proposed, battle.proposed_damage)


AGREE: Verb[GlobalState, Agree] = verb(
    Agree, "AA-9.3.multi.casualties", _agree, answer=lambda state, who: yes_or_no(default="yes")
)
LOSE = {ATTACKER: _lose(ATTACKER), DEFENDER: _lose(DEFENDER)}


def _prompt(side: Side) -> Callable[[GlobalState, str], dict[str, object]]:
    def words(state: GlobalState, who: str) -> dict[str, object]:
        due = bill(state, side)
        return {"place": place(place_of(state)), "hits": due.owed + due.owed_by_transports}

    return words


def _proposal(state: GlobalState, who: str) -> dict[str, object]:
    """The losses an ally proposes, kind by kind."""
    battle = battle_of(state)
    kinds = tuple(kind_of(state, key) for key in (*battle.proposed, *battle.proposed_damage))
    return {"place": place(place_of(state)), "kinds": kinds}


def losses(name: str, side: Side, rule: str) -> Phase[GlobalState]:
    """The steps in which a side takes hits; several defenders agree or leave it to the attacker."""
    choose: Phase[GlobalState] = Phase(
        "choose",
        rule,
        who=lambda state: chooser(state, side),
        verbs=(LOSE[side],),
        begin=lambda d: settle_forced(d, side),
        prompt=_prompt(side),
    )
    if side == ATTACKER:
        return Phase(name, rule, (choose,))
    agreement = "AA-9.3.multi.casualties"
    agree: Phase[GlobalState] = Phase(
        "agree", agreement, who=_asked_to_agree, verbs=(AGREE,), end=_carry_out, prompt=_proposal
    )
    overrule: Phase[GlobalState] = Phase(
        "overrule",
        agreement,
        who=lambda state: (battle_of(state).attacker,),
        when=lambda state: bool(battle_of(state).chosen_by),
        verbs=(LOSE[DEFENDER],),
        prompt=_prompt(DEFENDER),
    )
    return Phase(name, rule, (choose, agree, overrule))


# -- taking --------------------------------------------------------------------------------------------------------


# rule: AA-9.3.std.fire-order
def take(d: Draft[GlobalState], side: Side, units: tuple[int, ...], damaged: tuple[int, ...]) -> None:
    """Take hits: damage stays, attackers go at once, defenders go behind the casualty strip and still fire."""
    at = place_of(d.now)
    for key in damaged:
        d.edit("units", key, damaged=True)
        unit = d.now.units[key]
        rule = f"AA-10.{unit.kind}.hits"
        d.log(
            "log.damaged", rule, piece(key), power=Ref("seat", unit.owner), kind=Ref("kind", unit.kind), place=place(at)
        )
    d.edit("battles", at, **{f"on_{side}": None}, chosen_by="", proposed=(), proposed_damage=())
    if side == DEFENDER and not is_raid(d.now):
        d.edit("battles", at, doomed=tuple(sorted((*battle_of(d.now).doomed, *units))))
    else:
        lose(d, units, FIRED_ON[side])


# rule: AA-9.3.std.remove
def clear_strip(d: Draft[GlobalState]) -> None:
    """Remove the defenders behind the casualty strip."""
    doomed = battle_of(d.now).doomed
    if doomed:
        lose(d, doomed, "AA-9.3.std.remove")
        d.edit("battles", place_of(d.now), doomed=())


# rule: AA-9.3.std.cargo, AA-10.carrier.damaged-defence
def with_cargo(state: GlobalState, keys: Iterable[int]) -> tuple[int, ...]:
    """Units and everything aboard them."""
    cargo = cargo_of(state)
    found: dict[int, None] = {}
    for key in keys:
        found[key] = None
        found.update(dict.fromkeys(cargo.get(key, ())))
    return tuple(sorted(found))


def remove(d: Draft[GlobalState], keys: Iterable[int]) -> None:
    """Take units off the board with everything aboard them."""
    for key in with_cargo(d.now, keys):
        d.drop("units", key)


def ditch(d: Draft[GlobalState], keys: Iterable[int]) -> None:
    """Aircraft without a place to land go down where they are."""
    for key in tuple(keys):
        at = place(d.now.units[key].at)
        d.log("log.no_landing", "AA-9.4.air.lost", at, unit=piece(key), place=at, **company(d.now, (key,)))
        d.drop("units", key)


def lose(d: Draft[GlobalState], keys: Iterable[int], rule: str) -> None:
    """Write down who lost what, and remove it."""
    groups: dict[tuple[str, str, int], int] = {}
    gone = with_cargo(d.now, keys)
    for key in gone:
        unit = d.now.units[key]
        group = (unit.owner, unit.kind, unit.at)
        groups[group] = groups.get(group, 0) + 1
    for (owner, kind, at), count in groups.items():
        d.log("log.lost", rule, power=Ref("seat", owner), kind=Ref("kind", kind), place=place(at), count=count)
    remove(d, gone)
