"""Check that the tree keeps its form: alike games, mirrored tests, honest names, sourced data, no machine's traces."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from tools.portable import POSIX_ONLY

ROOT = Path(__file__).resolve().parents[1]

# What stands at the top of games/<game>: CATALOGUED from the first day, PLAYABLE as soon as there is any code of it.
CATALOGUED = frozenset({"__init__.py", "manifest.toml", "rules.yaml", "data"})
PLAYABLE = frozenset({"model.py", "scenario", "actions", "flow", "rules", "view.py", "game.py", "locale"})
MODELS = {"model": "model.py"}
OPTIONAL = frozenset({"bots", "drawing.py", "names.py", "queries", "sheets.py", "statistics.py"})
ALLOWED = CATALOGUED | PLAYABLE | OPTIONAL

# Where the parts of a game are declared: the verbs a seat has, the phases they are asked in.
ROOMS = {"verb": "actions", "Verb": "actions", "Phase": "flow"}
RULE_TAG = re.compile(r"^\s*# rule:", re.MULTILINE)

# Test folders that follow no source folder: suites over every game, data, games made for tests, whole-program runs.
FREE_TESTS = ("tests/contracts", "tests/cases", "tests/foolish", "tests/golden", "tests/small", "tests/e2e")

EMPTY_WORDS = frozenset({"util", "utils", "helper", "helpers", "manager", "managers"})
MOST_LINES = 650
SKIPPED_FOLDERS = frozenset({"build", "dist", "mutants", "node_modules", "site", "__pycache__"})

MACHINE_PATH = re.compile(r"(?:(?<![\w.:/~-])|(?<=file://))/(?:home|Users|root|work)/\w|\b[A-Z]:\\+Users\b")
SPONSOR = re.compile(r'^\s*(?:"url": )?"https://[^"]*",?$')
"""npm's lock file says where a package asks for donations; that is no place anything is fetched from."""
REGISTRY = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|yarnpkg\.com)\b|--(?:extra-)?index-url[ =]\S"
)
LOCK_NAMES = ("*.lock", "package-lock.json")

POSIX_NAMES = frozenset(
    {"fork", "getuid", "geteuid", "getgid", "chown", "fchmod", "killpg", "setsid", "mkfifo", "getloadavg", "SIGKILL"}
    | {"SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "alarm", "setitimer", "pthread_sigmask", "sched_getaffinity"}
)
"""What the modules ``os`` and ``signal`` have on POSIX alone."""

Files = list[PurePosixPath]


def main() -> int:
    found = problems(ROOT)
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


def problems(root: Path) -> list[str]:
    """Every departure from the form, as `path: what is wrong and what to do`, in a stable order."""
    files = project_files(root)
    return [
        *game_problems(files),
        *room_problems(root, files),
        *mirror_problems(files),
        *name_problems(files),
        *length_problems(root, files),
        *source_problems(root, files),
        *trace_problems(root, files),
        *portable_problems(root, files),
    ]


def portable_problems(root: Path, files: Files) -> Iterator[str]:
    """The package runs on Windows: what only POSIX has is imported where its lack is provided for, or not at all."""
    for file in files:
        if file.suffix != ".py" or file.parts[:2] != ("src", "sandtable"):
            continue
        tree = ast.parse((root / file).read_text(encoding="utf-8"))
        guarded = {id(node) for block in ast.walk(tree) if _provides(block) for node in ast.walk(block)}
        for node in ast.walk(tree):
            if (name := _posix_only(node)) and id(node) not in guarded:
                yield f"{file}:{node.lineno}: only POSIX has {name}; do without, or provide for its lack"  # type: ignore[attr-defined]


def _provides(node: ast.AST) -> bool:
    """Whether a block says what to do when an import fails."""
    match node:
        case ast.Try(handlers=handlers):
            return any("ImportError" in ast.unparse(one.type) for one in handlers if one.type)
        case ast.With(items=items):
            return any("suppress(ImportError)" in ast.unparse(one.context_expr) for one in items)
    return False


def _posix_only(node: ast.AST) -> str:
    match node:
        case ast.Import(names=names):
            return next((one.name for one in names if one.name in POSIX_ONLY), "")
        case ast.ImportFrom(module=str(name), level=0) if name in POSIX_ONLY:
            return name
        case ast.Attribute(value=ast.Name(id="os" | "signal" as module), attr=attr) if attr in POSIX_NAMES:
            return f"{module}.{attr}"
    return ""


def project_files(root: Path) -> Files:
    """The files that are, or would be, under version control, relative to the root."""
    if (root / ".git").exists():
        listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
        return sorted(PurePosixPath(name) for name in names if name and (root / name).is_file())
    paths = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(PurePosixPath(path.as_posix()) for path in paths if not is_skipped(path.parts[:-1]))


def is_skipped(folders: tuple[str, ...]) -> bool:
    return any(folder in SKIPPED_FOLDERS or (folder.startswith(".") and folder != ".ci") for folder in folders)


def game_problems(files: Files) -> Iterator[str]:
    """Every game has the same names at its top, so that a reader of one knows the others."""
    tops: dict[PurePosixPath, set[str]] = {}
    for file in files:
        match file.parts:
            case ("src", "sandtable", "games", game, top, *_):
                # A long model is a folder, cut by meaning; whoever imports it need not know.
                tops.setdefault(PurePosixPath("src/sandtable/games", game), set()).add(MODELS.get(top, top))
    for folder, names in tops.items():
        for name in sorted(names - ALLOWED):
            yield f"{folder / name}: not a name that games have at their top; see ALLOWED in tools/layout.py"
        has_code = any(name.endswith(".py") and name != "__init__.py" for name in names)
        for name in sorted((CATALOGUED | PLAYABLE if has_code else CATALOGUED) - names):
            yield f"{folder / name}: missing; every game has it"


def room_problems(root: Path, files: Files) -> Iterator[str]:
    """One meaning a file: verbs in actions/, phases in flow/, rules in the folder of their chapter."""
    for file in files:
        match file.parts:
            case ("src", "sandtable", "games", _, "rules", name) if name.endswith(".py"):
                text = (root / file).read_text(encoding="utf-8")
                yield from declaration_problems(file, text, "rules")
                if RULE_TAG.search(text):
                    yield f"{file}: enforces a rule; put it into the folder of its chapter (manifest: rules.folders)"
            case ("src", "sandtable", "games", _, room, *_) if file.suffix == ".py":
                yield from declaration_problems(file, (root / file).read_text(encoding="utf-8"), room)


def declaration_problems(file: PurePosixPath, text: str, room: str) -> Iterator[str]:
    """Calls that declare a part of the game in another room than that of such parts."""
    if not any(f"{name}(" in text for name in ROOMS):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if (home := ROOMS.get(called, room)) != room:
                yield f"{file}:{node.lineno}: declares a {called.lower()}; it belongs in {home}/"


def mirror_problems(files: Files) -> Iterator[str]:
    """A test module is named for the module it tests and stands in the folder of the same name."""
    known = {*files, *(folder for file in files for folder in file.parents)}
    for file in files:
        if file.parts[0] != "tests" or not fnmatchcase(file.name, "test_*.py"):
            continue
        if not (is_free_test(file, known) or tested_paths(file) & known):
            yield f"{file}: no module of this name; tests mirror the sources: tests/x/test_y.py is for x/y.py"


def is_free_test(file: PurePosixPath, known: set[PurePosixPath]) -> bool:
    """Whether a test mirrors nothing: suites over all games, and small games that exist only for tests."""
    if any(file.is_relative_to(folder) for folder in FREE_TESTS):
        return True
    match file.parts:
        case ("tests", "games", game, *rest):
            return not rest or PurePosixPath("src/sandtable/games", game) not in known
    return False


def tested_paths(test: PurePosixPath) -> set[PurePosixPath]:
    """The places where the module of a test may stand: a module or package of the program, a tool, the script `dev`."""
    folder = PurePosixPath(*test.parts[1:-1])
    subject = test.stem.removeprefix("test_")
    homes = [PurePosixPath("src/sandtable") / folder]
    if folder.parts[:1] == ("tools",):
        homes.append(folder)
    paths = {home / name for home in homes for name in (f"{subject}.py", f"_{subject}.py", subject)}
    return paths | ({PurePosixPath("dev")} if test == PurePosixPath("tests/tools/test_dev.py") else set())


def name_problems(files: Files) -> Iterator[str]:
    """A module's name says what is in it."""
    for file in files:
        if file.suffix == ".py":
            for word in sorted(EMPTY_WORDS & set(re.split(r"[/_.]", str(file)))):
                yield f"{file}: {word!r} says nothing about the contents; name the module for its subject"


def length_problems(root: Path, files: Files) -> Iterator[str]:
    """A module is short enough to be read in one sitting."""
    for file in files:
        if file.parts[0] == "src" and file.suffix == ".py":
            lines = len((root / file).read_bytes().splitlines())
            if lines > MOST_LINES:
                yield f"{file}: {lines} lines, more than {MOST_LINES}; split it by subject"


def source_problems(root: Path, files: Files) -> Iterator[str]:
    """Data is JSON, and every file is listed in the SOURCES.md of its game: `name` or a pattern, `scenarios/*.json`."""
    for file in files:
        match file.parts:
            case ("src", "sandtable", "games", game, "data", *inside) if inside[-1] not in (
                "SOURCES.md",
                "__init__.py",
            ):
                if file.suffix != ".json":
                    yield f"{file}: data of games is JSON; put what a comment would say under note"
                sources = PurePosixPath("src/sandtable/games", game, "data/SOURCES.md")
                text = (root / sources).read_text(encoding="utf-8") if (root / sources).is_file() else ""
                entries = re.findall(r"`([^`\s]+)`", text)
                if not any(fnmatchcase("/".join(inside), entry) for entry in entries):
                    yield f"{file}: has no entry in {sources}; say there where its values come from"


def trace_problems(root: Path, files: Files) -> Iterator[str]:
    """Nothing in the tree points at one machine's folders or at a package registry."""
    for file in files:
        try:
            text = (root / file).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # pictures and the like
        is_lock = any(fnmatchcase(file.name, name) for name in LOCK_NAMES)
        for number, line in enumerate(text.splitlines(), start=1):
            if found := MACHINE_PATH.search(line):
                yield f"{file}:{number}: a path of one machine ({found[0]}...); make it relative"
            if found := REGISTRY.search(line):
                yield f"{file}:{number}: names a package registry ({found[0]}); leave it to the machine's settings"
            elif is_lock and "://" in line and not SPONSOR.match(line):
                yield f"{file}:{number}: a lock file with a URL; make it with `./dev lock`"


if __name__ == "__main__":
    sys.exit(main())
