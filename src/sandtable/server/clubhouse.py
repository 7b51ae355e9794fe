"""Routes about what people play for: the ladder and tournaments. A server for one machine has neither."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandtable.kernel import codec
from sandtable.server import ladder, problems, seating, tournaments
from sandtable.server.adapter import Routes
from sandtable.server.context import ServerContext
from sandtable.server.shapes.base import Word
from sandtable.server.shapes.club import (
    Ladder,
    NewTournament,
    Somebody,
    Tournament,
    TournamentGame,
    TournamentInfo,
    TournamentList,
    TournamentRound,
    TournamentRow,
)
from sandtable.server.sides import side_names
from sandtable.server.standings import standings
from sandtable.server.visits import Visit
from sandtable.store import Transaction, rows
from sandtable.store.loading import named_scenario

route = Routes()

TournamentId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9]+$(?!\n)")]


def check_club(context: ServerContext) -> None:
    """Raise on a server without accounts: there is nobody to compare oneself with."""
    if context.config.is_local:
        raise problems.not_found("no_club")


def _check_pace(visit: Visit) -> None:
    if wait := visit.context.actions.wait(visit.account_id):
        raise problems.too_fast(wait)


@route("GET", "/api/ladder/{game}")
def the_ladder(visit: Visit, game: Word, side: Word = "") -> Ladder:
    """Who is how strong in a game, and the last games that counted."""
    check_club(visit.context)
    seating.find_game(game)
    return ladder.shown(visit.context, game, side, visit.account_id)


# --- tournaments ------------------------------------------------------------------------------------------------------


@route("GET", "/api/tournaments")
def tournament_list(visit: Visit) -> TournamentList:
    """Tournaments, the newest first."""
    context, person = visit.context, visit.person
    check_club(context)
    with context.store.reading() as transaction:
        found = transaction.tournaments.listed()
        counts = transaction.tournaments.counts(row.id for row in found)
        shown = tuple(_info(context, transaction, row, counts.get(row.id, 0)) for row in found)
    return TournamentList(tournaments=shown, may_organise=tournaments.may_organise(context, person.name))


@route("POST", "/api/tournaments")
def new_tournament(visit: Visit, body: NewTournament) -> Tournament:
    """Organise a tournament."""
    check_club(visit.context)
    _check_pace(visit)
    return _shown(visit, tournaments.create(visit.context, visit.account_id, visit.person.name, body))


@route("GET", "/api/tournaments/{tournament}")
def one_tournament(visit: Visit, tournament: TournamentId) -> Tournament:
    """A tournament, its standings and its rounds."""
    check_club(visit.context)
    return _shown(visit, tournament)


@route("POST", "/api/tournaments/{tournament}/enter")
def enter_tournament(visit: Visit, tournament: TournamentId) -> Tournament:
    """Play in a tournament."""
    check_club(visit.context)
    _check_pace(visit)
    tournaments.enter(visit.context, tournament, visit.account_id)
    return _shown(visit, tournament)


@route("POST", "/api/tournaments/{tournament}/leave")
def leave_tournament(visit: Visit, tournament: TournamentId) -> Tournament:
    """Play no further; what is being played is resigned."""
    check_club(visit.context)
    _check_pace(visit)
    tournaments.leave(visit.context, tournament, visit.account_id)
    return _shown(visit, tournament)


@route("POST", "/api/tournaments/{tournament}/remove")
def remove_entrant(visit: Visit, tournament: TournamentId, body: Somebody) -> Tournament:
    """Let somebody play no further; for the organiser."""
    check_club(visit.context)
    _check_pace(visit)
    tournaments.remove(visit.context, tournament, visit.account_id, body.name)
    return _shown(visit, tournament)


@route("POST", "/api/tournaments/{tournament}/start")
def start_tournament(visit: Visit, tournament: TournamentId) -> Tournament:
    """Begin the first round; for the organiser."""
    check_club(visit.context)
    _check_pace(visit)
    tournaments.start(visit.context, tournament, visit.account_id)
    return _shown(visit, tournament)


@route("POST", "/api/tournaments/{tournament}/cancel")
def cancel_tournament(visit: Visit, tournament: TournamentId) -> Tournament:
    """End a tournament before its time; for the organiser."""
    check_club(visit.context)
    _check_pace(visit)
    tournaments.cancel(visit.context, tournament, visit.account_id)
    return _shown(visit, tournament)


def _info(context: ServerContext, transaction: Transaction, row: rows.TournamentRow, entrants: int) -> TournamentInfo:
    plan = tournaments.plan_of(row)
    has_begun = row.status in ("running", "over")
    return TournamentInfo(
        id=row.id,
        name=row.name,
        game=row.kind,
        scenario=row.scenario,
        plan=plan,
        status=row.status,  # type: ignore[arg-type]
        round=row.round,
        rounds=tournaments.rounds_played(plan, entrants) if has_begun else plan.rounds,
        deadline=row.deadline,
        organiser=transaction.people.find(row.owner_id).name,
        created=row.created,
        entrants=entrants,
        now=context.store.now(),
    )


def _shown(visit: Visit, tournament_id: str) -> Tournament:
    context, account_id = visit.context, visit.account_id
    with context.store.reading() as transaction:
        row = transaction.tournaments.find(tournament_id)
        entrants = transaction.tournaments.entrants(tournament_id)
        pairings = transaction.tournaments.pairings(tournament_id)
        info = _info(context, transaction, row, len(entrants))
    people = {one.account_id: one for one in entrants}
    names = {one.account_id: one.name for one in entrants}
    scenario = named_scenario(seating.find_game(row.kind), row.scenario, codec.decode(row.options, dict))
    order = {one.account_id: place for place, one in enumerate(entrants)}
    places = [] if row.status == "open" else standings(order, pairings, info.plan.system)
    listed = [one.account_id for one in places] or list(people)
    found = {one.account_id: one for one in places}
    rounds = sorted({one.round for one in pairings}, reverse=True)
    is_in = account_id in people and not people[account_id].is_out
    return Tournament(
        info=info,
        sides=tuple(side_names(row.kind, scenario.seats)),
        standings=tuple(
            TournamentRow(
                rank=place.rank if (place := found.get(who)) else number,
                name=names[who],
                points=place.points / 2 if place else 0,
                buchholz=place.buchholz / 2 if place else 0,
                berger=place.berger / 4 if place else 0,
                won=place.won if place else 0,
                is_out=people[who].is_out or people[who].disabled,
                is_me=who == account_id,
            )
            for number, who in enumerate(listed, start=1)
        ),
        rounds=tuple(
            TournamentRound(number=number, games=tuple(_game(one, names) for one in pairings if one.round == number))
            for number in rounds
        ),
        is_organiser=row.owner_id == account_id,
        may_enter=row.status == "open" and account_id not in people and len(people) < info.plan.places,
        may_leave=row.status in ("open", "running") and is_in,
    )


def _game(one: rows.PairingRow, names: dict[int, str]) -> TournamentGame:
    return TournamentGame(
        first=names.get(one.first, ""),
        second=names.get(one.second, ""),
        table=one.match_id if one.how not in ("forfeit", "absent") else "",
        points=None if one.points is None else one.points / 2,
        against=None if one.against is None else one.against / 2,
        how=one.how,
    )
