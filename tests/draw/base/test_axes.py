"""Colours of curves."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from prplot.draw.base.axes import COLORS

# G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, IEEE TVCG 15 (2009), severity 1.
SIGHT = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}


def lab(linear):
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    xyz = np.clip(linear, 0, 1) @ np.transpose(to_xyz) / [0.95047, 1, 1.08883]
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.column_stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])])


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(("count", "least"), [(5, 15), (7, 10)])
def test_colours_are_told_apart(sight, count, least):
    srgb = np.array([to_rgb(color) for color in COLORS[:count]])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = lab(linear @ np.transpose(SIGHT[sight]))
    apart = np.linalg.norm(seen[:, None] - seen[None], axis=-1)
    assert apart[np.triu_indices(count, 1)].min() > least
    # All stand out on white.
    assert (100 - seen[:, 0]).min() > 20
