"""Case files: a position, the dice, what the seats do, and what must come of it. The rulebook's examples as data."""

from sandtable.kernel.cases.case import Case, Problem, Report, run
from sandtable.kernel.cases.parts import CaseError

__all__ = ["Case", "CaseError", "Problem", "Report", "run"]
