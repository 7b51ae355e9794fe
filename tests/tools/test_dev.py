"""The script `dev`: what it says, when it sets up, how it heals. The installers themselves are stood in for."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "dev"
LOCKS = ("requirements.lock", "requirements-uv.lock", "requirements-docs.lock", "pyproject.toml")


class Workshop:
    """A copy of `dev` in a folder of its own, with stand-ins for the programs that it would run."""

    def __init__(self, root: Path) -> None:
        root.mkdir(exist_ok=True)
        for name in LOCKS:
            (root / name).write_text(name)
        path = root / "dev"
        path.write_text(SCRIPT.read_text())
        loader = SourceFileLoader("dev_under_test", str(path))
        spec = spec_from_loader(loader.name, loader)
        assert spec
        self.dev: ModuleType = module_from_spec(spec)
        loader.exec_module(self.dev)
        self.root = root
        self.tried: list[str] = []
        self.became: list[str] = []
        self.failures: dict[str, str] = {}
        self.dev.attempt = self.attempt  # type: ignore[attr-defined]
        self.dev.become = self.become  # type: ignore[attr-defined]

    def attempt(self, *command: str | Path) -> str:
        """Note the command; answer as told in `failures`; leave behind what the real one would."""
        line = " ".join(str(word) for word in command)
        self.tried.append(line)
        for sign, answer in self.failures.items():
            if sign in line:
                return answer
        if "-m venv" in line:
            self.plant("python")
        if "-m pip" in line and "requirements-uv.lock" in line:
            self.plant("uv")
        return ""

    def plant(self, name: str) -> None:
        (self.root / ".venv/bin").mkdir(parents=True, exist_ok=True)
        (self.root / ".venv/bin" / name).write_text("")

    def become(self, *command: str, cwd: Path | None = None) -> int:
        self.became.append(" ".join(command))
        return 0

    def start(self, *words: str) -> int:
        self.tried.clear()
        code: int = self.dev.main(list(words))
        return code

    @property
    def stamp(self) -> str:
        return (self.root / ".venv/sandtable.stamp").read_text()


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path / "shop")


def test_help_needs_no_environment_and_names_every_recipe(tmp_path: Path) -> None:
    copy = tmp_path / "dev"
    copy.write_text(SCRIPT.read_text())
    done = subprocess.run([sys.executable, "-I", copy, "--help"], cwd="/", capture_output=True, text=True, check=True)
    for name in ("serve", "play", "test", "check", "rules", "bench", "fuzz", "docs", "wheel", "lock"):
        assert f"\n  {name} " in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["dev"]


def test_the_first_start_sets_up_and_the_second_does_nothing(shop: Workshop) -> None:
    assert shop.start("games") == 0
    assert any("uv pip install" in line and "--exact" in line and "--require-hashes" in line for line in shop.tried)
    assert any("--editable ." in line for line in shop.tried)
    assert shop.start("games") == 0
    assert shop.tried == []
    assert shop.became == ["sandtable games"] * 2


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-uv.lock", "pyproject.toml"])
def test_a_changed_lock_brings_the_environment_up_to_date_in_place(shop: Workshop, name: str) -> None:
    shop.start("games")
    (shop.root / name).write_text("changed")
    shop.start("games")
    assert any("uv pip install" in line for line in shop.tried)
    assert not any("-m venv" in line for line in shop.tried)


@pytest.mark.parametrize("stamp", ["unfinished", "/elsewhere/.venv\nabc\n"], ids=["cut short", "moved"])
def test_an_environment_cut_short_or_moved_is_made_anew(shop: Workshop, stamp: str) -> None:
    shop.start("games")
    (shop.root / ".venv/left-over").write_text("")
    (shop.root / ".venv/sandtable.stamp").write_text(stamp)
    assert shop.start("games") == 0
    assert any("-m venv" in line for line in shop.tried)
    assert not (shop.root / ".venv/left-over").exists()


def test_an_interrupted_set_up_leaves_its_mark(shop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*command: str | Path) -> str:
        raise KeyboardInterrupt

    shop.dev.attempt = interrupt  # type: ignore[attr-defined]
    assert shop.start("games") == 130
    assert shop.stamp == "unfinished"
    assert "run the same command again" in capsys.readouterr().err


def test_an_environment_made_by_hand_is_filled_not_thrown_away(shop: Workshop) -> None:
    shop.plant("python")
    (shop.root / ".venv/mine").write_text("")
    assert shop.start("games") == 0
    assert (shop.root / ".venv/mine").exists()


@pytest.mark.parametrize("trouble", ["bin/uv pip install", "requirements-uv.lock"], ids=["broken", "not to be had"])
def test_pip_with_hashes_does_the_work_where_uv_cannot(shop: Workshop, trouble: str) -> None:
    shop.failures[trouble] = "error: no"
    assert shop.start("games") == 0
    assert any("-m pip install" in line and "--require-hashes -r requirements.lock" in line for line in shop.tried)


def test_without_network_one_sentence_says_so_and_the_old_environment_stays(
    shop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.start("games")
    before = shop.stamp
    (shop.root / "requirements.lock").write_text("changed")
    shop.failures["install"] = "WARNING: Retrying after connection broken\nERROR: No matching distribution found"
    capsys.readouterr()
    assert shop.start("games") == 1
    assert "registry is out of reach" in capsys.readouterr().err.splitlines()[-1]
    assert shop.stamp == before
    assert shop.became == ["sandtable games"]


def test_another_failure_of_the_installer_is_passed_on(shop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    shop.failures["install"] = "Building\n  OSError: Readme file does not exist\nhint: see above"
    assert shop.start("games") == 1
    assert capsys.readouterr().err.endswith("Installing the packages failed: OSError: Readme file does not exist\n")


@pytest.mark.parametrize("missing", [["-m venv"], ["-m pip", "ensurepip"]], ids=["venv", "pip"])
def test_a_python_without_venv_or_pip_names_the_debian_package(
    shop: Workshop, missing: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    shop.failures.update(dict.fromkeys(missing, "No module named x"))
    assert shop.start("games") == 1
    assert "python3-venv" in capsys.readouterr().err


def test_an_old_python_gets_a_sentence(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shop.dev, "FLOOR", (4, 0))
    monkeypatch.setenv("PATH", "")
    assert shop.start("games") == 1
    assert "needs Python 4.0 or newer" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_gets_a_sentence(shop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    (shop.root / ".dev.lock").mkdir()  # stands in for a read-only folder, which does not stop an administrator
    assert shop.start("games") == 1
    assert "Is the folder writable" in capsys.readouterr().err


def test_two_starts_at_once_set_up_once(shop: Workshop) -> None:
    starts = [threading.Thread(target=shop.dev.ensure) for _ in range(2)]
    for start in starts:
        start.start()
    for start in starts:
        start.join(60)
    assert sum("-m venv" in line for line in shop.tried) == 1


def test_words_after_test_go_to_pytest_and_slow_tests_are_left_out(shop: Workshop) -> None:
    shop.start("test", "tests/kernel", "-k", "dice")
    [line] = shop.became
    assert line.endswith("-n 2 --max-worker-restart 1 --dist loadfile -m not slow tests/kernel -k dice")


def test_everything_is_left_to_the_gate(shop: Workshop) -> None:
    shop.start("test", "--all", "-x")
    assert shop.became == ["python -m tools.gate -x"]


def test_serve_says_how_to_play_where_there_is_no_browser_table(
    shop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.dev.run = lambda *command, quiet=False: False  # type: ignore[attr-defined]
    assert shop.start("serve") == 1
    assert "./dev play" in capsys.readouterr().err
    shop.dev.run = lambda *command, quiet=False: True  # type: ignore[attr-defined]
    assert shop.start("serve", "--port", "1") == 0
    assert shop.became == ["sandtable serve --port 1"]


def test_the_documentation_tools_are_installed_once(shop: Workshop) -> None:
    shop.start("docs")
    assert any("requirements-docs.lock" in line for line in shop.tried)
    shop.start("docs")
    assert shop.tried == []


def test_a_warning_about_the_documentation_is_an_error(shop: Workshop) -> None:
    shop.start("docs")
    assert "--strict" in shop.became[-1]
    assert "--quiet" not in shop.became[-1]  # it keeps warnings from being counted


def test_tools_install_packages_as_the_set_up_does(shop: Workshop) -> None:
    shop.start("games")
    assert shop.start("packages", "-r", "more.lock") == 0
    assert shop.tried == [
        f"{shop.root}/.venv/bin/uv pip install --quiet --python {shop.root}/.venv/bin/python -r more.lock"
    ]
    shop.failures["bin/uv pip"] = "error: no"
    assert shop.start("packages", "--into", "/other/python", "x.whl") == 0
    assert "/other/python -m pip install --quiet --retries 2 x.whl" in shop.tried


def test_a_sites_own_certificates_are_trusted(shop: Workshop) -> None:
    assert shop.dev.environment()["UV_SYSTEM_CERTS"] == "1"


def test_continuous_integration_passes_on_only_the_search_path_and_what_reaches_the_network(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci/run"
    script.write_text((SCRIPT.parent / ".ci/run").read_text())
    (tmp_path / "dev").write_text('#!/bin/sh\necho "$@"\nenv\n')
    (tmp_path / "dev").chmod(0o755)
    around = {"PATH": os.environ["PATH"], "HOME": "/somebody", "PYTHONUNBUFFERED": "1", "LC_ALL": "C", "TERM": "xterm"}
    around |= {"https_proxy": "http://127.0.0.1:1", "PIP_CERT": "a b.crt", "COLUMNS": "80", "SANDTABLE_GAMES": "x"}
    done = subprocess.run(["bash", script], env=around, capture_output=True, text=True, check=True)
    first, second = done.stdout.split("== once more: Italian, in Seoul\n")
    for run, words in ((first, "test --all"), (second, "test")):
        told, *lines = run.splitlines()
        seen = dict(line.split("=", 1) for line in lines)
        assert told == words
        assert (seen["https_proxy"], seen["PIP_CERT"], seen["CI"]) == ("http://127.0.0.1:1", "a b.crt", "true")
        assert seen["HOME"] != "/somebody"
        assert not {"PYTHONUNBUFFERED", "LC_ALL", "TERM", "COLUMNS", "SANDTABLE_GAMES"} & seen.keys()
    assert "LANG=it_IT.UTF-8" in second
    assert "TZ=Asia/Seoul" in second
    assert "LANG=" not in first
