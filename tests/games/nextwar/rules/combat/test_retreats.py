"""Rule 9.8: retreats, and how to avoid them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat.retreats import block, is_rout, lodgers, rout, routes, start
from sandtable.games.nextwar.rules.combat.retreats import retreat as fall_back
from sandtable.kernel import Draft, ScriptedDice
from tests.games.nextwar.battles import TARGET, battle, resulting, standing
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    OTHER_INF,
    ROK_ARM,
    ROK_BDE,
    ROK_INF,
    ROK_INF_2,
    ROK_MECH,
    asked,
    at,
    board,
    draft,
    key,
    may,
    play,
    steps,
    where,
    why,
)

FORT = {"features": ["fort_rok"], "country": "ROK", "terrain": "rough"}


def retreat(unit: str, *path: str) -> dict[str, Any]:
    return {"do": "retreat", "unit": unit, "path": list(path)}


def routed(units: dict[str, Any] | None = None, result: str = "-/-R", **more: Any) -> KoreaState:
    """Defenders of the target who have to retreat; the DPRK has its units in the north."""
    return resulting(standing({INF: "N3010", ROK_INF: TARGET, **(units or {})}, **more), result)


@pytest.mark.rule("NW-9.8.1.b", "NWK-2.4")
def test_a_retreat_goes_the_whole_way_and_homeward() -> None:
    state = routed()
    assert asked(state) == {"allied": "battle.retreat"}
    assert may(state, "allied", retreat(ROK_INF, "N3012", "N3013"))
    assert may(state, "allied", retreat(ROK_INF, "N3111", "N3112"))
    assert not may(state, "allied", retreat(ROK_INF, "N3012"))  # two hexes
    assert not may(state, "allied", retreat(ROK_INF, "N3111", "N3012"))  # ends one hex away
    assert not may(state, "allied", retreat(ROK_INF, "N2910", "N2810"))  # north of where it stood


@pytest.mark.rule("NW-9.8.1.b", "NWK-2.4")
def test_the_dprk_retreats_to_the_north() -> None:
    state = board("initiative.reaction_combat", {ROK_INF: "N3012", INF: TARGET})
    d = draft(state)
    place = state.board.place(TARGET)
    d.call("battle.retreat", Battle("allied", place, (key(state, ROK_INF),), (key(state, INF),), retreat=1))
    ends = {state.board.ground[way[-1]].label for way in routes(d.now, key(state, INF))}
    assert ends == {"N3010", "N2910", "N3110"}


@pytest.mark.rule("NW-9.8.1.b")
def test_units_retreat_one_by_one_and_may_part() -> None:
    state = routed({ROK_INF_2: TARGET})
    state = play(state, "allied", retreat(ROK_INF, "N3012", "N3013")).state
    assert asked(state) == {"allied": "battle.retreat"}
    state = play(state, "allied", retreat(ROK_INF_2, "N3111", "N3112")).state
    assert (where(state, ROK_INF), where(state, ROK_INF_2)) == ("N3013", "N3112")
    assert asked(state) == {"dprk": "battle.advance"}


@pytest.mark.rule("NW-9.8.1.b")
def test_where_no_way_leads_homeward_any_other_will_do() -> None:
    south = {f"N{c}": {"terrain": "sea"} for c in ("3012", "3112", "2912", "3013", "3113", "2913")}
    blocked = {**south, "N3111": {"terrain": "sea"}, "N2911": {"terrain": "sea"}}
    state = routed(facts={"hexes": blocked})
    assert may(state, "allied", retreat(ROK_INF, "N3110", "N3210"))


@pytest.mark.rule("NW-9.8.1.c", "NW-8.2.2.c")
def test_a_retreat_does_not_end_in_an_enemy_zone_unless_a_friend_is_there() -> None:
    state = routed({OTHER_INF: "N3014"})
    assert not may(state, "allied", retreat(ROK_INF, "N3012", "N3013"))  # N3013 is in the zone of N3014
    friends = routed({OTHER_INF: "N3014", ROK_BDE: "N3013"})
    assert may(friends, "allied", retreat(ROK_INF, "N3012", "N3013"))
    fled = routed({OTHER_INF: "N3014", ROK_BDE: {"hex": "N3013", "fled": True}})
    assert not may(fled, "allied", retreat(ROK_INF, "N3012", "N3013"))


@pytest.mark.rule("NW-9.8.1.d")
def test_an_unbridged_river_stops_a_retreat_of_all_but_airmobile_units() -> None:
    river = {"sides": {"N3012-N3013": {"river": True}}}
    assert not may(routed(facts=river), "allied", retreat(ROK_INF, "N3012", "N3013"))
    bridged = {"sides": {"N3012-N3013": {"river": True, "bridge": True}}}
    assert may(routed(facts=bridged), "allied", retreat(ROK_INF, "N3012", "N3013"))
    airmobile = resulting(standing({INF: "N3010", "US 1/101 AMob Bde": TARGET}, facts=river), "-/-R")
    assert may(airmobile, "allied", retreat("US 1/101 AMob Bde", "N3012", "N3013"))


@pytest.mark.rule("NW-9.8.1.d")
def test_vehicles_retreat_into_mountains_by_road_only() -> None:
    mountain = {"hexes": {"N3012": {"terrain": "mountain"}}}
    tanks = resulting(standing({INF: "N3010", ROK_ARM: TARGET}, facts=mountain), "-/-R")
    assert not may(tanks, "allied", retreat(ROK_ARM, "N3012", "N3013"))
    road = {**mountain, "sides": {f"{TARGET}-N3012": {"road": "secondary"}}}
    tanks = resulting(standing({INF: "N3010", ROK_ARM: TARGET}, facts=road), "-/-R")
    assert may(tanks, "allied", retreat(ROK_ARM, "N3012", "N3013"))


SEA = {f"N{c}": {"terrain": "sea"} for c in ("3012", "3111", "2911", "3110", "2910")}


@pytest.mark.rule("NW-9.8.1.e", "NW-9.8.1.g")
def test_a_blocked_retreat_holds_the_hex_and_costs_its_weakest_unit_a_step() -> None:
    units = {ROK_MECH: TARGET}
    state = routed(units, facts={"hexes": SEA})
    # Efficiency 5 against 6: the infantry pays, and nobody can advance.
    assert (steps(state, ROK_INF), steps(state, ROK_MECH)) == (1, 2)
    assert where(state, ROK_INF) == TARGET
    assert not state.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-9.8.1.e")
def test_the_owner_chooses_among_the_weakest() -> None:
    state = routed({ROK_INF_2: TARGET}, facts={"hexes": SEA})
    assert asked(state) == {"allied": "battle.blocked_loss"}
    state = play(state, "allied", {"do": "lose", "unit": ROK_INF_2}).state
    assert (steps(state, ROK_INF), steps(state, ROK_INF_2)) == (2, 1)


@pytest.mark.rule("NW-9.8.3", "NW-9.8.3.a", "NW-2.3.3.a", "NW-2.6")
def test_each_enemy_zone_on_the_way_is_a_check() -> None:
    state = routed({"DPRK 8/II Inf Div": "N2812"})
    assert not may(state, "allied", retreat(ROK_INF, "N2911", "N2912"))  # both in its zone: nobody may end there
    state = routed({"DPRK 8/II Inf Div": "N2811"})
    step = play(state, "allied", retreat(ROK_INF, "N2911", "N2912"), [6])
    assert steps(step.state, ROK_INF) == 1  # in the zone at N2911: 6 is more than 5
    step = play(state, "allied", retreat(ROK_INF, "N2911", "N2912"), [5])
    assert steps(step.state, ROK_INF) == 2


@pytest.mark.rule("NW-9.8.3")
def test_friends_on_the_way_spare_the_check() -> None:
    state = routed({"DPRK 8/II Inf Div": "N2811", ROK_BDE: "N2911"})
    step = play(state, "allied", retreat(ROK_INF, "N2911", "N2912"))
    assert steps(step.state, ROK_INF) == 2


@pytest.mark.rule("NWK-3.1.1.g", "NW-9.8.3")
def test_light_infantry_is_checked_in_retreat_like_others() -> None:
    rough = {"hexes": {"N2911": {"terrain": "rough"}, "N2912": {"terrain": "rough"}}}
    units = {INF: "N3010", "US 1/82 Abn Bde": TARGET, "DPRK 8/II Inf Div": "N2811"}
    state = resulting(standing(units, facts=rough), "-/-R")
    step = play(state, "allied", retreat("US 1/82 Abn Bde", "N2911", "N2912"), [8])
    assert steps(step.state, "US 1/82 Abn Bde") == 1


# -- standing fast ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-9.8.2")
@pytest.mark.parametrize(
    ("ground", "asks"),
    [
        ({"terrain": "urban"}, True),
        ({"terrain": "mountain"}, True),
        ({"terrain": "rough", "features": ["city"]}, True),
        (FORT, True),
        ({"terrain": "highland"}, False),
        ({"terrain": "flat", "features": ["town"]}, False),
    ],
)
def test_where_defenders_may_ignore_a_retreat(ground: dict[str, Any], asks: bool) -> None:
    state = routed(ground=ground)
    assert asked(state) == {"allied": "battle.stand" if asks else "battle.retreat"}


@pytest.mark.rule("NW-9.8.2", "NW-9.8.2.a")
def test_standing_fast_costs_the_stack_a_step() -> None:
    state = routed({ROK_MECH: TARGET}, ground=FORT)
    step = play(state, "allied", {"do": "stand", "answer": "yes"}, [5])  # the least efficient has 5
    assert asked(step.state) == {"allied": "battle.stand_loss"}
    after = play(step.state, "allied", {"do": "lose", "unit": ROK_MECH}).state
    assert (steps(after, ROK_MECH), where(after, ROK_INF)) == (1, TARGET)
    assert not after.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-9.8.2")
def test_who_fails_to_stand_or_does_not_try_retreats() -> None:
    for answer, dice in (("yes", [6]), ("no", [])):
        state = play(routed(ground=FORT), "allied", {"do": "stand", "answer": answer}, dice).state
        assert asked(state) == {"allied": "battle.retreat"}


@pytest.mark.rule("NW-9.8.2.a")
def test_losses_come_before_the_check() -> None:
    state = routed({}, "-/1R", ground=FORT)
    assert steps(state, ROK_INF) == 1
    step = play(state, "allied", {"do": "stand", "answer": "yes"}, [5])  # reduced it has 4
    assert asked(step.state) == {"allied": "battle.retreat"}


# -- outposts and those who fled before ------------------------------------------------------------------------------


@pytest.mark.rule("NWK-2.2.f")
def test_an_outpost_does_not_survive_a_retreat() -> None:
    state = routed({"ROK Outpost 1": TARGET})
    assert where(state, "ROK Outpost 1") == "eliminated"
    assert where(state, ROK_INF) == TARGET


@pytest.mark.rule("NW-9.8.4.b")
def test_those_who_had_fled_into_the_hex_are_checked_and_go_on() -> None:
    units = {INF: "N3010", ROK_ARM: TARGET, ROK_INF: {"hex": TARGET, "fled": True}}
    state = standing(units)
    after = resulting(state, "-/1", defenders=[ROK_ARM], dice=[6])
    assert where(after, ROK_ARM) == "eliminated"
    assert steps(after, ROK_INF) == 1
    assert asked(after) == {"allied": "battle.rout.retreat"}


@pytest.mark.rule("NW-9.8.1.e")
def test_a_refusal_of_a_retreat_points_at_the_hex() -> None:
    no = why(routed(), "allied", retreat(ROK_INF, "N3010", "N3009"))
    assert no.points


@pytest.mark.rule("NW-9.8.1.c", "NW-9.8.1.b")
def test_an_empty_hex_shelters_nobody_and_nobody_goes_back_where_he_stood() -> None:
    state = routed({OTHER_INF: "N3014"})
    ways = routes(state, key(state, ROK_INF))
    labels = {tuple(state.board.ground[h].label for h in way) for way in ways}
    assert all(way[-1] != "N3013" for way in labels)
    assert all(TARGET not in way for way in labels)
    # Homeward is farther south than the start; hexes as far north as it are no way home.
    assert {way[-1] for way in labels} == {"N3112", "N2912", "N3212", "N2812"} - {"N3013"}


@pytest.mark.rule("NW-9.8.3", "NW-9.8.1.b", "NW-2.8.c", "NW-9.8.4.a")
def test_a_retreat_is_told_and_leaves_its_traces() -> None:
    north = {"hexes": {"N3012": {"country": "DPRK"}, "N3013": {"country": "DPRK"}}}
    step = play(routed(facts=north), "allied", retreat(ROK_INF, "N3012", "N3013"))
    assert any(entry.key == "log.retreated" for entry in step.entries)
    unit = step.state.units[key(step.state, ROK_INF)]
    assert (where(step.state, ROK_INF), unit.fled) == ("N3013", True)
    assert set(step.state.visited.values()) == {"allied"}


@pytest.mark.rule("NW-9.8.4.a")
def test_lodgers_are_those_who_fled_into_the_hex_and_do_not_defend_it() -> None:
    units = {INF: "N3010", ROK_INF: TARGET, ROK_MECH: {"hex": TARGET, "fled": True}, ROK_ARM: TARGET}
    state = standing({**units, ROK_INF: {"hex": TARGET, "fled": True}})
    d = Draft(state, ScriptedDice([]))
    d.call("battle.defence_losses", battle(state, INF, defenders=[ROK_INF]))
    assert lodgers(d.now) == (key(state, ROK_MECH),)


@pytest.mark.rule("NW-9.8.3", "NW-8.4.1.a")
def test_who_retreats_into_a_hard_hex_of_the_enemy_has_to_mop_it_up() -> None:
    city = {"hexes": {"N3013": {"country": "DPRK", "features": ["city"]}}}
    step = play(routed(facts=city), "allied", retreat(ROK_INF, "N3012", "N3013"), [4])
    assert [marker.side for marker in step.state.mopups.values()] == ["allied"]


@pytest.mark.rule("NW-9.8.2")
def test_nobody_is_asked_to_stand_without_a_retreat_or_without_defenders() -> None:
    assert not resulting(standing(ground=FORT), "-/1").flow[-1].at.startswith("battle")
    gone = resulting(standing({INF: "N3010", ROK_ARM: TARGET}, ground=FORT), "-/1R")
    assert asked(gone) == {"dprk": "battle.advance"}


@pytest.mark.rule("NW-9.8.1.b", "NW-9.8.1.c", "NW-9.8.1.d", "NW-8.2.2.a")
def test_a_way_that_is_no_retreat_is_refused_with_the_rule() -> None:
    # A brigade in highland falls back one hex: not into the enemy, over a river, into his zone, or away from home.
    facts = {"hexes": {"N3011": {"terrain": "highland"}}, "sides": {"N3011-N2911": {"river": True}}}
    units = {INF: "N3010", OTHER_INF: "N3211", ROK_ARM: "N3011", LIGHT: "N2910"}
    state = resulting(standing(units, facts=facts), "-/-R", defence=ROK_ARM)
    assert may(state, "allied", retreat(ROK_ARM, "N3012"))
    found = {to: why(state, "allied", retreat(ROK_ARM, to)).rule for to in ("N2910", "N2911", "N3111", "N3020")}
    assert found == {"N2910": "NW-8.2.2.a", "N2911": "NW-9.8.1.d", "N3111": "NW-9.8.1.c", "N3020": "NW-9.8.1.b"}


def fleeing(state: KoreaState, unit: str, hexes: int, side: str = "dprk") -> set[str]:
    """The hexes where a unit in the target can end its retreat."""
    d, place = draft(state), state.board.place(TARGET)
    d.call("battle.retreat", Battle(side, place, (), (key(state, unit),), retreat=hexes))
    return {state.board.ground[way[-1]].label for way in routes(d.now, key(state, unit))}


@pytest.mark.rule("NW-9.8.1.b", "NWK-2.4", "NW-9.8.1.c")
def test_each_side_falls_back_to_its_own_edge() -> None:
    south = fleeing(standing({ROK_INF: TARGET, INF: "N3020"}), ROK_INF, 1)
    north = fleeing(standing({INF: TARGET, ROK_INF: "N3020"}), INF, 1, side="allied")
    assert (south, north) == ({"N3012", "N2911", "N3111"}, {"N3010", "N2910", "N3110"})


@pytest.mark.rule("NW-9.8.1.d", "NW-8.3.3.d")
def test_what_a_retreat_cannot_cross_or_enter() -> None:
    hexes = {
        "N3012": {"terrain": "sea", "country": ""},
        "N2911": {"country": "ROK"},
        "N3111": {"terrain": "mountain"},
        "N3110": {"terrain": "marsh"},
    }
    sides = {f"{TARGET}-N2911": {"water": True}, f"{TARGET}-N2910": {"river": True}}
    facts = {"hexes": hexes, "sides": sides}
    units = {ROK_ARM: TARGET, INF: "N3010"}
    assert fleeing(standing(units, facts=facts), ROK_ARM, 1) == set()  # the marsh is in an enemy zone
    clear = {ROK_ARM: TARGET, INF: "N3020"}
    assert fleeing(standing(clear, facts=facts), ROK_ARM, 1) == {"N3010", "N3110"}
    assert fleeing(standing(clear, facts=facts, weather="storm"), ROK_ARM, 1) == {"N3010"}
    bridged = {**facts, "sides": {**sides, f"{TARGET}-N2910": {"river": True, "bridge": True}}}
    assert "N2910" in fleeing(standing(clear, facts=bridged), ROK_ARM, 1)
    road = {**facts, "sides": {**sides, f"{TARGET}-N3111": {"road": "secondary"}}}
    assert fleeing(standing(clear, facts=road), ROK_ARM, 1) == {"N3111"}  # homeward, and so no other
    held = {**clear, "DPRK 8/II Inf Div": "N3110"}
    assert "N3110" not in fleeing(standing(held, facts=facts), ROK_ARM, 1)


@pytest.mark.rule("NW-9.8.1.d")
def test_a_retreat_stays_in_the_playing_area_and_where_a_unit_may_be() -> None:
    area = {"card": {"area": {"sheet": "N", "west": 30}}}
    inside = fleeing(standing({ROK_ARM: TARGET, INF: "N3010"}, facts=area), ROK_ARM, 1)
    assert not {"N2911", "N2910"} & inside
    outside = {"card": {"area": {"sheet": "N", "west": 31}}}
    assert "N2911" in fleeing(standing({ROK_ARM: TARGET, INF: "N3020"}, facts=outside), ROK_ARM, 1)
    guard = "ROK 55HR/3A Inf Div"
    north = {"hexes": {h: {"country": "DPRK"} for h in ("N3012", "N2911")} | {"N3111": {"country": "ROK"}}}
    assert fleeing(standing({guard: TARGET, INF: "N3020"}, facts=north), guard, 1) == {"N3111"}


@pytest.mark.rule("NW-9.8.4.b", "NW-9.8.2.a")
def test_so_are_they_when_the_last_defender_holds_the_hex_and_falls() -> None:
    units = {INF: "N3010", ROK_INF_2: TARGET, ROK_INF: {"hex": TARGET, "fled": True}}
    state = standing(units, ground={"terrain": "mountain", "country": "ROK"})
    after = resulting(state, "-/1R", defenders=[ROK_INF_2])
    assert asked(after) == {"allied": "battle.stand"}
    after = play(after, "allied", {"do": "stand", "answer": "yes"}, [0, 9]).state
    assert where(after, ROK_INF_2) == "eliminated"
    assert steps(after, ROK_INF) == 1
    assert asked(after) == {"allied": "battle.rout.retreat"}


def called(
    state: KoreaState, effect: Callable[[Draft[KoreaState]], None], dice: Sequence[int] = (), **more: Any
) -> KoreaState:
    """The position after a step of a combat between INF and the units in the hex, or those that are named."""
    d = draft(state, dice)
    d.call("battle.blocked", battle(state, INF, **more))
    effect(d)
    assert d.dice.dice.left == ()  # type: ignore[attr-defined]
    return d.now


@pytest.mark.rule("NW-9.7.2.b", "NW-9.8.4.b")
def test_who_begins_to_retreat_and_who_is_checked_for_it() -> None:
    state = standing({INF: "N3010", ROK_INF: TARGET, ROK_ARM: TARGET})
    for hexes, two in ((0, False), (1, False), (2, True)):
        fight = called(state, start, retreat=hexes).subject(Battle)
        assert (len(fight.fleeing), fight.two_hexes) == (2 if hexes else 0, two)
    # Whoever fled here before waits, but not who defends though he fled, nor who stands by.
    units = {INF: "N3010", ROK_INF: {"hex": TARGET, "fled": True}, ROK_INF_2: TARGET}
    crowd = standing(units)
    waits = called(crowd, start, retreat=2, defenders=[ROK_INF_2])
    assert (waits.subject(Battle).fleeing, steps(waits, ROK_INF)) == ((key(crowd, ROK_INF_2),), 2)
    goes = called(crowd, start, retreat=2, defenders=[ROK_INF]).subject(Battle).fleeing
    assert set(goes) == {key(crowd, ROK_INF), key(crowd, ROK_INF_2)}
    held = standing({INF: "N3010", "ROK 5/VI Inf Div": TARGET, ROK_INF: TARGET}, scenario="train_to_seoul")
    after = called(held, start, retreat=1)
    assert where(after, "ROK 5/VI Inf Div") == "eliminated"
    assert after.subject(Battle).fleeing == (key(after, ROK_INF),)


@pytest.mark.rule("NW-9.8.4.b")
def test_only_those_who_fled_are_routed_with_the_last_defender() -> None:
    fled, fresh = {"hex": TARGET, "fled": True}, {"hex": TARGET}

    def routed_by(units: dict[str, Any], defenders: list[str], **more: Any) -> int:
        fight = called(standing({INF: "N3010", **units}, **more), lambda d: None, defenders=defenders)
        return called(fight, rout, [0], defenders=defenders).subject(Battle).retreat if is_rout(fight) else 0

    gone = {ROK_ARM: "N3020"}  # a defender who is no longer there
    assert routed_by({**gone, ROK_INF: fled}, [ROK_ARM]) == 2
    assert routed_by({**gone, ROK_INF: fled}, [ROK_ARM], ground={"terrain": "mountain"}) == 1
    assert routed_by(gone, [ROK_ARM]) == 0
    assert routed_by({**gone, ROK_INF: fresh}, [ROK_ARM]) == 0
    assert routed_by({ROK_ARM: fresh, ROK_INF: fled}, [ROK_ARM]) == 0
    assert routed_by({ROK_INF: fled}, [ROK_INF]) == 0


@pytest.mark.rule("NW-9.8.3.a", "NW-9.8.3")
def test_checks_on_the_way_and_what_they_cost() -> None:
    # N3012 is in the zone of the division in N2912; the retreat goes on to N3013, which is not.
    foes = {INF: "N3010", OTHER_INF: "N2912"}

    def fled(units: dict[str, Any], dice: list[int]) -> KoreaState:
        state = standing({**foes, ROK_INF: TARGET, **units})
        path = (at(state, "N3012"), at(state, "N3112"))
        return called(state, lambda d: fall_back(d, key(state, ROK_INF), path), dice, retreat=2)

    passed, failed = fled({}, [5]), fled({}, [6])
    assert (where(passed, ROK_INF), steps(passed, ROK_INF)) == ("N3112", 2)
    assert (where(failed, ROK_INF), steps(failed, ROK_INF)) == ("N3112", 1)
    assert where(fled({ROK_INF: {"hex": TARGET, "steps": 1}}, [9]), ROK_INF) == "eliminated"
    assert where(fled({ROK_BDE: "N3012"}, []), ROK_INF) == "N3112"  # friends on the way


@pytest.mark.rule("NW-9.8.1.e", "NW-9.8.1.g")
def test_the_hex_owes_one_step_only_if_somebody_is_stuck_in_it() -> None:
    state = standing({INF: "N3010", ROK_INF: TARGET, ROK_ARM: "N3013"})
    both = (key(state, ROK_INF), key(state, ROK_ARM))
    fight = called(state, block, retreat=2, fleeing=both).subject(Battle)
    assert (fight.extra, fight.retreat) == (1, 0)
    away = called(state, block, retreat=2, fleeing=both[1:]).subject(Battle)
    assert (away.extra, away.retreat) == (0, 2)
