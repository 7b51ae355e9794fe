"""Routes about what people play for: the ladder and tournaments. A server for one machine has neither."""

from __future__ import annotations

from sandtable.server import ladder, problems, seating
from sandtable.server.adapter import Routes
from sandtable.server.context import ServerContext
from sandtable.server.shapes.base import Word
from sandtable.server.shapes.club import Ladder
from sandtable.server.visits import Visit

route = Routes()


def check_club(context: ServerContext) -> None:
    """Raise on a server without accounts: there is nobody to compare oneself with."""
    if context.config.is_local:
        raise problems.not_found("this server has no accounts, so it has no ladder and no tournaments")


@route("GET", "/api/ladder/{game}")
def the_ladder(visit: Visit, game: Word, side: Word = "") -> Ladder:
    """Who is how strong in a game, and the last games that counted."""
    check_club(visit.context)
    seating.find_game(game)
    return ladder.shown(visit.context, game, side, visit.account_id)
