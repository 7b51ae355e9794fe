"""Chapter 9.3: which hits can fall on which units, and how to assign them so that none is wasted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from sandtable.games.axisallies.model import GlobalState, Hits, Unit
from sandtable.games.axisallies.rules.combat.fire import REACHES, form_of, forms_in_reach, pending, total
from sandtable.games.axisallies.rules.combat.loss_order import Company, Point, homeless_in, order_of_loss
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, Side, place_of, under_fire
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, type_of
from sandtable.games.axisallies.rules.turns.powers import piece
from sandtable.kernel import Refusal, refuse

FORMS = ("air", "submarine", "surface")
MAXIMISE = {ATTACKER: "AA-9.3.hits.maximise-att", DEFENDER: "AA-9.3.hits.maximise-def"}


@cache
def _able(hits: Hits) -> tuple[tuple[tuple[str, ...], int], ...]:
    """For every set of forms, how many of the hits can fall on at least one of them."""
    sets = [forms for size in range(1, len(FORMS) + 1) for forms in combinations(FORMS, size)]
    return tuple(
        (forms, sum(getattr(hits, r) for r in REACHES if any(form in forms for form in forms_in_reach(r))))
        for forms in sets
    )


def fits(counts: Mapping[str, int], hits: Hits) -> bool:
    """Whether losses of these forms can each be matched with a hit of their own (Hall's condition)."""
    if sum(counts.values()) <= hits.any:
        return True
    return all(sum(counts.get(form, 0) for form in forms) <= able for forms, able in _able(hits))


def most_taken(counts: Mapping[str, int], hits: Hits) -> int:
    """How many hits can be matched with losses of these forms at all (König's theorem)."""
    everything = sum(counts.values())
    if everything <= hits.any:
        return everything
    short = (everything - sum(counts.get(form, 0) for form in forms) + able for forms, able in _able(hits))
    return min(everything, *short)


def hits_left(state: GlobalState, key: int) -> int:
    """How many hits a unit takes before it is gone."""
    unit = state.units[key]
    return type_of(state, unit).hits - unit.damaged


@dataclass(frozen=True)
class Bill:
    """The hits a side has to take and the units they may fall on."""

    state: GlobalState
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
        counts: dict[str, int] = {}
        for key in self.fighting:
            form = form_of(self.state, key)
            counts[form] = counts.get(form, 0) + hits_left(self.state, key)
        return most_taken(counts, self.hits)

    @cached_property
    def owed_by_transports(self) -> int:
        """How many transports must go for the hits nothing else could take."""
        return min(total(self.hits) - self.owed, len(self.transports)) if not self.hits.air else 0

    def _filled(self, points: Sequence[int]) -> list[int]:
        """Points taken in order as long as all of them can be matched; such greed is never short of the most."""
        taken: list[int] = []
        counts: dict[str, int] = {}
        for key in points:
            if len(taken) == self.owed:
                break
            form = form_of(self.state, key)
            counts[form] = counts.get(form, 0) + 1
            if fits(counts, self.hits):
                taken.append(key)
            else:
                counts[form] -= 1
        return taken

    @cached_property
    def in_reach(self) -> tuple[int, ...]:
        """What some of the hits can fall on, transports apart."""
        forms = {form: fits({form: 1}, self.hits) for form in FORMS}
        return tuple(key for key in self.fighting if forms[form_of(self.state, key)])

    # rule: AA-10.battleship.hits, AA-10.carrier.hits
    @cached_property
    def sturdy(self) -> tuple[int, ...]:
        """Capital ships that can take a hit and go on."""
        return tuple(key for key in self.fighting if hits_left(self.state, key) > 1)

    @cached_property
    def default(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What most players would lose: units, and ships that are only damaged."""
        taken = self._filled([key for _, key in self._points])
        gone = [key for key in dict.fromkeys(taken) if taken.count(key) == hits_left(self.state, key)]
        damaged = [key for key in dict.fromkeys(taken) if key not in gone]
        sunk = sorted(self.transports, key=lambda key: (len(cargo_of(self.state).get(key, ())), key))
        return tuple(sorted((*gone, *sunk[: self.owed_by_transports]))), tuple(sorted(damaged))

    @cached_property
    def _points(self) -> list[tuple[Point, int]]:
        """Every hit that can be taken and the unit that takes it, in the order of loss."""
        homeless = homeless_in(self.state, self.fighting, self.side)
        units: dict[str, list[int]] = {}
        for key in sorted(self.fighting, key=lambda key: self._spent_first(key, homeless)):
            units.setdefault(self.state.units[key].kind, []).append(key)
        company = Company(
            units={kind: len(keys) for kind, keys in units.items()},
            whole=_counted(self.state, self.sturdy),
            homeless=_counted(self.state, homeless),
            keeps_land=self.side == ATTACKER and not self.state.board.is_sea(place_of(self.state)),
        )
        whole = {kind: [key for key in keys if key in self.sturdy] for kind, keys in units.items()}
        order = order_of_loss(self.state.board, company)
        return [(point, (whole if point.damage else units)[point.kind].pop(0)) for point in order]

    def _spent_first(self, key: int, homeless: tuple[int, ...]) -> tuple[bool, bool, bool, int]:
        """Of one kind: who cannot retreat, has no land in reach or is damaged already goes before the others."""
        unit = self.state.units[key]
        return not unit.landed, key not in homeless, not unit.damaged, key

    def bruises(self, count: int, spared: tuple[int, ...]) -> tuple[int, ...]:
        """The ships that would rather be damaged than others."""
        ships = [key for point, key in self._points if point.damage and key not in spared]
        return tuple(sorted(ships[:count]))

    def is_forced(self) -> bool:
        """Whether all legal choices come to the same."""
        open_ships = len(self.transports) > self.owed_by_transports > 0
        if open_ships and len({self._look(key) for key in self.transports}) > 1:
            return False
        points = self.in_reach
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


def _counted(state: GlobalState, keys: Iterable[int]) -> dict[str, int]:
    """How many units of each kind are among some."""
    counts: dict[str, int] = {}
    for key in keys:
        counts[state.units[key].kind] = counts.get(state.units[key].kind, 0) + 1
    return counts


def bill(state: GlobalState, side: Side) -> Bill:
    """What a side has to take now."""
    return Bill(state, side, pending(state, side) or Hits(), under_fire(state, side))
