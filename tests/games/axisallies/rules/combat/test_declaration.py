"""The battles that follow from where everybody stands when Combat Move ends."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import Battle, GlobalState
from sandtable.games.axisallies.rules.combat.declaration import declare, engage
from tests.games.axisallies.board import at, draft, position

ZONE = 112


def declared(units: dict[int, dict[str, Any]], **more: Any) -> GlobalState:
    d = draft(position(at="germany.purchase", units=units, **more))
    declare(d)
    return d.now


def ship(kind: str, owner: str = "germany", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "at": ZONE, **more}


@pytest.mark.rule("AA-9.3.std.which")
def test_ships_in_a_zone_with_enemy_warships_fight() -> None:
    state = declared({1: ship("cruiser"), 2: ship("carrier"), 3: ship("fighter", aboard=2), 4: ship("destroyer", "uk")})
    assert state.battles[ZONE] == Battle("sea", "germany", hostile=True)
    assert [state.units[key].task for key in (1, 2, 3)] == ["attack"] * 3


@pytest.mark.rule("AA-9.3.amphib.sea.when", "AA-10.sub.no-block", "AA-10.transport.no-block")
def test_submarines_and_transports_are_fought_only_by_choice() -> None:
    foes = {2: ship("submarine", "uk"), 3: ship("transport", "uk")}
    assert declared({1: ship("cruiser"), **foes}).battles == {}
    assert ZONE in declared({1: ship("fighter", task="attack"), **foes}).battles
    left_alone = {"kind": "sea", "attacker": "germany", "ignore": True}
    assert declared({1: ship("cruiser", task="attack"), **foes}, battles={ZONE: left_alone}).battles[ZONE].ignore


@pytest.mark.rule("AA-10.destroyer.stop-sub")
def test_a_submarine_must_fight_where_a_destroyer_hunts_it() -> None:
    assert declared({1: ship("submarine"), 2: ship("cruiser", "uk")}).battles == {}
    assert ZONE in declared({1: ship("submarine"), 2: ship("destroyer", "uk")}).battles


def test_powers_at_peace_do_not_fight() -> None:
    assert declared({1: ship("cruiser"), 2: ship("destroyer", "usa")}).battles == {}


@pytest.mark.rule("AA-9.2.general.attack-or-ignore.a")
def test_engaging_writes_the_choice_down() -> None:
    d = draft(position(at="germany.purchase"))
    engage(d, ZONE, False)
    assert d.now.battles[ZONE] == Battle("sea", "germany", ignore=True)
    engage(d, ZONE, True)
    assert d.now.battles[ZONE] == Battle("sea", "germany")


@pytest.mark.rule("AA-9.3.amphib.resolve", "AA-9.3.amphib.land.sources")
def test_an_assault_knows_the_zones_it_comes_from() -> None:
    norway = at("Norway")
    state = declared(
        {
            1: ship("transport", task="assault"),
            2: ship("infantry", aboard=1, task="assault", target=norway),
            3: {"kind": "transport", "owner": "germany", "at": 113, "task": "assault"},
            4: {"kind": "tank", "owner": "germany", "at": 113, "aboard": 3, "task": "assault", "target": norway},
        },
        territories={norway: {"holder": "uk"}},
    )
    assert state.battles == {norway: Battle("land", "germany", zones=(112, 113))}


@pytest.mark.rule("AA-9.3.raid.move")
def test_a_raid_is_a_battle_of_its_own_only_where_nobody_attacks() -> None:
    london = at("United Kingdom")
    bomber = {"kind": "strategic_bomber", "owner": "germany", "at": london, "task": "raid"}
    assert declared({1: bomber}).battles == {london: Battle("raid", "germany")}
    tank = {"kind": "tank", "owner": "germany", "at": london, "task": "attack"}
    assert declared({1: bomber, 2: tank}).battles == {london: Battle("land", "germany")}


def test_attacks_that_objectives_ask_about_are_remembered() -> None:
    state = position(
        at="japan.purchase",
        wars={"japan-uk": 1},
        units={
            1: {"kind": "cruiser", "owner": "japan", "at": 37},
            2: {"kind": "cruiser", "owner": "uk", "at": 37},
            3: {"kind": "infantry", "owner": "japan", "at": "French Indo China", "task": "attack"},
        },
    )
    d = draft(state)
    declare(d)
    assert {"japan_attacked.uk", f"japan_invaded.{at('French Indo China')}"} <= set(d.now.events)


def sent(battles: dict[int, Any] | None = None, **units: Any) -> GlobalState:
    """What is written down when the Germans have sent these units, each under its number."""
    return declared({int(name[1:]): row for name, row in units.items()}, battles=battles or {})


SUBMARINE = {"kind": "submarine", "owner": "uk", "at": 109}
DESTROYER = {"kind": "destroyer", "owner": "uk", "at": 109}


@pytest.mark.rule("AA-9.3.std.which", "AA-9.3.amphib.sea.when")
def test_ships_fight_where_enemy_warships_are() -> None:
    state = sent(u1={"kind": "cruiser", "owner": "germany", "at": 109}, u2=DESTROYER)
    assert (state.battles[109].kind, state.battles[109].hostile, state.battles[109].ignore) == ("sea", True, False)
    assert (state.units[1].task, state.units[1].moved) == ("attack", True)
    assert not sent(u2=DESTROYER).battles, "nobody of the attacker is there"
    assert not sent(u1={"kind": "cruiser", "owner": "germany", "at": 109}).battles, "no enemy is there"
    ally = {"kind": "cruiser", "owner": "italy", "at": 109}
    assert not sent(u1=ally, u2=DESTROYER).battles, "an ally does not fight in this turn"


@pytest.mark.rule("AA-9.3.std.which")
def test_only_the_sea_is_looked_at_as_sea() -> None:
    state = sent(u1={"kind": "infantry", "owner": "germany", "at": "Germany"}, u2={**SUBMARINE, "at": 113})
    assert not state.battles


@pytest.mark.rule("AA-10.sub.no-block", "AA-10.transport.no-block")
def test_submarines_and_transports_alone_stop_nobody() -> None:
    cruiser = {"kind": "cruiser", "owner": "germany", "at": 109}
    for foe in (SUBMARINE, {"kind": "transport", "owner": "uk", "at": 109}):
        assert not sent(u1=cruiser, u2=foe).battles
        assert sent(u1={**cruiser, "task": "attack"}, u2=foe).battles[109].ignore is False


@pytest.mark.rule("AA-9.3.amphib.sea.when")
def test_who_was_ignored_stays_ignored_until_a_warship_comes() -> None:
    cruiser = {"kind": "cruiser", "owner": "germany", "at": 109}
    passed = {109: {"kind": "sea", "attacker": "germany", "ignore": True}}
    state = sent(battles=passed, u1=cruiser, u2=SUBMARINE)
    assert state.battles[109].ignore
    assert state.units[1].task == ""
    fought = sent(battles=passed, u1=cruiser, u2=SUBMARINE, u3=DESTROYER)
    assert not fought.battles[109].ignore
    assert fought.units[1].task == "attack"


@pytest.mark.rule("AA-10.destroyer.stop-sub", "AA-10.sub.no-block")
@pytest.mark.parametrize(
    ("own", "foe", "fights"),
    [
        ({"kind": "submarine"}, {"kind": "destroyer"}, True),  # it hunts
        ({"kind": "submarine"}, {"kind": "cruiser"}, False),
        ({"kind": "submarine", "task": "attack"}, {"kind": "cruiser"}, True),
        ({"kind": "submarine", "submerged": True}, {"kind": "destroyer"}, False),
        ({"kind": "cruiser"}, {"kind": "cruiser"}, True),
        ({"kind": "fighter"}, {"kind": "cruiser"}, False),
        ({"kind": "fighter", "task": "attack"}, {"kind": "cruiser"}, True),
    ],
)
def test_who_has_to_fight_in_a_hostile_zone(own: dict[str, Any], foe: dict[str, Any], fights: bool) -> None:
    state = sent(u1={**own, "owner": "germany", "at": 109}, u2={**foe, "owner": "uk", "at": 109})
    assert (109 in state.battles) is fights


@pytest.mark.rule("AA-9.3.raid.move", "AA-9.3.std.which", "AA-9.3.amphib.resolve")
def test_a_raid_alone_is_a_raid_and_troops_make_a_battle() -> None:
    bomber = {"kind": "strategic_bomber", "owner": "germany", "at": "United Kingdom", "task": "raid"}
    london, kent = at("United Kingdom"), at("Scotland")
    assert sent(u1=bomber).battles[london].kind == "raid"
    fighter = {"kind": "fighter", "owner": "germany", "at": "United Kingdom", "task": "attack"}
    assert sent(u1=bomber, u2=fighter).battles[london].kind == "land"
    elsewhere = {**fighter, "at": "Scotland"}
    state = sent(u1=bomber, u2=elsewhere)
    assert (state.battles[london].kind, state.battles[kent].kind) == ("raid", "land")
    ship = {"kind": "transport", "owner": "germany", "at": 109}
    troops = {"kind": "infantry", "owner": "germany", "at": 109, "aboard": 3, "task": "assault", "target": "Scotland"}
    landing = sent(u1=bomber, u3=ship, u4=troops)
    assert (landing.battles[kent].kind, landing.battles[kent].zones) == ("land", (109,))
    assert landing.battles[london].kind == "raid"
