"""What is seen of a figure: its lines, fills, marks and texts, whichever artists draw them."""

from __future__ import annotations

from collections import defaultdict
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
from matplotlib.transforms import Bbox, IdentityTransform

# So fine that bends are drawn within 5e-5 of the axes.
DPI = 288
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
    """A renderer that keeps what it is given, by the axes in which it is."""

    def __init__(self, figure: Figure, seen: Seen) -> None:
        super().__init__()
        self.agg, self.dpi, self.seen = FigureCanvasAgg(figure).get_renderer(), figure.dpi, seen
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
        del s
        self.groups.pop()

    def draw_path(
        self,
        gc: GraphicsContextBase,
        path: Path,
        transform: Any,
        rgbFace: Any = None,  # noqa: N803
    ) -> None:
        face, hatch = _rgba(rgbFace, gc), f" {gc.get_hatch()}" if gc.get_hatch() else ""
        width = gc.get_linewidth()
        if face[3] > 0 or hatch:
            self._keep(f"fill {to_hex(face, keep_alpha=True)}{hatch}", gc, path, transform)
        if width > 0 and _rgba(gc.get_rgb(), gc)[3] > 0:
            self._keep(
                f"line {to_hex(_rgba(gc.get_rgb(), gc), keep_alpha=True)} {width:.1f}{_dashes(gc)}", gc, path, transform
            )

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Path,
        marker_trans: Any,
        path: Path,
        trans: Any,
        rgbFace: Any = None,  # noqa: N803
    ) -> None:
        size = marker_path.get_extents(marker_trans).size * 72 / self.dpi
        edge = _rgba(gc.get_rgb(), gc) if gc.get_linewidth() > 0 else (0, 0, 0, 0)
        face, edge = (to_hex(color, keep_alpha=True) for color in (_rgba(rgbFace, gc), edge))
        ends = [part[-2:] for part, _ in path.iter_segments(simplify=False)]
        places = trans.transform(np.reshape(ends, (-1, 2)))
        self._keep(f"mark {face} {edge} {size[0]:.1f} x {size[1]:.1f}", gc, places, None)

    def draw_quad_mesh(self, gc: Any, *args: Any, **options: Any) -> None:
        """Colour bars have a scale of their own; their colours are those of the lines beside them."""

    def draw_image(self, gc: Any, x: float, y: float, im: Any, transform: Any = None) -> None:
        height, width = im.shape[:2]
        box = Path(np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]]))
        self._keep("image", gc, box, IdentityTransform())

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any = False, mtext: Any = None
    ) -> None:
        names = [name for name, _ in self.groups]
        role = next((role for role, name in (("legend", "legend"), ("axis", "matplotlib.axis")) if name in names), "")
        ax = self._axes()
        if mtext is None:
            return
        if (
            role == "axis"
            and ax is not None
            and mtext in (self.seen.axes[ax].xaxis.label, self.seen.axes[ax].yaxis.label)
        ):
            role = "label"
        found = self.seen.texts[ax][role or "text"]
        if mtext not in found:
            found.append(mtext)

    def _axes(self) -> int | None:
        found = [int(gid) for name, gid in self.groups if name == "axes" and gid.isdigit()]
        return found[-1] if found else None

    def _keep(self, look: str, gc: GraphicsContextBase, path: Any, transform: Any) -> None:
        ax = self._axes()
        if ax is None or NO_DATA & {word for group in self.groups for word in group}:
            return
        to_axes = self.seen.axes[ax].transAxes.inverted()
        clip = gc.get_clip_rectangle()
        box = None if clip is None else to_axes.transform(clip.get_points())
        if transform is None:
            places = to_axes.transform(path)
            inside = (
                np.ones(len(places), bool)
                if box is None
                else ((places > box[0] - 1e-6) & (places < box[1] + 1e-6)).all(axis=1)
            )
            self.seen.lines[ax][look].extend(place[None] for place in places[inside])
            return
        whole = Path(path.vertices, path.codes)
        whole.should_simplify = False
        for polyline in whole.to_polygons(transform, closed_only=look.startswith("fill")):
            self.seen.lines[ax][look].extend(clipped(to_axes.transform(polyline), box))


def _rgba(color: Any, gc: GraphicsContextBase) -> tuple[float, float, float, float]:
    """Return a colour as it is drawn: without one transparent, and with the opacity of the whole artist, if that is set."""
    if color is None:
        return (0.0, 0.0, 0.0, 0.0)
    alpha = gc.get_alpha() if gc.get_forced_alpha() or len(color) == 3 else color[3]
    return (*map(float, color[:3]), float(alpha))


def _dashes(gc: GraphicsContextBase) -> str:
    _, dashes = gc.get_dashes()
    return "" if dashes is None else " dashed " + " ".join(f"{dash:.1f}" for dash in dashes)


def clipped(line: Line, box: np.ndarray | None, room: float = 1e-6) -> list[Line]:
    """Return the parts of a polyline that are in a box."""
    line = line[np.isfinite(line).all(axis=1)]
    if box is None or len(line) < 2 or ((line >= box[0] - room) & (line <= box[1] + room)).all():
        return [line] if len(line) > 1 else []
    start, step = line[:-1], np.diff(line, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = np.stack([(box[0] - room - start) / step, (box[1] + room - start) / step])
    # A coordinate that does not change is within for the whole of a segment, or for nothing of it.
    within = (start >= box[0] - room) & (start <= box[1] + room)
    level = step == 0
    enter = np.where(level, np.where(within, 0.0, 2.0), crossings.min(axis=0)).max(axis=1).clip(0)
    leave = np.where(level, 1.0, crossings.max(axis=0)).min(axis=1).clip(None, 1)
    parts: list[list[np.ndarray]] = []
    for k in np.flatnonzero(enter < leave):
        first, last = start[k] + enter[k] * step[k], start[k] + leave[k] * step[k]
        if parts and enter[k] == 0 and np.array_equal(parts[-1][-1], line[k]):
            parts[-1].append(line[k + 1] if leave[k] == 1 else last)
        else:
            parts.append([first, line[k + 1] if leave[k] == 1 else last])
    return [np.array(part) for part in parts]


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
            looks = seen.lines[number].items()
            lines = [
                line for look, found in looks if look.startswith("line") and look[5:12] in colors for line in found
            ]
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
