"""The legend of curves: sorted and aligned areas, in a free place that is found when it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.textpath import text_to_path

from prplot.curve import Curve
from prplot.draw.artists import figure_of
from prplot.draw.axes import width_in_mm
from prplot.draw.exact import CurveLine
from prplot.draw.places import spread
from prplot.draw.texts import ROOM_FOR_VALUES

__all__ = ["area_legend", "curves_on", "entry"]

# How far the legend is from the frame, and stays from the curves, as shares of the axes.
PAD, CLEARANCE = 0.03, 0.01
# The share of what is in view of one curve that a legend inside the axes may cover.
MOST_COVERED = 0.1
# The share of narrow axes that a legend may be wide.
FITTED = 0.85
ROUNDING = 1e-12
CORNERS = {
    "lower left": (0, 0),
    "upper right": (1, 1),
    "lower right": (1, 0),
    "upper left": (0, 1),
    "center left": (0, 0.5),
}


def curves_on(ax: Axes) -> list[CurveLine]:
    """Return the curves that axes show, in the order in which they were drawn."""
    return [line for line in ax.lines if isinstance(line, CurveLine)]


def entry(curve: Curve, area: float) -> str:
    """Return the legend's entry: the name and the area, for soft labels of at most what."""
    text = "undefined" if np.isnan(area) else _number(area)
    if curve.path.soft and curve.bounded and not np.isnan(area):
        bound = "at least" if curve.space.lower_is_better else "at most"
        text += f" of {bound} {_number(curve.best().area())}"
    return text if curve.label is None else f"{curve.label}  {text}"


def _number(area: float) -> str:
    # What rounding alone leaves beside 0 and 1 is not printed.
    area = next((end for end in (0.0, 1.0) if abs(area - end) < ROUNDING), area)
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # As many nines as tell it from 1, cut off rather than rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")


def area_legend(ax: Axes, asked: Mapping[str, Any]) -> Legend | None:
    """Make the legend of all curves on the axes, the best first, with the caller's keywords."""
    lines = curves_on(ax)
    if not lines:
        return None
    kinds = [line.curve.space.area_name(line.curve.interpolation) for line in lines]
    mixed = len(set(kinds)) > 1
    size = "small" if width_in_mm(ax) >= ROOM_FOR_VALUES else "x-small"
    options: dict[str, Any] = {
        "loc": "lower left",
        "title": "area" if mixed else kinds[0],
        "fontsize": size,
        "title_fontsize": size,
        "alignment": "left",
        "framealpha": 0.85,
        "edgecolor": "none",
        "borderaxespad": 0.8,
        "handlelength": 1.6,
        **asked,
    }
    order = range(len(lines)) if mixed else sorted(range(len(lines)), key=lambda k: _rank(lines[k]))
    chosen = [lines[k] for k in order]
    labels = _aligned(chosen, FontProperties(size=options["fontsize"]))
    if mixed:
        labels = [f"{text} ({kinds[k].removeprefix('area, ')})" for text, k in zip(labels, order, strict=True)]
    # Whatever the caller has labelled stays in the legend.
    others = [pair for pair in zip(*ax.get_legend_handles_labels(), strict=True) if pair[0] not in lines]
    handles = [*chosen, *(handle for handle, _ in others)]
    legend = ax.legend(handles, [*labels, *(label for _, label in others)], **options)
    legend.set_zorder(5.0)
    for keeper in [child for child in ax.get_children() if isinstance(child, _Keeper)]:
        keeper.remove()
    ax.add_artist(_Keeper(legend, fits="fontsize" not in asked, moves="loc" not in asked))
    return legend


def _rank(line: CurveLine) -> float:
    """Return what legends are sorted by: the best area is the smallest, what is undefined comes last."""
    if np.isnan(line.area):
        return np.inf
    return line.area if line.curve.space.lower_is_better else -line.area


def _aligned(lines: Sequence[CurveLine], font: FontProperties) -> list[str]:
    """Return the entries with their areas in one column, flush right."""
    labels = [str(line.get_label()) for line in lines]
    if len(lines) < 2 or any("  " not in label or "$" in label for label in labels):
        return labels
    parts = [label.rpartition("  ") for label in labels]

    def width(text: str) -> float:
        return float(text_to_path.get_text_width_height_descent(text, font, ismath="$" in text)[0])

    # Mathtext has spaces of any width.
    unit = (width(r"x$\hspace{20}$x") - width(r"x$\hspace{0}$x")) / 20
    sizes = [(width(name), width(value)) for name, _, value in parts]
    widest = [max(column) for column in zip(*sizes, strict=True)]
    gap = 2 * (width("x x") - width("xx"))
    padded = []
    for (name, _, value), (one, other) in zip(parts, sizes, strict=True):
        space = (widest[0] - one + widest[1] - other + gap) / unit
        padded.append(rf"{name}$\hspace{{{space:.3f}}}${value}")
    return padded


class _Keeper(Artist):
    """An invisible artist that, just before a legend is drawn, sees to it that it fits and covers no curve."""

    def __init__(self, legend: Legend, *, fits: bool, moves: bool) -> None:
        super().__init__()
        self.legend, self.fits, self.moves = legend, fits, moves
        self.sizes = [float(text.get_fontsize()) for text in self._texts()]
        self.set_zorder(legend.get_zorder() - 0.1)
        # Layouts pass by what is clipped to the axes.
        self.set_clip_on(False)

    def _texts(self) -> list[Any]:
        return [*self.legend.get_texts(), self.legend.get_title()]

    def get_tightbbox(self, renderer: RendererBase | None = None) -> None:
        """Settle before a layout is made; this takes no room itself."""
        self._settle(renderer)

    def draw(self, renderer: RendererBase) -> None:
        """Settle; nothing is drawn."""
        self._settle(renderer)

    def _settle(self, renderer: RendererBase | None) -> None:
        ax, legend = self.axes, self.legend
        if not isinstance(ax, Axes) or ax.get_legend() is not legend or not legend.get_visible():
            return
        callback, legend.stale_callback = legend.stale_callback, None
        if self.fits:
            self._fit(ax, renderer)
        if self.moves:
            self._move(ax, renderer)
        legend.stale_callback = callback

    def _fit(self, ax: Axes, renderer: RendererBase | None) -> None:
        """Make the texts as small as narrow axes need."""
        for share in (1.0, None):
            if share is None:
                room, taken = ax.get_window_extent(renderer).width, self.legend.get_window_extent(renderer).width
                if taken <= FITTED * room:
                    return
                share = FITTED * room / taken
            for text, size in zip(self._texts(), self.sizes, strict=True):
                text.set_fontsize(size * share)

    def _move(self, ax: Axes, renderer: RendererBase | None) -> None:
        """Go to the corner in which the least of the curves is covered, or above the axes where none is free."""
        corner, covered = _free_corner(ax, self.legend, renderer)
        above = covered > MOST_COVERED and figure_of(ax).get_layout_engine() is not None
        self.legend.set_loc("lower left" if above else corner)
        self.legend.set_bbox_to_anchor((0.0, _top(ax, renderer)) if above else None, transform=ax.transAxes)
        # The layout makes room above.
        self.legend.set_in_layout(above)


def _top(ax: Axes, renderer: RendererBase | None) -> float:
    """Return how high the axes reach with what they show on top of them, in axes coordinates."""
    boxes = [child.get_tightbbox(renderer) for child in ax.child_axes]
    tops = [ax.transAxes.inverted().transform(box.max)[1] for box in boxes if box is not None]
    return max([1.0, *(float(top) for top in tops)])


def _free_corner(ax: Axes, legend: Legend, renderer: RendererBase | None) -> tuple[Any, float]:
    """Return the corner in which the legend covers the least of the curves, and how much of a curve."""
    curves = [spread(ax, line, figure_of(ax).dpi / 72) for line in curves_on(ax)]
    shares = [ax.transAxes.inverted().transform(points) for points in curves if len(points)]
    box, room = legend.get_window_extent(renderer), ax.get_window_extent(renderer)
    size = np.minimum([box.width / room.width, box.height / room.height], 1.0 - 2 * PAD)

    def covered(corner: tuple[float, float]) -> float:
        low = PAD + np.array(corner) * (1 - size - 2 * PAD)
        near = ((points >= low - CLEARANCE) & (points <= low + size + CLEARANCE) for points in shares)
        return sum(float(both.all(axis=1).mean()) for both in near)

    best = min(CORNERS, key=lambda name: covered(CORNERS[name]))
    return best, covered(CORNERS[best])
