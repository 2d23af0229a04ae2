"""Figures of several axes: the same classifiers in several spaces, or one space for several groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from inspect import signature
from itertools import zip_longest
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.curve.scores import terms_of
from prplot.draw.base.axes import drawing_function, read_figsize, tone
from prplot.draw.base.drawn import Drawn, Plotted
from prplot.draw.base.keywords import check_parts, checked_keywords, merged, part_of
from prplot.draw.base.literal_text import printable, show_literally
from prplot.draw.distributions.score_histograms import scores as score_histogram
from prplot.draw.figures.calibration import CalibrationPlot, calibration
from prplot.draw.figures.layout import (
    LETTER,
    LINE,
    SMALL,
    Panels,
    add_axes,
    classifiers,
    columns_for,
    read_columns,
    seen_in,
    set_title,
    squares,
    text_scale,
)
from prplot.draw.figures.plot import color_of_many, look_of, plot
from prplot.draw.lines.calibration_line import CalibrationLine
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.parts.points import confusion_on, operating_point, place_on
from prplot.draw.text.figure_legend import LegendColumn, area_column, threshold_column, wide_legend
from prplot.draw.text.legend_entries import area_of, number_written, rank, shown_words
from prplot.errors import (
    PrplotTypeError,
    PrplotValueError,
    hint,
    invalid,
    listed,
    message,
    short,
    warn,
    wrong_type,
    yes_or_no,
)
from prplot.metrics import Metric
from prplot.metrics.confusion import Confusion
from prplot.names import CalibrationBandKind, InterpolationName, PanelName, ScoringRule, SpaceName, known
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number
from prplot.spaces import FROC, space_class, space_name

CALIBRATION: Final = "calibration"


@drawing_function()
def panel(
    paths: PathsLike,
    spaces: PanelName | Sequence[PanelName] = ("roc", "pr", "prg"),
    *,
    scores: bool | dict[str, Any] | None = False,
    thresholds: float | str | Metric | Mapping[str, float] | None = None,
    interpolation: InterpolationName | None = None,
    images: float | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    points: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    sort: bool = False,
    letters: bool = False,
    title: str | None = None,
    **parts: Any,
) -> Panels:
    """Draw the same classifiers side by side in several spaces, with one legend for all.

    A classifier has one color everywhere. The legend is a table with one row per classifier. It has one column per
    space, with the area there, and one column of thresholds if ``thresholds`` is given.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        The classifiers. A `Curve` is drawn unchanged in its own space; in the other spaces its path is plotted.
    spaces : sequence of str
        The spaces in which to plot the classifiers: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det",
        "net_benefit", "murphy", "risk_coverage", "froc"}, each at most once. "calibration" draws calibration curves as
        `prplot.draw.calibration` does; its column in the legend is the miscalibration.
    scores : bool or dict
        Whether to draw, below, the score distribution of each classifier by class; a dict holds keywords of
        `prplot.draw.scores`. Hard labels are drawn as one density per class, unless the dict has ``density=False``.
    thresholds : float, str, Metric or mapping, optional
        The thresholds whose operating points are marked in every space, and by lines in the score distributions: one
        threshold for all classifiers, a mapping from names to thresholds, or a metric (such as "f1"), to mark the
        threshold at which it is best for each classifier; or "break-even" or "eer", as in
        `prplot.draw.operating_point`. In cost space an operating point is a line.
    interpolation : str, optional
        The interpolation in spaces that offer more than one, as in ``path.pr``.
    images : float, optional
        The number of images, for the space "froc".
    columns : int, optional
        The number of spaces per row. Default: up to three; four or more spaces fill rows of as equal length as
        possible.
    figsize : (float, float), optional
        Width and height of the figure in inches. Default: 2.8 per column, more for text larger than 10 points, and the
        height that the plots need. For three columns with text of 7 points, use a width of at least 7.2 inches (183
        mm).
    points : dict, bool or None
        Keywords of `matplotlib.lines.Line2D` for the marks of the operating points; False leaves the marks out.
    legend : dict, bool or None
        Keywords of `matplotlib.figure.Figure.legend`; False leaves it out.
    sort : bool
        Whether the legend sorts the classifiers by their area in the first space, best first; False keeps the given
        order.
    letters : bool
        Whether the plots are lettered: (a), (b), ...
    title : str, optional
        The title of the figure.
    **parts
        Keywords for the parts of every plot, as in `prplot.plot`: ``line``, ``iso_f``, ``unachievable``, ...

    Returns
    -------
    Panels
        For the space "pr", ``.axes["pr"]`` are the axes, ``.plotted["pr"]`` is the result of `prplot.plot`, and
        ``.points["pr"]`` are the marks. For the figure: ``.scores`` (the score distributions), ``.legend`` and
        ``.save("fig.pdf")``.

    Warns
    -----
    PrplotWarning
        If an operating point cannot be plotted in a space, such as one without true positives in PRG space.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For unknown spaces or names, and if ``scores`` are to be drawn of a path that was made from counts.

    Examples
    --------
    >>> import prplot
    >>> digits = prplot.datasets.load("digits").paths()
    >>> drawn = prplot.draw.panel(digits, thresholds="f1")
    >>> drawn, drawn.legend.get_texts()[1].get_text()
    (Panels(roc, pr, prg), 'Random forest  0.955 0.701 0.966 0.366')
    """
    items, chosen = classifiers("paths", paths), _panel_names(spaces)
    bends = [name for name in chosen if name != CALIBRATION and space_class(name)._interpolated] or chosen
    if images is not None and FROC.name not in chosen:
        raise invalid("images", "be left out without the space 'froc'", short(images), "Or add 'froc' to spaces.")
    views = {name: _view(items, name, interpolation if name in bends else None, images) for name in chosen}
    return _draw(
        views,
        thresholds,
        points,
        legend,
        parts,
        columns=columns,
        figsize=figsize,
        letters=letters,
        title=title,
        scores=scores,
        sort=sort,
    )


@drawing_function()
def triptych(
    paths: PathsLike,
    *,
    score: ScoringRule = "brier",
    band: CalibrationBandKind | bool | dict[str, Any] | None = None,
    thresholds: float | str | Metric | Mapping[str, float] | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    points: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    letters: bool = False,
    title: str | None = None,
    **parts: Any,
) -> Panels:
    """Draw the triptych of probabilities: calibration curve, ROC curve, Murphy curve, and the terms of a score.

    The calibration curve shows miscalibration, the ROC curve discrimination, and the Murphy curve both. The legend has
    for each classifier the areas under its ROC and its Murphy curve, and the two terms of the latter, which is the
    score: score = miscalibration - discrimination + uncertainty. Uncertainty is the score of the prevalence alone.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        The classifiers; their scores must be probabilities.
    score : {"brier", "log_loss"}
        The score that is the area under the Murphy curve.
    band : {"consistency", "confidence"}, dict or bool
        The band of calibration curves, as in `prplot.draw.calibration`.
    thresholds, columns, figsize, points, legend, letters, title, **parts
        As in `prplot.draw.panel`.

    Returns
    -------
    Panels
        ``.axes`` and ``.plotted`` by "calibration", "roc" and "murphy"; ``.figure``, ``.legend`` and ``.save``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the scores of a path are not probabilities, or a path has one class only.

    References
    ----------
    T. Dimitriadis, T. Gneiting, A. I. Jordan and P. Vogel, Int. J. Forecast. 40, 1101-1122, 2024,
    doi:10.1016/j.ijforecast.2023.09.007.

    Examples
    --------
    >>> import prplot
    >>> digits = prplot.datasets.load("digits").paths()
    >>> prplot.draw.triptych({name: digits[name] for name in ("Random forest", "Decision tree")})
    Panels(calibration, roc, murphy)
    """
    items = classifiers("paths", paths)
    calibrated, roc = _calibration_view(items, band), _view(items, "roc")
    murphy = _of_space([curve.path.murphy(score=score, label=curve.label) for curve in roc.curves])
    terms = [terms_of(curve) for curve in murphy.curves]
    of_terms = [_numbers(name, [getattr(one, name) for one in terms]) for name in ("miscalibration", "discrimination")]
    views = {
        CALIBRATION: calibrated._replace(columns=lambda _: []),
        "roc": roc,
        "murphy": murphy._replace(columns=lambda lines: [*murphy.columns(lines), *of_terms]),
    }
    return _draw(
        views, thresholds, points, legend, parts, columns=columns, figsize=figsize, letters=letters, title=title
    )


class _View(NamedTuple):
    """How the classifiers are drawn on one axes, and the legend's columns for them.

    Attributes
    ----------
    curves : list of Curve
        One curve per classifier, in the space of the axes if they show a space.
    draw : callable
        Draws the classifiers, given ``ax``, ``legend=False`` and the parts of a figure.
    columns : callable
        Returns the columns of the legend, given the drawn lines.
    marked : bool
        Whether operating points can be marked on the axes.
    """

    curves: list[Curve]
    draw: Callable[..., Any]
    columns: Callable[[Sequence[Any]], list[LegendColumn]]
    marked: bool = True


def _view(
    items: Any, name: PanelName, interpolation: InterpolationName | None = None, images: float | None = None
) -> _View:
    if name != CALIBRATION:
        return _of_space(seen_in(items, name, interpolation, images if name == FROC.name else None))
    return _calibration_view(items, None)


def _calibration_view(items: Any, band: Any) -> _View:
    curves = seen_in(items, "roc", None)

    def draw(ax: Axes, legend: bool, line: bool | dict[str, Any] | None = None, **parts: Any) -> CalibrationPlot:
        # These parts belong to the other axes, but misspelled names are still errors.
        known_parts = list(signature(plot).parameters)
        for name in parts.keys() - known_parts:
            raise PrplotTypeError(
                message(name, "be a part as in prplot.plot", short(parts[name]), hint(name, parts[name], known_parts))
            )
        return calibration(curves, band=band, line=line, legend=legend, ax=ax)

    def columns(lines: Sequence[Any]) -> list[LegendColumn]:
        # Lines store their number. Without lines it is computed here.
        numbers = [line.area for line in lines] or [terms_of(curve.path.murphy()).miscalibration for curve in curves]
        return [_numbers(CalibrationLine.number_name, numbers)]

    return _View(curves, draw, columns, marked=False)


def _of_space(curves: list[Curve]) -> _View:
    def columns(lines: Sequence[Any]) -> list[LegendColumn]:
        return [] if curves[0].space._no_area else [area_column(curves, lines)]

    return _View(curves, partial(plot, curves), columns)


def _numbers(head: str, numbers: Sequence[float]) -> LegendColumn:
    return LegendColumn(head, [[number_written(value)] for value in numbers])


def _draw(
    views: Mapping[Any, _View],
    thresholds: Any,
    points: bool | dict[str, Any] | None,
    legend: bool | dict[str, Any] | None,
    parts: dict[str, Any],
    *,
    columns: int | None,
    figsize: tuple[float, float] | None,
    letters: bool,
    title: str | None,
    scores: bool | dict[str, Any] | None = None,
    sort: bool = False,
) -> Panels:
    """Draw the axes of a panel with their legend; see `panel`."""
    names = list(views)
    first = views[names[0]].curves
    confusions = _operating_points(first, thresholds)
    check_parts(scores=scores, points=points, legend=legend, of_figure=True)
    if points and thresholds is None:
        raise invalid("points", "be left out without thresholds", short(points), "Or pass thresholds, such as 'f1'.")
    yes_or_no("sort", sort)
    yes_or_no("letters", letters)
    below = [] if scores in (None, False) else first
    size = read_figsize(figsize)
    wide = read_columns(columns, len(names), 3, size)
    each = columns_for(max(len(below), 1), wide + 1)
    with squares(names, wide, size, below=-(-len(below) // each) * (0.6 + 0.72 * text_scale())) as (axes, _, grid):
        plotted = {name: view.draw(ax=axes[name], legend=False, **parts) for name, view in views.items()}
        some, figure = axes[names[0]], plotted[names[0]].figure
        for letter, ax in zip(ascii_lowercase, axes.values() if letters else (), strict=False):
            ax.set_title(f"({letter})", loc="left", fontsize="medium")
        if title is not None:
            heading = figure.suptitle(printable(title), fontsize="medium")
            show_literally(heading, heading.get_text())
        # Without lines on the axes, the legend still needs a line for each curve.
        handles: Sequence[Any] = plotted[names[0]].lines or [
            CurveLine(curve, area_of(curve), **look_of(some, k)) for k, curve in enumerate(first)
        ]
        marks: dict[str, Drawn] = {}
        if points is not False and thresholds is not None:
            marks = _marks(axes, views, confusions, handles, part_of(points))
        histograms = []
        for k, ax in enumerate(add_axes(figure, grid[1], len(below), each) if below else ()):
            color, at = handles[k].get_color(), confusions[k]
            own = {"threshold": at and at.threshold, "foreground": {"color": color}, "line": {"color": color}}
            histograms.append(score_histogram(below[k], ax=ax, **{"legend": False, **own, **part_of(scores)}))
            ax.yaxis.set_major_locator(MaxNLocator(2))
            set_title(ax, first[k].label or "", 0.75 * float(figure.get_size_inches()[0]) / each)
            # Narrow axes have no space for more words.
            ax.set(xlabel="Score" * (k + each >= len(below)), ylabel=ax.get_ylabel() * (k % each == 0))
        made = None
        if legend is not False:
            order = sorted(range(len(first)), key=lambda k: rank(handles[k])) if sort else range(len(first))

            def rows(of_each: Sequence[Any]) -> list[Any]:
                return [of_each[k] for k in order]

            cells = [column for name, view in views.items() for column in view.columns(plotted[name].lines)]
            # Points between two thresholds, such as where two rates are equal, have no threshold.
            if any(each is not None and each.threshold is not None for each in confusions):
                cells.append(threshold_column(confusions, thresholds))
            cells = [column._replace(cells=rows(column.cells)) for column in cells]
            # The first bars of a histogram are those of the negatives, if these are drawn.
            background = part_of(scores).get("background")
            text = part_of(background).get("label", "scores of negatives")
            bars: list[tuple[Artist, str]] = [
                (fill, text) for one in histograms[:1] for fill in one.fills[:1] if background is not False
            ]
            calibrated = [one for one in plotted.values() if isinstance(one, CalibrationPlot)]
            bars += [(fill, str(fill.get_label())) for one in calibrated for fill in one.band.fills]
            samples = [Line2D([], [], linestyle="none"), *rows(handles), *(fill for fill, _ in bars)]
            labels = ["", *(curve.label or "" for curve in rows(first)), *(text for _, text in bars)]
            made = wide_legend(figure, samples, labels, cells, **part_of(legend))
            made.get_texts()[0].set_color(tone(some, 0.65))
    return Panels(figure, axes, plotted, marks, tuple(histograms), made)


def _panel_names(names: Any) -> list[PanelName]:
    chosen = [names] if isinstance(names, str) or not isinstance(names, Iterable) else names
    meant: list[PanelName] = [
        CALIBRATION if known(name, [CALIBRATION]) else space_name(name, "spaces") for name in chosen
    ]
    if not meant or len(set(meant)) < len(meant):
        raise invalid("spaces", "be one or more different spaces", short(names))
    return meant


def _operating_points(curves: list[Curve], thresholds: Any) -> list[Confusion | None]:
    wanted = [thresholds] * len(curves)
    if isinstance(thresholds, Mapping):
        labels = [curve.label for curve in curves]
        if strangers := [name for name in thresholds if name not in labels]:
            raise invalid("thresholds", "name classifiers", listed(strangers), f"They are {listed(labels)}.")
        wanted = [thresholds.get(label) for label in labels]
    elif thresholds is not None and not isinstance(thresholds, str | Metric):
        number("thresholds", thresholds)
    return [None if cut is None else confusion_on(curve.path, cut) for curve, cut in zip(curves, wanted, strict=True)]


def _marks(
    axes: Mapping[str, Axes],
    views: Mapping[Any, _View],
    confusions: list[Confusion | None],
    handles: Sequence[Line2D],
    keywords: dict[str, Any],
) -> dict[str, Drawn]:
    """Mark the operating points in each space, and warn of points that have no place in a space."""
    marks = {space: Drawn(ax) for space, ax in axes.items()}
    lost: dict[str, list[str]] = {}
    for space, view in views.items():
        for k, (curve, confusion) in enumerate(zip(view.curves, confusions, strict=True) if view.marked else ()):
            if confusion is not None and np.isfinite(place_on(curve, confusion)).all():
                look = merged(keywords, color=handles[k].get_color())
                drawn = operating_point(curve, [confusion], ax=axes[space], **look)
                marks[space] = marks[space].together_with(drawn)
            elif confusion is not None:
                lost.setdefault(curve.space.title, []).append(curve.label or f"number {k + 1}")
    if lost:
        places = "; ".join(f"in {title} space for {listed(whose)}" for title, whose in lost.items())
        warn(f"an operating point has no place {places}; it is not drawn there.")
    return marks


@drawing_function()
def multiples(
    groups: Mapping[str, PathsLike],
    space: SpaceName = "pr",
    *,
    interpolation: InterpolationName | None = None,
    images: float | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    legend: bool | dict[str, Any] | None = None,
    **parts: Any,
) -> Panels:
    """Draw one small panel per group, such as a fold or a task, in one space.

    The panels share their axes; each panel has the baseline and the unachievable region of its own prevalence, and
    lists the areas under its curves above the plot. A classifier has the same color in all panels, even if some groups
    lack it.

    Parameters
    ----------
    groups : mapping of str
        The classifiers of each group, by the name of the group: a path or curve, or a sequence or mapping of paths or
        curves.
    space : str
        The space in which the paths are plotted: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det",
        "net_benefit", "murphy", "risk_coverage", "froc"}.
    interpolation : str, optional
        As in ``path.pr``.
    images : float, optional
        The number of images of each group, for the space "froc".
    columns : int, optional
        The number of panels per row. Default: all panels in one row if there are at most five, otherwise rows of as
        equal length as possible.
    figsize : (float, float), optional
        In inches; default: as wide and as high as the panels and their texts need.
    legend : dict, bool or None
        Keywords of `matplotlib.figure.Figure.legend`; False leaves it out.
    **parts
        Parts of every panel, as in `prplot.plot`.

    Returns
    -------
    Panels
        ``.axes`` and ``.plotted`` (what was drawn), by group name.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the groups are not a mapping, a group is empty, or the space is unknown.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> prplot.draw.multiples({"fold 1": path, "fold 2": path})
    Panels(fold 1, fold 2)
    """
    if not isinstance(groups, Mapping):
        raise wrong_type("groups", "be a mapping from names to paths", groups, "For example {'fold 1': path, ...}.")
    if not groups:
        raise PrplotValueError("groups must hold at least one group; got none.")
    space = space_name(space)
    check_parts(legend=legend, of_figure=True)
    curves, numbers, known = dict[str, list[Curve]](), dict[str, list[int]](), dict[Any, int]()
    for group, paths in groups.items():
        curves[str(group)] = of_group = seen_in(
            classifiers(f"the paths of {group!r}", paths), space, interpolation, images
        )
        # A path that is alone in its group is the same classifier in all groups, whatever its name.
        alone = isinstance(paths, ConfusionPath | Curve)
        keys = [None if alone else k if curve.label is None else curve.label for k, curve in enumerate(of_group)]
        numbers[str(group)] = [known.setdefault(key, len(known)) for key in keys]
    size = read_figsize(figsize)
    wide = read_columns(columns, len(curves), 5, size)
    line = parts.pop("line", None)
    check_parts(line=line)
    own = {"linewidth": 1.3, **checked_keywords(part_of(line), part="line")}
    with squares(list(curves), wide, size, max(2.0 - 0.14 * wide, SMALL), 0.62 + 0.4 / wide) as (axes, side, _):
        plotted, handles = dict[str, Plotted](), dict[int, Any]()
        for group, ax in axes.items():
            # Interactive HTML and callers identify the axes by this label.
            ax.set_label(group)
            looks = [{**look_of(ax, number), "color": color_of_many(ax, number)} for number in numbers[group]]
            dealt = line is not False and {**{name: [one[name] for one in looks] for name in looks[0]}, **own}
            plotted[group] = plot(curves[group], ax=ax, legend=False, line=dealt, **parts)
            for number, drawn in zip(numbers[group], plotted[group].lines, strict=False):
                handles.setdefault(number, drawn)
            _head(ax, group, curves[group], plotted[group].lines, side + 0.3 * text_scale())
        every, figure, made = list(axes.values()), plotted[group].figure, None
        view = Bbox.union([ax.viewLim for ax in every])
        texts: list[Any] = [one.surroundings.get("iso_f", Drawn(one.ax)).texts for one in plotted.values()]
        values, last = [[text.value for text in of_one] for of_one in texts], min(wide, len(every)) - 1
        for k, ax in enumerate(every):
            left, bottom = k % wide == 0, k + wide >= len(every)
            ax.tick_params(labelleft=left, labelbottom=bottom)
            ax.set(xlabel=ax.get_xlabel() * bottom, ylabel=ax.get_ylabel() * left)
            # If isolines have the same values as in the last axes of the first row, only those axes show the values.
            for text in texts[k] if k != last and values[k] == values[last] else ():
                text.set_visible(False)
            if k:
                ax.sharex(every[0])
                ax.sharey(every[0])
        every[0].set(xlim=view.intervalx, ylim=view.intervaly)
        if legend is not False and handles:
            shown = [curve for group in curves.values() for curve in group]
            head = area_column(shown, [line for one in plotted.values() for line in one.lines]).head
            samples = list(handles.values())
            names = [sample.curve.label or "" for sample in samples]
            look: dict[str, Any] = {"title": head or None}
            labels = {curve.label for curve in shown}
            if len(handles) == 1 and (len(labels) > 1 or None in labels):
                # With a single color the legend needs no line. It only names the numbers above the axes.
                samples, names = [Line2D([], [], linestyle="none")], [head or shown[0].space.title]
                look = {"handlelength": 0.0, "handletextpad": 0.0}
            made = wide_legend(figure, samples, names, **{**look, **part_of(legend)})
    return Panels(figure, axes, plotted, {}, (), made)


def _head(ax: Axes, group: str, curves: list[Curve], lines: Sequence[Line2D], inches: float) -> None:
    """Write the name of a group and its areas above axes; each area has the color of its curve."""
    # With several curves, the recalls at which they end are written at their ends instead.
    texts = [shown_words(curve, line, ends=len(curves) == 1).area for curve, line in zip_longest(curves, lines)]
    size = float(FontProperties(size="x-small").get_size_in_points())
    apart = LETTER * size * (max(map(len, texts)) + 1)
    each = max(1, int(72 * inches / apart))
    rows = -(-len(texts) // each) if any(texts) else 0
    for k, (text, line) in enumerate(zip_longest(texts, lines)):
        ax.annotate(
            text,
            (0, 1),
            (k % each * apart, 3 + (rows - 1 - k // each) * LINE * size),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize="x-small",
            color=tone(ax, 0.8) if line is None else line.get_color(),
            annotation_clip=False,
            # The padding of the title reserves the space for these texts.
            in_layout=False,
        )
    set_title(ax, group, inches, 3 + rows * LINE * size)
