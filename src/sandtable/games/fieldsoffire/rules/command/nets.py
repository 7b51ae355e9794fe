"""Nets: whom a unit reaches by radio or field phone, on the map and off it (4.3.3 to 4.3.5)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FRIENDLY, PHONE_LINE, STAGING, Asset, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.ground.sight import is_clear
from sandtable.games.fieldsoffire.rules.memory import lies, listens, unless, unless_equipment, unless_markers
from sandtable.games.fieldsoffire.rules.urban.areas import is_covered
from sandtable.games.fieldsoffire.scenario.files import chart, data
from sandtable.games.fieldsoffire.scenario.ground import FARTHEST, around, distance, row_of
from sandtable.games.fieldsoffire.scenario.units import (
    HQ_CO,
    HQ_HIGHER,
    HQ_PLATOON,
    OBSERVER,
    SQUAD,
    VEHICLE,
    UnitType,
)
from sandtable.kernel import Ref, Refusal, derived, refuse
from sandtable.kernel.memory import Seen

CO_TAC, BN_TAC, ARTY_FD, MTR_FD, AIR_CTL = "net.co_tac", "net.bn_tac", "net.arty_fd", "net.mtr_fd", "net.air_ctl"
NETS = (CO_TAC, BN_TAC, ARTY_FD, MTR_FD, AIR_CTL)
PHONES = ("EE8", "TA312")
EARLY, ADVANCED = "early handheld", "advanced handheld"
OBSERVERS_OF = {ARTY_FD: "arty_fo", MTR_FD: "mtr_fo", AIR_CTL: "fac"}
"""The only kind of unit that each net of an agency serves."""
CUT = "cut"
"""The form of a phone line that is cut."""
VIETNAM = "Vietnam"
OUTSIDE = 0
"""The end of all wires: the Staging Area, and whatever lies behind it."""


def word(net: str) -> str:
    """A net as the catalogue names it."""
    return net.partition(".")[2]


class Radio(NamedTuple):
    """A radio or phone in somebody's hands."""

    asset: int
    net: str
    model: str


@cache
def sets_of_class(name: str) -> tuple[str, ...]:
    """The models of a class of radios."""
    return next(tuple(row["sets"]) for row in chart("radios")["rows"] if row["class"] == name)


def speaks(asset: Asset) -> bool:
    """Whether a piece of equipment is a radio or a phone: of all that is carried, nets are of nothing else."""
    return bool(asset.net) or asset.kind in PHONES


@derived("assets", assets=unless_equipment(speaks))
def sets_of(state: FieldsState) -> dict[int, tuple[Radio, ...]]:
    """The sets that each unit holds."""
    found: dict[int, list[Radio]] = {}
    for number, asset in state.assets.items():
        if asset.net and asset.holder:
            found.setdefault(asset.holder, []).append(Radio(number, asset.net, asset.kind))
    return {holder: tuple(rows) for holder, rows in found.items()}


# rule: FF-4.3.3.a
def set_on(state: FieldsState, key: int, net: str) -> str:
    """The model of the set with which a unit works on a net; empty where it has none: sets serve their own net only."""
    for one in sets_of(state).get(key, ()):
        if one.net == net:
            return one.model
    return _own_set(state, key, net)


# rule: FF-10.1.1.b
def vehicle_net(state: FieldsState) -> str:
    """The net on which vehicles listen besides their own: the company's in Vietnam, the battalion's before."""
    return CO_TAC if state.board.mission.campaign == VIETNAM else BN_TAC


def _own_set(state: FieldsState, key: int, net: str) -> str:
    """Observers for whose net the company's tables list no set bring one of their own, which reaches everywhere.

    Vehicles have theirs built in.
    """
    kind = state.board.types[key]
    if kind.kind == VEHICLE:
        return "own" if net == vehicle_net(state) else ""
    is_listed = net in data("toe_us")["companies"][state.board.mission.campaign]["radios"]
    brings = net in OBSERVERS_OF and not is_listed and kind.id.endswith(OBSERVERS_OF[net])
    return "own" if brings else ""


# rule: FF-4.3.3.b
def is_member(kind: UnitType, net: str) -> bool:
    """Whether a kind of unit may work on a net at all, whoever holds a set of it."""
    if net == CO_TAC:  # rule: FF-4.3.3.n1
        return kind.kind not in (OBSERVER, HQ_HIGHER)
    if net == BN_TAC:  # rule: FF-4.3.3.n2
        return kind.kind in (HQ_CO, HQ_HIGHER)
    # rule: FF-4.3.3.n3, FF-4.3.3.n4, FF-4.3.3.n5
    return kind.id.endswith(OBSERVERS_OF[net])


# rule: FF-4.3.4.a, FF-4.3.4.f, FF-2.5.A.b
@derived(
    *("markers", "assets", "units", "cards"),
    units=unless(listens),
    cards=unless(lies, "cards"),
    markers=unless_markers(PHONE_LINE),
    assets=unless_equipment(speaks),
)
def wires(state: FieldsState) -> dict[int, int]:
    """The wire as a graph: for every card with a phone or an intact line the end of its wire, one number for each.

    Cards next to each other are joined. Whatever stands in the Staging Area, or in row 1 before it, is joined to it:
    its number is 0. Every line serves every net, and every phone is a piece of line.
    """
    nodes = {marker.at: None for marker in state.markers.values() if marker.kind == PHONE_LINE and marker.form != CUT}
    for asset in state.assets.values():
        if asset.kind in PHONES:
            card = state.units[asset.holder].at if asset.holder else asset.at
            if card:
                nodes[card] = None
    ends: dict[int, int] = {}
    start = [card for card in sorted(nodes) if is_at_the_rear(state, card)]
    _spread(nodes, start, OUTSIDE, ends)
    for card in sorted(nodes):
        if card not in ends:
            _spread(nodes, [card], card, ends)
    return ends


def is_at_the_rear(state: FieldsState, card: int) -> bool:
    """Whether a card is of the Staging Area or of the row before it."""
    return card in state.cards and (state.cards[card].kind == STAGING or row_of(card) == 1)


def _spread(nodes: dict[int, None], start: list[int], end: int, ends: dict[int, int]) -> None:
    """Give everything that is joined to the start the number of its end."""
    open_ends = list(start)
    while open_ends:
        card = open_ends.pop()
        if card not in ends:
            ends[card] = end
            open_ends += [near for near in around(card) if near in nodes and near not in ends]


# rule: FF-4.3.5.A, FF-2.5.A.c, FF-2.5.A.b
def is_in_radio_sight(state: FieldsState, a: int, b: int) -> bool:
    """Whether two cards see each other as by day and without smoke; the Staging Area sees the cards before it."""
    if a == b:
        return True
    staging = [one for one in (a, b) if state.cards[one].kind == STAGING]
    if staging:
        return len(staging) == len((a, b)) or distance(a, b) == 1
    return distance(a, b) <= FARTHEST and is_clear(state, a, b, False, False)


# rule: FF-4.3.4.h
def why_not_linked(state: FieldsState, a: int, b: int, net: str) -> Refusal | None:
    """Why two units do not reach each other with their sets of one net, each with the other directly."""
    one, other = state.units[a], state.units[b]
    first, second = set_on(state, a, net), set_on(state, b, net)
    me, you = Ref("unit", b), Ref("unit", a)
    if not first or not second:
        lacks = you if not first else me
        return refuse("FF-4.3.3.b", "refuse.no_set", me, you, unit=lacks, net=word(net))
    if (first in PHONES) != (second in PHONES):  # rule: FF-4.3.3.a
        return refuse("FF-4.3.3.a", "refuse.mixed_net", me, you, unit=me, net=word(net))
    if first in PHONES:  # rule: FF-4.3.4.a
        ends = wires(state)
        if ends[one.at] == ends[other.at]:
            return None
        return refuse("FF-4.3.4.a", "refuse.no_wire", me, you, unit=me, hq=you)
    early = sets_of_class(EARLY)
    if first not in early and second not in early:  # rule: FF-4.3.5.B
        return None
    is_deaf = is_covered(state, other)
    if is_covered(state, one) or is_deaf:  # rule: FF-4.3.5.A
        return refuse("FF-4.3.5.A", "refuse.radio_under_cover", me, you, unit=me if is_deaf else you)
    if not is_in_radio_sight(state, one.at, other.at):
        return refuse("FF-4.3.5.A", "refuse.radio_out_of_sight", me, you, unit=me, hq=you)
    return None


def hub(state: FieldsState) -> int:
    """The company headquarters on the map, through whose set all of the company net goes; 0 where there is none."""
    units = state.units
    return min((key for key in state.board.of_kind.get(HQ_CO, ()) if key in units and units[key].at), default=0)


# rule: FF-4.3.3.n1, FF-4.2.5.c
def why_not_on_company_net(state: FieldsState, a: int, b: int) -> Refusal | None:
    """Why two units do not reach each other on the company's net: each must reach the set of its headquarters."""
    return why_not_to_hub(state, a) or why_not_to_hub(state, b)


def heard_anew(state: FieldsState, before: dict[int, Unit | None]) -> frozenset[int] | None:
    """Of units that changed those who listen otherwise; ``None`` where others hear by them: by their set or wire."""
    units, types, sets = state.units, state.board.types, sets_of(state)
    moved = set()
    for key, old in before.items():
        new = units.get(key)
        if old is None or new is None or listens(old) != listens(new):
            if types[key].kind == HQ_CO or any(one.model in PHONES for one in sets.get(key, ())):
                return None
            moved.add(key)
    return frozenset(moved)


def _tuned_anew(state: FieldsState, seen: Seen, before: dict[int, Unit | None]) -> Seen:
    """What is known of single units holds, but for those who listen otherwise."""
    moved = heard_anew(state, before)
    if moved is None:
        return {}
    return {args: no for args, no in seen.items() if args[0] not in moved} if moved else seen


# rule: FF-4.3.3.n1
@derived(
    *("units", "assets", "markers", "cards", "covers"),
    units=_tuned_anew,
    cards=unless(lies, "cards"),
    markers=unless_markers(PHONE_LINE),
    assets=unless_equipment(speaks),
)
def why_not_to_hub(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit does not reach the set of the company headquarters."""
    centre, me = hub(state), Ref("unit", key)
    if not centre:
        return refuse("FF-4.3.3.n1", "refuse.no_hub", me, unit=me)
    if key == centre or _borrows(state, key, centre):  # equivalent[without: key]: it hears itself
        return None
    if not is_member(state.board.types[key], CO_TAC):
        return refuse("FF-4.3.3.n1", "refuse.no_member", me, unit=me, net=word(CO_TAC))
    return why_not_linked(state, centre, key, CO_TAC)


# rule: FF-4.3.3.n1
def _borrows(state: FieldsState, key: int, centre: int) -> bool:
    """Whether an officer of the battalion stands with the company headquarters and uses its set."""
    return state.board.types[key].kind == HQ_HIGHER and state.units[key].at == state.units[centre].at


# rule: FF-4.3.3.n2, FF-4.3.5.B, FF-4.3.5.C
def why_not_by_set(state: FieldsState, a: int, b: int) -> Refusal | None:
    """Why a unit does not reach another with any set: by the company's net, the battalion's, or by handheld."""
    no = why_not_on_company_net(state, a, b)
    if no is None or _has_handheld(state, a, b) or _has_handheld(state, b, a):
        return None
    types = state.board.types
    if is_member(types[a], BN_TAC) and is_member(types[b], BN_TAC):
        return why_not_linked(state, a, b, BN_TAC)
    return no


# rule: FF-4.3.5.C
def _has_handheld(state: FieldsState, hq: int, key: int) -> bool:
    """Whether a squad hears its own platoon headquarters by advanced handheld, on its card or the next."""
    if hq not in handhelds(state):
        return False
    types, head, unit = state.board.types, state.units[hq], state.units[key]
    is_pair = types[hq].kind == HQ_PLATOON and types[key].kind == SQUAD and head.platoon == unit.platoon
    return is_pair and distance(head.at, unit.at) <= 1


@derived("assets", assets=unless_equipment(speaks))
def handhelds(state: FieldsState) -> frozenset[int]:
    """Units that hold an advanced handheld."""
    models = sets_of_class(ADVANCED)
    return frozenset(key for key, sets in sets_of(state).items() if any(one.model in models for one in sets))


# rule: FF-4.3.3.c, FF-4.3.4.a
def why_not_off_map(state: FieldsState, key: int, net: str) -> Refusal | None:
    """Why a unit does not reach those off the map on a net: no set, not its net, or a wire that ends before them."""
    me = Ref("unit", key)
    if not is_member(state.board.types[key], net):
        return refuse("FF-4.3.3.b", "refuse.no_member", me, unit=me, net=word(net))
    if not set_on(state, key, net):
        return refuse("FF-4.3.3.b", "refuse.no_set", me, unit=me, net=word(net))
    if not reaches(state, key, net):
        return refuse("FF-4.3.4.a", "refuse.no_wire_back", me, unit=me, net=word(net))
    return None


def reaches(state: FieldsState, key: int, net: str) -> bool:
    """Whether whoever holds a set of a net would be heard off the map, be he of it or not."""
    model = set_on(state, key, net)
    return bool(model) and (model not in PHONES or wires(state)[state.units[key].at] == OUTSIDE)


# rule: FF-4.3.4.h
def holders(state: FieldsState) -> tuple[int, ...]:
    """Friendly units on the map that hold a set of any net."""
    return tuple(key for key in sets_of(state) if state.board.sides[key] == FRIENDLY and state.units[key].at)
