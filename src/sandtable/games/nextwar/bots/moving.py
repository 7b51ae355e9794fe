"""Where units go: some mass against what pays to attack, some guard what may be lost, the rest march to what counts."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.actions.moving import Move
from sandtable.games.nextwar.bots import attacking, goals
from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import eligibility, marching
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, points2, there
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.planning import Idea

ENOUGH = 4.0
"""Attack for each point of defence that is massed against a hex; less is not worth a march, more is wasted."""
LEAST = 1.6
CROWDED = 0.25
"""What a hex loses for each half stack point that stands there already."""
MOST_TARGETS = 12
SHY = 0.5
"""What standing next to a stronger enemy costs those who defend."""


def plan(state: KoreaState, side: str) -> list[Idea]:
    """The moves of a segment."""
    return list(_Plan(state, side).moves())


class _Plan:
    """One segment: who can still move, where each could go, and what is planned already."""

    def __init__(self, state: KoreaState, side: str) -> None:
        self.state, self.side = state, side
        self.attacks = goals.is_attacker(state, side)
        self.pull = goals.pull(state, side)
        self.guard = goals.threatened(state, side)
        self.held = holders(state)
        self.crowd = dict(points2(state))
        self.free = {
            key: marching.destinations(state, key)
            for key in on_board(state, side)
            if is_hex(state.units[key].hex) and eligibility.why_not_move(state, side, key) is None
        }

    def moves(self) -> Iterator[Idea]:
        """Guards stay, then those who mass, then all others."""
        self._keep_guards()
        for target in self._targets():
            yield from self._mass(target)
        for key in sorted(self.free, key=lambda key: (-face(self.state, key).attack, key)):
            yield from self._march(key)

    def _keep_guards(self) -> None:
        """One unit, the best defender, stays in every place that an enemy could take."""
        for place in self.guard:
            here = [key for key in there(self.state, place) if key in self.free]
            if here and self.held.get(place) == self.side:
                stays = max(here, key=lambda key: (face(self.state, key).defence, -key))
                del self.free[stays]

    def _defence(self, target: int) -> float:
        """What has to be overcome in a hex, ground included."""
        ground = self.state.board.ground[target]
        steep = 2.0 if ground.is_urban or self.state.board.terrain(target) not in ("flat", "clear", "open") else 1.2
        return steep * sum(max(1, face(self.state, key).defence) for key in there(self.state, target))

    def _targets(self) -> list[int]:
        """Enemy stacks that could be attacked, the most rewarding first."""
        found = []
        power = {key: face(self.state, key).attack for key in self.free}
        for target, holder in self.held.items():
            if holder != enemy(self.side) or not is_hex(target):
                continue
            near = self.state.board.near[target]
            could = sum(power[key] for key in self.free if any(self._gets_to(key, h) for h in near))
            ratio = could / max(1.0, self._defence(target))
            if ratio >= (LEAST if self.attacks else 2 * LEAST):
                value = self.pull.get(target, 0.0) + attacking.STEP
                found.append((value * min(ratio, ENOUGH), target))
        return [target for _, target in sorted(found, key=lambda one: (-one[0], one[1]))[:MOST_TARGETS]]

    def _gets_to(self, key: int, place: int) -> bool:
        return place in self.free[key] or self._at(key, place)

    def _at(self, key: int, place: int) -> bool:
        return self.state.units[key].hex == place

    def _mass(self, target: int) -> Iterator[Idea]:
        """Bring up enough to attack a hex, each unit to the best hex beside it; nobody where enough cannot come."""
        need, sent, moves = self._defence(target) * ENOUGH, 0.0, list[tuple[int, int]]()
        near = [h for h in self.state.board.near[target] if self.held.get(h) in (None, self.side) and is_hex(h)]
        for key in sorted(self.free, key=lambda key: (-face(self.state, key).attack, key)):
            if sent >= need or not face(self.state, key).attack:
                break
            open_to = [h for h in near if h in self.free[key] or self._at(key, h)]
            if not open_to:
                continue
            best = max(open_to, key=lambda h: (self._room(h), self._at(key, h), self.pull.get(h, 0.0), -h))
            if self._room(best) < face(self.state, key).stack2 and not self._at(key, best):
                continue
            moves.append((key, best))
            self.crowd[best] = self.crowd.get(best, 0) + face(self.state, key).stack2
            sent += face(self.state, key).attack
        if sent < self._defence(target) * LEAST:
            for key, place in moves:
                self.crowd[place] -= face(self.state, key).stack2
            return
        for key, place in moves:
            ways = self.free.pop(key)
            if not self._at(key, place) and place in ways:
                yield self._go(key, place)

    def _room(self, place: int) -> int:
        """Half stack points that still fit, as a rule of thumb; the rules themselves judge every move."""
        return 8 - self.crowd.get(place, 0)

    def _march(self, key: int) -> Iterator[Idea]:
        """Go where it pulls most; units that defend keep away from what is stronger."""
        here = self.state.units[key].hex
        places = sorted({here, *self.free[key]}, key=lambda h: (-self._worth(key, h), h != here, h))
        best = places[: 1 + places.index(here)][:3]
        if best and best[0] != here:
            self.crowd[best[0]] = self.crowd.get(best[0], 0) + face(self.state, key).stack2
            yield tuple(move for h in best if h != here for move in self._go(key, h))

    def _worth(self, key: int, place: int) -> float:
        state = self.state
        value = self.pull.get(place, 0.0) - CROWDED * (self.crowd.get(place, 0) if place != state.units[key].hex else 0)
        if is_hex(place) and controller(state, place) != self.side:
            value += 0.5 + goals.worth(state, self.side).get(place, 0.0)
        if place in self.guard and self.held.get(place) != self.side:
            value += self.guard[place]
        foes = sum(
            face(state, one).attack
            for h in state.board.near.get(place, ())
            if self.held.get(h) == enemy(self.side)
            for one in there(state, h)
        )
        if foes and not self.attacks:
            weak = foes / max(1, face(state, key).defence)
            value -= SHY * min(weak, 4.0)
        if is_hex(place) and state.board.terrain(place) not in ("flat", "clear", "open"):
            value += 0.2
        return value

    def _go(self, key: int, place: int) -> Idea:
        way = marching.paths(self.state, self.side, (key,)).reach().get(place)
        return () if way is None else (Move(units=(key,), path=tuple(int(h) for h in way.path)),)
