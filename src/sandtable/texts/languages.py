"""What differs between languages besides the words: plural categories, digit groups, lists.

Babel knows these and takes a tenth of a second to wake up, so it is imported when a message first needs it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from babel import Locale

REGIONS: Final = {"en": "en_GB", "it": "it_IT"}
"""The region whose habits a language follows: British lists have no comma before "and"."""

NOTHING: Final = "–"
"""How an empty list is shown."""


@lru_cache(maxsize=16)
def locale_of(lang: str) -> Locale:
    """Babel's data for a language."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(REGIONS.get(lang, lang))
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError(f"unknown language {lang!r}; use a code such as {' or '.join(REGIONS)}") from error


def categories_of(lang: str, *, ordinal: bool) -> tuple[str, ...]:
    """The plural categories that numbers of this language can fall into, sorted."""
    locale = locale_of(lang)
    rule = locale.ordinal_form if ordinal else locale.plural_form
    return tuple(sorted({*rule.tags, "other"}))


def category_of(number: int | Fraction, lang: str, *, ordinal: bool) -> str:
    """The plural category of one number."""
    locale = locale_of(lang)
    rule = locale.ordinal_form if ordinal else locale.plural_form
    if isinstance(number, int):
        return rule(number)
    from decimal import Decimal

    return rule(Decimal(number.numerator) / Decimal(number.denominator))


def grouped(number: int, lang: str) -> str:
    """A whole number with the digit groups of the language."""
    if -1000 < number < 1000:
        return str(number)
    from babel.numbers import format_decimal

    return format_decimal(number, locale=locale_of(lang))


def listed(items: Sequence[str], lang: str) -> str:
    """Items joined the way the language joins them: "a, b and c"."""
    if len(items) < 2:
        return items[0] if items else NOTHING
    from babel.lists import format_list

    return format_list(items, locale=locale_of(lang))
