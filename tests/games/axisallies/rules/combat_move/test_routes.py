"""The ways that are worked out once for all alike, against the step-by-step rules they stand for."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import land, sea
from sandtable.games.axisallies.rules.combat_move.marching import advance, ways, why_not_pick
from sandtable.games.axisallies.rules.combat_move.routes import Ways, is_fight_near, why_not_stop_at
from sandtable.games.axisallies.rules.spaces.spaces import HOSTILE, land_status, type_of
from tests.games.axisallies.board import at, draft, position

Way = tuple[int, ...]


def slow_ways(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> set[Way]:
    """Every way that may be taken to its end, by asking for each step of each way."""
    on_land = type_of(state, state.units[keys[0]]).domain == "land"
    step = land.why_not_step if on_land else sea.why_not_step
    near = state.board.land_next if on_land else state.board.sea_next

    def ends(way: Way) -> bool:
        if not on_land:
            fleet = sea.fleet_of(state, power, keys, combat)
            return why_not_stop_at(state, power, fleet, way[-1], combat) is None
        blitzed = any(land_status(state, power, place) == HOSTILE for place in way)
        return not combat or blitzed or land.why_no_fight(state, power, way[-1]) is None

    found: set[Way] = set()
    pending: list[Way] = [()]
    while pending:
        way = pending.pop()
        for to in near[way[-1] if way else state.units[keys[0]].at]:
            if step(state, power, keys, way, to, combat) is None:
                pending.append((*way, to))
                if ends((*way, to)):
                    found.add((*way, to))
    return found


def fast_ways(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> set[Way]:
    return walked(ways(state, power, keys, combat))


def walked(tree: Ways) -> set[Way]:
    """Every way that may be taken to its end, by what is on offer."""
    found: set[Way] = set()
    pending: list[Way] = [()]
    while pending:
        way = pending.pop()
        onward = tree.steps(way)
        assert way == () or onward or tree.may_stop(way), "a step that leads nowhere was on offer"
        pending += [(*way, to) for to in onward]
        if tree.may_stop(way):
            found.add(way)
    return found


@pytest.mark.rule("AA-9.2.general.stop", "AA-10.sea.hostile", "AA-9.4.sea.move", "AA-9.2.general.end-friendly")
@pytest.mark.parametrize("phase", ["combat_move.moves", "noncombat.moves"])
@pytest.mark.parametrize("power", ["germany", "japan", "uk", "italy", "usa"])
def test_the_ways_on_offer_are_those_the_rules_allow(power: str, phase: str) -> None:
    wars = {"japan-uk": 1, "anzac-japan": 1, "germany-ussr": 1} if power != "usa" else {}
    state = position(only=False, at=f"{power}.{phase}", wars=wars)
    combat = phase.startswith("combat")
    groups: dict[tuple[str, int], int] = {}
    for key, unit in state.units.items():
        if why_not_pick(state, power, key, combat) is None and type_of(state, unit).domain != "air":
            groups.setdefault((unit.kind, unit.at), key)
    assert groups
    for key in groups.values():
        found = slow_ways(state, power, (key,), combat)
        assert fast_ways(state, power, (key,), combat) == found
        if combat and is_known_to_be_vain(state, power, key):
            assert not found


def is_known_to_be_vain(state: GlobalState, power: str, key: int) -> bool:
    """What is asked before any way is looked for."""
    unit = state.units[key]
    if type_of(state, unit).domain == "sea":
        return sea.has_no_business(state, power, key)
    return not is_fight_near(state, power, unit.at, land.left(state, key))


@pytest.mark.parametrize(("power", "share"), [("usa", (0, 10)), ("germany", (25, 75))])
def test_no_search_is_made_for_units_far_from_any_fight(power: str, share: tuple[int, int]) -> None:
    state = position(only=False, at=f"{power}.combat_move.moves", wars={"germany-ussr": 1})
    own = [key for key, unit in state.units.items() if unit.owner == power and type_of(state, unit).domain != "air"]
    searched = [key for key in own if not is_known_to_be_vain(state, power, key)]
    least, most = share
    assert least * len(own) <= 100 * len(searched) <= most * len(own)


@pytest.mark.rule("AA-9.2.general.stop")
def test_a_group_goes_where_all_of_it_can_go() -> None:
    units = {
        1: {"kind": "tank", "owner": "germany", "at": at("Poland")},
        2: {"kind": "mech_infantry", "owner": "germany", "at": at("Poland")},
        3: {"kind": "infantry", "owner": "germany", "at": at("Poland")},
    }
    state = position(at="germany.combat_move.moves", wars={"germany-ussr": 1}, units=units)
    blitz = (at("Eastern Poland"), at("Belarus"))
    assert blitz in fast_ways(state, "germany", (1,), True)
    assert blitz in fast_ways(state, "germany", (1, 2), True)
    assert blitz not in fast_ways(state, "germany", (2,), True)
    assert {len(way) for way in fast_ways(state, "germany", (1, 3), True)} == {1}
    for group in [(1,), (2,), (3,), (1, 2), (1, 3)]:
        assert fast_ways(state, "germany", group, True) == slow_ways(state, "germany", group, True)


@pytest.mark.rule("AA-9.2.general.stop", "AA-10.mech.blitz")
def test_mechanized_infantry_passes_where_a_tank_has_blitzed_and_only_to_where_it_went() -> None:
    units = {
        1: {"kind": "tank", "owner": "germany", "at": at("Poland")},
        2: {"kind": "mech_infantry", "owner": "germany", "at": at("Poland")},
    }
    d = draft(position(at="germany.combat_move.moves", wars={"germany-ussr": 1}, units=units), seat="germany")
    through, end, elsewhere = at("Eastern Poland"), at("Belarus"), at("Western Ukraine")
    advance(d, (1,), (through, end))
    assert (through, end) in fast_ways(d.now, "germany", (2,), True)
    assert (through, elsewhere) not in fast_ways(d.now, "germany", (2,), True)
    assert land.why_not_step(d.now, "germany", (2,), (through,), end, True) is None
    no = land.why_not_step(d.now, "germany", (2,), (through,), elsewhere, True)
    assert no is not None
    assert no.rule == "AA-10.mech.blitz"


def test_ways_that_are_held_are_those_of_their_own_position() -> None:
    units = {
        1: {"kind": "tank", "owner": "germany", "at": at("Poland")},
        2: {"kind": "infantry", "owner": "germany", "at": at("Germany")},
        3: {"kind": "infantry", "owner": "ussr", "at": at("Russia")},
    }
    state = position(at="germany.combat_move.moves", wars={"germany-ussr": 1}, units=units)
    blitz = (at("Eastern Poland"), at("Belarus"))
    held = ways(state, "germany", (1,), True)
    d = draft(state)
    d.edit("units", 2, at=at("Poland"), spent=1)
    assert ways(d.now, "germany", (1,), True).lead_somewhere(), "what is known outlives a move of one's own"
    d.edit("units", 3, at=at("Eastern Poland"))
    assert blitz in walked(held)
    assert blitz not in fast_ways(d.now, "germany", (1,), True)


def test_a_way_that_cannot_be_gone_leads_nowhere() -> None:
    units = {1: {"kind": "tank", "owner": "germany", "at": at("Poland")}}
    tree = ways(position(at="germany.combat_move.moves", wars={"germany-ussr": 1}, units=units), "germany", (1,), True)
    assert tree.steps((at("Eastern Poland"),))
    for way in [(at("Belarus"),), (at("Belarus"), at("Russia")), (at("Eastern Poland"), at("Russia"))]:
        assert not tree.may_stop(way)
        assert not tree.steps(way)
