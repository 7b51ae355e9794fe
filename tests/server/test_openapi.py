"""The document describes every route, and the server does what it says (schemathesis tries)."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from starlette.testclient import TestClient

from sandtable.server.app import endpoints
from sandtable.server.config import Mail
from sandtable.server.limits import Limits
from tests.server.conftest import HOST, Local, Open, Person, act, browser, context_of, new_table

ROOT = Path(__file__).resolve().parents[2]


def test_every_route_is_described_once(local: TestClient) -> None:
    document = local.get("/api/openapi.json").json()
    described = {(path, method.upper()) for path, one in document["paths"].items() for method in one}
    assert described == {(one.path, one.method) for one in endpoints()}
    names = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))
    new = document["components"]["schemas"]["NewTable"]
    assert new["additionalProperties"] is False
    assert new["required"] == ["game", "scenario"]


def test_every_route_stands_in_the_manual() -> None:
    manual = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    known = {re.sub(r"{\w+}", "{}", path) for path in re.findall(r"(/[\w/{}.-]+)", manual)}
    for one in endpoints():
        path = re.sub(r"{\w+}", "{}", one.path)
        tail = "/" + path.rsplit("/", 1)[1]
        assert path in known or tail in known, one.path


def test_every_socket_message_stands_in_the_manual() -> None:
    from typing import get_args

    from sandtable.server import messages

    manual = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for kind in (*get_args(messages.ClientMessage), *get_args(messages.ServerMessage)):
        tag = kind.__struct_config__.tag
        assert f'is: "{tag}"' in manual, tag
        line = manual[manual.index(f'is: "{tag}"') :].partition("}\n")[0]
        for name in kind.__struct_fields__:
            assert re.search(rf"\b{name}\b", line), f"{tag}.{name}"


SKIPPED = ("DELETE /api/tables/{table}",)  # the table has to stay; that it can be deleted is a test of the lobby


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_schemathesis_finds_nothing(serve: Open) -> None:
    """Whatever is sent, the answer is of a status, a kind and a shape that the document names, and never our fault."""
    client = serve()
    statuses = attack(client, new_table(Local(client), start=True), lambda _: client)
    assert statuses.total() > 300
    assert {200, 400, 404, 409} <= set(statuses)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_schemathesis_finds_nothing_in_a_club(serve: Open) -> None:
    """The same with accounts: by cookie, by token, by nobody, and from a page of another site."""
    from schemathesis import GenerationMode

    mail = Mail(host="127.0.0.1", port=1, security="none")
    client = serve(mode="club", url=HOST, mail=mail, logins_per_minute=1_000_000)
    context = context_of(client)
    context.requests = context.letters = Limits(10**6, 10**6)
    ann, bob = Person(client, "Ann"), Person(client, "Bob")
    table = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    ann.post(f"/api/tables/{table}/start")
    invitation = ann.post(f"/api/tables/{table}/invitations", {"seat": ""})["token"]
    ann.http.patch("/api/me", json={"old_password": "correct horse", "email": "ann@example.org", "notify": True})

    def known() -> str:
        # A session of its own for each request: some of them end it, as they should.
        with context.store.writing() as transaction:
            row = transaction.people.named("Ann")
            assert row is not None
            return transaction.people.log_in(row.id)

    def as_ann(number: int) -> TestClient:
        if number % 3 == 0:
            return browser(client, authorization=f"Bearer {known()}")
        return browser(client, origin=HOST, cookie=f"sandtable={known()}")

    assert {200, 400, 404, 409} <= set(attack(client, table, as_ann, invitation, wrong=GenerationMode.NEGATIVE))
    nobody = attack(client, table, lambda _: browser(client, origin=HOST), only=_private, examples=5)
    assert 401 in nobody
    assert set(nobody) <= {400, 401, 404, 415}, "without a session nothing is done and nothing is told"

    def elsewhere(_: int) -> TestClient:
        return browser(client, origin="http://evil.example", cookie=f"sandtable={known()}")

    assert set(attack(client, table, elsewhere, only=lambda one: one.method != "get", examples=3)) == {403}
    with context.store.reading() as transaction:
        assert [one.name for one in transaction.people.all()][:2] == ["Ann", "Bob"]


def _private(operation: Any) -> bool:
    """Whether an operation is for people who are known: all about tables, and about oneself."""
    is_private = operation.path.startswith(("/api/tables", "/api/imports", "/api/sessions"))
    return is_private or operation.label == "PATCH /api/me"


def attack(
    client: TestClient,
    table: str,
    who: Callable[[int], TestClient],
    invitation: str = "",
    only: Callable[[Any], bool] = lambda _: True,
    wrong: Any = None,
    examples: int = 15,
) -> Counter[int]:
    """Send what schemathesis makes up to every operation and check the answers; gives how often each status came.

    With ``wrong`` (its mode for that) it also sends what the description forbids.
    """
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks: Any = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    schema: Any = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    statuses: Counter[int] = Counter()
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.label in SKIPPED or not only(operation):
            continue

        def check(case: Any) -> None:
            path = case.formatted_path
            if statuses.total() % 2:  # half of the time at a table that there is
                path = re.sub(r"^/api/tables/[^/]+", f"/api/tables/{table}", path)
                path = re.sub(r"^/api/invitations/.+", f"/api/invitations/{invitation}", path) if invitation else path
            answer = who(statuses.total()).request(case.method, path, params=case.query, **sent(case))
            statuses[answer.status_code] += 1
            case.validate_response(answer, checks=checks)

        settings_of(examples)(given(operation.as_strategy())(check))()
        if wrong is not None and (operation.body or operation.query):
            with contextlib.suppress(Unsatisfiable):  # a file may hold anything, and some words are always right
                settings_of(8)(given(operation.as_strategy(generation_mode=wrong))(check))()
    return statuses


def sent(case: Any) -> dict[str, Any]:
    """The body of a case as the client of the test sends it."""
    if case.body.__class__.__name__ == "NotSet":
        return {}
    if case.media_type != "application/json":
        return {"content": case.body.data if hasattr(case.body, "data") else bytes(case.body)}
    if isinstance(case.body, bytes):  # what is no JSON at all
        return {"content": case.body, "headers": {"content-type": "application/json"}}
    return {"json": case.body}


def settings_of(examples: int) -> Any:
    """So many examples of each operation, the same in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )


CLUB = ("/api/ladder", "/api/tournaments", "/api/push")
"""What only a server with accounts has."""


def test_answers_about_the_club_have_the_described_shape(club: TestClient, ann: Person, bob: Person) -> None:
    import schemathesis
    from schemathesis.specs.openapi.checks import response_schema_conformance

    clock = {"kind": "correspondence"}
    table = new_table(ann, {"blue": {"who": "me"}}, settings={"rated": True, "clock": clock})
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    ann.post(f"/api/tables/{table}/start")
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    name = ann.post("/api/tournaments", {"name": "Cup", "game": "skirmish", "scenario": "narrow"})["info"]["id"]
    for one in (ann, bob):
        one.post(f"/api/tournaments/{name}/enter")
    ann.post(f"/api/tournaments/{name}/start")
    known = {"game": "skirmish", "tournament": name}
    seen = 0
    schema: Any = schemathesis.openapi.from_dict(ann.http.get("/api/openapi.json").json())
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.method == "get" and operation.path.startswith(CLUB):
            case = operation.Case(path_parameters={one: known[one] for one in re.findall(r"{(\w+)}", operation.path)})
            answer = ann.http.get(case.formatted_path)
            assert answer.status_code == 200, f"{operation.path}: {answer.text}"
            case.validate_response(answer, checks=[response_schema_conformance])
            seen += 1
    assert seen >= 3


def test_answers_that_are_right_have_the_described_shape(serve: Open) -> None:
    """What is sent at random mostly fails: the answers to what is right are checked one by one."""
    import schemathesis
    from schemathesis.specs.openapi.checks import response_schema_conformance

    me = Local(serve())
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    over = new_table(me, start=True)
    me.post(f"/api/tables/{over}/resign", {"seat": "red"})
    known = {"table": table, "game": "skirmish", "lang": "it", "rule": "EF-2.1"}
    query = {"history": {"seq": "1", "seat": "blue"}, "case": {"seq": "1"}}
    seen = 0
    schema: Any = schemathesis.openapi.from_dict(me.http.get("/api/openapi.json").json())
    for result in schema.get_all_operations():
        operation = result.ok()
        names = re.findall(r"{(\w+)}", operation.path)
        if operation.method != "get" or not set(names) <= set(known) or operation.path.startswith(CLUB):
            continue
        values = {**known, "game": "eastfront"} if "rule" in names else known
        values = {**values, "table": over} if operation.path.endswith("/export") else values
        case = operation.Case(path_parameters={name: values[name] for name in names})
        tail = operation.path.rsplit("/", 1)[1]
        seats = (
            {"seat": "blue"} if tail in ("view", "log", "timeline", "statistics", "plan", "standing", "case") else {}
        )
        answer = me.http.get(case.formatted_path, params={**seats, **query.get(tail, {})})
        assert answer.status_code == 200, f"{operation.path}: {answer.text}"
        case.validate_response(answer, checks=[response_schema_conformance])
        seen += 1
    assert seen >= 18
