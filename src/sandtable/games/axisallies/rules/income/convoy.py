"""Chapter 9.6: convoy disruption."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import at_war, paying, place
from sandtable.kernel import Draft, Ref
from sandtable.kernel.graph import matching


@dataclass(frozen=True)
class Raided:
    """A convoy zone where a treasury can lose income."""

    zone: int
    dice: int
    territories: tuple[int, ...]


# rule: AA-9.6.convoy.dice, AA-10.sea.convoy, AA-10.sub.lurk
def dice_of(state: GlobalState, unit: Unit) -> int:
    """How many dice a ship rolls against a convoy; a carrier's aircraft roll for it, cargo and transports never do."""
    kind = type_of(state, unit)
    if kind.domain == "air":
        return kind.convoy_dice_from_deck if unit.aboard else 0
    return kind.convoy_dice


# rule: AA-9.6.convoy.conditions, AA-9.6.convoy.mandatory-check
def raided_zones(state: GlobalState, power: str, economy: str) -> tuple[Raided, ...]:
    """Every zone with the convoy symbol next to this treasury's territories where an enemy warship lies."""
    # rule: AA-6.china.no-convoy
    if power in state.board.tables["charts"]["convoy"]["exempt"]:
        return ()
    found = []
    sources, occupied = frozenset(paying(state, economy)), index(state).by_place
    for zone in state.board.convoys:
        if zone not in occupied:
            continue
        near = [at for at in state.board.land_next[zone] if at in sources]
        dice = sum(dice_of(state, unit) for _, unit in _enemies(state, power, zone)) if near else 0
        if dice:
            found.append(Raided(zone, dice, tuple(near)))
    return tuple(found)


def _enemies(state: GlobalState, power: str, zone: int) -> list[tuple[int, Unit]]:
    """Warships at war with the power in a zone, and on their decks the aircraft of powers at war with it."""
    here = {key: unit for key, unit in units_at(state, zone) if at_war(state, unit.owner, power)}
    ships = [key for key, unit in here.items() if type_of(state, unit).warship]
    aboard = cargo_of(state)
    return [(key, here[key]) for ship in ships for key in (ship, *aboard.get(ship, ())) if key in here]


# rule: AA-9.6.convoy.ex-sz109, AA-9.6.convoy.ex-12dice
def loss(state: GlobalState, rolled: dict[int, int], raided: tuple[Raided, ...]) -> int:
    """The most IPC that can be taken so that no territory loses more than its value over all its zones."""
    # rule: AA-9.6.convoy.cap-zone
    askers = {
        zone.zone * 1000 + number: zone.territories for zone in raided for number in range(rolled.get(zone.zone, 0))
    }
    # rule: AA-9.6.convoy.cap-territory
    values = {at: state.board.spaces[at].ipc for zone in raided for at in zone.territories}
    return len(matching(askers, values))


# rule: AA-9.6.convoy.each-power, AA-11.uk.income
def disrupt(d: Draft[GlobalState], power: str, economy: str) -> int:
    """Roll for every raided zone and give the IPC a treasury loses."""
    raided = raided_zones(d.now, power, economy)
    limit = d.now.board.tables["charts"]["convoy"]["counts_up_to"]
    rolled: dict[int, int] = {}
    for zone in raided:
        roll = d.roll("roll.convoy", 6, zone.dice, need=limit)
        rolled[zone.zone] = sum(face for face in roll.faces if face <= limit)
        d.log(
            "log.convoy",
            "AA-9.6.convoy.dice",
            place(zone.zone),
            rolls=[roll],
            zone=place(zone.zone),
            economy=Ref("economy", economy),
            rolled=rolled[zone.zone],
            cap=sum(d.now.board.spaces[at].ipc for at in zone.territories),
        )
    return loss(d.now, rolled, raided)
