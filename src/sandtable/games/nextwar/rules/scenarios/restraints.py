"""Korea, 16.1: units that a scenario holds back."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, STEP_MP, Battle, KoreaState
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.kernel import Draft, Modifier, Refusal, refuse

ID_5, ID_7, ID_23 = "1-37", "1-19", "1-109"
HOLDS, WAITS, LATE, STAYS_HOME = "5_id_holds", "5_id_waits", "23_id_starts_late", "7_id_waits"
LATE_BY = 3 * STEP_MP
MORE_ATTACK = 7
IN_PLAY = 40
"""The column from which the 7th division counts as in play."""


def unit_of(state: KoreaState, sheet: str) -> int:
    """The unit with a number of the counter sheets; 0 if the scenario has none."""
    return next((key for key in state.units if state.board.units[key].sheet == sheet), 0)


# rule: NWK-16.1.1.h, NWK-16.1.2.e, NWK-16.1.2.h
def why_held(state: KoreaState, key: int) -> Refusal | None:
    """Why the scenario does not let a unit move."""
    if state.board.units[key].sheet != ID_5:
        return None
    if state.board.special(HOLDS):
        return refuse("NWK-16.1.1.h", "refuse.held", ref(key), unit=ref(key))
    if state.board.special(WAITS) and not state.units[key].freed:
        return refuse("NWK-16.1.2.e", "refuse.held", ref(key), unit=ref(key))
    return None


# rule: NWK-16.1.1.h
def why_no_attack(state: KoreaState, key: int) -> Refusal | None:
    """Why the scenario does not let a unit attack."""
    if state.board.special(HOLDS) and state.board.units[key].sheet == ID_5:
        return refuse("NWK-16.1.1.h", "refuse.held", ref(key), unit=ref(key))
    return None


def _is_against_5_id(state: KoreaState, battle: Battle) -> bool:
    key = unit_of(state, ID_5)
    return state.board.special(WAITS) and key in battle.defenders


# rule: NWK-16.1.2.e
def more_attack(state: KoreaState, battle: Battle) -> tuple[Modifier, ...]:
    """Combat factors that the scenario adds to attacks on the 5th division."""
    if not _is_against_5_id(state, battle):
        return ()
    return (Modifier("NWK-16.1.2.e", "modifier.attack_on_5_id", MORE_ATTACK),)


# rule: NWK-16.1.2.e
def counts_as_several(state: KoreaState, battle: Battle) -> bool:
    """Whether an attack counts as one of several corps because of the factors that the scenario adds."""
    return _is_against_5_id(state, battle)


# rule: NWK-16.1.1.h
def dies_in_retreat(state: KoreaState, key: int) -> bool:
    """Whether a unit is eliminated where others would retreat."""
    return state.board.special(HOLDS) and state.board.units[key].sheet == ID_5


def is_limited(state: KoreaState, key: int) -> bool:
    """Whether the scenario closes hexes to this very unit."""
    return _waits(state, key)


def _waits(state: KoreaState, key: int) -> bool:
    return state.board.special(STAYS_HOME) and state.board.units[key].sheet == ID_7 and not state.units[key].freed


# rule: NWK-16.1.3.f
def why_not_enter(state: KoreaState, key: int, to: int) -> Refusal | None:
    """Why the scenario does not let this very unit enter a hex."""
    if _waits(state, key) and state.board.ground[to].country == DPRK:
        return refuse("NWK-16.1.3.f", "refuse.not_yet_north", ref(key), at(to), unit=ref(key), place=at(to))
    return None


# rule: NWK-16.1.3.f, NWK-16.1.5.e
def at_start(d: Draft[KoreaState]) -> None:
    """The 23rd division counts some movement as spent on its first move."""
    if d.now.board.special(LATE) and (key := unit_of(d.now, ID_23)):
        d.edit("units", key, spent=LATE_BY)


# rule: NWK-16.1.3.f, NWK-16.1.2.e
def after_move(d: Draft[KoreaState], key: int, path: tuple[int, ...]) -> None:
    """The 7th division may go north once it has come into play; the 5th is free once the DPRK has passed by it."""
    if _waits(d.now, key) and any(to // 100 >= IN_PLAY for to in path):
        d.edit("units", key, freed=True)
    held = _held_division(d.now)
    if held and d.now.board.units[key].side == DPRK:
        near = d.now.board.near[d.now.units[held].hex]
        if any(to in near for to in path):
            _release(d, held)


def _held_division(state: KoreaState) -> int:
    """The 5th division while it waits on the map; 0 where it does not."""
    key = unit_of(state, ID_5) if state.board.special(WAITS) else 0
    return key if key and state.units[key].hex and not state.units[key].freed else 0


def _release(d: Draft[KoreaState], key: int) -> None:
    d.edit("units", key, freed=True)
    d.log("log.released", "NWK-16.1.2.e", ref(key), unit=ref(key))


# rule: NWK-16.1.3.f
def settle(d: Draft[KoreaState]) -> None:
    """However the 7th division came into play: after a combat or through the air as well as on foot."""
    if d.now.board.special(STAYS_HOME) and (key := unit_of(d.now, ID_7)):
        after_move(d, key, (d.now.units[key].hex,))


# rule: NWK-16.1.2.e
def end_of_segment(d: Draft[KoreaState], side: str) -> None:
    """The 5th division is free from the segment after one in which the DPRK moved next to it, by whatever way."""
    key = _held_division(d.now)
    if side != DPRK or not key:
        return
    near, held = d.now.board.near[d.now.units[key].hex], holders(d.now)
    if any(held.get(h) == DPRK and any(d.now.units[k].moved for k in there(d.now, h)) for h in near):
        _release(d, key)
