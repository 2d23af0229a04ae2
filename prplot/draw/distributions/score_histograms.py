"""Distributions of scores by class: histograms with extra bars for outlying scores, and strips of ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from prplot.curve.classifiers import PathsLike, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS, axes_for, drawing_function, tone
from prplot.draw.base.drawn import Drawn, Saved, remember_owner
from prplot.draw.base.keywords import PartOption, check_parts, checked_keywords, merged, part_of
from prplot.draw.base.limits import label_unlabeled, record_of
from prplot.draw.base.literal_text import as_written, weight_written
from prplot.errors import PrplotValueError, by_name, invalid, short, wrong_type, yes_or_no
from prplot.path.path import ConfusionPath
from prplot.path.variants import rows_needed
from prplot.rows.arrays import FloatArray, read_only, sums_by_place
from prplot.rows.checks import numbers, threshold_of, whole_number
from prplot.rows.sample import Sample

# As in Tukey's "far out", a score this many interquartile ranges beyond the quartiles of its class is drawn in an
# extra bar. If ties make both quartiles equal, TAILS nearer to the extremes are used instead.
FAR_OUT = 3.0
TAILS = (0.25, 0.1, 0.05, 0.01)
FEWEST, MOST = 10, 80
# More bins than this would be too narrow to be seen.
MOST_BINS = 100_000
# If all scores are multiples of one step and span at most LATTICE steps, each bin is a whole number of steps wide.
LATTICE = 1000
SAME, TINY = 1e-12, 1e-300
# Cumulative distributions have at most this many steps, which are far narrower than a pixel.
MOST_STEPS = 4000
# Ticks keep the distance APART from the labels of the extra bars, as a multiple of matplotlib's estimate of a label's
# space.
APART, MOST_TICKS = 1.6, 8
OPACITY = 0.4
# A strip of ranks has the two classes this far above and below its line.
STRIP = 0.14
# Names of the classes: first with hard labels, then with soft labels.
NAMES = {"foreground": ("positives", "positive weight"), "background": ("negatives", "negative weight")}
LEGEND = {"fontsize": "small", "edgecolor": "none", "framealpha": 0.85, "handlelength": 1.4}


class _Histogram(NamedTuple):
    ax: Axes
    edges: FloatArray
    foreground: FloatArray
    background: FloatArray
    fills: tuple[StepPatch, ...]
    lines: tuple[Line2D, ...]
    legend: Legend | None


@by_name()
class Histogram(Saved, _Histogram):
    """A histogram of scores by class.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes of the histogram.
    edges : array of shape (B + 1,)
        The bin edges, in units of the score; a bin includes its left edge, the last bin both edges.
    foreground, background : arrays of shape (B + 2,)
        Positive and negative weight in the bins; the first and the last value are the weights of scores below and
        above all bins, infinite scores included. They add up to P and N.
    fills : tuple of StepPatch
        The bars of the negatives, then of the positives, or their cumulative distributions; none for a class not drawn.
    lines : tuple of Line2D
        The line at the threshold, and that of the KS statistic.
    legend : Legend or None
        The legend of the classes.
    """

    def __repr__(self) -> str:
        return f"Histogram({len(self.edges) - 1} bins, P={self.foreground.sum():g}, N={self.background.sum():g})"


@drawing_function("Keywords of matplotlib belong in the dict of a part, such as line={'color': 'red'}.")
def scores(
    path: ConfusionPath | Curve,
    *,
    bins: str | int | ArrayLike = "auto",
    density: bool | None = None,
    cumulative: bool = False,
    threshold: float | None = None,
    foreground: bool | dict[str, Any] | None = None,
    background: bool | dict[str, Any] | None = None,
    line: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
) -> Histogram:
    """Draw histograms of the scores of positives and negatives, or their cumulative distributions.

    With hard labels the densities of both classes are drawn over each other; with soft labels the height of a bar is
    the total weight in the bin, and each bar is split into its positive and its negative part.

    Parameters
    ----------
    path : ConfusionPath or Curve
        The path whose scores are drawn; for a curve, the path of the curve.
    bins : "auto", int or array_like
        ``"auto"``: about 2 n^(1/3) bins of equal width, at most 80; if all scores are multiples of a step (such as 0.01
        for the votes of 100 trees), the bin width is a multiple of the step, so that all bins hold equally many
        possible scores. An int is the number of bins; an array holds the bin edges. Infinite scores and extreme
        outliers are counted in an extra, labeled bar at the left or right end.
    density : bool, optional
        True draws each class as a density, so that a rare class can be seen beside a frequent one; the bars are then
        not stacked. False draws counts or weights. Default: True for hard labels, False for soft labels.
    cumulative : bool
        Whether to draw, instead of bars, the share of each class whose score is at most the abscissa, and a vertical
        line at the largest difference of the two, the Kolmogorov-Smirnov (KS) statistic. Both are exact at every score;
        ``bins`` only decides what is in view.
    threshold : float, optional
        The score at which to draw a vertical line; if it lies beyond the bins, the line is drawn just outside them.
    foreground, background, line, legend : dict, bool or None
        The parts of the histogram: positives, negatives, threshold line and legend. None or True draws a part, False
        omits it; a dict holds its matplotlib keywords (`matplotlib.patches.StepPatch` for positives and negatives).
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Axis labels that are already set are kept.

    Returns
    -------
    Histogram
        With the ``edges``, and the weight of each class per bin.

    Raises
    ------
    PrplotValueError
        If ``density`` is passed with ``cumulative``, the path has no rows because it was made from counts, ``bins`` is
        neither "auto", a positive number nor rising edges, or the range of the scores is too large to be drawn.
    PrplotTypeError
        For something that is not a path or a curve.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> prplot.draw.scores(path, bins=[0, 0.5, 1])
    Histogram(2 bins, P=2, N=2)
    """
    path, sample = rows_of(path)
    if yes_or_no("cumulative", cumulative) and density is not None:
        raise invalid("density", "be left out where cumulative=True", short(density), "Shares have no density.")
    density = not path.soft if density is None else density
    check_parts(foreground=foreground, background=background, line=line, legend=legend)
    parts = {"foreground": foreground, "background": background}
    edges = bin_edges(sample.score, bins, core_of(path))
    cut = None if threshold is None else threshold_of("threshold", threshold)
    # Wrong keywords raise their error here, before anything is drawn.
    for part in (foreground, background):
        bar_style(part, "k")
    look = merged(part_of(line), linewidth=1.2, zorder=3.0)
    ax = axes_for(ax)
    lines: list[Line2D] = []
    if cut is not None and line is not False:
        # The line is drawn first, so that the limits include it. A threshold beyond the bins is drawn in the gap
        # before the extra bar.
        gap = bar_width(edges) / 2
        x = float(np.clip(cut, edges[0] - gap, edges[-1] + gap))
        lines.append(ax.axvline(x, **{"color": tone(ax, 0.85), "label": f"threshold {as_written(cut, 3)}", **look}))
    if cumulative:
        fills = _cumulative(ax, path, edges, parts)
        lines += _ks_line(ax, path)
    else:
        fills = _bars(ax, path, sample, edges, parts, density)
    counts = sample.hard and bool(np.all(sample.fg + sample.bg == 1))
    heights = "Cumulative share" if cumulative else "Density" if density else "Count" if counts else "Weight"
    label_unlabeled(ax, score_label(path), heights)
    made = None
    if legend is not False and fills:
        made = ax.legend(handles=[*fills[::-1], *lines], **{**LEGEND, **part_of(legend)})
    whose = f" of {path.name}" if path.name else ""
    cut_said = "" if cut is None else f" The threshold is {as_written(cut, 3)}."
    what = "Cumulative distributions" if cumulative else "Histogram"
    record_of(ax).description = (
        f"{what} of the scores{whose}: {weight_written(sample.fg.sum())} positives and "
        f"{weight_written(sample.bg.sum())} negatives, from {as_written(edges[0], 3)} to {as_written(edges[-1], 3)}."
        f"{cut_said}"
    )
    fg, bg = (weight_in_bins(sample.score, weight, edges) for weight in (sample.fg, sample.bg))
    return Histogram(ax, read_only(edges), read_only(fg), read_only(bg), tuple(fills), tuple(lines), made)


def _bars(
    ax: Axes,
    path: ConfusionPath,
    sample: Sample,
    edges: FloatArray,
    parts: Mapping[str, PartOption],
    density: bool,
) -> list[StepPatch]:
    """Draw the bars of both classes, with extra bars for outlying scores."""
    placed, sides = with_ends(ax, sample.score, edges)
    heights = [weight_in_bins(placed, weight, sides)[1:-1] for weight in (sample.bg, sample.fg)]
    if density:
        heights = [height / (np.diff(sides) * (height.sum() or 1.0)) for height in heights]
    fills = class_bars(ax, sides, heights, parts, path.soft, stacked=path.soft and not density)
    for bars in fills:
        remember_owner(bars, path)
    return fills


def _cumulative(ax: Axes, path: ConfusionPath, edges: FloatArray, parts: Mapping[str, PartOption]) -> list[StepPatch]:
    """Draw the cumulative share of each class below or at each score, as steps without a filled area."""
    low, high = float(edges[0]), float(edges[-1])
    scores = np.unique(path.thresholds[np.isfinite(path.thresholds)])
    inner = scores[(scores > low) & (scores < high)]
    if len(inner) > MOST_STEPS:
        inner = np.linspace(low, high, MOST_STEPS)[1:-1]
    steps = np.concatenate([[low], inner, [high]])
    # With small scores for positives, a threshold selects scores of at most its value, otherwise of at least its
    # value.
    cuts, lower = path._cuts, path.lower_is_positive
    row = np.searchsorted(-cuts, -path._cut_of(steps[:-1]), side="right" if lower else "left") - 1
    fills = []
    for kind, weight in (("background", path.fp), ("foreground", path.tp)):
        if parts[kind] is False or not weight[-1]:
            continue
        shares = weight[row] / weight[-1]
        style = {"label": NAMES[kind][path.soft], **bar_style(parts[kind], class_styles(ax)[kind], linewidth=1.4)}
        fills.append(ax.stairs(shares if lower else 1.0 - shares, steps, baseline=None, fill=False, **style))
        remember_owner(fills[-1], path)
    return fills


def _ks_line(ax: Axes, path: ConfusionPath) -> list[Line2D]:
    """Draw a vertical line at the largest difference of the cumulative shares; nothing if there is only one class."""
    if not (path.tp[-1] and path.fp[-1]):
        return []
    tpr, fpr = path.tp / path.tp[-1], path.fp / path.fp[-1]
    row = int(np.argmax(tpr - fpr >= (tpr - fpr).max() - SAME))
    ends = np.array([tpr[row], fpr[row]]) if path.lower_is_positive else 1.0 - np.array([tpr[row], fpr[row]])
    cut = float(path.thresholds[row])
    if not np.isfinite(cut):
        return []
    words = f"KS {as_written(float(tpr[row] - fpr[row]), 3)} at {as_written(cut, 3)}"
    look: dict[str, Any] = {"color": tone(ax, 0.85), "linewidth": 1.4, "marker": "_", "markersize": 7.0, "zorder": 3.0}
    return ax.plot([cut, cut], ends, label=words, **look)


@drawing_function()
def ranks(paths: PathsLike, *, ax: Axes | None = None, **marker: Any) -> Drawn:
    """Draw one strip of marks per classifier: one mark per row, ordered by score.

    Positives and negatives differ in color, shape and height, which shows at which ranks the positives are. Rows with
    equal scores are drawn on top of one another, at the mean of their ranks.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        The classifiers to draw, made from hard labels. The keys of a mapping are the names, which are written at the
        left.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Axis labels that are already set are kept.
    **marker
        Keywords for `matplotlib.lines.Line2D`, of both classes.

    Returns
    -------
    Drawn
        Two ``lines`` per path, one for positives and one for negatives; the two lines of the first path carry the
        legend labels.

    Raises
    ------
    PrplotValueError
        If a path has no rows because it was made from counts, or has soft labels.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, Figure 3, doi:10.1371/journal.pone.0118432.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], name="A")
    >>> drawn = prplot.draw.ranks(path)
    >>> [line.get_xdata().tolist() for line in drawn.lines]
    [[1.0, 3.0], [2.0, 4.0]]
    """
    curves = to_curves(paths)
    samples = [rows_needed(curve.path, "a strip of ranks") for curve in curves]
    for curve in curves:
        if curve.path.soft:
            raise PrplotValueError(
                f"paths must have hard labels to be drawn as ranks; {curve.label or 'a path'} has soft ones. "
                "Cut them with path.hard(0.5), or draw them with prplot.draw.soft_labels."
            )
    style = merged(marker, Line2D, markersize=4.0, linestyle="none", markeredgewidth=0.0, alpha=0.7)
    ax = axes_for(ax)
    lines: list[Line2D] = []
    for row, (curve, sample) in enumerate(zip(curves, samples, strict=True)):
        cuts = curve.path._cut_of(sample.score)
        _, group, count = np.unique(-cuts, return_inverse=True, return_counts=True)
        # Tied scores get the mean of their ranks.
        middle = (np.cumsum(count) - (count - 1) / 2)[group]
        for kind, name, shape, above, weight in (
            ("foreground", "positives", "^", STRIP, sample.fg),
            ("background", "negatives", "o", -STRIP, sample.bg),
        ):
            look = {"color": class_styles(ax)[kind], "marker": shape, "label": f"_{name}" if row else name}
            x = middle[weight > 0]
            lines += ax.plot(x, np.full(len(x), above - row), **{**look, **style})
    names = [curve.label or f"{number}" for number, curve in enumerate(curves, 1)]
    ax.set_yticks(-np.arange(len(curves)), names if len(curves) > 1 or curves[0].label else [""])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(0.5 - len(curves), 0.5)
    label_unlabeled(ax, "Rank", "")
    record_of(ax).description = f"The ranks of positives and negatives by score: {', '.join(names)}."
    return Drawn(ax, tuple(lines))


def rows_of(path: ConfusionPath | Curve) -> tuple[ConfusionPath, Sample]:
    """Return the path of a path or curve, and its rows; raise an error for anything else."""
    path = path.path if isinstance(path, Curve) else path
    if not isinstance(path, ConfusionPath):
        raise wrong_type("path", "be a path or a curve", path, "Make one with prplot.from_labels.")
    return path, rows_needed(path, "a histogram of scores and weights")


def score_label(path: ConfusionPath) -> str:
    """Return the label of an axis of scores."""
    return "Score (small means positive)" if path.lower_is_positive else "Score"


def class_styles(ax: Axes) -> dict[str, str]:
    """Return the colors of the classes for the style of the axes."""
    return {"foreground": COLORS[0], "background": tone(ax, 0.55)}


def class_bars(
    ax: Axes,
    edges: FloatArray,
    heights: Sequence[FloatArray],
    parts: Mapping[str, PartOption],
    soft: bool,
    *,
    stacked: bool,
    note: str = "",
    **usual: Any,
) -> list[StepPatch]:
    """Draw the bars of both classes; ``heights`` are those of negatives, then of positives.

    If ``stacked``, the bars of negatives stand on those of positives.
    """
    negatives, positives = heights
    floor = positives if stacked else 0.0
    bars = []
    for kind, top, bottom in (("background", negatives + floor, floor), ("foreground", positives, 0.0)):
        if parts[kind] is not False:
            look = {"label": NAMES[kind][soft] + note, **bar_style(parts[kind], class_styles(ax)[kind], **usual)}
            bars.append(ax.stairs(top, edges, baseline=bottom, fill=True, **look))
    return bars


def bar_style(part: PartOption, color: str, **usual: Any) -> dict[str, Any]:
    """Return the matplotlib keywords of bars: the caller's color and other keywords override ours."""
    keywords = checked_keywords(part_of(part), StepPatch)
    color = keywords.pop("color", color)
    face = to_rgba(color, OPACITY * to_rgba(color)[3])
    return {"facecolor": face, "edgecolor": color, "linewidth": 0.8, "zorder": 2.0, **usual, **keywords}


def bin_edges(values: FloatArray, bins: Any, core: tuple[float, float] = (-np.inf, np.inf)) -> FloatArray:
    """Return rising bin edges for the finite values within ``core``; ``bins`` is a number, edges or "auto"."""
    if np.ndim(bins):
        edges = numbers("bins", bins)
        if len(edges) < 2 or not np.isfinite(edges).all() or not np.all(np.diff(edges) > 0):
            raise invalid("bins", "be two or more finite edges that rise", short(bins))
        return edges
    auto = bins == "auto"
    if not auto:
        if isinstance(bins, str):
            raise invalid("bins", "be 'auto', a number of bins, or their edges", short(bins))
        bins = whole_number("bins", bins, 1, MOST_BINS, "bins", "Or pass 'auto', or the edges of the bins.")
    distinct = np.unique(values[np.isfinite(values) & (values >= core[0]) & (values <= core[1])])
    low, high = (float(distinct[0]), float(distinct[-1])) if len(distinct) else (0.0, 0.0)
    if not np.isfinite(2 * high - 2 * low):
        rule, way_out = "span less than half the range of float64 to be drawn", "Divide them by a constant."
        raise invalid("scores and targets", rule, f"{low:g} to {high:g}", way_out)
    if np.isclose(low, high, rtol=SAME, atol=TINY):
        half = max(0.5, 1e-6 * abs(low))
        return np.linspace(low - half, high + half, 2 if auto else bins + 1)
    count = int(np.clip(np.ceil(2 * len(values) ** (1 / 3)), FEWEST, MOST)) if auto else bins
    step = float(np.diff(distinct).min())
    places = (distinct - low) / step
    if auto and places[-1] <= LATTICE and np.all(np.abs(places - np.rint(places)) < 1e-6):
        wide = step * max(1, round((high - low) / step / count))
        return low - step / 2 + wide * np.arange(np.ceil((high - low + step / 2) / wide) + 1)
    if auto and low >= 0 and high <= 1:
        # Bins of probabilities extend to 0 and 1 if the distance is less than one bin.
        wide = (high - low) / count
        low, high = (0.0 if low < wide else low), (1.0 if 1 - high < wide else high)
    return np.linspace(low, high, count + 1)


def core_of(path: ConfusionPath) -> tuple[float, float]:
    """Return the lowest and the highest score that are not outliers, by the quartiles of the two classes."""
    finite = np.isfinite(path._cuts[1:])
    cuts = path._cuts[1:][finite]
    ends: list[float] = []
    for weight in path._increments:
        above = np.cumsum(weight[finite])
        for tail in TAILS if np.any(above > 0) else ():
            upper, lower = cuts[np.searchsorted(above, above[-1] * np.array([tail, 1 - tail]))]
            if upper > lower:
                with np.errstate(over="ignore"):
                    reach = FAR_OUT * (upper - lower)
                    ends += [lower - reach, upper + reach]
                break
    scores = [path._score_of(end) for end in ends]
    return (min(scores), max(scores)) if scores else (-np.inf, np.inf)


def weight_in_bins(values: FloatArray, weight: FloatArray, edges: FloatArray) -> FloatArray:
    """Return the weight below all bins, in each bin, and above all bins."""
    bins = np.searchsorted(edges, values, side="right")
    bins[values == edges[-1]] -= 1
    return sums_by_place(bins, weight, len(edges) + 1)


def bar_width(edges: FloatArray) -> float:
    """Return the width of the extra bars for outlying scores, which is also twice the gap before them."""
    return float((edges[-1] - edges[0]) / min(len(edges) - 1, FEWEST) / 2)


def with_ends(ax: Axes, values: FloatArray, edges: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the values, with outlying ones moved into an extra bar at that end, and the edges of all bars.

    Tick labels of the axes name the extra bars, and other ticks are not too close to these labels.
    """
    wide, (low, high), placed, sides = bar_width(edges), edges[[0, -1]].tolist(), values, edges
    words: dict[float, str] = {}
    for beyond, end, out, finite, infinite in (
        (values < low, low, -wide, "<", "\N{MINUS SIGN}∞"),
        (values > high, high, wide, ">", "+∞"),
    ):
        if beyond.any():
            middle = end + 1.5 * out
            placed, sides = np.where(beyond, middle, placed), np.union1d(sides, [end + out, end + 2 * out])
            words[middle] = infinite if np.isinf(values[beyond]).all() else f"{finite} {as_written(end, 3)}"
    if words:
        most, ends = max(ax.xaxis.get_tick_space(), 2), np.array(list(words))
        for tick in MaxNLocator(min(most, MOST_TICKS), steps=[1, 2, 2.5, 5, 10]).tick_values(low, high):
            if low <= tick <= high and np.abs(tick - ends).min() * most > APART * (high - low):
                words[tick] = as_written(tick, 3)
        ax.set_xticks(list(words), list(words.values()))
    return placed, sides
