"""What is seen of a figure: its lines, fills, marks and texts, whichever artists draw them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox

# So fine that bends are drawn within 5e-5 of the axes.
DPI = 288
# Lines on the edge of a box are in it.
ROOM = 1e-6
NO_DATA = {"text", "legend", "matplotlib.axis", "frame"}

Line = np.ndarray


@dataclass
class Seen:
    """A figure as it was drawn: lines by axes and look, texts by axes and role, and where texts and legends are."""

    axes: list[Axes]
    lines: dict[int, dict[str, list[Line]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    texts: dict[int | None, dict[str, list[Text]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    figure_box: Bbox = field(default_factory=Bbox.unit)
    text_boxes: list[tuple[str, Bbox]] = field(default_factory=list)
    legends: list[tuple[Bbox, list[Line]]] = field(default_factory=list)


class Recorder(RendererBase):
    """A renderer that keeps what it is told to draw, by the axes in which it is."""

    def __init__(self, figure: Figure, seen: Seen) -> None:
        super().__init__()
        self.agg, self.figure, self.seen = FigureCanvasAgg(figure).get_renderer(), figure, seen
        self.groups: list[tuple[str, str]] = []

    # What a renderer is asked.

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.agg.get_canvas_width_height()

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> Any:
        return self.agg.get_text_width_height_descent(s, prop, ismath)

    def points_to_pixels(self, points: Any) -> Any:
        return self.agg.points_to_pixels(points)

    # What it is told.

    def open_group(self, s: str, gid: str | None = None) -> None:
        self.groups.append((s, gid or ""))

    def close_group(self, s: str) -> None:
        assert self.groups.pop()[0] == s

    def draw_path(self, gc: GraphicsContextBase, path: Path, transform: Any, rgbFace: Any = None) -> None:
        face, edge = _hex(rgbFace, gc), _hex(gc.get_rgb(), gc)
        whole = Path(path.vertices, path.codes)
        whole.should_simplify = False
        if gc.get_hatch() or not face.endswith("00"):
            self._keep_lines(f"fill {face} {gc.get_hatch() or ''}".rstrip(), gc, whole.to_polygons(transform))
        if gc.get_linewidth() > 0 and not edge.endswith("00"):
            look = f"line {edge} {gc.get_linewidth():.1f}{_dashes(gc)}"
            self._keep_lines(look, gc, whole.to_polygons(transform, closed_only=False))

    def draw_markers(
        self, gc: GraphicsContextBase, marker_path: Path, marker_trans: Any, path: Path, trans: Any, rgbFace: Any = None
    ) -> None:
        width, height = marker_path.get_extents(marker_trans).size * 72 / self.figure.dpi
        edge = gc.get_rgb() if gc.get_linewidth() > 0 else None
        places = np.reshape([part[-2:] for part, _ in path.iter_segments(simplify=False)], (-1, 2))
        look = f"mark {_hex(rgbFace, gc)} {_hex(edge, gc)} {width:.1f} x {height:.1f}"
        self._keep_lines(look, gc, trans.transform(places)[:, None])

    def draw_quad_mesh(self, *mesh: Any) -> None:
        """Leave out colour bars: their colours are those of the lines beside them."""

    def draw_image(self, *image: Any) -> None:
        """Leave out images: there are none."""

    def draw_text(self, *args: Any, **options: Any) -> None:
        mtext = options["mtext"]
        if mtext is None:  # one of several lines
            mtext = next(text for text in self.figure.findobj(Text) if args[3] in text.get_text().split("\n"))
        number, names = self._axes(), {name for name, _ in self.groups}
        role = "legend" if "legend" in names else "ticks" if "matplotlib.axis" in names else "texts"
        if role == "ticks" and mtext in (self.seen.axes[number].xaxis.label, self.seen.axes[number].yaxis.label):
            role = "labels"
        if mtext not in self.seen.texts[number][role]:
            self.seen.texts[number][role].append(mtext)

    def _axes(self) -> int | None:
        """Return the number of the axes that are being drawn."""
        found = [int(gid) for name, gid in self.groups if name == "axes" and gid]
        return found[-1] if found else None

    def _keep_lines(self, look: str, gc: GraphicsContextBase, lines: Iterable[Line]) -> None:
        number = self._axes()
        if number is not None and not NO_DATA.intersection(word for group in self.groups for word in group):
            to_axes, clip = self.seen.axes[number].transAxes.inverted(), gc.get_clip_rectangle()
            box = None if clip is None else to_axes.transform(clip.get_points())
            for line in lines:
                self.seen.lines[number][look] += clipped(to_axes.transform(line), box)


def _hex(color: Any, gc: GraphicsContextBase) -> str:
    """Return a colour as it is drawn, with the opacity of the whole artist, where that is set; or transparent."""
    if color is None:
        return "#00000000"
    opaque = gc.get_alpha() if gc.get_forced_alpha() or len(color) == 3 else color[3]
    return to_hex((*color[:3], opaque), keep_alpha=True)


def _dashes(gc: GraphicsContextBase) -> str:
    _, dashes = gc.get_dashes()
    return "" if dashes is None else " dashed " + " ".join(f"{dash:.1f}" for dash in dashes)


def clipped(line: Line, box: np.ndarray | None) -> list[Line]:
    """Return the parts of a polyline, or of a point, that are in a box."""
    if box is None or ((line > box[0] - ROOM) & (line < box[1] + ROOM)).all():
        return [line]
    start, step = line[:-1], np.diff(line, axis=0)
    low, high = box[0] - ROOM - start, box[1] + ROOM - start
    # A coordinate that does not change is within all along, or nowhere.
    level = np.where((low < 0) & (high > 0), [[[-9.0]], [[9.0]]], 9.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = np.where(step == 0, level, np.stack([low, high]) / step)
    enter, leave = crossings.min(axis=0).max(axis=1).clip(0), crossings.max(axis=0).min(axis=1).clip(None, 1)
    parts: list[Line] = []
    for k in np.flatnonzero(enter < leave):
        part = start[k] + np.array([[enter[k]], [leave[k]]]) * step[k]
        goes_on = parts and enter[k] == 0 and np.allclose(parts[-1][-1], start[k], rtol=0, atol=1e-12)
        parts[-1:] = [np.concatenate([parts[-1], part[1:]])] if goes_on else [*parts[-1:], part]
    return parts


def look_at(figure: Figure) -> Seen:
    """Draw a figure twice, so that its layout has settled, and return what is seen of it."""
    figure.set_dpi(DPI)
    axes = list(figure.axes)
    for ax in axes:  # insets and secondary axes come after, also their own
        axes.extend(child for child in ax.child_axes if child not in axes)
    for number, ax in enumerate(axes):
        ax.set_gid(str(number))
        for part in (ax.patch, *ax.spines.values()):
            part.set_gid("frame")
    for _ in range(2):
        seen = Seen(axes)
        renderer = Recorder(figure, seen)
        figure.draw(renderer)
    seen.figure_box = figure.bbox.frozen()
    for text in (text for roles in seen.texts.values() for texts in roles.values() for text in texts):
        seen.text_boxes.append((text.get_text(), text.get_window_extent(renderer).padded(-0.5 * DPI / 72)))
    for legend in figure.findobj(Legend):
        colors = {to_hex(handle.get_color()) for handle in legend.legend_handles if isinstance(handle, Line2D)}
        for number, ax in enumerate(axes):
            named = [
                found for look, found in seen.lines[number].items() if look[:5] == "line " and look[5:12] in colors
            ]
            lines = [line for found in named for line in found]
            seen.legends.append((legend.get_window_extent(renderer).transformed(ax.transAxes.inverted()), lines))
    return seen


def reduced(line: Line, most: float) -> Line:
    """Return a polyline with those vertices alone without which it would be farther away (Douglas and Peucker)."""
    keep, open_parts = {0, len(line) - 1}, [(0, len(line) - 1)]
    while open_parts:
        first, last = open_parts.pop()
        if last - first > 1:
            apart = distances(line[first + 1 : last], line[[first, last]][None])
            far = int(np.argmax(apart))
            if apart[far] > most:
                keep.add(middle := first + 1 + far)
                open_parts += [(first, middle), (middle, last)]
    return line[sorted(keep)]


def distances(points: np.ndarray, segments: np.ndarray) -> np.ndarray:
    """Return how far points are from the nearest of some segments, of shape (n, 2 ends, 2)."""
    start, step = segments[:, 0], segments[:, 1] - segments[:, 0]
    away = points[:, None] - start
    along = np.clip((away * step).sum(axis=2) / np.maximum((step**2).sum(axis=1), 1e-30), 0, 1)
    return np.hypot(*np.moveaxis(away - along[..., None] * step, 2, 0)).min(axis=1)
