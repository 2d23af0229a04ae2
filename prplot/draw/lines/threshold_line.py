"""The line of a curve in the colours of its thresholds."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from matplotlib.transforms import IdentityTransform
from numpy.typing import NDArray

from prplot.curve.curve import Curve
from prplot.draw._old_hooks import Sight, thinned_curve, traced
from prplot.draw.lines.retraced import CurveLine, Retrace
from prplot.draw.lines.thinning import rows_of
from prplot.interpolations import Trace
from prplot.rows.arrays import FloatArray

__all__ = ["LEVELS", "ThresholdLine", "lines_of"]

LEVELS = 256
# The colour that stands for the whole line, in legends.
MIDDLE = 0.5
# Lines of fewer pieces than this, all level or upright, are drawn at whole pixels, as matplotlib does.
SNAPPED = 1024
NONE = np.zeros(0, dtype=int)
# Beyond it scores count as infinite.
LARGEST = float(np.finfo(np.float32).max)


class ThresholdLine(CurveLine):
    """A curve in which every step has the colour of the score that it adds.

    In cost space every piece has the colour of the threshold that is best there.

    Attributes
    ----------
    norm : matplotlib.colors.Normalize
        From thresholds to [0, 1].
    cmap : matplotlib.colors.Colormap
        From there to colours.
    """

    def __init__(self, curve: Curve, norm: Normalize, cmap: Colormap, area: float = np.nan, **look: Any) -> None:
        self.norm, self.cmap = norm, cmap
        # Vertices at which the colour changes: they are drawn whatever the resolution.
        self._changes = 1 + np.flatnonzero(np.diff(self.levels(curve.path.thresholds[1:])))
        self._ends: tuple[FloatArray, NDArray[np.int_]] = np.zeros((0, 2)), NONE
        self._pieces: list[FloatArray] = []
        super().__init__(curve, area, **{"color": cmap(MIDDLE), **look})

    def levels(self, thresholds: FloatArray) -> NDArray[np.int_]:
        """Return which of the map's 256 levels thresholds have; infinite ones are at the ends."""
        shares = np.ma.filled(self.norm(thresholds.clip(-LARGEST, LARGEST)), 0.0)
        return np.asarray(np.clip(np.floor(np.asarray(shares) * LEVELS), 0, LEVELS - 1), dtype=int)

    def color_at(self, threshold: float | None) -> Any:
        """Return the colour of a threshold; that of the middle of the map for none."""
        if threshold is None:
            return self.cmap(MIDDLE)
        return self.cmap((self.levels(np.array([threshold]))[0] + 0.5) / LEVELS)

    def own_trace(self) -> Retrace:
        """Return how the curve is traced, with the thresholds beside it."""
        return self._trace_curve

    def _trace_curve(self, sight: Sight) -> tuple[FloatArray, FloatArray]:
        curve: Curve = self.curve
        if curve.space.undefined(curve.path) is not None or len(curve.path) == 1:
            return curve.x, curve.y
        rows = np.union1d(rows_of(curve, sight), self._changes) if curve.space.pointwise else NONE
        trace = traced(thinned_curve(curve, rows), sight)
        self._ends = self._changing(trace)
        return trace.x, trace.y

    def _changing(self, trace: Trace) -> tuple[FloatArray, NDArray[np.int_]]:
        """Return where pieces of one colour end, and their levels."""
        known = ~np.isnan(trace.threshold)
        if self.curve.space.pointwise:
            # A step belongs to the score at its end, and so do points inserted on it.
            following = np.where(known, np.arange(len(known)), len(known) - 1)
            of_pieces = np.minimum.accumulate(following[::-1])[::-1][1:]
        else:
            of_pieces = np.arange(len(known) - 1)
        levels = self.levels(np.nan_to_num(trace.threshold[of_pieces], nan=-np.inf, posinf=np.inf, neginf=-np.inf))
        last = np.append(np.flatnonzero(np.diff(levels)), len(levels) - 1)
        return np.column_stack([trace.x, trace.y])[last + 1], levels[last]

    def draw(self, renderer: RendererBase) -> None:
        """Trace for this view and resolution, and draw piece by piece."""
        if not self.get_visible():
            return
        self.trace_for(renderer)
        with np.errstate(all="ignore"):
            seen = [np.asarray(self.get_transform().transform(piece)) for piece in self._pieces]
            # What has no place, as a rate of 0 on some scales, ends no line.
            seen = [np.where(np.isfinite(piece), piece, np.nan) for piece in seen]
        least = self.get_linewidth() * float(cast(Any, renderer.points_to_pixels(1.0)))
        pieces, levels = _of_length(seen, self._ends[1], least)
        if self.get_alpha() is None:
            # Pieces that begin and end in the middle of the others close the seams between these.
            self._draw_pieces(renderer, [*map(_joined, pieces[:-1], pieces[1:])], levels)
        self._draw_pieces(renderer, pieces, levels)
        self.stale = False

    def _draw_pieces(self, renderer: RendererBase, pieces: list[FloatArray], levels: NDArray[np.int_]) -> None:
        drawn = LineCollection(
            pieces,
            colors=self.cmap((levels + 0.5) / LEVELS),
            linewidths=self.get_linewidth(),
            linestyles=self.get_linestyle(),
            alpha=self.get_alpha(),
            antialiaseds=self.get_antialiased(),
            capstyle="butt",
            joinstyle="round",
            gid=self.get_gid(),
            rasterized=self.get_rasterized(),
            transform=IdentityTransform(),
        )
        drawn.axes = self.axes
        drawn.set_figure(cast(Figure, self.get_figure()))
        drawn.set_clip_box(self.get_clip_box())
        drawn.set_clip_path(self.get_clip_path())
        drawn.set_path_effects(self.get_path_effects())
        drawn.set_snap(self._snapped())
        drawn.draw(renderer)

    def _snapped(self) -> bool:
        """Whether the line is moved to whole pixels: either all of it or nothing, as for a plain line."""
        snap = self.get_snap()
        if snap is not None:
            return snap
        moves = np.diff(np.asarray(self.get_xydata(), dtype=np.float64), axis=0)
        return len(moves) < SNAPPED and bool(np.all((moves == 0).any(axis=1)))

    def set_data(self, *args: Any) -> None:
        """Take new coordinates, cut into polylines of one colour."""
        super().set_data(*args)
        whole = np.asarray(self.get_xydata(), dtype=np.float64)
        self._pieces, start = [], 0
        for end in self._ends[0]:
            # On axes that are not linear points are inserted; vertices stay as they are.
            stop = start + 1 + int(np.argmax((whole[start + 1 :] == end).all(axis=1)))
            self._pieces.append(whole[start : stop + 1])
            start = stop


def lines_of(ax: Axes, curve: Curve) -> list[CurveLine]:
    """Return the lines on axes that show the path of a curve, those first that join its points as it does."""
    drawn = [line for line in ax.lines if isinstance(line, CurveLine) and isinstance(line.curve, Curve)]
    lines = [line for line in drawn if line.curve.path is curve.path]
    return sorted(lines, key=lambda line: line.curve.kind != curve.kind)


def _of_length(
    pieces: list[FloatArray], levels: NDArray[np.int_], least: float
) -> tuple[list[FloatArray], NDArray[np.int_]]:
    """Return polylines that go on from each other, those too short for their colour to be seen put together."""
    kept: list[list[FloatArray]] = []
    rows: list[int] = []
    length = np.inf
    for row, piece in enumerate(pieces):
        if length >= least:
            kept.append([piece])
            rows.append(row)
            length = 0.0
        else:
            kept[-1].append(piece[1:])
            # Before it nothing is seen.
            rows[-1] = row if length == 0 else rows[-1]
        length += float(np.nansum(np.hypot(*np.diff(piece, axis=0).T)))
    if length < least and len(kept) > 1:
        one, *more = kept.pop()
        kept[-1] += [one[1:], *more]
    return [np.concatenate(parts) for parts in kept], levels[rows[: len(kept)]]


def _joined(one: FloatArray, other: FloatArray) -> FloatArray:
    """Return the second half of a polyline and the first half of the one that goes on from there."""
    return np.concatenate([_half(one[::-1])[::-1], _half(other)[1:]])


def _half(line: FloatArray) -> FloatArray:
    """Return a polyline up to the middle of its length."""
    length = np.concatenate([[0.0], np.cumsum(np.nan_to_num(np.hypot(*np.diff(line, axis=0).T)))])
    middle = [np.interp(length[-1] / 2, length, coordinate) for coordinate in line.T]
    return np.concatenate([line[: max(int(np.searchsorted(length, length[-1] / 2)), 1)], [middle]])
