"""Enemy observers after their first mission: whom they call fire on, and when they are gone (8.10)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.model import ENEMY, PENDING, TARGET, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.enemy.falling_back import take_off
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.terms.draws import draw, random_one
from sandtable.games.fieldsoffire.rules.terms.presence import grounded, on_card, steps_of
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.deck import BURST, SHORT, TRIPLE
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import STEPS, around, direction, distance
from sandtable.kernel import Draft, Draw, Modifier, Ref, Sum

ARTILLERY, MORTAR, HEAVY_MORTAR = "artillery", "mortar", "heavy_mortar"
FORM = "HE"


def branch_of(kind: str) -> str:
    """What fires for an observer, by the kind of his counter."""
    if kind.endswith("fo_arty"):
        return ARTILLERY
    return HEAVY_MORTAR if kind.endswith("fo_hvy") else MORTAR


def figures_of(state: FieldsState, key: int) -> dict[str, Any]:
    """Missions and cards of an observer as the briefing has them."""
    branch = branch_of(state.board.types[key].id)
    tables = data("enemy_units")["spotters"]
    briefing = tables.get(state.board.mission.setup["contact_table"]) or {}
    found: dict[str, Any] = briefing.get(branch) or tables["default"][branch]
    return found


def value_of(state: FieldsState, key: int) -> int:
    """The volume of fire of what an observer calls for."""
    return int(data("enemy_units")["spotters"]["values"][branch_of(state.board.types[key].id)])


def missions_of(state: FieldsState, key: int) -> int:
    """Fire missions that the briefing gives an observer."""
    return int(figures_of(state, key)["missions"])


# rule: FF-8.10.d
def missions_left(state: FieldsState, key: int) -> int:
    """Fire missions of an observer who comes into play: the one that came with him counts."""
    return missions_of(state, key) - 1


# rule: FF-8.10.a, FF-8.10.b1
def register(d: Draft[FieldsState], key: int, card: int) -> None:
    """Put the target marker of an observer's branch on a card; each branch has one."""
    branch = branch_of(d.now.board.types[key].id)
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == TARGET and marker.side == ENEMY and marker.form == branch:
            d.drop("markers", number)
    lay(d, Marker(TARGET, at=card, side=ENEMY, form=branch, by=key))


def registered(state: FieldsState, key: int) -> int:
    """The card with the target marker of an observer's branch; 0 without one."""
    branch = branch_of(state.board.types[key].id)
    for marker in state.markers.values():
        if marker.kind == TARGET and marker.side == ENEMY and marker.form == branch:
            return marker.at
    return 0


# rule: FF-8.10.b, FF-8.10.f
def targets(state: FieldsState, key: int) -> tuple[tuple[int, ...], str]:
    """The cards between which chance decides, and the priority that named them; the observer's own may be one.

    That of his target marker; those in sight with a vehicle; those with the most steps, of these the nearest.
    """
    marked = registered(state, key)
    # rule: FF-8.10.b1
    if on_card(state, marked).friendly:
        return (marked,), "FF-8.10.b1"
    at = state.units[key].at
    cards = tuple(sorted({state.units[other].at for other in grounded(state) if sees_unit(state, key, other)}))
    types = state.board.types
    driven = tuple(card for card in cards if any(types[one].is_vehicle for one in on_card(state, card).friendly))
    # rule: FF-8.10.b2
    if driven:
        return driven, "FF-8.10.b2"

    if not cards:
        return (), "FF-8.10.b5"

    def strength(card: int) -> int:
        return steps_of(state, on_card(state, card).friendly)

    most = max(strength(card) for card in cards)
    strongest = [card for card in cards if strength(card) == most]
    least = min(distance(at, card) for card in strongest)
    nearest = tuple(card for card in strongest if distance(at, card) == least)
    # rule: FF-8.10.b3, FF-8.10.b4
    return nearest, "FF-8.10.b3" if len(strongest) == 1 else "FF-8.10.b4" if len(nearest) == 1 else "FF-8.10.b5"


# rule: FF-8.10.b, FF-8.10.d
def call_for_fire(d: Draft[FieldsState], key: int) -> None:
    """Draw as the briefing says, whatever the observer's experience; a mission is spent only if it fires."""
    cards, rule = targets(d.now, key)
    me = Ref("unit", key)
    # rule: FF-8.10.b5
    if not cards:
        d.log("log.enemy_waits", "FF-8.10.b5", me, unit=me)
        return
    card, chosen = random_one(d, "target", cards)
    # rule: FF-8.10.e
    parts = [Modifier("FF-8.10.e", "modifier.cards", int(figures_of(d.now, key)["later_draws"]))]
    if registered(d.now, key) == card:
        parts.append(Modifier("FF-7.16.5.b", "modifier.registered", 1))
    total = Sum.of(parts)
    drawn = draw(d, "call_for_fire", total.total)
    is_short = drawn.count(SHORT) > 0
    succeeds = is_short or drawn.count(BURST) + drawn.count(TRIPLE) > 0
    there = Ref("place", card)
    told = (*chosen, drawn.draw)
    d.log(
        "log.enemy_calls",
        rule,
        me,
        there,
        draws=told,
        modifiers=total,
        unit=me,
        card=there,
        cards=total.total,
        fires=int(succeeds),
    )
    if succeeds:
        d.edit("units", key, ammo=d.now.units[key].ammo - 1)
        to, draws = _short_of(d, key, card) if is_short else (card, ())
        _lay_pending(d, key, to, draws, is_short=is_short)
        if not is_short:  # rule: FF-7.16.5
            register(d, key, card)


# rule: FF-7.16.4.a, FF-7.16.4.b
def _short_of(d: Draft[FieldsState], key: int, card: int) -> tuple[int, tuple[Draw, ...]]:
    """Where a short round comes down: one card nearer to the observer; around him if he called it on himself."""
    at = d.now.units[key].at
    if at != card:
        way = direction(card, at)
        nearer = [one for one in around(card) if distance(one, at) < distance(card, at) and one in d.now.cards]
        return (card + STEPS[way], ()) if way >= 0 else random_one(d, "short", nearer)
    return random_one(d, "short", [one for one in around(card) if one in d.now.cards])


def _lay_pending(d: Draft[FieldsState], key: int, card: int, draws: tuple[Draw, ...], *, is_short: bool) -> None:
    value, where = value_of(d.now, key), Ref("place", card)
    lay(d, Marker(PENDING, at=card, value=value, form=FORM, side=ENEMY))
    d.log("log.fire_pending", "FF-8.10.b", where, draws=draws, card=where, value=value, short=int(is_short))


# rule: FF-8.10.c
def is_finished(state: FieldsState, key: int) -> bool:
    """Whether an observer in good order has no fire mission left."""
    return state.units[key].ammo <= 0


# rule: FF-8.10.c
def dismiss(d: Draft[FieldsState], key: int) -> None:
    """An observer without missions leaves play in the next enemy activity phase."""
    me = Ref("unit", key)
    d.log("log.left_map", "FF-8.10.c", me, unit=me)
    take_off(d, key)
