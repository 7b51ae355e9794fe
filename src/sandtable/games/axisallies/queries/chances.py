"""The odds of a battle as players want to see them: both forces in points, what comes of it, and what more would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.games.axisallies.bots import chances, threats
from sandtable.games.axisallies.bots.chances import Counts
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.assignment import bill
from sandtable.games.axisallies.rules.combat.fire import pending, total
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER
from sandtable.games.axisallies.rules.turns.powers import are_allies
from sandtable.kernel import Modifier, Ref, UnknownName
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase, WhatIf
from sandtable.kernel.state import successor
from sandtable.odds import LOSS_RULES, Army, Battle, OddsError, best_force, in_waves, with_losses
from sandtable.odds import Odds as Figures

MOST_CHIPS = 6
SENDING = ("move", "fly", "unload")
"""Verbs that send units into a battle; others name units that are in it."""


def odds(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The odds of a battle: the one at hand, at a place, or the one that an answer being composed would make."""
    place = _place(state, params)
    if place is None:
        return None
    power = _attacker(state, seat, place, params)
    added = _counts(state, params)
    is_begun = place in state.battles
    if is_begun:
        state = _after_losses(state, params)
    battle = chances.battle(state, place, by=power, extra={**_sent(state, params), **added})
    if not any(battle.attacker.units.values()) and not is_begun:
        # Nobody has been sent yet: show what all that could come would do.
        coming = _coming(state, power, place)
        if not coming:
            return None
        battle = chances.battle(state, place, by=power, extra=coming)
        added = dict(coming)
    if not any(battle.attacker.units.values()) or not any(battle.defender.units.values()):
        return None
    # Once it is fought nobody comes any more.
    return told(state, place, power, battle, () if is_begun else tuple(_what_if(state, power, place, added)))


def told(
    state: GlobalState,
    place: int,
    power: str,
    battle: Battle,
    options: tuple[WhatIf, ...] = (),
    sea: bool | None = None,
) -> Odds:
    """The odds of a battle, with what it is called and what comes of it."""
    found = chances.odds_of(battle)
    return Odds(
        title=Phrase("odds.title", {"place": Ref("place", place), "power": Ref("seat", power)}),
        attack=_figure(state, battle, battle.attacker, "attack"),
        defence=_figure(state, battle, battle.defender, "defence"),
        outcomes=tuple(_outcomes(found, state.board.is_sea(place) if sea is None else sea)),
        notes=_notes(found),
        options=options,
        error=round(found.error * WHOLE),
    )


MOST_UNITS = 60
"""So many units of a kind a side of the calculator may have; with more nobody fights."""


def calculate(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The odds of any two forces: ``attack`` and ``defence`` by kind, and whether they meet at ``sea``.

    Further choices: ``attack_loses`` and ``defence_loses`` (an order of loss), ``stop_below`` (per cent: the attacker
    breaks off when his chance is smaller after a round), ``then`` (forces that attack what is left, one after the
    other) and ``send`` (what the place is worth: which of the attackers to send for it).
    """
    sea = bool(params.get("sea"))
    power = seat or state.active or next(iter(state.board.powers))
    forces = [_force(state, _told(params, name), sea) for name in ("attack", "defence")]
    if not all(forces):
        return None
    battle = chances.fight(state, power, chances.Force(forces[0]), chances.Force(forces[1]), sea=sea)
    for name, side in (("attack_loses", ATTACKER), ("defence_loses", DEFENDER)):
        if rule := params.get(name):
            if rule not in LOSS_RULES:
                raise UnknownName("order of loss", str(rule), LOSS_RULES)
            battle = with_losses(battle, side, rule)
    if (limit := params.get("stop_below")) is not None:
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 99:
            raise UnknownName("chance in per cent", str(limit))
        battle = replace(battle, retreat_below=limit / 100)
    try:
        notes = tuple(_further(state, battle, params, sea))
        found = told(state, 0, power, battle, sea=sea)
    except OddsError as problem:
        raise UnknownName("choice", str(problem)) from None
    return replace(found, title=Phrase("odds.any"), notes=(*found.notes, *notes))


MOST_IN_WAVES = {True: 12, False: 70}
"""Units of a side, at sea and ashore, up to which several battles are reckoned for one question."""
TRIED_FORCES = {True: 30, False: 120}


def _further(state: GlobalState, battle: Battle, params: Mapping[str, Any], sea: bool) -> Iterator[Phrase]:
    """What comes of further waves, and which units to send."""
    later = params.get("then") or ()
    gain = params.get("send")
    if not later and gain is None:
        return
    if not isinstance(later, list | tuple) or len(later) > 3:
        raise UnknownName("list of at most 3 waves", str(later)[:40])
    armies = [battle.attacker, *(Army(_force(state, one or {}, sea), order=battle.attacker.order) for one in later)]
    for army in (*armies, battle.defender):
        if sum(army.units.values()) > MOST_IN_WAVES[sea]:
            raise UnknownName("number of units", str(sum(army.units.values())))
    if later:
        waves = in_waves(battle, tuple(armies[1:]), rare=1e-4)
        for number, wave in enumerate(waves.waves, 1):
            yield Phrase("odds.wave", {"number": number, "percent": round(100 * wave.wins)})
        yield Phrase("odds.waves", {"percent": round(100 * waves.attacker_wins), "swing": round(waves.swing)})
    if gain is not None:
        if isinstance(gain, bool) or not isinstance(gain, int) or not 0 <= gain <= 100:
            raise UnknownName("value of a place", str(gain))
        sent = best_force(battle, gain=gain, most=TRIED_FORCES[sea], odds_of=chances.odds_of)
        for kind, count in sent.units.items() if sent is not None else ():
            yield Phrase("odds.send", {"count": count, "kind": Ref("kind", kind.partition(" ")[0])})


def _force(state: GlobalState, given: Mapping[str, Any], sea: bool) -> dict[str, int]:
    """A force as it was described: known kinds in numbers that make sense, and nothing that cannot be there."""
    force: dict[str, int] = {}
    for kind, count in given.items():
        if kind not in state.board.kinds:
            raise UnknownName("kind of unit", str(kind), tuple(state.board.kinds))
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_UNITS:
            raise UnknownName("number of units", str(count))
        if count and state.board.kinds[kind].domain != ("land" if sea else "sea"):
            force[kind] = count
    return force


def _told(params: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A part of a question that is told by names: kinds of units and their numbers, an answer being composed."""
    given = params.get(name) or {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} is told by names")
    return given


def _place(state: GlobalState, params: Mapping[str, Any]) -> int | None:
    """Where the battle is that a question is about."""
    match params:
        case {"place": place}:
            if int(place) not in state.board.spaces:
                raise UnknownName("place", str(place))
            return int(place)
        case {"partial": {"to": int() as place}} | {"partial": {"place": int() as place}}:
            return place if place in state.board.spaces else None
        case {"partial": {"path": [*_, int() as place]}}:
            return place if place in state.board.spaces else None
    here = state.here.ref if state.flow else 0
    return here if here in state.battles else None


def _attacker(state: GlobalState, seat: str, place: int, params: Mapping[str, Any]) -> str:
    by = str(params.get("by", ""))
    if by:
        if by not in state.board.powers:
            raise UnknownName("power", by, tuple(state.board.powers))
        return by
    if place in state.battles:
        return state.battles[place].attacker
    holder = state.territories[place].holder if place in state.territories else ""
    if seat and not (holder and are_allies(state, seat, holder)):
        return seat
    # One's own land: the enemy who could come with most.
    foes = threats.foes_of(state, seat or holder) if seat or holder else ()
    strongest = max(foes, key=lambda foe: sum(_coming(state, foe, place).values()), default="")
    return strongest or state.active


def _counts(state: GlobalState, params: Mapping[str, Any]) -> dict[str, int]:
    """Units that a what-if adds to those who attack."""
    added = _told(params, "add")
    for kind, count in added.items():
        if kind not in state.board.kinds or not isinstance(count, int):
            raise UnknownName("kind of unit", str(kind), tuple(state.board.kinds))
    return dict(added)


def _sent(state: GlobalState, params: Mapping[str, Any]) -> dict[str, int]:
    """Units that an answer being composed would send, as long as they are elsewhere."""
    partial = _told(params, "partial")
    found: dict[str, int] = {}
    for key in _keys(partial, "units") if partial.get("do") in SENDING else ():
        unit = state.units.get(key)
        if unit is not None:
            found[unit.kind] = found.get(unit.kind, 0) + 1
    return found


def _after_losses(state: GlobalState, params: Mapping[str, Any]) -> GlobalState:
    """The position once the hits that have been rolled are taken: as they are chosen, else as the umpire proposes."""
    if not state.flow or state.here.ref not in state.battles:
        return state
    partial = _told(params, "partial")
    chosen = _keys(partial, "units") if partial.get("do") == "lose" else ()
    lost, damaged = dict.fromkeys(state.battles[state.here.ref].doomed), dict.fromkeys(_keys(partial, "damaged"))
    for side in (ATTACKER, DEFENDER):
        if not total(pending(state, side)):
            continue
        due = bill(state, side)
        # A choice that is not whole yet says nothing: what is proposed stands until it is.
        is_choice = bool(chosen) and set(chosen) <= set(due.targets) and due.why_not(chosen, None) is None
        lost |= dict.fromkeys(chosen if is_choice else due.default[0])
        damaged |= {} if is_choice else dict.fromkeys(due.default[1])
    units = {key: replace(unit, damaged=True) if key in damaged else unit for key, unit in state.units.items()}
    return successor(state, units={key: unit for key, unit in units.items() if key not in lost})


def _keys(partial: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """The units that an answer names, each once."""
    return tuple(dict.fromkeys(key for key in partial.get(name) or () if isinstance(key, int)))


def _coming(state: GlobalState, power: str, place: int) -> Counts:
    """What a power could send to a space, less what cannot fight there."""
    sea = state.board.is_sea(place)
    wrong = "land" if sea else "sea"
    sent = threats.reach_of(state, power).get(place, {})
    return {kind: n for kind, n in sent.items() if state.board.kinds[kind].domain != wrong}


def _figure(state: GlobalState, battle: Battle, army: Army, value: str) -> Figure:
    """A force in points: the sum of what its units need to hit."""
    rows = {row.id: row for row in battle.units}
    parts = []
    for kind, count in sorted(army.units.items()):
        if count:
            each: int = getattr(rows[kind], value)
            rule = "AA-9.3.att.fire" if value == "attack" else "AA-9.3.def.fire"
            name = Ref("kind", kind.partition(" ")[0])
            parts.append(
                Modifier(rule, "odds.units", count * each, params={"count": count, "kind": name, "each": each})
            )
    return Figure(total=str(sum(part.amount for part in parts)), modifiers=tuple(parts))


def _outcomes(found: Figures, sea: bool) -> Iterator[Chance]:
    """What can come of it, the worst for the defender first."""
    shares = [
        ("odds.wins" if sea else "odds.captures", found.attacker_wins if sea else found.captures, "good"),
        ("odds.clears", 0 if sea else found.attacker_wins - found.captures, "good"),
        ("odds.both_destroyed", found.both_destroyed, "even"),
        ("odds.undecided", found.undecided, "even"),
        ("odds.holds", found.defender_wins, "bad"),
    ]
    for key, share, tone in shares:
        if round(share * WHOLE) > 0:
            yield Chance(key=key, share=round(share * WHOLE), tone=tone)


def _notes(found: Figures) -> tuple[Phrase, ...]:
    return (
        Phrase("odds.loss", {"attacker": round(found.attacker_loss), "defender": round(found.defender_loss)}),
        Phrase("odds.rounds", {"rounds": max(round(found.rounds), 1)}),
    )


def _what_if(state: GlobalState, power: str, place: int, added: Mapping[str, int]) -> Iterator[WhatIf]:
    """One unit more of each kind that could come, and one less of what was added."""
    base = {"place": place, "by": power}
    for kind in [kind for kind in _coming(state, power, place) if state.board.kinds[kind].attack][:MOST_CHIPS]:
        more = {**added, kind: added.get(kind, 0) + 1}
        yield WhatIf(key="odds.add", words={"kind": Ref("kind", kind)}, params={**base, "add": more})
    for kind, count in added.items():
        less = {other: n for other, n in {**added, kind: count - 1}.items() if n}
        yield WhatIf(key="odds.less", words={"kind": Ref("kind", kind)}, params={**base, "add": less}, active=True)
