"""Chapter 10: anti-aircraft artillery fires once, before the first round."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.fire import Shot, form_of, inflict, salvo
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, attackers, defenders, place_of
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.kernel import Draft


# rule: AA-13.t2.4
def hit_on(state: GlobalState, power: str, printed: int) -> int:
    """What the anti-aircraft fire of a power hits on: more with radar."""
    better: int = effect(state, power, "radar").get("aa_hit_on", 0)
    return max(printed, better)


# rule: AA-10.aaa.fire.a, AA-9.2.air.aa-only-target
def shots(state: GlobalState, at: int) -> list[Shot]:
    """Three shots for each gun, but no more than there are aircraft and paratroopers; guns with radar come first.

    Guns that the fleet has hit before still fire: they stand behind the casualty strip.
    """
    # rule: AA-10.air.aa-exposure, AA-13.t1.3.b
    flying = sum(form_of(state, key) == "air" for key in attackers(state, at))
    found: list[Shot] = []
    # rule: AA-9.3.bombard.roll
    for key in defenders(state, at):
        unit = state.units[key]
        kind = type_of(state, unit)
        found += [Shot(hit_on(state, unit.owner, kind.aa_hit_on), "air")] * kind.aa_shots
    return sorted(found, key=lambda shot: -shot.value)[:flying]


# rule: AA-10.aaa.fire.b, AA-9.3.special-override
def fire(d: Draft[GlobalState]) -> None:
    inflict(d, ATTACKER, salvo(d, DEFENDER, shots(d.now, place_of(d.now)), "AA-10.aaa.fire.a"))
