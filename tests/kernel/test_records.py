"""The lines of a game: written, read, and refused where they are of another time or none."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.kernel import Entry, Outcome
from sandtable.kernel.changes import Drop, Edit, Put, Set
from sandtable.kernel.codec import Malformed
from sandtable.kernel.records import FORMAT, AnyRecord, Finished, Header, Opening, Played, Undone, read, write

HEADER = Header(format=FORMAT, game="toy", rules="1", scenario="plain", options={"turns": 3}, seed="00")
RECORDS: list[AnyRecord] = [
    HEADER,
    Opening(state=msgspec.Raw(b'{"count":1}'), hash="ab", rolls=(1, 2), entries=(Entry(key="log.x"),)),
    Played(
        seq=1,
        seat="a",
        action={"do": "go"},
        changes=(Set("count", 2), Put("rows", 1, {"at": 1}), Edit("rows", 1, {"at": 2}), Drop("rows", 1)),
        hash="cd",
        barrier="dice",
    ),
    Undone(seq=2, seat="a", to=0),
    Finished(seq=3, outcome=Outcome(winners=("a",), key="won"), seed="00"),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_is_one_line_and_comes_back(record: AnyRecord) -> None:
    line = write(record)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    again = read(line)
    assert type(again) is type(record)
    assert write(again) == line


def test_the_layout_of_a_header_does_not_change_by_accident() -> None:
    """Whoever changes this line raises FORMAT and teaches `read` the older one."""
    assert write(Header(format=FORMAT, game="toy", rules="1", scenario="plain")) == (
        b'{"is":"header","format":1,"game":"toy","rules":"1","scenario":"plain"}\n'
    )


def test_a_record_says_what_it_is() -> None:
    assert write(RECORDS[3]) == b'{"is":"undone","seq":2,"seat":"a","to":0}\n'


@pytest.mark.parametrize(
    "line",
    [
        b'{"is":"header","format":99,"game":"toy","rules":"1","scenario":"plain"}',
        b'{"is": "header", "format": 99, "game": "toy", "rules": "1", "scenario": "plain"}',
        b'{"format":99,"is":"header","game":"toy","rules":"1","scenario":"plain"}',
        b'{"is":"header","format":99,"game":{"another":"layout"}}',
    ],
)
def test_a_newer_format_says_to_update(line: bytes) -> None:
    with pytest.raises(Malformed, match=f"saved in format 99; this version of Sandtable reads up to {FORMAT}"):
        read(line)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "truncated"),
        (b"not json", "malformed"),
        (b"{}", "missing required field `is`"),
        (b'{"is":"song"}', "Invalid value 'song'"),
        (b'{"is":"undone","seq":"x","seat":"a","to":0}', r"Expected `int`, got `str` - at `\$\.seq`"),
        (b'{"is":"undone","seq":1}', "missing required field `seat`"),
        (b'{"is":"header","format":1,"game":5}', r"Expected `str`, got `int` - at `\$\.game`"),
        (b'{"is":"header","format":"new"}', "Expected `int`"),
        (b'{"is":"played","seq":1,"seat":"a","action":{},"changes":[["paint","x"]],"hash":""}', "paint"),
    ],
)
def test_a_line_that_is_no_record(line: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read(line)
