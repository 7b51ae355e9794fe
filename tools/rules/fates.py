"""What can become of a mutant, and what can be said of a rule."""

from __future__ import annotations

from enum import StrEnum


class Fate(StrEnum):
    """What became of one mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    UNREACHED = "no citing test runs this code"
    COLD = "to be tried in a fresh process"
    BROKEN = "breaks the import, which any test would notice"
    EXCUSED = "equivalent"


class Verdict(StrEnum):
    """What can be said of a rule."""

    PROVEN = "proven"
    SURVIVED = "survived"
    UNREACHED = "unreached"  # a place that no citing test ever runs
    UNPROVABLE = "unprovable"  # nothing at one of its places can be taken away
    NO_TEST = "no citing test"
    NOT_TAGGED = "not tagged"
    RED = "citing test fails already"
