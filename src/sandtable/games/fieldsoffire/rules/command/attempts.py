"""Attempts: cards drawn by experience for a word or an icon (4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.leaders import spurred
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.rules.terms.presence import grade_of
from sandtable.games.fieldsoffire.scenario.deck import ActionCard
from sandtable.kernel import Draft, Modifier, Ref, Sum

BASE = 2
"""Cards of an attempt for which nothing else is printed."""
FEWEST = 1


class Trial(NamedTuple):
    """An attempt before its cards are drawn: what they must show, and how many there are."""

    why: str
    rule: str
    signs: tuple[str, ...]
    """Words or icons any of which is a success."""
    key: int
    parts: Sum

    @property
    def cards(self) -> int:
        """Cards to draw: at least one."""
        return max(FEWEST, self.parts.total)


class Attempt(NamedTuple):
    """What came of an attempt."""

    cards: tuple[ActionCard, ...]
    signs: tuple[str, ...]
    assured: bool = False
    """An ability makes it succeed; the cards only tell whether it is critical, or a weapon jams."""

    @property
    def hits(self) -> int:
        """How many of the cards show one of the signs; one at least where success is assured."""
        shown = sum(any(card.shows(sign) for sign in self.signs) for card in self.cards)
        return shown or int(self.assured)  # rule: FF-12.7.d

    @property
    def succeeds(self) -> bool:
        """Whether any of them does."""
        return self.hits > 0

    def count(self, sign: str) -> int:
        """How many of the cards show a word or an icon, whatever was tried."""
        return sum(card.shows(sign) for card in self.cards)


# rule: FF-4.2.d, FF-4.2.h
def trial(
    state: FieldsState,
    why: str,
    rule: str,
    sign: str | tuple[str, ...],
    key: int,
    *,
    by: int = 0,
    cards: int = BASE,
    more: Iterable[Modifier] = (),
) -> Trial:
    """An attempt of a unit: ``by`` is who orders it, where his experience counts.

    Veterans draw one card more, Green units one less.
    """
    grade = grade_of(state, by or key)
    signs = (sign,) if isinstance(sign, str) else sign
    base = Modifier(rule, "modifier.cards", cards)
    return Trial(why, rule, signs, key, Sum.of((base, *_experience(grade), *spurred(state, key), *more)))


# rule: FF-4.2.c, FF-2.2.3.a
def draw_for(d: Draft[FieldsState], tried: Trial) -> Attempt:
    """Draw all the cards of an attempt and tell what came."""
    drawn = draw(d, tried.why, tried.cards)
    found = Attempt(drawn.cards, tried.signs)
    me = Ref("unit", tried.key)
    d.log(
        "log.attempt",
        tried.rule,
        me,
        draws=(drawn.draw,),
        modifiers=tried.parts,
        unit=me,
        what=tried.why,
        cards=len(drawn.cards),
        hits=found.hits,
    )
    return found


def attempt(
    d: Draft[FieldsState],
    why: str,
    rule: str,
    sign: str | tuple[str, ...],
    key: int,
    *,
    by: int = 0,
    cards: int = BASE,
    more: Iterable[Modifier] = (),
) -> Attempt:
    """Draw for an attempt at once, where nobody can exhort it."""
    return draw_for(d, trial(d.now, why, rule, sign, key, by=by, cards=cards, more=more))


def _experience(grade: int) -> tuple[Modifier, ...]:
    if not grade:
        return ()
    return (Modifier("FF-4.2.h", "modifier.veteran" if grade > 0 else "modifier.green", grade),)
