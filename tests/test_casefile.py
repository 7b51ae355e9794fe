"""Case files on disk: every fault with its line, and nothing that YAML guesses."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from sandtable import casefile, registry

GOOD = """\
case: a step
game: skirmish
rules: [SK-2.0]
position:
  only: true
  at: turn.blue
  pieces:
    blue 1: {hex: "0203"}
    red 1: {hex: "0503"}
play:
  - blue: {move: blue 1, path: ["0303"]}
expect:
  - pieces: {blue 1: {hex: 303}}
"""


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "case.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_good_case_passes(tmp_path: Path) -> None:
    report = casefile.run_file(written(tmp_path, GOOD))
    assert report.passed
    assert (report.case, report.game, report.rules, report.faults) == ("a step", "skirmish", ("SK-2.0",), ())
    assert casefile.as_plain(report)["entries"][0]["key"] == "log.moved"


def test_a_fault_has_the_line_of_its_expectation(tmp_path: Path) -> None:
    report = casefile.run_file(written(tmp_path, GOOD.replace("hex: 303", "hex: 404")))
    assert [(fault.line, fault.message) for fault in report.faults] == [(13, "blue 1: hex is 303, expected 404")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "a case is a mapping"),
        ("- a\n- b\n", 1, "a case is a mapping"),
        ("case: x\ngame: [\n", 3, "expected the node content"),
        ("case: x\ncase: y\n", 2, "'case' stands here twice"),
        (GOOD.replace("hex: 303", 'hex: "--5"'), 13, "'--5' is no number"),
        (GOOD.replace("blue 1: {hex: 303}", "²: {hex: 303}"), 13, "'²' is no number"),
        (GOOD.replace("hex: 303", f'hex: "{"9" * 5000}"'), 13, "is no number"),
        ("case: &a x\ngame: *a\n", 2, "no aliases"),
        ("game: skirmish\n", 1, "a case needs a line 'case: ...'"),
        ("case: x\n", 1, "a case needs a line 'game: ...'"),
        ("case: x\ngame: chess\n", 2, "there is no game 'chess'"),
        (GOOD.replace("turn.blue", "turn.green"), 6, "there is no phase 'turn.green'"),
        (GOOD.replace("blue 1: {hex", "blu 1: {hex"), 8, "did you mean"),
        (GOOD.replace("path: [", "way: ["), 11, "move has no 'way'"),
        (GOOD + "weather: mud\n", 14, "there is no 'weather' here"),
        (GOOD.replace("0503", "0903"), 9, "there is no place '0903'; did you mean"),
        (GOOD.replace("at: turn.blue", "at:"), 6, "nothing stands after at"),
        (GOOD.replace("{hex: 303}", "{hexx: 303}"), 13, "did you mean hex"),
        (GOOD.replace("only: true", "true: true"), 5, "a key is a word or a number"),
        (GOOD.replace("expect:", "expct:"), 12, "there is no 'expct' here; did you mean expect?"),
        (b"case: \xff\xfe\n", 1, "not UTF-8"),
        (b"case: x\ngame: \xff\n", 2, "not UTF-8"),
    ],
)
def test_a_file_that_holds_no_case_says_where(tmp_path: Path, text: str | bytes, line: int, words: str) -> None:
    with pytest.raises(casefile.CaseFileError) as caught:
        casefile.run_file(written(tmp_path, text))
    assert caught.value.line == line
    assert words in caught.value.message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(casefile.CaseFileError, match="No such file"):
        casefile.run_file(tmp_path / "gone.yaml")
    with pytest.raises(casefile.CaseFileError, match="directory"):
        casefile.run_file(tmp_path)
    huge = written(tmp_path, b"#" * (casefile.LARGEST + 1))
    with pytest.raises(casefile.CaseFileError, match="larger than"):
        casefile.run_file(huge)


def test_words_stay_words(tmp_path: Path) -> None:
    path = written(tmp_path, "case: no\ngame: on\nrules: [2026-11-15]\nposition: {only: true, begun: false, at: ~}\n")
    data = casefile.read(path).data
    assert (data["case"], data["game"], data["rules"]) == ("no", "on", ["2026-11-15"])
    assert data["position"] == {"only": True, "begun": False, "at": None}


def test_numbers_are_read_as_people_write_them(tmp_path: Path) -> None:
    path = written(tmp_path, "case: x\ngame: y\ndice: [0203, 1:30, 0x1F, 1_000, 12, -3, 0]\n")
    assert casefile.read(path).data["dice"] == ["0203", "1:30", "0x1F", "1_000", 12, -3, 0]
    plain = written(tmp_path, GOOD.replace('"0203"', "0203").replace('"0503"', "0503").replace('"0303"', "0303"))
    assert casefile.run_file(plain).passed


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        ("rules: [AA-9.1.pai]", 2, "there is no rule 'AA-9.1.pai'; did you mean AA-9.1.pay"),
        ("  wars: {germany-us: 1}", 6, "there is no wars entry 'germany-us'; did you mean germany-usa"),
        ("  orders: {uk_europe.bogus: 1}", 6, "there is no orders entry 'uk_europe.bogus'; did you mean uk_europe"),
        ("  events: {london_captured: 1}", 6, "did you mean london_captured_by_axis"),
        ("  powers: {germany: {technologies: [radr]}}", 6, "there is no technologies 'radr'; did you mean radar?"),
        ("  units: {1: {kind: infantery, at: Poland}}", 6, "there is no kind 'infantery'; did you mean infantry"),
        ("  units: {1: {kind: air_base, at: Poland}}", 6, "there is no kind 'air_base'"),
        ("  units: {1: {owner: germay, at: Poland}}", 6, "there is no owner 'germay'; did you mean germany"),
        ("  units: {1: {kind: infantry, at: 112}}", 6, "cannot stand in Sea Zone 112; say which ship it is aboard"),
        ("  units: {1: {kind: cruiser, at: Poland}}", 6, "cannot stand ashore, in Poland"),
        ("  units: {1: {kind: infantry, at: 112, aboard: 9}}", 6, "there is no piece 9 on the board"),
        ("  territories: {112: {holder: uk}}", 6, "is a sea zone and no territory"),
        ("  battles: {Poland: {kind: sea, attacker: uk}}", 6, "is no place for a sea battle"),
        ("  facts: {places: {Polnd: {ipc: 3}}}", 6, "there is no places entry 'Polnd'; did you mean Poland"),
        ("  facts: {places: {Poland: {icp: 3}}}", 6, "there is no 'icp' here; did you mean ipc"),
        ("  facts: {join: [[Poland, Germany]]}", 6, "Poland and Germany touch already"),
        ("  facts: {part: [[Poland, Japan]]}", 6, "Poland and Japan do not touch anyway"),
        ("options: {reserch: true}", 2, "there is no 'reserch' here; did you mean research"),
        ("options: {dutch_entry: never}", 2, "there is no dutch_entry 'never'; there is both, noncombat"),
        ("expect: [{log: {entry: bougt}}]", 6, "there is no log 'bougt'; did you mean bought"),
        ("expect: [{log: {entry: bought, prise: 3}}]", 6, "bought has no 'prise'; did you mean price"),
        ("expect: [{no_log: {entry: bought, kind: infantery}}]", 6, "'infantery' means nothing in this game"),
        ("expect: [{refused: {by: germany, do: {done: }, key: bugdet}}]", 6, "there is no refuse 'bugdet'; did you"),
    ],
)
def test_a_word_that_means_nothing_in_global_1940(tmp_path: Path, wrong: str, line: int, words: str) -> None:
    base = "case: x\ngame: axisallies\nposition:\n  only: true\n  at: germany.purchase\n"
    text = f"case: x\n{wrong}\n" + base.partition("\n")[2] if line == 2 else f"{base}{wrong}\n"
    with pytest.raises(casefile.CaseFileError) as caught:
        casefile.run_file(written(tmp_path, text))
    assert words in caught.value.message
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("  pieces: {46 Inf Dif: {hex: 3505}}", "there is no piece '46 Inf Dif'; did you mean 46 Inf Div"),
        ("  pieces: {46 Inf Div: {hex: 9999}}", "there is no place 9999"),
        ("  pieces: {46 Inf Div: {hex: 3505, box: active}}", "is in a hex or in a box, not in both"),
        ("  pieces: {46 Inf Div: {}}", "is in a hex or in a box; say where"),
        ("  pieces: {46 Inf Div: {hex: 3505, steps: 9}}", "has 1 to 4 steps"),
        ("  pieces: {46 Inf Div: {box: cardre}}", "there is no box 'cardre'; did you mean cadre"),
        ("  pieces: {46 Inf Div: {hex: 3504}, 106 Rifle Div: {hex: 3504}}", "the enemy stands in 3504 already"),
        ("  weather: muddy", "there is no weather 'muddy'; did you mean mud"),
        ("  turn: 47", "the card has no turn 47; it goes from 48 to 51"),
        ("  control: {3605: sovjet}", "there is no control 'sovjet'; did you mean soviet"),
        ("  tracks: {vpp: 1}", "there is no tracks entry 'vpp'; did you mean vp"),
        ("  tracks: {port_9999: 1}", "there is no tracks entry 'port_9999'"),
        ("  bridges: {3504-3506: {side: axis}}", "there is no bridges entry '3504-3506'"),
        ("  air: {1: {kind: Ju78}}", "there is no kind 'Ju78'; did you mean Ju88 or Ju87"),
        ("  facts: {hexes: {5714: {terrain: hill}}}", "5714 is not on the card of this scenario"),
        ("  facts: {hexes: {3504: {terrain: hil}}}", "there is no terrain 'hil'; did you mean hill"),
        ("  facts: {card: {calendar: [{turn: 49, weather: dry}]}}", "the calendar has no turn 48"),
        ("  facts: {card: {switches: {repacements: {value: cards}}}}", "did you mean replacements"),
        ("  facts: {roads: [[3504, 3506, primary]]}", "3504 and 3506 are no neighbours"),
    ],
)
def test_a_word_that_means_nothing_in_crimea(tmp_path: Path, wrong: str, words: str) -> None:
    base = 'case: x\ngame: eastfront\nscenario: "1"\nposition:\n  only: true\n  at: axis.movement\n'
    with pytest.raises(casefile.CaseFileError) as caught:
        casefile.run_file(written(tmp_path, f"{base}{wrong}\n"))
    assert words in caught.value.message
    assert caught.value.line == 7


def test_junit_tells_what_failed_and_what_could_not_be_run(tmp_path: Path) -> None:
    good = casefile.run_file(written(tmp_path, GOOD))
    bad = casefile.run_file(written(tmp_path, GOOD.replace("hex: 303", "hex: 404")))
    problem = casefile.CaseFileError(Path("x.yaml"), 3, "no \x00 & <such> thing")
    suite = fromstring(casefile.as_junit([good, bad], [problem]))
    assert dict(suite.attrib) == {"name": "sandtable try", "tests": "3", "failures": "1", "errors": "1"}
    [failure] = suite.iter("failure")
    assert failure.attrib["message"].endswith("case.yaml:13: blue 1: hex is 303, expected 404")
    [broken] = suite.iter("error")
    assert broken.attrib["message"] == "x.yaml:3: no ? & <such> thing"
