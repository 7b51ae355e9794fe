"""Game files: whole or not at all, good up to the first bad line, and one sentence for each kind of trouble."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sandtable
from sandtable import registry, savefile
from sandtable.kernel import Match, codec, records
from sandtable.kernel.dice import commitment
from sandtable.kernel.records import FORMAT, Header, Played
from sandtable.planning import RandomBot
from sandtable.sim.driver import Players
from tests.small import skirmish
from tools.waiting import next_line

GAME = skirmish.GAME
SEED = b"savefile"
SOURCE = str(Path(sandtable.__file__).parents[1])
ROOT = str(Path(__file__).parents[1])


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")


def played(steps: int) -> Match[skirmish.Position]:
    """A game that is some steps old."""
    scenario = GAME.open("meeting", {"turns": 50})
    match = Match.new(GAME, scenario, SEED)
    players = Players(GAME, {seat: RandomBot(seat.encode(), zeal=9) for seat in scenario.seats}, SEED)
    while len(match.steps) < steps:
        match.act(*players.answer(match.state))
    return match


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "a.game"
    savefile.write_all(path, played(6).records)
    return path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


# --- whole files ------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read(saved: Path) -> None:
    match = played(6)
    loaded = savefile.read(saved)
    assert loaded.problem is None
    assert list(map(records.write, loaded.records)) == list(map(records.write, match.records))
    assert savefile.open_match(saved).match.state == match.state


def test_writing_leaves_nothing_else_in_the_folder(saved: Path) -> None:
    assert [file.name for file in saved.parent.iterdir()] == ["a.game"]


def test_a_file_is_not_overwritten_unless_asked(saved: Path) -> None:
    before = saved.read_bytes()
    with pytest.raises(savefile.WrongPath, match="there already; choose another name"):
        savefile.write_all(saved, played(1).records)
    assert saved.read_bytes() == before
    savefile.write_all(saved, played(1).records, replace=True)
    assert len(lines_of(saved)) == 3


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_file_and_no_litter(
    saved: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = saved.read_bytes()
    monkeypatch.setattr(*{"fsync": (os, "fsync", full), "replace": (Path, "replace", full)}[failing])
    with pytest.raises(savefile.DiskTrouble, match="the disk is full"):
        savefile.write_all(saved, played(1).records, replace=True)
    assert saved.read_bytes() == before
    assert [file.name for file in saved.parent.iterdir()] == ["a.game"]


def test_a_new_file_has_the_permissions_that_new_files_have(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    path = tmp_path / "b.game"
    savefile.write_all(path, played(0).records)
    assert path.stat().st_mode == plain.stat().st_mode


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_line_cut_off_at_any_byte_costs_only_itself(saved: Path, tmp_path: Path) -> None:
    whole = lines_of(saved)
    cut = tmp_path / "cut.game"
    for length in range(1, len(whole[-1]) - 1):
        cut.write_bytes(b"".join(whole[:-1]) + whole[-1][:length])
        loaded = savefile.read(cut)
        assert len(loaded.records) == len(whole) - 1
        assert isinstance(loaded.problem, savefile.CutOff)
        assert loaded.problem.line == len(whole)
    assert re.search(r"cut\.game, line 8: the last line is cut off", str(loaded.problem))


def test_a_whole_last_line_without_its_newline_is_good(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes()[:-1])
    opened = savefile.open_match(saved)
    assert opened.problem is None
    assert len(opened.match.steps) == 6
    step = played(7).records[-1]
    savefile.append(saved, step)
    assert len(savefile.open_match(saved).match.steps) == 7


def test_a_damaged_line_is_named_and_what_stands_above_it_is_good(saved: Path) -> None:
    lines = lines_of(saved)
    lines[4] = b'{"is":"played"}\n'
    saved.write_bytes(b"".join(lines))
    opened = savefile.open_match(saved)
    assert len(opened.match.steps) == 2
    assert opened.problem is not None
    assert opened.problem.line == 5
    assert re.search(r"a\.game, line 5: cannot be read \(.*missing.*sandtable import saves", str(opened.problem))


def test_a_blank_line_is_damage(saved: Path) -> None:
    lines = lines_of(saved)
    lines.insert(3, b"\n")
    saved.write_bytes(b"".join(lines))
    assert savefile.read(saved).problem.line == 4  # type: ignore[union-attr]


def test_wrong_utf8_is_named(saved: Path) -> None:
    lines = lines_of(saved)
    lines[3] = lines[3].replace(b"log.", b"l\xff\xfe.")
    saved.write_bytes(b"".join(lines))
    loaded = savefile.read(saved)
    assert len(loaded.records) == 3
    assert "line 4: this is not UTF-8 text" in str(loaded.problem)


def test_an_edited_step_is_found_though_its_line_can_be_read(saved: Path) -> None:
    lines = lines_of(saved)
    at = next(n for n, line in enumerate(lines) if b'["edit","pieces"' in line)
    lines[at] = re.sub(rb'"hex":\d+', b'"hex":106', lines[at], count=1)
    saved.write_bytes(b"".join(lines))
    opened = savefile.open_match(saved)
    assert opened.problem is not None
    assert opened.problem.line == at + 1
    assert len(opened.match.steps) == at - 2
    assert "does not follow from the ones before it" in str(opened.problem)


def test_an_edit_that_a_later_step_hides_is_found_by_a_look_at_every_step(tmp_path: Path) -> None:
    match = played(3)
    match.undo("blue")
    path = tmp_path / "x.game"
    savefile.write_all(path, match.records)
    assert savefile.audited(savefile.open_match(path)).problem is None
    lines = lines_of(path)
    lines[4] = re.sub(rb'"hex":\d+', b'"hex":106', lines[4], count=1)  # the step that was taken back
    path.write_bytes(b"".join(lines))
    opened = savefile.open_match(path)
    assert opened.problem is None
    found = savefile.audited(opened)
    assert "line 5: this step does not follow" in str(found.problem)
    assert len(found.match.steps) == 2


def test_a_number_beyond_counting_is_found(saved: Path, tmp_path: Path) -> None:
    lines = lines_of(saved)
    at = next(n for n, line in enumerate(lines) if b'["edit","pieces"' in line)
    forged = re.sub(rb'"hex":\d+', b'"hex":' + b"9" * 30, lines[at], count=1)
    saved.write_bytes(b"".join([*lines[:at], forged, *lines[at + 1 :]]))
    opened = savefile.open_match(saved)
    assert opened.problem is not None
    assert (opened.problem.line, len(opened.match.steps)) == (at + 1, at - 2)
    start = re.sub(rb'"hex":\d+', b'"hex":' + b"9" * 30, lines[1], count=1)
    saved.write_bytes(b"".join([lines[0], start, *lines[2:]]))
    with pytest.raises(savefile.Damaged, match="line 2: no game can be opened from here"):
        savefile.open_match(saved)
    match = played(3)
    match.undo("blue")
    savefile.write_all(path := tmp_path / "x.game", match.records)
    lines = lines_of(path)
    lines[4] = re.sub(rb'"hex":\d+', b'"hex":' + b"9" * 30, lines[4], count=1)  # the step that was taken back
    path.write_bytes(b"".join(lines))
    found = savefile.audited(savefile.open_match(path))
    assert "line 5: this step does not follow" in str(found.problem)


def test_a_missing_step_is_found(saved: Path) -> None:
    lines = lines_of(saved)
    del lines[4]
    saved.write_bytes(b"".join(lines))
    opened = savefile.open_match(saved)
    assert "line 5: this step does not follow" in str(opened.problem)
    assert "step 3 is missing" in str(opened.problem)
    assert len(opened.match.steps) == 2


def test_an_edited_opening_is_refused(saved: Path) -> None:
    lines = lines_of(saved)
    lines[1] = lines[1].replace(b'"score":{"blue":0', b'"score":{"blue":9')
    saved.write_bytes(b"".join(lines))
    with pytest.raises(savefile.Damaged, match=r"line 2: .*fingerprint"):
        savefile.open_match(saved)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("scenario", "elsewhere", "no scenario 'elsewhere'"),
        ("options", {"speed": 3}, "no option 'speed'"),
        ("seed", "xyz", "not written in hex"),
        ("game", "chess", "there is no game 'chess'"),
    ],
)
def test_a_header_that_the_game_does_not_know_is_refused(saved: Path, field: str, value: object, says: str) -> None:
    lines = lines_of(saved)
    lines[0] = codec.encode({**codec.decode(lines[0], dict), field: value}) + b"\n"
    saved.write_bytes(b"".join(lines))
    with pytest.raises(savefile.Damaged, match=f"line 1: .*{says}"):
        savefile.open_match(saved)


def test_a_newer_format_asks_for_an_update(saved: Path) -> None:
    lines = lines_of(saved)
    lines[0] = codec.encode({**codec.decode(lines[0], dict), "format": FORMAT + 1, "game": ["other"]}) + b"\n"
    saved.write_bytes(b"".join(lines))
    problem = savefile.read(saved).problem
    assert problem is not None
    assert problem.key == "cli.file.newer"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty; start a game"),
        (b"not a game\n", "line 1: no game can be opened"),
        (b"\x00\x01\x02", "line 1: no game can be opened"),
        (b"\xff\xfe\n", "line 1: this is not UTF-8 text, so it is no game"),
        (
            codec.encode(Header(format=1, game="skirmish", rules="1", scenario="meeting")) + b"\n",
            "line 2: a game begins",
        ),
    ],
)
def test_a_file_without_an_opening_is_no_game(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "x.game"
    path.write_bytes(content)
    with pytest.raises(savefile.Damaged, match=says):
        savefile.open_match(path)


def test_a_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(savefile.Damaged, match="is a folder"):
        savefile.read(tmp_path)
    with pytest.raises(savefile.Damaged, match=r"no file .*none\.game"):
        savefile.read(tmp_path / "none.game")
    with pytest.raises(savefile.WrongPath, match="there is no folder"):
        savefile.write_all(tmp_path / "no" / "a.game", [])
    with pytest.raises(savefile.WrongPath, match="is a folder"):
        savefile.write_all(tmp_path, [])


def test_a_device_is_no_game() -> None:
    with pytest.raises(savefile.Damaged, match="no file that could hold a game"):
        savefile.read(Path("/dev/zero"))


def test_a_file_of_another_kind_is_not_read_whole(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(savefile, "LARGEST", 100)
    with pytest.raises(savefile.Damaged, match="too large"):
        savefile.read(saved)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (errno.EACCES, "may not be read by you"),
        (errno.EIO, "the system says"),
    ],
)
def test_what_the_system_says_when_reading(saved: Path, monkeypatch: pytest.MonkeyPatch, code: int, says: str) -> None:
    read_bytes = Path.read_bytes

    def no(path: Path) -> bytes:
        if path == saved:
            raise OSError(code, os.strerror(code))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", no)
    with pytest.raises(savefile.DiskTrouble, match=says):
        savefile.read(saved)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (errno.EROFS, "may not be written by you"),
        (errno.EACCES, "may not be written by you"),
        (errno.EDQUOT, "the disk is full"),
    ],
)
def test_what_the_system_says_when_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, says: str
) -> None:
    def no(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(savefile.tempfile, "mkstemp", no)
    with pytest.raises(savefile.DiskTrouble, match=says):
        savefile.write_all(tmp_path / "a.game", [])


# --- appending --------------------------------------------------------------------------------------------------------


def test_appending_gives_the_same_file_as_writing_at_once(tmp_path: Path) -> None:
    match, path = played(6), tmp_path / "b.game"
    savefile.write_all(path, match.records[:2])
    for record in match.records[2:5]:
        savefile.append(path, record)
    savefile.append(path, *match.records[5:])
    assert path.read_bytes() == b"".join(records.write(record) for record in match.records)


def test_nothing_is_appended_to_a_line_that_is_cut_off(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes()[:-20])
    before = saved.read_bytes()
    with pytest.raises(savefile.CutOff):
        savefile.append(saved, played(7).records[-1])
    assert saved.read_bytes() == before
    savefile.drop_cut_line(saved)
    assert lines_of(saved) == before.splitlines(keepends=True)[:-1]
    assert savefile.read(saved).problem is None


def test_a_full_disk_while_appending_leaves_the_file_as_it_was(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()
    write = os.write

    def half(handle: int, content: bytes) -> int:
        if len(content) > 10:
            return write(handle, content[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    step = played(7).records[-1]
    assert isinstance(step, Played)
    # Ten bytes go through each time, until fewer are left and the disk is full.
    with pytest.raises(savefile.DiskTrouble, match="nothing was changed, make room"):
        savefile.append(saved, step)
    monkeypatch.undo()
    assert saved.read_bytes() == before


def test_the_full_device_is_a_full_disk() -> None:
    with pytest.raises(savefile.DiskTrouble, match="the disk is full"):
        savefile.append(Path("/dev/full"), played(1).records[-1])


def test_a_killed_writer_loses_no_step_that_it_acknowledged(tmp_path: Path) -> None:
    """A process appends as fast as it can and says so after each step; it is killed without warning, many times."""
    code = (
        "import sys; from pathlib import Path; from sandtable import savefile, registry\n"
        "path = Path(sys.argv[1]); game = registry.game('skirmish')\n"
        "match = savefile.open_match(path).match\n"
        "while True:\n"
        "    done = len(match.records); seat = match.state.here.waiting[0]\n"
        "    match.act(seat, match.read_action({'do': 'done'}))\n"
        "    savefile.append(path, *match.records[done:]); print(match.seq, flush=True)\n"
    )
    path = tmp_path / "k.game"
    scenario = GAME.open("meeting", {"turns": 100_000})
    savefile.write_all(path, Match.new(GAME, scenario, SEED).records)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCE, ROOT])}
    seen = 0
    for delay in (0.0, 0.01, 0.03):
        writer = subprocess.Popen(
            [sys.executable, "-c", code, str(path)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        first = next_line(writer)
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        rest, _ = writer.communicate(timeout=60)
        told = [int(word) for word in (first + rest).split()]
        if isinstance(savefile.read(path).problem, savefile.CutOff):
            savefile.drop_cut_line(path)
        opened = savefile.open_match(path)
        assert opened.problem is None
        assert opened.match.seq >= max([seen, *told])
        assert told
        seen = opened.match.seq


# --- locks ------------------------------------------------------------------------------------------------------------


def test_two_commands_do_not_write_at_once(saved: Path) -> None:
    with savefile.locked(saved):
        started = time.monotonic()
        with pytest.raises(savefile.InUse, match="in use by another sandtable command"), savefile.locked(saved, 0.1):
            raise AssertionError("both have the lock")
        assert time.monotonic() - started >= 0.1
    with savefile.locked(saved, 0):
        pass


def test_a_lock_on_a_file_that_was_replaced_is_taken_anew(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def is_at(handle: int, path: Path) -> bool:
        looks.append(handle)
        return len(looks) > 1

    monkeypatch.setattr(savefile, "_is_at", is_at)
    with savefile.locked(saved):
        assert len(looks) == 2


def test_a_file_that_vanishes_while_waiting_is_named(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    has_lock = savefile.try_lock

    def vanish(handle: int) -> bool:
        saved.unlink(missing_ok=True)
        return has_lock(handle)

    monkeypatch.setattr(savefile, "try_lock", vanish)
    with pytest.raises(savefile.Damaged, match="no file"), savefile.locked(saved):
        raise AssertionError("a file that is not there was locked")


def test_a_file_system_without_locks_still_plays(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with savefile.locked(saved, 0):
        pass


def test_the_seed_of_a_save_is_the_one_that_was_promised(saved: Path) -> None:
    header = savefile.read(saved).records[0]
    assert isinstance(header, Header)
    assert header.seed is not None
    assert commitment(bytes.fromhex(header.seed)) == header.commitment
