"""General Supply by sea: ports that a card opens, and what each can feed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import EMERGENCY, OUT_OF_SUPPLY, SUPPLIED, CrimeaState
from sandtable.games.eastfront.rules.naval import captures
from sandtable.games.eastfront.rules.scenarios import kerch
from sandtable.games.eastfront.rules.supply import ports, supply
from sandtable.games.eastfront.rules.surrender.surrender import havens
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, why

SEASIDE = {
    "3604": {"place": "town", "coastal": True, "port": "anchorage"},
    "3612": {"place": "town", "coastal": True, "port": "minor"},
    "3808": {"place": "town", "coastal": True, "port": "shallow"},
}


def coast(
    pieces: dict[str, Any], limit: str = "chart", at: str = "strategic.supply", held: str = "soviet", **more: Any
) -> CrimeaState:
    """Two ports on an open coast, and a third in the shallows; nobody has another source."""
    card = {
        "switches": {"general_supply": {"value": "traced"}},
        "supply_sources": {"soviet": {"hexes": more.pop("hexes", []), "ports": {"limit": limit}}},
    }
    facts = {"card": card, "hexes": {**SEASIDE, **more.pop("ground", {})}}
    return board(at, pieces, facts=facts, control=dict.fromkeys(SEASIDE, held), **more)


def states(state: CrimeaState, *names: str) -> list[int]:
    return [state.pieces[key(state, name)].supply for name in names]


@pytest.mark.rule("EF-6.54")
def test_a_port_feeds_by_sea_where_the_card_opens_it() -> None:
    units = {"106 Rifle Div": 3610, "271 Rifle Div": 3606}
    assert states(coast(units, "none"), *units) == [SUPPLIED, SUPPLIED]
    assert supply.fed_from(coast(units, "none"), "soviet", (3604,)).keys() >= {3604, 3606, 3610}
    shut = board("strategic.supply", units, facts={"card": {"switches": {"general_supply": {"value": "traced"}}}})
    assert states(shut, *units) == [EMERGENCY, EMERGENCY]
    assert states(coast(units, "none", held="axis"), *units) == [EMERGENCY, EMERGENCY]


@pytest.mark.rule("EF-6.54", "EF-PB8.43", "EF-PB8.46.d")
def test_a_port_in_the_shallows_is_none() -> None:
    state = coast({}, "none")
    assert ports.harbours(state, "soviet") == (3604, 3612)
    assert havens(state)[-1] != 3808
    assert 3808 not in havens(state)


@pytest.mark.rule("EF-6.54", "EFT-ports", "EF-PB8.46.a")
def test_each_port_feeds_what_the_table_says_and_all_are_fed_while_that_suffices() -> None:
    # 4 + 4 + 3 + 4 + 4 = 19 points: no more than 6 at the anchorage and 15 at the minor port
    units = {"106 Rifle Div": 3608, "271 Rifle Div": 3608, "156 Rifle Div": 3608, "157 Rifle Div": 3609}
    state = coast({**units, "236 Rifle Div": 3609})
    assert [ports.capacity(state, h) for h in (3604, 3612)] == [6, 15]
    assert states(state, *units, "236 Rifle Div") == [SUPPLIED] * 5
    major = coast({}, ground={"3604": {**SEASIDE["3604"], "port": "major"}})
    assert ports.capacity(major, 3604) == 30
    assert set(ports.berths(state, "soviet").values()) == {3604, 3612}


CROWD = {"106 Rifle Div": 3606, "271 Rifle Div": 3606, "51 Army HQ": 3605}
ALONE = {"3612": {"place": "", "port": ""}}


@pytest.mark.rule("EF-6.54")
def test_the_owner_chooses_whom_a_port_feeds_that_cannot_feed_all() -> None:
    state = coast(CROWD, ground=ALONE)
    assert asked(state) == {"soviet": "turn.strategic.supply.soviet_ports"}
    assert states(state, *CROWD) == [EMERGENCY] * 3
    both = {"do": "land", "port": 3604, "units": ["106 Rifle Div", "271 Rifle Div"]}
    refused = why(state, "soviet", both)
    assert (refused.rule, refused.points[0].id, refused.params["left"]) == ("EF-6.54", 3604, 6)
    assert why(state, "soviet", {"do": "land", "port": 3612, "units": ["106 Rifle Div"]}).rule == "EF-6.54"
    state = play(state, "soviet", {"do": "land", "port": 3604, "units": ["271 Rifle Div", "51 Army HQ"]}).state
    # Two points are left, and the other division needs four: nobody is asked any more.
    assert states(state, *CROWD) == [EMERGENCY, SUPPLIED, SUPPLIED]
    assert asked(state) != {"soviet": "turn.strategic.supply.soviet_ports"}


@pytest.mark.rule("EF-PB8.46.a", "EF-PB8.48.a")
def test_a_port_under_attack_feeds_fewer_and_the_log_says_why() -> None:
    state = coast(CROWD, ground=ALONE, interdiction={3604: 1})
    more = {"do": "land", "port": 3604, "units": ["271 Rifle Div", "51 Army HQ"]}
    assert may(coast(CROWD, ground=ALONE), "soviet", more)
    assert ports.room(state, 3604) == 4
    step = play(state, "soviet", {"do": "land", "port": 3604, "units": ["271 Rifle Div"]})
    assert [part.rule for part in logged(step, "fed_by_sea").modifiers] == ["EF-PB8.46.a", "EF-PB8.48.a", "EF-PB8.48.d"]


@pytest.mark.rule("EF-6.54")
def test_who_has_another_source_takes_no_share_of_a_port() -> None:
    # 3600 and 3615 are out of each other's reach; the southern division is fed overland.
    units = {"106 Rifle Div": 3606, "271 Rifle Div": 3614}
    state = coast(units, ground=ALONE, hexes=["3615"])
    assert tuple(ports.waiting(state, "soviet")) == (key(state, "106 Rifle Div"),)
    assert states(state, *units) == [SUPPLIED, SUPPLIED]


@pytest.mark.rule("EF-6.54")
def test_a_port_has_its_whole_share_again_in_the_next_turn() -> None:
    state = coast(CROWD, ground=ALONE, tracks={"tracks": {"port_3604": 6}})
    assert may(state, "soviet", {"do": "land", "port": 3604, "units": ["106 Rifle Div"]})


@pytest.mark.rule("EF-6.54")
def test_hunger_goes_on_for_those_left_out() -> None:
    hungry = {"106 Rifle Div": {"hex": "3606", "supply": EMERGENCY}, "271 Rifle Div": 3606}
    assert states(coast(hungry, ground=ALONE), *hungry) == [OUT_OF_SUPPLY, EMERGENCY]


@pytest.mark.rule("EF-6.51.b", "EF-6.54")
def test_a_major_city_with_a_line_to_a_port_feeds_others() -> None:
    city = {**ALONE, "3609": {"place": "major_city"}}
    open_card = {"at": "soviet.movement", "ground": city, "weather": "dry"}
    state = coast({"106 Rifle Div": 3609}, "none", **open_card)
    assert supply.city_sources(state, "soviet") == (3609,)
    assert supply.is_supplied(state, "soviet", 3615)  # eleven hexes from the port, six from the city
    assert supply.city_sources(coast({"106 Rifle Div": 3609}, "none", held="axis", **open_card), "soviet") == ()


@pytest.mark.rule("EFS-10.74.a", "EFS-10.74.e3", "EFS-10.75", "EF-6.54")
def test_at_kerch_any_port_feeds_but_only_kerch_counts() -> None:
    # The town is lost; Yenikale beside it still lands supplies.
    state = board(
        "soviet.declaration",
        {"390 Rifle Div": 7013, "46 Inf Div": 6912, "276 NKVD Rgt": 6512, "Naval Base 2": 6512},
        scenario="7",
        bare=False,
        turn=163,
        weather="dry",
    )
    assert ports.harbours(state, "soviet") == (6814, 7013)
    assert supply.is_supplied(state, "soviet", 7013)
    assert kerch.is_cut_off(state, key(state, "390 Rifle Div"))
    assert not ports.is_limited(state, "soviet")


@pytest.mark.rule("EF-PB8.49")
def test_a_port_that_was_just_taken_feeds_nobody_until_the_next_turn() -> None:
    """Nothing in its reach is in supply for the rest of the turn, whatever is built, placed or flown there."""
    ships = {"DD-1": {"hex": "3612"}}
    state = coast({"106 Rifle Div": 3603}, at="soviet.movement", held="axis", ships=ships, weather="dry")
    assert not supply.is_supplied(state, "soviet", 3603)
    taken = play(state, "soviet", {"move": "106 Rifle Div", "path": [3604]}).state
    assert taken.control[3604] == "soviet"
    assert not supply.is_supplied(taken, "soviet", 3604)
    assert 3604 not in supply.city_sources(taken, "soviet")
    held = coast({"106 Rifle Div": 3603}, at="soviet.movement", ships=ships, weather="dry", tracks={"taken_3604": 47})
    assert supply.is_supplied(held, "soviet", 3604)
    # without ships nobody asks when a port was taken
    ashore = coast({"106 Rifle Div": 3603}, at="soviet.movement", held="axis", weather="dry")
    there = play(ashore, "soviet", {"move": "106 Rifle Div", "path": [3604]}).state
    assert supply.is_supplied(there, "soviet", 3604)


@pytest.mark.rule("EF-PB8.49")
def test_supply_lines_are_traced_anew_when_a_port_was_opened_or_shut() -> None:
    state = coast({"106 Rifle Div": 3604}, at="soviet.movement", weather="dry")
    assert supply.is_supplied(state, "soviet", 3604)
    d = Draft(state, NoDice())
    d.put("tracks", "soviet_type_i", 1)
    assert supply.is_supplied(d.now, "soviet", 3604)
    d.put("tracks", "taken_3604", state.turn)
    assert not supply.is_supplied(d.now, "soviet", 3604)


@pytest.mark.rule("EF-PB8.49")
def test_only_ports_are_noted_and_a_sea_zone_was_never_taken() -> None:
    ships = {"DD-1": {"hex": "3612"}}
    state = coast({"106 Rifle Div": 3603}, at="soviet.movement", held="axis", ships=ships, weather="dry")
    taken = play(state, "soviet", {"move": "106 Rifle Div", "path": [3604]}).state
    assert [track for track in taken.tracks if track.startswith("taken")] == ["taken_3604"]
    assert captures.why_just_taken(taken, "sevastopol") is None
    no = captures.why_just_taken(taken, "3604")
    assert no is not None
    assert (no.rule, no.key) == ("EF-PB8.49", "refuse.port_taken")
