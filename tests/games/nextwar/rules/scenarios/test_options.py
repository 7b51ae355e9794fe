"""Korea, 15: the optional rules."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaOptions, KoreaState, Mission
from sandtable.games.nextwar.rules.air_points import points
from sandtable.games.nextwar.rules.air_war import arrivals
from sandtable.games.nextwar.rules.combat import modifiers, support
from sandtable.games.nextwar.rules.movement import carrying_out, lines, terrain
from sandtable.games.nextwar.rules.scenarios import hovercraft, options
from sandtable.games.nextwar.rules.strikes import attacks, combat_support, missions
from sandtable.games.nextwar.rules.terms.efficiency import efficiency
from sandtable.games.nextwar.scenario.cards import CAMPAIGNS
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.games.nextwar.scenario.setup import opening
from sandtable.kernel import Draft, ScriptedDice, SeededDice, Step
from sandtable.kernel.cases.position import build, open_scenario
from sandtable.texts import load
from tests.games.nextwar.battles import TARGET, battle, standing
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    QUIET,
    ROK_INF,
    act,
    advanced,
    air,
    at,
    board,
    draft,
    key,
    may,
    may_move,
    move,
    play,
    reasons,
    why_move,
)

BIG = ("militarized_zone", "all_in", "they_did_what")
PLAYED = [info.name for info in GAME.scenarios()]


def start(scenario: str, **options: Any) -> tuple[int, int]:
    """Half victory points of both sides when a game begins: DPRK, Allies."""
    korea = GAME.scenario(scenario, KoreaOptions(**options), {})
    state = opening(korea)
    return state.accounts["dprk"].vp2, state.accounts["allied"].vp2


@pytest.mark.rule("NWK-15.0")
@pytest.mark.parametrize(
    ("option", "value", "dprk", "allied", "where"),
    [
        ("hovercraft", True, 0, 5, PLAYED),
        ("raptors", True, 10, 0, CAMPAIGNS),
        ("marine_f35", True, 5, 0, CAMPAIGNS),
        ("navy_f35", True, 5, 0, CAMPAIGNS),
        ("stolen_plans", "shift", 0, 5, PLAYED),
        ("stolen_plans", "segment", 0, 5, PLAYED),
        ("stolen_base_plans", True, 0, 5, PLAYED),
        ("cobra_weasels", True, 3, 0, CAMPAIGNS),
        ("prc_intervention", True, 0, 20, BIG),
    ],
)
def test_what_an_option_gives_to_the_other_side(
    option: str, value: Any, dprk: int, allied: int, where: tuple[str, ...]
) -> None:
    for name in PLAYED:
        expected = (2 * dprk, 2 * allied) if name in where else (0, 0)
        assert start(name, **{option: value}) == expected
        assert start(name) == (0, 0)


@pytest.mark.rule("NWK-15.0")
def test_options_without_a_price() -> None:
    free = ("national_support", "single_prc_support", "japanese_army", "chemical_response", "nuclear_attack")
    for option in (*free, "refugees", "low_readiness", "no_budget_cuts"):
        for name in ("all_in", "strategic_surprise"):
            assert start(name, **{option: True}) == (0, 0)


@pytest.mark.rule("NWK-15.0")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_option_has_its_words(lang: str) -> None:
    words = load(lang, "sandtable.games.nextwar")
    for name, hint in get_type_hints(KoreaOptions).items():
        assert f"option.{name}" in words
        for value in get_args(hint):
            assert f"option.{name}.{value}" in words


# -- hovercraft ------------------------------------------------------------------------------------------------------


def only(units: dict[str, Any], **fields: Any) -> KoreaState:
    """Nobody but some units on the printed map, in a movement segment of the DPRK."""
    rows = {name: {"hex": row} if isinstance(row, str) else row for name, row in units.items()}
    options = fields.pop("options", {"hovercraft": True})
    told = {"turn": 3, "initiative": "dprk", "first": "dprk", "weather": "clear", **fields}
    position = {"only": True, "at": "turn.initiative.movement.moves", "units": rows, **told}
    data = {"scenario": "all_in", "position": position, "options": options}
    return build(GAME, open_scenario(GAME, data), data, ScriptedDice([])).state


@pytest.mark.rule("NWK-15.1")
@pytest.mark.parametrize(("berth", "to"), [("N2518", "N2519"), ("N2619", "N2620"), ("N2718", "N2719")])
def test_light_infantry_crosses_the_water(berth: str, to: str) -> None:
    state = only({LIGHT: berth})
    after = move(state, "dprk", LIGHT, to)
    assert after.units[key(after, LIGHT)].hex == at(after, to)
    assert after.hovercraft == 1
    assert not may_move(only({LIGHT: berth}, options={}), "dprk", LIGHT, to)


@pytest.mark.rule("NWK-15.1")
def test_two_brigades_a_segment_of_light_infantry_alone() -> None:
    brigades = {"DPRK 32/II LI Bde": "N2619", "DPRK ?/I LI Bde": "N2619", "DPRK 81 LI Bde": "N2619", INF: "N2619"}
    state = only(brigades)
    for number, name in enumerate(("DPRK 32/II LI Bde", "DPRK ?/I LI Bde"), start=1):
        state = move(state, "dprk", name, "N2620")
        assert state.hovercraft == number
    assert not may_move(state, "dprk", "DPRK 81 LI Bde", "N2620")
    assert not may_move(only({INF: "N2619"}), "dprk", INF, "N2620")
    d = draft(state)
    carrying_out.begin_segment(d)
    assert d.now.hovercraft == 0


@pytest.mark.rule("NWK-15.1")
def test_three_points_to_an_enemy_hex_without_enemies() -> None:
    spent = only({LIGHT: {"hex": "N2619", "spent": 3 * 6}})  # two points of five are left: one hex at most
    assert may_move(spent, "dprk", LIGHT, "N2620")
    state = only({LIGHT: "N2619"})
    assert not may_move(state, "dprk", LIGHT, "N2620", "N2621", "N2622")
    assert why_move(only({LIGHT: "N2619", ROK_INF: "N2620"}), "dprk", LIGHT, "N2620").key == "refuse.enemy_there"
    assert not may_move(only({LIGHT: "N2619"}, captured={"N2620": "dprk"}), "dprk", LIGHT, "N2620")
    inland = only({LIGHT: "N2618"})
    assert may_move(inland, "dprk", LIGHT, "N2619")
    assert not may_move(inland, "dprk", LIGHT, "N2619", "N2620")  # it has to begin at the shore
    home = only({LIGHT: "N2518"})
    assert not may_move(home, "dprk", LIGHT, "N2418")  # water, but no enemy hex
    lost = only({LIGHT: "N2518"}, captured={"N2418": "allied"})
    assert not may_move(lost, "dprk", LIGHT, "N2418")  # and no way is marked there


@pytest.mark.rule("NWK-15.1")
def test_the_ways_of_hovercraft() -> None:
    def ends(berth: str, name: str = LIGHT, **fields: Any) -> set[str]:
        state = only({name: berth, **fields.pop("more", {})}, **fields)
        ways = hovercraft.ways(state, key(state, name), 1)
        return {state.board.ground[way[0]].label for _, way in ways}

    assert ends("N2518") == {"N2519", "N2419"}
    assert ends("N2619") == {"N2719", "N2620", "N2519"}
    assert ends("N2718") == {"N2719"}
    assert ends("N2719") == set()
    assert ends("N2518", INF) == set()
    assert ends("N2518", options={}) == set()
    assert ends("N2518", more={ROK_INF: "N2519"}) == {"N2419"}
    assert ends("N2518", captured={"N2419": "dprk"}) == {"N2519"}
    assert ends("N2518", hovercraft=2) == set()
    state = only({LIGHT: "N2518"})
    assert [way[1:] for _, way in hovercraft.ways(state, key(state, LIGHT), 1)] == [(18, None), (18, None)]


@pytest.mark.rule("NWK-15.1")
def test_two_that_go_together_are_two() -> None:
    other = next(c.name for c in only({LIGHT: "N2518"}).board.units.values() if c.kind == "light" and c.name != LIGHT)
    pair = (LIGHT, other)
    for gone, legal in ((0, True), (1, False)):
        state = only(dict.fromkeys(pair, "N2518"), hovercraft=gone)
        assert may_move(state, "dprk", pair, "N2519") is legal
        assert may_move(state, "dprk", LIGHT, "N2519")


@pytest.mark.rule("NWK-15.1")
def test_who_is_counted() -> None:
    def counted(start_: str, to: str, **fields: Any) -> int:
        state = only({LIGHT: start_}, **fields)
        d = draft(state)
        hovercraft.count(d, (key(state, LIGHT),), at(state, start_), (at(state, to),))
        return d.now.hovercraft

    assert counted("N2518", "N2519") == 1
    assert counted("N2518", "N2618") == 0
    assert counted("N2518", "N2519", options={}) == 0
    assert counted("N2518", "N2519", hovercraft=1) == 2


# -- aircraft --------------------------------------------------------------------------------------------------------


def sky(**options: Any) -> Draft[KoreaState]:
    state = board(QUIET, {INF: "N3002"}, scenario="strategic_surprise", options=options, air_level="contested")
    return Draft(state, SeededDice(b"any"))


@pytest.mark.rule("NWK-15.2", "NWK-3.5")
def test_raptors_and_weaker_eagles() -> None:
    d = sky(raptors=True)
    arrivals.bring(d, "C")
    kinds = [d.now.board.aircraft[k] for k in d.now.aircraft]
    assert sorted(c.type for c in kinds if c.service == "us") == ["F-15C", "F-15E", "F-22A", "F-22A", "F-35A"]
    assert [c.optional for c in kinds if c.type == "F-15C"] == [True]
    arrivals.bring(d, "F")
    kinds = [d.now.board.aircraft[k] for k in d.now.aircraft]
    assert sum(c.type == "F-22A" for c in kinds) == 2
    assert [c.optional for c in kinds if c.type == "F-15C"] == [True, True]
    d = sky()
    arrivals.bring(d, "C")
    kinds = [d.now.board.aircraft[k] for k in d.now.aircraft]
    assert "F-22A" not in {c.type for c in kinds}
    assert [c.optional for c in kinds if c.type == "F-15C"] == [False]
    d = sky(raptors=True)
    arrivals.bring(d, "D")  # no F-15 in it
    assert "F-22A" not in {d.now.board.aircraft[k].type for k in d.now.aircraft}


@pytest.mark.rule("NWK-15.2")
def test_the_eagle_in_japan_at_the_start() -> None:
    for raptors in (True, False):
        korea = GAME.scenario("strategic_surprise", KoreaOptions(raptors=raptors), {})
        state = GAME.start(korea, SeededDice(b"any")).state
        eagles = [korea.aircraft[k] for k in state.aircraft if korea.aircraft[k].type == "F-15C"]
        assert [c.optional for c in eagles] == [raptors]
        assert len(state.aircraft) == 70
        assert not any(korea.aircraft[k].type == "F-22A" for k in state.aircraft)


@pytest.mark.rule("NWK-15.3")
def test_one_lightning_for_the_marines() -> None:
    d = sky(marine_f35=True)
    arrivals.bring(d, "M")  # two F/A-18 of the marines
    kinds = [d.now.board.aircraft[k] for k in d.now.aircraft]
    marines = sorted(c.type for c in kinds if c.service == "usmc")
    assert marines == ["AV-8B", "F-35", "F/A-18"]
    d = sky()
    arrivals.bring(d, "M")
    assert "F-35" not in {d.now.board.aircraft[k].type for k in d.now.aircraft}


@pytest.mark.rule("NWK-15.4")
def test_one_lightning_for_a_carrier() -> None:
    d = sky(navy_f35=True)
    arrivals.bring(d, "B")
    arrivals.bring(d, "I")
    kinds = sorted(c.type for c in (d.now.board.aircraft[k] for k in d.now.aircraft) if c.service == "usn")
    assert kinds == ["EA-18G", "EA-18G", "F-35C", "F/A-18E", "F/A-18F", "F/A-18F", "F/A-18F", "F/A-18F"]
    d = sky()
    arrivals.bring(d, "B")
    assert "F-35C" not in {d.now.board.aircraft[k].type for k in d.now.aircraft}
    d = sky(navy_f35=True, marine_f35=True)
    arrivals.bring(d, "E")
    assert "F-35C" not in {d.now.board.aircraft[k].type for k in d.now.aircraft}


# -- surprise --------------------------------------------------------------------------------------------------------

SHIFTS = {"at": "initiative.combat", "turn": 1}


def shift(scenario: str, plans: str = "none", **fields: Any) -> dict[str, int]:
    told = {**SHIFTS, "scenario": scenario, "options": {"stolen_plans": plans}, **fields}
    state = standing({INF: "N3010", ROK_INF: TARGET}, **told)
    return {k: v for k, v in reasons(modifiers.shifts(state, battle(state, INF))).items() if "exploit" not in k}


@pytest.mark.rule("NWK-16.2.2.l", "NWK-16.2.3.k", "NWK-16.2.4.i", "NW-9.5.4")
def test_the_surprise_of_the_campaigns() -> None:
    assert shift("strategic_surprise") == {"surprise": 2}
    assert shift("tactical_surprise") == {"surprise": 1}
    for scenario, columns in (("strategic_surprise", 2), ("tactical_surprise", 1)):
        assert shift(scenario, at="basic.first_combat") == {"surprise": columns}
        assert shift(scenario, turn=2) == {}
    for segment in ("initiative.combat", "initiative.exploitation_combat"):
        assert shift("extended_mobilization", at=segment) == {"surprise": 1}
    assert shift("extended_mobilization", at="basic.first_combat") == {}
    assert shift("extended_mobilization", turn=2) == {}


@pytest.mark.rule("NWK-15.5.1")
def test_stolen_plans_add_a_column() -> None:
    assert shift("strategic_surprise", "shift") == {"surprise": 2, "stolen_plans": 1}
    assert shift("strategic_surprise", "shift", turn=2) == {}
    assert shift("all_in", "shift") == {"surprise": 1, "stolen_plans": 1}
    assert shift("they_did_what", "shift") == {}  # the other side has the surprise


@pytest.mark.rule("NWK-15.5.1")
def test_stolen_plans_add_a_combat_segment() -> None:
    assert shift("strategic_surprise", "segment", turn=2) == {"surprise": 2}
    assert shift("strategic_surprise", "segment", turn=2, at="initiative.exploitation_combat") == {}
    assert shift("strategic_surprise", "segment", turn=2, at="basic.first_combat") == {}
    assert shift("strategic_surprise", "segment", turn=2, at="basic.first_combat", initiative="") == {"surprise": 2}
    reacting = {"at": "initiative.reaction_combat", "initiative": "allied", "first": "allied", "turn": 2}
    assert shift("strategic_surprise", "segment", **reacting) == {"surprise": 2}
    assert shift("strategic_surprise", "segment", turn=3) == {}
    assert shift("extended_mobilization", "segment", at="basic.first_combat") == {"surprise": 1}
    assert shift("extended_mobilization", "segment", turn=2) == {}
    assert shift("extended_mobilization", "segment", turn=2, at="basic.first_combat") == {}


# -- support ---------------------------------------------------------------------------------------------------------

HOG, VIPER, FLANKER = "US A-10C 1", "ROK F-4D 1", "PRC Su-30MKK2 1"


def fight(side: str, *attackers: str, **fields: Any) -> KoreaState:
    units = dict.fromkeys(attackers, "N3012" if side == "allied" else "N3011")
    units[INF if side == "allied" else ROK_INF] = "N3011" if side == "allied" else "N3012"
    base = {"US": "rok", "ROK": "rok", "PRC": "dprk", "DPRK": "dprk"}
    planes = (HOG, VIPER, FLANKER, "PRC Su-30MKK2 2", "DPRK Su-25K 1")
    rows = {name: {"base": base[name.split()[0]], "box": "ready"} for name in planes}
    where = "initiative.combat" if side == "dprk" else "initiative.reaction_combat"
    state = advanced(where, units=units, aircraft=rows, **fields)
    target = "N3012" if side == "dprk" else "N3011"
    return play(state, side, {"do": "attack", "target": target, "units": list(attackers)}).state


@pytest.mark.rule("NWK-15.7")
def test_support_by_nations_that_fight() -> None:
    def rule(state: KoreaState, name: str) -> str:
        no = combat_support.why_not_support(state, "allied", air(state, name))
        return no.rule if no else ""

    state = fight("allied", ROK_INF, options={"national_support": True})
    assert rule(state, HOG) == "NWK-15.7"
    assert rule(state, VIPER) == ""
    assert rule(fight("allied", ROK_INF), HOG) == ""


@pytest.mark.rule("NWK-15.7")
def test_helicopters_too() -> None:
    told = {"helicopters": {"US AH-64 1": {"hex": "N3014"}, "ROK AH-1 1": {"hex": "N3014"}}}
    state = fight("allied", ROK_INF, options={"national_support": True}, **told)
    us, rok = sorted(state.helicopters, key=lambda k: state.board.helicopters[k].nation != "us")
    no = support.why_not_fly(state, us)
    assert no is not None
    assert no.rule == "NWK-15.7"
    assert support.why_not_fly(state, rok) is None
    assert support.why_not_fly(fight("allied", ROK_INF, **told), us) is None
    assert [support.fights(state, side, "dprk") for side in ("allied", "dprk")] == [False, True]
    plain = fight("allied", ROK_INF, options={"national_support": True}, card={"level": "standard"}, **told)
    assert support.why_not_fly(plain, us) is None  # a rule of the advanced game


@pytest.mark.rule("NWK-15.7.1")
def test_one_chinese_unit_supports() -> None:
    for limited, rule in ((True, "NWK-15.7.1"), (False, "")):
        state = fight("dprk", INF, options={"single_prc_support": limited})
        both = (air(state, FLANKER), air(state, "PRC Su-30MKK2 2"))
        no = combat_support.why_too_chinese(state, both)
        assert (no.rule if no else "") == rule
        assert combat_support.why_too_chinese(state, (both[0], air(state, "DPRK Su-25K 1"))) is None
        offer = {"do": "support", "wing": [FLANKER, "PRC Su-30MKK2 2"]}
        assert may(state, "dprk", offer) is not limited


PAD = {"hexes": {"N3014": {"country": "ROK", "features": ["airbase"]}}}


@pytest.mark.rule("NWK-15.6")
def test_cobras_attack_radar_and_missiles() -> None:
    def hunters(**fields: Any) -> KoreaState:
        rows = {"US AH-1Z 1": {"hex": "N3014"}, "US AH-64 1": {"hex": "N3014"}}
        told = {"helicopters": rows, "options": {"cobra_weasels": True}, "facts": PAD, **fields}
        return advanced("first_strike.allocation.allied", units={ROK_INF: "N3012", INF: "N3011"}, **told)

    state = hunters()
    cobra = next(k for k in state.helicopters if state.board.helicopters[k].type == "AH-1Z")
    other = next(k for k in state.helicopters if k != cobra)
    assert missions.weasel_tracks(state, cobra) == ("detection", "sam")
    assert missions.weasel_tracks(state, other) == ()
    assert missions.weasel_tracks(hunters(options={}), cobra) == ()
    assert {"detection", "sam"} <= set(missions.helicopter_aims(state, "allied", cobra).legal)
    assert missions.helicopters(state, "allied").legal
    step = play(state, "allied", {"do": "helicopter_strike", "helicopter": cobra, "aim": "sam"})
    mission = step.state.missions[1]
    assert missions.helicopter_value(step.state, cobra, "sam") == "wild_weasel"
    assert reasons(attacks.modifiers(step.state, mission, 0, 0)) == {"cobra_weasel": 1}
    assert mission.place == 0


@pytest.mark.rule("NWK-15.6")
def test_a_hit_by_cobras_counts_at_once() -> None:
    rows = {"US AH-1Z 1": {"hex": "N3014"}}
    told = {"helicopters": rows, "options": {"cobra_weasels": True}, "facts": PAD}
    state = advanced("first_strike.allocation.allied", units={ROK_INF: "N3012", INF: "N3011"}, **told)
    cobra = next(iter(state.helicopters))
    d = draft(state)
    attacks._hit(d, Mission("allied", "sam", helicopter=cobra), 0, "1")
    assert (d.now.networks["dprk"].sam, d.now.networks["dprk"].sam_hits) == (7, 0)
    strike = act(state, {"do": "helicopter_strike", "helicopter": cobra, "aim": "detection"})
    for seed in (b"a", b"b", b"c", b"d"):  # whatever the enemy sees of it
        assert isinstance(GAME.apply(state, "allied", strike, SeededDice(seed)), Step)


# -- Japan, China, refugees and readiness ----------------------------------------------------------------------------


@pytest.mark.rule("NWK-15.12")
def test_the_us_army_is_less_ready() -> None:
    names = ("US 1/2 Hvy Bde", "USMC 1/4 Mar Bn", ROK_INF)
    told = {name: f"N30{row}" for name, row in zip(names, (12, 14, 16), strict=True)}
    for low in (True, False):
        state = board(QUIET, told, options={"low_readiness": low})
        parts = [reasons(efficiency(state, key(state, name))).get("us_readiness", 0) for name in names]
        assert parts == [-2 if low else 0, 0, 0]


def road(turn: int, grade: str, country: str = "ROK", on: bool = True) -> int | None:
    facts = {"hexes": {"N3012": {"country": country}}, "sides": {"N3011-N3012": {"road": grade}}}
    state = board(QUIET, {INF: "N3011"}, facts=facts, turn=turn, weather="clear", options={"refugees": on})
    way = next(w for w in terrain.ways(state, "mechanised")[at(state, "N3011")] if w[0] == at(state, "N3012"))
    return way[2]


@pytest.mark.rule("NWK-15.11")
def test_refugees_on_the_roads() -> None:
    normal = {grade: road(1, grade, on=False) for grade in ("highway", "primary", "secondary")}
    assert len(set(normal.values())) == 3
    first = {grade: road(1, grade) for grade in normal}
    assert first == {"highway": normal["primary"], "primary": normal["secondary"], "secondary": None}
    for turn in (2, 3):
        later = {grade: road(turn, grade) for grade in normal}
        assert later == {"highway": normal["highway"], "primary": normal["secondary"], "secondary": None}
    assert {grade: road(4, grade) for grade in normal} == normal
    assert {grade: road(1, grade, "DPRK") for grade in normal} == normal


@pytest.mark.rule("NWK-15.11")
def test_refugees_on_the_lines_to_busan() -> None:
    def price(turn: int, on: bool) -> int:
        state = board(QUIET, {INF: "N3011"}, turn=turn, weather="clear", options={"refugees": on}, scenario="all_in")
        line = next(one for one in lines.lines(state) if one.to == BUSAN)
        ways = lines.ways(state, "mechanised")[line.to]
        total = line.hexes * lines.cost(state, line.start, "mechanised")
        assert any(way[2] == total for way in ways)
        return total

    assert price(1, True) == price(1, False) * terrain.road_cost("primary", "mechanised", False) // terrain.road_cost(
        "highway", "mechanised", False
    )
    assert price(2, True) == price(2, False)


@pytest.mark.rule("NWK-15.14")
@pytest.mark.parametrize("scenario", BIG)
def test_chinese_air_points(scenario: str) -> None:
    for turn, expected in ((2, 0), (3, 5), (9, 5)):
        state = board(QUIET, {INF: "N3011"}, scenario=scenario, turn=turn, options={"prc_intervention": True})
        assert options.chinese_points(state) == expected
        assert reasons(points._changes(state, "dprk")).get("chinese_air", 0) == expected
        assert "chinese_air" not in reasons(points._changes(state, "allied"))
    assert options.chinese_points(board(QUIET, {INF: "N3011"}, scenario=scenario, turn=9)) == 0
    small = board(QUIET, {INF: "N3011"}, scenario="train_to_seoul", turn=4, options={"prc_intervention": True})
    assert options.chinese_points(small) == 0


@pytest.mark.rule("NWK-11.1")
def test_weather_capability() -> None:
    state = board(QUIET, {INF: "N3011"}, weather="overcast")
    assert [points._after_weather(state, side, 8) for side in ("dprk", "allied")] == [2, 4]
    with_china = board(QUIET, {INF: "N3011", "PRC 3/39 Arm Div": "N3005"}, weather="overcast")
    assert [points._after_weather(with_china, side, 8) for side in ("dprk", "allied")] == [4, 4]


@pytest.mark.rule("NWK-15.6")
def test_who_is_a_cobra_and_what_only_cobras_add() -> None:
    rows = {"US AH-1Z 1": {"hex": "N3014"}, "US AH-64 1": {"hex": "N3014"}, "ROK AH-1 1": {"hex": "N3014"}}
    state = advanced(QUIET, helicopters=rows, options={"cobra_weasels": True}, facts=PAD)
    counters = state.board.helicopters
    assert [counters[k].name for k in state.helicopters if missions.weasel_tracks(state, k)] == ["US AH-1Z 1"]
    cobra = next(k for k in state.helicopters if counters[k].type == "AH-1Z")
    assert reasons(attacks.modifiers(state, Mission("allied", "sam", helicopter=cobra), 0, 0)) == {"cobra_weasel": 1}
    assert (
        reasons(attacks.modifiers(state, Mission("allied", "airfield", at(state, "N3014"), helicopter=cobra), 0, 0))
        == {}
    )
    assert reasons(attacks.modifiers(state, Mission("allied", "sam"), 0, 0)) == {}
