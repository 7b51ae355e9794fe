"""Every example of play in the rulebook of Global 1940 is a case file; this is the list, in the order of the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.casefile import read

CASES = Path(__file__).parent / "axisallies"

EXAMPLES = {
    "6, each neutral is separate: Northwest Persia and Persia": ("neutrals/persia_is_separate",),
    "6, pro-Axis neutrals: Bulgaria and Iraq for all three Axis powers": (
        "neutrals/bulgaria_joins",
        "neutrals/bulgaria_joins_japan",
        "neutrals/iraq_joins_italy",
    ),
    "6, hostile neutrals: Germany and Yugoslavia": (
        "neutrals/germany_attacks_yugoslavia",
        "combat/attacked_yugoslavia_defends_itself",
    ),
    "6, strict neutrals: Germany attacks Sweden": ("neutrals/germany_attacks_sweden",),
    "7, islands: Sardinia and Sicily, the West Indies": ("movement/islands_are_territories",),
    "7, spaces that touch in a point: the United Kingdom and SZ 111": ("movement/spaces_that_touch_in_a_point",),
    "9.2, a submarine and a surface ship in SZ 117": ("movement/submarine_passes_sz117",),
    "9.2, a provoked declaration": ("politics/uk_declares_on_japan",),
    "9.2, ships that begin the turn beside the enemy": ("movement/hostile_start", "movement/leave_load_and_return"),
    "9.2, a bomber keeps movement for its landing": ("air/bomber_keeps_enough_to_land",),
    "9.2, a fighter spends all its movement where a carrier will be": ("air/full_range_with_a_carrier",),
    "9.2, first example of a blitz: Tobruk": ("movement/blitz_through_tobruk",),
    "9.2, second example of a blitz: what stops it": (
        "movement/blitz_stopped_by_a_gun",
        "movement/blitz_stopped_by_a_base",
    ),
    "9.2, two bases on one zone: SZ 6 and SZ 109": (
        "scramble/japan_and_korea_on_one_zone",
        "scramble/two_bases_on_one_zone",
    ),
    "9.2, one base on two zones: Alaska and the United Kingdom": (
        "scramble/one_base_on_two_zones",
        "scramble/united_kingdom_on_two_zones",
    ),
    "9.3, one artillery, two customers": ("combat/one_artillery_supports_only_one",),
    "9.3, a blitz and support in one turn": ("combat/a_blitz_and_support_in_one_turn",),
    "9.3, a cruiser and two submarines against a carrier and a fighter": ("combat/no_hit_is_wasted_on_the_defender",),
    "9.3, a cruiser and a submarine against a destroyer and a fighter": ("combat/no_hit_is_wasted_on_the_attacker",),
    "9.3, abilities that end with a loss": (
        "combat/support_ends_with_the_artillery",
        "combat/submarines_are_free_once_the_destroyer_is_sunk",
    ),
    "9.3, a destroyer retreats": ("combat/destroyer_retreats_where_the_fleet_came_from",),
    "9.3, aircraft alone against transports and submarines": ("combat/aircraft_sink_transports_beside_submarines",),
    "9.3, the eight IPC of Moscow": ("combat/moscow_taken_with_eight_ipc",),
    "9.3, Rome is freed": ("combat/rome_freed_without_a_refund",),
    "9.6, three submarines in SZ 109": ("economy/convoy_sz109",),
    "9.6, Japan and Scotland beside two zones": (
        "economy/convoy_japan_in_two_zones",
        "economy/convoy_scotland_twice",
    ),
    "9.6, a British submarine in SZ 97": ("economy/convoy_italy_first", "economy/convoy_germany_later"),
    "9.6, six submarines and twelve dice": ("economy/convoy_twelve_dice",),
    "10, five infantry and two artillery": ("combat/artillery_supports_two_of_five_infantry",),
    "10, five mechanized infantry and two artillery": ("combat/artillery_supports_two_of_five_mechanized",),
    "10, two guns and five fighters": ("combat/two_guns_fire_at_five_fighters",),
    "10, a carrier that aircraft counted on": ("air/a_promised_carrier_may_be_lost",),
    "10, transports beside submarines under air attack": ("combat/aircraft_sink_transports_beside_submarines",),
    "10, a transport loads twice on its way": ("transports/load_on_the_way",),
    "11, Japan attacks Mongolia": ("neutrals/japan_attacks_mongolia",),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_rulebook_is_a_case(example: str) -> None:
    chapter = example.partition(",")[0]
    for name in EXAMPLES[example]:
        case = read(CASES / f"{name}.yaml").data
        assert "expect" in case, name
        assert f"chapter {chapter}" in case["source"], name


def test_what_triplea_leaves_to_players_is_29_cases() -> None:
    """The notes of its map list 29 rules that players keep themselves; each has a case of its own."""
    numbers = [int(path.name.partition("-")[0]) for path in sorted((CASES / "triplea").glob("*.yaml"))]
    assert numbers == list(range(1, 30))
