"""The charts of the rulebook as players read them, worked out from the same data that the rules look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sandtable.games.axisallies.queries.sources import sources
from sandtable.games.axisallies.scenario import Canal, GlobalScenario, Installation, UnitType
from sandtable.kernel.queries import Phrase
from sandtable.kernel.refusals import Param, Ref
from sandtable.kernel.sheets import Cell, Line, Sheet

NOTHING = "–"
NUMBERED = 6
"""Places that a condition names one by one; a longer list is counted."""


def sheets(board: GlobalScenario) -> tuple[Sheet, ...]:
    """All of them, in the order in which a turn needs them."""
    return (
        _units(board),
        _combined_arms(board.tables["combined_arms"]),
        _installations(board),
        _powers(board),
        _objectives(board.tables["objectives"]),
        _research(board.tables["research"]),
        _victory(board.tables["charts"]),
        _cities(board.tables["charts"]["cities"]),
        _passages(board),
        sources(board),
    )


# --- words ------------------------------------------------------------------------------------------------------------


def _said(key: str, **params: Param) -> Phrase:
    return Phrase(f"sheet.{key}", dict(params))


def _title(key: str) -> Phrase:
    return _said(f"title.{key}")


def _one(of: str, key: int | str) -> Phrase:
    return _said("one", thing=Ref(of, key))


def _refs(of: str, keys: Iterable[int | str]) -> tuple[Ref, ...]:
    return tuple(Ref(of, key) for key in keys)


def _kind(key: str) -> Phrase:
    return Phrase(f"kind.{key}")


# --- units and installations ------------------------------------------------------------------------------------------


def _units(board: GlobalScenario) -> Sheet:
    heads = ("cost", "attack", "defence", "move", "hits", "also")
    return Sheet(
        id="units",
        group="units",
        title=_title("units"),
        corner=_said("unit"),
        columns=tuple(_said(head) for head in heads),
        rows=tuple(Line(head=_kind(kind.id), cells=_unit_cells(kind), rule=kind.rule) for kind in board.kinds.values()),
        rules=("AA-10.transport.capacity",),
    )


def _unit_cells(kind: UnitType) -> tuple[Cell, ...]:
    return (kind.cost, kind.attack or NOTHING, kind.defence or NOTHING, kind.move, kind.hits, _ability(kind))


def _ability(kind: UnitType) -> Cell:
    """The one thing that is special about a unit; the rule says the rest."""
    match kind:
        case UnitType(supports=supported) if supported:
            return _said("ability.supports", kinds=_refs("kind", supported))
        case UnitType(blitz=blitz) if blitz:
            return _said(f"ability.blitz_{blitz}")
        case UnitType(aa_shots=shots) if shots:
            return _said("ability.aa", shots=shots, hit=kind.aa_hit_on)
        case UnitType(intercepts=True):
            return _said("ability.escorts")
        case UnitType(raids=raids) if raids:
            return _said("ability.raids", bonus=kind.raid_bonus)
        case UnitType(surprise=True):
            return _said("ability.surprise")
        case UnitType(hunts_submarines=True):
            return _said("ability.hunts")
        case UnitType(bombards_at=hit) if hit:
            return _said("ability.bombards", hit=hit)
        case UnitType(deck_room=room) if room:
            return _said("ability.deck", room=room)
        case UnitType(hold=hold) if hold:
            return _said("ability.hold", any=hold.get("any", 0), infantry=hold.get("infantry", 0))
        case _:
            return NOTHING


def _combined_arms(table: Mapping[str, Any]) -> Sheet:
    return Sheet(
        id="combined_arms",
        group="units",
        title=_title("combined_arms"),
        corner=_said("unit"),
        columns=(_said("with"), _said("attack")),
        rows=tuple(
            Line(head=_kind(pair["unit"]), cells=(_kind(pair["with"]), pair["attack"]), rule=pair["rule"])
            for pair in table["pairs"]
        ),
        notes=(_said("note.pairing"),),
        rules=tuple(table["rules"]),
        source=table["source"],
    )


def _installations(board: GlobalScenario) -> Sheet:
    def cells(one: Installation) -> tuple[Cell, ...]:
        bonus: Cell = f"+{one.move_bonus}" if one.move_bonus else NOTHING
        return (one.cost, one.capacity or NOTHING, one.damage, one.out_at, one.ipc_at_least or NOTHING, bonus)

    table = board.tables["installations"]
    heads = ("cost", "capacity", "damage", "out_at", "ipc_at_least", "move_bonus")
    return Sheet(
        id="installations",
        group="units",
        title=_title("installations"),
        corner=_said("installation"),
        columns=tuple(_said(head) for head in heads),
        rows=tuple(Line(head=_kind(one.id), cells=cells(one), rule=one.rule) for one in board.installations.values()),
        notes=(
            _said("note.upgrade", cost=board.installations["minor_ic"].upgrade_cost),
            _said("note.repair", cost=table["repair_cost"]),
        ),
        rules=tuple(table["rules"]),
        source=table["source"],
    )


# --- powers, money, politics ------------------------------------------------------------------------------------------


def _powers(board: GlobalScenario) -> Sheet:
    rows = [
        Line(
            head=power.number,
            cells=(
                Phrase(f"economy.{economy}"),
                _said(f"alliance.{power.alliance}"),
                board.economies[economy].ipc,
                _one("place", board.economies[economy].capital) if board.economies[economy].capital else NOTHING,
            ),
        )
        for power in board.powers.values()
        for economy in power.economies
    ]
    return Sheet(
        id="powers",
        group="war",
        title=_title("powers"),
        corner=_said("order"),
        columns=(_said("power"), _said("alliance"), _said("ipc_at_start"), _said("capital")),
        rows=tuple(rows),
        rules=("AA-8.power-order", "AA-3.setup.ipc", "AA-9.3.capital.list"),
    )


def _objectives(table: Mapping[str, Any]) -> Sheet:
    return Sheet(
        id="objectives",
        group="war",
        title=_title("objectives"),
        corner=_said("power"),
        columns=(_said("award"), _said("condition")),
        rows=tuple(line for one in table["objectives"] for line in _objective(one)),
        notes=(_said("note.objectives"),),
        rules=tuple(table["rules"]),
        source=table["source"],
    )


def _objective(one: Mapping[str, Any]) -> Iterator[Line]:
    """A line for what it brings and its first condition, then one for each further condition."""
    award = one["award"]
    conditions = [_condition(when) for when in one["when"]]
    if "ipc_each" in award:
        conditions.append(_said("when.each", by=_holder(award["by"]), **_places(award["places"])))
    head: Cell = Phrase(f"economy.{one['economy']}") if "economy" in one else _one("seat", one["power"])
    yield Line(head=head, cells=(_award(award, bool(one.get("once"))), conditions[0]), rule=one["rule"])
    for more in conditions[1:]:
        yield Line(head="", cells=("", more))


def _award(award: Mapping[str, Any], once: bool) -> Phrase:
    if "units_worth" in award:
        return _said("award.units", ipc=award["units_worth"])
    if "ipc_each" in award:
        return _said("award.each", ipc=award["ipc_each"])
    return _said("award.once" if once else "award.ipc", ipc=award["ipc"])


def _condition(when: Mapping[str, Any]) -> Phrase:
    kind = when["kind"]
    params: dict[str, Param] = {}
    if "powers" in when:
        params["powers"] = _refs("seat", when["powers"])
    if "by" in when:
        params["by"] = _holder(when["by"])
    if "places" in when:
        params |= _places(when["places"])
    if "count" in when:
        params["least"] = when["count"]
    if "class" in when:
        return _said(f"when.{kind}.{when['class']}", **params)
    if "event" in when:
        return _said(f"when.{when['event']}", **params)
    return _said(f"when.{kind}", **params)


def _holder(by: str) -> Param:
    return Ref("word", by) if by in ("axis", "allies") else Ref("seat", by)


def _places(places: list[int]) -> dict[str, Param]:
    few = len(places) <= NUMBERED
    return {"count": 0 if few else len(places), "places": _refs("place", places if few else places[:1])}


def _research(table: Mapping[str, Any]) -> Sheet:
    effects = {one["id"]: one for one in table["breakthroughs"]}
    rows = [
        Line(
            head=face,
            cells=(Phrase(f"technology.{name}"), _said(f"effect.{name}", **_figures(effects[name]["effect"]))),
            rule=effects[name]["rule"],
        )
        for chart in table["charts"]
        for face, name in enumerate(chart, 1)
    ]
    return Sheet(
        id="research",
        group="war",
        title=_title("research"),
        corner=_said("die"),
        columns=(_said("breakthrough"), _said("effect")),
        rows=tuple(rows),
        notes=(_said("note.research", cost=table["die_cost"], success=table["success_on"]),),
        rules=tuple(table["rules"]),
        source=table["source"],
    )


def _figures(effect: Mapping[str, Any], prefix: str = "") -> dict[str, Param]:
    """The numbers of an effect, by name; those of a table inside it by both names."""
    found: dict[str, Param] = {}
    for name, value in effect.items():
        if isinstance(value, Mapping):
            found |= _figures(value, f"{name}_")
        elif isinstance(value, int):
            found[prefix + name] = value
    return found


# --- victory and passages ---------------------------------------------------------------------------------------------


def _victory(table: Mapping[str, Any]) -> Sheet:
    axis, allies = table["victory"]["axis"], table["victory"]["allies"]
    homes, rest = ", ".join(axis["also_one_of"]), ", ".join(allies["also_one_of"])
    ours = _said("victory.axis", europe=axis["europe"], pacific=axis["pacific"], home=homes)
    theirs = _said("victory.allies", all=", ".join(allies["all_of"]), one=rest)
    return Sheet(
        id="victory",
        group="war",
        title=_title("victory"),
        columns=(_said("condition"),),
        rows=(
            Line(head=_said("alliance.axis"), cells=(ours,), rule=axis["rule"]),
            Line(head=_said("alliance.allies"), cells=(theirs,), rule=allies["rule"]),
        ),
        rules=(axis["rule"], allies["rule"]),
        source=table["source"],
    )


def _cities(table: Mapping[str, Any]) -> Sheet:
    return Sheet(
        id="cities",
        group="war",
        title=_title("cities"),
        corner=_said("city"),
        columns=(_said("place"), _said("map")),
        rows=tuple(
            Line(head=one["city"], cells=(_one("place", one["place"]), _said(f"map.{half}")))
            for half in ("europe", "pacific")
            for one in table[half]
        ),
        source=table["source"],
    )


def _passages(board: GlobalScenario) -> Sheet:
    def cells(canal: Canal) -> tuple[Cell, ...]:
        free: Cell = _said("kinds", kinds=_refs("kind", canal.free)) if canal.free else NOTHING
        zones = _said("places", places=_refs("place", canal.zones))
        return (zones, _said("places", places=_refs("place", canal.land)), free)

    return Sheet(
        id="passages",
        group="war",
        title=_title("passages"),
        corner=_said("passage"),
        columns=(_said("zones"), _said("land"), _said("free")),
        rows=tuple(Line(head=Phrase(f"canal.{one.id}"), cells=cells(one), rule=one.rule) for one in board.canals),
        notes=(_said("note.passages"),),
        rules=("AA-7.canal.def",),
    )
