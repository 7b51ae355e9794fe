"""The client's files: hashed ones for ever, the page each time, nothing from outside the bundle."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>the table</title>")
    (web / "assets" / "app-1a2b.js").write_text("let it = 1")
    (tmp_path / "secret.txt").write_text("secret")
    return web


def test_without_a_bundle_the_page_says_how_to_build_it(local: TestClient) -> None:
    page = local.get("/")
    assert page.status_code == 200
    assert "./dev serve" in page.text
    assert page.headers["cache-control"] == "no-store"


def test_files_and_the_page(bundle: Path, local: TestClient) -> None:
    script = local.get("/assets/app-1a2b.js")
    assert (script.text, script.headers["cache-control"]) == ("let it = 1", "public, max-age=31536000, immutable")
    assert "javascript" in script.headers["content-type"]
    assert local.get("/assets/gone.js").status_code == 404
    for path in ("/", "/table/abc", "/join/xyz"):
        assert local.get(path).text == "<title>the table</title>"
        assert local.get(path).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/%00"])
def test_nothing_outside_the_bundle_is_served(bundle: Path, local: TestClient, path: str) -> None:
    assert "secret" not in local.get(path).text
