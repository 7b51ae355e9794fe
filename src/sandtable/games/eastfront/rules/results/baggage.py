"""Chapters 16.42 and 6.82: supplies in a hex whose defenders retreat: mobile ones go with them, dumps are lost."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.supply.attack_supply import DUMP, book
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders
from sandtable.kernel import Draft


# rule: EF-16.42.a, EF-6.82, EF-11.43.7
def follow(d: Draft[CrimeaState], side: str, start: int, to: int) -> None:
    """Let supplies share the fate of the last units of their side that retreat from a hex.

    Where it is attackers who go back, nobody drives their dumps out.
    """
    battle = d.now.battle
    attack = d.now.attacks.get(battle.attack) if battle is not None else None
    if holders(d.now).get(start) == side:
        return
    is_driven_out = attack is None or start in attack.hexes
    for key, unit in tuple(d.now.supplies.items()):
        if unit.hex != start or unit.side != side:
            continue
        if unit.points < DUMP:
            d.edit("supplies", key, hex=to)
            d.log("log.supply_fled", "EF-6.82", at(to), start=at(start), to=at(to))
        elif is_driven_out:
            book(d, side, -unit.points)
            d.drop("supplies", key)
            d.log("log.supply_lost", "EF-16.42.a", at(start), place=at(start))
