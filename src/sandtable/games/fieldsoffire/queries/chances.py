"""Chances of the attempts that a unit can be ordered to make now, exact for the cards that are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from sandtable.games.fieldsoffire.actions import attacking, blasting, calling, moving, rallying, spotting
from sandtable.games.fieldsoffire.model import FieldsState, Try
from sandtable.games.fieldsoffire.rules.combat import rally
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.attempts import Trial
from sandtable.games.fieldsoffire.rules.command.orders import originator
from sandtable.games.fieldsoffire.rules.weapons.concentrating import CRITICAL
from sandtable.games.fieldsoffire.rules.weapons.jams import can_jam
from sandtable.games.fieldsoffire.scenario.deck import JAM
from sandtable.kernel import OneOf, Ref
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase, WhatIf

CRITICAL_KINDS = (trials.CONCENTRATE, trials.GRENADE)
Spread = dict[tuple[int, bool], Fraction]
"""How likely so many cards show the sign, with a jam among them or without."""


def odds(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances of an attempt of a unit: ``what`` names it as one of the options does, else the first it can make."""
    if (pending := _exhortation(state)) is not None:
        return _told(state, pending, pending.what, ())
    key = params.get("piece")
    if not isinstance(key, int) or key not in state.units or state.impulse is None:
        return None
    found = tuple(tries(state, seat, key))
    chosen = next((one for one in found if one[0] == params.get("what")), found[0] if found else None)
    if chosen is None:
        return None
    options = tuple(
        WhatIf(
            key=f"odds.{one.what}",
            words={"menu": one.menu or one.form or str(one.to or "")},
            params={"piece": key, "what": name},
            active=name == chosen[0],
        )
        for name, one in found
    )
    return _told(state, chosen[1], chosen[0], options)


def tries(state: FieldsState, seat: str, key: int) -> Iterator[tuple[str, Try]]:
    """The attempts that a unit can be ordered to make now, each with a name of its own."""
    by = originator(state, key)
    for menu in rally.MENU:
        if _can(rallying.shaken(menu)(state, seat), key):
            yield f"rally.{menu}", Try(trials.RALLY, key, menu=menu, by=by)
    if _can(moving.seekers(state, seat), key):
        yield trials.SEEK, Try(trials.SEEK, key)
    if _can(moving.INFILTRATE.choice(state, seat, []), key):
        yield trials.INFILTRATE, Try(trials.INFILTRATE, key)
    if _can(moving.INFILTRATE_WITHIN.choice(state, seat, []), key):
        yield trials.INFILTRATE_WITHIN, Try(trials.INFILTRATE_WITHIN, key)
    if _can(spotting.spotters(state, seat), key):
        for card in _all(spotting.hiding_places(state, seat, key)):
            yield f"spot.{card}", Try(trials.SPOT, key, to=card)
    if _can(attacking.marksmen(state, seat), key):
        yield trials.CONCENTRATE, Try(trials.CONCENTRATE, key)
    if _can(attacking.throwers(state, seat), key):
        for target in _all(attacking.grenade_targets(state, seat, key))[:1]:
            yield trials.GRENADE, Try(trials.GRENADE, key, target=target)
    if _can(calling.observers(state, seat), key):
        for name in _all(calling.missions(state, seat, key)):
            card = _all(calling.targets(state, seat, key, name))[0]
            yield f"call.{name}", Try(trials.CALL, key, to=card, form=name)
    if _can(blasting.BLASTING[0].choice(state, seat, []), key):
        yield trials.CHARGE, Try(trials.CHARGE, key)


def _can(choice: Any, key: int) -> bool:
    return isinstance(choice, OneOf) and choice.refusal(key) is None


def _all(choice: OneOf) -> Sequence[Any]:
    return choice.legal


def _exhortation(state: FieldsState) -> Try | None:
    """The attempt that has just failed and could be exhorted."""
    one = state.within(Try)
    return one if one is not None and trials.exhorters(state) else None


def _told(state: FieldsState, one: Try, name: str, options: tuple[WhatIf, ...]) -> Odds:
    cards = trials.KINDS[one.what].trial(state, one)
    me = Ref("unit", one.unit)
    title = Phrase("odds.title", {"unit": me, "what": one.what})
    if cards is None:
        sure = Chance(key="odds.success", share=WHOLE, tone="good")
        return Odds(title=title, attack=Figure(total="0"), defence=Figure(total="0"), outcomes=(sure,), options=options)
    count = 1 if one.cards else cards.cards
    left = [number for number in state.deck.rest if number not in state.deck.reshuffle]
    showing = sum(_shows(state, number, cards) for number in left)
    note = Phrase("odds.cards", {"cards": count, "showing": showing, "left": len(left)})
    spread = distribution(state, cards, count)
    is_jamming = trials.KINDS[one.what].can_jam and can_jam(state, one.unit)
    return Odds(
        title=title,
        attack=Figure(total=str(count), modifiers=cards.parts.parts),
        defence=Figure(total=f"{showing}/{len(left)}"),
        outcomes=tuple(outcomes(spread, jamming=is_jamming, critical=one.what in CRITICAL_KINDS)),
        notes=(note,),
        options=options,
    )


def _shows(state: FieldsState, number: int, cards: Trial) -> bool:
    return any(state.board.deck[number].shows(sign) for sign in cards.signs)


def distribution(state: FieldsState, cards: Trial, count: int) -> Spread:
    """How many of the cards drawn show the sign: from those left, and where they run out from the discards as well.

    The reshuffle card counts for nothing: the draw goes on, and the deck is mixed only after it.
    """
    pools = [state.deck.rest, state.deck.discards]
    found: Spread = {(0, False): Fraction(1)}
    for pool in pools:
        plain = [number for number in pool if number not in state.deck.reshuffle]
        taken = min(count, len(plain))
        found = _joined(found, _of_pool(state, cards, plain, taken))
        count -= taken
    return found


def _of_pool(state: FieldsState, cards: Trial, pool: Sequence[int], count: int) -> Spread:
    signs = sum(_shows(state, number, cards) for number in pool)
    jams = sum(state.board.deck[number].shows(JAM) for number in pool)
    others = len(pool) - signs - jams
    whole = comb(len(pool), count)
    found: Spread = {}
    for hits in range(min(signs, count) + 1):
        for jam in range(min(jams, count - hits) + 1):
            ways = comb(signs, hits) * comb(jams, jam) * comb(others, count - hits - jam)
            if ways:
                key = (hits, jam > 0)
                found[key] = found.get(key, Fraction(0)) + Fraction(ways, whole)
    return found


def _joined(a: Spread, b: Spread) -> Spread:
    found: Spread = {}
    for (hits, jam), share in a.items():
        for (more, again), other in b.items():
            key = (hits + more, jam or again)
            found[key] = found.get(key, Fraction(0)) + share * other
    return found


def outcomes(spread: Spread, *, jamming: bool, critical: bool) -> Iterator[Chance]:
    """What can come of it, best first; the shares add up to the whole."""
    shares = {"critical": Fraction(0), "success": Fraction(0), "failure": Fraction(0), "jam": Fraction(0)}
    for (hits, jam), share in spread.items():
        if jam and jamming:
            shares["jam"] += share
        elif hits >= CRITICAL and critical:
            shares["critical"] += share
        else:
            shares["success" if hits else "failure"] += share
    tones = {"critical": "good", "success": "good", "failure": "bad", "jam": "bad"}
    for name, share in shares.items():
        if share:
            yield Chance(key=f"odds.{name}", share=round(share * WHOLE), tone=tones[name])
