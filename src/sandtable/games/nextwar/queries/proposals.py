"""What the umpire proposes where most players would do the same: a hand takes it with one key, or answers otherwise."""

from __future__ import annotations

from itertools import chain
from typing import Any

from sandtable.games.nextwar.bots import answering, fighting, flying, raiding
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_war.display import link
from sandtable.games.nextwar.rules.special_operations import operations
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.kernel import Action, NoDice, Ref, Refusal, codec
from sandtable.kernel.actions import name_of
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.queries import Phrase, Suggestion
from sandtable.planning import Verbs, first_legal

MOST = 40
"""More answers than this nobody looks through: the rest is proposed when these are given."""
CHAINS = ("setup.", "early_groups.", "air_setup.", "reinforcement.arrivals", "reinforcement.air_arrivals", "arrivals")
FORCES = "special_forces.sending"
RESOLVING = "special_forces.missions"
SINGLES = (
    *("air.sorties", "air.damaged_bases", "air.lost_bases", "air_battle.pairing", "air_battle.surplus"),
    *("air_battle.long_range.aim", "air_battle.standoff.aim", "air_battle.dogfight.aim", "collateral.", "rebase."),
    *("battle.attack_lead", "battle.defence_lead", "battle.defenders", "battle.retreat", "battle.advance"),
    *("battle.attack_losses", "battle.defence_losses", "battle.stand_loss", "battle.blocked_loss"),
    "battle.rout",
    *("reorganization.mopup", "electronic_detection"),
)
"""Questions with one answer each."""


def propose(state: KoreaState, seat: str) -> Suggestion | None:
    """What a seat could answer without much thought; ``None`` where everything is a decision."""
    from sandtable.games.nextwar.game import GAME  # the game has these queries

    if not state.flow or seat not in state.here.waiting:
        return None
    step = GAME.step_name(state.here.at)
    if step == RESOLVING:
        return _in_order(state, seat)
    if step.startswith((*CHAINS, FORCES)):
        return _told(state, _chain(state, seat))
    if step.startswith(SINGLES):
        action = _idea(state, seat, {verb.name: verb for verb in GAME.open_verbs(state, seat)})
        return _told(state, [action] if action else [])
    return None


def _idea(state: KoreaState, seat: str, verbs: Verbs) -> Action | None:
    departments = (fighting.ideas, flying.ideas, raiding.ideas, answering.ideas)
    return first_legal(state, seat, verbs, chain.from_iterable(ideas(state, seat, verbs) for ideas in departments))


def _chain(state: KoreaState, seat: str) -> list[Action]:
    """One idea after the other, each in the position after the one before, until dice fall or others are asked."""
    from sandtable.games.nextwar.game import GAME

    found: list[Action] = []
    step = state.here.at
    while len(found) < MOST and state.flow and state.here.at == step:
        action = _idea(state, seat, {verb.name: verb for verb in GAME.open_verbs(state, seat)})
        if action is None:
            break
        try:
            after = GAME.apply(state, seat, action, NoDice())
        except ScriptError:
            # The last of them brings dice: it may be given all the same.
            found.append(action)
            break
        if isinstance(after, Refusal):
            break
        found.append(action)
        state = after.state
    return found


def _in_order(state: KoreaState, seat: str) -> Suggestion | None:
    """Missions of special forces, as they were sent."""
    waiting = tuple(operations.waiting(state, seat))
    if len(waiting) < 2:
        return None
    return Suggestion(
        title=Phrase("propose.resolve_mission", {"count": len(waiting)}),
        actions=tuple({"do": "resolve_mission", "operation": number} for number in waiting),
    )


def _told(state: KoreaState, actions: list[Action]) -> Suggestion | None:
    if not actions:
        return None
    names = {name_of(type(action)) for action in actions}
    key = names.pop() if len(names) == 1 else "place"
    return Suggestion(
        title=Phrase(f"propose.{key}", _params(actions)),
        actions=tuple(codec.plain(action) for action in actions),
        lines=tuple(line for action in actions if (line := _line(state, action))),
    )


def _params(actions: list[Action]) -> dict[str, Any]:
    """How many answers there are; of a single one, who does it with how many, to whom and where."""
    if len(actions) > 1:
        return {"count": len(actions)}
    action = actions[0]
    found: dict[str, Any] = {"count": len(getattr(action, "units", ())) or 1}
    flies = name_of(type(action)) in AIRMEN
    for name in ("unit", "foe"):
        if isinstance(key := getattr(action, name, None), int) and key:
            found[name] = link(key) if flies else ref(key)
    if isinstance(key := getattr(action, "helicopter", None), int):
        found["unit"] = Ref("helicopter", key)
    place = getattr(action, "to", 0) or getattr(action, "place", 0) or (getattr(action, "path", ()) or (0,))[-1]
    if isinstance(place, int) and place:
        found["place"] = at(place)
    return found


AIRMEN = ("pair", "join", "aim", "hit_on_ground", "station")


def _line(state: KoreaState, action: Action) -> tuple[str, str] | None:
    """From where to where somebody would go."""
    unit = state.units.get(getattr(action, "unit", 0) or 0) if name_of(type(action)) not in AIRMEN else None
    to = getattr(action, "to", 0) or (getattr(action, "path", ()) or (0,))[-1]
    if unit is None or not unit.hex or not isinstance(to, int) or not to:
        return None
    return str(unit.hex), str(to)
