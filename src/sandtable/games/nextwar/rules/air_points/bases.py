"""Rules 6.3.1, 6.5.4 and 8.5.4.3: what the enemy finds in a base that he enters."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, Rebase, enemy
from sandtable.games.nextwar.rules.air_points import helicopters
from sandtable.games.nextwar.rules.movement.control import controller, is_home
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, Ref
from sandtable.kernel.charts import Chart

LOST = "lost"
HURT = {"destroyed": 9, "damaged": 1, "rebase": 0}
"""Steps that a helicopter unit loses by each result."""


# rule: NWT-AIRBASELOSS
def loss_table(row: str) -> Chart[str]:
    """A row of the table for lost bases, by the die."""
    printed = chart("base_loss")
    return Chart(f"base_loss.{row}", printed["rule"], ("result",), {k: (v,) for k, v in printed["rows"][row].items()})


# rule: NW-6.5.4.a, NW-6.5.4.b
def _drive_out(d: Draft[KoreaState], place: int, side: str) -> None:
    """Roll for each helicopter unit in a base that is entered; those that get away need another base."""
    away = []
    for key in helicopters.based(d.now, place):
        if d.now.board.helicopters[key].side == side:
            continue
        roll = d.draw("roll.base_helicopter", DIE)
        result = loss_table("helicopter").look(roll.faces[0], "result").value
        link = Ref("helicopter", key)
        d.log(
            "log.helicopter_base",
            "NW-6.5.4.a",
            link,
            rolls=[roll],
            by=side,
            unit=link,
            place=at(place),
            result=result,
        )
        helicopters.hurt(d, key, "NW-6.5.4.a", steps=HURT[result])
        if d.now.helicopters[key].hex:
            away.append(key)
    if away:
        d.call("rebase", Rebase(place, tuple(away)))


# rule: NW-6.5.4.a, NW-6.3.1.a
def overrun(d: Draft[KoreaState], place: int, side: str) -> None:
    """What happens in a base of the enemy that a side enters: his helicopters flee, in his country points are lost."""
    ground = d.now.board.ground[place]
    if not ground.is_base or controller(d.now, place) == side:
        return
    if place in d.now.mopups:
        return  # entered before, and not left since
    _drive_out(d, place, side)
    if "airbase" in ground.features and not is_home(d.now, place, side) and not d.now.board.is_advanced:
        _lose_points(d, place, side)


# rule: NW-6.3.1, NW-6.3.1.a, NW-8.5.4.3.a
def _lose_points(d: Draft[KoreaState], place: int, side: str) -> None:
    """Roll for the enemy's air and airmobile points when a side enters an air base of his in his country."""
    foe = enemy(side)
    for row, field in (("air_points", "air_lost"), ("airmobile", "airmobile_lost")):
        roll = d.draw(f"roll.base_{row}", DIE)
        account = d.now.accounts[foe]
        # rule: NW-8.5.4.2.a
        is_there = row == "air_points" or account.airmobile > account.airmobile_lost
        lost = is_there and loss_table(row).look(roll.faces[0], "result").value == LOST
        if lost:
            d.edit("accounts", foe, **{field: getattr(account, field) + 1})
        rule = "NW-6.3.1" if row == "air_points" else "NW-8.5.4.3.a"
        d.log(f"log.base_{row}", rule, at(place), rolls=[roll], by=side, place=at(place), lost=int(lost))
