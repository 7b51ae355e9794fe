"""The data under a `rule:` key: its record, and the file with the figures of that record perturbed."""

from __future__ import annotations

import re

import yaml

PERTURBABLE = (".yaml", ".yml", ".json")  # JSON is read as the YAML it also is, which tells where each figure stands
WHOLE = re.compile(r"[+-]?\d+")
KEYS = ("rule", "rules")
FLIPPED = {"true": "false", "false": "true"}


def perturbed(text: str, suffix: str, rule: str, line: int) -> str | None:
    """The file with every figure of the record that cites a rule on a line one up and every truth value flipped.

    None when there is nothing to perturb: no figures in the record, or a format whose places are not known.
    """
    if suffix not in PERTURBABLE:
        return None
    records = _records(yaml.compose(text, Loader=yaml.CSafeLoader), rule, line)
    spots = {node.start_mark.index: node for record in records for node in _figures(record)}
    for start, node in sorted(spots.items(), reverse=True):
        new = FLIPPED.get(node.value) or str(int(node.value) + 1)
        text = text[:start] + new + text[node.end_mark.index :]
    return text if spots else None


def _records(node: yaml.Node | None, rule: str, line: int) -> list[yaml.MappingNode]:
    """The mappings that cite a rule on a line: one, unless a file is written without line breaks."""
    found: list[yaml.MappingNode] = []
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            found += _records(item, rule, line)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value not in KEYS:
                found += _records(value, rule, line)
            elif any(rule in text and at == line for text, at in _texts(value)):
                found.append(node)
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
