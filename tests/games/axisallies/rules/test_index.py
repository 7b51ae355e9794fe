"""The index of units: brought up to date change by change, and always what a fresh look would give."""

from __future__ import annotations

from sandtable.games.axisallies import GAME
from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.index import index
from sandtable.kernel import Draft, NoDice, codec


def opening() -> GlobalState:
    return GAME.start(GAME.open("rulebook"), NoDice()).state


def anew(state: GlobalState) -> GlobalState:
    """The same position with nothing remembered."""
    return codec.decode_state(codec.encode(state), GlobalState, state.board)


def test_moves_losses_and_newcomers_keep_the_index_true() -> None:
    state = opening()
    before = index(state)
    d: Draft[GlobalState] = Draft(state, NoDice())
    infantry = index(state).by_kind["germany", "infantry"]
    transport = index(state).by_kind["germany", "transport"][0]
    d.edit("units", infantry[0], at=d.now.units[transport].at, aboard=transport)
    d.edit("units", infantry[1], owner="italy")
    d.drop("units", infantry[2])
    d.put("units", 5_000, Unit("tank", "germany", d.now.units[infantry[3]].at))
    assert index(d.now) == index(anew(d.now))
    assert infantry[0] in index(d.now).by_host[transport]
    assert index(d.now).by_place[state.units[infantry[3]].at][-1] == 5_000
    assert index(state) is before, "the position before has its own"
    d.edit("units", infantry[0], aboard=0, at=state.units[infantry[0]].at)
    assert index(d.now) == index(anew(d.now))
    assert transport not in index(d.now).by_host


def test_a_move_sorts_nothing_but_places() -> None:
    state = opening()
    before = index(state)
    d: Draft[GlobalState] = Draft(state, NoDice())
    key = before.by_domain["germany", "land"][0]
    elsewhere = next(place for place in before.by_place if place != state.units[key].at)
    d.edit("units", key, at=elsewhere, spent=1)
    after = index(d.now)
    assert after.by_place != before.by_place
    assert after.by_kind is before.by_kind
    assert after.by_domain is before.by_domain
    assert after.by_host is before.by_host
