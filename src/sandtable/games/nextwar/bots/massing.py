"""Bringing up an attack: who comes beside a hex so that the combat table pays, judged by the table itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from sandtable.games.nextwar.bots import attacking, goals
from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.combat.strength import defence_strength
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.movement.terrain import ways
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel.state import successor

SHARES = (1.0, 0.7, 0.45, 0.25)
"""Parts of all that could come that are weighed as an attack."""
EACH = 0.12
"""What every unit that takes part costs: it could do something else."""
PLANNED_AIR = 1
"""Air points that an attack may count on while there are any."""

Reach = Mapping[int, Mapping[int, int]]
"""Units that can still move, with the hexes where each can get."""


@dataclass(frozen=True)
class Assault:
    """An attack that could be brought up: its target, what it promises, how often it takes the hex, who goes where."""

    target: int
    gain: float
    taken: float
    places: tuple[tuple[int, int], ...]


class Massing:
    """All that could be attacked from where units can get to."""

    def __init__(self, state: KoreaState, side: str, reach: Reach) -> None:
        self.state, self.side = state, side
        self.held = holders(state)
        self.arrivals: dict[int, list[int]] = {}
        for key, places in reach.items():
            for place in (state.units[key].hex, *places):
                self.arrivals.setdefault(place, []).append(key)
        self.looks = 0
        """Attacks that were weighed."""

    def targets(self) -> Iterator[int]:
        """Hexes of the enemy that somebody could get next to."""
        for target, holder in self.held.items():
            if holder == enemy(self.side) and is_hex(target) and any(True for _ in self._sides(target)):
                yield target

    def _sides(self, target: int) -> Iterator[int]:
        """Hexes from which a hex could be attacked."""
        korea = self.state.board
        for place in korea.near[target]:
            open_to = self.held.get(place, self.side) == self.side and korea.ground[place].is_land
            if place in self.arrivals and open_to and not korea.border(place, target).water:
                yield place

    def best(self, target: int, free: Reach, crowd: Mapping[int, int]) -> Assault | None:
        """The attack on a hex that promises most, with those who are still free."""
        places = self._gathered(target, free, crowd)
        found: Assault | None = None
        for some in self._parts(places):
            seen = self._outlook(target, some)
            if found is None or seen.gain > found.gain:
                found = Assault(target, seen.gain, seen.taken, some)
        return found

    def _parts(self, places: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
        """Forces to choose from: the strongest parts of all who can come, and those of one corps alone."""
        if not places:
            return []
        units = self.state.board.units
        sizes = dict.fromkeys(max(1, round(len(places) * share)) for share in SHARES)
        parts = [tuple(places[:size]) for size in sizes]
        corps: dict[str, int] = {}
        for key, _ in places:
            corps[units[key].formation] = corps.get(units[key].formation, 0) + face(self.state, key).attack
        main = max((one for one in corps if one), key=lambda one: (corps[one], one), default="")
        if main and len(corps) > 1:
            parts.append(tuple((key, place) for key, place in places if units[key].formation in ("", main)))
        return list(dict.fromkeys(parts))

    def _gathered(self, target: int, free: Reach, crowd: Mapping[int, int]) -> list[tuple[int, int]]:
        """Everybody who can come, the strongest first, each to the best hex that has room for him."""
        state, korea = self.state, self.state.board
        sides = list(self._sides(target))
        options: dict[int, list[int]] = {}
        for place in sides:
            for key in self.arrivals[place]:
                if key in free and face(state, key).attack:
                    mobility = face(state, key).mobility
                    if any(way[0] == target for way in ways(state, mobility)[place]):
                        options.setdefault(key, []).append(place)
        room = {place: stacking.limit2(state, place, self.side) - crowd.get(place, 0) for place in sides}
        used: set[int] = set()
        found: list[tuple[int, int]] = []
        need = self._need(target)
        sent = 0.0
        for key in sorted(options, key=lambda key: (-face(state, key).attack, key)):
            here, size = state.units[key].hex, face(state, key).stack2
            fits = [h for h in options[key] if h == here or room[h] >= size]
            if not fits or sent > need:
                continue
            best = max(fits, key=lambda h: (not korea.border(h, target).river, h == here, h not in used, room[h], -h))
            if best != here:
                room[best] -= size
            used.add(best)
            found.append((key, best))
            sent += face(state, key).attack * (0.5 if korea.border(best, target).river else 1.0)
        return found

    def _need(self, target: int) -> float:
        """Attack strength beyond which more is wasted."""
        battle = attacking.battle_of(self.state, self.side, target, there(self.state, target))
        highest = chart("combat")["highest_odds"][self.state.board.terrain(target)].partition(":")[0]
        return 1.2 * float(highest) * (defence_strength(self.state, battle).total if battle else 1)

    def _outlook(self, target: int, places: tuple[tuple[int, int], ...]) -> attacking.Outlook:
        """What the attack promises once all are in their places, less what it costs to have them there."""
        self.looks += 1
        state = self.state
        moved = {key: replace(state.units[key], hex=place) for key, place in places if state.units[key].hex != place}
        later = successor(state, units={**state.units, **moved}) if moved else state
        battle = attacking.battle_of(later, self.side, target, (key for key, _ in places))
        if battle is None:
            return attacking.Outlook(0.0, 0.0)
        seen = attacking.outlook(later, battle, min(PLANNED_AIR, state.accounts[self.side].air))
        idle = 0.0 if goals.is_pressed(state, self.side) else attacking.GROUND
        return attacking.Outlook(seen.gain - EACH * len(places) - idle, seen.taken)
