"""The layout check, tried on made-up trees."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import layout

GAME = "src/sandtable/games/chess"
BARE_GAME = {
    f"{GAME}/__init__.py": "",
    f"{GAME}/manifest.toml": "",
    f"{GAME}/rules.yaml": "",
    f"{GAME}/data/SOURCES.md": "- `map.json`: printed\n- `scenarios/*.json`: ruling\n",
}
WHOLE_GAME = BARE_GAME | {
    f"{GAME}/{name}": ""
    for name in (
        "model.py",
        "scenario/board.py",
        "actions/moving.py",
        "flow/turn.py",
        "rules/memory.py",
        "rules/moves/steps.py",
        "view.py",
        "game.py",
        "bots/greedy.py",
        "locale/en.json",
    )
}


def plant(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("files", [{}, BARE_GAME, WHOLE_GAME], ids=["empty", "catalogued", "playable"])
def test_a_tree_in_good_form_has_no_problems(tmp_path: Path, files: dict[str, str]) -> None:
    assert layout.problems(plant(tmp_path, files)) == []


def test_an_unknown_name_at_the_top_of_a_game_is_reported(tmp_path: Path) -> None:
    plant(tmp_path, WHOLE_GAME | {f"{GAME}/tricks.py": "", f"{GAME}/actions.py": ""})
    told = [line.split(":")[0] for line in layout.problems(tmp_path)]
    assert told == [f"{GAME}/actions.py", f"{GAME}/tricks.py"]


@pytest.mark.parametrize(
    ("module", "text", "home"),
    [
        ("rules/moves/steps.py", "MOVE = verb(Move, 'X-1', move)", "actions/"),
        ("flow/turn.py", "x = 1\nMOVE: Verb[int, Move] = kernel.Verb(Move, 'X-1', move)", "actions/"),
        ("rules/moves/steps.py", "def step():\n    return Phase('step', 'X-1')", "flow/"),
        ("actions/moving.py", "TURN = kernel.Phase('turn', 'X-1')", "flow/"),
        ("game.py", "TURN = Phase('turn', 'X-1')", "flow/"),
    ],
)
def test_a_part_that_is_declared_in_another_room_is_reported(tmp_path: Path, module: str, text: str, home: str) -> None:
    [problem] = layout.problems(plant(tmp_path, WHOLE_GAME | {f"{GAME}/{module}": text}))
    assert problem.startswith(f"{GAME}/{module}:")
    assert problem.endswith(f"it belongs in {home}")


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("actions/moving.py", "MOVE = verb(Move, 'X-1', move)"),
        ("flow/turn.py", "TURN = Phase('turn', 'X-1')"),
        ("bots/greedy.py", "def ways(verb: Verb) -> None:\n    SEQUENCE.phase(at).verbs"),
    ],
)
def test_parts_in_their_own_rooms_pass(tmp_path: Path, module: str, text: str) -> None:
    assert layout.problems(plant(tmp_path, WHOLE_GAME | {f"{GAME}/{module}": text})) == []


def test_above_the_folders_of_chapters_no_rule_is_enforced(tmp_path: Path) -> None:
    tagged = "# rule: X-1\nSTEP = 1\n"
    plant(tmp_path, WHOLE_GAME | {f"{GAME}/rules/memory.py": tagged, f"{GAME}/rules/moves/steps.py": tagged})
    [problem] = layout.problems(tmp_path)
    assert problem.startswith(f"{GAME}/rules/memory.py: enforces a rule")


def test_a_game_with_code_needs_every_part(tmp_path: Path) -> None:
    plant(tmp_path, BARE_GAME | {f"{GAME}/model.py": ""})
    missing = [line.split(":")[0] for line in layout.problems(tmp_path)]
    assert missing == [f"{GAME}/{name}" for name in sorted(layout.PLAYABLE - {"model.py"})]


def test_a_long_model_may_be_a_folder(tmp_path: Path) -> None:
    files = {path: text for path, text in WHOLE_GAME.items() if path != f"{GAME}/model.py"}
    assert layout.problems(plant(tmp_path, files | {f"{GAME}/model/state.py": ""})) == []


@pytest.mark.parametrize("name", ["manifest.toml", "rules.yaml", "__init__.py"])
def test_even_a_game_without_code_is_catalogued(tmp_path: Path, name: str) -> None:
    plant(tmp_path, {path: text for path, text in BARE_GAME.items() if path != f"{GAME}/{name}"})
    assert layout.problems(tmp_path) == [f"{GAME}/{name}: missing; every game has it"]


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("src/sandtable/kernel/dice.py", "tests/kernel/test_dice.py"),
        ("src/sandtable/kernel/_dice.py", "tests/kernel/test_dice.py"),
        ("src/sandtable/texts/message.py", "tests/test_texts.py"),
        ("tools/rules/sites.py", "tests/tools/rules/test_sites.py"),
        ("tools/rules/sites.py", "tests/tools/test_rules.py"),
        ("dev", "tests/tools/test_dev.py"),
        ("README.md", "tests/contracts/test_every_game.py"),
        ("README.md", "tests/games/pebbles/test_pebbles.py"),
    ],
)
def test_tests_that_mirror_a_source_or_need_none_pass(tmp_path: Path, source: str, test: str) -> None:
    assert layout.problems(plant(tmp_path, {source: "", test: ""})) == []


@pytest.mark.parametrize("test", ["tests/kernel/test_dices.py", "tests/test_dice.py", "tests/tools/test_dice.py"])
def test_a_test_without_its_module_is_reported(tmp_path: Path, test: str) -> None:
    plant(tmp_path, {"src/sandtable/kernel/dice.py": "", test: ""})
    [problem] = layout.problems(tmp_path)
    assert problem.startswith(f"{test}: no module of this name")


def test_tests_of_a_real_game_mirror_it(tmp_path: Path) -> None:
    right, wrong = "tests/games/chess/rules/moves/test_steps.py", "tests/games/chess/test_steps.py"
    plant(tmp_path, WHOLE_GAME | {right: "", wrong: ""})
    assert [line.split(":")[0] for line in layout.problems(tmp_path)] == [wrong]


@pytest.mark.parametrize("name", ["src/sandtable/kernel/hex_utils.py", "tools/helpers/maps.py", "tests/manager.py"])
def test_module_names_that_say_nothing_are_reported(tmp_path: Path, name: str) -> None:
    [problem] = layout.problems(plant(tmp_path, {name: ""}))
    assert problem.startswith(f"{name}: ")
    assert "says nothing" in problem


def test_a_module_may_have_so_many_lines_and_no_more(tmp_path: Path) -> None:
    long, longest = "src/sandtable/kernel/long.py", "src/sandtable/kernel/longest.py"
    plant(tmp_path, {longest: "x = 1\n" * 650, long: "x = 1\n" * 651, "tools/free.py": "x = 1\n" * 651})
    assert layout.problems(tmp_path) == [f"{long}: 651 lines, more than 650; split it by subject"]


def test_every_data_file_has_its_source(tmp_path: Path) -> None:
    data = f"{GAME}/data"
    plant(tmp_path, BARE_GAME | {f"{data}/{name}": "" for name in ("map.json", "scenarios/1.json", "units.json")})
    [problem] = layout.problems(tmp_path)
    assert problem.startswith(f"{data}/units.json: has no entry in {data}/SOURCES.md")


def test_data_is_json(tmp_path: Path) -> None:
    plant(tmp_path, {**BARE_GAME, f"{GAME}/data/SOURCES.md": "- `map.*`: printed\n", f"{GAME}/data/map.yaml": "a: 1\n"})
    [problem] = layout.problems(tmp_path)
    assert problem.startswith(f"{GAME}/data/map.yaml: data of games is JSON")


@pytest.mark.parametrize("folder", ["home/ann", "Users/ann", "root/x", "work/x"])
@pytest.mark.parametrize("before", ["", "see ", "'", "file:///", "(", "="])
def test_a_path_of_one_machine_is_reported_with_its_line(tmp_path: Path, before: str, folder: str) -> None:
    plant(tmp_path, {"docs/index.md": f"# Title\n{before}/{folder}\n".replace("////", "///")})
    [problem] = layout.problems(tmp_path)
    assert problem.startswith("docs/index.md:2: a path of one machine")


@pytest.mark.parametrize("text", ["example.net/home/page", "tests/work/x", "~/work/x", "a/root/b", "/usr/bin/env"])
def test_other_paths_are_not(tmp_path: Path, text: str) -> None:
    assert layout.problems(plant(tmp_path, {"docs/index.md": text})) == []


@pytest.mark.parametrize(
    "text", ["https://" + "pypi" + ".org/simple", "registry." + "npmjs" + ".org", "--index-url" + " x"]
)
def test_a_package_registry_is_reported(tmp_path: Path, text: str) -> None:
    [problem] = layout.problems(plant(tmp_path, {"README.md": text}))
    assert problem.startswith("README.md:1: names a package registry")


def test_a_url_is_reported_in_lock_files_only(tmp_path: Path) -> None:
    url = "https://mirror.example/x.whl"
    plant(tmp_path, {"requirements.lock": url, "web/package-lock.json": url, "README.md": url})
    assert [line.split(":")[0] for line in layout.problems(tmp_path)] == ["requirements.lock", "web/package-lock.json"]


def test_pictures_and_what_is_not_ours_are_passed_over(tmp_path: Path) -> None:
    trace = "/" + "home/ann"
    plant(tmp_path, {".venv/x.cfg": trace, "site/index.html": trace, "src/__pycache__/x": trace})
    (tmp_path / "map.png").write_bytes(b"\x89PNG\xff\xfe")
    assert layout.problems(tmp_path) == []


def test_in_a_repository_ignored_files_do_not_count(tmp_path: Path) -> None:
    trace = "/" + "home/ann"
    plant(tmp_path, {".gitignore": "mine.txt\n", "mine.txt": trace, "ours.txt": trace})
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    assert [line.split(":")[0] for line in layout.problems(tmp_path)] == ["ours.txt"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import fcntl\n", "fcntl"),
        ("from pwd import getpwnam\n", "pwd"),
        ("def f():\n    import resource\n", "resource"),
        ("import os\nos.fork()\n", "os.fork"),
        ("import signal\nsignal.alarm(1)\n", "signal.alarm"),
    ],
)
def test_what_windows_lacks_is_reported(tmp_path: Path, text: str, name: str) -> None:
    plant(tmp_path, {"src/sandtable/locks.py": text})
    (found,) = layout.portable_problems(tmp_path, layout.project_files(tmp_path))
    assert found.startswith("src/sandtable/locks.py:")
    assert f"only POSIX has {name}" in found


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    import fcntl\nexcept ImportError:\n    fcntl = None\n",
        "import contextlib\nwith contextlib.suppress(ImportError):\n    import readline\n",
        "import os\nos.getpid()\n",
    ],
)
def test_a_lack_that_is_provided_for_is_none(tmp_path: Path, text: str) -> None:
    plant(tmp_path, {"src/sandtable/locks.py": text, "tools/dev.py": "import fcntl\n"})
    assert list(layout.portable_problems(tmp_path, layout.project_files(tmp_path))) == []
