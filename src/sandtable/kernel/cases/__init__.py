"""Case files: a position, the dice, what the seats do, and what must come of it. The rulebook's examples as data."""

from sandtable.kernel.cases.case import Case, Problem, Report, run
from sandtable.kernel.cases.lexicon import Lexicon
from sandtable.kernel.cases.parts import CaseError
from sandtable.kernel.cases.shapes import read_facts
from sandtable.kernel.cases.vocabulary import Vocabulary

__all__ = ["Case", "CaseError", "Lexicon", "Problem", "Report", "Vocabulary", "read_facts", "run"]
