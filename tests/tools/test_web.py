"""Building the client: when it is needed, and with which Node."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import web


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v20.20.2", True),
        ("v20.18.9", False),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("nope", False),
    ],
)
def test_which_node_will_do(version: str, fits: bool) -> None:
    assert web.is_new_enough(version) is fits


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    (folder / "node_modules").mkdir()
    (folder / "package-lock.json").write_text("{}")
    (folder / "src" / "main.ts").write_text("1")
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    monkeypatch.setattr(web, "WEB", folder)
    monkeypatch.setattr(web, "BUNDLE", bundle)
    return folder


def test_it_builds_only_when_the_sources_changed(client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, ...]] = []

    def run(*words: str) -> int:
        calls.append(words)
        return 0

    monkeypatch.setattr(web, "run", run)
    assert web.main([]) == 0
    assert [words[0] for words in calls] == ["install", "run"]
    calls.clear()
    assert web.main([]) == 0
    assert calls == []
    (client / "node_modules" / "x.js").write_text("2")
    assert web.main([]) == 0
    assert calls == []
    (client / "src" / "main.ts").write_text("2")
    assert web.main([]) == 0
    assert [words[0] for words in calls] == ["run"]


def test_a_failed_build_is_tried_again(client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "run", lambda *words: 1)
    assert web.main([]) == 1
    assert not (web.BUNDLE / web.STAMP).exists()


def test_no_node_is_one_sentence(
    client: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> int:
        raise web.NoNode("The client needs Node.")

    monkeypatch.setattr(web, "run", run)
    assert web.main([]) == 1
    assert capsys.readouterr().err.endswith("The client needs Node.\n")


def test_node_trusts_what_the_system_trusts_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = tmp_path / "trusted.crt"
    monkeypatch.setattr(web, "CERTIFICATES", (str(tmp_path / "none.crt"), str(bundle)))
    assert web.with_certificates({"A": "b"}) == {"A": "b"}
    bundle.touch()
    assert web.with_certificates({"A": "b"}) == {"A": "b", "NODE_EXTRA_CA_CERTS": str(bundle)}
    assert web.with_certificates({"NODE_EXTRA_CA_CERTS": "mine"}) == {"NODE_EXTRA_CA_CERTS": "mine"}
