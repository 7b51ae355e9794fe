"""``python -m tools.campaigns --games 3 --to FILE``: campaigns of Fields of Fire, mission after mission, by a bot.

Each mission follows the one before as at the table: a match of its own, whose header carries the company on. Every
position is looked at, each record is read again and told once more, and each link is checked. A campaign is a line of
the file as soon as it is over, so that a series that was stopped goes on where it was.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.campaign.campaign import Company
from sandtable.games.fieldsoffire.scenario.board import slug
from sandtable.games.fieldsoffire.scenario.missions import missions
from sandtable.kernel import Match, Refusal
from sandtable.kernel.campaigns import broken_link, handed_on
from sandtable.sim.driver import LIMIT, Endless, IllegalAnswer, Players, seat_bots, seed_for
from tools.kept import asked, go_on, kept

SEED = b"campaigns"
FieldsMatch = Match[FieldsState]
VICTORY = "survivor"
"""A failed mission does not end the campaign, so that most are played to their last mission."""


class Fought(Struct, frozen=True):
    """One mission of a campaign."""

    mission: str
    done: bool
    turns: int
    attempts: int
    casualties: int
    actions: int


class Campaign(Struct, frozen=True):
    """How a campaign went."""

    name: str
    bot: str
    number: int
    status: str
    chapters: tuple[Fought, ...]
    seconds: float
    fault: str = ""
    """What was wrong, where something was; the campaign stops there."""


class Fault(Exception):
    """A position or a record that cannot be."""


def first_missions() -> dict[str, str]:
    """The mission that each campaign opens with."""
    found: dict[str, str] = {}
    for name, mission in missions().items():
        if not mission.stands_alone:
            found.setdefault(mission.campaign, slug(name))
    return found


def play(name: str, bot: str, number: int) -> Campaign:
    """One campaign, the same for the same number."""
    began, chapters, status, fault = time.process_time(), list[Fought](), "", ""
    try:
        for match in fought(name, bot, number):
            chapters.append(told(match))
            status = company_of(match).status
    except (Fault, Endless, IllegalAnswer) as problem:
        fault = str(problem)
    return Campaign(name, bot, number, status, tuple(chapters), time.process_time() - began, fault)


def fought(name: str, bot: str, number: int) -> Iterator[FieldsMatch]:
    """The matches of a campaign, each played to its end and checked."""
    before: FieldsMatch | None = None
    mission = first_missions()[name]
    while mission:
        board = GAME.open(mission, {"victory": VICTORY})
        seed = seed_for(SEED, mission, number)
        match = Match.new(GAME, board, seed, follows=handed_on(before, mission) if before else None)
        if before is not None and (problem := broken_link(before, match)):
            raise Fault(f"{mission}: {problem}")
        play_on(match, Players(GAME, seat_bots(GAME, board, seed, bot), seed))
        again = Match.fold(GAME, match.records)
        if wrong := next((f"step {seq}: {why}" for seq, why in again.verify()), ""):
            raise Fault(f"{mission}: the record does not tell the game: {wrong}")
        yield match
        outcome = GAME.ending(match.state)
        assert outcome is not None
        before, mission = match, next(iter(outcome.leads_to), "")


def play_on(match: FieldsMatch, players: Players) -> None:
    """Play a match to its end; every position must be one that can be."""
    for number in range(LIMIT):
        if problem := GAME.broken(match.state) or GAME.unreached(match.state):
            raise Fault(f"{match.header.scenario}, step {number}: {problem}")
        if not GAME.prompts(match.state):
            if GAME.ending(match.state) is None:
                raise Fault(f"{match.header.scenario}, step {number}: nobody is asked and the mission is not over")
            return
        seat, action = players.answer(match.state)
        step = match.act(seat, action)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
    raise Endless(LIMIT)


def company_of(match: FieldsMatch) -> Company:
    """The company as a mission leaves it."""
    outcome = GAME.ending(match.state)
    assert outcome is not None
    return msgspec.convert(outcome.carried, Company)


def told(match: FieldsMatch) -> Fought:
    """One mission in figures."""
    company, state = company_of(match), match.state
    return Fought(match.header.scenario, company.success, state.turn, state.attempt, company.casualties, match.seq)


def missing(found: Iterable[Campaign], names: Iterable[str], bot: str, games: int) -> list[tuple[str, str, int]]:
    """Campaigns that are still to be played, one of each kind after the other."""
    have = {(one.name, one.bot, one.number) for one in found}
    wanted = [(name, bot, number) for number in range(games) for name in names]
    return [one for one in wanted if one not in have]


def line(one: Campaign) -> str:
    """A campaign in one line: its missions, what was won of them, casualties, and how it ended."""
    won, lost = sum(each.done for each in one.chapters), sum(each.casualties for each in one.chapters)
    turns = sum(each.turns for each in one.chapters)
    begun = f"{one.name} {one.number} by {one.bot}: {len(one.chapters)} missions, {won} done, {turns} last turns"
    ended = f"FAULT: {one.fault}" if one.fault else one.status
    return f"{begun}, {lost} casualties, {one.seconds:.0f} CPU s, {ended}"


def main(words: list[str]) -> int:
    """Play what is missing and tell how it went; fails when anything was wrong with a campaign."""
    told = asked("campaigns", "Whole campaigns by a bot.", tuple(first_missions()), words, 3, has_page=False)
    found = kept(told.to, Campaign)
    found += go_on(told.to, missing(found, told.played, told.bot, told.games), play, told.jobs)
    series = [one for one in found if one.bot == told.bot and one.name in told.played and one.number < told.games]
    print("\n".join(map(line, series)))
    return 1 if any(one.fault for one in series) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
