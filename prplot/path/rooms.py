"""How far a line that rises in both coordinates strays from its chords."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from prplot.rows.arrays import FloatArray, blocks, read_only

__all__ = ["CUT", "Rooms", "rooms"]

# So many stretches make the next longer one.
CUT = 4
# So many of them are worked on at a time.
AT_A_TIME = 8192

# For stretches of CUT vertices, of CUT² and so on: the room of each.
Rooms = tuple[NDArray[np.float32], ...]


def rooms(x: NDArray[np.int_] | FloatArray, y: NDArray[np.int_] | FloatArray) -> Rooms:
    """Return in how small a part of the rectangle around it a stretch of a rising polyline stays beside its chord.

    A stretch between vertices (x, y) and (x + Δx, y + Δy) of room r is nowhere farther from the chord than s (-Δx, Δy)
    for s between -r / 2 and r / 2. A room of 0 is straight, one of 1 may take all of the rectangle. It depends on the
    scale of neither axis.

    Parameters
    ----------
    x, y : arrays of shape (K + 1,)
        Vertices; neither falls.

    Returns
    -------
    tuple of arrays of float32
        Of all whole stretches of 4 steps, from the first vertex on; of 16, of 64, and so on. Never too small.
    """
    found: list[NDArray[np.float32]] = []
    while len(x) > CUT:
        count = (len(x) - 1) // CUT
        made = np.empty(count, dtype=np.float32)
        for block in blocks(count, AT_A_TIME):
            vertices = slice(block.start * CUT, block.stop * CUT + 1)
            inner = found[-1][block.start * CUT : block.stop * CUT] if found else None
            made[block] = _of_stretches(x[vertices].astype(np.float64), y[vertices].astype(np.float64), inner)
        found.append(read_only(made))
        x, y = x[: count * CUT + 1 : CUT], y[: count * CUT + 1 : CUT]
    return tuple(found)


def _of_stretches(x: FloatArray, y: FloatArray, inner: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """Return the room of stretches of CUT steps, of which each may have a room of its own."""
    wide, tall = x[CUT::CUT] - x[:-1:CUT], y[CUT::CUT] - y[:-1:CUT]
    with np.errstate(invalid="ignore", divide="ignore"):
        # How far the ends of the steps are from the chord, in parts of the rectangle.
        off = [np.abs((x[k::CUT] - x[:-1:CUT]) / wide - (y[k::CUT] - y[:-1:CUT]) / tall) for k in range(1, CUT)]
        if inner is None:
            room = np.maximum.reduce(off)
        else:
            none = np.zeros(len(wide))
            ends = [none, *off, none]
            beside = inner / 2 * (np.diff(x) / np.repeat(wide, CUT) + np.diff(y) / np.repeat(tall, CUT))
            room = np.maximum.reduce([np.maximum(ends[k], ends[k + 1]) + beside[k::CUT] for k in range(CUT)])
    # Where one coordinate stays it is straight.
    room = np.where((wide > 0) & (tall > 0), room, 0.0)
    return np.minimum(np.nextafter(room.astype(np.float32), np.float32(np.inf)), np.float32(1.0))
