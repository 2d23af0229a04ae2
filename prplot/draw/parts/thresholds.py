"""Thresholds along a curve: ticks with values, lines in cost space, and colors with a color bar."""

from __future__ import annotations

import math
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
from matplotlib.transforms import Bbox, ScaledTranslation
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import ROOMY, drawing_function, figure_of, tone, width_in_mm
from prplot.draw.base.drawn import Drawn, Saved
from prplot.draw.base.keywords import check_parts, merged, part_of
from prplot.draw.base.limits import frame
from prplot.draw.base.literal_text import as_written
from prplot.draw.lines.curve_line import ThresholdLine, lines_of, polyline
from prplot.draw.parts.part import add_line, axes_with_room, curve_of, framed_axes, values_or_count
from prplot.draw.parts.points import place_on, rates
from prplot.draw.text.labels import Label, beside, normal_at, placed
from prplot.draw.text.legend import replace_line
from prplot.draw.text.legend_entries import area_of, words_of
from prplot.errors import PrplotTypeError, by_name, invalid, one_of, short, warn, wrong_type
from prplot.path.path import ConfusionPath
from prplot.spaces import Cost

# The default number of ticks on a curve and on a color bar by rank.
TICKS = 6
# A round threshold is searched for around the even place of each tick, up to this share of the distance between
# ticks.
WINDOW = 0.3
# In points: half the length of a tick, the distance of its value from the curve, and the length of curve from which
# the direction is computed.
HALF, GAP, REACH = 3.2, 4.7, 8.0
# The parts of the default color map that are visible on a light and on a dark background.
ON_LIGHT, ON_DARK = (0.0, 0.85), (0.25, 1.0)
# On axes narrower than NARROW mm the color bar is above. Without a layout engine, the padding ROOM leaves space for
# texts at the right edge.
NARROW, ROOM = 50.0, 0.12
# The color bar stays CLEAR points away from texts at the edge. With a keyword in PLACING the caller places the bar.
CLEAR = 4.0
PLACING = {"cax", "ax", "location", "orientation", "shrink", "anchor", "use_gridspec"}


@drawing_function()
def threshold_ticks(
    curve: Curve | ConfusionPath,
    thresholds: ArrayLike | int | None = None,
    *,
    values: bool | Literal["threshold", "rank"] = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw ticks across a curve at thresholds, with their values where there is room.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The curve on which ticks are drawn.
    thresholds : array_like or int, optional
        The thresholds to mark, or the approximate number of thresholds. Default: about 6 round thresholds, spread
        evenly along the visible part of the curve. Each tick is drawn at the operating point with score >= threshold
        (score <= threshold where small scores mean positive).
    values : bool, "threshold" or "rank"
        Whether to write a value beside each tick. True or "threshold": the threshold. "rank": the weight that is
        predicted positive at the threshold, TP + FP. False: no text. Texts never cover a line or another text.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        ``lines`` holds one tick per threshold, ``texts`` one text per threshold.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a threshold is not a number, or the curve is in cost space (use `cost_lines` instead).

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1]).roc()
    >>> [text.get_text() for text in prplot.draw.threshold_ticks(curve, [0.7, 0.35]).texts]
    ['0.7', '0.35']
    >>> [text.get_text() for text in prplot.draw.threshold_ticks(curve, [0.7, 0.35], values="rank").texts]
    ['2', '4']
    >>> artists = prplot.plot(curve)
    >>> drawn = prplot.draw.threshold_ticks(curve, [0.7, 0.35], ax=artists.ax)
    """
    curve = curve_of(curve)
    where = curve.space
    kind = values if isinstance(values, bool | np.bool_) else one_of("values", values, ["threshold", "rank"])
    wanted = values_or_count("thresholds", thresholds, TICKS)
    ax, room = axes_with_room(ax, where, "threshold ticks", without_negatives=True)
    if not room:
        return Drawn(ax)
    xy = np.column_stack(polyline(curve)[:2])
    style = merged(line, color=tone(ax, 0.85), linewidth=1.0, zorder=3.3, solid_capstyle="butt")
    lines: list[Line2D] = []
    texts: list[Label] = []
    for threshold in _usual(ax, curve, wanted) if isinstance(wanted, int) else wanted:
        at = curve.path.at(threshold)
        ((x,), (y,)) = place_on(curve, at)
        # The tick is perpendicular to the curve in the present view. Its ends are in inches from its center.
        figure = figure_of(ax)
        normal = HALF / 72 * normal_at(ax, xy, (x, y), REACH * figure.dpi / 72)
        tick = np.array([-normal.real, normal.real]), np.array([-normal.imag, normal.imag])
        moved = figure.dpi_scale_trans + ScaledTranslation(x, y, ax.transData)  # type: ignore[arg-type]
        lines.append(add_line(ax, tick, style, transform=moved, label=f"_threshold {threshold:g}"))
        if kind:
            name, value = ("rank", at.tp + at.fp) if kind == "rank" else ("threshold", threshold)
            look = {"color": tone(ax, 0.7), "fontsize": "x-small"}
            placed(ax, as_written(value, 6), beside(np.array([x]), np.array([y]), GAP), look, name=name, group=texts)
    return Drawn(ax, tuple(lines), texts=tuple(texts)).belonging_to(curve)


def _usual(ax: Axes, curve: Curve, count: int) -> list[float]:
    """Return about ``count`` round thresholds that are spread evenly along the visible part of a curve."""
    with np.errstate(all="ignore"):
        points = (ax.transData - ax.transAxes).transform(np.column_stack(curve._vertices))
    cuts = curve.path._cuts
    seen = np.flatnonzero(((points >= 0) & (points <= 1)).all(axis=1) & np.isfinite(cuts))
    points = points[seen]
    way = np.cumsum(np.hypot(*np.diff(points, axis=0, prepend=points[:1]).T))
    # All thresholds down to the next lower score select the same operating point.
    ends = np.append(cuts[1:], -np.inf)
    ends = np.where(np.isfinite(ends), ends, np.nextafter(cuts, -np.inf))
    chosen: dict[int, float] = {}
    for share in (np.arange(count) + 0.5) / count if len(seen) else ():
        off = np.abs(way - share * way[-1])
        near = seen[off <= max(WINDOW / count * way[-1], off.min())]
        value = round_between(float(ends[near[-1]]), float(cuts[near[0]]))
        chosen.setdefault(int(np.searchsorted(-cuts, -value, side="right")), curve.path._score_of(value))
    return list(chosen.values())


@drawing_function()
def cost_lines(
    curve: Curve | ConfusionPath,
    thresholds: ArrayLike | int | None = None,
    *,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw one line per threshold in cost space; the curve is their lower envelope.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        In cost space.
    thresholds : array_like or int, optional
        An array: the thresholds to draw. An int (default: 100): at most that many lines, about equally spaced in tpr +
        fpr, from the threshold that predicts no row positive to the one that predicts all.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        ``lines`` has one artist, which draws all the lines.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a threshold is not a number, or the curve is not in cost space.

    References
    ----------
    C. Drummond and R. C. Holte, Machine Learning 2006, doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).cost()
    >>> prplot.draw.cost_lines(curve)
    Drawn(1 lines, 0 fills, 0 texts)
    """
    curve = curve_of(curve, "cost")
    where, path = curve.space, curve.path
    if not isinstance(where, Cost):
        raise PrplotTypeError(
            f"cost_lines must be drawn in cost space, where a threshold is a straight line; got {where.title} space. "
            "Use path.cost(), or prplot.draw.threshold_ticks or operating_point here."
        )
    wanted = values_or_count("thresholds", thresholds, 100)
    ax, room = axes_with_room(ax, where, "the line of a threshold", lines=True, without_negatives=True)
    if not room:
        return Drawn(ax)
    if isinstance(wanted, list):
        fpr, tpr = np.reshape([rates(path.at(threshold)) for threshold in wanted], (-1, 2)).T
    else:
        # Predicting every row positive needs no threshold, but its line belongs to the envelope.
        steps = path._steps().completed()
        fpr, tpr = steps.fp / steps.negatives, steps.tp / steps.positives
        if wanted < len(fpr):
            way = fpr + tpr
            rows = np.unique(np.searchsorted(way, np.linspace(0.0, way[-1], wanted)).clip(max=len(way) - 1))
            fpr, tpr = fpr[rows], tpr[rows]
    # Each line has two ends, followed by NaN to separate it from the next.
    x, y = np.broadcast_arrays([0.0, 1.0, np.nan], np.column_stack([*where.lines(fpr, tpr), fpr * np.nan]))
    look = {"color": tone(ax, 0.3), "linewidth": 0.5, "alpha": 0.6, "zorder": 1.1, "label": "_lines of thresholds"}
    return Drawn(ax, (add_line(ax, (x.ravel(), y.ravel()), line, **look),)).belonging_to(curve)


def round_between(low: float, high: float) -> float:
    """Return the number with the fewest digits in (low, high], near the middle of this interval.

    Examples
    --------
    >>> from prplot.draw.parts.thresholds import round_between
    >>> [round_between(*ends) for ends in ((0.4213, 0.5871), (-3.0, 8.0), (0.4213, 0.4232), (31.0, 32.0))]
    [0.5, 0.0, 0.422, 32.0]
    """
    middle = low + (high - low) / 2
    largest = math.floor(math.log10(max(abs(low), abs(high), 1e-300))) + 1
    for exponent in range(largest, largest - 12, -1):
        for step, power in ((1, exponent), (5, exponent - 1)):
            value = float(f"{math.floor(middle / step / 10.0**power + 0.5) * step}e{power}")
            if low < value <= high:
                return value
    return high


class _Colored(NamedTuple):
    ax: Axes
    line: ThresholdLine
    colorbar: Colorbar | None


@by_name()
class ThresholdColors(Saved, _Colored):
    """A curve colored by threshold.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes of the curve.
    line : ThresholdLine
        The curve.
    colorbar : matplotlib.colorbar.Colorbar or None
        The color bar, which shows the threshold of each color; None without a color bar.
    """

    @property
    def artists(self) -> tuple[Artist, ...]:
        """The colored line, and the axes of the color bar if there is one."""
        return (self.line,) if self.colorbar is None else (self.line, self.colorbar.ax)

    def __repr__(self) -> str:
        return (
            f"ThresholdColors({self.line.get_label()}, {'without a' if self.colorbar is None else 'with a'} color bar)"
        )


@drawing_function()
def threshold_colors(
    curve: Curve | ConfusionPath,
    *,
    cmap: str | Colormap | None = None,
    norm: Literal["value", "rank"] | Normalize = "value",
    colorbar: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **line: Any,
) -> ThresholdColors:
    """Draw a curve in the colors of its thresholds.

    Each step of the curve has the color of the threshold that ends it; in cost space each segment has the color of
    the threshold that is optimal there.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The curve to draw. If the curve is on the axes already, the colored line replaces the old line and keeps its
        label and width.
    cmap : str or matplotlib.colors.Colormap, optional
        Default: viridis without the colors that are hard to see on the background.
    norm : {"value", "rank"} or matplotlib.colors.Normalize
        How scores become colors. "value": evenly by the score. "rank": evenly by the rank of the score, for scores
        that are too close together for "value" to tell them apart. Or any matplotlib norm, such as ``LogNorm()``.
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
    ThresholdColors(mine  0.904, with a color bar)
    """
    curve = curve_of(curve)
    where = curve.space
    check_parts(colorbar=colorbar)
    scale = _norm(norm, curve.path)
    try:
        colors = None if cmap is None else mpl.colormaps.get_cmap(cmap)
    except (TypeError, ValueError) as error:
        rule = "be the name of a color map of matplotlib, a Colormap or None"
        raise invalid("cmap", rule, short(cmap), f"matplotlib says: {error}") from None
    ax = framed_axes(ax, where)
    if colors is None:
        seen = ON_LIGHT if sum(to_rgb(ax.get_facecolor())) > 1.5 else ON_DARK
        colors = ListedColormap(mpl.colormaps["viridis"](np.linspace(*seen, 256)), name="viridis in part")
    reason = where._undefined(curve.path) or ("no threshold returns anything" if len(curve.path) == 1 else None)
    if reason is not None:
        warn(f"the curve is undefined in {where.title} space: {reason}. Nothing is drawn.")
    plain = next((one for one in lines_of(ax, curve) if one.curve._kind == curve._kind), None)
    area = float("nan") if reason is not None else area_of(curve) if plain is None else plain.area
    look: dict[str, Any] = {"linewidth": 2.4, "zorder": 3.0}
    words, interval = words_of(curve, area), None
    if plain is not None:
        words, interval = plain.words, plain.interval
        look |= {"linewidth": plain.get_linewidth(), "zorder": plain.get_zorder(), "label": plain.get_label()}
    drawn = ThresholdLine(curve, scale, colors, area, words=words, interval=interval, **merged(line, Line2D, **look))
    if plain is not None:
        drawn.band, drawn.edge = plain.band, plain.edge
        replace_line(ax, plain, drawn)
        plain.remove()
    ax.add_artist(drawn)
    # Some views extend as far as the curve, so the limits are set again.
    frame(ax, where)
    bar = None
    if colorbar is not False and reason is None:
        bar = _bar(ax, drawn, norm == "rank", part_of(colorbar))
    return ThresholdColors(ax, drawn, bar)


def _norm(norm: Any, path: ConfusionPath) -> Normalize:
    finite = np.isfinite(path.thresholds)
    way = 1 if path.lower_is_positive else -1
    scores = path.thresholds[finite][::way]
    if isinstance(norm, Normalize):
        norm.autoscale_None(scores)
        return norm
    if norm not in ("value", "rank"):
        raise invalid("norm", "be 'value', 'rank' or a matplotlib Normalize", short(norm))
    low, high = (float(scores[0]), float(scores[-1])) if len(scores) else (0.5, 0.5)
    if norm == "value" or high == low:
        room = 0.5 if high == low else 0.0
        return Normalize(low - room, high + room)
    # If the number of negatives is unknown, the negatives at the lowest threshold are used.
    negatives = path.fp[-1] if np.isnan(path.negatives) else path.negatives
    rate_sums = path.tp / (path.positives or 1.0) + path.fp / (negatives or 1.0)
    # The rank of a score is the middle of the step that the score adds.
    middle = np.append(np.inf, (rate_sums[1:] + rate_sums[:-1]) / 2)[finite][::way]
    ranks = (middle[0] - middle) / (middle[0] - middle[-1])
    return FuncNorm((partial(np.interp, xp=scores, fp=ranks), partial(np.interp, xp=ranks, fp=scores)), low, high)


def _beside(ax: Axes, above: bool, bar: Any, renderer: RendererBase) -> Bbox:
    """Return the box of a color bar: as long as the axes, and beyond their labels and texts."""
    box, shown, figure = bar.get_position(original=True), ax.get_position(), figure_of(ax)
    if above:
        return Bbox.from_bounds(shown.x0, max(box.y0, shown.y1), shown.width, box.height)
    room = cast(Bbox, ax.get_tightbbox(renderer, for_layout_only=True))
    clear = (room.x1 + CLEAR * figure.dpi / 72 - figure.bbox.x0) / figure.bbox.width
    return Bbox.from_bounds(max(box.x0, clear), shown.y0, box.width, shown.height)


def _bar(ax: Axes, line: ThresholdLine, ranked: bool, keywords: Mapping[str, Any]) -> Colorbar:
    figure, width = figure_of(ax), width_in_mm(ax)
    options: dict[str, Any] = {"label": "threshold", "ax": ax, "fraction": 0.06, "aspect": 24, "use_gridspec": False}
    if not {"cax", "orientation"} & set(keywords):
        options["location"] = "top" if width < NARROW else "right"
    if figure.get_layout_engine() is None and width >= NARROW:
        options["pad"] = ROOM
    if ranked and "ticks" not in keywords:
        # Ticks are round thresholds at about evenly spaced ranks.
        around = np.linspace(0.0, 1.0, TICKS) + WINDOW / TICKS * np.array([[-1], [1]])
        options["ticks"] = sorted(
            {round_between(*ends) for ends in line.norm.inverse(around.clip(0.0, 1.0)).T.tolist()}
        )
        options["format"] = FixedFormatter([as_written(tick, 6) for tick in options["ticks"]])
    try:
        bar = figure.colorbar(ScalarMappable(line.norm, line.cmap), **{**options, **keywords})
    except (TypeError, ValueError, AttributeError) as error:
        rule, why = "hold keywords of matplotlib's Figure.colorbar", f"matplotlib says: {error}"
        raise wrong_type("colorbar", rule, dict(keywords), why) from error
    if not PLACING & set(keywords):
        bar.ax.set_axes_locator(partial(_beside, ax, width < NARROW))
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize="small" if width >= ROOMY else "x-small")
    # The first two layouts of square axes beside a color bar cut off their label, so these are done here.
    if (engine := figure.get_layout_engine()) is not None:
        for _ in range(2):
            engine.execute(figure)
    return bar
