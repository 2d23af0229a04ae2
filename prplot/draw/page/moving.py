"""Another prevalence: what moves in a figure, by how much, and the areas there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prplot.curve.curve import Curve
from prplot.draw.lines.curve_line import CurveLine, ThresholdLine, curves_on
from prplot.draw.page.places import Facts, plain, shares
from prplot.draw.text.legend_entries import area_name
from prplot.rows.arrays import FloatArray, IntArray

# In which direction prevalence moves a line of the unit square.
MOVED = {"pr": "y", "prg": "x"}
# The rules that join the moved thresholds of a curve as they join those of the data.
RULES = ("continuous", "step", "linear")
SCALES = {"linear", "log"}
# Where the slider stops besides the prevalence of the data; stops nearer to that, relatively, are left out.
STOPS = (*(0.001, 0.002, 0.005, 0.01, 0.02, 0.05), *(k / 10 for k in range(1, 10)), *(0.95, 0.98, 0.99, 0.995, 0.999))
NEAR = 0.02
# In how many digits moves are written, and what stands for infinite ones.
DIGITS, MOST = 5, 1e300
# How far off moved lines may be, in pixels of a page, at each of these prevalences.
TOLERANCE, LOOKED_AT = 0.4, (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
SAME = 1e-9


def prevalences(figure: Figure, lines: Sequence[CurveLine]) -> list[float]:
    """Return the prevalence of each curve, of a figure that a page can show at others; else nothing."""
    moved = [line for line in lines if line.curve.space.moves_with_prevalence]
    if not moved or len(lines) < sum(len(curves_on(ax)) for ax in figure.axes):
        return []
    for line in moved:
        ax, curve = cast(Axes, line.axes), line.curve
        as_drawn = curve.space.name in MOVED and curve.interpolation in RULES and curve.left == "limit"
        if not as_drawn or isinstance(line, ThresholdLine) or not {ax.get_xscale(), ax.get_yscale()} <= SCALES:
            return []
    found = [float(line.curve.path.known_prevalence) for line in lines]
    return found if all(0 < share < 1 for share in found) else []


def is_one(shares: Sequence[float]) -> bool:
    """Whether prevalences are the same."""
    return max(shares) - min(shares) <= SAME * max(shares)


def slider(lines: Sequence[tuple[CurveLine, str]]) -> Facts:
    """Return the stops of the slider of the prevalence, and what is said at each, of lines and their names."""
    found = [float(line.curve.path.known_prevalence) for line, _ in lines]
    own, as_drawn = found[0], "as in the figure"
    stops = sorted([own, *(stop for stop in STOPS if abs(stop - own) > NEAR * min(own, 1 - own, stop, 1 - stop))])
    of_data = f"{own:.3g}, {as_drawn}" if is_one(found) else as_drawn
    words = [of_data if stop == own else f"{stop:g}" for stop in stops]
    said = ["" if stop == own else _areas(lines, stop) for stop in stops]
    return {
        "name": "prevalence",
        "title": "Prevalence",
        "stops": stops,
        "own": stops.index(own),
        "words": words,
        "said": said,
    }


def _areas(lines: Sequence[tuple[CurveLine, str]], prevalence: float) -> str:
    """Return what is said of areas at another prevalence."""
    by_name: dict[str, list[str]] = {}
    for line, name in lines:
        if line.curve.space.name in MOVED:
            area = at_prevalence(line.curve, prevalence).area()
            words = "undefined" if np.isnan(area) else f"{area:.3f}"
            by_name.setdefault(area_name(line.curve), []).append(f"{name} {words}".strip())
    areas = "; ".join(f"{name}: {', '.join(areas)}" for name, areas in by_name.items())
    return f"At prevalence {prevalence:g}. {areas}. What holds only at the prevalence of the data is hidden."


def at_prevalence(curve: Curve, prevalence: float) -> Curve:
    """Return a curve at another prevalence."""
    space = replace(curve.space, prevalence=prevalence)
    return replace(curve, path=curve.path.at_prevalence(prevalence), space=space)


@np.errstate(all="ignore")
def moves(space: str, prevalence: float, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return by what the odds of the prevalence are multiplied to have the places of points.

    That is odds of precision in PR space, and in PRG space the distance of recall gain from 1; NaN for what stays.
    """
    found = np.where((y >= 0) & (y <= 1), y / (1.0 - y), np.nan) if MOVED[space] == "y" else 1.0 - x
    return np.asarray(np.minimum(found, MOST) / prevalence * (1.0 - prevalence))


def written(values: FloatArray) -> list[float | None]:
    """Return moves as they are told."""
    return plain([float(f"{value:.{DIGITS}g}") for value in values.tolist()])


def moving(ax: Axes, space: str, parts: Sequence[tuple[str, FloatArray, float]], size: FloatArray) -> Facts:
    """Return how the parts of a panel move: polylines, by the id of what is drawn, thinned to what is seen.

    Parameters
    ----------
    ax : Axes
    space : str
        The name of its space.
    parts : sequence of (id, array of shape (n, 2), float)
        The points of each part in data coordinates, and the prevalence for which it is drawn.
    size : array
        Width and height of the axes in pixels.
    """
    up = MOVED[space] == "y"
    limits, scale = (ax.get_ylim(), ax.get_yscale()) if up else (ax.get_xlim(), ax.get_xscale())
    told = []
    for name, points, share in parts:
        points = points[np.isfinite(points).all(axis=1)]
        by, images = moves(space, share, *points.T), []
        for prevalence in LOOKED_AT:
            far = by * prevalence / (1.0 - prevalence)
            there = points.copy()
            there[:, int(up)] = np.where(np.isnan(by), points[:, int(up)], far / (1.0 + far) if up else 1.0 - far)
            images.append(shares(ax, *there.T) * size)
        rows = needed(np.array(images)) if len(points) else np.empty(0, dtype=np.intp)
        x, y = (plain(side.tolist()) for side in shares(ax, *points[rows].T).T)
        told.append({"id": name, "x": x, "y": y, "moves": written(by[rows])})
    return {"axis": "y" if up else "x", "limits": [*map(float, limits)], "log": scale == "log", "parts": told}


def needed(images: FloatArray) -> IntArray:
    """Return the points without which a line would be off by more than the tolerance in one of its images.

    Parameters
    ----------
    images : array of shape (m, n, 2)
        The n points of the line in each of m pictures, in pixels.
    """
    kept, parts = {0, images.shape[1] - 1}, [(0, images.shape[1] - 1)]
    while parts:
        first, last = parts.pop()
        if last - first < 2:
            continue
        start = images[:, first, None]
        along, away = images[:, last, None] - start, images[:, first + 1 : last] - start
        with np.errstate(all="ignore"):
            share = np.nan_to_num((away * along).sum(axis=2) / (along * along).sum(axis=2)).clip(0.0, 1.0)
        off = np.hypot(*np.moveaxis(away - share[..., None] * along, 2, 0)).max(axis=0)
        worst = int(off.argmax())
        if off[worst] > TOLERANCE:
            middle = first + 1 + worst
            kept.add(middle)
            parts += [(first, middle), (middle, last)]
    return np.array(sorted(kept))
