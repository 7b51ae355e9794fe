"""What all tests share: the `rule` marker, and the record of how the tests that cite rules ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.rules import recording

if TYPE_CHECKING:
    import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Record results of citing tests for `./dev rules`."""
    recording.install(config)
