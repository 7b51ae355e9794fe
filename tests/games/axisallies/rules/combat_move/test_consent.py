"""What allies let each other use."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.combat_move.consent import (
    ASSETS,
    CARRIERS,
    TERRITORIES,
    agrees,
    may_share,
    may_share_at,
    may_use,
)
from tests.games.axisallies.board import position


@pytest.mark.rule("AA-9.2.general.share")
def test_allies_share_only_when_both_are_at_war() -> None:
    assert not may_share(position(), "uk", "usa")
    assert may_share(position(wars={"germany-usa": 1}), "uk", "usa")
    assert may_share(position(), "usa", "usa")
    assert not may_share(position(), "uk", "germany")


@pytest.mark.rule("AA-9.2.general.share")
@pytest.mark.parametrize("asset", ASSETS)
def test_a_power_needs_nobodys_consent_for_what_is_its_own(asset: str) -> None:
    assert agrees(position(options={"consent": "asked"}), "uk", "uk", asset)
    assert not agrees(position(options={"consent": "asked"}), "uk", "france", asset)


@pytest.mark.rule("AA-9.2.general.share")
def test_what_a_power_said_goes_before_what_the_table_agreed() -> None:
    said = {"france.uk.carriers": 0, "france.uk.territories": 1}
    for consent in ("given", "asked"):
        state = position(options={"consent": consent}, consents=said)
        assert not agrees(state, "france", "uk", CARRIERS)
        assert agrees(state, "france", "uk", TERRITORIES)


@pytest.mark.rule("AA-9.2.general.share")
def test_consent_alone_does_not_let_a_power_at_peace_share() -> None:
    assert agrees(position(), "usa", "uk", CARRIERS)
    assert not may_use(position(), "uk", "usa", CARRIERS, 101)
    assert may_use(position(wars={"germany-usa": 1}), "uk", "usa", CARRIERS, 101)


@pytest.mark.rule("AA-9.2.general.share")
@pytest.mark.rule("AA-6.ussr.theatres")
def test_a_power_shares_with_itself_in_peace_and_with_no_enemy_in_war() -> None:
    assert may_share_at(position(), "usa", "usa", 101)
    assert not may_share_at(position(wars={"germany-uk": 1}), "germany", "uk", 110)
