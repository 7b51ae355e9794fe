"""The whole menu of a unit: each order with its cost and chance, or why it cannot be given; and what staying brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.fieldsoffire.actions import ORDERS
from sandtable.games.fieldsoffire.model import FRIENDLY, FieldsState, Try
from sandtable.games.fieldsoffire.queries.chances import CRITICAL_KINDS, distribution, outcomes, tries
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.platoons import PLATOON_COST
from sandtable.games.fieldsoffire.rules.weapons.jams import can_jam
from sandtable.games.fieldsoffire.scenario.deck import HIT, MISS, PIN
from sandtable.kernel import OneOf, Ref, SomeOf, Verb
from sandtable.kernel.queries import WHOLE, Chance, Figure, Menu, Odds, Order, Phrase

COMMON = (
    "move",
    "infiltrate",
    "move_within",
    "seek_cover",
    "unpin",
    "spot",
    "concentrate",
    "grenade",
    "call",
    "cease",
    "shift",
)
"""Orders that every unit has on its mind: they stay in sight, with the reason, when they cannot be given."""
OF_PLATOONS = ("move_platoon", "infiltrate_platoon", "grenade_platoon", "concentrate_platoon")
TRIED = {"throw_charge": trials.CHARGE}
"""Orders whose attempt goes by another name than their own."""
TONES = {HIT: "bad", PIN: "even", MISS: "good"}


def menu(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Menu | None:
    """What one of our units (``piece``) can be ordered to do in the impulse at hand."""
    key = params.get("piece")
    if not isinstance(key, int) or key not in state.units or not state.units[key].at:
        return None
    if state.board.sides[key] != FRIENDLY:
        return None
    orders = tuple(_orders(state, seat, key)) if state.impulse is not None else ()
    return Menu(piece=key, orders=orders, stays=stays(state, key))


def _orders(state: FieldsState, seat: str, key: int) -> Iterator[Order]:
    chances = dict(tries(state, seat, key))
    for verb in ORDERS:
        choice = verb.choice(state, seat, [])
        if not isinstance(choice, OneOf | SomeOf) or choice.of != "unit":
            continue
        refusal = choice.refusal(key if isinstance(choice, OneOf) else (key,))
        if refusal is None:
            yield _order(state, verb, chances)
        elif verb.name in COMMON:
            signed = verb.sign(refusal, verb.args[0][0])
            yield Order(do=verb.name, rule=verb.rule, group=_group(verb), refusal=signed)


def _order(state: FieldsState, verb: Verb[Any, Any], chances: Mapping[str, Try]) -> Order:
    name = TRIED.get(verb.name, verb.name)
    rallied = f"{trials.RALLY}.{verb.rule.removeprefix('FF-')}"
    tried = next((one for what, one in chances.items() if what in (name, rallied) or what.startswith(f"{name}.")), None)
    share, draws = (None, 0) if tried is None else _chance(state, tried)
    cost = PLATOON_COST if verb.name in OF_PLATOONS else 1
    return Order(do=verb.name, rule=verb.rule, group=_group(verb), cost=cost, share=share, draws=draws)


def _group(verb: Verb[Any, Any]) -> str:
    """The paragraph of the menu: ``4.2.2`` of ``FF-4.2.2a``; orders from elsewhere belong to none."""
    paragraph = verb.rule.removeprefix("FF-")[:5]
    return paragraph if paragraph.startswith("4.2.") else ""


def _chance(state: FieldsState, tried: Try) -> tuple[int | None, int]:
    """How likely an attempt comes off, and how many cards are drawn for it; no share where it always does."""
    cards = trials.KINDS[tried.what].trial(state, tried)
    if cards is None:
        return None, 0
    is_jamming = trials.KINDS[tried.what].can_jam and can_jam(state, tried.unit)
    spread = distribution(state, cards, cards.cards)
    found = outcomes(spread, jamming=is_jamming, critical=tried.what in CRITICAL_KINDS)
    return sum(one.share for one in found if one.tone == "good"), cards.cards


def stays(state: FieldsState, key: int) -> Odds | None:
    """What the fire on a unit would do to it now."""
    return hurt(state, key, Phrase("odds.stays", {"unit": Ref("unit", key)}))


def hurt(state: FieldsState, key: int, title: Phrase) -> Odds | None:
    """What the fire on a unit would do, by the cards that are left to be drawn; none where nobody fires."""
    reading = net_combat_modifier(state, key)
    if reading is None:
        return None
    deck = state.board.deck
    left = [number for number in (state.deck.rest or state.deck.discards) if number in deck]
    shares = {
        result: sum(deck[number].results[reading.total] == result for number in left) * WHOLE // max(1, len(left))
        for result in (HIT, PIN, MISS)
    }
    return Odds(
        title=title,
        attack=Figure(total=str(reading.total), modifiers=reading.parts.parts),
        defence=Figure(total=""),
        outcomes=tuple(
            Chance(key=f"odds.{result.lower()}", share=share, tone=TONES[result])
            for result, share in shares.items()
            if share
        ),
    )
