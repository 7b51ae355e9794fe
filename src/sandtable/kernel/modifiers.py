"""Numbers that explain themselves: a sum stays a list of modifiers until the last moment."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sandtable.kernel.refusals import Param, Ref

Op = Literal["add", "times", "least", "most"]


class Modifier(Struct, frozen=True, omit_defaults=True):
    """One reason for a number: ``amount / per`` is added, multiplied in, or bounds what came before it."""

    rule: str
    key: str
    amount: int
    per: int = 1
    op: Op = "add"
    params: dict[str, Param] = {}
    points: tuple[Ref, ...] = ()

    @property
    def value(self) -> Fraction:
        """The amount as an exact number."""
        return Fraction(self.amount, self.per)


class Sum(Struct, frozen=True):
    """A number with its reasons, read from left to right."""

    parts: tuple[Modifier, ...] = ()

    @classmethod
    def of(cls, parts: Iterable[Modifier]) -> Sum:
        """A sum of the given reasons, in the order the rules name them."""
        return cls(tuple(parts))

    def __add__(self, other: Modifier | Sum) -> Sum:
        return Sum(self.parts + (other.parts if isinstance(other, Sum) else (other,)))

    @property
    def exact(self) -> Fraction:
        """The value with all its fractions."""
        total: Fraction | int = 0
        for part in self.parts:
            # Whole numbers are reckoned as such: most are, and fractions are slow.
            value = part.amount if part.per == 1 else part.value
            match part.op:
                case "add":
                    total += value
                case "times":
                    total *= value
                case "least":
                    total = max(total, value)
                case "most":
                    total = min(total, value)
        return Fraction(total)

    @property
    def total(self) -> int:
        """The value; an error when it is not whole, because rounding is a rule and must be written as one."""
        plain = 0
        for part in self.parts:
            if part.per != 1 or part.op != "add":
                break
            plain += part.amount
        else:
            return plain
        exact = self.exact
        if exact.denominator != 1:
            raise ValueError(f"{exact} is not a whole number; round it by the rule that says how")
        return exact.numerator

    def rounded_down(self) -> int:
        """The value without its fraction, towards minus infinity."""
        return self.exact.__floor__()

    def rounded_up(self) -> int:
        """The value with any fraction counted as one."""
        return self.exact.__ceil__()
