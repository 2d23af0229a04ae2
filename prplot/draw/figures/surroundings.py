"""The parts of a figure around its curves: their names, the spaces where they are usual, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawable, has_places, tone
from prplot.draw.base.drawn import Drawn, PartTag, remember_owner, tag, tag_of
from prplot.draw.base.keywords import PartOption, check_parts, checked_keywords, merged, part_of
from prplot.draw.lines.curve_line import bands_said, curves_on
from prplot.draw.parts.points import mark
from prplot.draw.parts.rankings import best, bin_envelope, members, worst
from prplot.draw.parts.reference_lines import baseline, iso_f, prg_grid
from prplot.draw.parts.regions import Region, ends_early, unachievable, unreached
from prplot.draw.parts.terms import terms
from prplot.draw.text.labels import beside, placed
from prplot.draw.text.legend_entries import two_decimals
from prplot.draw.views import lowest_views, view_of
from prplot.rows.arrays import FloatArray
from prplot.spaces import SPACES, Space
from prplot.uncertainty.averaged_curves import MeanCurve

# The tag of marks that are redrawn with every new curve.
MARK = PartTag("mark")
# The size of the mark at the end of a curve that ends early, the distance of its text in points, and the largest
# number of ends with a text.
END_SIZE, END_GAP, FEW_ENDS = 4.5, 5.0, 3


def _always_positive(curve: Curve, ax: Axes, **look: Any) -> Drawn:
    if view_of(curve.space).gains:
        return baseline(curve, kind="always-positive", ax=ax, **look)
    drawable(curve.space, "always-positive")
    x, y = np.array(curve.space.forward(1.0, 1.0)).reshape(2, 1)
    colors: dict[str, Any] = {"color": tone(ax, 0.6), "markerfacecolor": tone(ax, 0.0)}
    return Drawn(ax, (mark(ax, x, y, look, **colors, markersize=4.5, label="_always positive"),))


def _region_edge(curve: Curve, ax: Axes, **fill: Any) -> Drawn:
    """Draw the region's edge at another prevalence, and keep only the intersection of all regions filled."""
    filled = [patch for patch in ax.patches if isinstance(patch, Region) and tag_of(patch)]
    look = {**merged(fill, Polygon), "facecolor": "none"}
    look.pop("color", None)
    drawn = unachievable(curve, ax=ax, **look)
    for region in filled:
        region.meet(other for other in drawn.fills if isinstance(other, Region))
    return drawn


def _lighter_chance(curve: Curve, ax: Axes, **line: Any) -> Drawn:
    return baseline(curve, ax=ax, **merged(line, color=tone(ax, 0.3)))


def _bins(curve: Curve, ax: Axes, **fill: Any) -> Drawn:
    return bin_envelope(curve, ax=ax, **fill) if curve.path.binned else Drawn(ax)


class Part(NamedTuple):
    """A part of a figure: a keyword of `plot`, its documentation, and a switch of the explorer.

    Attributes
    ----------
    name : str
        The keyword of `plot`.
    about : str
        The description for the documentation.
    draw : callable
        The drawing function, which takes a curve, ``ax`` and the keywords that users give as a dict.
    usual : callable
        Returns whether the part is drawn by default in a space.
    again : callable or None
        The drawing function for a further prevalence on the same axes; None: drawn there only on request.
    artist : class
        The class of artist whose keywords the part takes besides its own.
    of : class or tuple of classes
        The kind of curves that have the part; none for marks that are redrawn for all curves, see `draw_marks`.
    each : bool
        Whether each curve has the part, instead of all curves of one prevalence together.
    without_negatives : bool
        Whether the part can be drawn in PR space with an unknown number of negatives.
    title : str
        The name of the explorer's switch; empty without a switch.
    words : str
        The name in legends that name parts; by default the title.
    """

    name: str
    about: str
    draw: Callable[..., Drawn]
    usual: Callable[[Space | type[Space]], bool] = lambda _: False
    again: Callable[..., Drawn] | None = None
    artist: type[Artist] = Line2D
    of: Any = object
    each: bool = False
    without_negatives: bool = False
    title: str = ""
    words: str = ""


def _recalls(space: Space | type[Space]) -> bool:
    return space._pointwise and space._rate == "tpr"


# Parts are drawn in this order.
PARTS = (
    Part(
        "unachievable",
        "The region that no classifier can reach; see `prplot.draw.unachievable`",
        unachievable,
        lambda space: space._pointwise,
        again=_region_edge,
        artist=Polygon,
        title="Unachievable region",
    ),
    Part(
        "prg_grid",
        "The grid of precision gain and recall gain; see `prplot.draw.prg_grid`",
        prg_grid,
        title="PR-Gain grid",
    ),
    Part(
        "iso_f",
        "Lines of equal F1; see `prplot.draw.iso_f`",
        iso_f,
        _recalls,
        without_negatives=True,
        words="Equal F1",
    ),
    Part(
        "chance",
        "The chance line; see `prplot.draw.baseline`",
        baseline,
        lambda _: True,
        again=_lighter_chance,
        title="Chance",
    ),
    Part(
        "best",
        "The curve of the best possible ranking of the same rows; see `prplot.draw.best`",
        best,
        of=Curve,
        title="Best ranking",
    ),
    Part("worst", "The curve of the worst possible ranking of the same rows", worst, of=Curve, title="Worst ranking"),
    Part(
        "always_positive",
        "The classifier that predicts every row positive: an open marker, in PRG the line of equal F1 through it",
        _always_positive,
        _recalls,
        title="Always positive",
    ),
    Part(
        "members",
        "The single curves of a `MeanCurve`, as thin lines behind the mean",
        members,
        of=MeanCurve,
        each=True,
        words="Members",
    ),
    Part(
        "terms",
        "In Murphy space, the miscalibration and the discrimination of forecasts; see `prplot.draw.terms`",
        terms,
        artist=Polygon,
        of=Curve,
        each=True,
        title="Miscalibration and discrimination",
    ),
    Part(
        "bins",
        "For scores counted in bins, the band in which the curve must lie; see `prplot.draw.bin_envelope`",
        _bins,
        lambda _: True,
        artist=Polygon,
        of=Curve,
        each=True,
        words="Range of the bins",
    ),
    Part(
        "unreached",
        "Hatching of the recall values that no curve reaches; see `prplot.draw.unreached`",
        unreached,
        lambda space: space._pointwise,
        artist=Polygon,
        of=(),
        words="Reached by no threshold",
    ),
)


def usual_in(space: Space | type[Space]) -> tuple[str, ...]:
    """Return the names of the parts that a figure in a space has by default."""
    return tuple(part.name for part in PARTS if part.usual(space))


def documented() -> str:
    """Return the documentation of the parts for the docstring of `plot`."""
    lines = []
    for part in PARTS:
        where = ", ".join(space.name for space in SPACES if part.usual(space))
        lines.append(f"{part.name}\n    {part.about}. {f'Usual in {where}' if where else 'Not usual'}.")
    return "\n".join(lines)


def check_part_options(options: Mapping[str, Any]) -> None:
    """Raise an error if the options of a part are wrong, before anything is drawn."""
    check_parts(**options)
    for part in PARTS:
        option = options[part.name]
        if isinstance(option, Mapping):
            _, *parameters = signature(part.draw).parameters.values()
            own = [p.name for p in parameters if p.name not in ("ax", "space") and p.kind is not p.VAR_KEYWORD]
            checked_keywords(option, part.artist, own, part.name)


def draw_parts(ax: Axes, curves: Sequence[Curve | MeanCurve], options: Mapping[str, PartOption]) -> dict[str, Drawn]:
    """Draw the parts that are requested or usual and not on the axes yet, most of them once per prevalence."""
    drawn: dict[str, Drawn] = {}
    for curve in curves:
        # Prevalences that differ only by rounding count as one. NaN is replaced because it is not equal to itself.
        pi = None if np.isnan(curve.space.prevalence) else float(f"{curve.space.prevalence:.9g}")
        tags = {one for artist in ax.get_children() if (one := tag_of(artist)) and one != MARK}
        known = any(one.prevalence == pi for one in tags)
        for part in (part for part in PARTS if isinstance(curve, part.of) and PartTag(part.name, pi) not in tags):
            option = options[part.name]
            # If any part of this prevalence is on the axes, its usual parts have been drawn already.
            draw = part.draw if part.each or not tags else None if known else part.again
            wanted = option or (option is not False and draw and part.usual(curve.space))
            if wanted and has_places(curve.space, without_negatives=bool(option) or part.without_negatives):
                made = (draw or part.draw)(curve, ax=ax, **part_of(option))
                for artist in () if part.each else made.artists:
                    tag(artist, PartTag(part.name, pi))
                if made.artists or not part.each:
                    drawn[part.name] = drawn.get(part.name, Drawn(ax)).together_with(made)
    return drawn


def draw_marks(ax: Axes, space: Space, hatch: PartOption) -> dict[str, Drawn]:
    """Redraw the marks that depend on all curves: corners, ends, and how far curves go below the view."""
    for artist in [child for child in ax.get_children() if tag_of(child) == MARK]:
        artist.remove()
    marks = {"corners": _corners(ax, space), "cut": _cut(ax, space)}
    if hatch is not False:
        marks["unreached"] = _ends(ax, part_of(hatch))
    for artist in [artist for drawn in marks.values() for artist in drawn.artists]:
        tag(artist, MARK)
    return {name: drawn for name, drawn in marks.items() if drawn.artists}


def name_parts(ax: Axes, surroundings: Mapping[str, Drawn], options: Mapping[str, PartOption]) -> None:
    """Label each part that the caller has not labeled, so that the legend names it."""
    words = {part.name: part.words or part.title for part in PARTS}
    words["band"] = "; ".join(bands_said(curves_on(ax)))
    for name, drawn in surroundings.items():
        artists = (*drawn.fills, *drawn.lines)
        if name in words and artists and "label" not in part_of(options[name]):
            artists[0].set_label(words[name])


def lowest(ax: Axes) -> FloatArray:
    """Return the lowest point of the curves on the axes over the abscissae 0 to 1; (0, 0) if none is below."""
    points = np.concatenate([np.zeros((1, 2)), *(line.get_xydata() for line in curves_on(ax))])
    inside = points[(points[:, 0] >= 0) & (points[:, 0] <= 1) & np.isfinite(points[:, 1])]
    return np.asarray(inside[np.argmin(inside[:, 1])])


def _corners(ax: Axes, space: Space) -> Drawn:
    """Mark a corner for each curve that the scales cannot show, such as a perfect classifier in DET space."""
    dots: list[Line2D] = []
    for line in curves_on(ax) if "linear" not in view_of(space).scales else ():
        if line.area in (0.0, 1.0):
            look: dict[str, Any] = {"color": line.get_color(), "markersize": 2 * END_SIZE, "zorder": 4.0}
            dots += ax.plot(line.area, line.area, "o", transform=ax.transAxes, clip_on=False, **look)
            remember_owner(dots[-1], line.curve)
    return Drawn(ax, tuple(dots))


def _ends(ax: Axes, look: dict[str, Any]) -> Drawn:
    """Hatch the recalls that no curve on the axes reaches; if few curves end early, write their last recalls."""
    # Undefined curves have no line.
    shown = [line.curve for line in curves_on(ax) if not np.isnan(line.get_ydata()).all()]
    early, drawn = [curve for curve in shown if ends_early(curve)], Drawn(ax)
    if early and len(early) == len(shown):
        drawn = unreached(max(early, key=lambda curve: curve.path.reached), ax=ax, **look)
    texts = [
        placed(ax, f"recall {two_decimals(curve.path.reached)}", beside(curve.x[-1:], curve.y[-1:], END_GAP))
        for curve in (early if len(early) <= FEW_ENDS else ())
    ]
    return drawn.together_with(Drawn(ax, texts=tuple(texts)))


def _cut(ax: Axes, space: Space) -> Drawn:
    """Write how far down the curves go if the view cuts them off."""
    (x, low), bottom, (least, floor) = lowest(ax), ax.get_ylim()[0], lowest_views(space)
    # Net benefit far below 0 is of no interest, so no text says how far down its curves go.
    if low >= min(bottom, floor) or least < 0:
        return Drawn(ax)
    side, away = ("right", -4) if x > 0.5 else ("left", 4)
    note = ax.annotate(
        rf"$\downarrow$ to ${low:.2g}$",
        (x, bottom),
        (away, 3),
        textcoords="offset points",
        va="bottom",
        ha=side,
        fontsize="x-small",
        color=tone(ax, 0.7),
        zorder=6.0,
    )
    return Drawn(ax, texts=(note,))
