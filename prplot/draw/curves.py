"""Whole figures: one or several classifiers on one axes, with the surroundings of their space."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.curve import Curve
from prplot.draw import bands
from prplot.draw.artists import Drawn, Plotted
from prplot.draw.axes import COLORS, FLOOR, axes_for, frame, merged, tone
from prplot.draw.exact import CurveLine
from prplot.draw.legends import area_legend, curves_on, entry
from prplot.draw.lines import baseline, iso_f, prg_grid
from prplot.draw.regions import unachievable
from prplot.draw.texts import EdgeText
from prplot.errors import PrplotTypeError, invalid, short
from prplot.sums import FloatArray
from prplot.uncertainty.several import to_curves

__all__ = ["LINE_STYLES", "Part", "check_part", "color_of", "plot"]

Part = Mapping[str, Any] | bool | None

CUT_RANK = 3
PART_TAG = "prplot part: "
# How much wider curves are than the lines of the style.
WIDER = 1.2
LINE_STYLES = ("-", "--", "-.", ":")


def plot(
    curves: Any,
    space: str | None = None,
    ax: Axes | None = None,
    *,
    interpolation: str | None = None,
    line: Part = None,
    unachievable: Part = None,
    iso_f: Part = None,
    chance: Part = None,
    always_positive: Part = None,
    best: Part = None,
    worst: Part = None,
    prg_grid: Part = None,
    legend: Part = None,
) -> Plotted:
    """Draw curves with the surroundings of their space.

    Parameters
    ----------
    curves : path, curve, sequence or mapping
        One path or curve, several, or a mapping from names to either.
    space : {"pr", "prg", "roc", "croc", "cost"}, optional
        Where to see paths; default: where the curves are, "pr" for paths.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Limits, aspect and labels are set only where they were not.
    interpolation : str, optional
        PR only, for paths: "continuous" (default), "step", "linear", ... as in ``path.pr``.
    line, unachievable, iso_f, chance, always_positive, best, worst, prg_grid, legend : dict, bool or None
        The parts: None draws what is usual in the space, False leaves it out, True or a dict
        (matplotlib keywords) draws it.

        line
            the curves; a dict goes to `matplotlib.lines.Line2D`, where ``color`` and ``linestyle``
            may be lists with one for each curve.
        unachievable, iso_f, chance, prg_grid
            see the functions of these names (`baseline` for chance) in ``prplot.draw``.
        always_positive
            a small open marker, in PRG the line on which F1 is that of saying positive always.
        best, worst
            the curves of the best and the worst ranking of the given points; not usual, since the
            regions beyond them are drawn for soft labels anyway.
        legend
            one entry per classifier with its area, under a header that names the area; a
            dict goes to `matplotlib.axes.Axes.legend`.

    Returns
    -------
    Plotted
        The artists, ``.ax``, ``.figure`` and ``.save("fig.pdf")``.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        For things that are not paths or curves, unknown spaces, or curves of other spaces.

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
    chosen = to_curves(curves, space, **({} if interpolation is None else {"interpolation": interpolation}))
    where = chosen[0].space
    options: dict[str, Part] = {
        "unachievable": unachievable,
        "iso_f": iso_f,
        "chance": chance,
        "always_positive": always_positive,
        "best": best,
        "worst": worst,
        "prg_grid": prg_grid,
    }
    for name, part in {**options, "line": line, "legend": legend}.items():
        check_part(name, part)
    looks = _looks(line, len(chosen))
    for look in looks:
        Line2D([], [], **merged(look))  # fails before anything is drawn
    ax = axes_for(ax)
    frame(ax, where)
    surroundings: dict[str, Drawn] = {}
    for curve in chosen:
        for name, drawn in _surround(ax, curve, options).items():
            surroundings[name] = surroundings[name].joined(drawn) if name in surroundings else drawn
    lines = [_draw(ax, curve, look) for curve, look in zip(chosen, looks, strict=True)] if line is not False else []
    lowest = min((_lowest(entry) for entry in curves_on(ax)), default=0.0)
    frame(ax, where, lowest)
    _mark_cut(ax, lowest)
    made = _legend(ax, legend)
    return Plotted(ax, tuple(lines), surroundings, made)


def check_part(name: str, part: Part) -> None:
    """Raise an error unless a named part of a figure is a dict, True, False or None."""
    if part is not None and not isinstance(part, bool | Mapping):
        raise PrplotTypeError(
            f"{name} must be a dict, True, False or None; got {type(part).__name__} {short(part)}. "
            "A dict holds matplotlib keywords, such as {'color': 'red'}, and for iso_f its levels."
        )


# Surroundings: a table of parts, each a function of the axes, a curve and matplotlib keywords.


def _always_positive(curve: Curve, ax: Axes, **look: Any) -> Drawn:
    if curve.space.trades_f:
        return baseline(curve, kind="always-positive", ax=ax, **look)
    x, y = (float(c) for c in curve.space.forward(1.0, 1.0))
    style = merged(
        look,
        marker="o",
        markersize=4.5,
        linestyle="none",
        markerfacecolor=tone(ax, 0.0),
        color=tone(ax, 0.6),
        zorder=3.5,
        label="_always positive",
    )
    dot = Line2D([x], [y], **style)
    ax.add_artist(dot)
    return Drawn(ax, (dot,))


def _region_edge(curve: Curve, ax: Axes, **fill: Any) -> Drawn:
    return unachievable(curve, ax=ax, **{**merged(fill, Polygon), "facecolor": "none"})


def _lighter_chance(curve: Curve, ax: Axes, **line: Any) -> Drawn:
    return baseline(curve, ax=ax, **merged(line, color=tone(ax, 0.3)))


# name of the part: how it is drawn first, and how for a further prevalence
Draw = Callable[..., Drawn]
PARTS: dict[str, tuple[Draw, Draw | None]] = {
    "unachievable": (unachievable, _region_edge),
    "prg_grid": (prg_grid, None),
    "iso_f": (iso_f, None),
    "chance": (baseline, _lighter_chance),
    "best": (bands.best, bands.best),
    "worst": (bands.worst, bands.worst),
    "always_positive": (_always_positive, None),
}


def _surround(ax: Axes, curve: Curve, options: Mapping[str, Part]) -> dict[str, Drawn]:
    """Draw the parts that are wanted and not there yet: the usual ones once per prevalence."""
    if not 0 < curve.path.prevalence < 1:
        return {}
    tags = {str(artist.get_gid()) for artist in ax.get_children() if artist.get_gid()}
    key = f"{PART_TAG}{curve.space.prevalence:.9g}{' soft' if curve.path.soft else ''}: "
    first = not any(tag.startswith(PART_TAG) for tag in tags)
    known = any(tag.startswith(key) for tag in tags)
    drawn: dict[str, Drawn] = {}
    for name, (draw, again) in PARTS.items():
        part = options[name]
        usual = name in curve.space.surroundings and not known
        how = draw if first or known else again or (draw if part else None)
        if part is False or key + name in tags or how is None or not (usual or part):
            continue
        drawn[name] = how(curve, ax=ax, **(part if isinstance(part, Mapping) else {}))
        for artist in drawn[name].artists:
            artist.set_gid(key + name)
    return drawn


# Curves, and what later calls need to know of them.


def _looks(part: Part, count: int) -> list[dict[str, Any]]:
    """Return the keywords of each curve."""
    shared = dict(part) if isinstance(part, Mapping) else {}
    looks = [dict(shared) for _ in range(count)]
    for name in ("color", "c", "linestyle", "ls"):
        each = shared.get(name)
        if not isinstance(each, list) or all(isinstance(one, int | float) for one in each):
            continue  # numbers are one colour: red, green and blue
        if len(each) != count:
            raise invalid(f"line[{name!r}]", f"have one for each of {count} curves, or be one for all", short(each))
        for look, one in zip(looks, each, strict=True):
            look[name] = one
    return looks


def _draw(ax: Axes, curve: Curve, look: dict[str, Any]) -> Line2D:
    count = len(curves_on(ax))
    area = curve.area()
    default: dict[str, Any] = {
        "color": color_of(ax, count),
        "linestyle": LINE_STYLES[count // len(COLORS) % len(LINE_STYLES)],
        "linewidth": WIDER * mpl.rcParams["lines.linewidth"],
        "solid_joinstyle": "round",
        "zorder": 3.0,
        "label": entry(curve, area),
    }
    line = CurveLine(curve, area, **merged(look, Line2D, **default))
    ax.add_artist(line)
    return line


def color_of(ax: Axes, count: int) -> str:
    """Return the colour of a curve that has so many before it."""
    color = COLORS[count % len(COLORS)]
    return tone(ax, 1.0) if color == "#000000" else color


def _lowest(line: Line2D) -> float:
    """Return the least ordinate of a curve over the abscissae 0 to 1."""
    x, y = _points(line)
    inside = (x >= 0) & (x <= 1) & np.isfinite(y)
    return float(y[inside].min(initial=0.0))


def _points(line: Line2D) -> tuple[FloatArray, FloatArray]:
    x, y = (np.asarray(c, dtype=np.float64) for c in line.get_data())
    return x, y


def _mark_cut(ax: Axes, lowest: float) -> None:
    """Say how far down a curve goes where the view does not follow it, beside where it leaves."""
    for note in [t for t in ax.texts if t.get_gid() == PART_TAG + "cut"]:
        note.remove()
    bottom = ax.get_ylim()[0]
    if lowest >= bottom or bottom > FLOOR / 2:
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
    note = EdgeText(
        rf"$\downarrow$ to ${lowest:.2g}$",
        (leaves, bottom),
        rank=CUT_RANK,
        xytext=(-4 if left else 4, 3),
        va="bottom",
        ha="right" if left else "left",
        fontsize="x-small",
        color=tone(ax, 0.7),
        zorder=6.0,
    )
    note.set_gid(PART_TAG + "cut")
    ax.add_artist(note)


def _legend(ax: Axes, part: Part) -> Legend | None:
    if part is False:
        return ax.get_legend()
    return area_legend(ax, part if isinstance(part, Mapping) else {}) or ax.get_legend()
