"""Small corrections of the water's edge, so that a coast touches the zones it should and no others."""

from __future__ import annotations

import numpy as np

from tools.maps.axisallies.borders import Pair, contacts
from tools.maps.axisallies.pieces import Labels

LONGEST = 300  # cell sides; a longer wrong contact is left, and drawn as a closed border
STRIP = 4  # cells; width of the water handed over
KEPT_TOUCH = 6  # cell sides; what a right contact may shrink to


def settle_coasts(labels: Labels, joined: set[Pair], sea: frozenset[int], ignored: set[int]) -> None:
    """Hand the water of each wrong contact to a neighbouring zone that may touch there."""
    touching = contacts(labels)
    wrong = sorted(
        (length, pair)
        for pair, length in touching.items()
        if pair not in joined and not ignored & set(pair) and length <= LONGEST and pair[0] in sea
    )
    for _, (zone, other) in wrong:
        _hand_over(labels, zone, other, joined, sea, ignored)


def _hand_over(
    labels: Labels, zone: int, other: int, joined: set[Pair], sea: frozenset[int], ignored: set[int]
) -> None:
    ys, xs = np.nonzero(_touching_cells(labels, zone, other))
    if not len(ys):
        return
    margin = STRIP + 3
    window = (
        slice(max(int(ys.min()) - margin, 0), int(ys.max()) + margin + 1),
        slice(max(int(xs.min()) - margin, 0), int(xs.max()) + margin + 1),
    )
    patch = labels[window]
    strip = _touching_cells(patch, zone, other)
    for _ in range(STRIP):
        wide = strip.copy()
        wide[1:] |= strip[:-1]
        wide[:-1] |= strip[1:]
        wide[:, 1:] |= strip[:, :-1]
        wide[:, :-1] |= strip[:, 1:]
        strip = wide & (patch == zone)
    before = patch.copy()
    held = _wrong_length(patch, joined, ignored)
    kept = {pair: length for pair, length in contacts(patch).items() if pair in joined}
    for taker in sorted(sea & set(np.unique(patch).tolist())):
        fits = (min(taker, other), max(taker, other)) in joined and (min(taker, zone), max(taker, zone)) in joined
        if taker == zone or not fits:
            continue
        patch[strip] = taker
        now = contacts(patch)
        # A right contact may shrink here but must not vanish from the window.
        lost = any(now.get(pair, 0) < min(length, KEPT_TOUCH) for pair, length in kept.items())
        if not lost and _wrong_length(patch, joined, ignored) < held:
            return
        patch[...] = before


def _touching_cells(labels: Labels, zone: int, other: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    here, there = labels == zone, labels == other
    near = np.zeros(labels.shape, dtype=bool)
    near[1:] |= there[:-1]
    near[:-1] |= there[1:]
    near[:, 1:] |= there[:, :-1]
    near[:, :-1] |= there[:, 1:]
    touching: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = here & near
    return touching


def _wrong_length(labels: Labels, joined: set[Pair], ignored: set[int]) -> int:
    return sum(length for pair, length in contacts(labels).items() if pair not in joined and not ignored & set(pair))
