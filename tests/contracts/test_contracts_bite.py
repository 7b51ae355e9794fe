"""Each promise notices a game that does not keep it, and leaves one alone that does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor
from tests.contracts import (
    asking_contract,
    game_contract,
    hidden_contract,
    memory_contract,
    offers_contract,
    record_contract,
)
from tests.contracts.broken_games import GAMES, instead_of, only_past_dummies, with_verbs
from tests.contracts.game_contract import Promise
from tests.contracts.playing import Broken, play, playthrough
from tests.small import skirmish
from tests.small.skirmish import Move, Skirmish

SCENARIO = "narrow"
SEEDS = (b"bite", b"again", b"third")

BITES: dict[str, tuple[Promise, str]] = {
    "LeaksAFace": (hidden_contract.masks_do_not_depend_on_what_they_hide, "shows .* face"),
    "LeaksInThePrompt": (hidden_contract.views_do_not_leak, "shows what it may not know|tells? what it may not know"),
    "LeaksInTheOffers": (hidden_contract.views_do_not_leak, "the offers to"),
    "LeaksInARefusal": (hidden_contract.refusals_do_not_leak, "a refusal tells"),
    "LeaksInTheLog": (hidden_contract.logs_do_not_leak, "the log tells"),
    "UndoesAReveal": (hidden_contract.reveals_are_barriers, "was shown something"),
    "ImaginesNothing": (hidden_contract.imagined_positions_are_whole, "is not imagined"),
    "ObserversSeeAll": (hidden_contract.observers_see_least, "an observer sees"),
    "LightsDeadBranches": (offers_contract.no_lit_branch_is_dead, "leads nowhere|is refused when clicked"),
    "PresetsWhatItForbids": (offers_contract.no_lit_branch_is_dead, "a default is not legal"),
    "RefusesWhatItOffers": (offers_contract.offered_actions_apply, "refused"),
    "DoesWhatItDoesNotOffer": (offers_contract.other_actions_are_refused, "not offered was carried out"),
    "RefusesWithoutReason": (offers_contract.other_actions_are_refused, "no key or no rule"),
    "ChangesThePast": (offers_contract.offered_actions_apply, "changed the position"),
    "CrashesOnNonsense": (offers_contract.wrong_types_are_refused, "crashed the rules"),
    "RemembersTooLong": (record_contract.derived_values_are_fresh, "strength_left.* is stale"),
    "WritesToWhatIsShared": (memory_contract.shared_values_do_not_change, "visited.* changed after it was worked out"),
    "RollsInSecret": (record_contract.records_fold_to_the_match, "cannot be derived again"),
    "DisordersATable": (record_contract.tables_are_in_order, "pieces is out of order"),
    "MistakesAType": (record_contract.types_hold, "wrong type"),
    "WritesBesideTheDraft": (record_contract.changes_fold_to_the_position, "gives another position"),
    "NeverEnds": (record_contract.it_ends, "still goes on"),
    "AsksInVain": (offers_contract.every_prompt_has_an_answer, "nothing is lit|cannot answer"),
    "StacksPieces": (record_contract.nothing_is_broken, "a piece has moved"),
    "AnswersInWords": (asking_contract.queries_are_answered, "odds is answered with a str"),
    "AnswersEverything": (asking_contract.strangers_are_told, "a query that is none"),
    "CountsInHalves": (asking_contract.statistics_are_counts, "is no whole number"),
    "UndoesDice": (record_contract.undo_and_redo_are_identity, "dice were rolled"),
}


def keep_in_every_game(promise: Promise, name: str) -> None:
    """Hold a promise against several games of a broken variant."""
    for seed in SEEDS:
        promise(play(GAMES[name], SCENARIO, seed, 60))


@pytest.mark.parametrize("name", BITES)
def test_the_promise_bites(name: str) -> None:
    promise, words = BITES[name]
    with pytest.raises(Broken, match=words):
        keep_in_every_game(promise, name)


@pytest.mark.parametrize("promise", {promise: None for promise, _ in BITES.values()}, ids=lambda p: p.__name__)
def test_the_promise_leaves_the_right_game_alone(promise: Promise) -> None:
    for seed in SEEDS:
        promise(playthrough("tests.small.skirmish:GAME", SCENARIO, seed, 400))


class LooksAtFaces(Skirmish):
    """A rule looks at what the seat may not know."""

    sequence = with_verbs(instead_of(Move, args=(("unit", only_past_dummies), ("path", skirmish.ways))))


def test_the_umpire_shows_a_rule_no_more_than_the_seat_knows() -> None:
    game = LooksAtFaces()
    state = game.start(game.open(SCENARIO), SeededDice(b"faces")).state
    seat = state.here.waiting[0]
    dummies = {key: replace(p, face=skirmish.DUMMY) if p.side != seat else p for key, p in state.pieces.items()}
    lit = [game.offers(position, seat) for position in (state, successor(state, pieces=dummies))]
    assert lit[0] == lit[1]
    told = [only_past_dummies(position, seat).legal for position in (state, successor(state, pieces=dummies))]
    assert told[0] != told[1], "the rule itself would tell"


def test_a_set_that_is_iterated_differs_between_processes() -> None:
    where = "tests.contracts.broken_games:ITERATES_A_SET"
    with pytest.raises(Broken, match="plays differently"):
        game_contract.processes_agree([(where, SCENARIO)], "bite", 20)


def test_a_key_without_words_is_named() -> None:
    played = playthrough("tests.small.skirmish:GAME", SCENARIO, b"bite", 400)
    with pytest.raises(Broken, match=r"no words for .*log\.moved"):
        record_contract.words_exist(played, {"prompt.turn.blue"})


def test_every_broken_game_is_bitten() -> None:
    assert {*BITES, "IteratesASet"} == set(GAMES)
