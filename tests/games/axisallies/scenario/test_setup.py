"""The starting position: every table of chapter 14 against its printed total, treasuries, wars and holders."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.income.income import production
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, at_war, members
from tests.games.axisallies.board import at, position


@cache
def start() -> GlobalState:
    """The set-up of the rulebook."""
    return position(only=False, at="germany.purchase")


TOTALS = {
    "germany": "36 infantry, 8 artillery, 4 mech_infantry, 9 tank, 6 aa_gun, 5 fighter, 5 tactical_bomber,"
    " 2 strategic_bomber, 1 battleship, 2 cruiser, 5 submarine, 2 transport, 1 air_base, 1 naval_base, 2 major_ic",
    "ussr": "45 infantry, 3 artillery, 2 mech_infantry, 2 tank, 6 aa_gun, 2 fighter, 1 tactical_bomber, 1 cruiser,"
    " 2 submarine, 2 air_base, 1 naval_base, 1 major_ic, 3 minor_ic",
    "japan": "37 infantry, 8 artillery, 1 mech_infantry, 1 tank, 5 aa_gun, 11 fighter, 8 tactical_bomber,"
    " 2 strategic_bomber, 3 carrier, 2 battleship, 2 cruiser, 4 destroyer, 2 submarine, 3 transport, 2 air_base,"
    " 2 naval_base, 1 major_ic",
    "uk": "28 infantry, 4 artillery, 2 mech_infantry, 2 tank, 9 aa_gun, 8 fighter, 2 tactical_bomber,"
    " 1 strategic_bomber, 1 carrier, 3 battleship, 6 cruiser, 5 destroyer, 4 transport, 6 air_base, 8 naval_base,"
    " 2 major_ic, 2 minor_ic",
    "anzac": "8 infantry, 1 artillery, 2 aa_gun, 3 fighter, 1 cruiser, 1 destroyer, 1 transport, 2 air_base,"
    " 3 naval_base, 1 minor_ic",
    "italy": "17 infantry, 5 artillery, 1 mech_infantry, 3 tank, 4 aa_gun, 3 fighter, 1 strategic_bomber,"
    " 1 battleship, 2 cruiser, 2 destroyer, 1 submarine, 3 transport, 1 air_base, 1 naval_base, 1 major_ic, 1 minor_ic",
    "usa": "8 infantry, 2 artillery, 4 mech_infantry, 1 tank, 4 aa_gun, 6 fighter, 1 tactical_bomber,"
    " 1 strategic_bomber, 1 carrier, 1 battleship, 4 cruiser, 3 destroyer, 1 submarine, 3 transport, 7 air_base,"
    " 4 naval_base, 3 minor_ic",
    "china": "17 infantry, 1 fighter",
    "france": "15 infantry, 2 artillery, 2 tank, 1 aa_gun, 2 fighter, 2 cruiser, 2 destroyer, 1 air_base,"
    " 2 naval_base, 1 major_ic, 2 minor_ic",
}


def installed(state: GlobalState, power: str) -> Counter[str]:
    """The installations in the territories a power holds."""
    found: Counter[str] = Counter()
    for land in state.territories.values():
        if land.holder == power:
            found.update(filter(None, [land.works, "air_base" * land.air_base, "naval_base" * land.naval_base]))
    return found


@pytest.mark.rule("AA-3.setup.units", "AA-14.legend")
@pytest.mark.parametrize(
    "power",
    [
        pytest.param("germany", marks=pytest.mark.rule("AA-14.setup.germany")),
        pytest.param("ussr", marks=pytest.mark.rule("AA-14.setup.ussr")),
        pytest.param("japan", marks=pytest.mark.rule("AA-14.setup.japan")),
        pytest.param("uk", marks=pytest.mark.rule("AA-14.setup.uk")),
        pytest.param("anzac", marks=pytest.mark.rule("AA-14.setup.anzac")),
        pytest.param("italy", marks=pytest.mark.rule("AA-14.setup.italy")),
        pytest.param("usa", marks=pytest.mark.rule("AA-14.setup.us")),
        pytest.param("china", marks=pytest.mark.rule("AA-14.setup.china")),
        pytest.param("france", marks=pytest.mark.rule("AA-14.setup.france")),
    ],
)
def test_the_starting_forces_are_those_of_the_printed_total(power: str) -> None:
    printed = {kind: int(number) for number, kind in (part.split() for part in TOTALS[power].split(","))}
    counted = Counter(unit.kind for unit in start().units.values() if unit.owner == power)
    assert dict(counted + installed(start(), power)) == printed


ROWS = {
    ("germany", "Germany"): {"infantry": 11, "artillery": 3, "aa_gun": 3, "tactical_bomber": 1, "strategic_bomber": 2},
    ("ussr", "Novgorod"): {"infantry": 6, "artillery": 1, "aa_gun": 2, "fighter": 1},
    ("japan", "Sea Zone 19"): {"battleship": 1, "destroyer": 1, "submarine": 1, "transport": 1},
    ("uk", "India"): {"infantry": 6, "artillery": 1, "aa_gun": 3, "fighter": 1, "tactical_bomber": 1},
    ("anzac", "Queensland"): {"infantry": 2, "artillery": 1, "fighter": 1},
    ("italy", "Tobruk"): {"infantry": 3, "artillery": 1, "mech_infantry": 1, "tank": 1},
    ("usa", "Central United States"): {"infantry": 1, "mech_infantry": 3, "tank": 1, "strategic_bomber": 1},
    ("china", "Szechwan"): {"infantry": 6, "fighter": 1},
    ("france", "Sea Zone 93"): {"cruiser": 1, "destroyer": 1},
}


@pytest.mark.rule("AA-3.setup.units")
@pytest.mark.parametrize(("power", "place"), ROWS)
def test_a_row_of_each_table_stands_where_it_is_printed(power: str, place: str) -> None:
    here = Counter(unit.kind for _, unit in units_at(start(), at(place)) if unit.owner == power)
    assert dict(here) == ROWS[power, place]


@pytest.mark.rule("AA-14.multinational-start")
def test_guests_belong_to_their_power_and_the_territory_to_its_holder() -> None:
    def guests(power: str, place: str) -> dict[str, int]:
        assert start().territories[at(place)].holder not in ("", power)
        return dict(Counter(unit.kind for _, unit in units_at(start(), at(place)) if unit.owner == power))

    assert guests("uk", "France") == {"infantry": 1, "artillery": 1, "tank": 1}
    assert guests("uk", "Normandy Bordeaux") == {"infantry": 1, "fighter": 1}
    assert guests("anzac", "Malaya") == {"infantry": 1}
    assert guests("anzac", "Egypt") == {"infantry": 2}
    assert guests("france", "United Kingdom") == {"infantry": 2, "fighter": 1}


@pytest.mark.rule("AA-14.empty-territories")
def test_territories_without_a_row_are_empty_and_still_count() -> None:
    smolensk = at("Smolensk")
    assert list(units_at(start(), smolensk)) == []
    assert start().territories[smolensk].holder == "ussr"
    assert production(start(), "ussr", "ussr") == 37


@pytest.mark.rule("AA-14.airborne-carriers", "AA-14.legend")
def test_aircraft_set_up_at_sea_stand_on_the_carriers_there() -> None:
    decks: dict[tuple[str, int], Counter[str]] = {}
    for ship, aboard in cargo_of(start()).items():
        carrier = start().units[ship]
        assert carrier.kind == "carrier"
        assert len(aboard) <= 2
        decks.setdefault((carrier.owner, carrier.at), Counter()).update(start().units[key].kind for key in aboard)
    assert {place: dict(aircraft) for place, aircraft in decks.items()} == {
        ("japan", 6): {"fighter": 2, "tactical_bomber": 2},
        ("japan", 33): {"fighter": 1, "tactical_bomber": 1},
        ("uk", 98): {"tactical_bomber": 1},
        ("usa", 10): {"fighter": 1, "tactical_bomber": 1},
    }


@pytest.mark.rule("AA-3.setup.ipc", "AA-3.setup.track", "AA-7.territory.value", "AA-9.3.multi.income")
def test_treasuries_start_as_printed_and_equal_what_the_territories_produce() -> None:
    printed = {
        "germany": 30, "ussr": 37, "japan": 26, "uk_europe": 28, "uk_pacific": 17, "anzac": 10, "italy": 10, "usa": 52,
        "china": 12, "france": 19,
    }  # fmt: skip
    assert start().treasury == printed
    holders = {economy: info.power for economy, info in start().board.economies.items()}
    assert {economy: production(start(), holders[economy], economy) for economy in printed} == printed


@pytest.mark.rule("AA-6.start.alignment", "AA-1.powers.a")
def test_the_nine_powers_belong_to_two_alliances_and_two_of_them_start_at_peace() -> None:
    assert members(start(), "axis") == ("germany", "japan", "italy")
    assert members(start(), "allies") == ("ussr", "usa", "china", "uk", "anzac", "france")
    belligerent = {power for pair in start().wars for power in pair.split("-")}
    assert {power for power in start().board.powers if power not in belligerent} == {"usa", "ussr"}
    assert {alliance(start(), power) for power in ("usa", "ussr")} == {"allies"}


@pytest.mark.parametrize(
    ("power", "enemies"),
    [
        pytest.param("germany", ["uk", "anzac", "france"], marks=pytest.mark.rule("AA-6.germany.start")),
        pytest.param("ussr", [], marks=pytest.mark.rule("AA-6.ussr.start")),
        pytest.param("japan", ["china"], marks=pytest.mark.rule("AA-6.japan.start")),
        pytest.param("usa", [], marks=pytest.mark.rule("AA-6.us.start")),
        pytest.param("china", ["japan"], marks=pytest.mark.rule("AA-6.china.start")),
        pytest.param("uk", ["germany", "italy"], marks=pytest.mark.rule("AA-6.uk.start")),
        pytest.param("italy", ["uk", "anzac", "france"], marks=pytest.mark.rule("AA-6.italy.start")),
        pytest.param("anzac", ["germany", "italy"], marks=pytest.mark.rule("AA-6.anzac.start")),
        pytest.param("france", ["germany", "italy"], marks=pytest.mark.rule("AA-6.france.start")),
    ],
)
def test_who_is_at_war_when_the_game_begins(power: str, enemies: list[str]) -> None:
    assert [other for other in start().board.powers if at_war(start(), power, other)] == enemies


@pytest.mark.rule("AA-7.territory.control")
def test_holders_differ_from_first_owners_only_in_occupied_china() -> None:
    spaces = start().board.spaces
    differing = [at for at, land in start().territories.items() if land.holder != spaces[at].original_owner]
    assert [spaces[one].name["en"] for one in differing] == [
        "Jehol", "Kiangsi", "Kiangsu", "Kwangsi", "Manchuria", "Shantung",
    ]  # fmt: skip
    assert start().territories[at("Ontario")].holder == "uk"
    assert start().territories[at("Sweden")].holder == ""


@pytest.mark.rule("AA-6.neutral.types", "AA-7.territory.neutral-print", "AA-6.neutral.army")
def test_neutrals_lean_as_printed_and_have_their_armies_in_reserve() -> None:
    stances = Counter(land.stance for land in start().territories.values() if land.stance)
    assert stances == {"strict": 28, "pro_allies": 8, "pro_axis": 3}
    for name, stance in {"Sweden": "strict", "Turkey": "strict", "Switzerland": "strict", "Bulgaria": "pro_axis",
                         "Iraq": "pro_axis", "Yugoslavia": "pro_allies"}.items():  # fmt: skip
        assert start().territories[at(name)].stance == stance
        assert list(units_at(start(), at(name))) == []
        assert start().board.spaces[at(name)].army > 0
