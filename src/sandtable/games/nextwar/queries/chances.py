"""Explained combat: strengths, column, modifiers and every result of an attack, before anybody commits to it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import Battle, KoreaState, Support, enemy
from sandtable.games.nextwar.queries import air_chances, forces_chances, lift_chances
from sandtable.games.nextwar.rules.air_war.display import ratings
from sandtable.games.nextwar.rules.combat import declaration
from sandtable.games.nextwar.rules.combat.battle import column_of, fate, foreseen, led, results
from sandtable.games.nextwar.rules.combat.modifiers import drms, shifts
from sandtable.games.nextwar.rules.combat.strength import attack_strength, defence_strength
from sandtable.games.nextwar.rules.combat.strength import odds as ratio
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref, side_of
from sandtable.games.nextwar.scenario.files import table
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase, WhatIf

MOST_AIR, HALVES = 4, 2
SUPPORT, COMMAND = "support", "command"
"""Verbs that add something to the combat at hand."""
MOST_CHIPS = 6
"""Units that are offered to be added: the strongest, so that the chips stay readable."""


def odds(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances of an attack: being composed, described, at a place, or the one at hand."""
    if (in_the_air := air_chances.asked(state, seat, params)) is not None:
        return in_the_air
    if (in_secret := forces_chances.asked(state, seat, params)) is not None:
        return in_secret
    if (in_flight := lift_chances.asked(state, seat, params)) is not None:
        return in_flight
    battle = asked(state, seat, params)
    if battle is None or not battle.attackers or not battle.defenders:
        return None
    attack, defence = attack_strength(state, battle), defence_strength(state, battle)
    start = ratio(state.board.terrain(battle.target), attack.total, defence.total)
    shift = shifts(state, battle)
    modifiers = drms(state, battle)
    return Odds(
        title=Phrase("odds.title", {"place": at(battle.target), "odds": start.name}),
        attack=Figure(total=str(attack.total), modifiers=attack.parts),
        defence=Figure(total=str(defence.total), modifiers=defence.parts),
        columns=table("combat").columns,
        column=column_of(start.column, shift.total),
        shifts=(*shift.parts, *modifiers.parts),
        outcomes=tuple(outcomes(state, battle)),
        options=tuple(what_if(state, battle)),
    )


def asked(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Battle | None:
    """The combat that a question is about; ``None`` where there is none to speak of."""
    force, partial, place = params.get("force"), params.get("partial"), params.get("place")
    if isinstance(force, Mapping):
        return _described(state, seat, force)
    if isinstance(partial, Mapping) and partial.get("do") == "attack" and isinstance(partial.get("target"), int):
        return _composed(state, seat, int(partial["target"]), partial.get("units") or ())
    found = state.within(Battle)
    if place is not None and (found is None or found.target != int(place)):
        return _at(state, int(place))
    if found is not None and found.result:
        return None  # The die has spoken: there is no chance left to tell.
    if found is not None and isinstance(partial, Mapping) and partial.get("do") in (SUPPORT, COMMAND):
        found = _helped(state, seat, found, partial)
    return None if found is None else led(state, found)


def _helped(state: KoreaState, seat: str, battle: Battle, partial: Mapping[str, Any]) -> Battle:
    """The combat at hand with what a side would give to it, as if all of that came through."""
    side = "attack" if seat == battle.side else "defence"
    if partial["do"] == COMMAND:
        return replace(battle, **{f"{side}_command": _known(state.units, "piece", partial.get("units"))})
    flying = _known(state.aircraft, "air", partial.get("wing"))
    points = sum(ratings(state, key).support2 for key in flying) // HALVES
    given = Support(
        air=min(max(int(partial.get("air") or 0), 0), MOST_AIR) + points,
        helicopters=_known(state.helicopters, "helicopter", partial.get("helicopters")),
        ships=_known(state.ships, "ship", partial.get("ships")),
        snipers=_known(state.units, "piece", partial.get("snipers")),
    )
    return replace(battle, **{f"{side}_support": given})


def _known(rows: Mapping[int, Any], of: str, keys: Any) -> tuple[int, ...]:
    found = tuple(keys) if isinstance(keys, list | tuple) else ()
    for key in found:
        if key not in rows:
            raise UnknownName(of, str(key))
    if len(set(found)) < len(found):
        raise ValueError(f"a {of} is named twice")
    return found


def _described(state: KoreaState, seat: str, given: Mapping[str, Any]) -> Battle | None:
    place = int(given.get("target", 0))
    if place not in state.board.near:
        raise UnknownName("place", str(place))
    battle = _composed(state, seat, place, given.get("units") or ())
    if battle is None:
        return None
    air = min(max(int(given.get("air", 0)), 0), MOST_AIR)
    return replace(battle, attack_support=Support(air=air)) if air else battle


def _composed(state: KoreaState, seat: str, place: int, units: Any) -> Battle | None:
    """An attack as far as it is given; by all who could where nobody is named."""
    if place not in state.board.near or holders(state).get(place) != enemy(seat):
        return None
    if len(set(units)) < len(units):
        raise ValueError("a piece is named twice")
    near = state.board.near[place]
    for key in units:
        if key not in state.units or not state.units[key].hex:
            raise UnknownName("piece", str(key))
        if state.units[key].hex not in near or side_of(state, key) != seat:
            raise ValueError(f"piece {key} is no unit of {seat} beside that place")
    chosen = tuple(sorted(units)) or _neighbours(state, seat, place)
    return foreseen(state, seat, place, chosen)


def _neighbours(state: KoreaState, side: str, place: int) -> tuple[int, ...]:
    """Units of a side that stand next to a hex and could attack it in a combat segment."""
    keys = [key for h in state.board.near[place] if holders(state).get(h) == side for key in there(state, h)]
    return tuple(sorted(key for key in keys if declaration.why_not_against(state, key, place) is None))


def _at(state: KoreaState, place: int) -> Battle | None:
    """An attack on a hex by all who could, whoever holds it."""
    held = holders(state).get(place)
    return None if held is None else _composed(state, enemy(held), place, ())


def outcomes(state: KoreaState, battle: Battle) -> Iterator[Chance]:
    """Every result with its share: those of the defender, the worst first, then those of the attacker."""
    share, read = WHOLE // len(DIE), [word.split("/") for word in results(state, battle)]
    whole = sum(state.units[key].steps for key in battle.defenders)
    theirs, ours = Tally(_fate(right, whole) for _, right in read), Tally(left for left, _ in read)
    for (steps, retreats), count in sorted(theirs.items(), reverse=True):
        fallen = steps >= whole
        flees = "routed" if steps else "retreats"
        end = "destroyed" if fallen else flees if retreats else "loses" if steps else "holds"
        # Only a hex that is left is won.
        tone = "good" if fallen or retreats else "even"
        yield Chance(key=f"odds.defender.{end}", params={"steps": steps}, share=count * share, tone=tone)
    for word, count in sorted(ours.items(), key=lambda item: fate(item[0])):
        steps, _ = fate(word)
        end, tone = ("loses", "bad") if steps else ("holds", "even")
        yield Chance(key=f"odds.attacker.{end}", params={"steps": steps}, share=count * share, tone=tone)


def _fate(result: str, whole: int) -> tuple[int, int]:
    """The steps that defenders lose, at most those they have, and how far those who are left retreat."""
    steps, retreats = fate(result)
    return (whole, 0) if steps >= whole else (steps, int(retreats))


def what_if(state: KoreaState, battle: Battle) -> Iterator[WhatIf]:
    """Units that could be added or left out, and air points."""
    air = battle.attack_support.air if battle.attack_support else 0
    base = {"target": battle.target, "units": list(battle.attackers), "air": air}
    for key in battle.attackers:
        if len(battle.attackers) > 1:
            rest = [one for one in battle.attackers if one != key]
            yield WhatIf(
                key="odds.leave_unit", words={"unit": ref(key)}, params={"force": {**base, "units": rest}}, active=True
            )
    others = [key for key in _neighbours(state, battle.side, battle.target) if key not in battle.attackers]
    for key in others[:MOST_CHIPS]:
        more = sorted((*battle.attackers, key))
        yield WhatIf(key="odds.add_unit", words={"unit": ref(key)}, params={"force": {**base, "units": more}})
    if air < min(MOST_AIR, state.accounts[battle.side].air):
        yield WhatIf(key="odds.air_point", params={"force": {**base, "air": air + 1}})
