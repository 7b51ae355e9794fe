"""The data under a `rule:` key: its record, and the file with one cell of that record changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

PERTURBABLE = (".yaml", ".yml", ".json")  # JSON is read as the YAML it also is, which tells where each line stands
KEYS = ("rule", "rules")
TOLD = {
    *("source", "sources", "note", "notes", "why", "text", "title", "doubt", "doubts", "about", "reading", "fields"),
    *("format", "comment", "name", "names", "label", "means", "printed", "page"),
}
"""Keys whose values are told to people: what a rule asks for does not hang on them."""

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Cell:
    """One cell of a record, and what is done to it; a value of None takes it out."""

    label: str
    path: Path
    value: Any = None


def cells_of(text: str, suffix: str, rule: str, line: int) -> list[Cell]:
    """The cells of the record that cites a rule on a line, each with another value or taken out of its list.

    None when there is nothing to change: no figures, words or lists in the record, or a format whose places are not
    known.
    """
    if suffix not in PERTURBABLE:
        return []
    content = yaml.load(text, Loader=yaml.CSafeLoader)
    found: list[Cell] = []
    for path in _records(yaml.compose(text, Loader=yaml.CSafeLoader), rule, line):
        record = _at(content, path)
        if path and isinstance(path[-1], int):
            found.append(Cell(f"row {_shown(path)} removed", path))
        found += list(_cells(record, path, content)) or list(_cells(record, path, content, inner=True))
    return found


def changed(text: str, suffix: str, cell: Cell) -> str:
    """The file with one cell changed; as YAML where keys may be numbers, which JSON would make words of."""
    content = yaml.load(text, Loader=yaml.CSafeLoader)
    holder = _at(content, cell.path[:-1])
    if cell.value is None:
        del holder[cell.path[-1]]
    else:
        holder[cell.path[-1]] = cell.value
    if suffix == ".json":
        return json.dumps(content, ensure_ascii=False)
    text = yaml.dump(content, Dumper=yaml.CSafeDumper, allow_unicode=True, default_flow_style=None)
    return str(text)


def _cells(node: Any, path: Path, content: Any, *, inner: bool = False) -> Iterator[Cell]:
    """The cells below a node, without records that cite rules of their own unless ``inner`` ones count."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in KEYS and key not in TOLD and (inner or not _cites(value)):
                yield from _cell(value, (*path, key), content, inner=inner)
    elif isinstance(node, list):
        for at, value in enumerate(node):
            if inner or not _cites(value):
                yield Cell(f"{_shown((*path, at))} removed: {_brief(value)}", (*path, at))
                if not isinstance(value, str):
                    yield from _cell(value, (*path, at), content, inner=inner)


def _cell(value: Any, path: Path, content: Any, *, inner: bool) -> Iterator[Cell]:
    match value:
        case bool():
            yield Cell(f"{_shown(path)}: {value} becomes {not value}", path, not value)
        case int():
            yield Cell(f"{_shown(path)}: {value} becomes {value + 1}", path, value + 1)
        case str():
            other = _other(value, path, content)
            if other is not None:
                yield Cell(f"{_shown(path)}: {value} becomes {other}", path, other)
        case _:
            yield from _cells(value, path, content, inner=inner)


def _other(value: str, path: Path, content: Any) -> str | None:
    """Another word of the same column or row: the file stays one that can be read."""
    row = _at(content, path[:-1])
    words = list(row.values()) if isinstance(row, dict) and all(isinstance(one, str) for one in row.values()) else []
    for depth in range(len(path) - 2, -1, -1):
        rows = _at(content, path[:depth])
        rest = path[depth + 1 :]
        for one in rows.values() if isinstance(rows, dict) else rows:
            try:
                words.append(_at(one, rest))
            except (KeyError, IndexError, TypeError):
                continue
    return next((word for word in words if isinstance(word, str) and word != value), None)


def _records(node: yaml.Node | None, rule: str, line: int, path: Path = ()) -> list[Path]:
    """The paths of the mappings that cite a rule on a line: one, unless a file is written without line breaks."""
    found: list[Path] = []
    if isinstance(node, yaml.SequenceNode):
        for at, item in enumerate(node.value):
            found += _records(item, rule, line, (*path, at))
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value not in KEYS:
                plain = int(key.value) if key.tag.endswith(":int") else key.value
                found += _records(value, rule, line, (*path, plain))
            elif any(rule in text and at == line for text, at in _texts(value)):
                found.append(path)
    return found


def _texts(node: yaml.Node) -> list[tuple[list[str], int]]:
    """The ids under a key `rule` or `rules`, with their lines."""
    if isinstance(node, yaml.SequenceNode):
        return [one for item in node.value for one in _texts(item)]
    return [([word.strip() for word in str(node.value).split(",")], node.start_mark.line + 1)]


def _at(content: Any, path: Path) -> Any:
    for key in path:
        content = content[key]
    return content


def _cites(node: Any) -> bool:
    """Whether a node is a record with a citation of its own."""
    return isinstance(node, dict) and any(key in KEYS for key in node)


def _shown(path: Path) -> str:
    return ".".join(str(key) for key in path) or "record"


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."
