"""Chapter 15.68 and the play-book's 7.5: divisions in several counters, their integrity and the fate of their parts.

Each formation of the counters' file has a kind: ``battalions`` for the panzer division of the play-book, whose tanks
come one battalion a counter; ``panzer``, ``motorised``, ``ss_motorised`` and ``ss_brigade`` for those of the series.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.eastfront.model import WITHDRAWN, CrimeaState, Piece
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map, ref
from sandtable.games.eastfront.scenario import Counter
from sandtable.kernel import Draft, Refusal, refuse

BATTALIONS, PANZER, MOTORISED, SS_MOTORISED, SS_BRIGADE = (
    "battalions",
    "panzer",
    "motorised",
    "ss_motorised",
    "ss_brigade",
)
PANZERS = (BATTALIONS, PANZER)
MOTORISED_DIVISIONS = (MOTORISED, SS_MOTORISED)
PARTNERS = ("recon", "motorised_infantry", "motorcycle")
SCOUTS = ("recon", "motorcycle")
SS_PARTS, SS_BRIGADE_PARTS = 3, 2


def kind_of(state: CrimeaState, counter: Counter) -> str:
    """The kind of division that a unit belongs to; empty for any other unit."""
    return str(state.board.formations.get(counter.formation, {}).get("kind", ""))


# rule: EF-15.68.c, EF-PB7.51
def is_qualified(kind: str, parts: list[Counter]) -> bool:
    """Whether enough of a division takes part in an attack for it to fight as one."""
    tanks = any(u.kind == "tank" for u in parts)
    regiments = len([u for u in parts if u.kind == "motorised_infantry"])
    scouts = any(u.kind in SCOUTS for u in parts)
    match kind:
        case "battalions":
            return tanks and any(u.kind in PARTNERS for u in parts)
        case "panzer":
            return tanks and regiments >= 1 and (regiments >= 2 or scouts)
        case "motorised":
            return regiments >= 2 and scouts
        case "ss_motorised":
            return len(parts) >= SS_PARTS
        case "ss_brigade":
            return len(parts) >= SS_BRIGADE_PARTS
        case _:
            return False


# rule: EF-15.68.a, EF-15.68.b
def whole_divisions(state: CrimeaState, units: Iterable[int]) -> int:
    """How many divisions attack as such: a motorised one counts only beside a panzer division of its own."""
    parts: dict[str, list[Counter]] = {}
    for key in units:
        counter = state.board.units[key]
        if counter.formation and counter.nation == "german":
            parts.setdefault(counter.formation, []).append(counter)
    found = [kind_of(state, own[0]) for own in parts.values() if is_qualified(kind_of(state, own[0]), own)]
    panzers = len([kind for kind in found if kind in PANZERS])
    motorised = len([kind for kind in found if kind in MOTORISED_DIVISIONS])
    return panzers + min(motorised, panzers) + found.count(SS_BRIGADE)


# rule: EF-18.13, EF-PB7.51, EF-PB7.53
def is_division(state: CrimeaState, units: list[Counter]) -> bool:
    """Whether enough counters of one division stand together to count as a division against works.

    The play-book says how many of some it takes; of others as many as would attack as a division.
    """
    for name, row in state.board.formations.items():
        parts = [u for u in units if u.formation == name]
        whole = row.get("whole", 0)
        if parts and (len(parts) >= whole if whole else is_qualified(row["kind"], parts)):
            return True
    return False


# rule: EF-PB7.52
def why_kept_away(state: CrimeaState, key: int) -> Refusal | None:
    """Why a division may not come on the map: panzer and motorised divisions are never there together."""
    kind = kind_of(state, state.board.units[key])
    others = MOTORISED_DIVISIONS if kind in PANZERS else PANZERS if kind in MOTORISED_DIVISIONS else ()
    for other in on_map(state, state.board.units[key].side):
        if kind_of(state, state.board.units[other]) in others:
            return refuse("EF-PB7.52", "refuse.divisions_apart", ref(key), ref(other), unit=ref(key), other=ref(other))
    return None


# rule: EF-PB7.53
def dismount(d: Draft[CrimeaState], key: int) -> None:
    """A lost motorised regiment comes back on foot only: its other counter takes its place in the box."""
    counter, box = d.now.board.units[key], d.now.pieces[key].box
    if not counter.on_foot:
        return
    walking = next(number for number, other in d.now.board.units.items() if other.name == counter.on_foot)
    d.put("pieces", walking, Piece(box=box))
    d.put("pieces", key, Piece(box=WITHDRAWN))
    d.log("log.dismounted", "EF-PB7.53", ref(walking), unit=ref(key), other=ref(walking))
