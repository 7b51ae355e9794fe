"""Rules 20.1.3 and 20.2: what special forces can be sent against."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.nextwar.model import KoreaState, Operation
from sandtable.games.nextwar.rules.special_operations import operations, targets
from tests.games.nextwar.board import INF, ROK_INF, advanced, asked, at, key, may, play, reasons, why

HEXES = {
    "N2816": {"country": "ROK", "features": ["airbase", "port"], "terrain": "urban"},
    "N2820": {"country": "ROK", "features": ["airfield"]},
    "N1001": {"terrain": "sea"},
    "N2810": {"country": "DPRK", "features": ["airfield", "chem_site"]},
    **{f"N30{row}": {"country": "ROK"} for row in range(10, 20)},
    "N3010": {"country": "ROK", "terrain": "mountain"},
    "N3011": {"country": "ROK", "terrain": "highland"},
    "N3012": {"country": "ROK", "terrain": "highland_woods"},
    "N3013": {"country": "ROK", "terrain": "flat_woods"},
    "N3014": {"country": "ROK", "terrain": "rough_woods"},
    "N3015": {"country": "ROK", "terrain": "urban"},
    "N3016": {"country": "ROK", "terrain": "rough"},
}
ROK_HQ, DPRK_HQ = "ROK I/3 HQ", "DPRK II HQ"
SUPPLY = ("ROK Supply 1", "ROK Supply 2")


def sending(side: str = "dprk", **fields: Any) -> KoreaState:
    """A side with three markers before its missions, with the initiative."""
    forces = {"dprk": {"ready": 3}, "rok": {"ready": 3}}
    told = {"special_forces": forces, "initiative": side, "first": side, **fields}
    return advanced(f"first_special_forces.{side}.sending", facts={"hexes": HEXES}, **told)


def order(mission: str, place: str = "", nation: str = "dprk", **more: Any) -> dict[str, Any]:
    return {"do": "send_forces", "nation": nation, "mission": mission, **({"place": place} if place else {}), **more}


def raid(place: str, aim: str, **more: Any) -> dict[str, Any]:
    return order("raid", place, aim=aim, **more)


@pytest.mark.rule("NW-20.1.3.a")
def test_not_within_two_hexes_of_own_units_but_in_turn_one() -> None:
    order_ = raid("N2816", "airbase")
    assert may(sending(), "dprk", order_)
    for where in ("N2816", "N2815", "N2814"):
        no = why(sending(units={INF: where}), "dprk", order_)
        assert no.rule == "NW-20.1.3.a", where
    assert may(sending(units={INF: "N2813"}), "dprk", order_)
    assert may(sending(units={INF: "N2815"}, turn=1), "dprk", order_)
    assert may(sending(units={ROK_INF: "N2815"}), "dprk", order_)
    assert may(sending(units={INF: "Hamhung/Hungnam"}), "dprk", order_)


@pytest.mark.rule("NW-20.1.3.a")
def test_helicopters_and_ships_are_units_too() -> None:
    order_ = raid("N2816", "airbase")
    assert why(sending(helicopters={"DPRK Mi-24D 1": {"hex": "N2815"}}), "dprk", order_).rule == "NW-20.1.3.a"
    assert may(sending(helicopters={"ROK AH-1 1": {"hex": "N2815"}}), "dprk", order_)
    assert may(sending(helicopters={"DPRK Mi-24D 1": {"hex": "N2815"}}, turn=1), "dprk", order_)
    assert why(sending(ships={"DPRK Amph 1": {"hex": "N2815"}}), "dprk", order_).rule == "NW-20.1.3.a"
    assert may(sending(ships={"ROK Amph": {"hex": "N2815"}}), "dprk", order_)


@pytest.mark.rule("NW-20.1.3.a", "NW-20.1.3.f", "NW-20.2.1.b")
def test_the_distance_binds_every_mission_on_the_map() -> None:
    units = {ROK_HQ: {"hex": "N3017"}, INF: "N3019"}
    assert why(sending(units=units), "dprk", order("recon", "N3017", unit=ROK_HQ)).rule == "NW-20.1.3.a"
    assert why(sending(units={INF: "N3012"}), "dprk", order("interdiction", "N3010")).rule == "NW-20.1.3.a"
    assert may(sending(units=units), "dprk", order("track"))


@pytest.mark.rule("NW-20.1.3.b", "NW-20.1.3.c")
def test_raids_hit_works_and_detected_headquarters() -> None:
    state = sending()
    for place, aim in (("N2816", "airbase"), ("N2816", "port"), ("N2820", "airfield"), ("busan", "port")):
        assert may(state, "dprk", raid(place, aim)), aim
    assert why(state, "dprk", raid("N2816", "airfield")).rule == "NW-20.1.3.c"
    assert why(state, "dprk", raid("N2810", "airfield")).rule == "NW-20.1.3.c"  # one's own
    taken = sending(captured={"N2820": "dprk", "N2810": "allied"})
    assert may(taken, "dprk", raid("N2810", "airfield"))
    assert not may(taken, "dprk", raid("N2820", "airfield"))
    assert why(sending(damage={"N2816": {"airbase": 3}}), "dprk", raid("N2816", "airbase")).rule == "NW-27.2.b"
    units = {ROK_HQ: {"hex": "N3017", "detected": True}, ROK_INF: {"hex": "N3018", "detected": True}, DPRK_HQ: "N2800"}
    state = sending(units=units)
    assert may(state, "dprk", raid("N3017", "unit", unit=ROK_HQ))
    assert why(state, "dprk", raid("N3018", "unit", unit=ROK_INF)).rule == "NW-20.1.3.c"
    assert why(state, "dprk", raid("N2800", "unit", unit=DPRK_HQ)).points
    hidden = sending(units={ROK_HQ: "N3017"})
    assert why(hidden, "dprk", raid("N3017", "unit", unit=ROK_HQ)).rule == "NW-20.1.3.e"


@pytest.mark.rule("NW-20.1.3.c", "NW-20.2.1.c", "NWT-SOF.drm")
def test_depots_and_supply_units_are_raided_too() -> None:
    depot, msu = SUPPLY
    units = {depot: {"hex": "N3017", "detected": True}, msu: {"hex": "N3013", "detected": True, "mobile": True}}
    state = sending(units=units)
    assert may(state, "dprk", raid("N3017", "unit", unit=depot))
    assert may(state, "dprk", raid("N3013", "unit", unit=msu))
    for name, place, raided, seen in ((depot, "N3017", "raid_1", "recon_5"), (msu, "N3013", "raid_5", "recon_5")):
        row = Operation("dprk", "dprk", "raid", "unit", at(state, place), key(state, name))
        assert operations.column(state, row) == raided
        assert operations.column(state, replace(row, mission="recon")) == seen
        assert reasons(operations.modifiers(state, row)) == {"small_garrison": 1}


@pytest.mark.rule("NW-20.1.3.d", "NW-20.2.4")
def test_the_detection_track_again_and_again_but_no_other() -> None:
    state = play(sending(), "dprk", order("track")).state
    assert may(state, "dprk", order("track"))
    for track in ("sam", "aaa", "detection"):
        assert not may(state, "dprk", order(track))
    assert not may(sending(networks={"dprk": {"detection": 5}}), "dprk", order("track"))


@pytest.mark.rule("NW-20.1.3.b", "NW-20.1.3.c", "NW-20.1.3.e", "NW-20.1.3.f", "NW-20.2.1.a", "NW-20.2.3.a")
def test_targeting_is_for_works_and_any_detected_unit() -> None:
    units = {ROK_INF: {"hex": "N3018", "detected": True}, ROK_HQ: "N3013"}
    state = sending(units=units)
    assert may(state, "dprk", order("targeting", "N3018", aim="unit", unit=ROK_INF))
    assert may(state, "dprk", order("targeting", "N2816", aim="port"))
    assert why(state, "dprk", order("targeting", "N3013", aim="unit", unit=ROK_HQ)).rule == "NW-20.1.3.e"
    again = play(state, "dprk", order("targeting", "N2816", aim="port")).state
    assert may(again, "dprk", order("targeting", "N2816", aim="port"))


@pytest.mark.rule("NW-20.1.3.b", "NW-20.1.3.c", "NW-20.1.3.e", "NW-20.1.3.f", "NW-20.2.1.a", "NW-20.2.2.a")
def test_reconnaissance_is_for_the_undetected_once_a_turn() -> None:
    units = {
        ROK_INF: {"hex": "N3018"},
        ROK_HQ: {"hex": "N3017", "detected": True},
        "ROK VI/3 HQ": "busan",
        INF: "N2800",
    }
    state = sending(units=units)
    assert why(state, "dprk", order("recon", "N3017", unit=ROK_HQ)).rule == "NW-20.1.3.f"
    assert why(state, "dprk", order("recon", "N2800", unit=INF)).rule == "NW-20.1.3.b"
    assert why(state, "dprk", order("recon", "N2801")).rule == "NW-20.1.3.b"
    assert may(state, "dprk", order("recon", "busan", unit="ROK VI/3 HQ"))
    afloat = sending(units={"USMC 1/3 Mar Bn": "yellow.at_sea", ROK_INF: "N3018"})
    assert why(afloat, "dprk", order("recon", "yellow.at_sea", unit="USMC 1/3 Mar Bn")).rule == "NW-20.1.3.b"
    state = play(state, "dprk", order("recon", "N3018", unit=ROK_INF)).state
    assert why(state, "dprk", order("recon", "N3018", unit=ROK_INF)).rule == "NW-20.2.2.a"


@pytest.mark.rule("NW-20.2.1.a", "NW-20.2.1.e")
def test_one_raid_for_each_target_and_a_marker_for_each() -> None:
    state = play(sending(), "dprk", raid("N2816", "airbase")).state
    assert why(state, "dprk", raid("N2816", "airbase")).rule == "NW-20.2.1.a"
    assert may(state, "dprk", raid("N2816", "port"))
    assert may(state, "dprk", order("targeting", "N2816", aim="airbase"))
    done = {"side": "dprk", "nation": "dprk", "mission": "raid", "aim": "airbase", "place": "N2816", "done": True}
    assert not may(sending(operations={1: done}), "dprk", raid("N2816", "airbase"))
    assert may(sending(operations={1: {**done, "side": "allied"}}), "dprk", raid("N2816", "airbase"))
    state = play(sending(), "dprk", order("interdiction", "N3010")).state
    assert why(state, "dprk", order("interdiction", "N3010")).rule == "NW-20.2.1.a"
    assert may(state, "dprk", order("interdiction", "N3011"))


@pytest.mark.rule("NW-20.2.1.b")
def test_where_roads_can_be_cut() -> None:
    state = sending()
    for place in ("N3010", "N3011", "N3012", "N3013", "N3014"):
        assert may(state, "dprk", order("interdiction", place)), place
    for place in ("N3015", "N3016", "N3017", "N1001", "busan"):  # urban: the table has mountains only
        assert why(state, "dprk", order("interdiction", place)).rule == "NW-20.2.1.b", place
    assert why(state, "dprk", order("interdiction", "N2810")).rule == "NW-20.2.1.b"
    own = sending(captured={"N3010": "dprk"})
    assert why(own, "dprk", order("interdiction", "N3010")).rule == "NW-20.2.1.b"


@pytest.mark.rule("NW-20.1.2", "NW-20.1.3.c", "NW-20.1.3.e", "NW-20.2.2.b")
def test_others_go_along_with_a_reconnaissance() -> None:
    state = sending(units={ROK_HQ: "N3017"})
    state = play(state, "dprk", order("recon", "N3017", unit=ROK_HQ)).state
    assert may(state, "dprk", raid("N3017", "unit", unit=ROK_HQ))
    assert may(state, "dprk", order("targeting", "N3017", aim="unit", unit=ROK_HQ))
    scout = {"side": "dprk", "nation": "dprk", "mission": "recon", "aim": "unit", "unit": ROK_HQ, "place": "N3017"}
    other = sending(units={ROK_HQ: "N3017", ROK_INF: "N3017"}, operations={1: {**scout, "unit": ROK_INF}})
    assert not may(other, "dprk", raid("N3017", "unit", unit=ROK_HQ))
    failed = sending(units={ROK_HQ: "N3017"}, operations={1: {**scout, "done": True}})
    assert not may(failed, "dprk", raid("N3017", "unit", unit=ROK_HQ))
    theirs = sending(units={ROK_HQ: "N3017"}, operations={1: {**scout, "side": "allied"}})
    assert not may(theirs, "dprk", raid("N3017", "unit", unit=ROK_HQ))
    aimed = sending(units={ROK_HQ: "N3017"}, operations={1: {**scout, "mission": "targeting"}})
    assert not may(aimed, "dprk", raid("N3017", "unit", unit=ROK_HQ))


@pytest.mark.rule("NW-20.1.1")
def test_only_nations_with_a_marker_send_one() -> None:
    forces = {"us": {"ready": 1}, "cw": {"used": 1}, "rok": {"lost": 2}, "dprk": {"ready": 1}}
    state = sending("allied", special_forces=forces)
    assert may(state, "allied", order("track", nation="us"))
    for nation in ("cw", "rok", "dprk", "japan"):
        assert not may(state, "allied", order("track", nation=nation)), nation
    state = play(state, "allied", order("track", nation="us")).state
    assert state.special_forces["us"].ready == 0
    assert asked(state) == {"allied": "first_special_forces.allied.missions"}


@pytest.mark.rule("NW-20.1.3.b", "NW-20.1.3.c")
def test_helicopters_are_not_raided() -> None:
    state = sending(helicopters={"ROK AH-1 1": {"hex": "N2820"}})
    assert list(targets.aims(state, "dprk", "dprk", "raid").legal) == ["airbase", "airfield", "port"]  # type: ignore[union-attr]
    assert at(state, "N2820") in targets.places(state, "dprk", "dprk", "raid", "airfield").legal  # type: ignore[union-attr]


@pytest.mark.rule("NW-20.1.3.d")
def test_what_is_no_track_is_refused_for_its_own_reason() -> None:
    state = sending("allied", units={INF: {"hex": "N2810", "detected": True}})
    assert why(state, "allied", {"do": "send_forces", "nation": "rok", "mission": "sam"}).rule == "NW-20.1.3.d"
    recon = {"do": "send_forces", "nation": "rok", "mission": "recon", "place": "N2810", "unit": INF}
    assert why(state, "allied", recon).rule == "NW-20.1.3.f"


@pytest.mark.rule("NWK-11.2.3", "NWK-5.5.1.b")
def test_special_forces_go_to_busan_but_not_to_japan() -> None:
    units = {ROK_HQ: {"hex": "Japan", "detected": True}, "ROK II/1 HQ": {"hex": "Busan", "detected": True}}
    state = sending(units=units)
    for mission in ("raid", "targeting"):
        assert may(state, "dprk", order(mission, "Busan", aim="airbase"))
        assert why(state, "dprk", order(mission, "Japan", aim="airbase")).rule == "NWK-11.2.3"
        assert why(state, "dprk", order(mission, "Japan", aim="unit", unit=ROK_HQ)).rule == "NWK-11.2.3"
        assert may(state, "dprk", order(mission, "Busan", aim="unit", unit="ROK II/1 HQ"))
    hidden = sending(units={name: {**row, "detected": False} for name, row in units.items()})
    assert why(hidden, "dprk", order("recon", "Japan", unit=ROK_HQ)).rule == "NWK-11.2.3"
    assert may(hidden, "dprk", order("recon", "Busan", unit="ROK II/1 HQ"))
