"""Measures of one or several classifiers against threshold, rank, share predicted positive, recall or prevalence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any, Literal, NamedTuple, get_args

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Text

from prplot import metrics
from prplot.curve.classifiers import PathsLike, called, named, path_first
from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, drawing_function, tone
from prplot.draw.base.drawn import Drawn, Saved
from prplot.draw.base.keywords import PartOption, check_parts, checked_keywords, merged, part_of
from prplot.draw.base.limits import label_unlabeled, record_of
from prplot.draw.base.literal_text import as_written, printable
from prplot.draw.distributions.score_histograms import core_of
from prplot.draw.figures.layout import classifiers
from prplot.draw.figures.plot import LINE_STYLES, color_of_many
from prplot.draw.lines.curve_line import fewer, refine
from prplot.draw.parts.part import add_band, path_of
from prplot.draw.parts.points import GAP, confusion_on, mark
from prplot.draw.text.labels import beside, placed
from prplot.draw.text.legend import make_legend
from prplot.draw.text.legend_entries import Row
from prplot.errors import PrplotError, PrplotValueError, by_name, invalid, one_of, short, warn
from prplot.metrics import Metric
from prplot.metrics.confusion import PREVALENCE, Confusion
from prplot.path.facts import check_one_direction
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.uncertainty.bands import measure_bands
from prplot.uncertainty.units import Design, check_enough_replicates

# A classifier's name, its path or confusion matrix, and the matrix to draw against the prevalence.
Classifier = tuple[str | None, Any, Confusion | None]
Against = Literal["threshold", "rank", "predicted_positive_rate", "recall", "prevalence"]
# Each function returns abscissae from the cells of confusion matrices. None stands for the thresholds.
ABSCISSAE: dict[Against, Callable[..., FloatArray] | None] = {
    "threshold": None,
    "rank": lambda tp, fp, *_: np.asarray(tp + fp),
    "predicted_positive_rate": metrics.PREDICTED_POSITIVE_RATE.of,
    "recall": metrics.RECALL.of,
    # Confusion matrices at other prevalences are made from the rates of one matrix.
    "prevalence": PREVALENCE.of,
}
# The prevalences at which measures are computed: from 1e-4 to 1 - 1e-4, with evenly spaced log odds.
_ODDS = np.logspace(-4.0, 4.0, 401)
PREVALENCES = _ODDS / (1.0 + _ODDS)
BAND_OPTIONS = tuple(field.name for field in fields(Design))
# These are more line styles than curves have, for many measures of several classifiers.
STYLES: tuple[Any, ...] = (*LINE_STYLES, (0, (6, 1.5)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 3)))
# Lines are WIDER times as wide as the style's. Up to FEW_MARKS best points have their values beside them.
WIDER, FEW_MARKS = 1.1, 3
# If a measure is undefined at an end of a path, its limit is computed at this share of the first or last step.
NEXT_TO = 1e-9
# The size of marks at the sample's prevalence, and the name of precision if the negative predictive value is drawn
# too.
SAMPLE_SIZE, POSITIVE_VALUE = 5.0, "positive predictive value"


class MeasureLine(Line2D):
    """The line of a measure of one classifier.

    Attributes
    ----------
    path : ConfusionPath or Confusion
        The classifier.
    name : str or None
        The name of the path.
    metric : Metric
        The measure.
    against : str
        The quantity on the x axis.
    vertices : array of shape (n, 2)
        The finite points of the line that belong to operating points; none if the measure is undefined everywhere.
    best : (float, float) or None
        The point of the best threshold, if it is marked.
    matrix : Confusion or None
        Against the prevalence: the confusion matrix whose TPR and FPR are kept.
    """

    def __init__(
        self,
        path: ConfusionPath,
        name: str | None,
        metric: Metric,
        against: Against,
        matrix: Confusion | None,
        vertices: FloatArray,
        line: Pair,
        **look: Any,
    ) -> None:
        self.path, self.name, self.metric, self.against = path, name, metric, against
        self.matrix, self.vertices = matrix, vertices
        self.best: tuple[float, float] | None = None
        super().__init__(*line, **look)

    def __str__(self) -> str:
        return self.metric.name.replace("_", " ") + ("" if self.name is None else f" of {self.name}")


class _Measures(NamedTuple):
    ax: Axes
    lines: tuple[MeasureLine, ...]
    best: Drawn
    band: Drawn
    legend: Legend | None


@by_name()
class Measures(Saved, _Measures):
    """The matplotlib artists of metrics plotted against thresholds, ranks or rates.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes with the artists.
    lines : tuple of MeasureLine
        One line per path and metric, path by path; each line has ``.path``, ``.name`` and ``.metric``.
    best : Drawn
        The marks of the best thresholds, and their texts.
    band : Drawn
        The confidence bands of the metrics.
    legend : Legend or None
        The legend of all metrics on the axes; None for a single line without a name.
    """

    def __repr__(self) -> str:
        return f"Measures({', '.join(map(str, self.lines))})"


@drawing_function("Keywords of matplotlib for the lines are passed by name, those of a part in its dict.")
def measures(
    paths: PathsLike | Confusion | Iterable[Confusion] | Mapping[str, Confusion],
    measures: str | Metric | Sequence[str | Metric] = ("precision", "recall", "f1"),
    *,
    against: Against = "threshold",
    threshold: float | str | Metric | None = None,
    best: bool | dict[str, Any] | None = None,
    band: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **lines: Any,
) -> Measures:
    """Draw measures of a confusion matrix against the threshold, or along the ranks: precision, recall, F1, cost, ...

    Against the threshold each line is an exact step function; the value at a score includes the rows of that score,
    which are predicted positive. Against rank, predicted positive rate or recall, TP and FP are interpolated linearly
    between neighboring thresholds.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        One classifier, several, or a mapping from names to them; a curve stands for its path. Against the prevalence
        also a confusion matrix, such as one from a publication, or several.
    measures : str, Metric or a sequence of these
        One or more metrics, by name or as objects, as in `prplot.metrics.metric`: "precision", "f1", "mcc", "lift",
        ..., ``prplot.f_beta(0.5)``, ``prplot.expected_cost(fn=10, prevalence=0.05)``, or your own metric.
    against : {"threshold", "rank", "predicted_positive_rate", "recall", "prevalence"}
        The quantity on the x axis. The rank is the number k of rows predicted positive, so that precision against rank
        is precision at k. With weights, the rank is the total weight of these rows. Call ``ax.set_xscale("log")`` to
        magnify the first ranks. Against the prevalence recall and specificity are those at one threshold, and all else
        follows from them by Bayes' rule; call ``ax.set_xscale("log")`` to magnify low prevalences.
    threshold : float, str or Metric, optional
        With ``against="prevalence"`` only: the threshold of paths, or a metric such as "f1" to take the threshold at
        which it is best.
    best : dict or bool
        Whether to mark the best threshold of each measure, as returned by `ConfusionPath.optimal`. None: only for
        measures that trade off both kinds of errors, such as F1, MCC, accuracy and cost; True: for all measures. A dict
        holds keywords of `matplotlib.lines.Line2D`.
    band : dict or bool
        Whether to draw a confidence band of each measure, pointwise: valid at any one x, not for the whole line. A dict
        holds options of `Curve.band` (``level``, ``n``, ``stratify``, ``groups``, ``rng``, ``weights``) and keywords of
        `matplotlib.patches.Polygon`. No band is drawn where the measure is undefined in many replicates.
    legend : dict or bool
        Keywords of `matplotlib.axes.Axes.legend`; False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Axis limits and labels that you have set are kept.
    **lines
        Keywords of `matplotlib.lines.Line2D`, for all lines.

    Returns
    -------
    Measures
        The result has ``.lines`` (one line per path and measure), ``.best``, ``.band``, ``.legend``, ``.ax``,
        ``.figure`` and ``.save``. Against the prevalence nothing is marked as best; the legend has threshold,
        sensitivity and specificity, and dots mark the prevalence of the sample. With one path each measure has its
        own color. With several paths each path has its own color, and each measure its own line style.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If ``paths`` holds anything but paths and curves, if a measure is unknown, if ``against`` is not one of the
        choices, if ``threshold`` is missing or has no use, if ``best`` or ``band`` are asked for against the
        prevalence, or if small scores mean positive for some of several paths along thresholds.

    Warns
    -----
    PrplotWarning
        If measures are undefined everywhere, such as recall without positives; these measures are not drawn, and one
        warning names all of them. Also if a path can have no confidence band, because it is the exact path of a
        `prplot.simulate` model (no sample) or has fewer than two rows of a class.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> drawn = prplot.draw.measures(path, ["recall", "f1"])
    >>> drawn.lines[0].get_xydata()[3:].tolist()
    [[0.4, 1.0], [0.4, 0.5], [0.6, 0.5], [0.6, 0.5], [0.9, 0.5], [0.9, 0.0], [1.0, 0.0]]
    >>> drawn.best.lines[0].get_xydata().tolist()
    [[0.4, 0.8]]
    """
    against = one_of("against", against, get_args(Against))
    if against == "prevalence":
        entries = _matrices(paths, threshold)
    elif threshold is not None:
        rule = "be left out unless measures are drawn against the prevalence"
        raise invalid("threshold", rule, short(threshold), "Pass against='prevalence'.")
    else:
        entries = [(*path_of(*pair), None) for pair in classifiers("paths", paths)]
    wanted: Any = measures
    if isinstance(wanted, str | Metric) or not isinstance(wanted, Iterable):
        wanted = [wanted]
    chosen = [metrics.named("measures", each) for each in wanted]
    if not chosen:
        raise PrplotValueError("measures must hold at least one measure; got none. For example ['precision', 'f1'].")
    check_parts(best=best, band=band, legend=legend)
    for name, part in (("best", best), ("band", band)):
        if part and against == "prevalence":
            way_out = "The threshold is the same along it."
            raise invalid(name, "be left out against the prevalence", short(part), way_out)
    checked_keywords(part_of(band), Polygon, own=BAND_OPTIONS, part="band")
    checked_keywords(part_of(best), Line2D, part="best")
    look = checked_keywords(lines)
    ax = axes_for(ax)
    if other := next((line.against for line in _lines_on(ax) if line.against != against), None):
        raise invalid("against", f"be {other!r}, as on these axes", repr(against), "Or use other axes with ax=.")
    before = {id(line.path): (line.name, line.path) for line in _lines_on(ax)}
    names, every = zip(*before.values(), *(entry[:2] for entry in entries), strict=True)
    if against == "threshold":
        check_one_direction("paths", every, called(names))
    several, made, fills = len(every) > 1, list[MeasureLine](), list[Polygon]()
    for position, (title, path, matrix) in enumerate(entries, len(before)):
        lines_of, view = list[MeasureLine](), _view(path, against)
        seen = path if matrix is not None else fewer(path, path.pr().space)
        for number, metric in enumerate(chosen):
            if matrix is None:
                traced = _traced(seen, metric, ABSCISSAE[against], view)
            else:
                traced = _along_prevalence(matrix, metric)
            # With one path, colors distinguish measures. With several paths, colors distinguish paths.
            color = color_of_many(ax, position if several else number)
            style = STYLES[number % len(STYLES)] if several or "color" in look else "-"
            words, width = _label(metric, chosen), WIDER * mpl.rcParams["lines.linewidth"]
            label = f"{title}, {words}" if several and title else words
            own = merged(
                look, color=color, linestyle=style, linewidth=width, solid_joinstyle="round", zorder=3.0, label=label
            )
            lines_of.append(MeasureLine(path, title, metric, against, matrix, *traced, **own))
        made += lines_of
        shown = [line for line in lines_of if len(line.vertices)]
        if band and shown:
            fills += _bands(ax, shown, against, view, part_of(band))
        for line in shown:
            ax.add_artist(line)
            # Distant points are not in view. The clipped vertices determine the limits of a scale that the caller
            # sets later, such as a logarithmic one.
            corners = np.transpose([view, _heights(line)])
            ax.update_datalim([*corners, *np.clip(line.vertices, *corners)])
    if undefined := list(dict.fromkeys(str(line) for line in made if not len(line.vertices))):
        warn(f"{', '.join(undefined)} {'is' if len(undefined) == 1 else 'are'} undefined everywhere, and not drawn.")
    marks = Drawn(ax) if best is False or against == "prevalence" else _marks(ax, made, against, best)
    if against == "prevalence":
        _mark_samples(ax, made)
    labels = list(dict.fromkeys(line.metric.label for line in _lines_on(ax)))
    titles = [label[:1].upper() + label[1:] for label in labels]
    if ax.get_ylabel() in titles:
        ax.set_ylabel("")
    weighted = against == "rank" and not all(_one_each(line.path) for line in _lines_on(ax))
    along = "Weight predicted positive" if weighted else against.replace("_", " ").capitalize()
    if against == "threshold" and any(path.lower_is_positive for _, path, _ in entries):
        along += " (small scores mean positive)"
    label_unlabeled(ax, along, titles[0] if len(labels) == 1 else "")
    # At recall 1 a line may run along the edge of the view, so there is a margin.
    ax.margins(0.0 if against == "threshold" else 0.02, 0.02)
    ax.autoscale_view()
    record_of(ax).description = _described(_lines_on(ax), along)
    key = None if legend is False else _legend(ax, part_of(legend))
    return Measures(ax, tuple(made), marks, Drawn(ax, fills=tuple(fills)), key)


def _matrices(paths: Any, threshold: Any) -> list[Classifier]:
    """Return the classifiers with their confusion matrices: at the threshold, or the given ones."""
    rule = "be a path or a confusion matrix, or a sequence or a mapping of them"
    entries = list[Classifier]()
    for name, item in named("paths", paths, (ConfusionPath, Curve, Confusion), rule, path_first(paths)):
        if isinstance(item, Confusion):
            if threshold is not None:
                raise invalid("threshold", "be left out for a confusion matrix", short(threshold), "It has its own.")
            entries.append((name, item, item))
            continue
        if threshold is None:
            rule, way_out = "say where paths are cut (against='prevalence')", "For example 0.5 or 'f1'."
            raise invalid("threshold", rule, "None", way_out)
        name, path = path_of(name, item)
        entries.append((name, path, confusion_on(path, threshold)))
    return entries


def _along_prevalence(matrix: Confusion, metric: Metric) -> tuple[FloatArray, Pair]:
    """Return the finite points and the line of a measure against the prevalence, with TPR and FPR of a matrix kept."""
    y = _at_prevalences(matrix, metric, PREVALENCES, PREVALENCES[::-1])
    vertices = np.column_stack([PREVALENCES, y])
    return vertices[np.isfinite(vertices).all(axis=1)], (PREVALENCES, y)


def _at_prevalences(matrix: Confusion, metric: Metric, x: FloatArray, rest: FloatArray) -> FloatArray:
    """Return a measure at the prevalences ``x`` = 1 - ``rest``, with TPR and FPR of a matrix kept."""
    with np.errstate(all="ignore"):
        tpr, fpr = (
            np.float64(cell) / (cell + other) for cell, other in zip(matrix.cells[:2], matrix.cells[2:], strict=True)
        )
    y = metric.of(x * tpr, rest * fpr, x * (1.0 - tpr), rest * (1.0 - fpr))
    return np.broadcast_to(np.asarray(y, dtype=np.float64), x.shape)


def _sample_prevalence(line: MeasureLine) -> float:
    """Return the prevalence of the rows or of the matrix from which a line was made."""
    known: Any = line.path
    return float(PREVALENCE.of(*known.cells)) if isinstance(known, Confusion) else float(known._given.prevalence)


def _mark_samples(ax: Axes, lines: Sequence[MeasureLine]) -> None:
    """Mark the point at the prevalence of the sample on each line that is drawn against the prevalence."""
    for line in lines:
        x = np.array([_sample_prevalence(line)])
        if line.matrix is not None and np.isfinite(x).all() and len(line.vertices):
            y = _at_prevalences(line.matrix, line.metric, x, 1.0 - x)
            mark(ax, x, y, {}, color=line.get_color(), markersize=SAMPLE_SIZE, label="_prevalence of the sample")


def _label(metric: Metric, among: Iterable[Metric]) -> str:
    """Return the name of a measure; precision is the positive predictive value beside the negative one."""
    return POSITIVE_VALUE if metric == metrics.PRECISION and metrics.NPV in among else metric.label


def _rates(line: MeasureLine) -> str:
    """Return the threshold, sensitivity and specificity of a line against the prevalence, in words."""
    matrix = line.matrix
    if matrix is None:
        return ""
    cut = [] if matrix.threshold is None else [f"threshold {as_written(matrix.threshold, 3)}"]
    rates = ("sensitivity", matrix.recall), ("specificity", matrix.specificity)
    return ", ".join([*cut, *(f"{name} {as_written(rate, 3)}" for name, rate in rates)])


def _described(lines: Sequence[MeasureLine], along: str) -> str:
    """Return the text description of the measures, with the best point of each."""
    said = [
        f"{line} (best {as_written(line.best[1], 3)} at {as_written(line.best[0], 3)})" if line.best else str(line)
        for line in lines
    ]
    return f"Against the {along[:1].lower()}{along[1:]}: {', '.join(said)}."


def _one_each(path: ConfusionPath) -> bool:
    """Return whether every row has weight 1, so that ranks are numbers of rows."""
    known = path._given.sample
    return not path.soft and known.rows_known and bool(np.all(known.fg + known.bg == 1))


def _lines_on(ax: Axes) -> list[MeasureLine]:
    return [line for line in ax.lines if isinstance(line, MeasureLine)]


def _view(path: ConfusionPath, against: Against) -> tuple[float, float]:
    """Return the range of abscissae in view; for thresholds it is usually (0, 1), or excludes outlying scores."""
    if against != "threshold":
        return 0.0, path.tp[-1] + path.fp[-1] if against == "rank" else 1.0
    cuts = path.thresholds[np.isfinite(path.thresholds)]
    if not len(cuts):
        return 0.0, 1.0
    low, high = float(cuts.min()), float(cuts.max())
    room = 0.04 * (high - low) or 0.5
    ends = (0.0, 1.0) if 0.0 <= low < high <= 1.0 and high > 0.5 else (low - room, high + room)
    low, high = np.clip(ends, *core_of(path)).tolist()
    return low, high


def _traced(path: ConfusionPath, metric: Metric, of: Any, view: tuple[float, float]) -> tuple[FloatArray, Pair]:
    """Return the finite points of a measure at operating points, and the line of the measure."""
    cells = path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp
    x = path.thresholds if of is None else of(*cells)
    y = np.array(np.broadcast_to(metric.of(*cells), len(path)), dtype=np.float64)
    # Between the scores of two rows nothing changes, so measures of rows are step functions of the threshold. A
    # population has no rows.
    if of is None and path._scored:
        x, y = line = _steps(path, y, view)
    else:
        (low, high), first = view, int(of is None)
        span = (high - low) or 1.0
        x, y = x[first:], y[first:]

        def at(step: IntArray, part: FloatArray) -> Pair:
            cuts, cells = path._between(step + first, part)
            return np.asarray(((cuts if of is None else of(*cells)) - low) / span), np.asarray(metric.of(*cells))

        if len(x) > 1:
            ends, limits = y[[0, -1]], at(np.array([0, len(x) - 2]), np.array([NEXT_TO, 1.0 - NEXT_TO]))[1]
            y[[0, -1]] = np.where(np.isnan(ends), limits, ends)
        # Between two operating points the confusion matrices are mixed in proportion, so the line of a measure may be
        # curved.
        steps, parts = refine(at, len(x) - 1)
        along, up = at(steps, parts)
        line = np.insert(x, steps + 1, low + span * along), np.insert(y, steps + 1, up)
    vertices = np.column_stack([x, y])
    return vertices[np.isfinite(vertices).all(axis=1)], line


def _steps(path: ConfusionPath, values: FloatArray, view: tuple[float, float]) -> Pair:
    """Return the step function of a measure against the threshold."""
    # If several operating points have the same threshold, the last one is selected. The threshold inf selects no row,
    # or the rows with score inf.
    cuts, (first, end) = path._cuts, sorted(map(path._cut_of, view))
    last = np.append(cuts[1:] < cuts[:-1], True) & (cuts > -np.inf)
    inner, values = cuts[last][:0:-1], values[last][::-1]
    low, high = min(first, *inner[:1]), max(end, *inner[-1:])
    scores = path._score_of(np.concatenate([[low], np.repeat(inner, 2), [high]]))
    # The line runs from the lowest to the highest score of the caller.
    way = -1 if path.lower_is_positive else 1
    return scores[::way], np.repeat(values, 2)[::way]


def _heights(line: MeasureLine) -> tuple[float, float]:
    """Return the range of ordinates in view; it ends at 1 for measures of at most 1 that are better if higher."""
    y = line.vertices[:, 1]
    low, high = float(y.min(initial=0.0)), float(y.max(initial=0.0))
    # Correlations and gains far below 0 are left out of the view.
    return (max(low, -0.5), 1.0) if high <= 1.0 and not line.metric.lower_is_better else (low, high)


def _weighs_both(metric: Metric) -> bool:
    """Return whether a missed positive and a false positive each make the value of a perfect classifier worse."""
    perfect, *others = metric.of([2, 1, 2], [0, 0, 1], [0, 1, 0], [2, 2, 1])
    return bool(perfect < min(others) if metric.lower_is_better else perfect > max(others))


def _marks(ax: Axes, lines: Sequence[MeasureLine], against: Against, best: PartOption) -> Drawn:
    """Mark the best point of each measure; if these are few, write value and threshold beside them."""
    of, marks = ABSCISSAE[against], []
    for line in lines:
        if len(line.vertices) and (best or _weighs_both(line.metric)):
            with suppress(PrplotError):
                chosen = line.path.optimal(line.metric)
                x = of(*chosen.cells) if of else chosen.threshold
                point = np.array([[x], [line.metric.of(*chosen.cells)]], dtype=float)
                if np.isfinite(point).all():
                    line.best = point[0].item(), point[1].item()
                    marks.append((line, *point, chosen.threshold))
    rim: dict[str, Any] = {"markeredgecolor": tone(ax, 0.0), "markeredgewidth": 0.8, "markersize": 6.0}
    dots, texts = list[Line2D](), list[Text]()
    for line, x, y, cut in marks:
        color = line.get_color()
        dots.append(mark(ax, x, y, part_of(best), color=color, **rim, label=f"_best {line.metric.name}"))
        if len(marks) <= FEW_MARKS:
            before = " at" if of is None else ", threshold"
            text = as_written(y.item(), 3) + ("" if cut is None else f"{before} {as_written(cut, 3)}")
            texts.append(placed(ax, text, beside(x, y, GAP, far=True), {"color": color}, must=True))
    return Drawn(ax, tuple(dots), texts=tuple(texts))


def _bands(
    ax: Axes, lines: Sequence[MeasureLine], against: Against, view: tuple[float, float], part: dict[str, Any]
) -> list[Polygon]:
    """Draw the confidence bands of the measures of one path."""
    path, name, of = lines[0].path, lines[0].name or "a path", ABSCISSAE[against]
    if not path._scored:
        warn(f"{name} is drawn without a band: a population is what samples are uncertain of.")
        return []
    options = {key: part.pop(key) for key in BAND_OPTIONS if key in part}
    # The first ranks matter most, so more of the abscissae lie there.
    x = view[0] + (view[1] - view[0]) * np.linspace(0.0, 1.0, 301) ** (3 if of else 1)
    design = Design(**options)
    check_enough_replicates(design.replicates, design.level)
    try:
        ends = measure_bands(path, [line.metric for line in lines], of, x, design)
    except PrplotValueError as error:
        # A wrong option is an error of the caller.
        if error.argument in options:
            raise
        warn(f"{name} is drawn without a band: {error}")
        return []
    fills = []
    for line, (low, high) in zip(lines, ends, strict=True):
        known = np.isfinite(low + high)
        usual = {"facecolor": line.get_color(), "alpha": 0.18, "zorder": 2.0, "label": "_band"}
        fills.append(add_band(ax, x[known], (low[known], high[known]), part, **usual))
    return fills


def _legend(ax: Axes, keywords: dict[str, Any]) -> Legend | None:
    """Make the legend of measures, of names, or of both if colors stand for names and line styles for measures."""
    lines = _lines_on(ax)
    every = [line.metric for line in lines]
    names, labels = dict[str, MeasureLine](), dict[str, MeasureLine]()
    for line in lines:
        names.setdefault(line.name or "", line)
        labels.setdefault(_label(line.metric, every), line)
    rates = {name: _rates(line) for name, line in names.items()}
    if len(lines) < 2 and not any(names) and not any(rates.values()):
        return ax.get_legend()

    def row(line: MeasureLine, text: str, **look: Any) -> Row:
        handle = Line2D([], [])
        handle.update_from(line)
        handle.set(**look)
        return handle, [printable(text)], None

    # The rates of a single classifier are the title. With several classifiers they stand beside the names.
    titles = {name: f"{name} ({rates[name]})" if len(names) > 1 and rates[name] else name for name in names}
    if len(names) == 1 and any(rates.values()):
        keywords = {"title": printable(*rates.values()), **keywords}
    colors, styles = {str(line.get_color()) for line in lines}, {line.get_linestyle() for line in lines}
    if len(names) == len(colors) > 1 and len(labels) == len(styles) > 1:
        rows = [row(line, titles[name], linestyle="-") for name, line in names.items()]
        rows += [row(line, label, color=tone(ax, 0.65)) for label, line in labels.items()]
    else:
        named, labeled = len(names) > 1, len(labels) > 1 or len(names) == 1
        parts = ((titles[line.name or ""] * named, _label(line.metric, every) * labeled) for line in lines)
        rows = [row(line, ", ".join(filter(None, words))) for line, words in zip(lines, parts, strict=True)]
    if any(rates.values()):
        shares = {as_written(_sample_prevalence(line), 3) for line in lines}
        sample = f"prevalence of the sample{f', {shares.pop()}' if len(shares) == 1 else ''}"
        dot: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": SAMPLE_SIZE, "color": tone(ax, 0.65)}
        rows.append((Line2D([], [], **dot), [sample], None))
    return make_legend(ax, rows, "l", {"handlelength": 2.0, **keywords})
