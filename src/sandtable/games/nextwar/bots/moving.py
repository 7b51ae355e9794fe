"""Where units go: some mass against what pays to attack, some take what stands empty, the rest march to what counts."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from sandtable.games.nextwar.actions.moving import Dig, Move
from sandtable.games.nextwar.bots import attacking, goals, occupying
from sandtable.games.nextwar.bots.massing import Assault, Massing
from sandtable.games.nextwar.bots.orders import USUAL, Orders
from sandtable.games.nextwar.model import DPRK, KoreaState, Tunnel, enemy
from sandtable.games.nextwar.rules.korean_terrain import tunnels as digging
from sandtable.games.nextwar.rules.movement import control, eligibility, marching, mopup, stacking
from sandtable.games.nextwar.rules.scenarios import duties
from sandtable.games.nextwar.rules.scenarios.restraints import HOLDS
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, points2, there
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel.state import successor
from sandtable.planning import Idea

MOST_ATTACKS = 16
MOST_WEIGHED = 150
"""Attacks that are brought up in one segment, and that are thought about."""
GUARDED, CLOSE = 3.0, 4
"""Worth from which an attacker leaves a guard behind, and how near the enemy has to be."""
PRIZE = 8.0
"""Worth from which a place is taken before anything is attacked."""
GAMBLE = 0.3
"""The least chance at which too few are sent to mop up."""
GOALS = 40
"""Places that marches are drawn to."""
SHARED = 0.5
"""How much less a place draws for every unit that is under way to it."""
EXPOSED = 0.4
"""What a hex next to an enemy costs in marches, for each time that he is stronger."""
REAR = 3
"""Hexes that headquarters and depots keep between themselves and the enemy."""


def tunnels(state: KoreaState, side: str) -> Iterator[Idea]:
    """Dig where an attack gains most by it, with mouths where most can gather."""
    places = [int(h) for h in digging.targets(state, side).legal]
    reach = Plan(state, side).free
    later = successor(state, tunnels={**state.tunnels, **{h: Tunnel() for h in places}})
    massing = Massing(later, side, reach)
    attackable = set(massing.targets()).intersection(places)
    found = [(best.gain, best) for h in attackable if (best := massing.best(h, reach, points2(state))) is not None]
    for gain, assault in sorted(found, key=lambda one: (-one[0], one[1].target)):
        if gain > attacking.least_promise(state, side):
            from_ = sorted({h for _, h in assault.places if state.board.ground[h].country == side})
            mouths = sorted(from_, key=lambda h: -sum(place == h for _, place in assault.places))[: digging.MOUTHS]
            yield (Dig(place=assault.target, hexes=tuple(sorted(mouths))), Dig(place=assault.target))


class Plan:
    """One segment: who can still move, where each could go, and what is planned already."""

    def __init__(self, state: KoreaState, side: str, orders: Orders = USUAL) -> None:
        self.state, self.side, self.orders = state, side, orders
        self.attacks = goals.is_attacker(state, side) if orders.advance is None else orders.advance
        self.held = holders(state)
        self.crowd = dict(points2(state))
        self.free = {
            key: marching.destinations(state, key)
            for key in on_board(state, side)
            if is_hex(state.units[key].hex) and eligibility.why_not_move(state, side, key) is None
        }
        self.rear = {key: self.free.pop(key) for key in tuple(self.free) if self._is_rear(key)}
        self.claims: dict[int, int] = {}
        self.assaults: list[Assault] = []
        self.taking: list[tuple[int, int, float]] = []
        """Empty places that are walked into: each with how many go, and the chance that it is taken."""
        self.bound: dict[int, int] = {}
        """Where the others are under way to, and how many."""
        self.guarding: list[int] = []

    def _is_rear(self, key: int) -> bool:
        counter = self.state.board.units[key]
        return counter.kind in ("hq", "artillery") or counter.is_supply

    def _rear_units(self) -> Iterator[int]:
        """Staffs and depots on the map, whether they can move or not."""
        state = self.state
        yield from (k for k in on_board(state, self.side) if is_hex(state.units[k].hex) and self._is_rear(k))

    def moves(self) -> Iterator[Idea]:
        """Guards stay, prizes are taken, then those who mass, then all others."""
        yield from self._duty()
        if self.orders.guards:
            self._keep_guards()
        yield from self._hold_streets()
        yield from self._occupy(PRIZE)
        yield from self._attacks()
        yield from self._occupy(0.0)
        objectives = self._objectives()
        for key in sorted(self.free, key=lambda key: (-face(self.state, key).attack, key)):
            yield from self._march(key, objectives)
        for key in sorted(self.rear):
            yield from self._follow(key)

    # -- those who stay ----------------------------------------------------------------------------------------------

    def _duty(self) -> Iterator[Idea]:
        """Do first what the segment cannot be ended without, and keep those there who do it."""
        if not self.state.board.special(HOLDS) or self.side != DPRK:
            return
        refusal = duties.why_not_end(self.state, self.side)
        place = self.state.board.place(duties.GUARDED)
        here = sorted(
            (key for key in there(self.state, place) if key in self.free),
            key=lambda key: (face(self.state, key).attack, key),
        )
        held2 = 0
        for key in here:
            if held2 < duties.GUARD2:
                held2 += face(self.state, key).stack2
                del self.free[key]
        if refusal is None:
            return
        able = sorted(
            (key for key in self.free if place in self.free[key]),
            key=lambda key: (face(self.state, key).stack2 < duties.GUARD2 - held2, face(self.state, key).attack, key),
        )
        for key in able:
            if held2 >= duties.GUARD2:
                break
            held2 += face(self.state, key).stack2
            yield from self._send(key, place)

    def _keep_guards(self) -> None:
        """The best defender stays in every place that an enemy could take, or take back, and with staffs and depots."""
        state = self.state
        foes = [h for h, holder in self.held.items() if holder == enemy(self.side) and is_hex(h)]
        entered = {h: v for h, v in goals.wanted(state, self.side).items() if self.held.get(h) == self.side}
        staffs = {state.units[key].hex: GUARDED for key in self._rear_units()}
        for place, value in {**staffs, **goals.threatened(state, self.side), **entered}.items():
            here = [key for key in there(state, place) if key in self.free]
            if not here or self.held.get(place) != self.side:
                continue
            if self.attacks:
                near = min((state.board.map.distance(place, h) for h in foes), default=99)
                if value < GUARDED or near > CLOSE:
                    continue
            stays = max(here, key=lambda key: (face(state, key).defence, -key))
            del self.free[stays]
            self.guarding.append(place)

    def _hold_streets(self) -> Iterator[Idea]:
        """Those who mop up stay at it; where they are too few, others join them."""
        state = self.state
        for place, marker in state.mopups.items():
            if marker.side != self.side:
                continue
            for key in there(state, place):
                self.free.pop(key, None)
            able = [key for key, ways in self.free.items() if place in ways and self._fits(key, place)]
            if mopup.shortfall(state, place):
                for key in occupying.force(state, place, self.side, able):
                    yield from self._send(key, place)

    # -- what stands empty -------------------------------------------------------------------------------------------

    def _occupy(self, least: float) -> Iterator[Idea]:
        """Walk into places that nobody holds, those worth most first."""
        state = self.state
        wanted = goals.wanted(state, self.side)
        for place in sorted(wanted, key=lambda h: (-wanted[h], h)):
            if wanted[place] < max(least, 0.1) or self.held.get(place) == enemy(self.side) or place in state.mopups:
                continue
            if state.visited.get(place) == self.side or self.claims.get(place):
                continue
            able = [key for key, ways in self.free.items() if place in ways and self._fits(key, place)]
            going = occupying.force(state, place, self.side, able)
            if not going or not self._pays(place, wanted[place], going):
                continue
            self.taking.append((place, len(going), occupying.chance(state, place, going)))
            for key in going:
                yield from self._send(key, place)

    def _pays(self, place: int, value: float, going: tuple[int, ...]) -> bool:
        """Whether walking into a place is worth the risk."""
        state = self.state
        if not control.needs_mopup(state, place, self.side):
            return True
        likely = occupying.chance(state, place, going)
        if not occupying.missing(state, place, going):
            return True
        at_stake = attacking.price(state, going)
        is_late = state.turn >= state.board.turns - 1
        return is_late and likely >= GAMBLE and likely * value > (1 - likely) * at_stake

    # -- attacks -----------------------------------------------------------------------------------------------------

    def _attacks(self) -> Iterator[Idea]:
        """Bring up the attacks that promise most, one after the other, each with those who are left."""
        massing, orders = Massing(self.state, self.side, self.free), self.orders
        least = orders.least(attacking.least_promise(self.state, self.side))
        queue: list[tuple[float, int]] = []
        for target in massing.targets():
            found = massing.best(target, self.free, self.crowd) if target not in orders.spared else None
            if found is not None and found.gain > least:
                queue.append((-orders.gain(target, found.gain), target))
        heapify(queue)
        while queue and len(self.assaults) < MOST_ATTACKS and massing.looks < MOST_WEIGHED * 4:
            _, target = heappop(queue)
            found = massing.best(target, self.free, self.crowd)
            if found is None or found.gain <= least:
                continue
            if queue and (gain := orders.gain(target, found.gain)) < -queue[0][0]:
                heappush(queue, (-gain, target))
                continue
            self.assaults.append(found)
            for key, place in found.places:
                if self.state.units[key].hex == place:
                    del self.free[key]
                else:
                    yield from self._send(key, place)

    # -- marches -----------------------------------------------------------------------------------------------------

    def _objectives(self) -> dict[int, float]:
        """Where those who are left are drawn: what is wanted, and what has to be guarded."""
        state = self.state
        found = {h: value for h, value in goals.wanted(state, self.side).items() if value >= 1.0}
        if not self.attacks:
            found = {h: value * 0.3 for h, value in found.items()}
            for place, value in goals.threatened(state, self.side).items():
                if self.held.get(place) != self.side:
                    found[place] = value * 2
                elif value >= GUARDED:
                    found[place] = value * 0.6
        best = sorted(found, key=lambda h: (-found[h], h))[:GOALS]
        return {h: found[h] for h in best}

    def _march(self, key: int, objectives: dict[int, float]) -> Iterator[Idea]:
        """Go towards the place that draws most, where not too many are going already."""
        here = self.state.units[key].hex
        best, goal = 0.0, 0
        for place, value in objectives.items():
            far = goals.way_to(self.state, place).get(here)
            if far is None:
                continue
            draw = value * goals.FADES**far / (1.0 + SHARED * self.claims.get(place, 0))
            if draw > best:
                best, goal = draw, place
        if not goal:
            return
        self.claims[goal] = self.claims.get(goal, 0) + 1
        self.bound[goal] = self.bound.get(goal, 0) + 1
        way = goals.way_to(self.state, goal)
        ends = [h for h in self.free[key] if h in way and self._fits(key, h)]
        cost = {h: way[h] + self._danger(key, h) for h in (*ends, here)}
        order = sorted(cost, key=lambda h: (cost[h], h != here, h))
        better = [h for h in order[: order.index(here)] if not self._is_rash(key, h)][:3]
        if better:
            self.crowd[better[0]] = self.crowd.get(better[0], 0) + face(self.state, key).stack2
            yield tuple(move for h in better for move in self._go(key, h))

    def _is_rash(self, key: int, place: int) -> bool:
        """Whether a unit alone would begin a mop-up that it cannot finish."""
        state = self.state
        return place not in state.mopups and control.needs_mopup(state, place, self.side)

    def _danger(self, key: int, place: int) -> float:
        """What standing in a hex costs because of the enemies around it, in marches."""
        state = self.state
        foes = sum(
            face(state, one).attack
            for h in state.board.near.get(place, ())
            if self.held.get(h) == enemy(self.side)
            for one in there(state, h)
        )
        if not foes:
            return 0.0
        friends = sum(face(state, one).defence for one in there(state, place) if one != key)
        ours = max(1, friends + face(state, key).defence)
        return EXPOSED * min(4.0, foes / ours) * (1.0 if self.attacks else 2.5)

    def _follow(self, key: int) -> Iterator[Idea]:
        """Headquarters and depots keep behind the front: away from the enemy, not too far from their own."""
        state, distance = self.state, self.state.board.map.distance
        here = state.units[key].hex
        foes = [h for h, holder in self.held.items() if holder == enemy(self.side) and is_hex(h)]
        own = state.board.units[key]
        corps = [
            state.units[k].hex
            for k in on_board(state, self.side)
            if is_hex(state.units[k].hex)
            and k != key
            and state.board.units[k].formation == (own.commands or own.formation)
        ]
        if not foes:
            return

        def cost(place: int) -> tuple[float, int]:
            near = min(distance(place, h) for h in foes)
            far = sum(distance(place, h) for h in corps) / len(corps) if corps else 0.0
            return (10.0 * max(0, REAR - near) + max(0.0, far - 2.0), place != here)

        if not corps and cost(here)[0] < 1.0:
            return
        best = min((here, *filter(is_hex, self.rear[key])), key=lambda h: (cost(h), h))
        if best != here and cost(best)[0] < cost(here)[0] - 0.5:
            yield self._go(key, best)

    # -- common ------------------------------------------------------------------------------------------------------

    def _fits(self, key: int, place: int) -> bool:
        """Whether a hex still has room for a unit."""
        limit = stacking.limit2(self.state, place, self.side)
        return self.crowd.get(place, 0) + face(self.state, key).stack2 <= limit

    def _send(self, key: int, place: int) -> Iterator[Idea]:
        """One of the free units goes somewhere, and is free no more."""
        self.crowd[place] = self.crowd.get(place, 0) + face(self.state, key).stack2
        here = self.state.units[key].hex
        self.crowd[here] = self.crowd.get(here, 0) - face(self.state, key).stack2
        self.claims[place] = self.claims.get(place, 0) + 1
        idea = self._go(key, place)
        del self.free[key]
        yield idea

    def _go(self, key: int, place: int) -> Idea:
        way = marching.paths(self.state, self.side, (key,)).reach().get(place)
        return () if way is None else (Move(units=(key,), path=tuple(int(h) for h in way.path)),)
