"""Explained combat: strengths, column, modifiers and every result of an attack, before anybody commits to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sandtable.games.eastfront.model import AXIS, SIDES, Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules.combat import battle, combat
from sandtable.games.eastfront.rules.combat.combat import BELOW, Estimate, Force
from sandtable.games.eastfront.rules.declaration.declaration import MOST_HEXES, attackers
from sandtable.games.eastfront.rules.naval import gunfire
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import kerch
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.kernel import YES, UnknownName
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase, WhatIf

DIE = 10
MOST_CHIPS = 6
"""Units that are offered to be added: the strongest, so that the chips stay readable."""
BETWEEN_FACES = " · "
FATES = ("wiped", "routed", "loses", "retreats", "holds")
"""What a result does to one side, from the worst."""


def odds(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances of an attack: described, being composed, at a place, or the one at hand."""
    force = asked(state, seat, params)
    if force is None or not force.units or not combat.defenders(state, force.hexes):
        return None
    found = combat.estimate(state, force, kerch.shift(state, force.attack, force.units))
    return Odds(
        title=Phrase("odds.title", {"places": tuple(map(zoc_and_stacking.at, force.hexes))}),
        attack=Figure(total=str(found.attack.total), modifiers=found.attack.parts),
        defence=Figure(total=str(found.defence.total), modifiers=found.defence.parts),
        columns=tuple(state.board.crt.columns),
        column="" if found.odds == BELOW else found.odds,
        shifts=found.drm.parts,
        outcomes=tuple(outcomes(state, force, found)),
        notes=(mean_losses(state, force, found), *by_die(state, force, found)),
        options=tuple(what_if(state, force)),
    )


# -- which attack ------------------------------------------------------------------------------------------------------


def asked(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Force | None:
    """The force that a question is about; ``None`` where there is no fight to speak of."""
    match params:
        case {"force": Mapping() as given}:
            return _described(state, given)
        case {"partial": Mapping() as given}:
            return _composed(state, seat, given)
        case {"place": place} if state.battle is None or int(place) not in battle.current(state)[1].hexes:
            return _at(state, seat, int(place))
    return _at_hand(state)


def _described(state: CrimeaState, given: Mapping[str, Any]) -> Force:
    side = str(given.get("side", ""))
    if side not in SIDES:
        raise UnknownName("side", side, SIDES)
    hexes = _hexes(state, given.get("hexes", ()))
    attack = next((a for a in state.attacks.values() if a.hexes == hexes and a.side == side), None)
    units = _units(state, given.get("units", ()), side, hexes)
    support = _units(state, given.get("support", ()), side)
    ships = _known(given.get("ships", ()), state.ships, "ship")
    supplied = None if given.get("supplied") is None else bool(given["supplied"])
    engineers = bool(given.get("engineers"))
    return Force(attack or Attack(side, hexes, units), units, support, engineers, supplied, ships)


def _hexes(state: CrimeaState, given: Any) -> tuple[int, ...]:
    """The hexes that a question names as attacked: no more than one attack can have."""
    found = _known(given, state.board.ground, "place")
    if len(found) > MOST_HEXES:
        raise ValueError(f"an attack goes against {MOST_HEXES} hexes at most, not {len(found)}")
    return found


def _units(state: CrimeaState, given: Any, side: str, hexes: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The units of a side that a question names; those that attack stand beside a hex that they attack."""
    found = _known(given, _standing(state), "piece")
    near = state.board.grid.neighbours
    for key in found:
        if state.board.units[key].side != side:
            raise ValueError(f"piece {key} does not fight for the side {side}")
        if hexes and not any(state.pieces[key].hex in near[h] for h in hexes):
            raise ValueError(f"piece {key} stands beside none of the hexes that are attacked")
    return found


def _standing(state: CrimeaState) -> Mapping[int, Any]:
    """The units on the map: nobody else fights."""
    return {key: piece for key, piece in state.pieces.items() if piece.hex}


def _known(given: Any, known: Mapping[int, Any], kind: str) -> tuple[int, ...]:
    """Numbers that a question names, each known and named once."""
    if not isinstance(given, list | tuple):
        raise TypeError(f"numbers of a {kind} come as a list")
    for one in given:
        if one not in known:
            raise UnknownName(kind, str(one))
    if len(set(given)) < len(given):
        raise ValueError(f"a {kind} is named twice")
    return tuple(sorted(given))


def _composed(state: CrimeaState, seat: str, given: Mapping[str, Any]) -> Force | None:
    """The attack that an answer would make, as far as it is given; the rest as strong as it can be."""
    match given.get("do"):
        case "declare" if given.get("hexes"):
            hexes = _hexes(state, given["hexes"])
            units = _units(state, given.get("units") or (), seat, hexes) or _all_attackers(state, seat, hexes)
            return _strongest(state, Attack(seat, hexes, units), units)
        case "resolve" if given.get("attack") in state.attacks:
            attack = state.attacks[given["attack"]]
            return _strongest(state, attack, battle.available(state, attack))
        case "assault" if state.battle is not None:
            _, attack = battle.current(state)
            units = _units(state, given.get("units") or (), attack.side, attack.hexes) or battle.available(
                state, attack
            )
            whole = _strongest(state, attack, units)
            support = _units(state, given["support"], attack.side) if "support" in given else whole.support
            engineers = given["engineers"] == YES if "engineers" in given else whole.engineers
            supplied = bool(given["supply"]) if given.get("supply") else None
            ships = _known(given["ships"], state.ships, "ship") if "ships" in given else whole.ships
            return Force(attack, units, support, engineers, supplied, ships)
    return _at_hand(state)


def _at(state: CrimeaState, seat: str, place: int) -> Force | None:
    """An attack on a hex by all who could: by the seat on its enemies, or by its enemies on it."""
    stack = zoc_and_stacking.stacks(state).get(place)
    if not stack:
        return None
    side = enemy(state.board.units[stack[0]].side)
    declared = next((a for a in state.attacks.values() if place in a.hexes), None)
    if declared is not None:
        return _strongest(state, declared, battle.available(state, declared))
    units = _all_attackers(state, side or seat or AXIS, (place,))
    return _strongest(state, Attack(side, (place,), units), units) if units else None


def _at_hand(state: CrimeaState) -> Force | None:
    """The attack that is being resolved, until its die has spoken: then there is no chance left to tell."""
    if state.battle is None or state.battle.result:
        return None
    now, attack = battle.current(state)
    if now.units:
        # Some may be lost by the time somebody asks.
        units, support = (tuple(k for k in keys if state.pieces[k].hex) for keys in (now.units, now.support))
        return Force(attack, units, support, now.engineers, now.supplied or None, now.ships)
    return _strongest(state, attack, battle.available(state, attack))


def _all_attackers(state: CrimeaState, side: str, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Units that could attack all of the hexes together."""
    first = attackers(state, side, hexes[0])
    return tuple(k for k in first if all(k in attackers(state, side, h) for h in hexes[1:]))


def _strongest(state: CrimeaState, attack: Attack, units: tuple[int, ...]) -> Force:
    """The attack with all the artillery, ships and engineers it can have."""
    support = battle.best_guns(state, attack)
    ships = best_ships(state, attack, support)
    helped = combat.help_of_engineers(state, units)
    works = combat.fortress(state, Force(attack, units, support))
    return Force(attack, units, support, any(name in helped for name in works), ships=ships)


def best_ships(state: CrimeaState, attack: Attack, guns: tuple[int, ...]) -> tuple[int, ...]:
    """The strongest naval gunfire that an attack can have beside some guns."""
    return gunfire.best(state, gunfire.attacking(state, attack), guns, attack.hexes)


# -- what comes of it --------------------------------------------------------------------------------------------------


def outcomes(state: CrimeaState, force: Force, found: Estimate) -> Iterator[Chance]:
    """What happens to the defender, then to the attacker, each with its share; the worst comes first."""
    shares = combat.distribution(state, found)
    stars = combat.asterisk_losses(state, force).total
    for number, who in ((1, "defender"), (0, "attacker")):
        fates: dict[tuple[int, int], Fraction] = {}
        for result, share in shares.items():
            fate = _fate(results.read(kerch.softened(force.attack, result))[number], 0 if number else stars)
            fates[fate] = fates.get(fate, Fraction(0)) + share
        for (rank, lost), share in sorted(fates.items()):
            name = FATES[rank]
            is_unhurt = name == "holds"
            tone = "good" if is_unhurt == (who == "attacker") else "bad"
            yield Chance(key=f"odds.{who}.{name}", params={"steps": -lost}, share=int(share * WHOLE), tone=tone)


def _fate(part: results.Part, stars: int) -> tuple[int, int]:
    """What a result does to a side: its rank among the fates, and the steps lost as a negative number."""
    if part.wiped_out:
        return 0, 0
    steps = part.steps + (stars if part.star else 0)
    if part.retreat:
        return (1, -steps) if steps else (3, 0)
    return (2, -steps) if steps else (4, 0)


def mean_losses(state: CrimeaState, force: Force, found: Estimate) -> Phrase:
    """Steps that both sides would lose in as many such attacks as the die has faces."""
    stars = combat.asterisk_losses(state, force).total
    lost = [0, 0]
    for result, share in combat.distribution(state, found).items():
        for number, part in enumerate(results.read(kerch.softened(force.attack, result))):
            keys = combat.defenders(state, force.hexes) if number else force.units
            all_steps = sum(state.pieces[k].steps for k in keys)
            steps = all_steps if part.wiped_out else part.steps + (stars if part.star and not number else 0)
            lost[number] += min(steps, all_steps) * int(share * DIE)
    return Phrase("odds.mean", {"attacks": DIE, "attacker": lost[0], "defender": lost[1]})


def by_die(state: CrimeaState, force: Force, found: Estimate) -> Iterator[Phrase]:
    """What each face brings on the column of the attack, with its modifiers, then one column to either side."""
    columns = state.board.crt.columns
    at = columns.index(found.odds) if found.odds in columns else -1
    shown = (found.odds, *(columns[n] for n in (at - 1, at + 1) if 0 <= n < len(columns)))
    for column in shown:
        cells = (combat.cell(state, column, die, found.drm.total) for die in range(1, DIE + 1))
        faces = (f"{die}: {kerch.softened(force.attack, cell)}" for die, cell in enumerate(cells, start=1))
        yield Phrase("odds.by_die", {"column": column, "faces": BETWEEN_FACES.join(faces)})


# -- what if -----------------------------------------------------------------------------------------------------------


def what_if(state: CrimeaState, force: Force) -> Iterator[WhatIf]:
    """What could be added or left out: attack supply, engineers, artillery, further units."""
    supplied = combat.is_supplied(state, force)
    if not state.board.has_automatic_attack_supply(force.attack.side, state.turn):
        yield WhatIf(key="odds.supply", params=described(force, supplied=not supplied), active=supplied)
    if force.engineers or combat.help_of_engineers(state, force.units):
        yield WhatIf(
            key="odds.engineers", params=described(force, engineers=not force.engineers), active=force.engineers
        )
    guns = battle.best_guns(state, force.attack)
    if guns:
        without = () if force.support else guns
        yield WhatIf(key="odds.guns", params=described(force, support=without), active=bool(force.support))
    ships = best_ships(state, force.attack, force.support)
    if ships or force.ships:
        without = () if force.ships else ships
        yield WhatIf(key="odds.ships", params=described(force, ships=without), active=bool(force.ships))
    others = [k for k in _all_attackers(state, force.attack.side, force.hexes) if k not in force.units]
    others.sort(key=lambda k: (-zoc_and_stacking.strength(state, k).attack, k))
    for key in others[:MOST_CHIPS]:
        units = tuple(sorted((*force.units, key)))
        yield WhatIf(
            key="odds.add_unit", words={"unit": zoc_and_stacking.ref(key)}, params=described(force, units=units)
        )
    if len(force.units) > 1:
        for key in force.units[:MOST_CHIPS]:
            units = tuple(k for k in force.units if k != key)
            yield WhatIf(
                key="odds.leave_unit",
                words={"unit": zoc_and_stacking.ref(key)},
                params=described(force, units=units),
                active=True,
            )


def described(force: Force, **other: Any) -> dict[str, Any]:
    """A force as the parameters of a question, with something changed."""
    given = {
        "side": force.attack.side,
        "hexes": force.hexes,
        "units": force.units,
        "support": force.support,
        **({"ships": force.ships} if force.ships else {}),
        "engineers": force.engineers,
        "supplied": force.supplied,
        **other,
    }
    return {"force": {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}}
