"""The kernel: what an umpire needs for any rulebook. It knows no game, no clock, no disk and no network."""

from sandtable.kernel.actions import Action, Verb, verb
from sandtable.kernel.changes import Change, fold
from sandtable.kernel.choices import (
    NO,
    YES,
    Amounts,
    Choice,
    Number,
    OneOf,
    Path,
    SomeOf,
    Unasked,
    Way,
    pick,
    pick_some,
    yes_or_no,
)
from sandtable.kernel.decks import Deck
from sandtable.kernel.dice import D6, D10, Dice, NoDice, ScriptedDice, SeededDice, outcomes
from sandtable.kernel.draft import Draft
from sandtable.kernel.flow import Phase, Sequence
from sandtable.kernel.game import Game, ScenarioInfo, Step, UnknownName
from sandtable.kernel.log import Draw, Entry, Roll
from sandtable.kernel.match import Match
from sandtable.kernel.memory import derived
from sandtable.kernel.modifiers import Modifier, Sum
from sandtable.kernel.offers import Offer, Offers
from sandtable.kernel.prompts import Outcome, Prompt
from sandtable.kernel.refusals import Id, Param, Ref, Refusal, dead_end, of, refuse
from sandtable.kernel.state import Flow, Frame, Options, Scenario, State, Subject
from sandtable.kernel.views import OBSERVER, View, Visibility, public

__all__ = [
    "D6",
    "D10",
    "NO",
    "OBSERVER",
    "YES",
    "Action",
    "Amounts",
    "Change",
    "Choice",
    "Deck",
    "Dice",
    "Draft",
    "Draw",
    "Entry",
    "Flow",
    "Frame",
    "Game",
    "Id",
    "Match",
    "Modifier",
    "NoDice",
    "Number",
    "Offer",
    "Offers",
    "OneOf",
    "Options",
    "Outcome",
    "Param",
    "Path",
    "Phase",
    "Prompt",
    "Ref",
    "Refusal",
    "Roll",
    "Scenario",
    "ScenarioInfo",
    "ScriptedDice",
    "SeededDice",
    "Sequence",
    "SomeOf",
    "State",
    "Step",
    "Subject",
    "Sum",
    "Unasked",
    "UnknownName",
    "Verb",
    "View",
    "Visibility",
    "Way",
    "dead_end",
    "derived",
    "fold",
    "of",
    "outcomes",
    "pick",
    "pick_some",
    "public",
    "refuse",
    "verb",
    "yes_or_no",
]
