"""Where all units are: the index that rules look them up in, kept up to date move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.kernel import derived
from sandtable.kernel.memory import Seen

G = TypeVar("G", bound=int | tuple[str, str])
Keys = tuple[int, ...]
Move = tuple[int, G | None, G | None]
"""A unit, the group it leaves and the one it joins; ``None`` for none."""


class Index(NamedTuple):
    """All units by the ways that rules look for them: ids in order, the groups themselves in none."""

    by_place: dict[int, Keys]
    by_kind: dict[tuple[str, str], Keys]
    """By owner and kind."""
    by_domain: dict[tuple[str, str], Keys]
    """By owner and element (land, sea or air)."""
    by_host: dict[int, Keys]
    """By the transport or carrier that holds them."""


def _regrouped(groups: dict[G, Keys], moves: list[Move[G]]) -> dict[G, Keys]:
    """The same groups after some units have changed between them."""
    fresh = dict(groups)
    for key, old, new in moves:
        if old is not None:
            group = fresh[old]
            if len(group) > 1:
                here = group.index(key)
                fresh[old] = group[:here] + group[here + 1 :]
            else:
                del fresh[old]
        if new is not None:
            there = fresh.get(new, ())
            fresh[new] = (*there, key) if not there or there[-1] < key else tuple(sorted((*there, key)))
    return fresh


def _updated(state: GlobalState, seen: Seen, before: Mapping[int, Unit | None]) -> Seen:
    """The index of a position from the one before: only what moved, came or went is sorted anew."""
    places: list[Move[int]] = []
    kinds: list[Move[tuple[str, str]]] = []
    domains: list[Move[tuple[str, str]]] = []
    hosts: list[Move[int]] = []
    for key, old in before.items():
        new = state.units.get(key)
        if old is not None and new is not None and old.owner == new.owner and old.kind == new.kind:
            if old.at != new.at:
                places.append((key, old.at, new.at))
            if old.aboard != new.aboard:
                hosts.append((key, old.aboard or None, new.aboard or None))
            continue
        for row, is_new in ((old, False), (new, True)):
            if row is not None:
                domain = state.board.kinds[row.kind].domain
                _enter(places, key, row.at, is_new)
                _enter(kinds, key, (row.owner, row.kind), is_new)
                _enter(domains, key, (row.owner, domain), is_new)
                if row.aboard:
                    _enter(hosts, key, row.aboard, is_new)
    last: Index = seen[()]
    index = Index(
        _regrouped(last.by_place, places) if places else last.by_place,
        _regrouped(last.by_kind, kinds) if kinds else last.by_kind,
        _regrouped(last.by_domain, domains) if domains else last.by_domain,
        _regrouped(last.by_host, hosts) if hosts else last.by_host,
    )
    return {(): index}


def _enter(moves: list[Move[G]], key: int, group: G, is_new: bool) -> None:
    moves.append((key, None, group) if is_new else (key, group, None))


@derived("units", units=_updated)
def index(state: GlobalState) -> Index:
    """The units by space, by owner and kind or element, and by the ship they are aboard."""
    places: dict[int, list[int]] = {}
    kinds: dict[tuple[str, str], list[int]] = {}
    domains: dict[tuple[str, str], list[int]] = {}
    hosts: dict[int, list[int]] = {}
    for key, unit in state.units.items():
        places.setdefault(unit.at, []).append(key)
        kinds.setdefault((unit.owner, unit.kind), []).append(key)
        domains.setdefault((unit.owner, state.board.kinds[unit.kind].domain), []).append(key)
        if unit.aboard:
            hosts.setdefault(unit.aboard, []).append(key)
    return Index(_frozen(places), _frozen(kinds), _frozen(domains), _frozen(hosts))


def _frozen(groups: dict[G, list[int]]) -> dict[G, Keys]:
    return {group: tuple(keys) for group, keys in groups.items()}
