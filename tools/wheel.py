"""Build the wheel, compare it with the source tree, then install it in a clean environment and try it there."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from tools.waiting import next_line

ROOT = Path(__file__).resolve().parents[1]
TRIALS = (
    ["python", "-c", "import sandtable; print(sandtable.__version__)"],
    ["sandtable", "--help"],
    ["sandtable", "games"],
)
PAGES = (
    ("", "<script"),
    ("api/games", "axisallies"),
    ("api/games/nextwar/board", "scenario"),
    ("api/locale/it?game=fieldsoffire", "messages"),
)
"""What the server shows, and what must be in it."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./dev wheel", description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the wheel there")
    keep = parser.parse_args(words).keep
    with tempfile.TemporaryDirectory(prefix="sandtable-wheel-") as folder:
        try:
            subprocess.run([sys.executable, "-m", "tools.web"], cwd=ROOT, check=True)
            wheel = build(Path(folder))
            lost = left_out(wheel, ROOT / "src")
            if lost:
                print("not in the wheel:", *lost, sep="\n  ")
                return 1
            try_out(wheel, Path(folder))
        except subprocess.CalledProcessError as failure:
            print(f"failed with {failure.returncode}: {' '.join(map(str, failure.cmd))}")
            return 1
        except Incomplete as lack:
            print(lack)
            return 1
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(wheel, keep)
        print(f"{wheel.name}: complete, {wheel.stat().st_size // 1024} kB, runs in a clean environment")
    return 0


def build(folder: Path) -> Path:
    """The wheel of this tree, built with the locked build tools and no network."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


def left_out(wheel: Path, source: Path) -> list[str]:
    """The files under the source folder that did not get into the wheel: catalogues and inventories are easily lost."""
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    files = (path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(name for name in (path.relative_to(source).as_posix() for path in files) if name not in packed)


def constraints(lock: str) -> str:
    """The versions of a lock file without their hashes, which installers refuse beside a local wheel."""
    return "".join(f"{pin}\n" for pin in re.findall(r"^(\S+==[^\\\n]+?)\s*\\?$", lock, flags=re.MULTILINE))


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel and what it depends on, nothing else, and run its program away from the sources."""
    versions = folder / "constraints.txt"
    versions.write_text(constraints((ROOT / "requirements.lock").read_text()))
    clean = folder / "clean"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", clean], check=True)
    python = clean / "bin" / "python"
    subprocess.run([ROOT / "dev", "packages", "--into", python, "--constraint", versions, wheel], check=True)
    for program, *words in TRIALS:
        subprocess.run([clean / "bin" / program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    serve(clean / "bin" / "sandtable", folder)


def serve(program: Path, folder: Path) -> None:
    """Open the table as a player would: the client, a game and its map come out of the wheel alone."""
    command = [str(program), "serve", "--no-browser", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = next_line(server).split()[3]
            for path, sign in PAGES:
                if sign not in _read(address + path):
                    raise Incomplete(f"/{path} of the installed server lacks {sign!r}")
            wanted = {"game": "eastfront", "scenario": "1", "start": True}
            if json.loads(_read(address + "api/tables", wanted))["status"] != "playing":
                raise Incomplete("the installed server does not begin a game")
        finally:
            server.terminate()


def _read(url: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    head = {"content-type": "application/json", "origin": "/".join(url.split("/")[:3])}
    with urllib.request.urlopen(urllib.request.Request(url, data, head), timeout=30) as answer:
        return str(answer.read().decode())


class Incomplete(Exception):
    """The wheel lacks something."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
