"""Where legends go: off the curves, within the figure, and anew when the view changes."""

from __future__ import annotations

import io

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import prplot
from prplot import style
from prplot.spaces import SPACES

SPACE_NAMES = [space.name for space in SPACES if space.pointwise]
each_space = pytest.mark.parametrize("space", SPACE_NAMES)


@pytest.fixture
def five():
    """Good classifiers of one sample: most of the figure is free."""
    rng = np.random.default_rng(1)
    labels = rng.random(400) < 0.3
    return {f"Model {k}": prplot.from_labels(labels, rng.normal(size=400) + (2 + k / 2) * labels) for k in range(5)}


def test_the_legend_moves_when_the_view_does(hard, new_axes):
    ax = new_axes()
    artists = prplot.plot(hard, "roc", ax)
    places = []
    for right in (1.0, 0.1):
        ax.set(xlim=(0, right), ylim=(0, 1))
        artists.figure.canvas.draw()
        places.append(ax.transAxes.inverted().transform(artists.legend.get_window_extent())[0].round(2).tolist())
    assert places[0] != places[1]


# Where the legend goes.


def covered(artists):
    """How many closely spaced points of the curves lie under the legend."""
    artists.figure.canvas.draw()
    box, count = artists.legend.get_window_extent(), 0
    for line in artists.lines:
        x, y = artists.ax.transData.transform(line.get_xydata()).T
        x, y = np.stack([x, y])[:, np.isfinite(x) & np.isfinite(y)]
        along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
        even = np.linspace(0, along[-1], 2000)
        x, y = np.interp(even, along, x), np.interp(even, along, y)
        count += int(np.sum((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)))
    return count


@each_space
def test_five_good_curves_leave_the_legend_a_free_corner(space, five, ax):
    assert covered(prplot.plot(five, space, ax)) == 0


def test_poor_curves_leave_the_upper_corner_of_pr_free(ax):
    rng = np.random.default_rng(1)
    labels = rng.random(4000) < 0.05
    paths = [prplot.from_labels(labels, np.round(rng.normal(size=4000)), name=f"{k}") for k in range(5)]
    assert covered(prplot.plot(paths, ax=ax)) == 0


@pytest.mark.parametrize("space", ["pr", "prg", "roc"])
def test_long_entries_of_soft_labels_too(space, ax):
    rng = np.random.default_rng(1)
    fg = rng.beta(0.2, 0.8, 500)
    paths = [
        prplot.from_weights(fg + rng.normal(scale=s, size=500), fg=fg, name=f"Support vector machine {s}")
        for s in (0.05, 0.1, 0.15)
    ]
    assert covered(prplot.plot(paths, space, ax)) == 0


NAMES = {
    "short": "Model",
    "long": "Random forest of embeddings with many trees, variant",
}
PAIRS = [("roc", "pr"), ("prg", "croc"), ("det", "gains"), ("lift", "roc")]


def of_rare_events(count, name):
    rng = np.random.default_rng(0)
    labels = rng.random(1000) < 0.1
    return {
        f"{name} {k:02d}": prplot.from_labels(labels, rng.normal(size=1000) + (2 - 0.1 * k) * labels)
        for k in range(count)
    }


def fades(ax, covers, on_screen):
    """The lines that the legend lies over: curves, and lines and marks of reference, but no isolines."""
    box = ax.get_legend().get_window_extent()
    lines = [line for line in ax.lines if line.get_zorder() > 1.25]
    assert {str(line.get_label()).startswith("_") for line in lines} == {True, False}
    points = {line.get_label(): on_screen(line, 1000) for line in lines}
    seen = {label: at[((at >= ax.bbox.min) & (at <= ax.bbox.max)).all(axis=1)] for label, at in points.items()}
    return [label for label, at in seen.items() if covers(box, at)]


def clear(figure, covers, on_screen):
    """Whether legends lie over no line, no other axes, and not over each other."""
    boxes = [ax.get_legend().get_window_extent() for ax in figure.axes]
    for ax, box in zip(figure.axes, boxes, strict=True):
        assert fades(ax, covers, on_screen) == []
        assert ax.get_legend().get_in_layout() != ax.bbox.overlaps(box)
        assert not any(other.bbox.overlaps(box) for other in figure.axes if other is not ax)
    assert not boxes[0].count_overlaps(boxes[1:])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [1, 3, 12])
@each_space
def test_the_legend_of_a_figure_covers_no_line(space, count, name, covers, on_screen):
    figure = prplot.plot(of_rare_events(count, NAMES[name]), space).figure
    figure.canvas.draw()
    clear(figure, covers, on_screen)


@pytest.mark.parametrize("layout", [None, "tight", "constrained", "tight_layout"])
@pytest.mark.parametrize(
    ("spaces", "count", "name"),
    [(pair, count, name) for pair in PAIRS for count, name in ((1, "long"), (3, "short"), (3, "long"), (12, "short"))],
    ids=str,
)
def test_two_legends_of_a_figure_cover_no_line_and_have_one_size(spaces, count, name, layout, covers, on_screen):
    figure = Figure(figsize=(7, 3.2), layout=None if layout == "tight_layout" else layout)
    FigureCanvasAgg(figure)
    for space, ax in zip(spaces, figure.subplots(1, 2), strict=True):
        prplot.plot(of_rare_events(count, NAMES[name]), space, ax)
    if layout == "tight_layout":
        figure.tight_layout()
    engine = figure.get_layout_engine()
    figure.canvas.draw()
    clear(figure, covers, on_screen)
    assert figure.get_layout_engine() is engine
    assert (engine is None) == (layout is None)
    assert len({text.get_fontsize() for ax in figure.axes for text in ax.get_legend().get_texts()}) == 1


def test_a_small_legend_is_under_the_diagonal_and_over_no_baseline(ax, new_axes):
    paths = of_rare_events(2, "Model")
    for space, axes, corner in (("roc", ax, "lower right"), ("pr", new_axes(), "upper right")):
        legend = prplot.plot(paths, space, axes).legend
        axes.figure.canvas.draw()
        assert legend._loc == legend.codes[corner]


@pytest.mark.parametrize("inches", [2.4, 3.3])
def test_a_legend_stays_within_small_axes_or_above_them(inches, hard):
    figure = Figure(figsize=(inches, inches), layout="constrained")
    FigureCanvasAgg(figure)
    artists = prplot.plot({"Random forest": hard}, ax=figure.add_subplot())
    figure.canvas.draw()
    legend, frame = artists.legend.get_window_extent(), artists.ax.get_window_extent()
    inside = legend.x1 <= frame.x1 and legend.x0 >= frame.x0
    assert inside or (legend.y0 >= frame.y1 and legend.x1 <= figure.bbox.x1)


# They fit.


def test_a_figure_whose_height_was_asked_for_keeps_it(many):
    with style.paper("icml", height=1.6):
        artists = prplot.plot(many(14, 40))
    assert tuple(artists.figure.get_size_inches()) == (3.25, 1.6)
    with pytest.warns(
        prplot.PrplotWarning, match=r"the legend leaves axes of only .* in a figure of 3\.25 by 1\.6 inches"
    ):
        artists.figure.canvas.draw()


def test_axes_without_a_layout_leave_room_for_their_legend(new_axes, many):
    ax = new_axes((4.0, 3.0), layout=None)
    artists = prplot.plot(many(3, 40), ax=ax)
    artists.figure.canvas.draw()
    legend = artists.legend.get_window_extent()
    assert legend.y0 >= ax.bbox.y1
    assert ax.figure.bbox.fully_contains(legend.x0, legend.y0)
    assert ax.figure.bbox.fully_contains(legend.x1, legend.y1)
    assert ax.figure.get_layout_engine() is None


def test_axes_in_no_grid_say_where_their_legend_is_too_large(new_axes, many):
    figure = new_axes((3.0, 2.4), layout=None).figure
    artists = prplot.plot(many(14, 40), ax=figure.add_axes((0.1, 0.1, 0.8, 0.8)))
    with pytest.warns(prplot.PrplotWarning, match="the legend is larger than the axes in a figure of 3 by 2.4 inches"):
        artists.figure.canvas.draw()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize("size", [(0.1, 0.1), (0.1, 2.0), (2.0, 0.15), (0.4, 0.3), (1.2, 0.5), (1.5, 1.5)])
def test_the_smallest_figures_are_drawn(size, layout, hard, other, new_axes):
    artists = prplot.plot({"Random forest": hard, "b": other}, ax=new_axes(size, layout))
    for ending in ("png", "pdf"):
        artists.save(io.BytesIO(), format=ending)


SAVINGS = {
    "drawn before": lambda artists: artists.figure.canvas.draw(),
    "shown before": lambda artists: artists.figure.savefig(io.BytesIO(), dpi=72, bbox_inches="tight"),
    "never drawn": lambda artists: None,  # noqa: ARG005
}
KINDS = {"format": "pdf"}, {"format": "png", "dpi": 200}


@pytest.mark.few(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "kind", "before"),
    # Every kind meets every count, and everything that was done before.
    [
        (count, KINDS[turn], list(SAVINGS)[(place + turn) % 3])
        for place, count in enumerate((6, 12, 14))
        for turn in range(2)
    ],
    ids=str,
)
def test_a_legend_is_within_the_page_at_every_resolution(count, kind, before, monkeypatch, many):
    """Letters are as wide as pixels allow, so that the best place at one resolution is not that at another."""
    artists = prplot.plot(many(count, 40))
    legend, seen = artists.legend, []
    draw = legend.draw

    def drawn(renderer):
        draw(renderer)
        box, page = legend.get_window_extent(renderer), artists.figure.bbox
        seen.append((box.x0 - page.x0, box.y0 - page.y0, page.x1 - box.x1, page.y1 - box.y1))

    SAVINGS[before](artists)
    monkeypatch.setattr(legend, "draw", drawn)
    for save in (artists.figure.savefig, artists.save):
        save(io.BytesIO(), **kind)
        assert min(seen[-1]) >= 0


def beneath(legend, figure, pixels):
    """How far apart the colours are that one sees where the last name is, without its letters."""
    entry = legend.get_texts()[-1]
    entry.set_alpha(0.0)
    picture, box = pixels(figure), entry.cells[0].get_window_extent()
    rows = slice(int(figure.bbox.height - box.y1) + 1, int(figure.bbox.height - box.y0) - 1)
    return np.ptp(picture[rows, int(box.x0) + 1 : int(box.x1) - 1, :3].astype(int), axis=(0, 1)).max()


@pytest.mark.parametrize("look", ["default", "seaborn-v0_8-darkgrid"])
@pytest.mark.parametrize("asked", [{}, {"frameon": False}])
def test_no_line_strikes_through_words(look, asked, hard, other, pixels, new_axes):
    with mpl.style.context(look):
        ax = new_axes()
        artists = prplot.plot([hard, other], ax=ax, legend={"loc": "lower left", **asked})
        ax.figure.draw_without_rendering()
        box = artists.legend.get_texts()[-1].cells[0].get_window_extent()
        low, high = ax.transData.inverted().transform([(box.x0, box.y0), (box.x1, box.y1)])
        ax.plot([low[0] - 0.1, 1.0], [(low[1] + high[1]) / 2] * 2, color="black", lw=1)
        assert beneath(artists.legend, ax.figure, pixels) < 60


# What seaborn's context "talk" sets.
TALK = {"font.size": 18.0, "axes.labelsize": 18.0, "xtick.labelsize": 16.5, "ytick.labelsize": 16.5}


@pytest.mark.parametrize("look", ["talk", "slides"])
@pytest.mark.parametrize(("space", "count", "name"), [("pr", 1, "short"), ("roc", 3, "long"), ("pr", 6, "short")])
def test_large_texts_leave_the_axes_more_than_half_of_the_width(space, count, name, look):
    with mpl.rc_context(TALK) if look == "talk" else style.paper("slides"):
        artists = prplot.plot(of_rare_events(count, NAMES[name]), space)
    artists.figure.canvas.draw()
    assert artists.ax.get_window_extent().width > 0.6 * artists.figure.bbox.width
