"""Rows of every untidiness, with ships hidden by their neighbours and by hands: a space that is told is right."""

import numpy as np
import pytest

from tableassist.pipeline.cards.card_tags import face_tag
from tableassist.pipeline.cards.lying import LyingCard
from tableassist.pipeline.cards.row import read_row

SHIPS = ("e1", "e2", "e3", "s1", "s2", "s3", "d1", "d2", "d3")
PITCH, FRONT, LINE = 70.0, 595.0, -48.5
"""Of the printed strip: 70 mm a space, the middle of space 1 and the row's line from its lower-left corner."""
TAG_COVERED = 44.0
"""A card of 64 mm that lies on another covers some of its tag of 24 mm when their middles are nearer than this."""


def gaps(kind, rng):
    if kind == "pushed together":
        return np.full(8, PITCH * rng.uniform(0.5, 1.0))
    if kind == "uneven":
        return PITCH * (1.0 - rng.uniform(0.1, 0.6) * rng.random(8))
    if kind == "in part":
        out, (first, last) = np.full(8, PITCH), sorted(rng.integers(0, 9, 2))
        out[first:last] *= rng.uniform(0.4, 0.9)
        return out
    if kind == "ragged":
        out = PITCH * rng.uniform(1 - rng.uniform(0, 0.5), 1 + rng.uniform(0, 0.5), 8)
        return out * 8 * PITCH / out.sum()
    return np.full(8, PITCH)


def laid_row(kind, rng):
    """Middles of the nine ships, front first, and those whose tags are not seen."""
    apart = gaps(kind, rng)
    slack = max(0.0, 8 * PITCH - apart.sum())
    x = FRONT - rng.uniform(0.0, 1.0) * slack - np.concatenate([[0.0], np.cumsum(apart)])
    x += rng.normal(0.0, rng.uniform(1.0, 6.0), 9)
    height = rng.random(9)
    below = {i for i in range(9) for j in range(9) if height[j] > height[i] and abs(x[i] - x[j]) < TAG_COVERED}
    return x, below | set(rng.choice(9, rng.integers(0, 4), replace=False).tolist())


@pytest.mark.parametrize("kind", ["with care", "pushed together", "uneven", "in part", "ragged"])
def test_no_space_that_is_told_is_wrong(kind):
    rng = np.random.default_rng(11)
    told = 0
    for _ in range(400):
        x, hidden = laid_row(kind, rng)
        ships = [SHIPS[k] for k in rng.permutation(9)]
        seen = [LyingCard(face_tag(ships[k]), x[k], LINE, 0.0, is_flat=True) for k in range(9) if k not in hidden]
        for at in read_row(seen):
            told += at.ship is not None
            assert at.ship in (None, ships[at.space - 1]), (kind, x.round(), hidden)
    assert told > 0.1 * 400 * 9
