"""Schemes of a Combat Move: who attacks where, as a whole; how one is changed, and what it is worth.

A scheme says for each target which teams go there. A team is what moves together: a land unit or ship with its way, an
aircraft, a transport with its load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.axisallies.bots import chances, routes
from sandtable.games.axisallies.bots.appraisal import Appraisal, counted, mustered
from sandtable.games.axisallies.bots.attacking import Attack, exposure, targets
from sandtable.games.axisallies.bots.outlook import with_orders, worth
from sandtable.games.axisallies.bots.routes import Lift, March
from sandtable.games.axisallies.bots.values import prize, pull
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, type_of, units_at
from sandtable.kernel import Dice
from sandtable.kernel.state import successor
from sandtable.odds import Odds, OddsError

LEAST = 0.12
"""The chance to win below which an attack is never made."""
HOPE = 0.5
"""The chance to win that somebody who joins a scheme brings it to, if he can."""
DOUBT = 1.0
"""What may be missing at least for a failure to be looked at."""
AT_SEA = 1.5
"""What an attack at sea must bring beside its swing to be worth the trouble."""


class Team(NamedTuple):
    """What moves together to a target."""

    at: int
    march: March | None = None
    flyer: int = 0
    lift: Lift | None = None

    @property
    def keys(self) -> tuple[int, ...]:
        """All units it takes."""
        if self.march is not None:
            return (self.march.unit,)
        return (self.flyer,) if self.lift is None else (self.lift.ship, *self.lift.units)

    @property
    def fighters(self) -> tuple[int, ...]:
        """Those of them who fight for the target."""
        return self.keys if self.lift is None else self.lift.units


Scheme = tuple[Team, ...]
"""Sorted teams; those with the same target attack together."""


def scheme_of(teams: Iterable[Team]) -> Scheme:
    """Teams as a scheme: sorted, and nobody twice."""
    taken: dict[int, None] = {}
    found = []
    for team in teams:
        if not any(key in taken for key in team.keys):
            taken.update(dict.fromkeys(team.keys))
            found.append(team)
    return tuple(sorted(found, key=lambda team: (team.at, team.keys)))


class War(NamedTuple):
    """What an attack brings, and what is left of both sides."""

    odds: Odds | None
    value: float


class Staff:
    """Everything a power could do in this Combat Move, and what it would come to."""

    def __init__(self, state: GlobalState, power: str, free: frozenset[int]) -> None:
        self.state, self.power, self.free = state, power, free
        self.draw = pull(state, power)
        self._wars: dict[tuple[Team, ...], War] = {}

    @cached_property
    def teams(self) -> dict[int, tuple[Team, ...]]:
        """The teams that could go to each target, in the order in which they should join."""
        found = {at: tuple(self._teams_for(at)) for at in targets(self.state, self.power)}
        return {at: teams for at, teams in found.items() if teams}

    def _teams_for(self, at: int) -> Iterator[Team]:
        state, power, free = self.state, self.power, self.free
        teams: dict[int, Team] = {}
        if state.board.is_sea(at):
            teams |= {march.unit: Team(at, march) for march in routes.sailings(state, power, at, free)}
        else:
            teams |= {march.unit: Team(at, march) for march in routes.marches(state, power, at, free)}
            for lift in routes.lifts(state, power, at, free - frozenset(teams)):
                teams |= {key: Team(at, lift=lift) for key in lift.units}
            if not teams:
                return
        teams |= {key: Team(at, flyer=key) for key in routes.flyers(state, power, at, free)}
        yield from dict.fromkeys(teams[key] for key in mustered(state, list(teams)))

    def attacks(self, scheme: Scheme) -> dict[int, tuple[Team, ...]]:
        """The teams of a scheme by their target."""
        found: dict[int, list[Team]] = {}
        for team in scheme:
            found.setdefault(team.at, []).append(team)
        return {at: tuple(teams) for at, teams in found.items()}

    def war(self, teams: tuple[Team, ...]) -> War:
        """What one attack comes to by its odds; remembered."""
        if teams not in self._wars:
            self._wars[teams] = self._fought(teams)
        return self._wars[teams]

    def _fought(self, teams: tuple[Team, ...]) -> War:
        state, power, at = self.state, self.power, teams[0].at
        sea = state.board.is_sea(at)
        there, against = chances.attackers_at(state, at, power), chances.defenders_at(state, at, power)
        sent = [key for team in teams for key in team.fighters]
        ashore = [key for team in teams if team.lift is not None for key in team.lift.units]
        kinds = state.board.kinds
        has_troops = sea or any(kinds[state.units[key].kind].domain == "land" for key in sent)
        if not has_troops:
            return War(None, -50.0)
        cost = exposure(state, power, [team.lift for team in teams if team.lift is not None])
        if not any(against.units.values()):
            return War(None, (0.0 if sea else prize(state, at)) - cost)
        # Who is there already counts in: at sea ships fight where they lie.
        fresh = [key for key in sent if not (sea and state.units[key].at == at)]
        units = dict(there.units)
        for kind, n in counted(state, fresh if there.units else sent).items():
            units[kind] = units.get(kind, 0) + n
        force = chances.Force(units, there.damaged, {**there.landed, **counted(state, ashore)})
        try:
            odds = chances.odds_of(chances.fight(state, power, force, against, sea=sea))
        except OddsError:
            return War(None, -50.0)
        won = 0.0 if sea else prize(state, at) * odds.captures
        return War(odds, odds.swing + won - cost - (AT_SEA if sea else 0.0))

    def value(self, scheme: Scheme) -> float:
        """What a scheme is worth: what its attacks bring, and how things stand when they are over."""
        total = 0.0
        wars = {at: self.war(teams) for at, teams in self.attacks(scheme).items()}
        for war in wars.values():
            if war.odds is not None and war.odds.attacker_wins < LEAST:
                return -1_000.0 + war.value
            total += war.value
        expected = worth(self.after(scheme, wars), self.power, self.draw)
        # The attack that would hurt most if it failed, as far as it may fail, is looked at both ways.
        at = max(wars, key=lambda place: (self._doubt(scheme, place, wars[place]), place), default=0)
        doubt = self._doubt(scheme, at, wars[at]) if at else 0.0
        if doubt > DOUBT:
            fails = 1.0 - wars[at].odds.attacker_wins  # type: ignore[union-attr]
            expected += fails * (worth(self.after(scheme, wars, lost=at), self.power, self.draw) - expected)
        return total + expected

    def _doubt(self, scheme: Scheme, at: int, war: War) -> float:
        """What would be missing if an attack failed, times the chance that it does."""
        if war.odds is None:
            return 0.0
        kinds, units = self.state.board.kinds, self.state.units
        sent = sum(kinds[units[key].kind].cost for team in scheme if team.at == at for key in team.fighters)
        return (1.0 - war.odds.attacker_wins) * sent

    def after(self, scheme: Scheme, wars: dict[int, War], lost: int = 0) -> GlobalState:
        """The position as it will most likely be when the battles are over and the aircraft are back.

        ``lost`` is an attack that fails.
        """
        state, power = with_orders(self.state, self.power), self.power
        units, lands = dict(state.units), dict(state.territories)
        for at, teams in self.attacks(scheme).items():
            odds, sea = wars[at].odds, state.board.is_sea(at)
            won = odds is None or (odds.attacker_wins >= 0.5 and at != lost)
            left = dict.fromkeys(state.board.kinds, 99.0) if odds is None else dict(odds.attacker_left)
            if at == lost:
                left = {}
            for team in teams:
                if team.lift is not None:
                    units[team.lift.ship] = replace(units[team.lift.ship], at=team.lift.end)
                for key in team.fighters:
                    unit = units[key]
                    if left.get(unit.kind, 0.0) < 0.5:
                        units.pop(key)
                        continue
                    left[unit.kind] -= 1.0
                    if type_of(state, unit).domain != "air" and won:
                        units[key] = replace(unit, at=at, aboard=0)
            foes = [key for key, unit in units_at(state, at) if is_foe(state, power, unit)]
            stays = {} if won or odds is None else dict(odds.defender_left)
            if at == lost and odds is not None and odds.defender_wins > 0.0:
                stays = {kind: n / odds.defender_wins for kind, n in stays.items()}
            for key in foes:
                kind = units[key].kind
                if stays.get(kind, 0.0) >= 0.5:
                    stays[kind] -= 1.0
                else:
                    units.pop(key)
            if won and not sea:
                lands[at] = replace(lands[at], holder=power)
        return successor(state, units=units, territories=lands)

    # -- change --------------------------------------------------------------------------------------------------------

    def vary(self, scheme: Scheme, dice: Dice) -> Scheme:
        """A scheme that is a little different: a target more or less, a team more, less or elsewhere."""
        attacked = list(self.attacks(scheme))
        match dice.draw(range(6)):
            case 0 if attacked:
                at = attacked[dice.draw(range(len(attacked)))]
                return tuple(team for team in scheme if team.at != at)
            case 1 if scheme:
                gone = scheme[dice.draw(range(len(scheme)))]
                return tuple(team for team in scheme if team != gone)
            case 2 if attacked:
                return self._joined(scheme, attacked[dice.draw(range(len(attacked)))], 1, dice, steal=False)
            case 3 if attacked:
                return self._joined(scheme, attacked[dice.draw(range(len(attacked)))], 2, dice, steal=True)
        others = [at for at in self.teams if at not in attacked]
        if not others:
            return scheme
        return self.opened(scheme, others[dice.draw(range(len(others)))], steal=dice.draw(range(3)) == 0)

    def cross(self, one: Scheme, other: Scheme, dice: Dice) -> Scheme:
        """Half of the targets as in one scheme, the others as in another as far as the units go."""
        chosen = [at for at in self.attacks(one) if dice.draw(range(2))]
        return scheme_of([*(t for t in one if t.at in chosen), *(t for t in other if t.at not in chosen)])

    def opened(self, scheme: Scheme, at: int, *, steal: bool) -> Scheme:
        """A scheme with one target more: teams join until the odds are good."""
        busy = () if steal else frozenset(key for team in scheme for key in team.keys)
        sent: list[Team] = []
        for team in self.teams[at]:
            if any(key in busy for key in team.keys):
                continue
            sent.append(team)
            war = self.war(tuple(sorted(sent, key=lambda one: one.keys)))
            if war.value > -50.0 and (war.odds is None or war.odds.attacker_wins >= HOPE + 0.25):
                break
        return scheme_of([*sent, *scheme])

    def _joined(self, scheme: Scheme, at: int, count: int, dice: Dice, *, steal: bool) -> Scheme:
        busy = frozenset(key for team in scheme for key in team.keys)
        mine = frozenset(key for team in scheme if team.at == at for key in team.keys)
        ready = [
            team for team in self.teams.get(at, ()) if not any(key in (mine if steal else busy) for key in team.keys)
        ]
        if not ready:
            return scheme
        picked = [ready[dice.draw(range(len(ready)))] for _ in range(count)]
        return scheme_of([*(team for team in scheme if team.at == at), *picked, *scheme])

    # -- in and out ----------------------------------------------------------------------------------------------------

    def read(self, attacks: Iterable[Attack]) -> Scheme:
        """Attacks that somebody else has planned, as a scheme."""
        teams: list[Team] = []
        for attack in attacks:
            teams += [Team(attack.at, march) for march in attack.marches]
            teams += [Team(attack.at, lift=lift) for lift in attack.lifts]
            teams += [Team(attack.at, flyer=key) for key in attack.flyers]
        return scheme_of(teams)

    def written(self, scheme: Scheme) -> list[Attack]:
        """A scheme as attacks, the most valuable first."""
        found = []
        for at, teams in self.attacks(scheme).items():
            war = self.war(teams)
            chance = 1.0 if war.odds is None else war.odds.attacker_wins
            look = Appraisal(war.value, chance, sum(len(team.fighters) for team in teams))
            marches = tuple(team.march for team in teams if team.march is not None)
            lifts = tuple(team.lift for team in teams if team.lift is not None)
            found.append(Attack(at, look, marches, tuple(team.flyer for team in teams if team.flyer), lifts))
        return sorted(found, key=lambda attack: (-attack.look.value, attack.at))
