"""The join: which rules of a game are implemented, tested and exercised, and which are missing."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tools.rules import results
from tools.rules.citations import IMPLEMENTS, PROVES, Kind

if TYPE_CHECKING:
    from tools.rules.citations import Scan
    from tools.rules.inventory import Entry, Inventory
    from tools.rules.results import Results, State
    from tools.rules.tree import Tree


@dataclass
class Counters:
    """How many entries there are, and how many of them are what."""

    entries: int = 0
    exempt: int = 0
    implemented: int = 0
    tested: int = 0
    exercised: int = 0


@dataclass(frozen=True)
class Standing:
    """What is known of one entry."""

    entry: Entry
    implemented: bool
    tested: bool
    exercised: bool

    @property
    def is_missing(self) -> bool:
        """Whether there is still work to do for it."""
        return not self.entry.exempt and not (self.implemented and self.tested)

    @property
    def words(self) -> str:
        """The standing in words."""
        if self.entry.exempt:
            return f"exempt: {self.entry.exempt}"
        facts = {"implemented": self.implemented, "tested": self.tested, "exercised": self.exercised}
        return ", ".join(name for name, holds in facts.items() if holds) or "open"


@dataclass(frozen=True)
class Coverage:
    """The standing of every entry of one game, in the order of its inventory."""

    inventory: Inventory
    standings: tuple[Standing, ...]
    cited_by_tests: frozenset[str]
    state: State

    def counters(self, chapter: str | None = None) -> Counters:
        """The counts of the game, or of one chapter."""
        total = Counters()
        for one in self.standings:
            if chapter in (None, one.entry.chapter):
                total.entries += 1
                total.exempt += bool(one.entry.exempt)
                total.implemented += one.implemented
                total.tested += one.tested
                total.exercised += one.exercised
        return total

    def missing(self, chapter: str | None = None) -> list[Standing]:
        """The entries with work to do."""
        return [one for one in self.standings if one.is_missing and chapter in (None, one.entry.chapter)]

    def as_data(self) -> dict[str, Any]:
        """The counts as `--json` prints them."""
        return {
            **asdict(self.counters()),
            "results": str(self.state),
            "chapters": {chapter: asdict(self.counters(chapter)) for chapter in self.inventory.chapters},
            "missing": [one.entry.id for one in self.missing()],
        }

    def faults(self) -> list[str]:
        """Where code and tests do not agree on what is done: tagged but not tested, tested but not tagged."""
        found = []
        for one in self.standings:
            if one.implemented and not one.tested:
                is_cited = one.entry.id in self.cited_by_tests
                reason = "no passing result of its tests is known" if is_cited else "no test cites it"
                found.append(f"{one.entry.id} is tagged but not tested: {reason}")
            elif (one.tested or one.entry.id in self.cited_by_tests) and not one.implemented and not one.entry.exempt:
                found.append(f"{one.entry.id} is cited by a test, but no code or data is tagged with it")
        return found


def cover(tree: Tree, inventory: Inventory, scan: Scan, last: Results) -> Coverage:
    """Join one inventory with the citations and the last results."""
    implemented = {one.rule for one in scan.citations if one.kind in IMPLEMENTS}
    exercised = {one.rule for one in scan.citations if one.kind == Kind.FIRED}
    cited = frozenset(one.rule for one in scan.citations if one.kind in PROVES)
    passed = last.passed()
    standings = tuple(
        Standing(entry, rule in implemented, rule in passed, rule in exercised)
        for rule, entry in inventory.entries.items()
    )
    return Coverage(inventory, standings, cited, results.state(tree, inventory, scan, last))
