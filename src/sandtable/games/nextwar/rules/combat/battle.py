"""Rules 9.2.3 to 9.2.7: lead units, the roll, and the losses of both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from sandtable.games.nextwar.model import Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import assaults, declaration, losses
from sandtable.games.nextwar.rules.combat.modifiers import drms, shifts
from sandtable.games.nextwar.rules.combat.strength import attack_strength, defence_strength, odds
from sandtable.games.nextwar.rules.combat.support import current
from sandtable.games.nextwar.rules.movement import beachheads, stacking
from sandtable.games.nextwar.rules.movement.control import has_fort
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref, refs
from sandtable.games.nextwar.scenario.files import table
from sandtable.kernel import Draft, OneOf, Refusal, Roll, SomeOf, pick_some, refuse

LOWEST, HIGHEST = -3, 12


def alive(state: KoreaState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units that are still on the board."""
    return tuple(key for key in units if state.units[key].hex)


# -- defenders and lead units ----------------------------------------------------------------------------------------


# rule: NW-8.1.1.1.e
def chooser(state: KoreaState) -> tuple[str, ...]:
    """The defender, if more units stand in the hex than can defend it."""
    battle = current(state)
    foe = enemy(battle.side)
    crowded = stacking.stack2(state, battle.defenders) > stacking.limit2(state, battle.target, foe)
    return (foe,) if crowded else ()


def defender_choice(state: KoreaState, seat: str) -> SomeOf:
    """Units of a crowded hex that may defend it together."""
    battle = current(state)
    limit = stacking.limit2(state, battle.target, seat)

    def too_many(units: tuple[int, ...]) -> Refusal | None:
        if stacking.stack2(state, units) <= limit:
            return None
        return refuse("NW-8.1.1.1.e", "refuse.crowded_defence", at(battle.target), place=at(battle.target))

    return pick_some("piece", battle.defenders, lambda key: None, least=1, check=too_many)


def defend_with(d: Draft[KoreaState], units: tuple[int, ...]) -> None:
    """Name the units that defend a crowded hex."""
    d.edit_subject(Battle, defenders=tuple(sorted(units)))
    d.log("log.defenders", "NW-8.1.1.1.e", *refs(units), units=refs(units))


# rule: NW-9.2.3, NW-9.5.1.c
def leader(state: KoreaState, attacks: bool) -> tuple[str, ...]:
    """The side that names its lead unit, if it has a choice."""
    battle = current(state)
    units = battle.attackers if attacks else battle.defenders
    return (battle.side if attacks else enemy(battle.side),) if len(units) > 1 else ()


def lead_choice(state: KoreaState, seat: str) -> OneOf:
    """Units that can lead."""
    battle = current(state)
    units = battle.attackers if seat == battle.side else battle.defenders
    return OneOf("piece", units, default=best_lead(state, units))


def best_lead(state: KoreaState, units: tuple[int, ...]) -> int:
    """The most efficient of some units; 0 where there are none."""
    return max(units, key=lambda key: (rating(state, key), -key), default=0)


def led(state: KoreaState, battle: Battle) -> Battle:
    """The same combat under the best lead units where none is named yet."""
    return replace(
        battle,
        attack_lead=battle.attack_lead or best_lead(state, battle.attackers),
        defence_lead=battle.defence_lead or best_lead(state, battle.defenders),
    )


def foreseen(state: KoreaState, side: str, target: int, units: Iterable[int]) -> Battle | None:
    """The combat if some units attacked a hex, under the best leaders; ``None`` where nobody comes or stands there."""
    attackers, here = tuple(sorted(units)), there(state, target)
    if not attackers or not here:
        return None
    assault = assaults.stormers(state, attackers)
    return led(state, Battle(side, target, attackers, declaration.rested(state, target), assault=assault))


def lead(d: Draft[KoreaState], key: int) -> None:
    """Name the lead unit of a side."""
    battle = current(d.now)
    field = "attack_lead" if key in battle.attackers else "defence_lead"
    d.edit_subject(Battle, **{field: key})
    d.log(
        "log.lead", "NW-9.5.1.c", ref(key), by=d.now.board.units[key].side, unit=ref(key), efficiency=rating(d.now, key)
    )


def lead_alone(d: Draft[KoreaState], attacks: bool) -> None:
    """A unit alone leads its side."""
    battle = current(d.now)
    units = battle.attackers if attacks else battle.defenders
    if len(units) == 1:
        d.edit_subject(Battle, **{"attack_lead" if attacks else "defence_lead": units[0]})


# -- the roll --------------------------------------------------------------------------------------------------------


# rule: NW-9.2.2.2.c
def column_of(column: int, shift: int) -> str:
    """The column of the table where shifts lead from another; those beyond its edge are lost."""
    columns = table("combat").columns
    return columns[min(max(column + shift, 1), len(columns)) - 1]


# rule: NWT-CRT.range
def row_of(die: int, drm: int) -> int:
    """The row of the table that a modified die reads."""
    return min(max(die + drm, LOWEST), HIGHEST)


def results(state: KoreaState, battle: Battle) -> tuple[str, ...]:
    """What each face of the die would bring as things stand, under the lead units that are named."""
    attack, defence = attack_strength(state, battle).total, defence_strength(state, battle).total
    start = odds(state.board.terrain(battle.target), attack, defence)
    column, drm = column_of(start.column, shifts(state, battle).total), drms(state, battle).total
    return tuple(str(table("combat").look(row_of(die, drm), column).value) for die in DIE)


# rule: NW-9.2.6, NWS-STD-3.2.g, NW-9.7
def roll(d: Draft[KoreaState]) -> None:
    """Roll the die of a combat and read the result."""
    state, battle = d.now, current(d.now)
    attack, defence = attack_strength(state, battle), defence_strength(state, battle)
    terrain = state.board.terrain(battle.target)
    start = odds(terrain, attack.total, defence.total)
    shift, modifiers = shifts(state, battle), drms(state, battle)
    die = d.draw("roll.combat", DIE)
    row, column = row_of(die.faces[0], modifiers.total), column_of(start.column, shift.total)
    result: str = table("combat").look(row, column).value
    place = at(battle.target)
    d.log("log.attack_strength", "NW-9.2.2.a", place, modifiers=attack, by=battle.side, total=attack.total)
    d.log("log.defence_strength", "NW-9.2.2.a", place, modifiers=defence, by=enemy(battle.side), total=defence.total)
    d.log("log.odds", "NW-9.2.2.2.a", place, modifiers=shift, by=battle.side, odds=start.name, column=column)
    _log_result(d, die, modifiers.total, row, column, result)
    apply(d, result)


def _log_result(d: Draft[KoreaState], die: Roll, drm: int, row: int, column: str, result: str) -> None:
    battle = current(d.now)
    place = at(battle.target)
    d.log(
        "log.combat",
        "NW-9.2.6",
        place,
        rolls=[die],
        modifiers=drms(d.now, battle),
        by=battle.side,
        place=place,
        column=column,
        drm=drm,
        row=row,
        result=result,
    )


# rule: NW-9.7.1.a, NW-9.7.2.a
def fate(word: str) -> tuple[int, bool]:
    """What half of a result means to its side: steps lost, and whether it retreats."""
    number = word.removesuffix("R")
    return (0 if number == "-" else int(number)), word.endswith("R")


# rule: NW-9.7.1.a, NW-9.7.2.a
def apply(d: Draft[KoreaState], result: str) -> None:
    """Note what a result costs both sides; a side that cannot pay it all spares the other one step."""
    state, battle = d.now, current(d.now)
    left, _, right = result.partition("/")
    (attack, _), (defence, retreats) = fate(left), fate(right)
    # rule: NW-9.7.1.1, NW-9.7.1.1.a
    ours = sum(state.units[key].steps for key in battle.attackers)
    theirs = sum(state.units[key].steps for key in battle.defenders)
    # rule: NW-8.5.8.2.b.2
    theirs += beachheads.steps(state, battle.target, enemy(battle.side))
    attack_due = attack - 1 if attack and defence > theirs else attack
    defence_due = defence - 1 if defence and attack >= ours else defence
    d.edit_subject(
        Battle,
        result=result,
        attack_losses=attack_due,
        defence_losses=defence_due,
        attack_lead_pays=True,
        defence_lead_pays=True,
        retreat=retreat_distance(state, battle.target, enemy(battle.side)) if retreats else 0,
    )


# rule: NW-9.8.1.a
def retreat_distance(state: KoreaState, place: int, side: str) -> int:
    """How many hexes defenders retreat from a hex."""
    ground = state.board.ground[place]
    easy = state.board.terrain(place) in ("flat", "flat_woods", "rough", "rough_woods", "marsh")
    return 2 if easy and not ground.is_city and not has_fort(state, place, side) else 1


# rule: NW-19.4.1.a, NW-19.4.1.c
def fighters_first(state: KoreaState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units that can take a loss: supply units only where nobody else is left."""
    return tuple(key for key in units if not state.board.units[key].is_supply) or units


# -- losses ----------------------------------------------------------------------------------------------------------


# rule: NW-9.7.1.a, NW-9.7.2.a
def losers(state: KoreaState, side: str) -> tuple[int, ...]:
    """Units of a side that may take the next step loss."""
    battle = current(state)
    attacks = side == battle.side
    units = fighters_first(state, alive(state, battle.attackers if attacks else battle.defenders))
    # rule: NWK-2.2.g
    outposts = tuple(key for key in units if state.board.units[key].is_outpost)
    if outposts:
        return outposts
    lead_ = battle.attack_lead if attacks else battle.defence_lead
    pays = battle.attack_lead_pays if attacks else battle.defence_lead_pays
    # rule: NW-9.5.1.b
    if pays and lead_ in units:
        return (lead_,)
    # rule: NW-9.7.1.b
    unhurt = tuple(key for key in units if state.units[key].steps == state.board.units[key].steps)
    return unhurt or units


def due(state: KoreaState, side: str) -> int:
    """Steps that a side still has to lose."""
    battle = current(state)
    return battle.attack_losses if side == battle.side else battle.defence_losses


def owes(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, if it has to choose a loss."""
    return (side,) if due(state, side) and losers(state, side) else ()


# rule: NW-8.5.8.2.b.2
def why_not_sacrifice(state: KoreaState, seat: str) -> Refusal | None:
    """Why a beachhead cannot take the next loss of the defender: there is none, or the lead unit pays first."""
    battle = current(state)
    if seat == battle.side or not beachheads.steps(state, battle.target, seat):
        return refuse("NW-8.5.8.2.b.2", "refuse.no_beachhead")
    # The step for a retreat that was ignored is nobody's in particular.
    if not battle.extra and battle.defence_lead_pays and battle.defence_lead in alive(state, battle.defenders):
        return refuse("NW-9.5.1.b", "refuse.not_the_next_loss", ref(battle.defence_lead), unit=ref(battle.defence_lead))
    return None


def sacrifice(d: Draft[KoreaState]) -> None:
    """Lose the beachhead instead of a step of a unit."""
    battle = current(d.now)
    if battle.extra:
        d.edit_subject(Battle, extra=0)
    else:
        d.edit_subject(Battle, defence_losses=battle.defence_losses - 1)
    beachheads.lose(d, battle.target)


def loss_choice(state: KoreaState, seat: str) -> OneOf:
    """Units that can take the next loss."""

    def why_not(key: int) -> Refusal | None:
        return refuse("NW-9.7.1.b", "refuse.not_the_next_loss", ref(key), unit=ref(key))

    return OneOf("piece", losers(state, seat), why=why_not)


# rule: NW-9.2.7, NWS-STD-3.2.h
def take_loss(d: Draft[KoreaState], key: int) -> None:
    """Take the step of the result from a unit; whoever takes the first one, the lead unit owes it no more."""
    battle = current(d.now)
    attacks = key in battle.attackers
    if attacks:
        d.edit_subject(Battle, attack_losses=battle.attack_losses - 1, attack_lead_pays=False)
    else:
        d.edit_subject(Battle, defence_losses=battle.defence_losses - 1, defence_lead_pays=False)
    losses.lose_step(d, key, "NW-9.7.1.a" if attacks else "NW-9.7.2.a")


def force(side: Callable[[Battle], str]) -> Callable[[Draft[KoreaState]], None]:
    """Take losses that leave no choice."""

    def take(d: Draft[KoreaState]) -> None:
        seat = side(current(d.now))
        while due(d.now, seat):
            candidates = losers(d.now, seat)
            if len(candidates) != 1 or why_not_sacrifice(d.now, seat) is None:
                break
            take_loss(d, candidates[0])

    return take


def is_held(state: KoreaState, battle: Battle) -> bool:
    """Whether anybody of the defender's side is left in the hex."""
    return any(state.board.units[key].side != battle.side for key in there(state, battle.target))
