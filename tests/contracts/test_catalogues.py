"""Both languages say the same things, in the house's tone; and the checks that say so find what they look for."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import sandtable
from sandtable.texts import Catalogue, MessageError, load, parse, placeholders, walk
from sandtable.texts.languages import categories_of
from sandtable.texts.message import CATEGORIES, Message, Plural, Select, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SOURCE: Final = Path(sandtable.__file__).parent
LANGUAGES: Final = ("en", "it")
GAMES: Final = sorted(f"sandtable.games.{folder.parent.name}" for folder in SOURCE.glob("games/*/locale"))

BANNED: Final = {
    "en": re.compile(r"\b(invalid|illegal|please\b|sorry\b)\w*", re.IGNORECASE),
    "it": re.compile(
        r"\b(per favore|non valid[oaie]\b|invalid[oaie]\b|illegal[ei]|spiacent[ei]|dispiace\b)", re.IGNORECASE
    ),
}
KEY: Final = re.compile(r"(refuse|log|cli)(\.[a-z][a-z0-9_]*)+")


def complaints(tables: Mapping[str, Mapping[str, str]]) -> list[str]:
    """All that is wrong with a set of catalogues, one line each."""
    found = [
        f"{lang} {key}: {fault}" for lang in tables for key in tables[lang] for fault in faults(lang, tables[lang][key])
    ]
    for key in sorted({key for table in tables.values() for key in table}):
        absent = [lang for lang in tables if key not in tables[lang]]
        found += [f"{lang} {key}: missing" for lang in absent]
        if not absent:
            found += differences(key, {lang: table[key] for lang, table in tables.items()})
    return found


def faults(lang: str, message: str) -> Iterator[str]:
    """What is wrong with one message by itself."""
    try:
        tree = parse(message)
    except MessageError as error:
        yield str(error)
        return
    if not message.strip():
        yield "says nothing"
    elif message != message.strip():
        yield "begins or ends with a space"
    words = " ".join(node.text for node in walk(tree) if isinstance(node, Text))
    if banned := BANNED[lang].search(words):
        yield f"says {banned.group()!r}"
    if "!" in words:
        yield "has an exclamation mark"
    if "<" in words or ">" in words:
        yield "has an angle bracket, which browsers read as a tag"
    yield from unreachable(lang, tree)
    if has_dead_count(tree, in_plural=False):
        yield "has a # in a select inside a plural, where it is not a number; write {n, number}"


def unreachable(lang: str, tree: Message) -> Iterator[str]:
    """Plural branches for categories that the language does not have."""
    for node in walk(tree):
        if isinstance(node, Plural):
            known = categories_of(lang, ordinal=node.ordinal)
            for label, _ in node.branches:
                if label in CATEGORIES and label not in known:
                    yield f"has a branch {label!r}, which no number takes in this language"


def has_dead_count(tree: Message, *, in_plural: bool) -> bool:
    """Whether a select inside a plural holds a ``#``, which ICU shows as it is."""
    for node in tree:
        if isinstance(node, Plural) and any(has_dead_count(branch, in_plural=True) for _, branch in node.branches):
            return True
        if isinstance(node, Select):
            for _, branch in node.branches:
                if in_plural and any(isinstance(part, Text) and "#" in part.text for part in branch):
                    return True
                if has_dead_count(branch, in_plural=in_plural):
                    return True
    return False


def differences(key: str, messages: Mapping[str, str]) -> list[str]:
    """Names that the languages do not fill in alike; a message that cannot be read is one of the faults already."""
    try:
        kinds = {lang: placeholders(message) for lang, message in messages.items()}
    except MessageError:
        return []
    first, *others = kinds
    return [
        f"{lang} {key}: has {kinds[lang]}, {first} has {kinds[first]}" for lang in others if kinds[lang] != kinds[first]
    ]


def keys_in(source: str) -> list[str]:
    """The product's message keys that a piece of Python spells out."""
    literals = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return sorted({text for text in literals if isinstance(text, str) and KEY.fullmatch(text)})


# The catalogues


@pytest.mark.parametrize("package", ["sandtable", *GAMES])
def test_both_languages_say_the_same_in_the_house_tone(package: str) -> None:
    assert complaints({lang: load(lang, package) for lang in LANGUAGES}) == []


@pytest.mark.parametrize("package", GAMES)
def test_a_game_says_yes_and_no_in_both_languages(package: str) -> None:
    for lang in LANGUAGES:
        assert {"word.yes", "word.no"} <= load(lang, package).keys(), "else a button says the bare word in any language"


def test_a_power_is_never_the_subject_of_an_italian_verb() -> None:
    """ "Stati Uniti" is a plural, "Italia" is none: what a power did stands behind a colon."""
    subject = re.compile(r"\{(power|attacker)\} [a-zè]")
    messages = load("it", "sandtable.games.axisallies")
    assert {key for key, message in messages.items() if subject.search(message)} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_game_takes_a_key_of_the_product(lang: str) -> None:
    for game in GAMES:
        Catalogue(lang, [load(lang, "sandtable"), load(lang, game)])


def test_every_key_that_shared_code_spells_out_has_a_message() -> None:
    files = [file for file in sorted(SOURCE.rglob("*.py")) if "games" not in file.relative_to(SOURCE).parts]
    spelled = {key: file.relative_to(SOURCE).as_posix() for file in files for key in keys_in(file.read_text("utf-8"))}
    catalogue = load("en", "sandtable")
    assert {key: file for key, file in spelled.items() if key not in catalogue} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_kernels_refusals_read_well(lang: str) -> None:
    catalogue = Catalogue(lang, [load(lang, "sandtable")])
    said = [
        catalogue.say("refuse.too_few", least=2, given=1),
        catalogue.say("refuse.too_few", least=1, given=0),
        catalogue.say("refuse.too_many", most=2, given=3),
        catalogue.say("log.undone", seat="Marco", steps=1),
        catalogue.say("cli.unknown_game", given="go", known=["eastfront", "nextwar"]),
        catalogue.say("cli.winners", count=2, winners=["Marco", "Anna"]),
    ]
    assert (
        said
        == {
            "en": [
                "Too few: at least 2 are needed, 1 chosen.",
                "Too few: at least 1 is needed, none chosen.",
                "Too many: at most 2, 3 chosen.",
                "Marco took back 1 step.",
                "No game is called go. Games: eastfront and nextwar.",
                "Winners: Marco and Anna.",
            ],
            "it": [
                "Troppo pochi: ne servono almeno 2, ne hai scelto 1.",
                "Troppo pochi: ne serve almeno 1, non ne hai scelto nessuno.",
                "Troppi: al massimo 2, ne hai scelti 3.",
                "Marco: annullato 1 passo.",
                "Nessun gioco si chiama go. Giochi: eastfront e nextwar.",
                "Vincono Marco e Anna.",
            ],
        }[lang]
    )


# The checks themselves


def test_a_good_pair_has_no_complaints() -> None:
    good = {
        "en": {
            "a": "{n, plural, one {# unit of {who}} other {# units of {who}}}",
            "b": "The pleased sorrel validates.",
        },
        "it": {"a": "{n, plural, one {# unità di {who}} other {# unità di {who}}}", "b": "Un valido scalo."},
    }
    assert complaints(good) == []


@pytest.mark.parametrize(
    ("english", "italian", "complaint"),
    [
        ("{n", "{n}", "en k: this brace is not closed"),
        ("{n, plural, one {x}}", "{n, plural, other {x}}", "en k: this plural has no branch 'other'"),
        ("{n}", "{m}", "it k: has {'m': ('plain',)}, en has {'n': ('plain',)}"),
        ("{n, number}", "{n}", "it k: has {'n': ('plain',)}, en has {'n': ('number',)}"),
        ("{n} {n, number}", "{n, number}", "it k: has"),
        ("{seat}.", "dell''seat.", "it k: has {}, en has"),
        ("x ", "x", "en k: begins or ends with a space"),
        ("x", " x", "it k: begins or ends with a space"),
        ("x", "x\n", "it k: begins or ends with a space"),
        ("", "x", "en k: says nothing"),
        ("x", "  ", "it k: says nothing"),
        ("Invalid move.", "x", "en k: says 'Invalid'"),
        ("An ILLEGALLY made move.", "x", "en k: says 'ILLEGALLY'"),
        ("Choose, please.", "x", "en k: says 'please'"),
        ("{n, plural, one {Sorry} other {x}}", "{n, plural, other {x}}", "en k: says 'Sorry'"),
        ("x", "Scegli, per favore.", "it k: says 'per favore'"),
        ("x", "Mossa non valida.", "it k: says 'non valida'"),
        ("x", "È illegale.", "it k: says 'illegale'"),
        ("x", "Siamo spiacenti.", "it k: says 'spiacenti'"),
        ("Won!", "x", "en k: has an exclamation mark"),
        ("x", "{n, select, other {Vinto!}}", "it k: has an exclamation mark"),
        ("<b>x</b>", "x", "en k: has an angle bracket"),
        ("{n, plural, zero {x} other {x}}", "{n, plural, other {x}}", "en k: has a branch 'zero'"),
        ("{n, plural, other {x}}", "{n, plural, few {x} other {x}}", "it k: has a branch 'few'"),
        (
            "{n, plural, other {{x, select, other {#}}}}",
            "{n, plural, other {{x, select, other {}}}}",
            "en k: has a # in a select",
        ),
    ],
)
def test_each_fault_is_found(english: str, italian: str, complaint: str) -> None:
    assert any(line.startswith(complaint) for line in complaints({"en": {"k": english}, "it": {"k": italian}}))


def test_a_key_in_one_language_only_is_found() -> None:
    assert complaints({"en": {"a": "x", "b": "x"}, "it": {"b": "x", "c": "x"}}) == ["it a: missing", "en c: missing"]


def test_keys_are_found_where_code_spells_them() -> None:
    source = """
no = refuse("", "refuse.undo.dice", arg="log.x")
key = "refuse.undo." + why
'See refuse.over.'
other = "other.key"
"""
    assert keys_in(source) == ["log.x", "refuse.undo.dice"]
