"""Overlays: sight and nets."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.kernel.queries import Overlay
from tests.games.fieldsoffire.board import board, card, key


def ask(state: FieldsState, name: str, **params: Any) -> Overlay | None:
    reply = GAME.query(GAME.view(state, COMPANY), name, params)
    assert reply is None or isinstance(reply, Overlay)
    return reply


def test_sight_tells_how_far_each_card_is_that_a_unit_sees() -> None:
    state = board({"1/1 PLT": "R1C1"}, markers={1: {"kind": "smoke", "at": "R2C1", "value": 2}})
    reply = ask(state, "sight", piece=key(state, "1/1 PLT"))
    assert reply is not None
    names = {
        name: reply.places.get(str(card(state, name))) for name in ("R1C1", "R2C1", "R3C1", "R1C4", "R4C4", "R2C3")
    }
    assert names == {"R1C1": 0, "R2C1": 1, "R3C1": None, "R1C4": 3, "R4C4": 3, "R2C3": None}
    assert reply.sources == (str(card(state, "R1C1")),)
    assert ask(state, "sight") is None


def test_nets_tell_who_hears_and_where_the_wire_runs() -> None:
    units = {"CO HQ": "R1C1", "1 PLT HQ": "R3C1", "2 PLT HQ": "R3C4", "1/1 PLT": "R1C1"}
    sets = {n: {"kind": "EE8", "holder": one, "net": "net.co_tac"} for n, one in enumerate(("CO HQ", "1 PLT HQ"), 1)}
    markers = {1: {"kind": "phone_line", "at": "R2C1"}}
    state = board(units, hq="CO HQ", assets=sets, markers=markers)
    reply = ask(state, "nets")
    assert reply is not None
    here, between, there, deaf = (str(card(state, name)) for name in ("R1C1", "R2C1", "R3C1", "R3C4"))
    assert reply.places == {here: "hears", there: "hears", deaf: "deaf"}
    assert set(reply.lines) == {(here, between), (between, there)}
    cut = board(units, hq="CO HQ", assets=sets, markers={1: {**markers[1], "form": "cut"}})
    broken = ask(cut, "nets")
    assert broken is not None
    assert broken.places[there] == "deaf"
    assert broken.lines == ()
