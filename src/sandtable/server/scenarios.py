"""Routes about scenarios of one's own: positions that were edited and are kept with the account, as case files.

They are looked through like any case before they are kept (:mod:`sandtable.server.studying`), so that what is listed
can be played. Nobody else sees one unless its owner gives away the link to it; the link shows what is kept now.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandtable.server import problems
from sandtable.server.adapter import Routes
from sandtable.server.play import WHOLE_GAME, check_pace
from sandtable.server.shapes.base import Empty, Word
from sandtable.server.shapes.play import KeepScenario, OwnCase, OwnScenario, OwnScenarios
from sandtable.server.studying import ReadCase
from sandtable.server.visits import Visit
from sandtable.store.rows import ScenarioRow

route = Routes()

MOST = 60
"""Scenarios that one account keeps."""
MOST_LETTERS = 2_000_000
"""And how long all of them may be together: a position of the largest game has some 40,000 letters."""
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Link = Annotated[str, Meta(min_length=32, max_length=32, pattern=r"^[0-9a-f]*$(?!\n)")]


@route("GET", "/api/scenarios")
def own_scenarios(visit: Visit, game: Word = "") -> OwnScenarios:
    """My scenarios, of one game or of all."""
    with visit.context.store.reading() as transaction:
        found = transaction.scenarios.of(visit.account_id)
    return OwnScenarios(scenarios=tuple(_told(one) for one in found if game in ("", one.kind)), most=MOST)


@route("POST", "/api/scenarios")
def keep_scenario(visit: Visit, body: KeepScenario) -> OwnScenario:
    """Keep a position as a scenario of mine."""
    check_pace(visit, WHOLE_GAME)
    name = body.name.strip()
    if not name:
        raise problems.malformed("name: a scenario has a name that can be read")
    found = visit.context.study.ask(ReadCase(text=body.text), visit.account_id)
    if found.problem:
        raise problems.conflict("as_said", text=found.problem)
    with visit.context.store.writing() as transaction:
        kept = transaction.scenarios
        others = [one for one in kept.of(visit.account_id) if (one.kind, one.name) != (found.game, name)]
        if len(others) >= MOST:
            raise problems.conflict("many_scenarios", most=MOST)
        letters = len(body.text) + sum(one.letters for one in others)
        if letters > MOST_LETTERS:
            raise problems.conflict("many_letters", letters=letters, most=MOST_LETTERS)
        number = kept.keep(visit.account_id, found.game, found.scenario, name, body.text)
    return _told(_find(visit, number)[0])


@route("GET", "/api/scenarios/{number}")
def own_scenario(visit: Visit, number: Number) -> OwnCase:
    """One of my scenarios, with its text."""
    return _case(*_find(visit, number))


@route("DELETE", "/api/scenarios/{number}")
def remove_scenario(visit: Visit, number: Number) -> Empty:
    """Delete one of my scenarios."""
    with visit.context.store.writing() as transaction:
        if not transaction.scenarios.remove(visit.account_id, number):
            raise problems.not_found("no_scenario")
    return Empty()


# --- showing one to others --------------------------------------------------------------------------------------------


@route("POST", "/api/scenarios/{number}/link")
def share_scenario(visit: Visit, number: Number) -> OwnScenario:
    """Show one of my scenarios to whoever has the link."""
    return _share(visit, number, on=True)


@route("DELETE", "/api/scenarios/{number}/link")
def unshare_scenario(visit: Visit, number: Number) -> OwnScenario:
    """Show it to nobody any more; the link is dead for good."""
    return _share(visit, number, on=False)


@route("GET", "/api/shared/{link}")
def shared_scenario(visit: Visit, link: Link) -> OwnCase:
    """A scenario that somebody shows by a link."""
    check_pace(visit)
    with visit.context.store.reading() as transaction:
        found = transaction.scenarios.linked(link)
    if found is None:
        raise problems.not_found("no_shared")
    return _case(*found)


def _share(visit: Visit, number: int, *, on: bool) -> OwnScenario:
    check_pace(visit)
    with visit.context.store.writing() as transaction:
        transaction.scenarios.share(visit.account_id, number, on=on)
    return _told(_find(visit, number)[0])


def _find(visit: Visit, number: int) -> tuple[ScenarioRow, str]:
    with visit.context.store.reading() as transaction:
        found = transaction.scenarios.find(visit.account_id, number)
    if found is None:
        raise problems.not_found("no_scenario")
    return found


def _case(row: ScenarioRow, text: str) -> OwnCase:
    return OwnCase(name=row.name, game=row.kind, scenario=row.scenario, text=text)


def _told(row: ScenarioRow) -> OwnScenario:
    return OwnScenario(
        id=row.id,
        name=row.name,
        game=row.kind,
        scenario=row.scenario,
        letters=row.letters,
        changed=row.changed,
        link=f"/edit?shared={row.link}" if row.link else "",
    )
