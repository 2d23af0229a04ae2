"""Whole figures: one or several classifiers on one axes, with reference lines and regions."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D

from prplot.curve.classifiers import options_of_paths, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS, axes_for, drawing_function, tone
from prplot.draw.base.drawn import Drawn, Plotted
from prplot.draw.base.keywords import PartOption, check_parts, checked_keywords, merged, part_of
from prplot.draw.base.limits import claim, frame
from prplot.draw.base.literal_text import warn_of_missing_letters
from prplot.draw.figures.surroundings import (
    END_SIZE,
    PARTS,
    check_part_options,
    documented,
    draw_marks,
    draw_parts,
    lowest,
    name_parts,
)
from prplot.draw.lines.curve_line import CurveLine, curves_on
from prplot.draw.parts.confidence import BAND_OPTIONS, check_band, check_interval, computed
from prplot.draw.parts.confidence import band as draw_band
from prplot.draw.parts.reference_lines import say_for_which
from prplot.draw.text.annotations import tell_prevalences_apart
from prplot.draw.text.legend import area_legend
from prplot.draw.text.legend_entries import area_of, words_of
from prplot.errors import invalid, short, warn, yes_or_no
from prplot.names import InterpolationName, SpaceName
from prplot.uncertainty.averaged_curves import CurvesLike, MeanCurve
from prplot.uncertainty.interval import Interval

# Curves are this many times as wide as the style's lines.
WIDER = 1.2
# For these properties of lines a list is a single value.
LISTS = ("dashes", "markevery", "path_effects", "sketch_params")
LINE_STYLES = ("-", "--", "-.", ":")


@drawing_function("Keywords of matplotlib belong in the dict of a part, such as line={'color': 'red'}.")
def plot(
    curves: CurvesLike,
    space: SpaceName | None = None,
    ax: Axes | None = None,
    *,
    interpolation: InterpolationName | None = None,
    images: float | None = None,
    line: bool | dict[str, Any] | None = None,
    unachievable: bool | dict[str, Any] | None = None,
    iso_f: bool | dict[str, Any] | None = None,
    chance: bool | dict[str, Any] | None = None,
    always_positive: bool | dict[str, Any] | None = None,
    best: bool | dict[str, Any] | None = None,
    worst: bool | dict[str, Any] | None = None,
    prg_grid: bool | dict[str, Any] | None = None,
    unreached: bool | dict[str, Any] | None = None,
    members: bool | dict[str, Any] | None = None,
    bins: bool | dict[str, Any] | None = None,
    terms: bool | dict[str, Any] | None = None,
    band: bool | dict[str, Any] | None = None,
    interval: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    sort: bool = True,
) -> Plotted:
    """Plot one or more curves with chance line, F1 lines, unachievable region and legend.

    Parameters
    ----------
    curves : path, curve, sequence or mapping
        One path or curve (a `MeanCurve` is a curve, too), a sequence of paths or curves, or a mapping from names to
        paths or curves.
    space : str, optional
        The space in which to plot paths: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit",
        "murphy", "risk_coverage", "froc"}; default: the space of the curves, "pr" for paths.
    ax : matplotlib.axes.Axes, optional
        The axes to draw into; default: a new figure. Axis limits, aspect and labels that you have set are kept.
    interpolation : str, optional
        PR only, for paths: "continuous" (default), "step", "linear", ... as in ``path.pr``.
    images : float, optional
        FROC only, for paths: the number of images.
    line, unachievable, iso_f, chance, always_positive, best, worst, prg_grid, unreached, members, bins : dict or bool
        The parts of the plot. None (default): drawn in the spaces named under "Usual in" below; True: drawn in any
        space; a dict: as True, with these matplotlib keywords; False: not drawn.

        line
            The curves. A dict holds keywords of `matplotlib.lines.Line2D`. A list as a value of the dict holds one
            value for each curve, for example for ``color``, ``linewidth`` or ``label`` (which replaces the name).
            Colors come from ``axes.prop_cycle`` if the style sets its own, else from a color-blind safe list. When
            the colors are used up, line styles vary.
        {parts}
    terms : dict or bool
        As those above.
    band : dict or bool
        Whether to draw a confidence band around each curve, beneath the lines; by default none is drawn. A dict holds
        options of `Curve.band` such as ``level`` and ``kind``, ``edge`` for the edge lines, and keywords of
        `matplotlib.patches.Polygon`.
    interval : dict or bool
        Whether the legend shows the confidence interval of each area, as in "0.701 [0.65, 0.75]"; the header of the
        legend then gives the confidence level. A dict holds options of `Curve.interval`: ``level``, ``method``, ``n``,
        ``stratify``, ``groups``, ``rng``, ``weights``. Undefined areas, and curves computed from a score model, have
        none.
    legend : dict or bool
        One entry per classifier with its area, under a header that names the area. A dict goes to
        `matplotlib.axes.Axes.legend`; with ``{"parts": True}`` the legend also names the gray lines, regions and bands,
        for readers who do not know them. A part with a ``label`` in its own dict has that name there.
    sort : bool
        Whether the legend is sorted by area, best first; if False, the legend keeps the order in which the curves were
        drawn.

    Returns
    -------
    Plotted
        An object with the drawn artists as attributes, such as ``.legend``, and ``.ax``, ``.figure`` and
        ``.save("fig.pdf")``.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If ``curves`` holds anything but paths and curves, if the space is unknown, or if a curve belongs to another
        space.

    Warns
    -----
    PrplotWarning
        If a curve has no confidence interval or band, because it is a mean, has fewer than two positives, or has no
        rows to resample. The curve is then drawn without interval or band.

    Notes
    -----
    Calling `plot` again on the same axes adds curves and updates the legend; reference lines are drawn only once.
    Curves of another prevalence get their own baseline and their own edge of the unachievable region.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine")
    >>> artists = prplot.plot(path)
    >>> artists.legend.get_texts()[0].get_text()
    'mine  0.797'
    """
    # This line comes first, while the arguments are the only local names.
    arguments = locals()
    part_options: dict[str, PartOption] = {part.name: arguments[part.name] for part in PARTS}
    of_paths = options_of_paths(interpolation, images)
    chosen: list[Curve | MeanCurve] = to_curves(curves, space, kinds=(Curve, MeanCurve), **of_paths)
    where = chosen[0].space
    # Wrong arguments raise their error before anything is drawn.
    other = next((curve.space.title for curve in chosen if curve.space.title != where.title), None)
    if other is not None:
        raise invalid("curves", "be seen in one space", f"{where.title} and {other}", "Use other axes for the others.")
    check_part_options(part_options)
    check_parts(line=line, legend=legend, own=("parts",))
    yes_or_no("sort", sort)
    options, of_bands, looks = check_interval(interval), check_band(band), looks_of(line, len(chosen))
    # Intervals and bands take long, and some curves have none, so they are computed before anything is drawn.
    intervals = computed(chosen, "interval", options) if interval else [None] * len(chosen)
    bands = computed(chosen, "band", of_bands) if band else []
    if members and not any(isinstance(curve, MeanCurve) for curve in chosen):
        warn("members are drawn of a mean, as prplot.mean_curve makes it; none of the curves is one.")
    ax = axes_for(ax)
    claim(ax, where)
    shown = () if line is False else zip(chosen, looks, intervals, strict=True)
    lines = tuple(_draw(ax, *each) for each in shown)
    frame(ax, where, float(lowest(ax)[1]))
    surroundings = draw_parts(ax, chosen, part_options)
    of_fills = {name: value for name, value in part_of(band).items() if name not in BAND_OPTIONS}
    for confidence_band in bands:
        if confidence_band is not None:
            drawn = draw_band(confidence_band, ax=ax, **of_fills)
            surroundings["band"] = surroundings.get("band", Drawn(ax)).together_with(drawn)
    say_for_which(ax)
    tell_prevalences_apart(ax)
    surroundings |= draw_marks(ax, where, unreached)
    of_legend = part_of(legend)
    if of_legend.pop("parts", False):
        name_parts(ax, surroundings, {**part_options, "band": band})
    made = None if legend is False else area_legend(ax, of_legend, sort=sort)
    return Plotted(ax, lines, surroundings, made or ax.get_legend())


plot.__doc__ = cleandoc(plot.__doc__ or "").replace("{parts}", documented().replace("\n", "\n    "))


def looks_of(part: PartOption, count: int) -> list[dict[str, Any]]:
    """Return the line keywords of each of ``count`` curves.

    A list holds one value per curve, unless the property itself takes a list.
    """
    looks = [part_of(part) for _ in range(count)]
    for name, values in part_of(part).items():
        [full] = normalize_kwargs({name: None}, Line2D)
        # A list of numbers is one color: red, green and blue.
        if not isinstance(values, list) or full in LISTS:
            continue
        if full.endswith("color") and all(isinstance(each, int | float) for each in values):
            continue
        if len(values) != count:
            rule = f"have one for each of {count} curves, or be one for all"
            raise invalid(f"line[{name!r}]", rule, short(values), f"A list here has as many values as curves, {count}.")
        for look, value in zip(looks, values, strict=True):
            look[name] = value
    return [checked_keywords(look, part="line") for look in looks]


def _draw(ax: Axes, curve: Curve | MeanCurve, look: dict[str, Any], interval: Interval | None) -> Line2D:
    area = area_of(curve)
    warn_of_missing_letters(curve.label or "")
    usual = look_of(ax, len(curves_on(ax)))
    if "color" in look:
        # Line styles distinguish curves once the colors repeat. Here the caller has chosen the colors.
        usual["linestyle"] = "-"
    if isinstance(curve, Curve):
        if curve.space._no_area:
            # In spaces with an area, computing the area has already warned.
            curve._warn_undefined("the curve")
        if len(curve.path) == 1:
            warn(f"{curve.label or 'a curve'} is an empty line: no threshold returns anything.")
        if not curve.path.closed and curve.space._pointwise and "marker" not in look:
            # A small open mark shows that the line ends here.
            usual |= {"marker": "o", "markevery": [-1], "markersize": END_SIZE, "markerfacecolor": tone(ax, 0.0)}
    usual |= {"linewidth": WIDER * mpl.rcParams["lines.linewidth"], "solid_joinstyle": "round", "zorder": 3.0}
    line = CurveLine(curve, area, words_of(curve, area, interval), interval, **merged(look, Line2D, **usual))
    ax.add_artist(line)
    return line


def color_of_many(ax: Axes, position: int) -> Any:
    """Return the color of the curve at a position; beyond the number of COLORS it is lighter."""
    color = look_of(ax, position)["color"]
    if position < len(COLORS):
        return color
    behind = to_rgb(ax.get_facecolor())
    return tuple(0.6 * ours + 0.4 * theirs for ours, theirs in zip(to_rgb(color), behind, strict=True))


def look_of(ax: Axes, count: int) -> dict[str, Any]:
    """Return color and line style of the curve after ``count`` others; a property cycle of the style comes first."""
    cycle = mpl.rcParams["axes.prop_cycle"]
    own = cycle != mpl.rcParamsDefault["axes.prop_cycle"] and "color" in cycle.keys
    looks = [dict(look) for look in cycle] if own else [{"color": color} for color in COLORS]
    look = looks[count % len(looks)]
    if look["color"] == "#000000":
        look["color"] = tone(ax, 1.0)
    return {"linestyle": LINE_STYLES[count // len(looks) % len(LINE_STYLES)], **look}
