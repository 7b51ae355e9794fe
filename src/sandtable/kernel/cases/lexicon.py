"""What the texts of a game know: ids of rules, keys of messages, and the parameters each message has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sandtable.kernel.cases.parts import CaseError, Where, instead, text


def is_within(rule: str, paragraph: str) -> bool:
    """Whether a rule is a paragraph or stands in it: a reader need not know how finely the rulebook was taken apart."""
    return rule == paragraph or rule.startswith(f"{paragraph}.")


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """Rules and messages by name; what is empty is not known and not checked."""

    rules: frozenset[str] = frozenset()
    messages: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The keys of the catalogues with the names of the parameters in their texts."""

    def rule(self, value: Any, where: Where) -> str:
        """The id of a rule; raises where the inventory has none such."""
        given = text(value, where)
        if self.rules and given not in self.rules:
            raise CaseError(where, f"there is no rule {given!r}" + instead(given, sorted(self.rules)))
        return given

    def paragraph(self, value: Any, where: Where) -> str:
        """What is expected to be cited: a rule, or a paragraph of the rulebook that has rules below it."""
        given = text(value, where)
        return given if any(is_within(rule, given) for rule in self.rules) else self.rule(given, where)

    def key(self, family: str, value: Any, where: Where) -> str:
        """The key of a message of a family, with or without the family's name before it."""
        given = text(value, where)
        if self.messages and f"{family}.{given.removeprefix(family + '.')}" not in self.messages:
            keys = [key.removeprefix(f"{family}.") for key in self.messages if key.startswith(f"{family}.")]
            raise CaseError(where, f"there is no {family} {given!r}" + instead(given, sorted(keys)))
        return given

    def reason(self, value: Any, where: Where) -> str:
        """A reason for a modifier: a rule, or the key of its words."""
        given = text(value, where)
        if self.messages and given not in self.rules and given not in self.reasons and given not in self.messages:
            raise CaseError(where, f"there is no modifier {given!r}" + instead(given, sorted(self.reasons)))
        return given

    def parameters(self, key: str) -> frozenset[str]:
        """The parameters that the text of a log entry has."""
        return self.messages.get(f"log.{key.removeprefix('log.')}", frozenset())

    @cached_property
    def reasons(self) -> frozenset[str]:
        """The last words of the keys for modifiers."""
        return frozenset(key.rpartition(".")[2] for key in self.messages if key.startswith("modifier."))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(part for key in self.messages for part in key.split(".")) | self.rules

    def is_word(self, value: Any) -> bool:
        """Whether a word stands anywhere in the keys; numbers are no words, and nothing is known without texts."""
        return not isinstance(value, str) or not self.messages or value in self._words


NO_LEXICON = Lexicon()
