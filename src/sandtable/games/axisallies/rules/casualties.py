"""Chapter 9.3: assigning hits so that none is wasted, choosing casualties, agreeing on them, removing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from sandtable.games.axisallies.actions import Agree, Lose
from sandtable.games.axisallies.model import Hits, Unit, World
from sandtable.games.axisallies.rules.fire import REACHES, form_of, forms_in_reach, pending, total
from sandtable.games.axisallies.rules.powers import piece, place, seat
from sandtable.games.axisallies.rules.sides import (
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
from sandtable.games.axisallies.rules.spaces import cargo_of, type_of
from sandtable.kernel import NO, Draft, Phase, Ref, Refusal, SomeOf, Verb, refuse, verb, yes_or_no

FORMS = ("air", "submarine", "surface")
MAXIMISE = {ATTACKER: "AA-9.3.hits.maximise-att", DEFENDER: "AA-9.3.hits.maximise-def"}


def fits(counts: dict[str, int], hits: Hits) -> bool:
    """Whether losses of these forms can each be matched with a hit of their own (Hall's condition)."""
    for size in range(1, len(FORMS) + 1):
        for forms in combinations(FORMS, size):
            able = sum(getattr(hits, r) for r in REACHES if any(form in forms for form in forms_in_reach(r)))
            if sum(counts.get(form, 0) for form in forms) > able:
                return False
    return True


def hits_left(state: World, key: int) -> int:
    """How many hits a unit takes before it is gone."""
    unit = state.units[key]
    return type_of(state, unit).hits - unit.damaged


@dataclass(frozen=True)
class Bill:
    """The hits a side has to take and the units they may fall on."""

    state: World
    side: Side
    hits: Hits
    targets: tuple[int, ...]

    # rule: AA-9.3.naval.transport-last, AA-9.3.sub.transport-last, AA-10.transport.last
    @cached_property
    def transports(self) -> tuple[int, ...]:
        """The transports; they only take what nothing else can take."""
        return tuple(key for key in self.targets if type_of(self.state, self.state.units[key]).hold)

    @cached_property
    def fighting(self) -> tuple[int, ...]:
        """Everything but transports."""
        return tuple(key for key in self.targets if key not in self.transports)

    # rule: AA-9.3.hits.maximise-def, AA-9.3.hits.maximise-att
    @cached_property
    def owed(self) -> int:
        """How many hits the units other than transports must take: as many as can be assigned at all."""
        return len(self._filled([key for key in self.fighting for _ in range(hits_left(self.state, key))]))

    @cached_property
    def owed_by_transports(self) -> int:
        """How many transports must go for the hits nothing else could take."""
        return min(total(self.hits) - self.owed, len(self.transports)) if not self.hits.air else 0

    def _filled(self, points: Sequence[int]) -> list[int]:
        """Points taken in order as long as all of them can be matched; such greed is never short of the most."""
        taken: list[int] = []
        counts: dict[str, int] = {}
        for key in points:
            form = form_of(self.state, key)
            counts[form] = counts.get(form, 0) + 1
            if fits(counts, self.hits):
                taken.append(key)
            else:
                counts[form] -= 1
        return taken

    # rule: AA-10.battleship.hits, AA-10.carrier.hits
    @cached_property
    def sturdy(self) -> tuple[int, ...]:
        """Capital ships that can take a hit and go on."""
        return tuple(key for key in self.fighting if hits_left(self.state, key) > 1)

    @cached_property
    def default(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What most players would lose: units, and ships that are only damaged."""
        taken = self._filled([key for _, key in sorted(self._points())])
        gone = [key for key in dict.fromkeys(taken) if taken.count(key) == hits_left(self.state, key)]
        damaged = [key for key in dict.fromkeys(taken) if key not in gone]
        sunk = sorted(self.transports, key=lambda key: (len(cargo_of(self.state).get(key, ())), key))
        return tuple(sorted((*gone, *sunk[: self.owed_by_transports]))), tuple(sorted(damaged))

    def _points(self) -> list[tuple[int, int]]:
        """Every hit that can be taken, with the place it has in the order of loss."""
        found = []
        for key in self.fighting:
            kind = self.state.units[key].kind
            found.append((LOSS_ORDER.index(kind), key))
            if key in self.sturdy:
                found.append((LOSS_ORDER.index(f"{kind} damaged"), key))
        return found

    def bruises(self, count: int, spared: tuple[int, ...]) -> tuple[int, ...]:
        """The ships that would rather be damaged than others."""
        ships = [key for key in self.sturdy if key not in spared]
        ships.sort(key=lambda key: LOSS_ORDER.index(f"{self.state.units[key].kind} damaged"))
        return tuple(sorted(ships[:count]))

    def is_forced(self) -> bool:
        """Whether all legal choices come to the same."""
        open_ships = len(self.transports) > self.owed_by_transports > 0
        if open_ships and len({self._look(key) for key in self.transports}) > 1:
            return False
        points = [key for key in self.fighting if fits({form_of(self.state, key): 1}, self.hits)]
        if self.owed == sum(hits_left(self.state, key) for key in points):
            return True
        if len({self._look(key) for key in points}) > 1:
            return False
        # Of ships that are all alike and undamaged, the fewest and the most that can sink must be the same number.
        sturdy = bool(points) and points[0] in self.sturdy
        return not sturdy or max(0, self.owed - len(points)) == self.owed // 2

    def _look(self, key: int) -> tuple[object, ...]:
        """What makes one unit as good as another."""
        unit: Unit = self.state.units[key]
        cargo = tuple(sorted(self.state.units[one].kind for one in cargo_of(self.state).get(key, ())))
        return (unit.kind, unit.owner, unit.damaged, unit.landed, unit.aim, unit.spent, unit.boost, unit.origin, cargo)

    def why_not(self, units: Iterable[int], damaged: Iterable[int] | None) -> Refusal | None:
        """What is wrong with a choice; with ``damaged`` left open, whether it can still be completed."""
        chosen = tuple(units)
        ships = [key for key in chosen if key in self.transports]
        counts: dict[str, int] = {}
        for key in chosen:
            if key not in ships:
                form = form_of(self.state, key)
                counts[form] = counts.get(form, 0) + hits_left(self.state, key)
        given = sum(counts.values())
        spare = [key for key in self.sturdy if key not in chosen]
        bruised = min(self.owed - given, len(spare)) if damaged is None else len(tuple(damaged))
        counts["surface"] = counts.get("surface", 0) + max(bruised, 0)
        given += max(bruised, 0)
        if len(ships) > self.owed_by_transports:
            rule = "AA-9.3.naval.transport-last"
            return refuse(rule, "refuse.transport_last", piece(ships[0]), most=self.owed_by_transports)
        if given > self.owed or len(ships) + given > total(self.hits):
            return refuse("AA-9.3.att.fire", "refuse.too_many_losses", owed=self.owed + self.owed_by_transports)
        if given < self.owed or len(ships) < self.owed_by_transports or not fits(counts, self.hits):
            return refuse(MAXIMISE[self.side], "refuse.hits_wasted", owed=self.owed + self.owed_by_transports)
        return None


LOSS_ORDER = (
    "battleship damaged",
    "aa_gun",
    "infantry",
    "mech_infantry",
    "artillery",
    "submarine",
    "tank",
    "destroyer",
    "fighter",
    "tactical_bomber",
    "carrier damaged",
    "cruiser",
    "strategic_bomber",
    "carrier",
    "battleship",
)
"""The order in which the default takes losses."""


def bill(state: World, side: Side) -> Bill:
    """What a side has to take now."""
    return Bill(state, side, pending(state, side) or Hits(), under_fire(state, side))


# -- choosing ------------------------------------------------------------------------------------------------------


def chooser(state: World, side: Side) -> tuple[str, ...]:
    """Who picks the losses of a side first."""
    if not total(pending(state, side)):
        return ()
    keys = under_fire(state, side)
    if side == ATTACKER:
        return (battle_of(state).attacker,)
    return (spokesman(state, place_of(state), keys),) if keys else ()


def settle_forced(d: Draft[World], side: Side) -> None:
    """Take hits that leave nothing to choose without a question."""
    if not total(pending(d.now, side)):
        return
    due = bill(d.now, side)
    if not due.targets or due.is_forced():
        take(d, side, *due.default)


def _lose(side: Side) -> Verb[World, Lose]:
    def units(state: World, who: str) -> SomeOf:
        due = bill(state, side)
        able = [k for k in due.fighting if fits({form_of(state, k): 1}, due.hits)]
        options = (*able, *(due.transports if due.owed_by_transports else ()))

        def why(key: int) -> Refusal | None:
            if key in due.transports:
                return refuse("AA-9.3.naval.transport-last", "refuse.transport_last", piece(key), most=0)
            if key in due.fighting:
                return refuse(MAXIMISE[side], "refuse.out_of_reach", piece(key), kind=kind_of(state, key))
            return refuse("AA-9.3.att.fire", "refuse.not_in_battle", piece(key), kind=kind_of(state, key))

        return SomeOf("piece", options, why=why, check=lambda some: due.why_not(some, None), default=due.default[0])

    def damaged(state: World, who: str, units: tuple[int, ...]) -> SomeOf | None:
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

    def effect(d: Draft[World], action: Lose) -> None:
        battle = battle_of(d.now)
        units, damage = tuple(sorted(action.units)), tuple(sorted(action.damaged))
        if side == DEFENDER and not battle.chosen_by and _partners(d.now, d.seat, (*units, *damage)):
            d.edit("battles", place_of(d.now), proposed=units, proposed_damage=damage)
        else:
            take(d, side, units, damage)
        d.done()

    return verb(Lose, "AA-9.3.att.fire", effect, units=units, damaged=damaged)


# rule: AA-9.3.multi.casualties
def _partners(state: World, proposer: str, keys: tuple[int, ...]) -> tuple[str, ...]:
    """The other defenders who would lose something."""
    return tuple(power for power in voices(state, keys, battle_of(state).attacker) if power != proposer)


def _asked_to_agree(state: World) -> tuple[str, ...]:
    battle = battle_of(state)
    keys = (*battle.proposed, *battle.proposed_damage)
    if not keys:
        return ()
    return _partners(state, spokesman(state, place_of(state), under_fire(state, DEFENDER)), keys)


def _agree(d: Draft[World], action: Agree) -> None:
    d.done()
    if action.answer == NO:
        battle = battle_of(d.now)
        d.edit("battles", place_of(d.now), chosen_by=battle.attacker, proposed=(), proposed_damage=())
        d.log("log.disagreed", "AA-9.3.multi.casualties", power=seat(d.seat), attacker=seat(battle.attacker))
        d.finish()


def _carry_out(d: Draft[World]) -> None:
    battle = battle_of(d.now)
    if battle.proposed or battle.proposed_damage:
        take(d, DEFENDER, battle.proposed, battle.proposed_damage)


AGREE: Verb[World, Agree] = verb(
    Agree, "AA-9.3.multi.casualties", _agree, answer=lambda state, who: yes_or_no(default="yes")
)
LOSE = {ATTACKER: _lose(ATTACKER), DEFENDER: _lose(DEFENDER)}


def _prompt(side: Side) -> Callable[[World, str], dict[str, object]]:
    def words(state: World, who: str) -> dict[str, object]:
        due = bill(state, side)
        return {"place": place(place_of(state)), "hits": due.owed + due.owed_by_transports}

    return words


def _proposal(state: World, who: str) -> dict[str, object]:
    """The losses an ally proposes, kind by kind."""
    battle = battle_of(state)
    kinds = tuple(kind_of(state, key) for key in (*battle.proposed, *battle.proposed_damage))
    return {"place": place(place_of(state)), "kinds": kinds}


def losses(name: str, side: Side, rule: str) -> Phase[World]:
    """The steps in which a side takes hits; several defenders agree or leave it to the attacker."""
    choose: Phase[World] = Phase(
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
    agree: Phase[World] = Phase(
        "agree", agreement, who=_asked_to_agree, verbs=(AGREE,), end=_carry_out, prompt=_proposal
    )
    overrule: Phase[World] = Phase(
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
def take(d: Draft[World], side: Side, units: tuple[int, ...], damaged: tuple[int, ...]) -> None:
    """Take hits: damage stays, attackers go at once, defenders go behind the casualty strip and still fire."""
    at = place_of(d.now)
    for key in damaged:
        d.edit("units", key, damaged=True)
        unit = d.now.units[key]
        rule = type_of(d.now, unit).rule
        d.log("log.damaged", rule, piece(key), power=_owner(unit), kind=Ref("kind", unit.kind), place=place(at))
    d.edit("battles", at, **{f"on_{side}": None}, chosen_by="", proposed=(), proposed_damage=())
    if side == DEFENDER and not is_raid(d.now):
        d.edit("battles", at, doomed=tuple(sorted((*battle_of(d.now).doomed, *units))))
    else:
        lose(d, units, "AA-9.3.def.fire")


# rule: AA-9.3.std.remove
def clear_strip(d: Draft[World]) -> None:
    """Remove the defenders behind the casualty strip."""
    doomed = battle_of(d.now).doomed
    if doomed:
        lose(d, doomed, "AA-9.3.std.remove")
        d.edit("battles", place_of(d.now), doomed=())


# rule: AA-9.3.std.cargo, AA-10.carrier.damaged-defence
def with_cargo(state: World, keys: Iterable[int]) -> tuple[int, ...]:
    """Units and everything aboard them."""
    cargo = cargo_of(state)
    found: dict[int, None] = {}
    for key in keys:
        found[key] = None
        found.update(dict.fromkeys(cargo.get(key, ())))
    return tuple(sorted(found))


def remove(d: Draft[World], keys: Iterable[int]) -> None:
    """Take units off the board with everything aboard them."""
    for key in with_cargo(d.now, keys):
        d.drop("units", key)


def lose(d: Draft[World], keys: Iterable[int], rule: str) -> None:
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


def _owner(unit: Unit) -> Ref:
    return Ref("seat", unit.owner)
