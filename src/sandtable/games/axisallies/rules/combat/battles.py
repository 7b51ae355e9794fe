"""Chapter 9.3, actions 3 and 4: amphibious assaults and standard combats, from the declaration to the conclusion."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.amphibious import go_ashore, is_open, seas_to_clear, stay_aboard
from sandtable.games.axisallies.rules.combat.capture import take
from sandtable.games.axisallies.rules.combat.casualties import clear_strip, lose
from sandtable.games.axisallies.rules.combat.decision import armed, decide
from sandtable.games.axisallies.rules.combat.fire import form_of, inflict, volley
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    DEFENDER,
    attackers,
    battle_of,
    defenders,
    place_of,
    standing,
)
from sandtable.games.axisallies.rules.politics.neutral_army import stand_fast
from sandtable.games.axisallies.rules.spaces.spaces import FRIENDLY, land_status, type_of
from sandtable.games.axisallies.rules.turns.powers import place, seat
from sandtable.games.axisallies.rules.units.carriers import launch, recover
from sandtable.kernel import Draft, OneOf, Refusal, refuse

# -- which battle next -----------------------------------------------------------------------------------------------


# rule: AA-9.3.sequence, AA-9.3.std.which, AA-9.3.amphib.resolve
def next_battles(state: GlobalState) -> tuple[int, ...]:
    """The battles that may be fought next: assaults first, each after the sea battles it waits for."""
    left = [at for at in state.battles if is_open(state, at)]
    assaults = [at for at in left if state.battles[at].zones]
    if not assaults:
        return tuple(left)
    following = [step for at in assaults for step in (seas_to_clear(state, at) or (at,))]
    return tuple(sorted(dict.fromkeys(following)))


def why_not_fight(state: GlobalState, at: int) -> Refusal | None:
    """Why a battle may not be fought next."""
    if at in next_battles(state):
        return None
    if not is_open(state, at):
        return refuse("AA-9.3.std.which", "refuse.no_battle", place(at), place=place(at))
    if seas := seas_to_clear(state, at):
        return refuse("AA-9.3.amphib.steps", "refuse.sea_first", place(seas[0]), zone=place(seas[0]))
    return refuse("AA-9.3.sequence", "refuse.assaults_first", *map(place, next_battles(state)))


def battle_choice(state: GlobalState, who: str) -> OneOf:
    options = next_battles(state)
    return OneOf("place", options, why=lambda at: why_not_fight(state, at), default=options[0] if options else None)


# rule: AA-9.3.std.empty
def _walk_in(d: Draft[GlobalState]) -> None:
    """Take every territory that nobody who can fire defends, without a battle."""
    for at in tuple(d.now.battles):
        if not is_open(d.now, at) or d.now.board.is_sea(at) or seas_to_clear(d.now, at):
            continue
        if not armed(d.now, at, DEFENDER):
            set_up(d, at)
            conclude(d, at)


def begin_next(d: Draft[GlobalState]) -> None:
    here = d.here
    _walk_in(d)
    options = next_battles(d.now)
    # A territory that was walked into may have called for something that comes before the next battle.
    if len(options) == 1 and d.here is here:
        d.call("battle", options[0])


# -- one battle ------------------------------------------------------------------------------------------------------


# rule: AA-9.3.std.setup
def set_up(d: Draft[GlobalState], at: int) -> None:
    """Line up both sides: troops go ashore, aircraft leave their decks, and the ways back are remembered."""
    launch(d, at)
    if not d.now.board.is_sea(at):
        go_ashore(d, at)
    d.edit("battles", at, origins=origins(d.now, at))
    decide(d, at)


# rule: AA-9.3.retreat.where
def origins(state: GlobalState, at: int) -> tuple[int, ...]:
    """The spaces that attackers came from; in a landing those of who marched in, for the others retreat with them."""
    keys = attackers(state, at)
    # rule: AA-9.3.amphib.land.no-retreat
    if any(state.units[key].landed for key in keys):
        keys = tuple(key for key in keys if not state.units[key].landed and form_of(state, key) != "air")
    return tuple(sorted({state.units[key].origin for key in keys} - {0, at}))


def open_battle(d: Draft[GlobalState]) -> None:
    at, battle = place_of(d.now), battle_of(d.now)
    d.log("log.battle", "AA-9.3.std.steps", place(at), place=place(at), attacker=seat(battle.attacker))
    set_up(d, at)


# rule: AA-9.3.std.steps
def goes_on(state: GlobalState) -> bool:
    """Whether a battle is undecided."""
    return not battle_of(state).over


def new_round(d: Draft[GlobalState]) -> None:
    battle = battle_of(d.now)
    d.edit("battles", place_of(d.now), round=battle.round + 1, struck=())


# rule: AA-9.3.att.fire, AA-9.3.naval.sub-once
def attack(d: Draft[GlobalState]) -> None:
    """Step 3: every attacker that did not strike yet."""
    battle = battle_of(d.now)
    shooters = [key for key in attackers(d.now, place_of(d.now)) if key not in battle.struck]
    inflict(d, DEFENDER, volley(d, ATTACKER, shooters, "AA-9.3.att.fire"))


# rule: AA-9.3.def.fire, AA-9.3.std.fire-order
def defend(d: Draft[GlobalState]) -> None:
    """Step 4: every defender that did not strike yet, those behind the casualty strip included."""
    battle = battle_of(d.now)
    shooters = [key for key in defenders(d.now, place_of(d.now)) if key not in battle.struck]
    inflict(d, ATTACKER, volley(d, DEFENDER, shooters, "AA-9.3.def.fire"))


def clear(d: Draft[GlobalState]) -> None:
    """Step 5: the casualty strip is emptied and the battle looked at anew."""
    clear_strip(d)
    decide(d, place_of(d.now))


def after_guns(d: Draft[GlobalState]) -> None:
    """The last attacker may have been shot down before the first round."""
    if not attackers(d.now, place_of(d.now)):
        clear_strip(d)
        decide(d, place_of(d.now))


# -- the conclusion ----------------------------------------------------------------------------------------------------


def conclude(d: Draft[GlobalState], at: int) -> None:
    """Step 7: survivors return to the board; a territory is taken where a land unit survived alone."""
    d.edit("battles", at, over=True)
    survivors = attackers(d.now, at)
    # rule: AA-9.3.conclude.sea
    if not d.now.board.is_sea(at):
        _conclude_on_land(d, at, survivors)
    for key in survivors:
        d.edit("units", key, fought=True, task="")
    recover(d, at)


# rule: AA-9.3.conclude.capture
def _conclude_on_land(d: Draft[GlobalState], at: int, survivors: tuple[int, ...]) -> None:
    # rule: AA-9.3.conclude.air, AA-10.land.general
    troops = [key for key in survivors if type_of(d.now, d.now.units[key]).domain == "land"]
    is_won = not armed(d.now, at, DEFENDER)
    if is_won and troops:
        take(d, at, d.now.battles[at].attacker)
    elif land_status(d.now, d.now.battles[at].attacker, at) != FRIENDLY:
        d.log("log.held", "AA-9.3.conclude.capture", place(at), place=place(at))
    if is_won and survivors and not troops:
        # rule: AA-10.aaa.no-combat
        lose(d, standing(d.now, at), "AA-10.aaa.no-combat")
    stay_aboard(d, at)
    stand_fast(d, at)
