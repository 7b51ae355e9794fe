"""Tournaments: made, entered, begun, played round by round, ended. Results are those of the matches themselves.

A round is a set of tables with kept seats; a game begins when both have sat down. What is not over when the round ends
is decided then: see :func:`_verdict` and :func:`_unplayed`. What follows from a result is done by a job, which may run
twice.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from sandtable.kernel import Outcome, Ref, UnknownName, codec
from sandtable.server import absence, ladder, pairing, problems, seating, sides, standings, umpire
from sandtable.server.context import ServerContext
from sandtable.server.shapes.club import NewTournament, TournamentPlan
from sandtable.server.shapes.tables import Settings
from sandtable.server.tables import Table
from sandtable.store import Conflict, Missing, Transaction
from sandtable.store.learning import learn
from sandtable.store.loading import named_scenario
from sandtable.store.people import folded
from sandtable.store.rows import EntrantRow, PairingRow, TournamentRow

JOB = "tournament"
DAY = 86_400_000
MOST_LIVING = 3
"""Tournaments that one person may have open or running."""
MOST_ROUND_ROBIN = 16
LEAST = 2
TRIES = 5
PATIENCE = DAY
"""Milliseconds for which a side may have kept the table waiting when a round ends; a tenth of the round if less."""

learn(TournamentPlan)


def plan_of(row: TournamentRow) -> TournamentPlan:
    """How a tournament is played."""
    return codec.decode(row.plan, TournamentPlan)


# --- making and entering ----------------------------------------------------------------------------------------------


def may_organise(context: ServerContext, name: str) -> bool:
    """Whether somebody may organise: those whom the host has named, or everybody."""
    named = {folded(one.strip()) for one in context.config.organisers.split(",") if one.strip()}
    return not named or folded(name) in named


def create(context: ServerContext, account_id: int, name: str, wanted: NewTournament) -> str:
    """Make a tournament that people can enter; gives its name."""
    if not may_organise(context, name):
        raise problems.forbidden("organisers")
    plan = wanted.plan
    if plan.system == "round_robin" and plan.places > MOST_ROUND_ROBIN:
        raise problems.conflict("round_robin", most=MOST_ROUND_ROBIN)
    ladder.check_settings(context, Settings(rated=plan.rated, clock=plan.clock))
    game = seating.find_game(wanted.game)
    try:
        scenario = named_scenario(game, wanted.scenario, wanted.options)
    except UnknownName as problem:
        raise problems.not_found("as_said", text=str(problem)) from None
    if len(sides.side_names(game.id, scenario.seats)) != 2:
        raise problems.conflict("tournament_sides")
    row = TournamentRow(
        id=seating.new_id(),
        name=wanted.name,
        kind=game.id,
        scenario=wanted.scenario,
        options=codec.encode(scenario.options).decode(),
        plan=codec.encode(plan).decode(),
        status="open",
        round=0,
        deadline=0,
        owner_id=account_id,
        created=context.store.now(),
        revision=0,
    )
    with context.store.writing() as transaction:
        if transaction.tournaments.living(account_id) >= MOST_LIVING:
            raise problems.conflict("many_tournaments", most=MOST_LIVING)
        transaction.tournaments.create(row)
    return row.id


def enter(context: ServerContext, tournament_id: str, account_id: int) -> None:
    """Somebody wants to play."""
    with context.store.writing() as transaction:
        row = transaction.tournaments.find(tournament_id)
        _check_open(row)
        known = transaction.tournaments.entrants(tournament_id)
        if any(one.account_id == account_id for one in known):
            return
        if len(known) >= plan_of(row).places:
            raise problems.conflict("full")
        transaction.tournaments.enter(tournament_id, account_id)
        transaction.tournaments.change_if(row)


def leave(context: ServerContext, tournament_id: str, account_id: int) -> None:
    """Somebody does not play on: before the first round without a trace, then whatever is left is forfeited."""
    with context.store.writing() as transaction:
        row = transaction.tournaments.find(tournament_id)
        if not any(one.account_id == account_id for one in transaction.tournaments.entrants(tournament_id)):
            raise problems.conflict("not_entered")
        if row.status not in ("open", "running"):
            raise problems.conflict("tournament_over")
        if row.status == "open":
            transaction.tournaments.leave(tournament_id, account_id)
        else:
            transaction.tournaments.change_entrant(tournament_id, account_id, is_out=True)
        transaction.tournaments.change_if(row)
    if row.status == "running":
        advance(context, tournament_id)


def remove(context: ServerContext, tournament_id: str, account_id: int, name: str) -> None:
    """The organiser lets somebody not play on."""
    with context.store.reading() as transaction:
        _check_owner(transaction.tournaments.find(tournament_id), account_id)
        found = transaction.people.named(name)
    if found is None:
        raise problems.not_found("nobody_called", name=name)
    leave(context, tournament_id, found.id)


def _check_open(row: TournamentRow) -> None:
    if row.status != "open":
        raise problems.conflict("tournament_begun" if row.status == "running" else "tournament_over")


def _check_owner(row: TournamentRow, account_id: int) -> None:
    if row.owner_id != account_id:
        raise problems.forbidden("organiser_only")


# --- beginning and ending ---------------------------------------------------------------------------------------------


def rounds_of(plan: TournamentPlan, players: int) -> int:
    """How many rounds so many people play; raises where the plan wants more than they have opponents."""
    most = players - 1 + players % 2
    if plan.system == "round_robin":
        return most
    if plan.rounds > most:
        raise problems.conflict("many_rounds", players=players, most=most)
    return plan.rounds or max(1, math.ceil(math.log2(players)))


def start(context: ServerContext, tournament_id: str, account_id: int) -> None:
    """Begin the first round."""
    with context.store.writing() as transaction:
        row = transaction.tournaments.find(tournament_id)
        _check_owner(row, account_id)
        _check_open(row)
        entrants = [one for one in transaction.tournaments.entrants(tournament_id) if not one.disabled]
        if len(entrants) < LEAST:
            raise problems.conflict("few_people", least=LEAST)
        rounds_of(plan_of(row), len(entrants))
        strength = _strengths(transaction, row.kind)
        ordered = sorted(entrants, key=lambda one: (-strength.get(one.account_id, 1500), one.joined, one.account_id))
        for number, one in enumerate(ordered, start=1):
            transaction.tournaments.change_entrant(tournament_id, one.account_id, seed=number)
        _next_round(context, transaction, row)
    context.hub.work()


def cancel(context: ServerContext, tournament_id: str, account_id: int) -> None:
    """End a tournament before its time; games that are being played go on, for nothing but themselves."""
    with context.store.writing() as transaction:
        row = transaction.tournaments.find(tournament_id)
        _check_owner(row, account_id)
        if row.status not in ("open", "running"):
            raise problems.conflict("tournament_over")
        transaction.tournaments.change_if(row, status="cancelled", deadline=0)
        unplayed = [one for one in transaction.tournaments.pairings(tournament_id) if one.points is None]
        closed = [one.match_id for one in unplayed if _is_unbegun(transaction, one)]
        for match_id in closed:
            transaction.matches.remove(match_id)
    _let_go(context, closed)


def _strengths(transaction: Transaction, kind: str) -> dict[int, float]:
    """The best that is known of everybody on the ladder of a game."""
    found: dict[int, float] = {}
    for one in transaction.ladder.standings(kind):
        if not one.bot:
            found[one.account_id] = max(one.rating, found.get(one.account_id, 0))
    return found


# --- rounds -----------------------------------------------------------------------------------------------------------


def follow(transaction: Transaction, table: Table) -> None:
    """A game is over: look later what that means for its tournament."""
    if table.row.tournament:
        payload = {"tournament": table.row.tournament}
        transaction.jobs.add(JOB, f"{JOB}:{table.row.tournament}:{table.id}", payload)


def advance(context: ServerContext, tournament_id: str) -> None:
    """Bring a tournament up to date: games end where they must, results are taken, the next round begins."""
    with context.store.reading() as transaction:
        row = transaction.tournaments.find(tournament_id)
        gone = _gone(transaction.tournaments.entrants(tournament_id))
        pairings = transaction.tournaments.pairings(tournament_id)
    if row.status != "running":
        return
    is_due = context.store.now() >= row.deadline
    for one in pairings:
        if one.round == row.round and one.points is None and one.match_id:
            _end(context, row, one, gone, is_due=is_due)
    for _ in range(TRIES):
        try:
            with context.store.writing() as transaction:
                closed = _settle(context, transaction, tournament_id)
        except Conflict:  # somebody was quicker: look again
            continue
        _let_go(context, closed)
        break
    context.hub.work()


def _gone(entrants: Sequence[EntrantRow]) -> frozenset[int]:
    return frozenset(one.account_id for one in entrants if one.is_out or one.disabled)


def _let_go(context: ServerContext, match_ids: Sequence[str]) -> None:
    for match_id in match_ids:
        context.tables.forget(match_id)
        context.hub.wake(match_id)


def _end(context: ServerContext, row: TournamentRow, one: PairingRow, gone: frozenset[int], *, is_due: bool) -> None:
    """End a game that is being played: its round is over, or one of the two is gone."""
    absent = [who for who in (one.first, one.second) if who in gone]
    if not (is_due or absent):
        return
    try:
        with context.tables.at(one.match_id) as table:
            if table.row.status != "playing":
                return
            if absent and (seats := table.seats_of(absent[0])):
                umpire.resign(context, table.id, absent[0], seats[0])
            elif is_due:
                outcome = _verdict(row, table, context.store.now())
                umpire.finish(context, table, outcome, "", lambda writing: _say(writing, table.id))
    except problems.Wrong as problem:
        if problem.status != 404:
            raise


def _say(transaction: Transaction, table_id: str) -> None:
    transaction.talk.say(table_id, None, key="chat.deadline")


def _verdict(row: TournamentRow, table: Table, now: int) -> Outcome:
    """A game that its round did not wait for: whoever has kept the table waiting for long loses, else it is a draw."""
    named = sides.side_names(table.row.kind, [one.seat for one in table.seats])
    waiting = [side for side, seats in named.items() if any(seat in table.asked for seat in seats)]
    patience = min(PATIENCE, plan_of(row).days * DAY // 10)
    if len(waiting) == 1 and now - table.row.turned >= patience:
        late = named[waiting[0]]
        winners = tuple(one.seat for one in table.seats if one.seat not in late)
        return Outcome(winners=winners, key="outcome.late", params={"seat": Ref("seat", late[0])})
    return Outcome(winners=tuple(one.seat for one in table.seats), key="outcome.deadline")


def _settle(context: ServerContext, transaction: Transaction, tournament_id: str) -> list[str]:
    """Take what results there are; when the round is over go on. Gives the tables that nobody needs any more."""
    row = transaction.tournaments.find(tournament_id)
    if row.status != "running":
        return []
    gone = _gone(transaction.tournaments.entrants(tournament_id))
    is_due = transaction.tournaments.now() >= row.deadline
    closed, is_open = [], False
    for one in transaction.tournaments.pairings(tournament_id):
        if one.points is not None:
            continue
        result = _played(transaction, one)
        if result is None and _is_unbegun(transaction, one):
            result = _unplayed(transaction, one, gone, is_due=is_due)
            if result is not None:
                transaction.matches.remove(one.match_id)
                closed.append(one.match_id)
        if result is None:
            is_open = True
        else:
            transaction.tournaments.settle(one, *result)
    if not is_open:
        _next_round(context, transaction, row)
    return closed


def _is_unbegun(transaction: Transaction, one: PairingRow) -> bool:
    try:
        return transaction.matches.find(one.match_id).status == "open"
    except Missing:
        return False


def _played(transaction: Transaction, one: PairingRow) -> tuple[int, int, str] | None:
    """The result of a match that is over; one that is not there any more was played by nobody."""
    try:
        row = transaction.matches.find(one.match_id)
    except Missing:
        return 0, 0, "absent"
    if row.status != "over":
        return None
    outcome = codec.decode(row.outcome, Outcome)
    seats = [seat.seat for seat in transaction.matches.seats(row.id)]
    return *sides.half_points(sides.side_names(row.kind, seats), outcome), outcome.key.removeprefix("outcome.")


def _unplayed(
    transaction: Transaction, one: PairingRow, gone: frozenset[int], *, is_due: bool
) -> tuple[int, int, str] | None:
    """The result of a game that has not begun: whoever is gone, or not there when the round ends, forfeits it."""
    absent = {who for who in (one.first, one.second) if who in gone}
    if not absent and is_due:
        there = {seat.account_id for seat in transaction.matches.seats(one.match_id) if not seat.reserved}
        absent = {one.first, one.second} - {who for who in there if who is not None}
    if not absent:
        return None
    if len(absent) == 2:
        return 0, 0, "absent"
    return (0, 2, "forfeit") if one.first in absent else (2, 0, "forfeit")


def _next_round(context: ServerContext, transaction: Transaction, row: TournamentRow) -> None:
    """Pair the next round and set its tables, or end the tournament."""
    plan, number = plan_of(row), row.round + 1
    entrants = [one for one in transaction.tournaments.entrants(row.id) if one.seed]
    pairings = transaction.tournaments.pairings(row.id)
    gone = _gone(entrants)
    playing = [one for one in entrants if one.account_id not in gone]
    if number > rounds_played(plan, len(entrants)) or len(playing) < LEAST:
        transaction.tournaments.change_if(row, status="over", deadline=0)
        return
    now = transaction.tournaments.now()
    deadline = now + plan.days * DAY
    transaction.tournaments.change_if(row, status="running", round=number, deadline=deadline)
    if plan.system == "round_robin":
        pairs = pairing.round_robin([one.account_id for one in entrants])[number - 1]
    else:
        pairs = _swiss(playing, pairings)
    names = {one.account_id: one.name for one in entrants}
    rows = []
    for board, (first, second) in enumerate(pairs, start=1):
        rows.append(_paired(context, transaction, row, number, board, (first, second), gone, names))
    transaction.tournaments.pair(rows)
    payload = {"tournament": row.id}
    transaction.jobs.add(JOB, f"{JOB}:{row.id}:round:{number}", payload, deadline)
    if all(one.points is not None for one in rows):
        transaction.jobs.add(JOB, f"{JOB}:{row.id}:skip:{number}", payload)


def rounds_played(plan: TournamentPlan, players: int) -> int:
    """How many rounds a tournament that has begun has."""
    try:
        return rounds_of(plan, players)
    except problems.Wrong:
        return players - 1


def _swiss(playing: Sequence[EntrantRow], pairings: Sequence[PairingRow]) -> list[tuple[int, int | None]]:
    seeds = {one.account_id: one.seed for one in playing}
    met = Counter(pairing.key(one.first, one.second) for one in pairings if one.second)
    byes = Counter(one.first for one in pairings if one.how == "bye")
    byes += Counter(
        one.first if one.points else one.second for one in pairings if one.how == "forfeit" and one.points is not None
    )
    was_first = Counter(one.first for one in pairings if one.second)
    was_second = Counter(one.second for one in pairings if one.second)
    # Whoever is gone still was an opponent: their points count in the tie-breaks.
    everybody = {who: len(seeds) + 1 for one in pairings for who in (one.first, one.second) if who} | seeds
    order = [one for one in standings.standings(everybody, pairings, "swiss") if one.account_id in seeds]
    ranked = [pairing.Entry(one.account_id, one.points, byes[one.account_id]) for one in order]
    pairs, bye = pairing.swiss(ranked, met)
    found: list[tuple[int, int | None]] = [pairing.with_sides(pair, was_first, was_second) for pair in pairs]
    return found + ([(bye, None)] if bye is not None else [])


def _paired(
    context: ServerContext,
    transaction: Transaction,
    row: TournamentRow,
    number: int,
    board: int,
    pair: tuple[int, int | None],
    gone: frozenset[int],
    names: dict[int, str],
) -> PairingRow:
    """A pairing; where both are there to play it, with a table."""
    first, second = pair

    def without_table(points: int, against: int, how: str) -> PairingRow:
        return PairingRow(
            tournament_id=row.id,
            round=number,
            board=board,
            first=first,
            second=second or 0,
            match_id="",
            points=points,
            against=against,
            how=how,
        )

    plan = plan_of(row)
    if second is None:
        return without_table(*((2, 0, "bye") if plan.system == "swiss" else (0, 0, "rest")))
    absent = {first, second} & gone
    if absent:
        return without_table(
            *((0, 0, "absent") if len(absent) == 2 else (0, 2, "forfeit") if first in absent else (2, 0, "forfeit"))
        )
    settings = Settings(title=f"{row.name} ({number}.{board})", listed=False, clock=plan.clock, rated=plan.rated)
    match_id = seating.set_for(context, transaction, row, settings, (first, second))
    due = transaction.tournaments.now() + context.config.away * 1000
    for who, other in ((first, second), (second, first)):
        payload = {
            "game": match_id,
            "account": who,
            "about": "paired",
            "more": {"who": names[other], "tournament": row.name},
        }
        transaction.jobs.add(absence.NEWS, f"{absence.NEWS}:{match_id}:paired:{who}", payload, due)
    return PairingRow(tournament_id=row.id, round=number, board=board, first=first, second=second, match_id=match_id)
