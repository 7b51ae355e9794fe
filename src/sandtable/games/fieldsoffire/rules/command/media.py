"""Radios or phones: what each net works with, chosen before the mission where the briefing offers both (4.3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import PHONE_LINE, Asset, FieldsState
from sandtable.games.fieldsoffire.rules.command.nets import PHONES
from sandtable.games.fieldsoffire.rules.command.phones import REEL, lay_line, lines_on
from sandtable.games.fieldsoffire.scenario.controls import OUTPOST
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.kernel import Draft, Ref, Refusal, refuse

BY_CHOICE = "by choice"


def phones_of(state: FieldsState) -> Mapping[str, Any]:
    """What the company's table says of field phones; nothing where it has none."""
    return data("toe_us")["companies"][state.board.mission.campaign].get("phones") or {}


# rule: FF-4.3.3.d
def why_not_phones(state: FieldsState) -> Refusal | None:
    """Why the company does not change to phones: the mission runs, offers none, or they are in use."""
    offer = phones_of(state)
    if state.turn:
        return refuse("FF-4.3.3.d", "refuse.mission_runs_media")
    kind = state.board.mission.type
    if not offer or not (kind in offer["allowed"] or BY_CHOICE in offer["allowed"]):
        return refuse("FF-4.3.3.d", "refuse.no_phones", kind=kind)
    if has_phones(state):
        return refuse("FF-4.3.3.d", "refuse.phones_in_use")
    return None


def has_phones(state: FieldsState) -> bool:
    """Whether the company has changed the net that its table names to phones."""
    net = phones_of(state).get("replaces")
    return any(asset.kind in PHONES and asset.net == net for asset in state.assets.values())


# rule: FF-4.3.3.d
def take_phones(d: Draft[FieldsState], key: int) -> None:
    """The company changes to phones, and a unit has the line."""
    lines, me = issue_phones(d, key), Ref("unit", key)
    d.log("log.phones_taken", "FF-4.3.3.d", me, unit=me, lines=lines)


# rule: FF-4.3.3.d, FF-4.3.3.a, FF-4.3.4.g
def issue_phones(d: Draft[FieldsState], key: int) -> int:
    """Every set of the net becomes a phone, never some of them; a unit has what is not laid of the briefing's line."""
    offer = phones_of(d.now)
    for number, asset in tuple(d.now.assets.items()):
        if asset.net == offer["replaces"]:
            d.edit("assets", number, kind=offer["model"])
    laid = sum(marker.kind == PHONE_LINE for marker in d.now.markers.values())
    lines = max(0, int(offer["lines"]) - laid)
    if lines:
        d.put("assets", max(d.now.assets, default=0) + 1, Asset(kind=REEL, holder=key, points=lines))
    return lines


def reels(state: FieldsState) -> tuple[int, ...]:
    """Line that is not laid yet, in somebody's hands."""
    return tuple(number for number, asset in state.assets.items() if asset.kind == REEL and asset.holder)


# rule: FF-4.3.4.g, FF-2.3.4.a
def why_not_string(state: FieldsState, card: int) -> Refusal | None:
    """Why no line is laid on a card before the mission: the briefing says so, on cards of the start and the outpost."""
    there, start = Ref("place", card), state.board.mission.setup["start"]
    if state.turn or "phone_lines" not in start or not reels(state):
        return refuse("FF-4.3.4.g", "refuse.no_line_to_lay", there, card=there)
    if card not in (*start_cards(state.board), state.controls.get(OUTPOST)):
        return refuse("FF-2.3.5.a", "refuse.line_outside", there, card=there)
    if lines_on(state, card):
        return refuse("FF-4.3.4.g", "refuse.line_is_here", there, card=there)
    return None


# rule: FF-4.3.4.g, FF-2.3.4.a
def string(d: Draft[FieldsState], card: int) -> None:
    """Lay line on a card, off the reel of whoever has it."""
    lay_line(d, d.now.assets[reels(d.now)[0]].holder, card)
