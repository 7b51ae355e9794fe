"""What whoever runs a club does about accounts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.store import Store
from sandtable.store.folders import database_url


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two people, one of them logged in."""
    store = Store(database_url(tmp_path / "data"))
    with store.writing() as transaction:
        transaction.people.log_in(transaction.people.add("Ann", "hash"))
        transaction.people.add("Bob", "hash")
    store.close()
    return tmp_path / "data"


def test_accounts_are_listed_with_their_sessions(sand: Any, data: Path) -> None:
    lines = sand("account", "list", "--data", data).out.splitlines()
    assert [line.split()[1:2] + line.split()[3:] for line in lines] == [["Ann", "1"], ["Bob", "0"]]
    assert "hash" not in "".join(lines)


def test_a_link_is_printed_and_works(sand: Any, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_URL", "https://table.club.example/")
    link = sand("account", "reset-link", "ann", "--data", data).out.strip()
    assert link.startswith("https://table.club.example/reset#")
    store = Store(database_url(data))
    with store.writing() as transaction:
        assert transaction.people.use_reset(link.partition("#")[2], "new hash") == 1
    store.close()


def test_an_account_is_closed_and_opened_again(sand: Any, data: Path) -> None:
    assert sand("account", "disable", "Ann", "--data", data).out == "Ann is disabled\n"
    lines = sand("account", "list", "--data", data).out.splitlines()
    assert lines[0].split()[3:] == ["0", "disabled"]
    refused = sand("account", "reset-link", "Ann", "--data", data)
    assert (refused.code, refused.err) == (1, "Ann is disabled; enable the account first\n")
    assert sand("account", "enable", "Ann", "--data", data).out == "Ann is enabled\n"
    assert "disabled" not in sand("account", "list", "--data", data).out


@pytest.mark.parametrize("command", ["reset-link", "disable", "enable"])
def test_an_unknown_name_is_told(sand: Any, data: Path, command: str) -> None:
    answer = sand("account", command, "Nobody", "--data", data)
    assert answer.code == 2
    assert "there is no account 'Nobody'" in answer.err


def test_a_store_that_cannot_be_opened_is_told(sand: Any, tmp_path: Path) -> None:
    answer = sand("account", "list", "--database", f"sqlite:///{tmp_path}/no/such/folder.sqlite")
    assert answer.code == 1
    assert "there is no " in answer.err
    assert "folder.sqlite" in answer.err


def test_a_slip_in_the_name_of_the_folder_makes_no_empty_store(sand: Any, tmp_path: Path) -> None:
    answer = sand("account", "list", "--data", tmp_path / "dta")
    assert answer.code == 1
    assert "there is no" in answer.err
    assert "--data" in answer.err
    assert not (tmp_path / "dta").exists()
