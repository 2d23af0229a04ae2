"""Samples, axes, and what is read off figures: only what is drawn, nothing of how it is made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

import prplot


class Word(NamedTuple):
    """A line of text that was drawn: what it says, its box in pixels, turned as it is, and how it looks."""

    text: str
    outline: Path
    size: float
    color: str
    mathematics: bool


@pytest.fixture
def new_axes() -> Callable[..., Axes]:
    """Makes axes of a figure that pyplot knows nothing of."""

    def make(size: tuple[float, float] = (5.2, 4.4), layout: Any = "constrained", **options: Any) -> Axes:
        figure = Figure(figsize=size, layout=layout, **options)
        FigureCanvasAgg(figure)
        return figure.add_subplot()

    return make


@pytest.fixture
def ax(new_axes) -> Axes:
    return new_axes()


@pytest.fixture
def hard() -> prplot.ConfusionPath:
    rng = np.random.default_rng(3)
    labels = rng.random(150) < 0.25
    return prplot.from_labels(labels, rng.normal(size=150) + 1.3 * labels, name="hard")


@pytest.fixture
def other() -> prplot.ConfusionPath:
    """Another classifier of the sample of `hard`, and a worse one."""
    labels = np.random.default_rng(3).random(150) < 0.25
    return prplot.from_labels(labels, np.random.default_rng(4).normal(size=150) + 0.6 * labels, name="other")


@pytest.fixture
def soft() -> prplot.ConfusionPath:
    rng = np.random.default_rng(5)
    fg = rng.beta(0.5, 1.5, 60) * 0.9 + 0.05
    return prplot.from_weights(fg + rng.normal(scale=0.3, size=60), fg=fg, bg=rng.uniform(0.2, 2, 60), name="soft")


@pytest.fixture
def two(hard, other) -> dict[str, prplot.ConfusionPath]:
    return {"hard": hard, "other": other}


@pytest.fixture
def six() -> prplot.ConfusionPath:
    """Six ranked rows: positive, positive, negative, positive, negative, negative."""
    return prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1], name="six")


@pytest.fixture
def tied() -> prplot.ConfusionPath:
    """Five groups of equal scores, long steps in every space."""
    groups = {0.9: (3, 0), 0.7: (4, 2), 0.4: (3, 5), 0.3: (2, 9), 0.1: (1, 8)}
    fg, bg = np.transpose(list(groups.values()))
    return prplot.from_counts(list(groups), tp=np.cumsum(fg), fp=np.cumsum(bg))


@pytest.fixture
def sampled() -> Callable[..., prplot.ConfusionPath]:
    """Makes a sample of so many rows."""

    def make(seed: int, share: float = 0.3, n: int = 80, better: float = 1.0, **options: Any) -> prplot.ConfusionPath:
        rng = np.random.default_rng(seed)
        labels = np.arange(n) < share * n
        return prplot.from_labels(labels, rng.normal(size=n) + better * labels, **options)

    return make


@pytest.fixture
def many() -> Callable[..., dict[str, prplot.ConfusionPath]]:
    """Makes classifiers of one sample, of falling quality, with names of so many letters."""

    def make(count: int, letters: int = 10) -> dict[str, prplot.ConfusionPath]:
        rng = np.random.default_rng(5)
        labels, word = rng.random(200) < 0.3, "Random forest of embeddings with many trees"[: letters - 2]
        scores = (rng.normal(size=200) + (2.2 - 0.12 * k) * labels for k in range(count))
        return {f"{word}{k:02d}": prplot.from_labels(labels, score) for k, score in enumerate(scores)}

    return make


# What is read off figures.


@pytest.fixture
def entries() -> Callable[[Any], tuple[str, list[str]]]:
    """Header and entries of a legend."""

    def read(drawn: Any) -> tuple[str, list[str]]:
        legend = drawn.legend
        return legend.get_title().get_text(), [text.get_text() for text in legend.get_texts()]

    return read


@pytest.fixture
def words() -> Callable[[Figure], list[Word]]:
    """All texts that are drawn, line by line."""

    def read(figure: Figure) -> list[Word]:
        seen: list[Word] = []
        real = RendererAgg.draw_text

        def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
            width, height, low = self.get_text_width_height_descent(s, prop, ismath)
            turned = Affine2D().rotate_deg(angle).translate(x, self.height - y)
            box = [(0, -low), (width, -low), (width, height - low), (0, height - low), (0, -low)]
            if s.strip() and gc.get_alpha() > 0:
                outline = Path(turned.transform(box), closed=True)
                seen.append(Word(s, outline, prop.get_size_in_points(), to_hex(gc.get_rgb()), ismath is True))
            real(self, gc, x, y, s, prop, angle, ismath, mtext)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RendererAgg, "draw_text", draw_text)
            figure.canvas.draw()
        return seen

    return read


@pytest.fixture
def rows(words) -> Callable[[Legend], list[str]]:
    """The rows of a legend as they are seen, cells apart by a space."""

    def read(legend: Legend) -> list[str]:
        seen = words(legend.figure)
        frame = legend.get_window_extent().padded(1)
        inside = [word for word in seen if frame.count_contains(word.outline.vertices[:4]) == 4]
        lines: dict[int, list[Word]] = {}
        for word in sorted(inside, key=lambda word: -word.outline.get_extents().y0):
            place = word.outline.get_extents().y0
            level = next((at for at in lines if abs(at - place) < 0.5 * word.size), round(place))
            lines.setdefault(level, []).append(word)
        by_x = (sorted(line, key=lambda word: word.outline.get_extents().x0) for line in lines.values())
        return [" ".join(" ".join(word.text for word in line).split()) for line in by_x]

    return read


def _along(line: Line2D, gap: float = 1.0) -> np.ndarray:
    if line.get_linestyle() == "None":
        return line.get_transform().transform(line.get_xydata())
    box = line.axes.bbox.extents
    path = line.get_transform().transform_path(Path(np.asarray(line.get_xydata(), dtype=float)))
    path = path.cleaned(remove_nans=True, clip=tuple(box), simplify=False)
    start, move = path.vertices[:-1], np.diff(path.vertices, axis=0)
    start, move = (side[path.codes[1:] == Path.LINETO] for side in (start, move))
    count = np.ceil(np.hypot(*move.T) / gap).astype(int) + 1
    part = np.concatenate([np.linspace(0, 1, one) for one in count]) if len(count) else np.empty(0)
    return np.repeat(start, count, axis=0) + part[:, None] * np.repeat(move, count, axis=0)


@pytest.fixture
def on_screen() -> Callable[..., np.ndarray]:
    """Points closely along the part of a drawn line that is in view, in pixels."""
    return _along


@pytest.fixture
def off() -> Callable[..., tuple[float, int]]:
    """How far, in pixels, points of data that are in view are at most from a drawn line, and how many they are."""

    def farthest(line: Line2D, x: np.ndarray, y: np.ndarray) -> tuple[float, int]:
        ax, to_pixels = line.axes, line.axes.transData.transform
        points, corners = to_pixels(np.column_stack([x, y])), to_pixels(np.asarray(line.get_xydata(), dtype=float))
        corners = corners[np.isfinite(corners).all(axis=1)]
        points = points[((points >= ax.bbox.min) & (points <= ax.bbox.max)).all(axis=1)]
        start, move = corners[:-1], np.diff(corners, axis=0)
        ends, size = np.sort([corners[:-1, 0], corners[1:, 0]], axis=0), np.maximum(np.sum(move**2, axis=1), 1e-300)
        worst = 0.0
        for some in np.array_split(points[np.argsort(points[:, 0])], max(1, len(points) // 20)):
            if len(some):
                # What is more than a pixel beside the points is nearest to none of them, or the line is too far off.
                near = (ends[1] > some[0, 0] - 1) & (ends[0] < some[-1, 0] + 1)
                part = np.clip(np.sum((some[:, None] - start[near]) * move[near], axis=2) / size[near], 0, 1)
                away = some[:, None] - start[near] - part[..., None] * move[near]
                worst = max(worst, float(np.sqrt(np.sum(away**2, axis=2).min(axis=1, initial=1e9)).max()))
        return worst, len(points)

    return farthest


@pytest.fixture
def clear(words) -> Callable[..., list[Word]]:
    """Check that no text of a figure is over another, cut, or over some lines; return the texts."""

    def check(figure: Figure, lines: Any = (), room: float = 1.5) -> list[Word]:
        seen = words(figure)
        for one, two in combinations(seen, 2):
            if one.outline.get_extents().padded(-room).overlaps(two.outline.get_extents().padded(-room)):
                apart = [Path(_smaller(word.outline.vertices, room)) for word in (one, two)]
                assert not apart[0].intersects_path(apart[1], filled=True), (one.text, two.text)
        page = figure.bbox.padded(3.0)
        for word in seen:
            box = word.outline.get_extents()
            assert page.x0 <= box.x0 < box.x1 <= page.x1, word.text
            assert page.y0 <= box.y0 < box.y1 <= page.y1, word.text
        for line in lines:
            dots = _along(line)
            assert [w.text for w in seen if Path(_smaller(w.outline.vertices, room)).contains_points(dots).any()] == []
        return seen

    return check


def _smaller(corners: np.ndarray, room: float) -> np.ndarray:
    away = corners - corners[:4].mean(axis=0)
    return corners - away * np.minimum(1, room / np.maximum(np.abs(away).min(axis=1, keepdims=True), room))


@pytest.fixture
def edges() -> Callable[[Any], tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Abscissae, low and high ordinates of a fill; an outline may be closed by its first point."""

    def read(fill: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        x, y = fill.get_xy().T
        half = len(x) // 2
        return x[:half], y[:half], y[half : 2 * half][::-1]

    return read


@pytest.fixture
def shot() -> Callable[[Figure], np.ndarray]:
    """What a figure looks like, to see whether two that are to be the same are."""

    def render(figure: Figure) -> np.ndarray:
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        return np.asarray(canvas.buffer_rgba()).copy()

    return render


@pytest.fixture
def minus() -> Callable[[str], str]:
    """A number with the sign that figures have."""
    return lambda text: text.replace("-", "\N{MINUS SIGN}")
