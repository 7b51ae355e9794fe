"""Attempts: cards drawn by experience for a word or an icon (4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.leaders import spurred
from sandtable.games.fieldsoffire.rules.terms.draws import Drawn, draw
from sandtable.kernel import Draft, Modifier, Ref, Sum

BASE = 2
"""Cards of an attempt for which nothing else is printed."""
FEWEST = 1


class Attempt(NamedTuple):
    """What came of an attempt."""

    drawn: Drawn
    hits: int
    """How many of the cards show the sign."""

    @property
    def succeeds(self) -> bool:
        """Whether any of them does."""
        return self.hits > 0


# rule: FF-4.2.c, FF-4.2.d, FF-4.2.h, FF-2.2.3.a
def attempt(
    d: Draft[FieldsState],
    why: str,
    rule: str,
    sign: str,
    key: int,
    *,
    by: int = 0,
    cards: int = BASE,
    more: Iterable[Modifier] = (),
) -> Attempt:
    """Draw for an attempt of a unit and tell what came: ``by`` is who orders it, where his experience counts.

    Veterans draw one card more, Green units one less; at least one card is drawn, and always all of them.
    """
    grade = d.now.units[by or key].experience
    parts = Sum.of((Modifier(rule, "modifier.cards", cards), *_experience(grade), *spurred(d.now, key), *more))
    drawn = draw(d, why, max(FEWEST, parts.total))
    hits = drawn.count(sign)
    me = Ref("unit", key)
    d.log(
        "log.attempt",
        rule,
        me,
        draws=(drawn.draw,),
        modifiers=parts,
        unit=me,
        what=why,
        cards=len(drawn.cards),
        hits=hits,
    )
    return Attempt(drawn, hits)


def _experience(grade: int) -> tuple[Modifier, ...]:
    if not grade:
        return ()
    return (Modifier("FF-4.2.h", "modifier.veteran" if grade > 0 else "modifier.green", grade),)
