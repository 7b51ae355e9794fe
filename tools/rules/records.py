"""The data under a `rule:` key: its record, and the file with that record perturbed."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

PERTURBABLE = (".yaml", ".yml", ".json")  # JSON is read as the YAML it also is, which tells where each figure stands
WHOLE = re.compile(r"[+-]?\d+")
KEYS = ("rule", "rules")
FLIPPED = {"true": "false", "false": "true"}

Edit = tuple[int, int, str]
"""Where a piece of text begins and ends, and what takes its place."""


@dataclass(frozen=True)
class Record:
    """A mapping that cites a rule, and the list it is a row of, if it is one."""

    node: yaml.MappingNode
    rows: yaml.SequenceNode | None = None


def perturbations(text: str, suffix: str, rule: str, line: int) -> list[tuple[str, str]]:
    """What can be done to the record that cites a rule on a line: what a person calls it, and the file it makes.

    None when there is nothing to perturb: no figures, rows or lists in the record, or a format whose places are not
    known.
    """
    if suffix not in PERTURBABLE:
        return []
    records = _records(yaml.compose(text, Loader=yaml.CSafeLoader), rule, line)
    kinds = {
        "figures of the record one up": [_changed(node) for one in records for node in _figures(one.node)],
        "record removed": [edit for one in records for edit in _removal(text, one)],
        "lists of the record emptied": [_emptied(node) for one in records for node in _lists(one.node)],
    }
    return [(label, _edited(text, edits)) for label, edits in kinds.items() if edits]


def _edited(text: str, edits: list[Edit]) -> str:
    """A text with all edits made, the last one first; of two that overlap the outer one counts."""
    kept: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda one: (one[0], -one[1])):
        if not kept or edit[0] >= kept[-1][1]:
            kept.append(edit)
    for start, end, new in reversed(kept):
        text = text[:start] + new + text[end:]
    return text


def _changed(node: yaml.ScalarNode) -> Edit:
    """A whole number one up, a truth value flipped."""
    return node.start_mark.index, node.end_mark.index, FLIPPED.get(node.value) or str(int(node.value) + 1)


def _removal(text: str, record: Record) -> list[Edit]:
    """A row taken out of its list with the comma beside it; rows written one below the other stay."""
    if record.rows is None or not record.rows.flow_style:
        return []
    start, end = record.node.start_mark.index, record.node.end_mark.index
    if after := re.match(r"\s*,", text[end:]):
        return [(start, end + after.end(), "")]
    before = re.search(r",\s*$", text[:start])
    return [(before.start() if before else start, end, "")]


def _emptied(node: yaml.SequenceNode) -> Edit:
    """A list without anything in it."""
    # What is written in lines may stand right below its key, and ends where the next key begins.
    return node.start_mark.index, node.end_mark.index, "[]" if node.flow_style else " []\n"


def _lists(node: yaml.Node) -> list[yaml.SequenceNode]:
    """The lists of a record, not counting those inside other lists."""
    if isinstance(node, yaml.SequenceNode):
        return [node] if node.value else []
    if not isinstance(node, yaml.MappingNode):
        return []
    return [one for key, value in node.value if key.value not in KEYS and not _cites(value) for one in _lists(value)]


def _records(node: yaml.Node | None, rule: str, line: int, rows: yaml.SequenceNode | None = None) -> list[Record]:
    """The mappings that cite a rule on a line: one, unless a file is written without line breaks."""
    found: list[Record] = []
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            found += _records(item, rule, line, node)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value not in KEYS:
                found += _records(value, rule, line)
            elif any(rule in text and at == line for text, at in _texts(value)):
                found.append(Record(node, rows))
    return found


def _texts(node: yaml.Node) -> list[tuple[list[str], int]]:
    """The ids under a key `rule` or `rules`, with their lines."""
    if isinstance(node, yaml.SequenceNode):
        return [one for item in node.value for one in _texts(item)]
    return [([word.strip() for word in str(node.value).split(",")], node.start_mark.line + 1)]


def _figures(node: yaml.Node) -> list[yaml.ScalarNode]:
    """The whole numbers and truth values of a record, not counting records inside it that cite rules of their own."""
    found: list[yaml.ScalarNode] = []
    if isinstance(node, yaml.ScalarNode):
        plain = not node.style and (WHOLE.fullmatch(node.value) or node.value in FLIPPED)
        return [node] if plain else []
    if isinstance(node, yaml.SequenceNode):
        children = [item for item in node.value if not _cites(item)]
    else:
        assert isinstance(node, yaml.MappingNode)
        children = [value for key, value in node.value if key.value not in KEYS and not _cites(value)]
    for child in children:
        found += _figures(child)
    return found


def _cites(node: yaml.Node) -> bool:
    """Whether a node is a record with a citation of its own."""
    return isinstance(node, yaml.MappingNode) and any(key.value in KEYS for key, _ in node.value)
