"""Rule 22.10.1: sorties, and what bases cost."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState, Sortie
from sandtable.games.nextwar.rules.air_defences import interception
from sandtable.games.nextwar.rules.air_war import arrivals, sorties
from sandtable.kernel import Draft, SeededDice
from sandtable.kernel.state import bind
from tests.games.nextwar.board import QUIET, advanced, air, asked, boxed, play, why

MIGS = ("DPRK MiG-29UB 1", "DPRK MiG-29UB 2", "DPRK MiG-29UB 3")
KF, PHANTOM, WEASEL, EAGLE = "ROK KF-16C 1", "ROK F-4D 1", "US F-16DJ 1", "US F-15C 1"


def ready(at: str, *names: str, **fields: Any) -> KoreaState:
    rows = {name: {"base": "dprk" if name.startswith("DPRK") else "rok", "box": "ready"} for name in names}
    return advanced(at, aircraft=fields.pop("aircraft", rows), **fields)


def damaged(count: int, **fields: Any) -> KoreaState:
    hexes = {f"N30{10 + n}": {"country": "DPRK", "features": ["airfield"]} for n in range(5)}
    damage = {f"N30{10 + n}": {"airfield": 1 + n % 2} for n in range(count)}
    damage |= {"N3014": {"airfield": 3}} if count < 5 else {}
    return ready("air.damaged_bases.dprk", *MIGS, KF, facts={"hexes": hexes}, damage=damage, **fields)


@pytest.mark.rule("NWS-ADV-6.1.a", "NW-22.10.1.a", "NWK-11.4.1")
def test_damaged_bases_keep_half_their_number_on_the_ground() -> None:
    assert [sorties.owed(damaged(n), "dprk") for n in (0, 1, 2, 3, 4)] == [0, 1, 1, 1, 2]  # destroyed ones do not count
    assert sorties.owed(damaged(4), "allied") == 0
    state = damaged(4)
    assert asked(state) == {"dprk": "air.damaged_bases.dprk"}
    assert why(state, "dprk", {"do": "ground", "units": [MIGS[0]]}).key == "refuse.too_few"
    assert why(state, "dprk", {"do": "ground", "units": [MIGS[0], KF]}).points
    after = play(state, "dprk", {"do": "ground", "units": [MIGS[0], MIGS[2]]}).state
    assert boxed(after, *MIGS) == ["flown", "ready", "flown"]
    # Only aircraft based in Korea, and as many as there are.
    abroad = {name: {"base": "prc", "box": "ready"} for name in MIGS[:2]}
    far = damaged(4, aircraft={**abroad, MIGS[2]: {"base": "dprk", "box": "ready"}})
    assert sorties.grounded_by(far, "dprk") == (air(far, MIGS[2]),)
    assert sorties.owed(far, "dprk") == 1


@pytest.mark.rule("NWS-ADV-6.1.b", "NW-22.10.1.b", "NW-22.10.1.d", "NWS-ADV-6.1.c")
def test_for_lost_bases_the_enemy_picks_and_may_decline() -> None:
    state = ready("air.lost_bases.dprk", *MIGS, KF, accounts={"dprk": {"lost_bases": 5}, "allied": {}})
    assert asked(state) == {"allied": "air.lost_bases.dprk"}
    assert why(state, "allied", {"do": "ground", "units": list(MIGS)}).key == "refuse.too_many"
    after = play(state, "allied", {"do": "ground", "units": list(MIGS[:2])}).state
    assert boxed(after, *MIGS) == ["flown", "flown", "ready"]
    assert after.accounts["dprk"].lost_bases == 0
    declined = play(state, "allied", {"do": "ground", "units": []}).state
    assert boxed(declined, *MIGS) == ["ready"] * 3
    for count, most in ((0, 0), (1, 1), (2, 1), (3, 1), (4, 2)):
        now = ready(QUIET, *MIGS, accounts={"dprk": {"lost_bases": count}, "allied": {}})
        assert sorties.due(now, "dprk") == most


@pytest.mark.rule("NW-22.10.1.c", "NW-22.5", "NW-22.4.a", "NW-22.7.b")
def test_who_can_be_committed() -> None:
    state = ready("air.sorties", *MIGS, KF, "DPRK Q-5 1", weather="overcast")

    def refused(seat: str, name: str, now: KoreaState = state) -> str:
        return why(now, seat, {"do": "sortie", "units": [name]}).rule

    assert refused("dprk", "DPRK Q-5 1") == "NW-22.10.1.c"  # its 1 is halved away
    assert refused("dprk", KF) == "NW-22.10.1.c"
    flown = advanced(
        "air.sorties",
        aircraft={
            MIGS[0]: {"base": "dprk", "box": "flown"},
            KF: {"base": "rok", "box": "ready"},
            MIGS[1]: {"base": "dprk", "box": "ready"},
        },
    )
    assert refused("dprk", MIGS[0], flown) == "NW-22.4.a"
    japan = advanced(
        "air.sorties",
        aircraft={"US F-16D 1": {"base": "japan", "box": "ready"}, KF: {"base": "rok", "box": "ready"}},
    )
    assert refused("allied", "US F-16D 1", japan) == "NWK-11.2.2.a"


@pytest.mark.rule("NWK-16.2.3.k")
def test_japan_waits_in_the_first_turn_of_tactical_surprise() -> None:
    rows = {EAGLE: {"base": "japan", "box": "ready"}, KF: {"base": "rok", "box": "ready"}}
    card = {"pregame": {"japan_grounded": True}}
    first = advanced("air.sorties", aircraft=rows, card=card, turn=1)
    assert why(first, "allied", {"do": "sortie", "units": [EAGLE]}).rule == "NWK-16.2.3.k"
    assert play(first, "allied", {"do": "sortie", "units": [KF]})
    second = advanced("air.sorties", aircraft=rows, card=card, turn=2)
    assert play(second, "allied", {"do": "sortie", "units": [EAGLE]})


@pytest.mark.rule("NW-22.7.b", "NW-29.2.2.c")
def test_commitments_stay_sealed_until_both_are_made() -> None:
    state = ready("air.sorties", *MIGS, KF, PHANTOM)
    assert asked(state) == {"dprk": "air.sorties", "allied": "air.sorties"}
    step = play(state, "dprk", {"do": "sortie", "units": list(MIGS[:2])})
    sealed = step.state
    keys = tuple(air(sealed, name) for name in MIGS[:2])
    assert GAME.view(sealed, "dprk").state.sorties["dprk"] == Sortie(keys)
    for seat in ("allied", ""):
        assert GAME.view(sealed, seat).state.sorties["dprk"] == Sortie()
    assert boxed(sealed, *MIGS) == ["ready"] * 3
    told = [entry for entry in step.entries if entry.readers is None]
    assert not any(entry.points or entry.params for entry in told)
    shown = play(sealed, "allied", {"do": "sortie", "units": []})
    assert boxed(shown.state, *MIGS, KF) == ["superiority", "superiority", "ready", "ready"]
    assert shown.state.sorties == {}
    assert GAME.barrier(shown) == "shown"


@pytest.mark.rule("NW-22.7.b")
def test_a_sealed_sortie_is_imagined_from_what_could_fly() -> None:
    state = ready("air.sorties", *MIGS, KF)
    sealed = play(state, "dprk", {"do": "sortie", "units": [MIGS[0]]}).state
    view = GAME.view(sealed, "allied")
    found = {GAME.imagine(view, SeededDice(bytes([n + 1]))).sorties["dprk"].units for n in range(12)}
    assert len(found) > 2
    assert all(set(units or ()) <= {air(state, name) for name in MIGS} for units in found)


@pytest.mark.rule("NW-22.7.a", "NW-22.1", "NW-22.2")
def test_the_war_starts_with_everybody_ready_at_home() -> None:
    korea, dice = GAME.open("air_war"), SeededDice(b"any")
    d = Draft(bind(GAME.setup(korea, dice), korea), dice)
    arrivals.draw_first(d)
    state = d.now
    assert {row.box for row in state.aircraft.values()} == {"ready"}
    assert {row.base for row in state.aircraft.values()} == {"dprk", "rok", "japan"}


@pytest.mark.rule("NW-16.2.3.b", "NW-22.10.1.c", "NW-22.7.c")
def test_a_value_in_brackets_neither_fights_for_the_air_nor_intercepts() -> None:
    names = (EAGLE, WEASEL, "US B-52H 1")
    state = ready(QUIET, *names)
    eagle, weasel, bomber = (air(state, name) for name in names)
    assert sorties.why_not_commit(state, "allied", eagle) is None
    flying = ready(QUIET, aircraft={name: {"base": "rok", "box": "superiority"} for name in names})
    choice = interception.units(flying, "allied")
    assert tuple(choice.legal) == (eagle,)
    for key in (weasel, bomber):
        no = sorties.why_not_commit(state, "allied", key)
        assert no is not None
        assert (no.rule, no.key) == ("NW-16.2.3.b", "refuse.air_bracketed")
