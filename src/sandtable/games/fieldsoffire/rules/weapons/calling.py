"""Calling for fire: the draw, where it comes down, short rounds, targets, the whole battalion (7.16.3 to 7.16.5)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    FRIENDLY,
    GROUND,
    ILLUMINATION,
    INCOMING,
    PENDING,
    PROTECTIVE_FIRE,
    SMOKE,
    STAGING,
    TARGET,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, trial
from sandtable.games.fieldsoffire.rules.sequence.standing import is_silent
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.vehicles import attack_helicopters
from sandtable.games.fieldsoffire.rules.weapons import support
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.controls import CONCENTRATION
from sandtable.games.fieldsoffire.scenario.deck import BURSTS, SHORT, TRIPLE
from sandtable.games.fieldsoffire.scenario.ground import STEPS, around, direction
from sandtable.games.fieldsoffire.scenario.missions import Support, agency_class
from sandtable.kernel import Draft, Draw, Ref

MORE_CARDS = 2
"""Cards beside the target on which the rest of a battalion fires."""


# rule: FF-4.2.4i, FF-7.16.3, FF-2.8.2.burst
def call_trial(state: FieldsState, key: int, name: str, card: int) -> Trial:
    """As many cards as the briefing gives this observer for this mission, for any burst."""
    row = support.table(state)[name]
    cards = row.draws[support.role(state.board.types[key])]
    more = tuple(support.target_modifiers(state, row, card))
    return trial(state, "call_for_fire", "FF-7.16.3", BURSTS, key, cards=cards, more=more)


# rule: FF-4.2.4i, FF-4.2.4i.fail, FF-7.16.3
def call_outcome(d: Draft[FieldsState], key: int, name: str, card: int, tried: Attempt) -> bool:
    """A burst spends a mission, which will come down; a short round lands elsewhere. Without a burst nothing is spent.

    True where the whole battalion may fire.
    """
    if not tried.succeeds:
        return False
    row, me = support.table(d.now)[name], Ref("unit", key)
    if not support.is_unlimited(row):
        d.put("support", name, support.left(d.now, row) - 1)
    is_short = bool(tried.count(SHORT))  # rule: FF-7.16.4, FF-2.8.2.short
    draws: tuple[Draw, ...] = ()
    at = card
    if is_short:
        at, draws = where_short(d, key, row, card)
    d.log(
        "log.fire_called",
        "FF-7.16.3",
        me,
        Ref("place", at),
        draws=draws,
        unit=me,
        mission=name,
        card=Ref("place", at),
        short=int(is_short),
    )
    if row.type == support.GUNSHIPS:  # rule: FF-10.8.5.call
        attack_helicopters.call_in(d, at, short=is_short)
        return False
    place_mission(d, row, at)
    if not is_short:
        register(d, row, card)
    return bool(tried.count(TRIPLE)) and not is_short and support.can_spread(d.now, row)


# rule: FF-7.16.4.b, FF-7.16.4.c
def where_short(d: Draft[FieldsState], key: int, row: Support, card: int) -> tuple[int, tuple[Draw, ...]]:
    """Where a short round lands: a card nearer to the observer; beside his own card, or an airstrike's, at random."""
    at = d.now.units[key].at
    towards = direction(card, at)
    if row.type in support.AIR or card == at or towards < 0:
        laid = [one for one in around(card) if one in d.now.cards]
        near = [one for one in laid if d.now.cards[one].kind == GROUND]
        # Far outside the map, where the enemy lays cards, none of its ground may be beside the target.
        return random_one(d, "short_round", near or laid or [card])
    return card + STEPS[towards], ()  # rule: FF-7.16.4.a


# rule: FF-7.16.3, FF-7.16.2.A, FF-7.16.2.F
def place_mission(d: Draft[FieldsState], row: Support, card: int) -> None:
    """Put the mission on a card: light is there at once, everything else comes down in the Combat phase."""
    if row.type == support.ILLUM:  # rule: FF-7.16.3.a, FF-7.16.2.E
        lamp = "mortar" if "mortar" in agency_class(row.agency) else "artillery"
        lay(d, Marker(ILLUMINATION, at=card, form=lamp))
        return
    lay(d, Marker(PENDING, at=card, value=row.value, form=row.type, side=FRIENDLY))


# rule: FF-7.16.5, FF-7.16.5.a
def register(d: Draft[FieldsState], row: Support, card: int) -> None:
    """The agency's target marker goes where it has fired: one for each agency, and none for aircraft."""
    if agency_class(row.agency) == "air":
        return
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == TARGET and marker.form == row.agency:
            d.drop("markers", number)
    lay(d, Marker(TARGET, at=card, form=row.agency))


# rule: FF-7.16.5, FF-2.4.1.D
def register_planned(d: Draft[FieldsState]) -> None:
    """A concentration of the plan is a registered target of the artillery from the start."""
    card = d.now.controls.get(CONCENTRATION, 0)
    rows = [row for row in d.now.board.mission.support if agency_class(row.agency) == "artillery"]
    if card and rows:
        register(d, rows[0], card)
        where = Ref("place", card)
        d.log("log.target_registered", "FF-7.16.5", where, card=where, agency=rows[0].agency)


# rule: FF-7.16.2.B, FF-7.16.2.B.a
def cards_beside(state: FieldsState, card: int) -> tuple[int, ...]:
    """Cards next to a target for the rest of the battalion: seen or not, whoever is there, beyond the map as well."""
    return tuple(one for one in around(card) if one in state.cards and state.cards[one].kind != STAGING)


# rule: FF-7.16.2.B, FF-7.16.2.B.b, FF-2.8.2.burst3
def spread(d: Draft[FieldsState], name: str, cards: tuple[int, ...]) -> None:
    """The same mission on more cards, which costs no other mission."""
    row = support.table(d.now)[name]
    for card in cards:
        place_mission(d, row, card)
        d.log("log.battalion_fires", "FF-7.16.2.B", Ref("place", card), card=Ref("place", card), mission=name)


# rule: FF-7.16.2.C, FF-4.4.3.f
def land(d: Draft[FieldsState], number: int) -> None:
    """What else comes with a mission that comes down: phosphorus smokes as well, smoke does nothing but that."""
    marker = d.now.markers[number]
    if marker.form == support.WP:
        value = d.now.board.marker("screen.wp", "smoke")
        lay(d, Marker(SMOKE, at=marker.at, value=value, form=support.WP))
    elif marker.form == support.SMOKE_ROUNDS:
        d.drop("markers", number)
        lay(d, Marker(SMOKE, at=marker.at, value=d.now.board.marker("screen.smoke_hc", "smoke")))


# rule: FF-7.16.2.C, FF-3.8.a
def is_over(marker: Marker) -> bool:
    """Whether fire from off the map lifts in Cleanup already: that of phosphorus, with its smoke."""
    return marker.kind == INCOMING and marker.form == support.WP


# rule: FF-7.16.2.D, FF-7.16.2.D.b
def repeat_protective(d: Draft[FieldsState]) -> None:
    """Final protective fire that was called comes down every turn, for one HE mission each, until there is none.

    It pauses in a turn in which its agency is on the move.
    """
    for number, marker in tuple(d.now.markers.items()):
        if is_silent(d.now, marker.form):  # rule: FF-3.1.a
            continue
        if marker.kind == PROTECTIVE_FIRE and 0 < marker.turn < d.now.turn and not fire_protective(d, marker):
            d.edit("markers", number, turn=0)
            d.log("log.protective_over", "FF-7.16.2.D.b", Ref("place", marker.at), card=Ref("place", marker.at))


# rule: FF-7.16.2.D.b
def has_protective_stock(state: FieldsState, agency: str) -> bool:
    """Whether an agency can still fire it: for an HE mission, unless the table lists none or no end for it."""
    row = support.table(state)[f"{agency}/{support.FPF}"]
    stock = support.table(state).get(f"{agency}/{support.HE}")
    return _is_free(row) or (stock is not None and support.left(state, stock) > 0)


def _is_free(row: Support) -> bool:
    return not row.missions or support.is_unlimited(row)


# rule: FF-4.2.4m.fpf, FF-7.16.2.D.b
def fire_protective(d: Draft[FieldsState], marker: Marker) -> bool:
    """Put a final protective fire on its way, for its HE mission; false where there is none left."""
    if not has_protective_stock(d.now, marker.form):
        return False
    row = support.table(d.now)[f"{marker.form}/{support.FPF}"]
    if not _is_free(row):
        stock = support.table(d.now)[f"{marker.form}/{support.HE}"]
        if not support.is_unlimited(stock):
            d.put("support", stock.key, support.left(d.now, stock) - 1)
    place_mission(d, row, marker.at)
    return True
