"""Whole figures: one or several classifiers on one axes, with the surroundings of their space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Text

from prplot.curve.classifiers import to_curves
from prplot.curve.curve import Curve
from prplot.draw._old_hooks import bottom as least
from prplot.draw._old_hooks import floor
from prplot.draw.base.axes import COLORS, axes_for, tone
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, merged, part_of
from prplot.draw.base.limits import frame
from prplot.draw.base.literal_text import localized
from prplot.draw.base.results import Drawn, Plotted
from prplot.draw.figures.surroundings import PART_TAG, SURROUNDINGS, check_surroundings, surround
from prplot.draw.lines.retraced import CurveLine, curves_on
from prplot.draw.parts.bands import members as draw_members
from prplot.draw.parts.confidence import BAND_OPTIONS, bands_of, check_band, check_interval, intervals_of
from prplot.draw.parts.confidence_band import band as draw_band
from prplot.draw.parts.hulls import bin_envelope
from prplot.draw.parts.isolines import say_for_which
from prplot.draw.parts.regions import ends_early
from prplot.draw.parts.regions import unreached as hatch_unreached
from prplot.draw.text.labels import beside, placed
from prplot.draw.text.legend import area_legend
from prplot.draw.text.legend_entries import area_of, label_with_area, two_decimals, written_area
from prplot.errors import by_name, invalid, short, warn, yes_or_no
from prplot.names import InterpolationName, SpaceName
from prplot.rows.arrays import FloatArray
from prplot.spaces import Space
from prplot.uncertainty.curves import CurvesLike, MeanCurve
from prplot.uncertainty.interval import Interval

__all__ = ["LINE_STYLES", "look_of", "plot"]


# The mark at the end of a curve that ends early, and how far the text beside it is away, in points; of how many
# curves at most the ends are said.
END_SIZE, END_GAP, FEW_ENDS = 4.5, 5.0, 3
# How much wider curves are than the lines of the style.
WIDER = 1.2
# Properties of lines whose values are lists.
LISTS = ("dashes", "markevery", "path_effects", "data", "xdata", "ydata", "sketch_params")
LINE_STYLES = ("-", "--", "-.", ":")


@by_name("Keywords of matplotlib belong in the dict of a part, such as line={'color': 'red'}.")
def plot(
    curves: CurvesLike,
    space: SpaceName | None = None,
    ax: Axes | None = None,
    *,
    interpolation: InterpolationName | None = None,
    line: PartOption = None,
    unachievable: PartOption = None,
    iso_f: PartOption = None,
    chance: PartOption = None,
    always_positive: PartOption = None,
    best: PartOption = None,
    worst: PartOption = None,
    prg_grid: PartOption = None,
    unreached: PartOption = None,
    members: PartOption = None,
    bins: PartOption = None,
    band: PartOption = None,
    interval: PartOption = None,
    legend: PartOption = None,
    sort: bool = True,
) -> Plotted:
    """Draw curves with the surroundings of their space.

    Parameters
    ----------
    curves : path, curve, sequence or mapping
        One path or curve, also a `MeanCurve`, several, or a mapping from names to either.
    space : {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit"}, optional
        Where to see paths; default: where the curves are, "pr" for paths.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Limits, aspect and labels are set only where they were not.
    interpolation : str, optional
        PR only, for paths: "continuous" (default), "step", "linear", ... as in ``path.pr``.
    line, unachievable, iso_f, chance, always_positive, best, worst, prg_grid, unreached, members, bins : dict or bool
    legend : dict or bool
        The parts: None draws what is usual in the space, False leaves it out, True or a dict
        (matplotlib keywords) draws it.

        line
            the curves; a dict goes to `matplotlib.lines.Line2D`, where a list has one for each curve, as of
            ``color``, ``linewidth`` or ``label`` (in the place of the name); without colours those of
            ``axes.prop_cycle``, if the style has its own, or colours that everyone can tell apart, after the last
            of them with other line styles.
        unachievable, iso_f, chance, prg_grid, unreached
            see the functions of these names (`baseline` for chance) in ``prplot.draw``.
        always_positive
            a small open marker, in PRG the line on which F1 is that of saying positive always.
        best, worst
            the curves of the best and the worst ranking of the given points; not usual, since the
            regions beyond them are drawn for soft labels anyway.
        members
            the curves over which a mean is taken, thinly behind it; not usual.
        bins
            where a curve of counts in bins lies, whatever the order of the scores within them; see `bin_envelope`.
        legend
            one entry per classifier with its area, under a header that names the area; a
            dict goes to `matplotlib.axes.Axes.legend`.
    band : dict or bool
        Whether the confidence band around each curve is drawn, beneath the lines. A dict holds options of `Curve.band`,
        such as ``level`` and ``kind``, ``edge``, and keywords of `matplotlib.patches.Polygon`.
    interval : dict or bool
        Whether the legend gives the confidence interval of each area, "0.701 [0.65, 0.75]", and its header the level.
        A dict holds options of `Curve.interval`: ``level``, ``method``, ``n``, ``stratify``, ``groups``, ``rng``,
        ``weights``. Populations and what is undefined have none.
    sort : bool
        Whether the legend has the best area first, or the curves in the order in which they were drawn.

    Returns
    -------
    Plotted
        The artists, ``.ax``, ``.figure`` and ``.save("fig.pdf")``.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        For things that are not paths or curves, unknown spaces, or curves of other spaces.

    Warns
    -----
    PrplotWarning
        Where a curve has no interval or band: a mean, fewer than two positives, no rows to draw again. It is drawn
        without.

    Notes
    -----
    Drawing again on the same axes adds curves and updates the legend; surroundings are there
    once. Curves of another prevalence get a baseline and an edge of their own.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine")
    >>> artists = prplot.plot(path)
    >>> artists.legend.get_texts()[0].get_text()
    'mine  0.797'
    """
    # First of all, while there are no other names than those of the arguments.
    given = locals()
    asked: dict[str, PartOption] = {part.name: given[part.name] for part in SURROUNDINGS}
    of_paths = {} if interpolation is None else {"interpolation": interpolation}
    chosen: list[Curve | MeanCurve] = to_curves(curves, space, kinds=(Curve, MeanCurve), **of_paths)
    where = chosen[0].space
    # What is wrong fails before anything is drawn.
    strange = next((curve.space.title for curve in chosen if curve.space.title != where.title), None)
    if strange is not None:
        raise invalid(
            "curves", "be seen in one space", f"{where.title} and {strange}", "Use other axes for the others."
        )
    check_surroundings(asked)
    check_part("line", line)
    check_part("legend", legend)
    for name, part, artist in (
        ("unreached", unreached, Polygon),
        ("members", members, Line2D),
        ("bins", bins, Polygon),
    ):
        check_part(name, part)
        if isinstance(part, Mapping):
            checked_keywords(part, artist, part=name)
    yes_or_no("sort", sort)
    options, of_bands = check_interval(interval), check_band(band)
    each = _looks(line, len(chosen))
    # What takes long, and what has none, before anything is drawn.
    intervals = intervals_of(chosen, options) if interval is True or options else [None] * len(chosen)
    bands = bands_of(chosen, of_bands) if band else []
    ax = axes_for(ax)
    frame(ax, where)
    surroundings: dict[str, Drawn] = {}
    for curve in chosen:
        for name, drawn in surround(ax, curve, asked).items():
            surroundings[name] = surroundings[name].together_with(drawn) if name in surroundings else drawn
    lines = []
    if line is not False:
        lines = [_draw(ax, *drawn) for drawn in zip(chosen, each, intervals, strict=True)]
    say_for_which(ax)
    looks = {name: value for name, value in part_of(band).items() if name not in BAND_OPTIONS}
    for found in bands:
        if found is not None:
            drawn = draw_band(found, ax=ax, **looks)
            surroundings["band"] = surroundings.get("band", Drawn(ax)).together_with(drawn)
    for curve in chosen:
        if bins is not False and isinstance(curve, Curve) and curve.path.binned:
            drawn = bin_envelope(curve, ax=ax, **part_of(bins))
            surroundings["bins"] = surroundings.get("bins", Drawn(ax)).together_with(drawn)
    if members:
        surroundings["members"] = _draw_members(ax, chosen, part_of(members))
    if corners := _mark_corners(ax):
        surroundings["corners"] = corners
    if ends := _mark_ends(ax, unreached):
        surroundings["unreached"] = ends
    lowest = min((_lowest(line) for line in curves_on(ax)), default=0.0)
    frame(ax, where, lowest)
    _mark_cut(ax, where, lowest)
    made = _legend(ax, legend, sort)
    return Plotted(ax, tuple(lines), surroundings, made)


# Curves, and what later calls need to know of them.


def _looks(part: PartOption, count: int) -> list[dict[str, Any]]:
    """Return the keywords of each curve: lists hold one for each, unless such a list is one for all."""
    shared = part_of(part)
    each: list[dict[str, Any]] = [dict(shared) for _ in range(count)]
    for name, values in shared.items():
        if not isinstance(values, list) or not hasattr(Line2D, f"set_{name}") or _is_one(name, values):
            continue
        if len(values) != count:
            rule = f"have one for each of {count} curves, or be one for all"
            raise invalid(f"line[{name!r}]", rule, short(values), f"A list here has as many values as curves, {count}.")
        for look, one in zip(each, values, strict=True):
            look[name] = one
    return [checked_keywords(look, part="line") for look in each]


def _is_one(name: str, values: list[Any]) -> bool:
    """Whether a list is one value of a property of lines."""
    [full] = normalize_kwargs({name: None}, Line2D)
    if full == "marker":
        return all(np.shape(one) == (2,) for one in values)  # the vertices of one marker
    # Numbers are one colour: red, green and blue.
    return full in LISTS or (full.endswith("color") and all(isinstance(one, int | float) for one in values))


def _draw(ax: Axes, curve: Curve | MeanCurve, look: dict[str, Any], interval: Interval | None) -> Line2D:
    count = len(curves_on(ax))
    area = area_of(curve)
    if isinstance(curve, Curve) and curve.space.no_area:
        # Others say it where their area is asked for.
        curve.warn_undefined("the curve")
    given = merged(look)
    early = isinstance(curve, Curve) and not curve.path.closed and curve.space.pointwise
    if isinstance(curve, Curve) and len(curve.path) == 1:
        warn(f"{curve.label or 'a curve'} is an empty line: no threshold returns anything.")
    usual = look_of(ax, count)
    if "color" in given:
        # Styles of lines tell apart what has the same colour for want of others; here it was asked for.
        usual["linestyle"] = "-"
    default: dict[str, Any] = {
        **usual,
        "linewidth": WIDER * mpl.rcParams["lines.linewidth"],
        "solid_joinstyle": "round",
        "zorder": 3.0,
        "label": label_with_area(curve, area, interval),
    }
    if early and "marker" not in given:
        # A small open mark where the line ends.
        default |= {"marker": "o", "markevery": [-1], "markersize": END_SIZE, "markerfacecolor": tone(ax, 0.0)}
    line = CurveLine(curve, area, **merged(look, Line2D, **default))
    line.written, line.interval = written_area(curve, area, interval), interval
    line.join(ax)
    return line


def _draw_members(ax: Axes, curves: list[Curve | MeanCurve], look: dict[str, Any]) -> Drawn:
    means = [curve for curve in curves if isinstance(curve, MeanCurve)]
    if not means:
        warn("members are drawn of a mean, as prplot.mean_curve makes it; none of the curves is one.")
    drawn = Drawn(ax)
    for mean in means:
        drawn = drawn.together_with(draw_members(mean, ax=ax, **look))
    return drawn


def look_of(ax: Axes, count: int) -> dict[str, Any]:
    """Return the look of a curve that has so many before it, from the cycle of the caller's style if that has one."""
    cycle = mpl.rcParams["axes.prop_cycle"]
    own = cycle != mpl.rcParamsDefault["axes.prop_cycle"] and "color" in cycle.keys
    looks = [dict(look) for look in cycle] if own else [{"color": color} for color in COLORS]
    look = looks[count % len(looks)]
    if look["color"] == "#000000":
        look["color"] = tone(ax, 1.0)
    return {"linestyle": LINE_STYLES[count // len(looks) % len(LINE_STYLES)], **look}


def _lowest(line: CurveLine) -> float:
    """Return the least ordinate of a curve over the abscissae 0 to 1, at most 0."""
    if line.is_above(0.0):
        return 0.0
    x, y = _points(line)
    inside = (x >= 0) & (x <= 1) & np.isfinite(y)
    return float(y[inside].min(initial=0.0))


def _points(line: Line2D) -> tuple[FloatArray, FloatArray]:
    x, y = (np.asarray(c, dtype=np.float64) for c in line.get_data())
    return x, y


def _mark_ends(ax: Axes, part: PartOption) -> Drawn | None:
    """Show which recalls no curve on the axes reaches, and say beside a few ends how far they go."""
    there = [artist for artist in ax.get_children() if artist.get_gid() == PART_TAG + "unreached"]
    for artist in there:
        artist.remove()
    # What is undefined has no line.
    curves = [
        line.curve
        for line in curves_on(ax)
        if not isinstance(line.curve, Curve) or line.curve.space.undefined(line.curve.path) is None
    ]
    early = [line for line in curves_on(ax) if ends_early(line.curve)]
    if part is False or not early:
        return None
    drawn = Drawn(ax)
    if len(early) == len(curves):
        farthest = max((line.curve for line in early), key=lambda curve: curve.path.reached)
        drawn = hatch_unreached(farthest, ax=ax, **part_of(part))
    if len(early) <= FEW_ENDS:
        drawn = drawn.together_with(
            Drawn(ax, texts=tuple(_end_text(ax, line.curve) for line in early if len(line.curve.path) > 1))
        )
    for artist in drawn.artists:
        artist.set_gid(PART_TAG + "unreached")
    return drawn


def _mark_corners(ax: Axes) -> Drawn | None:
    """Mark the corner where curves are that have no place on the scales, as that of a perfect classifier in DET."""
    for artist in [artist for artist in ax.get_children() if artist.get_gid() == PART_TAG + "corners"]:
        artist.remove()
    marks = []
    for line in curves_on(ax) if not np.isfinite(ax.transScale.transform([(0.0, 0.0), (1.0, 1.0)])).any() else ():
        at = np.column_stack([line.curve.x, line.curve.y])
        # Whether each step goes along a side of the square.
        beside = [(at[:-1] == side) & (at[1:] == side) for side in (0.0, 1.0)]
        if not np.logical_or(*beside).any(axis=1).all():
            continue
        corner = 0.0 if (at == 0.0).all(axis=1).any() else 1.0
        mark = Line2D([corner], [corner], color=line.get_color(), marker="o", markersize=2 * END_SIZE, zorder=4.0)
        mark.set(transform=ax.transAxes, clip_on=False, gid=PART_TAG + "corners")
        ax.add_artist(mark)
        Drawn(ax, (mark,)).belonging_to(line.curve)
        marks.append(mark)
    return Drawn(ax, tuple(marks)) if marks else None


def _end_text(ax: Axes, curve: Curve) -> Text:
    x, y = (coordinate[-1:] for coordinate in curve.vertices)
    return placed(ax, f"recall {localized(two_decimals(curve.path.reached))}", beside(x, y, END_GAP))


def _mark_cut(ax: Axes, space: Space, lowest: float) -> None:
    """Say how far down a curve goes where the view does not follow it, beside where it leaves."""
    for note in [t for t in ax.texts if t.get_gid() == PART_TAG + "cut"]:
        note.remove()
    bottom = ax.get_ylim()[0]
    # What a view leaves below an end of its own, as of net benefit, is not looked for.
    if lowest >= bottom or bottom > floor(space) / 2 or least(space) < 0:
        return
    leaves = 0.0
    for line in curves_on(ax):
        x, y = _points(line)
        crossing = np.flatnonzero((y[:-1] < bottom) & (y[1:] >= bottom))
        if len(crossing):
            at = crossing[-1]
            part = (bottom - y[at]) / (y[at + 1] - y[at])
            leaves = max(leaves, float(x[at] + part * (x[at + 1] - x[at])))
    left = leaves > 0.5
    note = ax.annotate(
        rf"$\downarrow$ to ${lowest:.2g}$",
        (leaves, bottom),
        textcoords="offset points",
        xytext=(-4 if left else 4, 3),
        va="bottom",
        ha="right" if left else "left",
        fontsize="x-small",
        color=tone(ax, 0.7),
        zorder=6.0,
    )
    note.set_gid(PART_TAG + "cut")


def _legend(ax: Axes, part: PartOption, sort: bool) -> Legend | None:
    if part is False:
        return ax.get_legend()
    return area_legend(ax, part_of(part), sort=sort) or ax.get_legend()
