"""The planner of Crimea: an army staff that masses where the odds pay, and keeps its line and its supply."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from hashlib import blake2b
from typing import Any

from sandtable.games.eastfront.actions.moving import Done
from sandtable.games.eastfront.bots import answering, declaring, fleet, flying, goals, moving, upkeep
from sandtable.games.eastfront.bots.foresight import OFTEN, SELDOM, score
from sandtable.games.eastfront.bots.ideas import Plan
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SIDES, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map
from sandtable.kernel import Action, SeededDice, Verb, View
from sandtable.kernel.choices import OneOf
from sandtable.planning import Idea, Planner, Verbs, first_legal, foresight, is_legal

PLANS, IMAGINED = 4, 2
"""Plans for one phase: what comes of an arrival or an overrun changes the rest. Fewer in the mind, to save time."""
FORESIGHT, GLIMPSE = 80, 140
"""Moves of single units of both sides, over all turns to come, that it can think through often, or a few times."""


class CrimeaPlanner(Planner[CrimeaState]):
    """Plays one side; plans a movement phase when it begins and answers everything else as it comes."""

    def __init__(self, seed: bytes, foresees: bool = True) -> None:
        super().__init__(seed)
        self._seed = seed
        self._foresees = foresees
        self._most = PLANS if foresees else IMAGINED
        self._style: moving.Style | None = None
        self._plans = 0

    def phase(self, state: CrimeaState, seat: str, verbs: Verbs) -> Hashable:
        """What makes a phase: the turn, the step of the sequence, and what it is about."""
        return phase_of(state)

    def begin(self, state: CrimeaState, seat: str) -> None:
        """Nothing is planned yet."""
        self._plans, self._style = self._most, None

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        """The next step of a plan, or what a department proposes."""
        state: CrimeaState = view.state
        planner = _planner(state)
        if planner is None:
            return first_legal(state, seat, verbs, proposals(state, seat, verbs))
        while self._ideas or self._plans:
            if not self._ideas:
                found = self._moves(view, seat) if planner is moving.plan else planner(state, seat)
                self._ideas, self._plans = list(found.ideas), self._plans - 1 if found.goes_on else 0
            action = self.next_step(state, seat, verbs)
            if action is not None:
                return action
        return None

    def way_out(self, state: CrimeaState, seat: str, verbs: Verbs) -> Action | None:
        """The end of the phase, where one may end it."""
        return Done() if is_legal(state, seat, verbs, Done()) else None

    def follow(self, plan: Plan, style: moving.Style, phase: Hashable, more: int) -> None:
        """Take over a plan of the phase at hand, and make so many more after it if it goes on."""
        self._phase, self._style = phase, style
        self._ideas, self._plans = list(plan.ideas), more if plan.goes_on else 0

    def _moves(self, view: View[Any], seat: str) -> Plan:
        """The plan for a movement phase; where the end is near the one that comes out best when it is played out."""
        state: CrimeaState = view.state
        attacks = moving.is_before_combat(state, seat) and goals.is_attacker(state, seat)
        is_free = self._style is None and self._foresees
        if is_free and attacks and length(state) > GLIMPSE:
            return self._promising(state, seat)
        usual = moving.plan(state, seat, self._style or moving.usual(state, seat))
        if is_free and attacks:
            tastes = moving.TASTES if length(state) <= FORESIGHT else ()
            return self._best(view, seat, usual, moving.STYLES + tastes)
        if is_free and _is_last_word(state, seat):
            return self._best(view, seat, usual, moving.TASTES, Plan())
        return usual

    def _promising(self, state: CrimeaState, seat: str) -> Plan:
        """The plan that promises most of several like the usual one, where there is no time to play them out."""
        plans = moving.variants(state, seat, moving.usual(state, seat))
        best = max(plans, key=lambda plan: moving.promise(state, seat, plan))
        if len(plans) > 1:
            self._style = plans[best]
        return best

    def _best(self, view: View[Any], seat: str, usual: Plan, styles: tuple[moving.Style, ...], *others: Plan) -> Plan:
        """The plan that comes out best when it is played out."""
        state: CrimeaState = view.state
        plans = {usual: moving.usual(state, seat), **dict.fromkeys(others, moving.usual(state, seat))}
        for style in styles:
            plans.setdefault(moving.plan(state, seat, style), style)
        found = list(plans.items())
        if len(found) == 1:
            return usual
        rounds = OFTEN if length(state) <= FORESIGHT else SELDOM
        best, self._style = found[
            foresight.choose(len(found), rounds, lambda n, trial: self._try(view, seat, *found[n], trial))
        ]
        return best

    def _try(self, view: View[Any], seat: str, plan: Plan, style: moving.Style, trial: int) -> float:
        """What comes of a plan when the rest of the game is played out in the mind, with the dice of a trial."""
        dice = SeededDice(blake2b(b"trial %d" % trial, key=self._seed[:64]).digest())
        state: CrimeaState = GAME.imagine(view, dice)
        mind = CrimeaPlanner(self._seed, foresees=False)
        mind.follow(plan, style, phase_of(state), IMAGINED - 1)
        return score(foresight.play_out(GAME, state, seat, mind, dice), seat)


def _is_last_word(state: CrimeaState, seat: str) -> bool:
    """Whether a side moves for the last time after its fights, and the enemy may still undo what it has done."""
    if moving.is_before_combat(state, seat):
        return False
    return state.turn == state.board.last_turn and seat == AXIS and goals.stakes(state).counts_cut_off


def length(state: CrimeaState) -> int:
    """Moves of single units that are left until the game ends."""
    units = sum(len(on_map(state, side)) for side in SIDES)
    return (state.board.last_turn - state.turn + 1) * units


def phase_of(state: CrimeaState) -> tuple[object, ...]:
    """What makes a phase: the turn, the step of the sequence, and what it is about."""
    return (state.turn, state.here.at, state.here.ref)


def _planner(state: CrimeaState) -> Callable[[CrimeaState, str], Plan] | None:
    """Who makes the plan for a phase that needs one: the moves of one's own segment, the declaration of attacks."""
    at = state.here.at
    if at.endswith((".movement.moves", ".motorised.moves")):
        return moving.plan
    return _declarations if at.endswith(".declaration") else None


def _declarations(state: CrimeaState, seat: str) -> Plan:
    """The attacks of the army, after those of troops that lie before a coast."""
    army = declaring.plan(state, seat)
    return Plan((*fleet.landing_attacks(state, seat), *army.ideas), army.goes_on)


def proposals(state: CrimeaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What the departments propose for everything but movement; of verbs that nobody knows, nothing."""
    yield from at_sea(state, seat, verbs)
    yield from _over_land(state, seat, verbs)
    if "move" in verbs:
        yield from answering.reactions(state, seat)
    if "support" in verbs:
        yield from answering.guns(state, seat)
    if "order" in verbs:
        yield from answering.orders(state, seat)
    if "mandate" in verbs:
        yield from answering.mandates(state, seat)
    if "resolve" in verbs:
        yield from answering.order_of_attacks(state, seat)
    if "assault" in verbs:
        yield from answering.assault(state, seat)
    if "command" in verbs:
        yield from answering.attack_order(state, seat)
    if "lose" in verbs:
        yield from answering.losses(state, seat, tuple(map(int, _legal(verbs["lose"], state, seat))))
    if "retreat" in verbs:
        yield from answering.retreats(state, seat)
    if "advance" in verbs:
        yield from answering.advances(state, seat)
    if "sustain" in verbs:
        yield from upkeep.relief(state, seat)
    if "provision" in verbs:
        yield from upkeep.provision(state, seat)
    if "refit" in verbs:
        yield from upkeep.refits(state, seat)
    if "choose_plan" in verbs:
        yield from upkeep.plan_of_victory(state, seat)
    if "shed" in verbs:
        yield from answering.shedding(state, seat)


def _over_land(state: CrimeaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What the air staff proposes over land."""
    at = state.here.at
    if "fly" in verbs:
        if at.endswith("placing"):
            yield from flying.interdiction(state, seat)
        elif at.endswith("intercepting"):
            yield from flying.interception(state, seat)
        else:
            yield from flying.support(state, seat)
    if "assign" in verbs:
        yield from flying.roles(state, seat)
    if "engage" in verbs:
        yield from flying.engagements(state, seat, "done" in verbs)
    if "withdraw" in verbs:
        yield from flying.withdrawal(state, seat, tuple(map(str, _legal(verbs["withdraw"], state, seat))))


def in_the_air(state: CrimeaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What the air staff proposes, over land and sea and on the ground."""
    if state.ships:
        yield from _over_the_sea(state, seat, verbs)
    yield from _over_land(state, seat, verbs)
    if "refit" in verbs:
        yield from upkeep.refits(state, seat)


def _over_the_sea(state: CrimeaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    if "patrol" in verbs:
        yield from fleet.over_the_sea(state, seat)
    if "strike" in verbs:
        yield from fleet.strikes_at(state, seat)
    if "aim" in verbs:
        yield from fleet.aims(state, seat)


def at_sea(state: CrimeaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What the naval staff proposes, where there are ships."""
    if not state.ships:
        return
    yield from _over_the_sea(state, seat, verbs)
    if "shell" in verbs:
        yield from fleet.shelling_of(state, seat)
    if "prepare" in verbs:
        yield from fleet.refit(state, seat)
    if "mend" in verbs:
        yield from fleet.repair(state, seat)
    if "convoy" in verbs:
        yield from fleet.sailing(state, seat)
    if "harbour" in verbs:
        yield from fleet.shelter(state, seat)
    if "turn_back" in verbs:
        yield from fleet.told_to_turn_back(state, seat)
    if "disembark" in verbs:
        yield from fleet.unloading(state, seat)
    if "beach" in verbs:
        yield from fleet.over_the_beach(state, seat)
    if "bombard" in verbs:
        yield from fleet.bombardment(state, seat)


def _legal(verb: Verb[Any, Any], state: CrimeaState, seat: str) -> tuple[Any, ...]:
    """The legal values of a verb's first argument, where it is one of several things."""
    choice = verb.choice(state, seat, [])
    return choice.legal if isinstance(choice, OneOf) else ()
