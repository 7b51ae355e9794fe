"""Messages are read, filled in and joined as ICU and the two languages want it; damage is named, never fatal."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.refusals import Id, Ref
from sandtable.texts import Catalogue, CatalogueError, MessageError, format, load, parse, placeholders
from sandtable.texts.languages import categories_of
from sandtable.texts.message import DEEPEST, Argument, Count, Number, Plural, Select, Text

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.texts import Value

UNITS = "{n, plural, =0 {no units} one {# unit} other {# units}}"


# Reading


def test_a_message_becomes_a_frozen_tree() -> None:
    assert parse("Take {n, plural, one {# step} other {# steps}} from {unit}.") == (
        Text("Take "),
        Plural("n", (("one", (Count(), Text(" step"))), ("other", (Count(), Text(" steps"))))),
        Text(" from "),
        Argument("unit"),
        Text("."),
    )
    with pytest.raises(AttributeError):
        parse("{unit}")[0].name = "piece"  # type: ignore[misc, union-attr]


def test_white_space_is_free_inside_braces_only() -> None:
    assert parse(" { n , number } ") == (Text(" "), Number("n"), Text(" "))
    assert parse("{x,select,a{ A }\n\tother{}}") == (Select("x", (("a", (Text(" A "),)), ("other", ()))),)
    assert parse("{n,selectordinal,other{#a}}") == (Plural("n", (("other", (Count(), Text("a"))),), ordinal=True),)


def test_the_same_message_is_read_once() -> None:
    assert parse("once {only}") is parse("once {only}")


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("l'unità", "l'unità"),
        ("l''unità", "l'unità"),
        ("dell''{x}", "dell'X"),
        ("'{x}' is {x}", "{x} is X"),
        ("'{it''s}'", "{it's}"),
        ("a '}' b", "a } b"),
        ("# is no number here, '#' neither", "# is no number here, '#' neither"),
        ("{n, plural, other {'#' is #}}", "# is 3"),
        ("the end'", "the end'"),
    ],
)
def test_apostrophes_quote_as_in_icu(message: str, shown: str) -> None:
    assert format(message, {"x": "X", "n": 3}, "en") == shown


@pytest.mark.parametrize(
    ("message", "position", "problem"),
    [
        ("go {", 3, "not closed"),
        ("go {n", 3, "not closed"),
        ("go {n, plural, other {x}", 3, "not closed"),
        ("go {n, plural, other {x", 3, "not closed"),
        ("go } on", 3, "closes nothing"),
        ("go {} on", 4, "expected a name"),
        ("go {1} on", 4, "expected a name"),
        ("go {a b} on", 6, "expected ',' or '}' after 'a'"),
        ("{n, date}", 4, "unknown kind 'date'"),
        ("{n, number, integer}", 10, "styles are not part"),
        ("{n, plural}", 10, "expected ',' after plural"),
        ("{n, plural, one {x}}", 0, "no branch 'other'"),
        ("{n, selectordinal, one {x}}", 0, "no branch 'other'"),
        ("{n, select, one {x}}", 0, "no branch 'other'"),
        ("{n, plural, offset:1 other {x}}", 12, "offset is not part"),
        ("{n, plural, ones {x} other {x}}", 12, "'ones' is neither"),
        ("{n, plural, =01 {x} other {x}}", 12, "'=01' is neither"),
        ("{x, select, =1 {x} other {x}}", 12, "not a word"),
        ("{x, select, a {x} a {y} other {x}}", 18, "given twice"),
        ("{x, select, other x}", 18, "expected '{' after 'other'"),
        ("dell'{seat}.", 4, "quotation is not closed"),
    ],
)
def test_a_damaged_message_is_refused_with_its_position(message: str, position: int, problem: str) -> None:
    with pytest.raises(MessageError) as caught:
        parse(message)
    assert caught.value.position == position
    assert problem in str(caught.value)
    assert f"at character {position}" in str(caught.value)


def test_nesting_has_a_floor() -> None:
    def nested(levels: int) -> str:
        return "{x, select, other {" * levels + "deep" + "}}" * levels

    assert format(nested(DEEPEST), {"x": 1}, "en") == "deep"
    with pytest.raises(MessageError, match="nested deeper"):
        parse(nested(DEEPEST + 1))


@given(st.text(alphabet="{}'#, =01anopluresctih\n", max_size=60))
def test_reading_fails_with_a_message_error_or_not_at_all(message: str) -> None:
    with contextlib.suppress(MessageError):
        format(message, {"a": 1}, "en")


@given(st.text())
def test_quoted_text_comes_back_as_it_was(text: str) -> None:
    doubled = text.replace("'", "''")
    assert format(f"'{{{doubled}'", {}, "en") == "{" + text


def test_placeholders_are_sorted_names_with_their_kinds() -> None:
    message = "{z} {n, plural, one {{a}} other {# {n, number}}} {x, select, other {{o, selectordinal, other {}}}} '{q}'"
    assert placeholders(message) == {
        "a": ("plain",),
        "n": ("number", "plural"),
        "o": ("selectordinal",),
        "x": ("select",),
        "z": ("plain",),
    }
    assert list(placeholders(message)) == ["a", "n", "o", "x", "z"]


# Filling in


@pytest.mark.parametrize(("n", "shown"), [(0, "no units"), (1, "1 unit"), (2, "2 units"), (1234, "1,234 units")])
def test_plural_takes_the_exact_branch_then_the_category(n: int, shown: str) -> None:
    assert format(UNITS, {"n": n}, "en") == shown


def test_a_category_without_a_branch_falls_to_other() -> None:
    assert "many" in categories_of("it", ordinal=False)
    assert format("{n, plural, one {# passo} other {# passi}}", {"n": 1_000_000}, "it") == "1.000.000 passi"


def test_ordinals_follow_the_language() -> None:
    english = "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"
    assert [format(english, {"n": n}, "en") for n in (1, 2, 3, 4, 11, 22)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "22nd",
    ]
    italian = "{n, selectordinal, many {l''#o} other {il #o}}"
    assert [format(italian, {"n": n}, "it") for n in (1, 8, 11)] == ["il 1o", "l'8o", "l'11o"]


def test_branches_nest_and_the_inner_count_is_the_inner_number() -> None:
    message = "{who, select, axis {{n, plural, other {#: {m, plural, other {#}}, again #}}} other {nobody}}"
    assert format(message, {"who": "axis", "n": 5, "m": 7}, "en") == "5: 7, again 5"
    assert format(message, {"who": "soviet", "n": 5, "m": 7}, "en") == "nobody"


def test_only_number_groups_digits_because_hexes_are_numbers_too() -> None:
    assert format("{hex} {n, number}", {"hex": 3606, "n": 3606}, "en") == "3606 3,606"
    assert format("{hex} {n, number}", {"hex": 3606, "n": -3606}, "it") == "3606 -3.606"
    assert format("{n, number} {m, number}", {"n": 999, "m": -999}, "it") == "999 -999"


@pytest.mark.parametrize("half", ["3/2", Fraction(3, 2)])
def test_fractions_are_numbers_shown_as_written(half: str | Fraction) -> None:
    assert format("{n} {n, number} " + UNITS, {"n": half}, "en") == "3/2 3/2 3/2 units"


@pytest.mark.parametrize("one", ["1", "2/2", Fraction(1), True])
def test_what_equals_one_counts_as_one(one: Value) -> None:
    assert format("{n, plural, =1 {just one} other {#}}", {"n": one}, "en") == "just one"
    assert format("{n, plural, one {one} other {#}}", {"n": one}, "it") == "one"


@pytest.mark.parametrize("odd", ["many", "1.5", "3/0", ""])
def test_what_is_no_number_takes_other(odd: str) -> None:
    assert format("{n, plural, other {<#>}} {n, number}", {"n": odd}, "en") == f"<{odd}> {odd}"


def test_a_truth_selects_by_its_json_spelling() -> None:
    assert format("{x, select, true {yes} other {no}}", {"x": True}, "en") == "yes"


def test_a_parameter_that_was_not_given_shows_its_name() -> None:
    message = "{a}, {b, number}, {c, plural, other {#}}, {d, select, other {}}"
    assert format(message, {}, "it") == "⟨a⟩, ⟨b⟩, ⟨c⟩, ⟨d⟩"


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="unknown language 'qq'"):
        format(UNITS, {"n": 2}, "qq")


# Things and lists


def names(of: str, id: Id, lang: str) -> str:
    pieces = {"en": {57: "73 Infantry", 58: "46 Infantry"}, "it": {57: "73a Fanteria", 58: "46a Fanteria"}}
    return pieces[lang][int(id)] if of == "piece" else f"{of}:{id}"


def test_things_are_called_by_their_names_in_the_language() -> None:
    table = {"lost": "{unit} ({place})"}
    params: dict[str, Value] = {"unit": Ref("piece", 57), "place": Ref("place", 3606)}
    assert Catalogue("en", [table], names).say("lost", **params) == "73 Infantry (place:3606)"
    assert Catalogue("it", [table], names).say("lost", **params) == "73a Fanteria (place:3606)"
    assert Catalogue("it", [table]).say("lost", **params) == "piece 57 (place 3606)"


def test_a_thing_selects_by_its_id_and_is_no_number() -> None:
    message = "{x, select, 57 {the 73rd} other {another}}, {x, number}, {x, plural, other {#}}"
    assert format(message, {"x": Ref("piece", 57)}, "en", names) == "the 73rd, 73 Infantry, 73 Infantry"


@pytest.mark.parametrize(
    ("lang", "items", "shown"),
    [
        ("en", ("a", "b", "c"), "a, b and c"),
        ("it", ("a", "b", "c"), "a, b e c"),
        ("en", ("a", "b"), "a and b"),
        ("it", ("a", "b"), "a e b"),
        ("it", ("a",), "a"),
        ("it", (), "–"),
        ("it", (Ref("piece", 57), Ref("piece", 58)), "73a Fanteria e 46a Fanteria"),
        ("en", [1, "x", Ref("place", 3)], "1, x and place:3"),
    ],
)
def test_lists_are_joined_the_way_of_the_language(lang: str, items: Value, shown: str) -> None:
    assert format("{all}", {"all": items}, lang, names) == shown


# Catalogues


def test_a_catalogue_speaks_from_all_its_tables() -> None:
    catalogue = Catalogue("en", [{"over": "The game is over."}, {"units": UNITS}])
    assert catalogue.say("over") == "The game is over."
    assert catalogue.say("units", n=2) == "2 units"
    assert "units" in catalogue
    assert "over.there" not in catalogue
    assert not catalogue.missing


def test_two_tables_may_not_share_a_key() -> None:
    with pytest.raises(CatalogueError, match=r"share keys.*: a, b$"):
        Catalogue("en", [{"b": "1", "a": "1", "c": "1"}, {"a": "2", "b": "2"}])


def test_a_missing_key_is_visible_and_noted() -> None:
    catalogue = Catalogue("en", [{}], names)
    assert catalogue.say("nowhere") == "⟨nowhere⟩"
    assert catalogue.say("lost", a=1, who=[Ref("piece", 57), Ref("piece", 58)]) == (
        "⟨lost⟩ a=1 who=73 Infantry and 46 Infantry"
    )
    assert list(catalogue.missing) == ["nowhere", "lost"]


def test_a_damaged_message_is_read_late_and_shown_like_a_missing_one() -> None:
    catalogue = Catalogue("en", [{"bad": "{", "good": "fine"}])
    assert catalogue.say("good") == "fine"
    assert catalogue.say("bad", a=1) == "⟨bad⟩ a=1"
    assert list(catalogue.missing) == ["bad"]


def test_any_word_may_name_a_parameter() -> None:
    assert Catalogue("en", [{"k": "{key} {self}"}]).say("k", key=1, self=2) == "1 2"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a locale folder of its own, which tests fill."""
    folder = tmp_path / "spoken_words"
    (folder / "locale").mkdir(parents=True)
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, folder.name, raising=False)
    return folder


def test_load_reads_the_language_from_the_package(package: Path) -> None:
    (package / "locale" / "it.json").write_text('{"a.b": "è {x}"}', encoding="utf-8")
    assert load("it", "spoken_words") == {"a.b": "è {x}"}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'{"a": "x",\n "b" "y"}', r"locale/en\.json: line 2, column 6"),
        (b"", "line 1, column 1"),
        (b'["a"]', "must be one JSON object .* not a list"),
        (b'"a"', "not text"),
        (b"null", "not null"),
        (b'{"a": 1}', "'a' must be text, not a number"),
        (b'{"a": true}', "not true"),
        (b'{"a": {"b": "x"}}', "'a' must be text, not an object"),
        (b'{"a": "x", "a": "y"}', "'a' stands twice"),
        (b'{"a": "\xe8"}', "byte 7 is not UTF-8"),
    ],
)
def test_load_names_what_is_wrong_with_a_file(package: Path, content: bytes, problem: str) -> None:
    (package / "locale" / "en.json").write_bytes(content)
    with pytest.raises(CatalogueError, match=problem) as caught:
        load("en", "spoken_words")
    assert "spoken_words" in str(caught.value)


@pytest.mark.parametrize("lang", ["de", "", "../locale/en", "EN"])
def test_load_lists_the_languages_there_are(lang: str) -> None:
    with pytest.raises(CatalogueError, match="it has en, it"):
        load(lang, "sandtable")


def test_load_needs_a_package_with_a_locale_folder() -> None:
    with pytest.raises(CatalogueError, match=r"no package 'sandtable\.nowhere'"):
        load("en", "sandtable.nowhere")
    with pytest.raises(CatalogueError, match="no package ''"):
        load("en", "")
    with pytest.raises(CatalogueError, match=r"sandtable\.texts has no folder 'locale'"):
        load("en", "sandtable.texts")


def test_simple_messages_do_not_wake_babel() -> None:
    program = """
import sys
from sandtable.texts import Catalogue, load
catalogue = Catalogue("it", [load("it", "sandtable")])
assert catalogue.say("refuse.total", least=1, most=2, given=3) == "Il totale è 3: almeno 1, al massimo 2."
assert "babel" not in sys.modules, "Babel was imported for a message without plurals"
catalogue.say("log.undone", seat="Asse", steps=2)
assert "babel" in sys.modules
"""
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={"PYTHONPATH": ":".join(sys.path), "PYTHONUTF8": "1"}
    )
