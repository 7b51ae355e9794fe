"""What outlives a change: answers stay while only units move that do not matter to them, and no longer."""

from __future__ import annotations

from sandtable.games.axisallies.model import Battle, GlobalState
from sandtable.games.axisallies.rules.combat.sides import attackers, defenders
from sandtable.games.axisallies.rules.combat_move.embarking import ranges
from sandtable.games.axisallies.rules.combat_move.sea import assault_zones
from sandtable.games.axisallies.rules.noncombat.landing import airfields, pending
from sandtable.games.axisallies.rules.spaces.spaces import disputed, hostile_zones
from sandtable.games.axisallies.rules.units.air import flights, open_sky
from sandtable.kernel import Draft, NoDice, codec
from tests.games.axisallies.board import at, position

UNITS = {
    1: {"kind": "infantry", "owner": "germany", "at": "Germany"},
    2: {"kind": "transport", "owner": "germany", "at": 113, "task": "assault"},
    3: {"kind": "fighter", "owner": "germany", "at": 113},
    4: {"kind": "cruiser", "owner": "uk", "at": 110},
}


def drawn() -> Draft[GlobalState]:
    """Germany at war with the United Kingdom."""
    return Draft(position(at="germany.combat_move.moves", wars={"germany-uk": 1}, units=UNITS), NoDice())


def anew(state: GlobalState) -> GlobalState:
    return codec.decode_state(codec.encode(state), GlobalState, state.board)


def test_what_is_known_of_others_outlives_own_moves() -> None:
    d = drawn()
    known, theirs = hostile_zones(d.now, "germany"), hostile_zones(d.now, "uk")
    assert known == {110}
    d.edit("units", 2, at=112)
    assert hostile_zones(d.now, "germany") is known
    assert theirs == hostile_zones(d.now, "uk") == frozenset()
    d.edit("units", 4, at=109)
    assert hostile_zones(d.now, "germany") == {109}


def test_the_sea_is_asked_again_when_own_ships_sail_but_not_when_armies_march() -> None:
    d = drawn()
    known = ranges(d.now, "germany", True)
    d.edit("units", 1, at=at("Poland"), spent=1)
    assert ranges(d.now, "germany", True) is known
    d.edit("units", 2, at=112)
    assert ranges(d.now, "germany", True) is not known
    assert ranges(d.now, "germany", True) == ranges(anew(d.now), "germany", True)
    assert assault_zones(d.now, "germany") == {112}


def test_landings_are_asked_again_when_aircraft_fly() -> None:
    d = drawn()
    known = pending(d.now, "germany")
    d.edit("units", 3, at=112, spent=1)
    assert pending(d.now, "germany")[3] == (112, known[3][1] - 1)


def test_units_of_two_powers_concern_everybody() -> None:
    d = drawn()
    known = hostile_zones(d.now, "germany")
    d.edit("units", 1, spent=1)
    d.edit("units", 4, damaged=True)
    assert hostile_zones(d.now, "germany") == known
    assert hostile_zones(d.now, "germany") is not known


def test_consent_concerns_only_the_guest() -> None:
    d = drawn()
    d.edit("territories", at("Greece"), holder="italy", since="italy")
    d.put("wars", "italy-uk", 1)
    germans, italians = airfields(d.now, "germany"), airfields(d.now, "italy")
    assert at("Greece") in germans
    d.put("consents", "italy.germany.territories", 0)
    assert airfields(d.now, "italy") is italians
    assert at("Greece") not in airfields(d.now, "germany")


def test_airfields_and_open_sky_change_where_a_territory_changes_hands() -> None:
    d = drawn()
    sky, fields = open_sky(d.now, "germany"), airfields(d.now, "germany")
    way = flights(d.now, "germany", at("Germany"), 4)
    d.edit("territories", at("Germany"), works_damage=3)
    assert flights(d.now, "germany", at("Germany"), 4) is way
    d.edit("territories", at("Sweden"), holder="germany", since="germany", stance="")
    fresh = anew(d.now)
    assert open_sky(d.now, "germany") == open_sky(fresh, "germany") == sky | {at("Sweden")}
    assert airfields(d.now, "germany") == airfields(fresh, "germany") == fields | {at("Sweden")}
    assert flights(d.now, "germany", at("Germany"), 4) == flights(fresh, "germany", at("Germany"), 4)
    assert flights(d.now, "germany", at("Germany"), 4) is not way, "ways over it are looked for anew"


def test_who_fights_outlives_what_is_noted_of_a_battle() -> None:
    d = drawn()
    d.edit("units", 3, at=110, task="attack")
    d.put("battles", 110, Battle("sea", "germany"))
    ours, theirs = attackers(d.now, 110), defenders(d.now, 110)
    assert (ours, theirs) == ((3,), (4,))
    d.edit("battles", 110, round=2, doomed=(4,))
    assert attackers(d.now, 110) is ours
    assert defenders(d.now, 110) is theirs
    d.edit("battles", 110, attacker="uk")
    assert attackers(d.now, 110) == (4,)


def test_a_captured_territory_is_disputed_by_its_enemies_only() -> None:
    d = drawn()
    greece = at("Greece")
    assert greece in disputed(d.now, "germany")
    d.edit("territories", greece, holder="germany", stance="")
    assert greece not in disputed(d.now, "germany")
    assert greece in disputed(d.now, "uk")
