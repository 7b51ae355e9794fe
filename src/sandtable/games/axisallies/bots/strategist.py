"""The strategist of Global 1940: searches whole turns, judged by exact odds and by the enemy's best reply."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.bots import attacking, moving, outlook
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.marches import Columns
from sandtable.games.axisallies.bots.planner import GlobalPlanner
from sandtable.games.axisallies.bots.schemes import Scheme, Staff
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.kernel import Ref
from sandtable.kernel.queries import Phrase
from sandtable.kernel.refusals import Param
from sandtable.planning import Budget, Idea, Paced, improve

JUDGEMENTS = 150
"""Plans that are judged for one phase of movement where the table says nothing else."""
A_SECOND = 50
"""Plans that are judged in a second, on an ordinary machine."""
NOW, NEXT = 3, 2
"""How many aims are told: attacks of this turn, and of the next."""
LIKELY = 0.4
"""The chance from which on an attack of the next turn is an aim."""


class GlobalStrategist(Paced, GlobalPlanner):
    """Plays one power like the planner, but weighs whole plans against each other before it moves."""

    def __init__(self, seed: bytes, thinking: Budget | None = None) -> None:
        super().__init__(seed)
        self._thinking = thinking or Budget(JUDGEMENTS)
        self.aims: tuple[Phrase, ...] = ()
        """What it is after, in words: attacks of this turn, and of the next."""

    def pace(self, seconds: int) -> None:
        """So many plans a second."""
        self._thinking.judgements = max(1, min(JUDGEMENTS, seconds * A_SECOND))

    def begin(self, state: GlobalState, seat: str) -> None:
        """The best plan that the budget finds."""
        if ".combat_move" in state.here.at:
            self._ideas = self._attacks(state, seat)
        else:
            self._ideas = moving.plan(state, seat, self._marches(state, seat))

    def _marches(self, state: GlobalState, seat: str) -> list[Idea]:
        columns = Columns(state, seat)
        best = improve(columns.first(), columns.value, columns.vary, columns.cross, self._thinking, self._dice)
        self.aims = tuple(_next(columns.after(best[0].plan), seat, NEXT))
        return list(columns.written(best[0].plan))

    def _attacks(self, state: GlobalState, seat: str) -> list[Idea]:
        free = spared(state, seat, all_of_them=True)
        staff = Staff(state, seat, free)
        usual = staff.read(attacking.choice(state, seat, spared(state, seat)))
        best = improve([usual, ()], staff.value, staff.vary, staff.cross, self._thinking, self._dice)[0].plan
        self.aims = tuple(_told(staff, best))
        return attacking.moves(state, seat, staff.written(best), spared(state, seat))


def _told(staff: Staff, scheme: Scheme) -> Iterator[Phrase]:
    """The attacks of a scheme, the most valuable first, and what is to follow."""
    state = staff.state
    for attack in staff.written(scheme)[:NOW]:
        ships = len(attack.lifts)
        words: dict[str, Param] = {
            "place": Ref("place", attack.at),
            "units": attack.look.sent,
            "transports": ships,
            "percent": round(100 * attack.look.chance),
        }
        sea = state.board.is_sea(attack.at)
        yield Phrase("aim.sink" if sea else "aim.land" if ships else "aim.take", words)
    wars = {at: staff.war(teams) for at, teams in staff.attacks(scheme).items()}
    yield from _next(staff.after(scheme, wars), staff.power, NEXT)


def _next(state: GlobalState, power: str, most: int) -> Iterator[Phrase]:
    """What could be taken in two turns from a position."""
    transports = sum(unit.owner == power and bool(type_of(state, unit).hold) for unit in state.units.values())
    for one in outlook.prospects(state, power, most):
        if one.chance < LIKELY:
            continue
        landing = not any(
            unit.owner == power and type_of(state, unit).domain == "land"
            for near in state.board.land_next[one.at]
            for unit in state.units.values()
            if unit.at == near
        )
        words: dict[str, Param] = {
            "place": Ref("place", one.at),
            "units": sum(one.sent.values()),
            "transports": transports,
            "percent": round(100 * one.chance),
        }
        yield Phrase("aim.next_landing" if landing and transports else "aim.next", words)
