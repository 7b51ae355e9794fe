"""How units lose steps: which teams their men become, and who inherits what they carried (6.4.3, 5.1.6)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.fieldsoffire.model import (
    BOOBY_TRAP,
    CLAYMORE,
    CONCENTRATED,
    ENEMY,
    ERRAND,
    FIRE_LINE,
    GRENADE,
    INDIRECT,
    MINES,
    REMOVED,
    SNIPER,
    FieldsState,
    Impulse,
    Unit,
)
from sandtable.games.fieldsoffire.rules.combat.directions import landing
from sandtable.games.fieldsoffire.rules.command.phones import lose_sets
from sandtable.games.fieldsoffire.rules.ground.loads import AMMUNITION, assets_of, leave_behind
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.scenario.ground import direction
from sandtable.games.fieldsoffire.scenario.units import (
    ASSAULT,
    CASUALTY,
    FIRE,
    HQ_HIGHER,
    LITTER,
    PARALYZED,
    TEAMS,
    UnitType,
)
from sandtable.kernel import Draft, Draw, Ref

AWAY = 2
"""Turns until a battalion headquarters that fell on the map gives orders again, from off the map."""
LOCAL_ATTACKS = (GRENADE, CONCENTRATED, SNIPER, MINES, BOOBY_TRAP, CLAYMORE)
"""Markers that lie on single units."""
LETTERS = {"C": CASUALTY, "P": PARALYZED, "L": LITTER, "F": FIRE, "A": ASSAULT}
PREFIX_OF = {"german": "ge", "nkpa": "nk", "nva": "nva", "vc": "vc"}
RIFLES = {
    "n": "n.fire",
    "k": "k.fire",
    "v": "v.fire",
    "ge": "ge.fire_s",
    "nk": "nk.fire",
    "nva": "nva.fire_s",
    "vc": "vc.fire_s",
}
"""The plain Fire Team of each army."""


def army(state: FieldsState, kind: UnitType) -> str:
    """The prefix of the counters of a unit's army and era."""
    if kind.side == ENEMY:
        return PREFIX_OF[kind.nation]
    home = kind.id.partition(".")[0]
    return era(state) if home == "us" else home


def era(state: FieldsState) -> str:
    """The prefix of the company's own counters."""
    company = state.board.mission.campaign
    return {"Naktong River": "k", "Heartbreak Ridge": "k", "Vietnam": "v"}.get(company, "n")


# rule: FF-6.5
def generic(state: FieldsState, kind: UnitType, team: str) -> str:
    """The generic counter of a unit's army for a kind of team or for a casualty."""
    home = army(state, kind)
    # rule: FF-6.4.3.F, FF-6.4.3.b
    if team == FIRE:
        return RIFLES[home]
    # rule: FF-6.4.3.A
    if team == ASSAULT:
        return kind.breakdown.assault if kind.breakdown else f"{home}.assault"
    return f"{'us' if kind.side != ENEMY else home}.{team}"


# rule: FF-6.4.3.b
def charted(state: FieldsState, kind: UnitType, steps: int) -> str:
    """The Fire Team that the breakdown chart names for the step a unit of so many steps loses."""
    chart = kind.breakdown
    if chart is None:
        return generic(state, kind, FIRE)
    if steps == 1:
        return chart.last
    return chart.first if steps == kind.steps else chart.second


# rule: FF-6.4.3.b
def drawn(d: Draft[FieldsState], kind: UnitType, steps: int) -> tuple[str, tuple[Draw, ...]]:
    """The same where men are hit: of some squads chance decides who goes second."""
    chart, named = kind.breakdown, charted(d.now, kind, steps)
    if chart is None or not chart.second_or or steps in (1, kind.steps):
        return named, ()
    return random_one(d, "breakdown", (chart.second, chart.second_or))


def is_named(state: FieldsState, team: str) -> bool:
    """Whether a team is a counter with a good order side of its own, and neither a generic one nor a casualty."""
    kind = state.board.types[state.board.stock[team][0]]
    return not kind.is_team and kind.kind != CASUALTY


# rule: FF-8.3.c
def free_counter(state: FieldsState, kind: str) -> int:
    """A counter of a kind that is not in play; 0 where there is none."""
    return next((key for key in state.board.stock[kind] if key not in state.units), 0)


def place_team(d: Draft[FieldsState], of: int, team: str, *, pinned: bool) -> int:
    """Put a team where a unit is, spotted as it is; named teams come on their Fire Team side."""
    source, state = d.now.units[of], d.now
    if is_named(state, team) and not free_counter(state, team):
        team = generic(state, state.board.types[of], FIRE)
    key = free_counter(state, team)
    kind = state.board.types[key]
    row = Unit(
        at=source.at,
        steps=1,
        experience=kind.experience if kind.is_team else source.experience,
        flipped=is_named(state, team),
        pinned=pinned and kind.kind != CASUALTY and not source.wave,
        exposed=source.exposed and kind.kind != CASUALTY,
        cover=source.cover,
        platoon=0 if kind.is_team or kind.kind == CASUALTY else source.platoon,  # rule: FF-2.3.3
        origin=source.origin,
        ammo=source.ammo if kind.ammo else 0,  # rule: FF-5.1.6.E.c
    )
    # rule: FF-8.5.c, FF-8.14.d, FF-8.6.2.d
    row = replace(row, unspotted=source.unspotted, wave=source.wave, checked=source.checked)
    d.put("units", key, row)
    return key


# rule: FF-1.2.6.removed, FF-1.2.6.removed.a, FF-4.1.4.a
def remove_unit(d: Draft[FieldsState], key: int) -> None:
    """Take a counter out of play: one of the company to its box, anything else back to where it can be used again."""
    kind = d.now.board.types[key]
    if kind.kind == HQ_HIGHER and d.now.units[key].at:  # rule: FF-6.5.2.C
        d.set(battalion_from=d.now.turn + AWAY)
        d.log("log.battalion_fell", "FF-6.5.2.C", Ref("unit", key), hq=Ref("unit", key), turn=d.now.turn + AWAY)
    if key in d.now.fires:
        d.drop("fires", key)
    for number, marker in tuple(d.now.markers.items()):
        is_his = marker.kind in (FIRE_LINE, INDIRECT) and marker.by == key
        if is_his or (marker.kind == ERRAND and marker.unit == key):  # rule: FF-4.3.2.b
            d.drop("markers", number)
    if kind.side == ENEMY or kind.kind in (*TEAMS, CASUALTY):
        d.drop("units", key)
    else:
        platoon, experience = d.now.units[key].platoon, d.now.units[key].experience
        d.put("units", key, Unit(box=REMOVED, platoon=platoon, experience=experience))
    if key in d.now.commands:
        d.edit("commands", key, saved=0, activated=False, done=True)
    _forget(d, key)


# rule: FF-4.3.2.a1
def miss_errand(d: Draft[FieldsState], key: int) -> None:
    """A Runner whom combat pins or hits comes too late, however soon he is on his feet again."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == ERRAND and marker.unit == key:
            d.edit("markers", number, turn=marker.turn - 1)


# rule: FF-6.2.1.c, FF-5.1.3.a, FF-7.9.1.e
def step_into(d: Draft[FieldsState], key: int, heir: int, *, merges: bool = False) -> None:
    """Men who change their counter stay under what lies on them, as Exposed as they were, and fire on as they did.

    ``merges``: they join others, who have not done what they have.
    """
    for number, marker in tuple(d.now.markers.items()):
        if marker.unit == key and marker.kind in LOCAL_ATTACKS:
            d.edit("markers", number, unit=heir)
    unit = d.now.units[key]
    if unit.exposed or unit.stopped:  # rule: FF-13.2.5
        after = d.now.units[heir]
        d.edit("units", heir, exposed=unit.exposed or after.exposed, stopped=unit.stopped or after.stopped)
    _fire_on(d, key, heir)
    if not merges:
        _remember(d, key, heir)


# rule: FF-7.9.1.e
def step_out(d: Draft[FieldsState], key: int, team: int) -> None:
    """Men who get a counter of their own are in its minefield still, fire on, and have done what their unit has.

    What is aimed or thrown at one unit stays on the rest of it.
    """
    for marker in tuple(d.now.markers.values()):
        if marker.unit == key and marker.kind == MINES:
            d.put("markers", max(d.now.markers) + 1, replace(marker, unit=team))
    if d.now.units[key].stopped:  # rule: FF-13.2.5
        d.edit("units", team, stopped=True)
    share_fire(d, key, team)
    _remember(d, key, team)


# rule: FF-6.3.2, FF-6.3.2.b, FF-6.1.1.e
def share_fire(d: Draft[FieldsState], key: int, team: int) -> None:
    """A team that comes of a unit that is engaged fires on at its card, if its weapons reach that far."""
    fire, gun = d.now.fires.get(key), capability(d.now, team)
    if fire is None or gun is None or team in d.now.fires:
        return
    at = d.now.units[team].at
    if fire.at == at:
        reaches = gun.least == 0  # equivalent[always]: where a unit fires point blank its teams can
    else:
        towards = direction(at, fire.at)
        reaches = landing(d.now, team, gun, towards, fire.at, over=fire.over) == fire.at
    if reaches:
        d.put("fires", team, fire)
        me, card = Ref("unit", team), Ref("place", fire.at)
        d.log("log.fire_joined", "FF-6.3.2.b", me, card, unit=me, card=card)


def _fire_on(d: Draft[FieldsState], key: int, heir: int) -> None:
    """The fire of a unit goes on with the counter that takes its place, and what it has thrown and aimed with it."""
    share_fire(d, key, heir)
    same = d.now.fires.get(heir) == d.now.fires.get(key)
    for number, marker in tuple(d.now.markers.items()):
        # rule: FF-5.2.3.a, FF-7.11.5.a
        if marker.by == key and (marker.kind == GRENADE or (marker.kind == CONCENTRATED and same)):
            d.edit("markers", number, by=heir)


# rule: FF-4.2.a
def _remember(d: Draft[FieldsState], key: int, heir: int) -> None:
    """What men have done in an impulse they have done under any counter; whoever gets the old one has not."""
    impulse = d.now.impulse
    if impulse is None:
        return
    mine = tuple(f"{heir}:{one.partition(':')[2]}" for one in impulse.done if one.startswith(f"{key}:"))
    if mine:  # equivalent[always]: it adds nothing
        d.edit_subject(Impulse, done=(*impulse.done, *mine))


# rule: FF-4.2.a
def _forget(d: Draft[FieldsState], key: int) -> None:
    """A counter that leaves play has done nothing: it may come back for others in the same impulse."""
    impulse = d.now.impulse
    if impulse is not None:
        d.edit_subject(Impulse, done=tuple(one for one in impulse.done if not one.startswith(f"{key}:")))


# rule: FF-5.1.6.E.a, FF-5.1.6.E.d, FF-6.4.3.C
def hand_over(d: Draft[FieldsState], key: int, heir: int) -> None:
    """Give what a unit carries to the team that is left of it; where only a casualty is, it stays on the card."""
    if d.now.board.types[heir].kind == CASUALTY:
        lose_rounds(d, key)
        lose_sets(d, key)  # rule: FF-4.3.4.e, FF-4.3.5.loss
        leave_behind(d, key)
        return
    for casualty in carried_by(d.now).get(key, ()):
        d.edit("units", casualty, aboard=heir)
    for number in assets_of(d.now).get(key, ()):
        d.edit("assets", number, holder=heir)


# rule: FF-5.1.6.E.c, FF-5.1.6.E.d
def lose_rounds(d: Draft[FieldsState], key: int, heir: int = 0) -> None:
    """Ammunition that a unit carried when it was broken up is lost, but for what the team that is left counts."""
    own = d.now.board.types[heir].ammo if heir else ""
    for number in assets_of(d.now).get(key, ()):
        kind = d.now.assets[number].kind
        if kind.startswith(AMMUNITION) and kind != f"{AMMUNITION}{own}":
            d.drop("assets", number)
