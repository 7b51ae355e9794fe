"""The umpire's voice in a terminal: which language this run speaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.texts import Catalogue, load, speech

if TYPE_CHECKING:
    from sandtable.kernel import Scenario
    from sandtable.registry import Manifest

LANGUAGES = ("en", "it")


class _Spoken:
    """The language of this run; one process speaks one language."""

    lang = ""


def speak(lang: str) -> None:
    """Choose the language of this run; empty for that of the environment."""
    _Spoken.lang = lang


def language() -> str:
    """The language of this run: as chosen, else as the environment says, else English."""
    if _Spoken.lang:
        return _Spoken.lang
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    code = said[:2].lower()
    return code if code in LANGUAGES else "en"


def product_texts() -> Catalogue:
    """What can be said without any game."""
    return _product_texts(language())


@lru_cache(maxsize=4)
def _product_texts(lang: str) -> Catalogue:
    return Catalogue(lang, [load(lang, "sandtable")])


class Speech(speech.Speech):
    """What is said about one game, in the language of this run unless another is asked for."""

    def __init__(
        self,
        package: str,
        manifest: Manifest,
        scenario: Scenario,
        lang: str = "",
        step_name: Callable[[str], str] = str,
    ) -> None:
        super().__init__(package, manifest, scenario, lang or language(), step_name)
