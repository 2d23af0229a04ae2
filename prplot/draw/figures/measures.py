"""Measures of one or several classifiers along thresholds, ranks, the share predicted positive, or recall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from typing import Any, Literal, NamedTuple, get_args

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot import metrics
from prplot.curve.classifiers import PathsLike, named, path_first
from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS, axes_for, tone
from prplot.draw.base.figure import figure_of
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, merged, part_of
from prplot.draw.base.limits import keep_style
from prplot.draw.base.results import Drawn
from prplot.draw.base.saving import Target
from prplot.draw.distributions.scores import core_of
from prplot.draw.figures.plot import LINE_STYLES, look_of
from prplot.draw.lines.measured import ABSCISSAE, MeasureLine
from prplot.draw.lines.retraced import fixed
from prplot.draw.parts.part import add_fill
from prplot.draw.parts.points import GAP, mark
from prplot.draw.text.matrix import as_written
from prplot.draw.text.placed_legend import placed_legend
from prplot.draw.text.placement import nearby, placed
from prplot.errors import PrplotError, PrplotValueError, by_name, one_of, warn, wrong_type
from prplot.metrics import Metric
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.measure_bands import measure_bands
from prplot.uncertainty.measures import Rule

__all__ = ["Measures", "measures"]

Against = Literal["threshold", "rank", "predicted_positive_rate", "recall"]
BAND_OPTIONS = tuple(
    name for name, argument in signature(measure_bands).parameters.items() if argument.kind is argument.KEYWORD_ONLY
)
# What is best where everything, or nothing, is predicted positive, or next to it: each looks at one side only.
ONE_SIDED = (
    *(
        "precision",
        "recall",
        "fpr",
        "specificity",
        "fnr",
        "fdr",
        "npv",
        "false_omission_rate",
        "predicted_positive_rate",
    ),
    *("lr_positive", "lr_negative", "lift", "precision_gain", "recall_gain"),
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


@by_name()
class Measures(NamedTuple):
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

    ax: Axes
    lines: tuple[MeasureLine, ...]
    best: Drawn
    band: Drawn
    legend: Legend | None

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    def save(self, path: Target, *, editable: bool | None = None, **options: Any) -> None:
        """Save the figure as `Plotted.save` does."""
        Drawn(self.ax).save(path, editable=editable, **options)

    def savefig(self, path: Target, **options: Any) -> None:
        """Save the figure; another name of `save`."""
        self.save(path, **options)

    def alt_text(self) -> str:
        """Return what is drawn, in words: the measures, and where the best of each is."""
        said = []
        for line in self.lines:
            of = _said(line)
            marked = next((dot for dot in self.best.lines if vars(dot)["prplot_of"] is line), None)
            if marked is not None:
                x, y = (float(np.asarray(side)[0]) for side in marked.get_data())
                of += f" (best {as_written(y, 3)} at {as_written(x, 3)})"
            said.append(of)
        return f"Against the {self.ax.get_xlabel()}: {', '.join(said)}."

    def __repr__(self) -> str:
        names = [_said(line) for line in self.lines]
        more = f", and {len(names) - FEW_NAMES} more" if len(names) > FEW_NAMES else ""
        return f"Measures({', '.join(names[:FEW_NAMES])}{more})"


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
    given = _paths(paths)
    chosen = _metrics(measures)
    against = one_of("against", against, get_args(Against))
    for name, part in (("best", best), ("band", band), ("legend", legend)):
        check_part(name, part)
    checked_keywords(part_of(band), Polygon, own=BAND_OPTIONS, part="band")
    checked_keywords(part_of(best), Line2D, part="best")
    look = checked_keywords(lines)
    ax = axes_for(ax)
    made = list(_lines(ax, given, chosen, against, look))
    shown = [line for line in made if not line.course.empty]
    each = [made[start : start + len(chosen)] for start in range(0, len(made), len(chosen))]
    _say_undefined([line for line in made if line.course.empty])
    bands = Drawn(ax)
    if band:
        for of_path in each:
            own = [line for line in of_path if not line.course.empty]
            bands = bands.together_with(_bands(ax, own, part_of(band)))
    for line in shown:
        line.join(ax)
    marks = Drawn(ax) if best is False else _marks(ax, shown, best)
    _frame(ax, against)
    return Measures(ax, tuple(made), marks, bands, None if legend is False else _legend(ax, part_of(legend)))


def _paths(paths: Any) -> list[tuple[str | None, ConfusionPath]]:
    rule = "be a path, a curve, a sequence or a mapping of them"
    items = named("paths", paths, (ConfusionPath, Curve), rule, path_first(paths))
    found = []
    for name, item in items:
        path = item.path if isinstance(item, Curve) else item
        own = item.label if isinstance(item, Curve) else path.name
        found.append((own if name is None else name, path))
    return found


def _metrics(given: Any) -> list[Metric]:
    if isinstance(given, str | Metric):
        given = [given]
    if isinstance(given, Mapping) or not hasattr(given, "__iter__"):
        raise wrong_type("measures", "be names of measures, or prplot.metrics.Metric", given, "For example ['f1'].")
    chosen = [metrics.named("measures", each) for each in given]
    if not chosen:
        raise PrplotValueError("measures must hold at least one measure; got none. For example ['precision', 'f1'].")
    return chosen


# Looks.


def _lines(
    ax: Axes,
    given: Sequence[tuple[str | None, ConfusionPath]],
    chosen: Sequence[Metric],
    against: str,
    look: dict[str, Any],
) -> Iterator[MeasureLine]:
    """Yield the lines, in colours by measure where there is one path, else by path."""
    before = len({id(line.path) for line in lines_on(ax)})
    several = len(given) > 1 or before > 0
    for place, (name, path) in enumerate(given, before):
        for number, metric in enumerate(chosen):
            color = _color(ax, place if several else number)
            style = STYLES[number % len(STYLES)] if several else "-"
            label = ", ".join(filter(None, [name, metric.label] if several else [metric.label]))
            usual = {"color": color, "linestyle": style, "linewidth": WIDER * mpl.rcParams["lines.linewidth"]}
            own: dict[str, Any] = {**usual, "solid_joinstyle": "round", "zorder": 3.0, "label": label}
            if "color" in look and "linestyle" not in look:
                own["linestyle"] = STYLES[(place * len(chosen) + number) % len(STYLES)]
            yield MeasureLine(path, name, metric, against, number, **merged(look, Line2D, **own))


def _color(ax: Axes, place: int) -> Any:
    """Return a colour of the style, or ours, and after the last of them others of their kind."""
    cycle = mpl.rcParams["axes.prop_cycle"]
    if cycle != mpl.rcParamsDefault["axes.prop_cycle"]:
        return look_of(ax, place)["color"]
    base = look_of(ax, place % len(COLORS))["color"]
    end, share = SHADES[place // len(COLORS) % len(SHADES)]
    mixed = ((1 - share) * a + share * b for a, b in zip(to_rgb(base), to_rgb(tone(ax, end)), strict=True))
    return to_hex(tuple(mixed))  # type: ignore[arg-type]


def lines_on(ax: Axes) -> list[MeasureLine]:
    """Return the measures that axes show."""
    return [line for line in ax.lines if isinstance(line, MeasureLine)]


def _say_undefined(lines: Sequence[MeasureLine]) -> None:
    if lines:
        names = list(dict.fromkeys(map(_said, lines)))
        few = ", ".join(names[:FEW_NAMES]) + (f" and {len(names) - FEW_NAMES} more" if len(names) > FEW_NAMES else "")
        warn(f"{few} {'is' if len(names) == 1 else 'are'} undefined everywhere, and not drawn.")


def _said(line: MeasureLine) -> str:
    """Return what a line is, in words."""
    return line.metric.name.replace("_", " ") + ("" if line.name is None else f" of {line.name}")


# Parts.


def _marks(ax: Axes, lines: Sequence[MeasureLine], best: PartOption) -> Drawn:
    """Mark where each measure is best, and write its value and its threshold beside a few of them."""
    every = best is True or isinstance(best, Mapping)
    drawn = Drawn(ax)
    found = []
    for line in lines:
        if not every and line.metric.name in ONE_SIDED:
            continue
        try:
            chosen = line.path.optimal(line.metric)
        except PrplotError:
            continue
        x, y = line.course.place(chosen), float(line.metric.of(*chosen.cells))
        if np.isfinite([x, y]).all():
            found.append((line, x, y, chosen.threshold))
    for line, x, y, cut in found:
        at = np.array([x]), np.array([y])
        look: dict[str, Any] = {
            "color": line.get_color(),
            "markeredgecolor": tone(ax, 0.0),
            "markeredgewidth": 0.8,
            "markersize": 6.0,
        }
        dot = mark(ax, at[0], at[1], part_of(best), **look, label=f"_best {line.metric.name}")
        vars(dot)["prplot_of"] = line
        drawn = drawn.together_with(Drawn(ax, (dot,)))
        if len(found) <= FEW_MARKS:
            at_cut = (
                "" if cut is None else f"{', threshold' if line.against != 'threshold' else ' at'} {as_written(cut, 3)}"
            )
            said = f"{as_written(y, 3)}{at_cut}"
            text = placed(ax, said, nearby(*at, GAP), {"color": line.get_color()}, must=True)
            drawn = drawn.together_with(Drawn(ax, texts=(text,)))
    return drawn


def _bands(ax: Axes, lines: Sequence[MeasureLine], part: dict[str, Any]) -> Drawn:
    """Draw the bands of the measures of one path."""
    drawn = Drawn(ax)
    if not lines:
        return drawn
    path, abscissa, name = lines[0].path, ABSCISSAE[lines[0].against].of, lines[0].name or "a path"
    if not path.scored:
        warn(f"{name} is drawn without a band: a population is what samples are uncertain of.")
        return drawn
    options = {key: value for key, value in part.items() if key in BAND_OPTIONS}
    look = {key: value for key, value in part.items() if key not in BAND_OPTIONS}
    x = _places(lines[0])
    try:
        ends = measure_bands(path, [line.metric for line in lines], abscissa, x, **{"rng": SEED, **options})
    except PrplotValueError as error:
        if options.keys() - {"n", "level"}:
            raise
        warn(f"{name} is drawn without a band: {error}")
        return drawn
    for line, (low, high) in zip(lines, ends, strict=True):
        for run in _runs(np.isfinite(low) & np.isfinite(high)):
            at = np.concatenate([x[run], x[run][::-1]]), np.concatenate([low[run], high[run][::-1]])
            style = {"facecolor": line.get_color(), "alpha": ALPHA, "zorder": 2.0, "label": "_band"}
            drawn = drawn.together_with(Drawn(ax, fills=(add_fill(ax, fixed(*at), look, **style),)))
    return drawn


def _places(line: MeasureLine) -> FloatArray:
    """Return where a band has ends: evenly over what is in view, and closer at the left end of ranks and rates."""
    low, high = line.course.view
    even = np.linspace(low, high, PLACES)
    if line.against == "threshold":
        return even
    return np.unique(np.concatenate([even, high * np.geomspace(1e-6, 1.0, NEAR_0)]))


def _runs(there: Any) -> list[slice]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], there.astype(int), [0]])))
    return [slice(start, stop) for start, stop in zip(edges[::2], edges[1::2], strict=True) if stop - start > 1]


# Axes.


def _frame(ax: Axes, against: str) -> None:
    """Set limits and labels where the caller has not, for all measures that the axes show."""
    keep_style(ax)
    lines = lines_on(ax)
    names = list(dict.fromkeys(line.metric.label for line in lines))
    if not ax.get_xlabel():
        ax.set_xlabel(_abscissa(lines, against))
    if not ax.get_ylabel() and len(names) == 1:
        ax.set_ylabel(names[0])
    elif len(names) > 1 and ax.get_ylabel() == names[0]:
        ax.set_ylabel("")
    if not lines:
        return
    if ax.get_autoscalex_on():
        views = np.array([_view(line) for line in lines])
        low, high = float(views[:, 0].min()), float(views[:, 1].max())
        if ax.get_xscale() == "log":
            # What has no place there begins at the first abscissa that has one.
            known = np.concatenate([line.course.x[line.course.x > 0] for line in lines])
            low = max(low, float(known.min(initial=high)))
        # Where all positives are found the line may run along the edge.
        room = ROOM * (high - low) if against != "threshold" and ax.get_xscale() == "linear" else 0.0
        if low < high:
            ax.set_xlim(low - room, high + room, auto=True)
    if ax.get_autoscaley_on():
        low, high = _heights(lines)
        room = ROOM * (high - low)
        ax.set_ylim(low - room, high + room, auto=True)


def _abscissa(lines: Sequence[MeasureLine], against: str) -> str:
    """Return what the abscissa is: of rows of weight 1 their number."""
    if against == "rank" and lines and all(_counts(line.path) for line in lines):
        return "rank"
    return ABSCISSAE[against].title


def _counts(path: ConfusionPath) -> bool:
    known = path.known
    return not path.soft and known.kind == "rows" and bool(np.all(known.fg + known.bg == 1))


def _view(line: MeasureLine) -> tuple[float, float]:
    """Return which abscissae are shown: without thresholds that are far from all others."""
    low, high = line.course.view
    if line.against != "threshold" or not line.path.scored:
        return low, high
    core = core_of(line.path)
    return (max(low, core[0]), min(high, core[1])) if core[0] < high and core[1] > low else (low, high)


def _heights(lines: Sequence[MeasureLine]) -> tuple[float, float]:
    """Return the least and the largest ordinate of a picture: from 0 to 1 where measures are shares."""
    low, high = 0.0, -np.inf
    for line in lines:
        y = line.course.y[np.abs(line.course.y) < NEARLY_INFINITE]
        y = y if len(y) else np.zeros(1)
        most = 1.0 if Rule(line.metric, "best").bounds == (0.0, 1.0) else float(y.max())
        if most <= 1.0 and (line.metric in metrics.METRICS or most == 1.0):
            # Correlations and gains; what is far below 0 is out of sight.
            high, low = max(high, 1.0), min(low, max(float(y.min()), FLOOR))
        else:
            high, low = max(high, most), min(low, float(y.min()))
    return low, high


def _legend(ax: Axes, asked: dict[str, Any]) -> Legend | None:
    """Make the legend: measures, or names, or where colours tell names and styles measures apart, both."""
    lines = lines_on(ax)
    names = list(dict.fromkeys(line.name or "" for line in lines))
    labels = list(dict.fromkeys(line.metric.label for line in lines))
    if len(lines) < 2 and not any(names):
        return ax.get_legend()
    if len(lines) == len(labels) and len(names) == 1:
        return placed_legend(ax, lines, labels, asked)
    if len(lines) == len(names) and len(labels) == 1:
        return placed_legend(ax, lines, names, asked)
    of_name = {line.name or "": line for line in reversed(lines)}
    of_label = {line.metric.label: line for line in reversed(lines)}
    colors = {(line.name or "", str(line.get_color())) for line in lines}
    styles = {(line.metric.label, str(line.number)) for line in lines}
    told_apart = ((colors, names), (styles, labels))
    told = all(len(pairs) == len({look for _, look in pairs}) == len(of) for pairs, of in told_apart)
    if not told:
        texts = [", ".join(filter(None, (line.name, line.metric.label))) for line in lines]
        return placed_legend(ax, lines, texts, asked)
    handles = [_sample(of_name[name], linestyle="-") for name in names]
    handles += [_sample(of_label[label], color=tone(ax, 0.65)) for label in labels]
    return placed_legend(ax, handles, [*names, *labels], asked)


def _sample(line: Line2D, **look: Any) -> Line2D:
    """Return a line that looks like another but for something."""
    sample = Line2D([], [])
    sample.update_from(line)
    sample.set(**look)
    return sample
