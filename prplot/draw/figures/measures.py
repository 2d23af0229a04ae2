"""Measures of one or several classifiers along thresholds, ranks, the share predicted positive, or recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any, Literal, NamedTuple, get_args

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot import metrics
from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS, axes_for, tone
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, merged, part_of
from prplot.draw.base.limits import keep_style
from prplot.draw.base.literal_text import printable
from prplot.draw.base.results import Drawn, Saved
from prplot.draw.figures.layout import classifiers
from prplot.draw.figures.measure_line import ABSCISSAE, MeasureLine
from prplot.draw.figures.plot import LINE_STYLES, look_of
from prplot.draw.parts.part import add_fill
from prplot.draw.parts.points import GAP, mark
from prplot.draw.text.labels import beside, placed
from prplot.draw.text.legend import Row, make_legend
from prplot.draw.text.matrix import as_written
from prplot.errors import PrplotError, PrplotValueError, by_name, one_of, warn, wrong_type
from prplot.metrics import Metric
from prplot.uncertainty.measure_bands import measure_bands
from prplot.uncertainty.measures import Rule

__all__ = ["Measures", "measures"]

Against = Literal["threshold", "rank", "predicted_positive_rate", "recall"]
BAND_OPTIONS = tuple(
    name for name, argument in signature(measure_bands).parameters.items() if argument.kind is argument.KEYWORD_ONLY
)
# What is best where everything, or nothing, is predicted positive, or next to it: each looks at one side only.
ONE_SIDED = (
    *("precision", "recall", "fpr", "specificity", "fnr", "fdr", "npv", "false_omission_rate"),
    *("predicted_positive_rate", "lr_positive", "lr_negative", "lift", "precision_gain", "recall_gain"),
)
# More styles of lines for more measures of several classifiers.
STYLES: tuple[Any, ...] = (*LINE_STYLES, (0, (6, 1.5)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 3)))
# Colours after the first round of them are darker, then lighter: how far towards text and background.
SHADES = ((0.0, 0.0), (1.0, 0.45), (0.0, 0.45))
# Line widths, of those of the style; so many best points at most have their values written beside them.
WIDER, FEW_MARKS = 1.1, 3
# What is listed in words names so many lines.
FEW_NAMES = 4
# So many abscissae have a band, more of them near 0 where the path goes by rank.
PLACES, NEAR_0 = 201, 60
ALPHA, SEED = 0.18, 0
# Beyond measures from 0 to 1, the others in view go down to this; and room around, of what is in view.
FLOOR, ROOM = -0.5, 0.02
# What is larger lies next to a threshold at which a ratio is infinite.
NEARLY_INFINITE = 1e6


class _Measures(NamedTuple):
    ax: Axes
    lines: tuple[MeasureLine, ...]
    best: Drawn
    band: Drawn
    legend: Legend | None


@by_name()
class Measures(Saved, _Measures):
    """The artists of measures along thresholds, ranks or rates.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where they are.
    lines : tuple of MeasureLine
        One per path and measure, path by path; each has ``.path``, ``.name`` and ``.metric``.
    best : Drawn
        The marks of the best thresholds, and their texts.
    band : Drawn
        The bands.
    legend : Legend or None
        The legend of all measures on the axes; None where there is nothing to tell apart.
    """

    def alt_text(self) -> str:
        """Return what is drawn, in words: the measures, and where the best of each is."""
        best = {}
        for dot in self.best.lines:
            x, y = np.asarray(dot.get_xydata())[0]
            best[vars(dot)["prplot_of"]] = f" (best {as_written(y, 3)} at {as_written(x, 3)})"
        said = ", ".join(_said(line) + best.get(line, "") for line in self.lines)
        return f"Against the {self.ax.get_xlabel()}: {said}."

    def __repr__(self) -> str:
        return f"Measures({_few([_said(line) for line in self.lines], ', and ')})"


@by_name("Keywords of matplotlib for the lines are passed by name, those of a part in its dict.")
def measures(
    paths: PathsLike,
    measures: str | Metric | Sequence[str | Metric] = ("precision", "recall", "f1"),
    *,
    against: Against = "threshold",
    best: PartOption = None,
    band: PartOption = None,
    legend: PartOption = None,
    ax: Axes | None = None,
    **lines: Any,
) -> Measures:
    """Draw measures of a confusion matrix against the threshold, or along the ranks: precision, recall, F1, cost, ...

    Against thresholds each line is a step, exactly: a row is predicted positive where score >= threshold, so the value
    at a score includes all rows of that score, and holds down to the next lower one. Against rank, predicted positive
    rate or recall it follows the path, and bends between two thresholds as mixtures of both do; equal scores are one
    such step.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        One classifier, several, or a mapping from names to them; a curve stands for its path.
    measures : str, Metric or a sequence of these
        What `prplot.metrics.metric` takes: "precision", "f1", "mcc", "lift", ..., ``prplot.f_beta(0.5)``,
        ``prplot.expected_cost(fn=10, prevalence=0.05)``, a metric of your own.
    against : {"threshold", "rank", "predicted_positive_rate", "recall"}
        What the abscissa is. The rank is the weight that is predicted positive, of rows of weight 1 their number k, so
        that precision against it is precision at k; ``ax.set_xscale("log")`` shows the first ones.
    best : dict or bool
        Whether the best threshold of each measure is marked, the one of `ConfusionPath.optimal`. None: of those that
        weigh both errors, such as F1, MCC, accuracy and cost; True: of all. A dict holds keywords of
        `matplotlib.lines.Line2D`.
    band : dict or bool
        Whether the band is drawn in which each measure would lie in other samples, at each abscissa by itself. A dict
        holds options of `Curve.band` (``level``, ``n``, ``stratify``, ``groups``, ``rng``, ``weights``) and keywords of
        `matplotlib.patches.Polygon`. It ends where fewer than that share of the replicates have a value.
    legend : dict or bool
        Keywords of `matplotlib.axes.Axes.legend`; False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Limits and labels are set only where they were not.
    **lines
        Keywords of all lines, of `matplotlib.lines.Line2D`.

    Returns
    -------
    Measures
        One of ``.lines`` per path and measure; ``.best``, ``.band``, ``.legend``, ``.ax``, ``.figure`` and ``.save``.
        Colours tell measures apart where there is one path, else paths, and line styles measures.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For things that are no paths, unknown measures, and what is none of the abscissae.

    Warns
    -----
    PrplotWarning
        Once, if measures are undefined everywhere, as recall without positives: they are not drawn. And where a path
        has no band: a population, or fewer than two rows of a class.

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
    given = classifiers("paths", paths)
    chosen = _metrics(measures)
    against = one_of("against", against, get_args(Against))
    for name, part in (("best", best), ("band", band), ("legend", legend)):
        check_part(name, part)
    checked_keywords(part_of(band), Polygon, own=BAND_OPTIONS, part="band")
    checked_keywords(part_of(best), Line2D, part="best")
    look = checked_keywords(lines)
    ax = axes_for(ax)
    before = len({id(line.path) for line in _lines_on(ax)})
    several, bands, made = len(given) > 1 or before > 0, Drawn(ax), list[MeasureLine]()
    for place, (called, item) in enumerate(given, before):
        path, own = (item.path, item.label) if isinstance(item, Curve) else (item, item.name)
        of_path: list[MeasureLine] = []
        for number, metric in enumerate(chosen):
            # Colours tell measures apart where there is one path, else paths.
            style: dict[str, Any] = {"color": _color(ax, place if several else number), "zorder": 3.0}
            style["linestyle"] = STYLES[number % len(STYLES)] if several or "color" in look else "-"
            style |= {"linewidth": WIDER * mpl.rcParams["lines.linewidth"], "solid_joinstyle": "round"}
            line = MeasureLine(path, own if called is None else called, metric, against, number)
            label = f"{line.name}, {metric.label}" if several and line.name else metric.label
            line.set(**merged(look, Line2D, **style, label=label))
            of_path.append(line)
        if band:
            bands = bands.together_with(_bands(ax, [line for line in of_path if len(line.vertices)], part_of(band)))
        made += of_path
    if undefined := list(dict.fromkeys(_said(line) for line in made if not len(line.vertices))):
        warn(f"{_few(undefined)} {'is' if len(undefined) == 1 else 'are'} undefined everywhere, and not drawn.")
    shown = [line for line in made if len(line.vertices)]
    for line in shown:
        ax.add_artist(line)
        # The view of what is far out is cut; scales that are set later begin at a vertex.
        corners = np.transpose([line.view, _heights(line)])
        ax.update_datalim([*corners, *np.clip(line.vertices, *corners)])
    marks = Drawn(ax) if best is False else _marks(ax, shown, best)
    _frame(ax, against)
    return Measures(ax, tuple(made), marks, bands, None if legend is False else _legend(ax, part_of(legend)))


def _metrics(given: Any) -> list[Metric]:
    if isinstance(given, str | Metric):
        given = [given]
    if isinstance(given, Mapping) or not hasattr(given, "__iter__"):
        raise wrong_type("measures", "be names of measures, or prplot.metrics.Metric", given, "For example ['f1'].")
    chosen = [metrics.named("measures", each) for each in given]
    if not chosen:
        raise PrplotValueError("measures must hold at least one measure; got none. For example ['precision', 'f1'].")
    return chosen


def _color(ax: Axes, place: int) -> Any:
    """Return a colour of the style, or ours, and after the last of them others of their kind."""
    if mpl.rcParams["axes.prop_cycle"] != mpl.rcParamsDefault["axes.prop_cycle"]:
        return look_of(ax, place)["color"]
    end, share = SHADES[place // len(COLORS) % len(SHADES)]
    base, other = np.array(to_rgb(look_of(ax, place % len(COLORS))["color"])), np.array(to_rgb(tone(ax, end)))
    return to_hex(tuple((1 - share) * base + share * other))


def _lines_on(ax: Axes) -> list[MeasureLine]:
    return [line for line in ax.lines if isinstance(line, MeasureLine)]


def _said(line: MeasureLine) -> str:
    """Return what a line is, in words."""
    return line.metric.name.replace("_", " ") + ("" if line.name is None else f" of {line.name}")


def _few(names: Sequence[str], last: str = " and ") -> str:
    more = len(names) - FEW_NAMES
    return ", ".join(names[:FEW_NAMES]) + (f"{last}{more} more" if more > 0 else "")


def _marks(ax: Axes, lines: Sequence[MeasureLine], best: PartOption) -> Drawn:
    """Mark where each measure is best, and write its value and its threshold beside a few of them."""
    found = []
    for line in lines:
        if best or line.metric.name not in ONE_SIDED:
            try:
                chosen = line.path.optimal(line.metric)
            except PrplotError:
                continue
            at = np.array([[line.place(chosen)], [float(line.metric.of(*chosen.cells))]])
            if np.isfinite(at).all():
                found.append((line, at, chosen.threshold))
    drawn = Drawn(ax)
    rim: dict[str, Any] = {"markeredgecolor": tone(ax, 0.0), "markeredgewidth": 0.8, "markersize": 6.0}
    for line, (x, y), cut in found:
        color = line.get_color()
        dot = mark(ax, x, y, part_of(best), color=color, **rim, label=f"_best {line.metric.name}")
        vars(dot)["prplot_of"] = line
        texts = []
        if len(found) <= FEW_MARKS:
            before = " at" if line.against == "threshold" else ", threshold"
            said = as_written(float(y[0]), 3) + ("" if cut is None else f"{before} {as_written(cut, 3)}")
            texts = [placed(ax, said, beside(x, y, GAP, far=True), {"color": color}, must=True)]
        drawn = drawn.together_with(Drawn(ax, (dot,), texts=tuple(texts)))
    return drawn


def _bands(ax: Axes, lines: Sequence[MeasureLine], part: dict[str, Any]) -> Drawn:
    """Draw the bands of the measures of one path."""
    drawn = Drawn(ax)
    if not lines:
        return drawn
    first = lines[0]
    path, name, abscissa = first.path, first.name or "a path", ABSCISSAE[first.against].of
    if not path.scored:
        warn(f"{name} is drawn without a band: a population is what samples are uncertain of.")
        return drawn
    options = {key: value for key, value in part.items() if key in BAND_OPTIONS}
    look = {key: value for key, value in part.items() if key not in BAND_OPTIONS}
    x = np.linspace(*first.view, PLACES)
    if abscissa is not None:
        x = np.unique(np.append(x, x[-1] * np.geomspace(1e-6, 1.0, NEAR_0)))
    try:
        ends = measure_bands(path, [line.metric for line in lines], abscissa, x, **{"rng": SEED, **options})
    except PrplotValueError as error:
        if options.keys() - {"n", "level"}:
            raise
        warn(f"{name} is drawn without a band: {error}")
        return drawn
    for line, (low, high) in zip(lines, ends, strict=True):
        known = np.flatnonzero(np.isfinite(low + high))
        usual = {"facecolor": line.get_color(), "alpha": ALPHA, "zorder": 2.0, "label": "_band"}
        for run in np.split(known, np.flatnonzero(np.diff(known) > 1) + 1):
            outline = x[np.append(run, run[::-1])], np.append(low[run], high[run][::-1])
            drawn = drawn.together_with(Drawn(ax, fills=(add_fill(ax, outline, look, **usual),)))
    return drawn


def _frame(ax: Axes, against: str) -> None:
    """Set limits and labels where the caller has not, for all measures that the axes show."""
    keep_style(ax)
    lines = _lines_on(ax)
    labels = list(dict.fromkeys(line.metric.label for line in lines))
    if not ax.get_xlabel():
        unweighted = bool(lines) and all(_one_each(line) for line in lines)
        ax.set_xlabel("rank" if against == "rank" and unweighted else ABSCISSAE[against].title)
    if not ax.get_ylabel() and len(labels) == 1:
        ax.set_ylabel(labels[0])
    elif len(labels) > 1 and ax.get_ylabel() == labels[0]:
        ax.set_ylabel("")
    # Where all positives are found the line may run along the edge.
    ax.margins(0.0 if against == "threshold" else ROOM, ROOM)
    # At once, as the legend looks for a free corner.
    ax.autoscale_view()


def _one_each(line: MeasureLine) -> bool:
    known = line.path.known
    return not line.path.soft and known.kind == "rows" and bool(np.all(known.fg + known.bg == 1))


def _heights(line: MeasureLine) -> tuple[float, float]:
    """Return the least and the largest ordinate that a figure shows: from 0 to 1 where measures are shares."""
    y = line.vertices[:, 1]
    y = y[np.abs(y) < NEARLY_INFINITE]
    share = Rule(line.metric, "best").bounds == (0.0, 1.0)
    low, high = float(y.min(initial=0.0)), 1.0 if share else float(y.max(initial=0.0))
    if high <= 1.0 and (share or line.metric in metrics.METRICS):
        # Correlations and gains; what is far below 0 is out of sight.
        return max(low, FLOOR), 1.0
    return low, high


def _legend(ax: Axes, asked: dict[str, Any]) -> Legend | None:
    """Make the legend: measures, or names, or where colours tell names and styles measures apart, both."""
    lines = _lines_on(ax)
    names = list(dict.fromkeys(line.name or "" for line in lines))
    labels = list(dict.fromkeys(line.metric.label for line in lines))
    if len(lines) < 2 and not any(names):
        return ax.get_legend()
    named, labelled = len(names) > 1, len(labels) > 1 or len(names) == 1
    parts = [((line.name or "") * named, line.metric.label * labelled) for line in lines]
    handles: list[Line2D] = [*lines]
    texts = [", ".join(filter(None, part)) for part in parts]
    colors = {(line.name, str(line.get_color())) for line in lines}
    styles = {(line.metric.label, line.number) for line in lines}
    if named and len(labels) > 1 and _one_to_one(colors) and _one_to_one(styles):
        of_name = {line.name or "": line for line in reversed(lines)}
        of_label = {line.metric.label: line for line in reversed(lines)}
        handles = [_sample(of_name[name], linestyle="-") for name in names]
        handles += [_sample(of_label[label], color=tone(ax, 0.65)) for label in labels]
        texts = [*names, *labels]
    rows: list[Row] = [(handle, [printable(text)], None) for handle, text in zip(handles, texts, strict=True)]
    return make_legend(ax, rows, "l", {"handlelength": 2.0, **asked})


def _one_to_one(pairs: set[Any]) -> bool:
    return len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


def _sample(line: Line2D, **look: Any) -> Line2D:
    """Return a line that looks like another but for something."""
    sample = Line2D([], [])
    sample.update_from(line)
    sample.set(**look)
    return sample
