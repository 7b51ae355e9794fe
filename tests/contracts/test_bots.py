"""Every bot keeps every promise in every game that it can play; the promises notice bots that do not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from sandtable.bots import known_bots, make
from sandtable.kernel import Action
from sandtable.kernel.codec import state_hash
from sandtable.kernel.offers import leaves
from sandtable.planning import Bot, SeatAtTable
from tests.contracts import bot_contract
from tests.contracts.bot_contract import Maker
from tests.contracts.playing import SMALL, Broken, all_games, load, playthrough

SMALL_IDS = tuple(module.rpartition(".")[2] for module in SMALL)


def bots_of(game_id: str) -> dict[str, Maker]:
    return {name: hurried(maker) for name, maker in known_bots("" if game_id in SMALL_IDS else game_id).items()}


def hurried(maker: Maker) -> Maker:
    """The same bot with a second to think, where it can be told how long: promises hold however short it thinks."""

    def made(seed: bytes) -> Bot:
        bot = maker(seed)
        if hasattr(bot, "budget"):
            bot.budget = 1
        return bot

    return made


PAIRS = [(where, name) for game_id, where in all_games().items() for name in bots_of(game_id)]
SMALL_PAIRS = [(where, name) for where, name in PAIRS if where.partition(":")[0] in SMALL]


@pytest.mark.parametrize("promise", bot_contract.PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(("where", "name"), PAIRS)
def test_promise(where: str, name: str, promise: bot_contract.BotPromise) -> None:
    game = load(where)
    promise(bots_of(game.id)[name], playthrough(where, game.scenarios()[-1].name, b"contract", 120))


@pytest.mark.slow
@pytest.mark.parametrize("promise", bot_contract.PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(("where", "name"), PAIRS)
def test_promise_in_many_positions(where: str, name: str, promise: bot_contract.BotPromise) -> None:
    game = load(where)
    promise(bots_of(game.id)[name], playthrough(where, game.scenarios()[0].name, b"many", 120), 12)


@pytest.mark.parametrize(("where", "name"), SMALL_PAIRS)
def test_bots_finish_small_games(where: str, name: str) -> None:
    game = load(where)
    bot_contract.it_finishes(bots_of(game.id)[name], playthrough(where, game.scenarios()[-1].name, b"contract", 120))


class Fixed:
    """Gives the answer of the number it is handed."""

    def __init__(self, number: int) -> None:
        self.number = number

    def decide(self, table: SeatAtTable) -> Action:
        found = [action for verb in table.verbs for action in leaves(verb, table.view.state, table.seat)]
        return found[self.number % len(found)]


class Cheat(Fixed):
    """Looks behind its chair at the position itself."""

    def decide(self, table: SeatAtTable) -> Action:
        hidden: list[Any] = [cell.cell_contents for cell in table._view.__closure__ or ()]
        state = next(thing for thing in hidden if hasattr(thing, "flow"))
        self.number = int(state_hash(state), 16)
        return super().decide(table)


class Rude:
    """Answers with a verb that is not for now."""

    def __init__(self, seed: bytes) -> None:
        self.polite = make("random", seed)

    def decide(self, table: SeatAtTable) -> Action:
        for verb in table.game.verbs.values():
            if verb not in table.verbs and not verb.args:
                action: Action = verb.action()
                return action
        return self.polite.decide(table)


COUNT = itertools.count()


def moody(seed: bytes) -> Bot:
    return Fixed(next(COUNT))


@pytest.mark.parametrize(
    ("make", "promise", "words"),
    [
        (Rude, bot_contract.it_answers_legally, "refused"),
        (moody, bot_contract.it_decides_by_its_seed, "changes its mind"),
        (lambda seed: Cheat(0), bot_contract.it_does_not_peek, "knows what its seat does not"),
        (moody, bot_contract.it_finishes, "another game"),
    ],
)
def test_the_promise_bites(make: Maker, promise: bot_contract.BotPromise, words: str) -> None:
    played = playthrough("tests.small.skirmish:GAME", "narrow", b"contract", 400)
    with pytest.raises(Broken, match=words):
        promise(make, played)
