"""The rule inventories: what each game's rules.yaml and manifest.toml say about ids, chapters and exemptions."""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tools.rules.tree import Tree

ID = re.compile(r"(?P<prefix>[A-Z]{2,4}-)(?P<body>[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*)")
CHAPTER = re.compile(r"[A-Z]*\d+$")
SERIES = re.compile(r"([A-Z]+)-\d+$")


class InventoryError(Exception):
    """An inventory or manifest that cannot be used; the text says where and what to do."""


@dataclass(frozen=True)
class Entry:
    """One requirement of a rulebook."""

    id: str
    title: str
    chapter: str
    exempt: str = ""


@dataclass(frozen=True)
class Inventory:
    """All requirements of one game, by id in the order of the file."""

    game: str
    title: str
    prefixes: tuple[str, ...]
    chapters: dict[str, str]
    entries: dict[str, Entry]
    folders: dict[str, str] = field(default_factory=dict)
    """Chapters and the folders in which their rules stand, as the manifest says."""


@dataclass(frozen=True)
class Library:
    """The inventories of all games, by game."""

    games: dict[str, Inventory]

    def game_of(self, rule: str) -> str | None:
        """The game whose inventory has this id."""
        return next((game for game, inventory in self.games.items() if rule in inventory.entries), None)

    def nearest(self, rule: str, game: str | None = None) -> list[str]:
        """Known ids that look most like an unknown one, of one game if given, else of the games with its prefix."""
        prefix = rule.partition("-")[0] + "-"
        near = [self.games[game]] if game else [one for one in self.games.values() if prefix in one.prefixes]
        known = [id_ for one in near or self.games.values() for id_ in one.entries]
        return difflib.get_close_matches(rule, known, n=3, cutoff=0.5)

    def shapes(self, game: str) -> tuple[str, ...]:
        """How the ids of a game begin: prefix and kind of first character, for an "AA-gun" is not a rule."""
        return tuple(sorted({shape(rule) for rule in self.games[game].entries}))


def shape(rule: str) -> str:
    """The prefix of an id and whether a digit, a capital or a small letter follows."""
    prefix, _, body = rule.partition("-")
    kind = "0" if body[:1].isdigit() else "A" if body[:1].isupper() else "a"
    return f"{prefix}-{kind}"


def chapter_of(rule: str, prefixes: tuple[str, ...], split: tuple[str, ...] = ()) -> str:
    """The chapter an id is counted under: "15", "PB8", "EFS-10", "NWS-ADV", or the bare prefix of a table."""
    prefix, _, body = rule.partition("-")
    segments = body.split(".")
    lead = "" if f"{prefix}-" == prefixes[0] else f"{prefix}-"
    if CHAPTER.match(segments[0]):
        chapter = lead + segments[0]
        return f"{chapter}.{segments[1]}" if chapter in split and len(segments) > 1 else chapter
    series = SERIES.match(segments[0])
    return f"{prefix}-{series[1]}" if series else prefix


def natural(text: str) -> list[tuple[int, int, str]]:
    """A sort key under which 9 comes before 10."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]


def load(tree: Tree, only: Iterable[str] = ()) -> Library:
    """Read the inventories of all games, or of some."""
    folders = sorted(path.parent for path in tree.games.glob("*/manifest.toml"))
    known = [folder.name for folder in folders]
    for game in only:
        if game not in known:
            raise InventoryError(f"there is no game {game!r}; choose from: {', '.join(known) or 'none found'}")
    return Library({folder.name: _inventory(tree, folder) for folder in folders if not only or folder.name in only})


def _inventory(tree: Tree, folder: Path) -> Inventory:
    """Read one game's manifest and rules."""
    manifest = _manifest(tree, folder / "manifest.toml")
    rules = manifest["rules"]
    prefixes, split = tuple(rules["prefixes"]), tuple(rules.get("split", ()))
    path = folder / "rules.yaml"
    try:
        records = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, yaml.YAMLError) as error:
        raise InventoryError(f"{tree.name(path)}: cannot be read: {error}") from error
    if not isinstance(records, list):
        raise InventoryError(f"{tree.name(path)}: must be a list of entries with id, title and req")
    entries: dict[str, Entry] = {}
    for number, record in enumerate(records, 1):
        entry = _entry(record, f"{tree.name(path)}, entry {number}", prefixes, split)
        if entry.id in entries:
            raise InventoryError(f"{tree.name(path)}: {entry.id} stands there twice; give one of them another id")
        entries[entry.id] = entry
    titles = rules.get("chapters", {})
    order = sorted({entry.chapter for entry in entries.values()}, key=lambda key: _rank(key, prefixes))
    chapters = {key: titles.get(key, "") for key in order}
    return Inventory(folder.name, manifest["title"]["en"], prefixes, chapters, entries, rules.get("folders", {}))


def _manifest(tree: Tree, path: Path) -> dict[str, Any]:
    """Read a manifest and make sure that what is needed here is in it."""
    try:
        manifest = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InventoryError(f"{tree.name(path)}: cannot be read: {error}") from error
    if not manifest.get("rules", {}).get("prefixes") or "en" not in manifest.get("title", {}):
        raise InventoryError(f"{tree.name(path)}: needs title.en and rules.prefixes")
    return manifest


def _entry(record: object, where: str, prefixes: tuple[str, ...], split: tuple[str, ...]) -> Entry:
    """Check one record of rules.yaml."""
    if not isinstance(record, dict) or not all(isinstance(record.get(key), str) for key in ("id", "title", "req")):
        raise InventoryError(f"{where}: needs id, title and req, each a text")
    match = ID.fullmatch(record["id"])
    if not match or match["prefix"] not in prefixes:
        raise InventoryError(f"{where}: {record['id']!r} is no id with a prefix of the manifest, {' '.join(prefixes)}")
    exempt = record.get("exempt", "")
    if "exempt" in record and not (isinstance(exempt, str) and exempt.strip()):
        raise InventoryError(f"{where}: exempt must give the reason why {record['id']} needs no code")
    return Entry(record["id"], record["title"], chapter_of(record["id"], prefixes, split), exempt)


def _rank(chapter: str, prefixes: tuple[str, ...]) -> tuple[int, list[tuple[int, int, str]]]:
    """Chapters in the order of the manifest's prefixes, then by number."""
    prefix = chapter.partition("-")[0] + "-"
    return (prefixes.index(prefix) if prefix in prefixes else 0, natural(chapter))
