"""What a client needs to draw the map of cards and its counters. No rule hangs on it."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.model import GREEN, LINE, VETERAN
from sandtable.games.fieldsoffire.rules.enemy.hierarchies import rows
from sandtable.games.fieldsoffire.scenario import FieldsScenario, Rating, Terrain, UnitType
from sandtable.games.fieldsoffire.scenario.deck import LEAST_NCM, MOST_NCM, ActionCard
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.ground import BELOW, COMPASS, MARGIN
from sandtable.kernel.boards import CardGrid

LETTERS = "PCLV"


def board(scenario: FieldsScenario) -> dict[str, Any]:
    """The grid, every terrain card and every kind of counter as printed, and where the pieces of a position are."""
    mission = scenario.mission
    return {
        **grid_of(scenario).drawing("cards"),
        "staging": mission.staging,
        "terrain": {str(number): _terrain(card) for number, card in scenario.terrain.items()},
        "types": {kind: _type(scenario.types[keys[0]]) for kind, keys in scenario.stock.items()},
        "counters": {str(key): {"name": one.name, "type": one.type.id} for key, one in scenario.counters.items()},
        "pieces": [{"table": "units", "of": "unit", "at": "at", "side": "side"}],
        "named": [{"table": "assets", "of": "asset", "kind": "kind", "kinds": "asset_kind"}],
        "deck": {str(number): _action(card) for number, card in scenario.deck.items()},
        "checks": checks(),
        "attribution": "map.attribution",
        "mission": {"name": mission.id, "title": mission.title, "turns": mission.turns, "source": mission.source},
    }


def grid_of(scenario: FieldsScenario) -> CardGrid:
    """The grid of cards with room for what the enemy may add around it."""
    mission = scenario.mission
    return CardGrid(columns=mission.columns, rows=mission.rows, left=MARGIN, right=MARGIN, below=BELOW, above=MARGIN)


def checks() -> dict[str, list[dict[str, Any]]]:
    """The activity tables, column by column: each situation with its actions and the numbers that pick them."""
    return {
        f"{table}.{column}": [
            {
                "rule": row.rule,
                "situation": row.situation,
                "sides": row.sides,
                "options": [[one.action, one.least, one.most] for one in row.options],
            }
            for row in rows(table, column)
        ]
        for table, printed in chart("enemy_activity").items()
        if isinstance(printed, dict) and "situations" in printed
        for column in printed["columns"]
    }


def _terrain(card: Terrain) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind,
        "cc": card.cc,
        "low": card.low,
        "level": card.level,
        "potential": card.potential,
        "draw": card.draw,
        "cover": card.cover,
        "burst": card.burst,
        "vehicles": card.vehicles,
        "landing": card.landing,
        "edges": {side: "open" if is_open else "dark" for side, is_open in zip(COMPASS, card.open, strict=True)},
        "source": card.source,
        "town": _town(card) if card.town else None,
    }


def _action(card: ActionCard) -> dict[str, Any]:
    """A card of the action deck: its results as one letter each, from the worst net combat modifier to the best."""
    return {
        "helmet": card.helmet,
        "star": card.star,
        "word": card.word,
        "icon": card.icon,
        "hq": card.hq,
        "at": card.at,
        "results": "".join(card.results[ncm][0] for ncm in range(LEAST_NCM, MOST_NCM + 1)),
        "hits": [card.hits[experience] for experience in (GREEN, LINE, VETERAN)],
        "random": list(card.random.values()),
    }


def _town(card: Terrain) -> dict[str, Any]:
    town = card.town
    assert town is not None
    return {
        "kind": town.kind,
        "buildings": list(town.buildings),
        "storeys": card.storeys,
        "courtyard": town.courtyard,
        "roof": town.roof,
    }


def _type(kind: UnitType) -> dict[str, Any]:
    return {
        "name": kind.name,
        "side": kind.side,
        "nation": kind.nation,
        "kind": kind.kind,
        "steps": kind.steps,
        "front": [{"steps": steps, **_rating(one)} for steps, one in kind.sides],
        "back": _rating(kind.team) if kind.team else None,
        "platoon": kind.platoon,
        "source": kind.source,
    }


def _rating(one: Rating) -> dict[str, Any]:
    reach = LETTERS[one.most] if one.least == 0 else f"{LETTERS[one.least]}-{LETTERS[one.most]}"
    vof = "^".join(part for part in (one.basic, one.special) if part)
    return {"vof": vof, "range": reach if vof else "", "tripod": one.tripod}
