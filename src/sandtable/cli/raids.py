"""``odds --raid``: what a bombing raid does, in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.odds import decimal, percent, read_force, read_kind, signed, versus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sandtable.cli.speech import Speech
    from sandtable.odds import Raid, RaidOutcome

    Asked = Callable[[Mapping[str, int]], Raid]
    """The raid with so many aircraft more."""


def raid_odds(words: Sequence[str], target: str, add: str, seat: str | None) -> tuple[dict[str, Any], list[str]]:
    """A raid as figures for scripts and as lines for people."""
    from sandtable.odds import raid_outcome

    ask, speech, starts = _from_file(words, target, seat) if _is_file(words) else _from_words(words, target)
    more = read_force(add, speech)
    found = raid_outcome(ask({} if starts else more))
    if not (more and starts):
        return figures(found), list(told(found, target, speech))
    after = raid_outcome(ask(more))
    lines = [speech.say("cli.odds.before"), *(f"  {line}" for line in told(found, target, speech))]
    lines += [speech.say("cli.odds.after"), *(f"  {line}" for line in told(after, target, speech))]
    was, now = found.odds(), after.odds()
    damage, swing = sum(now.damage.values()) - sum(was.damage.values()), now.swing - was.swing
    changed = speech.say(
        "cli.odds.raid_difference",
        damage=signed(decimal(damage, speech.lang), damage),
        swing=signed(decimal(swing, speech.lang), swing),
    )
    difference = {"damage": damage, "swing": swing}
    return {"before": figures(found), "after": figures(after), "difference": difference}, [*lines, changed]


def _is_file(words: Sequence[str]) -> bool:
    from sandtable import registry

    return words[0] not in {one.id for one in registry.games()}


def _from_words(words: Sequence[str], target: str) -> tuple[Asked, Speech, bool]:
    """Bombers and interceptors in words; the second may be left out."""
    from sandtable.cli.odds import bridge, printed

    raiding = bridge(words[0], "raiding")
    scenario, speech = printed(words[0])
    middle = versus(words) or len(words)
    attackers = read_force(" ".join(words[1:middle]), speech)
    interceptors = read_force(" ".join(words[middle + 1 :]), speech)
    if not attackers:
        raise Fault(USAGE, "cli.odds_raid_what")
    kind = _installation(target, scenario, speech)

    def ask(more: Mapping[str, int]) -> Raid:
        both = {name: attackers.get(name, 0) + more.get(name, 0) for name in (*attackers, *more)}
        raid: Raid = raiding.described(scenario, kind, both, interceptors)
        return raid

    return ask, speech, True


def _from_file(words: Sequence[str], target: str, seat: str | None) -> tuple[Asked, Speech, bool]:
    """A place of a game; those who raid it already, if anybody does, and what is added."""
    from sandtable.cli.odds import bridge
    from sandtable.cli.session import look
    from sandtable.kernel.naming import find

    if len(words) < 2:
        raise Fault(USAGE, "cli.odds_raid_what")
    session = look(Path(words[0]))
    raiding = bridge(session.game.id, "raiding")
    state, scenario = session.match.state, session.match.scenario
    place = find(session.speech.listening, "place", " ".join(words[1:]))
    power = session.known_seat(seat) if seat else ""
    kind = _installation(target, scenario, session.speech)

    def ask(more: Mapping[str, int]) -> Raid:
        raid: Raid = raiding.at_place(state, place, kind, more, by=power)
        return raid

    return ask, session.speech, bool(raiding.under_way(state, place))


def _installation(target: str, scenario: Any, speech: Speech) -> str:
    from sandtable.kernel.naming import UnknownThing

    try:
        kind = read_kind(target, speech)
    except UnknownThing:
        kind = ""
    if kind not in scenario.installations:
        known = [speech.name("kind", one) for one in scenario.installations]
        raise Fault(USAGE, "cli.odds_raid_target", given=target, known=known)
    return kind


def figures(found: RaidOutcome) -> dict[str, Any]:
    """Means, and the chance of every amount of damage and of every balance."""
    from sandtable.kernel import codec

    means: dict[str, Any] = codec.plain(found.odds())
    damage = {target.name: found.damage(target.name) for target in found.raid.targets}
    return {**means, "damage_chances": damage, "swing_chances": found.swing_distribution()}


def told(found: RaidOutcome, target: str, speech: Speech) -> Iterator[str]:
    """The raid in sentences."""
    say, lang, odds = speech.say, speech.lang, found.odds()
    for aimed in found.raid.targets:
        yield say(
            "cli.odds.raid_damage",
            target=speech.name("kind", read_kind(target, speech)),
            damage=decimal(odds.damage[aimed.name], lang),
            none=percent(found.damage(aimed.name).get(0, 0.0), lang),
            room=aimed.max_damage - aimed.damage,
        )
    for key, lost in (("cli.odds.raid_lost", odds.attacker_lost), ("cli.odds.raid_down", odds.interceptors_lost)):
        some = [f"{decimal(n, lang)} {speech.name('kind', kind)}" for kind, n in lost.items() if n > 0]
        if some:
            yield say(key, lost=some)
    yield say("cli.odds.raid_money", swing=decimal(odds.swing, lang), spread=decimal(odds.swing_deviation, lang))
    yield say("cli.odds.exact")
