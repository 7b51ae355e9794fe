"""The war in the air: who fights for it, what is struck with what chances, and what is not worth an aircraft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.nextwar.actions.air_war import (
    Aim,
    BreakOff,
    Catch,
    Engage,
    Ground,
    Intercept,
    Join,
    Launch,
    Pair,
    Press,
    Sortie,
    Strike,
    Suppress,
)
from sandtable.games.nextwar.model import ALLIED, KoreaState, Mission
from sandtable.games.nextwar.queries import air_chances
from sandtable.games.nextwar.rules.air_defences import interception, network
from sandtable.games.nextwar.rules.air_war import sorties
from sandtable.games.nextwar.rules.air_war.display import ratings, side_of
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.strikes import missions, targets
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX, WMD
from sandtable.kernel import Verb
from sandtable.kernel.offers import leaves
from sandtable.kernel.queries import WHOLE
from sandtable.planning import Idea, Verbs

LOOKS = 60
"""Answers of one verb that are weighed."""
MOST_TARGETS = 8
"""Places of one kind that are weighed as targets of a strike."""
LOST_WHOLE, LOST_HURT = 0.06, 0.4
"""How often an aircraft that is stopped is lost for good: one at full strength, and one that has lost a step."""
LEAST = 0.3
"""What a strike has to promise in half victory points."""
TRACK, CAUGHT = 1.0, 0.5
"""What a hit on a track of the air defences is worth in a campaign, and what stands on a base that is hit."""
FEW = 0.2
"""The part of its aircraft that the DPRK sends into the fight for the air."""
DEAR = 4
"""Half victory points from which an air unit is dear."""
FEATURES = (*WMD, "airbase", "airfield", "port")


def ideas(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """What to say in the air."""
    if "sortie" in verbs:
        yield from _sortie(state, seat)
    if "ground" in verbs:
        yield from _ground(state, seat, verbs["ground"])
    if "pair" in verbs:
        yield from _ranked(state, seat, verbs["pair"], Pair)
    for name, kind in (("join", Join), ("engage", Engage), ("aim", Aim)):
        if name in verbs:
            yield from _ranked(state, seat, verbs[name], kind)
    if "break_off" in verbs:
        yield from _break_off(state, seat, verbs["break_off"])
    if "intercept" in verbs:
        yield from _intercept(state, seat, verbs["intercept"])
    if "press" in verbs:
        yield tuple(Press(answer=word) for word in (("yes", "no") if _is_bold(state, seat) else ("no", "yes")))
    if "hit_on_ground" in verbs:
        yield from _catch(state, seat, verbs["hit_on_ground"])
    if "wild_weasel" in verbs:
        yield from _suppress(state, seat)
    if "strike" in verbs:
        yield from strikes(state, seat)
    if "launch" in verbs:
        yield from _launch(state, seat, verbs["launch"])


# -- what aircraft are worth -----------------------------------------------------------------------------------------


def prize(state: KoreaState, key: int) -> int:
    """Half victory points that the enemy gets for an air unit; a transport counts little."""
    counter = state.board.aircraft.get(key)
    return int(chart("victory")["air"][counter.nation]) if counter is not None else 1


def risk(state: KoreaState, key: int) -> float:
    """What is lost on average when an air unit is stopped on its way."""
    whole = state.aircraft[key].steps > 1
    return (LOST_WHOLE if whole else LOST_HURT) * prize(state, key)


def is_hurt(state: KoreaState, key: int) -> bool:
    """Whether an air unit has lost a step."""
    return state.aircraft[key].steps < state.board.aircraft[key].steps


def is_fighter(state: KoreaState, key: int) -> bool:
    """Whether an air unit fights better than it strikes."""
    values = ratings(state, key)
    return not values.bomber and not values.weasel and values.acr > values.strike


def _is_bold(state: KoreaState, seat: str) -> bool:
    """Whether a side presses on through fire: the Allies have more to lose than to gain."""
    return seat != ALLIED


# -- the fight for the air -------------------------------------------------------------------------------------------


def _sortie(state: KoreaState, seat: str) -> Iterator[Idea]:
    """The Allies send all fighters but those that are hurt; the DPRK only its best: the rest would be shot down."""
    legal = [int(key) for key in sorties.commitments(state, seat).legal]
    best = sorted(legal, key=lambda key: (-ratings(state, key).acr, key))
    chosen = best[: max(1, int(len(best) * FEW))]
    if not _is_bold(state, seat):
        fit = [key for key in legal if not is_hurt(state, key) or prize(state, key) < DEAR]
        chosen = [key for key in fit if is_fighter(state, key)] or fit
    yield (Sortie(units=tuple(sorted(chosen))), Sortie(units=()))


def _ground(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """One's own worst aircraft, the enemy's best ones."""
    for choice, own in ((sorties.owed_choice(state, seat), True), (sorties.due_choice(state, seat), False)):
        order = sorted((int(key) for key in choice.legal), key=lambda key: ratings(state, key).acr)
        units = order[: choice.least] if own else order[::-1][: choice.limit]
        if units:
            yield (Ground(units=tuple(sorted(units))),)


def _ranked(state: KoreaState, seat: str, verb: Verb[Any, Any], kind: type[Any]) -> Iterator[Idea]:
    """One's best against what is worth most and defends itself worst."""

    def value(action: Any) -> float:
        own, foe = ratings(state, action.unit), ratings(state, action.foe)
        hurt = action.foe in state.aircraft and state.aircraft[action.foe].steps == 1
        return own.acr + own.long_range + own.standoff - foe.acr + prize(state, action.foe) * (0.6 if hurt else 0.3)

    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, kind)]
    for action in sorted(found, key=value, reverse=True)[:5]:
        yield (action,)


def _break_off(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Hurt aircraft that cost much leave the fight."""
    for action in leaves(verb, state, seat, LOOKS):
        if (
            isinstance(action, BreakOff)
            and state.aircraft[action.unit].steps == 1
            and prize(state, action.unit) >= DEAR
        ):
            yield (action,)


def _intercept(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Two of the best against each mission, where they lose less than they can win."""
    able = interception.units(state, seat)
    whole = [int(k) for k in able.legal if _is_bold(state, seat) or not is_hurt(state, int(k))]
    best = sorted(whole, key=lambda key: (-ratings(state, key).acr, key))
    for number in state.missions:
        for size in (2, 1):
            if len(best) >= size:
                yield (Intercept(mission=number, units=tuple(sorted(best[:size]))),)


def _catch(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Of the enemy's aircraft on the ground the dearest is hit, of one's own the cheapest."""

    def value(key: int) -> float:
        worth = prize(state, key) * (2.0 if state.aircraft[key].steps == 1 else 1.0) + 0.1 * ratings(state, key).acr
        return worth if side_of(state, key) != seat else -worth

    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, Catch)]
    for action in sorted(found, key=lambda one: -value(one.unit)):
        yield (action,)


# -- strikes ---------------------------------------------------------------------------------------------------------


def _suppress(state: KoreaState, seat: str) -> Iterator[Idea]:
    """Wild Weasels against radar and missiles, whole ones only: whoever flies after them is safer for it."""
    able = [int(key) for key in missions.radar_weasels(state, seat).legal if not is_hurt(state, int(key))]
    able.sort(key=lambda key: (prize(state, key), key))
    escorts = _escorts(state, seat, 0)
    if len(able) >= 2:
        yield (
            Suppress(radar=(able[0],), sam=(able[1],), escorts=escorts),
            Suppress(radar=(able[0],), sam=(able[1],)),
        )
    if able:
        yield (Suppress(sam=(able[0],), escorts=escorts), Suppress(sam=(able[0],)), Suppress(radar=(able[0],)))


def _escorts(state: KoreaState, seat: str, place: int) -> tuple[int, ...]:
    """A fighter of the air superiority box that goes along."""
    fit = [
        key
        for key in state.aircraft
        if missions.why_not_escort(state, seat, place, key) is None and not is_hurt(state, key)
    ]
    return tuple(sorted(fit, key=lambda key: (-ratings(state, key).acr, key))[:1])


def strikes(state: KoreaState, seat: str) -> Iterator[Idea]:
    """The strikes that promise more than they put at stake, the best first."""
    found: list[tuple[float, Strike]] = []
    for aim, place in _aims(state, seat):
        choice = missions.striker_choice(state, seat, aim, place, 0)
        strikers = sorted(
            (int(key) for key in choice.legal),
            key=lambda key: (risk(state, key) - ratings(state, key).strike, key),
        )
        escorts = _escorts(state, seat, place)
        for wing in (strikers[:1], strikers[:2]) if len(strikers) > 1 else (strikers,):
            if wing:
                action = Strike(aim=aim, place=place, strikers=tuple(sorted(wing)), escorts=escorts)
                found.append((outlook(state, seat, action), action))
    for gain, action in sorted(found, key=lambda one: -one[0])[:LOOKS]:
        if gain > LEAST:
            bare = Strike(aim=action.aim, place=action.place, strikers=action.strikers)
            yield (action, bare, Strike(aim=action.aim, place=action.place, strikers=action.strikers[:1]))


def _aims(state: KoreaState, seat: str) -> Iterator[tuple[str, int]]:
    """What could be struck: tracks and bases, and works that score when they are destroyed."""
    for aim in targets.aims(state, seat):
        if aim in (*network.TRACKS, targets.BASES):
            yield aim, 0
        elif aim in FEATURES:
            places = sorted(targets.places(state, seat, aim), key=lambda h: -_damage(state, h, aim))
            yield from ((aim, place) for place in places[:MOST_TARGETS])


def _damage(state: KoreaState, place: int, aim: str) -> int:
    damage = state.damage.get(place)
    return int(getattr(damage, aim, 0)) if damage is not None else 0


def outlook(state: KoreaState, seat: str, action: Strike) -> float:
    """What a strike is worth on average: what it scores, less what it puts at stake."""
    mission = Mission(seat, action.aim, action.place, action.unit, strikers=action.strikers, escorts=action.escorts)
    odds = air_chances.strike(state, mission)
    shares = {chance.key.rpartition("_")[2]: chance.share / WHOLE for chance in odds.outcomes}
    gain = sum(shares.get(word, 0.0) * worth for word, worth in _scores(state, seat, action).items())
    stopped = shares.get("stopped", 0.0)
    return (
        gain
        - stopped * sum(risk(state, key) for key in action.strikers)
        - 0.02 * sum(prize(state, key) for key in (*action.strikers, *action.escorts))
    )


def _scores(state: KoreaState, seat: str, action: Strike) -> dict[str, float]:
    """What each result is worth."""
    if action.aim in network.TRACKS:
        each = float(chart("advanced/air_war")["points"]["track"][seat]) if state.tolls else TRACK
        return {"1": each, "2": each * 1.2, "x": each * 1.3}
    if action.aim == targets.BASES:
        points = chart("advanced/air_war")["points"]
        return {"1": points["strike1"] + CAUGHT, "2": points["strike2"] + CAUGHT, "x": points["strike2"] + 2 * CAUGHT}
    whole = float(installations.worth2(state, action.place, action.aim, seat))
    had = _damage(state, action.place, action.aim)
    return {word: whole * (1.0 if had + level >= 3 else 0.25 * level) for word, level in (("1", 1), ("2", 2), ("x", 3))}


def _launch(state: KoreaState, seat: str, verb: Verb[Any, Any]) -> Iterator[Idea]:
    """Missiles at what is damaged already, else at air bases."""

    def value(action: Launch) -> tuple[int, bool]:
        return (_damage(state, action.place, action.aim), action.aim == "airbase")

    found = [action for action in leaves(verb, state, seat, LOOKS) if isinstance(action, Launch)]
    for action in sorted(found, key=value, reverse=True)[:5]:
        if action.aim in FEATURES and action.place != JAPAN_BOX:
            yield (action,)
