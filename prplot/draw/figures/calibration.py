"""Calibration curves: observed frequencies at each score, with a band and the scores of both classes."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, StepPatch

from prplot.curve.classifiers import PathsLike, named, path_first
from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, drawing_function, tone
from prplot.draw.base.drawn import Drawn, Saved, remember_owner
from prplot.draw.base.keywords import PartOption, check_parts, checked_keywords, merged, part_of
from prplot.draw.base.limits import claim_as, label_unlabeled, make_square, record_of
from prplot.draw.base.literal_text import as_written, printable, warn_of_missing_letters
from prplot.draw.distributions.score_histograms import NAMES, bar_style, bin_edges, class_bars, weight_in_bins
from prplot.draw.figures.plot import look_of, looks_of
from prplot.draw.lines.calibration_line import CalibrationLine, calibrations_on
from prplot.draw.lines.curve_line import Words, joined
from prplot.draw.parts.part import add_fill, outline, path_of
from prplot.draw.text.legend import make_legend
from prplot.draw.text.legend_entries import Row, cells_of, number_written
from prplot.errors import PrplotValueError, by_name, one_of, warn
from prplot.names import CalibrationBandKind
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.calibration_bands import CalibrationBand
from prplot.uncertainty.calibration_curve import Calibration

# The highest bar of the histogram of scores takes this share of the height of the axes.
LOW = 0.15
# If no score and no frequency exceeds HALF, the view ends at ROOM times the largest one.
HALF, ROOM = 0.5, 1.1
# The bar of a single distinct score extends this far to both sides.
ALONE = 0.01
# The outline of a band has at most this many scores.
OUTLINE = 2000
# Options of a band that are not keywords of matplotlib.
BAND_OPTIONS = ("kind", "level", "continuous", "n", "rng")
CalibrationsLike = PathsLike | Calibration


class _CalibrationPlot(NamedTuple):
    ax: Axes
    lines: tuple[CalibrationLine, ...]
    band: Drawn
    histogram: tuple[StepPatch, ...]
    legend: Legend | None


@by_name()
class CalibrationPlot(Saved, _CalibrationPlot):
    """The matplotlib artists of calibration curves.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes with the artists.
    lines : tuple of CalibrationLine
        One line per path; each line has ``.calibration``.
    band : Drawn
        The bands.
    histogram : tuple of StepPatch
        The bars of the negatives, then of the positives; for several paths one outline for each.
    legend : Legend or None
        The legend of the axes.
    """

    def __repr__(self) -> str:
        return f"CalibrationPlot({', '.join(line.words.name or 'a path' for line in self.lines)})"


@drawing_function(
    "There are no bins to choose. Keywords of matplotlib belong in the dict of a part, such as line={'color': 'red'}."
)
def calibration(
    paths: CalibrationsLike,
    *,
    band: CalibrationBandKind | bool | dict[str, Any] | None = None,
    histogram: bool | dict[str, Any] | None = None,
    line: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
) -> CalibrationPlot:
    """Draw calibration curves (reliability diagrams): how often rows of each score are positive.

    The frequencies are those of isotonic regression (CORP), so there are no bins to choose. Dots are drawn only at
    scores that occur. A horizontal piece joins scores of one frequency. The curve of calibrated scores differs from the
    diagonal by chance only.

    Parameters
    ----------
    paths : path, curve, Calibration, sequence or mapping
        One classifier, several, or a mapping from names to them; a curve stands for its path. Scores must be
        probabilities.
    band : {"consistency", "confidence"}, dict or bool
        "consistency": the expected range if the scores are calibrated, around the diagonal. "confidence": a confidence
        band of the curve. Both are pointwise. None (default): "consistency" for a single path, no band for several;
        True: "consistency"; False: none. A dict holds options of `Calibration.band` (``kind``, ``level``,
        ``continuous``, ``n``, ``rng``) and keywords of `matplotlib.patches.Polygon`.
    histogram : dict or bool
        Whether the scores are drawn in the lowest 15 % of the axes. For one path: a density for each class, or stacked
        weights for soft labels. For several paths: one outline of all rows of each. A dict holds keywords of
        `matplotlib.patches.StepPatch`.
    line : dict or bool
        Keywords of `matplotlib.lines.Line2D`; a list as a value holds one value for each path. False draws no curve.
    legend : dict or bool
        One entry per path with its miscalibration, in units of the Brier score. Where "consistency" is drawn, its mean
        if the scores were calibrated stands beside it. Entries say if a class has fewer than 100 rows, of which a curve
        is rough. A dict goes to `matplotlib.axes.Axes.legend`.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Axis limits and labels that you have set are kept.

    Returns
    -------
    CalibrationPlot
        The result has ``.lines``, ``.band``, ``.histogram``, ``.legend``, ``.ax``, ``.figure`` and ``.save``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the scores of a path are not probabilities, or a path has one class only.

    Warns
    -----
    PrplotWarning
        If a band cannot be drawn, such as a confidence band with soft labels. The curve is then drawn without a band.

    References
    ----------
    T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.7, 0.9])
    >>> drawn = prplot.draw.calibration(path, band=False)
    >>> drawn.lines[0].calibration.y.tolist()
    [0.0, 0.0, 0.5, 0.5, 1.0, 1.0]
    """
    items = _calibrations(paths)
    check_parts(histogram=histogram, line=line, legend=legend)
    looks, (options, of_fill) = looks_of(line, len(items)), _read_band(band, len(items))
    bar_style(histogram, "k")
    # Bands take long, so they are computed before anything is drawn.
    bands = [None if options is None else _band(one, name, options) for name, one in items]
    ax = axes_for(ax)
    claim_as(ax, "calibration")
    before = len(calibrations_on(ax))
    alone = before + len(items) == 1
    if not before:
        ax.add_artist(Line2D([0, 1], [0, 1], color=tone(ax, 0.5), linewidth=0.8, linestyle="--", zorder=1.5))
    lines, fills, bars = list[CalibrationLine](), list[Polygon](), list[StepPatch]()
    for position, ((name, one), look, of_one) in enumerate(zip(items, looks, bands, strict=True), before):
        warn_of_missing_letters(name or "")
        drawn = CalibrationLine(one, _words(one, name, of_one), name, **merged(look, **look_of(ax, position)))
        color, parts = drawn.get_color(), list[Artist]([drawn.joint])
        if line is not False:
            lines.append(drawn)
            ax.add_artist(drawn.joint)
            ax.add_artist(drawn)
        if of_one is not None:
            drawn.band = of_one
            # The band around calibrated scores lies along the diagonal, and is gray as the diagonal is.
            gray = alone and of_one.kind == "consistency"
            usual = {"facecolor": tone(ax, 0.5) if gray else color, "alpha": 0.2, "zorder": 2.0, "label": of_one.label}
            fills.append(add_fill(ax, _outline(of_one), of_fill, **usual))
            parts.append(fills[-1])
        if histogram is not False:
            own = _histogram(ax, one, histogram, None if alone else color)
            bars += own
            parts += own
        for part in parts:
            remember_owner(part, drawn.curve)
        highest = float(max(one.x[-1], one.y[-1]))
        end = 1.0 if highest > HALF else ROOM * highest
        ax.update_datalim([(0.0, 0.0), (end, end)])
    ax.autoscale_view()
    make_square(ax)
    label_unlabeled(ax, "Predicted probability", "Observed frequency")
    record_of(ax).description = " ".join(map(_described, calibrations_on(ax)))
    made = ax.get_legend() if legend is False else _legend(ax, part_of(legend))
    return CalibrationPlot(ax, tuple(lines), Drawn(ax, fills=tuple(fills)), tuple(bars), made)


def _calibrations(paths: Any) -> list[tuple[str | None, Calibration]]:
    """Return (name, calibration) of each classifier; the name may be None."""
    kinds = (ConfusionPath, Curve, Calibration)
    pairs = named("paths", paths, kinds, "be a path, a sequence or a mapping of paths", path_first(paths))
    calibrations = []
    for name, item in pairs:
        name, path = path_of(name, item)
        try:
            calibrations.append((name, item if isinstance(item, Calibration) else path.calibration()))
        except PrplotValueError as error:
            if name and len(pairs) > 1:
                raise PrplotValueError(f"{name} has no calibration curve: {error}") from error
            raise
    return calibrations


def _read_band(band: Any, count: int) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the options of bands, or None for no band, and the matplotlib keywords of their fills."""
    band = {"kind": band} if isinstance(band, str) else band
    check_parts(band=band)
    keywords = part_of(band)
    options = {name: keywords.pop(name) for name in BAND_OPTIONS if name in keywords}
    checked_keywords(keywords, Polygon, own=BAND_OPTIONS, part="band")
    if "kind" in options:
        options["kind"] = one_of("band", options["kind"], get_args(CalibrationBandKind))
    drawn = count == 1 if band is None else band is not False
    return options if drawn else None, keywords


def _band(calibration: Calibration, name: str | None, options: dict[str, Any]) -> CalibrationBand | None:
    """Return the band of a calibration curve; if there is none, warn and return None."""
    try:
        return calibration.band(**options)
    except PrplotValueError as error:
        # A wrong option is an error of the caller.
        if error.argument in options:
            raise
        warn(f"{name or 'the curve'} is drawn without a band: {error}")
        return None


def _words(calibration: Calibration, name: str | None, band: CalibrationBand | None) -> Words:
    """Return the legend text: miscalibration, and its expected value if calibrated."""
    notes = [f"rough: {calibration.few}"] if calibration.few else []
    if band is not None and band.kind == "consistency":
        notes.insert(0, f"{number_written(calibration.expected_miscalibration)} if calibrated")
    note = f"({'; '.join(notes)})" if notes else ""
    return Words(printable(name or ""), number_written(calibration.miscalibration), "", note)


def _outline(band: CalibrationBand) -> FloatArray:
    """Return the outline of a band; between scores the limits follow `CalibrationBand.at`."""
    rows = np.unique(np.linspace(0, len(band.x) - 1, OUTLINE).astype(int))
    x, low, high = band.x[rows], band.low[rows], band.high[rows]
    if band.kind == "confidence":
        x, low, high = np.repeat(x, 2), np.repeat(low, 2), np.repeat(high, 2)
        low, high = np.append(low[:1], low[:-1]), np.append(high[1:], high[-1:])
    return outline((x, low), (x, high))


def _histogram(ax: Axes, calibration: Calibration, part: PartOption, color: Any) -> list[StepPatch]:
    """Draw a histogram of the scores at the bottom of axes: by class, or with ``color`` one outline of all rows."""
    x, (fg, bg) = calibration.x, (side[::-1] for side in calibration.path._increments)
    edges = np.clip(bin_edges(x, "auto") if x[0] < x[-1] else x[0] + ALONE * np.array([-1.0, 1.0]), 0.0, 1.0)
    positives, negatives = (weight_in_bins(x, weight, edges)[1:-1] for weight in (fg, bg))
    # Heights are shares of the axes, so the histogram stays low if limits are set later.
    usual: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "zorder": 0.8}
    if color is not None:
        heights = LOW * (negatives + positives) / (negatives + positives).max()
        look = {"edgecolor": color, "alpha": 0.7, "linewidth": 0.8, **checked_keywords(part_of(part), StepPatch)}
        return [ax.stairs(heights, edges, **{**usual, **look})]
    soft, heights = calibration.path.soft, [negatives, positives]
    if not soft:
        heights = [weight / (weight.sum() or 1.0) for weight in heights]
    most = (np.add if soft else np.maximum)(*heights).max()
    heights = [LOW * height / most for height in heights]
    note, parts = "" if soft else " (density)", dict.fromkeys(NAMES, part)
    return class_bars(ax, edges, heights, parts, soft, stacked=soft, note=note, **usual)


def _described(line: CalibrationLine) -> str:
    """Return the text description of a calibration curve."""
    (x, y), calibration = line.vertices, line.calibration
    least, most, first, last = (as_written(value, 3) for value in (x[0], x[-1], y[0], y[-1]))
    whose = f" of {line.words.name}" if line.words.name else ""
    return (
        f"Calibration curve{whose}: the frequency of positives is {first} at the least score, {least}, and {last} at "
        f"the largest, {most}; the miscalibration is "
        f"{number_written(calibration.miscalibration)} and observed over expected "
        f"{as_written(calibration.observed_expected, 3)}."
    )


def _legend(ax: Axes, keywords: dict[str, Any]) -> Legend | None:
    """Make the legend: the curves with their miscalibration, the bands, and the bars of the histogram."""
    lines, seen = calibrations_on(ax), dict[str, Any]()
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        if handle not in lines:
            seen.setdefault(label, handle)
    title = CalibrationLine.number_name
    rows: list[Row] = [(line, [*line.words], None) for line in lines]
    if len(lines) == 1:
        # A single curve has no columns, because long texts of bands would separate its name from its number.
        name, number = lines[0].words.name, lines[0].words.area
        rows = [(lines[0], [joined([name or title, number]), "", "", ""], None)]
        title = title if name else ""
    else:
        title = "\n".join([title, *(label for label, handle in seen.items() if isinstance(handle, Polygon))])
    rows += [
        (handle, cells_of(handle), None)
        for handle in seen.values()
        if len(lines) == 1 or not isinstance(handle, Polygon)
    ]
    return make_legend(ax, rows, "lrll", {"title": title or None, **keywords}, "upper left") if lines else None
