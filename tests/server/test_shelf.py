"""The games on the shelf: manifests, details, rules to search, words in both languages."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Struct
from starlette.testclient import TestClient

from sandtable.kernel import State, of
from sandtable.kernel.refusals import Place, Seat
from sandtable.server import shelf
from sandtable.server.shapes.shelf import TableShape
from sandtable.server.shelf import table_shapes
from tests.server.conftest import Local
from tests.small.skirmish import GAME


def test_all_games_are_listed_also_the_planned_ones(local: TestClient) -> None:
    found = {one["id"]: one for one in local.get("/api/games").json()}
    assert {"axisallies", "eastfront", "fieldsoffire", "nextwar", "skirmish"} <= set(found)
    assert found["eastfront"]["title"]["it"] == "Barbarossa: Crimea"
    assert found["skirmish"]["playable"]
    assert found["skirmish"]["players"] == [1, 2]


def test_a_game_says_what_can_be_chosen(local: TestClient) -> None:
    detail = local.get("/api/games/skirmish").json()
    assert [one["name"] for one in detail["scenarios"]] == ["meeting", "narrow"]
    assert detail["options"]["properties"]["turns"]["default"] == 6
    assert "random" in detail["bots"]
    assert detail["sequence"][0]["at"] == "turn"
    assert [phase["at"] for phase in detail["sequence"][0]["phases"]] == ["turn.blue", "turn.red", "turn.end"]
    assert detail["sequence"][1]["at"] == "ambush"
    assert detail["hides"], "pieces lie face down: whoever hands the screen over must not show them"
    assert not local.get("/api/games/axisallies").json()["hides"]


def test_a_phase_is_called_what_its_game_calls_it(local: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "step_name", lambda at: at.replace("blue", "side").replace("red", "side"))
    phases = local.get("/api/games/skirmish").json()["sequence"][0]["phases"]
    assert [(phase["at"], phase["name"]) for phase in phases] == [
        ("turn.blue", "turn.side"),
        ("turn.red", "turn.side"),
        ("turn.end", "turn.end"),
    ]


def test_a_board_says_what_the_ids_in_its_tables_name(local: TestClient) -> None:
    tables = local.get("/api/games/skirmish/board").json()["tables"]
    assert tables["pieces"] == {"of": "piece", "fields": {"side": "seat", "hex": "place"}}
    assert tables["score"] == {"of": "", "fields": {}}
    crimea = local.get("/api/games/eastfront/board").json()["tables"]
    assert crimea["attacks"]["fields"]["units"] == "piece", "a list of ids names what each of them names"


class Row(Struct, frozen=True):
    """A row that may name nothing."""

    at: Place | None = None


class Other(Struct, frozen=True, tag="other"):
    """Another kind of row in the same table."""

    who: tuple[Seat, ...] = ()


class Several(State, frozen=True, kw_only=True):
    """Tables of all sorts."""

    mixed: Annotated[dict[int, Row | Other], of("thing")] = {}
    owners: Annotated[dict[int, Seat], of("place")] = {}
    plain: dict[str, int] = {}


def test_rows_of_several_kinds_and_rows_that_are_ids_say_what_they_name() -> None:
    assert table_shapes(Several) == {
        "mixed": TableShape(of="thing", fields={"at": "place", "who": "seat"}),
        "owners": TableShape(of="place", fields={"": "seat"}),
        "plain": TableShape(of="", fields={}),
    }


def test_names_come_in_the_language_of_the_reader(local: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"piece.11": "l'Undicesimo", "verb.move": "muovi"}
    monkeypatch.setattr(shelf, "_messages", lambda lang, game: words if lang == "it" else {})
    english, italian = (local.get(f"/api/games/skirmish/board?lang={lang}").json()["names"] for lang in ("en", "it"))
    assert italian["piece"]["11"] == "l'Undicesimo"
    assert italian["piece"]["12"] == english["piece"]["12"]
    assert english["piece"]["11"] != "l'Undicesimo"
    assert local.get("/api/games/skirmish/board").json()["names"] == english
    assert local.get("/api/games/skirmish/board?lang=xx").status_code == 404


def test_seats_of_a_board_have_the_titles_of_the_manifest(local: TestClient) -> None:
    me = Local(local)
    names = me.get("/api/games/eastfront/board", lang="it")["names"]["seat"]
    titles = {one["id"]: one["title"]["it"] for one in me.get("/api/games/eastfront")["info"]["seats"]}
    assert names == titles
    table = me.post("/api/tables", {"game": "axisallies", "scenario": "rulebook", "start": True})["id"]
    assert me.get(f"/api/tables/{table}/board", lang="it")["names"]["seat"]["germany"] == "Germania"


def test_the_charts_of_a_scenario_are_sent_as_players_read_them(local: TestClient) -> None:
    crimea = local.get("/api/games/eastfront/sheets?scenario=1").json()["sheets"]
    crt = next(sheet for sheet in crimea if sheet["id"] == "crt")
    assert crt["title"] == {"key": "sheet.title.crt"}
    assert crt["rows"][3]["cells"][crt["columns"].index("4-1")] == "-/2R"
    assert local.get("/api/games/eastfront/sheets").json()["sheets"] == crimea, "the first scenario where none is named"
    assert local.get("/api/games/skirmish/sheets").json() == {"sheets": []}
    assert local.get("/api/games/eastfront/sheets?scenario=none").status_code == 404


def test_answers_about_games_are_asked_for_once(local: TestClient) -> None:
    first = local.get("/api/games")
    again = local.get("/api/games", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_rules_are_searched_by_words_and_ids(local: TestClient) -> None:
    me = Local(local)
    every = me.get("/api/games/eastfront/rules", limit=2)
    assert every["total"] >= 900
    assert len(every["rules"]) == 2
    following = me.get("/api/games/eastfront/rules", limit=2, after=every["rules"][1]["id"])
    assert following["rules"][0]["id"] not in {one["id"] for one in every["rules"]}
    zoc = me.get("/api/games/eastfront/rules", search="zoc supply")
    assert 0 < zoc["total"] < every["total"]
    assert all("zoc" in f"{one['id']} {one['title']} {one['text']}".lower() for one in zoc["rules"])
    assert me.get("/api/games/eastfront/rules", search="ef-2.1")["rules"][0]["id"].startswith("EF-2.1")
    assert me.get("/api/games/eastfront/rules/EF-2.1")["title"] == "Map grid and scale"
    me.get("/api/games/eastfront/rules/EF-999.9", 404)
    me.get("/api/games/chess/rules", 404)
    assert me.get("/api/games/skirmish/rules") == {"total": 0, "rules": []}
    me.get("/api/games/eastfront/rules", 400, limit=0)


def test_words_come_in_both_languages_with_the_same_keys(local: TestClient) -> None:
    english, italian = (local.get(f"/api/locale/{lang}").json()["messages"] for lang in ("en", "it"))
    assert set(english) == set(italian)
    assert english["refuse.over"] != italian["refuse.over"]
    assert "outcome.resigned" in english
    assert "chat.taken_over" in english
    assert local.get("/api/locale/xx").status_code == 404
    assert local.get("/api/locale/en?game=skirmish").json()["messages"] == english


def test_every_key_of_the_server_is_in_its_catalogues() -> None:
    import re
    from pathlib import Path

    import sandtable.server
    from sandtable.server import notices
    from sandtable.texts import load, placeholders

    sources = [path.read_text() for path in Path(str(sandtable.server.__file__)).parent.glob("*.py")]
    used = {key for text in sources for key in re.findall(r'"((?:chat|outcome|notice)\.\w+)"', text)}
    used |= {f"{kind}.{why}" for kind in ("chat", "outcome") for why in ("resigned", "time")}
    used |= {f"notice.{about}_{part}" for about in notices.ABOUT for part in ("subject", "text")}
    english, italian = load("en", "sandtable.server"), load("it", "sandtable.server")
    assert used == {key for key in english if not key.startswith("error.")}, "what is wrong is held by test_problems"
    assert set(english) == set(italian)
    for key, message in english.items():
        assert placeholders(message) == placeholders(italian[key]), key


def test_units_are_called_in_the_language_of_the_reader(local: TestClient) -> None:
    """Abbreviations on counters are words: Italians read theirs, in their order; what is no abbreviation stays."""
    english = local.get("/api/games/eastfront/board", params={"scenario": "1"}).json()["names"]["piece"]
    italian = local.get("/api/games/eastfront/board", params={"scenario": "1", "lang": "it"}).json()["names"]["piece"]
    called = {english[key]: italian[key] for key in english}
    assert called["46 Inf Div"] == "46 Div fanteria"
    assert called["641 S-H Art Bn"] == "641 Btg artiglieria superpesante"
    assert called["AA(+) Rcn Bn/22 Div"] == "AA(+) Btg esplorante/22 Div"
    assert called["51 Army HQ"] == "51 Comando d'armata"
    assert called["Groddeck Bde"] == "Groddeck Brig"
    assert not [name for name in called.values() if "Rifle" in name or "Inf " in name]


def test_a_unit_of_korea_has_its_nation_kind_and_size_in_italian(local: TestClient) -> None:
    english, italian = (
        local.get("/api/games/nextwar/board", params={"scenario": "train_to_seoul", "lang": lang}).json()["names"]
        for lang in ("en", "it")
    )
    called = {english["piece"][key]: name for key, name in italian["piece"].items()}
    assert called["DPRK 3/II Inf Div"] == "RPDC 3/II Div fanteria"
    assert called["ROK Cap/VII Mech Div"] == "RdC Cap/VII Div meccanizzata"
    assert called["ROK JFC HQ"] == "RdC JFC Comando"
    assert italian["helicopter"]["1"] == "USA AH-64 1"


@pytest.mark.parametrize("mission", ["normandy_1", "normandy_5", "naktong_river_1", "vietnam_1"])
def test_no_enemy_of_a_company_is_left_in_english(local: TestClient, mission: str) -> None:
    words = local.get("/api/locale/it", params={"game": "fieldsoffire"}).json()["messages"]
    board = local.get("/api/games/fieldsoffire/board", params={"scenario": mission, "lang": "it"}).json()
    printed = board["names"]["unit"].values()
    english = [name for name in printed if {"team", "squad", "spotter", "gun", "section"} & set(name.split())]
    assert english, "the counters are printed in English"
    of_kind = "named.unit.{}".format
    assert [name for name in english if not {of_kind(name), of_kind(name.rpartition(" ")[0])} & words.keys()] == []
