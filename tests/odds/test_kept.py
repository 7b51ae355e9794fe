"""What is kept between battles never changes an answer."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.odds import clash, kept, losses
from sandtable.odds.battle import Battle
from sandtable.odds.bench import SUPPORTS, UNITS
from sandtable.odds.exact import exact
from sandtable.odds.kept import Kept
from tests.odds.tables import army, battle


def test_a_full_store_begins_anew() -> None:
    made: list[str] = []
    store: Kept[str] = Kept(2, len)

    def make(name: str) -> str:
        made.append(name)
        return name

    for name in ("a", "b", "a", "c", "c", "b"):
        assert store.get(name, lambda name=name: make(name)) == name  # type: ignore[misc]
    assert made == ["a", "b", "c", "b"]


def test_what_is_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_CELLS", 3)
    store: Kept[str] = Kept(2, len)
    assert store.get("key", lambda: "long") == "long"
    assert store.get("key", lambda: "new") == "new"
    assert store.get("key", lambda: "old") == "new"


def forget() -> None:
    """Make everything anew."""
    for store in (losses._LATTICES, clash._SIDES, clash._VOLLEYS, clash._FALLS):
        store._made.clear()


RADAR = tuple(msgspec.structs.replace(u, aa_hit_on=2, defence=u.defence + 1) for u in UNITS)
FLEET = "1 bb 1 cv 1 dd 2 ss 1 ftr"
ALIKE = [
    battle(FLEET, "1 cv 1 dd 1 ss 1 ftr"),
    battle(FLEET, "1 ca 2 ss 1 tp"),
    battle("2 ca 1 dd", "1 cv 1 dd 1 ss 1 ftr"),
    battle(army(FLEET, order=("fighter", "destroyer")), "1 cv 1 dd 1 ss 1 ftr"),
    battle(army(FLEET, damaged="1 bb"), "1 cv 1 dd 1 ss 1 ftr"),
    battle(FLEET, "1 cv 1 dd 1 ss 1 ftr", low_luck=True),
    battle(FLEET, "1 cv 1 dd 1 ss 1 ftr", max_rounds=2),
    battle("2 inf 1 art 2 ftr", "2 inf 1 aa"),
    battle("2 inf 1 art 2 ftr", "2 inf 1 aa", keep_land_unit=True),
    battle("2 inf 1 art 2 ftr", "2 inf 1 aa", supports=()),
    battle(army("2 inf 1 art 2 ftr", landed="2 inf"), "2 inf 1 aa", retreat_at=2, bombard={"cruiser": 1}),
    Battle(RADAR, army("2 inf 1 art 2 ftr"), army("2 inf 1 aa"), SUPPORTS),
]


def test_battles_asked_after_each_other_come_out_as_if_asked_alone() -> None:
    alone = []
    for one in ALIKE:
        forget()
        alone.append(exact(one).odds())
    assert [exact(one).odds() for one in (*ALIKE, *ALIKE)] == alone * 2
    assert [exact(one).odds() for one in ALIKE[::-1]] == alone[::-1]
