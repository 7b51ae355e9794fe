"""The document describes every route, and the server does what it says (schemathesis tries)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from starlette.testclient import TestClient

from sandtable.server.app import endpoints
from tests.server.conftest import Local, Open, act, new_table

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
    client = serve()
    table = new_table(Local(client), start=True)
    schema: Any = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    statuses: Counter[int] = Counter()
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.label in SKIPPED:
            continue

        def check(case: Any) -> None:
            path = case.formatted_path
            if statuses.total() % 2:  # half of the time at a table that there is
                path = re.sub(r"^/api/tables/[^/]+", f"/api/tables/{table}", path)
            answer = client.request(case.method, path, params=case.query, **sent(case))
            statuses[answer.status_code] += 1
            case.validate_response(answer, checks=checks)

        settings_of(15)(given(operation.as_strategy())(check))()
    assert statuses.total() > 300
    assert {200, 400, 404, 409} <= set(statuses)


def sent(case: Any) -> dict[str, Any]:
    """The body of a case as the client of the test sends it."""
    if case.body.__class__.__name__ == "NotSet":
        return {}
    if case.media_type != "application/json":
        return {"content": case.body.data if hasattr(case.body, "data") else bytes(case.body)}
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
    query = {"history": {"seq": "1", "seat": "blue"}}
    seen = 0
    schema: Any = schemathesis.openapi.from_dict(me.http.get("/api/openapi.json").json())
    for result in schema.get_all_operations():
        operation = result.ok()
        names = re.findall(r"{(\w+)}", operation.path)
        if operation.method != "get" or not set(names) <= set(known):
            continue
        values = {**known, "game": "eastfront"} if "rule" in names else known
        values = {**values, "table": over} if operation.path.endswith("/export") else values
        case = operation.Case(path_parameters={name: values[name] for name in names})
        tail = operation.path.rsplit("/", 1)[1]
        seats = {"seat": "blue"} if tail in ("view", "log", "timeline", "statistics") else {}
        answer = me.http.get(case.formatted_path, params={**seats, **query.get(tail, {})})
        assert answer.status_code == 200, f"{operation.path}: {answer.text}"
        case.validate_response(answer, checks=[response_schema_conformance])
        seen += 1
    assert seen >= 18
