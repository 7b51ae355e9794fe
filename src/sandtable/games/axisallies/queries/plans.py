"""What the combat moves made so far will bring: the battles with their odds, and landings in one go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.axisallies.actions.transport import Unload
from sandtable.games.axisallies.bots import chances, routes
from sandtable.games.axisallies.bots.attacking import landing
from sandtable.games.axisallies.bots.values import is_friendly_land, is_target
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.queries.chances import told
from sandtable.games.axisallies.rules.combat import declaration
from sandtable.games.axisallies.rules.spaces.spaces import type_of, units_of
from sandtable.games.axisallies.rules.units import air
from sandtable.kernel import Action, Draft, NoDice, Ref, Refusal, codec
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.queries import Overlay, Phrase, Plan, PlannedBattle, Suggestion

MOST_UNITS = 40
"""More units than this no hand ships at once."""


def plan(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Plan | None:
    """The battles that would be fought if Combat Move ended now; ``None`` in any other phase."""
    if not _moves(state, seat, "combat_move.moves"):
        return None
    d: Draft[GlobalState] = Draft(state, NoDice(), seat)
    declaration.declare(d)
    found = [_battle(d.now, at, seat) for at, row in sorted(d.now.battles.items()) if not row.ignore]
    sent = {key: state.units[key] for key in units_of(state, seat, "air")}
    left = {str(key): air.left(state, key) for key, unit in sent.items() if unit.moved and unit.task}
    return Plan(battles=tuple(found), left=left)


def _battle(state: GlobalState, at: int, power: str) -> PlannedBattle:
    """One of them; a raid is told without odds, and so is a landing that nobody opposes."""
    if state.battles[at].kind == "raid":
        return PlannedBattle(place=at)
    battle = chances.battle(state, at, by=power)
    if not any(battle.attacker.units.values()) or not any(battle.defender.units.values()):
        return PlannedBattle(place=at)
    return PlannedBattle(place=at, odds=told(state, at, power, battle))


# -- across the sea ----------------------------------------------------------------------------------------------------


def voyage(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Overlay | Suggestion | None:
    """Where units ashore could be landed this phase; with ``to``, the answers that load, sail and land them there."""
    combat = _moves(state, seat, "combat_move.moves")
    if not combat and not _moves(state, seat, "noncombat.moves"):
        return None
    given = params.get("units") or ()
    units = [key for key in given if isinstance(key, int) and key in state.units][:MOST_UNITS]
    if not units or any(type_of(state, state.units[key]).domain != "land" for key in units):
        return None
    ships = [key for key in units_of(state, seat, "sea") if type_of(state, state.units[key]).hold]
    free = frozenset((*units, *(key for key in ships if not state.units[key].unloaded)))
    to = params.get("to")
    if isinstance(to, int) and to in state.territories:
        return _shipped(state, seat, to, free)
    found = {at: _shipped(state, seat, at, free) for at in _coasts(state, seat, combat, units)}
    places = {str(at): one.title.params["count"] for at, one in found.items() if one is not None}
    return Overlay(places=places, rule="AA-9.2.amphib.def")  # type: ignore[arg-type]


def _moves(state: GlobalState, seat: str, phase: str) -> bool:
    return bool(state.flow) and seat in state.here.waiting and state.here.at.endswith(phase)


def _coasts(state: GlobalState, power: str, combat: bool, units: list[int]) -> list[int]:
    """Coasts to land on: an enemy's in Combat Move, a friend's after it; never where the units are."""
    wanted = is_target if combat else is_friendly_land
    here = {state.units[key].at for key in units}
    return [at for at in state.territories if at not in here and state.board.sea_next[at] and wanted(state, power, at)]


def _shipped(state: GlobalState, power: str, to: int, free: frozenset[int]) -> Suggestion | None:
    """Load, sail and land, each answer legal after the one before it; ``None`` where nothing gets there."""
    from sandtable.games.axisallies.game import GAME  # the game has these queries

    actions: list[Action] = []
    landed = 0
    lines: dict[tuple[str, str], None] = {}
    for lift in routes.lifts(state, power, to, free, bold=True):
        for idea in landing(state, lift):
            for action in idea:
                try:
                    step = GAME.apply(state, power, action, NoDice())
                except ScriptError:  # dice would fall: that is a decision
                    continue
                if not isinstance(step, Refusal):
                    actions.append(action)
                    landed += len(action.units) if isinstance(action, Unload) else 0
                    state = step.state
                    break
        lines[str(lift.end), str(to)] = None
    if not landed:
        return None
    plain = tuple(codec.plain(action) for action in actions)
    title = Phrase("propose.ship", {"count": landed, "to": Ref("place", to)})
    return Suggestion(title=title, actions=plain, lines=tuple(lines))
