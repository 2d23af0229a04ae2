"""Texts of curves and points: names, values of isolines, prevalences of chance lines, confusion matrices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.offsetbox import AnnotationBbox, HPacker, TextArea, VPacker
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from prplot.draw.base.axes import axes_for, drawing_function, figure_of, least_text, secondary_axis, tone, width_in_mm
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import (
    as_written,
    is_mathematics,
    localized,
    printable,
    weight_written,
    written_alike,
)
from prplot.draw.lines.curve_line import CurveLine, Words, curves_on
from prplot.draw.text.labels import DOT, Label, Places, around, beside, dots_along, in_view, nearest
from prplot.errors import PrplotValueError, short, warn
from prplot.metrics import Metric
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray

# The number of places that are tried along a line.
TRIED = 50
# In text heights: the distance of a name from its curve, the smallest distance from other curves, and the distance
# from these beyond which more is no better.
GAP, APART, PLENTY = 0.45, 0.5, 6.0
# A place at an end of a curve costs MIDDLE more than one at its middle. Each text height away from the curve costs
# FARTHER.
MIDDLE, FARTHER = 2.0, 10.0
# Names that fit nowhere beside their curve may be this far away (in text heights), with a thin line to the curve.
REACHES = (GAP, 1.5, 2.5, 4.0, 6.0)
# On axes narrower than this, in mm, isolines have their values on them instead of at their ends.
NARROW = 45.0
# This pattern finds the markup of mathematics, which is not part of a name.
MARKUP = re.compile(r"[${}_\\]")
# The size of subscripts as a share of the text size.
INDEX = 0.7
# In points: the distance of a value from the right end of its line, and from the other edges.
BESIDE, WITHIN = 8.0, 3.5
# Points this close to an edge, in pixels, count as being at the edge.
TOUCHING = 1.5
# Prevalences are alike if the largest is less than this many times the smallest.
ALIKE = 1.25
# The distance of a prevalence from its chance line, in points.
AWAY = 2.0
# The distance of a matrix from its point in points. On axes narrower than SMALL mm matrices are smaller.
FROM_POINT, SMALL = 9.0, 50.0
# At another prevalence the cells of a matrix are for OF rows. Its head says so, in lines of at most LETTERS letters.
OF, LETTERS = 100_000, 30
REWEIGHTED = f"of {OF:,} at this prevalence; negatives are weighted"
# A line may bend by at most this much under a text, in text heights.
BENT = 0.2


@drawing_function()
def direct_labels(ax: Axes | None = None, **text: Any) -> Drawn:
    """Label each curve directly: write its name and area beside the curve, in its color.

    Each label is placed where it covers no curve and no other label, and where its own curve is by far the nearest
    curve. If name and area do not fit in one line, the area is written below the name; if a label still does not fit,
    the font size of all labels is reduced. A name that still fits nowhere is not shown, and a warning says so.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Default: the current axes.
    **text
        Keywords for `matplotlib.text.Text`.

    Returns
    -------
    Drawn
        ``texts`` holds one text per curve.

    Warns
    -----
    PrplotWarning
        When drawn, if a name fits nowhere.

    Raises
    ------
    PrplotValueError
        If no curve of prplot is on the axes.

    Examples
    --------
    >>> import prplot
    >>> paths = prplot.datasets.load("digits").paths()
    >>> artists = prplot.plot(paths, legend=False)
    >>> prplot.draw.direct_labels(artists.ax)
    Drawn(0 lines, 0 fills, 4 texts)
    """
    ax = axes_for(plt.gca() if ax is None and plt.get_fignums() else ax)
    lines = curves_on(ax)
    if not lines:
        raise PrplotValueError("ax must show a curve to be labeled; got none. Draw it first with prplot.plot.")
    for old in [child for child in ax.texts if isinstance(child, DirectLabel)]:
        old.remove()
    least = FontProperties(size="x-small").get_size_in_points()
    for line in lines:
        look = merged(text, Text, color=line.get_color(), fontsize="small", zorder=4.5)
        label = DirectLabel(str(line.get_label()), partial(_beside, line), look, words=line.words)
        size = float(label.get_fontsize())
        label.sizes = size, min(size, least)
        ax.add_artist(label)
    return Drawn(ax, texts=tuple(child for child in ax.texts if isinstance(child, DirectLabel)))


class DirectLabel(Label):
    """The name of a curve, written beside it."""

    rank, pad = 2, 2.5
    words: Words

    def wordings(self) -> list[str]:
        """Return the possible texts: in one line, with the area below the name, and with the name in two lines."""
        name, value = self.words.name, self.words.area
        # A label that the caller has set has no parts.
        if not (name and value and self.value == str(self.words)):
            return [self.get_text()]
        halves = [name] if is_mathematics(name) else wrap(name, max(len(name) * 3 // 5, 1), break_long_words=False)
        ways = [self.value, f"{name}\n{value}", "\n".join([*halves, value])]
        # A text that the caller has changed is kept.
        return ways if self.get_text() in ways else [self.get_text()]

    def draw(self, renderer: RendererBase) -> None:
        """Draw the name; warn once if there is no space for it."""
        super().draw(renderer)
        if not self.shown and self.get_visible() and not self.warned:
            self.warned = True
            warn(
                f"direct_labels finds no room for {short(self.value)} beside its curve; it is not shown. Make the "
                "figure larger, give shorter names, or keep the legend."
            )


def _beside(line: CurveLine, ax: Axes, size: FloatArray, unit: float) -> Iterator[Places]:
    """Yield places near a curve, the near ones first; a place costs less if other curves are farther away."""
    points, length = in_view(ax, line.get_xydata())
    if not len(points):
        return
    middle = np.linspace(-1.0, 1.0, TRIED)
    own = np.interp((middle + 1) / 2 * length[-1], length, points)
    others = [dots_along(ax, other, unit)[0][::3] for other in curves_on(ax) if other is not line]
    strangers = np.concatenate([*others, np.zeros(0)])
    for reach in REACHES:
        at = around(own, size[1] * reach, size)
        apart = abs(strangers - nearest(at[..., None], size, strangers)).min(axis=-1, initial=PLENTY * size[1])
        apart = apart / size[1]
        # Beside its curve, a name must be nearer to this curve than to the others. Farther away, a thin line leads to
        # the curve.
        clear = apart > (APART if reach == GAP else GAP)
        cost = np.where(clear, FARTHER * reach + MIDDLE * abs(middle[:, None]) - apart, np.inf)
        yield Places.of(at, cost, own[:, None])


class _Prevalences(Label):
    """The prevalences of all chance lines that end at the same point, as one text beside the first of these lines."""

    known: tuple[float, ...] = ()
    end: tuple[float, float]


def _at_end(line: Line2D, ax: Axes, size: FloatArray, unit: float) -> list[Places]:
    """Return places beside the rightmost point of the visible part of a line."""
    points, _ = in_view(ax, line.get_xydata())
    if not len(points):
        return [Places.of(points)]
    end, box, half = points[np.argmax(points.real)], ax.bbox, complex(*size) / 2
    if end.real < np.fmin(box.x1, ax.transData.transform((1.0, 0.5))[0]) - TOUCHING:
        # The line ends within the axes, so the text is just inside the right edge or over the end of the line.
        away = half + WITHIN * unit * (1 + 1j) + 1j * size[1] * np.array([0.0, 0.8])
        at = end + (away if end.imag < (box.y0 + box.y1) / 2 else away.conj())
        at.real = np.minimum(at.real, box.x1 - half.real - WITHIN * unit)
    else:
        at = np.array([end + BESIDE * unit + half.real])
        middle = np.mean(box.get_points(), axis=0)
        enclosing_axes = [
            other for other in figure_of(ax).axes if other.bbox.bounds != box.bounds and other.bbox.contains(*middle)
        ]
        # The ticks of a secondary axis, or the axes around an inset, take this space.
        if secondary_axis(ax, "y") or enclosing_axes:
            at = at[:0]
    return [Places.of(at)]


def _on_line(line: Line2D, ax: Axes, size: FloatArray, unit: float) -> list[Places]:
    """Return places on straight parts of a line; those near the middle cost least."""
    points, length = in_view(ax, line.get_xydata())
    half = size[0] / 2 + unit
    if not len(points) or length[-1] <= 2 * half:
        return [Places.of(points[:0])]
    at = np.linspace(half, length[-1] - half, TRIED)
    start, *between, stop = (np.interp(at + part * half, length, points) for part in (-1.0, -0.5, 0.0, 0.5, 1.0))
    chord = stop - start
    turn = chord / abs(chord)
    bent = np.max([abs(((point - start) * turn.conj()).imag) for point in between], axis=0)
    # After a gap the next piece may be anywhere, so the chord must also be about as long as the text.
    straight = (bent <= BENT * size[1]) & (abs(chord) > 2 * half - BENT * size[1])
    cost = np.where(straight, abs(2 * at / length[-1] - 1), np.inf)
    return [Places.of(between[1], cost, turn=np.where(turn.real + 1e-6 * turn.imag < 0, -turn, turn))]


def write_values(ax: Axes, measure: Metric, lines: Sequence[tuple[float, Line2D]], *, on: bool) -> tuple[Label, ...]:
    """Write each line's level on it or at its end; one label, that of the largest level shown, also names the metric.

    On small axes and on axes beside others without a layout engine, there is no space at the ends, so levels are
    written on the lines.
    """
    values = written([level for level, _ in lines])
    look: dict[str, Any] = {"color": tone(ax, 0.5), "fontsize": "x-small", "zorder": 2.0}
    places, traits = _at_end, dict[str, Any](rank=1, beyond=True)
    crowded = figure_of(ax).get_layout_engine() is None and len(figure_of(ax).axes) > 1
    if on or crowded or width_in_mm(ax) < NARROW:
        places, traits = _on_line, dict[str, Any](rank=4, pad=5.0, light=DOT)
        box = {"boxstyle": "square,pad=0.1", "facecolor": tone(ax, 0.0), "edgecolor": "none"}
        look |= {"zorder": 5.2, "bbox": box}
    traits |= {"name": legible(measure.label, "x-small"), "group": []}
    for value, (_, line) in sorted(zip(values, lines, strict=True), key=lambda entry: -entry[1][0]):
        ax.add_artist(Label(value, partial(places, line), look, own=line, **traits))
    return tuple(traits["group"][::-1])


def write_prevalence(ax: Axes, prevalence: float, line: Line2D) -> Label:
    """Write a prevalence beside its chance line; lines that end at the same point share one text."""
    x, y = (np.asarray(side, dtype=np.float64) for side in line.get_data())
    note = next((text for text in ax.texts if isinstance(text, _Prevalences) and text.end == (x[-1], y[-1])), None)
    if note is None:
        look = {"color": tone(ax, 0.6), "fontsize": "x-small", "zorder": 2.0}
        note = _Prevalences("", beside(x, y, AWAY), look, end=(x[-1], y[-1]), light=0.1)
        ax.add_artist(note)
    note.known = tuple(sorted({*note.known, prevalence}))
    tell_prevalences_apart(ax)
    return note


def tell_prevalences_apart(ax: Axes) -> None:
    """Write all prevalences on axes with equally many decimals.

    A text has the color of its curve if only one curve has this prevalence.
    """
    notes = [text for text in ax.texts if isinstance(text, _Prevalences)]
    each = written_alike([number for note in notes for number in note.known])
    for note in notes:
        known, alike = note.known, note.known[-1] < ALIKE * note.known[0]
        numbers, each = list(dict.fromkeys(each[: len(known)])), each[len(known) :]
        # Many prevalences, and prevalences that are alike, are written as a range.
        if len(numbers) > 3 or (len(numbers) > 1 and alike):
            numbers = [f"{numbers[0]} to {numbers[-1]}"]
        note.set_text(f"prevalence {', '.join(numbers)}")
        own = [line for line in curves_on(ax) if line.curve.space.prevalence in known]
        note.set_color(own[0].get_color() if len(notes) > 1 and len(own) == 1 else tone(ax, 0.6))


def legible(label: str, size: str | float) -> str:
    """Return the name of a metric, as plain text if its subscript would be smaller than the venue allows."""
    small = "_" in label and INDEX * FontProperties(size=size).get_size_in_points() < least_text.get()
    return MARKUP.sub("", label) if small else label


def written(levels: list[float]) -> list[str]:
    """Return levels as texts: exactly if four digits are enough, else with enough digits to distinguish them."""
    distinct = set(levels)
    digits = next((d for d in range(2, 17) if len({f"{x:.{d}g}" for x in distinct}) == len(distinct)), 17)
    texts = (f"{x:.4g}" if float(f"{x:.4g}") == x else f"{x:.{digits}g}" for x in levels)
    return [localized(text) for text in texts]


class _MatrixText(Label):
    """A confusion matrix in a box; its plain text has the same content in several lines."""

    box: AnnotationBbox

    def get_window_extent(self, renderer: RendererBase | None = None, dpi: float | None = None) -> Bbox:
        """Return the box around the matrix."""
        if not isinstance(self.axes, Axes):
            return super().get_window_extent(renderer, dpi)
        self.box.set_figure(figure_of(self.axes))
        self.box.xy = self.box.xybox = self.get_position()
        for text in self.box.findobj(Text):
            text.set_fontsize(self.get_fontsize())
        return self.box.get_window_extent(renderer)

    def paint(self, renderer: RendererBase) -> None:
        """Draw the box with the matrix."""
        self.box.draw(renderer)


def cells_written(path: ConfusionPath, confusion: Confusion) -> tuple[list[str], str]:
    """Return TP, FP, FN and TN as texts, and a note on them; the note is empty for counts as given.

    At another prevalence negatives are weighted, so the cells are not counts of rows. They are scaled to 100,000 rows.
    """
    if path.treatment.reweighted_from is None:
        return [*map(weight_written, confusion.cells)], ""
    total = sum(confusion.cells)
    return [f"{OF * cell / total:.0f}" for cell in confusion.cells], REWEIGHTED


def write_matrix(
    ax: Axes, path: ConfusionPath, confusion: Confusion, label: str | None, x: FloatArray, y: FloatArray
) -> Label:
    """Write a confusion matrix near its point: two rows of two cells below its label and threshold."""
    size = "x-small" if width_in_mm(ax) >= SMALL else "xx-small"
    head = [] if label is None else [printable(label)]
    if confusion.threshold is not None:
        head.append(f"threshold {as_written(confusion.threshold)}")
    (tp, fp, fn, tn), words = cells_written(path, confusion)
    head += wrap(words, LETTERS)
    dark, light = tone(ax, 0.95), tone(ax, 0.6)
    pairs = (
        (_column("left", light, "TP", "FN"), _column("right", dark, tp, fn)),
        (_column("left", light, "FP", "TN"), _column("right", dark, fp, tn)),
    )
    cells = HPacker(pad=0, sep=10, children=[HPacker(pad=0, sep=4, children=[*pair]) for pair in pairs])
    table = VPacker(pad=4, sep=3.5, align="left", children=[_column("left", dark, *head), cells] if head else [cells])
    frame = {"facecolor": tone(ax, 0.0), "edgecolor": tone(ax, 0.35), "linewidth": 0.6, "alpha": 0.9}
    box = AnnotationBbox(table, (0, 0), xycoords="figure pixels", pad=0, bboxprops={"boxstyle": "round,pad=0", **frame})
    text = "\n".join([*head, f"TP {tp}  FP {fp}", f"FN {fn}  TN {tn}"])
    look = {"color": tone(ax, 0.4), "fontsize": size, "zorder": 5.5}
    note = _MatrixText(text, beside(x, y, FROM_POINT, far=True), look, must=True, box=box)
    ax.add_artist(note)
    return note


def _column(align: Any, color: str, *texts: str) -> VPacker:
    return VPacker(pad=0, sep=2.5, align=align, children=[TextArea(text, textprops={"color": color}) for text in texts])
