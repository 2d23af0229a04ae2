"""Curves whose colour is the threshold, with a colour bar."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Colormap, FuncNorm, ListedColormap, Normalize, to_rgb
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedFormatter
from matplotlib.transforms import Bbox

from prplot.curve.curve import Curve
from prplot.draw.base.axes import ROOMY, axes_for, width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.base.keywords import PartOption, check_part, merged
from prplot.draw.base.limits import frame
from prplot.draw.base.results import Saved
from prplot.draw.lines.curve_line import LEVELS, ThresholdLine, lines_of
from prplot.draw.parts.part import curve_of
from prplot.draw.parts.thresholds import round_thresholds
from prplot.draw.text.legend import replace_line
from prplot.draw.text.legend_entries import area_of, label_with_area, written_area
from prplot.draw.text.matrix import as_written
from prplot.errors import by_name, invalid, short, warn
from prplot.path.path import ConfusionPath

__all__ = ["ThresholdColors", "threshold_colors"]

# Of the usual map, the part that is seen against a light, and against a dark background.
ON_LIGHT, ON_DARK = (0.0, 0.85), (0.25, 1.0)
# Ticks of a colour bar by rank.
TICKS = 6
# Where no layout makes room for texts at the right edge: room for them, as a share of the axes;
# and how far a bar stays from them, in points.
ROOM, CLEAR = 0.12, 4.0
# Axes narrower than this, in mm, have their bar above, unless one of these keywords says where it is.
NARROW = 50.0
PLACING = {"cax", "ax", "location", "orientation", "shrink", "anchor", "use_gridspec"}


class _Colored(NamedTuple):
    ax: Axes
    line: ThresholdLine
    colorbar: Colorbar | None


@by_name()
class ThresholdColors(Saved, _Colored):
    """A curve coloured by threshold.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where it is.
    line : ThresholdLine
        The curve.
    colorbar : matplotlib.colorbar.Colorbar or None
        What its colours mean.
    """

    @property
    def artists(self) -> tuple[Artist, ...]:
        """The line, and the axes of the bar."""
        return (self.line,) if self.colorbar is None else (self.line, self.colorbar.ax)

    def __repr__(self) -> str:
        return (
            f"ThresholdColors({self.line.get_label()}, {'without a' if self.colorbar is None else 'with a'} colour bar)"
        )


def threshold_colors(
    curve: Curve,
    *,
    cmap: str | Colormap | None = None,
    norm: Literal["value", "rank"] | Normalize = "value",
    colorbar: PartOption = None,
    ax: Axes | None = None,
    **line: Any,
) -> ThresholdColors:
    """Draw a curve in the colours of its thresholds.

    Every step has the colour of the score that it adds; in cost space every piece has that of
    the threshold that is best there.

    Parameters
    ----------
    curve : Curve
        What is drawn. If it is on the axes already, this line takes the place of that one, with
        its label and width.
    cmap : str or matplotlib.colors.Colormap, optional
        Default: viridis without the end that would not be seen on the background.
    norm : {"value", "rank"} or matplotlib.colors.Normalize
        Whether colours are spread evenly over the values of the scores, or over their ranks, both
        classes weighing the same, which tells more where most scores are close together; or any
        norm, such as ``LogNorm()``.
    colorbar : dict, False or None
        Keywords for `matplotlib.figure.Figure.colorbar`; False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    ThresholdColors
        The ``line`` and its ``colorbar``.

    Warns
    -----
    PrplotWarning
        If the curve is undefined.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For something that is not a curve, or an unknown norm.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1], name="mine").pr()
    >>> prplot.draw.threshold_colors(curve)
    ThresholdColors(mine  0.904, with a colour bar)
    """
    where = curve_of(curve).space
    check_part("colorbar", colorbar)
    scale, colors = _norm(norm, curve.path), None if cmap is None else mpl.colormaps.get_cmap(cmap)
    ax = axes_for(ax, where)
    frame(ax, where)
    if colors is None:
        seen = ON_LIGHT if sum(to_rgb(ax.get_facecolor())) > 1.5 else ON_DARK
        colors = ListedColormap(mpl.colormaps["viridis"](np.linspace(*seen, LEVELS)), name="viridis in part")
    reason = where.undefined(curve.path) or ("no threshold returns anything" if len(curve.path) == 1 else None)
    if reason is not None:
        warn(f"the curve is undefined in {where.title} space: {reason}. Nothing is drawn.")
    plain = next((one for one in lines_of(ax, curve) if one.curve.kind == curve.kind), None)
    area = float("nan") if reason is not None else area_of(curve) if plain is None else plain.area
    look: dict[str, Any] = {"linewidth": 2.4, "zorder": 3.0, "label": label_with_area(curve, area)}
    if plain is not None:
        look |= {"linewidth": plain.get_linewidth(), "zorder": plain.get_zorder(), "label": plain.get_label()}
    drawn = ThresholdLine(curve, scale, colors, area, **merged(line, Line2D, **look))
    drawn.written = written_area(curve, area) if plain is None else plain.written
    if plain is not None:
        drawn.interval, drawn.band = plain.interval, plain.band
        replace_line(ax, plain, drawn)
        plain.remove()
    ax.add_artist(drawn)
    # Some views go as far as the curve does.
    frame(ax, where)
    bar = None
    if colorbar is not False and reason is None:
        bar = _bar(ax, drawn, norm == "rank", colorbar if isinstance(colorbar, Mapping) else {})
    return ThresholdColors(ax, drawn, bar)


def _norm(norm: Any, path: ConfusionPath) -> Normalize:
    finite = np.isfinite(path.thresholds)
    scores = path.thresholds[finite][::-1]
    if isinstance(norm, Normalize):
        norm.autoscale_None(scores)
        return norm
    if norm not in ("value", "rank"):
        raise invalid("norm", "be 'value', 'rank' or a matplotlib Normalize", short(norm))
    low, high = (float(scores[0]), float(scores[-1])) if len(scores) else (0.5, 0.5)
    if norm == "value" or high == low:
        room = 0.5 if high == low else 0.0
        return Normalize(low - room, high + room)
    rates = path.tp / (path.positives or 1.0) + path.fp / (path.negatives or 1.0)
    # A score is in the middle of the step that it adds.
    middle = np.append(np.inf, (rates[1:] + rates[:-1]) / 2)[finite][::-1]
    ranks = (middle[0] - middle) / (middle[0] - middle[-1])
    return FuncNorm((partial(np.interp, xp=scores, fp=ranks), partial(np.interp, xp=ranks, fp=scores)), low, high)


class _BesideAxes:
    """Where a colour bar is: as long as the axes are drawn, and beyond all that belongs to them."""

    def __init__(self, ax: Axes, above: bool) -> None:
        self.ax, self.above = ax, above

    def __call__(self, bar: Any, renderer: RendererBase) -> Bbox:
        place, shown, figure = bar.get_position(original=True), self.ax.get_position(), figure_of(self.ax)
        if self.above:
            return Bbox.from_bounds(shown.x0, max(place.y0, shown.y1), shown.width, place.height)
        room = cast(Bbox, self.ax.get_tightbbox(renderer, for_layout_only=True))
        clear = (room.x1 + CLEAR * figure.dpi / 72 - figure.bbox.x0) / figure.bbox.width
        return Bbox.from_bounds(max(place.x0, clear), shown.y0, place.width, shown.height)


def _bar(ax: Axes, line: ThresholdLine, ranked: bool, asked: Mapping[str, Any]) -> Colorbar:
    figure, width = figure_of(ax), width_in_mm(ax)
    above, ours = width < NARROW, not PLACING & set(asked)
    options: dict[str, Any] = {"label": "threshold"} if "cax" in asked else {"label": "threshold", "ax": ax}
    if ours:
        options |= {"location": "top" if above else "right", "fraction": 0.06, "aspect": 24, "use_gridspec": False}
        if figure.get_layout_engine() is None and not above:
            options["pad"] = ROOM
    if ranked and "ticks" not in asked:
        options["ticks"] = round_thresholds(line.norm.inverse, TICKS)
        options["format"] = FixedFormatter([as_written(tick, 6) for tick in options["ticks"]])
    bar = figure.colorbar(ScalarMappable(line.norm, line.cmap), **{**options, **asked})
    if ours:
        bar.ax.set_axes_locator(cast(Any, _BesideAxes(ax, above)))
    cast(Any, bar.outline).set_visible(False)
    bar.ax.tick_params(labelsize="small" if width >= ROOMY else "x-small")
    return bar
