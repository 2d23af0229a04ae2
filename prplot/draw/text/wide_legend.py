"""The legend of a whole figure, no wider than that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

from matplotlib.figure import Figure
from matplotlib.legend import Legend

from prplot.draw.base.literal_text import printable
from prplot.draw.text.legend_cells import grid_of, least_size, narrowed
from prplot.errors import warn

__all__ = ["wide_legend"]

# The share of a figure's width that it may take, and of its length in which the head of a column finds room.
FULL, HEAD = 0.98, 0.75


def wide_legend(
    figure: Figure, handles: Any, labels: Sequence[str], *, flush: Sequence[str] = ("left",), **options: Any
) -> Legend:
    """Make the legend of a figure, no wider than that: smaller, in fewer columns, at last with names in several lines.

    ``flush`` says how the columns of a table stand, of which the first holds the names; one alone is no table, and
    takes as many columns as fit. Sizes, spaces and columns of the caller are kept.
    """
    names, across = [printable(label) for label in labels], len(flush)
    table = {"ncols": across} if across > 1 else {}
    legend = figure.legend(handles, names, **{"fontsize": "small", "title_fontsize": "small", **options, **table})
    pads = [(legend.columnspacing, legend.handletextpad) for _ in flush]
    gaps = [gap for pair in pads for gap in pair]
    grid = grid_of(
        legend, [(name,) for name in names], [side for side in flush for side in ("left", side)], gaps, across=across
    )
    texts = [*legend.get_texts(), legend.get_title()]
    sizes = [float(text.get_fontsize()) for text in texts]
    shares = [1.0] if "fontsize" in options else [1.0, min(1.0, least_size() / min(sizes))]
    blocks = 1 if across > 1 else int(options.get("ncols", len(names)))
    fixed = across > 1 or "ncols" in options
    heads = [item for column in range(3, 2 * across, 2) for item in grid.column(column)[:1]]
    most, renderer = FULL * figure.bbox.width, cast(Any, figure)._get_renderer()
    for share in shares:
        for text, size in zip(texts, sizes, strict=True):
            text.set_fontsize(size * share)
        grid.size = sizes[0] * share
        for grid.blocks in [blocks] if fixed else range(blocks, 0, -1):
            for head in heads:
                head.room = math.inf
            if legend.get_window_extent(renderer).width <= most:
                return legend
        for head in heads:
            wide = max(HEAD * head.natural(renderer), head.longest(renderer))
            head.room = wide / float(renderer.points_to_pixels(1.0)) + 0.1
        if narrowed(legend, grid.column(1), grid.blocks, renderer, most):
            return legend
    warn(
        f"the legend is wider than the figure of {figure.get_size_inches()[0]:.3g} inches. Make it wider, draw fewer "
        "spaces, or leave the legend out with legend=False."
    )
    return legend
