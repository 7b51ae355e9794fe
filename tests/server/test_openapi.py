"""The document describes every route, and the server does what it says (schemathesis tries)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server.app import endpoints
from tests.server.conftest import Local, Open, new_table

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


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_schemathesis_finds_nothing(serve: Open) -> None:
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings

    client = serve()
    table = new_table(Local(client), start=True)
    schema: Any = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    skipped = ("DELETE /api/tables/{table}", "POST /api/imports")
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.label in skipped:
            continue

        def check(case: Any) -> None:
            nonlocal tried
            tried += 1
            path = case.formatted_path
            if tried % 2:  # half of the time at a table that there is
                path = re.sub(r"^/api/tables/[^/]+", f"/api/tables/{table}", path)
            body = {} if case.body.__class__.__name__ == "NotSet" else {"json": case.body}
            answer = client.request(case.method, path, params=case.query, **body)
            assert answer.status_code < 500, f"{case.method} {path}: {answer.text}"
            assert (
                answer.headers["content-type"].startswith(("application/json", "application/x-ndjson"))
                or not answer.content
            )

        quick = settings(
            max_examples=15,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        quick(given(operation.as_strategy())(check))()
    assert tried > 300
