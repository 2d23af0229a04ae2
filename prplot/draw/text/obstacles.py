"""The things that a legend should not cover: curves, bands, reference lines, marks, texts and secondary axes."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from prplot.draw.lines.curve_line import MemberLine
from prplot.draw.text.labels import SOLID, Label
from prplot.rows.arrays import FloatArray

# Lines above this zorder are curves. COSTS are the costs of a legend that covers such a thing.
CURVE = 2.9
COSTS = {"curve": 1.0, "line": 0.4, "band": 0.3, "text": 10.0}
# Longer outlines are simplified before they are compared with places.
LONG = 500


class Obstacle(NamedTuple):
    """A thing that a legend should not cover: its outline in shares of the axes, its cost, and whether it is filled."""

    path: Path
    cost: float
    filled: bool

    @property
    def vertices(self) -> FloatArray:
        """The points of the outline."""
        return np.asarray(self.path.vertices)

    def on(self, size: FloatArray) -> Obstacle:
        """Return this obstacle with its outline in pixels, on axes of a size."""
        return self._replace(path=Path(self.vertices * size, self.path.codes))

    def is_under(self, box: Bbox) -> bool:
        """Return whether a box covers a part of the outline."""
        # The second test finds marks, which have no length.
        return bool(self.path.intersects_bbox(box, filled=self.filled) or box.count_contains(self.vertices))


def obstacles_of(ax: Axes) -> list[Obstacle]:
    """Return the things on axes that a legend should not cover."""
    found: list[tuple[Path, float, bool]] = []
    twins = [one for one in cast(Any, ax.figure).axes if one is not ax and one.bbox.bounds == ax.bbox.bounds]
    for line in [*ax.lines, *(line for twin in twins for line in twin.lines)]:
        if line.get_visible() and (line.get_zorder() > SOLID or isinstance(line, MemberLine)):
            kind = "curve" if line.get_zorder() > CURVE or isinstance(line, MemberLine) else "line"
            found.append((line.get_transform().transform_path(line.get_path()), COSTS[kind], False))
    fills: list[Any] = [*ax.patches, *ax.collections]
    for drawn in fills:
        if not (drawn.get_visible() and drawn.get_zorder() > SOLID):
            continue
        if isinstance(drawn, PathCollection):
            points = drawn.get_offset_transform().transform(drawn.get_offsets())
            found.append((Path(np.atleast_2d(points)), COSTS["band"], False))
            continue
        paths = drawn.get_paths() if hasattr(drawn, "get_paths") else [drawn.get_path()]
        filled = bool(np.atleast_2d(drawn.get_facecolor())[..., -1:].any())
        found += [
            (drawn.get_transform().transform_path(path), COSTS["band" if filled else "curve"], filled) for path in paths
        ]
    texts = [text for text in ax.texts if text.get_visible() and text.get_text() and not isinstance(text, Label)]
    boxes = [text.get_window_extent() for text in texts]
    boxes += [box for child in ax.child_axes if child.get_visible() and (box := child.get_tightbbox()) is not None]
    for box in boxes:
        found.append((Path(box.corners()[[0, 1, 3, 2, 0]]), COSTS["text"], True))
    low, size = ax.bbox.min, np.array(ax.bbox.size)
    outlines = []
    with np.errstate(all="ignore"):
        for path, cost, filled in found:
            path = path.cleaned(simplify=True) if len(path) > LONG else path
            outlines.append(Obstacle(Path((np.asarray(path.vertices) - low) / size, path.codes), cost, filled))
    return outlines
