"""Whole figures: one or several classifiers on one axes, with the surroundings of their space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.curve import Curve
from prplot.draw.artists import Drawn, Plotted, figure_of
from prplot.draw.axes import COLORS, FLOOR, EdgeText, axes_for, frame, merged, on_scale, tone, width_in_mm
from prplot.draw.lines import ROOM_FOR_VALUES, baseline, iso_f, prg_grid
from prplot.draw.regions import ranking_edge, unachievable
from prplot.errors import PrplotTypeError, PrplotValueError, one_of, short, wrong_type
from prplot.path import ConfusionPath
from prplot.spaces import SPACES
from prplot.sums import FloatArray

__all__ = ["plot", "to_curves"]

Part = Mapping[str, Any] | bool | None

# How many points of each curve are looked at to place the legend; how far it is from the frame, and
# stays from the curves, as shares of the axes.
LOOKED_AT, PAD, CLEARANCE = 400, 0.03, 0.01
# The share of one curve that a legend inside the axes may cover.
MOST_COVERED = 0.1
# The share of narrow axes that a legend may be wide.
FITTED = 0.85
CUT_RANK = 3
# How closely the drawn line follows the curve, in axes units: a twentieth of a pixel on a screen.
FINE = 1e-4
CORNERS = {
    "lower left": (0, 0),
    "upper right": (1, 1),
    "lower right": (1, 0),
    "upper left": (0, 1),
    "center left": (0, 0.5),
}
CURVE_TAG, PART_TAG = "prplot curve: ", "prplot part: "
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
    line, unachievable, iso_f, chance, always_positive, best, prg_grid, legend : dict, bool or None
        The parts: None draws what is usual in the space, False leaves it out, True or a dict
        (matplotlib keywords) draws it.

        line
            the curves; a dict goes to `matplotlib.lines.Line2D`.
        unachievable, iso_f, chance, prg_grid
            see the functions of these names (`baseline` for chance) in ``prplot.draw``.
        always_positive
            a small open marker, in PRG the line on which F1 is that of saying positive always.
        best
            the curve of the best ranking of the given points; not usual, since the region above
            it is drawn for soft labels anyway.
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
    chosen = to_curves(curves, space, interpolation)
    where = chosen[0].space
    options: dict[str, Part] = {
        "unachievable": unachievable,
        "iso_f": iso_f,
        "chance": chance,
        "always_positive": always_positive,
        "best": best,
        "prg_grid": prg_grid,
    }
    for name, part in {**options, "line": line, "legend": legend}.items():
        _check_part(name, part)
    if line is not False:
        Line2D([], [], **merged(line if isinstance(line, Mapping) else {}))  # fails before anything is drawn
    ax = axes_for(ax)
    frame(ax, where)
    surroundings: dict[str, Drawn] = {}
    for curve in chosen:
        for name, drawn in _surround(ax, curve, options).items():
            surroundings[name] = surroundings[name].joined(drawn) if name in surroundings else drawn
    lines = [_draw(ax, curve, line) for curve in chosen] if line is not False else []
    lowest = min((_lowest(entry) for entry in _curves_on(ax)), default=0.0)
    frame(ax, where, lowest)
    _mark_cut(ax, lowest)
    made = _legend(ax, legend)
    return Plotted(ax, tuple(lines), surroundings, made)


def to_curves(curves: Any, space: str | None = None, interpolation: str | None = None) -> list[Curve]:
    """Return a path, a curve, a sequence or a mapping of them as curves of one space."""
    if isinstance(curves, ConfusionPath | Curve):
        named: list[tuple[str | None, Any]] = [(None, curves)]
    elif isinstance(curves, Mapping):
        named = [(str(name), item) for name, item in curves.items()]
    elif isinstance(curves, Iterable) and not isinstance(curves, str | bytes):
        named = [(None, item) for item in curves]
    else:
        named = [(None, curves)]
    if not named:
        raise PrplotValueError("curves must hold at least one path or curve; got none.")
    strangers = [item for _, item in named if not isinstance(item, ConfusionPath | Curve)]
    if strangers:
        raise wrong_type(
            "curves",
            "be a path, a curve, a sequence or a mapping of them",
            strangers[0],
            "Make a path with prplot.from_labels or prplot.from_weights.",
        )
    if space is not None:
        one_of("space", space, [s.name for s in SPACES])
    wanted = space or next((item.space.name for _, item in named if isinstance(item, Curve)), "pr")
    return [_as_curve(item, wanted, interpolation, name) for name, item in named]


def _as_curve(item: ConfusionPath | Curve, space: str, interpolation: str | None, name: str | None) -> Curve:
    if isinstance(item, ConfusionPath):
        return item.curve(space, interpolation=interpolation, label=name)
    if interpolation not in (None, item.interpolation):
        raise PrplotValueError(
            f"interpolation must be given for paths; got {interpolation!r} for a curve that has "
            f"{item.interpolation!r}. Use its path: curve.path.curve({space!r}, interpolation={interpolation!r})."
        )
    if item.space.name != space:
        raise PrplotValueError(
            f"curves must be of one space; got a {item.space.name!r} curve for space {space!r}. "
            f"Use its path: curve.path.curve({space!r})."
        )
    return item if name is None else replace(item, label=name)


def _check_part(name: str, part: Part) -> None:
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


def _best(curve: Curve, ax: Axes, **line: Any) -> Drawn:
    x, y = ranking_edge(curve.space, curve.path.best())
    style = merged(line, color=tone(ax, 0.4), linewidth=0.9, zorder=1.4, label="_best ranking")
    drawn = Line2D(x, y, **style)
    ax.add_artist(drawn)
    return Drawn(ax, (drawn,))


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
    "best": (_best, _best),
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


def _draw(ax: Axes, curve: Curve, part: Part) -> Line2D:
    count = len(_curves_on(ax))
    x, y, _ = curve.trace(FINE)
    default: dict[str, Any] = {
        "color": _color(ax, count),
        "linestyle": LINE_STYLES[count // len(COLORS) % len(LINE_STYLES)],
        "linewidth": 1.8,
        "solid_joinstyle": "round",
        "zorder": 3.0,
        "label": _entry(curve),
    }
    line = Line2D(*on_scale(ax, x, y), **merged(part if isinstance(part, Mapping) else {}, Line2D, **default))
    line.set_gid(CURVE_TAG + curve.space.area_name(curve.interpolation))
    ax.add_artist(line)
    return line


def _color(ax: Axes, count: int) -> str:
    color = COLORS[count % len(COLORS)]
    return tone(ax, 1.0) if color == "#000000" else color


def _curves_on(ax: Axes) -> list[Line2D]:
    return [line for line in ax.lines if str(line.get_gid()).startswith(CURVE_TAG)]


def _entry(curve: Curve) -> str:
    """Return the legend's entry: the name and the area, for soft labels of at most what."""
    value = curve.area()
    area = "undefined" if np.isnan(value) else _number(value)
    if curve.path.soft and curve.bounded and not np.isnan(value):
        area += f" of at most {_number(curve.best().area())}"
    return area if curve.label is None else f"{curve.label}  {area}"


def _number(area: float) -> str:
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # As many nines as tell it from 1, cut off rather than rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")


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
    for line in _curves_on(ax):
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
    lines = _curves_on(ax)
    if part is False or not lines:
        return ax.get_legend()
    kinds = [str(line.get_gid()).removeprefix(CURVE_TAG) for line in lines]
    mixed = len(set(kinds)) > 1
    labels = [str(line.get_label()) for line in lines]
    if mixed:
        labels = [f"{text} ({kind.removeprefix('area, ')})" for text, kind in zip(labels, kinds, strict=True)]
    size = "small" if width_in_mm(ax) >= ROOM_FOR_VALUES else "x-small"
    options: dict[str, Any] = {
        "title": "area" if mixed else kinds[0],
        "fontsize": size,
        "title_fontsize": size,
        "alignment": "left",
        "framealpha": 0.85,
        "edgecolor": "none",
        "borderaxespad": 0.8,
        "handlelength": 1.6,
    }
    asked = dict(part) if isinstance(part, Mapping) else {}
    # Whatever the caller has labelled stays in the legend.
    others = [pair for pair in zip(*ax.get_legend_handles_labels(), strict=True) if pair[0] not in lines]
    handles = [*lines, *(handle for handle, _ in others)]
    labels += [label for _, label in others]
    legend = ax.legend(handles, labels, **{"loc": "lower left", **options, **asked})
    legend.set_zorder(5.0)
    if "fontsize" not in asked and legend.get_window_extent().width > FITTED * ax.get_window_extent().width:
        _fit(ax, legend)
    if "loc" not in asked:
        corner, covered = _free_corner(ax, lines, legend)
        if covered > MOST_COVERED and figure_of(ax).get_layout_engine() is not None:
            # No corner is free, and the layout makes room above.
            legend.set_loc("lower left")
            legend.set_bbox_to_anchor((0.0, 1.0), transform=ax.transAxes)
            legend.set_in_layout(True)
        else:
            legend.set_loc(cast(Any, corner))
    return legend


def _fit(ax: Axes, legend: Legend) -> None:
    """Make the texts of a legend as small as narrow axes need; the axes must have their place for that."""
    figure_of(ax).draw_without_rendering()
    share = ax.get_window_extent().width * FITTED / legend.get_window_extent().width
    if share < 1:
        for text in [*legend.get_texts(), legend.get_title()]:
            text.set_fontsize(float(text.get_fontsize()) * share)


def _free_corner(ax: Axes, lines: list[Line2D], legend: Legend) -> tuple[str, float]:
    """Return the corner in which the legend covers the least of the curves, and how much of a curve."""
    looked = []
    for line in lines:
        x, y = _points(line)
        finite = np.isfinite(x) & np.isfinite(y)
        if finite.sum() > 1:
            x, y = x[finite], y[finite]
            along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
            at = np.linspace(0.0, along[-1], LOOKED_AT)
            looked.append(np.column_stack([np.interp(at, along, x), np.interp(at, along, y)]))
    if not looked:
        return "lower left", 0.0
    points = ax.transAxes.inverted().transform(ax.transData.transform(np.concatenate(looked)))
    box, room = legend.get_window_extent(), ax.get_window_extent()
    size = np.minimum([box.width / room.width, box.height / room.height], 1.0 - 2 * PAD)

    def covered(corner: tuple[float, float]) -> float:
        low = PAD + np.array(corner) * (1 - size - 2 * PAD)
        near = (points >= low - CLEARANCE) & (points <= low + size + CLEARANCE)
        return float(np.sum(np.all(near, axis=1)) / LOOKED_AT)

    best = min(CORNERS, key=lambda name: covered(CORNERS[name]))
    return best, covered(CORNERS[best])
